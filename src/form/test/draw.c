/* draw.c - random coframes, forms, fields and maps */
#include "draw.h"

#include <string.h>

/* ---- functions ---- */

static li_expr atom(li_ctx *ctx, li_rand *rng, size_t n, const li_expr *x)
{
    li_expr s = n == 0 ? li_expr_symbol(ctx, "a", LI_PARAMETER) : x[li_rand_below(rng, (int)n)];

    switch (li_rand_below(rng, 8)) {
    case 0: return li_expr_int(ctx, li_rand_below(rng, 5) - 2);
    case 1: return li_expr_symbol(ctx, "a", LI_PARAMETER);
    case 2: return li_expr_apply(ctx, LI_SIN, s);
    case 3: return li_expr_apply(ctx, LI_COS, s);
    case 4: return li_expr_power(ctx, s, 2);
    default: return s;
    }
}

li_expr li_draw_function(li_ctx *ctx, li_rand *rng, size_t n, const li_expr *x)
{
    li_expr f = atom(ctx, rng, n, x), g = atom(ctx, rng, n, x);

    switch (li_rand_below(rng, 8)) {
    case 0: return li_expr_int(ctx, li_rand_below(rng, 3) - 1);
    case 1: case 2: return li_expr_mul(ctx, f, g);
    case 3: return li_expr_add(ctx, f, g);
    case 4: return li_expr_sub(ctx, f, li_expr_mul(ctx, li_expr_int(ctx, 2), g));
    default: return f;
    }
}

/* ---- coframes ---- */

/* row a = row a + f row b, f row a, or the two change places */
static void change_rows(li_ctx *ctx, li_rand *rng, li_expr *B, size_t n, const li_expr *x)
{
    size_t a = (size_t)li_rand_below(rng, (int)n), b = n == 1 ? 0 : (a + 1 + (size_t)li_rand_below(rng, (int)n - 1)) % n;
    int kind = n == 1 ? 0 : li_rand_below(rng, 6);
    li_expr f = li_draw_function(ctx, rng, n, x), up = li_expr_add(ctx, li_expr_int(ctx, 2), li_expr_power(ctx, f, 2));

    for (size_t j = 0; j < n; j++) {
        li_expr A = B[a * n + j];
        if (kind == 1)
            B[a * n + j] = B[b * n + j];
        if (kind == 1)
            B[b * n + j] = A;
        else
            B[a * n + j] = kind == 0 ? li_expr_mul(ctx, up, A) : li_expr_add(ctx, A, li_expr_mul(ctx, f, B[b * n + j]));
    }
}

void li_draw_regular(li_ctx *ctx, li_rand *rng, li_expr *B, size_t n, const li_expr *x)
{
    for (size_t i = 0; i < n * n; i++)
        B[i] = li_expr_int(ctx, i / n == i % n);
    for (int step = li_rand_below(rng, (int)n + 5); n > 0 && step > 0; step--)
        change_rows(ctx, rng, B, n, x);
}

void li_space_init(li_ctx *ctx, li_space *s, li_rand *rng, size_t n)
{
    static const char *const symbol[MOST] = { "x", "y", "z", "u", "v", "w", "t" };
    static const char *const name[MOST] = { "w(1)", "w(2)", "w(3)", "w(4)", "w(5)", "w(6)", "w(7)" };
    static const char *const dual[MOST] = { "X(1)", "X(2)", "X(3)", "X(4)", "X(5)", "X(6)", "X(7)" };

    li_expr_symbol(ctx, "a", LI_PARAMETER);
    for (size_t j = 0; j < n; j++)
        s->x[j] = li_expr_symbol(ctx, symbol[j], j < 6 ? LI_COORDINATE : LI_TIME);
    li_coframe_init(&s->chart);
    li_coframe_init(&s->basis);
    li_coframe_chart(ctx, &s->chart, n, s->x);
    li_draw_regular(ctx, rng, s->B, n, s->x);
    li_status status = li_coframe_basis(ctx, &s->basis, &s->chart, name, dual, s->B);
    li_check(ctx, status == LI_OK, "a basis of %zu forms: %s", n, li_status_name(status));
}

void li_space_clear(li_ctx *ctx, li_space *s)
{
    li_coframe_clear(ctx, &s->basis);
    li_coframe_clear(ctx, &s->chart);
}

const li_coframe *li_space_any(const li_space *s, li_rand *rng) { return li_rand_below(rng, 2) ? &s->chart : &s->basis; }

/* ---- forms and fields ---- */

static void draw_row(li_rand *rng, uint32_t *I, size_t n, size_t degree)
{
    uint32_t left[MOST];

    for (size_t a = 0; a < n; a++)
        left[a] = (uint32_t)a;
    for (size_t k = 0; k < degree; k++) {
        size_t i = (size_t)li_rand_below(rng, (int)(n - k));
        I[k] = left[i];
        left[i] = left[n - k - 1];
    }
}

void li_draw_form(li_ctx *ctx, li_rand *rng, li_form *out, const li_coframe *c, size_t degree)
{
    li_form_zero(ctx, out, c, degree);
    for (int terms = li_rand_below(rng, 6); terms > 0 && degree <= c->n; terms--) {
        uint32_t I[MOST] = { 0 };
        draw_row(rng, I, c->n, degree);
        li_form_add_term(ctx, out, I, li_draw_function(ctx, rng, c->m, c->x));
    }
}

void li_draw_field(li_ctx *ctx, li_rand *rng, li_field *out, const li_coframe *c)
{
    li_field_zero(ctx, out, c);
    for (size_t a = 0; a < c->n; a++)
        if (li_rand_below(rng, 3) != 0)
            out->comp[a] = li_draw_function(ctx, rng, c->m, c->x);
}

void li_forms_init(li_form *w, size_t n)
{
    for (size_t i = 0; i < n; i++)
        li_form_init(&w[i]);
}

void li_forms_clear(li_ctx *ctx, li_form *w, size_t n)
{
    for (size_t i = 0; i < n; i++)
        li_form_clear(ctx, &w[i]);
}

void li_fields_init(li_field *X, size_t n)
{
    for (size_t i = 0; i < n; i++)
        li_field_init(&X[i]);
}

void li_fields_clear(li_ctx *ctx, li_field *X, size_t n)
{
    for (size_t i = 0; i < n; i++)
        li_field_clear(ctx, &X[i]);
}

/* ---- checks ---- */

static const char *kept(li_ctx *ctx, li_text *text)
{
    const char *s = li_alloc_string(ctx, li_text_str(text), text->len);
    li_text_clear(ctx, text);
    return s != NULL ? s : "";
}

const char *li_form_text(li_ctx *ctx, const li_form *w)
{
    li_text text;
    li_text_init(&text);
    li_form_print(ctx, &text, w);
    return kept(ctx, &text);
}

const char *li_field_text(li_ctx *ctx, const li_field *X)
{
    li_text text;
    li_text_init(&text);
    li_field_print(ctx, &text, X);
    return kept(ctx, &text);
}

/* Terms in order, each once, none the zero node, all defined */
static bool is_proper(const li_form *w)
{
    for (size_t k = 0; k < w->len; k++) {
        const uint32_t *I = w->at + k * w->degree;
        for (size_t i = 1; i < w->degree; i++)
            if (I[i - 1] >= I[i])
                return false;
        size_t i = 0;
        while (k > 0 && i < w->degree && I[i] == *(I + i - w->degree))
            i++;
        if ((k > 0 && (i == w->degree || I[i] < *(I + i - w->degree))) || li_expr_is_zero(w->f[k]) || li_expr_kind(w->f[k]) == LI_UNDEFINED)
            return false;
    }
    return true;
}

void li_same_form(li_ctx *ctx, const li_form *v, const li_form *w, const char *what)
{
    li_truth equal = li_form_equal(ctx, v, w);

    li_check(ctx, li_ctx_status(ctx) == LI_OK && is_proper(v) && is_proper(w), "%s: failed, or terms out of order", what);
    if (equal == LI_UNKNOWN)
        li_test_undecided();
    li_check(ctx, equal != LI_NO, "%s: %s is not %s", what, li_form_text(ctx, v), li_form_text(ctx, w));
}

void li_same_field(li_ctx *ctx, const li_field *X, const li_field *Y, const char *what)
{
    li_pvector x, y;

    li_pvector_init(&x);
    li_pvector_init(&y);
    li_pvector_field(ctx, &x, X);
    li_pvector_field(ctx, &y, Y);
    li_same_form(ctx, &x.w, &y.w, what);
    li_pvector_clear(ctx, &x);
    li_pvector_clear(ctx, &y);
}

void li_same_function(li_ctx *ctx, li_expr f, li_expr g, const char *what)
{
    li_truth equal = li_exact_equal(ctx, f, g);
    if (equal == LI_UNKNOWN)
        li_test_undecided();
    li_check(ctx, equal != LI_NO && li_ctx_status(ctx) == LI_OK, "%s", what);
}

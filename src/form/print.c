/* print.c - forms, fields and p-vectors in the language */
#include <string.h>

#include "liaison/form.h"

static bool is_long_sum(li_expr f)
{
    return li_expr_kind(f) == LI_SUM && (li_expr_len(f) > 1 || !li_rational_is_zero(li_expr_number(f)));
}

/* -f, a sum term by term */
static li_expr negative(li_ctx *ctx, li_expr f)
{
    if (!is_long_sum(f))
        return li_expr_neg(ctx, f);
    size_t n = li_expr_len(f);
    li_expr *x = li_new(ctx, n, sizeof *x), sum = li_expr_undefined();
    li_rational *coef = li_new(ctx, n + 1, sizeof *coef);

    for (size_t i = 0; coef != NULL && i <= n; i++) {
        li_rational_init(&coef[i]);
        li_rational_neg(&coef[i], i < n ? li_expr_coef(f, i) : li_expr_number(f));
    }
    for (size_t i = 0; x != NULL && i < n; i++)
        x[i] = li_expr_arg(f, i);
    if (x != NULL && coef != NULL)
        sum = li_expr_combination(ctx, &coef[n], n, coef, x);
    for (size_t i = 0; coef != NULL && i <= n; i++)
        li_rational_clear(&coef[i]);
    li_drop(ctx, x);
    li_drop(ctx, coef);
    return sum;
}

/* |f|*, with brackets around a sum; 1 is left out. True: f stands behind a minus. */
static bool put_coefficient(li_ctx *ctx, li_text *out, li_expr f)
{
    bool minus = false;

    li_expr_print(ctx, out, f);
    for (; li_text_str(out)[0] == '-' && li_ctx_status(ctx) == LI_OK; minus = !minus) {      /* -(-a - b) has two */
        f = negative(ctx, f);
        li_text_cut(out, 0);
        li_expr_print(ctx, out, f);
    }
    if (li_expr_is_one(f)) {
        li_text_cut(out, 0);
    } else if (is_long_sum(f)) {
        li_text_cut(out, 0);
        li_text_put(ctx, out, "(");
        li_expr_print(ctx, out, f);
        li_text_put(ctx, out, ")*");
    } else {
        li_text_put(ctx, out, "*");
    }
    return minus;
}

/* One term "f*d(x)/\d(y)" with the sign that joins it to what stands before it; `times` stands between the factors. */
static void put_term(li_ctx *ctx, li_text *out, bool first, li_expr f, size_t degree, const uint32_t *I, const char *const *name, const char *times)
{
    li_text coefficient;

    li_text_init(&coefficient);
    bool minus = put_coefficient(ctx, &coefficient, f);
    li_text_put(ctx, out, first ? (minus ? "-" : "") : minus ? " - " : " + ");
    li_text_put_n(ctx, out, li_text_str(&coefficient), coefficient.len);
    for (size_t k = 0; k < degree; k++) {
        li_text_put(ctx, out, k > 0 ? times : "");
        li_text_put(ctx, out, name[I[k]]);
    }
    li_text_clear(ctx, &coefficient);
}

static void put_terms(li_ctx *ctx, li_text *out, const li_form *w, const char *const *name)
{
    if (w->len == 0)
        li_text_put(ctx, out, "0");
    else if (w->degree == 0)
        li_expr_print(ctx, out, w->f[0]);
    for (size_t k = 0; k < w->len && w->degree > 0; k++)
        put_term(ctx, out, k == 0, w->f[k], w->degree, w->at + k * w->degree, name, "/\\");
}

void li_form_print(li_ctx *ctx, li_text *out, const li_form *w) { put_terms(ctx, out, w, w->on == NULL ? NULL : w->on->name); }
void li_pvector_print(li_ctx *ctx, li_text *out, const li_pvector *X) { put_terms(ctx, out, &X->w, X->w.on == NULL ? NULL : X->w.on->dual); }

void li_field_print(li_ctx *ctx, li_text *out, const li_field *X)
{
    li_pvector x;

    li_pvector_init(&x);
    if (X->on != NULL)
        li_pvector_field(ctx, &x, X);
    li_pvector_print(ctx, out, &x);
    li_pvector_clear(ctx, &x);
}

void li_quadratic_print(li_ctx *ctx, li_text *out, const li_quadratic *g)
{
    size_t n = g->on->n;
    bool first = true;

    for (size_t a = 0; a < n; a++)
        for (size_t b = a; b < n; b++) {
            uint32_t I[2] = { (uint32_t)a, (uint32_t)b };
            if (li_expr_is_zero(g->g[a * n + b]))
                continue;
            put_term(ctx, out, first, g->g[a * n + b], a == b ? 1 : 2, I, g->on->name, "*");
            li_text_put(ctx, out, a == b ? "^2" : "");
            first = false;
        }
    li_text_put(ctx, out, first ? "0" : "");
}

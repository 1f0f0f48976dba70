/* coframe.c - the coframe itself: memory, names, the way from a symbol to its place */
#include "coframe.h"

#include <string.h>

void li_coframe_init(li_coframe *c) { *c = (li_coframe){ 0 }; }

static void clear_forms(li_ctx *ctx, size_t n, li_form *w)
{
    for (size_t i = 0; w != NULL && i < n; i++)
        li_form_clear(ctx, &w[i]);
    li_drop(ctx, w);
}

void li_coframe_clear(li_ctx *ctx, li_coframe *c)
{
    clear_forms(ctx, c->m, c->dx);
    clear_forms(ctx, c->n, c->dtheta);
    clear_forms(ctx, c->n, c->in_base);
    li_drop(ctx, c->name);
    li_drop(ctx, c->dual);
    li_drop(ctx, c->x);
    li_drop(ctx, c->slot);
    li_coframe_init(c);
}

/* ---- symbols ---- */

/* Where x is or may be put: an empty slot is 0, otherwise one more than a place. */
static uint32_t *find(const li_coframe *c, li_expr x)
{
    size_t k = (size_t)li_hash_mix(li_expr_id(x), 0) & (c->slots - 1);
    while (c->slot[k] != 0 && c->x[c->slot[k] - 1] != x)
        k = (k + 1) & (c->slots - 1);
    return &c->slot[k];
}

size_t li_coframe_function(const li_coframe *c, li_expr x)
{
    uint32_t k = c->slots == 0 ? 0 : *find(c, x);
    return k == 0 ? c->m : k - 1;
}

static void set_functions(li_ctx *ctx, li_coframe *c, const li_expr *x)
{
    for (size_t j = 0; j < c->m; j++) {
        if (li_expr_kind(x[j]) != LI_SYM || *find(c, x[j]) != 0) {
            bool twice = li_expr_kind(x[j]) == LI_SYM;
            li_fail(ctx, LI_DOMAIN, twice ? "a coframe: the function %s is there twice" : "a coframe: function %s is no symbol", twice ? li_expr_name(x[j]) : "");
            return;
        }
        c->x[j] = x[j];
        *find(c, x[j]) = (uint32_t)j + 1;
    }
}

bool li_functions_init(li_ctx *ctx, li_functions *s, const li_coframe *c, li_expr f)
{
    size_t most = li_expr_symbols(ctx, 1, &f, LI_PARAMETER, LI_GENERATOR, NULL, 0);

    *s = (li_functions){ .j = li_new(ctx, most + 1, sizeof *s->j), .x = li_new(ctx, most + 1, sizeof *s->x) };
    if (s->j == NULL || s->x == NULL)
        return li_functions_clear(ctx, s), false;
    most = li_expr_symbols(ctx, 1, &f, LI_PARAMETER, LI_GENERATOR, s->x, most);
    for (size_t k = 0; k < most; k++) {
        size_t j = li_coframe_function(c, s->x[k]);
        if (j == c->m)
            continue;
        s->x[s->n] = s->x[k];
        s->j[s->n++] = j;
    }
    return true;
}

void li_functions_clear(li_ctx *ctx, li_functions *s)
{
    li_drop(ctx, s->j);
    li_drop(ctx, s->x);
    *s = (li_functions){ 0 };
}

/* ---- names ---- */

static const char *copy(li_ctx *ctx, const char *s) { return li_alloc_string(ctx, s, strlen(s)); }

size_t li_coframe_form(const li_coframe *c, const char *name)
{
    size_t a = 0;
    while (a < c->n && strcmp(c->name[a], name) != 0)
        a++;
    return a;
}

void li_coframe_describe(li_ctx *ctx, li_text *out, const li_coframe *c)
{
    enum { MOST = 12 };
    bool chart = li_coframe_is_chart(c);
    size_t n = c->n > MOST ? MOST : c->n;

    for (size_t a = 0; a < n; a++)
        li_text_printf(ctx, out, "%s%s", a > 0 ? ", " : "", chart ? li_expr_name(c->x[a]) : c->name[a]);
    if (n < c->n)
        li_text_printf(ctx, out, ", ... (%zu)", c->n);
}

/* ---- making one ---- */

bool li_coframe_is_chart(const li_coframe *c)
{
    for (size_t j = 0; j < c->m; j++)
        if (c->dx[j].len != 1 || c->dx[j].at[0] != j || !li_expr_is_one(c->dx[j].f[0]))
            return false;
    return c->n == c->m && c->base == NULL;
}

li_status li_coframe_open(li_ctx *ctx, li_coframe *c, size_t n, const char *const *name, const char *const *dual, size_t m, const li_expr *x)
{
    size_t slots = 4;
    while (slots < 2 * m)
        slots *= 2;
    *c = (li_coframe){ .n = n, .m = m, .slots = slots };
    c->name = li_new(ctx, n + 1, sizeof *c->name);
    c->dual = li_new(ctx, n + 1, sizeof *c->dual);
    c->x = li_new(ctx, m + 1, sizeof *c->x);
    c->dx = li_new(ctx, m + 1, sizeof *c->dx);
    c->dtheta = li_new(ctx, n + 1, sizeof *c->dtheta);
    c->slot = li_new(ctx, slots, sizeof *c->slot);
    if (li_ctx_status(ctx) == LI_OK)
        set_functions(ctx, c, x);
    for (size_t a = 0; a < n && li_ctx_status(ctx) == LI_OK; a++) {
        c->name[a] = copy(ctx, name[a]);
        c->dual[a] = copy(ctx, dual[a]);
        li_form_zero(ctx, &c->dtheta[a], c, 2);
    }
    for (size_t j = 0; j < m && li_ctx_status(ctx) == LI_OK; j++)
        li_form_zero(ctx, &c->dx[j], c, 1);
    if (li_ctx_status(ctx) != LI_OK)
        li_coframe_clear(ctx, c);
    return li_ctx_status(ctx);
}

/* ---- operands ---- */

bool li_coframe_shared(li_ctx *ctx, const li_coframe **c, const li_coframe *on_v, const li_coframe *on_w, const char *v, const char *w)
{
    *c = on_v != NULL ? on_v : on_w;
    if (on_v == NULL || on_w == NULL || on_v == on_w)
        return true;

    li_text x, y;
    li_text_init(&x);
    li_text_init(&y);
    li_coframe_describe(ctx, &x, on_v);
    li_coframe_describe(ctx, &y, on_w);
    bool alike = strcmp(li_text_str(&x), li_text_str(&y)) == 0;
    li_fail(ctx, LI_DOMAIN, "%s on %s; %s on %s%s", v, li_text_str(&x), w, alike ? "another coframe " : "", li_text_str(&y));
    li_text_clear(ctx, &x);
    li_text_clear(ctx, &y);
    return false;
}

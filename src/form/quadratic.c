/* quadratic.c - quadratic differential forms: symmetric tensors of degree 2 */
#include "liaison/form.h"

static li_expr *entry(const li_quadratic *g, size_t a, size_t b) { return &g->g[a <= b ? a * g->on->n + b : b * g->on->n + a]; }

void li_quadratic_init(li_quadratic *g) { *g = (li_quadratic){ 0 }; }

void li_quadratic_clear(li_ctx *ctx, li_quadratic *g)
{
    li_drop(ctx, g->g);
    *g = (li_quadratic){ 0 };
}

void li_quadratic_swap(li_quadratic *g, li_quadratic *h)
{
    li_quadratic x = *g;
    *g = *h;
    *h = x;
}

li_status li_quadratic_zero(li_ctx *ctx, li_quadratic *g, const li_coframe *c)
{
    size_t n = c->n * c->n;
    li_expr *zero = li_new(ctx, n + 1, sizeof *zero);

    for (size_t i = 0; zero != NULL && i < n; i++)
        zero[i] = li_expr_int(ctx, 0);
    if (zero == NULL)
        return li_ctx_status(ctx);
    li_drop(ctx, g->g);
    *g = (li_quadratic){ c, zero };
    return LI_OK;
}

/* g += f v w for Pfaff forms v, w */
li_status li_quadratic_add_product(li_ctx *ctx, li_quadratic *g, li_expr f, const li_form *v, const li_form *w)
{
    if ((v->len > 0 && (v->degree != 1 || v->on != g->on)) || (w->len > 0 && (w->degree != 1 || w->on != g->on)))
        return li_fail(ctx, LI_DOMAIN, "a quadratic form is made of Pfaff forms on its own coframe");
    for (size_t i = 0; i < v->len; i++)
        for (size_t k = 0; k < w->len; k++) {
            li_expr *sum = entry(g, v->at[i], w->at[k]);
            *sum = li_expr_add(ctx, *sum, li_expr_mul(ctx, f, li_expr_mul(ctx, v->f[i], w->f[k])));
        }
    return li_ctx_status(ctx);
}

/* g += f h */
li_status li_quadratic_add(li_ctx *ctx, li_quadratic *g, li_expr f, const li_quadratic *h)
{
    if (g->on != h->on)
        return li_fail(ctx, LI_DOMAIN, "two quadratic forms on different coframes");
    for (size_t i = 0; i < g->on->n * g->on->n; i++)
        g->g[i] = li_expr_add(ctx, g->g[i], li_expr_mul(ctx, f, h->g[i]));
    return li_ctx_status(ctx);
}

/* lie(X)(f theta^a theta^b) = X(f) theta^a theta^b + f (lie(X)theta^a theta^b + theta^a lie(X)theta^b) */
li_status li_quadratic_lie(li_ctx *ctx, li_quadratic *out, const li_field *X, const li_quadratic *g)
{
    size_t n = g->on->n;
    li_quadratic sum;
    li_form theta, lie[2];
    li_form *turned = &lie[0], *other = &lie[1];

    li_quadratic_init(&sum);
    li_form_init(&theta);
    li_form_init(turned);
    li_form_init(other);
    li_quadratic_zero(ctx, &sum, g->on);
    for (size_t a = 0; a < n && li_ctx_status(ctx) == LI_OK; a++) {
        li_form_theta(ctx, &theta, g->on, a);
        li_form_lie(ctx, turned, X, &theta);
        for (size_t b = 0; b < n; b++) {
            li_expr f = *entry(g, a, b);
            if (li_expr_is_zero(f))
                continue;
            li_form_theta(ctx, other, g->on, b);                  /* each pair comes twice but the squares, which turn twice */
            li_quadratic_add_product(ctx, &sum, a == b ? li_expr_mul(ctx, li_expr_int(ctx, 2), f) : f, turned, other);
            if (a <= b)
                *entry(&sum, a, b) = li_expr_add(ctx, *entry(&sum, a, b), li_field_apply(ctx, X, f));
        }
    }
    if (li_ctx_status(ctx) == LI_OK)
        li_quadratic_swap(out, &sum);
    li_quadratic_clear(ctx, &sum);
    li_form_clear(ctx, &theta);
    li_form_clear(ctx, turned);
    li_form_clear(ctx, other);
    return li_ctx_status(ctx);
}

li_status li_quadratic_simplify(li_ctx *ctx, li_quadratic *g)
{
    for (size_t i = 0; i < g->on->n * g->on->n; i++)
        g->g[i] = li_exact_simplify(ctx, g->g[i]);
    return li_ctx_status(ctx);
}

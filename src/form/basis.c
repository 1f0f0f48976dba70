/* basis.c - a basis of Pfaff forms on a chart as a coframe */
#include "coframe.h"
#include "linear.h"

/* dtheta^a on the chart, then in the theta: the structure functions C                                      [gallissot 3.3] */
static void set_structure(li_ctx *ctx, li_coframe *c, size_t a)
{
    li_form dtheta;

    li_form_init(&dtheta);
    li_form_d(ctx, &dtheta, &c->in_base[a]);
    li_form_on(ctx, &dtheta, c, &dtheta);
    li_form_simplify(ctx, &dtheta, &dtheta);
    if (li_ctx_status(ctx) == LI_OK)
        li_form_swap(&c->dtheta[a], &dtheta);
    li_form_clear(ctx, &dtheta);
}

static bool is_base(li_ctx *ctx, const li_coframe *base)
{
    if (li_coframe_is_chart(base))
        return true;
    li_fail(ctx, LI_DOMAIN, "a basis of Pfaff forms needs a chart; this coframe is none");
    return false;
}

li_status li_coframe_inverse(li_ctx *ctx, li_coframe *c, const li_coframe *base, const char *const *name, const char *const *dual, const li_expr *B, const li_expr *A)
{
    size_t n = base->n;

    if (!is_base(ctx, base) || li_coframe_open(ctx, c, n, name, dual, n, base->x) != LI_OK)
        return li_ctx_status(ctx);
    c->base = base;
    c->in_base = li_new(ctx, n + 1, sizeof *c->in_base);
    for (size_t a = 0; a < n && c->in_base != NULL; a++) {
        li_form_pfaff(ctx, &c->in_base[a], base, B + a * n);
        li_form_pfaff(ctx, &c->dx[a], c, A + a * n);
    }
    for (size_t a = 0; a < n && li_ctx_status(ctx) == LI_OK; a++)
        set_structure(ctx, c, a);
    if (li_ctx_status(ctx) != LI_OK)
        li_coframe_clear(ctx, c);
    return li_ctx_status(ctx);
}

li_status li_coframe_basis(li_ctx *ctx, li_coframe *c, const li_coframe *base, const char *const *name, const char *const *dual, const li_expr *B)
{
    size_t n = base->n;
    li_expr *A = li_new(ctx, n * n + 1, sizeof *A), *one = li_new(ctx, n * n + 1, sizeof *one);
    li_status status = li_ctx_status(ctx);

    for (size_t i = 0; one != NULL && i < n * n; i++)
        one[i] = li_expr_int(ctx, i / n == i % n);
    if (status == LI_OK && is_base(ctx, base))
        status = li_linear_solve(ctx, A, n, B, n, one);
    if (status == LI_OK)
        status = li_coframe_inverse(ctx, c, base, name, dual, B, A);
    li_drop(ctx, A);
    li_drop(ctx, one);
    return status;
}

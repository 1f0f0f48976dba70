/* equations.c - a coframe given by its structure equations */
#include "coframe.h"
#include "terms.h"

/* sum_(b<c) C_bc theta^b ^ theta^c from n by n entries */
static void set_turn(li_ctx *ctx, li_form *out, const li_coframe *c, const li_expr *C)
{
    li_form sum;

    li_form_begin(&sum, c, 2);
    for (size_t i = 0; i < c->n; i++)
        for (size_t j = i + 1; j < c->n; j++) {
            uint32_t *row = li_expr_is_zero(C[i * c->n + j]) ? NULL : li_form_row(ctx, &sum);
            if (row == NULL)
                continue;
            row[0] = (uint32_t)i;
            row[1] = (uint32_t)j;
            li_form_term(ctx, &sum, C[i * c->n + j]);
        }
    li_form_finish(ctx, out, &sum);
}

/* d(dx) = 0 and d(dtheta) = 0; what exact algebra cannot settle is believed */
static void check(li_ctx *ctx, const li_coframe *c)
{
    for (size_t j = 0; j < c->m && li_ctx_status(ctx) == LI_OK; j++)
        if (li_form_is_closed(ctx, &c->dx[j]) == LI_NO)
            li_fail(ctx, LI_DOMAIN, "the structure equations contradict each other: d(d(%s)) is not 0", li_expr_name(c->x[j]));
    for (size_t a = 0; a < c->n && li_ctx_status(ctx) == LI_OK; a++)
        if (li_form_is_closed(ctx, &c->dtheta[a]) == LI_NO)
            li_fail(ctx, LI_DOMAIN, "the structure equations contradict each other: d(d(%s)) is not 0 (identity of Jacobi)", c->name[a]);
}

li_status li_coframe_equations(li_ctx *ctx, li_coframe *c, size_t n, const char *const *name, const char *const *dual,
                               size_t m, const li_expr *x, const li_expr *A, const li_expr *C)
{
    if (li_coframe_open(ctx, c, n, name, dual, m, x) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t j = 0; j < m; j++)
        li_form_pfaff(ctx, &c->dx[j], c, A + j * n);
    for (size_t a = 0; a < n && C != NULL; a++)
        set_turn(ctx, &c->dtheta[a], c, C + a * n * n);
    check(ctx, c);
    if (li_ctx_status(ctx) != LI_OK)
        li_coframe_clear(ctx, c);
    return li_ctx_status(ctx);
}

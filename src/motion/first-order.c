/* first-order.c - a system given by its 2-form Omega on a chart v^1 .. v^n, t
 *
 *     i(E)Omega = 0, i(E)dt = 1:    sum_s W(dv^s, dv^r) v'_s = W(dv^r, dt)                        [gallissot 5] */
#include "equations.h"

/* The place of a variable of the chart among the v; n: it is t */
static size_t place_of(const li_motion *S, li_expr x)
{
    size_t s = 0;
    while (s < S->n && S->v[s] != x)
        s++;
    return s;
}

static li_status check_rank(li_ctx *ctx, const li_motion *S, const li_form *Omega)
{
    size_t n = S->n, rank, of_W;
    li_status status = li_form_rank(ctx, &rank, Omega);

    if (status == LI_OK)
        status = li_exact_rank(ctx, &of_W, n, n, S->W, NULL, NULL);
    if (status != LI_OK)
        return li_ctx_status(ctx) != LI_OK ? li_ctx_status(ctx) : li_fail(ctx, status, "the rank of the form could not be found within the budget");
    if (rank < n)
        return li_fail(ctx, LI_INPUT, "the form has no unique field E with i(E)Omega = 0: its rank is %zu on %zu variables", rank, n + 1);
    if (of_W < n)
        return li_fail(ctx, LI_INPUT, "the form has no field E with i(E)Omega = 0, i(E)dt = 1: the fields with i(X)Omega = 0 have no component along t");
    return LI_OK;
}

li_status li_motion_read_form(li_ctx *ctx, li_motion *S, const li_form *Omega)
{
    size_t n = S->n;

    if (Omega->len == 0 || Omega->degree != 2)
        return li_fail(ctx, LI_INPUT, Omega->len == 0 ? "the form of a system is 0" : "the form of a system is a 2-form; this one has degree %zu", Omega->degree);
    for (size_t i = 0; i < n * n; i++)
        S->W[i] = S->F[i / n] = li_expr_int(ctx, 0);
    for (size_t k = 0; k < Omega->len; k++) {
        size_t s = place_of(S, Omega->on->x[Omega->at[2 * k]]), r = place_of(S, Omega->on->x[Omega->at[2 * k + 1]]);
        if (r == n)
            S->F[s] = Omega->f[k];
        else if (s == n)
            S->F[r] = li_expr_neg(ctx, Omega->f[k]);         /* dt ^ dv^r */
        else {
            S->W[s * n + r] = Omega->f[k];
            S->W[r * n + s] = li_expr_neg(ctx, Omega->f[k]);
        }
    }
    return li_ctx_status(ctx) == LI_OK ? check_rank(ctx, S, Omega) : li_ctx_status(ctx);
}

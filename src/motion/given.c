/* given.c - a system given by H(q, p, t): Hamilton's equations with the forces, the reactions and the constraints
 *
 *     p'_r = -dH/dq_r + Q_r + sum_h lambda_h l^h_r,    q'_r = dH/dp_r,    a_h = 0                [gallissot 3.1, 6]
 *
 * Nothing is solved for, so that the Hessian of H may be singular. */
#include "equations.h"

/* p' = ... */
static void set_rates(li_ctx *ctx, li_equations *out, const li_motion *S, const li_expr *Hq, bool simplify)
{
    for (size_t r = 0; r < S->n; r++) {
        li_expr part[3] = { li_expr_neg(ctx, Hq[r]), S->F[r], li_motion_reaction(ctx, S, r) }, sum = li_expr_sum(ctx, 3, part);
        out->eq[r] = (li_equation){ S->a[r], simplify ? li_exact_collect(ctx, sum, LI_MULTIPLIER) : sum };
        out->unknown[r] = S->v[r];
    }
}

li_status li_motion_given_canonical(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    li_expr *Hq = li_new(ctx, S->n + 1, sizeof *Hq);

    if (li_equations_init(ctx, out, "canonical", "Hamilton's equations", S->n, S->p + S->n, S->n + S->r) == LI_OK && Hq != NULL &&
        li_expr_gradient(ctx, Hq, S->H, S->n, S->q) == LI_OK) {
        out->law = "hamilton-given";
        li_equations_show(ctx, out, "H", S->H, simplify);
        set_rates(ctx, out, S, Hq, simplify);
        for (size_t h = 0; h < S->r; h++)
            out->unknown[S->n + h] = S->lambda[h];
        li_equations_constraints(ctx, out, S, simplify);
        for (size_t r = 0; r < S->n; r++)
            li_equations_define(ctx, &out->relation[S->p + r], S->model->coord[r].v, S->phi[r], simplify);
    }
    li_drop(ctx, Hq);
    return li_ctx_status(ctx);
}

/* tzenoff.c - Tzénoff's equations with T0 and S1
 *
 *     (V)     D_c [dT0/dq'_a] - [dT0/dq_a] + dS1/dq''_a = Q_a                                  [tzenoff 4]
 *     (VIII)  d/dt [dT0/dw_a] - sum_r a_ra [dT0/dq_r] + [K_a] + dS1/dw'_a = P_a                [tzenoff 5] */
#include "frame.h"

static li_status fill(const li_frame *f, li_expr *left)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->n;
    li_expr *Tw = li_alloc(ctx, (n + 1) * sizeof *Tw), *Tq = li_alloc(ctx, (n + 1) * sizeof *Tq);
    li_expr *S1w = li_alloc(ctx, (n + 1) * sizeof *S1w), *K = li_alloc(ctx, (n + 1) * sizeof *K);

    if (Tw == NULL || Tq == NULL || S1w == NULL || K == NULL || li_frame_K(f, K) != LI_OK)
        return li_ctx_status(ctx);
    li_expr_gradient(ctx, Tw, f->T0, n, f->w);
    li_expr_gradient(ctx, Tq, f->T0, n, f->S->q);
    li_frame_S1(f, S1w);
    for (size_t a = 0; a < f->k && li_ctx_status(ctx) == LI_OK; a++) {
        li_expr part[] = { li_frame_ddt(f, li_frame_reduce(f, Tw[a])), li_expr_neg(ctx, li_frame_reduce(f, li_frame_project(f, Tq, a))),
                           li_frame_reduce(f, K[a]), S1w[a] };
        left[a] = li_expr_sum(ctx, sizeof part / sizeof *part, part);
    }
    return li_ctx_status(ctx);
}

static li_status tzenoff(li_ctx *ctx, li_equations *out, const li_motion *S, bool quasi, const char *form, const char *title, bool simplify)
{
    li_frame f;
    li_expr *left = li_alloc(ctx, (S->n + 1) * sizeof *left);

    if (left == NULL || li_frame_init(ctx, &f, S, quasi) != LI_OK || fill(&f, left) != LI_OK)
        return li_ctx_status(ctx);
    if (li_frame_equations(&f, out, form, title, left, simplify) == LI_OK)
        li_frame_show(&f, out, quasi ? "T0 S1 K" : "T0 S1", simplify);
    return li_ctx_status(ctx);
}

li_status li_motion_tzenoff(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    return tzenoff(ctx, out, S, false, "tzenoff", "form V (Tzénoff, Math. Ann. (11))", simplify);
}

li_status li_motion_tzenoff_quasi(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    return tzenoff(ctx, out, S, true, "tzenoff-quasi", "form VIII (Tzénoff, quasi-velocities)", simplify);
}

/* tzenoff.c - Tzénoff's equations with T0 and S1
 *
 *     (V)     D_c [dT0/dq'_a] - [dT0/dq_a] + dS1/dq''_a = Q_a                                  [tzenoff 4]
 *     (VIII)  d/dt [dT0/dw_a] - sum_r a_ra [dT0/dq_r] + [K_a] + dS1/dw'_a = P_a                [tzenoff 5]
 *
 * with dS1/dw'_a = sum_i [dS0/dw'_(k+i)] d_ai, the chain rule through the dependent accelerations. [tzenoff 2.3] */
#include "frame.h"

static li_status fill(const li_frame *f, li_expr *left)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->n;
    li_expr *Tw = li_alloc(ctx, (n + 1) * sizeof *Tw), *Tq = li_alloc(ctx, (n + 1) * sizeof *Tq);
    li_expr *Sw = li_alloc(ctx, (n + 1) * sizeof *Sw), *K = li_alloc(ctx, (n + 1) * sizeof *K);

    if (Tw == NULL || Tq == NULL || Sw == NULL || K == NULL || li_frame_K(f, K) != LI_OK)
        return li_ctx_status(ctx);
    li_expr_gradient(ctx, Tw, f->T0, n, f->w);
    li_expr_gradient(ctx, Tq, f->T0, n, f->S->q);
    li_expr_gradient(ctx, Sw, li_frame_S0(f), n, f->rate);
    for (size_t a = 0; a < f->k && li_ctx_status(ctx) == LI_OK; a++) {
        left[a] = li_frame_ddt(f, li_frame_reduce(f, Tw[a]));
        left[a] = li_expr_sub(ctx, left[a], li_frame_reduce(f, li_frame_project(f, Tq, a)));
        left[a] = li_expr_add(ctx, left[a], li_frame_reduce(f, K[a]));
        for (size_t i = 0; i < f->p; i++)
            left[a] = li_expr_add(ctx, left[a], li_expr_mul(ctx, f->d[a * f->p + i], li_frame_reduce(f, Sw[f->k + i])));
    }
    return li_ctx_status(ctx);
}

static li_status tzenoff(li_ctx *ctx, li_equations *out, const li_motion *S, bool quasi, const char *form, const char *title, bool simplify)
{
    li_frame f;
    li_expr *left = li_alloc(ctx, (S->n + 1) * sizeof *left);

    if (left == NULL || li_frame_init(ctx, &f, S, quasi) != LI_OK || fill(&f, left) != LI_OK)
        return li_ctx_status(ctx);
    return li_frame_equations(&f, out, form, title, left, simplify);
}

li_status li_motion_tzenoff(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    return tzenoff(ctx, out, S, false, "tzenoff", "form V (Tzénoff)", simplify);
}

li_status li_motion_tzenoff_quasi(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    return tzenoff(ctx, out, S, true, "tzenoff-quasi", "form VIII (Tzénoff, quasi-velocities)", simplify);
}

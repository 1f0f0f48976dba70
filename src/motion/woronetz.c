/* woronetz.c - Woronetz's equations
 *
 *     D_c dT/dq'_a - dT/dq_a - sum_i c_ai dT/dq_(k+i)
 *         - sum_i [dT0/dq'_(k+i)] (sum_j A^i_aj q'_j + A^i_a) = Q_a                                  [tzenoff 4 (12), (13)]
 *
 *     A^i_aj = (dc_ai/dq_j + sum_m c_jm dc_ai/dq_(k+m)) - (dc_ji/dq_a + sum_m c_am dc_ji/dq_(k+m))
 *     A^i_a  = (dc_ai/dt  + sum_m c_m  dc_ai/dq_(k+m)) - (dc_i/dq_a  + sum_m c_am dc_i/dq_(k+m))      */
#include "frame.h"

li_status li_motion_woronetz(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    li_frame f;
    li_expr *left = li_alloc(ctx, (S->n + 1) * sizeof *left);

    if (left == NULL || li_frame_init(ctx, &f, S, false) != LI_OK || li_frame_needs_linear(&f, "Woronetz's equations") != LI_OK)
        return li_ctx_status(ctx);
    li_expr T = li_frame_T(&f);
    for (size_t a = 0; a < f.k && li_ctx_status(ctx) == LI_OK; a++) {
        left[a] = li_expr_sub(ctx, li_frame_ddt(&f, li_expr_diff(ctx, T, f.w[a])), li_frame_along(&f, T, a));
        for (size_t i = 0; i < f.p; i++) {
            li_expr momentum = li_frame_reduce(&f, li_expr_diff(ctx, f.T0, f.w[f.k + i]));
            left[a] = li_expr_sub(ctx, left[a], li_expr_mul(ctx, momentum, li_frame_curvature(&f, i, a)));
        }
    }
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    if (li_frame_equations(&f, out, "woronetz", "Woronetz's equations", left, simplify) == LI_OK)
        li_frame_show(&f, out, "T0 T", simplify);
    return li_ctx_status(ctx);
}

/* woronetz.c - Woronetz's equations
 *
 *     D_c dT/dq'_a - dT/dq_a - sum_i c_ai dT/dq_(k+i)
 *         - sum_i [dT0/dq'_(k+i)] (sum_j A^i_aj q'_j + A^i_a) = Q_a                                  [tzenoff 4 (12), (13)]
 *
 *     A^i_aj = (dc_ai/dq_j + sum_m c_jm dc_ai/dq_(k+m)) - (dc_ji/dq_a + sum_m c_am dc_ji/dq_(k+m))
 *     A^i_a  = (dc_ai/dt  + sum_m c_m  dc_ai/dq_(k+m)) - (dc_i/dq_a  + sum_m c_am dc_i/dq_(k+m))      */
#include "frame.h"

/* de/dq_a + sum_m c_am de/dq_(k+m): along the virtual displacement a */
static li_expr along(const li_frame *f, li_expr e, size_t a)
{
    li_ctx *ctx = f->ctx;
    li_expr sum = li_expr_int(ctx, 0), *g = li_new(ctx, f->n + 1, sizeof *g);

    if (g != NULL && li_expr_gradient(ctx, g, e, f->n, f->S->q) == LI_OK) {
        sum = li_frame_project(f, g, a);
        for (size_t m = 0; m < f->p; m++)
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, f->d[a * f->p + m], li_frame_project(f, g, f->k + m)));
    }
    li_drop(ctx, g);
    return sum;
}

/* c_i: what is left of phi_i at rest */
static li_expr drift(const li_frame *f, size_t i)
{
    li_expr c = f->phi[i];
    for (size_t j = 0; j < f->k; j++)
        c = li_expr_subst(f->ctx, c, 1, &f->w[j], (li_expr[]){ li_expr_int(f->ctx, 0) });
    return c;
}

/* de/dt + sum_m c_m de/dq_(k+m) */
static li_expr along_drift(const li_frame *f, li_expr e)
{
    li_ctx *ctx = f->ctx;
    li_expr sum = li_expr_diff(ctx, e, f->S->t), *g = li_new(ctx, f->n + 1, sizeof *g);

    if (g != NULL && li_expr_gradient(ctx, g, e, f->n, f->S->q) == LI_OK)
        for (size_t m = 0; m < f->p; m++)
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, drift(f, m), li_frame_project(f, g, f->k + m)));
    li_drop(ctx, g);
    return sum;
}

/* sum_j A^i_aj q'_j + A^i_a */
static li_expr curvature(const li_frame *f, size_t i, size_t a)
{
    li_ctx *ctx = f->ctx;
    li_expr c = f->d[a * f->p + i];
    li_expr sum = li_expr_sub(ctx, along_drift(f, c), along(f, drift(f, i), a));

    for (size_t j = 0; j < f->k; j++) {
        li_expr A = li_expr_sub(ctx, along(f, c, j), along(f, f->d[j * f->p + i], a));
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, A, f->w[j]));
    }
    return sum;
}

li_status li_motion_woronetz(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    li_frame f;
    li_expr *left = li_alloc(ctx, (S->n + 1) * sizeof *left);

    if (left == NULL || li_frame_init(ctx, &f, S, false) != LI_OK)
        return li_ctx_status(ctx);
    li_expr T = li_frame_reduce(&f, f.T0);
    for (size_t a = 0; a < f.k && li_ctx_status(ctx) == LI_OK; a++) {
        left[a] = li_expr_sub(ctx, li_frame_ddt(&f, li_expr_diff(ctx, T, f.w[a])), along(&f, T, a));
        for (size_t i = 0; i < f.p; i++) {
            li_expr momentum = li_frame_reduce(&f, li_expr_diff(ctx, f.T0, f.w[f.k + i]));
            left[a] = li_expr_sub(ctx, left[a], li_expr_mul(ctx, momentum, curvature(&f, i, a)));
        }
    }
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    return li_frame_equations(&f, out, "woronetz", "Woronetz's equations", left, simplify);
}

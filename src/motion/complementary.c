/* complementary.c - Tzénoff's equation (9): Lagrange's with the complementary term, no S at all
 *
 *     D_c dT/dq'_a - dT/dq_a + C_a = Q_a
 *     C_a = sum_i { [dT0/dq'_(k+i)] (dphi_i/dq_a - D_c c_ai) - [dT0/dq_(k+i)] c_ai }                [tzenoff 4] */
#include "frame.h"

static li_expr complementary(const li_frame *f, const li_expr *Tw, const li_expr *Tq, size_t a)
{
    li_ctx *ctx = f->ctx;
    li_expr sum = li_expr_int(ctx, 0), *phi_q = li_new(ctx, f->n + 1, sizeof *phi_q);

    for (size_t i = 0; phi_q != NULL && i < f->p; i++) {
        li_expr c = f->d[a * f->p + i], turn;
        li_expr_gradient(ctx, phi_q, f->phi[i], f->n, f->S->q);
        turn = li_expr_sub(ctx, li_frame_project(f, phi_q, a), li_frame_ddt(f, c));
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, li_frame_reduce(f, Tw[f->k + i]), turn));
        sum = li_expr_sub(ctx, sum, li_expr_mul(ctx, c, li_frame_reduce(f, li_frame_project(f, Tq, f->k + i))));
    }
    li_drop(ctx, phi_q);
    return sum;
}

li_status li_motion_tzenoff_9(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    li_frame f;
    size_t n = S->n;
    li_expr *left = li_alloc(ctx, (n + 1) * sizeof *left), *Tw = li_alloc(ctx, (n + 1) * sizeof *Tw), *Tq = li_alloc(ctx, (n + 1) * sizeof *Tq);

    if (left == NULL || Tw == NULL || Tq == NULL || li_frame_init(ctx, &f, S, false) != LI_OK)
        return li_ctx_status(ctx);
    li_expr T = li_frame_reduce(&f, f.T0);
    li_expr_gradient(ctx, Tw, f.T0, n, f.w);
    li_expr_gradient(ctx, Tq, f.T0, n, S->q);
    for (size_t a = 0; a < f.k && li_ctx_status(ctx) == LI_OK; a++) {
        li_expr *T_q = li_alloc(ctx, (n + 1) * sizeof *T_q);
        if (T_q == NULL || li_expr_gradient(ctx, T_q, T, n, S->q) != LI_OK)
            break;
        left[a] = li_expr_sub(ctx, li_frame_ddt(&f, li_expr_diff(ctx, T, f.w[a])), li_frame_project(&f, T_q, a));
        left[a] = li_expr_add(ctx, left[a], complementary(&f, Tw, Tq, a));
    }
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    return li_frame_equations(&f, out, "tzenoff-9", "Tzénoff's equations (9), with the complementary term", left, simplify);
}

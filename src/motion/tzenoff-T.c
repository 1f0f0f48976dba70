/* tzenoff-T.c - Tzénoff's equations with the reduced T, T1 and S1
 *
 *     (VII)  D_c dT/dq'_a - dT/dq_a + dT1/dq_a - D_c dT1/dq'_a + dS1/dq''_a = Q_a                    [tzenoff 4]
 *     (X)    d/dt dT/dw_a - sum_r a_ra dT/dq_r + [K_a]
 *              + sum_r a_ra dT1/dq_r - d/dt dT1/dw_a + dS1/dw'_a = P_a                               [tzenoff 5]
 *
 *     dT1/dq_r = sum_i [dT0/dw_(k+i)] dphi_i/dq_r,  dT1/dw_a = sum_i [dT0/dw_(k+i)] d_ai             [tzenoff 2.3] */
#include "frame.h"

struct parts { li_expr *Tw, *Tq, *T1q, *momentum, *Sw, *K; };   /* of T, T1; [dT0/dw_(k+i)]; dS0/dw'; K */

static bool reserve(li_ctx *ctx, struct parts *x, size_t n)
{
    li_expr **each[] = { &x->Tw, &x->Tq, &x->T1q, &x->momentum, &x->Sw, &x->K };
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        *each[i] = li_alloc(ctx, (n + 1) * sizeof(li_expr));
    return li_ctx_status(ctx) == LI_OK;
}

static li_status set_parts(const li_frame *f, struct parts *x)
{
    li_ctx *ctx = f->ctx;
    li_expr T = li_frame_reduce(f, f->T0);

    if (!reserve(ctx, x, f->n) || li_frame_K(f, x->K) != LI_OK)
        return li_ctx_status(ctx);
    li_expr_gradient(ctx, x->Tw, T, f->k, f->w);
    li_expr_gradient(ctx, x->Tq, T, f->n, f->S->q);
    li_expr_gradient(ctx, x->Sw, li_frame_S0(f), f->n, f->rate);
    for (size_t i = 0; i < f->p; i++)
        x->momentum[i] = li_frame_reduce(f, li_expr_diff(ctx, f->T0, f->w[f->k + i]));
    for (size_t r = 0; r < f->n; r++) {
        x->T1q[r] = li_expr_int(ctx, 0);
        for (size_t i = 0; i < f->p; i++)
            x->T1q[r] = li_expr_add(ctx, x->T1q[r], li_expr_mul(ctx, x->momentum[i], li_expr_diff(ctx, f->phi[i], f->S->q[r])));
    }
    return li_ctx_status(ctx);
}

static li_status fill(const li_frame *f, li_expr *left)
{
    li_ctx *ctx = f->ctx;
    struct parts x;

    if (set_parts(f, &x) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t a = 0; a < f->k && li_ctx_status(ctx) == LI_OK; a++) {
        li_expr T1w = li_expr_int(ctx, 0), S1w = T1w;
        for (size_t i = 0; i < f->p; i++) {
            T1w = li_expr_add(ctx, T1w, li_expr_mul(ctx, x.momentum[i], f->d[a * f->p + i]));
            S1w = li_expr_add(ctx, S1w, li_expr_mul(ctx, f->d[a * f->p + i], li_frame_reduce(f, x.Sw[f->k + i])));
        }
        li_expr part[] = { li_frame_ddt(f, x.Tw[a]), li_expr_neg(ctx, li_frame_project(f, x.Tq, a)), li_frame_reduce(f, x.K[a]),
                           li_frame_project(f, x.T1q, a), li_expr_neg(ctx, li_frame_ddt(f, T1w)), S1w };
        left[a] = li_expr_sum(ctx, sizeof part / sizeof *part, part);
    }
    return li_ctx_status(ctx);
}

static li_status tzenoff_T(li_ctx *ctx, li_equations *out, const li_motion *S, bool quasi, const char *form, const char *title, bool simplify)
{
    li_frame f;
    li_expr *left = li_alloc(ctx, (S->n + 1) * sizeof *left);

    if (left == NULL || li_frame_init(ctx, &f, S, quasi) != LI_OK || fill(&f, left) != LI_OK)
        return li_ctx_status(ctx);
    return li_frame_equations(&f, out, form, title, left, simplify);
}

li_status li_motion_tzenoff_T(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    return tzenoff_T(ctx, out, S, false, "tzenoff-T", "form VII (Tzénoff, reduced T)", simplify);
}

li_status li_motion_tzenoff_quasi_T(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    return tzenoff_T(ctx, out, S, true, "tzenoff-quasi-T", "form X (Tzénoff, quasi-velocities)", simplify);
}

/* tzenoff-T.c - Tzénoff's equations with the reduced T, T1 and S1
 *
 *     (VII)  D_c dT/dq'_a - dT/dq_a + dT1/dq_a - D_c dT1/dq'_a + dS1/dq''_a = Q_a                    [tzenoff 4]
 *     (X)    d/dt dT/dw_a - sum_r a_ra dT/dq_r + [K_a]
 *              + sum_r a_ra dT1/dq_r - d/dt dT1/dw_a + dS1/dw'_a = P_a                               [tzenoff 5] */
#include "frame.h"

struct parts { li_expr *Tw, *Tq, *T1w, *T1q, *S1w, *K; };

static bool reserve(li_ctx *ctx, struct parts *x, size_t n)
{
    li_expr **each[] = { &x->Tw, &x->Tq, &x->T1w, &x->T1q, &x->S1w, &x->K };
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        *each[i] = li_alloc(ctx, (n + 1) * sizeof(li_expr));
    return li_ctx_status(ctx) == LI_OK;
}

static li_status fill(const li_frame *f, li_expr *left)
{
    li_ctx *ctx = f->ctx;
    struct parts x;

    if (!reserve(ctx, &x, f->n) || li_frame_K(f, x.K) != LI_OK)
        return li_ctx_status(ctx);
    li_frame_by_w(f, x.Tw, li_frame_T(f));
    li_frame_by_q(f, x.Tq, li_frame_T(f));
    li_frame_T1(f, x.T1q, x.T1w);
    li_frame_S1(f, x.S1w);
    for (size_t a = 0; a < f->k && li_ctx_status(ctx) == LI_OK; a++) {
        li_expr part[] = { li_frame_ddt(f, x.Tw[a]), li_expr_neg(ctx, li_frame_project(f, x.Tq, a)), li_frame_reduce(f, x.K[a]),
                           li_frame_project(f, x.T1q, a), li_expr_neg(ctx, li_frame_ddt(f, x.T1w[a])), x.S1w[a] };
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
    if (li_frame_equations(&f, out, form, title, left, simplify) == LI_OK)
        li_frame_show(&f, out, quasi ? "T T1 S1 K" : "T T1 S1", simplify);
    return li_ctx_status(ctx);
}

li_status li_motion_tzenoff_T(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    return tzenoff_T(ctx, out, S, false, "tzenoff-T", "form VII (Tzénoff, reduced T, Math. Ann. (10))", simplify);
}

li_status li_motion_tzenoff_quasi_T(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    return tzenoff_T(ctx, out, S, true, "tzenoff-quasi-T", "form X (Tzénoff, reduced T, quasi-velocities)", simplify);
}

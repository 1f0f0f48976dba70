/* hamilton.c - the integrands of Hamilton's principle                                          [tzenoff 7]
 *
 *     (21)  delta T0 + sum_r Q_r dq_r,                                  the constraints used after the variation only
 *     (23)  delta T  + sum_r Q_r dq_r + sum_i k_i delta(w_(k+i) - phi_i),  k_i = [dT0/dw_(k+i)]         (Woronetz)
 *     (24)  delta(T - T1 + T1^0) + sum_a Q_a dq_a                                                    (Tzénoff)
 *
 * with dp_(k+i) = sum_a d_ai dp_a, dq_r = sum_a a_ra dp_a and dw_a = d/dt dp_a - sum_r G_ar dq_r. Each integral over t
 * vanishes for all dp_a that vanish at both ends. */
#include <stdio.h>
#include <string.h>

#include "frame.h"

/* sum += a b */
static void add_product(li_ctx *ctx, li_expr *sum, li_expr a, li_expr b) { *sum = li_expr_add(ctx, *sum, li_expr_mul(ctx, a, b)); }

/* ---- variations ---- */

/* delta_theta, delta_theta': symbols of their own, whatever the model calls its things */
static li_expr symbol(const li_frame *f, size_t j, bool rate)
{
    char name[2 * LI_MAX_NAME];
    const char *of = li_expr_name(f->w[j]);

    snprintf(name, sizeof name, "delta_%.*s", (int)strcspn(of, "'"), of);
    snprintf(name, sizeof name, "%s%s", li_model_theory_name(f->ctx, f->S->model, name), rate ? "'" : "");
    return li_expr_symbol(f->ctx, name, LI_GENERATOR);
}

static void vary_velocities(const li_frame *f, li_variation *d, bool free)
{
    li_ctx *ctx = f->ctx;

    for (size_t a = 0; a < (free ? f->n : f->k); a++) {
        d->dp[a] = symbol(f, a, false);
        d->rate[a] = symbol(f, a, true);
    }
    for (size_t i = 0; !free && i < f->p; i++) {
        li_expr *dp = &d->dp[f->k + i], *rate = &d->rate[f->k + i];
        *dp = *rate = li_expr_int(ctx, 0);
        for (size_t a = 0; a < f->k; a++) {
            add_product(ctx, dp, f->d[a * f->p + i], d->dp[a]);
            add_product(ctx, rate, f->d[a * f->p + i], d->rate[a]);
            add_product(ctx, rate, li_frame_ddt(f, f->d[a * f->p + i]), d->dp[a]);
        }
    }
}

li_status li_frame_vary(const li_frame *f, li_variation *d, bool free)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->n;
    li_expr *G = li_expr_room(ctx, n * n);

    *d = (li_variation){ li_expr_room(ctx, n), li_expr_room(ctx, n), li_expr_room(ctx, n), li_expr_room(ctx, n) };
    if (li_ctx_status(ctx) != LI_OK || li_frame_G(f, G) != LI_OK)
        return li_ctx_status(ctx);
    vary_velocities(f, d, free);
    for (size_t r = 0; r < n; r++) {
        d->dq[r] = li_expr_int(ctx, 0);
        for (size_t a = 0; a < n; a++)
            add_product(ctx, &d->dq[r], f->A[r * n + a], d->dp[a]);
    }
    for (size_t a = 0; a < n; a++) {
        d->dw[a] = d->rate[a];
        for (size_t r = 0; r < n; r++)
            add_product(ctx, &d->dw[a], li_expr_neg(ctx, li_frame_reduce(f, G[a * n + r])), d->dq[r]);
    }
    return li_ctx_status(ctx);
}

/* ---- integrands ---- */

/* sum_r e_q[r] dq_r + sum_a e_w[a] dw_a, a = 1..count */
static li_expr vary(const li_frame *f, const li_variation *d, const li_expr *by_q, const li_expr *by_w, size_t count)
{
    li_expr sum = li_expr_int(f->ctx, 0);

    for (size_t r = 0; r < f->n; r++)
        add_product(f->ctx, &sum, by_q[r], d->dq[r]);
    for (size_t a = 0; a < count; a++)
        add_product(f->ctx, &sum, by_w[a], d->dw[a]);
    return sum;
}

/* sum_j P_j dp_j over all velocities, or over the independent ones with the reduced forces */
static li_expr work(const li_frame *f, const li_variation *d, bool reduced)
{
    li_expr sum = li_expr_int(f->ctx, 0);

    for (size_t j = 0; j < (reduced ? f->k : f->n); j++)
        add_product(f->ctx, &sum, reduced ? li_frame_force(f, j) : li_frame_reduce(f, f->P[j]), d->dp[j]);
    return sum;
}

size_t li_frame_integrands(const li_frame *f, const li_variation *d, li_expr *out)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->n;
    li_expr *T0q = li_expr_room(ctx, n), *T0w = li_expr_room(ctx, n), *Tq = li_expr_room(ctx, n), *Tw = li_expr_room(ctx, n), *T1q = li_expr_room(ctx, n), *T1w = li_expr_room(ctx, n);
    li_expr T = li_frame_T(f);

    if (li_ctx_status(ctx) != LI_OK)
        return 0;
    for (size_t r = 0; r < n; r++) {
        T0q[r] = li_frame_reduce(f, li_expr_diff(ctx, f->T0, f->S->q[r]));
        T0w[r] = li_frame_reduce(f, li_expr_diff(ctx, f->T0, f->w[r]));
    }
    out[0] = li_expr_add(ctx, vary(f, d, T0q, T0w, n), work(f, d, false));
    if (f->p == 0)
        return 1;
    li_frame_by_q(f, Tq, T);
    li_frame_by_w(f, Tw, T);
    li_frame_T1(f, T1q, T1w);
    out[1] = li_expr_add(ctx, vary(f, d, Tq, Tw, f->k), work(f, d, false));
    out[2] = li_expr_add(ctx, li_expr_sub(ctx, vary(f, d, Tq, Tw, f->k), vary(f, d, T1q, T1w, f->k)), work(f, d, true));
    for (size_t i = 0; i < f->p; i++) {
        li_expr momentum = T0w[f->k + i], defect = d->dw[f->k + i];
        add_product(ctx, &out[2], momentum, defect);                    /* delta T1^0 */
        for (size_t r = 0; r < n; r++)
            defect = li_expr_sub(ctx, defect, li_expr_mul(ctx, f->phi_q[i * n + r], d->dq[r]));
        for (size_t a = 0; a < f->k; a++)
            defect = li_expr_sub(ctx, defect, li_expr_mul(ctx, f->d[a * f->p + i], d->dw[a]));
        add_product(ctx, &out[1], momentum, defect);
    }
    return LI_INTEGRANDS;
}

/* ---- for people ---- */

static const char *const number[] = { "(21)", "(23)", "(24)" };

static const char *agreement(li_ctx *ctx, const li_expr *integrand)
{
    switch (li_exact_is_zero(ctx, li_expr_sub(ctx, integrand[1], integrand[2]))) {
    case LI_YES:
        return "(23) and (24) agree: proved";
    case LI_NO:
        return "(23) and (24) differ";
    default:
        return "whether (23) and (24) agree could not be decided within the budget";
    }
}

/* The integrands with the variations of the dependent velocities left in, and what these are */
static void show(const li_frame *f, const li_variation *bound, li_equations *out, bool simplify)
{
    li_ctx *ctx = f->ctx;
    li_variation free;
    li_expr integrand[LI_INTEGRANDS];
    size_t n = li_frame_vary(f, &free, true) == LI_OK ? li_frame_integrands(f, &free, integrand) : 0;

    for (size_t i = 0; i < n; i++)
        out->function[out->functions++] = (li_named){ number[i], simplify ? li_exact_collect(ctx, integrand[i], LI_GENERATOR) : integrand[i] };
    for (size_t i = f->k; i < f->n; i++)
        li_equations_define(ctx, &out->relation[i - f->k], symbol(f, i, false), bound->dp[i], simplify);
}

li_status li_motion_hamilton(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    li_frame f;
    li_variation d;
    li_expr integrand[LI_INTEGRANDS];

    if (li_frame_init(ctx, &f, S, S->model->quasis > 0) != LI_OK || li_frame_vary(&f, &d, false) != LI_OK ||
        li_equations_init(ctx, out, "hamilton", "Hamilton's principle: the integrals over t vanish for all variations that vanish at both ends",
                          0, f.p, f.k) != LI_OK)
        return li_ctx_status(ctx);
    out->integrals = true;
    for (size_t a = 0; a < f.k; a++)
        out->unknown[a] = f.w[a];
    show(&f, &d, out, simplify);
    if (simplify && li_frame_integrands(&f, &d, integrand) == LI_INTEGRANDS)
        out->remark = agreement(ctx, integrand);
    return li_ctx_status(ctx);
}

/* identities.c - the identities of the theory, for a given system                              [tzenoff 8]
 *
 * Each is an expression of (t, q, w, w') that vanishes, one for every index. Where an identity has two indices it is one
 * expression, linear in arbitrary factors (the variations), that vanishes for all of them. */
#include "identities.h"

void li_identities_add(li_identities *l, const char *name, const char *words, size_t index, li_expr e)
{
    if (l->len == l->cap) {
        li_identity *wider = li_alloc(l->ctx, 2 * (l->cap + 16) * sizeof *wider);
        for (size_t i = 0; wider != NULL && i < l->len; i++)
            wider[i] = l->at[i];
        if (wider == NULL)
            return;
        l->at = wider;
        l->cap = 2 * (l->cap + 16);
    }
    l->at[l->len++] = (li_identity){ name, words, index + 1, e };
}

/* Derivatives that several identities need */
struct parts {
    li_expr *T0w, *T0q, *Tw, *Tq, *T1w, *T1q, *S0w, *S1w, *Sw, *K;
    li_expr *factor;               /* n arbitrary ones */
};

static bool set_parts(const li_frame *f, struct parts *x)
{
    li_ctx *ctx = f->ctx;
    li_expr **each[] = { &x->T0w, &x->T0q, &x->Tw, &x->Tq, &x->T1w, &x->T1q, &x->S0w, &x->S1w, &x->Sw, &x->K };
    li_expr T = li_frame_T(f), S0 = li_frame_S0(f);
    li_variation d;

    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        if ((*each[i] = li_expr_room(ctx, f->n)) == NULL)
            return false;
    li_expr_gradient(ctx, x->T0w, f->T0, f->n, f->w);
    li_expr_gradient(ctx, x->T0q, f->T0, f->n, f->S->q);
    li_frame_by_w(f, x->Tw, T);
    li_frame_by_q(f, x->Tq, T);
    li_frame_T1(f, x->T1q, x->T1w);
    li_expr_gradient(ctx, x->S0w, S0, f->n, f->rate);
    li_frame_S1(f, x->S1w);
    li_expr_gradient(ctx, x->Sw, li_frame_reduce(f, S0), f->k, f->rate);
    if (li_frame_vary(f, &d, true) != LI_OK)
        return false;
    x->factor = d.dp;
    return li_frame_K(f, x->K) == LI_OK;
}

/* ---- accelerations ---- */

/* (20): dS0/dw'_a = d/dt dT0/dw_a - sum_r a_ra dT0/dq_r + K_a; with w = q' it is (7), (18) */
static void add_accelerations(li_identities *l, const li_frame *f, const struct parts *x)
{
    li_ctx *ctx = l->ctx;

    for (size_t a = 0; a < f->n; a++) {
        li_expr right = li_expr_sub(ctx, li_derivation_apply(ctx, f->D, x->T0w[a]), li_frame_project(f, x->T0q, a));
        right = li_expr_add(ctx, right, x->K[a]);
        li_identities_add(l, f->quasi ? "S2" : "S1", f->quasi ? "dS0/dw' = d/dt dT0/dw - sum a dT0/dq + K" : "dS0/dq'' = d/dt dT0/dq' - dT0/dq", a,
                          li_expr_sub(ctx, x->S0w[a], right));
    }
}

/* ---- reduction ---- */

static void add_reductions(li_identities *l, const li_frame *f, const struct parts *x)
{
    li_ctx *ctx = l->ctx;

    for (size_t a = 0; a < f->k; a++) {
        li_expr S = li_expr_add(ctx, li_frame_reduce(f, x->S0w[a]), x->S1w[a]), T = li_expr_add(ctx, li_frame_reduce(f, x->T0w[a]), x->T1w[a]);
        li_identities_add(l, "S3", "dS/dw' = [dS0/dw'] + dS1/dw'", a, li_expr_sub(ctx, x->Sw[a], S));
        li_identities_add(l, "N2", "dT/dw = [dT0/dw] + dT1/dw", a, li_expr_sub(ctx, x->Tw[a], T));
    }
    for (size_t r = 0; r < f->n; r++) {
        li_expr T = li_expr_add(ctx, li_frame_reduce(f, x->T0q[r]), x->T1q[r]);
        li_identities_add(l, "N1", "dT/dq = [dT0/dq] + dT1/dq", r, li_expr_sub(ctx, x->Tq[r], T));
    }
    for (size_t i = 0; i < f->p; i++) {
        li_expr sum = li_expr_int(ctx, 0);
        for (size_t a = 0; a < f->k; a++) {
            li_expr defect = li_expr_sub(ctx, li_expr_diff(ctx, f->phi_rate[i], f->rate[a]), f->d[a * f->p + i]);
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, defect, x->factor[a]));
        }
        li_identities_add(l, "N7", "d phi'/dw' = c", i, sum);
    }
}

/* The first derivatives of T - T1 + T1^0, on the constraints, are those of T0; T1 and T1^0 as functions. */
static void add_first_order(li_identities *l, const li_frame *f)
{
    li_ctx *ctx = l->ctx;
    li_expr F = li_expr_sub(ctx, li_frame_T(f), li_frame_frozen_T0(f, true));

    F = li_expr_add(ctx, F, li_frame_frozen_T0(f, false));
    for (size_t i = 0; i < 2 * f->n; i++) {
        li_expr x = i < f->n ? f->S->q[i] : f->w[i - f->n];
        li_expr slope = li_motion_thaw(ctx, f->S, li_expr_diff(ctx, F, x));
        li_identities_add(l, "N3", "T0 = T - T1 + T1^0 to first order", i, li_frame_reduce(f, li_expr_sub(ctx, slope, li_expr_diff(ctx, f->T0, x))));
    }
}

/* ---- quasi-velocities ---- */

/* N6: d/dt dw/dq' - dw/dq = dw'/dq' - 2 dw/dq;  N7: dq''/dw' = dq'/dw;  N8: the derivatives of T0 in q' and in w */
static void add_quasi(li_identities *l, const li_frame *f, const struct parts *x)
{
    li_ctx *ctx = l->ctx;
    const li_motion *S = f->S;

    for (size_t i = 0; i < S->model->quasis; i++) {
        li_expr w = li_model_basic(ctx, S->model, S->model->quasi[i].value), rate = li_motion_ddt(ctx, S, w), sum = li_expr_int(ctx, 0);
        for (size_t r = 0; r < f->n; r++) {
            li_expr turn = li_expr_sub(ctx, li_motion_ddt(ctx, S, li_expr_diff(ctx, w, S->v[r])), li_expr_diff(ctx, rate, S->v[r]));
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, li_expr_add(ctx, turn, li_expr_diff(ctx, w, S->q[r])), x->factor[r]));
        }
        li_identities_add(l, "N6", "d/dt dw/dq' - dw/dq = dw'/dq' - 2 dw/dq", i, sum);
    }
    for (size_t a = 0; a < f->n; a++) {
        li_expr sum = li_expr_int(ctx, 0), T = x->T0w[a];
        for (size_t r = 0; r < f->n; r++) {
            li_expr rate = li_derivation_apply(ctx, f->D, f->velocity[r]);
            li_expr defect = li_expr_sub(ctx, li_expr_diff(ctx, rate, f->rate[a]), li_expr_diff(ctx, f->velocity[r], f->w[a]));
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, defect, x->factor[r]));
            T = li_expr_sub(ctx, T, li_expr_mul(ctx, f->A[r * f->n + a], li_frame_in_w(f, li_expr_diff(ctx, S->T, S->v[r]))));
        }
        li_identities_add(l, "N7", "dq''/dw' = dq'/dw", a, sum);
        li_identities_add(l, "N8", "dT0/dw = sum a dT0/dq'", a, T);
    }
    for (size_t r = 0; r < f->n; r++) {
        li_expr T = li_expr_sub(ctx, x->T0q[r], li_frame_in_w(f, li_expr_diff(ctx, S->T, S->q[r])));
        for (size_t k = 0; k < f->n; k++) {
            li_expr slope = li_frame_in_w(f, li_expr_diff(ctx, S->T, S->v[k]));
            T = li_expr_sub(ctx, T, li_expr_mul(ctx, slope, li_expr_diff(ctx, f->velocity[k], S->q[r])));
        }
        li_identities_add(l, "N8", "dT0/dq, w fixed = dT0/dq + sum dT0/dq' dq'/dq", r, T);
    }
}

/* ---- velocities q' ---- */

/* C_a of (8): with T1 and S1, free of accelerations, and as Woronetz writes it */
static void add_complementary(li_identities *l, const li_frame *f, const struct parts *x)
{
    li_ctx *ctx = l->ctx;
    li_expr *zero = li_expr_room(ctx, f->k);

    for (size_t a = 0; zero != NULL && a < f->k; a++)
        zero[a] = li_expr_int(ctx, 0);
    for (size_t a = 0; zero != NULL && a < f->k; a++) {
        li_expr C = li_frame_C(f, a), W = C;
        li_expr T1 = li_expr_add(ctx, li_expr_sub(ctx, li_frame_project(f, x->T1q, a), li_frame_ddt(f, x->T1w[a])), x->S1w[a]);
        li_identities_add(l, "N4", "C = dT1/dq - D dT1/dq' + dS1/dq''", a, li_expr_sub(ctx, C, T1));
        if (!f->linear)
            continue;
        li_identities_add(l, "N4", "C is free of accelerations", a, li_expr_sub(ctx, C, li_expr_subst(ctx, C, f->k, f->rate, zero)));
        for (size_t i = 0; i < f->p; i++) {
            li_expr momentum = li_frame_reduce(f, x->T0w[f->k + i]);
            W = li_expr_add(ctx, W, li_expr_mul(ctx, f->d[a * f->p + i], li_frame_project(f, x->Tq, f->k + i)));
            W = li_expr_add(ctx, W, li_expr_mul(ctx, momentum, li_frame_curvature(f, i, a)));
        }
        li_identities_add(l, "N5", "C = Woronetz's expression", a, W);
    }
}

/* phi_i is free of t and homogeneous: then sum_a q'_a dphi_i/dq_a + sum_j phi_j dphi_i/dq_(k+j) = sum_a q'_a D_c c_ai */
static void add_homogeneous(li_identities *l, const li_frame *f)
{
    li_ctx *ctx = l->ctx;

    for (size_t i = 0; i < f->p; i++) {
        li_expr linear = f->phi[i], sum = li_expr_int(ctx, 0);
        for (size_t a = 0; a < f->k; a++)
            linear = li_expr_sub(ctx, linear, li_expr_mul(ctx, f->d[a * f->p + i], f->w[a]));
        if (li_exact_is_zero(ctx, linear) != LI_YES || li_exact_is_zero(ctx, f->phi_t[i]) != LI_YES)
            continue;
        for (size_t r = 0; r < f->n; r++)
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, f->phi_q[i * f->n + r], li_frame_reduce(f, f->velocity[r])));
        for (size_t a = 0; a < f->k; a++)
            sum = li_expr_sub(ctx, sum, li_expr_mul(ctx, f->w[a], li_frame_ddt(f, f->d[a * f->p + i])));
        li_identities_add(l, "N9", "sum q' dphi/dq + sum phi dphi/dq = sum q' Dc", i, sum);
    }
}

/* K(t, q, p): dK/dq_r = -dT/dq_r, dK/dp_a = q'_a */
static void add_canonical(li_identities *l, const li_frame *f, const struct parts *x)
{
    li_ctx *ctx = l->ctx;
    li_momenta m;

    if (li_frame_momenta(f, &m) != LI_OK) {
        if (li_ctx_status(ctx) != LI_MEMORY)
            li_ctx_forgive(ctx);
        return;
    }
    for (size_t r = 0; r < f->n; r++) {
        li_expr slope = li_expr_subst(ctx, li_expr_diff(ctx, m.K, f->S->q[r]), f->k, m.p, x->Tw);
        li_identities_add(l, "N10", "dK/dq = -dT/dq", r, li_expr_add(ctx, slope, x->Tq[r]));
    }
    for (size_t a = 0; a < f->k; a++) {
        li_expr slope = li_expr_subst(ctx, li_expr_diff(ctx, m.K, m.p[a]), f->k, m.p, x->Tw);
        li_identities_add(l, "N10", "dK/dp = q'", a, li_expr_sub(ctx, slope, f->w[a]));
    }
}

/* ---- all of them ---- */

/* In q', or in the quasi-velocities. */
static li_status add_all(li_identities *l, const li_motion *S, bool quasi)
{
    li_frame f;
    struct parts x;

    if (li_frame_init(l->ctx, &f, S, quasi) != LI_OK || !set_parts(&f, &x))
        return li_ctx_status(l->ctx);
    add_accelerations(l, &f, &x);
    if (quasi)
        add_quasi(l, &f, &x);
    if (f.p > 0)
        add_reductions(l, &f, &x);
    if (f.p > 0 && !f.implicit)
        add_first_order(l, &f);
    if (f.p > 0 && !quasi)
        add_complementary(l, &f, &x);
    if (!quasi && !f.implicit) {
        add_homogeneous(l, &f);
        if (f.linear)
            add_canonical(l, &f, &x);
    }
    return li_identities_theorems(l, &f);
}

li_status li_motion_identities(li_ctx *ctx, size_t *count, li_identity **out, const li_motion *S)
{
    li_identities l = { .ctx = ctx };

    if (add_all(&l, S, false) == LI_OK && S->model->quasis > 0)
        add_all(&l, S, true);
    *count = l.len;
    *out = l.at;
    return li_ctx_status(ctx);
}

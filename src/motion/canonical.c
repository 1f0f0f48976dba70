/* canonical.c - the canonical form
 *
 *     dp_a/dt + dK/dq_a + sum_i c_ai dK/dq_(k+i) + Gamma_a = Q_a,     dq_a/dt = dK/dp_a,
 *     dq_(k+i)/dt = sum_a c_ai dK/dp_a + c_i,     p_a = dT/dq'_a,  K = sum_a p_a q'_a - T,
 *     Gamma_a = sum_i [dT0/dq'_(k+i)] (dphi_i/dq_a + sum_j c_aj dphi_i/dq_(k+j) - D_c c_ai)        [tzenoff 6 (21)]
 *
 * and where all forces come from V, with H = K + V in the place of K and Q = 0                  [tzenoff 6 (22)] */
#include <stdio.h>
#include <string.h>

#include "frame.h"

/* The symbols p_NAME, NAME being the coordinate of w_a. */
static void name_momenta(const li_frame *f, li_momenta *m)
{
    for (size_t a = 0; a < f->k; a++) {
        char name[2 * LI_MAX_NAME];
        int len = (int)strcspn(li_expr_name(f->w[a]), "'");
        snprintf(name, sizeof name, "p_%.*s", len, li_expr_name(f->w[a]));
        m->p[a] = li_expr_symbol(f->ctx, name, LI_VELOCITY);
        strcat(name, "'");
        m->rate[a] = li_expr_symbol(f->ctx, name, LI_ACCELERATION);
    }
}

/* p = dT/dw is linear in w: solved for w; then K, as one fraction, so that its derivatives have one denominator. */
li_status li_frame_momenta(const li_frame *f, li_momenta *m)
{
    li_ctx *ctx = f->ctx;
    size_t k = f->k;
    *m = (li_momenta){ 0 };
    li_expr T = li_frame_T(f), *M = li_alloc(ctx, (k * k + 1) * sizeof *M), *rhs = li_alloc(ctx, (k + 1) * sizeof *rhs), constant;

    m->p = li_alloc(ctx, (k + 1) * sizeof *m->p);
    m->rate = li_alloc(ctx, (k + 1) * sizeof *m->rate);
    m->w = li_alloc(ctx, (k + 1) * sizeof *m->w);
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    name_momenta(f, m);
    for (size_t a = 0; a < k; a++) {
        if (li_exact_affine(ctx, li_expr_diff(ctx, T, f->w[a]), k, f->w, M + a * k, &constant) != LI_YES)
            return li_fail(ctx, LI_INPUT, "momenta need a kinetic energy that is quadratic in the velocities");
        rhs[a] = li_expr_sub(ctx, m->p[a], constant);
    }
    li_status status = li_exact_solve(ctx, m->w, k, M, 1, rhs);
    if (status == LI_BUDGET)
        status = li_exact_solve_unexpanded(ctx, m->w, k, M, 1, rhs);
    if (status != LI_OK)
        return li_fail(ctx, status, "the velocities could not be solved for in terms of the momenta");
    m->K = li_expr_neg(ctx, li_expr_subst(ctx, T, k, f->w, m->w));
    for (size_t a = 0; a < k; a++)
        m->K = li_expr_add(ctx, m->K, li_expr_mul(ctx, m->p[a], m->w[a]));
    if (li_exact_collect(ctx, m->K, LI_VELOCITY) != m->K)          /* it is within the budget */
        m->K = li_exact_normal(ctx, m->K);
    return li_ctx_status(ctx);
}

static li_expr gamma_term(const li_frame *f, size_t a)
{
    li_ctx *ctx = f->ctx;
    li_expr sum = li_expr_int(ctx, 0);

    for (size_t i = 0; i < f->p; i++) {
        li_expr momentum = li_frame_reduce(f, li_expr_diff(ctx, f->T0, f->w[f->k + i]));
        li_expr turn = li_expr_sub(ctx, li_frame_along(f, f->phi[i], a), li_frame_ddt(f, f->d[a * f->p + i]));
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, momentum, turn));
    }
    return sum;
}

static void set_equations(const li_frame *f, const li_momenta *m, li_equations *out, bool simplify)
{
    li_ctx *ctx = f->ctx;

    for (size_t a = 0; a < f->k; a++) {
        li_expr in_p[2] = { gamma_term(f, a), m->H != NULL ? li_expr_int(ctx, 0) : li_frame_force(f, a) };
        li_expr_subst_all(ctx, 2, in_p, f->k, f->w, m->w);
        li_expr part[3] = { m->rate[a], li_frame_along(f, m->H != NULL ? m->H : m->K, a), in_p[0] };
        li_equations_set(ctx, out, &out->eq[a], li_expr_sum(ctx, 3, part), in_p[1], simplify);
        out->unknown[a] = m->p[a];
    }
    li_expr *slope = li_alloc(ctx, (f->k + 1) * sizeof *slope);
    for (size_t a = 0; slope != NULL && a < f->k; a++)
        slope[a] = li_expr_diff(ctx, m->K, m->p[a]);
    for (size_t r = 0; slope != NULL && r < f->n; r++) {
        li_expr value = li_expr_subst(ctx, li_frame_reduce(f, f->velocity[r]), f->k, f->w, slope);
        li_equations_define(ctx, &out->relation[r], f->S->v[r], value, simplify);
    }
}

static void show_gamma(const li_frame *f, const li_momenta *m, li_equations *out, bool simplify)
{
    for (size_t a = 0; a < f->k && f->p > 0; a++) {
        char name[2 * LI_MAX_NAME];
        snprintf(name, sizeof name, "Gamma_%s", li_expr_name(m->p[a]) + strlen("p_"));
        li_equations_show(f->ctx, out, name, li_expr_subst(f->ctx, gamma_term(f, a), f->k, f->w, m->w), simplify);
    }
}

li_status li_motion_canonical(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    li_frame f;
    li_momenta m;

    if (S->H != NULL)
        return li_motion_given_canonical(ctx, out, S, simplify);
    if (li_frame_init(ctx, &f, S, false) != LI_OK || li_frame_needs_linear(&f, "the canonical equations") != LI_OK || li_frame_momenta(&f, &m) != LI_OK)
        return li_ctx_status(ctx);
    if (S->model->forces == 0)
        m.H = li_expr_add(ctx, m.K, S->V);
    if (li_equations_init(ctx, out, "canonical", m.H != NULL ? "canonical form (22)" : "canonical form (21)", f.k, f.n, f.k) == LI_OK)
        set_equations(&f, &m, out, simplify);
    out->momenta = f.k;
    out->momentum = m.p;
    out->rate = m.rate;
    out->meaning = li_alloc(ctx, (f.k + 1) * sizeof *out->meaning);
    if (out->meaning != NULL)
        li_frame_by_w(&f, out->meaning, li_frame_T(&f));
    out->law = m.H != NULL ? "canonical-H" : "canonical";
    li_equations_show(ctx, out, m.H != NULL ? "H" : "K", m.H != NULL ? m.H : m.K, simplify);
    show_gamma(&f, &m, out, simplify);
    return li_ctx_status(ctx);
}

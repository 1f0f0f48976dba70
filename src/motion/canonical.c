/* canonical.c - the canonical form
 *
 *     dp_a/dt + dK/dq_a + sum_i c_ai dK/dq_(k+i) + Gamma_a = Q_a,     dq_a/dt = dK/dp_a,
 *     dq_(k+i)/dt = sum_a c_ai dK/dp_a + c_i,     p_a = dT/dq'_a,  K = sum_a p_a q'_a - T,
 *     Gamma_a = sum_i [dT0/dq'_(k+i)] (dphi_i/dq_a + sum_j c_aj dphi_i/dq_(k+j) - D_c c_ai)        [tzenoff 6 (21)]
 *
 * and where all forces come from V, with H = K + V in the place of K and Q = 0                  [tzenoff 6 (22)].
 *
 * With p = M q' + b, K = 1/2 sum_ab adj(M)_ab (p_a - b_a)(p_b - b_b) / D - T(q' = 0), D = det M. For people D gets a name where it is
 * long; and where functions of p would be longer than one reads, the velocities stay in the equations, dK/dq_r = -dT/dq_r (20),
 * and are themselves given as functions of p. */
#include <stdio.h>
#include <string.h>

#include "frame.h"

/* KIND_NAME, NAME being the coordinate of w_a, as the theory calls it beside this model */
static const char *name_of(const li_frame *f, const char *kind, size_t a)
{
    char name[2 * LI_MAX_NAME];
    const char *w = li_expr_name(f->w[a]);

    snprintf(name, sizeof name, "%s_%.*s", kind, (int)strcspn(w, "'"), w);
    return li_model_theory_name(f->ctx, f->S->model, name);
}

/* The symbols p_NAME and p_NAME' */
static void name_momenta(const li_frame *f, li_momenta *m)
{
    for (size_t a = 0; a < f->k; a++) {
        char rate[2 * LI_MAX_NAME + 16];
        const char *p = name_of(f, "p", a);
        snprintf(rate, sizeof rate, "%s'", p);
        m->p[a] = li_expr_symbol(f->ctx, p, LI_VELOCITY);
        m->rate[a] = li_expr_symbol(f->ctx, rate, LI_ACCELERATION);
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

/* Gamma_a, in the velocities */
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

/* ---- the equations ---- */

/* One way to write them: K or H, its slopes along the virtual displacements, Gamma and Q, and the velocities */
struct writing { li_expr D, energy, *slope, *gamma, *force, *w; };

static bool reserve(li_ctx *ctx, struct writing *x, size_t k)
{
    li_expr **each[] = { &x->slope, &x->gamma, &x->force, &x->w };
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        *each[i] = li_expr_room(ctx, k);
    x->D = NULL;
    return li_ctx_status(ctx) == LI_OK;
}

/* Gamma and Q, in the velocities */
static void set_terms(const li_frame *f, struct writing *x, bool potential)
{
    for (size_t a = 0; a < f->k; a++) {
        x->gamma[a] = gamma_term(f, a);
        x->force[a] = potential ? li_expr_int(f->ctx, 0) : li_frame_force(f, a);
    }
}

/* All in (t, q, p): `x` has gamma and force in the velocities */
static void in_momenta(const li_frame *f, const li_momenta *m, struct writing *x)
{
    li_ctx *ctx = f->ctx;

    x->energy = m->H != NULL ? m->H : m->K;
    li_expr_subst_all(ctx, f->k, x->gamma, f->k, f->w, m->w);
    li_expr_subst_all(ctx, f->k, x->force, f->k, f->w, m->w);
    for (size_t a = 0; a < f->k; a++) {
        x->slope[a] = li_frame_along(f, x->energy, a);
        x->w[a] = li_expr_diff(ctx, m->K, m->p[a]);
    }
}

static void set_equations(const li_frame *f, const li_momenta *m, const struct writing *x, li_equations *out, bool simplify)
{
    li_ctx *ctx = f->ctx;

    for (size_t a = 0; a < f->k; a++) {
        li_expr part[3] = { m->rate[a], x->slope[a], x->gamma[a] };
        li_equations_set(ctx, out, &out->eq[a], li_expr_sum(ctx, 3, part), x->force[a], simplify);
        out->unknown[a] = m->p[a];
    }
    for (size_t r = 0; r < f->n; r++) {
        li_expr value = li_frame_reduce(f, f->velocity[r]);
        li_equations_define(ctx, &out->relation[r], f->S->v[r], li_expr_subst(ctx, value, f->k, f->w, x->w), simplify);
    }
}

/* ---- for people ---- */

enum { NAMED = 16, TRIED = 60 };        /* leaves and operations of D: from so many on it has a name; up to so many all is tried in p */

/* The cofactor of M_ab */
static bool cofactor(li_ctx *ctx, li_expr *out, const li_expr *M, size_t k, size_t a, size_t b)
{
    li_expr *minor = li_expr_room(ctx, k * k);
    size_t len = 0;

    for (size_t i = 0; minor != NULL && i < k * k; i++)
        if (i / k != a && i % k != b)
            minor[len++] = M[i];
    if (minor == NULL || (k > 1 && li_exact_det(ctx, out, k - 1, minor) != LI_OK))
        return false;
    *out = k == 1 ? li_expr_int(ctx, 1) : (a + b) % 2 == 0 ? *out : li_expr_neg(ctx, *out);
    *out = li_exact_simplify(ctx, *out);
    return true;
}

/* The velocities adj(M) (p - b) / D and the energy; false: past the budget */
static bool as_quotients(const li_frame *f, const li_momenta *m, struct writing *x)
{
    li_ctx *ctx = f->ctx;
    size_t k = f->k;
    li_expr T = li_frame_T(f), *M = li_expr_room(ctx, k * k), *p = li_expr_room(ctx, k), *zero = li_expr_room(ctx, k), D, adj;

    if (M == NULL || p == NULL || zero == NULL)
        return false;
    for (size_t a = 0; a < k; a++) {
        li_exact_affine(ctx, li_expr_diff(ctx, T, f->w[a]), k, f->w, M + a * k, &p[a]);
        p[a] = li_expr_sub(ctx, m->p[a], li_exact_simplify(ctx, p[a]));
        x->w[a] = zero[a] = li_expr_int(ctx, 0);
    }
    if (li_exact_det(ctx, &D, k, M) != LI_OK)
        return false;
    x->D = li_exact_simplify(ctx, D);
    D = li_exact_cost(ctx, x->D) < NAMED ? x->D : li_expr_symbol(ctx, li_model_theory_name(ctx, f->S->model, "D"), LI_PARAMETER);
    x->energy = li_expr_neg(ctx, li_expr_subst(ctx, T, k, f->w, zero));
    for (size_t a = 0; a < k; a++) {
        for (size_t b = 0; b < k; b++) {
            if (!cofactor(ctx, &adj, M, k, a, b))
                return false;
            x->w[a] = li_expr_add(ctx, x->w[a], li_expr_div(ctx, li_expr_mul(ctx, adj, p[b]), D));
        }
        x->w[a] = li_exact_collect(ctx, x->w[a], LI_VELOCITY);
        x->energy = li_expr_add(ctx, x->energy, li_expr_mul(ctx, li_expr_mul(ctx, li_expr_frac(ctx, 1, 2), p[a]), x->w[a]));
        x->slope[a] = li_expr_sub(ctx, m->H != NULL ? li_frame_along(f, f->S->V, a) : li_expr_int(ctx, 0), li_frame_along(f, T, a));
    }
    x->energy = m->H != NULL ? li_expr_add(ctx, x->energy, f->S->V) : x->energy;
    return li_ctx_status(ctx) == LI_OK;
}

static void show(const li_frame *f, const struct writing *x, li_equations *out, bool potential, bool simplify)
{
    if (x->D != NULL && li_exact_cost(f->ctx, x->D) >= NAMED)
        li_equations_show(f->ctx, out, "D", x->D, simplify);
    li_equations_show(f->ctx, out, potential ? "H" : "K", x->energy, simplify);
    for (size_t a = 0; a < f->k && f->p > 0; a++)
        li_equations_show(f->ctx, out, name_of(f, "Gamma", a), x->gamma[a], simplify);
}

static li_status open(li_ctx *ctx, li_equations *out, const li_frame *f, const li_momenta *m)
{
    if (li_equations_init(ctx, out, "canonical", m->H != NULL ? "canonical form (22)" : "canonical form (21)", f->k, f->n, f->k) != LI_OK)
        return li_ctx_status(ctx);
    out->momenta = f->k;
    out->momentum = m->p;
    out->rate = m->rate;
    out->meaning = li_expr_room(ctx, f->k);
    if (out->meaning != NULL)
        li_frame_by_w(f, out->meaning, li_frame_T(f));
    out->law = m->H != NULL ? "canonical-H" : "canonical";
    return li_ctx_status(ctx);
}

/* With the velocities in the equations; false if that cannot be had. D: what the determinant costs to read */
static bool write_mixed(const li_frame *f, const li_momenta *m, li_equations *out, size_t *D)
{
    struct writing x;
    bool quotients = reserve(f->ctx, &x, f->k) && as_quotients(f, m, &x);

    if (!quotients || open(f->ctx, out, f, m) != LI_OK)
        return false;
    *D = li_exact_cost(f->ctx, x.D);
    set_terms(f, &x, m->H != NULL);
    set_equations(f, m, &x, out, true);
    show(f, &x, out, m->H != NULL, true);
    out->remark = m->H != NULL ? "the velocities stand for their functions of the momenta, below: dH/dq = dV/dq - dT/dq"
                               : "the velocities stand for their functions of the momenta, below: dK/dq = -dT/dq";
    return li_ctx_status(f->ctx) == LI_OK;
}

static li_status write_plain(const li_frame *f, const li_momenta *m, li_equations *out, bool simplify)
{
    struct writing x;

    if (!reserve(f->ctx, &x, f->k) || open(f->ctx, out, f, m) != LI_OK)
        return li_ctx_status(f->ctx);
    set_terms(f, &x, m->H != NULL);
    in_momenta(f, m, &x);
    set_equations(f, m, &x, out, simplify);
    show(f, &x, out, m->H != NULL, simplify);
    return li_ctx_status(f->ctx);
}

/* What it costs to read, its functions included */
static size_t reading(li_ctx *ctx, const li_equations *form)
{
    size_t cost = li_equations_cost(ctx, form);
    for (size_t i = 0; i < form->functions; i++)
        cost += li_exact_cost(ctx, form->function[i].value);
    return cost;
}

li_status li_motion_canonical(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    li_frame f;
    li_momenta m;
    li_equations plain;
    size_t D = 0;

    if (S->H != NULL)
        return li_motion_given_canonical(ctx, out, S, simplify);
    if (li_frame_init(ctx, &f, S, false) != LI_OK || li_frame_needs_linear(&f, "the canonical equations") != LI_OK || li_frame_momenta(&f, &m) != LI_OK)
        return li_ctx_status(ctx);
    if (S->model->forces == 0)
        m.H = li_expr_add(ctx, m.K, S->V);
    bool mixed = simplify && write_mixed(&f, &m, out, &D);
    if (li_ctx_status(ctx) != LI_OK || (mixed && D > TRIED))
        return li_ctx_status(ctx);
    if (write_plain(&f, &m, &plain, simplify) == LI_OK && (!mixed || reading(ctx, &plain) <= 2 * reading(ctx, out)))
        *out = plain;
    return li_ctx_status(ctx);
}

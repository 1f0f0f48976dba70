/* theorems.c - what follows from the forms: Hamilton's integrands, energy, H = h               [tzenoff 7, 8, 9] */
#include "identities.h"

/* The left sides dS/dw'_a of Appell's equations, without the forces */
static li_expr *inertia(const li_frame *f)
{
    li_expr *left = li_expr_room(f->ctx, f->n);
    if (left != NULL)
        li_expr_gradient(f->ctx, left, li_frame_reduce(f, li_frame_S0(f)), f->k, f->rate);
    return left;
}

/* ---- integrands ---- */

/* V1: delta T0 + sum P dp + sum_a R_a dp_a = d/dt sum_j [dT0/dw_j] dp_j, whatever the dp_a; R_a: left - right of a form */
static void add_integrands(li_identities *l, const li_frame *f, const li_expr *left)
{
    li_ctx *ctx = l->ctx;
    li_variation d;
    li_expr integrand[LI_INTEGRANDS];

    if (li_frame_vary(f, &d, false) != LI_OK)
        return;
    size_t n = li_frame_integrands(f, &d, integrand);
    li_expr e = n > 0 ? integrand[0] : li_expr_int(ctx, 0);
    for (size_t a = 0; a < f->k; a++)
        e = li_expr_add(ctx, e, li_expr_mul(ctx, li_expr_sub(ctx, left[a], li_frame_force(f, a)), d.dp[a]));
    for (size_t j = 0; j < f->n; j++) {
        li_expr momentum = li_frame_reduce(f, li_expr_diff(ctx, f->T0, f->w[j]));
        e = li_expr_sub(ctx, e, li_expr_mul(ctx, li_frame_ddt(f, momentum), d.dp[j]));
        e = li_expr_sub(ctx, e, li_expr_mul(ctx, momentum, d.rate[j]));
    }
    li_identities_add(l, "V1", "delta T0 + sum Q dq + sum R dq = d/dt sum dT0/dq' dq", 0, e);
    if (n == LI_INTEGRANDS)
        li_identities_add(l, "V2", "the integrands (23) and (24) agree", 0, li_expr_sub(ctx, integrand[1], integrand[2]));
}

/* ---- energy, velocities q' ---- */

/* phi_i - sum_a c_ai q'_a: what is left of a dependent velocity when the independent ones vanish */
static li_expr drift(const li_frame *f, size_t i)
{
    li_expr e = f->phi[i];
    for (size_t a = 0; a < f->k; a++)
        e = li_expr_sub(f->ctx, e, li_expr_mul(f->ctx, f->d[a * f->p + i], f->w[a]));
    return e;
}

/* T0 free of t and homogeneous of degree 2, the constraints of degree 1 and free of t */
static bool is_conservative(const li_frame *f, li_expr euler)
{
    li_ctx *ctx = f->ctx;
    bool yes = li_exact_is_zero(ctx, li_expr_diff(ctx, f->T0, f->S->t)) == LI_YES && li_exact_is_zero(ctx, li_expr_sub(ctx, euler, f->T0)) == LI_YES;

    for (size_t i = 0; i < f->p && yes; i++)
        yes = li_exact_is_zero(ctx, drift(f, i)) == LI_YES && li_exact_is_zero(ctx, f->phi_t[i]) == LI_YES;
    return yes;
}

static void add_energy(li_identities *l, const li_frame *f, const li_expr *left)
{
    li_ctx *ctx = l->ctx;
    li_expr euler = li_expr_neg(ctx, f->T0), power = li_expr_int(ctx, 0), S0 = li_frame_S0(f);

    for (size_t j = 0; j < f->n; j++)
        euler = li_expr_add(ctx, euler, li_expr_mul(ctx, f->w[j], li_expr_diff(ctx, f->T0, f->w[j])));
    for (size_t a = 0; a < f->k; a++)
        power = li_expr_add(ctx, power, li_expr_mul(ctx, f->w[a], left[a]));
    if (is_conservative(f, euler)) {
        li_identities_add(l, "energy", "sum q' (left side) = dT/dt", 0, li_expr_sub(ctx, power, li_frame_ddt(f, li_frame_T(f))));
        return;
    }
    /* d/dt (sum q' dT0/dq' - T0) + dT0/dt = sum q' (left side) + sum_i [dS0/dq''_(k+i)] (phi_i - sum_a c_ai q'_a) */
    li_expr e = li_expr_add(ctx, li_frame_ddt(f, li_frame_reduce(f, euler)), li_frame_reduce(f, li_expr_diff(ctx, f->T0, f->S->t)));
    for (size_t i = 0; i < f->p; i++)
        e = li_expr_sub(ctx, e, li_expr_mul(ctx, li_frame_reduce(f, li_expr_diff(ctx, S0, f->rate[f->k + i])), drift(f, i)));
    li_identities_add(l, "energy", "corrected: d/dt (sum q' dT0/dq' - T0) + dT0/dt = sum q' (left side) + sum dS0/dq'' (phi - sum c q')", 0,
                      li_expr_sub(ctx, e, power));
}

/* Under the hypotheses of the energy theorem and with forces from V(q): dH/dt = sum q' (left - right), 0 on every motion */
static void add_hamiltonian(li_identities *l, const li_frame *f, const li_expr *left)
{
    li_ctx *ctx = l->ctx;
    li_expr euler = li_expr_neg(ctx, f->T0);

    for (size_t j = 0; j < f->n; j++)
        euler = li_expr_add(ctx, euler, li_expr_mul(ctx, f->w[j], li_expr_diff(ctx, f->T0, f->w[j])));
    if (f->S->model->forces > 0 || li_exact_is_zero(ctx, li_expr_diff(ctx, f->S->V, f->S->t)) != LI_YES || !is_conservative(f, euler))
        return;
    li_expr e = li_frame_ddt(f, li_frame_H(f));
    for (size_t a = 0; a < f->k; a++)
        e = li_expr_sub(ctx, e, li_expr_mul(ctx, f->w[a], li_expr_sub(ctx, left[a], li_frame_force(f, a))));
    li_identities_add(l, "H", "H = h: dH/dt = sum q' (left - right)", 0, e);
}

/* ---- the forms ---- */

/* left - right of every form is E_a + sum_i d_ai E_(k+i), E = sum_r a_r (d/dt dT0/dq'_r - dT0/dq_r - Q_r) */
static void add_forms(li_identities *l, const li_frame *f)
{
    static const struct { const char *form, *words; bool quasi; } forms[] = {
        { "tzenoff", "(V) is d'Alembert's equation", false }, { "appell-nh", "(VI) is d'Alembert's equation", false },
        { "tzenoff-T", "(VII) is d'Alembert's equation", false }, { "tzenoff-9", "(9) is d'Alembert's equation", false },
        { "woronetz", "Woronetz's is d'Alembert's equation", false }, { "tzenoff-quasi", "(VIII) is d'Alembert's equation", true },
        { "appell-quasi-nh", "(IX) is d'Alembert's equation", true }, { "tzenoff-quasi-T", "(X) is d'Alembert's equation", true },
    };
    li_ctx *ctx = l->ctx;
    const li_motion *S = f->S;
    size_t n = f->n;
    li_expr *E = li_expr_room(ctx, n), *x = li_expr_room(ctx, 2 * n), *to = li_expr_room(ctx, 2 * n);

    if (E == NULL || x == NULL || to == NULL || li_motion_inertia(ctx, S, E) != LI_OK)
        return;
    for (size_t r = 0; r < n; r++) {
        x[r] = S->v[r];
        x[n + r] = S->a[r];
        to[r] = f->velocity[r];
        to[n + r] = li_derivation_apply(ctx, f->D, f->velocity[r]);
    }
    li_expr_subst_all(ctx, n, E, 2 * n, x, to);
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        li_equations eq;
        if (forms[k].quasi != f->quasi || li_motion_form(ctx, &eq, S, forms[k].form, false) != LI_OK) {
            if (li_ctx_status(ctx) == LI_MEMORY)
                return;
            li_ctx_forgive(ctx);
            continue;
        }
        for (size_t a = 0; a < f->k; a++) {
            li_expr e = li_frame_project(f, E, a);
            for (size_t i = 0; i < f->p; i++)
                e = li_expr_add(ctx, e, li_expr_mul(ctx, f->d[a * f->p + i], li_frame_project(f, E, f->k + i)));
            li_identities_add(l, "E", forms[k].words, a, li_expr_sub(ctx, li_expr_sub(ctx, eq.eq[a].left, eq.eq[a].right), li_frame_reduce(f, e)));
        }
    }
}

li_status li_identities_theorems(li_identities *l, const li_frame *f)
{
    li_expr *left = inertia(f);

    if (left == NULL)
        return li_ctx_status(l->ctx);
    add_integrands(l, f, left);
    if (!f->quasi) {
        add_energy(l, f, left);
        add_hamiltonian(l, f, left);
    }
    add_forms(l, f);
    return li_ctx_status(l->ctx);
}

/* solution.c - the motion solved: everything in terms of an independent state
 *
 * Relations are used one after another: each gives the quantity that it determines most simply, a coordinate at
 * position level, a velocity otherwise; where the quantity enters as x^2, both signs of the root are kept as a symbol.
 * Accelerations follow from  M a = -h + sum_h lambda_h l^h,  or from (II) where there are quasi-velocities, and the
 * multipliers from the relations differentiated. */
#include "frame.h"

static void put(li_solution *X, li_expr from, li_expr to)
{
    X->from[X->len] = from;
    X->to[X->len++] = to;
}

li_expr li_solution_apply(li_ctx *ctx, const li_solution *X, li_expr e) { return li_expr_subst(ctx, e, X->len, X->from, X->to); }

/* ---- relations ---- */

/* x = value from now on, also in what was eliminated before. */
static void eliminate(li_ctx *ctx, li_solution *X, li_expr x, li_expr value)
{
    li_expr_subst_all(ctx, X->len, X->to, 1, &x, &value);
    put(X, x, value);
}

struct choice { size_t cost; li_expr x, value; bool square; };

/* a = coef x + constant with coef free of x: how much it costs to solve for x */
static void try_linear(li_ctx *ctx, struct choice *best, li_expr a, li_expr x)
{
    li_expr coef, constant;

    if (!li_expr_contains(ctx, a, x) || li_exact_affine(ctx, a, 1, &x, &coef, &constant) != LI_YES)
        return;
    coef = li_exact_simplify(ctx, coef);
    size_t cost = li_expr_kind(coef) == LI_NUM ? 0 : 1 + li_exact_cost(ctx, coef);
    if (cost >= best->cost || li_exact_is_zero(ctx, coef) != LI_NO)
        return;
    *best = (struct choice){ cost, x, li_exact_simplify(ctx, li_expr_neg(ctx, li_expr_div(ctx, constant, coef))), false };
}

/* a = coef x^2 + constant: its second derivative is free of x, its first 0 at x = 0 */
static void try_square(li_ctx *ctx, struct choice *best, li_expr a, li_expr x)
{
    li_expr zero = li_expr_int(ctx, 0), first = li_expr_diff(ctx, a, x), second = li_expr_diff(ctx, first, x);

    if (best->cost < SIZE_MAX || !li_expr_contains(ctx, a, x) || li_exact_depends(ctx, second, x) != LI_NO)
        return;
    li_expr slope = li_expr_subst(ctx, first, 1, &x, &zero), constant = li_expr_subst(ctx, a, 1, &x, &zero);
    if (li_ctx_status(ctx) != LI_OK || li_exact_is_zero(ctx, slope) != LI_YES || li_exact_is_zero(ctx, second) != LI_NO)
        return;
    li_expr radicand = li_expr_div(ctx, li_expr_mul(ctx, li_expr_int(ctx, -2), constant), second);
    *best = (struct choice){ 1000, x, li_expr_sqrt(ctx, li_exact_simplify(ctx, radicand)), true };
}

/* Uses a = 0 for one of the x; false if it determines none of them simply. */
static bool use_relation(li_ctx *ctx, li_solution *X, li_expr a, size_t n, const li_expr *x)
{
    struct choice best = { .cost = SIZE_MAX };

    a = li_solution_apply(ctx, X, a);
    if (li_exact_is_zero(ctx, a) == LI_YES)
        return true;                          /* it follows from the others */
    for (size_t i = 0; i < n; i++)
        try_linear(ctx, &best, a, x[i]);
    li_expr vanishing = best.cost == SIZE_MAX ? li_exact_vanishing(ctx, a) : NULL;
    for (size_t i = 0; i < n && vanishing != NULL; i++)
        try_linear(ctx, &best, vanishing, x[i]);
    for (size_t i = 0; i < n; i++)
        try_square(ctx, &best, a, x[i]);
    if (best.cost == SIZE_MAX)
        return false;
    if (best.square) {
        if (X->signs == LI_SOLUTION_SIGNS)
            return false;
        li_expr sign = li_expr_fresh(ctx, "sign", LI_GENERATOR);
        X->sign[X->signs++] = sign;
        best.value = li_expr_mul(ctx, sign, best.value);
    }
    eliminate(ctx, X, best.x, best.value);
    return true;
}

/* ---- velocities ---- */

/* q' in the velocities in which claims are made: quasi-velocities where there are any, else those of the chart. */
static li_status set_velocities(li_ctx *ctx, li_solution *X, const li_motion *S, li_expr *w)
{
    li_quasi Q;
    size_t n = S->n;

    for (size_t r = 0; r < n; r++)
        w[r] = S->v[r];
    for (size_t r = 0; r < S->coords; r++)
        if (S->phi[r] != S->model->coord[r].v)
            put(X, S->model->coord[r].v, S->phi[r]);
    if (S->speeds || S->model->quasis == 0)
        return li_ctx_status(ctx);
    if (li_quasi_init(ctx, &Q, S) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t r = 0; r < n; r++) {
        li_expr value = Q.c[r];
        for (size_t j = 0; j < n; j++)
            value = li_expr_add(ctx, value, li_expr_mul(ctx, Q.A[r * n + j], Q.w[j]));
        w[r] = Q.w[r];
        if (value != S->v[r])
            put(X, S->v[r], value);
    }
    return li_ctx_status(ctx);
}

/* Quasi-velocities beside speeds, or more of them than coordinates: by their definitions. */
static void define_quasi(li_ctx *ctx, li_solution *X, const li_motion *S)
{
    for (size_t i = 0; S->speeds && i < S->model->quasis; i++)
        put(X, S->model->quasi[i].w, li_model_basic(ctx, S->model, S->model->quasi[i].value));
}

/* ---- accelerations and multipliers ---- */

/* M a = force, both on the relations used so far: solved for a */
static li_status solve_for(li_ctx *ctx, const li_solution *X, size_t n, li_expr *a, li_expr *M, li_expr *force)
{
    li_expr_subst_all(ctx, n * n, M, X->len, X->from, X->to);
    li_expr_subst_all(ctx, n, force, X->len, X->from, X->to);
    li_status status = li_exact_solve(ctx, a, n, M, 1, force);
    if (status != LI_OK)
        return li_fail(ctx, status, status == LI_SINGULAR ? "the mass matrix is singular" : "the accelerations could not be solved for within the budget");
    return li_ctx_status(ctx);
}

/* a = M^-1 (-h + sum_h lambda_h l^h), the multipliers being symbols still */
static li_status solve_accelerations(li_ctx *ctx, li_solution *X, const li_motion *S)
{
    size_t n = S->n;
    li_expr *E = li_expr_room(ctx, n), *M = li_expr_room(ctx, n * n), *force = li_expr_room(ctx, n), *a = li_expr_room(ctx, n);

    if (a == NULL || force == NULL || li_motion_inertia(ctx, S, E) != LI_OK || li_motion_matrix(ctx, S, E, M, force) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n; i++)
        force[i] = li_expr_sub(ctx, li_motion_reaction(ctx, S, i), force[i]);
    if (solve_for(ctx, X, n, a, M, force) == LI_OK)
        for (size_t i = 0; i < n; i++)
            put(X, S->a[i], a[i]);
    return li_ctx_status(ctx);
}

/* The rates of the quasi-velocities from (II), where T0 and its mass matrix are short; then q'' = d/dt (sum_a a_ra w_a + a_r) */
static li_status solve_quasi_rates(li_ctx *ctx, li_solution *X, const li_motion *S)
{
    size_t n = S->n;
    li_equations eq;
    li_frame f;
    li_expr *M = li_expr_room(ctx, n * n), *force = li_expr_room(ctx, n), *rate = li_expr_room(ctx, n), *zero = li_expr_room(ctx, n);

    if (zero == NULL || li_motion_quasi(ctx, &eq, S, false) != LI_OK || li_frame_free(ctx, &f, S, true) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n; i++)
        zero[i] = li_expr_int(ctx, 0);
    for (size_t i = 0; i < n; i++) {
        li_expr_gradient(ctx, M + i * n, eq.eq[i].left, n, f.rate);
        force[i] = li_expr_sub(ctx, eq.eq[i].right, li_expr_subst(ctx, eq.eq[i].left, n, f.rate, zero));
    }
    if (solve_for(ctx, X, n, rate, M, force) != LI_OK)
        return li_ctx_status(ctx);
    size_t relations = X->len;
    for (size_t i = 0; i < n; i++)
        put(X, f.rate[i], rate[i]);
    for (size_t r = 0; r < n; r++) {
        li_expr q = li_derivation_apply(ctx, f.D, f.velocity[r]);
        if (q != S->a[r])                        /* else it is among the rates */
            put(X, S->a[r], li_expr_subst(ctx, q, relations + n, X->from, X->to));
    }
    return li_ctx_status(ctx);
}

/* In quasi-velocities, where there are any, and else, or past the budget, in the chart. */
static li_status solve_motion(li_ctx *ctx, li_solution *X, const li_motion *S)
{
    if (S->model->quasis > 0 && !S->speeds) {
        li_status status = solve_quasi_rates(ctx, X, S);
        if (status != LI_BUDGET && status != LI_UNDECIDED)
            return status;
        li_ctx_forgive(ctx);
    }
    return solve_accelerations(ctx, X, S);
}

/* d/dt a_k = 0 determines the multipliers; where one enters its own law, another symbol in which the relation is
 * linear stands for it. */
static void use_rates(li_ctx *ctx, li_solution *X, const li_motion *S)
{
    for (size_t k = 0; k < S->p && li_ctx_status(ctx) == LI_OK; k++) {
        li_expr rate = li_solution_apply(ctx, X, li_motion_ddt(ctx, S, S->relation[k])), other[64];
        if (use_relation(ctx, X, rate, S->r, S->lambda))
            continue;
        size_t n = li_expr_symbols(ctx, 1, &rate, LI_PARAMETER, LI_PARAMETER, other, 64);
        if (!use_relation(ctx, X, rate, n < 64 ? n : 64, other))
            X->unused = true;
    }
}

/* [M -L; A 0] (a, lambda) = (-h, -rest): what determines them where writing them out passes the budget. */
static li_status keep_system(li_ctx *ctx, li_solution *X, const li_motion *S)
{
    size_t n = S->n, m = n + S->p;
    li_expr *E = li_expr_room(ctx, n), *M = li_expr_room(ctx, n * n), *h = li_expr_room(ctx, n), *zero = li_expr_room(ctx, n);

    X->K = li_expr_room(ctx, m * m);
    X->b = li_expr_room(ctx, m);
    X->z = li_expr_room(ctx, m);
    if (S->p != S->r || X->z == NULL || zero == NULL || li_motion_inertia(ctx, S, E) != LI_OK || li_motion_matrix(ctx, S, E, M, h) != LI_OK)
        return li_fail(ctx, LI_BUDGET, "the accelerations could not be solved for within the budget");
    for (size_t i = 0; i < n; i++)
        zero[i] = li_expr_int(ctx, 0);
    for (size_t i = 0; i < m; i++) {
        X->z[i] = i < n ? S->a[i] : S->lambda[i - n];
        for (size_t j = 0; j < m; j++)
            X->K[i * m + j] = i >= n ? zero[0] : j < n ? M[i * n + j] : li_expr_neg(ctx, S->l[(j - n) * n + i]);
        if (i >= n)
            li_expr_gradient(ctx, X->K + i * m, S->relation[i - n], n, S->v);
        X->b[i] = li_expr_neg(ctx, i < n ? h[i] : li_expr_subst(ctx, li_motion_ddt(ctx, S, S->relation[i - n]), n, S->a, zero));
    }
    li_expr_subst_all(ctx, m * m, X->K, X->len, X->from, X->to);
    li_expr_subst_all(ctx, m, X->b, X->len, X->from, X->to);
    X->unknowns = m;
    return li_ctx_status(ctx);
}

/* A singular mass matrix may still leave one motion, where the constraints hold what has no inertia. */
static li_status solve_bordered(li_ctx *ctx, li_solution *X, const li_motion *S)
{
    li_ctx_forgive(ctx);
    if (keep_system(ctx, X, S) != LI_OK)
        return li_ctx_status(ctx);
    size_t m = X->unknowns;
    li_expr *z = li_expr_room(ctx, m);
    X->unknowns = 0;
    li_status status = z != NULL ? li_exact_solve(ctx, z, m, X->K, 1, X->b) : LI_MEMORY;
    if (status != LI_OK)
        return li_fail(ctx, status, status == LI_SINGULAR ? "the mass matrix is singular" : "the accelerations could not be solved for within the budget");
    for (size_t i = 0; i < m; i++)
        put(X, X->z[i], z[i]);
    return li_ctx_status(ctx);
}

static bool is_solved(const li_solution *X, li_expr x)
{
    size_t i = 0;
    while (i < X->len && X->from[i] != x)
        i++;
    return i < X->len;
}

/* The rates that follow: q'' where there are speeds, p' of quasi-velocities. */
static void put_rates(li_ctx *ctx, li_solution *X, const li_motion *S)
{
    const li_model *m = S->model;
    size_t n = S->coords;
    li_expr *rate = li_expr_room(ctx, n + m->quasis);

    for (size_t i = 0; rate != NULL && i < n + m->quasis; i++) {
        li_expr f = i < n ? S->phi[i] : li_model_basic(ctx, m, m->quasi[i - n].value);
        rate[i] = li_solution_apply(ctx, X, li_motion_ddt(ctx, S, f));
    }
    for (size_t i = 0; rate != NULL && i < n; i++)
        if (m->coord[i].a != S->a[i])
            put(X, m->coord[i].a, rate[i]);
    for (size_t i = 0; rate != NULL && i < m->quasis; i++)
        if (!is_solved(X, m->quasi[i].rate))
            put(X, m->quasi[i].rate, rate[n + i]);
}

li_status li_solution_init(li_ctx *ctx, li_solution *X, const li_motion *S)
{
    size_t n = S->n, most = 7 * n + 2 * S->p + S->r + 2 * S->model->quasis + 1;
    li_expr *w = li_expr_room(ctx, n);

    *X = (li_solution){ .from = li_expr_room(ctx, most), .to = li_expr_room(ctx, most) };
    if (w == NULL || X->from == NULL || X->to == NULL)
        return li_ctx_status(ctx);
    if (set_velocities(ctx, X, S, w) != LI_OK)
        return li_ctx_status(ctx);
    define_quasi(ctx, X, S);
    for (size_t h = 0; h < S->p && li_ctx_status(ctx) == LI_OK; h++)
        if (S->position[h] != NULL && !use_relation(ctx, X, S->position[h], S->coords, S->q))
            X->unused = true;
    for (size_t h = 0; h < S->p && li_ctx_status(ctx) == LI_OK; h++)
        if (!use_relation(ctx, X, S->relation[h], n, w))
            X->unused = true;
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    li_status status = solve_motion(ctx, X, S);
    if (status == LI_BUDGET) {
        li_ctx_forgive(ctx);
        keep_system(ctx, X, S);
    } else if (status == LI_SINGULAR && S->p > 0 && S->p == S->r && !li_motion_is_implicit(ctx, S)) {
        solve_bordered(ctx, X, S);
    } else if (status == LI_OK) {
        use_rates(ctx, X, S);
    }
    put_rates(ctx, X, S);
    return li_ctx_status(ctx);
}

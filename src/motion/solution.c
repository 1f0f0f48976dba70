/* solution.c - the motion solved: everything in terms of an independent state
 *
 * Relations are used one after another, for a coordinate at position level, for a velocity otherwise. Accelerations follow from  M a = -h + sum_h lambda_h l^h,  or from (II) where there are quasi-velocities, and the
 * multipliers from the relations differentiated. */
#include "frame.h"

static li_expr *room(li_ctx *ctx, size_t n) { return li_alloc(ctx, (n + 1) * sizeof(li_expr)); }

/* ---- velocities ---- */

/* q' in the velocities in which claims are made: quasi-velocities where there are any, else those of the chart. */
static li_status set_velocities(li_ctx *ctx, li_solution *X, const li_motion *S, li_expr *w)
{
    li_quasi Q;
    size_t n = S->n;

    for (size_t r = 0; r < n; r++) {
        w[r] = S->v[r];
        if (S->phi[r] != S->model->coord[r].v)
            li_solution_put(X, S->model->coord[r].v, S->phi[r]);
    }
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
            li_solution_put(X, S->v[r], value);
    }
    return li_ctx_status(ctx);
}

/* Quasi-velocities beside speeds, or more of them than coordinates: by their definitions. */
static void define_quasi(li_ctx *ctx, li_solution *X, const li_motion *S)
{
    for (size_t i = 0; S->speeds && i < S->model->quasis; i++)
        li_solution_put(X, S->model->quasi[i].w, li_model_basic(ctx, S->model, S->model->quasi[i].value));
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

/* w' = M^-1 (-h + sum_h lambda_h l^h), the multipliers being symbols still; then q'' = d/dt q'(t, q, w) */
static li_status solve_rates(li_ctx *ctx, li_solution *X, const li_motion *S, bool quasi)
{
    size_t n = S->n;
    li_dynamics D;
    li_expr *force = room(ctx, n), *rate = room(ctx, n);

    if (force == NULL || rate == NULL || li_motion_dynamics(ctx, &D, S, quasi) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n; i++)
        force[i] = li_dynamics_force(ctx, &D, S, i);
    if (solve_for(ctx, X, n, rate, D.M, force) != LI_OK)
        return li_ctx_status(ctx);
    size_t relations = X->len;
    for (size_t i = 0; i < n; i++)
        li_solution_put(X, D.rate[i], rate[i]);
    for (size_t r = 0; quasi && r < n; r++) {
        li_expr q = li_derivation_apply(ctx, D.ddt, D.velocity[r]);
        if (q != S->a[r])                        /* else it is among the rates */
            li_solution_put(X, S->a[r], li_expr_subst(ctx, q, relations + n, X->from, X->to));
    }
    return li_ctx_status(ctx);
}

/* In quasi-velocities, where there are any, and else, or past the budget, in the chart. */
static li_status solve_motion(li_ctx *ctx, li_solution *X, const li_motion *S)
{
    if (S->model->quasis > 0 && !S->speeds) {
        li_status status = solve_rates(ctx, X, S, true);
        if (status != LI_BUDGET && status != LI_UNDECIDED)
            return status;
        li_ctx_forgive(ctx);
    }
    return solve_rates(ctx, X, S, false);
}

/* d/dt a_k = 0 determines the multipliers; where one enters its own law, another symbol in which the relation is
 * linear stands for it. */
static void use_rates(li_ctx *ctx, li_solution *X, const li_motion *S)
{
    for (size_t k = 0; k < S->p && li_ctx_status(ctx) == LI_OK; k++) {
        li_expr rate = li_solution_apply(ctx, X, li_motion_ddt(ctx, S, S->relation[k])), other[64];
        if (li_solution_use(ctx, X, LI_USE_ALL, rate, S->r, S->lambda))
            continue;
        size_t n = li_expr_symbols(ctx, 1, &rate, LI_PARAMETER, LI_PARAMETER, other, 64);
        if (!li_solution_use(ctx, X, LI_USE_ALL, rate, n < 64 ? n : 64, other))
            X->unused = true;
    }
}

/* [M -L; A 0] (a, lambda) = (-h, -rest): what determines them where writing them out passes the budget. */
static li_status keep_system(li_ctx *ctx, li_solution *X, const li_motion *S)
{
    size_t n = S->n, m = n + S->p;
    li_dynamics D;

    X->K = room(ctx, m * m);
    X->b = room(ctx, m);
    X->z = room(ctx, m);
    if (S->p != S->r || X->z == NULL || li_motion_dynamics(ctx, &D, S, false) != LI_OK)
        return li_fail(ctx, LI_BUDGET, "the accelerations could not be solved for within the budget");
    for (size_t i = 0; i < m; i++) {
        X->z[i] = i < n ? S->a[i] : S->lambda[i - n];
        for (size_t j = 0; j < n; j++)
            X->K[i * m + j] = i < n ? D.M[i * n + j] : D.A[(i - n) * n + j];
        for (size_t j = n; j < m; j++)
            X->K[i * m + j] = i < n ? li_expr_neg(ctx, D.l[(j - n) * n + i]) : li_expr_int(ctx, 0);
        X->b[i] = li_expr_neg(ctx, i < n ? D.h[i] : D.rest[i - n]);
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
    li_expr *z = room(ctx, m);
    X->unknowns = 0;
    li_status status = z != NULL ? li_exact_solve(ctx, z, m, X->K, 1, X->b) : LI_MEMORY;
    if (status != LI_OK)
        return li_fail(ctx, status, status == LI_SINGULAR ? "the mass matrix is singular" : "the accelerations could not be solved for within the budget");
    for (size_t i = 0; i < m; i++)
        li_solution_put(X, X->z[i], z[i]);
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
    li_expr *rate = room(ctx, S->n + m->quasis);

    for (size_t i = 0; rate != NULL && i < S->n + m->quasis; i++) {
        li_expr f = i < S->n ? S->phi[i] : li_model_basic(ctx, m, m->quasi[i - S->n].value);
        rate[i] = li_solution_apply(ctx, X, li_motion_ddt(ctx, S, f));
    }
    for (size_t i = 0; rate != NULL && i < S->n; i++)
        if (m->coord[i].a != S->a[i])
            li_solution_put(X, m->coord[i].a, rate[i]);
    for (size_t i = 0; rate != NULL && i < m->quasis; i++)
        if (!is_solved(X, m->quasi[i].rate))
            li_solution_put(X, m->quasi[i].rate, rate[S->n + i]);
}

li_status li_solution_of_state(li_ctx *ctx, li_solution *X, const li_motion *S)
{
    size_t n = S->n, most = 7 * n + 2 * S->p + S->r + 2 * S->model->quasis + 1;
    li_expr *w = room(ctx, n);

    *X = (li_solution){ .from = room(ctx, most), .to = room(ctx, most) };
    if (w == NULL || X->from == NULL || X->to == NULL)
        return li_ctx_status(ctx);
    if (set_velocities(ctx, X, S, w) != LI_OK)
        return li_ctx_status(ctx);
    define_quasi(ctx, X, S);
    for (size_t h = 0; h < S->p && li_ctx_status(ctx) == LI_OK; h++)
        if (S->position[h] != NULL && !li_solution_use(ctx, X, LI_USE_ALL, S->position[h], n, S->q))
            X->unused = true;
    for (size_t h = 0; h < S->p && li_ctx_status(ctx) == LI_OK; h++)
        if (!li_solution_use(ctx, X, LI_USE_ALL, S->relation[h], n, w))
            X->unused = true;
    return li_ctx_status(ctx);
}

li_status li_solution_init(li_ctx *ctx, li_solution *X, const li_motion *S)
{
    if (li_solution_of_state(ctx, X, S) != LI_OK)
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

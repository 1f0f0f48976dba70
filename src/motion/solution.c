/* solution.c - the motion solved: on each branch of the states, everything in terms of an independent state
 *
 * A holonomic relation whose left side is a product is one factor after another: each has its own motions, and its own rate. A
 * place where claims are made is used together with the relations; it restricts the state, but is not differentiated.
 * Accelerations follow from  M a = -h + sum_h lambda_h l^h,  or from (II) where there are quasi-velocities, and the
 * multipliers from the relations differentiated. */
#include <string.h>

#include "states.h"

/* ---- velocities ---- */

/* q' in the velocities in which claims are made: quasi-velocities where there are any, else those of the chart. */
static li_status set_velocities(li_ctx *ctx, li_branch *X, const li_motion *S, bool quasi, li_expr *w)
{
    li_quasi Q;
    size_t n = S->n;

    for (size_t r = 0; r < n; r++)
        w[r] = S->v[r];
    for (size_t r = 0; r < S->coords; r++)
        if (S->phi[r] != S->model->coord[r].v)
            li_branch_put(X, S->model->coord[r].v, S->phi[r]);
    if (!quasi)
        return li_ctx_status(ctx);
    if (li_quasi_init(ctx, &Q, S) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t r = 0; r < n; r++) {
        li_expr value = Q.c[r];
        for (size_t j = 0; j < n; j++)
            value = li_expr_add(ctx, value, li_expr_mul(ctx, Q.A[r * n + j], Q.w[j]));
        w[r] = Q.w[r];
        if (value != S->v[r])
            li_branch_put(X, S->v[r], value);
    }
    return li_ctx_status(ctx);
}

/* Quasi-velocities beside speeds, or where the velocities of the chart are used: by their definitions. */
static void define_quasi(li_ctx *ctx, li_branch *X, const li_motion *S)
{
    for (size_t i = 0; i < S->model->quasis; i++)
        li_branch_put(X, S->model->quasi[i].w, li_model_basic(ctx, S->model, S->model->quasi[i].value));
}

/* ---- accelerations and multipliers ---- */

/* M a = force, both on the relations used so far: solved for a */
static li_status solve_for(li_ctx *ctx, const li_branch *X, size_t n, li_expr *a, li_expr *M, li_expr *force)
{
    li_expr_subst_all(ctx, n * n, M, X->len, X->from, X->to);
    li_expr_subst_all(ctx, n, force, X->len, X->from, X->to);
    li_status status = li_exact_solve(ctx, a, n, M, 1, force);
    if (status != LI_OK)
        return li_fail(ctx, status, status == LI_SINGULAR ? "the mass matrix is singular" : "the accelerations could not be solved for within the budget");
    return li_ctx_status(ctx);
}

/* a = M^-1 (-h + sum_h lambda_h l^h), the multipliers being symbols still */
static li_status solve_accelerations(li_ctx *ctx, li_branch *X, const li_motion *S)
{
    size_t n = S->n;
    li_expr *E = li_expr_room(ctx, n), *M = li_expr_room(ctx, n * n), *force = li_expr_room(ctx, n), *a = li_expr_room(ctx, n);

    if (a == NULL || force == NULL || li_motion_inertia(ctx, S, E) != LI_OK || li_motion_matrix(ctx, S, E, M, force) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n; i++)
        force[i] = li_expr_sub(ctx, li_motion_reaction(ctx, S, i), force[i]);
    if (solve_for(ctx, X, n, a, M, force) == LI_OK)
        for (size_t i = 0; i < n; i++)
            li_branch_put(X, S->a[i], a[i]);
    return li_ctx_status(ctx);
}

/* The rates of the quasi-velocities from (II), where T0 and its mass matrix are short; then q'' = d/dt (sum_a a_ra w_a + a_r) */
static li_status solve_quasi_rates(li_ctx *ctx, li_branch *X, const li_motion *S)
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
        li_branch_put(X, f.rate[i], rate[i]);
    for (size_t r = 0; r < n; r++) {
        li_expr q = li_derivation_apply(ctx, f.D, f.velocity[r]);
        if (q != S->a[r])                        /* else it is among the rates */
            li_branch_put(X, S->a[r], li_expr_subst(ctx, q, relations + n, X->from, X->to));
    }
    return li_ctx_status(ctx);
}

/* In quasi-velocities, where there are any, and else, or past the budget, in the chart. */
static li_status solve_motion(li_ctx *ctx, li_branch *X, const li_motion *S, bool quasi)
{
    if (quasi) {
        li_status status = solve_quasi_rates(ctx, X, S);
        if (status != LI_BUDGET && status != LI_UNDECIDED)
            return status;
        li_ctx_forgive(ctx);
    }
    return solve_accelerations(ctx, X, S);
}

/* [M -L; A 0] (a, lambda) = (-h, -rest): what determines them where writing them out passes the budget. */
static li_status keep_system(li_ctx *ctx, li_branch *X, const li_motion *S)
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
static li_status solve_bordered(li_ctx *ctx, li_branch *X, const li_motion *S)
{
    li_ctx_forgive(ctx);
    if (keep_system(ctx, X, S) != LI_OK)
        return li_ctx_status(ctx);
    size_t m = X->unknowns;
    li_expr *z = li_expr_room(ctx, m);
    X->unknowns = 0;
    X->massless = true;
    li_status status = z != NULL ? li_exact_solve(ctx, z, m, X->K, 1, X->b) : LI_MEMORY;
    if (status != LI_OK)
        return li_fail(ctx, status, status == LI_SINGULAR ? "the mass matrix is singular" : "the accelerations could not be solved for within the budget");
    for (size_t i = 0; i < m; i++)
        li_branch_put(X, X->z[i], z[i]);
    return li_ctx_status(ctx);
}

static bool is_solved(const li_branch *X, li_expr x)
{
    size_t i = 0;
    while (i < X->len && X->from[i] != x)
        i++;
    return i < X->len;
}

/* The rates that follow: q'' where there are speeds, p' of quasi-velocities. */
static void put_rates(li_ctx *ctx, li_branch *X, const li_motion *S)
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
            li_branch_put(X, m->coord[i].a, rate[i]);
    for (size_t i = 0; rate != NULL && i < m->quasis; i++)
        if (!is_solved(X, m->quasi[i].rate))
            li_branch_put(X, m->quasi[i].rate, rate[n + i]);
}

li_status li_solution_system(li_ctx *ctx, li_branch *out, const li_branch *b, const li_motion *S)
{
    size_t most = b->len + S->n + S->model->quasis + 1;

    *out = (li_branch){ .from = li_expr_room(ctx, most), .to = li_expr_room(ctx, most), .facts = b->facts, .fact = b->fact, .pivots = b->pivots, .pivot = b->pivot, .unused = b->unused };
    if (li_motion_is_implicit(ctx, S))
        return li_fail(ctx, LI_UNDECIDED, "the reactions enter their own law");
    for (size_t i = 0; out->from != NULL && out->to != NULL && i < b->len; i++) {
        bool state = li_expr_kind(b->from[i]) == LI_SYM && li_expr_class(b->from[i]) <= LI_VELOCITY && li_expr_class(b->from[i]) != LI_MULTIPLIER;
        if (state)
            li_branch_put(out, b->from[i], b->to[i]);
    }
    if (li_ctx_status(ctx) == LI_OK && keep_system(ctx, out, S) == LI_OK)
        put_rates(ctx, out, S);
    return li_ctx_status(ctx);
}

/* ---- from the states to the motion ---- */

enum { STATES, REACTIONS, PLACES };            /* stages of a way */

typedef struct {
    size_t place;                              /* relations of the place, */
    const li_expr *at;
    bool moving, quasi;
} li_plan;

static bool speaks_of(li_ctx *ctx, li_expr e, li_class from, li_class to)
{
    li_expr x;
    return li_expr_symbols(ctx, 1, &e, from, to, &x, 1) > 0;
}

static bool moves(li_ctx *ctx, li_expr e) { return speaks_of(ctx, e, LI_MULTIPLIER, LI_MULTIPLIER) || speaks_of(ctx, e, LI_ACCELERATION, LI_ACCELERATION); }

/* A way that ends: with those on which something moves, if there are any. */
static void keep(li_states *W, li_way *way)
{
    li_solution *X = W->out;
    bool only_idle = X->len > 0 && X->branch[0].unused && W->idle;

    if (way->idle && X->len > 0 && !only_idle)
        return;
    if (!way->idle && only_idle)
        X->len = 0;
    W->idle = way->idle;
    if (X->len == LI_MOST_BRANCHES)
        X->partial = true;
    else
        X->branch[X->len++] = way->b;
}

/* What the place says of accelerations and multipliers */
static void use_place(li_states *W, li_way *way)
{
    const li_plan *plan = W->self;
    li_saying *s = li_alloc(W->ctx, (plan->place + 1) * sizeof *s);
    size_t n = 0;

    for (size_t i = 0; s != NULL && i < plan->place; i++)
        if (moves(W->ctx, plan->at[i]))
            s[n++] = (li_saying){ LI_SAYS_PLACE, plan->at[i] };
    long total = W->total;
    way->stage = PLACES;
    way->used = 0;
    W->total = (long)n;
    if (s != NULL)
        li_states_descend(W, way, n, s);
    W->total = total;
}

/* d/dt a_k = 0 determines the multipliers. */
static void use_rates(li_states *W, li_way *way)
{
    const li_motion *S = W->S;
    li_saying *s = li_alloc(W->ctx, (S->p + 1) * sizeof *s);

    for (size_t k = 0; s != NULL && k < S->p; k++)
        s[k] = (li_saying){ LI_SAYS_REACTION, li_motion_ddt(W->ctx, S, S->relation[k]) };
    way->stage = REACTIONS;
    if (s != NULL)
        li_states_descend(W, way, S->p, s);
}

static void set_in_motion(li_states *W, li_way *way)
{
    li_ctx *ctx = W->ctx;
    const li_motion *S = W->S;
    const li_plan *plan = W->self;
    li_branch *X = &way->b;
    size_t states = X->len;
    li_status status = solve_motion(ctx, X, S, plan->quasi);

    if (status == LI_OK) {
        use_rates(W, way);
        return;
    }
    const char *why = li_ctx_message(ctx);
    why = li_alloc_string(ctx, why, strlen(why));
    if (status == LI_MEMORY)
        return;
    X->len = states;
    li_ctx_forgive(ctx);
    if (status == LI_BUDGET)
        keep_system(ctx, X, S);
    else if (status == LI_SINGULAR && S->p > 0 && S->p == S->r && !li_motion_is_implicit(ctx, S))
        solve_bordered(ctx, X, S);
    else
        X->why = why != NULL ? why : "";
    if (li_ctx_status(ctx) != LI_OK && li_ctx_status(ctx) != LI_MEMORY) {
        why = li_ctx_message(ctx);
        X->why = li_alloc_string(ctx, why, strlen(why));
        X->unknowns = 0;
        li_ctx_forgive(ctx);
    }
    if (X->why == NULL)
        put_rates(ctx, X, S);
    use_place(W, way);
}

static void reached(li_states *W, li_way *way)
{
    const li_plan *plan = W->self;

    if (way->stage == STATES && plan->moving)
        set_in_motion(W, way);
    else if (way->stage == REACTIONS) {
        put_rates(W->ctx, &way->b, W->S);
        use_place(W, way);
    } else
        keep(W, way);
}

/* ---- the cases of relations that are products ---- */

typedef struct { bool position; li_expr a, rate; } li_component;      /* a = 0, and if it is a position its rate */

/* What the factors of relation k are each for itself; returns how many. */
static size_t components(li_states *W, size_t k, li_component **out)
{
    li_ctx *ctx = W->ctx;
    const li_motion *S = W->S;
    size_t len = 0, n = 0;
    li_expr *f = NULL, whole = S->position[k] != NULL ? S->position[k] : S->relation[k];

    if (li_exact_factors(ctx, whole, &len, &f) != LI_OK || len < 2) {
        len = 1;
        f = &whole;
    }
    *out = li_alloc(ctx, (len + 1) * sizeof **out);
    for (size_t i = 0; *out != NULL && i < len; i++) {
        int sign = li_exact_sign(ctx, f[i]);
        bool position = S->position[k] != NULL || !speaks_of(ctx, f[i], LI_VELOCITY, LI_VELOCITY);
        if (len > 1 && (sign == 1 || sign == -1 || !speaks_of(ctx, f[i], LI_TIME, LI_VELOCITY)))
            continue;                          /* parameters are general */
        (*out)[n++] = (li_component){ position, f[i], len == 1 ? S->relation[k] : li_motion_ddt(ctx, S, f[i]) };
    }
    return n;
}

/* Place, positions; then velocities: of the place, of positions, of the other relations */
static void follow(li_states *W, const li_way *way, const li_component *chosen)
{
    const li_plan *plan = W->self;
    li_ctx *ctx = W->ctx;
    size_t p = W->S->p, n = 0;
    li_saying *s = li_alloc(ctx, (plan->place + 2 * p + 1) * sizeof *s);

    for (int velocities = 0; s != NULL && velocities <= 1; velocities++) {
        for (size_t i = 0; i < plan->place; i++)
            if (!moves(ctx, plan->at[i]) && speaks_of(ctx, plan->at[i], LI_VELOCITY, LI_VELOCITY) == (velocities == 1))
                s[n++] = (li_saying){ LI_SAYS_PLACE, plan->at[i] };
        for (size_t k = 0; k < p; k++) {
            if (velocities == 0 && chosen[k].position)
                s[n++] = (li_saying){ LI_SAYS_POSITION, chosen[k].a };
            else if (velocities == 1)
                s[n++] = (li_saying){ chosen[k].position ? LI_SAYS_RATE : LI_SAYS_VELOCITY, chosen[k].position ? chosen[k].rate : chosen[k].a };
        }
    }
    W->total = (long)n;
    if (s != NULL)
        li_states_descend(W, way, n, s);
}

/* Every relation by each of its factors */
static void choose(li_states *W, const li_way *way, size_t k, li_component *chosen)
{
    li_component *of;

    if (k == W->S->p) {
        follow(W, way, chosen);
        return;
    }
    size_t n = components(W, k, &of);
    for (size_t i = 0; i < n && li_ctx_status(W->ctx) == LI_OK; i++) {
        chosen[k] = of[i];
        choose(W, way, k + 1, chosen);
    }
}

/* ---- the motion ---- */

static li_status solve(li_ctx *ctx, li_solution *X, const li_motion *S, const li_plan *plan)
{
    size_t n = S->n, most = 8 * n + 3 * S->p + S->r + 2 * S->model->quasis + S->model->params + 2 * plan->place + 8;
    li_expr *w = li_expr_room(ctx, n);
    li_states W = { .ctx = ctx, .S = S, .out = X, .n = n, .most = most, .w = w, .placed = plan->place > 0, .reached = reached, .self = plan };
    li_component *chosen = li_alloc(ctx, (S->p + 1) * sizeof *chosen);
    li_way way;

    *X = (li_solution){ .branch = li_alloc(ctx, LI_MOST_BRANCHES * sizeof *X->branch) };
    if (w == NULL || chosen == NULL || X->branch == NULL || !li_way_init(&W, &way) || set_velocities(ctx, &way.b, S, plan->quasi, w) != LI_OK)
        return li_ctx_status(ctx);
    if (!plan->quasi)
        define_quasi(ctx, &way.b, S);
    choose(&W, &way, 0, chosen);
    return li_ctx_status(ctx);
}

li_status li_solution_at(li_ctx *ctx, li_solution *X, const li_motion *S, size_t n, const li_expr *place, bool moving)
{
    li_plan plan = { .place = n, .at = place, .moving = moving, .quasi = !S->speeds && S->model->quasis > 0 };

    if (solve(ctx, X, S, &plan) == LI_OK && X->len == 0 && plan.quasi) {       /* the quasi-velocities may fail there */
        plan.quasi = false;
        solve(ctx, X, S, &plan);
    }
    return li_ctx_status(ctx);
}

li_status li_solution_init(li_ctx *ctx, li_solution *X, const li_motion *S)
{
    const char *why = NULL;

    if (li_solution_at(ctx, X, S, 0, NULL, true) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < X->len; i++)
        if (X->branch[i].why == NULL)
            return LI_OK;
        else
            why = X->branch[i].why;
    return li_fail(ctx, LI_UNDECIDED, "%s", why != NULL ? why : "no state satisfies the constraints");
}

li_truth li_solution_vanishes(li_ctx *ctx, const li_solution *X, li_expr e)
{
    li_truth zero = X->len > 0 && !X->partial ? LI_YES : LI_UNKNOWN;

    for (size_t i = 0; i < X->len && zero == LI_YES; i++) {
        li_expr there = li_solution_apply(ctx, &X->branch[i], e);
        if (li_ctx_status(ctx) == LI_DOMAIN) {       /* it has no value on this branch */
            li_ctx_forgive(ctx);
            continue;
        }
        zero = li_exact_is_zero(ctx, there);
        if (zero == LI_NO && X->branch[i].unused)
            zero = LI_UNKNOWN;
    }
    return zero;
}

/* kinds.c - what kinds of constraints there are: integrable or not, the power of their reactions, imposed or not
 *                                                                                        [gallissot 6, 7, 13] */
#include "room.h"

enum { DEGREES = 6 };            /* degrees of homogeneity that are tried */

static bool settled(li_ctx *ctx)
{
    li_status status = li_ctx_status(ctx);
    if (status != LI_OK && status != LI_MEMORY)
        li_ctx_forgive(ctx);
    return status == LI_OK;
}

/* ---- power ---- */

/* m with sum_r v_r da/dv_r = m a, m > 1; 0: none */
static int homogeneous_degree(li_ctx *ctx, const li_motion *S, li_expr a)
{
    li_expr *g = li_expr_room(ctx, S->n), sum = li_expr_int(ctx, 0);

    if (g == NULL || S->speeds || li_expr_gradient(ctx, g, a, S->n, S->v) != LI_OK)
        return 0;
    for (size_t r = 0; r < S->n; r++)
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, S->v[r], g[r]));
    for (int m = 2; m <= DEGREES; m++)
        if (li_exact_equal(ctx, sum, li_expr_mul(ctx, li_expr_int(ctx, m), a)) == LI_YES)
            return m;
    return 0;
}

/* Is l parallel to da/dv, on the constraints? */
static li_truth is_along(li_ctx *ctx, const li_motion *S, const li_solution *on, size_t h, size_t k)
{
    const li_expr *l = S->l + h * S->n;
    li_expr *A = li_expr_room(ctx, S->n);
    li_truth yes = LI_YES;

    if (A == NULL || li_expr_gradient(ctx, A, S->relation[k], S->n, S->v) != LI_OK)
        return LI_UNKNOWN;
    for (size_t i = 0; i < S->n && yes == LI_YES; i++)
        for (size_t j = 0; j < i && yes == LI_YES; j++)
            yes = li_solution_vanishes(ctx, on, li_expr_sub(ctx, li_expr_mul(ctx, l[i], A[j]), li_expr_mul(ctx, l[j], A[i])));
    return yes;
}

static void set_reaction(li_ctx *ctx, li_reaction_kind *x, const li_motion *S, const li_solution *on, size_t h, size_t k, bool nonlinear)
{
    li_expr natural, real;

    *x = (li_reaction_kind){ .along = LI_UNKNOWN, .natural_zero = LI_UNKNOWN, .real_zero = LI_UNKNOWN };
    if (li_motion_power(ctx, S, h, &natural, &real) == LI_OK) {
        x->natural_zero = li_solution_vanishes(ctx, on, natural);
        x->real_zero = li_solution_vanishes(ctx, on, real);
    }
    settled(ctx);
    x->along = S->ideal[h] ? LI_YES : k < S->p ? is_along(ctx, S, on, h, k) : LI_NO;
    x->degree = S->ideal[h] && nonlinear ? homogeneous_degree(ctx, S, S->relation[k]) : 0;
    if (x->degree > 0)                                 /* sum_r l_r v_r = m a */
        x->natural_zero = x->real_zero = LI_YES;
    settled(ctx);
}

static void set_reactions(li_ctx *ctx, li_description *d, const li_motion *S, const li_solution *on)
{
    const li_model *m = S->model;

    for (size_t i = 0, h = 0, k = 0; i < m->constraints; k += m->constraint[i++].n)
        for (size_t j = 0; j < m->constraint[i].reactions; j++, h++) {
            size_t own = j < m->constraint[i].n ? k + j : S->p;          /* directions beyond the relations have none of their own */
            set_reaction(ctx, &d->reaction[h], S, on, h, own, own < S->p && d->degree[own] == LI_NONLINEAR);
        }
}

/* ---- imposed, or a first integral already ---- */

static li_imposition imposition_of(li_ctx *ctx, const li_motion *S, const li_reactions *free, const li_reactions *x, const li_solution *on, size_t k)
{
    bool alone = true;

    if (free->coupling == NULL || S->p != S->r)
        return LI_IMPOSED_OR_NOT;
    for (size_t h = 0; h < S->r; h++)
        alone &= h == k || li_expr_is_zero(free->coupling[h * S->p + k]);
    li_truth identically = alone ? li_exact_is_zero(ctx, free->drive[k]) : LI_NO;
    if (identically == LI_YES)
        return LI_INTEGRAL_IDENTICALLY;
    if (x->status != LI_COMPATIBLE || x->multiplier[k] == NULL)
        return LI_IMPOSED_OR_NOT;
    li_truth there = li_solution_vanishes(ctx, on, x->multiplier[k]);
    return there == LI_YES ? LI_INTEGRAL_ON_CONSTRAINTS : there == LI_NO ? LI_IMPOSED : LI_IMPOSED_OR_NOT;
}

/* ---- relations of position ---- */

/* dF in dq_1 .. dq_n, dt as row `at` of G */
static void set_row(li_ctx *ctx, li_expr *G, size_t at, const li_motion *S, li_expr F)
{
    li_expr_gradient(ctx, G + at * (S->n + 1), F, S->n, S->q);
    G[at * (S->n + 1) + S->n] = li_expr_diff(ctx, F, S->t);
}

struct known { size_t len; li_expr *F; };

/* Is F independent of what is known? Then it becomes known. */
static bool is_new(li_ctx *ctx, struct known *K, const li_motion *S, li_expr F)
{
    size_t rank = 0, n = S->n + 1;
    li_expr *G = li_expr_room(ctx, (K->len + 1) * n);

    if (G == NULL)
        return false;
    for (size_t i = 0; i < K->len; i++)
        set_row(ctx, G, i, S, K->F[i]);
    set_row(ctx, G, K->len, S, F);
    if (li_exact_rank(ctx, &rank, K->len + 1, n, G, NULL, NULL) != LI_OK || rank <= K->len)
        return settled(ctx) && false;
    K->F[K->len++] = F;
    return true;
}

/* The flag of `count` relations from `first` on; hidden is what K does not have. */
static void set_holonomy(li_ctx *ctx, li_holonomy *x, struct known *K, const li_motion *S, size_t first, size_t count)
{
    li_flag flag;

    *x = (li_holonomy){ .integral = li_expr_room(ctx, count) };
    if (x->integral == NULL || li_motion_flag(ctx, &flag, S, first, count) != LI_OK) {
        settled(ctx);
        return;
    }
    x->known = flag.known;
    x->rank = flag.rank;
    x->dimension = flag.dimension;
    x->hidden = flag.dimension > K->len ? flag.dimension - K->len : 0;
    for (size_t i = 0; i < flag.integrals && x->integrals < x->hidden; i++)
        if (is_new(ctx, K, S, flag.integral[i]))
            x->integral[x->integrals++] = flag.integral[i];
    settled(ctx);
}

/* Constraint by constraint, then all together. */
static void set_holonomies(li_ctx *ctx, li_description *d, const li_motion *S)
{
    const li_model *m = S->model;
    struct known all = { .F = li_expr_room(ctx, 2 * S->p) };
    size_t unknown = 0;

    if (S->H != NULL || S->W != NULL)                /* relations in momenta, or between first-order variables */
        return;
    for (size_t i = 0, h = 0; all.F != NULL && i < m->constraints; h += m->constraint[i++].n) {
        struct known K = { .F = li_expr_room(ctx, 2 * S->p) };
        for (size_t k = 0; K.F != NULL && k < m->constraint[i].n; k++)
            if (S->position[h + k] != NULL)
                is_new(ctx, &K, S, S->position[h + k]);
        if (K.F == NULL)
            return;
        set_holonomy(ctx, &d->holonomy[i], &K, S, h, m->constraint[i].n);
        unknown += d->holonomy[i].hidden - d->holonomy[i].integrals;
        for (size_t k = 0; k < K.len; k++)
            is_new(ctx, &all, S, K.F[k]);
    }
    if (m->constraints > 1 && all.F != NULL) {
        set_holonomy(ctx, &d->together, &all, S, 0, S->p);
        d->together.hidden -= unknown < d->together.hidden ? unknown : d->together.hidden;
        d->together.hidden = d->together.hidden < d->together.integrals ? d->together.integrals : d->together.hidden;
    }
}

static void set_integrable(li_ctx *ctx, li_description *d, const li_motion *S)
{
    li_expr defect;
    for (size_t k = 0; k < S->p; k++) {
        d->integrable[k] = S->position[k] != NULL ? LI_YES : li_motion_holonomic(ctx, S, k, 1, &defect);
        settled(ctx);
    }
}

/* The reactions with nothing eliminated: coupling and drive as functions off the constraints too */
static void find_free(li_ctx *ctx, li_reactions *free, const li_motion *S)
{
    if (li_reactions_free(ctx, free, S) != LI_OK)
        free->coupling = NULL;
    settled(ctx);
}

void li_describe_kinds(li_ctx *ctx, li_description *d, const li_motion *S)
{
    li_solution on;
    li_reactions free = { 0 };

    d->reaction = li_alloc(ctx, (S->r + 1) * sizeof *d->reaction);
    d->imposition = li_alloc(ctx, (S->p + 1) * sizeof *d->imposition);
    d->integrable = li_alloc(ctx, (S->p + 1) * sizeof *d->integrable);
    d->holonomy = li_alloc(ctx, (S->model->constraints + 1) * sizeof *d->holonomy);
    if (li_ctx_status(ctx) != LI_OK)
        return;
    if (li_solution_at(ctx, &on, S, 0, NULL, false) != LI_OK)
        on = (li_solution){ .partial = true };
    settled(ctx);
    set_reactions(ctx, d, S, &on);
    find_free(ctx, &free, S);
    for (size_t k = 0; k < S->p; k++) {
        d->imposition[k] = imposition_of(ctx, S, &free, &d->reactions, &on, k);
        settled(ctx);
    }
    set_integrable(ctx, d, S);
    set_holonomies(ctx, d, S);
    settled(ctx);
}

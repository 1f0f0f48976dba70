/* equations.c - accelerations and multipliers as solutions of linear systems
 *
 *     reduced:    (dw/du)^T M (dw/du) u' = f;  then  A_d^T lambda = M w' + h  in the rows of the dependent velocities
 *     ideal:      M w' - A^T lambda = -h,      -A w' = rest                                           [gallissot 9]
 *     otherwise:  M w' - J lambda = F - J lambda_0,  A w' = -rest,   F = sum lambda_h l^h - h,  J = dF/dlambda,  at lambda_0
 *
 * The last is a step of Newton's method. Where F is affine in lambda it is exact; else it is repeated: each step doubles the number
 * of correct Taylor coefficients, from a lambda_0 that is right at the beginning of the step. */
#include <string.h>

#include "writing.h"

enum { NEWTON = 5 };               /* 2^5 Taylor coefficients */

/* ---- reduced ---- */

static li_status solve_reduced(li_writing *w)
{
    const struct li_system_of_flow *own = w->F->own;
    const li_elimination_of_velocities *V = &own->V;
    li_linear L;

    if (li_linear_init(w->ctx, &L, V->k) != LI_OK)
        return li_ctx_status(w->ctx);
    L.positive = own->definite;
    memcpy(L.K, own->M, V->k * V->k * sizeof *L.K);
    memcpy(L.b, own->f, V->k * sizeof *L.b);
    for (size_t a = 0; a < V->k; a++)
        L.x[a] = own->D.rate[V->independent[a]];
    return li_writing_solve(w, &L);
}

/* In the rows of the dependent velocities, A_d being the matrix of the elimination's pivots. */
static li_status solve_reduced_reactions(li_writing *w)
{
    li_ctx *ctx = w->ctx;
    const struct li_system_of_flow *own = w->F->own;
    const li_elimination_of_velocities *V = &own->V;
    const li_dynamics *D = &own->D;
    li_linear L;

    if (li_linear_init(ctx, &L, V->p) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < V->p; i++) {
        size_t d = V->dependent[i];
        L.x[i] = w->F->S->lambda[i];
        L.b[i] = D->h[d];
        for (size_t j = 0; j < D->n; j++)
            L.b[i] = li_expr_add(ctx, L.b[i], li_expr_mul(ctx, D->M[d * D->n + j], D->rate[j]));
        for (size_t h = 0; h < V->p; h++)
            L.K[i * V->p + h] = D->l[h * D->n + d];
    }
    li_expr_subst_all(ctx, V->p, L.b, own->substitutions, own->from, own->to);
    return li_writing_solve(w, &L);
}

/* ---- all velocities, and the reactions with them ---- */

/* Unknowns w', then the chosen reactions; rows M w' = .., then -A w' = rest of the independent relations. */
static li_status begin_bordered(li_writing *w, li_linear *L)
{
    li_ctx *ctx = w->ctx;
    const struct li_system_of_flow *own = w->F->own;
    const li_dynamics *D = &own->D;
    size_t n = D->n, all = n + own->rows;

    if (li_linear_init(ctx, L, all) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n; i++) {
        L->x[i] = D->rate[i];
        L->b[i] = li_expr_neg(ctx, D->h[i]);
        for (size_t j = 0; j < n; j++)
            L->K[i * all + j] = D->M[i * n + j];
    }
    for (size_t k = 0; k < own->rows; k++) {
        L->x[n + k] = w->F->S->lambda[own->reaction[k]];
        L->b[n + k] = D->rest[own->row[k]];
        for (size_t j = 0; j < n; j++)
            L->K[(n + k) * all + j] = li_expr_neg(ctx, D->A[own->row[k] * n + j]);
    }
    return li_ctx_status(ctx);
}

static li_status solve_ideal(li_writing *w)
{
    const struct li_system_of_flow *own = w->F->own;
    size_t n = own->D.n, all = n + own->rows;
    li_linear L;

    if (begin_bordered(w, &L) != LI_OK)
        return li_ctx_status(w->ctx);
    for (size_t k = 0; k < own->rows; k++)
        for (size_t j = 0; j < n; j++)
            L.K[j * all + n + k] = L.K[(n + k) * all + j];
    L.positive = own->definite && own->rows == 0;
    L.ideal = own->definite && own->rows > 0 ? n : 0;
    return li_writing_solve(w, &L);
}

/* ---- any reactions ---- */

/* F_i = sum_h lambda_h l^h_i - h_i, those of reactions that were not chosen left out */
static li_expr force(li_ctx *ctx, const li_flow *F, size_t i)
{
    const struct li_system_of_flow *own = F->own;
    const li_dynamics *D = &own->D;
    li_expr sum = li_expr_neg(ctx, D->h[i]);

    for (size_t k = 0; k < own->rows; k++) {
        size_t h = own->reaction[k];
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, F->S->lambda[h], D->l[h * D->n + i]));
    }
    return sum;
}

/* One step from multipliers lambda_0 = `from` (constants 0 or symbols); its result are the symbols in L.x, set by the caller. */
static li_status newton(li_writing *w, const li_expr *at, const li_expr *rate, const li_expr *lambda)
{
    li_ctx *ctx = w->ctx;
    const li_flow *F = w->F;
    const struct li_system_of_flow *own = F->own;
    size_t n = own->D.n, m = own->rows, all = n + m;
    li_expr *symbol = li_expr_room(ctx, m), *J = li_expr_room(ctx, m);
    li_linear L;

    if (symbol == NULL || J == NULL || begin_bordered(w, &L) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t k = 0; k < m; k++)
        symbol[k] = F->S->lambda[own->reaction[k]];
    for (size_t i = 0; i < n; i++) {
        li_expr f = force(ctx, F, i);
        li_expr_gradient(ctx, J, f, m, symbol);
        li_expr_subst_all(ctx, m, J, m, symbol, at);
        L.b[i] = li_expr_subst(ctx, f, m, symbol, at);
        for (size_t k = 0; k < m; k++) {
            L.K[i * all + n + k] = li_expr_neg(ctx, J[k]);
            L.b[i] = li_expr_sub(ctx, L.b[i], li_expr_mul(ctx, J[k], at[k]));
        }
    }
    for (size_t i = 0; i < n; i++)
        L.x[i] = rate[i];
    for (size_t k = 0; k < m; k++)
        L.x[n + k] = lambda[k];
    return li_writing_solve(w, &L);
}

static li_status solve_implicit(li_writing *w)
{
    li_ctx *ctx = w->ctx;
    const li_flow *F = w->F;
    const struct li_system_of_flow *own = F->own;
    size_t n = own->D.n, m = own->rows, steps = own->implicit ? NEWTON : 1;
    li_expr *at = li_expr_room(ctx, m), *rate = li_expr_room(ctx, n), *lambda = li_expr_room(ctx, m);

    if (at == NULL || rate == NULL || lambda == NULL)
        return li_ctx_status(ctx);
    for (size_t k = 0; k < m; k++)
        at[k] = own->implicit ? own->guess[own->reaction[k]] : li_expr_int(ctx, 0);
    for (size_t step = 1; step <= steps && li_ctx_status(ctx) == LI_OK; step++) {
        for (size_t i = 0; i < n; i++)
            rate[i] = step == steps ? own->D.rate[i] : li_expr_fresh(ctx, "rate", LI_ACCELERATION);
        for (size_t k = 0; k < m; k++)
            lambda[k] = step == steps ? F->S->lambda[own->reaction[k]] : li_expr_fresh(ctx, "lambda", LI_MULTIPLIER);
        newton(w, at, rate, lambda);
        memcpy(at, lambda, m * sizeof *at);
    }
    return li_ctx_status(ctx);
}

li_status li_writing_motion(li_writing *w, bool multipliers)
{
    const struct li_system_of_flow *own = w->F->own;

    if (w->F->reduced)
        return solve_reduced(w) == LI_OK && multipliers ? li_writing_reactions(w) : li_ctx_status(w->ctx);
    return own->saddle ? solve_ideal(w) : solve_implicit(w);
}

/* Where nothing is reduced they came with the accelerations. */
li_status li_writing_reactions(li_writing *w) { return w->F->reduced ? solve_reduced_reactions(w) : li_ctx_status(w->ctx); }

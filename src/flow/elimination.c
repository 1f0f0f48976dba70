/* elimination.c - dependent velocities expressed by independent ones, once for all states
 *
 * Gauss on  A w + b = 0  and  A w' + rest = 0  with pivots that are free of the state: numbers rather than parameters. Where none
 * is left, the division could fail on the way, and the relations are kept beside the motion instead.     [tzenoff 1] */
#include "system.h"

typedef struct {
    li_ctx  *ctx;
    size_t   p, n, width;
    li_expr *a;                    /* p by n + 2: A, b, rest */
    size_t  *pivot;                /* of each row */
    const li_state *s;
} table;

static li_expr *entry(const table *T, size_t i, size_t j) { return &T->a[i * T->width + j]; }

/* Not 0, and free of the state; without a state to ask (s NULL) whatever the parameters are. */
static bool may_divide(const table *T, li_expr e)
{
    li_expr x;

    if (li_expr_symbols(T->ctx, 1, &e, LI_TIME, LI_GENERATOR, &x, 1) > 0)
        return false;
    if (li_expr_kind(e) == LI_NUM)
        return !li_expr_is_zero(e);
    int sign = T->s == NULL ? li_exact_sign(T->ctx, e) : li_exact_constant_sign(T->ctx, li_expr_subst(T->ctx, e, T->s->n, T->s->x, T->s->value));
    return sign == 1 || sign == -1;
}

/* The best column of row i: a number, else a parameter; n: none */
static size_t choose(const table *T, size_t i)
{
    size_t best = T->n;

    for (size_t j = 0; j < T->n; j++) {
        bool number = li_expr_kind(*entry(T, i, j)) == LI_NUM;
        if ((number || best == T->n) && may_divide(T, *entry(T, i, j))) {
            best = j;
            if (number)
                break;
        }
    }
    return best;
}

static void subtract(const table *T, size_t i, size_t from, size_t j)
{
    li_ctx *ctx = T->ctx;
    li_expr factor = *entry(T, i, j);

    for (size_t k = 0; k < T->width && !li_expr_is_zero(factor); k++)
        if (!li_expr_is_zero(*entry(T, from, k)))
            *entry(T, i, k) = li_exact_simplify(ctx, li_expr_sub(ctx, *entry(T, i, k), li_expr_mul(ctx, factor, *entry(T, from, k))));
}

/* Rows with few entries first, so that pivots of the others are not spoilt. */
static bool reduce(const table *T)
{
    for (size_t i = 0; i < T->p && li_ctx_status(T->ctx) == LI_OK; i++) {
        size_t j = T->pivot[i] = choose(T, i);
        if (j == T->n)
            return false;
        li_expr by = *entry(T, i, j);
        for (size_t k = 0; k < T->width; k++)
            *entry(T, i, k) = li_expr_div(T->ctx, *entry(T, i, k), by);
        for (size_t other = 0; other < T->p; other++)
            if (other != i)
                subtract(T, other, i, j);
    }
    return li_ctx_status(T->ctx) == LI_OK;
}

static bool is_pivot(const table *T, size_t j)
{
    for (size_t i = 0; i < T->p; i++)
        if (T->pivot[i] == j)
            return true;
    return false;
}

/* w_d = -sum A[i][a] u_a - b, and the same for the rates */
static void keep(li_elimination_of_velocities *V, const table *T, const li_expr *w)
{
    li_ctx *ctx = T->ctx;

    for (size_t j = 0; j < T->n; j++)
        if (!is_pivot(T, j))
            V->independent[V->k++] = j;
    V->p = T->p;
    for (size_t i = 0; i < T->p; i++) {
        V->dependent[i] = T->pivot[i];
        V->phi[i] = li_expr_neg(ctx, *entry(T, i, T->n));
        V->rho[i] = li_expr_neg(ctx, *entry(T, i, T->n + 1));
        for (size_t a = 0; a < V->k; a++) {
            li_expr c = V->C[i * V->k + a] = li_expr_neg(ctx, *entry(T, i, V->independent[a]));
            V->phi[i] = li_expr_add(ctx, V->phi[i], li_expr_mul(ctx, c, w[V->independent[a]]));
        }
    }
}

/* The relations are affine in w, with A of (t, q); b is what is left of them at w = 0. */
static bool fill(table *T, const li_dynamics *D)
{
    li_ctx *ctx = T->ctx;
    li_expr *zero = li_expr_room(ctx, D->n), x;

    for (size_t j = 0; zero != NULL && j < D->n; j++)
        zero[j] = li_expr_int(ctx, 0);
    if (zero == NULL || li_expr_symbols(ctx, D->p * D->n, D->A, LI_MULTIPLIER, LI_VELOCITY, &x, 1) > 0)
        return false;
    for (size_t i = 0; i < D->p; i++) {
        for (size_t j = 0; j < D->n; j++)
            *entry(T, i, j) = li_exact_simplify(ctx, D->A[i * D->n + j]);
        *entry(T, i, D->n) = li_exact_simplify(ctx, li_expr_subst(ctx, D->relation[i], D->n, D->w, zero));
        *entry(T, i, D->n + 1) = li_exact_simplify(ctx, D->rest[i]);
    }
    return true;
}

li_truth li_eliminate_velocities(li_ctx *ctx, li_elimination_of_velocities *V, const li_flow *F, const li_state *s)
{
    const li_dynamics *D = &F->own->D;
    size_t p = D->p, n = D->n;
    table T = { ctx, p, n, n + 2, li_expr_room(ctx, p * (n + 2)), li_alloc(ctx, (p + 1) * sizeof *T.pivot), s };

    *V = (li_elimination_of_velocities){ .independent = li_alloc(ctx, (n + 1) * sizeof *V->independent), .dependent = li_alloc(ctx, (p + 1) * sizeof *V->dependent) };
    V->phi = li_expr_room(ctx, p);
    V->rho = li_expr_room(ctx, p);
    V->C = li_expr_room(ctx, p * n);
    if (li_ctx_status(ctx) != LI_OK || !fill(&T, D) || !reduce(&T))
        return LI_NO;
    keep(V, &T, D->w);
    return LI_YES;
}

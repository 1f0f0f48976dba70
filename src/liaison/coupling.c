/* coupling.c - coupling and drive as functions of the state, and the blocks into which the coupling falls      [gallissot 9] */
#include "reactions.h"

enum { LONG = 2000 };                  /* the cost of a coupling that is worth a second try */

/* ---- coupling and drive ---- */

/* X = M^-1 B, M^-1 being found by itself and nothing expanded: for long B, and where that is shorter */
static li_status solve_by_inverse(const li_reacting *w, li_expr *X, const li_expr *M, size_t k, const li_expr *B)
{
    li_ctx *ctx = w->ctx;
    size_t n = w->D->n;
    li_expr *one = li_expr_room(ctx, n * n), *inverse = li_expr_room(ctx, n * n), *term = li_expr_room(ctx, n);

    if (one == NULL || inverse == NULL || term == NULL)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n * n; i++)
        one[i] = li_expr_int(ctx, i / n == i % n);
    li_status status = li_exact_solve(ctx, inverse, n, M, n, one);
    for (size_t i = 0; i < n * k && status == LI_OK; i++) {
        for (size_t j = 0; j < n; j++)
            term[j] = li_expr_mul(ctx, inverse[i / k * n + j], B[j * k + i % k]);
        X[i] = li_expr_sum(ctx, n, term);
    }
    return status == LI_OK ? li_ctx_status(ctx) : status;
}

/* e^h = M^-1 l^h and E = -M^-1 h: n by r + 1; not `direct`: by the inverse. Not kept: LI_BUDGET, LI_UNDECIDED */
static li_status find_fields(const li_reacting *w, li_expr *e, bool direct)
{
    li_ctx *ctx = w->ctx;
    size_t n = w->D->n, r = w->D->r;
    li_expr *M = li_expr_room(ctx, n * n), *B = li_expr_room(ctx, n * (r + 1));

    if (M == NULL || B == NULL)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n * n; i++)
        M[i] = li_reacting_neat(w, w->D->M[i]);
    for (size_t i = 0; i < n; i++) {
        for (size_t h = 0; h < r; h++)
            B[i * (r + 1) + h] = li_reacting_neat(w, w->l[h * n + i]);
        B[i * (r + 1) + r] = li_expr_neg(ctx, li_reading_apply(w->ctx, w->X, w->h[i]));
    }
    return direct ? li_exact_solve(ctx, e, n, M, r + 1, B) : solve_by_inverse(w, e, M, r + 1, B);
}

static li_status set_fields(const li_reacting *w, li_expr *e)
{
    li_status status = find_fields(w, e, true);

    if (status == LI_BUDGET || status == LI_UNDECIDED)
        status = find_fields(w, e, false);
    if (status == LI_SINGULAR)
        return li_fail(w->ctx, status, "the mass matrix is singular at every state: a velocity without inertia, or a singular chart; there are no fields e and E");
    return status == LI_OK ? LI_OK : li_fail(w->ctx, status, "the mass matrix could not be inverted within the budget; a larger one: --budget SECONDS");
}

/* coupling[h][k] = sum_j A_kj e^h_j,  drive[k] = sum_j A_kj E_j + rest_k; what is there already stays if it is shorter */
static li_status combine(const li_reacting *w, const li_expr *e)
{
    li_ctx *ctx = w->ctx;
    size_t n = w->D->n, p = w->D->p, r = w->D->r;
    li_expr *A = li_expr_room(ctx, n), *term = li_expr_room(ctx, n);

    if (A == NULL || term == NULL)
        return li_ctx_status(ctx);
    for (size_t k = 0; k < p; k++) {
        for (size_t j = 0; j < n; j++)
            A[j] = li_reacting_neat(w, w->D->A[k * n + j]);
        for (size_t h = 0; h <= r; h++) {
            li_progress(ctx, "reactions", k * (r + 1) + h, p * (r + 1));
            for (size_t j = 0; j < n; j++)
                term[j] = li_expr_mul(ctx, A[j], e[j * (r + 1) + h]);
            term[n] = h == r ? li_reading_apply(w->ctx, w->X, w->D->rest[k]) : li_expr_int(ctx, 0);
            li_expr sum = li_reacting_for_people(w, li_expr_sum(ctx, n + 1, term)), *to = h == r ? &w->out->drive[k] : &w->out->coupling[h * p + k];
            if (*to == NULL || li_exact_cost(ctx, sum) < li_exact_cost(ctx, *to))
                *to = sum;
        }
    }
    return li_ctx_status(ctx);
}

static size_t cost(const li_reacting *w)
{
    size_t sum = 0;
    for (size_t i = 0; i < w->out->p * w->out->r; i++)
        sum += li_exact_cost(w->ctx, w->out->coupling[i]);
    return sum;
}

li_status li_reacting_couple(const li_reacting *w)
{
    li_expr *e = li_expr_room(w->ctx, w->D->n * (w->D->r + 1));

    if (e == NULL || set_fields(w, e) != LI_OK || combine(w, e) != LI_OK || cost(w) < LONG)
        return li_ctx_status(w->ctx);
    return find_fields(w, e, false) == LI_OK ? combine(w, e) : li_ctx_status(w->ctx);
}

/* ---- blocks ---- */

/* Marks of the reactions (first r) and the relations (p more): the same where they are coupled */
static void mark_blocks(const li_reacting *w, size_t *mark)
{
    size_t p = w->out->p, r = w->out->r;

    for (size_t i = 0; i < r + p; i++)
        mark[i] = i;
    for (size_t h = 0; h < r; h++)
        for (size_t k = 0; k < p; k++) {
            size_t from = mark[h], to = mark[r + k];
            for (size_t i = 0; !li_expr_is_zero(w->out->coupling[h * p + k]) && i < r + p; i++)
                mark[i] = mark[i] == from ? to : mark[i];
        }
}

static void fill_block(const li_reacting *w, li_coupled *b, const size_t *mark, size_t which)
{
    size_t p = w->out->p, r = w->out->r;

    for (size_t h = 0; h < r; h++)
        if (mark[h] == which)
            b->column[b->columns++] = h;
    for (size_t k = 0; k < p; k++)
        if (mark[r + k] == which)
            b->row[b->rows++] = k;
    for (size_t k = 0; k < b->rows; k++)
        for (size_t h = 0; h < b->columns; h++)
            b->C[k * b->columns + h] = w->out->coupling[b->column[h] * p + b->row[k]];
}

li_status li_reacting_blocks(li_reacting *w)
{
    li_ctx *ctx = w->ctx;
    size_t p = w->out->p, r = w->out->r, *mark = li_alloc(ctx, (p + r + 1) * sizeof *mark);

    w->blocks = 0;
    w->block = li_alloc(ctx, (p + r + 1) * sizeof *w->block);
    if (mark == NULL || w->block == NULL)
        return li_ctx_status(ctx);
    mark_blocks(w, mark);
    for (size_t which = 0; which < p + r && li_ctx_status(ctx) == LI_OK; which++) {
        li_coupled b = { .row = li_alloc(ctx, (p + 1) * sizeof *b.row), .column = li_alloc(ctx, (r + 1) * sizeof *b.column), .C = li_expr_room(ctx, p * r) };
        if (b.row != NULL && b.column != NULL && b.C != NULL)
            fill_block(w, &b, mark, which);
        if (b.rows + b.columns > 0)
            w->block[w->blocks++] = b;
    }
    return li_ctx_status(ctx);
}

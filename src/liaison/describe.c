/* describe.c - what a system is, in the terms of `check`
 *
 * Every part is a question of its own; one that exact algebra does not settle is left open and the next is asked. */
#include "room.h"

enum { MOST = 24 };              /* coordinates up to which determinants are written out */

static li_expr *matrix(li_ctx *ctx, size_t size) { return li_alloc(ctx, (size + 1) * sizeof(li_expr)); }

/* After a question: was it answered? Only want of memory stays. */
static bool settled(li_ctx *ctx)
{
    li_status status = li_ctx_status(ctx);
    if (status != LI_OK && status != LI_MEMORY)
        li_ctx_forgive(ctx);
    return status == LI_OK;
}

/* ---- how the velocities enter the relations ---- */

/* All velocities a relation may be written in; returns how many. */
static size_t list_velocities(li_expr *x, const li_model *m)
{
    size_t n = 0;
    for (size_t i = 0; i < m->coords; i++)
        x[n++] = m->coord[i].v;
    for (size_t i = 0; i < m->speeds; i++)
        x[n++] = m->speed[i].w;
    return n;
}

static li_velocity_degree degree_of(li_ctx *ctx, const li_model *m, li_expr a)
{
    size_t most = m->coords + m->speeds;
    li_expr *x = matrix(ctx, most), *coef = matrix(ctx, most), *from = matrix(ctx, m->quasis), *to = matrix(ctx, m->quasis), constant;

    if (x == NULL || coef == NULL || from == NULL || to == NULL)
        return LI_NOT_CLASSIFIED;
    for (size_t i = 0; i < m->quasis; i++) {
        from[i] = m->quasi[i].w;
        to[i] = m->quasi[i].value;
    }
    a = li_expr_subst(ctx, a, m->quasis, from, to);
    li_truth affine = li_exact_affine(ctx, a, list_velocities(x, m), x, coef, &constant);
    li_truth linear = affine == LI_YES ? li_exact_is_zero(ctx, constant) : LI_UNKNOWN;
    if (!settled(ctx) || affine == LI_UNKNOWN)
        return LI_NOT_CLASSIFIED;
    return affine == LI_NO ? LI_NONLINEAR : linear == LI_YES ? LI_LINEAR : LI_AFFINE;
}

static void set_degrees(li_ctx *ctx, li_description *d, const li_motion *S)
{
    const li_model *m = S->model;

    for (size_t i = 0, h = 0; i < m->constraints; i++)
        for (size_t k = 0; k < m->constraint[i].n; k++, h++)
            d->degree[h] = m->omega != NULL ? LI_OF_STATE : m->constraint[i].holonomic[k] ? LI_HOLONOMIC : degree_of(ctx, m, m->constraint[i].a[k]);
}

/* ---- what they leave free ---- */

/* J (p by n) = da/dv, in the quasi-velocities if Q is not NULL: (da/dv) A */
static void set_jacobian(li_ctx *ctx, li_expr *J, const li_motion *S, const li_quasi *Q)
{
    size_t n = S->n;
    li_expr *row = matrix(ctx, n);

    for (size_t h = 0; row != NULL && h < S->p; h++) {
        if (li_expr_gradient(ctx, row, S->relation[h], n, S->v) != LI_OK)
            return;
        for (size_t k = 0; k < n; k++) {
            li_expr sum = Q == NULL ? row[k] : li_expr_int(ctx, 0);
            for (size_t r = 0; Q != NULL && r < n; r++)
                sum = li_expr_add(ctx, sum, li_expr_mul(ctx, row[r], Q->A[r * n + k]));
            J[h * n + k] = li_exact_normal(ctx, sum);
        }
    }
}

/* The quasi-velocities that Kane's equations keep. */
static void set_independent(li_ctx *ctx, li_description *d, const li_motion *S)
{
    li_equations kane;

    if (li_motion_kane(ctx, &kane, S, false) == LI_OK)
        for (size_t i = 0; i < kane.unknowns; i++)
            d->independent[d->independents++] = kane.unknown[i];
    settled(ctx);
}

/* The degrees of freedom, and which velocities (of Q, if there are any) stay independent. */
static void set_freedom(li_ctx *ctx, li_description *d, const li_motion *S, const li_quasi *Q)
{
    size_t n = S->n, rank = 0;
    li_expr *J = matrix(ctx, S->p * n);

    d->independent = matrix(ctx, n);
    if (J == NULL || d->independent == NULL)
        return;
    set_jacobian(ctx, J, S, Q);
    li_status status = S->p == 0 ? LI_OK : li_exact_rank(ctx, &rank, S->p, n, J, NULL, NULL);
    if (!settled(ctx) || status != LI_OK)
        return;
    d->ranked = true;
    d->freedom = n - rank;
    if (Q != NULL)
        set_independent(ctx, d, S);
}

/* ---- where velocity parameters fail ---- */

/* Quasi-velocities that share coordinate velocities, directly or by others, carry the same mark. */
static void mark_blocks(const li_quasi *Q, size_t *mark)
{
    size_t n = Q->n;

    for (size_t i = 0; i < n; i++)
        mark[i] = i;
    for (size_t r = 0; r < n; r++) {
        size_t first = n;
        for (size_t i = 0; i < n; i++) {
            if (li_expr_is_zero(Q->B[i * n + r]))
                continue;
            size_t old = mark[i], joined = first == n ? old : mark[first];
            for (size_t k = 0; k < n; k++)
                mark[k] = mark[k] == old ? joined : mark[k];
            first = first == n ? i : first;
        }
    }
}

/* The determinant of one block of B. */
static bool block_determinant(li_ctx *ctx, li_expr *det, const li_quasi *Q, const size_t *mark, size_t block)
{
    size_t n = Q->n, rows = 0, columns = 0;
    size_t *row = li_alloc(ctx, (n + 1) * sizeof *row), *column = li_alloc(ctx, (n + 1) * sizeof *column);
    li_expr *B = matrix(ctx, n * n);

    if (row == NULL || column == NULL || B == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        if (mark[i] == block)
            row[rows++] = i;
    for (size_t r = 0; r < n; r++) {
        bool used = false;
        for (size_t i = 0; i < rows; i++)
            used |= !li_expr_is_zero(Q->B[row[i] * n + r]);
        if (used)
            column[columns++] = r;
    }
    if (rows != columns || rows == 0)
        return false;
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < rows; k++)
            B[i * rows + k] = Q->B[row[i] * n + column[k]];
    return li_exact_det(ctx, det, rows, B) == LI_OK;
}

static void set_singular(li_ctx *ctx, li_description *d, const li_quasi *Q)
{
    size_t n = Q->n, *mark = li_alloc(ctx, (n + 1) * sizeof *mark);

    d->failing = matrix(ctx, n);
    if (mark == NULL || d->failing == NULL)
        return;
    mark_blocks(Q, mark);
    for (size_t block = 0; block < n; block++) {
        li_expr det = NULL, factor = NULL;
        if (block_determinant(ctx, &det, Q, mark, block))
            factor = li_exact_vanishing(ctx, det);
        if (!settled(ctx) || factor == NULL)
            continue;
        d->singular = d->singular == NULL ? factor : li_expr_mul(ctx, d->singular, factor);
        for (size_t i = 0; i < n; i++)
            if (mark[i] == block)
                d->failing[d->fails++] = Q->w[i];
    }
}

/* ---- all of it ---- */

static void set_parameters(li_ctx *ctx, li_description *d, const li_model *m)
{
    d->parameter = matrix(ctx, m->params);
    for (size_t i = 0; d->parameter != NULL && i < m->params; i++)
        if (m->param[i].value == NULL)
            d->parameter[d->unset++] = m->param[i].symbol;
}

li_status li_describe(li_ctx *ctx, li_description *out, const li_motion *S)
{
    li_quasi Q;
    bool quasi = false, small = S->n <= MOST;

    *out = (li_description){ .n = S->n, .degree = li_alloc(ctx, (S->p + 1) * sizeof *out->degree) };
    if (out->degree == NULL)
        return li_ctx_status(ctx);
    set_parameters(ctx, out, S->model);
    li_motion_portrait(ctx, &out->portrait, S);
    settled(ctx);
    set_degrees(ctx, out, S);
    if (S->model->quasis > 0 && !S->speeds && small)
        quasi = li_quasi_init(ctx, &Q, S) == LI_OK;
    quasi = settled(ctx) && quasi;
    set_freedom(ctx, out, S, quasi ? &Q : NULL);
    if (quasi)
        set_singular(ctx, out, &Q);
    if (S->p > 0 && small) {
        li_reactions_find(ctx, &out->reactions, S);
        settled(ctx);
        li_describe_kinds(ctx, out, S);
        settled(ctx);
    }
    if (small)
        li_motion_criterion(ctx, &out->criterion, S);
    if (!settled(ctx))
        out->criterion.len = 0;
    return li_ctx_status(ctx);
}

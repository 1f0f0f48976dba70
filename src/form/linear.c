/* linear.c - block triangular elimination
 *
 * Equations and unknowns are matched; "to solve for j, l is needed" makes the unknowns a graph, and its strong components
 * are the blocks. A component is found after all that it needs, so the order of finding is the order of solving. No
 * matching, or a singular block: the matrix is singular. (Dulmage and Mendelsohn; Tarjan.) */
#include "linear.h"

struct linear {
    li_ctx *ctx;
    size_t n, k;
    const li_expr *A, *B;
    li_expr *X;
    size_t *row;                /* unknown j is matched with equation row[j]; n: with none yet */
    size_t *seen;               /* by unknown: the round that met it last */
    size_t *index, *low, *stack, met, height;
    bool *done;
    li_status status;
};

static bool stands(const struct linear *s, size_t i, size_t j) { return !li_expr_is_zero(s->A[i * s->n + j]); }

/* ---- matching ---- */

/* An unknown for equation i, the first that is free; or else others have to move (a path of Kuhn). */
static bool match(struct linear *s, size_t i, size_t round)
{
    for (size_t j = 0; j < s->n; j++)
        if (s->row[j] == s->n && stands(s, i, j)) {
            s->row[j] = i;
            return true;
        }
    for (size_t j = 0; j < s->n; j++) {
        if (!stands(s, i, j) || s->seen[j] == round)
            continue;
        s->seen[j] = round;
        if (match(s, s->row[j], round)) {
            s->row[j] = i;
            return true;
        }
    }
    return false;
}

static bool match_all(struct linear *s)
{
    for (size_t j = 0; j < s->n; j++)
        s->row[j] = s->n;
    for (size_t i = 0; i < s->n; i++)
        if (!match(s, i, i + 1))
            return false;
    return true;
}

/* ---- one block ---- */

/* The unknowns of equation i that are known; their number */
static size_t find_known(const struct linear *s, size_t *known, size_t i)
{
    size_t len = 0;

    for (size_t j = 0; j < s->n; j++)
        if (s->done[j] && stands(s, i, j))
            known[len++] = j;
    return len;
}

/* B - A X over those */
static li_expr right_side(const struct linear *s, li_expr *part, size_t i, size_t c, size_t len, const size_t *known)
{
    size_t n = 0;

    part[n++] = s->B[i * s->k + c];
    for (size_t l = 0; l < len; l++) {
        size_t j = known[l];
        if (!li_expr_is_zero(s->X[j * s->k + c]))
            part[n++] = li_expr_neg(s->ctx, li_expr_mul(s->ctx, s->A[i * s->n + j], s->X[j * s->k + c]));
    }
    return n == 1 ? part[0] : li_expr_sum(s->ctx, n, part);
}

/* The right sides of the b unknowns u: R is b by len, of the columns used[] that are not 0. */
static size_t right_sides(const struct linear *s, li_expr *R, size_t *used, size_t b, const size_t *u)
{
    size_t len = 0, *known = li_new(s->ctx, s->n + 1, sizeof *known);
    li_expr *part = li_new(s->ctx, s->n + 1, sizeof *part), *full = li_new(s->ctx, b * s->k + 1, sizeof *full);

    for (size_t i = 0; full != NULL && part != NULL && known != NULL && i < b; i++) {
        size_t row = s->row[u[i]], count = find_known(s, known, row);
        for (size_t c = 0; c < s->k; c++)
            full[i * s->k + c] = right_side(s, part, row, c, count, known);
    }
    for (size_t c = 0; li_ctx_status(s->ctx) == LI_OK && c < s->k; c++) {
        size_t i = 0;
        while (i < b && li_expr_is_zero(full[i * s->k + c]))
            i++;
        if (i < b)
            used[len++] = c;
    }
    for (size_t i = 0; i < b * len; i++)
        R[i] = full[i / len * s->k + used[i % len]];
    li_drop(s->ctx, known);
    li_drop(s->ctx, part);
    li_drop(s->ctx, full);
    return len;
}

/* M x = R, b by b; what would pass the budget as fractions is left unexpanded */
static li_status solve_dense(li_ctx *ctx, li_expr *x, size_t b, const li_expr *M, size_t len, const li_expr *R)
{
    if (b == 1 && li_expr_kind(M[0]) == LI_NUM) {
        for (size_t c = 0; c < len; c++)
            x[c] = li_expr_div(ctx, R[c], M[0]);
        return li_ctx_status(ctx);
    }
    li_status status = li_exact_solve(ctx, x, b, M, len, R);
    return status == LI_BUDGET ? li_exact_solve_unexpanded(ctx, x, b, M, len, R) : status;
}

static void solve_block(struct linear *s, size_t b, const size_t *u)
{
    li_expr *M = li_new(s->ctx, b * b, sizeof *M), *R = li_new(s->ctx, b * s->k + 1, sizeof *R), *x = li_new(s->ctx, b * s->k + 1, sizeof *x);
    size_t *used = li_new(s->ctx, s->k + 1, sizeof *used);

    if (M != NULL && R != NULL && x != NULL && used != NULL) {
        for (size_t i = 0; i < b * b; i++)
            M[i] = s->A[s->row[u[i / b]] * s->n + u[i % b]];
        size_t len = right_sides(s, R, used, b, u);
        if (li_ctx_status(s->ctx) == LI_OK)
            s->status = solve_dense(s->ctx, x, b, M, len, R);
        for (size_t i = 0; i < b * len; i++)
            s->X[u[i / len] * s->k + used[i % len]] = x[i];
    }
    if (li_ctx_status(s->ctx) != LI_OK)
        s->status = li_ctx_status(s->ctx);
    for (size_t i = 0; i < b; i++)
        s->done[u[i]] = true;
    li_drop(s->ctx, M);
    li_drop(s->ctx, R);
    li_drop(s->ctx, x);
    li_drop(s->ctx, used);
}

/* ---- the blocks ---- */

static void visit(struct linear *s, size_t j)
{
    s->index[j] = s->low[j] = ++s->met;
    s->stack[s->height++] = j;
    for (size_t l = 0; l < s->n && s->status == LI_OK; l++) {
        if (l == j || s->done[l] || !stands(s, s->row[j], l))
            continue;
        if (s->index[l] == 0)
            visit(s, l);
        if (!s->done[l] && s->low[l] < s->low[j])
            s->low[j] = s->low[l];
    }
    if (s->low[j] < s->index[j] || s->status != LI_OK)
        return;
    size_t top = s->height;
    while (s->stack[--s->height] != j)
        ;
    solve_block(s, top - s->height, s->stack + s->height);
}

static void solve_all(struct linear *s)
{
    s->status = match_all(s) ? LI_OK : LI_SINGULAR;
    for (size_t i = 0; s->status == LI_OK && i < s->n * s->k; i++)
        s->X[i] = li_expr_int(s->ctx, 0);
    for (size_t j = 0; j < s->n && s->status == LI_OK; j++)
        if (s->index[j] == 0)
            visit(s, j);
}

li_status li_linear_solve(li_ctx *ctx, li_expr *X, size_t n, const li_expr *A, size_t k, const li_expr *B)
{
    struct linear s = { .ctx = ctx, .n = n, .k = k, .A = A, .B = B, .status = li_ctx_status(ctx) };
    size_t *room = li_new(ctx, 5 * n + 1, sizeof *room);

    s.X = li_new(ctx, n * k + 1, sizeof *s.X);
    s.done = li_new(ctx, n + 1, sizeof *s.done);
    if (room != NULL && s.X != NULL && s.done != NULL && s.status == LI_OK) {
        s.row = room;
        s.seen = room + n;
        s.index = room + 2 * n;
        s.low = room + 3 * n;
        s.stack = room + 4 * n;
        solve_all(&s);
    }
    for (size_t i = 0; s.status == LI_OK && li_ctx_status(ctx) == LI_OK && i < n * k; i++)
        X[i] = s.X[i];
    li_drop(ctx, room);
    li_drop(ctx, s.X);
    li_drop(ctx, s.done);
    return li_ctx_status(ctx) == LI_OK ? s.status : li_ctx_status(ctx);
}

/* velocities.c - quasi-velocities, completed and inverted */
#include "liaison/motion.h"

/* Does row `count` of B raise the rank of the rows before it? */
static bool is_new_row(li_ctx *ctx, const li_expr *B, size_t count, size_t n)
{
    size_t rank = 0;
    return li_exact_rank(ctx, &rank, count + 1, n, B, NULL, NULL) == LI_OK && rank == count + 1;
}

static void set_row(li_ctx *ctx, li_quasi *Q, const li_motion *S, size_t at, size_t coord)
{
    for (size_t r = 0; r < Q->n; r++)
        Q->B[at * Q->n + r] = li_expr_int(ctx, r == coord);
    Q->b[at] = li_expr_int(ctx, 0);
    Q->w[at] = S->v[coord];
    Q->rate[at] = S->a[coord];
}

/* The declared ones, then the first coordinate velocities that are independent of them. */
static void choose(li_ctx *ctx, li_quasi *Q, const li_motion *S)
{
    const li_model *m = S->model;
    size_t len = 0;

    for (; len < m->quasis && len < Q->n; len++) {
        li_expr value = li_model_basic(ctx, m, m->quasi[len].value);
        Q->w[len] = m->quasi[len].w;
        Q->rate[len] = m->quasi[len].rate;
        if (li_exact_affine(ctx, value, Q->n, S->v, Q->B + len * Q->n, &Q->b[len]) != LI_YES)
            li_fail(ctx, LI_UNDECIDED, "the quasi-velocity %s could not be shown to be linear in the velocities", m->quasi[len].name);
    }
    Q->declared = len;
    for (size_t r = 0; r < Q->n && len < Q->n && li_ctx_status(ctx) == LI_OK; r++) {
        set_row(ctx, Q, S, len, r);
        if (Q->declared == 0 || is_new_row(ctx, Q->B, len, Q->n))
            len++;
    }
    if (len < Q->n)
        li_fail(ctx, LI_SINGULAR, "the quasi-velocities are not independent");
}

/* q' = A (w - b) */
static void invert(li_ctx *ctx, li_quasi *Q)
{
    size_t n = Q->n;
    li_expr *one = li_new(ctx, n * n + 1, sizeof *one);

    for (size_t i = 0; one != NULL && i < n; i++)
        for (size_t j = 0; j < n; j++)
            one[i * n + j] = li_expr_int(ctx, i == j);
    if (one != NULL && Q->declared == 0) {
        for (size_t i = 0; i < n * n; i++)
            Q->A[i] = one[i];
    } else if (one != NULL) {
        li_status status = li_exact_solve(ctx, Q->A, n, Q->B, n, one);
        if (status != LI_OK)
            li_fail(ctx, status, "the quasi-velocities could not be inverted within the budget");
    }
    li_drop(ctx, one);
    for (size_t r = 0; r < n && li_ctx_status(ctx) == LI_OK; r++) {
        Q->c[r] = li_expr_int(ctx, 0);
        for (size_t k = 0; k < n; k++)
            Q->c[r] = li_expr_sub(ctx, Q->c[r], li_expr_mul(ctx, Q->A[r * n + k], Q->b[k]));
        Q->c[r] = li_exact_simplify(ctx, Q->c[r]);
    }
}

li_status li_quasi_init(li_ctx *ctx, li_quasi *Q, const li_motion *S)
{
    size_t n = S->n;

    *Q = (li_quasi){ .n = n };
    if (S->speeds)
        return li_fail(ctx, LI_DOMAIN, "quasi-velocities and speeds cannot be used together here");
    Q->w = li_alloc(ctx, (n + 1) * sizeof *Q->w);
    Q->rate = li_alloc(ctx, (n + 1) * sizeof *Q->rate);
    Q->B = li_alloc(ctx, (n * n + 1) * sizeof *Q->B);
    Q->b = li_alloc(ctx, (n + 1) * sizeof *Q->b);
    Q->A = li_alloc(ctx, (n * n + 1) * sizeof *Q->A);
    Q->c = li_alloc(ctx, (n + 1) * sizeof *Q->c);
    if (li_ctx_status(ctx) == LI_OK)
        choose(ctx, Q, S);
    if (li_ctx_status(ctx) == LI_OK)
        invert(ctx, Q);
    return li_ctx_status(ctx);
}

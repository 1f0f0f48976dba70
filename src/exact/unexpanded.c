/* unexpanded.c - a linear system solved on the expressions themselves
 *
 * Gauss' elimination writes every quotient and every product down once and expands nothing: O(n^3) nodes, where the
 * solution as one fraction would have no end. */
#include "liaison/exact.h"

/* a_ij - f a_rj for all columns j from `first` on */
static void subtract_row(li_ctx *ctx, li_expr *a, size_t columns, size_t i, size_t r, size_t first, li_expr f)
{
    for (size_t j = first; j < columns; j++)
        a[i * columns + j] = li_expr_sub(ctx, a[i * columns + j], li_expr_mul(ctx, f, a[r * columns + j]));
}

/* A row from r on whose entry in column r is not 0 comes to place r: r itself for a mass matrix, where the diagonal does not
 * vanish. False if there is none. */
static bool find_pivot(li_ctx *ctx, li_expr *a, size_t n, size_t columns, size_t r)
{
    double bits;
    size_t i = r;

    while (i < n && (li_expr_is_zero(a[i * columns + r]) || li_exact_residue(ctx, a[i * columns + r], &bits) != LI_NO))
        i++;
    for (size_t j = 0; i > r && i < n && j < columns; j++) {
        li_expr swap = a[r * columns + j];
        a[r * columns + j] = a[i * columns + j];
        a[i * columns + j] = swap;
    }
    return i < n;
}

static li_status reduce(li_ctx *ctx, li_expr *a, size_t n, size_t columns)
{
    for (size_t r = 0; r < n && li_ctx_status(ctx) == LI_OK; r++) {
        if (!find_pivot(ctx, a, n, columns, r))
            return LI_UNDECIDED;
        li_expr pivot = a[r * columns + r];
        for (size_t i = 0; i < n; i++)
            if (i != r && !li_expr_is_zero(a[i * columns + r]))
                subtract_row(ctx, a, columns, i, r, r + 1, li_expr_div(ctx, a[i * columns + r], pivot));
    }
    return li_ctx_status(ctx);
}

li_status li_exact_solve_unexpanded(li_ctx *ctx, li_expr *X, size_t n, const li_expr *A, size_t k, const li_expr *B)
{
    size_t columns = n + k;
    li_expr *a = li_new(ctx, n * columns + 1, sizeof *a);

    if (a == NULL)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n * columns; i++)
        a[i] = i % columns < n ? A[i / columns * n + i % columns] : B[i / columns * k + i % columns - n];
    li_status status = reduce(ctx, a, n, columns);
    for (size_t i = 0; status == LI_OK && i < n * k; i++)
        X[i] = li_expr_div(ctx, a[i / k * columns + n + i % k], a[i / k * columns + i / k]);
    li_drop(ctx, a);
    return status == LI_OK ? li_ctx_status(ctx) : status;
}

/* linear.c - block triangular elimination */
#include "linear.h"

li_status li_linear_solve(li_ctx *ctx, li_expr *X, size_t n, const li_expr *A, size_t k, const li_expr *B)
{
    return li_exact_solve(ctx, X, n, A, k, B);
}

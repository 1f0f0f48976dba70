/* t-linear.c - sparse systems in blocks */
#include "../linear.h"
#include "draw.h"

enum { N = 6, K = 3 };

static void draw_system(li_ctx *ctx, li_rand *rng, size_t n, size_t k, const li_expr *x, li_expr *A, li_expr *B)
{
    int zeros = 1 + li_rand_below(rng, 4);

    for (size_t i = 0; i < n * n; i++)
        A[i] = li_rand_below(rng, 5) < zeros ? li_expr_int(ctx, 0) : li_rand_below(rng, 2) ? li_expr_int(ctx, li_rand_below(rng, 5) - 2) : x[li_rand_below(rng, 3)];
    for (size_t i = 0; i < n * k; i++)
        B[i] = li_rand_below(rng, 2) ? li_expr_int(ctx, li_rand_below(rng, 3)) : x[li_rand_below(rng, 3)];
}

/* A X = B, and LI_SINGULAR exactly when the rank is below n */
static void systems(li_ctx *ctx, li_rand *rng)
{
    size_t n = (size_t)li_rand_below(rng, N + 1), k = (size_t)li_rand_below(rng, K + 1), rank;
    li_expr x[3] = { li_expr_symbol(ctx, "x", LI_COORDINATE), li_expr_symbol(ctx, "y", LI_COORDINATE), li_expr_symbol(ctx, "z", LI_COORDINATE) };
    li_expr A[N * N], B[N * K], X[N * K], untouched = li_expr_symbol(ctx, "untouched", LI_PARAMETER);

    draw_system(ctx, rng, n, k, x, A, B);
    for (size_t i = 0; i < n * k; i++)
        X[i] = untouched;
    li_status status = li_linear_solve(ctx, X, n, A, k, B);
    li_check(ctx, li_exact_rank(ctx, &rank, n, n, A, NULL, NULL) == LI_OK && status == (rank == n ? LI_OK : LI_SINGULAR), "n = %zu, rank %zu: %s", n, rank, li_status_name(status));
    for (size_t i = 0; status != LI_OK && i < n * k; i++)
        li_check(ctx, X[i] == untouched, "X keeps its values");
    for (size_t i = 0; status == LI_OK && i < n; i++)
        for (size_t c = 0; c < k; c++) {
            li_expr sum = li_expr_int(ctx, 0);
            for (size_t j = 0; j < n; j++)
                sum = li_expr_add(ctx, sum, li_expr_mul(ctx, A[i * n + j], X[j * k + c]));
            li_same_function(ctx, sum, B[i * k + c], "A X = B");
        }
}

/* Past the budget of exact algebra the solution is there all the same, only not expanded. */
static void budget(li_ctx *ctx, li_rand *rng)
{
    enum { M = 4 };
    li_expr A[M * M], B[M], X[M];

    for (size_t i = 0; i < M * M; i++) {
        li_text name;
        li_text_init(&name);
        li_text_printf(ctx, &name, "a%zu", i);
        A[i] = li_expr_symbol(ctx, li_text_str(&name), LI_PARAMETER);
        li_text_clear(ctx, &name);
    }
    for (size_t i = 0; i < M; i++)
        B[i] = li_expr_int(ctx, 1 + li_rand_below(rng, 3));
    li_exact_budget(ctx, 300);
    li_check(ctx, li_exact_solve(ctx, X, M, A, 1, B) == LI_BUDGET, "too small a budget");
    li_check(ctx, li_linear_solve(ctx, X, M, A, 1, B) == LI_OK, "unexpanded");
    li_exact_budget(ctx, 10000000);
    for (size_t i = 0; i < M && li_ctx_status(ctx) == LI_OK; i++) {
        li_expr sum = li_expr_int(ctx, 0);
        for (size_t j = 0; j < M; j++)
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, A[i * M + j], X[j]));
        li_same_function(ctx, sum, B[i], "A X = B, unexpanded");
    }
}

int main(void)
{
    li_test_run("systems", systems, 200);
    li_test_run("budget", budget, 1);
    return li_test_done();
}

/* t-matrix.c - rank, determinant and linear systems */
#include "state.h"

enum { MOST = 4 };

static void draw_matrix(li_ctx *ctx, li_rand *rng, size_t count, li_expr *A)
{
    for (size_t i = 0; i < count; i++)
        A[i] = li_rand_below(rng, 4) == 0 ? li_expr_int(ctx, li_rand_below(rng, 3) - 1) : state_draw(ctx, rng, li_rand_below(rng, 4) == 0, false);
}

static li_expr product(li_ctx *ctx, size_t r, size_t n, const li_expr *row, const li_expr *B, size_t j)
{
    li_expr sum = li_expr_int(ctx, 0);
    for (size_t k = 0; k < r; k++)
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, row[k], B[k * n + j]));
    return sum;
}

/* sum over permutations, by Laplace's rule on the first row */
static li_expr leibniz(li_ctx *ctx, size_t n, const li_expr *A)
{
    li_expr det = li_expr_int(ctx, n == 0), minor[MOST * MOST];
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 1, at = 0; i < n; i++)
            for (size_t k = 0; k < n; k++)
                if (k != j)
                    minor[at++] = A[i * n + k];
        li_expr term = li_expr_mul(ctx, A[j], leibniz(ctx, n - 1, minor));
        det = j % 2 == 0 ? li_expr_add(ctx, det, term) : li_expr_sub(ctx, det, term);
    }
    return det;
}

static void determinant(li_ctx *ctx, li_rand *rng)
{
    size_t n = (size_t)li_rand_below(rng, MOST + 1);
    li_expr A[MOST * MOST], det;

    draw_matrix(ctx, rng, n * n, A);
    if (n > 1 && li_rand_below(rng, 3) == 0)                /* two equal rows */
        for (size_t j = 0; j < n; j++)
            A[j] = A[n + j];
    li_status status = li_exact_det(ctx, &det, n, A);
    if (status == LI_BUDGET || status == LI_UNDECIDED) {
        li_test_undecided();
        return;
    }
    li_check(ctx, status == LI_OK, "n = %zu: %s", n, li_status_name(status));
    li_expr zero = li_expr_sub(ctx, det, leibniz(ctx, n, A));
    li_check(ctx, li_exact_is_zero(ctx, zero) != LI_NO && !state_refutes(ctx, rng, zero), "n = %zu: %s", n, state_text(ctx, det));
}

static void solve(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 3), k = 1 + (size_t)li_rand_below(rng, 2);
    li_expr A[9], B[6], X[6], det = leibniz(ctx, 0, A);
    bool singular = n > 1 && li_rand_below(rng, 3) == 0;

    draw_matrix(ctx, rng, n * n, A);
    draw_matrix(ctx, rng, n * k, B);
    for (size_t j = 0; singular && j < n; j++)              /* the first row is a multiple of the second */
        A[j] = li_expr_mul(ctx, state_parse(ctx, "1+sin(x)"), A[n + j]);
    li_status status = li_exact_solve(ctx, X, n, A, k, B);
    if (status == LI_BUDGET || status == LI_UNDECIDED) {
        li_test_undecided();
        return;
    }
    li_check(ctx, !singular || status == LI_SINGULAR, "singular: %s", li_status_name(status));
    if (status == LI_SINGULAR) {
        li_check(ctx, li_exact_is_zero(ctx, leibniz(ctx, n, A)) == LI_YES, "det = 0");
        return;
    }
    li_check(ctx, status == LI_OK && !li_expr_is_zero(det), "%s", li_status_name(status));
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            state_check(ctx, rng, li_expr_sub(ctx, product(ctx, n, k, A + i * n, X, j), B[i * k + j]), LI_YES);
}

static li_expr draw_root(li_ctx *ctx, li_rand *rng, li_kind kind)
{
    li_expr p = state_draw_polynomial(ctx, rng, 1), q = state_draw_polynomial(ctx, rng, 1);
    li_expr a = li_expr_add(ctx, state_parse(ctx, "1+b^2"), li_expr_add(ctx, li_expr_power(ctx, p, 2), kind == LI_ABS ? q : li_expr_power(ctx, q, 2)));
    return kind == LI_ABS ? li_expr_apply(ctx, LI_ABS, a) : li_expr_sqrt(ctx, a);
}

static int solved, too_large;

/* Roots in right sides, within any budget: a solution, or none. With letters for the roots a smaller one will do. */
static void solve_roots(li_ctx *ctx, li_rand *rng)
{
    li_expr A[9], B[3], X[3], det, r[2] = { draw_root(ctx, rng, LI_ROOT), draw_root(ctx, rng, LI_ABS) };

    draw_matrix(ctx, rng, 9, A);
    for (size_t i = 0; i < 3; i++) {
        A[4 * i] = li_expr_add(ctx, A[4 * i], state_parse(ctx, "a^2+3"));
        B[i] = li_expr_div(ctx, state_draw_polynomial(ctx, rng, 1), r[li_rand_below(rng, 2)]);
    }
    li_exact_budget(ctx, UINT64_C(1) << (9 + li_rand_below(rng, 14)));
    li_status status = li_exact_solve(ctx, X, 3, A, 1, B);
    li_check(ctx, status == LI_OK || status == LI_BUDGET || status == LI_UNDECIDED, "%s", li_status_name(status));
    solved += status == LI_OK;
    too_large += status == LI_BUDGET;
    for (size_t i = 0; i < 3 && status == LI_OK; i++)
        li_check(ctx, !state_refutes(ctx, rng, li_expr_sub(ctx, product(ctx, 3, 1, A + 3 * i, X, 0), B[i])), "row %zu", i);
    for (size_t i = 0; i < 3; i++)
        A[3 * i] = B[i];
    status = li_exact_det(ctx, &det, 3, A);
    li_check(ctx, status != LI_OK || !state_refutes(ctx, rng, li_expr_sub(ctx, det, leibniz(ctx, 3, A))), "det");
}

static void both_happen(li_ctx *ctx, li_rand *rng)
{
    (void)rng;
    li_check(ctx, solved > 4 && too_large > 0, "%d solved, %d too large", solved, too_large);
}

/* Row i becomes row i + turn, cyclically. */
static void turn_rows(li_expr *a, size_t n, size_t columns, size_t turn)
{
    li_expr old[MOST * MOST];

    for (size_t i = 0; i < n * columns; i++)
        old[i] = a[i];
    for (size_t i = 0; i < n * columns; i++)
        a[(i / columns + turn) % n * columns + i % columns] = old[i];
}

/* The same system without expansion, the matrix being B + B^T with a large diagonal, as mass matrices are, its rows turned. */
static void solve_unexpanded(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, MOST), k = 1 + (size_t)li_rand_below(rng, 2);
    li_expr A[MOST * MOST], B[2 * MOST], X[2 * MOST];
    double bits;

    draw_matrix(ctx, rng, n * n, A);
    draw_matrix(ctx, rng, n * k, B);
    for (size_t i = 0; i < n; i++) {
        A[i * n + i] = li_expr_add(ctx, li_expr_mul(ctx, A[i * n + i], A[i * n + i]), state_parse(ctx, "a^2+3"));
        for (size_t j = 0; j < i; j++)
            A[i * n + j] = A[j * n + i];
    }
    size_t turn = (size_t)li_rand_below(rng, (int)n);
    turn_rows(A, n, n, turn);
    turn_rows(B, n, k, turn);
    li_status status = li_exact_solve_unexpanded(ctx, X, n, A, k, B);
    if (status == LI_UNDECIDED) {
        li_test_undecided();
        return;
    }
    li_check(ctx, status == LI_OK, "%s", li_status_name(status));
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++) {
            li_expr zero = li_expr_sub(ctx, product(ctx, n, k, A + i * n, X, j), B[i * k + j]);
            li_check(ctx, li_exact_residue(ctx, zero, &bits) != LI_NO && !state_refutes(ctx, rng, zero), "n = %zu, row %zu", n, i);
        }
}

/* The product of an m by r and an r by n matrix in general position has rank r. */
static void rank(li_ctx *ctx, li_rand *rng)
{
    size_t m = 1 + (size_t)li_rand_below(rng, 4), n = 1 + (size_t)li_rand_below(rng, 4), r = (size_t)li_rand_below(rng, (int)(m < n ? m : n) + 1), found;
    li_expr A[16], B[16], C[16], v[] = { state_parse(ctx, "x"), state_parse(ctx, "sin(x)"), state_parse(ctx, "cos(x)"), state_parse(ctx, "a") };
    bool row[4], column[4];

    for (size_t i = 0; i < m * r; i++)
        A[i] = i % r == i / r ? li_expr_int(ctx, 1) : v[li_rand_below(rng, 4)];
    for (size_t i = 0; i < r * n; i++)
        B[i] = i % n == i / n ? li_expr_int(ctx, 1) : i % n < i / n ? li_expr_int(ctx, 0) : v[li_rand_below(rng, 4)];
    for (size_t i = 0; i < m * n; i++)
        C[i] = r == 0 ? state_parse(ctx, "sin(x)^2+cos(x)^2-1") : product(ctx, r, n, A + i / n * r, B, i % n);
    size_t rank_A = 0;
    li_status status = li_exact_rank(ctx, &found, m, n, C, row, column);
    if (r > 0)
        li_exact_rank(ctx, &rank_A, m, r, A, NULL, NULL);
    li_check(ctx, status == LI_OK && found == rank_A && found <= r, "rank %zu, not %zu of %zu by %zu: %s", found, r, m, n, li_status_name(status));
    size_t rows = 0, columns = 0;
    for (size_t i = 0; i < m; i++)
        rows += row[i];
    for (size_t j = 0; j < n; j++)
        columns += column[j];
    li_check(ctx, rows == found && columns == found, "%zu rows, %zu columns carry rank %zu", rows, columns, found);
}

/* A pivot that is 0, but not provably so, is no pivot; what is not defined is not decided. */
static void doubtful(li_ctx *ctx, li_rand *rng)
{
    li_expr A[4] = { state_parse(ctx, "sqrt(2-2*cos(x))-2*abs(sin(x/2))"), li_expr_int(ctx, 0), li_expr_int(ctx, 0), li_expr_int(ctx, 1) }, det, X[2];
    li_expr bad[1] = { state_parse(ctx, "1/(sin(x)^2+cos(x)^2-1)") };
    size_t found;

    (void)rng;
    li_exact_assume(ctx, state_parse(ctx, "y"), LI_POSITIVE);
    li_expr arcs[1] = { state_parse(ctx, "atan(y)+atan(1/y)-pi/2") };
    li_check(ctx, li_exact_rank(ctx, &found, 1, 1, arcs, NULL, NULL) == LI_UNDECIDED, "functions that depend on one another");
    li_check(ctx, li_exact_rank(ctx, &found, 2, 2, A, NULL, NULL) == LI_UNDECIDED || found == 1, "rank");
    li_status status = li_exact_det(ctx, &det, 2, A);
    li_check(ctx, status == LI_UNDECIDED || (status == LI_OK && li_expr_is_zero(det)), "det");
    status = li_exact_solve(ctx, X, 2, A, 1, A + 2);
    li_check(ctx, status == LI_UNDECIDED || status == LI_SINGULAR, "solve");
    li_check(ctx, li_exact_rank(ctx, &found, 1, 1, bad, NULL, NULL) == LI_UNDECIDED, "not defined");
    li_check(ctx, li_exact_solve(ctx, X, 1, bad, 1, A + 3) == LI_UNDECIDED && li_ctx_status(ctx) == LI_OK, "clean");
    li_check(ctx, li_exact_rank(ctx, &found, 0, 0, NULL, NULL, NULL) == LI_OK && found == 0, "empty");
}

int main(void)
{
    li_test_run("determinant", determinant, 60);
    li_test_run("solve", solve, 60);
    li_test_run("roots in right sides", solve_roots, 40);
    li_test_run("of these", both_happen, 1);
    li_test_run("solve, not expanded", solve_unexpanded, 40);
    li_test_run("rank", rank, 60);
    li_test_run("doubtful", doubtful, 1);
    return li_test_done();
}

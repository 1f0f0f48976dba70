/* real-solve.c - A x = b in doubles: LDL^T for a positive definite matrix, or along a plan; LU with pivoting for the others */
#include <float.h>
#include <math.h>

#include "code.h"

/* Rounding of the entries and of the elimination, in units of n eps: a pivot below it is none. */
static double rounding(size_t n) { return 8 * (double)n * DBL_EPSILON; }

/* U = L^T with D on its diagonal. Right-looking, on the rows of the upper triangle so that the inner loops run
 * over adjacent numbers. A pivot is measured by its own diagonal entry. */
static bool factor_ldl(const li_system *S, const double *v, double *U)
{
    size_t n = S->n;

    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            U[i * n + j] = v[S->in[i * n + j]];
    for (size_t k = 0; k < n; k++) {
        double *row = U + k * n, d = row[k];
        if (!(d > rounding(n) * fabs(v[S->in[k * n + k]])))
            return false;
        double inverse = row[k] = 1 / d;
        for (size_t i = k + 1; i < n; i++) {
            double l = row[i] * inverse, *below = U + i * n;
            for (size_t j = i; j < n; j++)
                below[j] -= l * row[j];
        }
        for (size_t i = k + 1; i < n; i++)       /* row k of U becomes column k of L */
            row[i] *= inverse;
    }
    return true;
}

static void substitute_ldl(size_t n, const double *U, double *x)
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = k + 1; i < n; i++)
            x[i] -= U[k * n + i] * x[k];
    for (size_t k = 0; k < n; k++)
        x[k] *= U[k * n + k];
    for (size_t k = n; k-- > 0;)
        for (size_t i = k + 1; i < n; i++)
            x[k] -= U[k * n + i] * x[i];
}

/* Rows are measured by their largest entry, then columns in that measure: so pivots are told from
 * rounding whatever the units of the equations and of the unknowns. */
static void measure(size_t n, const double *A, double *row, double *column)
{
    for (size_t j = 0; j < n; j++)
        column[j] = 0;
    for (size_t i = 0; i < n; i++) {
        double most = 0;
        for (size_t j = 0; j < n; j++)
            most = fmax(most, fabs(A[i * n + j]));
        row[i] = most > 0 ? 1 / most : 0;
        for (size_t j = 0; j < n; j++)
            column[j] = fmax(column[j], row[i] * fabs(A[i * n + j]));
    }
}

static void swap_rows(size_t n, double *A, double *row, size_t i, size_t k)
{
    double t;

    if (i == k)
        return;
    for (size_t j = 0; j < n; j++)
        t = A[i * n + j], A[i * n + j] = A[k * n + j], A[k * n + j] = t;
    t = row[i], row[i] = row[k], row[k] = t;
}

/* P A = L U, the multipliers below the diagonal, the reciprocal pivots on it; the rows that changed places in `swap`. */
static bool factor_lu(const li_system *S, const double *v, double *A, double *swap)
{
    size_t n = S->n;
    double *row = swap + n, *column = row + n;

    for (size_t i = 0; i < n * n; i++)
        A[i] = v[S->in[i]];
    measure(n, A, row, column);
    for (size_t k = 0; k < n; k++) {
        size_t pivot = k;
        for (size_t i = k + 1; i < n; i++)
            if (row[i] * fabs(A[i * n + k]) > row[pivot] * fabs(A[pivot * n + k]))
                pivot = i;
        swap_rows(n, A, row, pivot, k);
        swap[k] = (double)pivot;
        double d = A[k * n + k];
        if (!(row[k] * fabs(d) > rounding(n) * column[k]))
            return false;
        double inverse = A[k * n + k] = 1 / d;
        for (size_t i = k + 1; i < n; i++) {
            double l = A[i * n + k] *= inverse;
            for (size_t j = k + 1; j < n; j++)
                A[i * n + j] -= l * A[k * n + j];
        }
    }
    return true;
}

static void substitute_lu(size_t n, const double *A, const double *swap, double *x)
{
    for (size_t k = 0; k < n; k++) {
        size_t pivot = (size_t)swap[k];
        double t = x[pivot];
        x[pivot] = x[k];
        x[k] = t;
    }
    for (size_t k = 0; k < n; k++)
        for (size_t i = k + 1; i < n; i++)
            x[i] -= A[i * n + k] * x[k];
    for (size_t k = n; k-- > 0;) {
        for (size_t j = k + 1; j < n; j++)
            x[k] -= A[k * n + j] * x[j];
        x[k] *= A[k * n + k];
    }
}

/* ---- along a plan ---- */

/* What the pivot of a row of m numbers makes of the rows below it. Inlined where m is a number, for most rows are short. */
static inline const uint32_t *eliminate(double *U, double *size, double *row, const uint32_t *at, const uint32_t *target, size_t m, double inverse)
{
    for (size_t i = 0; i < m; i++) {
        double u = row[i], l = row[i] = u * inverse, t = l * u;
        U[at[i]] -= t;
        size[at[i]] += fabs(t);
        for (size_t j = i + 1; j < m; j++)
            U[*target++] -= l * row[j];
    }
    return target;
}

/* A pivot is measured by the terms it is the sum of. One that is much smaller than they are has lost digits (a light body between heavy
 * ones); solutions are refined then, twice or, below 1e-6, four times, for which the entries are kept. */
static bool factor_sparse(const li_system *S, const double *v, double *U)
{
    const li_schedule *Z = S->plan;
    const uint32_t *target = Z->target;
    size_t n = Z->n;
    double *size = U + Z->numbers, *steps = size + 2 * n, least = rounding(n);

    *steps = 0;
    for (size_t i = 0; i < Z->numbers; i++)
        U[i] = 0;
    for (size_t e = 0; e < Z->entries; e++)
        U[Z->place[e]] = v[S->in[e]];
    for (size_t k = 0; k < n; k++)
        size[k] = fabs(U[k]);
    for (size_t k = 0; k < n; k++) {
        double *row = U + Z->start[k], d = U[k];
        const uint32_t *at = Z->at + Z->start[k];
        size_t m = Z->start[k + 1] - Z->start[k];
        if (!(fabs(d) > least * size[k]))
            return false;
        if (fabs(d) < 1e-2 * size[k])
            *steps = *steps == 4 || fabs(d) < 1e-6 * size[k] ? 4 : 2;
        double inverse = U[k] = 1 / d;
        switch (m) {
        case 0: break;
        case 1: target = eliminate(U, size, row, at, target, 1, inverse); break;
        case 2: target = eliminate(U, size, row, at, target, 2, inverse); break;
        case 3: target = eliminate(U, size, row, at, target, 3, inverse); break;
        case 4: target = eliminate(U, size, row, at, target, 4, inverse); break;
        default: target = eliminate(U, size, row, at, target, m, inverse);
        }
    }
    for (size_t e = 0; e < Z->entries && *steps > 0; e++)
        steps[1 + e] = v[S->in[e]];
    return true;
}

static inline void take_away(const double *row, const uint32_t *at, double *x, size_t m, double y)
{
    for (size_t i = 0; i < m; i++)
        x[at[i]] -= row[i] * y;
}

static inline double add_up(const double *row, const uint32_t *at, const double *x, size_t m, double y)
{
    for (size_t i = 0; i < m; i++)
        y -= row[i] * x[at[i]];
    return y;
}

static void substitute_sparse(const li_schedule *Z, const double *U, double *x)
{
    for (size_t k = 0; k < Z->n; k++) {
        const double *row = U + Z->start[k];
        const uint32_t *at = Z->at + Z->start[k];
        size_t m = Z->start[k + 1] - Z->start[k];
        switch (m) {
        case 0: break;
        case 1: take_away(row, at, x, 1, x[k]); break;
        case 2: take_away(row, at, x, 2, x[k]); break;
        case 3: take_away(row, at, x, 3, x[k]); break;
        case 4: take_away(row, at, x, 4, x[k]); break;
        default: take_away(row, at, x, m, x[k]);
        }
    }
    for (size_t k = Z->n; k-- > 0;) {
        const double *row = U + Z->start[k];
        const uint32_t *at = Z->at + Z->start[k];
        size_t m = Z->start[k + 1] - Z->start[k];
        double y = x[k] * U[k];
        switch (m) {
        case 0: x[k] = y; break;
        case 1: x[k] = add_up(row, at, x, 1, y); break;
        case 2: x[k] = add_up(row, at, x, 2, y); break;
        case 3: x[k] = add_up(row, at, x, 3, y); break;
        case 4: x[k] = add_up(row, at, x, 4, y); break;
        default: x[k] = add_up(row, at, x, m, y);
        }
    }
}

/* x = A^-1 x, then x += A^-1 (b - A x) where that is worth it; F has room for b and b - A x behind U */
static void solve_sparse(const li_schedule *Z, double *F, double *x)
{
    size_t n = Z->n;
    double *b = F + Z->numbers, *rest = b + n;
    const double *steps = rest + n, *A = steps + 1;

    for (size_t k = 0; k < n && *steps > 0; k++)
        b[k] = x[k];
    substitute_sparse(Z, F, x);
    for (int step = 0; step < *steps; step++) {
        for (size_t k = 0; k < n; k++)
            rest[k] = b[k];
        for (size_t e = 0; e < Z->entries; e++) {
            rest[Z->row[e]] -= A[e] * x[Z->column[e]];
            if (Z->row[e] != Z->column[e])
                rest[Z->column[e]] -= A[e] * x[Z->row[e]];
        }
        substitute_sparse(Z, F, rest);
        for (size_t k = 0; k < n; k++)
            x[k] += rest[k];
    }
}

/* ---- any of them ---- */

bool li_real_factor(const li_system *S, bool symmetric, const double *v, double *F)
{
    size_t n = S->n;
    double *swap = F + n * n;

    if (S->plan != NULL)
        return factor_sparse(S, v, F);
    swap[0] = -1;                            /* LDL^T; a symmetric matrix that is not positive definite may still be regular */
    return (symmetric && factor_ldl(S, v, F)) || factor_lu(S, v, F, swap);
}

void li_real_substitute(const li_system *S, double *F, double *x)
{
    size_t n = S->n;
    const double *swap = F + n * n;

    if (S->plan != NULL)
        solve_sparse(S->plan, F, x);
    else if (swap[0] < 0)
        substitute_ldl(n, F, x);
    else
        substitute_lu(n, F, swap, x);
}

bool li_real_solve(const li_system *S, bool symmetric, const double *v, double *scratch, double *x)
{
    if (!li_real_factor(S, symmetric, v, scratch))
        return false;
    for (size_t i = 0; i < S->n; i++)
        x[i] = v[S->in[S->entries + i]];
    li_real_substitute(S, scratch, x);
    return true;
}

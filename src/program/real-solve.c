/* real-solve.c - A x = b in doubles: LDL^T for a positive definite matrix, LU with pivoting for the others */
#include <float.h>
#include <math.h>

#include "code.h"

/* Rounding of the entries and of the elimination, in units of n eps: a pivot below it is none. */
static double rounding(size_t n) { return 8 * (double)n * DBL_EPSILON; }

/* Right-looking, on the rows of the upper triangle so that the inner loops run over adjacent numbers. A
 * pivot is measured by its own diagonal entry. */
bool li_real_ldl(const li_system *S, const double *v, double *scratch, double *x)
{
    size_t n = S->n;
    double *U = scratch;

    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j < n; j++)
            U[i * n + j] = v[S->in[i * n + j]];
        x[i] = v[S->in[n * n + i]];
    }
    for (size_t k = 0; k < n; k++) {
        double *row = U + k * n, d = row[k];
        if (!(d > rounding(n) * fabs(v[S->in[k * n + k]])))
            return false;
        for (size_t i = k + 1; i < n; i++) {
            double l = row[i] / d, *below = U + i * n;
            for (size_t j = i; j < n; j++)
                below[j] -= l * row[j];
            x[i] -= l * x[k];
        }
        for (size_t i = k + 1; i < n; i++)       /* row k of U becomes column k of L */
            row[i] /= d;
        x[k] /= d;
    }
    for (size_t k = n; k-- > 0;)
        for (size_t i = k + 1; i < n; i++)
            x[k] -= U[k * n + i] * x[i];
    return true;
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

static void swap_rows(size_t n, double *A, double *row, double *x, size_t i, size_t k)
{
    double t;

    if (i == k)
        return;
    for (size_t j = 0; j < n; j++)
        t = A[i * n + j], A[i * n + j] = A[k * n + j], A[k * n + j] = t;
    t = row[i], row[i] = row[k], row[k] = t;
    t = x[i], x[i] = x[k], x[k] = t;
}

bool li_real_lu(const li_system *S, const double *v, double *scratch, double *x)
{
    size_t n = S->n;
    double *A = scratch, *row = scratch + n * n, *column = row + n;

    for (size_t i = 0; i < n * n; i++)
        A[i] = v[S->in[i]];
    for (size_t i = 0; i < n; i++)
        x[i] = v[S->in[n * n + i]];
    measure(n, A, row, column);
    for (size_t k = 0; k < n; k++) {
        size_t pivot = k;
        for (size_t i = k + 1; i < n; i++)
            if (row[i] * fabs(A[i * n + k]) > row[pivot] * fabs(A[pivot * n + k]))
                pivot = i;
        swap_rows(n, A, row, x, pivot, k);
        double d = A[k * n + k];
        if (!(row[k] * fabs(d) > rounding(n) * column[k]))
            return false;
        for (size_t i = k + 1; i < n; i++) {
            double l = A[i * n + k] / d;
            for (size_t j = k + 1; j < n; j++)
                A[i * n + j] -= l * A[k * n + j];
            x[i] -= l * x[k];
        }
    }
    for (size_t k = n; k-- > 0;) {
        for (size_t j = k + 1; j < n; j++)
            x[k] -= A[k * n + j] * x[j];
        x[k] /= A[k * n + k];
    }
    return true;
}

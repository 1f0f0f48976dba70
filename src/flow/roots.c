/* roots.c - zeros of a polynomial, by its Bernstein coefficients
 *
 *     f(u) = sum_j b_j C(n, j) u^j (1 - u)^(n - j) on [0, 1]
 *
 * has at most as many zeros there as the b_j change their sign, and exactly one if they do so once. Otherwise the interval is cut in
 * two, until the b_j are as small as the rounding errors: so no zero is missed between two points. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "roots.h"

enum { DEEPEST = 50 };

/* f changes its sign, or is lost in the rounding errors, between lo and hi; direction: if lo = hi */
typedef struct { double lo, hi; int direction; } place;

typedef struct {
    size_t  n;
    double  a[LI_MOST_DEGREE + 1];  /* f(u) = sum a_k u^k */
    double  noise;                 /* what a b_j is uncertain by */
    size_t  len;
    place   zero[LI_MOST_DEGREE + 1];
} search;

/* ---- forms of the polynomial ---- */

/* a: c with s = from + u (to - from), by Taylor's shift */
static void rescale(search *S, const double *c, double from, double to)
{
    double *a = S->a, by = 1;

    memcpy(a, c, (S->n + 1) * sizeof *a);
    if (from != 0)
        for (size_t i = 0; i < S->n; i++)
            for (size_t k = S->n; k-- > i;)
                a[k] += from * a[k + 1];
    for (size_t k = 0; k <= S->n; k++, by *= to - from)
        a[k] *= by;
}

/* b_j = sum_{k <= j} C(j, k)/C(n, k) a_k, as differences of b */
static void to_bernstein(const search *S, double *b)
{
    double binomial = 1;

    for (size_t k = 0; k <= S->n; k++) {
        b[k] = S->a[k] / binomial;
        binomial *= (double)(S->n - k) / (double)(k + 1);
    }
    for (size_t i = 1; i <= S->n; i++)
        for (size_t k = S->n; k >= i; k--)
            b[k] += b[k - 1];
}

static double value(const search *S, double u)
{
    double sum = S->a[S->n];
    for (size_t k = S->n; k-- > 0;)
        sum = sum * u + S->a[k];
    return sum;
}

static double slope(const search *S, double u)
{
    double sum = 0;
    for (size_t k = S->n; k > 0; k--)
        sum = sum * u + (double)k * S->a[k];
    return sum;
}

/* The halves of b: left in place, right given back. */
static void cut(size_t n, double *b, double *right)
{
    for (size_t i = 0; i <= n; i++) {
        right[n - i] = b[n];
        for (size_t k = n; k > i; k--)
            b[k] = (b[k - 1] + b[k]) / 2;
    }
}

/* ---- one zero ---- */

/* f changes its sign once between u and v: Newton's method inside a bracket. */
static double refine(const search *S, double u, double v, bool rising)
{
    double x = (u + v) / 2;

    for (int step = 0; step < 100 && v > u; step++) {
        double f = value(S, x), next = x - f / slope(S, x);
        if (f == 0)
            return x;
        if ((f > 0) == rising)
            v = x;
        else
            u = x;
        if (!(next > u && next < v))
            next = (u + v) / 2;
        if (next == x || next <= u || next >= v)
            break;
        x = next;
    }
    return x;
}

/* Is f no larger than its rounding errors from u to v? */
static bool is_lost(const search *S, double u, double v)
{
    enum { PARTS = 8 };

    for (int i = 0; i <= PARTS; i++)
        if (fabs(value(S, u + (v - u) * i / PARTS)) > 4 * S->noise)
            return false;
    return true;
}

/* In order. Two between which f is lost are one. */
static void add(search *S, double lo, double hi, int direction)
{
    place *last = S->len > 0 ? &S->zero[S->len - 1] : NULL;

    if (last != NULL && is_lost(S, last->lo, hi))
        last->hi = hi;
    else if (S->len <= LI_MOST_DEGREE)
        S->zero[S->len++] = (place){ lo, hi, direction };
}

static int sign_outside(const search *S, double u)
{
    double f = u < 0 || u > 1 ? 0 : value(S, u);
    return fabs(f) <= 4 * S->noise ? 0 : f > 0 ? 1 : -1;
}

/* What f does in a place is told by its signs on both sides; at an end of the interval by one of them. */
static li_root seen_from_outside(const search *S, place z)
{
    double aside = 4 * (z.hi - z.lo);
    int before = sign_outside(S, z.lo - aside), after = sign_outside(S, z.hi + aside);

    if (z.lo != z.hi)
        z.direction = before * after > 0 ? 0 : after != 0 ? after : -before;
    return (li_root){ (z.lo + z.hi) / 2, (z.hi - z.lo) / 2, z.direction };
}

/* ---- all of them ---- */

static double largest(size_t n, const double *b)
{
    double most = 0;
    for (size_t k = 0; k <= n; k++)
        most = fmax(most, fabs(b[k]));
    return most;
}

static size_t changes(size_t n, const double *b)
{
    size_t count = 0;
    double last = 0;

    for (size_t k = 0; k <= n; k++) {
        if (b[k] == 0)
            continue;
        count += last != 0 && (last > 0) != (b[k] > 0);
        last = b[k];
    }
    return count;
}

static double least(size_t n, const double *b)
{
    double found = INFINITY;
    for (size_t k = 0; k <= n; k++)
        found = fmin(found, fabs(b[k]));
    return found;
}

static void find(search *S, double *b, double u, double v, int depth)
{
    double right[LI_MOST_DEGREE + 1];
    size_t n = S->n, count = changes(n, b);

    if (count == 0 && least(n, b) > S->noise)
        return;
    if (largest(n, b) <= S->noise || depth == DEEPEST) {
        add(S, u, v, 0);
        return;
    }
    if (count == 1 && fabs(b[0]) > S->noise && fabs(b[n]) > S->noise) {
        double x = refine(S, u, v, b[n] > 0);
        add(S, x, x, b[n] > 0 ? 1 : -1);
        return;
    }
    cut(n, b, right);
    find(S, b, u, (u + v) / 2, depth + 1);
    find(S, right, (u + v) / 2, v, depth + 1);
}

size_t li_roots(const double *c, size_t degree, double from, double to, double noise, li_root *out, size_t most)
{
    search S = { .n = degree };
    double b[LI_MOST_DEGREE + 1];

    if (!(to > from) || degree == 0 || degree > LI_MOST_DEGREE)
        return 0;
    rescale(&S, c, from, to);
    to_bernstein(&S, b);
    double size = largest(degree, b);
    if (!(size > 0) || !isfinite(size))
        return 0;
    S.noise = fmax(8e-16 * size, noise);
    find(&S, b, 0, 1, 0);
    for (size_t i = 0; i < S.len && i < most; i++) {
        out[i] = seen_from_outside(&S, S.zero[i]);
        out[i].s = from + out[i].s * (to - from);
        out[i].within *= to - from;
    }
    return S.len < most ? S.len : most;
}

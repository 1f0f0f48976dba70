/* enclosure-move.c - the set at a later instant of a step, and in coordinates that turn with it
 *
 * A S Z lies in Q (Q^-1 A S) Z for every regular Q. Near the orthogonal factor of A S, with columns taken by size, Q^-1 A S is near
 * a triangle: wide intervals are not rotated into narrow ones.                               (Lohner's method) */
#include <math.h>
#include <string.h>

#include "enclosure.h"

enum { FEW = 64 };

/* ---- y(t + s) ---- */

/* A(s), then A S */
static void transport(li_enclosure *E, const li_ball *s)
{
    size_t n = E->n, all = n * n;
    li_ball *x = &E->x[0];

    for (size_t i = 0; i < all; i++) {
        li_ball_set_double(&E->A[i], 0);
        for (size_t k = E->q; k-- > 0;) {
            li_ball_mul(&E->A[i], &E->A[i], s, FEW);
            li_ball_add(&E->A[i], &E->A[i], &E->V[k * all + i], FEW);
        }
        li_ball_set_double(x, exp2(E->weight[i / n] - E->weight[i % n]));
        li_ball_mul(x, x, E->spread, FEW);
        li_ball_widen(&E->A[i], x);
    }
    for (size_t i = 0; i < all; i++) {
        li_ball_set_double(&E->C[i], 0);
        for (size_t k = 0; k < n; k++)
            li_ball_addmul(&E->C[i], &E->A[i - i % n + k], &E->S[k * n + i % n], FEW);
    }
}

/* y += M Z */
static void add_set(const li_enclosure *E, li_ball *y, const li_ball *M)
{
    size_t n = E->n;
    li_ball *sum = &E->x[0];

    for (size_t i = 0; i < n; i++) {
        li_ball_set_double(sum, 0);
        for (size_t j = 0; j < n; j++)
            li_ball_addmul(sum, &M[i * n + j], &E->Z[j], FEW);
        li_ball_widen(&y[i], sum);                         /* it lies around 0 */
    }
}

/* sum_(k < p) y_k(m) s^k + y_p(B) s^p */
static void follow_middle(const li_enclosure *E, li_ball *y, const li_ball *s)
{
    size_t p = E->p;
    li_ball *power = &E->x[0];

    li_ball_power(power, s, p, FEW);
    for (size_t i = 0; i < E->n; i++) {
        const li_ball *c = E->c + i * (p + 1);
        li_ball_set(&y[i], &c[p - 1]);
        for (size_t k = p - 1; k-- > 0;) {
            li_ball_mul(&y[i], &y[i], s, E->bits);
            li_ball_add(&y[i], &y[i], &c[k], E->bits);
        }
        li_ball_addmul(&y[i], &E->rest[i], power, E->bits);
    }
}

void li_enclosure_at(li_enclosure *E, li_ball *y, const li_ball *s)
{
    if (s != NULL) {
        follow_middle(E, y, s);
        transport(E, s);
        add_set(E, y, E->C);
        return;
    }
    for (size_t i = 0; i < E->n; i++)
        li_ball_set(&y[i], &E->m[i]);
    add_set(E, y, E->S);
}

/* ---- new coordinates ---- */

/* The columns of C by the size of what they carry. */
static void order_columns(li_enclosure *E, double *size)
{
    size_t n = E->n;

    for (size_t j = 0; j < n; j++) {
        double least, most, sum = 0;
        li_ball_range(&E->Z[j], &least, &most);
        for (size_t i = 0; i < n; i++)
            sum = hypot(sum, li_ball_double(&E->C[i * n + j]));
        size[j] = log2(sum) + most;
        size_t at = j;
        for (; at > 0 && size[E->order[at - 1]] < size[j]; at--)
            E->order[at] = E->order[at - 1];
        E->order[at] = j;
    }
}

/* R becomes H R and Q becomes Q H, H the reflection in v, zero before k */
static void reflect(size_t n, double *R, double *Q, const double *v, size_t k)
{
    double square = 0;

    for (size_t i = k; i < n; i++)
        square += v[i] * v[i];
    for (size_t j = 0; j < n && square > 0; j++) {
        double r = 0, q = 0;
        for (size_t i = k; i < n; i++)
            r += v[i] * R[i * n + j], q += v[i] * Q[j * n + i];
        for (size_t i = k; i < n; i++)
            R[i * n + j] -= 2 * r / square * v[i], Q[j * n + i] -= 2 * q / square * v[i];
    }
}

/* Q: the orthogonal factor of R, but for rounding */
static void orthogonalise(size_t n, double *R, double *Q, double *v)
{
    for (size_t i = 0; i < n * n; i++)
        Q[i] = i % (n + 1) == 0;
    for (size_t k = 0; k + 1 < n; k++) {
        double size = 0;
        for (size_t i = k; i < n; i++)
            size = hypot(size, v[i] = R[i * n + k]);
        v[k] += v[k] < 0 ? -size : size;
        reflect(n, R, Q, v, k);
    }
}

/* The columns are scaled before: only their directions matter. */
static bool choose_coordinates(li_enclosure *E, double *Q)
{
    size_t n = E->n;
    double *R = Q + n * n, *size = R + n * n, *v = size + n;

    order_columns(E, size);
    for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            sum = hypot(sum, R[i * n + j] = li_ball_double(&E->C[i * n + E->order[j]]));
        for (size_t i = 0; i < n && sum > 0; i++)
            R[i * n + j] /= sum;
    }
    orthogonalise(n, R, Q, v);
    for (size_t i = 0; i < n * n; i++)
        if (!isfinite(Q[i]))
            return false;
    return true;
}

/* With e = the largest row of |1 - Q^T Q| below 1:  |Q^-1 - Q^T| <= e / (1 - e) max |Q|  in every entry. Into A. */
static bool invert(li_enclosure *E, const double *Q)
{
    size_t n = E->n;
    li_ball *x = &E->x[0], *sum = &E->x[1], *e = &E->x[2], *rest = &E->x[3], *one = &E->x[4];

    for (size_t i = 0; i < n * n; i++)
        li_ball_set_double(&E->S[i], Q[i]);
    li_ball_set_double(e, 0);
    li_ball_set_double(one, 1);
    for (size_t i = 0; i < n; i++) {
        li_ball_set_double(sum, 0);
        for (size_t j = 0; j < n; j++) {
            li_ball_set_double(x, i == j ? -1 : 0);
            for (size_t k = 0; k < n; k++)
                li_ball_addmul(x, &E->S[k * n + i], &E->S[k * n + j], FEW);
            li_ball_bound(x, x);
            li_ball_add(sum, sum, x, FEW);
        }
        li_ball_bound(sum, sum);
        li_ball_sub(rest, sum, e, FEW);
        if (li_ball_sign(rest) != -1)
            li_ball_set(e, sum);
    }
    li_ball_sub(rest, one, e, FEW);
    if (li_ball_sign(rest) != 1)
        return false;
    li_ball_div(e, e, rest, FEW);
    li_ball_add(e, e, e, FEW);                 /* max |Q| < 2: its columns are nearly of length 1 */
    for (size_t i = 0; i < n * n; i++) {
        li_ball_set(&E->A[i], &E->S[i % n * n + i / n]);
        li_ball_widen(&E->A[i], e);
    }
    return true;
}

/* Z becomes (A C) Z + A d, A = Q^-1; d lies around 0 */
static bool move_intervals(li_enclosure *E, const li_ball *d)
{
    size_t n = E->n;
    li_ball *x = &E->x[0];

    for (size_t i = 0; i < n; i++) {
        li_ball_set_double(&E->B[i], 0);
        for (size_t j = 0; j < n; j++) {
            li_ball_set_double(x, 0);
            for (size_t k = 0; k < n; k++)
                li_ball_addmul(x, &E->A[i * n + k], &E->C[k * n + j], FEW);
            li_ball_mul(x, x, &E->Z[j], FEW);
            li_ball_widen(&E->B[i], x);
            li_ball_mul(x, &E->A[i * n + j], &d[j], FEW);
            li_ball_widen(&E->B[i], x);
        }
        if (!li_ball_is_finite(&E->B[i]))
            return false;
    }
    for (size_t i = 0; i < n; i++)
        li_ball_set(&E->Z[i], &E->B[i]);
    return true;
}

li_enclosed li_enclosure_move(li_enclosure *E)
{
    size_t n = E->n;
    li_ball *s = &E->x[5];
    li_rational h;

    li_ball_set_double(s, E->h);
    follow_middle(E, E->y, s);
    transport(E, s);
    li_rational_init(&h);
    li_rational_of_double(&h, E->h);
    li_rational_add(&E->time, &E->time, &h);
    li_rational_clear(&h);
    if (!choose_coordinates(E, E->number) || !invert(E, E->number))
        return LI_SET_LOST;
    for (size_t i = 0; i < n; i++) {
        li_ball_middle(&E->m[i], &E->y[i]);
        li_ball_sub(&E->y[i], &E->y[i], &E->m[i], FEW);
    }
    return move_intervals(E, E->y) ? LI_ENCLOSED : LI_SET_LOST;
}

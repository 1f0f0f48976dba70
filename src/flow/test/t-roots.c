/* t-roots.c - zeros of polynomials that were made from them */
#include <math.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "../roots.h"

enum { MOST = 10 };

static double unit(li_rand *rng) { return (double)li_rand_below(rng, 1000001) / 1000000; }

/* c *= s - x */
static void times(double *c, size_t *degree, double x)
{
    ++*degree;
    c[*degree] = 0;
    for (size_t k = *degree; k > 0; k--)
        c[k] = c[k - 1] - x * c[k];
    c[0] *= -x;
}

/* c *= s^2 + p s + q */
static void times_pair(double *c, size_t *degree, double p, double q)
{
    double old[2 * MOST + 3] = { 0 };

    memcpy(old, c, (*degree + 1) * sizeof *c);
    *degree += 2;
    for (size_t k = 0; k <= *degree; k++)
        c[k] = q * old[k] + (k >= 1 ? p * old[k - 1] : 0) + (k >= 2 ? old[k - 2] : 0);
}

static double draw_interval(li_rand *rng, double *from)
{
    static const double length[] = { 1, 1e-3, 50, 1e5 };
    *from = li_rand_below(rng, 2) == 0 ? 0 : -unit(rng);
    return *from + length[li_rand_below(rng, *from == 0 ? 4 : 1)];
}

/* Simple zeros inside, well apart; others outside; pairs that are not real. */
static void simple(li_ctx *ctx, li_rand *rng)
{
    double c[2 * MOST + 3] = { 1 }, x[MOST], from, to = draw_interval(rng, &from), length = to - from;
    size_t degree = 0, inside = (size_t)li_rand_below(rng, 6), outside = (size_t)li_rand_below(rng, 3);
    li_root root[2 * MOST];

    for (size_t i = 0; i < inside; i++) {
        x[i] = from + length * ((double)i + 0.1 + 0.7 * unit(rng)) / (double)inside;
        times(c, &degree, x[i]);
    }
    for (size_t i = 0; i < outside; i++)
        times(c, &degree, to + length * (0.05 + unit(rng)));
    if (li_rand_below(rng, 2) == 0)
        times_pair(c, &degree, -2 * (from + length * unit(rng)), 4 * length * length + from * from * 4);
    if (degree == 0)
        return;
    size_t count = li_roots(c, degree, from, to, 0, root, 2 * MOST);
    li_check(ctx, count == inside, "%zu zeros of %zu (degree %zu)", count, inside, degree);
    for (size_t i = 0; i < inside && count == inside; i++) {
        double slope = 0;
        for (size_t k = degree; k > 0; k--)
            slope = slope * x[i] + (double)k * c[k];
        li_check(ctx, fabs(root[i].s - x[i]) < 1e-9 * length, "zero %zu: %.17g, not %.17g", i, root[i].s, x[i]);
        li_check(ctx, root[i].direction == (slope > 0 ? 1 : -1), "its direction is %d", root[i].direction);
    }
}

/* Two zeros close together, a double one, none by a little. */
static void pairs(li_ctx *ctx, li_rand *rng)
{
    double c[3], x = 0.1 + 0.8 * unit(rng), apart = pow(10, -1 - (double)li_rand_below(rng, 6)), scale = pow(10, (double)li_rand_below(rng, 9) - 4);
    li_root root[4];

    c[2] = scale, c[1] = -2 * x * scale, c[0] = (x * x - apart * apart / 4) * scale;
    size_t count = li_roots(c, 2, 0, 1, 0, root, 4);
    if (x - apart / 2 > 0 && x + apart / 2 < 1)
        li_check(ctx, count == 2 && fabs(root[1].s - root[0].s - apart) < 1e-14 / apart, "%zu zeros, %g apart", count, apart);
    c[0] = x * x * scale;
    count = li_roots(c, 2, 0, 1, 0, root, 4);
    li_check(ctx, count == 1 && root[0].direction == 0 && fabs(root[0].s - x) < 1e-7, "touching: %zu zeros", count);
    c[0] = (x * x + apart * apart) * scale;
    count = li_roots(c, 2, 0, 1, 0, root, 4);
    li_check(ctx, count == 0, "none, by %g: %zu zeros", apart, count);
}

/* A triple zero crosses; zeros at the ends are found. */
static void corners(li_ctx *ctx, li_rand *rng)
{
    double c[2 * MOST + 3] = { 1 }, x = 0.1 + 0.8 * unit(rng);
    size_t degree = 0;
    li_root root[8];

    for (int i = 0; i < 3; i++)
        times(c, &degree, x);
    size_t count = li_roots(c, degree, 0, 1, 0, root, 8);
    li_check(ctx, count == 1 && root[0].direction == 1 && fabs(root[0].s - x) < 1e-4, "triple: %zu zeros, direction %d", count, root[0].direction);
    double ends[] = { 0, -1, 1 };
    count = li_roots(ends, 2, 0, 1, 0, root, 8);
    li_check(ctx, count == 2 && root[0].s < 1e-15 && root[1].s > 1 - 1e-15 && root[0].direction == -1 && root[1].direction == 1, "ends: %zu zeros", count);
    double nothing[] = { 0, 0, 0 }, middle[] = { 0.25, -1, 1 };
    li_check(ctx, li_roots(nothing, 2, 0, 1, 0, root, 8) == 0, "of 0");
    count = li_roots(middle, 2, 0, 1, 0, root, 8);
    li_check(ctx, count == 1 && fabs(root[0].s - 0.5) < 1e-7 && root[0].direction == 0, "double, at a cut: %zu zeros", count);
}

int main(void)
{
    li_test_run("simple", simple, 2000);
    li_test_run("pairs", pairs, 500);
    li_test_run("corners", corners, 200);
    return li_test_done();
}

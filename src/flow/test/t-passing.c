/* t-passing.c - constraints that lose their rank for a moment: motions through such places, and motions that have none */
#include <math.h>
#include <stdio.h>

#include "text.h"

enum { TEXT = 8000 };

/* The motion to `until`, and the first variable there */
static double move(li_ctx *test, const char *text, double until, li_run *R)
{
    moving m;
    li_run_options o = { .tol = 1e-12, .until = until };
    double first = NAN;

    *R = (li_run){ 0 };
    if (moving_init(test, &m, text)) {
        li_check(test, li_run_init(m.ctx, R, &m.F, &o) == LI_OK && R->ending == LI_ENDED, "a motion to the end: %s", R->message);
        first = R->y[0];
        li_run own = *R;                       /* the numbers beside y and columns stay */
        li_run_clear(m.ctx, &own);
    }
    moving_clear(&m);
    return first;
}

/* N + 1 upright bars side by side, with bars from end to end: parallelograms, in line twice a turn, where each might fold otherwise */
static void write_bars(char *out, int N, double speed)
{
    size_t n = 0;

    n += (size_t)snprintf(out + n, TEXT - n, "param g = 9.81, v = %.17g\n", speed);
    for (int i = 0; i <= N; i++)
        n += (size_t)snprintf(out + n, TEXT - n, "coord f%d\nlet x%d = %d + sin(f%d)\nlet y%d = cos(f%d)\nkinetic f%d'^2/6\npotential g*y%d/2\nstart f%d' = v\n", i, i, i, i, i, i, i, i, i);
    for (int i = 0; i < N; i++)
        n += (size_t)snprintf(out + n, TEXT - n,
                              "coord s%d\nlet u%d = x%d + cos(s%d)/2\nlet w%d = y%d + sin(s%d)/2\nkinetic (ddt(u%d)^2 + ddt(w%d)^2)/2 + s%d'^2/24\npotential g*w%d\n"
                              "constraint c%d: x%d + cos(s%d) = x%d, y%d + sin(s%d) = y%d\n",
                              i, i, i, i, i, i, i, i, i, i, i, i, i, i, i + 1, i, i, i + 1);
}

/* [(N + 1)/3 + N] f'' = g [(N + 1)/2 + N] sin f: all upright bars remain parallel. */
static void parallelograms(li_ctx *ctx, li_rand *rng)
{
    int N = 1 + li_rand_below(rng, 3);
    double speed = 1 + (double)li_rand_below(rng, 1001) / 1000, until = 3 + (double)li_rand_below(rng, 3000) / 1000;
    char text[TEXT];
    li_run R;

    write_bars(text, N, speed);
    double bars = move(ctx, text, until, &R);
    li_check(ctx, R.passed > 0, "%d places passed", (int)R.passed);
    li_check(ctx, R.energy_drift < 1e-12 && R.residual < 1e-13, "energy %g, constraints %g", R.energy_drift, R.residual);
    snprintf(text, sizeof text, "param g = 9.81, N = %d, v = %.17g\ncoord f\nkinetic ((N + 1)/3 + N)*f'^2/2\npotential g*((N + 1)/2 + N)*cos(f)\nstart f' = v\n", N, speed);
    double one = move(ctx, text, until, &R);
    li_check(ctx, R.passed == 0 && fabs(bars - one) < 1e-12 * fmax(1, fabs(one)), "%d bars: %.17g, one: %.17g", N, bars, one);
}

/* Singularities beside the real axis, near and of all kinds, belong to the motion. */
static void nothing_to_pass(li_ctx *ctx, li_rand *rng)
{
    static const char *const model[] = {
        "coord a, b\nkinetic (l*a')^2/2 + m*((l*a')^2 + b'^2 + 2*l*a'*b'*cos(a - b))/2\npotential -9.81*((1 + m)*l*cos(a) + m*cos(b))\nstart a = v, b = 2\n",
        "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential -1/sqrt(x^2 + y^2)\nstart x = 1, y' = v/20\n",
        "coord x, y, u, w\nkinetic (x'^2 + y'^2)/2 + m*(u'^2 + w'^2)/2\npotential 9.81*(y + m*w)\n"
        "constraint rods: x^2 + y^2 = l^2, (x - u)^2 + (y - w)^2 = 1\nstart x = 0, y = l, u = -1, w = l, x' = v\n",
    };
    int which = li_rand_below(rng, 3);
    char text[TEXT];
    li_run R;

    snprintf(text, sizeof text, "param m = %d/64, l = %d/64, v = %d/64\n%s", 20 + li_rand_below(rng, 60), 40 + li_rand_below(rng, 60), 100 + li_rand_below(rng, 60), model[which]);
    move(ctx, text, 25, &R);
    li_check(ctx, R.passed == 0, "system %d: nothing was to be passed", which);
    li_check(ctx, R.energy_drift < 1e-12 && R.residual < 1e-13, "system %d: energy %g, constraints %g", which, R.energy_drift, R.residual);
}

/* A multistep method that comes out of a parallelogram in line on the other branch says so; else it is right. */
static void folded(li_ctx *ctx, li_rand *rng)
{
    double w = 1.3 + (double)li_rand_below(rng, 50) / 1000, until = 4, angle = acos(0) + w * until;
    char text[TEXT];
    moving m;
    li_run R = { 0 };
    li_run_options o = { .tol = 1e-12, .until = until, .method = li_rand_below(rng, 2) ? LI_RUN_ADAMS : LI_RUN_BDF };

    snprintf(text, sizeof text, "param w = %.17g\ncoord x, y, u, v\nkinetic (x'^2 + y'^2 + u'^2 + v'^2)/2\n"
             "constraint rods: x^2 + y^2 = 1, (u - 2)^2 + v^2 = 1, (u - x)^2 + (v - y)^2 = 4\nstart x = 0, y = 1, u = 2, v = 1, x' = -w\n", w);
    if (moving_init(ctx, &m, text)) {
        li_check(ctx, li_run_init(m.ctx, &R, &m.F, &o) == LI_OK, "a motion");
        double off = fabs(R.y[0] - cos(angle)) + fabs(R.y[1] - sin(angle));
        li_check(ctx, R.ending != LI_ENDED || off < 1e-6, "%s, w = %g: to the end, and wrong by %g", li_run_method_name(R.method), w, off);
        li_run_clear(m.ctx, &R);
    }
    moving_clear(&m);
}

int main(void)
{
    li_test_run("folded", folded, 12);
    li_test_run("parallelograms", parallelograms, 8);
    li_test_run("nothing_to_pass", nothing_to_pass, 40);
    return li_test_done();
}

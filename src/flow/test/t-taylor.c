/* t-taylor.c - steps by series: motions that are known, their arcs and events */
#include <math.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "../roots.h"
#include "../stepper.h"

static const double PI = 3.14159265358979323846;

static double unit(li_rand *rng) { return (double)li_rand_below(rng, 1000001) / 1000000; }

/* y' = f(y, t) and the events, as an engine */
typedef struct { li_program P; li_engine E; li_expr y[4], t; } field;

static void begin(li_ctx *ctx, field *f, size_t n)
{
    static const char *const name[] = { "x", "y", "u", "v" };
    for (size_t i = 0; i < n; i++)
        f->y[i] = li_expr_symbol(ctx, name[i], LI_COORDINATE);
    f->t = li_expr_symbol(ctx, "t", LI_TIME);
}

static void finish(li_ctx *ctx, field *f, size_t n, size_t events, li_expr *out, size_t order)
{
    li_expr variable[5];

    memcpy(variable, f->y, n * sizeof *variable);
    variable[n] = f->t;
    li_program_init(ctx, &f->P, 0, NULL, n + 1, variable);
    li_program_finish(ctx, &f->P, n + 1 + events, out);
    li_check(ctx, li_engine_init(ctx, &f->E, &f->P, n, events, order, NULL) == LI_OK && li_engine_parameters(&f->E, NULL) == LI_OK, "the engine");
}

static void end(li_ctx *ctx, field *f)
{
    li_engine_clear(ctx, &f->E);
    li_program_clear(ctx, &f->P);
}

/* x' = w y, y' = -w x with the events x and x^2 + y^2 - 1 */
static void rotation(li_ctx *ctx, li_rand *rng)
{
    double w = 0.2 + 3 * unit(rng), a = 6 * unit(rng), t0 = 10 * unit(rng) - 5, until = t0 + 1 + 20 * unit(rng), tol = pow(10, -4 - 9 * unit(rng));
    field f;
    li_stepper s;
    size_t zeros = 0;

    begin(ctx, &f, 2);
    li_expr rate = li_expr_frac(ctx, (int64_t)(w * 1048576), 1048576);
    w = floor(w * 1048576) / 1048576;
    li_expr out[] = { li_expr_mul(ctx, rate, f.y[1]), li_expr_neg(ctx, li_expr_mul(ctx, rate, f.y[0])), li_expr_int(ctx, 1), f.y[0] };
    finish(ctx, &f, 2, 1, out, li_taylor_order(tol));
    li_stepper_init(ctx, &s, &li_method_taylor, &f.E, NULL, tol);
    double start[] = { sin(a), cos(a) };
    li_stepper_start(&s, t0, start);
    while (s.t < until && s.steps < 10000) {
        li_root root[64];
        double y[2];
        li_check(ctx, li_stepper_step(&s, until) == LI_STEPPED, "a step");
        double t = s.arc.from + unit(rng) * (s.arc.to - s.arc.from);
        li_arc_at(&s.arc, t, y);
        li_check(ctx, fabs(y[0] - sin(a + w * (t - t0))) < 100 * tol, "inside a step: %g", y[0] - sin(a + w * (t - t0)));
        li_check(ctx, fabs(li_arc_event(&s.arc, 0, t) - y[0]) < 1e-12, "the event");
        size_t count = li_roots(s.arc.g, s.arc.event_degree, li_arc_place(&s.arc, s.arc.from), li_arc_place(&s.arc, s.arc.to), 0, root, 64);
        for (size_t i = 0; i < count; i++)
            li_check(ctx, fabs(sin(a + w * (li_arc_time(&s.arc, root[i].s) - t0))) < 100 * tol, "a zero of x");
        zeros += count;
    }
    li_check(ctx, s.t == until, "the limit");
    li_check(ctx, fabs(s.y[0] - sin(a + w * (until - t0))) < 100 * tol && fabs(s.y[1] - cos(a + w * (until - t0))) < 100 * tol, "the end");
    double turns = floor((a + w * (until - t0)) / PI) - floor(a / PI);
    li_check(ctx, fabs((double)zeros - turns) < 0.5, "%zu zeros, not %g", zeros, turns);
    li_stepper_clear(&s);
    end(ctx, &f);
}

/* x' = x^2 has a pole at 1/x_0: the steps come to it and not beyond. */
static void pole(li_ctx *ctx, li_rand *rng)
{
    double start = 0.1 + unit(rng);
    field f;
    li_stepper s;
    li_stepped stepped = LI_STEPPED;

    begin(ctx, &f, 1);
    li_expr out[] = { li_expr_power(ctx, f.y[0], 2), li_expr_int(ctx, 1) };
    finish(ctx, &f, 1, 0, out, 20);
    li_stepper_init(ctx, &s, &li_method_taylor, &f.E, NULL, 1e-12);
    li_stepper_start(&s, 0, &start);
    while (stepped == LI_STEPPED && s.steps < 10000)
        stepped = li_stepper_step(&s, 1e6);
    li_check(ctx, stepped == LI_STEP_UNDERRUN || stepped == LI_STEP_NOWHERE, "it ends");
    li_check(ctx, fabs(s.t - 1 / start) < 1e-9 && s.words[0] != '\0', "at %g instead of %g: %s", s.t, 1 / start, s.words);
    li_stepper_clear(&s);
    end(ctx, &f);
}

/* A fall is a polynomial: one step, however far; without a limit it goes on. */
static void fall(li_ctx *ctx, li_rand *rng)
{
    double until = 1 + 1000 * unit(rng), start[] = { 100 * unit(rng), unit(rng) };
    field f;
    li_stepper s;

    begin(ctx, &f, 2);
    li_expr out[] = { f.y[1], li_expr_int(ctx, -10), li_expr_int(ctx, 1), f.y[0] };
    finish(ctx, &f, 2, 1, out, 12);
    li_stepper_init(ctx, &s, &li_method_taylor, &f.E, NULL, 1e-9);
    li_stepper_start(&s, 0, start);
    li_check(ctx, li_stepper_step(&s, until) == LI_STEPPED && s.t == until && s.steps == 1, "one step");
    double x = start[0] + start[1] * until - 5 * until * until;
    li_check(ctx, fabs(s.y[0] - x) <= 1e-15 * fabs(x), "%.17g, not %.17g", s.y[0], x);
    li_stepper_start(&s, 0, start);
    for (int i = 0; i < 30; i++)
        li_check(ctx, li_stepper_step(&s, INFINITY) == LI_STEPPED && isfinite(s.t), "without a limit");
    li_check(ctx, s.t > 100, "and far: %g", s.t);
    li_stepper_clear(&s);
    end(ctx, &f);
}

/* backwards from where it came */
static void back(li_ctx *ctx, li_rand *rng)
{
    double start[] = { 0.5 + unit(rng), unit(rng) }, until = 5 + 10 * unit(rng);
    field f;
    li_stepper s;

    begin(ctx, &f, 2);
    li_expr out[] = { f.y[1], li_expr_neg(ctx, li_expr_apply(ctx, LI_SIN, f.y[0])), li_expr_int(ctx, 1) };
    finish(ctx, &f, 2, 0, out, 20);
    li_stepper_init(ctx, &s, &li_method_taylor, &f.E, NULL, 1e-13);
    li_stepper_start(&s, 1, start);
    while (s.t != until && s.steps < 1000)
        li_check(ctx, li_stepper_step(&s, until) == LI_STEPPED, "forward");
    while (s.t != 1 && s.steps < 2000)
        li_check(ctx, li_stepper_step(&s, 1) == LI_STEPPED, "back");
    li_check(ctx, fabs(s.y[0] - start[0]) < 1e-12 && fabs(s.y[1] - start[1]) < 1e-12, "%g %g", s.y[0] - start[0], s.y[1] - start[1]);
    li_stepper_clear(&s);
    end(ctx, &f);
}

int main(void)
{
    li_test_run("rotation", rotation, 60);
    li_test_run("pole", pole, 30);
    li_test_run("fall", fall, 50);
    li_test_run("back", back, 20);
    return li_test_done();
}

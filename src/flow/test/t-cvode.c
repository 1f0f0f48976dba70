/* t-cvode.c - Adams and BDF: motions that are known, stiff ones, restarts, fields without values */
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "field.h"

static const double SLACK = 1e-12;             /* of the ends of an arc */

static const li_method *any(li_rand *rng) { return li_rand_below(rng, 2) == 0 ? &li_method_adams : &li_method_bdf; }

/* ---- motions ---- */

static void rotation(li_ctx *ctx, li_rand *rng)
{
    const li_method *method = any(rng);
    double w = between(rng, 0.1, 3), a = 6 * unit(rng), t0 = between(rng, -5, 5), until = t0 + between(rng, -15, 15);
    double tol = method == &li_method_bdf ? tolerance(rng, 4, 8) : tolerance(rng, 4, 12), start[] = { sin(a), cos(a) };
    double bound = (method == &li_method_bdf ? 5e3 : 5e2) * tol * (1 + w * fabs(until - t0));
    field f;
    li_stepper s;

    field_rotation(ctx, &f, &w);
    li_stepper_init(ctx, &s, method, &f.E, NULL, tol);
    li_stepper_start(&s, t0, start);
    while (s.t != until && checked_step(ctx, &s, until, SLACK)) {
        double y[2], t = s.arc.from + unit(rng) * (s.arc.to - s.arc.from);
        li_arc_at(&s.arc, t, y);
        li_check(ctx, fabs(y[0] - sin(a + w * (t - t0))) < bound && fabs(y[1] - cos(a + w * (t - t0))) < bound,
                 "%s, inside a step: %g, tolerance %g", method->name, y[0] - sin(a + w * (t - t0)), tol);
        li_check(ctx, s.h > 0 && s.y_low[0] == 0 && s.y_low[1] == 0, "a proposal");
        if (li_rand_below(rng, 100) == 0)
            li_stepper_restart(&s);
    }
    li_check(ctx, s.t == until && fabs(s.y[0] - sin(a + w * (until - t0))) < bound, "the end: %g, tolerance %g", s.y[0] - sin(a + w * (until - t0)), tol);
    li_check(ctx, f.E.evaluations > s.steps, "%zu evaluations", f.E.evaluations);
    li_stepper_clear(&s);
    field_end(ctx, &f);
}

/* On and back, past limits near and far, with new states now and then */
static void limits(li_ctx *ctx, li_rand *rng)
{
    const li_method *method = any(rng);
    double x0 = between(rng, 0.1, 0.9), tol = tolerance(rng, 4, method == &li_method_bdf ? 7 : 11), t = 0;
    field f;
    li_stepper s;

    field_growth(ctx, &f);
    li_stepper_init(ctx, &s, method, &f.E, NULL, tol);
    li_stepper_start(&s, 0, &x0);
    for (int i = 0; i < 20; i++) {
        static const double far[] = { 4e-16, 1e-14, 1e-9, 0.5, 1 };
        double limit = t + copysign(far[li_rand_below(rng, 5)] * between(rng, 1, 2) * li_step_scale(t), fabs(t) > 1 ? -t : unit(rng) - 0.4);
        size_t rejected = s.rejected;
        checked_steps(ctx, &s, limit, SLACK);
        li_check(ctx, s.rejected >= rejected && s.rejected < rejected + 100, "%zu and %zu rejected", rejected, s.rejected);
        t = limit;
        li_check(ctx, fabs(s.y[0] - growth(x0, t)) < 2e3 * tol * (1 + i), "%s at %g: %g, tolerance %g", method->name, t, s.y[0] - growth(x0, t), tol);
        if (li_rand_below(rng, 4) == 0) {
            s.y[0] = growth(x0, t);
            s.h = li_rand_below(rng, 2) == 0 ? 0 : unit(rng);
            li_stepper_restart(&s);
        }
    }
    for (int i = 0; i < 5; i++)
        li_check(ctx, li_stepper_step(&s, INFINITY) == LI_STEPPED && isfinite(s.t) && s.t > t, "without a limit: %s", s.words);
    li_stepper_clear(&s);
    field_end(ctx, &f);
}

/* Steps as short as the clock allows, to near limits, leave nothing behind that the next long ones would magnify. */
static void short_steps(li_ctx *ctx, li_rand *rng)
{
    const li_method *method = any(rng);
    double x0 = between(rng, 0.1, 0.9), tol = tolerance(rng, 4, 6), t = between(rng, -1, 1), way = copysign(1, t);
    field f;
    li_stepper s;

    field_growth(ctx, &f);
    li_stepper_init(ctx, &s, method, &f.E, NULL, tol);
    li_stepper_start(&s, 0, &x0);
    checked_steps(ctx, &s, t, SLACK);
    if (li_rand_below(rng, 2) == 0)
        li_stepper_restart(&s);
    for (int i = li_rand_below(rng, 3); i >= 0; i--)
        checked_steps(ctx, &s, t += way * between(rng, 0.1, 1) * 2e-14, SLACK);
    double before = s.y[0] - growth(x0, t);
    checked_steps(ctx, &s, t += way * 1e-8, SLACK);
    li_check(ctx, fabs(s.y[0] - growth(x0, t) - before) < 1e-6 * tol, "%s: %g", method->name, s.y[0] - growth(x0, t) - before);
    li_stepper_clear(&s);
    field_end(ctx, &f);
}

/* The step proposed from outside is the first one. */
static void proposal(li_ctx *ctx, li_rand *rng)
{
    const li_method *method = any(rng);
    double w = 1, start[] = { 0, 1 }, h = tolerance(rng, 5, 8);
    field f;
    li_stepper s;

    field_rotation(ctx, &f, &w);
    li_stepper_init(ctx, &s, method, &f.E, NULL, 1e-6);
    li_stepper_start(&s, 0, start);
    s.h = h;
    checked_step(ctx, &s, 10, SLACK);
    li_check(ctx, fabs(s.t - h) < 1e-6 * h, "%g, not %g", s.t, h);
    checked_steps(ctx, &s, 5, SLACK);
    li_stepper_restart(&s);                             /* its own proposal was for another order */
    size_t rejected = s.rejected;
    checked_steps(ctx, &s, 6, SLACK);
    li_check(ctx, s.rejected <= rejected + 3, "%zu rejected", s.rejected - rejected);
    li_stepper_clear(&s);
    field_end(ctx, &f);
}

static void kepler(li_ctx *ctx, li_rand *rng)
{
    double e = between(rng, 0, 0.5), start[] = { 1 - e, 0, 0, sqrt((1 + e) / (1 - e)) }, tol = tolerance(rng, 8, 12);
    field f;
    li_stepper s;

    field_kepler(ctx, &f, 0);
    li_stepper_init(ctx, &s, &li_method_adams, &f.E, NULL, tol);
    li_stepper_start(&s, 0, start);
    checked_steps(ctx, &s, 40, SLACK);
    li_check(ctx, fabs(kepler_energy(s.y) + 0.5) < 2e4 * tol, "energy: %g, tolerance %g", kepler_energy(s.y) + 0.5, tol);
    li_stepper_clear(&s);
    field_end(ctx, &f);
}

/* Two steppers in turns do not see each other. */
static void in_turns(li_ctx *ctx, li_rand *rng)
{
    double w[] = { 1, between(rng, 0.5, 2) }, start[] = { 0, 1 }, alone[2], tol = 1e-8;
    field f[2];
    li_stepper s[2];

    for (int i = 0; i < 2; i++) {
        field_rotation(ctx, &f[i], &w[i]);
        li_stepper_init(ctx, &s[i], i == 0 ? &li_method_adams : &li_method_bdf, &f[i].E, NULL, tol);
        li_stepper_start(&s[i], 0, start);
        checked_steps(ctx, &s[i], 3, SLACK);
        alone[i] = s[i].y[0];
        li_stepper_start(&s[i], 0, start);
    }
    while (s[0].t < 3 || s[1].t < 3)
        for (int i = 0; i < 2; i++)
            if (s[i].t < 3)
                checked_step(ctx, &s[i], 3, SLACK);
    for (int i = 0; i < 2; i++) {
        li_check(ctx, s[i].y[0] == alone[i], "%g", s[i].y[0] - alone[i]);
        li_stepper_clear(&s[i]);
        field_end(ctx, &f[i]);
    }
}

/* A stepper that begins anew and another one with the same numbers go on to the same bits. */
static void resumed(li_ctx *ctx, li_rand *rng)
{
    const li_method *method = any(rng);
    double x0 = between(rng, 0.1, 0.9), tol = tolerance(rng, 4, 10);
    field f;
    li_stepper s, other;

    field_growth(ctx, &f);
    li_stepper_init(ctx, &s, method, &f.E, NULL, tol);
    li_stepper_init(ctx, &other, method, &f.E, NULL, tol);
    li_stepper_start(&s, 0, &x0);
    for (int i = li_rand_below(rng, 100); i >= 0 && s.t != 10; i--)
        checked_step(ctx, &s, 10, SLACK);
    li_stepper_restart(&s);
    li_stepper_start(&other, 3, &x0);
    copy_state(&other, &s);
    for (int i = 0; i < 100 && s.t != 20; i++) {
        checked_step(ctx, &s, 20, SLACK);
        checked_step(ctx, &other, 20, SLACK);
        same_state(ctx, &s, &other);
    }
    li_stepper_clear(&s);
    li_stepper_clear(&other);
    field_end(ctx, &f);
}

/* ---- stiff motions ---- */

/* x' = -K (x - cos t) - sin t + u,  u' = -u: x = cos t + (e^-t)/(K - 1), once what is fast has died out */
static void fast(li_ctx *ctx, field *f, field *J, int K)
{
    field_begin(ctx, f, 2);
    field_begin(ctx, J, 2);
    li_expr wave = li_expr_apply(ctx, LI_COS, f->t);
    li_expr pull = li_expr_mul(ctx, li_expr_int(ctx, -K), li_expr_sub(ctx, f->y[0], wave));
    li_expr rate = li_expr_sub(ctx, pull, li_expr_apply(ctx, LI_SIN, f->t));
    li_expr out[] = { li_expr_add(ctx, rate, f->y[1]), li_expr_neg(ctx, f->y[1]), li_expr_int(ctx, 1) };
    field_finish(ctx, f, 0, out, 0);
    field_finish_jacobian(ctx, J, out);
}

static void stiff(li_ctx *ctx, li_rand *rng)
{
    int K = 1000 + li_rand_below(rng, 1000000);
    double tol = tolerance(rng, 4, 8), start[] = { 2, 1 }, bound = 200 * tol;
    size_t evaluations[2], steps[2];
    field f, J;
    li_stepper s;

    fast(ctx, &f, &J, K);
    for (int k = 0; k < 2; k++) {
        f.E.evaluations = 0;
        li_stepper_init(ctx, &s, &li_method_bdf, &f.E, k == 0 ? NULL : &J.E, tol);
        li_stepper_start(&s, 0, start);
        checked_steps(ctx, &s, 10, SLACK);
        double x = cos(10) + exp(-10) / (K - 1);
        li_check(ctx, fabs(s.y[0] - x) < bound && fabs(s.y[1] - exp(-10)) < bound, "%g, %g, tolerance %g", s.y[0] - x, s.y[1] - exp(-10), tol);
        li_check(ctx, s.steps < 1500, "%zu steps", s.steps);
        evaluations[k] = f.E.evaluations;
        steps[k] = s.steps;
        li_stepper_clear(&s);
    }
    li_check(ctx, J.E.evaluations > 0 && evaluations[1] < evaluations[0] + evaluations[0] / 4, "%zu and %zu evaluations", evaluations[0], evaluations[1]);
    li_check(ctx, steps[1] < steps[0] + steps[0] / 4 && steps[0] < steps[1] + steps[1] / 4, "%zu and %zu steps", steps[0], steps[1]);
    field_end(ctx, &f);
    field_end(ctx, &J);
}

/* Robertson's reactions: their numbers at t = 40 are known, the sum stays 1; the Jacobian is far from symmetric. */
static void reactions(li_ctx *ctx, li_rand *rng)
{
    static const double known[] = { 0.7158270687, 9.185534764e-6, 0.2841637457 };
    double start[] = { 1, 0, 0 }, tol = tolerance(rng, 9, 11);
    field f, J;
    li_stepper s;

    field_begin(ctx, &f, 3);
    field_begin(ctx, &J, 3);
    li_expr slow = li_expr_mul(ctx, li_expr_frac(ctx, 1, 25), f.y[0]);
    li_expr back = li_expr_mul(ctx, li_expr_int(ctx, 10000), li_expr_mul(ctx, f.y[1], f.y[2]));
    li_expr rapid = li_expr_mul(ctx, li_expr_int(ctx, 30000000), li_expr_power(ctx, f.y[1], 2));
    li_expr first = li_expr_sub(ctx, back, slow), third = rapid;
    li_expr out[] = { first, li_expr_neg(ctx, li_expr_add(ctx, first, third)), third, li_expr_int(ctx, 1) };
    field_finish(ctx, &f, 0, out, 0);
    field_finish_jacobian(ctx, &J, out);
    li_stepper_init(ctx, &s, &li_method_bdf, &f.E, li_rand_below(rng, 4) == 0 ? NULL : &J.E, tol);
    li_stepper_start(&s, 0, start);
    checked_steps(ctx, &s, 40, SLACK);
    for (size_t i = 0; i < 3; i++)
        li_check(ctx, fabs(s.y[i] - known[i]) < 1e3 * tol + 1e-9, "%zu: %.10g, tolerance %g", i, s.y[i], tol);
    li_check(ctx, fabs(s.y[0] + s.y[1] + s.y[2] - 1) < 1e-12 && s.steps < 3000, "the sum; %zu steps", s.steps);
    li_stepper_clear(&s);
    field_end(ctx, &f);
    field_end(ctx, &J);
}

/* ---- where there is nothing ---- */

static void edge(li_ctx *ctx, li_rand *rng)
{
    const li_method *method = any(rng);
    double x0 = between(rng, 0.1, 4), tol = tolerance(rng, 4, method == &li_method_bdf ? 7 : 11), outside = -1;
    field f;
    li_stepper s;
    li_stepped stepped = LI_STEPPED;

    field_edge(ctx, &f);
    li_stepper_init(ctx, &s, method, &f.E, NULL, tol);
    li_stepper_start(&s, 0, &x0);
    while (stepped == LI_STEPPED && s.steps < 100000)
        stepped = li_stepper_step(&s, 100);
    li_check(ctx, stepped == LI_STEP_UNDERRUN || stepped == LI_STEP_NOWHERE, "it ends: %s", s.words);
    li_check(ctx, fabs(s.t - edge_time(x0)) < 1e4 * tol && s.words[0] != '\0', "%s: t = %g, not %g: %s", method->name, s.t, edge_time(x0), s.words);
    li_stepper_start(&s, 3, &outside);
    li_check(ctx, li_stepper_step(&s, 4) == LI_STEP_NOWHERE && s.t == 3 && s.y[0] == -1, "outside: %s", s.words);
    li_stepper_start(&s, 0, &x0);
    li_check(ctx, li_stepper_step(&s, -1) == LI_STEPPED && s.y[0] > x0, "and in again");
    li_stepper_clear(&s);
    field_end(ctx, &f);
}

/* Where CVODE complains it does so in words, not on the terminal. */
static void silent(li_ctx *ctx, li_rand *rng)
{
    FILE *caught = tmpfile();
    int out = dup(1), err = dup(2);

    fflush(stdout);
    dup2(fileno(caught), 1);
    dup2(fileno(caught), 2);
    edge(ctx, rng);
    fflush(stdout);
    dup2(out, 1);
    dup2(err, 2);
    close(out);
    close(err);
    li_check(ctx, lseek(fileno(caught), 0, SEEK_END) == 0, "something was printed");
    fclose(caught);
}

static void pole(li_ctx *ctx, li_rand *rng)
{
    double start = between(rng, 0.1, 1), tol = 1e-7;
    field f;
    li_stepper s;
    li_stepped stepped = LI_STEPPED;

    field_begin(ctx, &f, 1);
    li_expr out[] = { li_expr_power(ctx, f.y[0], 2), li_expr_int(ctx, 1) };
    field_finish(ctx, &f, 0, out, 0);
    li_stepper_init(ctx, &s, any(rng), &f.E, NULL, tol);
    li_stepper_start(&s, 0, &start);
    while (stepped == LI_STEPPED && s.steps < 100000)
        stepped = li_stepper_step(&s, 1e6);
    li_check(ctx, stepped == LI_STEP_UNDERRUN || stepped == LI_STEP_NOWHERE, "it ends: %s", s.words);
    li_check(ctx, fabs(s.t - 1 / start) < 1e4 * tol, "at %g instead of %g: %s", s.t, 1 / start, s.words);
    li_stepper_clear(&s);
    field_end(ctx, &f);
}

int main(void)
{
    li_test_run("rotation", rotation, 40);
    li_test_run("limits", limits, 60);
    li_test_run("short_steps", short_steps, 40);
    li_test_run("proposal", proposal, 20);
    li_test_run("kepler", kepler, 10);
    li_test_run("in_turns", in_turns, 5);
    li_test_run("resumed", resumed, 20);
    li_test_run("stiff", stiff, 20);
    li_test_run("reactions", reactions, 5);
    li_test_run("edge", edge, 40);
    li_test_run("silent", silent, 3);
    li_test_run("pole", pole, 20);
    return li_test_done();
}

/* t-rk.c - the Runge-Kutta method: its conditions of order, motions that are known, fields without values */
#include <math.h>

#include "../butcher.h"
#include "field.h"

static const double PI = 3.14159265358979323846, SLACK = 4e-14;

/* ---- the numbers ---- */

/* A rooted tree t: Phi_i(t), the product of (A Phi(u))_i over the branches u of its root, and gamma(t) = |t| prod gamma(u). A method
 * with weights b has order p if sum b_i Phi_i(t) = 1/gamma(t) for all t with |t| <= p. */
enum { ORDER = 8, TREES = 1 + 1 + 2 + 4 + 9 + 20 + 48 + 115 };
typedef struct { int size; double gamma, Phi[LI_STAGES], branch[LI_STAGES]; } tree;
typedef struct { tree t[TREES]; size_t len; } forest;

static double weigh(const double *a, const double *x)
{
    double sum = 0;

    for (size_t j = 0; j < LI_STAGES; j++)
        sum += a[j] * x[j];
    return sum;
}

static void add_tree(forest *F, tree t)
{
    for (size_t i = 0; i < LI_STAGES; i++)
        t.branch[i] = weigh(li_butcher[i], t.Phi);
    F->t[F->len++] = t;
}

/* The trees that begin as t does, with branches from number `first` on, `left` vertices in all */
static void grow(forest *F, const tree *t, size_t first, size_t known, int left)
{
    if (left == 0)
        add_tree(F, *t);
    for (size_t k = first; k < known && left > 0; k++) {
        if (F->t[k].size > left)
            continue;
        tree next = *t;
        next.gamma *= F->t[k].gamma;
        for (size_t i = 0; i < LI_STAGES; i++)
            next.Phi[i] *= F->t[k].branch[i];
        grow(F, &next, k, known, left - F->t[k].size);
    }
}

static void plant(forest *F)
{
    F->len = 0;
    for (int size = 1; size <= ORDER; size++) {
        tree root = { .size = size, .gamma = size };
        for (size_t i = 0; i < LI_STAGES; i++)
            root.Phi[i] = 1;
        grow(F, &root, 0, F->len, size - 1);
    }
}

/* sum_i b_i(u) Phi_i for the interpolation at t + u h */
static double interpolated(const double *Phi, double u)
{
    double C[LI_DENSE + 4] = { 0, weigh(li_butcher[LI_LAST_STAGE], Phi) }, sum = 0;

    C[2] = Phi[0] - C[1];
    C[3] = C[1] - Phi[LI_LAST_STAGE] - C[2];
    for (size_t i = 0; i < LI_DENSE; i++)
        C[4 + i] = weigh(li_butcher_dense[i], Phi);
    for (size_t i = LI_DENSE + 4; i-- > 0;)
        sum = C[i] + (i % 2 == 0 ? u : 1 - u) * sum;
    return sum;
}

static void conditions(li_ctx *ctx, li_rand *rng)
{
    static const double TINY = 2e-14;
    forest F;
    double u = unit(rng);

    plant(&F);
    li_check(ctx, F.len == TREES, "%zu trees", F.len);
    for (size_t k = 0; k < F.len; k++) {
        const tree *t = &F.t[k];
        double y8 = weigh(li_butcher[LI_LAST_STAGE], t->Phi), y3 = weigh(li_butcher_order3, t->Phi);
        li_check(ctx, fabs(y8 - 1 / t->gamma) < TINY, "order %d: %g", t->size, y8 - 1 / t->gamma);
        li_check(ctx, t->size > 5 || fabs(weigh(li_butcher_order5, t->Phi)) < TINY, "the error of order 5");
        li_check(ctx, t->size > 3 || fabs(y8 - y3) < TINY, "the error of order 3");
        double miss = interpolated(t->Phi, u) - pow(u, t->size) / t->gamma;
        li_check(ctx, t->size > 7 || fabs(miss) < 10 * TINY, "the interpolation, order %d: %g", t->size, miss);
    }
    for (size_t i = 0; i < LI_STAGES; i++)
        li_check(ctx, i == 0 || fabs(F.t[0].branch[i] - li_butcher_c[i]) < TINY, "c_%zu", i);
}

/* ---- order of convergence ---- */

/* The errors of 2^m equal steps from 0 to 3, at their ends and inside; with such a tolerance every step is good enough. */
static void errors(li_ctx *ctx, li_engine *E, double x0, int steps, double *ends, double *inside)
{
    li_stepper s;

    li_stepper_init(ctx, &s, &li_method_rk, E, NULL, 1e100);
    li_stepper_start(&s, 0, &x0);
    s.h = 10;
    *ends = *inside = 0;
    for (int i = 1; i <= steps; i++) {
        li_check(ctx, li_stepper_step(&s, 3.0 * i / steps) == LI_STEPPED && s.steps == (size_t)i, "one step");
        for (int k = 1; k < 16; k++) {
            double x, t = s.arc.from + k / 16.0 * (s.arc.to - s.arc.from);
            li_arc_at(&s.arc, t, &x);
            *inside = fmax(*inside, fabs(x - growth(x0, t)));
        }
        *ends = fmax(*ends, fabs(s.y[0] - growth(x0, s.t)));
    }
    li_stepper_clear(&s);
}

static void convergence(li_ctx *ctx, li_rand *rng)
{
    double ends[2], inside[2], x0 = between(rng, 0.1, 0.3);
    field f;

    field_growth(ctx, &f);
    errors(ctx, &f.E, x0, 8, &ends[0], &inside[0]);
    errors(ctx, &f.E, x0, 16, &ends[1], &inside[1]);
    li_check(ctx, log2(ends[0] / ends[1]) > 6.5, "order %.2f: %g, %g", log2(ends[0] / ends[1]), ends[0], ends[1]);
    li_check(ctx, log2(inside[0] / inside[1]) > 6, "order %.2f inside", log2(inside[0] / inside[1]));
    field_end(ctx, &f);
}

/* ---- motions ---- */

static void rotation(li_ctx *ctx, li_rand *rng)
{
    double w = between(rng, 0.1, 5), a = 6 * unit(rng), t0 = between(rng, -5, 5), until = t0 + between(rng, -20, 20), tol = tolerance(rng, 3, 13);
    double start[] = { sin(a), cos(a) }, bound = 20 * tol * (1 + w * fabs(until - t0)) + 1e-13;
    field f;
    li_stepper s;

    field_rotation(ctx, &f, &w);
    li_stepper_init(ctx, &s, &li_method_rk, &f.E, NULL, tol);
    li_stepper_start(&s, t0, start);
    while (s.t != until && checked_step(ctx, &s, until, SLACK)) {
        double y[2], t = s.arc.from + unit(rng) * (s.arc.to - s.arc.from);
        li_arc_at(&s.arc, t, y);
        li_check(ctx, fabs(y[0] - sin(a + w * (t - t0))) < bound && fabs(y[1] - cos(a + w * (t - t0))) < bound,
                 "inside a step: %g, tolerance %g", y[0] - sin(a + w * (t - t0)), tol);
        if (li_rand_below(rng, 5) == 0)
            li_stepper_restart(&s);
    }
    li_check(ctx, fabs(s.y[0] - sin(a + w * (until - t0))) < bound, "the end: %g, tolerance %g", s.y[0] - sin(a + w * (until - t0)), tol);
    li_check(ctx, s.rejected <= s.steps / 4 + 2, "%zu steps, %zu rejected", s.steps, s.rejected);
    li_check(ctx, f.E.evaluations <= 15 * s.steps + 11 * s.rejected + s.steps + 2, "%zu evaluations", f.E.evaluations);
    li_stepper_clear(&s);
    field_end(ctx, &f);
}

/* Many limits on the way cost no accuracy, and the step proposed before a short one is kept. */
static void limits(li_ctx *ctx, li_rand *rng)
{
    double x0 = between(rng, 0.1, 0.9), tol = tolerance(rng, 5, 12), t = 0;
    field f;
    li_stepper s;

    field_growth(ctx, &f);
    li_stepper_init(ctx, &s, &li_method_rk, &f.E, NULL, tol);
    li_stepper_start(&s, 0, &x0);
    for (int i = 0; i < 20; i++) {
        double h = s.h;
        t += li_rand_below(rng, 3) == 0 ? 1e-9 : between(rng, -0.5, 1);
        size_t steps = s.steps, rejected = s.rejected;
        checked_steps(ctx, &s, t, SLACK);
        li_check(ctx, s.h >= h || s.rejected > rejected || s.steps > steps + 1, "the step proposed");
        li_check(ctx, fabs(s.y[0] - growth(x0, t)) < 200 * tol, "at %g: %g, tolerance %g", t, s.y[0] - growth(x0, t), tol);
    }
    li_stepper_clear(&s);
    field_end(ctx, &f);
}

/* An ellipse closes after 2 pi; so do the tolerance and the error. */
static void kepler(li_ctx *ctx, li_rand *rng)
{
    double e = between(rng, 0, 0.7), start[] = { 1 - e, 0, 0, sqrt((1 + e) / (1 - e)) }, tol = tolerance(rng, 6, 13), most = 0;
    field f;
    li_stepper s;

    field_kepler(ctx, &f, 0);
    li_stepper_init(ctx, &s, &li_method_rk, &f.E, NULL, tol);
    li_stepper_start(&s, 0, start);
    checked_steps(ctx, &s, 10 * PI, SLACK);
    checked_steps(ctx, &s, 12 * PI, SLACK);
    for (size_t i = 0; i < 4; i++)
        most = fmax(most, fabs(s.y[i] - start[i]));
    li_check(ctx, most < 3e4 * tol, "%g from the start, tolerance %g, e = %g", most, tol, e);
    li_check(ctx, fabs(kepler_energy(s.y) + 0.5) < 3e3 * tol, "energy: %g, tolerance %g", kepler_energy(s.y) + 0.5, tol);
    li_stepper_clear(&s);
    field_end(ctx, &f);
}

/* The pendulum, as the series have it */
static void as_series(li_ctx *ctx, li_rand *rng)
{
    double start[] = { between(rng, 0.5, 1.5), unit(rng) }, until = between(rng, -10, 20), y[2];
    field f;
    li_stepper rk, taylor;

    field_begin(ctx, &f, 2);
    li_expr out[] = { f.y[1], li_expr_neg(ctx, li_expr_apply(ctx, LI_SIN, f.y[0])), li_expr_int(ctx, 1) };
    field_finish(ctx, &f, 0, out, 20);
    li_stepper_init(ctx, &rk, &li_method_rk, &f.E, NULL, 1e-13);
    li_stepper_init(ctx, &taylor, &li_method_taylor, &f.E, NULL, 1e-13);
    li_stepper_start(&rk, 1, start);
    li_stepper_start(&taylor, 1, start);
    checked_steps(ctx, &taylor, until, SLACK);
    while (rk.t != until && checked_step(ctx, &rk, until, SLACK))
        if ((until - 1) * (rk.arc.to - taylor.arc.from) > 0 && taylor.steps == 1) {
            li_arc_at(&taylor.arc, rk.t, y);
            li_check(ctx, fabs(y[0] - rk.y[0]) < 1e-11, "on the way");
        }
    for (size_t i = 0; i < 2; i++)
        li_check(ctx, fabs(rk.y[i] - taylor.y[i]) < 1e-10, "%zu: %g", i, rk.y[i] - taylor.y[i]);
    li_stepper_clear(&rk);
    li_stepper_clear(&taylor);
    field_end(ctx, &f);
}

/* A state that is changed between steps, with or without a restart, is where the next one begins. */
static void changed(li_ctx *ctx, li_rand *rng)
{
    double w = 1, a = 0, start[] = { 0, 1 }, tol = 1e-12;
    field f;
    li_stepper s;

    field_rotation(ctx, &f, &w);
    li_stepper_init(ctx, &s, &li_method_rk, &f.E, NULL, tol);
    li_stepper_start(&s, 0, start);
    for (int i = 0; i < 20; i++) {
        checked_step(ctx, &s, 100, SLACK);
        li_check(ctx, fabs(s.y[0] - sin(a + s.t)) < 100 * tol, "after a change: %g", s.y[0] - sin(a + s.t));
        a = 6 * unit(rng);
        s.y[0] = sin(a + s.t);
        s.y[1] = cos(a + s.t);
        s.y_low[0] = s.y_low[1] = 0;
        if (li_rand_below(rng, 2) == 0)
            li_stepper_restart(&s);
    }
    li_check(ctx, s.rejected <= 2, "%zu rejected", s.rejected);         /* as they are from a wrong derivative at the state */
    li_stepper_clear(&s);
    field_end(ctx, &f);
}

/* Another law from the same state on: what a restart is for */
static void another_law(li_ctx *ctx, li_rand *rng)
{
    li_expr x = li_expr_symbol(ctx, "x", LI_COORDINATE), t = li_expr_symbol(ctx, "t", LI_TIME), p = li_expr_symbol(ctx, "p", LI_PARAMETER);
    li_expr variable[] = { x, t }, out[] = { p, li_expr_int(ctx, 1) };
    double rate[] = { between(rng, -1, 1), between(rng, -1, 1) }, start = 0;
    li_program P;
    li_engine E;
    li_stepper s;

    li_program_init(ctx, &P, 1, &p, 2, variable);
    li_program_finish(ctx, &P, 2, out);
    li_engine_init(ctx, &E, &P, 1, 0, 0, NULL);
    li_engine_parameters(&E, &rate[0]);
    li_stepper_init(ctx, &s, &li_method_rk, &E, NULL, 1e-9);
    li_stepper_start(&s, 0, &start);
    checked_steps(ctx, &s, 1, SLACK);
    li_engine_parameters(&E, &rate[1]);
    li_stepper_restart(&s);
    checked_step(ctx, &s, 2, SLACK);
    li_check(ctx, fabs(s.y[0] - (rate[0] + rate[1] * (s.t - 1))) < 1e-14 && s.rejected == 0, "%.17g", s.y[0]);
    li_stepper_clear(&s);
    li_engine_clear(ctx, &E);
    li_program_clear(ctx, &P);
}

/* Sums of two doubles: thousands of steps lose no digit. */
static void many_steps(li_ctx *ctx, li_rand *rng)
{
    int steps = 3000 + li_rand_below(rng, 3000);
    double start = 0, until = between(rng, 5, 6);
    field f;
    li_stepper s;

    field_begin(ctx, &f, 1);
    li_expr out[] = { li_expr_frac(ctx, 1, 3), li_expr_int(ctx, 1) };
    field_finish(ctx, &f, 0, out, 0);
    li_stepper_init(ctx, &s, &li_method_rk, &f.E, NULL, 1e-9);
    li_stepper_start(&s, 0, &start);
    for (int i = 1; i <= steps; i++) {
        s.h = until / steps;
        li_stepper_step(&s, INFINITY);
    }
    double t = s.t / 3 + s.t_low / 3;
    li_check(ctx, fabs(s.y[0] - t) <= 8e-16 && fabs(s.t - until) < 1e-14, "%g", s.y[0] - t);
    li_stepper_clear(&s);
    field_end(ctx, &f);
}

/* What a checkpoint keeps is enough to go on to the same bits, and without another evaluation. */
static void resumed(li_ctx *ctx, li_rand *rng)
{
    double w = between(rng, 0.5, 2), start[] = { 0, 1 }, tol = tolerance(rng, 5, 12);
    field f;
    li_stepper s, other;

    field_rotation(ctx, &f, &w);
    li_stepper_init(ctx, &s, &li_method_rk, &f.E, NULL, tol);
    li_stepper_init(ctx, &other, &li_method_rk, &f.E, NULL, tol);
    li_stepper_start(&s, 0.1, start);
    for (int i = 0; i < 5; i++)
        checked_step(ctx, &s, 100, SLACK);
    li_stepper_start(&other, 7, start);
    copy_state(&other, &s);
    for (int i = 0; i < 5; i++) {
        size_t before = f.E.evaluations;
        checked_step(ctx, &s, 100, SLACK);
        size_t between_them = f.E.evaluations;
        checked_step(ctx, &other, 100, SLACK);
        li_check(ctx, f.E.evaluations - between_them == between_them - before, "evaluations");
        same_state(ctx, &s, &other);
    }
    li_stepper_clear(&s);
    li_stepper_clear(&other);
    field_end(ctx, &f);
}

/* ---- where there is nothing ---- */

/* To the edge of the field and not beyond; on it, or outside, no step, and nothing changes. */
static void edge(li_ctx *ctx, li_rand *rng)
{
    double x0 = between(rng, 0.1, 4), tol = tolerance(rng, 4, 12), outside = -1;
    field f;
    li_stepper s;
    li_stepped stepped = LI_STEPPED;

    field_edge(ctx, &f);
    li_stepper_init(ctx, &s, &li_method_rk, &f.E, NULL, tol);
    li_stepper_start(&s, 0, &x0);
    while (stepped == LI_STEPPED && s.steps < 1000)
        stepped = li_stepper_step(&s, 100);
    li_check(ctx, stepped == LI_STEP_UNDERRUN || stepped == LI_STEP_NOWHERE, "it ends");
    li_check(ctx, fabs(s.t - edge_time(x0)) < 10 * tol && s.y[0] >= 0 && s.y[0] < 10 * tol && s.words[0] != '\0',
             "t = %g, not %g, x = %g: %s", s.t, edge_time(x0), s.y[0], s.words);
    li_stepper_start(&s, 3, &outside);
    li_check(ctx, li_stepper_step(&s, 4) == LI_STEP_NOWHERE && s.t == 3 && s.y[0] == -1, "outside: %s", s.words);
    li_stepper_start(&s, 0, &x0);
    li_check(ctx, li_stepper_step(&s, -1) == LI_STEPPED && s.y[0] > x0, "and in again");
    li_stepper_clear(&s);
    field_end(ctx, &f);
}

static void pole(li_ctx *ctx, li_rand *rng)
{
    double start = between(rng, 0.1, 1), limit = li_rand_below(rng, 2) == 0 ? 1e6 : INFINITY;
    field f;
    li_stepper s;
    li_stepped stepped = LI_STEPPED;

    field_begin(ctx, &f, 1);
    li_expr out[] = { li_expr_power(ctx, f.y[0], 2), li_expr_int(ctx, 1) };
    field_finish(ctx, &f, 0, out, 0);
    li_stepper_init(ctx, &s, &li_method_rk, &f.E, NULL, 1e-10);
    li_stepper_start(&s, 0, &start);
    while (stepped == LI_STEPPED && s.steps < 10000)
        stepped = li_stepper_step(&s, limit);
    li_check(ctx, stepped == LI_STEP_UNDERRUN || stepped == LI_STEP_NOWHERE, "it ends");
    li_check(ctx, fabs(s.t - 1 / start) < 1e-8, "at %g instead of %g: %s", s.t, 1 / start, s.words);
    li_stepper_clear(&s);
    field_end(ctx, &f);
}

/* At rest, and a fall: no error says how long a step may be. */
static void without_error(li_ctx *ctx, li_rand *rng)
{
    double start[] = { 100 * unit(rng), 0 }, until = between(rng, 1, 1000);
    int g = 10 * li_rand_below(rng, 2);
    field f;
    li_stepper s;

    field_begin(ctx, &f, 2);
    li_expr out[] = { f.y[1], li_expr_int(ctx, -g), li_expr_int(ctx, 1) };
    field_finish(ctx, &f, 0, out, 0);
    li_stepper_init(ctx, &s, &li_method_rk, &f.E, NULL, 1e-9);
    li_stepper_start(&s, 0, start);
    checked_steps(ctx, &s, until, SLACK);
    double x = start[0] - 0.5 * g * until * until;
    li_check(ctx, fabs(s.y[0] - x) <= 1e-14 * li_step_scale(x) && s.steps < 10, "%g, %zu steps", s.y[0] - x, s.steps);
    for (int i = 0; i < 5; i++)
        li_check(ctx, li_stepper_step(&s, INFINITY) == LI_STEPPED && isfinite(s.t), "without a limit");
    li_stepper_clear(&s);
    field_end(ctx, &f);
}

int main(void)
{
    li_test_run("conditions", conditions, 3);
    li_test_run("convergence", convergence, 10);
    li_test_run("rotation", rotation, 60);
    li_test_run("limits", limits, 40);
    li_test_run("kepler", kepler, 20);
    li_test_run("as_series", as_series, 20);
    li_test_run("changed", changed, 20);
    li_test_run("another_law", another_law, 20);
    li_test_run("many_steps", many_steps, 5);
    li_test_run("resumed", resumed, 20);
    li_test_run("edge", edge, 40);
    li_test_run("pole", pole, 20);
    li_test_run("without_error", without_error, 20);
    return li_test_done();
}

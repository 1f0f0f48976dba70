/* field.h - fields written by hand, as engines, for the tests of the methods */
#ifndef LI_FLOW_TEST_FIELD_H
#define LI_FLOW_TEST_FIELD_H

#include <string.h>

#include "../../core/test/harness.h"
#include "../stepper.h"

enum { MOST = 4 };                 /* variables */

typedef struct { li_program P; li_engine E; li_expr y[MOST], t; size_t n; } field;

static inline double unit(li_rand *rng) { return (double)li_rand_below(rng, 1000001) / 1000000; }
static inline double between(li_rand *rng, double a, double b) { return a + (b - a) * unit(rng); }
/* 10^-x: a tolerance */
static inline double tolerance(li_rand *rng, double from, double to) { return pow(10, -between(rng, from, to)); }

static inline void field_begin(li_ctx *ctx, field *f, size_t n)
{
    static const char *const name[] = { "x", "y", "u", "v" };
    for (size_t i = 0; i < n; i++)
        f->y[i] = li_expr_symbol(ctx, name[i], LI_COORDINATE);
    f->t = li_expr_symbol(ctx, "t", LI_TIME);
    f->n = n;
}

/* out: the rates, 1, then as many functions more */
static inline void field_finish(li_ctx *ctx, field *f, size_t more, const li_expr *out, size_t order)
{
    li_expr variable[MOST + 1];

    memcpy(variable, f->y, f->n * sizeof *variable);
    variable[f->n] = f->t;
    li_program_init(ctx, &f->P, 0, NULL, f->n + 1, variable);
    li_program_finish(ctx, &f->P, f->n + 1 + more, out);
    bool ready = li_engine_init(ctx, &f->E, &f->P, f->n, more, order, NULL) == LI_OK && li_engine_parameters(&f->E, NULL) == LI_OK;
    li_check(ctx, ready, "the engine");
}

/* of the rates: an engine whose functions are dy'_i/dy_j */
static inline void field_finish_jacobian(li_ctx *ctx, field *J, const li_expr *rate)
{
    li_expr out[MOST + 1 + MOST * MOST];
    size_t n = J->n;

    memcpy(out, rate, n * sizeof *out);
    out[n] = li_expr_int(ctx, 1);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            out[n + 1 + i * n + j] = li_expr_diff(ctx, rate[i], J->y[j]);
    field_finish(ctx, J, n * n, out, 0);
}

static inline void field_end(li_ctx *ctx, field *f)
{
    li_engine_clear(ctx, &f->E);
    li_program_clear(ctx, &f->P);
}

/* ---- motions that are known ---- */

/* x' = w y, y' = -w x with the function x: x = sin(a + w (t - t0)), y = cos. w becomes what the program knows. */
static inline void field_rotation(li_ctx *ctx, field *f, double *w)
{
    int64_t rate = (int64_t)(*w * 1048576);
    li_expr e = li_expr_frac(ctx, rate, 1048576);

    *w = (double)rate / 1048576;
    field_begin(ctx, f, 2);
    li_expr out[] = { li_expr_mul(ctx, e, f->y[1]), li_expr_neg(ctx, li_expr_mul(ctx, e, f->y[0])), li_expr_int(ctx, 1), f->y[0] };
    field_finish(ctx, f, 1, out, 0);
}

/* x' = x (1 - x)(1 + cos t): x = 1/(1 + (1/x0 - 1) exp(-t - sin t)) for x(0) = x0 */
static inline void field_growth(li_ctx *ctx, field *f)
{
    li_expr one = li_expr_int(ctx, 1);

    field_begin(ctx, f, 1);
    li_expr season = li_expr_add(ctx, one, li_expr_apply(ctx, LI_COS, f->t));
    li_expr growth = li_expr_mul(ctx, f->y[0], li_expr_sub(ctx, one, f->y[0]));
    li_expr out[] = { li_expr_mul(ctx, growth, season), one };
    field_finish(ctx, f, 0, out, 0);
}

static inline double growth(double x0, double t) { return 1 / (1 + (1 / x0 - 1) * exp(-t - sin(t))); }

/* x'' = -x/r^3, y'' = -y/r^3 */
static inline void field_kepler(li_ctx *ctx, field *f, size_t order)
{
    field_begin(ctx, f, 4);
    li_expr r2 = li_expr_add(ctx, li_expr_power(ctx, f->y[0], 2), li_expr_power(ctx, f->y[1], 2));
    li_expr pull = li_expr_neg(ctx, li_expr_pow(ctx, r2, li_expr_frac(ctx, -3, 2)));
    li_expr out[] = { f->y[2], f->y[3], li_expr_mul(ctx, pull, f->y[0]), li_expr_mul(ctx, pull, f->y[1]), li_expr_int(ctx, 1) };
    field_finish(ctx, f, 0, out, order);
}

static inline double kepler_energy(const double *y) { return (y[2] * y[2] + y[3] * y[3]) / 2 - 1 / hypot(y[0], y[1]); }

/* x' = -1 - sqrt(x), which has no value beyond x = 0, where it is at t = 2 (sqrt(x0) - log(1 + sqrt(x0))) */
static inline void field_edge(li_ctx *ctx, field *f)
{
    field_begin(ctx, f, 1);
    li_expr out[] = { li_expr_sub(ctx, li_expr_int(ctx, -1), li_expr_sqrt(ctx, f->y[0])), li_expr_int(ctx, 1) };
    field_finish(ctx, f, 0, out, 0);
}

static inline double edge_time(double x0) { return 2 * (sqrt(x0) - log1p(sqrt(x0))); }

/* ---- what every step keeps ---- */

/* All that a checkpoint has of a stepper: `to` goes on as `from` does. */
static inline void copy_state(li_stepper *to, const li_stepper *from)
{
    size_t bytes = from->n * sizeof *from->y;

    to->t = from->t;
    to->t_low = from->t_low;
    to->h = from->h;
    to->longest = from->longest;
    memcpy(to->y, from->y, bytes);
    memcpy(to->y_low, from->y_low, bytes);
    memcpy(to->past, from->past, from->pasts * sizeof *from->past);
    if (to->method->keeps_past)
        li_stepper_restart(to);
}

static inline void same_state(li_ctx *ctx, const li_stepper *a, const li_stepper *b)
{
    size_t bytes = a->n * sizeof *a->y;

    li_check(ctx, a->t == b->t && a->t_low == b->t_low && a->h == b->h, "t = %.17g, %.17g, h = %g, %g", a->t, b->t, a->h, b->h);
    li_check(ctx, memcmp(a->y, b->y, bytes) == 0 && memcmp(a->y_low, b->y_low, bytes) == 0, "the state");
}

/* A step to `limit`: the arc begins at the state before and ends at the state now, to `slack`; t moved, not beyond the limit. */
static inline bool checked_step(li_ctx *ctx, li_stepper *s, double limit, double slack)
{
    double before[MOST], at[MOST], t = s->t;

    memcpy(before, s->y, s->n * sizeof *before);
    li_stepped stepped = li_stepper_step(s, limit);
    li_check(ctx, stepped == LI_STEPPED, "a step from %.17g to %.17g: %s", t, limit, s->words);
    if (stepped != LI_STEPPED)
        return false;
    li_check(ctx, s->arc.from == t && s->arc.to == s->t && (limit > t ? s->t > t && s->t <= limit : s->t < t && s->t >= limit), "its ends");
    li_arc_at(&s->arc, s->arc.from, at);
    for (size_t i = 0; i < s->n; i++)
        li_check(ctx, fabs(at[i] - before[i]) <= slack * li_step_scale(at[i]), "the arc begins %g from the state", at[i] - before[i]);
    li_arc_at(&s->arc, s->arc.to, at);
    for (size_t i = 0; i < s->n; i++)
        li_check(ctx, fabs(at[i] - s->y[i]) <= slack * li_step_scale(at[i]), "the arc ends %g from the state", at[i] - s->y[i]);
    return true;
}

/* All the way */
static inline bool checked_steps(li_ctx *ctx, li_stepper *s, double limit, double slack)
{
    size_t most = s->steps + 100000;

    while (s->t != limit && s->steps < most)
        if (!checked_step(ctx, s, limit, slack))
            return false;
    li_check(ctx, s->t == limit && s->t_low == 0, "the limit");
    return s->t == limit;
}

#endif

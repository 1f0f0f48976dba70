/* rk.c - steps by an explicit Runge-Kutta method of order 8
 *
 * Errors are estimated by methods of order 5 and 3 with the same stages, E = E_5^2/sqrt(E_5^2 + E_3^2/100), which goes with h^8; so does
 * E_3^2, which stands guard where E_5 changes its sign. The arc is the interpolation of order 7, the numbers are those of butcher.h.
 * Nothing is asked of the field but its values: where it has none the step is shortened. */
#include <math.h>
#include <string.h>

#include "butcher.h"
#include "stepper.h"

static const double LEAST = 1e-15,             /* tolerance; below, the errors are those of rounding */
                    GUARD = 0.01,              /* E is at least that times E_3^2 */
                    SAFETY = 0.9, SHORTEST = 1.0 / 3, LONGEST = 6,   /* the next step, to one that just keeps the tolerance; to this one */
                    INWARD = 0.25,             /* ... after one that left the domain of the field */
                    NEARLY = 1.01;             /* a step may be that much longer to reach the limit */

typedef struct {
    double *number;                /* all of them */
    double *k;                     /* y'_v at the stages, LI_STAGES numbers each; numbers always. Stage 0 is the state, if it is known */
    double *slope;                 /* of the chord of the step */
    double *at, *end, *end_low;    /* the state at a stage; at the end of the step */
    double *out;                   /* of the engine */
    double *past;                  /* 1 where y' is known at some state; its t, y, y' */
} runge;

enum { KNOWN, AT_TIME, AT_STATE };

static li_status init(li_stepper *s)
{
    size_t n = s->n, count = n * (LI_STAGES + 7) + AT_STATE + 1 + s->engine->events;
    runge *R = s->own = li_new(s->ctx, 1, sizeof *R);

    if (R == NULL)
        return li_ctx_status(s->ctx);
    *R = (runge){ .number = li_new(s->ctx, count, sizeof *R->number) };
    if (R->number == NULL)
        return li_ctx_status(s->ctx);
    memset(R->number, 0, count * sizeof *R->number);
    R->k = R->number;
    R->slope = R->k + n * LI_STAGES;
    R->at = R->slope + n;
    R->end = R->at + n;
    R->end_low = R->end + n;
    R->past = s->past = R->end_low + n;
    s->pasts = AT_STATE + 2 * n;
    R->out = R->past + s->pasts;
    return LI_OK;
}

static void clear(li_stepper *s)
{
    runge *R = s->own;

    if (R != NULL)
        li_drop(s->ctx, R->number);
    li_drop(s->ctx, R);
}

static void restart(li_stepper *s)
{
    runge *R = s->own;
    R->past[KNOWN] = 0;
}

/* ---- stages ---- */

/* sum_j a_j k_j over j < len, a multiple of 4 */
static inline double weigh(const double *a, const double *k, size_t len)
{
    double sum[4] = { 0 };

    for (size_t j = 0; j < len; j += 4)
        for (size_t m = 0; m < 4; m++)
            sum[m] += a[j + m] * k[j + m];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* k_i = f(y, t + h); LI_ABSENT: it has no finite value */
static li_status rates(li_stepper *s, runge *R, const double *y, double h, size_t i)
{
    li_status status = li_engine_rates(s->engine, y, s->t + (h + s->t_low), R->out);
    double zero = 0;

    if (status != LI_OK)
        return status;
    for (size_t v = 0; v < s->n; v++)
        zero += 0 * R->out[v];
    if (isnan(zero))
        return LI_ABSENT;
    for (size_t v = 0; v < s->n; v++)
        R->k[v * LI_STAGES + i] = R->out[v];
    return LI_OK;
}

/* k_i is y' at the state. */
static void remember(const li_stepper *s, runge *R, size_t i)
{
    double *y = R->past + AT_STATE, *rate = y + s->n;

    R->past[KNOWN] = 1;
    R->past[AT_TIME] = s->t;
    memcpy(y, s->y, s->n * sizeof *y);
    for (size_t v = 0; v < s->n; v++)
        rate[v] = R->k[v * LI_STAGES + i];
}

/* k_0, which is k_12 of the step before, unless a correction of the state came between */
static li_status first_stage(li_stepper *s, runge *R)
{
    const double *y = R->past + AT_STATE, *rate = y + s->n;

    if (R->past[KNOWN] == 1 && R->past[AT_TIME] == s->t && memcmp(y, s->y, s->n * sizeof *y) == 0) {
        for (size_t v = 0; v < s->n; v++)
            R->k[v * LI_STAGES] = rate[v];
        return LI_OK;
    }
    R->past[KNOWN] = 0;
    li_status status = rates(s, R, s->y, 0, 0);
    if (status == LI_OK)
        remember(s, R, 0);
    return status;
}

/* k_i = f(t + c_i h, y + h sum_j a_ij k_j) */
static bool stage(li_stepper *s, runge *R, size_t i, double h)
{
    size_t len = (i + 3) / 4 * 4;

    for (size_t v = 0; v < s->n; v++)
        R->at[v] = s->y[v] + h * weigh(li_butcher[i], R->k + v * LI_STAGES, len);
    return rates(s, R, R->at, li_butcher_c[i] * h, i) == LI_OK;
}

/* ---- errors ---- */

static double larger(double most, double x) { return x <= most ? most : isnan(x) ? INFINITY : x; }

/* of a step by h, relative to the tolerance */
static double error_of(const li_stepper *s, const runge *R, double h)
{
    double five = 0, three = 0, tol = fmax(s->tol, LEAST);

    for (size_t v = 0; v < s->n; v++) {
        const double *k = R->k + v * LI_STAGES;
        double part = fabs(h) / (tol * fmax(li_step_scale(s->y[v]), li_step_scale(R->end[v])));
        five = larger(five, part * fabs(weigh(li_butcher_order5, k, LI_LAST_STAGE)));
        three = larger(three, part * fabs(R->slope[v] - weigh(li_butcher_order3, k, LI_LAST_STAGE)));
    }
    double error = five == 0 ? 0 : five * (five / hypot(five, three / 10));
    return fmax(error, GUARD * three * (three * tol));
}

/* The end of a step by h and its error; nan where the field had no value. */
static double attempt(li_stepper *s, runge *R, double h)
{
    for (size_t i = 1; i < LI_LAST_STAGE; i++)
        if (!stage(s, R, i, h))
            return NAN;
    for (size_t v = 0; v < s->n; v++) {
        R->slope[v] = weigh(li_butcher[LI_LAST_STAGE], R->k + v * LI_STAGES, LI_LAST_STAGE);
        R->end[v] = s->y[v];
        R->end_low[v] = s->y_low[v];
        li_twofold_add(&R->end[v], &R->end_low[v], h * R->slope[v]);
    }
    double error = error_of(s, R, h);
    if (!(error <= 1))
        return error;
    bool valued = rates(s, R, R->end, h, LI_LAST_STAGE) == LI_OK;
    for (size_t i = LI_LAST_STAGE + 1; i < LI_STAGES && valued; i++)
        valued = stage(s, R, i, h);
    return valued ? error : NAN;
}

/* The next step relative to this one; the error goes with h^8. */
static double factor(double error)
{
    return isnan(error) ? INWARD : fmin(fmax(SAFETY / sqrt(sqrt(sqrt(error))), SHORTEST), LONGEST);
}

/* ---- the first step ---- */

/* max_v |k_v,i - k_v,j| / max(1, |y_v|); j = i: without the second */
static double speed(const li_stepper *s, const runge *R, size_t i, size_t j)
{
    double most = 0;

    for (size_t v = 0; v < s->n; v++) {
        const double *k = R->k + v * LI_STAGES;
        most = larger(most, fabs(k[i] - (i == j ? 0 : k[j])) / li_step_scale(s->y[v]));
    }
    return most;
}

/* tol^(1/8) of the time in which the state, or its rate, changes by its size. The rate of the rate is seen after a percent of that time. */
static double first_length(li_stepper *s, runge *R, double left)
{
    double first = speed(s, R, 0, 0), most = isfinite(left) ? fabs(left) : li_step_scale(s->t);
    double h = first > 0 ? fmin(0.01 / first, most) : most, d = copysign(h, left);

    for (size_t v = 0; v < s->n; v++)
        R->at[v] = s->y[v] + d * R->k[v * LI_STAGES];
    if (rates(s, R, R->at, d, 1) != LI_OK)
        return h * INWARD;
    double rate = fmax(first, sqrt(speed(s, R, 1, 0) / h));
    return rate > 0 ? fmin(sqrt(sqrt(sqrt(fmax(s->tol, LEAST)))) / rate, most) : most;
}

/* ---- arcs ---- */

/* p (1 + sign s)/2 */
static void times_place(double *p, size_t degree, double sign)
{
    for (size_t k = degree; k > 0; k--)
        p[k] = 0.5 * (p[k] + sign * p[k - 1]);
    p[0] *= 0.5;
}

/* From u = (1 + s)/2 and 1 - u to powers of s */
static void write_arc(li_stepper *s, const runge *R, double h)
{
    enum { TERMS = 4 + LI_DENSE };

    for (size_t v = 0; v < s->n; v++) {
        const double *k = R->k + v * LI_STAGES;
        double C[TERMS] = { s->y[v], h * R->slope[v] }, *p = s->arc.c + v * TERMS;
        C[2] = h * k[0] - C[1];
        C[3] = C[1] - h * k[LI_LAST_STAGE] - C[2];
        for (size_t i = 0; i < LI_DENSE; i++)
            C[4 + i] = h * weigh(li_butcher_dense[i], k, LI_STAGES);
        p[0] = C[TERMS - 1];
        for (size_t i = TERMS - 1; i-- > 0;) {
            p[TERMS - 1 - i] = 0;
            times_place(p, TERMS - 1 - i, i % 2 == 0 ? 1 : -1);
            p[0] += C[i];
        }
    }
    s->arc.centre = s->t;
    s->arc.centre_low = s->t_low;
    s->arc.h = h / 2;
    li_twofold_add(&s->arc.centre, &s->arc.centre_low, h / 2);
}

/* ---- steps ---- */

static void advance(li_stepper *s, runge *R, double h, bool reaches, double limit)
{
    size_t bytes = s->n * sizeof *s->y;

    write_arc(s, R, h);
    memcpy(s->y, R->end, bytes);
    memcpy(s->y_low, R->end_low, bytes);
    li_step_clock(s, h, reaches, limit);
    remember(s, R, LI_LAST_STAGE);
}

/* A step cut short by its limit leaves the proposal as it was, one that had to be shortened does not ask for a longer one. */
static li_stepped step(li_stepper *s, double limit)
{
    runge *R = s->own;
    double left = li_step_left(s, limit);
    li_status status = first_stage(s, R);

    if (status != LI_OK)
        return li_step_nowhere(s, status);
    double wanted = s->h > 0 ? s->h : first_length(s, R, left), length = wanted;
    for (bool again = false;; again = true) {
        bool reaches = NEARLY * length >= fabs(left);
        double h = reaches ? left : copysign(length, left);
        if (!reaches && li_step_too_small(s, h))
            return li_step_underrun(s, h);
        double error = attempt(s, R, h);
        length = fabs(h) * factor(error);
        if (error <= 1) {
            advance(s, R, h, reaches, limit);
            s->h = again ? fmin(length, fabs(h)) : reaches ? fmax(length, wanted) : length;
            return LI_STEPPED;
        }
        s->rejected++;
    }
}

const li_method li_method_rk = { .name = "rk", .degree = 3 + LI_DENSE, .init = init, .clear = clear, .restart = restart, .step = step };

/* rk.c - steps by an explicit Runge-Kutta method of order 8
 *
 * Errors are estimated by methods of order 5 and 3 with the same stages, E = E_5^2/sqrt(E_5^2 + E_3^2/100), which goes with h^8; the arc is
 * the interpolation of order 7. The numbers are those of butcher.h. Nothing is asked of the field but its values. */
#include <math.h>
#include <string.h>

#include "butcher.h"
#include "stepper.h"

static const double LEAST = 1e-15,             /* tolerance; below, the errors are those of rounding */
                    SAFETY = 0.9, SHORTEST = 1.0 / 3, LONGEST = 6,   /* the next step, relative to one that has the tolerance for its error; to this one */
                    INWARD = 0.25,             /* where the field had no value: what is left of the step */
                    NEARLY = 1.01;             /* a step may be that much longer to reach the limit */

typedef struct {
    double *number;                /* all of them */
    double *k[LI_STAGES];          /* y' at the stages; k_0 is known where it belongs to the state */
    double *at, *end, *end_low;    /* the state at a stage; at the end of the step */
    double *known_y, known_t;
    bool    known;
} runge;

static li_status init(li_stepper *s)
{
    size_t n = s->n, row = n + 1 + s->engine->events;
    runge *R = s->own = li_new(s->ctx, 1, sizeof *R);

    if (R == NULL)
        return li_ctx_status(s->ctx);
    *R = (runge){ .number = li_new(s->ctx, LI_STAGES * row + 4 * n + 1, sizeof *R->number) };
    if (R->number == NULL)
        return li_ctx_status(s->ctx);
    for (size_t i = 0; i < LI_STAGES; i++)
        R->k[i] = R->number + i * row;
    R->at = R->number + LI_STAGES * row;
    R->end = R->at + n;
    R->end_low = R->end + n;
    R->known_y = R->end_low + n;
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
    R->known = false;
}

/* ---- stages ---- */

static double weigh(const runge *R, const li_weights *w, size_t i)
{
    double sum = 0;

    for (size_t m = 0; m < w->len; m++)
        sum += w->a[m] * R->k[w->j[m]][i];
    return sum;
}

/* out = f(y, t + h); LI_ABSENT: it has no finite value */
static li_status rates(li_stepper *s, const double *y, double h, double *out)
{
    li_status status = li_engine_rates(s->engine, y, s->t + (h + s->t_low), out);
    double zero = 0;

    for (size_t i = 0; i < s->n; i++)
        zero += 0 * out[i];
    return status != LI_OK ? status : isnan(zero) ? LI_ABSENT : LI_OK;
}

/* k_0, unless it is k_12 of the step before; a correction of the state may have come between. */
static li_status first_stage(li_stepper *s, runge *R)
{
    size_t bytes = s->n * sizeof *R->known_y;

    if (R->known && R->known_t == s->t && memcmp(R->known_y, s->y, bytes) == 0)
        return LI_OK;
    R->known = false;
    li_status status = rates(s, s->y, 0, R->k[0]);
    if (status != LI_OK)
        return status;
    memcpy(R->known_y, s->y, bytes);
    R->known_t = s->t;
    R->known = true;
    return LI_OK;
}

/* k_i = f(t + c_i h, y + h sum_j a_ij k_j) */
static bool stage(li_stepper *s, runge *R, size_t i, double h)
{
    for (size_t v = 0; v < s->n; v++)
        R->at[v] = s->y[v] + h * weigh(R, &li_butcher[i], v);
    return rates(s, R->at, li_butcher_c[i] * h, R->k[i]) == LI_OK;
}

/* ---- errors ---- */

static double larger(double most, double x) { return x <= most ? most : isnan(x) ? INFINITY : x; }

/* of a step by h, relative to the tolerance */
static double error_of(const li_stepper *s, const runge *R, double h)
{
    double five = 0, three = 0, tol = fmax(s->tol, LEAST);

    for (size_t v = 0; v < s->n; v++) {
        double scale = tol * fmax(li_step_scale(s->y[v]), li_step_scale(R->end[v]));
        double y8 = weigh(R, &li_butcher[LI_LAST_STAGE], v);
        five = larger(five, fabs(h * weigh(R, &li_butcher_order5, v)) / scale);
        three = larger(three, fabs(h * (y8 - weigh(R, &li_butcher_order3, v))) / scale);
    }
    return five == 0 ? 0 : five * (five / hypot(five, three / 10));
}

/* The end of a step by h and its error; nan where the field had no value. */
static double attempt(li_stepper *s, runge *R, double h)
{
    for (size_t i = 1; i < LI_LAST_STAGE; i++)
        if (!stage(s, R, i, h))
            return NAN;
    for (size_t v = 0; v < s->n; v++) {
        R->end[v] = s->y[v];
        R->end_low[v] = s->y_low[v];
        li_twofold_add(&R->end[v], &R->end_low[v], h * weigh(R, &li_butcher[LI_LAST_STAGE], v));
    }
    double error = error_of(s, R, h);
    if (!(error <= 1))
        return error;
    bool valued = rates(s, R->end, h, R->k[LI_LAST_STAGE]) == LI_OK;
    for (size_t i = LI_LAST_STAGE + 1; i < LI_STAGES && valued; i++)
        valued = stage(s, R, i, h);
    return valued ? error : NAN;
}

/* The next step relative to this one; the error goes with h^8. */
static double factor(double error)
{
    return isnan(error) ? INWARD : fmin(fmax(SAFETY * pow(error, -0.125), SHORTEST), LONGEST);
}

/* ---- the first step ---- */

/* max |y'_i - x_i| / max(1, |y_i|), x NULL: 0 */
static double speed(const li_stepper *s, const double *k, const double *x)
{
    double most = 0;

    for (size_t v = 0; v < s->n; v++)
        most = larger(most, fabs(x == NULL ? k[v] : k[v] - x[v]) / li_step_scale(s->y[v]));
    return most;
}

/* A part of the time in which the state, or its rate, changes by its size: tol^(1/8). The rate of the rate is seen after one percent of that. */
static double first_length(li_stepper *s, runge *R, double left)
{
    double first = speed(s, R->k[0], NULL), most = isfinite(left) ? fabs(left) : li_step_scale(s->t);
    double h = first > 0 ? fmin(0.01 / first, most) : most, d = copysign(h, left);

    for (size_t v = 0; v < s->n; v++)
        R->at[v] = s->y[v] + d * R->k[0][v];
    if (rates(s, R->at, d, R->k[1]) != LI_OK)
        return h * INWARD;
    double rate = fmax(first, sqrt(speed(s, R->k[1], R->k[0]) / h));
    return rate > 0 ? fmin(pow(fmax(s->tol, LEAST), 0.125) / rate, most) : most;
}

/* ---- arcs ---- */

/* p (1 + sign s)/2 */
static void times_place(double *p, double sign)
{
    for (size_t k = li_method_rk.degree; k > 0; k--)
        p[k] = 0.5 * (p[k] + sign * p[k - 1]);
    p[0] *= 0.5;
}

/* From u = (1 + s)/2 and 1 - u to powers of s */
static void write_arc(li_stepper *s, const runge *R, double h)
{
    size_t degree = li_method_rk.degree;

    for (size_t v = 0; v < s->n; v++) {
        double C[LI_DENSE + 4], *p = s->arc.c + v * (degree + 1);
        C[0] = s->y[v];
        C[1] = h * weigh(R, &li_butcher[LI_LAST_STAGE], v);
        C[2] = h * R->k[0][v] - C[1];
        C[3] = C[1] - h * R->k[LI_LAST_STAGE][v] - C[2];
        for (size_t i = 0; i < LI_DENSE; i++)
            C[4 + i] = h * weigh(R, &li_butcher_dense[i], v);
        memset(p, 0, (degree + 1) * sizeof *p);
        for (size_t i = LI_DENSE + 4; i-- > 0;) {
            times_place(p, i % 2 == 0 ? 1 : -1);
            p[0] += C[i];
        }
    }
    s->arc.centre = s->t;
    s->arc.centre_low = s->t_low;
    s->arc.h = h / 2;
    li_twofold_add(&s->arc.centre, &s->arc.centre_low, h / 2);
}

/* ---- steps ---- */

/* The end is the state, and k_12 the first of the next step. */
static void advance(li_stepper *s, runge *R, double h, bool reaches, double limit)
{
    size_t bytes = s->n * sizeof *s->y;
    double *first = R->k[0];

    write_arc(s, R, h);
    memcpy(s->y, R->end, bytes);
    memcpy(s->y_low, R->end_low, bytes);
    li_step_clock(s, h, reaches, limit);
    R->k[0] = R->k[LI_LAST_STAGE];
    R->k[LI_LAST_STAGE] = first;
    memcpy(R->known_y, s->y, bytes);
    R->known_t = s->t;
    R->known = true;
}

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

const li_method li_method_rk = { .name = "rk", .degree = 7, .init = init, .clear = clear, .restart = restart, .step = step };

/* taylor.c - steps by the Taylor series of the motion
 *
 *     y(t + h) = sum_k c_k h^k,  k <= p,   with h so that the last two terms are below eps
 *
 * Its length follows from the last two coefficients, as they tell the distance to the nearest singularity (Jorba and Zou). Steps add
 * their errors up, and an order more costs little: eps lies four orders of magnitude below the tolerance, down to the last digit. */
#include <math.h>
#include <stdint.h>

#include "stepper.h"

static const double BELOW = 1e-4, LEAST = 1e-16;

static double truncation(double tol) { return fmax(tol * BELOW, LEAST); }

size_t li_taylor_order(double tol)
{
    enum { FEWEST = 6 };
    size_t order = (size_t)ceil(1 - log(truncation(tol)) / 2);
    return order > FEWEST ? order : FEWEST;
}

static li_status init(li_stepper *s)
{
    return s->engine->order > 0 ? LI_OK : li_fail(s->ctx, LI_DOMAIN, "the method taylor needs series");
}

static void clear(li_stepper *s) { (void)s; }
static void restart(li_stepper *s) { (void)s; }

/* max_i |c_ik| / max(1, |y_i|); infinite if one is no number */
static double size_of_order(const li_stepper *s, size_t k)
{
    size_t width = s->arc.degree + 1;
    double most = 0;

    for (size_t i = 0; i < s->n; i++) {
        double size = fabs(s->arc.c[i * width + k]) / li_step_scale(s->y[i]);
        if (!(size <= most))
            most = isnan(size) ? INFINITY : size;
    }
    return most;
}

double li_taylor_length(double tol, size_t order, double before, double last)
{
    double eps = truncation(tol);
    return fmin(pow(eps / before, 1 / (double)(order - 1)), pow(eps / last, 1 / (double)order));
}

double li_taylor_without_end(const li_stepper *s, double rate) { return s->longest > 0 ? 2 * s->longest : rate > 0 ? 1 / rate : 1; }

/* y += c_1 h + c_2 h^2 + ... */
static void advance(li_stepper *s, double h)
{
    size_t p = s->arc.degree;

    for (size_t i = 0; i < s->n; i++) {
        const double *c = s->arc.c + i * (p + 1);
        double d = c[p];
        for (size_t k = p; k-- > 1;)
            d = d * h + c[k];
        li_twofold_add(&s->y[i], &s->y_low[i], d * h);
    }
}

static li_stepped step(li_stepper *s, double limit)
{
    double left = li_step_left(s, limit);
    li_status status = li_engine_series(s->engine, s->arc.degree, s->y, s->t, s->arc.c, s->arc.g);

    if (status != LI_OK)
        return li_step_nowhere(s, status);
    double h = li_taylor_length(s->tol, s->arc.degree, size_of_order(s, s->arc.degree - 1), size_of_order(s, s->arc.degree));
    if (h == 0)
        return li_step_nowhere(s, LI_OK);
    if (isinf(h) && isinf(left))
        h = li_taylor_without_end(s, size_of_order(s, 1));
    bool reaches = h >= fabs(left);
    h = reaches ? left : copysign(h, left);
    if (!reaches && li_step_too_small(s, h))
        return li_step_underrun(s, h);
    s->arc.centre = s->t;
    s->arc.centre_low = s->t_low;
    s->arc.h = 1;
    advance(s, h);
    li_step_clock(s, h, reaches, limit);
    s->h = fabs(h);
    return LI_STEPPED;
}

const li_method li_method_taylor = { .name = "taylor", .gives_events = true, .init = init, .clear = clear, .restart = restart, .step = step };

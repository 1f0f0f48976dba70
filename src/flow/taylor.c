/* taylor.c - steps by the Taylor series of the motion
 *
 *     y(t + h) = sum_k c_k h^k,  k <= p,   with h so that the last terms are below eps
 *
 * Its length follows from the last coefficients, as they tell the distance to the nearest singularity (Jorba and Zou): of so many that
 * the gaps in the series of a motion that starts from rest do not matter. At its end the polynomial must keep the equations of motion,
 * which finds what no coefficient tells. Steps add their errors up, and an order more costs little: eps lies four orders of magnitude
 * below the tolerance, down to the last digit.
 *
 * The order: with h = rho eps^(1/p) a unit of time costs (A + B p + C p^2) eps^(-1/p)/rho, which is least at p = -log(eps)/2 where the
 * products of series count alone, and at twice that where all else does; measured, it lies between.         [measurements 7] */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "stepper.h"

static const double BELOW = 1e-4, LEAST = 1e-16, DEFECT = 1e-11;
enum { SHORT = 8 };                /* parts of the longest step: shorter than that, something is near */

static double truncation(double tol) { return fmax(tol * BELOW, LEAST); }

size_t li_taylor_order(double tol)
{
    enum { FEWEST = 6 };
    size_t order = (size_t)ceil(1 - log(truncation(tol)) / 1.5);
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

size_t li_taylor_told(size_t order) { return order > LI_TAYLOR_TOLD ? LI_TAYLOR_TOLD : order; }

/* size[j] = max_i |c_i,p-j| / max(1, |y_i|); nan if one is none */
static void find_sizes(const li_stepper *s, size_t told, double *size)
{
    size_t p = s->arc.degree;

    for (size_t j = 0; j < told; j++)
        size[j] = 0;
    for (size_t i = 0; i < s->n; i++) {
        const double *last = s->arc.c + i * (p + 1) + p;
        double by = 1 / li_step_scale(s->y[i]);
        for (size_t j = 0; j < told; j++) {
            double x = fabs(*(last - j)) * by;
            size[j] = x > size[j] || x != x ? x : size[j];
        }
    }
}

/* The logarithm to base 2 of a positive number to 4e-4, without a jump, and the same on every machine: its exponent, and of the digits
 * 1 + m a polynomial that is right at both ends. */
static inline double nearly_log2(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    double exponent = (double)((int64_t)(bits >> 52) - 1023);
    bits = (bits & UINT64_C(0xfffffffffffff)) | UINT64_C(0x3ff0000000000000);
    memcpy(&x, &bits, sizeof x);
    double m = x - 1;
    return exponent + m + m * (1 - m) * (0.44078 - m * (0.24267 - m * 0.081616));
}

/* min_k (eps^(k/p)/|c_k|)^(1/k), so that c_k h^k falls to eps at k = p */
double li_taylor_length(double tol, size_t p, const double *size)
{
    double most = -INFINITY;

    for (size_t i = 0; i < li_taylor_told(p); i++) {
        if (!(size[i] <= DBL_MAX))
            return 0;
        double length = size[i] > 0 ? nearly_log2(size[i]) / (double)(p - i) : -INFINITY;
        most = length > most ? length : most;
    }
    return exp2(log2(truncation(tol)) / (double)p - most);
}

static double length(const li_stepper *s)
{
    double size[LI_TAYLOR_TOLD];

    find_sizes(s, li_taylor_told(s->arc.degree), size);
    return li_taylor_length(s->tol, s->arc.degree, size);
}

double li_taylor_without_end(const li_stepper *s, double rate) { return s->longest > 0 ? 2 * s->longest : rate > 0 ? 1 / rate : 1; }

double li_taylor_allowed(double tol) { return fmax(10 * tol, DEFECT); }

bool li_taylor_slows(const li_stepper *s, double h) { return h < s->longest / SHORT && h < s->h; }

/* d = c_1 h + c_2 h^2 + ..., f = c_1 + 2 c_2 h + ... of `count` rows, which need not wait for each other */
static inline void evaluate(const double *c, size_t p, double h, size_t count, double *d, double *f)
{
    for (size_t i = 0; i < count; i++) {
        d[i] = c[i * (p + 1) + p];
        f[i] = (double)p * d[i];
    }
    for (size_t k = p; k-- > 1;)
        for (size_t i = 0; i < count; i++) {
            double x = c[i * (p + 1) + k];
            d[i] = d[i] * h + x;
            f[i] = f[i] * h + (double)k * x;
        }
    for (size_t i = 0; i < count; i++)
        d[i] *= h;
}

static void evaluate_all(li_stepper *s, double h)
{
    enum { BESIDE = 4 };
    size_t p = s->arc.degree, i = 0;
    const double *c = s->arc.c;

    for (; i + BESIDE <= s->n; i += BESIDE)
        evaluate(c + i * (p + 1), p, h, BESIDE, s->increment + i, s->slope + i);
    for (; i < s->n; i++)
        evaluate(c + i * (p + 1), p, h, 1, s->increment + i, s->slope + i);
}

/* Does the polynomial keep y' = f(y, t) at its end? Its increments are left there. */
static bool keeps_field(li_stepper *s, double h, double allowed)
{
    double *y = s->end, *f = s->engine->out;

    evaluate_all(s, h);
    for (size_t i = 0; i < s->n; i++)
        y[i] = s->y[i] + s->increment[i];
    if (li_engine_rates(s->engine, y, s->t + h, f) != LI_OK)
        return false;
    for (size_t i = 0; i < s->n; i++) {
        double defect = fabs((s->slope[i] - f[i]) * h);
        if (!(defect <= allowed * (li_step_scale(y[i]) + fabs(f[i] * h))))
            return false;
    }
    return true;
}

/* ---- singularities that are only in the numbers ----
 *
 * Where constraints lose their rank for a moment (the bars of a parallelogram in one line) the motion goes on smoothly, but the rounding
 * errors delta of its accelerations grow like delta (s/d)^k at the distance d, and the steps halve without end. In the series
 * c_k = a_k + delta/d^k the first orders are the motion's, and from some order on there is only the other part, which grows steadily beyond
 * d; at a singularity of the motion itself no order is small there. The step is taken over the place. Where the relations are kept by
 * corrections these take that part away again, as long as it is small, and more orders of the motion are worth having. */

static const double OVER = 1.5,    /* times d */
                    GOOD = 1e-10,  /* how small it must be in the order where it begins, */
                    MENDED = 1e-8, /* ... if corrections follow, */
                    SMALL = 1e-9;  /* and in more orders than that */
enum { STEADY = 4 };               /* orders, at least, in which it is seen to grow */

static double term(const li_stepper *s, size_t k, double h) { return size_of_order(s, k) * pow(h, (double)k); }

/* The last order before the terms c_k h^k begin to grow for good; 0: they do not */
static size_t last_before_growth(const li_stepper *s, double h)
{
    size_t k = s->arc.degree;
    double after = term(s, k, h);

    for (; k > 3; k--) {
        double before = term(s, k - 1, h);
        if (!(before < after))
            break;
        after = before;
    }
    return s->arc.degree - k >= STEADY ? k : 0;
}

static void cut_series(li_stepper *s, size_t order)
{
    size_t width = s->arc.degree + 1;

    for (size_t i = 0; i < s->n; i++)
        for (size_t k = order + 1; k < width; k++)
            s->arc.c[i * width + k] = 0;
    for (size_t i = 0; i < s->arc.events; i++)
        for (size_t k = order + 1; k < width; k++)
            s->arc.g[i * width + k] = 0;
}

/* The length of a step over it; 0: there is none, or steps do not become shorter. The series are cut to their good part. */
static double over_singularity(li_stepper *s, double h, double left)
{
    size_t p = s->arc.degree;

    if (s->relations == LI_NO_RELATIONS || !li_taylor_slows(s, h))
        return 0;
    double over = OVER * size_of_order(s, p - 1) / size_of_order(s, p);
    if (!(over > 0) || !(over < left))
        return 0;
    bool mended = s->relations == LI_RELATIONS_KEPT;
    double good = mended ? MENDED : GOOD;
    size_t order = last_before_growth(s, over);
    if (order == 0 || !(term(s, order, over) < fmax(good, 10 * s->tol)))
        return 0;
    while (mended && order < p && term(s, order + 1, over) < SMALL)
        order++;
    cut_series(s, order);
    return keeps_field(s, over, sqrt(good)) ? over : 0;
}

/* y += the increments */
static li_stepped take(li_stepper *s, double h, bool reaches, double limit)
{
    for (size_t i = 0; i < s->n; i++)
        li_twofold_add(&s->y[i], &s->y_low[i], s->increment[i]);
    s->arc.centre = s->t;
    s->arc.centre_low = s->t_low;
    s->arc.h = 1;
    li_step_clock(s, h, reaches, limit);
    s->h = fabs(h);
    return LI_STEPPED;
}

li_stepped li_taylor_go(li_stepper *s, double limit)
{
    double left = li_step_left(s, limit), h = length(s), allowed = li_taylor_allowed(s->tol);

    if (h == 0)
        return li_step_nowhere(s, LI_OK);
    if (isinf(h) && isinf(left))
        h = li_taylor_without_end(s, size_of_order(s, 1));
    double over = left > 0 ? over_singularity(s, h, left) : 0;
    if (over > 0) {
        s->passed++;
        take(s, over, false, limit);
        s->h = h;                              /* behind it steps grow again */
        return LI_STEPPED;
    }
    bool reaches = h >= fabs(left);
    h = reaches ? left : copysign(h, left);
    for (; !keeps_field(s, h, allowed); reaches = false, s->rejected++) {
        h /= 2;
        if (li_step_too_small(s, h))
            return li_step_underrun(s, h);
    }
    return reaches || !li_step_too_small(s, h) ? take(s, h, reaches, limit) : li_step_underrun(s, h);
}

static li_stepped step(li_stepper *s, double limit)
{
    li_status status = li_engine_series(s->engine, s->arc.degree, s->y, s->t, s->arc.c, s->arc.g);
    return status != LI_OK ? li_step_nowhere(s, status) : li_taylor_go(s, limit);
}

const li_method li_method_taylor = { .name = "taylor", .gives_events = true, .init = init, .clear = clear, .restart = restart, .step = step };

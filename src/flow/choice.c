/* choice.c - the method of a motion, where nobody names one */
#include <math.h>
#include <string.h>

#include "runner.h"

static const double LOOSE = 1e-6,              /* tolerances from here on are the business of a Runge-Kutta method */
                    STIFF = 1e7;               /* so many times may what dies away die away, in the time of the motion */

bool li_flow_has_series(const li_flow *F)
{
    li_jet jet;
    li_ctx *ctx = li_ctx_new();                 /* a domain that does not know an instruction says so; that is no failure here */
    bool has = ctx != NULL && li_jet_init(ctx, &jet, &F->field, 1) == LI_OK;

    if (has)
        li_jet_clear(ctx, &jet);
    li_ctx_free(ctx);
    return has;
}

/* ---- is it stiff ----
 *
 * The largest eigenvalue of J = dy'/dy at the start, by the power method. Is it real and negative, a part of the motion dies away at
 * once, and steps of an explicit method must be as short as its time ever after. */

typedef struct { li_engine E; size_t n; const double *start; double *v, *Jv, *y; } power;

static double product(const power *P, const double *a, const double *b)
{
    double sum = 0;

    for (size_t i = 0; i < P->n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Jv, variables measured in max(1, |y_i|), by a difference; false where the field has no value */
static bool apply(power *P)
{
    static const double STEP = 1e-6;
    double *f = P->E.out;

    for (int side = 1; side >= -1; side -= 2) {
        for (size_t i = 0; i < P->n; i++)
            P->y[i] = P->start[i] + side * STEP * li_step_scale(P->start[i]) * P->v[i];
        if (li_engine_rates(&P->E, P->y, P->start[P->n], f) != LI_OK)
            return false;
        for (size_t i = 0; i < P->n; i++)
            P->Jv[i] = ((side > 0 ? 0 : P->Jv[i]) + side * f[i]) / (side > 0 ? 1 : 2 * STEP * li_step_scale(P->start[i]));
    }
    return isfinite(product(P, P->Jv, P->Jv));
}

/* -lambda, if lambda is real and < 0; else 0 */
static double decay(power *P)
{
    enum { TIMES = 40 };
    double rayleigh = 0, norm = 0;

    for (size_t i = 0; i < P->n; i++)
        P->v[i] = 1 / (double)(i + 2);          /* orthogonal to no simple vector */
    for (int k = 0; k < TIMES; k++) {
        double size = sqrt(product(P, P->v, P->v));
        for (size_t i = 0; i < P->n; i++)
            P->v[i] /= size;
        if (!apply(P))
            return 0;
        rayleigh = product(P, P->v, P->Jv);
        norm = sqrt(product(P, P->Jv, P->Jv));
        if (!(norm > 0))
            return 0;
        memcpy(P->v, P->Jv, P->n * sizeof *P->v);
    }
    return rayleigh < -0.99 * norm ? norm : 0;
}

static bool is_stiff(const li_flow *F, double until)
{
    li_ctx *ctx = li_ctx_new();
    power P = { .n = F->n, .start = F->start };
    double length = until - F->start[F->n], rate = 0;

    if (ctx == NULL || !isfinite(length) || F->n == 0)
        return li_ctx_free(ctx), false;
    P.v = li_new(ctx, F->n, sizeof *P.v);
    P.Jv = li_new(ctx, F->n, sizeof *P.Jv);
    P.y = li_new(ctx, F->n, sizeof *P.y);
    if (li_engine_init(ctx, &P.E, &F->field, F->n, F->events, 0, NULL) == LI_OK && li_engine_parameters(&P.E, F->parameter) == LI_OK)
        rate = decay(&P);
    li_engine_clear(ctx, &P.E);
    double *const numbers[] = { P.v, P.Jv, P.y };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        li_drop(ctx, numbers[i]);
    li_ctx_free(ctx);
    return rate * length > STIFF;
}

li_run_method li_flow_method(const li_flow *F, const li_run_options *o)
{
    if (o->method != LI_RUN_AUTO)
        return o->method;
    if (is_stiff(F, o->until))
        return LI_RUN_BDF;
    return o->tol > LOOSE || !li_flow_has_series(F) ? LI_RUN_RK : LI_RUN_TAYLOR;
}

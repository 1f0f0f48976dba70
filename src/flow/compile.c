/* compile.c - when the field of a run is worth compiling, and how */
#include <math.h>

#include "stepper.h"
#include "liaison/flow.h"

li_status li_run_compile(li_ctx *ctx, li_native *N, const li_flow *F, const li_run_options *o)
{
    const li_native_options options = { .order = li_flow_method(F, o) == LI_RUN_TAYLOR ? li_taylor_order(o->tol) : 0 };

    return li_native_init(ctx, N, &F->field, &options);
}

/* ---- is it worth it ---- in seconds, as measured on one machine: docs/measurements.md */

static const double SERIES = 0.15e-9,          /* an operation, times order^2: the coefficients of one step, interpreted */
                    COMPILER = 0.15, TEXT = 2.5e-3;         /* it starts; for an operation */

static double first_step(li_ctx *ctx, const li_flow *F, double tol)
{
    li_engine E = { 0 };
    li_stepper s = { 0 };
    const double *start = F->start;
    double h = INFINITY;

    if (li_engine_init(ctx, &E, &F->field, F->n, F->events, li_taylor_order(tol), NULL) == LI_OK &&
        li_stepper_init(ctx, &s, &li_method_taylor, &E, NULL, tol) == LI_OK && li_engine_parameters(&E, F->parameter) == LI_OK) {
        li_stepper_start(&s, start[F->n], start);
        if (li_stepper_step(&s, INFINITY) == LI_STEPPED)
            h = s.h;
    }
    li_stepper_clear(&s);
    li_engine_clear(ctx, &E);
    return h;
}

bool li_run_is_long(const li_flow *F, const li_run_options *o)
{
    li_ctx *desk = li_ctx_new();               /* a field without series is no failure here */
    double length = o->until - F->start[F->n], operations = (double)li_program_operations(&F->field), order = (double)li_taylor_order(o->tol);

    if (desk == NULL || !isfinite(length) || li_flow_method(F, o) == LI_RUN_BDF)
        return li_ctx_free(desk), false;
    double steps = length / first_step(desk, F, o->tol);
    li_ctx_free(desk);
    return steps * operations * order * order * SERIES > 2 * (COMPILER + TEXT * operations);
}

/* lane-engine.c - the field of a motion as series of sixteen lanes: interpreted, or compiled */
#include <string.h>

#include "abreast.h"

static li_status start_interpreted(li_ctx *ctx, li_lane_engine *E, const li_program *P)
{
    if (li_jet_lanes_init(ctx, &E->jet, P, E->order) != LI_OK)
        return li_ctx_status(ctx);
    E->stride = LI_ABREAST;
    for (size_t k = 0; k < E->n * LI_HALVES; k++)
        E->c[k] = li_jet_lanes_variable(&E->jet, k / LI_HALVES) + k % LI_HALVES * LI_BESIDE;
    for (size_t k = 0; k < E->events * LI_HALVES; k++)
        E->g[k] = li_jet_lanes_output(&E->jet, E->n + 1 + k / LI_HALVES) + k % LI_HALVES * LI_BESIDE;
    return LI_OK;
}

/* Of each half: the series of the variables, of t, of the events. */
static li_status start_native(li_ctx *ctx, li_lane_engine *E)
{
    const li_compiled *code = E->native;
    size_t row = (code->order + 1) * LI_BESIDE, half = (E->n + 1 + E->events) * row;

    E->prepared = li_new(ctx, code->prepared + 1, sizeof *E->prepared);
    E->variable = li_new(ctx, (E->n + 1) * LI_BESIDE, sizeof *E->variable);
    E->series = li_new(ctx, LI_HALVES * half, sizeof *E->series);
    E->work = li_new(ctx, code->work_lanes + code->parameters + 1, sizeof *E->work);
    E->stride = LI_BESIDE;
    for (size_t k = 0; k < E->n * LI_HALVES; k++)
        E->c[k] = E->series + k % LI_HALVES * half + k / LI_HALVES * row;
    for (size_t k = 0; k < E->events * LI_HALVES; k++)
        E->g[k] = E->series + k % LI_HALVES * half + (E->n + 1 + k / LI_HALVES) * row;
    return li_ctx_status(ctx);
}

li_status li_lane_engine_init(li_ctx *ctx, li_lane_engine *E, const li_program *P, size_t n, size_t events, size_t order, const li_compiled *native)
{
    *E = (li_lane_engine){ .n = n, .events = events, .order = order, .native = native, .jet = { .ready = LI_ABSENT } };
    E->c = li_new(ctx, (n + 1) * LI_HALVES, sizeof *E->c);
    E->g = li_new(ctx, (events + 1) * LI_HALVES, sizeof *E->g);
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    return native != NULL ? start_native(ctx, E) : start_interpreted(ctx, E, P);
}

void li_lane_engine_clear(li_ctx *ctx, li_lane_engine *E)
{
    li_jet_lanes_clear(ctx, &E->jet);
    li_drop(ctx, E->c);
    li_drop(ctx, E->g);
    double *const numbers[] = { E->prepared, E->variable, E->series, E->work };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        li_drop(ctx, numbers[i]);
    *E = (li_lane_engine){ 0 };
}

/* Machine code takes those of the first lane: they are the same in all that count. */
li_status li_lane_engine_parameters(li_lane_engine *E, const double *parameter)
{
    if (E->native == NULL)
        return li_jet_lanes_parameters(&E->jet, parameter);
    double *one = E->work;                     /* free between two series, and large enough */
    for (size_t i = 0; i < E->native->parameters; i++)
        one[i] = parameter[i * LI_ABREAST];
    E->native->prepare(one, E->prepared);
    return LI_OK;
}

/* ---- series ---- */

static uint32_t native_series(li_lane_engine *E, const double *variable)
{
    const li_compiled *code = E->native;

    for (size_t half = 0; half < LI_HALVES; half++) {
        for (size_t i = 0; i <= E->n; i++)
            memcpy(E->variable + i * LI_BESIDE, variable + i * LI_ABREAST + half * LI_BESIDE, LI_BESIDE * sizeof *variable);
        code->taylor_lanes(E->prepared, E->order, E->variable, E->series + half * (E->n + 1 + E->events) * (code->order + 1) * LI_BESIDE, E->work);
    }
    return 0;
}

static uint32_t interpreted_series(li_lane_engine *E, const double *variable)
{
    for (size_t i = 0; i <= E->n; i++) {
        double *c = li_jet_lanes_variable(&E->jet, i);
        for (size_t l = 0; l < LI_ABREAST; l++)
            c[l] = variable[i * LI_ABREAST + l];
    }
    for (size_t k = 0; k <= E->order; k++) {
        if (li_jet_lanes_step_order(&E->jet, k) != LI_OK)
            return UINT32_MAX;
        if (k < E->order)
            li_jet_lanes_advance(&E->jet, k);
    }
    return li_jet_lanes_singular(&E->jet);
}

uint32_t li_lane_engine_series(li_lane_engine *E, const double *variable)
{
    return E->native != NULL ? native_series(E, variable) : interpreted_series(E, variable);
}

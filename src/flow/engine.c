/* engine.c - the field of a motion as numbers: interpreted, or compiled */
#include <math.h>
#include <string.h>

#include "engine.h"

static bool compiled(const li_engine *E) { return E->native != NULL; }

static li_status start_native(li_ctx *ctx, li_engine *E)
{
    const li_compiled *code = E->native;

    E->prepared = li_new(ctx, code->prepared + 1, sizeof *E->prepared);
    E->work = li_new(ctx, code->work + 1, sizeof *E->work);
    E->series = li_new(ctx, (E->n + 1 + E->events) * (code->order + 1), sizeof *E->series);
    if (E->order > code->order)
        E->order = code->order;
    return li_ctx_status(ctx);
}

static li_status start_interpreted(li_ctx *ctx, li_engine *E, const li_program *P)
{
    if (li_real_init(ctx, &E->real, P) != LI_OK || E->order == 0)
        return li_ctx_status(ctx);
    return li_jet_init(ctx, &E->jet, P, E->order);
}

li_status li_engine_init(li_ctx *ctx, li_engine *E, const li_program *P, size_t n, size_t events, size_t order, const li_compiled *native)
{
    *E = (li_engine){ .n = n, .events = events, .order = order, .native = native, .real = { .ready = LI_ABSENT }, .jet = { .ready = LI_ABSENT } };
    E->variable = li_new(ctx, n + 1, sizeof *E->variable);
    E->out = li_new(ctx, n + 1 + events, sizeof *E->out);
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    return compiled(E) ? start_native(ctx, E) : start_interpreted(ctx, E, P);
}

void li_engine_clear(li_ctx *ctx, li_engine *E)
{
    li_real_clear(ctx, &E->real);
    li_jet_clear(ctx, &E->jet);
    double *const numbers[] = { E->variable, E->out, E->prepared, E->series, E->work };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        li_drop(ctx, numbers[i]);
    *E = (li_engine){ 0 };
}

li_status li_engine_parameters(li_engine *E, const double *parameter)
{
    if (compiled(E)) {
        E->native->prepare(parameter, E->prepared);
        return LI_OK;
    }
    li_status status = li_real_parameters(&E->real, parameter);
    return status == LI_OK && E->order > 0 ? li_jet_parameters(&E->jet, parameter) : status;
}

li_status li_engine_rates(li_engine *E, const double *y, double t, double *out)
{
    memcpy(E->variable, y, E->n * sizeof *y);
    E->variable[E->n] = t;
    E->evaluations++;
    if (!compiled(E))
        return li_real_step(&E->real, E->variable, out);
    E->native->step(E->prepared, E->variable, out);
    return LI_OK;
}

/* ---- series ---- */

static void copy_rows(const double *row, size_t stride, size_t rows, size_t order, double *to, size_t to_stride)
{
    for (size_t i = 0; i < rows; i++)
        memcpy(to + i * to_stride, row + i * stride, (order + 1) * sizeof *to);
}

static void native_series(li_engine *E, size_t order, double *c, double *g)
{
    size_t stride = E->native->order + 1;

    E->native->taylor(E->prepared, order, E->variable, E->series, E->work);
    copy_rows(E->series, stride, E->n, order, c, E->order + 1);
    copy_rows(E->series + (E->n + 1) * stride, stride, E->events, order, g, E->order + 1);
}

static li_status interpreted_series(li_engine *E, size_t order, double *c, double *g)
{
    li_jet *jet = &E->jet;
    size_t bytes = (order + 1) * sizeof *c;

    for (size_t i = 0; i <= E->n; i++)
        li_jet_variable(jet, i)[0] = E->variable[i];
    for (size_t k = 0; k <= order; k++) {
        li_status status = li_jet_step_order(jet, k);
        if (status != LI_OK)
            return status;
        if (k < order)
            li_jet_advance(jet, k);
    }
    for (size_t i = 0; i < E->n; i++)
        memcpy(c + i * (E->order + 1), li_jet_variable(jet, i), bytes);
    for (size_t j = 0; j < E->events; j++)
        memcpy(g + j * (E->order + 1), li_jet_output(jet, E->n + 1 + j), bytes);
    return li_jet_smooth(jet) ? LI_OK : LI_DOMAIN;
}

li_status li_engine_series(li_engine *E, size_t order, const double *y, double t, double *c, double *g)
{
    memcpy(E->variable, y, E->n * sizeof *y);
    E->variable[E->n] = t;
    E->expansions++;
    if (!compiled(E))
        return interpreted_series(E, order, c, g);
    native_series(E, order, c, g);
    return LI_OK;
}

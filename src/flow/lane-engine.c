/* lane-engine.c - the field of a motion as series of sixteen lanes */
#include "abreast.h"

li_status li_lane_engine_init(li_ctx *ctx, li_lane_engine *E, const li_program *P, size_t n, size_t events, size_t order)
{
    *E = (li_lane_engine){ .n = n, .events = events, .order = order, .jet = { .ready = LI_ABSENT } };
    E->c = li_new(ctx, n + 1, sizeof *E->c);
    E->g = li_new(ctx, events + 1, sizeof *E->g);
    if (li_ctx_status(ctx) != LI_OK || li_jet_lanes_init(ctx, &E->jet, P, order) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n; i++)
        E->c[i] = li_jet_lanes_variable(&E->jet, i);
    for (size_t j = 0; j < events; j++)
        E->g[j] = li_jet_lanes_output(&E->jet, n + 1 + j);
    return LI_OK;
}

void li_lane_engine_clear(li_ctx *ctx, li_lane_engine *E)
{
    li_jet_lanes_clear(ctx, &E->jet);
    li_drop(ctx, E->c);
    li_drop(ctx, E->g);
    *E = (li_lane_engine){ 0 };
}

li_status li_lane_engine_parameters(li_lane_engine *E, const double *parameter) { return li_jet_lanes_parameters(&E->jet, parameter); }

uint32_t li_lane_engine_series(li_lane_engine *E, const double *variable)
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

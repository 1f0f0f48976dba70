/* abreast.h - sixteen motions of one model beside each other
 *
 * Each lane is a run of its own, with its own parameters, time, step and end; only their series, and what is measured at the ends of their
 * steps, are computed together. No number of a lane depends on what the others do, nor on which lane it is.
 *
 *     li_abreast_init(ctx, A, F, o);
 *     li_abreast_start(A, l, parameter, start);               in some lanes l
 *     while (li_abreast_step(A) == LI_OK && !A->lane[l].finished) ...
 *     li_runner_leave(&A->lane[l]);                           its result is A->run[l]; the lane may be started again
 *     li_abreast_clear(ctx, A); */
#ifndef LI_FLOW_ABREAST_H
#define LI_FLOW_ABREAST_H

#include "runner.h"

enum { LI_ABREAST = 16, LI_BESIDE = 8, LI_HALVES = LI_ABREAST / LI_BESIDE };

/* ---- the field as series of sixteen lanes ----      lane-engine.c
 *
 * y_i(t + s) = sum_k c_k s^k, k <= order: c_k of lane l at c[i LI_HALVES + l / 8][k stride + l % 8], and g likewise for the events. */
typedef struct {
    size_t n, events, order, stride;
    const double **c, **g;
    li_jet_lanes jet;              /* interpreted, */
    const li_compiled *native;     /* or compiled: eight lanes at once, the parameters of all being the same */
    double *prepared, *variable, *series, *work;
} li_lane_engine;

li_status li_lane_engine_init(li_ctx *ctx, li_lane_engine *E, const li_program *P, size_t n, size_t events, size_t order, const li_compiled *native);
void      li_lane_engine_clear(li_ctx *ctx, li_lane_engine *E);
/* Number i of lane l at [16 i + l]; needed also without parameters. A lane in which they make no sense has nan from there on. */
li_status li_lane_engine_parameters(li_lane_engine *E, const double *parameter);
/* Through y_1 .. y_n, t. Lanes in which a linear system is singular are told by bits, but not by machine code; they, and lanes without a
 * value, have nan. */
uint32_t  li_lane_engine_series(li_lane_engine *E, const double *variable);

/* ---- the motions ----      lane-taylor.c */
typedef struct {
    li_ctx    *ctx;
    const li_flow *F;
    li_lane_engine engine;
    li_lanes   field, measure;
    li_runner  lane[LI_ABREAST];
    li_run     run[LI_ABREAST];
    li_stepped stepped[LI_ABREAST];
    double     h[LI_ABREAST];      /* of this step */
    bool       done[LI_ABREAST];   /* it is made, or there is none */
    size_t     sights;             /* outputs of measure */
    double    *parameter, *start, *end, *low, *rate, *slope, *measured;      /* 16 of each number; start, end: y and t */
} li_abreast;

/* Steps are those of li_method_taylor. All lanes are finished before their first start. */
li_status li_abreast_init (li_ctx *ctx, li_abreast *A, const li_flow *F, const li_run_options *o);
void      li_abreast_clear(li_ctx *ctx, li_abreast *A);
/* The lane may be finished at once. */
li_status li_abreast_start(li_abreast *A, size_t l, const double *parameter, const double *start);
/* One step in every lane that is not finished. */
li_status li_abreast_step (li_abreast *A);

#endif

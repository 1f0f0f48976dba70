/* engine.h - the field of a motion as numbers: interpreted, or compiled
 *
 * A program computes from the variables y_1 .. y_n, t the rates y'_1 .. y'_n and 1 (that of t), then `events` functions
 * g_j(y, t). An engine runs it in two ways: its values at a state, and the Taylor series of the motion through a state, with the
 * series of g_j(y(t), t) along it. Both are the same numbers, interpreted or compiled, as far as the compiler keeps the order of operations. */
#ifndef LI_FLOW_ENGINE_H
#define LI_FLOW_ENGINE_H

#include "liaison/program.h"

/* A program as machine code. `series` of taylor has n + 1 + events rows of order + 1 numbers, `order` being the largest, whatever is
 * asked for: the y_i, the time, then the g_j. Without one of the functions the engine cannot do its work: give no li_compiled then. */
typedef struct li_compiled {
    size_t parameters, prepared, work, order;
    void (*prepare)(const double *parameter, double *prepared);
    void (*step)(const double *prepared, const double *variable, double *out);
    void (*taylor)(const double *prepared, size_t order, const double *variable, double *series, double *work);
} li_compiled;

typedef struct {
    size_t n, events, order;           /* order: of the longest series; 0: values only */
    size_t evaluations, expansions;    /* how often it ran */
    double *variable, *out;            /* n + 1; n + 1 + events */
    const li_compiled *native;
    double *prepared, *series, *work;  /* native */
    li_real real;                      /* interpreted */
    li_jet jet;
} li_engine;

/* native: NULL, or P compiled; its order may be smaller than the one asked for, and is then that of the engine. The program and
 * `native` stay where they are while the engine lives. */
li_status li_engine_init(li_ctx *ctx, li_engine *E, const li_program *P, size_t n, size_t events, size_t order, const li_compiled *native);
void      li_engine_clear(li_ctx *ctx, li_engine *E);
/* Needed also without parameters. What fails here fails at every state. */
li_status li_engine_parameters(li_engine *E, const double *parameter);
/* out: y'_1 .. y'_n, 1, g_1 .. g_events. A domain error gives nan; LI_SINGULAR from a solve (compiled: nan). */
li_status li_engine_rates(li_engine *E, const double *y, double t, double *out);
/* y_i(t + s) = sum_k c[i (E->order + 1) + k] s^k, k <= order <= E->order; g_j likewise. Coefficients beyond `order` are left alone.
 * LI_DOMAIN on a corner of abs, sign, min, max, where there is no series (compiled: nan); LI_SINGULAR as above. */
li_status li_engine_series(li_engine *E, size_t order, const double *y, double t, double *c, double *g);

#endif

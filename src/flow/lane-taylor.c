/* lane-taylor.c - steps by Taylor series, sixteen motions abreast
 *
 *     y(t + h) = sum_k c_k h^k  in every lane, with its own h, by the rule of taylor.c */
#include <math.h>
#include <string.h>

#include "abreast.h"

typedef double lanes[LI_ABREAST];

/* ---- setup ---- */

static li_status take_room(li_abreast *A)
{
    const li_flow *F = A->F;

    A->sights = F->columns + F->positions + F->relations + F->guesses + 1;
    A->parameter = li_new(A->ctx, (F->params + 1) * LI_ABREAST, sizeof *A->parameter);
    A->variable = li_new(A->ctx, (F->n + 1) * LI_ABREAST, sizeof *A->variable);
    A->low = li_new(A->ctx, (F->n + 1) * LI_ABREAST, sizeof *A->low);
    A->seen = li_new(A->ctx, A->sights * LI_ABREAST, sizeof *A->seen);
    for (size_t i = 0; A->parameter != NULL && i < F->params * LI_ABREAST; i++)
        A->parameter[i] = F->parameter[i / LI_ABREAST];
    return li_ctx_status(A->ctx);
}

li_status li_abreast_init(li_ctx *ctx, li_abreast *A, const li_flow *F, const li_run_options *o)
{
    size_t order = li_taylor_order(o->tol);

    *A = (li_abreast){ .ctx = ctx, .F = F };
    if (take_room(A) != LI_OK || li_lane_engine_init(ctx, &A->engine, &F->field, F->n, F->events, order) != LI_OK ||
        li_lanes_init(ctx, &A->observe, &F->observe, LI_ABREAST) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t l = 0; l < LI_ABREAST && li_ctx_status(ctx) == LI_OK; l++) {
        A->run[l].order = A->engine.order;
        A->lane[l] = (li_runner){ .ctx = ctx, .F = F, .o = o, .R = &A->run[l], .lane = true };
        li_runner_init(&A->lane[l]);
        A->lane[l].finished = A->lane[l].changed = true;
    }
    return li_ctx_status(ctx);
}

void li_abreast_clear(li_ctx *ctx, li_abreast *A)
{
    for (size_t l = 0; l < LI_ABREAST; l++)
        if (A->lane[l].ctx != NULL) {
            li_runner_clear(&A->lane[l]);
            li_run_clear(ctx, &A->run[l]);
        }
    li_lane_engine_clear(ctx, &A->engine);
    li_lanes_clear(ctx, &A->observe);
    double *const numbers[] = { A->parameter, A->variable, A->low, A->seen };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        li_drop(ctx, numbers[i]);
    *A = (li_abreast){ 0 };
}

li_status li_abreast_start(li_abreast *A, size_t l, const double *parameter, const double *start)
{
    return li_runner_start(&A->lane[l], parameter, start);
}

/* ---- between the lanes and their runs ---- */

static bool busy(const li_abreast *A, size_t l) { return !A->lane[l].finished; }

/* Parameters that changed; those of all lanes are worked up at once. */
static li_status renew_parameters(li_abreast *A)
{
    bool any = false;

    for (size_t l = 0; l < LI_ABREAST; l++) {
        li_runner *r = &A->lane[l];
        if (!busy(A, l) || !r->changed)
            continue;
        for (size_t i = 0; i < A->F->params; i++)
            A->parameter[i * LI_ABREAST + l] = r->parameter[i];
        r->changed = false;
        any = true;
    }
    if (!any)
        return LI_OK;
    li_status status = li_lane_engine_parameters(&A->engine, A->parameter);
    return status == LI_OK ? li_lanes_parameters(&A->observe, A->parameter) : status;
}

static void collect(li_abreast *A)
{
    size_t n = A->F->n;

    for (size_t l = 0; l < LI_ABREAST; l++) {
        const li_stepper *s = &A->lane[l].stepper;
        for (size_t i = 0; i < n && busy(A, l); i++) {
            A->variable[i * LI_ABREAST + l] = s->y[i];
            A->low[i * LI_ABREAST + l] = s->y_low[i];
        }
        if (busy(A, l))
            A->variable[n * LI_ABREAST + l] = s->t;
    }
}

static void give_back(li_abreast *A, size_t l)
{
    li_stepper *s = &A->lane[l].stepper;

    for (size_t i = 0; i < A->F->n; i++) {
        s->y[i] = A->variable[i * LI_ABREAST + l];
        s->y_low[i] = A->low[i * LI_ABREAST + l];
    }
}

/* The arc of a step, for who looks into it. */
static void give_arc(li_abreast *A, size_t l)
{
    li_arc *arc = &A->lane[l].stepper.arc;
    size_t width = arc->degree + 1;

    for (size_t k = 0; k < width; k++) {
        for (size_t i = 0; i < arc->n; i++)
            arc->c[i * width + k] = A->engine.c[i][k * LI_ABREAST + l];
        for (size_t j = 0; j < A->F->events; j++)
            arc->g[j * width + k] = A->engine.g[j][k * LI_ABREAST + l];
    }
    arc->events = A->F->events;
}

/* ---- a step ---- */

/* max_i |c_ik| / max(1, |y_i|); infinite where one is no number */
static void sizes_of_order(const li_abreast *A, size_t k, double *restrict most)
{
    lanes broken = { 0 };

    for (size_t l = 0; l < LI_ABREAST; l++)
        most[l] = 0;
    for (size_t i = 0; i < A->F->n; i++) {
        const double *c = A->engine.c[i] + k * LI_ABREAST, *y = A->variable + i * LI_ABREAST;
        for (size_t l = 0; l < LI_ABREAST; l++) {
            double size = fabs(c[l]) / li_step_scale(y[l]);
            most[l] = size > most[l] ? size : most[l];
            broken[l] += 0 * size;
        }
    }
    for (size_t l = 0; l < LI_ABREAST; l++)
        most[l] = broken[l] == 0 ? most[l] : INFINITY;
}

/* The step of a lane: h, and the clock; 0 where there is none. */
static void choose_step(li_abreast *A, size_t l, double before, double last, double rate, bool singular)
{
    li_runner *r = &A->lane[l];
    li_stepper *s = &r->stepper;
    double left = li_step_left(s, r->until), h = li_taylor_length(s->tol, s->arc.degree, before, last);

    s->words[0] = '\0';
    A->h[l] = 0;
    if (singular || h == 0) {
        A->stepped[l] = li_step_nowhere(s, singular ? LI_SINGULAR : LI_OK);
        return;
    }
    if (isinf(h) && isinf(left))
        h = li_taylor_without_end(s, rate);
    bool reaches = h >= fabs(left);
    h = reaches ? left : copysign(h, left);
    if (!reaches && li_step_too_small(s, h)) {
        A->stepped[l] = li_step_underrun(s, h);
        return;
    }
    A->stepped[l] = LI_STEPPED;
    A->h[l] = h;
    s->arc.centre = s->t;
    s->arc.centre_low = s->t_low;
    s->arc.h = 1;
    li_step_clock(s, h, reaches, r->until);
    s->h = fabs(h);
    s->steps++;
    s->longest = fmax(s->longest, fabs(s->arc.to - s->arc.from));
}

static void choose_steps(li_abreast *A, uint32_t singular)
{
    size_t p = A->engine.order;
    lanes before, last, rate;

    sizes_of_order(A, p - 1, before);
    sizes_of_order(A, p, last);
    sizes_of_order(A, 1, rate);
    for (size_t l = 0; l < LI_ABREAST; l++) {
        A->h[l] = 0;
        if (busy(A, l))
            choose_step(A, l, before[l], last[l], rate[l], singular >> l & 1);
    }
}

/* y += c_1 h + c_2 h^2 + ... */
static void advance(li_abreast *A)
{
    const double *h = A->h;

    for (size_t i = 0; i < A->F->n; i++) {
        const double *c = A->engine.c[i];
        lanes d;
        memcpy(d, c + A->engine.order * LI_ABREAST, sizeof d);
        for (size_t k = A->engine.order; k-- > 1;)
            for (size_t l = 0; l < LI_ABREAST; l++)
                d[l] = d[l] * h[l] + c[k * LI_ABREAST + l];
        for (size_t l = 0; l < LI_ABREAST; l++)
            li_twofold_add(&A->variable[i * LI_ABREAST + l], &A->low[i * LI_ABREAST + l], d[l] * h[l]);
    }
}

/* Lanes in which no event can have happened: |g_0| > sum_k |g_k| |h|^k for all of them */
static void find_quiet(const li_abreast *A, bool *quiet)
{
    static const double ROUNDING = 1e-12;
    lanes sum;

    for (size_t l = 0; l < LI_ABREAST; l++)
        quiet[l] = true;
    for (size_t j = 0; j < A->F->events; j++) {
        const double *g = A->engine.g[j];
        for (size_t l = 0; l < LI_ABREAST; l++)
            sum[l] = 0;
        for (size_t k = A->engine.order; k > 0; k--)
            for (size_t l = 0; l < LI_ABREAST; l++)
                sum[l] = (sum[l] + fabs(g[k * LI_ABREAST + l])) * fabs(A->h[l]);
        for (size_t l = 0; l < LI_ABREAST; l++)
            quiet[l] = quiet[l] && fabs(g[l]) * (1 - ROUNDING) > sum[l];
    }
}

/* What follows a step of a lane. */
static li_status finish_step(li_abreast *A, size_t l, bool quiet)
{
    li_runner *r = &A->lane[l];

    if (A->stepped[l] != LI_STEPPED) {
        li_runner_explain(r, A->stepped[l]);
        return LI_OK;
    }
    give_back(A, l);
    if (!quiet)
        give_arc(A, l);
    if (!quiet || r->correct.code != NULL || r->correct_velocity.code != NULL)
        return li_runner_stepped(r, quiet);
    for (size_t i = 0; i < A->sights; i++)
        r->seen[i] = A->seen[i * LI_ABREAST + l];
    if ((A->observe.singular >> l & 1) == 0)
        li_runner_seen(r);
    else
        return li_runner_stepped(r, true);
    return LI_OK;
}

li_status li_abreast_step(li_abreast *A)
{
    bool quiet[LI_ABREAST];
    li_status status;

    for (size_t l = 0; l < LI_ABREAST; l++)
        if (busy(A, l))
            li_runner_prepare(&A->lane[l]);
    if ((status = renew_parameters(A)) != LI_OK)
        return li_fail(A->ctx, status, "the parameters of motions abreast have no value");
    collect(A);
    choose_steps(A, li_lane_engine_series(&A->engine, A->variable));
    advance(A);
    find_quiet(A, quiet);
    for (size_t l = 0; l < LI_ABREAST; l++)
        A->variable[A->F->n * LI_ABREAST + l] = busy(A, l) ? A->lane[l].stepper.t : 0;
    li_lanes_step(&A->observe, A->variable, A->seen);
    for (size_t l = 0; l < LI_ABREAST && status == LI_OK; l++)
        if (busy(A, l))
            status = finish_step(A, l, quiet[l]);
    return status != LI_OK ? status : li_ctx_status(A->ctx);
}

/* lane-taylor.c - steps by Taylor series, sixteen motions abreast
 *
 *     y(t + h) = sum_k c_k h^k  in every lane, with its own h, by the rule of taylor.c
 *
 * A lane whose step is not plain (a singularity near, a polynomial that misses the equations of motion) makes it by itself. */
#include <math.h>
#include <string.h>

#include "abreast.h"

typedef double lanes[LI_ABREAST];

/* ---- setup ---- */

static li_status take_room(li_abreast *A)
{
    const li_flow *F = A->F;

    A->sights = F->kept + F->positions + F->relations + 1;
    A->parameter = li_new(A->ctx, (F->params + 1) * LI_ABREAST, sizeof *A->parameter);
    A->start = li_new(A->ctx, (F->n + 1) * LI_ABREAST, sizeof *A->start);
    A->end = li_new(A->ctx, (F->n + 1) * LI_ABREAST, sizeof *A->end);
    A->rate = li_new(A->ctx, (F->n + 1 + F->events) * LI_ABREAST, sizeof *A->rate);
    A->slope = li_new(A->ctx, (F->n + 1) * LI_ABREAST, sizeof *A->slope);
    A->low = li_new(A->ctx, (F->n + 1) * LI_ABREAST, sizeof *A->low);
    A->measured = li_new(A->ctx, A->sights * LI_ABREAST, sizeof *A->measured);
    for (size_t i = 0; A->parameter != NULL && i < F->params * LI_ABREAST; i++)
        A->parameter[i] = F->parameter[i / LI_ABREAST];
    return li_ctx_status(A->ctx);
}

li_status li_abreast_init(li_ctx *ctx, li_abreast *A, const li_flow *F, const li_run_options *o)
{
    size_t order = li_taylor_order(o->tol);

    if (o->native != NULL && o->native->order < order)
        order = o->native->order;
    *A = (li_abreast){ .ctx = ctx, .F = F };
    if (take_room(A) != LI_OK || li_lane_engine_init(ctx, &A->engine, &F->field, F->n, F->events, order, o->native) != LI_OK ||
        li_lanes_init(ctx, &A->field, &F->field, LI_ABREAST) != LI_OK || li_lanes_init(ctx, &A->measure, &F->measure, LI_ABREAST) != LI_OK)
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
    li_lanes_clear(ctx, &A->field);
    li_lanes_clear(ctx, &A->measure);
    double *const numbers[] = { A->parameter, A->start, A->end, A->low, A->rate, A->slope, A->measured };
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
    if (status == LI_OK)
        status = li_lanes_parameters(&A->field, A->parameter);
    return status == LI_OK ? li_lanes_parameters(&A->measure, A->parameter) : status;
}

static void collect(li_abreast *A)
{
    size_t n = A->F->n;

    for (size_t l = 0; l < LI_ABREAST; l++) {
        const li_stepper *s = &A->lane[l].stepper;
        if (!busy(A, l))
            continue;
        for (size_t i = 0; i < n; i++) {
            A->start[i * LI_ABREAST + l] = s->y[i];
            A->low[i * LI_ABREAST + l] = s->y_low[i];
        }
        A->start[n * LI_ABREAST + l] = s->t;
    }
}

static void give_back(li_abreast *A, size_t l)
{
    li_stepper *s = &A->lane[l].stepper;

    for (size_t i = 0; i < A->F->n; i++) {
        s->y[i] = A->end[i * LI_ABREAST + l];
        s->y_low[i] = A->low[i * LI_ABREAST + l];
    }
}

/* Coefficient k of row i in lane l. */
static const double *coefficient(const li_abreast *A, const double **row, size_t i, size_t k, size_t l)
{
    return row[i * LI_HALVES + l / LI_BESIDE] + k * A->engine.stride + l % LI_BESIDE;
}

/* The arc of a step, for who looks into it. */
static void give_arc(li_abreast *A, size_t l)
{
    li_arc *arc = &A->lane[l].stepper.arc;
    size_t width = arc->degree + 1;

    for (size_t k = 0; k < width; k++) {
        for (size_t i = 0; i < arc->n; i++)
            arc->c[i * width + k] = *coefficient(A, A->engine.c, i, k, l);
        for (size_t j = 0; j < A->F->events; j++)
            arc->g[j * width + k] = *coefficient(A, A->engine.g, j, k, l);
    }
    arc->events = A->F->events;
}

/* ---- the length of a step ---- */

/* size[half][8 j + l] = max_i |c_ik| / max(1, |y_i|), k = p - j; nan where one is none */
static void find_sizes(const li_abreast *A, size_t told, double (*size)[LI_TAYLOR_TOLD * LI_BESIDE])
{
    const li_lane_engine *E = &A->engine;

    memset(size, 0, LI_HALVES * sizeof *size);
    for (size_t i = 0; i < A->F->n; i++) {
        const double *y = A->start + i * LI_ABREAST;
        lanes by;
        for (size_t l = 0; l < LI_ABREAST; l++)
            by[l] = 1 / li_step_scale(y[l]);
        for (size_t half = 0; half < LI_HALVES; half++)
            li_lanes_sizes(&A->field, E->order, told, E->c[i * LI_HALVES + half], E->stride, by + half * LI_BESIDE, size[half]);
    }
}

static double rate_of(const li_abreast *A, size_t l)
{
    double most = 0;

    for (size_t i = 0; i < A->F->n; i++)
        most = fmax(most, fabs(*coefficient(A, A->engine.c, i, 1, l)) / li_step_scale(A->start[i * LI_ABREAST + l]));
    return most;
}

static void no_step(li_abreast *A, size_t l, li_stepped why)
{
    A->stepped[l] = why;
    A->done[l] = true;
}

/* By itself; it has its arc then. */
static void step_alone(li_abreast *A, size_t l)
{
    li_runner *r = &A->lane[l];

    give_arc(A, l);
    no_step(A, l, li_taylor_go(&r->stepper, r->until));
    for (size_t i = 0; i < A->F->n; i++)
        A->end[i * LI_ABREAST + l] = r->stepper.y[i];
}

/* A->h, if the step is plain; 0 and `done` if not */
static void choose_step(li_abreast *A, size_t l, double h, bool singular)
{
    li_runner *r = &A->lane[l];
    li_stepper *s = &r->stepper;
    double left = li_step_left(s, r->until);

    s->words[0] = '\0';
    if (singular || h == 0) {
        no_step(A, l, li_step_nowhere(s, singular ? LI_SINGULAR : li_engine_rates(&r->engine, s->y, s->t, r->engine.out)));
        return;
    }
    if (isinf(h) && isinf(left))
        h = li_taylor_without_end(s, rate_of(A, l));
    if (li_taylor_slows(s, h)) {
        step_alone(A, l);
        return;
    }
    bool reaches = h >= fabs(left);
    h = reaches ? left : copysign(h, left);
    if (!reaches && li_step_too_small(s, h))
        no_step(A, l, li_step_underrun(s, h));
    else
        A->h[l] = h;
}

static void choose_steps(li_abreast *A, uint32_t singular)
{
    size_t p = A->engine.order, told = li_taylor_told(p);
    double size[LI_HALVES][LI_TAYLOR_TOLD * LI_BESIDE];
    double of_lane[LI_TAYLOR_TOLD];

    find_sizes(A, told, size);
    for (size_t l = 0; l < LI_ABREAST; l++) {
        A->h[l] = 0;
        A->done[l] = !busy(A, l);
        if (A->done[l])
            continue;
        for (size_t j = 0; j < told; j++)
            of_lane[j] = size[l / LI_BESIDE][j * LI_BESIDE + l % LI_BESIDE];
        choose_step(A, l, li_taylor_length(A->lane[l].stepper.tol, p, of_lane), singular >> l & 1);
    }
}

/* ---- the step ---- */

/* y += c_1 h + c_2 h^2 + ... in the lanes that are not done; the slopes at the end */
static void advance(li_abreast *A)
{
    const li_lane_engine *E = &A->engine;
    const double *h = A->h;

    for (size_t i = 0; i < A->F->n; i++) {
        double *y = A->end + i * LI_ABREAST, *low = A->low + i * LI_ABREAST;
        lanes d, high;
        for (size_t half = 0; half < LI_HALVES; half++) {
            size_t l = half * LI_BESIDE;
            li_lanes_series(&A->field, E->order, E->c[i * LI_HALVES + half], E->stride, h + l, d + l, A->slope + i * LI_ABREAST + l);
        }
        memcpy(high, A->start + i * LI_ABREAST, sizeof high);
        for (size_t l = 0; l < LI_ABREAST; l++)
            li_twofold_add(&high[l], &low[l], d[l]);
        for (size_t l = 0; l < LI_ABREAST; l++)
            y[l] = A->done[l] ? y[l] : high[l];
    }
    for (size_t l = 0; l < LI_ABREAST; l++)
        A->end[A->F->n * LI_ABREAST + l] = A->done[l] ? A->lane[l].stepper.t : A->start[A->F->n * LI_ABREAST + l] + h[l];
}

/* How far the polynomials miss the equations of motion at their ends: max |y' - f| h / (max(1, |y|) + |f h|); nan where they have no value */
static void find_defects(li_abreast *A, double *defect)
{
    const double *h = A->h;
    lanes most = { 0 };

    li_lanes_step(&A->field, A->end, A->rate);
    for (size_t i = 0; i < A->F->n; i++) {
        const double *d = A->slope + i * LI_ABREAST, *f = A->rate + i * LI_ABREAST, *y = A->end + i * LI_ABREAST;
        for (size_t l = 0; l < LI_ABREAST; l++) {
            double x = fabs((d[l] - f[l]) * h[l]) / (li_step_scale(y[l]) + fabs(f[l] * h[l]));
            most[l] = x <= most[l] || isnan(most[l]) ? most[l] : x;
        }
    }
    for (size_t l = 0; l < LI_ABREAST; l++)
        defect[l] = A->field.singular >> l & 1 ? NAN : most[l];
}

/* The clocks of the lanes whose steps are good; the others go alone. */
static void take_steps(li_abreast *A)
{
    lanes defect;

    find_defects(A, defect);
    for (size_t l = 0; l < LI_ABREAST; l++) {
        li_runner *r = &A->lane[l];
        li_stepper *s = &r->stepper;
        if (A->done[l])
            continue;
        if (!(defect[l] <= li_taylor_allowed(s->tol))) {
            step_alone(A, l);
            continue;
        }
        double h = A->h[l];
        A->stepped[l] = LI_STEPPED;
        s->arc.centre = s->t;
        s->arc.centre_low = s->t_low;
        s->arc.h = 1;
        li_step_clock(s, h, h == li_step_left(s, r->until), r->until);
        s->h = fabs(h);
        give_back(A, l);
    }
}

/* ---- what follows ---- */

/* Lanes in which no event can have happened: |g_0| > sum_k |g_k| |h|^k for all of them, and no more can follow than the last terms let
 * expect: the series of an event may not have converged where that of the motion has */
static void find_quiet(const li_abreast *A, bool *quiet)
{
    static const double ROUNDING = 1e-12, TAIL = 100;
    size_t p = A->engine.order;
    lanes sum;

    for (size_t l = 0; l < LI_ABREAST; l++)
        quiet[l] = !A->done[l];
    for (size_t j = 0; j < A->F->events; j++) {
        memset(sum, 0, sizeof sum);
        for (size_t k = p; k > 0; k--)
            for (size_t l = 0; l < LI_ABREAST; l++)
                sum[l] = (sum[l] + (k + 4 > p ? TAIL : 1) * fabs(*coefficient(A, A->engine.g, j, k, l))) * fabs(A->h[l]);
        for (size_t l = 0; l < LI_ABREAST; l++)
            quiet[l] = quiet[l] && fabs(*coefficient(A, A->engine.g, j, 0, l)) * (1 - ROUNDING) > sum[l];
    }
}

static li_status finish_step(li_abreast *A, size_t l, bool quiet)
{
    li_runner *r = &A->lane[l];
    li_stepper *s = &r->stepper;

    if (A->stepped[l] != LI_STEPPED) {
        li_runner_explain(r, A->stepped[l]);
        return LI_OK;
    }
    s->steps++;
    s->longest = fmax(s->longest, fabs(s->arc.to - s->arc.from));
    if (!quiet && !A->done[l])
        give_arc(A, l);
    if (!quiet || r->correct.code != NULL || r->correct_velocity.code != NULL || (A->measure.singular >> l & 1) != 0)
        return li_runner_stepped(r, quiet);
    for (size_t i = 0; i < A->sights; i++)
        r->measured[i] = A->measured[i * LI_ABREAST + l];
    li_runner_judge(r);
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
    choose_steps(A, li_lane_engine_series(&A->engine, A->start));
    advance(A);
    take_steps(A);
    find_quiet(A, quiet);
    for (size_t l = 0; l < LI_ABREAST; l++)
        A->end[A->F->n * LI_ABREAST + l] = A->lane[l].stepper.t;
    li_lanes_step(&A->measure, A->end, A->measured);
    for (size_t l = 0; l < LI_ABREAST && status == LI_OK; l++)
        if (busy(A, l))
            status = finish_step(A, l, quiet[l]);
    return status != LI_OK ? status : li_ctx_status(A->ctx);
}

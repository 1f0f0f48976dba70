/* run.c - a motion from its start to its end: steps, rows, events, corrections */
#include <math.h>
#include <string.h>

#include "runner.h"

const char *li_run_method_name(li_run_method method)
{
    static const char *const name[] = { "auto", "taylor", "rk", "adams", "bdf" };
    return name[method];
}

const char *li_ending_name(li_ending ending)
{
    static const char *const name[] = { "end", "event", "singular", "incompatible", "undetermined", "interrupted", "failed", "no start" };
    return name[ending];
}

/* ---- setup ---- */

static const li_method *method_of(li_run_method method)
{
    static const li_method *const all[] = { NULL, &li_method_taylor, &li_method_rk, &li_method_adams, &li_method_bdf };
    return all[method];
}

/* The series come from outside, R->order long: the engine gives values only. */
static li_status start_lane(li_runner *r)
{
    const li_flow *F = r->F;

    r->R->method = LI_RUN_TAYLOR;
    if (li_engine_init(r->ctx, &r->engine, &F->field, F->n, F->events, 0, NULL) != LI_OK)
        return li_ctx_status(r->ctx);
    r->engine.order = r->R->order;             /* of the arcs */
    li_status status = li_stepper_init(r->ctx, &r->stepper, &li_method_taylor, &r->engine, NULL, r->o->tol);
    r->engine.order = 0;
    return status;
}

static li_status start_engines(li_runner *r)
{
    const li_flow *F = r->F;
    li_run *R = r->R;

    R->native = r->o->native != NULL;
    if (r->lane)
        return start_lane(r);
    R->method = li_flow_method(F, r->o);
    R->order = R->method == LI_RUN_TAYLOR ? li_taylor_order(r->o->tol) : 0;
    if (li_engine_init(r->ctx, &r->engine, &F->field, F->n, F->events, R->order, r->o->native) != LI_OK)
        return li_ctx_status(r->ctx);
    R->order = R->order > 0 ? r->engine.order : 0;
    bool stiff = R->method == LI_RUN_BDF && F->jacobian.code != NULL;
    if (stiff && li_engine_init(r->ctx, &r->jacobian, &F->jacobian, F->n, F->n * F->n, 0, NULL) != LI_OK)
        return li_ctx_status(r->ctx);
    li_status status = li_stepper_init(r->ctx, &r->stepper, method_of(R->method), &r->engine, stiff ? &r->jacobian : NULL, r->o->tol);
    return status;
}

/* Numbers that a run owns. */
static li_status take_room(li_runner *r)
{
    const li_flow *F = r->F;
    size_t seen = F->columns + F->positions + F->relations + F->guesses + 1;

    r->parameter = li_new(r->ctx, F->params + 1, sizeof *r->parameter);
    r->y = li_new(r->ctx, F->n + 1, sizeof *r->y);
    r->seen = li_new(r->ctx, seen, sizeof *r->seen);
    r->measured = li_new(r->ctx, F->kept + F->positions + F->relations + 1, sizeof *r->measured);
    r->correction = li_new(r->ctx, F->n + 1, sizeof *r->correction);
    r->corrected = li_new(r->ctx, F->n + 1, sizeof *r->corrected);
    r->before = li_new(r->ctx, 2 * F->n + F->guesses + 1, sizeof *r->before);
    r->first = li_new(r->ctx, F->columns + 1, sizeof *r->first);
    r->turned = li_new(r->ctx, F->events + 1, sizeof *r->turned);
    r->R->y = li_new(r->ctx, F->n + 1, sizeof *r->R->y);
    r->R->column = li_new(r->ctx, F->columns + 1, sizeof *r->R->column);
    r->R->drift = li_new(r->ctx, F->columns + 1, sizeof *r->R->drift);
    return li_ctx_status(r->ctx);
}

static li_status start_observers(li_runner *r)
{
    const li_flow *F = r->F;

    li_real_init(r->ctx, &r->observe, &F->observe);
    li_real_init(r->ctx, &r->measure, &F->measure);
    if (F->watches > 0 && li_flow_has_series(F))
        li_jet_init(r->ctx, &r->probe, &F->field, LI_PROBE);
    if (F->correct.code != NULL)
        li_real_init(r->ctx, &r->correct, &F->correct);
    if (F->correct_velocity.code != NULL)
        li_real_init(r->ctx, &r->correct_velocity, &F->correct_velocity);
    return li_ctx_status(r->ctx);
}

/* They change at corners and, where reactions enter their own law, with every step. */
li_status li_runner_parameters(li_runner *r)
{
    li_status status = li_engine_parameters(&r->engine, r->parameter);

    r->changed = true;
    if (status == LI_OK && r->jacobian.n > 0)
        status = li_engine_parameters(&r->jacobian, r->parameter);
    if (status == LI_OK)
        status = li_real_parameters(&r->observe, r->parameter);
    if (status == LI_OK)
        status = li_real_parameters(&r->measure, r->parameter);
    if (status == LI_OK && r->correct.code != NULL)
        status = li_real_parameters(&r->correct, r->parameter);
    if (status == LI_OK && r->correct_velocity.code != NULL)
        status = li_real_parameters(&r->correct_velocity, r->parameter);
    if (status == LI_OK && r->probe.jet != NULL)
        status = li_jet_parameters(&r->probe, r->parameter);
    return status;
}

li_status li_runner_init(li_runner *r)
{
    const li_flow *F = r->F;

    r->R->conserves = F->conserves;
    r->until = r->o->until;
    r->energy = SIZE_MAX;
    for (size_t i = 0; i < F->columns; i++)
        if (F->column[i].kind == LI_COLUMN_ENERGY)
            r->energy = i;
    if (take_room(r) != LI_OK || start_engines(r) != LI_OK)
        return li_ctx_status(r->ctx);
    r->stepper.relations = F->relations == 0 ? LI_NO_RELATIONS : F->reduced ? LI_RELATIONS_ELIMINATED : LI_RELATIONS_KEPT;
    return start_observers(r);
}

void li_runner_clear(li_runner *r)
{
    li_stepper_clear(&r->stepper);
    li_engine_clear(r->ctx, &r->engine);
    if (r->jacobian.n > 0)
        li_engine_clear(r->ctx, &r->jacobian);
    li_jet_clear(r->ctx, &r->probe);
    li_real_clear(r->ctx, &r->observe);
    li_real_clear(r->ctx, &r->measure);
    li_real_clear(r->ctx, &r->correct);
    li_real_clear(r->ctx, &r->correct_velocity);
    double *const numbers[] = { r->parameter, r->y, r->seen, r->measured, r->first, r->turned, r->correction, r->corrected, r->before };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        li_drop(r->ctx, numbers[i]);
    li_drop(r->ctx, r->zero);
}

/* ---- rows ---- */

/* The time of row k; past the last one: infinite */
static double sample_time(const li_runner *r, size_t k)
{
    const li_run_options *o = r->o;
    double length = r->until - r->t0;

    if (o->section > 0 || (o->every <= 0 && o->points == 0))
        return INFINITY;
    if (o->every > 0) {
        double t = r->t0 + (double)k * o->every;
        return t < r->until ? t : k == 0 || r->t0 + (double)(k - 1) * o->every < r->until ? r->until : INFINITY;
    }
    return k + 1 < o->points ? r->t0 + length * ((double)k / (double)(o->points - 1)) : k + 1 == o->points ? r->until : INFINITY;
}

static li_status write_row(li_runner *r, double t)
{
    r->R->rows++;
    return r->o->row == NULL ? LI_OK : r->o->row(r->o->self, t, r->seen);
}

/* The state is the one of the arc at t, and a new motion begins there. */
static void cut_step(li_runner *r, double t)
{
    li_stepper *s = &r->stepper;

    if (t != s->t) {
        li_arc_at(&s->arc, t, s->y);
        memset(s->y_low, 0, s->n * sizeof *s->y_low);
        s->t = t;
        s->t_low = 0;
    }
    li_stepper_restart(s);
}

static bool goes_on(const li_runner *r)
{
    const li_stepper *s = &r->stepper;
    double length = r->until - r->t0;

    return r->o->go_on == NULL || r->o->go_on(r->o->self, s->t, isfinite(length) && length > 0 ? (s->t - r->t0) / length : 0, s->steps);
}

/* A step may have more rows than anybody waits for. What happened after the last of them is forgotten; where there are checkpoints the
 * last one stands. */
static void stop_at_row(li_runner *r, double t)
{
    li_run *R = r->R;

    while (R->kept > 0 && R->crossing[R->kept - 1].t > t) {
        li_drop(r->ctx, R->crossing[--R->kept].column);
        R->crossings--;
    }
    cut_step(r, t);
    r->within = true;
    li_runner_end(r, LI_ENDED_INTERRUPTED, "stopped at t = %.10g", t);
}

/* The rows of the last step, up to `to`. */
static li_status write_rows(li_runner *r, double to)
{
    enum { LOOK = 1024 };
    li_status status = LI_OK;

    for (double t = sample_time(r, r->sample); t <= to && status == LI_OK && !r->finished; t = sample_time(r, ++r->sample)) {
        if (t < to || to < r->stepper.arc.to) {
            li_arc_at(&r->stepper.arc, t, r->y);
            li_runner_correct(r, r->y, t);
        } else {
            memcpy(r->y, r->stepper.y, r->F->n * sizeof *r->y);
        }
        li_runner_observe(r, r->y, t);
        status = write_row(r, t);
        if (r->R->rows % LOOK == 0 && t < to && !goes_on(r))
            stop_at_row(r, t);
    }
    return status;
}

/* A motion that ended early leaves a row where it ended. */
static li_status write_last_row(li_runner *r)
{
    bool sampled = r->o->section == 0 && (r->o->every > 0 || r->o->points > 0);
    bool left = r->R->ending == LI_ENDED_INTERRUPTED && r->o->checkpoint != NULL;

    if (!sampled || left || r->stepper.t >= r->until || sample_time(r, r->sample > 0 ? r->sample - 1 : 0) == r->stepper.t)
        return LI_OK;
    li_runner_observe(r, r->stepper.y, r->stepper.t);
    return write_row(r, r->stepper.t);
}

/* ---- steps ---- */

static li_status after_step(li_runner *r, bool quiet)
{
    li_happening what = LI_NOTHING;
    size_t event = 0;
    int direction = 0;
    double when = r->stepper.t;
    li_status status = quiet ? LI_OK : li_runner_crossings(r, &what, &event, &direction, &when);

    if (status == LI_OK)
        status = write_rows(r, when);
    if (status != LI_OK || r->finished)
        return status;
    if (what != LI_NOTHING)
        cut_step(r, when);
    if (li_runner_project(r, what != LI_NOTHING) != LI_OK)
        li_runner_explain(r, LI_STEP_NOWHERE);
    if (r->stepper.passed > r->mended)
        li_runner_restore_energy(r);
    r->mended = r->stepper.passed;
    li_runner_monitor(r);
    if (what == LI_ENDS_THERE)
        li_runner_end(r, LI_ENDED_EVENT, "%s", r->o->event[event].name);
    else if (what == LI_LAW_ENDS_THERE)
        li_runner_end(r, LI_ENDED_UNDETERMINED, "%s > 0 holds no longer; the model does not say what follows", r->F->watch[event].words);
    else if (what == LI_CORNER_THERE)
        li_runner_turn(r, event, direction);
    return LI_OK;
}

/* Multipliers in their own law: the values from which the next step finds them. */
void li_runner_prepare(li_runner *r)
{
    const li_flow *F = r->F;

    if (F->guesses == 0)
        return;
    li_runner_observe(r, r->stepper.y, r->stepper.t);
    memcpy(r->parameter + F->given + F->sides, r->seen + F->columns + F->positions + F->relations, F->guesses * sizeof *r->parameter);
    li_runner_parameters(r);
}

/* Is that the end? */
static void look_ahead(li_runner *r)
{
    if (!r->finished && r->stepper.t >= r->until)
        li_runner_end(r, LI_ENDED, "%s", "");
    if (!r->finished && !goes_on(r))
        li_runner_end(r, LI_ENDED_INTERRUPTED, "stopped at t = %.10g", r->stepper.t);
}

li_status li_runner_stepped(li_runner *r, bool quiet)
{
    li_status status = after_step(r, quiet);
    if (status == LI_OK && !r->finished)
        status = li_runner_save(r, false);
    look_ahead(r);
    return status;
}

void li_runner_judge(li_runner *r)
{
    li_runner_compare(r);
    look_ahead(r);
}

li_status li_runner_advance(li_runner *r)
{
    li_stepped stepped = li_runner_step_by_law(r);
    if (stepped == LI_STEPPED)
        return li_runner_stepped(r, false);
    li_runner_explain(r, stepped);
    return LI_OK;
}

/* What is 0 at the start has not happened. */
static void pass_over_events(li_runner *r)
{
    const li_flow *F = r->F;
    const li_stepper *s = &r->stepper;
    double size = 1, *out = r->engine.out;

    for (size_t i = 0; i < s->n; i++)
        size = fmax(size, fabs(s->y[i]));
    if (F->events == 0 || li_engine_rates(&r->engine, s->y, s->t, out) != LI_OK)
        return;
    for (size_t i = 0; i < F->events; i++)
        if (fabs(out[F->n + 1 + i]) <= 1e-14 * size)
            r->turned[i] = r->t0;
}

/* The first row, the sides of the corners; a start that does not keep the relations is brought back to them. */
static li_status first_instant(li_runner *r)
{
    li_runner_observe(r, r->stepper.y, r->stepper.t);
    for (size_t k = 0; k < r->F->positions + r->F->relations; k++)
        r->R->start_residual = fmax(r->R->start_residual, fabs(r->seen[r->F->columns + k]));
    if (li_runner_project(r, true) != LI_OK) {
        li_runner_explain(r, LI_STEP_NOWHERE);
        return LI_OK;
    }
    li_runner_settle(r);
    if (r->finished)
        return LI_OK;
    pass_over_events(r);
    li_runner_monitor(r);
    li_status status = LI_OK;
    if (sample_time(r, 0) <= r->t0) {
        status = write_row(r, r->t0);
        r->sample = 1;
    }
    if (r->t0 > r->until)
        li_runner_end(r, LI_ENDED_NO_START, "the last time, %.10g, lies before the start, t = %.10g", r->until, r->t0);
    else if (r->t0 == r->until)
        li_runner_end(r, LI_ENDED, "%s", "");
    return status;
}

/* What earlier motions left is forgotten. */
static void forget(li_runner *r)
{
    const li_flow *F = r->F;
    li_run *R = r->R;

    for (size_t i = 0; i < R->kept; i++)
        li_drop(r->ctx, R->crossing[i].column);
    memset(R->drift, 0, (F->columns + 1) * sizeof *R->drift);
    R->rejected = R->evaluations = R->rows = R->crossings = R->kept = 0;
    R->energy_drift = R->residual = R->start_residual = 0;
    R->message[0] = '\0';
    for (size_t i = 0; i < F->events; i++)
        r->turned[i] = -INFINITY;
    r->engine.evaluations = r->engine.expansions = r->stepper.steps = r->stepper.rejected = r->stepper.passed = r->mended = r->sample = 0;
    r->scale = 0;
    r->finished = false;
}

/* y and the parameters at the start; finished if the equations have no value there. */
static void place(li_runner *r, const double *parameter, const double *start)
{
    const li_flow *F = r->F;

    forget(r);
    memcpy(r->parameter, parameter, F->params * sizeof *r->parameter);
    r->t0 = start[F->n];
    li_stepper_start(&r->stepper, r->t0, start);
    if (li_runner_parameters(r) != LI_OK)
        li_runner_end(r, LI_ENDED_SINGULAR, "the equations of motion have no value for these parameters");
}

li_status li_runner_start(li_runner *r, const double *parameter, const double *start)
{
    place(r, parameter, start);
    return r->finished ? LI_OK : first_instant(r);
}

void li_runner_leave(li_runner *r)
{
    li_run *R = r->R;
    const li_stepper *s = &r->stepper;

    R->t = s->t;
    R->steps = s->steps;
    R->rejected = s->rejected;
    R->passed = s->passed;
    R->evaluations = r->engine.evaluations + r->engine.expansions * (R->order > 0 ? 1 : 0);
    memcpy(R->y, s->y, r->F->n * sizeof *R->y);
    li_runner_report_drift(r);
    li_runner_observe(r, s->y, s->t);
    memcpy(R->column, r->seen, r->F->columns * sizeof *R->column);
}

/* Are t and t + every two instants? */
static bool rows_advance(const li_run_options *o, double t0)
{
    double t = isfinite(o->until) ? fmax(fabs(t0), fabs(o->until)) : fabs(t0);
    return !(o->every > 0) || t + o->every > t;
}

li_status li_run_init(li_ctx *ctx, li_run *R, const li_flow *F, const li_run_options *o)
{
    li_runner r = { .ctx = ctx, .F = F, .o = o, .R = R };

    *R = (li_run){ 0 };
    if (!(o->tol > 0))
        return li_fail(ctx, LI_DOMAIN, "the tolerance must be above 0");
    if (!rows_advance(o, (o->start != NULL ? o->start : F->start)[F->n]))
        return li_fail(ctx, LI_INPUT, "rows every %g are too close for the clock: it does not tell their times apart", o->every);
    if (li_runner_init(&r) == LI_OK) {
        place(&r, F->parameter, o->start != NULL ? o->start : F->start);
        li_status status = r.finished ? LI_OK : o->resume != NULL ? li_runner_load(&r) : first_instant(&r);
        bool over = o->resume != NULL && r.finished;           /* a run that had ended has its last row */
        if (status == LI_OK && !r.finished)
            status = li_runner_save(&r, true);
        while (status == LI_OK && !r.finished && li_ctx_status(ctx) == LI_OK)
            status = li_runner_advance(&r);
        if (status == LI_OK && !over)
            status = write_last_row(&r);
        if (status == LI_OK && !over)
            status = li_runner_save(&r, true);
        if (status != LI_OK)
            li_fail(ctx, status, "the run was stopped by who receives its rows");
        if (li_ctx_status(ctx) == LI_OK)
            li_runner_leave(&r);
    }
    li_runner_clear(&r);
    return li_ctx_status(ctx);
}

void li_run_clear(li_ctx *ctx, li_run *R)
{
    for (size_t i = 0; i < R->kept; i++)
        li_drop(ctx, R->crossing[i].column);
    li_drop(ctx, R->crossing);
    li_drop(ctx, R->y);
    li_drop(ctx, R->column);
    li_drop(ctx, R->drift);
    *R = (li_run){ 0 };
}

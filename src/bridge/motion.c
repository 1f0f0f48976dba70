/* motion.c - the motion of a state: what it is made of, and its run */
#include <math.h>
#include <string.h>
#include <time.h>

#include "bridge.h"

static const double BETWEEN = 0.05;            /* seconds from one tick to the next */
enum { POINTS = 1001, MOST_CROSSINGS = 1000000 };

/* ---- setup ---- */

static void set_run(li_bridge *b, const li_bridge_wish *w)
{
    bool even = w->every <= 0 && w->points == 0 && w->asking.section == NULL;

    b->run = (li_run_options){ .every = w->every, .points = (size_t)w->points, .most_crossings = MOST_CROSSINGS, .explain = true };
    if (even)
        b->run.points = SIZE_MAX;              /* to be chosen when the last time is known */
}

/* Where nobody knows the last time there are no even times. */
static void choose_points(li_run_options *run, bool even)
{
    if (even)
        run->points = isfinite(run->until) ? POINTS : 0;
}

/* A flow refers to what it was made from: the names of its variables are those of the columns with the same symbol. */
static li_status name_variables(li_bridge *b)
{
    const li_flow *F = &b->flow;

    b->label = li_new(b->desk, F->n + 1, sizeof *b->label);
    for (size_t i = 0; b->label != NULL && i < F->n; i++) {
        li_text name;
        li_text_init(&name);
        li_expr_print(b->s.ctx, &name, F->y[i]);
        b->label[i] = li_new(b->desk, name.len + 1, 1);
        if (b->label[i] != NULL)
            memcpy(b->label[i], li_text_str(&name), name.len);
        li_text_clear(b->s.ctx, &name);
    }
    return li_ctx_status(b->desk);
}

static li_status take_room(li_bridge *b)
{
    const li_flow *F = &b->flow;
    size_t seen = F->columns + F->positions + F->relations + F->guesses + 1, rates = F->n + 1 + F->events;

    b->parameter = li_new(b->desk, F->params + 1, sizeof(double));
    b->variable = li_new(b->desk, F->n + 1, sizeof(double));
    b->out = li_new(b->desk, F->n * F->n + rates, sizeof(double));
    b->columns = li_new(b->desk, seen, sizeof(double));
    b->at_end = li_new(b->desk, F->columns + 1, sizeof(double));
    if (li_ctx_status(b->desk) != LI_OK)
        return LI_MEMORY;
    memcpy(b->parameter, F->parameter, F->params * sizeof(double));
    if (li_real_init(b->s.ctx, &b->field, &F->field) != LI_OK || li_real_init(b->s.ctx, &b->observe, &F->observe) != LI_OK)
        return li_session_complain(&b->s);
    return name_variables(b);
}

static li_status prepare(li_bridge *b, const li_bridge_wish *w)
{
    size_t events;
    li_expr *event;
    bool even;

    set_run(b, w);
    even = b->run.points == SIZE_MAX;
    if (even)
        b->run.points = 0;
    li_status status = li_session_asked(&b->s, &b->run, &events, &event, NULL);
    choose_points(&b->run, even);
    if (status == LI_OK)
        status = li_session_course(&b->s, &b->flow, &b->state, &b->run, events, event);
    b->moving = true;
    if (status == LI_OK)
        status = li_session_compile(&b->s, &b->native, &b->flow, &b->run, w->native);
    if (status == LI_OK)
        status = take_room(b);
    if (status == LI_OK)
        b->ends[0] = b->ends[1] = b->flow.start[b->flow.n];
    return status;
}

typedef struct { size_t options; const char *const *option; } beginning;

static li_status begin(li_bridge *b, void *arg)
{
    const beginning *x = arg;
    li_bridge_wish w;
    li_status status = li_bridge_read_options(b, &w, x->options, x->option);

    atomic_store(&b->stop, false);
    if (status == LI_OK)
        status = li_bridge_open(b, &w.asking, LI_AT_A_STATE);
    if (status == LI_OK)
        status = prepare(b, &w);
    if (status != LI_OK)
        li_bridge_close(b);
    li_bridge_clear_options(b, &w);
    return status;
}

int li_bridge_begin(li_bridge *b, size_t options, const char *const *option)
{
    beginning x = { options, option };
    return (int)li_bridge_request(b, begin, &x);
}

void li_bridge_end_motion(li_bridge *b)
{
    void *const room[] = { b->parameter, b->variable, b->out, b->columns, b->at_end, b->rows.number, b->crossings.number };

    for (size_t i = 0; b->label != NULL && i < b->flow.n; i++)
        li_drop(b->desk, b->label[i]);
    li_drop(b->desk, b->label);
    for (size_t i = 0; i < sizeof room / sizeof *room; i++)
        li_drop(b->desk, room[i]);
    b->label = NULL;
    b->parameter = b->variable = b->out = b->columns = b->at_end = NULL;
    b->rows = b->crossings = (li_bridge_table){ NULL, 0, 0 };
    if (b->moving) {
        li_real_clear(b->s.ctx, &b->field);
        li_real_clear(b->s.ctx, &b->observe);
        if (b->differentiated)
            li_real_clear(b->s.ctx, &b->jacobian);
        li_native_clear(b->s.ctx, &b->native);
        li_flow_clear(b->s.ctx, &b->flow);
    }
    b->moving = b->differentiated = false;
    b->flow = (li_flow){ 0 };
    b->native = (li_native){ 0 };
    b->field = b->observe = b->jacobian = (li_real){ 0 };
}

/* ---- what it is made of ---- */

size_t li_bridge_count(const li_bridge *b, li_bridge_list list)
{
    if (!b->moving)
        return 0;
    switch (list) {
    case LI_BRIDGE_VARIABLES:
        return b->flow.n;
    case LI_BRIDGE_PARAMETERS:
        return b->flow.given;
    case LI_BRIDGE_COLUMNS:
        return b->flow.columns;
    case LI_BRIDGE_EVENTS:
        return b->flow.events - b->flow.watches;
    case LI_BRIDGE_TIMES:
        return 2;
    }
    return 0;
}

const char *li_bridge_name(const li_bridge *b, li_bridge_list list, size_t i)
{
    if (i >= li_bridge_count(b, list))
        return NULL;
    switch (list) {
    case LI_BRIDGE_VARIABLES:
        return b->label[i];
    case LI_BRIDGE_PARAMETERS:
        return li_expr_name(b->flow.param[i]);
    case LI_BRIDGE_COLUMNS:
        return b->flow.column[i].name;
    case LI_BRIDGE_EVENTS:
        return b->run.event[i].name;
    default:
        return NULL;
    }
}

const double *li_bridge_numbers(const li_bridge *b, li_bridge_list list)
{
    if (!b->moving)
        return NULL;
    switch (list) {
    case LI_BRIDGE_VARIABLES:
        return b->flow.start;
    case LI_BRIDGE_PARAMETERS:
        return b->flow.parameter;
    case LI_BRIDGE_COLUMNS:
        return b->at_end;
    case LI_BRIDGE_TIMES:
        return b->ends;
    default:
        return NULL;
    }
}

/* ---- the run ---- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool go_on(void *self, double t, double fraction, size_t steps)
{
    li_bridge *b = self;
    double time = b->tick != NULL ? now() : 0;
    (void)steps;

    if (b->tick != NULL && time - b->ticked >= BETWEEN) {
        b->ticked = time;
        b->tick(b->self, t, fraction);
    }
    return !atomic_load(&b->stop);
}

/* Room for `width` more numbers; NULL without memory */
static double *append(li_bridge *b, li_bridge_table *table, size_t width)
{
    if (table->len + width > table->cap) {
        size_t cap = 2 * table->cap + 64 * width;
        double *wider = li_grow(b->desk, table->number, cap, sizeof *wider);
        if (wider == NULL)
            return NULL;
        table->number = wider;
        table->cap = cap;
    }
    table->len += width;
    return table->number + table->len - width;
}

static li_status put_row(void *self, double t, const double *column)
{
    li_bridge *b = self;
    double *x = append(b, &b->rows, 1 + b->flow.columns);

    if (x == NULL)
        return LI_MEMORY;
    x[0] = t;
    memcpy(x + 1, column, b->flow.columns * sizeof *x);
    return LI_OK;
}

static li_status put_crossing(li_bridge *b, const li_crossing *c)
{
    double *x = append(b, &b->crossings, 3 + b->flow.columns);

    if (x == NULL)
        return LI_MEMORY;
    x[0] = (double)c->event;
    x[1] = c->direction;
    x[2] = c->t;
    memcpy(x + 3, c->column, b->flow.columns * sizeof *x);
    return LI_OK;
}

static li_status put_summary(li_bridge *b, const li_run *R)
{
    li_text out;

    li_text_init(&out);
    li_emit_run_json(b->s.ctx, &out, &b->flow, &b->run, R);
    li_text_put_n(b->desk, &b->answer, li_text_str(&out), out.len);
    li_text_clear(b->s.ctx, &out);
    return li_ctx_status(b->s.ctx) == LI_OK ? LI_OK : li_session_complain(&b->s);
}

static li_status keep(li_bridge *b, const li_run *R, bool ends_only)
{
    li_status status = LI_OK;

    b->ends[1] = R->t;
    memcpy(b->at_end, R->column, b->flow.columns * sizeof *R->column);
    if (ends_only)
        status = put_row(b, R->t, R->column);
    for (size_t i = 0; i < R->kept && status == LI_OK; i++)
        status = put_crossing(b, &R->crossing[i]);
    li_session_mind_start(&b->s, R);
    return status == LI_OK ? put_summary(b, R) : status;
}

static li_status run(li_bridge *b, void *arg)
{
    li_run R;
    bool ends_only = b->run.every <= 0 && b->run.points == 0 && b->run.section == 0;
    (void)arg;

    if (!b->moving) {
        li_bridge_say(b, "no motion has begun");
        return LI_ABSENT;
    }
    b->rows.len = b->crossings.len = 0;
    b->ticked = now();
    b->run.self = b;
    b->run.go_on = go_on;
    b->run.row = put_row;
    if (ends_only) {
        int seen = li_bridge_observe(b, b->flow.start[b->flow.n], b->flow.start, b->at_end);
        if (seen != LI_OK || put_row(b, b->flow.start[b->flow.n], b->at_end) != LI_OK)
            return LI_MEMORY;
    }
    li_status status = li_run_init(b->s.ctx, &R, &b->flow, &b->run);
    if (status == LI_OK)
        status = keep(b, &R, ends_only);
    else if (li_ctx_status(b->desk) == LI_MEMORY)
        li_bridge_say(b, "%s: no memory for more than %zu rows", b->name, b->rows.len / (1 + b->flow.columns));
    else
        li_session_complain(&b->s);
    li_run_clear(b->s.ctx, &R);
    return status;
}

int li_bridge_run(li_bridge *b, li_bridge_tick *tick, void *self)
{
    b->tick = tick;
    b->self = self;
    return (int)li_bridge_request(b, run, NULL);
}

static size_t look(const li_bridge_table *table, size_t width, const double **first)
{
    *first = table->number;
    return width > 0 ? table->len / width : 0;
}

size_t li_bridge_rows(const li_bridge *b, const double **row) { return look(&b->rows, 1 + b->flow.columns, row); }

size_t li_bridge_crossings(const li_bridge *b, const double **crossing) { return look(&b->crossings, 3 + b->flow.columns, crossing); }

void li_bridge_stop(li_bridge *b) { atomic_store(&b->stop, true); }

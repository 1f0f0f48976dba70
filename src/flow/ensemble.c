/* ensemble.c - many motions of one model: threads, each with its lanes, and results in the order of the members
 *
 * A thread takes the next member as soon as one of its lanes is free. What is done waits in a window until all members before it are
 * done too; who would run ahead of the window waits. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "abreast.h"
#include "member.h"

/* ---- setup ---- */

static bool is_ready(li_ensemble *E, const li_ensemble_options *o, uint64_t i)
{
    li_member_model *m = &E->model;
    li_ctx *ctx = E->ctx;
    li_state s;
    li_values x;
    bool moves = false;

    if (o->read(o->self, ctx, i, m) != LI_OK || li_state_find(ctx, &s, m->motion, m->given, m->give, o->digits) != LI_OK)
        return false;
    if (li_values_find(ctx, &x, m->motion, &s, NULL, o->digits) == LI_OK) {
        if (x.moves)
            moves = li_flow_init(ctx, &E->flow, m->motion, &s, &x, m->events, m->event) == LI_OK && li_member_family(E, o, &s) == LI_OK;
        else
            li_fail(ctx, LI_ABSENT, "there is no motion from its start: %s%s%s", li_verdict_name(x.status), x.message != NULL && x.message[0] != '\0' ? ": " : "",
                    x.message != NULL ? x.message : "");
    }
    li_values_clear(ctx, &x);
    return moves;
}

/* The k-th to be tried: the first, the last, the one in the middle, those in the middle of the halves, ... */
static uint64_t candidate(uint64_t members, unsigned k)
{
    unsigned level = 1, first = 2;

    if (k < 2)
        return k == 0 ? 0 : members - 1;
    while (k >= first + (1u << (level - 1)))
        first += 1u << (level++ - 1);
    return (uint64_t)((double)(members - 1) * (double)(2 * (k - first) + 1) / (double)(1u << level));
}

static li_run_method method_of(const li_flow *F, li_run_method wanted)
{
    return wanted != LI_RUN_AUTO ? wanted : li_flow_has_series(F) ? LI_RUN_TAYLOR : LI_RUN_RK;
}

li_status li_ensemble_init(li_ctx *ctx, li_ensemble *E, const li_ensemble_options *o)
{
    enum { TRIALS = 34 };
    char words[400] = "there are no members";
    li_status status = LI_ABSENT;

    *E = (li_ensemble){ 0 };
    if (!(o->run.tol > 0))
        return li_fail(ctx, LI_DOMAIN, "the tolerance must be above 0");
    for (unsigned k = 0; k < TRIALS && k < o->members; k++) {
        *E = (li_ensemble){ .ctx = li_ctx_new(), .member = candidate(o->members, k) };
        if (E->ctx == NULL)
            return li_fail(ctx, LI_MEMORY, "out of memory");
        if (is_ready(E, o, E->member)) {
            E->method = method_of(&E->flow, o->run.method);
            if (E->method != LI_RUN_BDF || li_flow_with_jacobian(E->ctx, &E->flow) == LI_OK)
                return LI_OK;
        }
        if (k == 0) {
            status = li_ctx_status(E->ctx);
            snprintf(words, sizeof words, "%s", li_ctx_message(E->ctx));
        }
        li_ensemble_clear(ctx, E);
    }
    return li_fail(ctx, status, "%s", words);
}

li_status li_ensemble_compile(li_ctx *ctx, li_ensemble *E, const li_ensemble_options *o)
{
    bool series = E->method == LI_RUN_TAYLOR, abreast = series && E->swift;
    const li_native_options options = { .order = series ? li_taylor_order(o->run.tol) : 0, .lanes = abreast };

    if (!E->swift)
        return li_fail(ctx, LI_ABSENT, "every member has a field of its own");
    if (abreast && !E->alike)
        return li_fail(ctx, LI_ABSENT, "the members have different parameters, machine code has one set of them");
    E->compiled = li_native_init(E->ctx, &E->native, &E->flow.field, &options) == LI_OK && (!abreast || E->native.code.taylor_lanes != NULL);
    if (E->compiled)
        return LI_OK;
    li_status status = li_ctx_status(E->ctx);
    li_fail(ctx, status == LI_OK ? LI_ABSENT : status, "%s", status == LI_OK ? "there are no series of lanes" : li_ctx_message(E->ctx));
    li_ctx_forgive(E->ctx);
    return li_ctx_status(ctx);
}

bool li_ensemble_is_long(const li_ensemble *E, const li_ensemble_options *o)
{
    static const double ABREAST = 1.0 / 6;     /* the time of a motion among sixteen */
    li_run_options run = o->run;
    double t0 = E->flow.start[E->flow.n], share = E->method == LI_RUN_TAYLOR ? ABREAST : 1;

    run.until = t0 + (run.until - t0) * (double)o->members * share;
    return E->swift && (E->alike || E->method != LI_RUN_TAYLOR) && li_run_is_long(&E->flow, &run);
}

void li_ensemble_clear(li_ctx *ctx, li_ensemble *E)
{
    (void)ctx;
    if (E->ctx != NULL) {
        li_native_clear(E->ctx, &E->native);
        li_program_clear(E->ctx, &E->start);
        li_flow_clear(E->ctx, &E->flow);
    }
    li_ctx_free(E->ctx);
    *E = (li_ensemble){ 0 };
}

/* ---- the window ---- */

enum { WORDS = 200 };

typedef struct { bool done; li_member m; double *value, *column; char words[WORDS]; } slot;

typedef struct {
    const li_ensemble *E;
    const li_ensemble_options *o;
    li_run_options run;            /* of every motion */
    pthread_mutex_t lock;
    pthread_cond_t moved, ended;   /* the window moved; a thread ended */
    uint64_t next, written, width; /* members: the next to be taken; all before are written */
    size_t   threads;              /* at work */
    slot    *window;
    double  *numbers;
    atomic_bool stopped;
    li_status status;
    char     words[400];
} crew;

static void stop(crew *c, li_status status, const char *words)
{
    pthread_mutex_lock(&c->lock);
    if (c->status == LI_OK && status != LI_OK) {
        c->status = status;
        snprintf(c->words, sizeof c->words, "%s", words);
    }
    atomic_store(&c->stopped, true);
    pthread_cond_broadcast(&c->moved);
    pthread_mutex_unlock(&c->lock);
}

typedef enum { TAKEN, LATER, NONE } taking;

/* wait: until the window has room, if that is what is missing */
static taking take(crew *c, uint64_t *i, bool wait)
{
    taking what = NONE;

    pthread_mutex_lock(&c->lock);
    while (wait && !atomic_load(&c->stopped) && c->next < c->o->members && c->next >= c->written + c->width)
        pthread_cond_wait(&c->moved, &c->lock);
    if (!atomic_load(&c->stopped) && c->next < c->o->members)
        what = c->next < c->written + c->width ? TAKEN : LATER;
    if (what == TAKEN)
        *i = c->next++;
    pthread_mutex_unlock(&c->lock);
    return what;
}

static slot *slot_of(crew *c, uint64_t i) { return &c->window[i % c->width]; }

/* The member's slot is filled. Whoever completes the row of those that are done writes them. */
static void deliver(crew *c, uint64_t i)
{
    li_status status = LI_OK;

    pthread_mutex_lock(&c->lock);
    slot_of(c, i)->done = true;
    while (status == LI_OK && c->written < c->next && slot_of(c, c->written)->done && c->status == LI_OK) {
        slot *s = slot_of(c, c->written);
        status = c->o->row(c->o->self, &s->m);
        s->done = false;
        c->written += status == LI_OK;
    }
    pthread_cond_broadcast(&c->moved);
    pthread_mutex_unlock(&c->lock);
    if (status != LI_OK)
        stop(c, status, "the ensemble was stopped by who receives its rows");
}

static li_status open_window(li_ctx *ctx, crew *c, size_t threads)
{
    enum { WIDEST = 4096, NUMBERS = 1 << 20, LEAST = 8 * LI_ABREAST };
    size_t each = c->o->varied + c->E->flow.columns + 1, width = NUMBERS / each;

    width = width > WIDEST ? WIDEST : width < LEAST * threads ? LEAST * threads : width;
    c->width = width;
    c->window = li_new(ctx, width, sizeof *c->window);
    c->numbers = li_new(ctx, width * each, sizeof *c->numbers);
    for (size_t k = 0; c->window != NULL && c->numbers != NULL && k < width; k++) {
        c->window[k].value = c->numbers + k * each;
        c->window[k].column = c->window[k].value + c->o->varied;
    }
    return li_ctx_status(ctx);
}

/* ---- a thread ---- */

typedef struct {
    crew   *c;
    li_ctx *ctx;
    size_t  lanes;
    bool    busy[LI_ABREAST];
    uint64_t index[LI_ABREAST];
    li_abreast A;                  /* 16 lanes */
    li_runner one;                 /* 1 lane */
    li_run  one_run;
    li_member_start start;
} worker;

static li_runner *runner_of(worker *w, size_t l) { return w->lanes > 1 ? &w->A.lane[l] : &w->one; }

static li_status begin(worker *w)
{
    const crew *c = w->c;

    if (li_member_start_init(w->ctx, &w->start, c->E) != LI_OK)
        return li_ctx_status(w->ctx);
    if (w->lanes > 1)
        return li_abreast_init(w->ctx, &w->A, &c->E->flow, &c->run);
    w->one = (li_runner){ .ctx = w->ctx, .F = &c->E->flow, .o = &c->run, .R = &w->one_run };
    return li_runner_init(&w->one);
}

static void end(worker *w)
{
    if (w->lanes > 1) {
        li_abreast_clear(w->ctx, &w->A);
    } else if (w->one.ctx != NULL) {
        li_runner_clear(&w->one);
        li_run_clear(w->ctx, &w->one_run);
    }
    li_member_start_clear(w->ctx, &w->start);
}

static void run_alone(worker *w, uint64_t i)
{
    slot *s = slot_of(w->c, i);

    s->m.value = s->value;
    li_member_alone(w->c->E, w->c->o, i, &s->m, s->column, s->words, WORDS);
    deliver(w->c, i);
}

/* What the lane's motion came to. One that did not leave its start is asked alone why. */
static void hand_over(worker *w, size_t l)
{
    uint64_t i = w->index[l];
    slot *s = slot_of(w->c, i);
    li_runner *r = runner_of(w, l);
    const li_run *R = r->R;

    w->busy[l] = false;
    if (r->stepper.steps == 0 && (R->ending == LI_ENDED_SINGULAR || R->ending == LI_ENDED_FAILED || R->ending == LI_ENDED_UNDETERMINED)) {
        run_alone(w, i);
        return;
    }
    li_runner_leave(r);
    memcpy(s->column, R->column, w->c->E->flow.columns * sizeof *s->column);
    snprintf(s->words, WORDS, "%.*s", WORDS - 1, R->message);
    s->m = (li_member){ .index = i, .value = s->value, .t = R->t, .column = s->column, .steps = R->steps, .crossings = R->crossings,
                        .first = R->kept > 0 ? R->crossing[0].t : NAN, .energy_drift = R->energy_drift, .residual = R->residual,
                        .start_residual = R->start_residual, .ending = R->ending, .message = s->words };
    deliver(w->c, i);
}

/* A member into the free lane l; it may be done at once. */
static void start_member(worker *w, size_t l, uint64_t i)
{
    const li_ensemble_options *o = w->c->o;
    li_runner *r = runner_of(w, l);
    double *value = slot_of(w->c, i)->value;

    o->value(o->self, i, value);
    w->index[l] = i;
    if (!li_member_start_find(&w->start, w->c->E, &r->engine, value)) {
        run_alone(w, i);
        return;
    }
    w->busy[l] = true;
    li_runner_start(r, w->start.parameter, w->start.out);
    if (r->finished)
        hand_over(w, l);
}

/* Members for the free lanes; false: there is nothing to do any more. */
static bool fill(worker *w)
{
    bool busy = false;
    taking what = TAKEN;
    uint64_t i;

    for (size_t l = 0; l < w->lanes; l++) {
        while (!w->busy[l] && what == TAKEN && (what = take(w->c, &i, false)) == TAKEN)
            start_member(w, l, i);
        busy |= w->busy[l];
    }
    while (!busy && (what = take(w->c, &i, true)) == TAKEN) {
        start_member(w, 0, i);
        busy = w->busy[0];
    }
    return busy;
}

static void work(worker *w)
{
    while (!atomic_load(&w->c->stopped) && fill(w)) {
        li_status status = w->lanes > 1 ? li_abreast_step(&w->A) : li_runner_advance(&w->one);
        if (status != LI_OK || li_ctx_status(w->ctx) != LI_OK)
            return;
        for (size_t l = 0; l < w->lanes; l++)
            if (w->busy[l] && runner_of(w, l)->finished)
                hand_over(w, l);
    }
}

static void *thread(void *self)
{
    crew *c = self;
    worker *w = NULL;
    li_ctx *ctx = li_ctx_new();

    if (ctx != NULL && (w = li_new(ctx, 1, sizeof *w)) != NULL) {
        *w = (worker){ .c = c, .ctx = ctx, .lanes = c->E->method == LI_RUN_TAYLOR && c->E->swift ? LI_ABREAST : 1 };
        if (begin(w) == LI_OK)
            work(w);
        if (li_ctx_status(ctx) != LI_OK)
            stop(c, li_ctx_status(ctx), li_ctx_message(ctx));
        end(w);
        li_drop(ctx, w);
    } else {
        stop(c, LI_MEMORY, "out of memory");
    }
    li_ctx_free(ctx);
    li_thread_end();
    pthread_mutex_lock(&c->lock);
    c->threads--;
    pthread_cond_signal(&c->ended);
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* ---- all of them ---- */

/* Until the threads are done; a few times a second who asked is told how far they are. */
static void watch(crew *c)
{
    static const long APART = 100000000;       /* ns */
    struct timespec when;
    bool goes_on = true;

    pthread_mutex_lock(&c->lock);
    clock_gettime(CLOCK_MONOTONIC, &when);
    while (c->threads > 0) {
        when.tv_nsec += APART;
        when.tv_sec += when.tv_nsec / 1000000000;
        when.tv_nsec %= 1000000000;
        while (c->threads > 0 && pthread_cond_timedwait(&c->ended, &c->lock, &when) == 0)
            ;
        uint64_t done = c->written;
        pthread_mutex_unlock(&c->lock);
        if (goes_on && c->o->go_on != NULL && !c->o->go_on(c->o->self, done)) {
            goes_on = false;
            stop(c, LI_OK, "");
        }
        pthread_mutex_lock(&c->lock);
        clock_gettime(CLOCK_MONOTONIC, &when);
    }
    pthread_mutex_unlock(&c->lock);
}

static void run_threads(crew *c, size_t threads, pthread_t *id)
{
    size_t started = 0;

    c->threads = threads;
    while (started < threads && pthread_create(&id[started], NULL, thread, c) == 0)
        started++;
    pthread_mutex_lock(&c->lock);
    c->threads -= threads - started;
    pthread_mutex_unlock(&c->lock);
    if (started == 0)
        stop(c, LI_MEMORY, "the machine gives no thread");
    watch(c);
    for (size_t k = 0; k < started; k++)
        pthread_join(id[k], NULL);
}

li_status li_ensemble_run(li_ctx *ctx, const li_ensemble *E, const li_ensemble_options *o, uint64_t first, uint64_t *done)
{
    size_t threads = o->threads > 0 ? (size_t)o->threads : 1;
    crew c = { .E = E, .o = o, .run = o->run, .next = first, .written = first };
    pthread_t *id = li_new(ctx, threads, sizeof *id);
    pthread_condattr_t monotonic;

    *done = first;
    c.run = (li_run_options){ .method = E->method, .tol = o->run.tol, .until = o->run.until, .event = o->run.event, .most_crossings = 1,
                              .native = E->compiled ? &E->native.code : NULL };
    if (id == NULL || open_window(ctx, &c, threads) != LI_OK) {
        li_drop(ctx, id);
        li_drop(ctx, c.window);
        li_drop(ctx, c.numbers);
        return li_ctx_status(ctx);
    }
    atomic_init(&c.stopped, false);
    pthread_mutex_init(&c.lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&c.moved, NULL);
    pthread_cond_init(&c.ended, &monotonic);
    run_threads(&c, threads, id);
    pthread_cond_destroy(&c.moved);
    pthread_cond_destroy(&c.ended);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_destroy(&c.lock);
    *done = c.written;
    li_drop(ctx, id);
    li_drop(ctx, c.window);
    li_drop(ctx, c.numbers);
    return c.status == LI_OK ? li_ctx_status(ctx) : li_fail(ctx, c.status, "%s", c.words);
}

/* run.c - liaison run: a motion in time */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

static const double BETWEEN = 1;                               /* seconds from one checkpoint to the next */
enum { POINTS = 10001, MOST_CROSSINGS = 10000 };

typedef struct {
    session *s;
    size_t events;
    li_expr *event, time;
    li_run_options run;
    li_flow flow;
    li_record record;
    bool recording;
    li_text identity;
    li_native native;
    double shown, since;
} course;

/* ---- what is asked for ---- */

static int read_course(course *c)
{
    const options *o = c->s->o;

    c->run.every = o->every;
    c->run.points = o->points > 0 ? (size_t)o->points : o->out != NULL && o->every <= 0 ? POINTS : 0;
    c->run.most_crossings = MOST_CROSSINGS;
    c->run.explain = true;
    return read_asked(c->s, &c->run, &c->events, &c->event, &c->time);
}

/* What would be passed over is refused. */
static int check_together(const options *o)
{
    if (o->curves > 0 && (o->out != NULL || o->events > 0 || o->section != NULL || o->checkpoint != NULL || o->resume != NULL || o->certify > 0)) {
        say("--curve prints a table of its own: no --out, --event, --section, --checkpoint, --resume, --certify");
        return WRONG_INPUT;
    }
    if (o->members > 0 && o->curves == 0) {
        say("--members says how many starts are on a --curve");
        return WRONG_INPUT;
    }
    return DONE;
}

/* ---- on the way ---- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* fraction 0: nobody knows how far it is */
static void show(course *c, double t, double fraction, size_t steps)
{
    enum { BAR = 25 };
    double time = now();

    if (time - c->shown < 0.2)
        return;
    c->shown = time;
    fprintf(stderr, "\r%s  ", c->s->model.name[0] != '\0' ? c->s->model.name : "system");
    for (int i = 0; i < BAR && fraction > 0; i++)
        fputs(i < (int)(fraction * BAR) ? "█" : "░", stderr);
    if (fraction > 0)
        fprintf(stderr, "  %2.0f %%  ", 100 * fraction);
    fprintf(stderr, " t = %.4g   %.0f steps/s", t, (double)steps / (time - c->since));
    if (fraction > 0)
        fprintf(stderr, "   %.1f s left", (time - c->since) * (1 - fraction) / fraction);
    fputs(" \033[K", stderr);
    fflush(stderr);
}

static bool go_on(void *self, double t, double fraction, size_t steps)
{
    course *c = self;

    if (c->since > 0 && steps % 64 == 0)
        show(c, t, fraction, steps);
    return !interrupted();
}

static li_status put_row(void *self, double t, const double *column)
{
    course *c = self;
    return li_record_row(&c->record, t, column);
}

/* ---- checkpoints ---- */

static void put_option(course *c, const char *name, const char *value)
{
    if (value != NULL)
        li_text_printf(c->s->ctx, &c->identity, "\n%s %s", name, value);
}

/* All that the motion and its rows depend on. */
static int identify(course *c)
{
    session *s = c->s;
    const options *o = s->o;

    li_text_printf(s->ctx, &c->identity, "%s\n%s\n--tol %.17g --every %.17g --points %d --digits %d", li_version(), s->source.source, o->tol, o->every, o->points,
                   o->digits);
    for (size_t i = 0; i < o->sets; i++)
        put_option(c, "--set", o->set[i]);
    for (size_t i = 0; i < o->untils; i++)
        put_option(c, "--until", o->until[i]);
    for (size_t i = 0; i < o->events; i++)
        put_option(c, "--event", o->event[i]);
    const char *const name[] = { "--section", "--method", "--native", "--out", "--dependent" };
    const char *const value[] = { o->section, o->method, o->native, o->out, o->dependent };
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        put_option(c, name[i], value[i]);
    c->run.identity = li_text_str(&c->identity);
    c->run.checkpoint = o->checkpoint != NULL ? o->checkpoint : o->resume;
    c->run.resume = o->resume;
    c->run.seconds = BETWEEN;
    return li_ctx_status(s->ctx) == LI_OK ? DONE : complain(s);
}

static li_status save_rows(void *self, uint64_t mark[2])
{
    course *c = self;
    li_record_place place = { 0, 0 };

    if (c->recording && li_record_save(&c->record, &place) != LI_OK)
        return LI_FILE;
    mark[0] = place.rows;
    mark[1] = place.bytes;
    return LI_OK;
}

/* ---- the file ---- */

li_record_head record_head(const session *s, const li_flow *F)
{
    return (li_record_head){ .columns = F->columns, .column = F->column, .system = s->model.name, .title = s->model.title,
                             .model = s->source.source, .version = li_version(), .standard = STDOUT_FILENO };
}

/* Was the file given its name after the end of the run? */
static bool is_whole(const course *c)
{
    const session *s = c->s;
    li_text part;

    li_text_init(&part);
    li_text_printf(s->ctx, &part, "%s.part", s->o->out);
    bool whole = access(li_text_str(&part), F_OK) != 0;
    li_text_clear(s->ctx, &part);
    return whole;
}

/* A run that had ended leaves its file alone; one that was killed before the file had its name gives it. */
static int open_record(course *c, li_record_head *head)
{
    session *s = c->s;
    li_checkpoint from = { .rows = 0 };

    if (s->o->resume != NULL && li_checkpoint_read(s->ctx, &from, s->o->resume, c->run.identity) != LI_OK)
        return complain(s);
    if (s->o->out == NULL || (from.ended && is_whole(c)))
        return DONE;
    *head = record_head(s, &c->flow);
    const li_record_place place = { from.mark[0], from.mark[1] };
    li_status status = s->o->resume != NULL ? li_record_reopen(s->ctx, &c->record, s->o->out, head, &place) : li_record_open(s->ctx, &c->record, s->o->out, head);
    if (status != LI_OK)
        return complain(s);
    c->recording = true;
    c->run.row = put_row;
    return DONE;
}

static int close_record(course *c, const li_run *R)
{
    session *s = c->s;
    const li_fact fact[] = {
        { "method", li_run_method_name(R->method), 0 }, { "tolerance", NULL, c->run.tol }, { "steps", NULL, (double)R->steps },
        { "t", NULL, R->t }, { "stopped", li_ending_name(R->ending), 0 }, { "message", R->message, 0 },
        { "energy_drift", NULL, R->energy_drift }, { "residual", NULL, R->residual },
    };

    if (!c->recording)
        return DONE;
    if (R->ending == LI_ENDED_INTERRUPTED && c->run.checkpoint != NULL) {
        li_record_leave(&c->record);
        say("%s.part holds the rows so far; --resume %s goes on", s->o->out, c->run.checkpoint);
        return DONE;
    }
    if (li_record_finish(&c->record, sizeof fact / sizeof *fact, fact) != LI_OK)
        return complain(s);
    if (!s->o->quiet && s->o->out[0] != '-')
        say("wrote %s (%zu rows)", s->o->out, R->rows);
    return DONE;
}

/* ---- what is said ---- */

static int put_summary(course *c, const li_run *R)
{
    session *s = c->s;
    li_text out;
    int status = DONE;

    li_text_init(&out);
    if (s->o->format == LI_AS_JSON)
        li_emit_run_json(s->ctx, &out, &c->flow, &c->run, R);
    else
        li_emit_run_text(s->ctx, &out, &c->flow, &c->run, R);
    if (li_ctx_status(s->ctx) != LI_OK)
        status = complain(s);
    else if (s->o->out == NULL || s->o->out[0] != '-')
        status = write_result(&out);
    li_text_clear(s->ctx, &out);
    return status;
}

static int go(course *c)
{
    session *s = c->s;
    li_record_head head;
    li_run R;
    int status = open_record(c, &head);

    if (status != DONE)
        return status;
    c->since = !s->o->quiet && isatty(STDERR_FILENO) ? now() : 0;
    c->shown = c->since;
    li_status ran = li_run_init(s->ctx, &R, &c->flow, &c->run);
    if (c->shown > c->since)
        fputs("\r\033[K", stderr);
    status = ran == LI_OK ? put_summary(c, &R) : complain(s);
    if (ran == LI_OK)
        li_session_mind_start(s, &R);
    if (status == DONE)
        status = close_record(c, &R);
    if (status == DONE && R.ending != LI_ENDED && R.ending != LI_ENDED_EVENT) {
        if (s->o->format == LI_AS_JSON)
            say("%s: %s: %s", s->source.file, li_ending_name(R.ending), R.message);
        status = NOT_FINISHED;
    }
    if (c->recording && (status == MACHINE_FAILED || ran == LI_INPUT) && c->run.checkpoint != NULL)
        li_record_leave(&c->record);
    if (c->recording)
        li_record_discard(&c->record);         /* if it was not finished */
    li_run_clear(s->ctx, &R);
    return status;
}

static int run_course(course *c)
{
    session *s = c->s;
    li_state state;
    li_status status = li_session_course(s, &c->flow, &state, &c->run, c->events, c->event);

    if (status == LI_OK)
        status = li_session_compile(s, &c->native, &c->flow, &c->run, s->o->native);
    int done = status == LI_OK ? go(c) : exit_status(status);
    li_native_clear(s->ctx, &c->native);
    li_flow_clear(s->ctx, &c->flow);
    return done;
}

int run_run(const options *o)
{
    session s;
    course c = { .s = &s, .run = { .self = &c, .go_on = go_on, .save = save_rows } };
    li_text_init(&c.identity);
    int status = open_session(&s, o, LI_AT_A_STATE);

    if (status == DONE && o->format == LI_AS_LATEX) {
        say("run writes text or json, not latex");
        status = WRONG_INPUT;
    }
    listen_to_signals();
    if (status == DONE)
        status = check_together(o);
    if (status == DONE)
        status = read_course(&c);
    if (status == DONE && (o->checkpoint != NULL || o->resume != NULL))
        status = identify(&c);
    if (status == DONE)
        status = o->certify > 0 ? run_certified(&s, &c.run, c.time) : o->curves > 0 ? run_curve(&s, &c.run) : run_course(&c);
    if (s.ctx != NULL)
        li_text_clear(s.ctx, &c.identity);
    close_session(&s);
    return status;
}

/* certified.c - liaison run --certify D: every digit proved */
#include <math.h>

#include "cli.h"

enum { ROWS = 101 };               /* with --out, where nothing says how many */

typedef struct {
    session *s;
    li_flow flow;
    li_certify_options how;
    li_record record;
    bool recording;
    double *column;                /* a row of doubles */
} proof_course;

static int read_wishes(proof_course *c, const li_run_options *run, li_expr time)
{
    session *s = c->s;
    const options *o = s->o;

    if (!isfinite(run->until) || run->event[0].name != NULL || o->section != NULL) {
        say("--certify goes to a time, --until T, and knows no events");
        return WRONG_INPUT;
    }
    if (o->checkpoint != NULL || o->resume != NULL || (o->method != NULL && run->method != LI_RUN_TAYLOR && run->method != LI_RUN_AUTO)) {
        say("--certify is a Taylor method of its own: no --method, --checkpoint, --resume");
        return WRONG_INPUT;
    }
    c->how.digits = o->certify;
    c->how.seconds = o->budget;
    c->how.every = o->every > 0 ? li_flow_exactly(s->ctx, o->every) : NULL;
    c->how.points = o->points > 0 ? (size_t)o->points : o->out != NULL && o->every <= 0 ? ROWS : 0;
    c->how.until = with_values(s, time);           /* the number itself, not the nearest double */
    return DONE;
}

static bool go_on(void *self, double t, double fraction, size_t steps)
{
    (void)self, (void)t, (void)fraction, (void)steps;
    return !interrupted();
}

/* The doubles in the middle of the balls. */
static li_status put_row(void *self, li_expr t, const li_ball *y, const li_ball *column)
{
    proof_course *c = self;
    double at;

    (void)y;
    for (size_t i = 0; i < c->flow.columns; i++)
        c->column[i] = li_ball_is_finite(&column[i]) ? li_ball_double(&column[i]) : NAN;
    return li_flow_numbers(c->s->ctx, &at, 1, &t) == LI_OK ? li_record_row(&c->record, at, c->column) : li_ctx_status(c->s->ctx);
}

static int put(proof_course *c, const li_certified *R)
{
    session *s = c->s;
    li_text out;

    li_text_init(&out);
    if (s->o->format == LI_AS_JSON)
        li_emit_certified_json(s->ctx, &out, &c->flow, &c->how, R);
    else
        li_emit_certified_text(s->ctx, &out, &c->flow, &c->how, R);
    int status = li_ctx_status(s->ctx) != LI_OK ? complain(s) : s->o->out != NULL && s->o->out[0] == '-' ? DONE : write_result(&out);
    li_text_clear(s->ctx, &out);
    return status;
}

static int close_record(proof_course *c, const li_certified *R)
{
    session *s = c->s;
    const li_fact fact[] = { { "method", "certified taylor", 0 }, { "digits", NULL, R->digits }, { "bits", NULL, (double)R->bits },
                             { "stopped", li_ending_name(R->ending), 0 }, { "message", R->message, 0 } };

    if (li_record_finish(&c->record, sizeof fact / sizeof *fact, fact) != LI_OK)
        return complain(s);
    if (!s->o->quiet && s->o->out[0] != '-')
        say("wrote %s (%zu rows)", s->o->out, R->rows);
    return DONE;
}

static int prove_motion(proof_course *c, const li_state *state)
{
    session *s = c->s;
    li_record_head head = record_head(s, &c->flow);
    li_certified R;

    c->column = li_alloc(s->ctx, (c->flow.columns + 1) * sizeof *c->column);
    if (c->column == NULL || (s->o->out != NULL && li_record_open(s->ctx, &c->record, s->o->out, &head) != LI_OK))
        return complain(s);
    c->recording = s->o->out != NULL;
    c->how.row = c->recording ? put_row : NULL;
    int status = li_certified_init(s->ctx, &R, &c->flow, state, &c->how) == LI_OK ? put(c, &R) : complain(s);
    if (status == DONE && c->recording)
        status = close_record(c, &R);
    if (status == DONE && R.ending != LI_ENDED) {
        if (s->o->format == LI_AS_JSON)
            say("%s: %s: %s", s->source.file, li_ending_name(R.ending), R.message);
        status = NOT_FINISHED;
    }
    li_record_discard(&c->record);
    li_certified_clear(s->ctx, &R);
    return status;
}

int run_certified(session *s, const li_run_options *run, li_expr time)
{
    proof_course c = { .s = s, .how = { .self = &c, .go_on = go_on } };
    li_state state;
    int status = read_wishes(&c, run, time);

    if (status == DONE)
        status = begin_flow(s, &c.flow, &state, 0, NULL);
    if (status == DONE && li_flow_with_jacobian(s->ctx, &c.flow) != LI_OK)
        status = complain(s);
    if (status == DONE)
        status = prove_motion(&c, &state);
    li_flow_clear(s->ctx, &c.flow);
    return status;
}

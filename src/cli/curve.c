/* curve.c - liaison run --curve: a closed curve of starts, and its circulation on the way */
#include <math.h>

#include "cli.h"

enum { MEMBERS = 128, INSTANTS = 11, MOST_INSTANTS = 100000 };
static const double TURN = 6.283185307179586476925;

typedef struct {
    session *s;
    const li_run_options *o;
    li_expr along;
    li_given *given;               /* --set, then --curve */
    size_t members, instants;
    li_flow flow;
    double *start, *turn, *t;
} bundle;

/* What is given at s = TURN k/N */
static li_given *given_at(bundle *b, size_t k)
{
    session *s = b->s;
    li_ctx *ctx = s->ctx;
    size_t n = s->given + s->o->curves;
    li_given *given = li_alloc(ctx, (n + 1) * sizeof *given);
    li_expr at = li_flow_exactly(ctx, TURN * (double)k / (double)b->members);

    for (size_t i = 0; given != NULL && i < n; i++) {
        given[i] = b->given[i];
        given[i].value = li_expr_subst(ctx, given[i].value, 1, &b->along, &at);
    }
    return given;
}

/* The numbers of a member; those of the first are the start of the flow. */
static li_status take_member(bundle *b, size_t k)
{
    li_ctx *ctx = b->s->ctx;
    const li_flow *F = &b->flow;
    double *y = b->start + k * (F->n + 1);
    li_expr *value = li_expr_room(ctx, F->n), t;
    li_state state;

    const li_given *given = given_at(b, k);

    if (value == NULL || given == NULL || li_state_find(ctx, &state, &b->s->motion, b->s->given + b->s->o->curves, given, b->s->o->digits) != LI_OK ||
        li_flow_start(ctx, F, &state, value, &t) != LI_OK)
        return li_ctx_status(ctx);
    li_flow_numbers(ctx, y, F->n, value);
    return li_flow_numbers(ctx, y + F->n, 1, &t);
}

/* How much the coordinates that --curve gives grow all along it. */
static void measure_turns(bundle *b)
{
    session *s = b->s;
    li_ctx *ctx = s->ctx;

    for (size_t i = s->given; i < s->given + s->o->curves; i++)
        for (size_t r = 0; r < b->flow.coords; r++) {
            if (b->given[i].x != b->flow.y[r])
                continue;
            li_expr end[2] = { li_expr_mul(ctx, li_expr_int(ctx, 2), li_expr_pi(ctx)), li_expr_int(ctx, 0) };
            for (int j = 0; j < 2; j++)
                end[j] = li_expr_subst(ctx, b->given[i].value, 1, &b->along, &end[j]);
            li_expr turn = li_expr_subst(ctx, li_expr_sub(ctx, end[0], end[1]), b->flow.given, b->flow.param, b->flow.value);
            li_flow_numbers(ctx, &b->turn[r], 1, &turn);
        }
}

static int choose_instants(bundle *b)
{
    const li_flow *F = &b->flow;
    double from = F->start[F->n], length = b->o->until - from;
    double count = b->s->o->points > 0 ? b->s->o->points : b->o->every > 0 ? floor(length / b->o->every) + 1 : INSTANTS;

    if (!isfinite(length) || length < 0) {
        say("--curve needs a last time: --until T, not before the start");
        return WRONG_INPUT;
    }
    if (count > MOST_INSTANTS) {
        say("the circulation at more than %d instants; --every and --points say at how many", MOST_INSTANTS);
        return WRONG_INPUT;
    }
    b->instants = (size_t)count;
    b->t = li_alloc(b->s->ctx, b->instants * sizeof *b->t);
    for (size_t i = 0; b->t != NULL && i < b->instants; i++)
        b->t[i] = b->o->every > 0 && b->s->o->points == 0 ? from + (double)i * b->o->every : i + 1 == b->instants ? b->o->until : from + length * (double)i / (double)(b->instants - 1);
    return b->t != NULL ? DONE : complain(b->s);
}

static int put(bundle *b, const li_circulation *C)
{
    session *s = b->s;
    li_text out;

    li_text_init(&out);
    if (s->o->format == LI_AS_JSON)
        li_emit_circulation_json(s->ctx, &out, &b->flow, C);
    else
        li_emit_circulation_text(s->ctx, &out, C);
    int status = li_ctx_status(s->ctx) == LI_OK ? write_result(&out) : complain(s);
    li_text_clear(s->ctx, &out);
    return status != DONE || C->ending == LI_ENDED ? status : NOT_FINISHED;
}

static int follow(bundle *b)
{
    session *s = b->s;
    li_circulation C;

    b->start = li_alloc(s->ctx, b->members * (b->flow.n + 1) * sizeof *b->start);
    b->turn = li_alloc(s->ctx, (b->flow.coords + 1) * sizeof *b->turn);
    if (b->start == NULL || b->turn == NULL)
        return complain(s);
    for (size_t k = 0; k < b->members; k++)
        if (take_member(b, k) != LI_OK)
            return complain(s);
    measure_turns(b);
    int status = choose_instants(b);
    if (status != DONE)
        return status;
    status = li_circulation_init(s->ctx, &C, &b->flow, b->members, b->start, b->turn, b->instants, b->t, b->o) == LI_OK ? put(b, &C) : complain(s);
    li_circulation_clear(s->ctx, &C);
    return status;
}

/* The flow is that of the first member. */
static int begin_on_curve(bundle *b)
{
    session *s = b->s;
    li_given *given = given_at(b, 0), *keep = s->give;
    li_state state;

    if (given == NULL)
        return complain(s);
    s->give = given;
    s->given += s->o->curves;
    int status = begin_flow(s, &b->flow, &state, 0, NULL);
    s->give = keep;
    s->given -= s->o->curves;
    return status;
}

int run_curve(session *s, const li_run_options *o)
{
    bundle b = { .s = s, .o = o, .members = s->o->members > 0 ? (size_t)s->o->members : MEMBERS, .along = li_expr_fresh(s->ctx, "s", LI_GENERATOR) };
    size_t n = s->given + s->o->curves;

    if (b.members % 2 != 0) {
        say("--members takes an even number: every second one alone tells the error");
        return WRONG_INPUT;
    }
    b.given = li_alloc(s->ctx, n * sizeof *b.given);
    for (size_t i = 0; b.given != NULL && i < s->given; i++)
        b.given[i] = s->give[i];
    int status = b.given == NULL ? complain(s) : read_curve(s, s->o->curves, s->o->curve, b.along, b.given + s->given);
    if (status == DONE)
        status = begin_on_curve(&b);
    if (status == DONE)
        status = follow(&b);
    li_flow_clear(s->ctx, &b.flow);
    return status;
}

/* member.c - one member of an ensemble: where it starts; the same alone */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "member.h"

/* ---- the start as a program ---- */

static bool has_symbols(li_ctx *ctx, li_expr e, li_class from, li_class to)
{
    li_expr x;
    return li_expr_symbols(ctx, 1, &e, from, to, &x, 1) > 0;
}

/* Does the start alone decide which law a member has? Where signs of reactions stand in it, or the reactions are no linear system,
 * several may be admissible, or none: that is a question for each of them. */
static bool has_one_law(const li_flow *F)
{
    if (F->guesses > 0)
        return false;
    for (size_t i = 0; i < F->watches; i++) {
        const li_watch *w = &F->watch[i];
        if (w->kind == LI_WATCH_CORNER && (has_symbols(F->ctx, w->e, LI_MULTIPLIER, LI_MULTIPLIER) || has_symbols(F->ctx, w->e, LI_ACCELERATION, LI_GENERATOR)))
            return false;
    }
    return true;
}

static li_expr value_of(const li_state *s, li_expr x)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->x[i] == x)
            return s->value[i];
    return li_expr_undefined();
}

static li_status write_start(li_ensemble *E, const li_family *family, size_t varied, const li_expr *z)
{
    const li_flow *F = &E->flow;
    li_expr *out = li_expr_room(E->ctx, F->n + 1 + F->given);

    if (out == NULL || li_flow_start(E->ctx, F, &family->state, out, &out[F->n]) != LI_OK)
        return li_ctx_status(E->ctx);
    E->alike = F->sides == 0 && F->guesses == 0;
    for (size_t i = 0; i < F->given; i++) {
        out[F->n + 1 + i] = value_of(&family->state, F->param[i]);
        E->alike &= !has_symbols(E->ctx, out[F->n + 1 + i], LI_PARAMETER, LI_GENERATOR);
    }
    li_program_init(E->ctx, &E->start, 0, NULL, varied, z);
    for (size_t k = 0; k < family->systems && li_ctx_status(E->ctx) == LI_OK; k++)
        li_program_solve(E->ctx, &E->start, LI_LU, family->system[k].n, family->system[k].A, family->system[k].b, family->system[k].u);
    return li_ctx_status(E->ctx) == LI_OK ? li_program_finish(E->ctx, &E->start, F->n + 1 + F->given, out) : li_ctx_status(E->ctx);
}

li_status li_member_family(li_ensemble *E, const li_ensemble_options *o, const li_state *at)
{
    li_ctx *ctx = E->ctx;
    li_member_model *m = &E->model;
    li_given *give = li_alloc(ctx, (m->given + 1) * sizeof *give);
    li_expr *z = li_expr_room(ctx, o->varied);
    li_family family;

    if (give == NULL || z == NULL || !has_one_law(&E->flow))
        return li_ctx_status(ctx);
    memcpy(give, m->give, m->given * sizeof *give);
    for (size_t j = 0; j < o->varied; j++)
        z[j] = li_expr_fresh(ctx, "z", LI_PARAMETER);
    for (size_t j = 0; j < o->varied; j++) {
        if (m->place[j] == SIZE_MAX)
            return li_ctx_status(ctx);
        give[m->place[j]].value = z[j];
    }
    if (li_family_find(ctx, &family, m->motion, m->given, give, o->varied, z, at, o->digits) == LI_YES)
        E->swift = write_start(E, &family, o->varied, z) == LI_OK;
    return li_ctx_status(ctx);
}

li_status li_member_start_init(li_ctx *ctx, li_member_start *s, const li_ensemble *E)
{
    const li_flow *F = &E->flow;

    *s = (li_member_start){ .run = { .ready = LI_ABSENT } };
    s->out = li_new(ctx, F->n + 1 + F->given, sizeof *s->out);
    s->parameter = li_new(ctx, F->params + 1, sizeof *s->parameter);
    return E->swift ? li_real_init(ctx, &s->run, &E->start) : li_ctx_status(ctx);
}

void li_member_start_clear(li_ctx *ctx, li_member_start *s)
{
    li_real_clear(ctx, &s->run);
    li_drop(ctx, s->out);
    li_drop(ctx, s->parameter);
}

/* The sides of the corners, one after another, and what is assumed. Who starts on a corner, or nearly, is asked alone. */
static bool look(li_member_start *s, const li_flow *F, li_engine *engine)
{
    static const double SURE = 1e-9;

    for (size_t i = 0; i < F->watches; i++) {
        const li_watch *w = &F->watch[i];
        if (w->kind == LI_WATCH_CORNER)
            s->parameter[w->side] = 1;
    }
    for (size_t i = 0; i < F->watches; i++) {
        const li_watch *w = &F->watch[i];
        const double *g = engine->out + F->n + 1 + F->events - F->watches + i;
        if (li_engine_parameters(engine, s->parameter) != LI_OK || li_engine_rates(engine, s->out, s->out[F->n], engine->out) != LI_OK || isnan(*g))
            return false;
        if (!(w->kind == LI_WATCH_CORNER ? fabs(*g) > SURE : *g > SURE))
            return false;
        if (w->kind == LI_WATCH_CORNER)
            s->parameter[w->side] = *g < 0 ? -1 : 1;
    }
    return true;
}

bool li_member_start_find(li_member_start *s, const li_ensemble *E, li_engine *engine, const double *value)
{
    const li_flow *F = &E->flow;

    if (!E->swift || li_real_step(&s->run, value, s->out) != LI_OK)
        return false;
    for (size_t i = 0; i < F->n + 1 + F->given; i++)
        if (!isfinite(s->out[i]))
            return false;
    memcpy(s->parameter, s->out + F->n + 1, F->given * sizeof *s->parameter);
    return F->watches == 0 || look(s, F, engine);
}

/* ---- alone ---- */

static void put_columns(const li_flow *F, const li_flow *own, const double *from, double *to)
{
    for (size_t i = 0; i < F->columns; i++)
        for (size_t k = 0; k < own->columns; k++)
            if (own->column[k].kind == F->column[i].kind && strcmp(own->column[k].name, F->column[i].name) == 0)
                to[i] = from[k];
}

static void put_result(const li_run *R, li_member *out, char *words, size_t room)
{
    out->t = R->t;
    out->steps = R->steps;
    out->crossings = R->crossings;
    out->first = R->kept > 0 ? R->crossing[0].t : NAN;
    out->energy_drift = R->energy_drift;
    out->residual = R->residual;
    out->start_residual = R->start_residual;
    out->ending = R->ending;
    snprintf(words, room, "%s", R->message);
}

static li_ending ending_of(li_verdict v)
{
    return v == LI_INCOMPATIBLE || v == LI_IMPOSSIBLE ? LI_ENDED_INCOMPATIBLE : v == LI_INDETERMINATE || v == LI_DEGENERATE ? LI_ENDED_UNDETERMINED : LI_ENDED_SINGULAR;
}

typedef struct {
    li_ctx *ctx;
    const li_ensemble *E;
    const li_ensemble_options *o;
    li_member_model m;
    li_member *out;
    double *column;
    char *words;
    size_t room;
} solo;

static void move(solo *a, const li_state *s, const li_values *x)
{
    li_run_options o = a->o->run;
    li_flow F;
    li_run R = { 0 };

    o.method = a->E->method;
    o.explain = true;
    o.most_crossings = 1;
    if (li_flow_init(a->ctx, &F, a->m.motion, s, x, a->m.events, a->m.event) == LI_OK &&
        (o.method != LI_RUN_BDF || li_flow_with_jacobian(a->ctx, &F) == LI_OK) && li_run_init(a->ctx, &R, &F, &o) == LI_OK) {
        put_result(&R, a->out, a->words, a->room);
        put_columns(&a->E->flow, &F, R.column, a->column);
    }
    li_run_clear(a->ctx, &R);
    li_flow_clear(a->ctx, &F);
}

static void find(solo *a)
{
    li_state s;
    li_values x;

    if (li_state_find(a->ctx, &s, a->m.motion, a->m.given, a->m.give, a->o->digits) != LI_OK)
        return;
    if (li_values_find(a->ctx, &x, a->m.motion, &s, NULL, a->o->digits) == LI_OK) {
        a->out->ending = LI_ENDED_FAILED;
        if (x.moves) {
            move(a, &s, &x);
        } else {
            a->out->ending = ending_of(x.status);
            snprintf(a->words, a->room, "%s%s%s", li_verdict_name(x.status), x.message != NULL && x.message[0] != '\0' ? ": " : "", x.message != NULL ? x.message : "");
        }
    }
    li_values_clear(a->ctx, &x);
}

void li_member_alone(const li_ensemble *E, const li_ensemble_options *o, uint64_t i, li_member *out, double *column, char *words, size_t room)
{
    solo a = { .ctx = li_ctx_new(), .E = E, .o = o, .out = out, .column = column, .words = words, .room = room };

    *out = (li_member){ .index = i, .value = out->value, .column = column, .message = words, .t = NAN, .first = NAN, .ending = LI_ENDED_NO_START };
    words[0] = '\0';
    for (size_t k = 0; k < E->flow.columns; k++)
        column[k] = NAN;
    if (a.ctx != NULL && o->read(o->self, a.ctx, i, &a.m) == LI_OK)
        find(&a);
    if (a.ctx == NULL || li_ctx_status(a.ctx) != LI_OK)
        snprintf(words, room, "%s", a.ctx == NULL ? "out of memory" : li_ctx_message(a.ctx));
    li_ctx_free(a.ctx);
}

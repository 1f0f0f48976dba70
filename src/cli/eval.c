/* eval.c - liaison eval: numbers at one state */
#include "cli.h"

static int put(session *s, const li_state *state, const li_quantities *Q, const li_values *x)
{
    li_text out;

    li_text_init(&out);
    if (s->o->format == FORMAT_JSON)
        li_emit_values_json(s->ctx, &out, &s->motion, state, Q, x, s->o->digits);
    else
        li_emit_values_text(s->ctx, &out, &s->motion, state, Q, x, s->o->digits);
    int status = li_ctx_status(s->ctx) == LI_OK ? write_result(&out) : complain(s);
    li_text_clear(s->ctx, &out);
    const char *why = x->message != NULL ? x->message : "";
    if (status == DONE && x->moves && x->status == LI_COMPATIBLE && why[0] != '\0' && !s->o->quiet)
        say("%s: %s", s->source.file, why);
    if (status == DONE && (!x->moves || (x->status != LI_COMPATIBLE && x->status != LI_REDUNDANT))) {
        say("%s: %s%s%s", s->source.file, li_verdict_name(x->status), why[0] != '\0' ? ": " : "", why);
        status = NOT_FINISHED;
    }
    return status;
}

/* Omega and Omega_s, whose indices have to do at the state */
static int ask_omega(session *s, li_quantities *Q, const li_state *state)
{
    li_reducing *what = &s->motion.reducing;

    what->known = state->n;
    what->x = state->x;
    what->value = state->value;
    return li_omega_quantities(s->ctx, Q, &s->motion) == LI_OK ? DONE : NOT_FINISHED;
}

/* What was asked for and does not exist for this system */
static void excuse(const session *s, const li_quantities *Q)
{
    if (Q->why[0] != '\0')
        say("%s: not all functions exist: %s", s->source.file, Q->why);
    for (size_t i = 0; i < Q->matrices; i++)
        if (Q->matrix[i].n == 0)
            say("%s: no %s: %s", s->source.file, Q->matrix[i].name, Q->matrix[i].why);
}

static int evaluate(session *s)
{
    li_state state;
    li_values x;
    li_quantities all = { .why = "" }, *Q = s->o->functions || s->o->omega ? &all : NULL;

    if (li_state_find(s->ctx, &state, &s->motion, s->given, s->give, s->o->digits) != LI_OK)
        return complain(s);
    if (s->o->functions && li_motion_quantities(s->ctx, Q, &s->motion) != LI_OK)
        return complain(s);
    if (s->o->omega && ask_omega(s, Q, &state) != DONE)
        return complain(s);
    if (Q != NULL && !s->o->quiet)
        excuse(s, Q);
    li_status found = li_values_find(s->ctx, &x, &s->motion, &state, Q, s->o->digits);
    int status = found == LI_OK ? put(s, &state, Q, &x) : complain(s);
    li_values_clear(s->ctx, &x);
    return status;
}

int run_eval(const options *o)
{
    session s;
    int status = check_reducing(o, o->omega);

    if (status != DONE)
        return status;
    status = open_session(&s, o, AT_A_STATE);

    if (status == DONE && o->format == FORMAT_LATEX) {
        say("eval writes text or json, not latex");
        status = WRONG_INPUT;
    }
    if (status == DONE)
        status = evaluate(&s);
    close_session(&s);
    return status;
}

/* eval.c - numbers at one state, as text */
#include "session.h"

static li_status put(li_session *s, li_text *out, li_format format, const li_state *state, const li_quantities *Q, const li_values *x)
{
    if (format == LI_AS_JSON)
        li_emit_values_json(s->ctx, out, &s->motion, state, Q, x, s->asking.digits);
    else
        li_emit_values_text(s->ctx, out, &s->motion, state, Q, x, s->asking.digits);
    if (li_ctx_status(s->ctx) != LI_OK)
        return li_session_complain(s);
    const char *why = x->message != NULL ? x->message : "";
    if (x->moves && x->status == LI_COMPATIBLE && why[0] != '\0' && !s->asking.quiet)
        li_session_say(s, "%s: %s", s->source.file, why);
    if (x->moves && (x->status == LI_COMPATIBLE || x->status == LI_REDUNDANT))
        return LI_OK;
    li_session_say(s, "%s: %s%s%s", s->source.file, li_verdict_name(x->status), why[0] != '\0' ? ": " : "", why);
    return LI_UNDECIDED;
}

/* Omega and Omega_s, whose indices have to do at the state */
static li_status ask_omega(li_session *s, li_quantities *Q, const li_state *state)
{
    li_reducing *what = &s->motion.reducing;

    what->known = state->n;
    what->x = state->x;
    what->value = state->value;
    return li_omega_quantities(s->ctx, Q, &s->motion);
}

/* What was asked for and does not exist for this system */
static void excuse(const li_session *s, const li_quantities *Q)
{
    if (Q->why[0] != '\0')
        li_session_say(s, "%s: not all functions exist: %s", s->source.file, Q->why);
    for (size_t i = 0; i < Q->matrices; i++)
        if (Q->matrix[i].n == 0)
            li_session_say(s, "%s: no %s: %s", s->source.file, Q->matrix[i].name, Q->matrix[i].why);
}

li_status li_session_eval(li_session *s, li_text *out, li_format format, bool functions, bool omega)
{
    li_state state;
    li_values x;
    li_quantities all = { .why = "" }, *Q = functions || omega ? &all : NULL;

    if (li_state_find(s->ctx, &state, &s->motion, s->given, s->give, s->asking.digits) != LI_OK)
        return li_session_complain(s);
    if (functions && li_motion_quantities(s->ctx, Q, &s->motion) != LI_OK)
        return li_session_complain(s);
    if (omega && ask_omega(s, Q, &state) != LI_OK)
        return li_session_complain(s);
    if (Q != NULL && !s->asking.quiet)
        excuse(s, Q);
    li_status found = li_values_find(s->ctx, &x, &s->motion, &state, Q, s->asking.digits);
    li_status status = found == LI_OK ? put(s, out, format, &state, Q, &x) : li_session_complain(s);
    li_values_clear(s->ctx, &x);
    return status;
}


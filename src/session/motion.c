/* motion.c - the motion of a state, ready to run */
#include "session.h"

/* The system may not move at all from its start. */
static li_status stay(const li_session *s, const li_values *x)
{
    const char *why = x->message != NULL ? x->message : "";

    li_session_say(s, "%s: there is no motion from this start: %s%s%s", s->source.file, li_verdict_name(x->status), why[0] != '\0' ? ": " : "", why);
    return LI_UNDECIDED;
}

li_status li_session_begin(li_session *s, li_flow *F, li_state *state, size_t events, const li_expr *event)
{
    li_values x;

    if (li_state_find(s->ctx, state, &s->motion, s->given, s->give, s->asking.digits) != LI_OK)
        return li_session_complain(s);
    li_status found = li_values_find(s->ctx, &x, &s->motion, state, NULL, s->asking.digits);
    li_status status = found != LI_OK ? li_session_complain(s) : x.moves ? LI_OK : stay(s, &x);
    if (status == LI_OK && li_flow_init(s->ctx, F, &s->motion, state, &x, events, event) != LI_OK)
        status = li_session_complain(s);
    li_values_clear(s->ctx, &x);
    return status;
}

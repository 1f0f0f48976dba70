/* motion.c - the motion of a state, ready to run */
#include <math.h>
#include <string.h>

#include "session.h"

static const double ROUNDED = 1e-6;            /* a start that violates a constraint by more was not meant to keep it */

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
    if (status == LI_OK && (li_flow_init(s->ctx, F, &s->motion, state, &x, events, event) != LI_OK || li_flow_check_start(s->ctx, F, ROUNDED) != LI_OK))
        status = li_session_complain(s);
    li_values_clear(s->ctx, &x);
    return status;
}

/* As many rows as may be asked for by number. */
static li_status count_rows(const li_session *s, const li_flow *F, const li_run_options *run)
{
    const double most = 1e9, rows = run->every > 0 ? (run->until - F->start[F->n]) / run->every : 0;

    if (!isfinite(run->until) || rows <= most)
        return LI_OK;
    li_session_say(s, "%s %g: that would be %.3g rows, and there are %.0f at most", li_session_called(s, "--every"), run->every, rows, most);
    return LI_INPUT;
}

li_status li_session_course(li_session *s, li_flow *F, li_state *state, li_run_options *run, size_t events, const li_expr *event)
{
    li_status status = li_session_begin(s, F, state, events, event);

    if (status == LI_OK)
        run->method = li_flow_method(F, run);
    if (status == LI_OK && run->method == LI_RUN_BDF && li_flow_with_jacobian(s->ctx, F) != LI_OK)
        status = li_session_complain(s);
    if (status == LI_OK && run->until < F->start[F->n]) {
        li_session_say(s, "%s %g lies before the start, t = %g; motions run forward in time", li_session_called(s, "--until"), run->until, F->start[F->n]);
        status = LI_INPUT;
    }
    return status == LI_OK ? count_rows(s, F, run) : status;
}

li_status li_session_native(const li_session *s, const char *wish, bool *must, bool *never)
{
    *must = wish != NULL && strcmp(wish, "on") == 0;
    *never = wish != NULL && strcmp(wish, "off") == 0;
    if (*must || *never || wish == NULL || strcmp(wish, "auto") == 0)
        return LI_OK;
    li_session_say(s, "%s is auto, on or off, not '%s'", li_session_called(s, "--native"), wish);
    return LI_INPUT;
}

li_status li_session_compile(li_session *s, li_native *N, const li_flow *F, li_run_options *run, const char *wish)
{
    bool must, never;

    if (li_session_native(s, wish, &must, &never) != LI_OK)
        return LI_INPUT;
    if (never || (!must && !li_run_is_long(F, run)))
        return LI_OK;
    if (li_run_compile(s->ctx, N, F, run) == LI_OK) {
        run->native = &N->code;
        return LI_OK;
    }
    if (li_ctx_status(s->ctx) != LI_ABSENT)
        return li_session_complain(s);
    if (must)
        li_session_say(s, "%s on: %s", li_session_called(s, "--native"), li_ctx_message(s->ctx));
    li_ctx_forgive(s->ctx);
    return must ? LI_UNDECIDED : LI_OK;
}

void li_session_mind_start(const li_session *s, const li_run *R)
{
    if (R->start_residual > 1e-9 && !s->asking.quiet)
        li_session_say(s, "the start keeps the constraints to %.2g only; the motion begins at the nearest state that keeps them", R->start_residual);
}

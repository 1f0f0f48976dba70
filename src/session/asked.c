/* asked.c - what motions are asked for: how far, which events, which method */
#include <math.h>
#include <string.h>

#include "session.h"

static const double TOLERANCE = 1e-12, LENGTH = 10;            /* without tol, until */

/* ---- events and times ---- */

typedef struct {
    li_session *s;
    li_run_options *run;
    size_t events;
    li_expr *event, time;          /* time: the last one, as typed */
    li_run_event *meaning;
} asked;

/* `left = right` or an expression; as left - right. NULL after a message */
static li_expr read_event(li_session *s, const char *option, const char *text)
{
    const char *sign = strchr(text, '=');
    size_t len = sign == NULL ? strlen(text) : (size_t)(sign - text);
    li_expr left = li_model_expression(s->ctx, &s->model, text, len, NULL);
    char *behind = sign == NULL ? NULL : li_alloc_string(s->ctx, text, strlen(text));
    if (behind != NULL)
        memset(behind, ' ', len + 1);           /* so that its places are those of the text */
    li_expr right = behind == NULL ? li_expr_int(s->ctx, 0) : li_model_expression(s->ctx, &s->model, behind, strlen(behind), NULL);

    if (left == li_expr_undefined() || right == li_expr_undefined()) {
        li_text words;
        li_text_init(&words);
        li_diagnostic_print(s->ctx, &words, option, text, strlen(text));
        li_session_tell(s, &words);
        li_text_clear(s->ctx, &words);
        return NULL;
    }
    return li_expr_sub(s->ctx, left, right);
}

static bool is_constant(li_session *s, li_expr e)
{
    li_expr x;
    return li_expr_symbols(s->ctx, 1, &e, LI_TIME, LI_GENERATOR, &x, 1) == 0;
}

li_expr li_session_with_values(li_session *s, li_expr e)
{
    const li_model *m = &s->model;

    for (size_t i = 0; i < s->given; i++)
        if (li_expr_class(s->give[i].x) == LI_PARAMETER)
            e = li_expr_subst(s->ctx, e, 1, &s->give[i].x, &s->give[i].value);
    for (size_t i = 0; i < m->params; i++)
        if (m->param[i].value != NULL && !m->param[i].derived)
            e = li_expr_subst(s->ctx, e, 1, &m->param[i].symbol, &m->param[i].value);
    return e;
}

/* T where e = 0 is t = T: e is a t + b with constants a and b, T = -b/a; else NULL */
static li_expr time_of(li_session *s, li_expr e)
{
    li_expr zero = li_expr_int(s->ctx, 0), a = li_expr_diff(s->ctx, e, s->motion.t), b = li_expr_subst(s->ctx, e, 1, &s->motion.t, &zero);
    return !li_expr_is_zero(a) && is_constant(s, a) && is_constant(s, b) ? li_expr_neg(s->ctx, li_expr_div(s->ctx, b, a)) : NULL;
}

static li_status add_event(asked *c, const char *option, const char *text, bool ends)
{
    li_expr e = read_event(c->s, li_session_called(c->s, option), text);

    if (e == NULL)
        return LI_INPUT;
    if (is_constant(c->s, e)) {
        li_session_say(c->s, "%s '%s': this never changes, so it is no event", li_session_called(c->s, option), text);
        return LI_INPUT;
    }
    c->event[c->events] = e;
    c->meaning[c->events++] = (li_run_event){ li_alloc_string(c->s->ctx, text, strlen(text)), ends };      /* who asked may forget its words */
    return LI_OK;
}

/* --until 100, --until "t = 100", --until "theta = 0": times are constants, all else are events */
static li_status add_until(asked *c, const char *text)
{
    li_session *s = c->s;
    bool equation = strchr(text, '=') != NULL;
    li_expr e = read_event(s, li_session_called(s, "--until"), text), T = e == NULL ? NULL : equation ? time_of(s, e) : is_constant(s, e) ? e : NULL;

    if (e == NULL)
        return LI_INPUT;
    if (T == NULL)
        return add_event(c, "--until", text, true);
    if (!isnan(c->run->until)) {
        li_session_say(s, "%s is given two times, the second is '%s'", li_session_called(s, "--until"), text);
        return LI_INPUT;
    }
    c->time = T;
    T = li_session_with_values(s, T);
    if (li_flow_numbers(s->ctx, &c->run->until, 1, &T) != LI_OK) {
        li_session_say(s, "%s takes a time, or an equation like \"theta = 0\"; '%s' has no value", li_session_called(s, "--until"), text);
        return LI_INPUT;
    }
    return LI_OK;
}

static li_status read_events(asked *c)
{
    const li_asking *o = &c->s->asking;
    size_t most = o->untils + o->events + 1;
    li_status status = LI_OK;

    c->event = li_expr_room(c->s->ctx, most);
    c->meaning = li_alloc(c->s->ctx, most * sizeof *c->meaning);
    if (c->event == NULL || c->meaning == NULL)
        return li_session_complain(c->s);
    c->run->until = NAN;
    for (size_t i = 0; i < o->untils && status == LI_OK; i++)
        status = add_until(c, o->until[i]);
    bool ends = c->events > 0;
    for (size_t i = 0; i < o->events && status == LI_OK; i++)
        status = add_event(c, "--event", o->event[i], false);
    if (status == LI_OK && o->section != NULL) {
        status = add_event(c, "--section", o->section, false);
        c->run->section = c->events;
    }
    if (isnan(c->run->until))
        c->run->until = ends ? INFINITY : LENGTH;
    c->run->event = c->meaning;
    return status;
}

static li_status read_method(asked *c)
{
    static const char *const name[] = { "auto", "taylor", "rk", "adams", "bdf" };
    const char *method = c->s->asking.method;

    for (int i = 0; method != NULL && i < 5; i++)
        if (strcmp(method, name[i]) == 0) {
            c->run->method = (li_run_method)i;
            return LI_OK;
        }
    if (method == NULL)
        return LI_OK;
    const char *near = li_name_nearest(method, 5, name);
    li_session_say(c->s, "'%s' is not a method; there are auto, taylor, rk, adams and bdf%s%s%s", method,
                   near == NULL ? "" : "; did you mean '", near == NULL ? "" : near, near == NULL ? "" : "'?");
    return LI_INPUT;
}

li_status li_session_asked(li_session *s, li_run_options *run, size_t *events, li_expr **event, li_expr *time)
{
    asked c = { .s = s, .run = run, .time = li_expr_int(s->ctx, (int64_t)LENGTH) };
    li_status status = read_events(&c);

    if (status == LI_OK)
        status = read_method(&c);
    if (status == LI_OK && run->points > 0 && run->section == 0 && !isfinite(run->until)) {
        li_session_say(s, "rows at even times need a last time: %s T besides the event, or %s DT", li_session_called(s, "--until"), li_session_called(s, "--every"));
        status = LI_INPUT;
    }
    run->tol = s->asking.tol > 0 ? s->asking.tol : TOLERANCE;
    *events = c.events;
    *event = c.event;
    if (time != NULL)
        *time = c.time;
    return status;
}

/* session.c - a model read for a command
 *
 * Settings that change the model itself (functions, derived parameters, numbers put in) are understood with the
 * model as it is, and then the model is read again with them, in a context that knows nothing of the first reading. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static const double TERMS_A_SECOND = 1e6;      /* of exact work, roughly */
enum { MEMORY = 4096 };                        /* MB */

static size_t memory_limit(void)
{
    const char *s = getenv("LIAISON_MEMORY");
    char *end;

    if (s == NULL || *s == '\0')
        return (size_t)MEMORY << 20;
    errno = 0;
    unsigned long long mb = strtoull(s, &end, 10);
    if (*end != '\0' || errno != 0 || mb == 0 || mb > SIZE_MAX >> 20 || s[0] == '-') {
        say("LIAISON_MEMORY is a number of MB above 0, not '%s'; %d MB it is", s, MEMORY);
        return (size_t)MEMORY << 20;
    }
    return (size_t)mb << 20;
}

static void limit_context(const session *s)
{
    li_ctx_limit(s->ctx, s->memory);
    if (s->o->budget > 0)
        li_exact_budget(s->ctx, s->o->budget < 1e9 ? (uint64_t)(s->o->budget * TERMS_A_SECOND) + 1 : UINT64_MAX / 2);
}

static bool new_context(session *s)
{
    li_ctx_free(s->ctx);
    s->ctx = li_ctx_new();
    if (s->ctx == NULL)
        return false;
    limit_context(s);
    return true;
}

/* The model with the redefinitions found so far. */
static int read_here(session *s)
{
    li_status status = li_model_read_with(s->ctx, &s->model, s->source.source, s->source.len, s->redefinitions, s->with);
    if (status == LI_INPUT) {
        show_diagnostics(s);
        return WRONG_INPUT;
    }
    return status == LI_OK ? DONE : complain(s);
}

static int read_model(session *s)
{
    if (new_context(s))
        return read_here(s);
    say("out of memory");
    return MACHINE_FAILED;
}

/* --dependent v,w: velocities, quasi-velocities, or coordinates whose velocities are meant. */
static int read_dependent(session *s)
{
    const char *list = s->o->dependent;
    size_t most = strlen(list) / 2 + 1;
    li_expr *x = li_alloc(s->ctx, most * sizeof *x);

    for (size_t len; x != NULL && *list != '\0'; list += len + (list[len] == ',')) {
        len = strcspn(list, ",");
        li_expr e = li_model_expression(s->ctx, &s->model, list, len, NULL);
        for (size_t r = 0; r < s->motion.coords; r++)
            if (s->motion.q[r] == e)
                e = s->motion.v[r];
        if (li_expr_kind(e) != LI_SYM || li_expr_class(e) != LI_VELOCITY) {
            say("--dependent takes velocities, like xi' or a quasi-velocity, with commas between; '%.*s' is none", (int)len, list);
            return WRONG_INPUT;
        }
        x[s->motion.chosen++] = e;
    }
    s->motion.dependent = x;
    return x == NULL ? complain(s) : DONE;
}

/* What is wrong with the form of a system has a place. */
static int set_in_motion(session *s)
{
    size_t errors = li_diagnostic_errors(s->ctx);

    if (li_motion_of_model(s->ctx, &s->motion, &s->model) == LI_OK)
        return DONE;
    if (li_diagnostic_errors(s->ctx) == errors)
        return complain(s);
    show_diagnostics(s);
    return WRONG_INPUT;
}

static int read_all(session *s, purpose p)
{
    int status = read_source(&s->source, s->o->file);

    if (status == DONE)
        status = read_model(s);
    if (status == DONE)
        status = read_settings(s, p != AT_A_STATE);
    if (status == DONE && s->redefinitions > 0) {
        s->again = true;
        status = read_model(s);
        if (status == DONE)
            status = read_settings(s, p != AT_A_STATE);
    }
    if (status == DONE && !s->o->quiet)
        show_diagnostics(s);                   /* warnings */
    if (status == DONE && p == DESCRIPTION)
        li_model_leave_open(&s->model);
    if (status == DONE && p == CALCULATION && s->model.coords == 0 && s->model.omega == NULL)
        return DONE;
    if (status == DONE)
        status = set_in_motion(s);
    if (status == DONE && s->o->dependent != NULL)
        status = read_dependent(s);
    if (status == DONE)
        status = read_reducing(s);
    return status;
}

int open_session(session *s, const options *o, purpose p)
{
    *s = (session){ .o = o, .desk = li_ctx_new(), .memory = memory_limit() };
    if (s->desk == NULL) {
        say("out of memory");
        return MACHINE_FAILED;
    }
    return read_all(s, p);
}

int read_again(session *s, const session *of, li_ctx *ctx, const options *o, size_t redefinitions, li_redefinition *with)
{
    *s = *of;
    s->ctx = ctx;
    s->o = o;
    s->redefinitions = redefinitions;
    s->with = with;
    s->again = true;
    s->motion = (li_motion){ 0 };
    limit_context(s);
    int status = read_here(s);
    if (status == DONE)
        status = read_settings(s, false);
    if (status == DONE)
        status = set_in_motion(s);
    if (status == DONE && o->dependent != NULL)
        status = read_dependent(s);
    return status;
}

void close_session(session *s)
{
    li_ctx_free(s->ctx);
    li_ctx_free(s->desk);
    clear_source(&s->source);
}

/* session.c - a model read for what is asked of it
 *
 * Settings that change the model itself (functions, derived parameters, numbers put in) are understood with the
 * model as it is, and then the model is read again with them, in a context that knows nothing of the first reading. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"

static const double TERMS_A_SECOND = 1e6;      /* of exact work, roughly */
enum { MEMORY = 4096 };                        /* MB */

static size_t memory_limit(const li_session *s)
{
    const char *text = getenv("LIAISON_MEMORY");
    char *end;

    if (text == NULL || *text == '\0')
        return (size_t)MEMORY << 20;
    errno = 0;
    unsigned long long mb = strtoull(text, &end, 10);
    if (*end != '\0' || errno != 0 || mb == 0 || mb > SIZE_MAX >> 20 || text[0] == '-') {
        li_session_say(s, "LIAISON_MEMORY is a number of MB above 0, not '%s'; %d MB it is", text, MEMORY);
        return (size_t)MEMORY << 20;
    }
    return (size_t)mb << 20;
}

static void limit_context(const li_session *s)
{
    li_ctx_limit(s->ctx, s->memory);
    if (s->asking.budget > 0)
        li_exact_budget(s->ctx, s->asking.budget < 1e9 ? (uint64_t)(s->asking.budget * TERMS_A_SECOND) + 1 : UINT64_MAX / 2);
}

static bool new_context(li_session *s)
{
    li_ctx_free(s->ctx);
    s->ctx = li_ctx_new();
    if (s->ctx == NULL)
        return false;
    limit_context(s);
    return true;
}

/* The model with the redefinitions found so far. */
static li_status read_here(li_session *s)
{
    li_status status = li_model_read_with(s->ctx, &s->model, s->source.source, s->source.len, s->redefinitions, s->with);
    if (status == LI_INPUT) {
        li_session_show(s);
        return LI_INPUT;
    }
    return status == LI_OK ? LI_OK : li_session_complain(s);
}

static li_status read_model(li_session *s)
{
    if (new_context(s))
        return read_here(s);
    li_session_say(s, "out of memory");
    return LI_MEMORY;
}

/* dependent v,w: velocities, quasi-velocities, or coordinates whose velocities are meant. */
static li_status read_dependent(li_session *s)
{
    const char *list = s->asking.dependent;
    size_t most = strlen(list) / 2 + 1;
    li_expr *x = li_alloc(s->ctx, most * sizeof *x);

    for (size_t len; x != NULL && *list != '\0'; list += len + (list[len] == ',')) {
        len = strcspn(list, ",");
        li_expr e = li_model_expression(s->ctx, &s->model, list, len, NULL);
        for (size_t r = 0; r < s->motion.coords; r++)
            if (s->motion.q[r] == e)
                e = s->motion.v[r];
        if (li_expr_kind(e) != LI_SYM || li_expr_class(e) != LI_VELOCITY) {
            li_session_say(s, "%s takes velocities, like xi' or a quasi-velocity, with commas between; '%.*s' is none", li_session_called(s, "--dependent"),
                           (int)len, list);
            return LI_INPUT;
        }
        x[s->motion.chosen++] = e;
    }
    s->motion.dependent = x;
    return x == NULL ? li_session_complain(s) : LI_OK;
}

/* What is wrong with the form of a system has a place. */
static li_status set_in_motion(li_session *s)
{
    size_t errors = li_diagnostic_errors(s->ctx);

    if (li_motion_of_model(s->ctx, &s->motion, &s->model) == LI_OK)
        return LI_OK;
    if (li_diagnostic_errors(s->ctx) == errors)
        return li_session_complain(s);
    li_session_show(s);
    return LI_INPUT;
}

/* Of settings that redefine something the model is read once more. */
static li_status read_text(li_session *s, bool symbolic)
{
    li_status status = read_model(s);

    if (status == LI_OK)
        status = li_session_settings(s, symbolic);
    if (status == LI_OK && s->redefinitions > 0) {
        s->again = true;
        status = read_model(s);
        if (status == LI_OK)
            status = li_session_settings(s, symbolic);
    }
    if (status == LI_OK && !s->asking.quiet)
        li_session_show(s);                    /* warnings */
    return status;
}

static li_status open_motion(li_session *s)
{
    li_status status = set_in_motion(s);

    if (status == LI_OK && s->asking.dependent != NULL)
        status = read_dependent(s);
    return status;
}

li_status li_session_open(li_session *s, const li_asking *asking, const li_source *source, li_purpose purpose)
{
    s->asking = *asking;
    s->source = *source;
    s->desk = li_ctx_new();
    if (s->desk == NULL) {
        li_session_say(s, "out of memory");
        return LI_MEMORY;
    }
    s->memory = memory_limit(s);
    li_status status = read_text(s, purpose != LI_AT_A_STATE && purpose != LI_READING);
    if (status != LI_OK || purpose == LI_READING)
        return status;
    if (purpose == LI_DESCRIPTION)
        li_model_leave_open(&s->model);
    if (purpose == LI_CALCULATION && s->model.coords == 0 && s->model.omega == NULL)
        return LI_OK;
    status = open_motion(s);
    return status == LI_OK ? li_session_reducing(s) : status;
}

li_status li_session_again(li_session *s, const li_session *of, li_ctx *ctx, const li_asking *asking, size_t redefinitions, li_redefinition *with)
{
    *s = *of;
    s->ctx = ctx;
    s->asking = *asking;
    s->redefinitions = redefinitions;
    s->with = with;
    s->again = true;
    s->motion = (li_motion){ 0 };
    limit_context(s);
    li_status status = read_here(s);
    if (status == LI_OK)
        status = li_session_settings(s, false);
    return status == LI_OK ? open_motion(s) : status;
}

void li_session_close(li_session *s)
{
    li_ctx_free(s->ctx);
    li_ctx_free(s->desk);
    s->ctx = s->desk = NULL;
}

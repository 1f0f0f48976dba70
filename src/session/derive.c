/* derive.c - the equations of motion, as text */
#include <string.h>

#include "session.h"

enum { MOST_FORMS = 64, PRINTABLE = 100000 };     /* leaves and operations of a form among others */

/* A form that is left out, and why */
static void omit(li_session *s, li_equations *form, const char *name, const char *joint, const char *why)
{
    li_session_say(s, "%s: form %s%s%s", s->source.file, name, joint, why);
    *form = (li_equations){ .form = name, .title = name, .omitted = why };
}

/* Every form that applies to the system; those that do not are passed over. */
static li_status derive_all(li_session *s, li_equations *form, size_t *count)
{
    li_status status = LI_OK;

    for (size_t i = 0; li_motion_form_name(i) != NULL && *count < MOST_FORMS; i++) {
        const char *name = li_motion_form_name(i);
        if (!li_motion_form_suits(&s->motion, i))
            continue;
        if (li_motion_form(s->ctx, &form[*count], &s->motion, name, true) == LI_OK) {
            if (li_equations_cost(s->ctx, &form[*count]) > PRINTABLE)
                omit(s, &form[*count], name, " is ", "too long to be printed with the others");
            ++*count;
            continue;
        }
        li_status failure = li_ctx_status(s->ctx);
        if (failure == LI_MEMORY)
            return li_session_complain(s);
        const char *why = li_ctx_message(s->ctx);
        why = li_alloc_string(s->ctx, why, strlen(why));
        li_ctx_forgive(s->ctx);
        if (failure == LI_INPUT)
            continue;
        omit(s, &form[(*count)++], name, ": ", why != NULL ? why : "");
        status = LI_UNDECIDED;
    }
    return status;
}

static li_status derive(li_session *s, const char *name, li_equations *form, size_t *count)
{
    if (name != NULL && strcmp(name, "all") == 0)
        return derive_all(s, form, count);
    if (li_motion_form(s->ctx, form, &s->motion, name, true) != LI_OK)
        return li_session_complain(s);
    *count = 1;
    if (s->asking.dependent != NULL && !s->asking.quiet && form->unknowns >= s->motion.n)
        li_session_say(s, "%s: %s changes nothing: the form %s keeps all velocities", s->source.file, li_session_called(s, "--dependent"), form->form);
    return LI_OK;
}

li_status li_session_derive(li_session *s, li_text *out, const char *name, li_format format, bool dots)
{
    li_equations form[MOST_FORMS];
    size_t count = 0;
    li_status status = derive(s, name, form, &count);

    if (count == 0)
        return status;
    if (format == LI_AS_JSON)
        li_emit_equations_json(s->ctx, out, &s->model, count, form);
    else if (format == LI_AS_LATEX)
        li_emit_equations_latex(s->ctx, out, &s->model, count, form, dots);
    else
        li_emit_equations_text(s->ctx, out, count, form);
    return li_ctx_status(s->ctx) == LI_OK ? status : li_session_complain(s);
}

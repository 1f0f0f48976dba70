/* derive.c - liaison derive: the equations of motion */
#include <string.h>

#include "cli.h"

enum { PRINTABLE = 100000 };     /* leaves and operations of a form among others */

/* A form that is left out, and why */
static void omit(session *s, li_equations *form, const char *name, const char *joint, const char *why)
{
    say("%s: form %s%s%s", s->source.file, name, joint, why);
    *form = (li_equations){ .form = name, .title = name, .omitted = why };
}

/* Every form that applies to the system; those that do not are passed over. */
static int derive_all(session *s, li_equations *form, size_t *count)
{
    int status = DONE;

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
            return complain(s);
        const char *why = li_ctx_message(s->ctx);
        why = li_alloc_string(s->ctx, why, strlen(why));
        li_ctx_forgive(s->ctx);
        if (failure == LI_INPUT)
            continue;
        omit(s, &form[(*count)++], name, ": ", why != NULL ? why : "");
        status = NOT_FINISHED;
    }
    return status;
}

int derive_forms(session *s, li_equations *form, size_t *count)
{
    const char *name = s->o->form;

    if (name != NULL && strcmp(name, "all") == 0)
        return derive_all(s, form, count);
    if (li_motion_form(s->ctx, form, &s->motion, name, true) != LI_OK)
        return complain(s);
    *count = 1;
    if (s->o->dependent != NULL && !s->o->quiet && form->unknowns >= s->motion.n)
        say("%s: --dependent changes nothing: the form %s keeps all velocities", s->source.file, form->form);
    return DONE;
}

static void put(session *s, li_text *out, size_t count, const li_equations *form)
{
    if (s->o->format == FORMAT_JSON)
        li_emit_equations_json(s->ctx, out, &s->model, count, form);
    else if (s->o->format == FORMAT_LATEX)
        li_emit_equations_latex(s->ctx, out, &s->model, count, form, s->o->dots);
    else
        li_emit_equations_text(s->ctx, out, count, form);
}

int run_derive(const options *o)
{
    session s;
    li_equations form[MOST_FORMS];
    size_t count = 0;
    li_text out;
    progress p;
    bool omega = o->form != NULL && (strncmp(o->form, "omega", 5) == 0 || strcmp(o->form, "all") == 0);
    int status = check_reducing(o, omega);

    if (status != DONE)
        return status;
    status = open_session(&s, o, SYMBOLIC);
    li_text_init(&out);
    if (status == DONE) {
        start_progress(&p, s.ctx, o->quiet);
        status = derive_forms(&s, form, &count);
        end_progress(&p);
    }
    if (count > 0) {
        put(&s, &out, count, form);
        int written = li_ctx_status(s.ctx) == LI_OK ? write_result(&out) : complain(&s);
        status = written != DONE ? written : status;
    }
    if (s.ctx != NULL)
        li_text_clear(s.ctx, &out);
    close_session(&s);
    return status;
}

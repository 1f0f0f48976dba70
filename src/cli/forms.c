/* forms.c - liaison forms: the calculator with exterior forms */
#include "cli.h"

/* Every `show`; where there is none, every form and field. */
static bool is_shown(const li_model *m, const li_calculation *c)
{
    bool shows = false;
    for (size_t i = 0; i < m->calculations && !shows; i++)
        shows = m->calculation[i].kind == LI_CALCULATE_SHOW;
    return !shows || c->kind == LI_CALCULATE_SHOW;
}

static int calculate(session *s, li_calculator *k, size_t *count, li_shown *shown)
{
    for (size_t i = 0; i < s->model.calculations; i++) {
        const li_calculation *c = &s->model.calculation[i];
        li_progress(s->ctx, "forms", i, s->model.calculations);
        if (li_calculator_show(k, &shown[*count], c) != LI_OK) {
            li_shown_clear(s->ctx, &shown[*count]);
            if (li_diagnostic_errors(s->ctx) == 0)
                return complain(s);
            show_diagnostics(s);
            return WRONG_INPUT;
        }
        if (is_shown(&s->model, c))
            ++*count;
        else
            li_shown_clear(s->ctx, &shown[*count]);
    }
    return DONE;
}

static int put(session *s, size_t count, const li_shown *shown)
{
    li_text out;

    li_text_init(&out);
    if (s->o->format == FORMAT_JSON)
        li_emit_shown_json(s->ctx, &out, &s->model, count, shown);
    else if (s->o->format == FORMAT_LATEX)
        li_emit_shown_latex(s->ctx, &out, &s->model, count, shown, s->o->dots);
    else
        li_emit_shown_text(s->ctx, &out, count, shown);
    int status = li_ctx_status(s->ctx) == LI_OK ? write_result(&out) : complain(s);
    li_text_clear(s->ctx, &out);
    return status;
}

int run_forms(const options *o)
{
    session s;
    progress p;
    int status = open_session(&s, o, CALCULATION);

    if (status == DONE && s.model.coords == 0 && s.model.omega == NULL && s.model.claims > 0)
        say("%s: the claims are not decided: they are about the motions of a system, and this file declares a chart only", s.source.file);
    if (status == DONE && s.model.calculations == 0)
        say("%s: no statements form, field or show", s.source.file);
    if (status == DONE) {
        size_t count = 0;
        li_shown *shown = li_alloc(s.ctx, (s.model.calculations + 1) * sizeof *shown);
        li_calculator *k = li_calculator_new(s.ctx, &s.model, s.model.coords > 0 || s.model.omega != NULL ? &s.motion : NULL);
        start_progress(&p, s.ctx, o->quiet);
        status = shown != NULL && k != NULL ? calculate(&s, k, &count, shown) : complain(&s);
        end_progress(&p);
        if (status == DONE)
            status = put(&s, count, shown);
        for (size_t i = 0; i < count; i++)
            li_shown_clear(s.ctx, &shown[i]);
        li_calculator_free(k);
    }
    close_session(&s);
    return status;
}

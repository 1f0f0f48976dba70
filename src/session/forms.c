/* forms.c - the calculator with exterior forms, as text */
#include "session.h"

/* Every `show`; where there is none, every form and field. */
static bool is_shown(const li_model *m, const li_calculation *c)
{
    bool shows = false;
    for (size_t i = 0; i < m->calculations && !shows; i++)
        shows = m->calculation[i].kind == LI_CALCULATE_SHOW;
    return !shows || c->kind == LI_CALCULATE_SHOW;
}

static li_status calculate(li_session *s, li_calculator *k, size_t *count, li_shown *shown)
{
    for (size_t i = 0; i < s->model.calculations; i++) {
        const li_calculation *c = &s->model.calculation[i];
        li_progress(s->ctx, "forms", i, s->model.calculations);
        if (li_calculator_show(k, &shown[*count], c) != LI_OK) {
            li_shown_clear(s->ctx, &shown[*count]);
            if (li_diagnostic_errors(s->ctx) == 0)
                return li_session_complain(s);
            li_session_show(s);
            return LI_INPUT;
        }
        if (is_shown(&s->model, c))
            ++*count;
        else
            li_shown_clear(s->ctx, &shown[*count]);
    }
    return LI_OK;
}

static li_status put(li_session *s, li_text *out, size_t count, const li_shown *shown, li_format format, bool dots)
{
    if (format == LI_AS_JSON)
        li_emit_shown_json(s->ctx, out, &s->model, count, shown);
    else if (format == LI_AS_LATEX)
        li_emit_shown_latex(s->ctx, out, &s->model, count, shown, dots);
    else
        li_emit_shown_text(s->ctx, out, count, shown);
    return li_ctx_status(s->ctx) == LI_OK ? LI_OK : li_session_complain(s);
}

li_status li_session_forms(li_session *s, li_text *out, li_format format, bool dots)
{
    const li_model *m = &s->model;
    bool system = m->coords > 0 || m->omega != NULL;
    size_t count = 0;
    li_shown *shown = li_alloc(s->ctx, (m->calculations + 1) * sizeof *shown);
    li_calculator *k = li_calculator_new(s->ctx, m, system ? &s->motion : NULL);

    if (!system && m->claims > 0)
        li_session_say(s, "%s: the claims are not decided: they are about the motions of a system, and this file declares a chart only", s->source.file);
    if (m->calculations == 0)
        li_session_say(s, "%s: no statements form, field or show", s->source.file);
    li_status status = shown != NULL && k != NULL ? calculate(s, k, &count, shown) : li_session_complain(s);
    if (status == LI_OK)
        status = put(s, out, count, shown, format, dots);
    for (size_t i = 0; i < count; i++)
        li_shown_clear(s->ctx, &shown[i]);
    li_calculator_free(k);
    return status;
}

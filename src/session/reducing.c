/* reducing.c - how Omega is written and reduced: chart, eliminate, eliminate-rates, reduce */
#include <string.h>

#include "session.h"

static li_status read_chart(li_session *s)
{
    enum { CHARTS = LI_CHART_SPEEDS };
    const char *name = s->asking.chart, *list[CHARTS];

    for (int i = 0; i < CHARTS; i++) {
        list[i] = li_omega_chart_name((li_omega_chart)(i + 1));
        if (strcmp(name, list[i]) == 0) {
            s->motion.reducing.chart = (li_omega_chart)(i + 1);
            return LI_OK;
        }
    }
    const char *near = li_name_nearest(name, CHARTS, list);
    li_session_say(s, "'%s' is not a chart; there are lagrange, hamilton, quasi and speeds%s%s%s", name,
                   near == NULL ? "" : "; did you mean '", near == NULL ? "" : near, near == NULL ? "" : "'?");
    return LI_INPUT;
}

/* The next name of a list with commas; its length */
static size_t next_name(const char **list)
{
    *list += strspn(*list, ", ");
    return strcspn(*list, ", ");
}

/* xi,eta: coordinates, velocities, quasi-velocities */
static li_status read_symbols(li_session *s, const char *option, const char *list, size_t *count, const li_expr **out)
{
    li_expr *x = li_alloc(s->ctx, (strlen(list) + 1) * sizeof *x);

    *count = 0;
    *out = x;
    for (size_t len = next_name(&list); x != NULL && len > 0; list += len, len = next_name(&list)) {
        li_expr e = li_model_expression(s->ctx, &s->model, list, len, NULL);
        if (li_expr_kind(e) != LI_SYM || (li_expr_class(e) != LI_COORDINATE && li_expr_class(e) != LI_VELOCITY)) {
            li_session_say(s, "%s takes coordinates and velocities, like xi or a quasi-velocity, with commas between; '%.*s' is none", li_session_called(s, option),
                           (int)len, list);
            return LI_INPUT;
        }
        x[(*count)++] = e;
    }
    if (x != NULL && *count == 0) {
        li_session_say(s, "%s takes names with commas between", li_session_called(s, option));
        return LI_INPUT;
    }
    return x == NULL ? li_session_complain(s) : LI_OK;
}

static li_status read_constraints(li_session *s)
{
    const char *list = s->asking.reduce, **name = li_alloc(s->ctx, (strlen(list) + 1) * sizeof *name);
    li_reducing *what = &s->motion.reducing;

    for (size_t len = next_name(&list); name != NULL && len > 0; list += len, len = next_name(&list))
        name[what->constraints++] = li_alloc_string(s->ctx, list, len);
    what->constraint = name;
    if (what->constraints == 0 && name != NULL) {
        li_session_say(s, "%s takes names of constraints with commas between", li_session_called(s, "--reduce"));
        return LI_INPUT;
    }
    return name == NULL ? li_session_complain(s) : LI_OK;
}

li_status li_session_reducing(li_session *s)
{
    li_reducing *what = &s->motion.reducing;
    const li_asking *o = &s->asking;
    li_status status = o->chart != NULL ? read_chart(s) : LI_OK;

    if (status == LI_OK && o->eliminate != NULL)
        status = read_symbols(s, "--eliminate", o->eliminate, &what->forms, &what->form);
    if (status == LI_OK && o->eliminate_rates != NULL)
        status = read_symbols(s, "--eliminate-rates", o->eliminate_rates, &what->rates, &what->rate);
    if (status == LI_OK && o->reduce != NULL)
        status = read_constraints(s);
    return status;
}

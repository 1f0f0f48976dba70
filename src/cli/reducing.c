/* reducing.c - how Omega is written and reduced: --chart, --eliminate, --eliminate-rates, --reduce */
#include <string.h>

#include "cli.h"

static int read_chart(session *s)
{
    enum { CHARTS = LI_CHART_SPEEDS };
    const char *name = s->o->chart, *list[CHARTS];

    for (int i = 0; i < CHARTS; i++) {
        list[i] = li_omega_chart_name((li_omega_chart)(i + 1));
        if (strcmp(name, list[i]) == 0) {
            s->motion.reducing.chart = (li_omega_chart)(i + 1);
            return DONE;
        }
    }
    const char *near = li_name_nearest(name, CHARTS, list);
    say("'%s' is not a chart; there are lagrange, hamilton, quasi and speeds%s%s%s", name, near == NULL ? "" : "; did you mean '", near == NULL ? "" : near,
        near == NULL ? "" : "'?");
    return WRONG_INPUT;
}

/* The next name of a list with commas; its length */
static size_t next_name(const char **list)
{
    *list += strspn(*list, ", ");
    return strcspn(*list, ", ");
}

/* xi,eta: coordinates, velocities, quasi-velocities */
static int read_symbols(session *s, const char *option, const char *list, size_t *count, const li_expr **out)
{
    li_expr *x = li_alloc(s->ctx, (strlen(list) + 1) * sizeof *x);

    *count = 0;
    *out = x;
    for (size_t len = next_name(&list); x != NULL && len > 0; list += len, len = next_name(&list)) {
        li_expr e = li_model_expression(s->ctx, &s->model, list, len, NULL);
        if (li_expr_kind(e) != LI_SYM || (li_expr_class(e) != LI_COORDINATE && li_expr_class(e) != LI_VELOCITY)) {
            say("%s takes coordinates and velocities, like xi or a quasi-velocity, with commas between; '%.*s' is none", option, (int)len, list);
            return WRONG_INPUT;
        }
        x[(*count)++] = e;
    }
    if (x != NULL && *count == 0) {
        say("%s takes names with commas between", option);
        return WRONG_INPUT;
    }
    return x == NULL ? complain(s) : DONE;
}

static int read_constraints(session *s)
{
    const char *list = s->o->reduce, **name = li_alloc(s->ctx, (strlen(list) + 1) * sizeof *name);
    li_reducing *what = &s->motion.reducing;

    for (size_t len = next_name(&list); name != NULL && len > 0; list += len, len = next_name(&list))
        name[what->constraints++] = li_alloc_string(s->ctx, list, len);
    what->constraint = name;
    if (what->constraints == 0 && name != NULL) {
        say("--reduce takes names of constraints with commas between");
        return WRONG_INPUT;
    }
    return name == NULL ? complain(s) : DONE;
}

int check_reducing(const options *o, bool omega)
{
    const char *given = o->chart != NULL ? "--chart" : o->eliminate != NULL ? "--eliminate" : o->eliminate_rates != NULL ? "--eliminate-rates" : o->reduce != NULL ? "--reduce" : NULL;

    if (given == NULL || omega)
        return DONE;
    say("%s belongs to the forms omega, omega-r and omega-s of derive and to eval --omega", given);
    return WRONG_INPUT;
}

int read_reducing(session *s)
{
    li_reducing *what = &s->motion.reducing;
    const options *o = s->o;
    int status = o->chart != NULL ? read_chart(s) : DONE;

    if (status == DONE && o->eliminate != NULL)
        status = read_symbols(s, "--eliminate", o->eliminate, &what->forms, &what->form);
    if (status == DONE && o->eliminate_rates != NULL)
        status = read_symbols(s, "--eliminate-rates", o->eliminate_rates, &what->rates, &what->rate);
    if (status == DONE && o->reduce != NULL)
        status = read_constraints(s);
    return status;
}

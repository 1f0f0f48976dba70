/* calculation.c - the syntax of the calculator with exterior forms: chart, form, field, show; omega */
#include <string.h>

#include "reader.h"

/* The next variable of the chart; t may stand among them. The others are velocity parameters: they have a rate. */
static bool read_variable(li_reader *r)
{
    li_model *m = r->m;
    li_expr *chart = li_room(r->ctx, m->chart, m->charts, sizeof *chart), x = m->t;
    const li_token *token = li_parser_peek(&r->p);

    if (token->kind == LI_TOKEN_NAME && token->primes == 0 && strcmp(token->s, "t") == 0) {
        li_parser_next(&r->p);
        for (size_t i = 0; i < m->charts; i++)
            if (m->chart[i] == x)
                li_diagnose(r->ctx, LI_ERROR, token->place, "'t' is in the chart already");
    } else {
        li_name *n = li_read_declared(r, LI_NAME_CHART, "a variable of the chart");
        if (n == NULL)
            return false;
        n->index = m->charts;
        for (int k = 0; k < 2; k++)
            n->e[k] = li_read_symbol(r, n->name, k, k == 0 ? LI_VELOCITY : LI_ACCELERATION);
        x = n->e[0];
    }
    if (chart == NULL)
        return false;
    m->chart = chart;
    chart[m->charts++] = x;
    return true;
}

bool li_read_chart(li_reader *r)
{
    r->chart = li_parser_peek(&r->p)->place;
    if (r->m->charts > 0)
        li_diagnose(r->ctx, LI_ERROR, r->chart, "a second chart; a file has one");
    do
        if (!read_variable(r))
            return false;
    while (li_parser_accept(&r->p, ","));
    return true;
}

static bool read_calculation(li_reader *r, li_calculation_kind kind, const char *what)
{
    static const char *const name_of[] = { "the name of the form", "the name of the field" };
    li_model *m = r->m;
    li_calculation *list = li_room(r->ctx, m->calculation, m->calculations, sizeof *list), c = { .kind = kind, .name = "" };
    li_name *n = NULL;

    c.place = li_parser_peek(&r->p)->place;
    if (kind != LI_CALCULATE_SHOW) {
        n = li_read_declared(r, kind == LI_CALCULATE_FORM ? LI_NAME_FORM : LI_NAME_FIELD, name_of[kind]);
        if (n == NULL || !li_parser_expect(&r->p, "=", name_of[kind]))
            return false;
        c.name = n->name;
        n->index = m->calculations;
    }
    size_t from = r->p.at;
    c.tree = li_parser_expression(&r->p, what);
    if (list == NULL || c.tree == NULL) {
        if (n != NULL)
            n->kind = LI_NAME_BROKEN;
        return false;
    }
    if (n != NULL)
        n->tree = c.tree;
    c.place = li_place_span(c.place, r->p.token[r->p.at - 1].place);
    c.text = li_read_text(r, from, r->p.at);
    m->calculation = list;
    list[m->calculations++] = c;
    return c.text != NULL;
}

bool li_read_omega(li_reader *r)
{
    const li_ast *tree = li_parser_expression(&r->p, "a 2-form on the chart");

    if (tree != NULL && r->m->omega != NULL)
        li_diagnose(r->ctx, LI_ERROR, tree->place, "a second 'omega'; the first is on line %d, and one form is the whole system", r->m->omega->place.line);
    else if (tree != NULL)
        r->m->omega = tree;
    return tree != NULL;
}

static bool read_calculations(li_reader *r, li_calculation_kind kind, const char *what)
{
    do
        if (!read_calculation(r, kind, what))
            return false;
    while (li_parser_accept(&r->p, ","));
    return true;
}

bool li_read_form(li_reader *r) { return read_calculations(r, LI_CALCULATE_FORM, "a form after '='"); }
bool li_read_field(li_reader *r) { return read_calculations(r, LI_CALCULATE_FIELD, "a field after '='"); }
bool li_read_show(li_reader *r) { return read_calculations(r, LI_CALCULATE_SHOW, "a form, a field or a function"); }

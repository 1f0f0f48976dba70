/* omega.c - a system given by its 2-form on a chart: `chart x, y, ..., t` and `omega FORM`                  [gallissot 1, 5]
 *
 * Its variables but t are velocity parameters with rates and without coordinates. */
#include "reader.h"

/* What gives a system otherwise, or adds to it, has no place beside the form. */
static void check_alone(li_reader *r)
{
    const char *words = "this system is given by its 2-form, and there is no '%s' beside it";
    const char *const energy[] = { "kinetic", "potential", "hamiltonian" };
    const li_model *m = r->m;

    for (size_t i = 0; i < r->energies; i++)
        li_diagnose(r->ctx, LI_ERROR, r->energy[i].tree->place, words, energy[r->energy[i].kind]);
    for (size_t i = 0; i < m->quasis; i++)
        li_diagnose(r->ctx, LI_ERROR, m->quasi[i].place, words, "quasi");
    for (size_t i = 0; i < m->speeds; i++)
        li_diagnose(r->ctx, LI_ERROR, m->speed[i].place, words, r->momenta > 0 ? "momentum" : "speed");
    for (size_t i = 0; i < m->contacts; i++)
        li_diagnose(r->ctx, LI_ERROR, m->contact[i].place, words, "contact");
    for (size_t i = 0; i < m->forces; i++)
        li_diagnose(r->ctx, LI_ERROR, m->force[i].place, "a force on a system that is given by its 2-form is a part of the form, F*d(x)/\\d(t)");
}

/* Is there a chart of an odd number of variables, t among them? */
static bool check_chart(li_reader *r)
{
    const li_model *m = r->m;
    bool timed = false;

    for (size_t i = 0; i < m->charts; i++)
        timed = timed || m->chart[i] == m->t;
    if (m->coords > 0 && m->charts == 0)
        li_diagnose(r->ctx, LI_ERROR, m->omega->place, "a system with coordinates makes its own form; 'omega' gives a system on a 'chart'");
    else if (m->charts == 0)
        li_diagnose(r->ctx, LI_ERROR, m->omega->place, "'omega' needs the chart on which the form is: chart x, y, ..., t");
    else if (!timed)
        li_diagnose(r->ctx, LI_ERROR, r->chart, "the chart of a system contains the time; add t");
    else if (m->charts % 2 == 0 || m->charts == 1)
        li_diagnose(r->ctx, LI_ERROR, r->chart, "the chart of a system has t and an even number of other variables; this one has %zu", m->charts - 1);
    else
        return m->coords == 0;
    return false;
}

void li_reader_omega(li_reader *r)
{
    li_model *m = r->m;
    size_t before = li_diagnostic_errors(r->ctx);

    if (m->omega == NULL)
        return;
    if (m->coords == 0)
        check_alone(r);
    if (!check_chart(r) || li_diagnostic_errors(r->ctx) > before)
        return;
    m->speed = li_alloc(r->ctx, m->charts * sizeof *m->speed);
    for (size_t i = 0; m->speed != NULL && i < m->charts; i++) {
        const li_name *n = m->chart[i] == m->t ? NULL : li_names_find(r->names, li_expr_name(m->chart[i]));
        if (n != NULL)
            m->speed[m->speeds++] = (li_velocity){ .name = n->name, .place = n->place, .w = n->e[0], .rate = n->e[1] };
    }
}

void li_check_directions(li_reader *r)
{
    const li_model *m = r->m;

    for (size_t i = 0; m->omega != NULL && i < m->constraints; i++)
        if (m->constraint[i].by == NULL)
            li_diagnose(r->ctx, LI_ERROR, m->constraint[i].place, "on a chart no direction of a reaction is distinguished: add 'by F on x\'' to this constraint");
}

/* hamiltonian.c - a system given by H(q, p, t): every coordinate has one momentum, and q' = dH/dp            [gallissot 3.1] */
#include "reader.h"

/* The statements that give a system by its energies have no place beside H. */
static bool stands_alone(li_reader *r)
{
    const char *words = "this system is given by its Hamiltonian: its velocity parameters are the momenta, and there is no '%s' beside them";
    const li_model *m = r->m;
    size_t before = li_diagnostic_errors(r->ctx);

    for (size_t i = 0; i < r->energies; i++)
        if (r->energy[i].kind != LI_HAMILTONIAN)
            li_diagnose(r->ctx, LI_ERROR, r->energy[i].tree->place, "this system is given by its Hamiltonian: H is all of the energy, and there is no "
                        "'%s' beside it", r->energy[i].kind == LI_KINETIC ? "kinetic" : "potential");
    for (size_t i = 0; i < m->quasis; i++)
        li_diagnose(r->ctx, LI_ERROR, m->quasi[i].place, words, "quasi");
    for (size_t i = 0; i < r->speeds; i++)
        li_diagnose(r->ctx, LI_ERROR, r->speed[i].place, words, "speed");
    return li_diagnostic_errors(r->ctx) == before;
}

/* The coordinate of momentum i; NULL with a diagnostic. */
static const li_name *coordinate_of(li_reader *r, const li_momentum_tree *p)
{
    const li_name *n = li_names_find(r->names, p->name);

    if (n != NULL && n->kind == LI_NAME_COORD)
        return n;
    const char *near = n == NULL ? li_names_nearest(r->names, p->name) : NULL;
    if (n == NULL || n->kind != LI_NAME_BROKEN)
        li_diagnose(r->ctx, LI_ERROR, p->place, "'%s' is not a coordinate%s%s%s", p->name, near == NULL ? "" : "; did you mean '", near == NULL ? "" : near,
                    near == NULL ? "" : "'?");
    return NULL;
}

/* The momenta in the order of their coordinates; false with diagnostics if one has none, or two. */
static bool sort_momenta(li_reader *r)
{
    li_model *m = r->m;
    li_velocity *sorted = li_alloc(r->ctx, (m->coords + 1) * sizeof *sorted);
    bool right = sorted != NULL;

    for (size_t i = 0; sorted != NULL && i < r->momenta; i++) {
        const li_name *q = coordinate_of(r, &r->momentum[i]);
        if (q != NULL && sorted[q->index].name != NULL)
            li_diagnose(r->ctx, LI_ERROR, r->momentum[i].place, "the coordinate '%s' has the momentum '%s' already", q->name, sorted[q->index].name);
        if (q == NULL || sorted[q->index].name != NULL) {
            right = false;
            continue;
        }
        sorted[q->index] = m->speed[i];
        li_names_find(r->names, m->speed[i].name)->index = q->index;
    }
    for (size_t i = 0; right && i < m->coords; i++) {
        right = sorted[i].name != NULL;
        if (!right && r->excuses == 0)
            li_diagnose(r->ctx, LI_ERROR, m->coord[i].place, "the coordinate '%s' has no momentum; add 'momentum NAME of %s'", m->coord[i].name, m->coord[i].name);
    }
    if (right)
        m->speed = sorted;
    return right;
}

static li_place place_of_H(const li_reader *r)
{
    size_t k = 0;
    while (r->energy[k].kind != LI_HAMILTONIAN)
        k++;
    return r->energy[k].tree->place;
}

/* H is a function of coordinates, momenta and t. */
static bool is_function_of_state(li_reader *r, li_expr H)
{
    const li_model *m = r->m;

    for (size_t i = 0; i < m->coords; i++)
        if (li_expr_contains(r->ctx, H, m->coord[i].v)) {
            li_diagnose(r->ctx, LI_ERROR, place_of_H(r), "Hamilton's function depends on coordinates, momenta and t; this contains %s", li_expr_name(m->coord[i].v));
            return false;
        }
    return true;
}

void li_reader_hamiltonian(li_reader *r, li_expr H)
{
    li_model *m = r->m;

    if (m->omega != NULL)
        return;                                      /* said already */
    if (H == NULL) {
        for (size_t i = 0; r->excuses == 0 && i < r->momenta; i++)
            li_diagnose(r->ctx, LI_ERROR, r->momentum[i].place, "momenta belong to a system that is given by H(q, p, t); add 'hamiltonian H'");
        return;
    }
    if (m->charts > 0) {
        li_diagnose(r->ctx, LI_ERROR, place_of_H(r), "a Hamiltonian needs coordinates and their momenta ('coord x', 'momentum p of x'); a chart has none");
        return;
    }
    if (!stands_alone(r) || !sort_momenta(r) || H == li_expr_undefined() || !is_function_of_state(r, H))
        return;
    m->H = H;
    for (size_t i = 0; i < m->coords; i++)
        m->coord[i].motion = li_names_find(r->names, m->coord[i].name)->basic = li_expr_diff(r->ctx, H, m->speed[i].w);
}

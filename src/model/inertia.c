/* inertia.c - a kinetic energy is quadratic in the velocities, and every velocity has its inertia */
#include "reader.h"

enum { MOST_MASSES = 10 };        /* coordinates of a mass matrix whose rank is asked for */

static li_place kinetic_place(const li_reader *r)
{
    for (size_t i = 0; i < r->energies; i++)
        if (r->energy[i].kind == LI_KINETIC)
            return r->energy[i].tree->place;
    return (li_place){ 0 };
}

/* Quadratic: every dT0/dv is linear. */
static void check_quadratic(li_reader *r)
{
    li_expr x[LI_MOST_VELOCITIES], g[LI_MOST_VELOCITIES], coef[LI_MOST_VELOCITIES], constant;
    size_t n = li_expr_symbols(r->ctx, 1, &r->m->T0, LI_VELOCITY, LI_VELOCITY, x, LI_MOST_VELOCITIES);

    if (n > LI_MOST_VELOCITIES || li_model_degree(r->ctx, r->m->T0) <= 2 || li_expr_gradient(r->ctx, g, r->m->T0, n, x) != LI_OK)
        return;
    for (size_t i = 0; i < n; i++) {
        if (!li_reader_may_ask(r, 1, &g[i]))
            return;
        li_truth affine = li_exact_affine(r->ctx, g[i], n, x, coef, &constant);
        if (!li_reader_settled(r) || affine != LI_NO)
            continue;
        li_diagnose(r->ctx, LI_WARNING, kinetic_place(r), "the kinetic energy is not quadratic in %s", li_expr_name(x[i]));
        return;
    }
}

/* The Hessian d2T/dq'dq' has full rank. */
static void check_mass_rank(li_reader *r, li_expr T, size_t n, const li_expr *v)
{
    li_expr M[MOST_MASSES * MOST_MASSES], g[MOST_MASSES];
    size_t rank = n;

    if (li_model_degree(r->ctx, T) <= 2 && li_exact_is_regular(r->ctx, T, n, v))
        return;
    li_expr_gradient(r->ctx, g, T, n, v);
    for (size_t i = 0; i < n; i++)
        li_expr_gradient(r->ctx, M + i * n, g[i], n, v);
    if (!li_reader_may_ask(r, n * n, M))
        return;
    li_status status = li_exact_rank(r->ctx, &rank, n, n, M, NULL, NULL);
    if (li_reader_settled(r) && status == LI_OK && rank < n)
        li_diagnose(r->ctx, LI_WARNING, kinetic_place(r), "singular mass matrix: its rank is %zu, with %zu coordinates", rank, n);
}

static bool has_speed(li_reader *r, li_expr T)
{
    li_list list;
    bool found = false;

    if (r->m->speeds > 0 && li_list_init(r->ctx, &list, 1, &T, true) == LI_OK) {
        for (size_t i = 0; i < r->m->speeds; i++)
            found |= li_list_index(&list, r->m->speed[i].w) < list.len;
        li_list_clear(r->ctx, &list);
    }
    return found;
}

/* The first coordinate whose velocity is not in T, and how many there are. */
static size_t find_absent(li_reader *r, li_expr T, const li_coord **first)
{
    const li_model *m = r->m;
    size_t absent = 0;
    li_list list;

    if (li_list_init(r->ctx, &list, 1, &T, true) == LI_OK)
        for (size_t i = m->coords; i-- > 0;)
            if (li_list_index(&list, m->coord[i].v) == list.len)
                absent++, *first = &m->coord[i];
    li_list_clear(r->ctx, &list);
    return absent;
}

/* Every velocity has its inertia. Of an energy written in speeds (polar coordinates of a velocity) the second
 * derivatives say nothing of the kind. */
static void check_mass(li_reader *r)
{
    const li_model *m = r->m;
    const li_coord *first = NULL;
    li_expr T = li_names_without_quasi(r->ctx, r->names, m->T0), v[MOST_MASSES];

    if (has_speed(r, T))
        return;
    size_t absent = find_absent(r, T, &first);
    if (absent > 0)
        li_diagnose(r->ctx, LI_WARNING, kinetic_place(r), "singular mass matrix: the kinetic energy does not contain %s'%s", first->name,
                    absent > 1 ? ", nor some other velocities" : "");
    if (absent > 0 || m->coords > MOST_MASSES)
        return;
    for (size_t i = 0; i < m->coords; i++)
        v[i] = m->coord[i].v;
    check_mass_rank(r, T, m->coords, v);
}

void li_check_kinetic(li_reader *r)
{
    if (r->m->T0 == li_expr_undefined() || r->m->H != NULL || r->m->coords == 0 || li_diagnostic_errors(r->ctx) > r->errors)
        return;
    check_quadratic(r);
    check_mass(r);
}

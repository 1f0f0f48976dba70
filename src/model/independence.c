/* independence.c - quasi-velocities and speeds must determine the velocities they stand for */
#include "reader.h"

enum { MOST_MATRIX = 4096 };      /* entries; what is larger is left to the inversion, which finds it singular */

/* Row i: the coefficients d w_i / d q'_k */
static li_expr *quasi_matrix(li_reader *r)
{
    const li_model *m = r->m;
    li_expr *A = li_new(r->ctx, m->quasis * m->coords, sizeof *A), *v = li_new(r->ctx, m->coords, sizeof *v);

    for (size_t k = 0; v != NULL && k < m->coords; k++)
        v[k] = m->coord[k].v;
    for (size_t i = 0; A != NULL && v != NULL && i < m->quasis; i++)
        li_expr_gradient(r->ctx, A + i * m->coords, m->quasi[i].value, m->coords, v);
    li_drop(r->ctx, v);
    return A;
}

/* The quasi-velocities are independent: rank of dw/dq' = their number. */
static void check_rank(li_reader *r)
{
    const li_model *m = r->m;
    size_t n = m->quasis * m->coords, rank = m->quasis;
    li_expr *A = quasi_matrix(r);
    bool *row = li_new(r->ctx, m->quasis, sizeof *row);

    if (A != NULL && row != NULL && li_reader_may_ask(r, n, A)) {
        li_status status = li_exact_rank(r->ctx, &rank, m->quasis, m->coords, A, row, NULL);
        if (!li_reader_settled(r) || status != LI_OK)
            rank = m->quasis;
    }
    for (size_t i = 0; rank < m->quasis && i < m->quasis; i++)
        if (!row[i]) {
            li_diagnose(r->ctx, LI_ERROR, m->quasi[i].place, "the quasi-velocities are dependent: %s is a combination of the others",
                        m->quasi[i].name);
            break;
        }
    li_drop(r->ctx, A);
    li_drop(r->ctx, row);
}

void li_check_quasi(li_reader *r)
{
    li_model *m = r->m;
    bool all = true;

    for (size_t i = 0; i < m->quasis; i++) {
        const li_name *n = li_names_find(r->names, m->quasi[i].name);
        bool right = m->quasi[i].value != li_expr_undefined() && n != NULL && n->tree != NULL &&
                     li_check_affine(r, n->tree->place, m->quasi[i].value, "a quasi-velocity");
        if (!right)
            m->quasi[i].value = li_expr_undefined();
        all &= right;
    }
    if (m->quasis == 0 || !all)
        return;
    if (m->quasis > m->coords)
        li_diagnose(r->ctx, LI_ERROR, m->quasi[m->coords].place, "%zu quasi-velocities for %zu coordinate%s: they are dependent",
                    m->quasis, m->coords, m->coords == 1 ? "" : "s");
    else if (m->quasis * m->coords <= MOST_MATRIX)
        check_rank(r);
}

/* The velocities given by speeds do not contain one another, and det d(q')/d(speeds) is not 0. */
void li_check_speed(li_reader *r, const li_speed_tree *s)
{
    enum { MOST = 16 };
    li_expr A[MOST * MOST], det, v[LI_MOST_VELOCITIES];

    for (size_t i = 0; i < s->n; i++) {
        li_expr motion = li_names_find(r->names, s->map[i].name)->basic;
        size_t n = li_expr_symbols(r->ctx, 1, &motion, LI_VELOCITY, LI_VELOCITY, v, LI_MOST_VELOCITIES);
        for (size_t k = 0; k < n && k < LI_MOST_VELOCITIES; k++)
            if (li_names_in_speeds(r->ctx, r->names, v[k]) != v[k]) {
                li_diagnose(r->ctx, LI_ERROR, s->map[i].tree->place, "%s is given by speeds itself; it cannot give another velocity",
                            li_expr_name(v[k]));
                return;
            }
        for (size_t k = 0; s->n <= MOST && k < s->n; k++)
            A[i * s->n + k] = li_expr_diff(r->ctx, motion, r->m->speed[s->first + k].w);
    }
    if (s->n > MOST || !li_reader_may_ask(r, s->n * s->n, A))
        return;
    li_exact_det(r->ctx, &det, s->n, A);
    if (li_reader_settled(r) && li_reader_is_zero(r, det) == LI_YES)
        li_diagnose(r->ctx, LI_ERROR, s->place, "the speeds do not determine the velocities: det d(velocities)/d(speeds) = 0 everywhere");
}

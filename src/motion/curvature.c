/* curvature.c - what keeps linear constraints from being integrable
 *
 *     A^i_aj = (dc_ai/dq_j + sum_m c_jm dc_ai/dq_(k+m)) - (dc_ji/dq_a + sum_m c_am dc_ji/dq_(k+m))
 *     A^i_a  = (dc_ai/dt  + sum_m c_m  dc_ai/dq_(k+m)) - (dc_i/dq_a  + sum_m c_am dc_i/dq_(k+m))
 *
 * All A vanish if and only if the constraints are integrable (Frobenius).                 [tzenoff 4 (13)] */
#include "frame.h"

/* de/dq_a + sum_m c_am de/dq_(k+m): along the virtual displacement a */
li_expr li_frame_along(const li_frame *f, li_expr e, size_t a)
{
    li_ctx *ctx = f->ctx;
    li_expr sum = li_expr_int(ctx, 0), *g = li_new(ctx, f->n + 1, sizeof *g);

    if (g != NULL && li_expr_gradient(ctx, g, e, f->n, f->S->q) == LI_OK) {
        sum = li_frame_project(f, g, a);
        for (size_t m = 0; m < f->p; m++)
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, f->d[a * f->p + m], li_frame_project(f, g, f->k + m)));
    }
    li_drop(ctx, g);
    return sum;
}

/* c_i: what is left of phi_i at rest */
static li_expr drift(const li_frame *f, size_t i)
{
    li_expr c = f->phi[i];
    for (size_t j = 0; j < f->k; j++)
        c = li_expr_subst(f->ctx, c, 1, &f->w[j], (li_expr[]){ li_expr_int(f->ctx, 0) });
    return c;
}

/* de/dt + sum_m c_m de/dq_(k+m) */
static li_expr along_drift(const li_frame *f, li_expr e)
{
    li_ctx *ctx = f->ctx;
    li_expr sum = li_expr_diff(ctx, e, f->S->t), *g = li_new(ctx, f->n + 1, sizeof *g);

    if (g != NULL && li_expr_gradient(ctx, g, e, f->n, f->S->q) == LI_OK)
        for (size_t m = 0; m < f->p; m++)
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, drift(f, m), li_frame_project(f, g, f->k + m)));
    li_drop(ctx, g);
    return sum;
}

/* sum_j A^i_aj q'_j + A^i_a */
li_expr li_frame_curvature(const li_frame *f, size_t i, size_t a)
{
    li_ctx *ctx = f->ctx;
    li_expr c = f->d[a * f->p + i];
    li_expr sum = li_expr_sub(ctx, along_drift(f, c), li_frame_along(f, drift(f, i), a));

    for (size_t j = 0; j < f->k; j++) {
        li_expr A = li_expr_sub(ctx, li_frame_along(f, c, j), li_frame_along(f, f->d[j * f->p + i], a));
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, A, f->w[j]));
    }
    return sum;
}

/* Where H is given, the relations in q', as they were written; false: in momenta */
static bool in_velocities(li_ctx *ctx, li_motion *part, const li_motion *S, size_t first)
{
    const li_model *m = S->model;
    size_t n = S->n, h = 0;
    li_expr *v = li_alloc(ctx, 2 * n * sizeof *v), *relation = li_alloc(ctx, (S->p + 1) * sizeof *relation);
    bool plain = v != NULL && relation != NULL;

    for (size_t r = 0; plain && r < n; r++) {
        v[r] = m->coord[r].v;
        v[n + r] = m->coord[r].a;
    }
    for (size_t i = 0; plain && i < m->constraints; i++)
        for (size_t k = 0; k < m->constraint[i].n; k++, h++)
            relation[h] = S->position[h] != NULL ? li_model_ddt(ctx, m, S->position[h]) : m->constraint[i].a[k];
    for (size_t k = 0; plain && k < part->p; k++)
        for (size_t r = 0; plain && r < n; r++)
            plain = !li_expr_contains(ctx, relation[first + k], S->v[r]);
    if (!plain)
        return false;
    part->v = part->phi = v;
    part->a = v + n;
    part->relation = relation + first;
    part->speeds = false;
    part->H = NULL;
    return true;
}

li_truth li_motion_holonomic(li_ctx *ctx, const li_motion *S, size_t first, size_t count, li_expr *defect)
{
    li_motion part = *S;
    li_frame f;
    li_truth yes = LI_YES;

    part.relation = S->relation + first;
    part.position = S->position + first;
    part.label = S->label + first;
    part.p = count;
    part.r = part.chosen = 0;
    if ((S->H != NULL && !in_velocities(ctx, &part, S, first)) || li_frame_open(ctx, &f, &part, false) != LI_OK || !f.linear) {
        if (li_ctx_status(ctx) != LI_MEMORY)
            li_ctx_forgive(ctx);
        return LI_UNKNOWN;
    }
    for (size_t i = 0; i < f.p && yes != LI_NO; i++)
        for (size_t a = 0; a < f.k && yes != LI_NO; a++) {
            *defect = li_frame_curvature(&f, i, a);
            li_truth flat = li_exact_is_zero(ctx, *defect);
            yes = flat == LI_YES ? yes : flat;
        }
    return yes;
}

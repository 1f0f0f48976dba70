/* lagrange.c - Lagrange's equations, the reactions on the right */
#include "equations.h"

/* d/dt dT0/dv - dT0/dq = Q + sum_h lambda_h l^h, one for each velocity of the chart    [tzenoff 3 (I)] */
static li_status fill(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    li_expr *left = li_new(ctx, S->n + 1, sizeof *left);

    if (left != NULL && li_motion_left(ctx, S, left) == LI_OK)
        for (size_t i = 0; i < S->n; i++) {
            li_expr right = li_expr_add(ctx, S->F[i], li_motion_reaction(ctx, S, i));
            li_equations_set(ctx, out, &out->eq[i], left[i], right, simplify);
            out->unknown[i] = S->speeds ? S->v[i] : S->q[i];
        }
    li_drop(ctx, left);
    return li_ctx_status(ctx);
}

/* q' = phi for the coordinates whose motion is given by speeds; returns how many */
static size_t kinematics(li_equation *eq, const li_motion *S)
{
    size_t len = 0;
    for (size_t i = 0; i < S->coords; i++)
        if (S->phi[i] != S->v[i]) {
            if (eq != NULL)
                eq[len] = (li_equation){ S->model->coord[i].v, S->phi[i] };
            len++;
        }
    return len;
}

li_status li_motion_lagrange(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    const char *title = S->speeds ? "Lagrange's equations projected on the speeds" : "form I (Lagrange)";
    size_t moved = kinematics(NULL, S);

    if (li_equations_init(ctx, out, "lagrange", title, S->n, S->p + moved, S->n + S->r) != LI_OK)
        return li_ctx_status(ctx);
    out->law = S->speeds ? "lagrange-speeds" : "lagrange";
    li_equations_show(ctx, out, "T0", S->T, simplify);
    for (size_t h = 0; h < S->r; h++)
        out->unknown[S->n + h] = S->lambda[h];
    fill(ctx, out, S, simplify);
    li_equations_constraints(ctx, out, S, simplify);
    kinematics(out->relation + S->p, S);
    return li_ctx_status(ctx);
}

/* The same with d/dt of every relation: linear equations that determine accelerations and multipliers. */
li_status li_motion_multipliers(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    size_t moved = kinematics(NULL, S);

    if (S->p == 0)
        return li_fail(ctx, LI_INPUT, "the form multipliers needs constraints; this system has none (use lagrange)");
    if (li_equations_init(ctx, out, "multipliers", "Lagrange's equations with multipliers, and the constraints differentiated", S->n, S->p + moved, S->n + S->r) != LI_OK)
        return li_ctx_status(ctx);
    out->law = S->speeds ? "lagrange-speeds" : "multipliers";
    li_equations_show(ctx, out, "T0", S->T, simplify);
    for (size_t h = 0; h < S->r; h++)
        out->unknown[S->n + h] = S->lambda[h];
    fill(ctx, out, S, simplify);
    for (size_t i = 0; i < S->n; i++)
        out->unknown[i] = S->a[i];
    for (size_t h = 0; h < S->p; h++)
        li_equations_set(ctx, out, &out->relation[h], li_motion_ddt(ctx, S, S->relation[h]), li_expr_int(ctx, 0), simplify);
    kinematics(out->relation + S->p, S);
    return li_ctx_status(ctx);
}

/* M v' = forcing (+ the reactions) */
li_status li_motion_mass(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    size_t n = S->n, moved = kinematics(NULL, S);
    li_expr *E = li_new(ctx, n + 1, sizeof *E);

    if (li_equations_init(ctx, out, "matrix", S->W != NULL ? "matrix of the form and forcing" : "mass matrix and forcing", 0, S->p + moved, n) == LI_OK) {
        out->rows = n;
        out->M = li_alloc(ctx, (n * n + 1) * sizeof *out->M);
        out->forcing = li_alloc(ctx, (n + 1) * sizeof *out->forcing);
    }
    if (E != NULL && li_ctx_status(ctx) == LI_OK && li_motion_inertia(ctx, S, E) == LI_OK && li_motion_matrix(ctx, S, E, out->M, out->forcing) == LI_OK) {
        for (size_t i = 0; i < n; i++) {
            out->unknown[i] = S->a[i];
            out->forcing[i] = li_expr_sub(ctx, li_motion_reaction(ctx, S, i), out->forcing[i]);
        }
        for (size_t i = 0; i < n && simplify; i++)
            out->forcing[i] = li_exact_collect(ctx, out->forcing[i], LI_MULTIPLIER);
        for (size_t i = 0; i < n * n && simplify; i++)
            out->M[i] = li_exact_simplify(ctx, out->M[i]);
        li_equations_constraints(ctx, out, S, simplify);
        kinematics(out->relation + S->p, S);
    }
    li_drop(ctx, E);
    return li_ctx_status(ctx);
}

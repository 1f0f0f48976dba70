/* quasi.c - form (II): Lagrange's equations in quasi-velocities (Boltzmann, Hamel, Tzénoff)
 *
 *     d/dt dT0/dw_a - sum_r a_ra dT0/dq_r + K_a = P_a,   q'_r = sum a_ra w_a + a_r        [tzenoff 3 (II)]
 *
 * for every quasi-velocity; constraints stand beside them, their reactions on the right. */
#include "frame.h"

static li_expr in_quasi(const li_frame *f, li_expr e) { return li_expr_subst(f->ctx, e, f->n, f->S->v, f->velocity); }

static li_status set_equations(const li_frame *f, const li_motion *S, li_equations *out, bool simplify)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->n;
    li_expr *Tw = li_alloc(ctx, (n + 1) * sizeof *Tw), *Tq = li_alloc(ctx, (n + 1) * sizeof *Tq);
    li_expr *K = li_alloc(ctx, (n + 1) * sizeof *K), *force = li_alloc(ctx, (n + 1) * sizeof *force);

    if (Tw == NULL || Tq == NULL || K == NULL || force == NULL || li_frame_K(f, K) != LI_OK)
        return li_ctx_status(ctx);
    li_expr_gradient(ctx, Tw, f->T0, n, f->w);
    li_expr_gradient(ctx, Tq, f->T0, n, S->q);
    for (size_t r = 0; r < n; r++)
        force[r] = in_quasi(f, li_expr_add(ctx, S->F[r], li_motion_reaction(ctx, S, r)));
    for (size_t a = 0; a < n; a++) {
        li_expr part[3] = { li_derivation_apply(ctx, f->D, Tw[a]), li_expr_neg(ctx, li_frame_project(f, Tq, a)), K[a] };
        li_equations_set(ctx, out, &out->eq[a], li_expr_sum(ctx, 3, part), li_frame_project(f, force, a), simplify);
        out->unknown[a] = f->w[a];
    }
    return li_ctx_status(ctx);
}

/* The constraints in quasi-velocities, then q'. */
static void set_relations(const li_frame *f, const li_motion *S, li_equations *out, bool simplify)
{
    li_ctx *ctx = f->ctx;
    li_expr zero = li_expr_int(ctx, 0);

    for (size_t h = 0; h < S->p; h++) {
        if (S->position[h] != NULL)
            out->relation[h] = (li_equation){ simplify ? li_exact_simplify(ctx, S->position[h]) : S->position[h], zero };
        else
            li_equations_set(ctx, out, &out->relation[h], in_quasi(f, S->relation[h]), zero, simplify);
    }
    out->relations = S->p;
    for (size_t r = 0; r < f->n; r++)
        if (f->velocity[r] != S->v[r])
            li_equations_define(ctx, &out->relation[out->relations++], S->v[r], f->velocity[r], simplify);
}

li_status li_motion_quasi(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    li_frame f;

    if (S->model->quasis == 0)
        return li_fail(ctx, LI_INPUT, "the form quasi (II) needs quasi-velocities; this model declares none (use lagrange)");
    if (li_frame_free(ctx, &f, S, true) != LI_OK ||
        li_equations_init(ctx, out, "quasi", "form II (Lagrange in quasi-velocities)", S->n, S->p + S->n, S->n + S->r) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t h = 0; h < S->r; h++)
        out->unknown[S->n + h] = S->lambda[h];
    if (set_equations(&f, S, out, simplify) == LI_OK)
        set_relations(&f, S, out, simplify);
    li_frame_show(&f, out, "T0 K", simplify);
    return li_ctx_status(ctx);
}

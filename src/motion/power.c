/* power.c - the power of a reaction, in the natural frame and the real one                       [gallissot 3, 6, 7]
 *
 * The reaction has the Pfaff form lambda (l_1 dq^1 + ... + l_n dq^n + l_0 dt). At constant t, in the declared velocities v^r
 * (quasi-velocities where there are any), its power is lambda sum_r l_r v^r, which is what enters Omega; its real power has
 * all of the form, lambda (sum_i l_i q'_i + l_0): relation and power of a zero-power constraint are proportional. l_0
 * belongs to the velocity on which the reaction acts: that of the relation itself where it is affine, or V of `by F on V`. */
#include "frame.h"

/* e where all q' are 0: quasi-velocities become what their definitions leave */
static li_expr at_rest(li_ctx *ctx, const li_motion *S, li_expr e)
{
    const li_model *m = S->model;
    li_expr *from = li_expr_room(ctx, m->quasis + S->n), *to = li_expr_room(ctx, m->quasis + S->n);

    if (from == NULL || to == NULL)
        return li_expr_undefined();
    for (size_t i = 0; i < m->quasis; i++) {
        from[i] = m->quasi[i].w;
        to[i] = m->quasi[i].value;
    }
    e = li_expr_subst(ctx, e, m->quasis, from, to);
    for (size_t r = 0; r < S->n; r++) {
        from[r] = m->coord[r].v;
        to[r] = li_expr_int(ctx, 0);
    }
    return li_expr_subst(ctx, e, S->n, from, to);
}

/* l_0 of an ideal reaction: what an affine relation is at rest; a relation that is not affine has none */
static li_expr drift_of_relation(li_ctx *ctx, const li_motion *S, const li_constraint *c, size_t i)
{
    const li_model *m = S->model;
    li_expr a = c->holonomic[i] ? li_model_ddt(ctx, m, c->a[i]) : c->a[i], *x = li_expr_room(ctx, S->n), *coef = li_expr_room(ctx, S->n), rest;

    if (x == NULL || coef == NULL)
        return li_expr_undefined();
    for (size_t k = 0; k < m->quasis; k++)
        a = li_expr_subst(ctx, a, 1, &m->quasi[k].w, &m->quasi[k].value);
    for (size_t r = 0; r < S->n; r++)
        x[r] = m->coord[r].v;
    return li_exact_affine(ctx, a, S->n, x, coef, &rest) == LI_YES ? rest : li_expr_int(ctx, 0);
}

static li_expr drift(li_ctx *ctx, const li_motion *S, size_t h)
{
    const li_model *m = S->model;
    size_t i = 0;
    li_expr sum = li_expr_int(ctx, 0);

    for (; h >= m->constraint[i].reactions; i++)
        h -= m->constraint[i].reactions;
    const li_constraint *c = &m->constraint[i];
    if (c->by == NULL)
        return li_model_basic(ctx, m, drift_of_relation(ctx, S, c, h));
    for (size_t k = 0; k < c->by[h].n; k++)
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, c->by[h].part[k].F, at_rest(ctx, S, c->by[h].part[k].V)));
    return li_model_basic(ctx, m, sum);
}

li_status li_motion_power(li_ctx *ctx, const li_motion *S, size_t h, li_expr *natural, li_expr *real)
{
    size_t n = S->n;
    li_expr *L = li_expr_room(ctx, n), sum = li_expr_int(ctx, 0), shift = sum;
    li_quasi Q;
    bool quasi = S->model->quasis > 0 && !S->speeds;

    if (S->W != NULL) {                              /* given by its form: along E */
        li_omega O;
        if (li_omega_init(ctx, &O, S) == LI_OK)
            *natural = *real = li_omega_unit_power(ctx, &O, h);
        li_omega_clear(ctx, &O);
        return li_ctx_status(ctx);
    }
    if (L == NULL || (quasi && li_quasi_init(ctx, &Q, S) != LI_OK))
        return li_ctx_status(ctx);
    for (size_t r = 0; r < n; r++)
        L[r] = S->l[h * n + r];
    if (S->speeds && li_motion_on_rates(ctx, S, 1, S->l + h * n, L) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t r = 0; r < n; r++) {
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, L[r], S->phi[r]));
        shift = quasi ? li_expr_add(ctx, shift, li_expr_mul(ctx, L[r], Q.c[r])) : shift;     /* sum l_w w = sum l_r (q'_r - c_r) */
    }
    *natural = li_expr_sub(ctx, sum, shift);
    *real = li_expr_add(ctx, sum, drift(ctx, S, h));
    return li_ctx_status(ctx);
}

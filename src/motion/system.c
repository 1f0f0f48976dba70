/* system.c - a model in its velocity chart */
#include "equations.h"

static bool reserve(li_ctx *ctx, li_motion *S, const li_model *m)
{
    size_t n = S->n;

    for (size_t i = 0; i < m->constraints; i++) {
        S->p += m->constraint[i].n;
        S->r += m->constraint[i].reactions;
    }
    S->q = li_alloc(ctx, (n + 1) * sizeof *S->q);
    S->v = li_alloc(ctx, (n + 1) * sizeof *S->v);
    S->a = li_alloc(ctx, (n + 1) * sizeof *S->a);
    S->phi = li_alloc(ctx, (n + 1) * sizeof *S->phi);
    S->F = li_alloc(ctx, (n + 1) * sizeof *S->F);
    S->relation = li_alloc(ctx, (S->p + 1) * sizeof *S->relation);
    S->position = li_alloc(ctx, (S->p + 1) * sizeof *S->position);
    S->label = li_alloc(ctx, (S->p + 1) * sizeof *S->label);
    S->lambda = li_alloc(ctx, (S->r + 1) * sizeof *S->lambda);
    S->multiplier = li_alloc(ctx, (S->r + 1) * sizeof *S->multiplier);
    S->ideal = li_alloc(ctx, (S->r + 1) * sizeof *S->ideal);
    S->l = li_alloc(ctx, (S->r * n + 1) * sizeof *S->l);
    return li_ctx_status(ctx) == LI_OK;
}

/* v_r = q'_r, or the speeds one after another for the coordinates whose motion they give; momenta are such speeds. */
static void set_chart(li_ctx *ctx, li_motion *S, const li_model *m)
{
    size_t speed = 0, n = S->n;
    li_expr *x = li_new(ctx, 2 * n + 1, sizeof *x), *rate = li_new(ctx, 2 * n + 1, sizeof *rate);

    for (size_t i = 0; i < n; i++) {
        const li_coord *c = &m->coord[i];
        S->q[i] = c->q;
        if (c->motion == NULL || speed == m->speeds) {
            S->v[i] = S->phi[i] = c->v;
            S->a[i] = c->a;
            continue;
        }
        S->speeds = true;
        S->v[i] = m->speed[speed].w;
        S->a[i] = m->speed[speed++].rate;
        S->phi[i] = li_model_basic(ctx, m, c->motion);
    }
    if (x != NULL && rate != NULL) {
        x[0] = S->t;
        rate[0] = li_expr_int(ctx, 1);
        for (size_t i = 0; i < n; i++) {
            x[1 + i] = S->q[i];
            rate[1 + i] = S->phi[i];
            x[1 + n + i] = S->v[i];
            rate[1 + n + i] = S->a[i];
        }
        S->ddt = li_derivation_new(ctx, 2 * n + 1, x, rate);
    }
    li_drop(ctx, x);
    li_drop(ctx, rate);
}

li_expr li_motion_ddt(li_ctx *ctx, const li_motion *S, li_expr e) { return li_derivation_apply(ctx, S->ddt, e); }

/* The same for a system that is given by H: F dV/dq', its natural components, V being affine in q'; and for one that is given
 * by its form: F dV/dv', V being affine in the rates. */
static void add_natural_force(li_ctx *ctx, const li_motion *S, li_expr *sum, const li_force *f)
{
    li_expr F = li_model_basic(ctx, S->model, f->F);

    for (size_t i = 0; i < S->n; i++)
        sum[i] = li_expr_add(ctx, sum[i], li_expr_mul(ctx, F, li_expr_diff(ctx, f->V, S->W != NULL ? S->a[i] : S->model->coord[i].v)));
}

/* sum += F dV/dv for the force F on V */
static void add_force(li_ctx *ctx, const li_motion *S, li_expr *sum, li_expr *scratch, const li_force *f)
{
    li_expr F = li_model_basic(ctx, S->model, f->F), V = li_model_basic(ctx, S->model, f->V);

    if (S->H != NULL || S->W != NULL) {
        add_natural_force(ctx, S, sum, f);
        return;
    }
    if (li_expr_gradient(ctx, scratch, V, S->n, S->v) != LI_OK)
        return;
    for (size_t i = 0; i < S->n; i++)
        if (!li_expr_is_zero(scratch[i]))
            sum[i] = li_expr_add(ctx, sum[i], li_expr_mul(ctx, F, scratch[i]));
}

/* F_alpha = sum F dV/dv_alpha - sum_r dV/dq_r dphi_r/dv_alpha */
static void set_forces(li_ctx *ctx, li_motion *S, li_expr *scratch)
{
    const li_model *m = S->model;

    if (li_expr_gradient(ctx, scratch, S->V, S->n, S->q) != LI_OK)
        return;
    for (size_t i = 0; i < S->n; i++)
        S->F[i] = S->speeds ? li_expr_int(ctx, 0) : li_expr_neg(ctx, scratch[i]);
    for (size_t r = 0; S->speeds && r < S->n; r++)
        for (size_t i = 0; i < S->n; i++)
            S->F[i] = li_expr_sub(ctx, S->F[i], li_expr_mul(ctx, scratch[r], li_expr_diff(ctx, S->phi[r], S->v[i])));
    for (size_t k = 0; k < m->forces; k++)
        add_force(ctx, S, S->F, scratch, &m->force[k]);
}

/* The relations of one constraint, from number h on. */
static void set_relations(li_ctx *ctx, li_motion *S, const li_constraint *c, size_t h)
{
    for (size_t i = 0; i < c->n; i++, h++) {
        li_expr a = li_model_basic(ctx, S->model, c->a[i]);
        S->label[h] = c->label[i];
        S->position[h] = c->holonomic[i] ? a : NULL;
        S->relation[h] = c->holonomic[i] ? li_motion_ddt(ctx, S, a) : a;
    }
}

/* Where H is given, an ideal reaction has l = da/dq' (Chetaev) for a relation that is written in q', and with a(t, q, p) it
 * has d2H/dpdp l = da/dp, which is the same where both can be written: da/dp = (da/dq') d2H/dpdp. */
static void set_natural_direction(li_ctx *ctx, li_motion *S, const li_constraint *c, size_t i, li_expr *l)
{
    size_t n = S->n;
    li_expr *by_p = li_new(ctx, n + 1, sizeof *by_p), *x = li_new(ctx, n + 1, sizeof *x), *Hessian = li_new(ctx, n * n + 1, sizeof *Hessian);
    bool in_p = false;
    li_status status = li_ctx_status(ctx);

    for (size_t k = 0; status == LI_OK && k < n; k++) {
        l[k] = li_model_basic(ctx, S->model, li_expr_diff(ctx, c->a[i], c->holonomic[i] ? S->q[k] : S->model->coord[k].v));
        by_p[k] = li_model_basic(ctx, S->model, li_expr_diff(ctx, c->a[i], S->v[k]));
        in_p = in_p || !li_expr_is_zero(by_p[k]);
        li_expr_gradient(ctx, Hessian + k * n, S->phi[k], n, S->v);
    }
    if (status == LI_OK && in_p)
        status = li_exact_solve(ctx, x, n, Hessian, 1, by_p);
    for (size_t k = 0; status == LI_OK && in_p && k < n; k++)
        l[k] = li_expr_add(ctx, l[k], x[k]);
    li_drop(ctx, by_p);
    li_drop(ctx, x);
    li_drop(ctx, Hessian);
    if (status != LI_OK)
        li_fail(ctx, status == LI_SINGULAR ? LI_INPUT : status, "the relation %s is written in momenta, which %s: say the direction of its reaction with 'by F on V'",
                c->label[i], status == LI_SINGULAR ? "do not determine a direction where the Hessian of H is singular" : "could not be solved for within the budget");
}

/* Its reactions, from number h on; relation `first` is its first. Ideal: l = da/dv (Appell, Chetaev). */
static void set_reactions(li_ctx *ctx, li_motion *S, const li_constraint *c, size_t h, size_t first, li_expr *scratch)
{
    for (size_t i = 0; i < c->reactions; i++, h++) {
        li_expr *l = S->l + h * S->n;
        S->lambda[h] = c->multiplier[i];
        S->multiplier[h] = c->multiplier_name[i];
        S->ideal[h] = c->by == NULL;
        if (S->ideal[h]) {
            if (S->H != NULL)
                set_natural_direction(ctx, S, c, i, l);
            else
                li_expr_gradient(ctx, l, S->relation[first + i], S->n, S->v);
            continue;
        }
        for (size_t k = 0; k < S->n; k++)
            l[k] = li_expr_int(ctx, 0);
        for (size_t k = 0; k < c->by[i].n; k++)
            add_force(ctx, S, l, scratch, &c->by[i].part[k]);
    }
}

/* A contact is a relation or none: nobody chooses for the author. */
static li_status check_modes(li_ctx *ctx, const li_model *m)
{
    for (size_t i = 0; i < m->contacts; i++) {
        const char *name = m->contact[i].name;
        if (m->contact[i].mode != LI_MODE_NONE)
            continue;
        if (m->contact[i].resistance[LI_SLIDE].n == 0)
            return li_fail(ctx, LI_INPUT, "the contact '%s' may open or persist: say which with --set %s.mode=open or --set %s.mode=sliding (or add 'bilateral')",
                           name, name, name);
        return li_fail(ctx, LI_INPUT, "the contact '%s' may open, slide or roll: say which with --set %s.mode=sliding (or open, or rolling; or add 'bilateral')",
                       name, name);
    }
    return LI_OK;
}

static void set_constraints(li_ctx *ctx, li_motion *S, li_expr *scratch)
{
    const li_model *m = S->model;
    size_t first = 0, reaction = 0;

    for (size_t i = 0; i < m->constraints; i++) {
        set_relations(ctx, S, &m->constraint[i], first);
        set_reactions(ctx, S, &m->constraint[i], reaction, first, scratch);
        first += m->constraint[i].n;
        reaction += m->constraint[i].reactions;
    }
}

li_status li_motion_init(li_ctx *ctx, li_motion *S, const li_model *m)
{
    *S = (li_motion){ .model = m, .n = m->coords, .coords = m->coords, .t = m->t, .H = m->H };
    if (check_modes(ctx, m) != LI_OK || !reserve(ctx, S, m))
        return li_ctx_status(ctx);
    if (m->coords == 0)
        return li_fail(ctx, LI_INPUT, "the file declares a chart and no mechanical system: 'liaison forms' calculates on it ('omega FORM' makes it a system)");
    if (m->H == NULL && li_expr_is_zero(m->T0))
        return li_fail(ctx, LI_INPUT, "the kinetic energy is 0: a statement 'kinetic E' is missing (or 'hamiltonian H'), or the numbers given for parameters make it vanish");
    set_chart(ctx, S, m);
    S->T = li_model_basic(ctx, m, m->T0);
    S->V = li_model_basic(ctx, m, m->V);
    li_expr *scratch = li_new(ctx, S->n + 1, sizeof *scratch);
    if (scratch != NULL && li_ctx_status(ctx) == LI_OK) {
        set_forces(ctx, S, scratch);
        set_constraints(ctx, S, scratch);
    }
    li_drop(ctx, scratch);
    return li_ctx_status(ctx);
}

/* v' are the rates; t -> 1 */
static void set_first_order(li_ctx *ctx, li_motion *S)
{
    size_t n = S->n;
    li_expr *x = li_new(ctx, n + 1, sizeof *x), *rate = li_new(ctx, n + 1, sizeof *rate);

    for (size_t i = 0; x != NULL && rate != NULL && i < n; i++) {
        x[i] = S->v[i] = S->model->speed[i].w;
        rate[i] = S->a[i] = S->model->speed[i].rate;
    }
    if (x != NULL && rate != NULL) {
        x[n] = S->t;
        rate[n] = li_expr_int(ctx, 1);
        S->ddt = li_derivation_new(ctx, n + 1, x, rate);
    }
    li_drop(ctx, x);
    li_drop(ctx, rate);
}

li_status li_motion_init_form(li_ctx *ctx, li_motion *S, const li_model *m, const li_form *Omega)
{
    *S = (li_motion){ .model = m, .n = m->speeds, .t = m->t, .T = li_expr_int(ctx, 0), .V = li_expr_int(ctx, 0) };
    S->W = li_alloc(ctx, (S->n * S->n + 1) * sizeof *S->W);
    if (S->W == NULL || !reserve(ctx, S, m))
        return li_ctx_status(ctx);
    set_first_order(ctx, S);
    if (li_motion_read_form(ctx, S, Omega) == LI_OK)
        set_constraints(ctx, S, NULL);               /* every direction is given: no gradients */
    return li_ctx_status(ctx);
}

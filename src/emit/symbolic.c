/* symbolic.c - M w' + h = sum lambda_h l^h, A w' + rest = 0, and the energies, as expressions for people */
#include "symbolic.h"

enum { WORTH_SIMPLIFYING = 2000 };             /* nodes */

static void put_functions(li_ctx *ctx, const li_source_options *o, size_t count, li_expr *e)
{
    for (size_t k = 0; k < o->functions; k++)
        for (size_t i = 0; i < count; i++)
            e[i] = li_expr_subst_function(ctx, e[i], o->function[k].name, o->function[k].argument, o->function[k].body);
}

static void simplify(li_ctx *ctx, const li_source_options *o, size_t count, li_expr *e)
{
    put_functions(ctx, o, count, e);
    if (li_ctx_status(ctx) != LI_OK || li_expr_size(ctx, count, e) > WORTH_SIMPLIFYING)
        return;
    for (size_t i = 0; i < count && li_ctx_status(ctx) == LI_OK; i++)
        if (li_expr_len(e[i]) > 0)
            e[i] = li_exact_simplify(ctx, e[i]);
}

static void add_energy(li_symbolic *y, const char *name, li_expr e)
{
    y->energy_name[y->energies] = name;
    y->energy[y->energies++] = e;
}

static void set_energies(li_ctx *ctx, li_symbolic *y)
{
    const li_model *m = y->S->model;

    y->energy_name = li_alloc(ctx, 3 * sizeof *y->energy_name);
    y->energy = li_expr_room(ctx, 3);
    y->integral_name = li_alloc(ctx, (m->claims + 1) * sizeof *y->integral_name);
    y->integral = li_expr_room(ctx, m->claims);
    if (li_ctx_status(ctx) != LI_OK)
        return;
    if (y->S->H != NULL) {
        add_energy(y, "energy", m->H);
    } else if (y->S->W == NULL) {
        add_energy(y, "kinetic", m->T0);
        add_energy(y, "potential", m->V);
        add_energy(y, "energy", li_expr_add(ctx, m->T0, m->V));
    }
    y->integrals = li_flow_integrals(ctx, y->S, y->integral_name, y->integral);
}

li_status li_symbolic_init(li_ctx *ctx, li_symbolic *y, const li_source_options *o)
{
    const li_motion *S = o->motion;
    li_dynamics *D = &y->D;

    *y = (li_symbolic){ .S = S };
    if (li_motion_dynamics(ctx, D, S, S->model->quasis > 0 && !S->speeds && S->H == NULL && S->W == NULL) != LI_OK)
        return li_ctx_status(ctx);
    simplify(ctx, o, S->coords, D->velocity);
    simplify(ctx, o, D->n * D->n, D->M);
    simplify(ctx, o, D->n, D->h);
    simplify(ctx, o, D->r * D->n, D->l);
    simplify(ctx, o, D->p * D->n, D->A);
    simplify(ctx, o, D->p, D->rest);
    simplify(ctx, o, D->p, D->relation);
    y->forcing = li_expr_room(ctx, D->n);
    for (size_t i = 0; y->forcing != NULL && i < D->n; i++)
        y->forcing[i] = li_expr_neg(ctx, D->h[i]);
    if (li_ctx_status(ctx) == LI_OK)
        simplify(ctx, o, D->n, y->forcing);
    set_energies(ctx, y);
    put_functions(ctx, o, y->energies, y->energy);
    put_functions(ctx, o, y->integrals, y->integral);
    return li_ctx_status(ctx);
}

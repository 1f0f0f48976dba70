/* source.c - the law of a system as one program whose outputs stand in groups */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source.h"

const char *const li_group_word[LI_GROUPS] = { "rates", "multipliers", "velocities", "accelerations", "energies", "integrals", "residuals", "slopes" };

/* ---- groups ---- */

static void add(li_ctx *ctx, li_source *x, li_group_kind kind, const char *name, li_expr e)
{
    li_group *g = &x->group[kind];

    if (li_ctx_status(ctx) != LI_OK)
        return;
    g->name[g->count] = name;
    g->e[g->count++] = li_flow_expression(ctx, &x->flow, e);
}

/* Given by H, or in speeds: q'' is the rate of the function that q' is. */
static void add_motions(li_ctx *ctx, li_source *x)
{
    const li_motion *S = x->o->motion;
    const li_model *m = x->model;

    for (size_t i = 0; i < m->coords; i++) {
        li_expr a = S->H != NULL || S->speeds ? li_motion_ddt(ctx, S, S->phi[i]) : m->coord[i].a;
        add(ctx, x, LI_GROUP_VELOCITIES, li_expr_name(m->coord[i].v), m->coord[i].v);
        add(ctx, x, LI_GROUP_ACCELERATIONS, li_expr_name(m->coord[i].a), a);
    }
    for (size_t i = 0; i < m->quasis; i++) {
        add(ctx, x, LI_GROUP_VELOCITIES, m->quasi[i].name, m->quasi[i].w);
        add(ctx, x, LI_GROUP_ACCELERATIONS, li_expr_name(m->quasi[i].rate), m->quasi[i].rate);
    }
    for (size_t i = 0; i < m->speeds; i++) {
        add(ctx, x, LI_GROUP_VELOCITIES, m->speed[i].name, m->speed[i].w);
        add(ctx, x, LI_GROUP_ACCELERATIONS, li_expr_name(m->speed[i].rate), m->speed[i].rate);
    }
}

static void add_energies(li_ctx *ctx, li_source *x)
{
    const li_motion *S = x->o->motion;
    const li_model *m = x->model;

    if (S->W != NULL)
        return;
    if (S->H == NULL) {
        add(ctx, x, LI_GROUP_ENERGIES, "kinetic", m->T0);
        add(ctx, x, LI_GROUP_ENERGIES, "potential", m->V);
    }
    add(ctx, x, LI_GROUP_ENERGIES, "energy", S->H != NULL ? m->H : li_expr_add(ctx, m->T0, m->V));
}

static void add_integrals(li_ctx *ctx, li_source *x)
{
    const li_model *m = x->model;
    const char **name = li_alloc(ctx, (m->claims + 1) * sizeof *name);
    li_expr *e = li_expr_room(ctx, m->claims);
    size_t count = name == NULL || e == NULL ? 0 : li_flow_integrals(ctx, x->o->motion, name, e);

    for (size_t i = 0; i < count; i++)
        add(ctx, x, LI_GROUP_INTEGRALS, name[i], e[i]);
}

/* NAME' */
static const char *primed(li_ctx *ctx, const char *name)
{
    size_t len = strlen(name);
    char *s = li_alloc(ctx, len + 2);

    if (s == NULL)
        return "";
    memcpy(s, name, len);
    s[len] = '\'';
    return s;
}

/* Of positions, then those of velocity that are not eliminated; of a holonomic relation that is its derivative. */
static void add_residuals(li_ctx *ctx, li_source *x)
{
    const li_motion *S = x->o->motion;

    for (size_t k = 0; k < S->p; k++)
        if (S->position[k] != NULL)
            add(ctx, x, LI_GROUP_RESIDUALS, S->label[k], S->position[k]);
    for (size_t k = 0; k < S->p && !x->flow.reduced; k++)
        add(ctx, x, LI_GROUP_RESIDUALS, S->position[k] != NULL ? primed(ctx, S->label[k]) : S->label[k], S->relation[k]);
}

/* Where relations depend on each other, only some of the reactions are determined: those. NULL: all are */
static li_status add_multipliers(li_ctx *ctx, li_source *x, const li_reactions *known)
{
    const li_motion *S = x->o->motion;

    for (size_t h = 0; h < S->r; h++)
        if (known == NULL || (known->multiplier != NULL && known->multiplier[h] != NULL))
            add(ctx, x, LI_GROUP_MULTIPLIERS, S->multiplier[h], S->lambda[h]);
    return li_ctx_status(ctx);
}

static bool reserve(li_ctx *ctx, li_source *x)
{
    const li_motion *S = x->o->motion;
    const li_model *m = x->model;
    size_t motions = m->coords + m->quasis + m->speeds;
    const size_t most[LI_GROUPS] = { x->flow.n, S->r, motions, motions, 3, m->claims, 2 * S->p, 0 };

    for (size_t i = 0; i < LI_GROUPS; i++) {
        x->group[i].name = li_alloc(ctx, (most[i] + 1) * sizeof *x->group[i].name);
        x->group[i].e = li_expr_room(ctx, most[i]);
    }
    return li_ctx_status(ctx) == LI_OK;
}

/* ---- the program ---- */

static li_status write_program(li_ctx *ctx, li_source *x)
{
    size_t n = x->flow.n, count = 0, first = n;

    x->group[LI_GROUP_RATES].count = n;
    for (size_t i = 0; i < n; i++)
        x->group[LI_GROUP_RATES].name[i] = li_expr_name(x->flow.y[i]);
    for (size_t i = LI_GROUP_MULTIPLIERS; i < LI_GROUP_SLOPES; i++) {
        x->group[i].first = first;
        first += x->group[i].count;
    }
    x->group[LI_GROUP_SLOPES].first = first;
    x->group[LI_GROUP_SLOPES].count = x->o->jacobian ? n * (n + 1) : 0;
    li_expr *e = li_expr_room(ctx, first);
    for (size_t i = LI_GROUP_MULTIPLIERS; e != NULL && i < LI_GROUP_SLOPES; i++)
        for (size_t k = 0; k < x->group[i].count; k++)
            e[count++] = x->group[i].e[k];
    return li_ctx_status(ctx) == LI_OK ? li_flow_law_program(ctx, &x->program, &x->flow, count, e, x->o->jacobian) : li_ctx_status(ctx);
}

/* A multiplier that the equations do not solve for is not determined. */
static li_status write_program_with_known(li_ctx *ctx, li_source *x)
{
    li_reactions known;

    if (write_program(ctx, x) != LI_ABSENT)
        return li_ctx_status(ctx);
    li_ctx_forgive(ctx);
    li_program_clear(ctx, &x->program);
    x->group[LI_GROUP_MULTIPLIERS].count = 0;
    if (li_reactions_find(ctx, &known, x->o->motion) != LI_OK) {
        if (li_ctx_status(ctx) == LI_MEMORY)
            return LI_MEMORY;
        li_ctx_forgive(ctx);
        known = (li_reactions){ 0 };
    }
    return add_multipliers(ctx, x, &known) == LI_OK ? write_program(ctx, x) : li_ctx_status(ctx);
}

/* ---- numbers ---- */

/* Of a constant, the nearest double; nan where there is none */
static double number(li_ctx *ctx, li_expr e)
{
    double x = (double)NAN;

    if (li_expr_kind(e) == LI_NUM)
        return li_rational_double(li_expr_number(e));
    if (li_flow_numbers(ctx, &x, 1, &e) != LI_OK && li_ctx_status(ctx) != LI_MEMORY) {
        li_ctx_forgive(ctx);
        x = (double)NAN;
    }
    return x;
}

static void set_parameters(li_ctx *ctx, li_source *x)
{
    const li_source_options *o = x->o;
    const li_flow *F = &x->flow;
    li_expr symbol;

    for (size_t i = 0; i < F->params; i++) {
        x->parameter[i] = (double)NAN;
        for (size_t k = 0; k < o->known; k++)
            if (o->x[k] == F->param[i] && li_expr_symbols(ctx, 1, &o->value[k], LI_PARAMETER, LI_GENERATOR, &symbol, 1) == 0) {
                x->value[i] = o->value[k];
                x->parameter[i] = number(ctx, o->value[k]);
            }
    }
}

static void set_start(li_ctx *ctx, li_source *x)
{
    const li_flow *F = &x->flow;

    for (size_t i = 0; i <= F->n; i++)
        x->start[i] = (double)NAN;
    if (x->o->state == NULL || li_flow_start(ctx, F, x->o->state, x->exact, &x->exact[F->n]) != LI_OK)
        return;
    x->starts = true;
    for (size_t i = 0; i <= F->n; i++)
        x->start[i] = number(ctx, x->exact[i]);
}

static li_status set_numbers(li_ctx *ctx, li_source *x)
{
    const li_flow *F = &x->flow;

    x->parameter = li_alloc(ctx, (F->params + 1) * sizeof *x->parameter);
    x->start = li_alloc(ctx, (F->n + 1) * sizeof *x->start);
    x->value = li_expr_room(ctx, F->params);
    x->exact = li_expr_room(ctx, F->n + 1);
    if (li_ctx_status(ctx) == LI_OK) {
        set_parameters(ctx, x);
        set_start(ctx, x);
    }
    return li_ctx_status(ctx);
}

void li_put_double(li_ctx *ctx, li_text *out, double x, const char *none)
{
    char s[40];

    if (!isfinite(x)) {
        li_text_put(ctx, out, none);
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(s, sizeof s, "%.*g", digits, x);
        if (strtod(s, NULL) == x)
            break;
    }
    li_text_printf(ctx, out, "%s%s", s, strpbrk(s, ".e") == NULL ? ".0" : "");
}

/* ---- the whole ---- */

/* f(x) that nobody has defined has no value. LI_ABSENT names it. */
static li_status check_functions(li_ctx *ctx, const li_source *x)
{
    const li_model *m = x->model;

    for (size_t i = 0; i < m->functions; i++) {
        bool defined = m->function[i].body != NULL;
        for (size_t k = 0; k < x->o->functions && !defined; k++)
            defined = strcmp(x->o->function[k].name, m->function[i].name) == 0;
        if (!defined)
            return li_fail(ctx, LI_ABSENT, "the function %s has no definition: --set \"%s(s)=...\" gives it one", m->function[i].name, m->function[i].name);
    }
    return li_ctx_status(ctx);
}

li_status li_source_init(li_ctx *ctx, li_source *x, const li_source_options *o)
{
    *x = (li_source){ .o = o, .model = o->motion->model };
    x->title = x->model->title[0] != '\0' ? x->model->title : x->model->name[0] != '\0' ? x->model->name : "a mechanical system";
    if (check_functions(ctx, x) != LI_OK || li_flow_init_law(ctx, &x->flow, o->motion, o->functions, o->function) != LI_OK || !reserve(ctx, x))
        return li_ctx_status(ctx);
    add_multipliers(ctx, x, NULL);
    add_motions(ctx, x);
    add_energies(ctx, x);
    add_integrals(ctx, x);
    add_residuals(ctx, x);
    set_numbers(ctx, x);
    return li_ctx_status(ctx) == LI_OK ? write_program_with_known(ctx, x) : li_ctx_status(ctx);
}

void li_source_clear(li_ctx *ctx, li_source *x)
{
    li_program_clear(ctx, &x->program);
    li_flow_clear(ctx, &x->flow);
}

void li_source_count(li_ctx *ctx, li_text *out, const li_source *x)
{
    const li_flow *F = &x->flow;
    const char *rest = x->o->motion->H != NULL ? "momenta" : F->reduced && x->o->motion->p > 0 ? "the velocities that the constraints leave" : "velocities";

    li_text_printf(ctx, out, "%zu number%s", F->n, F->n == 1 ? "" : "s");
    if (F->coords > 0)
        li_text_printf(ctx, out, ": %zu coordinate%s", F->coords, F->coords == 1 ? "" : "s");
    if (F->coords > 0 && F->n > F->coords)
        li_text_printf(ctx, out, ", then %s", rest);
}

void li_source_meaning(li_ctx *ctx, li_text *out, const li_source *x, size_t i)
{
    const li_model *m = x->model;

    for (size_t k = 0; k < m->quasis; k++)
        if (m->quasi[k].w == x->flow.y[i])
            li_expr_print(ctx, out, m->quasi[k].value);
}

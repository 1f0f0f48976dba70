/* json-description.c - what a system is, as JSON */
#include "json.h"

/* F of the relations F = const */
static void set_holonomy(li_ctx *ctx, json_t *x, const li_holonomy *found)
{
    bool known = found != NULL && found->known;

    li_json_set(ctx, x, "rank", known ? json_integer((json_int_t)found->rank) : json_null());
    li_json_set(ctx, x, "integrable_rank", known ? json_integer((json_int_t)found->dimension) : json_null());
    li_json_set(ctx, x, "holonomic_relations", li_json_expressions(ctx, found == NULL ? 0 : found->integrals, found == NULL ? NULL : found->integral));
}

static json_t *relations(li_ctx *ctx, const li_description *d, const li_constraint *c, size_t from)
{
    static const char *const degree[] = { "holonomic", "linear", "affine", "non-linear", NULL, NULL };
    static const char *const imposition[] = { "no", "identically", "on the constraints", NULL };
    json_t *list = li_json_made(ctx, json_array());

    for (size_t k = 0; k < c->n; k++) {
        json_t *a = li_json_made(ctx, json_object());
        const char *velocities = degree[d->degree[from + k]], *integral = d->imposition == NULL ? NULL : imposition[d->imposition[from + k]];
        li_json_set(ctx, a, "name", json_string(c->label[k]));
        li_json_set(ctx, a, "lhs", li_json_expression(ctx, c->a[k]));
        li_json_set(ctx, a, "velocities", velocities == NULL ? json_null() : json_string(velocities));
        li_json_set(ctx, a, "integrable", d->integrable == NULL ? json_null() : li_json_truth(d->integrable[from + k]));
        li_json_set(ctx, a, "first_integral", integral == NULL ? json_null() : json_string(integral));
        li_json_append(ctx, list, a);
    }
    return list;
}

static json_t *reactions(li_ctx *ctx, const li_description *d, const li_constraint *c, size_t from)
{
    json_t *list = li_json_made(ctx, json_array());

    for (size_t h = 0; d->reaction != NULL && h < c->reactions; h++) {
        const li_reaction_kind *r = &d->reaction[from + h];
        json_t *x = li_json_made(ctx, json_object());
        li_json_set(ctx, x, "multiplier", json_string(c->multiplier_name[h]));
        li_json_set(ctx, x, "along_relation", li_json_truth(r->along));
        li_json_set(ctx, x, "appell_degree", r->degree > 0 ? json_integer(r->degree) : json_null());
        li_json_set(ctx, x, "natural_power_zero", li_json_truth(r->natural_zero));
        li_json_set(ctx, x, "real_power_zero", li_json_truth(r->real_zero));
        li_json_append(ctx, list, x);
    }
    return list;
}

static json_t *constraints(li_ctx *ctx, const li_motion *S, const li_description *d)
{
    json_t *list = li_json_made(ctx, json_array());
    const li_model *m = S->model;

    for (size_t i = 0, k = 0, h = 0; i < m->constraints; i++) {
        const li_constraint *c = &m->constraint[i];
        json_t *x = li_json_made(ctx, json_object());
        li_json_set(ctx, x, "name", json_string(c->name));
        li_json_set(ctx, x, "relations", relations(ctx, d, c, k));
        set_holonomy(ctx, x, d->holonomy == NULL ? NULL : &d->holonomy[i]);
        li_json_set(ctx, x, "ideal", json_boolean(c->by == NULL));
        li_json_set(ctx, x, "multipliers", li_json_names(ctx, c->reactions, c->multiplier_name));
        li_json_set(ctx, x, "reactions", reactions(ctx, d, c, h));
        li_json_append(ctx, list, x);
        k += c->n;
        h += c->reactions;
    }
    return list;
}

static json_t *contact(li_ctx *ctx, const li_contact *c)
{
    static const char *const velocity[LI_RESISTANCES] = { "sliding", "rolling", "pivoting" };
    static const char *const coefficient[LI_RESISTANCES] = { "friction", "rolling_resistance", "pivoting_resistance" };
    static const char *const law[] = { "", "newton", "poisson", "energetic" };
    json_t *x = li_json_made(ctx, json_object());

    li_json_set(ctx, x, "name", json_string(c->name));
    li_json_set(ctx, x, "mode", c->left_open ? json_null() : json_string(li_mode_name(c->mode)));
    li_json_set(ctx, x, "bilateral", json_boolean(c->bilateral));
    li_json_set(ctx, x, "multiplier", json_string(c->multiplier_name));
    li_json_set(ctx, x, "gap", c->gap == NULL ? json_null() : li_json_expression(ctx, c->gap));
    li_json_set(ctx, x, "normal", li_json_expression(ctx, c->W));
    for (size_t k = 0; k < LI_RESISTANCES; k++) {
        li_json_set(ctx, x, velocity[k], li_json_expressions(ctx, c->resistance[k].n, c->resistance[k].v));
        li_json_set(ctx, x, coefficient[k], li_json_expression(ctx, c->resistance[k].coef));
    }
    li_json_set(ctx, x, "restitution", c->e == NULL ? json_null() : li_json_expression(ctx, c->e));
    li_json_set(ctx, x, "restitution_law", c->e == NULL ? json_null() : json_string(law[c->restitution]));
    return x;
}

static json_t *contacts(li_ctx *ctx, const li_model *m)
{
    json_t *list = li_json_made(ctx, json_array());

    for (size_t i = 0; i < m->contacts; i++)
        li_json_append(ctx, list, contact(ctx, &m->contact[i]));
    return list;
}

static json_t *warnings(li_ctx *ctx)
{
    json_t *list = li_json_made(ctx, json_array());

    for (size_t i = 0; i < li_diagnostic_count(ctx); i++) {
        const li_diagnostic *d = li_diagnostic_at(ctx, i);
        json_t *x = li_json_made(ctx, json_object());
        li_json_set(ctx, x, "line", json_integer(d->place.line));
        li_json_set(ctx, x, "column", json_integer(d->place.column));
        li_json_set(ctx, x, "message", json_string(d->message));
        li_json_append(ctx, list, x);
    }
    return list;
}

/* {"theta":true, ...}, null where it was not decided or does not apply */
static json_t *truths(li_ctx *ctx, const li_criterion *c, const li_truth *truth)
{
    json_t *object = li_json_made(ctx, json_object());
    for (size_t i = 0; i < c->len; i++)
        li_json_set(ctx, object, li_expr_name(c->coordinate[i]), li_json_truth(truth[i]));
    return object;
}

void li_emit_description_json(li_ctx *ctx, li_text *out, const li_motion *S, const li_description *d)
{
    json_t *object = li_json_made(ctx, json_object());
    const li_model *m = S->model;
    json_t *velocities = li_json_made(ctx, json_array());

    for (size_t i = 0; i < m->quasis; i++)
        li_json_append(ctx, velocities, json_string(m->quasi[i].name));
    li_json_set(ctx, object, "system", json_string(m->name));
    li_json_set(ctx, object, "title", json_string(m->title));
    li_json_set(ctx, object, "coordinates", li_json_symbols(ctx, S->coords, S->q));
    li_json_set(ctx, object, "variables", S->W != NULL ? li_json_symbols(ctx, S->n, S->v) : json_null());
    li_json_set(ctx, object, "closed", S->W != NULL ? li_json_truth(d->portrait.closed) : json_null());
    li_json_set(ctx, object, "momenta", m->H != NULL ? li_json_symbols(ctx, S->n, S->v) : json_null());
    li_json_set(ctx, object, "regular", m->H != NULL ? li_json_truth(d->portrait.regular) : json_null());
    li_json_set(ctx, object, "relations", json_integer((json_int_t)S->p));
    li_json_set(ctx, object, "degrees_of_freedom", d->ranked && S->W == NULL ? json_integer((json_int_t)d->freedom) : json_null());
    li_json_set(ctx, object, "depends_on_time", li_json_truth(d->portrait.time));
    li_json_set(ctx, object, "quasi_velocities", velocities);
    li_json_set(ctx, object, "independent", li_json_symbols(ctx, d->independents, d->independent));
    li_json_set(ctx, object, "constraints", constraints(ctx, S, d));
    li_json_set(ctx, object, "holonomic_relations_together", li_json_expressions(ctx, d->together.integrals, d->together.integral));
    li_json_set(ctx, object, "contacts", contacts(ctx, m));
    li_json_set(ctx, object, "energy_conserved", li_json_truth(d->portrait.energy));
    li_json_set(ctx, object, "energy_rate", d->portrait.energy_rate == NULL ? json_null() : li_json_expression(ctx, d->portrait.energy_rate));
    li_json_set(ctx, object, "lagrange_holds", truths(ctx, &d->criterion, d->criterion.lagrange));
    li_json_set(ctx, object, "curl_condition", d->criterion.chaplygin ? truths(ctx, &d->criterion, d->criterion.curl) : json_null());
    li_json_set(ctx, object, "absent", li_json_symbols(ctx, d->portrait.absent, d->portrait.coordinate));
    li_json_set(ctx, object, "parameters_without_value", li_json_symbols(ctx, d->unset, d->parameter));
    li_json_compatibility(ctx, object, &d->reactions);
    li_json_set(ctx, object, "singular", d->singular == NULL ? json_null() : li_json_expression(ctx, d->singular));
    li_json_set(ctx, object, "warnings", warnings(ctx));
    li_json_finish(ctx, out, object);
}

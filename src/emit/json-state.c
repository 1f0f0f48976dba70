/* json-state.c - numbers at a state, as JSON */
#include "json.h"

/* object[name + primes] = x_i */
static void set_primed(li_ctx *ctx, json_t *object, const char *name, bool primed, const li_ball *x, int digits)
{
    li_text key;

    li_text_init(&key);
    li_text_printf(ctx, &key, primed ? "%s'" : "%s", name);
    li_json_set(ctx, object, li_text_str(&key), li_json_number(ctx, x, digits));
    li_text_clear(ctx, &key);
}

static json_t *state(li_ctx *ctx, const li_model *m, const li_values *x, int digits)
{
    json_t *object = li_json_made(ctx, json_object());

    li_json_set(ctx, object, "t", li_json_number(ctx, &x->t, digits));
    for (size_t i = 0; i < x->n; i++)
        set_primed(ctx, object, m->coord[i].name, false, &x->q[i], digits);
    for (size_t i = 0; i < x->n; i++)
        set_primed(ctx, object, m->coord[i].name, true, &x->v[i], digits);
    for (size_t i = 0; i < x->quasis; i++)
        set_primed(ctx, object, m->quasi[i].name, false, &x->quasi[i], digits);
    for (size_t i = 0; i < x->speeds; i++)
        set_primed(ctx, object, m->speed[i].name, false, &x->speed[i], digits);
    return object;
}

static void set_motion(li_ctx *ctx, json_t *object, const li_model *m, const li_values *x, int digits)
{
    json_t *q = li_json_made(ctx, x->moves ? json_object() : json_null()), *w = li_json_made(ctx, x->moves ? json_object() : json_null());

    for (size_t i = 0; x->moves && i < x->n; i++)
        set_primed(ctx, q, m->coord[i].name, false, &x->acceleration[i], digits);
    for (size_t i = 0; x->moves && i < x->quasis; i++)
        set_primed(ctx, w, m->quasi[i].name, false, &x->quasi_acceleration[i], digits);
    for (size_t i = 0; x->moves && i < x->speeds; i++)
        set_primed(ctx, w, m->speed[i].name, false, &x->speed_acceleration[i], digits);
    li_json_set(ctx, object, "acceleration", q);
    li_json_set(ctx, object, "quasi_acceleration", w);
}

/* null as a whole where the reactions are not known, entry by entry where only some are determined */
static json_t *multipliers(li_ctx *ctx, const li_motion *S, const li_values *x, const li_ball *lambda, int digits)
{
    json_t *object;

    if (lambda == NULL)
        return json_null();
    object = li_json_made(ctx, json_object());
    for (size_t h = 0; h < x->r; h++) {
        bool known = lambda != x->multiplier || x->determined == NULL || x->determined[h];
        li_json_set(ctx, object, S->multiplier[h], li_json_number(ctx, known ? &lambda[h] : NULL, digits));
    }
    return object;
}

/* {"N":{"natural":..., "real":...}, ...}; null where the reactions are not known, or not determined */
static json_t *powers(li_ctx *ctx, const li_motion *S, const li_values *x, int digits)
{
    bool any = x->power != NULL && x->moves && x->reacts;
    json_t *object = li_json_made(ctx, any ? json_object() : json_null());

    for (size_t h = 0; any && h < x->r; h++) {
        json_t *one = li_json_made(ctx, json_object());
        li_json_set(ctx, one, "natural", li_json_number(ctx, x->determined[h] ? &x->power[2 * h] : NULL, digits));
        li_json_set(ctx, one, "real", li_json_number(ctx, x->determined[h] ? &x->power[2 * h + 1] : NULL, digits));
        li_json_set(ctx, object, S->multiplier[h], one);
    }
    return object;
}

static void set_energies(li_ctx *ctx, json_t *object, const li_values *x, int digits)
{
    li_ball E;

    li_json_set(ctx, object, "kinetic", li_json_number(ctx, x->given ? NULL : &x->T, digits));
    li_json_set(ctx, object, "potential", li_json_number(ctx, x->given ? NULL : &x->V, digits));
    if (x->given) {
        li_json_set(ctx, object, "energy", li_json_number(ctx, x->n > 0 ? &x->H : NULL, digits));
        li_json_set(ctx, object, "H", li_json_number(ctx, x->n > 0 ? &x->H : NULL, digits));
        return;
    }
    if (li_ball_init(ctx, &E) == LI_OK) {
        li_ball_add(&E, &x->T, &x->V, 4L * digits + 64);
        li_json_set(ctx, object, "energy", li_json_number(ctx, &E, digits));
        li_ball_clear(&E);
    }
}

static void set_coupling(li_ctx *ctx, json_t *object, const li_values *x, int digits)
{
    json_t *coupling = li_json_made(ctx, x->coupled ? json_array() : json_null());

    for (size_t h = 0; x->coupled && h < x->r; h++)
        li_json_append(ctx, coupling, li_json_numbers(ctx, x->p, x->coupling + h * x->p, digits));
    li_json_set(ctx, object, "coupling", coupling);
    li_json_set(ctx, object, "drive", x->coupled ? li_json_numbers(ctx, x->p, x->drive, digits) : json_null());
    li_json_set(ctx, object, "compatibility", li_json_number(ctx, x->coupled && x->p == x->r ? &x->compatibility : NULL, digits));
}

static json_t *relations(li_ctx *ctx, const li_motion *S, const li_values *x, const li_ball *value, int digits)
{
    json_t *object = li_json_made(ctx, json_object());
    for (size_t h = 0; h < x->p; h++)
        li_json_set(ctx, object, S->label[h], li_json_number(ctx, &value[h], digits));
    return object;
}

/* What is determined of multipliers that are not: coefficients by name, and the value. */
static json_t *combinations(li_ctx *ctx, const li_motion *S, const li_values *x, int digits)
{
    json_t *list = li_json_made(ctx, json_array());

    for (size_t i = 0; i < x->combinations; i++) {
        const li_ball *c = x->combination + i * (x->r + 1);
        json_t *one = li_json_made(ctx, json_object()), *coefficients = li_json_made(ctx, json_object());
        for (size_t h = 0; h < x->r; h++)
            li_json_set(ctx, coefficients, S->multiplier[h], li_json_number(ctx, &c[h], digits));
        li_json_set(ctx, one, "coefficients", coefficients);
        li_json_set(ctx, one, "value", li_json_number(ctx, &c[x->r], digits));
        li_json_append(ctx, list, one);
    }
    return list;
}

/* c2 lambda^2 + c1 lambda + c0 = 0 at a degenerate point */
static json_t *quadratic(li_ctx *ctx, const li_values *x, int digits)
{
    json_t *object = li_json_made(ctx, json_object());

    li_json_set(ctx, object, "c2", li_json_number(ctx, &x->quadratic[2], digits));
    li_json_set(ctx, object, "c1", li_json_number(ctx, &x->quadratic[1], digits));
    li_json_set(ctx, object, "c0", li_json_number(ctx, &x->quadratic[0], digits));
    li_json_set(ctx, object, "roots", li_json_numbers(ctx, x->roots, x->root, digits));
    return object;
}

/* Every admissible reaction with its motion; where they were looked for, and whether these are all. */
static void set_roots(li_ctx *ctx, json_t *object, const li_motion *S, const li_values *x, int digits)
{
    json_t *roots = li_json_made(ctx, json_array());

    for (size_t i = 0; i < x->roots; i++) {
        json_t *root = li_json_made(ctx, json_object()), *q = li_json_made(ctx, json_object());
        li_json_set(ctx, root, "multiplier", multipliers(ctx, S, x, x->root + i * x->r, digits));
        for (size_t k = 0; x->root_acceleration != NULL && k < x->n; k++)
            li_json_set(ctx, q, S->model->coord[k].name, li_json_number(ctx, &x->root_acceleration[i * x->n + k], digits));
        li_json_set(ctx, root, "acceleration", q);
        li_json_append(ctx, roots, root);
    }
    li_json_set(ctx, object, "roots", roots);
}

/* ---- functions ---- */

/* velocity components of a field: q', then quasi-velocities and speeds */
static void set_components(li_ctx *ctx, json_t *object, const li_model *m, const li_values *x, const li_ball *value, int digits)
{
    for (size_t i = 0; i < x->n; i++)
        set_primed(ctx, object, m->coord[i].name, true, &value[i], digits);
    for (size_t i = 0; i < x->quasis; i++)
        set_primed(ctx, object, m->quasi[i].name, false, &value[x->n + i], digits);
    for (size_t i = 0; i < x->speeds; i++)
        set_primed(ctx, object, m->speed[i].name, false, &value[x->n + x->quasis + i], digits);
}

static void set_fields(li_ctx *ctx, json_t *object, const li_motion *S, const li_values *x, int digits)
{
    json_t *E = li_json_made(ctx, x->fields ? json_object() : json_null()), *e = li_json_made(ctx, x->fields ? json_object() : json_null());

    for (size_t i = 0; x->fields && i < x->n; i++)
        set_primed(ctx, E, S->model->coord[i].name, false, &x->v[i], digits);
    if (x->fields)
        set_components(ctx, E, S->model, x, x->free, digits);
    for (size_t h = 0; x->fields && h < x->r; h++) {
        json_t *one = li_json_made(ctx, json_object());
        set_components(ctx, one, S->model, x, x->field + h * (x->n + x->quasis + x->speeds), digits);
        li_json_set(ctx, e, S->p == S->r ? S->label[h] : S->multiplier[h], one);
    }
    li_json_set(ctx, object, "E", E);
    li_json_set(ctx, object, "e", e);
}

/* Entry (i, k) of a matrix of which the upper half is known */
static json_t *entry(li_ctx *ctx, const li_quantity_matrix *W, const li_values *x, size_t i, size_t k, int digits)
{
    size_t at = W->entry[i < k ? i * W->n + k : k * W->n + i];
    li_ball minus;

    if (at == SIZE_MAX)
        return json_string("0");
    if (!x->moves && !x->known[at])
        return json_null();
    if (i < k || li_ball_init(ctx, &minus) != LI_OK)
        return li_json_number(ctx, &x->quantity[at], digits);
    li_ball_sub(&minus, &minus, &x->quantity[at], 4L * digits + 64);
    json_t *value = li_json_number(ctx, &minus, digits);
    li_ball_clear(&minus);
    return value;
}

/* {"basis", "matrix"}, reduced: and "eliminated_forms", "eliminated_dv"; null if there is none */
static json_t *matrix(li_ctx *ctx, const li_quantity_matrix *W, const li_values *x, int digits)
{
    if (W->n == 0)
        return json_null();
    json_t *object = li_json_made(ctx, json_object()), *rows = li_json_made(ctx, json_array());
    if (W->reduced) {
        li_json_set(ctx, object, "eliminated_forms", li_json_names(ctx, W->p, W->form));
        li_json_set(ctx, object, "eliminated_dv", li_json_names(ctx, W->p, W->rate));
    }
    for (size_t i = 0; i < W->n; i++) {
        json_t *row = li_json_made(ctx, json_array());
        for (size_t k = 0; k < W->n; k++)
            li_json_append(ctx, row, entry(ctx, W, x, i, k, digits));
        li_json_append(ctx, rows, row);
    }
    li_json_set(ctx, object, "basis", li_json_names(ctx, W->n, W->basis));
    li_json_set(ctx, object, "matrix", rows);
    return object;
}

/* One object a group; a quantity without a name stands for itself. */
static void set_quantities(li_ctx *ctx, json_t *object, const li_quantities *Q, const li_values *x, int digits)
{
    for (size_t i = 0; i < Q->len; i++) {
        if (Q->at[i].group == NULL)
            continue;
        json_t *value = li_json_number(ctx, x->moves || x->known[i] ? &x->quantity[i] : NULL, digits);
        json_t *group = json_object_get(object, Q->at[i].group);
        if (Q->at[i].name[0] == '\0') {
            li_json_set(ctx, object, Q->at[i].group, value);
            continue;
        }
        if (group == NULL) {
            li_json_set(ctx, object, Q->at[i].group, json_object());
            group = json_object_get(object, Q->at[i].group);
        }
        li_json_set(ctx, group, Q->at[i].name, value);
    }
}

void li_emit_values_json(li_ctx *ctx, li_text *out, const li_motion *S, const li_state *s, const li_quantities *Q, const li_values *x, int digits)
{
    json_t *object = li_json_made(ctx, json_object());

    li_json_set(ctx, object, "system", json_string(S->model->name));
    li_json_set(ctx, object, "digits", json_integer(digits));
    li_json_set(ctx, object, "state", state(ctx, S->model, x, digits));
    set_motion(ctx, object, S->model, x, digits);
    li_json_set(ctx, object, "multiplier", multipliers(ctx, S, x, x->reacts ? x->multiplier : NULL, digits));
    li_json_set(ctx, object, "power", powers(ctx, S, x, digits));
    set_energies(ctx, object, x, digits);
    set_coupling(ctx, object, x, digits);
    li_json_set(ctx, object, "residual", relations(ctx, S, x, x->residual, digits));
    li_json_set(ctx, object, "residual_rate", relations(ctx, S, x, x->rate, digits));
    li_json_set(ctx, object, "status", json_string(li_verdict_name(x->status)));
    li_json_set(ctx, object, "assumed", li_json_names(ctx, s->assumed, s->assumption));
    li_json_set(ctx, object, "taken_as_zero", li_json_names(ctx, x->zeros, x->taken_as_zero));
    if (x->status == LI_REDUNDANT)
        li_json_set(ctx, object, "combinations", combinations(ctx, S, x, digits));
    if (x->quadratic_known)
        li_json_set(ctx, object, "quadratic", quadratic(ctx, x, digits));
    if (x->roots > 0)
        set_roots(ctx, object, S, x, digits);
    if (x->roots > 0 || x->box > 0) {                /* were all found, and where they were looked for */
        li_json_set(ctx, object, "complete", json_boolean(x->complete));
        li_json_set(ctx, object, "box", x->box > 0 ? json_real(x->box) : json_null());
    }
    for (size_t i = 0; Q != NULL && i < Q->matrices; i++)
        li_json_set(ctx, object, Q->matrix[i].name, matrix(ctx, &Q->matrix[i], x, digits));
    if (Q != NULL && Q->functions) {
        set_fields(ctx, object, S, x, digits);
        set_quantities(ctx, object, Q, x, digits);
    }
    if (x->message != NULL && x->message[0] != '\0')
        li_json_set(ctx, object, "message", json_string(x->message));
    li_json_finish(ctx, out, object);
}

/* json.c - results as JSON, keys in a fixed order
 *
 * jansson keeps the order of insertion. A reference to NULL is ignored by all of its functions, so a lack of memory
 * shows at the end: the sticky status is set where a value could not be made. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "liaison/emit.h"

/* ---- values ---- */

static json_t *made(li_ctx *ctx, json_t *x)
{
    if (x == NULL)
        li_fail(ctx, LI_MEMORY, "out of memory");
    return x;
}

static void set(li_ctx *ctx, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, made(ctx, value)) != 0)
        li_fail(ctx, LI_MEMORY, "out of memory");
}

static void append(li_ctx *ctx, json_t *list, json_t *value)
{
    if (json_array_append_new(list, made(ctx, value)) != 0)
        li_fail(ctx, LI_MEMORY, "out of memory");
}

/* The text, which it clears. */
static json_t *take(li_ctx *ctx, li_text *text)
{
    json_t *x = li_ctx_status(ctx) == LI_OK ? json_string(li_text_str(text)) : NULL;
    li_text_clear(ctx, text);
    return x;
}

static json_t *expression(li_ctx *ctx, li_expr e)
{
    li_text text;
    li_text_init(&text);
    li_expr_print(ctx, &text, e);
    return take(ctx, &text);
}

/* null where it is not known */
static json_t *number(li_ctx *ctx, const li_ball *x, int digits)
{
    li_text text;

    if (x == NULL || !li_ball_is_finite(x))
        return json_null();
    li_text_init(&text);
    li_ball_print(ctx, &text, x, digits);
    return take(ctx, &text);
}

static json_t *names(li_ctx *ctx, size_t n, const char *const *name)
{
    json_t *list = made(ctx, json_array());
    for (size_t i = 0; i < n; i++)
        append(ctx, list, json_string(name[i]));
    return list;
}

static json_t *symbols(li_ctx *ctx, size_t n, const li_expr *x)
{
    json_t *list = made(ctx, json_array());
    for (size_t i = 0; i < n; i++)
        append(ctx, list, json_string(li_expr_name(x[i])));
    return list;
}

static json_t *expressions(li_ctx *ctx, size_t n, const li_expr *x)
{
    json_t *list = made(ctx, json_array());
    for (size_t i = 0; i < n; i++)
        append(ctx, list, expression(ctx, x[i]));
    return list;
}

static json_t *numbers(li_ctx *ctx, size_t n, const li_ball *x, int digits)
{
    json_t *list = made(ctx, json_array());
    for (size_t i = 0; i < n; i++)
        append(ctx, list, number(ctx, &x[i], digits));
    return list;
}

static json_t *truth(li_truth x) { return x == LI_UNKNOWN ? json_null() : json_boolean(x == LI_YES); }

/* The object as text, whole or not at all; takes it. */
static void put_json(li_ctx *ctx, li_text *out, json_t *object, size_t flags)
{
    char *s = li_ctx_status(ctx) == LI_OK ? json_dumps(object, flags) : NULL;
    size_t start = out->len;

    json_decref(object);
    if (s == NULL) {
        li_fail(ctx, LI_MEMORY, "out of memory");
        return;
    }
    li_text_put(ctx, out, s);
    free(s);
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, start);
}

static void finish(li_ctx *ctx, li_text *out, json_t *object)
{
    put_json(ctx, out, object, JSON_INDENT(2));
    if (li_ctx_status(ctx) == LI_OK)
        li_text_put(ctx, out, "\n");
}

/* ---- equations ---- */

static json_t *equations(li_ctx *ctx, size_t n, const li_equation *eq)
{
    json_t *list = made(ctx, json_array());

    for (size_t i = 0; i < n; i++) {
        json_t *x = made(ctx, json_object());
        set(ctx, x, "lhs", expression(ctx, eq[i].left));
        set(ctx, x, "rhs", expression(ctx, eq[i].right));
        append(ctx, list, x);
    }
    return list;
}

/* the functions from which the form was made, by name */
static json_t *functions(li_ctx *ctx, const li_equations *form)
{
    json_t *object = made(ctx, json_object());
    for (size_t i = 0; i < form->functions; i++)
        set(ctx, object, form->function[i].name, expression(ctx, form->function[i].value));
    return object;
}

static void set_form(li_ctx *ctx, json_t *x, const li_equations *form)
{
    set(ctx, x, "form", json_string(form->form));
    set(ctx, x, "title", json_string(form->title));
    set(ctx, x, "unknowns", symbols(ctx, form->unknowns, form->unknown));
    set(ctx, x, "equations", equations(ctx, form->len, form->eq));
    set(ctx, x, "functions", functions(ctx, form));
    set(ctx, x, "relations", equations(ctx, form->relations, form->relation));
    if (form->rows > 0) {
        json_t *M = made(ctx, json_array());
        for (size_t i = 0; i < form->rows; i++)
            append(ctx, M, expressions(ctx, form->rows, form->M + i * form->rows));
        set(ctx, x, "M", M);
        set(ctx, x, "forcing", expressions(ctx, form->rows, form->forcing));
    }
    set(ctx, x, "simplified", json_boolean(form->simplified));
}

void li_emit_equations_json(li_ctx *ctx, li_text *out, const li_model *m, size_t count, const li_equations *form)
{
    json_t *object = made(ctx, json_object()), *list = NULL;

    set(ctx, object, "system", json_string(m->name));
    if (count == 1) {
        set_form(ctx, object, form);
    } else {
        list = made(ctx, json_array());
        for (size_t i = 0; i < count; i++) {
            json_t *x = made(ctx, json_object());
            set_form(ctx, x, &form[i]);
            append(ctx, list, x);
        }
        set(ctx, object, "forms", list);
    }
    finish(ctx, out, object);
}

/* ---- numbers at a state ---- */

/* object[name + primes] = x_i */
static void set_primed(li_ctx *ctx, json_t *object, const char *name, bool primed, const li_ball *x, int digits)
{
    li_text key;

    li_text_init(&key);
    li_text_printf(ctx, &key, primed ? "%s'" : "%s", name);
    set(ctx, object, li_text_str(&key), number(ctx, x, digits));
    li_text_clear(ctx, &key);
}

static json_t *state(li_ctx *ctx, const li_model *m, const li_values *x, int digits)
{
    json_t *object = made(ctx, json_object());

    set(ctx, object, "t", number(ctx, &x->t, digits));
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
    json_t *q = made(ctx, x->moves ? json_object() : json_null()), *w = made(ctx, x->moves ? json_object() : json_null());

    for (size_t i = 0; x->moves && i < x->n; i++)
        set_primed(ctx, q, m->coord[i].name, false, &x->acceleration[i], digits);
    for (size_t i = 0; x->moves && i < x->quasis; i++)
        set_primed(ctx, w, m->quasi[i].name, false, &x->quasi_acceleration[i], digits);
    for (size_t i = 0; x->moves && i < x->speeds; i++)
        set_primed(ctx, w, m->speed[i].name, false, &x->speed_acceleration[i], digits);
    set(ctx, object, "acceleration", q);
    set(ctx, object, "quasi_acceleration", w);
}

/* null as a whole where the reactions are not known, entry by entry where only some are determined */
static json_t *multipliers(li_ctx *ctx, const li_motion *S, const li_values *x, const li_ball *lambda, int digits)
{
    json_t *object;

    if (lambda == NULL)
        return json_null();
    object = made(ctx, json_object());
    for (size_t h = 0; h < x->r; h++) {
        bool known = lambda != x->multiplier || x->determined == NULL || x->determined[h];
        set(ctx, object, S->multiplier[h], number(ctx, known ? &lambda[h] : NULL, digits));
    }
    return object;
}

static void set_energies(li_ctx *ctx, json_t *object, const li_values *x, int digits)
{
    li_ball E;

    set(ctx, object, "kinetic", number(ctx, &x->T, digits));
    set(ctx, object, "potential", number(ctx, &x->V, digits));
    if (li_ball_init(ctx, &E) == LI_OK) {
        li_ball_add(&E, &x->T, &x->V, 4L * digits + 64);
        set(ctx, object, "energy", number(ctx, &E, digits));
        li_ball_clear(&E);
    }
}

static void set_coupling(li_ctx *ctx, json_t *object, const li_values *x, int digits)
{
    json_t *coupling = made(ctx, x->coupled ? json_array() : json_null());

    for (size_t h = 0; x->coupled && h < x->r; h++)
        append(ctx, coupling, numbers(ctx, x->p, x->coupling + h * x->p, digits));
    set(ctx, object, "coupling", coupling);
    set(ctx, object, "drive", x->coupled ? numbers(ctx, x->p, x->drive, digits) : json_null());
    set(ctx, object, "compatibility", number(ctx, x->coupled && x->p == x->r ? &x->compatibility : NULL, digits));
}

static json_t *relations(li_ctx *ctx, const li_motion *S, const li_values *x, const li_ball *value, int digits)
{
    json_t *object = made(ctx, json_object());
    for (size_t h = 0; h < x->p; h++)
        set(ctx, object, S->label[h], number(ctx, &value[h], digits));
    return object;
}

/* What is determined of multipliers that are not: coefficients by name, and the value. */
static json_t *combinations(li_ctx *ctx, const li_motion *S, const li_values *x, int digits)
{
    json_t *list = made(ctx, json_array());

    for (size_t i = 0; i < x->combinations; i++) {
        const li_ball *c = x->combination + i * (x->r + 1);
        json_t *one = made(ctx, json_object()), *coefficients = made(ctx, json_object());
        for (size_t h = 0; h < x->r; h++)
            set(ctx, coefficients, S->multiplier[h], number(ctx, &c[h], digits));
        set(ctx, one, "coefficients", coefficients);
        set(ctx, one, "value", number(ctx, &c[x->r], digits));
        append(ctx, list, one);
    }
    return list;
}

/* c2 lambda^2 + c1 lambda + c0 = 0 at a degenerate point */
static json_t *quadratic(li_ctx *ctx, const li_values *x, int digits)
{
    json_t *object = made(ctx, json_object());

    set(ctx, object, "c2", number(ctx, &x->quadratic[2], digits));
    set(ctx, object, "c1", number(ctx, &x->quadratic[1], digits));
    set(ctx, object, "c0", number(ctx, &x->quadratic[0], digits));
    set(ctx, object, "roots", numbers(ctx, x->roots, x->root, digits));
    return object;
}

/* Every admissible reaction with its motion; where they were looked for, and whether these are all. */
static void set_roots(li_ctx *ctx, json_t *object, const li_motion *S, const li_values *x, int digits)
{
    json_t *roots = made(ctx, json_array());

    for (size_t i = 0; i < x->roots; i++) {
        json_t *root = made(ctx, json_object()), *q = made(ctx, json_object());
        set(ctx, root, "multiplier", multipliers(ctx, S, x, x->root + i * x->r, digits));
        for (size_t k = 0; x->root_acceleration != NULL && k < x->n; k++)
            set(ctx, q, S->model->coord[k].name, number(ctx, &x->root_acceleration[i * x->n + k], digits));
        set(ctx, root, "acceleration", q);
        append(ctx, roots, root);
    }
    set(ctx, object, "roots", roots);
}

/* {"claim", "line", "holds", "how", "counterexample"}, one line */
void li_emit_proof_json(li_ctx *ctx, li_text *out, const li_claim *claim, const li_proof *p)
{
    static const char *const how[] = { [LI_BY_NOTHING] = NULL, [LI_BY_ALGEBRA] = "exact", [LI_BY_RESIDUES] = "modular", [LI_BY_STATE] = "exact" };
    json_t *object = made(ctx, json_object()), *state = made(ctx, p->holds == LI_NO && p->n > 0 ? json_object() : json_null());

    set(ctx, object, "claim", json_string(claim->text));
    set(ctx, object, "line", json_integer(claim->place.line));
    set(ctx, object, "holds", p->holds == LI_UNKNOWN ? json_null() : json_boolean(p->holds == LI_YES));
    set(ctx, object, "how", how[p->how] == NULL ? json_null() : json_string(how[p->how]));
    if (p->how == LI_BY_RESIDUES)
        set(ctx, object, "bits", json_real(p->bits));
    for (size_t k = 0; p->holds == LI_NO && k < p->n; k++) {
        li_text name;
        li_text_init(&name);
        li_expr_print(ctx, &name, p->x[k]);
        set(ctx, state, li_text_str(&name), expression(ctx, p->value[k]));
        li_text_clear(ctx, &name);
    }
    set(ctx, object, "counterexample", state);
    if (p->difference != NULL && p->holds == LI_NO)
        set(ctx, object, "difference", expression(ctx, p->difference));
    if (p->why[0] != '\0')
        set(ctx, object, "why", json_string(p->why));
    put_json(ctx, out, object, JSON_COMPACT);
}

void li_emit_values_json(li_ctx *ctx, li_text *out, const li_motion *S, const li_state *s, const li_values *x, int digits)
{
    json_t *object = made(ctx, json_object());

    set(ctx, object, "system", json_string(S->model->name));
    set(ctx, object, "digits", json_integer(digits));
    set(ctx, object, "state", state(ctx, S->model, x, digits));
    set_motion(ctx, object, S->model, x, digits);
    set(ctx, object, "multiplier", multipliers(ctx, S, x, x->reacts ? x->multiplier : NULL, digits));
    set_energies(ctx, object, x, digits);
    set_coupling(ctx, object, x, digits);
    set(ctx, object, "residual", relations(ctx, S, x, x->residual, digits));
    set(ctx, object, "residual_rate", relations(ctx, S, x, x->rate, digits));
    set(ctx, object, "status", json_string(li_verdict_name(x->status)));
    set(ctx, object, "assumed", names(ctx, s->assumed, s->assumption));
    set(ctx, object, "taken_as_zero", names(ctx, x->zeros, x->taken_as_zero));
    if (x->status == LI_REDUNDANT)
        set(ctx, object, "combinations", combinations(ctx, S, x, digits));
    if (x->quadratic_known)
        set(ctx, object, "quadratic", quadratic(ctx, x, digits));
    if (x->roots > 0)
        set_roots(ctx, object, S, x, digits);
    if (x->roots > 0 || x->box > 0) {                /* were all found, and where they were looked for */
        set(ctx, object, "complete", json_boolean(x->complete));
        set(ctx, object, "box", x->box > 0 ? json_real(x->box) : json_null());
    }
    if (x->message != NULL && x->message[0] != '\0')
        set(ctx, object, "message", json_string(x->message));
    finish(ctx, out, object);
}

/* ---- what a system is ---- */

static json_t *constraints(li_ctx *ctx, const li_motion *S, const li_description *d)
{
    static const char *const degree[] = { "holonomic", "linear", "affine", "non-linear", NULL };
    json_t *list = made(ctx, json_array());
    const li_model *m = S->model;

    for (size_t i = 0, h = 0; i < m->constraints; i++) {
        const li_constraint *c = &m->constraint[i];
        json_t *x = made(ctx, json_object()), *relation = made(ctx, json_array());
        set(ctx, x, "name", json_string(c->name));
        for (size_t k = 0; k < c->n; k++, h++) {
            json_t *a = made(ctx, json_object());
            set(ctx, a, "name", json_string(c->label[k]));
            set(ctx, a, "lhs", expression(ctx, c->a[k]));
            set(ctx, a, "velocities", degree[d->degree[h]] == NULL ? json_null() : json_string(degree[d->degree[h]]));
            append(ctx, relation, a);
        }
        set(ctx, x, "relations", relation);
        set(ctx, x, "ideal", json_boolean(c->by == NULL));
        set(ctx, x, "multipliers", names(ctx, c->reactions, c->multiplier_name));
        append(ctx, list, x);
    }
    return list;
}

static json_t *warnings(li_ctx *ctx)
{
    json_t *list = made(ctx, json_array());

    for (size_t i = 0; i < li_diagnostic_count(ctx); i++) {
        const li_diagnostic *d = li_diagnostic_at(ctx, i);
        json_t *x = made(ctx, json_object());
        set(ctx, x, "line", json_integer(d->place.line));
        set(ctx, x, "column", json_integer(d->place.column));
        set(ctx, x, "message", json_string(d->message));
        append(ctx, list, x);
    }
    return list;
}

void li_emit_description_json(li_ctx *ctx, li_text *out, const li_motion *S, const li_description *d)
{
    json_t *object = made(ctx, json_object());
    const li_model *m = S->model;
    json_t *velocities = made(ctx, json_array());

    for (size_t i = 0; i < m->quasis; i++)
        append(ctx, velocities, json_string(m->quasi[i].name));
    set(ctx, object, "system", json_string(m->name));
    set(ctx, object, "title", json_string(m->title));
    set(ctx, object, "coordinates", symbols(ctx, S->n, S->q));
    set(ctx, object, "relations", json_integer((json_int_t)S->p));
    set(ctx, object, "degrees_of_freedom", d->ranked ? json_integer((json_int_t)d->freedom) : json_null());
    set(ctx, object, "depends_on_time", truth(d->portrait.time));
    set(ctx, object, "quasi_velocities", velocities);
    set(ctx, object, "independent", symbols(ctx, d->independents, d->independent));
    set(ctx, object, "constraints", constraints(ctx, S, d));
    set(ctx, object, "energy_conserved", truth(d->portrait.energy));
    set(ctx, object, "absent", symbols(ctx, d->portrait.absent, d->portrait.coordinate));
    set(ctx, object, "parameters_without_value", symbols(ctx, d->unset, d->parameter));
    set(ctx, object, "compatibility", d->compatibility == NULL ? json_null() : expression(ctx, d->compatibility));
    set(ctx, object, "singular", d->singular == NULL ? json_null() : expression(ctx, d->singular));
    set(ctx, object, "warnings", warnings(ctx));
    finish(ctx, out, object);
}

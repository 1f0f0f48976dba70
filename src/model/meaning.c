/* meaning.c - the meaning of the statements, once all names are declared */
#include <string.h>

#include "reader.h"

/* Is there a part of the tree that `is` it? */
static bool tree_has(li_ctx *ctx, const li_names *names, const li_ast *tree, bool (*is)(const li_names *, const li_ast *))
{
    const li_ast **todo = NULL;
    size_t len = 0, cap = 0;
    bool found = false;

    while (tree != NULL && !found) {
        found = is(names, tree);
        if (len + tree->len > cap) {
            const li_ast **wider = li_grow(ctx, todo, cap = 2 * (len + tree->len), sizeof *todo);
            if (wider == NULL)
                break;
            todo = wider;
        }
        for (size_t i = 0; i < tree->len; i++)
            todo[len++] = tree->arg[i];
        tree = len > 0 ? todo[--len] : NULL;
    }
    li_drop(ctx, todo);
    return found;
}

static bool is_decimal(const li_names *names, const li_ast *ast)
{
    (void)names;
    return ast->kind == LI_AST_NUMBER && ast->decimal;
}

bool li_ast_decimal(li_ctx *ctx, const li_ast *tree) { return tree_has(ctx, NULL, tree, is_decimal); }

static bool is_replaced(const li_names *names, const li_ast *ast)
{
    const li_name *n = ast->kind == LI_AST_NAME || ast->kind == LI_AST_CALL ? li_names_find(names, ast->name) : NULL;
    return n != NULL && n->replaced;
}

/* Only want of memory stays a failure; the rest is a mistake of the author, at its place. */
li_expr li_reader_value(li_reader *r, const li_ast *tree)
{
    li_expr e = li_ast_value(r->ctx, r->m->scope, tree);
    li_status status = li_ctx_status(r->ctx);

    if (status != LI_OK && status != LI_MEMORY) {
        li_diagnose(r->ctx, LI_ERROR, tree->place, "%s", li_ctx_message(r->ctx));
        li_ctx_forgive(r->ctx);
    }
    return status == LI_OK ? e : li_expr_undefined();
}

/* ---- definitions ---- */

/* A number is a value; an expression in other parameters is a definition, and stands for the name. */
static void define_param(li_reader *r, li_name *n)
{
    li_param *param = &r->m->param[n->index];
    li_expr value = li_reader_value(r, n->tree);

    if (value == li_expr_undefined() ||
        !li_check_free(r, n->tree->place, value, LI_TIME, LI_ACCELERATION, "a parameter is constant; its value contains"))
        return;
    param->value = value;
    param->decimal = li_ast_decimal(r->ctx, n->tree);
    param->derived = !li_check_constant(r, value);
    if (param->derived || n->replaced)
        n->e[0] = value;
}

static void define_function(li_reader *r, li_name *n)
{
    r->names->inside = n;
    n->e[0] = li_reader_value(r, n->tree);
    r->names->inside = NULL;
    r->m->function[n->index].body = n->e[0];
}

static void define_quasi(li_reader *r, li_name *n)
{
    n->basic = li_names_without_quasi(r->ctx, r->names, li_reader_value(r, n->tree));
    r->m->quasi[n->index].value = n->basic;
}

static void define(li_reader *r, li_name *n)
{
    if (n->kind == LI_NAME_PARAM || n->kind == LI_NAME_FUNCTION || n->kind == LI_NAME_LET)
        n->replaced |= tree_has(r->ctx, r->names, n->tree, is_replaced);
    switch (n->kind) {
    case LI_NAME_PARAM:
        define_param(r, n);
        break;
    case LI_NAME_FUNCTION:
        define_function(r, n);
        break;
    case LI_NAME_QUASI:
        define_quasi(r, n);
        break;
    case LI_NAME_LET:
        n->e[0] = li_reader_value(r, n->tree);
        break;
    default:                    /* in a circle */
        break;
    }
}

/* d/dt: q -> q' -> q'', p -> p', t -> 1; q'', p' and multipliers have none */
static li_derivation *time_derivative(li_reader *r)
{
    const li_model *m = r->m;
    size_t most = 1 + 3 * m->coords + 2 * m->quasis + 2 * m->speeds, n = 0;
    li_expr none = li_expr_undefined();

    for (size_t i = 0; i < m->constraints; i++)
        most += m->constraint[i].reactions;
    most += 3 * m->contacts;
    li_expr *x = li_new(r->ctx, most, sizeof *x), *rate = li_new(r->ctx, most, sizeof *rate);
    li_derivation *D = NULL;

    if (x != NULL && rate != NULL) {
        x[n] = m->t, rate[n++] = li_expr_int(r->ctx, 1);
        for (size_t i = 0; i < m->coords; i++) {
            x[n] = m->coord[i].q, rate[n++] = m->coord[i].v;
            x[n] = m->coord[i].v, rate[n++] = m->coord[i].a;
            x[n] = m->coord[i].a, rate[n++] = none;
        }
        for (size_t i = 0; i < m->quasis; i++) {
            x[n] = m->quasi[i].w, rate[n++] = m->quasi[i].rate;
            x[n] = m->quasi[i].rate, rate[n++] = none;
        }
        for (size_t i = 0; i < m->speeds; i++) {
            x[n] = m->speed[i].w, rate[n++] = m->speed[i].rate;
            x[n] = m->speed[i].rate, rate[n++] = none;
        }
        for (size_t i = 0; i < m->constraints; i++)
            for (size_t k = 0; k < m->constraint[i].reactions; k++)
                x[n] = m->constraint[i].multiplier[k], rate[n++] = none;
        for (size_t i = 0; i < 3 * m->contacts; i++)
            x[n] = m->contact[i / 3].reaction[i % 3], rate[n++] = none;
        D = li_derivation_new(r->ctx, n, x, rate);
    }
    li_drop(r->ctx, x);
    li_drop(r->ctx, rate);
    return D;
}

/* ---- speeds ---- */

/* x' = E of one coordinate */
static bool map_speed(li_reader *r, const li_speed_map *map)
{
    li_name *n = li_names_find(r->names, map->name);
    li_expr E = li_reader_value(r, map->tree);

    if (n == NULL || n->kind != LI_NAME_COORD) {
        if (n == NULL || n->kind != LI_NAME_BROKEN)
            li_diagnose(r->ctx, LI_ERROR, map->place, "'%s' is not a coordinate", map->name);
        return false;
    }
    if (n->basic != NULL) {
        li_diagnose(r->ctx, LI_ERROR, map->place, "the velocity %s' is given by speeds twice", map->name);
        return false;
    }
    if (E == li_expr_undefined() ||
        !li_check_free(r, map->tree->place, E, LI_ACCELERATION, LI_ACCELERATION, "a velocity must not contain the acceleration"))
        return false;
    n->basic = li_names_without_quasi(r->ctx, r->names, E);
    r->m->coord[n->index].motion = n->basic;
    return true;
}

static void give_speeds(li_reader *r)
{
    bool all = true;

    for (size_t i = 0; i < r->speeds; i++) {
        const li_speed_tree *s = &r->speed[i];
        bool known = true;
        for (size_t k = 0; k < s->n; k++)
            known &= map_speed(r, &s->map[k]);
        if (s->n != s->count)
            li_diagnose(r->ctx, LI_ERROR, s->place, "%zu speed%s for %zu velocit%s: there must be as many", s->count,
                        s->count == 1 ? "" : "s", s->n, s->n == 1 ? "y" : "ies");
        all &= known && s->n == s->count;
    }
    for (size_t i = 0; all && i < r->speeds; i++)
        li_check_speed(r, &r->speed[i]);
}

/* ---- energies, forces ---- */

static li_expr energy_value(li_reader *r, const li_energy_tree *energy)
{
    li_expr e = li_reader_value(r, energy->tree);
    li_place place = energy->tree->place;

    if (e == li_expr_undefined())
        return e;
    bool right = li_check_defined(r, place, e) && li_check_free(r, place, e, LI_MULTIPLIER, LI_MULTIPLIER, "an energy must not contain the multiplier");
    if (energy->kind == LI_POTENTIAL)
        right &= li_check_free(r, place, e, LI_VELOCITY, LI_ACCELERATION,
                               "the potential energy depends on position and time alone (a force that depends on velocities is "
                               "written 'force F on V'); this contains");
    else
        right &= li_check_free(r, place, e, LI_ACCELERATION, LI_ACCELERATION, energy->kind == LI_KINETIC ?
                               "the kinetic energy must not contain the acceleration" : "Hamilton's function must not contain the rate");
    return right ? e : li_expr_undefined();
}

/* The sum of the statements of one kind; undefined if one of them is, NULL if there are none. */
static li_expr energy_sum(li_reader *r, li_energy_kind kind)
{
    li_expr *part = li_new(r->ctx, r->energies + 1, sizeof *part), sum = li_expr_undefined();
    size_t n = 0;
    bool known = part != NULL;

    for (size_t i = 0; part != NULL && i < r->energies; i++)
        if (r->energy[i].kind == kind) {
            part[n] = energy_value(r, &r->energy[i]);
            known &= part[n++] != li_expr_undefined();
        }
    if (known)
        sum = n > 0 ? li_expr_sum(r->ctx, n, part) : NULL;
    li_drop(r->ctx, part);
    return sum;
}

static void give_energies(li_reader *r)
{
    li_expr T = energy_sum(r, LI_KINETIC), V = energy_sum(r, LI_POTENTIAL), zero = li_expr_int(r->ctx, 0);

    r->m->T0 = T != NULL ? T : zero;
    r->m->V = V != NULL ? V : zero;
    li_reader_hamiltonian(r, energy_sum(r, LI_HAMILTONIAN));
}

/* F on V; F = 1 when it was left out */
static li_force power_value(li_reader *r, const li_pair *pair, const char *F_words, const char *V_words)
{
    li_force f = { .place = pair->place };
    li_place place = pair->left == NULL ? pair->place : pair->left->place;

    f.F = pair->left == NULL ? li_expr_int(r->ctx, 1) : li_reader_value(r, pair->left);
    f.V = li_reader_value(r, pair->right);
    if (f.F != li_expr_undefined() && (!li_check_defined(r, place, f.F) || !li_check_free(r, place, f.F, LI_ACCELERATION, LI_ACCELERATION, F_words)))
        f.F = li_expr_undefined();
    if (f.V != li_expr_undefined() && !(r->m->omega != NULL ? li_check_rates : li_check_affine)(r, pair->right->place, f.V, V_words))
        f.V = li_expr_undefined();
    return f;
}

static void give_forces(li_reader *r)
{
    for (size_t i = 0; i < r->m->forces; i++)
        r->m->force[i] = power_value(r, &r->force[i], "a force must not contain the acceleration", "the velocity after 'on'");
}

/* ---- constraints ---- */

void li_reader_relation(li_reader *r, li_constraint *c, size_t i, li_expr a)
{
    li_expr basic = li_model_basic(r->ctx, r->m, a), x;

    c->a[i] = a;
    c->holonomic[i] = li_expr_symbols(r->ctx, 1, &basic, LI_VELOCITY, LI_VELOCITY, &x, 1) == 0;
    li_check_relation(r, c, i);
}

static void give_relation(li_reader *r, li_constraint *c, size_t i, const li_pair *pair)
{
    li_expr left = li_reader_value(r, pair->left), right = li_reader_value(r, pair->right);

    if (left == li_expr_undefined() || right == li_expr_undefined())
        return;
    li_expr a = li_expr_sub(r->ctx, left, right);
    const char *words = r->m->omega != NULL ? "a constraint on a chart relates its variables, not their rates; this contains" :
                        "a constraint relates positions and velocities; this contains";
    if (!li_check_defined(r, pair->place, a) || !li_check_free(r, pair->place, a, LI_ACCELERATION, LI_ACCELERATION, words) || !li_check_free(r, pair->place, a, LI_MULTIPLIER, LI_MULTIPLIER, words))
        return;
    li_reader_relation(r, c, i, a);
}

static void give_direction(li_reader *r, li_direction *d, const li_pairs *list)
{
    *d = (li_direction){ .place = list->place, .part = li_alloc(r->ctx, list->n * sizeof *d->part) };
    for (size_t i = 0; d->part != NULL && i < list->n; i++)
        d->part[d->n++] = power_value(r, &list->pair[i], "the direction of a reaction must not contain the acceleration",
                                      "the direction of a reaction");
}

static void give_constraints(li_reader *r)
{
    for (size_t k = 0; k < r->m->constraints; k++) {
        li_constraint *c = &r->m->constraint[k];
        const li_constraint_tree *tree = &r->constraint[k];
        for (size_t i = 0; i < c->n; i++)
            give_relation(r, c, i, &tree->relation.pair[i]);
        for (size_t i = 0; i < tree->directions; i++)
            give_direction(r, &c->by[i], &tree->direction[i]);
    }
}

/* ---- initial values, claims ---- */

/* What may be given an initial value; NULL with a diagnostic. */
static li_expr start_variable(li_reader *r, const li_start *s, const li_start_tree *tree)
{
    const li_name *n = li_names_find(r->names, tree->name);

    if (strcmp(tree->name, "t") == 0 && tree->primes == 0)
        return r->m->t;
    if (n == NULL) {
        const char *near = li_names_nearest(r->names, tree->name);
        if (near != NULL)
            li_diagnose(r->ctx, LI_ERROR, s->place, "'%s' is not declared; did you mean '%s'?", tree->name, near);
        else
            li_diagnose(r->ctx, LI_ERROR, s->place, "'%s' is not declared", tree->name);
        return NULL;
    }
    bool velocity = n->kind == LI_NAME_QUASI || n->kind == LI_NAME_SPEED || n->kind == LI_NAME_MOMENTUM;
    if (n->replaced)
        return NULL;
    bool state = (n->kind == LI_NAME_COORD && tree->primes < 2) || ((velocity || n->kind == LI_NAME_CHART) && tree->primes == 0);
    if (state || (n->kind == LI_NAME_PARAM && tree->primes == 0 && n->tree == NULL))
        return n->e[tree->primes];
    if (n->kind == LI_NAME_PARAM && tree->primes == 0)
        li_diagnose(r->ctx, LI_ERROR, s->place, "the parameter '%s' has its value at %d:%d already", n->name,
                    n->place.line, n->place.column);
    else if (n->kind != LI_NAME_BROKEN)
        li_diagnose(r->ctx, LI_ERROR, s->place, "an initial value is given to a coordinate, a velocity or a parameter, not to %s%s",
                    tree->primes > 0 ? "a derivative of " : "", li_name_kind_words(n->kind));
    return NULL;
}

static void give_starts(li_reader *r)
{
    li_model *m = r->m;
    li_names given = { 0 };     /* the variables so far, by the names of their symbols */

    for (size_t i = 0; i < m->starts; i++) {
        li_start *s = &m->start[i];
        li_expr x = start_variable(r, s, &r->start[i]), value = li_reader_value(r, r->start[i].tree);
        if (value != li_expr_undefined() &&
            li_check_free(r, r->start[i].tree->place, value, LI_TIME, LI_ACCELERATION,
                          "an initial value is made of numbers and parameters; this contains"))
            s->value = value;
        if (x == NULL || x == li_expr_undefined())
            continue;
        s->x = x;
        const li_name *first = li_names_find(&given, li_expr_name(x));
        if (first != NULL)
            li_diagnose(r->ctx, LI_ERROR, s->place, "'%s' has an initial value already, at %d:%d", li_expr_name(x),
                        first->place.line, first->place.column);
        else
            li_names_excuse(r->ctx, &given, li_expr_name(x), s->place);
    }
}

/* Is it a constraint or a contact, or one relation of a group? What failed to be read is not asked for again. */
static bool names_constraint(li_reader *r, const char *word)
{
    const char *dot = strrchr(word, '.');
    const char *group = li_alloc_string(r->ctx, word, dot == NULL ? strlen(word) : (size_t)(dot - word));
    const li_name *n = group == NULL ? NULL : li_names_find(r->names, group);
    bool found = n != NULL && (n->kind == LI_NAME_BROKEN || ((n->kind == LI_NAME_CONSTRAINT || n->kind == LI_NAME_CONTACT) && n->reactions == 0));

    for (size_t k = 0; k < r->m->constraints && !found; k++) {
        const li_constraint *c = &r->m->constraint[k];
        found = strcmp(c->name, word) == 0;
        for (size_t i = 0; i < c->n && !found; i++)
            found = strcmp(c->label[i], word) == 0;
    }
    return found;
}

static void look_up_claims(li_reader *r)
{
    for (size_t i = 0; i < r->m->claims; i++) {
        const li_claim *c = &r->m->claim[i];
        if ((c->kind == LI_CLAIM_HOLONOMIC || c->kind == LI_CLAIM_NONHOLONOMIC) && !names_constraint(r, c->words[0]))
            li_diagnose(r->ctx, LI_ERROR, c->where[0], "'%s' is not a constraint of this model", c->words[0]);
    }
}

void li_reader_meaning(li_reader *r)
{
    size_t n;

    li_reader_modes(r);
    li_reader_omega(r);
    r->names->ddt = time_derivative(r);
    li_name **definition = li_reader_order(r, &n);
    for (size_t i = 0; i < n; i++)
        define(r, definition[i]);
    li_reader_assume(r);
    li_check_quasi(r);
    give_speeds(r);
    give_energies(r);
    li_check_kinetic(r);
    give_forces(r);
    give_constraints(r);
    li_reader_contacts(r);
    li_check_directions(r);
    li_check_contradiction(r);
    give_starts(r);
    look_up_claims(r);
}

/* statement.c - the syntax of the statements, one function each */
#include <string.h>

#include "reader.h"

/* ---- pieces ---- */

/* A name in the place of a declaration; NULL with a diagnostic if there is none. */
li_name *li_read_declared(li_reader *r, li_name_kind kind, const char *what)
{
    const li_token *token = li_parser_peek(&r->p);

    if (token->kind != LI_TOKEN_NAME) {
        li_parser_unexpected(&r->p, what);
        return NULL;
    }
    token = li_parser_next(&r->p);
    if (token->primes > 0) {
        li_diagnose(r->ctx, LI_ERROR, token->place, "%s is declared without primes: '%s'", li_name_kind_words(kind), token->s);
        li_names_excuse(r->ctx, r->names, token->s, token->place);
        return NULL;
    }
    return li_names_declare(r->ctx, r->names, kind, token->s, token->place);
}

li_expr li_read_symbol(li_reader *r, const char *name, int primes, li_class cls)
{
    const char *primed = li_name_primed(r->ctx, name, primes);
    return primed == NULL ? li_expr_undefined() : li_expr_symbol(r->ctx, primed, cls);
}

bool li_read_equation(li_reader *r, li_pair *pair, const char *what)
{
    pair->place = li_parser_peek(&r->p)->place;
    pair->left = li_parser_expression(&r->p, what);
    if (pair->left == NULL || !li_parser_expect(&r->p, "=", what))
        return false;
    pair->right = li_parser_expression(&r->p, "an expression after '='");
    if (pair->right == NULL)
        return false;
    pair->place = li_place_span(pair->left->place, pair->right->place);
    return true;
}

const char *li_read_text(li_reader *r, size_t from, size_t to)
{
    li_text text;

    li_text_init(&text);
    for (size_t i = from; i < to; i++) {
        const li_token *token = &r->p.token[i];
        if (i > from && token->place.offset > token[-1].place.offset + token[-1].place.length)
            li_text_put(r->ctx, &text, " ");
        li_text_put_n(r->ctx, &text, r->p.source + token->place.offset, (size_t)token->place.length);
    }
    const char *s = li_alloc_string(r->ctx, li_text_str(&text), text.len);
    li_text_clear(r->ctx, &text);
    return s;
}

bool li_read_later(li_reader *r, li_place place, const char *statement)
{
    li_diagnose(r->ctx, LI_ERROR, place, "'%s' is a statement of the language that this version does not read yet", statement);
    return false;
}

/* ---- declarations ---- */

bool li_read_system(li_reader *r)
{
    const li_token *token = li_parser_peek(&r->p);

    if (token->kind != LI_TOKEN_NAME) {
        li_parser_unexpected(&r->p, "the name of the system");
        return false;
    }
    if (r->system_line != 0)
        li_diagnose(r->ctx, LI_ERROR, token->place, "a second 'system' statement; the first is on line %d", r->system_line);
    r->system_line = token->place.line;
    r->m->name = li_parser_next(&r->p)->s;
    if (li_parser_peek(&r->p)->kind == LI_TOKEN_STRING)
        r->m->title = li_parser_next(&r->p)->s;
    return true;
}

static bool add_param(li_reader *r, li_name *n)
{
    li_model *m = r->m;
    li_param *param = li_room(r->ctx, m->param, m->params, sizeof *param);

    if (param == NULL)
        return false;
    m->param = param;
    n->index = m->params;
    n->e[0] = li_read_symbol(r, n->name, 0, LI_PARAMETER);
    param[m->params++] = (li_param){ .name = n->name, .place = n->place, .symbol = n->e[0] };
    return true;
}

bool li_read_param(li_reader *r)
{
    do {
        li_name *n = li_read_declared(r, LI_NAME_PARAM, "the name of a parameter");
        if (n == NULL || !add_param(r, n))
            return false;
        if (li_parser_accept(&r->p, "=") && (n->tree = li_parser_expression(&r->p, "the value of the parameter")) == NULL)
            return false;
    } while (li_parser_accept(&r->p, ","));
    return true;
}

bool li_read_coord(li_reader *r)
{
    li_model *m = r->m;

    do {
        li_name *n = li_read_declared(r, LI_NAME_COORD, "the name of a coordinate");
        li_coord *coord = li_room(r->ctx, m->coord, m->coords, sizeof *coord);
        if (n == NULL || coord == NULL)
            return false;
        m->coord = coord;
        n->index = m->coords;
        for (int k = 0; k < 3; k++)
            n->e[k] = li_read_symbol(r, n->name, k, k == 0 ? LI_COORDINATE : k == 1 ? LI_VELOCITY : LI_ACCELERATION);
        coord[m->coords++] = (li_coord){ .name = n->name, .place = n->place, .q = n->e[0], .v = n->e[1], .a = n->e[2] };
    } while (li_parser_accept(&r->p, ","));
    return true;
}

static bool read_argument(li_reader *r, li_name *f)
{
    const li_token *token;

    if (!li_parser_expect(&r->p, "(", "the name of the function"))
        return false;
    token = li_parser_peek(&r->p);
    if (token->kind != LI_TOKEN_NAME || token->primes > 0 || strchr(token->s, '.') != NULL) {
        li_parser_unexpected(&r->p, "the name of the argument");
        return false;
    }
    f->argument = li_parser_next(&r->p)->s;
    if (strcmp(li_parser_peek(&r->p)->s, ",") == 0) {
        li_diagnose(r->ctx, LI_ERROR, li_parser_peek(&r->p)->place, "a function has one argument");
        return false;
    }
    return li_parser_expect(&r->p, ")", "the argument");
}

bool li_read_function(li_reader *r)
{
    li_model *m = r->m;

    do {
        li_name *n = li_read_declared(r, LI_NAME_FUNCTION, "the name of a function");
        li_function *function = li_room(r->ctx, m->function, m->functions, sizeof *function);
        if (n == NULL || function == NULL)
            return false;
        n->argument = "...";
        if (!read_argument(r, n)) {
            n->kind = LI_NAME_BROKEN;
            return false;
        }
        m->function = function;
        n->index = m->functions;
        n->e[0] = li_expr_undefined();
        n->x = li_expr_fresh(r->ctx, n->argument, LI_GENERATOR);
        function[m->functions++] = (li_function){ .name = n->name, .place = n->place, .argument = n->x };
        if (li_parser_accept(&r->p, "=") && (n->tree = li_parser_expression(&r->p, "the definition of the function")) == NULL) {
            n->kind = LI_NAME_BROKEN;
            return false;
        }
    } while (li_parser_accept(&r->p, ","));
    return true;
}

bool li_read_let(li_reader *r)
{
    do {
        li_name *n = li_read_declared(r, LI_NAME_LET, "the name of an abbreviation");
        if (n == NULL)
            return false;
        n->e[0] = li_expr_undefined();
        if (!li_parser_expect(&r->p, "=", "the name of the abbreviation") ||
            (n->tree = li_parser_expression(&r->p, "an expression after '='")) == NULL) {
            n->kind = LI_NAME_BROKEN;
            return false;
        }
    } while (li_parser_accept(&r->p, ","));
    return true;
}

/* The symbols p, p' of a new quasi-velocity or speed at the end of `list`; NULL: no memory. */
static li_velocity *add_velocity(li_reader *r, li_velocity *list, size_t len, li_name *n)
{
    list = li_room(r->ctx, list, len, sizeof *list);
    if (list == NULL)
        return NULL;
    n->index = len;
    n->e[0] = li_read_symbol(r, n->name, 0, LI_VELOCITY);
    n->e[1] = li_read_symbol(r, n->name, 1, LI_ACCELERATION);
    list[len] = (li_velocity){ .name = n->name, .place = n->place, .w = n->e[0], .rate = n->e[1] };
    return list;
}

bool li_read_quasi(li_reader *r)
{
    li_model *m = r->m;

    do {
        li_name *n = li_read_declared(r, LI_NAME_QUASI, "the name of a quasi-velocity");
        li_velocity *quasi = n == NULL ? NULL : add_velocity(r, m->quasi, m->quasis, n);
        if (quasi == NULL)
            return false;
        m->quasi = quasi;
        quasi[m->quasis++].value = li_expr_undefined();
        if (!li_parser_expect(&r->p, "=", "the name of the quasi-velocity") ||
            (n->tree = li_parser_expression(&r->p, "an expression after '='")) == NULL)
            return false;
    } while (li_parser_accept(&r->p, ","));
    return true;
}

/* x' = E */
static bool read_speed_map(li_reader *r, li_speed_tree *s)
{
    const li_token *token = li_parser_peek(&r->p);
    li_speed_map *map = li_room(r->ctx, s->map, s->n, sizeof *map);

    if (map == NULL)
        return false;
    if (token->kind != LI_TOKEN_NAME || token->primes != 1) {
        li_parser_unexpected(&r->p, "the velocity of a coordinate, as in x' = ...");
        return false;
    }
    li_parser_next(&r->p);
    s->map = map;
    map[s->n] = (li_speed_map){ .name = token->s, .place = token->place };
    if (!li_parser_expect(&r->p, "=", "the velocity"))
        return false;
    map[s->n].tree = li_parser_expression(&r->p, "an expression in the speeds");
    return map[s->n++].tree != NULL;
}

bool li_read_speed(li_reader *r)
{
    li_model *m = r->m;
    li_speed_tree s = { .place = li_parser_peek(&r->p)->place, .first = m->speeds };

    do {
        li_name *n = li_read_declared(r, LI_NAME_SPEED, "the name of a speed");
        li_velocity *speed = n == NULL ? NULL : add_velocity(r, m->speed, m->speeds, n);
        if (speed == NULL)
            return false;
        m->speed = speed;
        m->speeds++;
        s.count++;
    } while (li_parser_accept(&r->p, ","));
    if (!li_parser_expect(&r->p, "with", "the speeds"))
        return false;
    do
        if (!read_speed_map(r, &s))
            return false;
    while (li_parser_accept(&r->p, ","));

    li_speed_tree *speed = li_room(r->ctx, r->speed, r->speeds, sizeof *speed);
    if (speed == NULL)
        return false;
    r->speed = speed;
    speed[r->speeds++] = s;
    return true;
}

/* p of x */
static bool read_momentum(li_reader *r)
{
    li_model *m = r->m;
    li_momentum_tree *momentum = li_room(r->ctx, r->momentum, r->momenta, sizeof *momentum);
    li_name *n = li_read_declared(r, LI_NAME_MOMENTUM, "the name of a momentum");
    li_velocity *speed = n == NULL ? NULL : add_velocity(r, m->speed, m->speeds, n);

    if (momentum == NULL || speed == NULL)
        return false;
    m->speed = speed;
    if (!li_parser_expect(&r->p, "of", "the name of the momentum"))
        return false;
    const li_token *token = li_parser_peek(&r->p);
    if (token->kind != LI_TOKEN_NAME || token->primes > 0) {
        li_parser_unexpected(&r->p, "the coordinate of the momentum, as in 'momentum p of x'");
        return false;
    }
    li_parser_next(&r->p);
    m->speeds++;
    r->momentum = momentum;
    momentum[r->momenta++] = (li_momentum_tree){ token->s, token->place };
    return true;
}

bool li_read_momentum(li_reader *r)
{
    do
        if (!read_momentum(r))
            return false;
    while (li_parser_accept(&r->p, ","));
    return true;
}

/* ---- energies and forces ---- */

static bool read_energy(li_reader *r, li_energy_kind kind, const char *what)
{
    li_energy_tree *energy = li_room(r->ctx, r->energy, r->energies, sizeof *energy);
    const li_ast *tree = li_parser_expression(&r->p, what);

    if (energy == NULL || tree == NULL)
        return false;
    r->energy = energy;
    energy[r->energies++] = (li_energy_tree){ kind, tree };
    return true;
}

bool li_read_kinetic(li_reader *r) { return read_energy(r, LI_KINETIC, "the kinetic energy"); }
bool li_read_potential(li_reader *r) { return read_energy(r, LI_POTENTIAL, "the potential energy"); }
bool li_read_hamiltonian(li_reader *r) { return read_energy(r, LI_HAMILTONIAN, "Hamilton's function"); }

bool li_read_power(li_reader *r, li_pair *pair, bool short_form)
{
    li_place place = li_parser_peek(&r->p)->place;

    pair->left = li_parser_expression(&r->p, short_form ? "the direction of the reaction" : "the force");
    if (pair->left == NULL)
        return false;
    pair->right = pair->left;
    if (li_parser_accept(&r->p, "on")) {
        pair->right = li_parser_expression(&r->p, "a velocity after 'on'");
    } else if (short_form) {
        pair->left = NULL;
    } else if (strcmp(li_parser_peek(&r->p)->s, "at") == 0) {
        return li_read_later(r, li_parser_peek(&r->p)->place, "force ... at");
    } else {
        li_parser_unexpected(&r->p, "'on' and a velocity after the force");
        return false;
    }
    if (pair->right == NULL)
        return false;
    pair->place = li_place_span(place, pair->right->place);
    return true;
}

bool li_read_force(li_reader *r)
{
    li_model *m = r->m;
    li_pair pair = { 0 }, *tree = li_room(r->ctx, r->force, m->forces, sizeof *tree);
    li_force *force = li_room(r->ctx, m->force, m->forces, sizeof *force);

    if (tree == NULL || force == NULL || !li_read_power(r, &pair, false))
        return false;
    r->force = tree;
    m->force = force;
    tree[m->forces] = pair;
    force[m->forces++] = (li_force){ pair.place, li_expr_undefined(), li_expr_undefined() };
    return true;
}

/* ---- assumptions and initial values ---- */

static bool read_sign(li_reader *r, li_relation *relation)
{
    static const char *const mark[] = { ">", ">=", "<", "<=", "!=" };

    for (int i = 0; i < 5; i++)
        if (li_parser_accept(&r->p, mark[i])) {
            *relation = (li_relation)i;
            return true;
        }
    return false;
}

/* A > B, or a chain A > B > C: every link is an assumption */
static bool read_chain(li_reader *r)
{
    li_model *m = r->m;
    const li_ast *left = li_parser_expression(&r->p, "what is assumed"), *right;
    li_relation relation;

    if (left == NULL)
        return false;
    if (!read_sign(r, &relation)) {
        li_parser_unexpected(&r->p, "one of > >= < <= !=");
        return false;
    }
    do {
        li_pair *tree = li_room(r->ctx, r->assume, m->assumptions, sizeof *tree);
        li_assumption *assumption = li_room(r->ctx, m->assumption, m->assumptions, sizeof *assumption);
        right = li_parser_expression(&r->p, "the right side of the assumption");
        if (tree == NULL || assumption == NULL || right == NULL)
            return false;
        r->assume = tree;
        m->assumption = assumption;
        tree[m->assumptions] = (li_pair){ li_place_span(left->place, right->place), left, right };
        assumption[m->assumptions] = (li_assumption){ tree[m->assumptions].place, li_expr_undefined(), relation };
        m->assumptions++;
        left = right;
    } while (read_sign(r, &relation));
    return true;
}

bool li_read_assume(li_reader *r)
{
    do
        if (!read_chain(r))
            return false;
    while (li_parser_accept(&r->p, ","));
    return true;
}

bool li_read_start(li_reader *r)
{
    li_model *m = r->m;

    do {
        const li_token *token = li_parser_peek(&r->p);
        li_start_tree *tree = li_room(r->ctx, r->start, m->starts, sizeof *tree);
        li_start *start = li_room(r->ctx, m->start, m->starts, sizeof *start);
        if (tree == NULL || start == NULL)
            return false;
        if (token->kind != LI_TOKEN_NAME) {
            li_parser_unexpected(&r->p, "a coordinate or a velocity");
            return false;
        }
        li_parser_next(&r->p);
        bool guess = li_parser_accept(&r->p, "~");
        if (!guess && !li_parser_accept(&r->p, "=")) {
            li_parser_unexpected(&r->p, "'=' or '~' and the initial value");
            return false;
        }
        const li_ast *value = li_parser_expression(&r->p, "the initial value");
        if (value == NULL)
            return false;
        r->start = tree;
        m->start = start;
        tree[m->starts] = (li_start_tree){ token->s, token->primes, value };
        start[m->starts++] = (li_start){ token->place, li_expr_undefined(), li_expr_undefined(), guess, li_ast_decimal(r->ctx, value) };
    } while (li_parser_accept(&r->p, ","));
    return true;
}

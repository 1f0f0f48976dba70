/* constraint.c - the syntax of a constraint: its relations, the directions of its reactions, its multipliers */
#include <stdio.h>
#include <string.h>

#include "reader.h"

static bool read_relations(li_reader *r, li_pairs *list)
{
    do {
        li_pair *pair = li_room(r->ctx, list->pair, list->n, sizeof *pair);
        if (pair == NULL || !li_read_equation(r, &pair[list->n], "the left side of a relation"))
            return false;
        list->pair = pair;
        list->n++;
    } while (li_parser_accept(&r->p, ","));
    return true;
}

/* F on V and F on V ... */
static bool read_direction(li_reader *r, li_pairs *list)
{
    list->place = li_parser_peek(&r->p)->place;
    do {
        li_pair *pair = li_room(r->ctx, list->pair, list->n, sizeof *pair);
        if (pair == NULL || !li_read_power(r, &pair[list->n], true))
            return false;
        list->pair = pair;
        list->place = li_place_span(list->place, pair[list->n++].place);
    } while (li_parser_accept(&r->p, "and"));
    return true;
}

/* by A, by B, ... */
static bool read_directions(li_reader *r, li_constraint_tree *c)
{
    if (!li_parser_accept(&r->p, "by"))
        return true;
    do {
        li_pairs *direction = li_room(r->ctx, c->direction, c->directions, sizeof *direction);
        if (direction == NULL)
            return false;
        if (c->directions > 0 && !li_parser_expect(&r->p, "by", "','"))
            return false;
        direction[c->directions] = (li_pairs){ 0 };
        if (!read_direction(r, &direction[c->directions]))
            return false;
        c->direction = direction;
        c->directions++;
    } while (li_parser_accept(&r->p, ","));
    return true;
}

/* NAME, or NAME.i in a group */
static const char *label(li_reader *r, const char *name, size_t i, size_t n)
{
    size_t len = strlen(name) + 24;
    char *s = li_alloc(r->ctx, len);

    if (s != NULL && n == 1)
        snprintf(s, len, "%s", name);
    else if (s != NULL)
        snprintf(s, len, "%s.%zu", name, i + 1);
    return s;
}

/* multiplier NAME, ...; the names that are given, in order */
static bool read_multipliers(li_reader *r, li_constraint *c)
{
    li_place place = li_parser_peek(&r->p)->place;
    size_t given = 0;

    if (!li_parser_accept(&r->p, "multiplier"))
        return true;
    do {
        li_name *n = li_read_declared(r, LI_NAME_MULTIPLIER, "the name of a multiplier");
        if (n == NULL)
            return false;
        n->e[0] = li_read_symbol(r, n->name, 0, LI_MULTIPLIER);
        if (given < c->reactions)
            c->multiplier_name[given] = n->name;
        given++;
    } while (li_parser_accept(&r->p, ","));
    if (given != c->reactions)
        li_diagnose(r->ctx, LI_ERROR, place, "%zu multiplier%s for %zu reaction%s", given, given == 1 ? "" : "s",
                    c->reactions, c->reactions == 1 ? "" : "s");
    return true;
}

static bool make_constraint(li_reader *r, li_constraint *c, const li_constraint_tree *tree)
{
    c->n = tree->relation.n;
    c->reactions = tree->directions == 0 ? c->n : tree->directions;
    c->a = li_alloc(r->ctx, c->n * sizeof *c->a);
    c->where = li_alloc(r->ctx, c->n * sizeof *c->where);
    c->holonomic = li_alloc(r->ctx, c->n * sizeof *c->holonomic);
    c->label = li_alloc(r->ctx, c->n * sizeof *c->label);
    c->multiplier_name = li_alloc(r->ctx, c->reactions * sizeof *c->multiplier_name);
    c->multiplier = li_alloc(r->ctx, c->reactions * sizeof *c->multiplier);
    if (tree->directions > 0)
        c->by = li_alloc(r->ctx, tree->directions * sizeof *c->by);
    if (li_ctx_status(r->ctx) != LI_OK)
        return false;
    for (size_t i = 0; i < c->n; i++) {
        c->a[i] = li_expr_undefined();
        c->where[i] = tree->relation.pair[i].place;
        c->label[i] = label(r, c->name, i, c->n);
    }
    for (size_t i = 0; i < c->reactions; i++)
        c->multiplier_name[i] = label(r, c->name, i, c->reactions);
    if (tree->directions > 0 && tree->directions < c->n)
        li_diagnose(r->ctx, LI_ERROR, tree->direction[0].place, "%zu direction%s for %zu relations: every relation has its reaction",
                    tree->directions, tree->directions == 1 ? "" : "s", c->n);
    return li_ctx_status(r->ctx) == LI_OK;
}

bool li_read_constraint(li_reader *r)
{
    li_model *m = r->m;
    li_constraint_tree tree = { 0 }, *trees = li_room(r->ctx, r->constraint, m->constraints, sizeof *trees);
    li_constraint *list = li_room(r->ctx, m->constraint, m->constraints, sizeof *list), c = { 0 };
    li_name *n = li_read_declared(r, LI_NAME_CONSTRAINT, "the name of the constraint");

    if (trees == NULL || list == NULL || n == NULL)
        return false;
    c.name = n->name;
    c.place = n->place;
    if (!li_parser_expect(&r->p, ":", "the name of the constraint") || !read_relations(r, &tree.relation) ||
        !read_directions(r, &tree) || !make_constraint(r, &c, &tree) || !read_multipliers(r, &c))
        return false;
    for (size_t i = 0; i < c.reactions; i++)
        c.multiplier[i] = li_expr_symbol(r->ctx, c.multiplier_name[i], LI_MULTIPLIER);
    n->index = m->constraints;
    n->reactions = c.reactions;
    n->multiplier = c.multiplier;
    r->constraint = trees;
    m->constraint = list;
    trees[m->constraints] = tree;
    list[m->constraints++] = c;
    return true;
}

/* consistency.c - relations that say nothing, or contradict themselves or each other */
#include <string.h>

#include "reader.h"

enum { MOST_RELATIONS = 128 };    /* that are compared with each other */

void li_check_relation(li_reader *r, const li_constraint *c, size_t i)
{
    li_expr a = li_model_basic(r->ctx, r->m, c->a[i]), x;
    bool state = li_expr_symbols(r->ctx, 1, &a, LI_COORDINATE, LI_VELOCITY, &x, 1) > 0;
    li_truth zero = li_reader_is_zero(r, a);

    if (zero == LI_YES)
        li_diagnose(r->ctx, LI_WARNING, c->where[i], "this relation holds identically: it constrains nothing");
    else if (zero == LI_NO && li_check_constant(r, a))
        li_diagnose(r->ctx, LI_ERROR, c->where[i], "this relation contradicts itself: its sides are different numbers");
    else if (!state)
        li_diagnose(r->ctx, LI_ERROR, c->where[i], "this relation contains neither a coordinate nor a velocity");
}

/* A relation as a row: coef . x + constant, x its velocities, or its coordinates if it has none. */
struct row {
    const li_constraint *c;
    size_t i, n;
    bool linear;
    li_expr a, x[LI_MOST_VELOCITIES], coef[LI_MOST_VELOCITIES], constant;
};

static bool make_row(li_reader *r, struct row *w, const li_constraint *c, size_t i)
{
    li_class cls = c->holonomic[i] ? LI_COORDINATE : LI_VELOCITY;

    *w = (struct row){ .c = c, .i = i };
    if (c->a[i] == li_expr_undefined())
        return false;
    w->a = li_model_basic(r->ctx, r->m, c->a[i]);
    w->n = li_expr_symbols(r->ctx, 1, &w->a, cls, cls, w->x, LI_MOST_VELOCITIES);
    return w->n > 0 && w->n <= LI_MOST_VELOCITIES;
}

static void make_linear(li_reader *r, struct row *w)
{
    if (w->linear || !li_reader_may_ask(r, 1, &w->a))
        return;
    w->linear = li_exact_affine(r->ctx, w->a, w->n, w->x, w->coef, &w->constant) == LI_YES;
    w->linear &= li_reader_settled(r);
}

static void tell_clash(li_reader *r, const struct row *p, const struct row *q, li_expr difference)
{
    const struct row *first = p->c->where[p->i].offset < q->c->where[q->i].offset ? p : q, *later = first == p ? q : p;
    li_place at = first->c->where[first->i], here = later->c->where[later->i];
    const char *label = first->c->label[first->i];

    if (li_reader_is_zero(r, difference) == LI_YES)
        li_diagnose(r->ctx, LI_WARNING, here, "this is the same relation as %s at %d:%d", label, at.line, at.column);
    else if (li_check_constant(r, difference))
        li_diagnose(r->ctx, LI_ERROR, here, "this contradicts the relation %s at %d:%d", label, at.line, at.column);
    else
        li_diagnose(r->ctx, LI_WARNING, here, "this contradicts the relation %s at %d:%d for most values of the parameters",
                    label, at.line, at.column);
}

/* If e is free of the state in its proof form: two relations differ by it. */
static bool clash(li_reader *r, const struct row *p, const struct row *q, li_expr e)
{
    li_expr x;

    if (!li_reader_may_ask(r, 1, &e))
        return false;
    e = li_exact_normal(r->ctx, e);
    if (!li_reader_settled(r) || e == li_expr_undefined() || li_expr_symbols(r->ctx, 1, &e, LI_TIME, LI_GENERATOR, &x, 1) > 0)
        return false;
    tell_clash(r, p, q, e);
    return true;
}

/* Rows that are proportional, p = c q, leave constant_p - c constant_q, which must be 0. */
static void compare(li_reader *r, struct row *p, struct row *q)
{
    li_ctx *ctx = r->ctx;

    make_linear(r, p);
    make_linear(r, q);
    if (!p->linear || !q->linear) {
        if (!clash(r, p, q, li_expr_sub(ctx, p->a, q->a)))
            clash(r, p, q, li_expr_add(ctx, p->a, q->a));
        return;
    }
    for (size_t j = 1; j < p->n; j++) {
        li_expr minor = li_expr_sub(ctx, li_expr_mul(ctx, p->coef[j], q->coef[0]), li_expr_mul(ctx, q->coef[j], p->coef[0]));
        if (li_reader_is_zero(r, minor) != LI_YES)
            return;
    }
    if (li_reader_is_zero(r, p->coef[0]) != LI_NO || li_reader_is_zero(r, q->coef[0]) != LI_NO)
        return;
    li_expr left = li_expr_sub(ctx, p->constant, li_expr_mul(ctx, q->constant, li_expr_div(ctx, p->coef[0], q->coef[0])));
    if (!clash(r, p, q, left))
        clash(r, p, q, li_expr_mul(ctx, left, li_expr_div(ctx, q->coef[0], p->coef[0])));
}

void li_check_contradiction(li_reader *r)
{
    const li_model *m = r->m;
    struct row *row = li_new(r->ctx, MOST_RELATIONS, sizeof *row);
    size_t n = 0;

    for (size_t k = 0; row != NULL && k < m->constraints; k++)
        for (size_t i = 0; i < m->constraint[k].n && n < MOST_RELATIONS; i++)
            n += make_row(r, &row[n], &m->constraint[k], i);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (row[i].n == row[j].n && memcmp(row[i].x, row[j].x, row[i].n * sizeof *row[i].x) == 0)
                compare(r, &row[j], &row[i]);
    li_drop(r->ctx, row);
}

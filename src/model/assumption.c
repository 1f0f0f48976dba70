/* assumption.c - what the author knows of signs, handed on to exact */
#include "reader.h"

/* May an expression of this sign stand in the relation? */
static bool allows(li_relation relation, int sign)
{
    switch (relation) {
    case LI_MORE: return sign > 0;
    case LI_AT_LEAST: return sign >= 0;
    case LI_LESS: return sign < 0;
    case LI_AT_MOST: return sign <= 0;
    default: return sign != 0;
    }
}

static void assume(li_reader *r, const li_assumption *a)
{
    bool strict = a->relation == LI_MORE || a->relation == LI_LESS;
    bool negative = a->relation == LI_LESS || a->relation == LI_AT_MOST;

    li_sign sign = a->relation == LI_NOT ? LI_NONZERO : strict ? LI_POSITIVE : LI_NONNEGATIVE;
    li_exact_assume(r->ctx, negative ? li_expr_neg(r->ctx, a->e) : a->e, sign);
    li_reader_settled(r);
}

/* Does it follow already that the assumption is wrong? */
static bool contradicts(li_reader *r, const li_assumption *a)
{
    if (!li_reader_may_ask(r, 1, &a->e))
        return false;
    int sign = li_exact_sign(r->ctx, a->e);
    if (!li_reader_settled(r) || sign == 2 || allows(a->relation, sign))
        return false;
    li_diagnose(r->ctx, LI_ERROR, a->place, "this contradicts what is known already: the left side minus the right side is %s",
                sign < 0 ? "negative" : sign > 0 ? "positive" : "0");
    return true;
}

/* The numerical values of the parameters must not refute it; they may be set anew, so that is a warning. */
static void compare_values(li_reader *r, const li_assumption *a)
{
    enum { MOST = 16 };
    li_expr x[MOST], value[MOST];
    size_t n = li_expr_symbols(r->ctx, 1, &a->e, LI_PARAMETER, LI_GENERATOR, x, MOST);

    if (n == 0 || n > MOST)
        return;
    for (size_t i = 0; i < n; i++) {
        const li_name *name = li_names_find(r->names, li_expr_name(x[i]));
        if (name == NULL || name->kind != LI_NAME_PARAM || r->m->param[name->index].value == NULL)
            return;
        value[i] = r->m->param[name->index].value;
    }
    li_expr e = li_expr_subst(r->ctx, a->e, n, x, value);
    if (!li_reader_settled(r) || !li_check_constant(r, e) || !li_reader_may_ask(r, 1, &e))
        return;
    int sign = li_exact_constant_sign(r->ctx, e);
    if (li_reader_settled(r) && sign != 2 && !allows(a->relation, sign))
        li_diagnose(r->ctx, LI_WARNING, a->place, "the values of the parameters do not satisfy this assumption");
}

/* A closed contact that is not bilateral presses: N > 0. */
static void assume_pressure(li_reader *r, const li_contact *c)
{
    li_model *m = r->m;
    li_assumption *list = li_room(r->ctx, m->assumption, m->assumptions, sizeof *list);

    if (list == NULL || c->bilateral || !li_contact_closed(c))
        return;
    m->assumption = list;
    list[m->assumptions] = (li_assumption){ c->place, c->reaction[0], LI_MORE };
    if (!contradicts(r, &list[m->assumptions++]))
        assume(r, &list[m->assumptions - 1]);
}

void li_reader_assume(li_reader *r)
{
    for (size_t i = 0; i < r->m->assumptions; i++) {
        li_assumption *a = &r->m->assumption[i];
        li_expr left = li_reader_value(r, r->assume[i].left), right = li_reader_value(r, r->assume[i].right);
        if (left == li_expr_undefined() || right == li_expr_undefined())
            continue;
        a->e = li_expr_sub(r->ctx, left, right);
        if (contradicts(r, a))
            continue;
        compare_values(r, a);
        assume(r, a);
    }
    for (size_t i = 0; i < r->m->contacts; i++)
        assume_pressure(r, &r->m->contact[i]);
}

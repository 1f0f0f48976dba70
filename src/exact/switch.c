/* switch.c - the states at which a sign switches
 *
 * In the algebra sign(a) is a/|a|, which says nothing of the states with a = 0. There sign(a) and |a| are 0,
 * and what is claimed to vanish must vanish too: for every set of signs that are 0 at once. */
#include "tower.h"

enum { MOST = 4 };             /* signs: 2^MOST sets */

struct switches { li_ctx *ctx; size_t n; li_expr a[MOST]; };

/* False if there are too many. */
static bool list_switches(struct switches *s, li_expr e)
{
    li_list list;
    bool few = true;

    if (li_list_init(s->ctx, &list, 1, &e, true) == LI_OK)
        for (size_t i = 0; i < list.len && few; i++) {
            if (li_expr_kind(list.e[i]) != LI_SIGN || (li_exact_signs(s->ctx, li_expr_arg(list.e[i], 0)) & ZERO) == 0)
                continue;
            few = s->n < MOST;
            if (few)
                s->a[s->n++] = li_expr_arg(list.e[i], 0);
        }
    li_list_clear(s->ctx, &list);
    return few;
}

/* A symbol x with a = c x + rest, and -rest/c; false if a is not of this form */
static bool solve_for_symbol(li_ctx *ctx, li_expr a, li_expr *x, li_expr *value)
{
    *x = a;
    *value = li_expr_int(ctx, 0);
    for (size_t i = 0; li_expr_kind(a) == LI_SUM && i < li_expr_len(a) && *x == a; i++) {
        li_expr term = li_expr_arg(a, i), c = li_expr_rational(ctx, li_expr_coef(a, i));
        li_expr rest = li_expr_expand(ctx, li_expr_sub(ctx, a, li_expr_mul(ctx, c, term)), 1000);
        if (li_expr_kind(term) != LI_SYM || li_expr_contains(ctx, rest, term))
            continue;
        *x = term;
        *value = li_expr_neg(ctx, li_expr_div(ctx, rest, c));
    }
    return li_expr_kind(*x) == LI_SYM;
}

/* e where the signs in `set` are 0 */
static li_expr at_switches(const struct switches *s, li_expr e, unsigned set)
{
    li_ctx *ctx = s->ctx;
    li_expr from[2 * MOST], to[2 * MOST], all[MOST + 1], x, value;
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++) {
        all[i] = s->a[i];
        if ((set >> i & 1) == 0)
            continue;
        from[n] = li_expr_apply(ctx, LI_SIGN, s->a[i]);
        from[n + 1] = li_expr_apply(ctx, LI_ABS, s->a[i]);
        to[n] = to[n + 1] = li_expr_int(ctx, 0);
        n += 2;
    }
    all[s->n] = li_expr_subst(ctx, e, n, from, to);
    for (size_t i = 0; i < s->n; i++)
        if ((set >> i & 1) != 0 && solve_for_symbol(ctx, all[i], &x, &value))
            li_expr_subst_all(ctx, s->n + 1, all, 1, &x, &value);
    return all[s->n];
}

bool li_switch_vanishes(li_ctx *ctx, li_expr e)
{
    struct switches s = { .ctx = ctx };
    bool zero = list_switches(&s, e);

    for (unsigned set = 1; set < 1u << s.n && zero; set++) {
        li_expr there = at_switches(&s, e, set);
        if (li_ctx_status(ctx) == LI_DOMAIN)                /* not defined there: nothing is claimed */
            li_ctx_forgive(ctx);
        else
            zero = li_tower_proves_zero(ctx, there);
    }
    return zero;
}

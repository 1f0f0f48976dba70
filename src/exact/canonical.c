/* canonical.c - functions brought to a few kinds, their arguments to a form of their own */
#include <stdlib.h>

#include "room.h"

enum { EXPAND = 2000, TURNS = 64 };       /* terms of an expanded argument; k in sin(k asin x) */

/* ---- arguments ---- */

static bool is_atom(li_expr a) { return li_expr_kind(a) != LI_SUM && li_expr_kind(a) != LI_MON; }

/* Is x^n subject to a relation: s^2 = 1 - c^2, r^n = radicand, |x|^2 = x^2? */
static bool is_related(li_expr x, int32_t n)
{
    li_kind kind = li_expr_kind(x);
    return (kind == LI_SIN || kind == LI_ROOT || kind == LI_ABS) && (n < 0 || n > 1);
}

static bool is_flat_product(li_expr m)
{
    for (size_t k = 0; li_expr_kind(m) == LI_MON && k < li_expr_len(m); k++)
        if (!is_atom(li_expr_arg(m, k)) || is_related(li_expr_arg(m, k), li_expr_exponent(m, k)))
            return false;
    return li_expr_kind(m) != LI_SUM;
}

/* A sum of products of atoms to which no relation applies: nothing is left to do. */
static bool is_flat(li_expr a)
{
    for (size_t i = 0; li_expr_kind(a) == LI_SUM && i < li_expr_len(a); i++)
        if (!is_flat_product(li_expr_arg(a, i)))
            return false;
    return li_expr_kind(a) == LI_SUM || is_flat_product(a);
}

/* Polynomials in symbols are expanded, the others brought to their normal form. */
static bool is_polynomial(const li_list *list)
{
    for (size_t i = 0; i < list->len; i++) {
        if (!is_atom(list->e[i])) {
            for (size_t k = 0; li_expr_kind(list->e[i]) == LI_MON && k < li_expr_len(list->e[i]); k++)
                if (li_expr_exponent(list->e[i], k) < 0 || is_related(li_expr_arg(list->e[i], k), li_expr_exponent(list->e[i], k)))
                    return false;
        }
    }
    return true;
}

bool li_exact_is_polynomial(li_ctx *ctx, li_expr e)
{
    li_list list;
    bool polynomial = li_list_init(ctx, &list, 1, &e, true) == LI_OK && is_polynomial(&list);

    for (size_t i = 0; i < list.len && polynomial; i++)
        polynomial = !is_atom(list.e[i]) || li_expr_kind(list.e[i]) == LI_SYM || li_expr_kind(list.e[i]) == LI_NUM;
    li_list_clear(ctx, &list);
    return polynomial;
}

/* An argument so written that equal ones are mostly the same node. */
static li_expr argument(li_ctx *ctx, li_expr a)
{
    struct room *r = li_exact_room(ctx);
    li_list list;

    if (li_ctx_status(ctx) != LI_OK || is_flat(a) || !li_exact_afford(r, 1))
        return a;
    li_list_init(ctx, &list, 1, &a, false);
    bool polynomial = is_polynomial(&list), afford = li_exact_afford(r, 4 * list.len + list.len * list.len / 16);
    li_list_clear(ctx, &list);
    if (!afford)
        return a;
    if (!polynomial)
        a = li_exact_normal(ctx, a);
    return is_flat(a) ? a : li_expr_expand(ctx, a, EXPAND);
}

/* The sum a without the terms that were taken */
static li_expr without(li_ctx *ctx, li_expr a, const bool *taken)
{
    size_t n = li_expr_len(a), kept = 0;
    li_expr *x = li_new(ctx, n, sizeof *x), rest = li_expr_undefined();
    li_rational *c = li_new(ctx, n, sizeof *c);          /* borrowed from a */

    for (size_t i = 0; x != NULL && c != NULL && i < n; i++)
        if (!taken[i]) {
            c[kept] = *li_expr_coef(a, i);
            x[kept++] = li_expr_arg(a, i);
        }
    if (x != NULL && c != NULL)
        rest = li_expr_combination(ctx, li_expr_number(a), kept, c, x);
    li_drop(ctx, x);
    li_drop(ctx, c);
    return rest;
}

/* ---- angles ---- */

/* (sin, cos)(a + b) */
struct turn li_turn_add(li_ctx *ctx, struct turn a, struct turn b)
{
    return (struct turn){
        li_expr_add(ctx, li_expr_mul(ctx, a.S, b.C), li_expr_mul(ctx, a.C, b.S)),
        li_expr_sub(ctx, li_expr_mul(ctx, a.C, b.C), li_expr_mul(ctx, a.S, b.S)),
    };
}

struct turn li_turn_none(li_ctx *ctx) { return (struct turn){ li_expr_int(ctx, 0), li_expr_int(ctx, 1) }; }

/* (sin, cos)(k a) by doubling */
struct turn li_turn_multiply(li_ctx *ctx, struct turn a, int64_t k)
{
    struct turn out = li_turn_none(ctx);
    if (k < 0) {
        a.S = li_expr_neg(ctx, a.S);
        k = -k;
    }
    for (; k > 0; k >>= 1) {
        if (k & 1)
            out = li_turn_add(ctx, out, a);
        a = li_turn_add(ctx, a, a);
    }
    return out;
}

/* cos(r pi) with r brought to [0, 1/2] */
static li_expr cos_of_pi(li_ctx *ctx, const li_rational *r)
{
    li_rational x, c;
    bool flip = false;

    li_rational_init(&x);
    li_rational_init(&c);
    li_rational_set_int(&c, 1, 2);
    li_rational_mul(&x, r, &c);
    li_rational_floor(&x, &x);                             /* whole turns */
    li_rational_set_int(&c, 2, 1);
    li_rational_mul(&x, &x, &c);
    li_rational_sub(&x, r, &x);                            /* in [0, 2) */
    li_rational_set_int(&c, 1, 1);
    if (li_rational_cmp(&x, &c) > 0) {                     /* cos(2 pi - x) = cos x */
        li_rational_set_int(&c, 2, 1);
        li_rational_sub(&x, &c, &x);
    }
    li_rational_set_int(&c, 1, 2);
    if (li_rational_cmp(&x, &c) > 0) {                     /* cos(pi - x) = -cos x */
        li_rational_set_int(&c, 1, 1);
        li_rational_sub(&x, &c, &x);
        flip = true;
    }
    li_expr e = li_expr_apply(ctx, LI_COS, li_expr_scale(ctx, &x, li_expr_pi(ctx)));
    li_rational_clear(&x);
    li_rational_clear(&c);
    return flip ? li_expr_neg(ctx, e) : e;
}

static struct turn turn_of_pi(li_ctx *ctx, const li_rational *r)
{
    li_rational x;
    struct turn out;

    li_rational_init(&x);
    li_rational_set_int(&x, 1, 2);
    li_rational_sub(&x, &x, r);                            /* sin(r pi) = cos(pi/2 - r pi) */
    out.S = cos_of_pi(ctx, &x);
    out.C = cos_of_pi(ctx, r);
    li_rational_clear(&x);
    return out;
}

/* (sin, cos) of an inverse function; false if it is none */
static bool turn_of_inverse(li_ctx *ctx, li_expr a, struct turn *out)
{
    li_expr one = li_expr_int(ctx, 1), x = li_expr_len(a) > 0 ? li_expr_arg(a, 0) : one, r;

    switch (li_expr_kind(a)) {
    case LI_ASIN:
        r = li_exact_root(ctx, li_expr_sub(ctx, one, li_expr_power(ctx, x, 2)), 2);
        *out = (struct turn){ x, r };
        return true;
    case LI_ATAN:
        r = li_exact_root(ctx, li_expr_add(ctx, one, li_expr_power(ctx, x, 2)), 2);
        *out = (struct turn){ li_expr_div(ctx, x, r), li_expr_div(ctx, one, r) };
        return true;
    case LI_ATAN2:
        r = li_expr_add(ctx, li_expr_power(ctx, x, 2), li_expr_power(ctx, li_expr_arg(a, 1), 2));
        r = li_exact_root(ctx, r, 2);
        *out = (struct turn){ li_expr_div(ctx, x, r), li_expr_div(ctx, li_expr_arg(a, 1), r) };
        return true;
    default:
        return false;
    }
}

/* The term c*x taken out of an angle: multiples of pi, whole multiples of inverse functions. */
static bool take_turn(li_ctx *ctx, const li_rational *c, li_expr x, struct turn *sum)
{
    struct turn part;
    int64_t k;

    if (li_expr_kind(x) == LI_PI)
        part = turn_of_pi(ctx, c);
    else if (li_rational_get_int(&k, c) && llabs(k) <= TURNS && turn_of_inverse(ctx, x, &part))
        part = li_turn_multiply(ctx, part, k);
    else
        return false;
    *sum = li_turn_add(ctx, *sum, part);
    return true;
}

/* The terms of the sum a that can be taken are, their turn goes to *sum; returns the angle that is left. */
static li_expr take_turns(li_ctx *ctx, li_expr a, struct turn *sum)
{
    bool any = false, *taken = li_new(ctx, li_expr_len(a), sizeof *taken);
    li_expr rest = a;

    for (size_t i = 0; taken != NULL && i < li_expr_len(a); i++)
        any |= taken[i] = take_turn(ctx, li_expr_coef(a, i), li_expr_arg(a, i), sum);
    if (any)
        rest = without(ctx, a, taken);
    li_drop(ctx, taken);
    return rest;
}

static li_expr sine_or_cosine(li_ctx *ctx, li_kind f, li_expr a)
{
    struct turn sum = li_turn_none(ctx);
    li_rational one;
    li_expr rest = a;

    li_rational_init(&one);
    li_rational_set_int(&one, 1, 1);
    if (li_expr_kind(a) == LI_SUM)
        rest = take_turns(ctx, a, &sum);
    else if (take_turn(ctx, &one, a, &sum))
        rest = li_expr_int(ctx, 0);
    li_rational_clear(&one);
    if (rest == a)
        return li_expr_apply(ctx, f, a);
    struct turn all = { li_expr_apply(ctx, LI_SIN, rest), li_expr_apply(ctx, LI_COS, rest) };
    all = li_turn_add(ctx, all, sum);
    return f == LI_SIN ? all.S : all.C;
}

/* exp(c log x + rest) = x^c exp(rest) */
static li_expr exponential(li_ctx *ctx, li_expr a)
{
    li_expr factor = li_expr_int(ctx, 1), rest = a;

    if (li_expr_kind(a) != LI_SUM)
        return li_expr_apply(ctx, LI_EXP, a);
    bool any = false, *taken = li_new(ctx, li_expr_len(a), sizeof *taken);
    for (size_t i = 0; taken != NULL && i < li_expr_len(a); i++) {
        taken[i] = li_expr_kind(li_expr_arg(a, i)) == LI_LOG;
        if (taken[i])
            factor = li_expr_mul(ctx, factor, li_expr_pow(ctx, li_expr_arg(li_expr_arg(a, i), 0), li_expr_rational(ctx, li_expr_coef(a, i))));
        any |= taken[i];
    }
    if (any)
        rest = without(ctx, a, taken);
    li_drop(ctx, taken);
    return li_expr_mul(ctx, factor, li_expr_apply(ctx, LI_EXP, rest));
}

/* ---- hyperbolic functions, sign, min, max ---- */

static li_expr hyperbolic(li_ctx *ctx, li_kind f, li_expr a)
{
    li_expr plus = exponential(ctx, a), minus = li_expr_power(ctx, plus, -1);
    li_expr sh = li_expr_sub(ctx, plus, minus), ch = li_expr_add(ctx, plus, minus);
    if (f == LI_TANH)
        return li_expr_div(ctx, sh, ch);
    return li_expr_div(ctx, f == LI_SINH ? sh : ch, li_expr_int(ctx, 2));
}

/* min(a, b) = (a + b - |a - b|)/2 */
static li_expr extreme(li_ctx *ctx, li_kind f, li_expr a, li_expr b)
{
    li_expr gap = li_exact_abs(ctx, li_expr_sub(ctx, a, b)), sum = li_expr_add(ctx, a, b);
    return li_expr_div(ctx, f == LI_MIN ? li_expr_sub(ctx, sum, gap) : li_expr_add(ctx, sum, gap), li_expr_int(ctx, 2));
}

static li_expr canonical_node(li_ctx *ctx, li_expr e, const li_expr *arg)
{
    li_expr a = li_expr_len(e) > 0 ? arg[0] : e;
    li_kind kind = li_expr_kind(e);

    switch (kind) {
    case LI_SIN: case LI_COS:
        return sine_or_cosine(ctx, kind, argument(ctx, a));
    case LI_EXP:
        return exponential(ctx, argument(ctx, a));
    case LI_SINH: case LI_COSH: case LI_TANH:
        return hyperbolic(ctx, kind, argument(ctx, a));
    case LI_LOG:
        return li_exact_log(ctx, a);
    case LI_ROOT:
        return li_exact_root(ctx, a, li_expr_order(e));
    case LI_ABS:
        return li_exact_abs(ctx, a);
    case LI_SIGN:                             /* x/|x|, where x != 0 */
        return li_expr_is_zero(a) ? a : li_expr_div(ctx, a, li_exact_abs(ctx, a));
    case LI_MIN: case LI_MAX:
        return extreme(ctx, kind, a, arg[1]);
    case LI_ACOS:                             /* pi/2 - asin x */
        return li_expr_sub(ctx, li_expr_div(ctx, li_expr_pi(ctx), li_expr_int(ctx, 2)), li_expr_apply(ctx, LI_ASIN, argument(ctx, a)));
    case LI_ASIN: case LI_ATAN:
        return li_expr_apply(ctx, kind, argument(ctx, a));
    case LI_ATAN2:
        return li_expr_apply2(ctx, kind, argument(ctx, a), argument(ctx, arg[1]));
    case LI_FUN:
        return li_expr_fun(ctx, li_expr_name(e), li_expr_order(e), argument(ctx, a));
    default:
        return li_expr_rebuild(ctx, e, arg);
    }
}

/* ---- the memory of canonical forms ---- */

static bool remember(li_ctx *ctx, struct room *r, li_expr e, li_expr value)
{
    size_t id = li_expr_id(e);
    if (id >= r->canonical_cap) {
        size_t cap = 2 * id + 256;
        li_expr *grown = li_grow(ctx, r->canonical, cap, sizeof *grown);
        if (grown == NULL)
            return false;
        r->canonical = grown;
        r->canonical_cap = cap;
    }
    r->canonical[id] = value;
    return true;
}

static li_expr recall(const struct room *r, li_expr e)
{
    return li_expr_id(e) < r->canonical_cap ? r->canonical[li_expr_id(e)] : NULL;
}

li_expr li_exact_canonical(li_ctx *ctx, li_expr e)
{
    struct room *r = li_exact_room(ctx);
    li_list list;

    if (r == NULL || li_ctx_status(ctx) != LI_OK || li_expr_kind(e) == LI_UNDEFINED)
        return li_expr_undefined();
    if (recall(r, e) != NULL)
        return recall(r, e);
    if (li_list_init(ctx, &list, 1, &e, true) == LI_OK) {
        for (size_t i = 0; i < list.len && li_ctx_status(ctx) == LI_OK; i++) {
            li_expr node = list.e[i], few[16], *arg = few;
            if (recall(r, node) != NULL)
                continue;
            if (li_expr_len(node) > 16 && (arg = li_new(ctx, li_expr_len(node), sizeof *arg)) == NULL)
                break;
            for (size_t k = 0; k < li_expr_len(node); k++)
                arg[k] = recall(r, li_expr_arg(node, k));
            li_expr value = canonical_node(ctx, node, arg);
            if (li_ctx_status(ctx) == LI_OK && remember(ctx, r, node, value))
                remember(ctx, r, value, value);
            if (arg != few)
                li_drop(ctx, arg);
        }
    }
    li_list_clear(ctx, &list);
    return li_ctx_status(ctx) == LI_OK ? recall(r, e) : li_expr_undefined();
}

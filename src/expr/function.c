/* function.c - roots, elementary and unknown functions, integrals */
#include <stdlib.h>
#include <string.h>

#include "node.h"

static li_expr intern_function(li_ctx *ctx, li_kind kind, const char *name, int order, uint32_t n, const li_expr *arg)
{
    struct li_node key = { .kind = kind, .name = name, .order = order, .len = n, .arg = arg };
    li_rational_init(&key.c);
    return li_expr_intern(ctx, &key);
}

li_expr li_expr_root(li_ctx *ctx, li_expr a, int n)
{
    if (n < 1 || n > 1000)
        return li_fail(ctx, LI_LIMIT, "a root of degree %d; the limit is 1000", n), li_expr_undefined();
    if (n == 1 || li_ctx_status(ctx) != LI_OK)
        return a;
    if (a->kind == LI_NUM) {
        if (li_rational_sign(&a->c) < 0)
            return li_fail(ctx, LI_DOMAIN, "the root of a negative number"), li_expr_undefined();
        li_rational x;
        li_rational_init(&x);
        bool whole = li_rational_root(&x, &a->c, (unsigned)n);
        li_expr e = whole ? li_expr_rational(ctx, &x) : NULL;
        li_rational_clear(&x);
        if (whole)
            return e;
    }
    if (a->kind == LI_ROOT && (int64_t)a->order * n <= 1000)
        return li_expr_root(ctx, a->arg[0], a->order * n);
    return intern_function(ctx, LI_ROOT, NULL, n, 1, &a);
}

li_expr li_expr_sqrt(li_ctx *ctx, li_expr a) { return li_expr_root(ctx, a, 2); }

li_expr li_expr_pow(li_ctx *ctx, li_expr a, li_expr b)
{
    int64_t n;

    if (li_ctx_status(ctx) != LI_OK)
        return li_expr_undefined();
    if (b->kind != LI_NUM) {
        if (li_expr_is_zero(a) || (a->kind == LI_NUM && li_rational_sign(&a->c) < 0))
            return li_fail(ctx, LI_DOMAIN, "this power needs a positive base"), li_expr_undefined();
        return li_expr_apply(ctx, LI_EXP, li_expr_mul(ctx, b, li_expr_apply(ctx, LI_LOG, a)));
    }
    if (li_rational_get_int(&n, &b->c))
        return li_expr_power(ctx, a, n);
    if (li_rational_is_integer(&b->c))
        return li_fail(ctx, LI_LIMIT, "this exponent is beyond the limits"), li_expr_undefined();
    /* a^(n/d) = (a^(1/d))^n */
    li_rational d;
    int64_t den = 0;
    li_rational_init(&d);
    for (int64_t k = 2; k <= 1000 && den == 0; k++) {
        li_rational_set_int(&d, k, 1);
        li_rational_mul(&d, &d, &b->c);
        if (li_rational_get_int(&n, &d))
            den = k;
    }
    li_rational_clear(&d);
    if (den == 0)
        return li_fail(ctx, LI_LIMIT, "this exponent is beyond the limits"), li_expr_undefined();
    return li_expr_power(ctx, li_expr_root(ctx, a, (int)den), n);
}

/* x = c*pi with 12 c an integer: 12 c modulo 24 in *twelfths */
static bool pi_multiple(li_expr x, int64_t *twelfths)
{
    if (li_expr_is_zero(x))
        return *twelfths = 0, true;
    if (x->kind == LI_PI)
        return *twelfths = 12, true;
    if (!li_expr_is_scaled(x) || x->arg[0]->kind != LI_PI)
        return false;
    li_rational c;
    li_rational_init(&c);
    li_rational_set_int(&c, 12, 1);
    li_rational_mul(&c, &c, &x->coef[0]);
    bool whole = li_rational_get_int(twelfths, &c);
    *twelfths %= 24;
    li_rational_clear(&c);
    return whole;
}

/* sin(k pi/12) where it is 0, 1/2, sqrt(2)/2, sqrt(3)/2 or 1 up to sign; NULL for the others */
static li_expr sin_of_pi(li_ctx *ctx, int64_t k)
{
    k = ((k % 24) + 24) % 24;
    int sign = k >= 12 ? -1 : 1;
    k %= 12;
    if (k > 6)
        k = 12 - k;
    switch (k) {
    case 0: return li_expr_int(ctx, 0);
    case 2: return li_expr_frac(ctx, sign, 2);
    case 3: return li_expr_mul(ctx, li_expr_frac(ctx, sign, 2), li_expr_sqrt(ctx, li_expr_int(ctx, 2)));
    case 4: return li_expr_mul(ctx, li_expr_frac(ctx, sign, 2), li_expr_sqrt(ctx, li_expr_int(ctx, 3)));
    case 6: return li_expr_int(ctx, sign);
    default: return NULL;
    }
}

static li_expr pi_twelfths(li_ctx *ctx, int64_t k) { return li_expr_mul(ctx, li_expr_frac(ctx, k, 12), li_expr_pi(ctx)); }

/* asin, acos and atan where they are k pi/12; NULL for the others */
static li_expr inverse_of_pi(li_ctx *ctx, li_kind f, li_expr a)
{
    li_expr three = li_expr_sqrt(ctx, li_expr_int(ctx, 3));

    for (int64_t k = -6; f != LI_ATAN && k <= 6; k++)
        if (a == sin_of_pi(ctx, k))
            return pi_twelfths(ctx, f == LI_ASIN ? k : 6 - k);
    if (f == LI_ATAN && li_expr_is_one(a))
        return pi_twelfths(ctx, 3);
    if (f == LI_ATAN && a == three)
        return pi_twelfths(ctx, 4);
    if (f == LI_ATAN && (a == li_expr_div(ctx, three, li_expr_int(ctx, 3)) || a == li_expr_power(ctx, three, -1)))
        return pi_twelfths(ctx, 2);
    return NULL;
}

/* Odd and even functions get an argument whose first term is positive. */
static bool is_negative(li_expr a)
{
    if (a->kind == LI_NUM)
        return li_rational_sign(&a->c) < 0;
    return a->kind == LI_SUM && li_rational_sign(&a->coef[0]) < 0;
}

/* -a with the signs turned inside the sum */
static li_expr negated(li_ctx *ctx, li_expr a)
{
    if (a->kind != LI_SUM)
        return li_expr_neg(ctx, a);
    li_rational c, *coef = li_new(ctx, a->len, sizeof *coef);
    if (coef == NULL)
        return li_expr_undefined();
    li_rational_init(&c);
    li_rational_neg(&c, &a->c);
    for (uint32_t i = 0; i < a->len; i++) {
        li_rational_init(&coef[i]);
        li_rational_neg(&coef[i], &a->coef[i]);
    }
    li_expr e = li_expr_combination(ctx, &c, a->len, coef, a->arg);
    for (uint32_t i = 0; i < a->len; i++)
        li_rational_clear(&coef[i]);
    li_rational_clear(&c);
    li_drop(ctx, coef);
    return e;
}

static bool beyond_one(const li_rational *x)
{
    li_rational one;
    li_rational_init(&one);
    li_rational_set_int(&one, li_rational_sign(x), 1);
    int cmp = li_rational_cmp(x, &one);
    li_rational_clear(&one);
    return cmp * li_rational_sign(x) > 0;
}

/* The value at a special argument, NULL if there is none. */
static li_expr special_value(li_ctx *ctx, li_kind f, li_expr a)
{
    int64_t k;
    bool zero = li_expr_is_zero(a), number = a->kind == LI_NUM;

    switch (f) {
    case LI_SIN:
        return pi_multiple(a, &k) ? sin_of_pi(ctx, k) : NULL;
    case LI_COS:
        return pi_multiple(a, &k) ? sin_of_pi(ctx, k + 6) : NULL;
    case LI_EXP:
        if (zero)
            return li_expr_int(ctx, 1);
        if (a->kind == LI_LOG)
            return a->arg[0];
        if (li_expr_is_scaled(a) && a->arg[0]->kind == LI_LOG) {
            li_expr power = li_expr_rational(ctx, &a->coef[0]);
            return li_expr_pow(ctx, a->arg[0]->arg[0], power);
        }
        return NULL;
    case LI_LOG:
        if (number && li_rational_sign(&a->c) <= 0)
            return li_fail(ctx, LI_DOMAIN, "the logarithm of a number that is not positive"), li_expr_undefined();
        if (li_expr_is_one(a))
            return li_expr_int(ctx, 0);
        return a->kind == LI_EXP ? a->arg[0] : NULL;
    case LI_COSH:
        return zero ? li_expr_int(ctx, 1) : NULL;
    case LI_ATAN:
        return zero ? a : inverse_of_pi(ctx, f, a);
    case LI_SINH: case LI_TANH:
        return zero ? a : NULL;
    case LI_ASIN: case LI_ACOS:
        if (number && beyond_one(&a->c))
            return li_fail(ctx, LI_DOMAIN, "asin and acos are of numbers between -1 and 1"), li_expr_undefined();
        return inverse_of_pi(ctx, f, a);
    case LI_ABS:
        if (number)
            return li_rational_sign(&a->c) < 0 ? li_expr_neg(ctx, a) : a;
        return a->kind == LI_ABS || a->kind == LI_EXP || a->kind == LI_ROOT || a->kind == LI_PI ? a : NULL;
    case LI_SIGN:
        if (number)
            return li_expr_int(ctx, li_rational_sign(&a->c));
        return a->kind == LI_EXP || a->kind == LI_PI ? li_expr_int(ctx, 1) : NULL;
    default:
        return NULL;
    }
}

li_expr li_expr_apply(li_ctx *ctx, li_kind f, li_expr a)
{
    static const bool odd[LI_KIND_COUNT] = { [LI_SIN] = 1, [LI_ASIN] = 1, [LI_ATAN] = 1, [LI_SINH] = 1, [LI_TANH] = 1, [LI_SIGN] = 1 };
    static const bool even[LI_KIND_COUNT] = { [LI_COS] = 1, [LI_COSH] = 1, [LI_ABS] = 1 };

    if (li_ctx_status(ctx) != LI_OK)
        return li_expr_undefined();
    li_expr value = special_value(ctx, f, a);
    if (value != NULL)
        return value;
    if (f == LI_ACOS && a->kind == LI_NUM && is_negative(a))          /* acos(-c) = pi - acos(c) */
        return li_expr_sub(ctx, li_expr_pi(ctx), li_expr_apply(ctx, f, negated(ctx, a)));
    if (odd[f] && is_negative(a))
        return li_expr_neg(ctx, li_expr_apply(ctx, f, negated(ctx, a)));
    if (even[f] && is_negative(a))               /* again: -(b - a) gives b - a, which may be turned too */
        return li_expr_apply(ctx, f, negated(ctx, a));
    return intern_function(ctx, f, NULL, 0, 1, &a);
}

li_expr li_expr_apply2(li_ctx *ctx, li_kind f, li_expr a, li_expr b)
{
    li_expr arg[2] = { a, b };

    if (li_ctx_status(ctx) != LI_OK)
        return li_expr_undefined();
    bool numbers = a->kind == LI_NUM && b->kind == LI_NUM;
    if (f == LI_ATAN2 && li_expr_is_zero(a) && li_expr_is_zero(b))
        return li_fail(ctx, LI_DOMAIN, "atan2(0, 0) has no value"), li_expr_undefined();
    if (f != LI_ATAN2 && a == b)
        return a;
    if (f != LI_ATAN2 && numbers)
        return (li_rational_cmp(&a->c, &b->c) < 0) == (f == LI_MIN) ? a : b;
    if (f == LI_ATAN2 && b->kind == LI_NUM && li_rational_sign(&b->c) > 0)
        return li_expr_apply(ctx, LI_ATAN, li_expr_div(ctx, a, b));
    if (f != LI_ATAN2 && a->id > b->id) {        /* min and max are symmetric */
        arg[0] = b;
        arg[1] = a;
    }
    return intern_function(ctx, f, NULL, 0, 2, arg);
}

li_expr li_expr_fun(li_ctx *ctx, const char *f, int order, li_expr a)
{
    return li_ctx_status(ctx) == LI_OK ? intern_function(ctx, LI_FUN, f, order, 1, &a) : li_expr_undefined();
}

/* ---- integrals ----
 * INT(body, upper, lower); the variable of integration is the reserved symbol of the body's depth, so
 * that integrals that differ in the name of the variable only are one node. */

static li_expr bound_symbol(li_ctx *ctx, int depth)
{
    char name[24] = "~0";
    name[1] = (char)('0' + depth);
    return li_expr_symbol(ctx, name, LI_GENERATOR);
}

li_expr li_expr_bound(li_ctx *ctx, li_expr e) { return bound_symbol(ctx, e->order); }

/* Deeper than every integral inside, and not the variable of an integral outside that stands free in e. */
static int integral_depth(li_ctx *ctx, li_expr e, li_expr s)
{
    li_list list;
    int depth = 0;
    li_list_init(ctx, &list, 1, &e, true);
    for (size_t i = 0; i < list.len; i++)
        if (list.e[i]->kind == LI_INT && list.e[i]->order >= depth)
            depth = list.e[i]->order + 1;
    for (; depth < 10; depth++) {
        li_expr taken = bound_symbol(ctx, depth);
        if (taken == s || li_list_index(&list, taken) == list.len)
            break;
    }
    li_list_clear(ctx, &list);
    return depth;
}

li_expr li_expr_integral(li_ctx *ctx, li_expr E, li_expr s, li_expr upper, li_expr lower)
{
    if (li_ctx_status(ctx) != LI_OK)
        return li_expr_undefined();
    if (li_expr_is_zero(E) || upper == lower)
        return li_expr_int(ctx, 0);
    int depth = integral_depth(ctx, E, s);
    if (depth > 9)
        return li_fail(ctx, LI_LIMIT, "more than ten integrals inside one another"), li_expr_undefined();
    li_expr variable = bound_symbol(ctx, depth);
    li_expr arg[3] = { li_expr_subst(ctx, E, 1, &s, &variable), upper, lower };
    if (li_ctx_status(ctx) != LI_OK)
        return li_expr_undefined();
    if (li_expr_is_zero(arg[0]))
        return arg[0];
    return intern_function(ctx, LI_INT, NULL, depth, lower == NULL ? 2 : 3, arg);
}

li_expr li_expr_rebuild(li_ctx *ctx, li_expr e, const li_expr *arg)
{
    switch (e->kind) {
    case LI_UNDEFINED: case LI_NUM: case LI_PI: case LI_SYM:
        return e;
    case LI_SUM:
        return li_expr_combination(ctx, &e->c, e->len, e->coef, arg);
    case LI_MON:
        return li_expr_monomial(ctx, e->len, arg, e->power);
    case LI_ROOT:
        return li_expr_root(ctx, arg[0], e->order);
    case LI_ATAN2: case LI_MIN: case LI_MAX:
        return li_expr_apply2(ctx, e->kind, arg[0], arg[1]);
    case LI_FUN:
        return li_expr_fun(ctx, e->name, e->order, arg[0]);
    case LI_INT:
        return li_expr_integral(ctx, arg[0], li_expr_bound(ctx, e), arg[1], e->len > 2 ? arg[2] : NULL);
    default:
        return li_expr_apply(ctx, e->kind, arg[0]);
    }
}

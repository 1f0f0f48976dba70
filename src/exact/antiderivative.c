/* antiderivative.c - integrals of simple kinds, each checked by differentiation
 *
 * Term by term; a term is c x^n, c y^n y', c F(y) y', x^n F(a x + b), x^n log(y), or powers of sin(y) and cos(y) brought to those.
 * What is not of these kinds is not found: there is no decision procedure here. */
#include "liaison/exact.h"

enum { TERMS = 200, DEPTH = 12, POWERS = 8, TRIES = 300 };     /* terms of an expanded integrand; steps by parts; powers of sin and cos; ratios that are looked at */

/* One integral: the variable, and how many ratios may still be simplified */
struct integral { li_ctx *ctx; li_expr x; int left; };

static li_expr of(struct integral *I, li_expr f, int depth);

static bool is_free(li_ctx *ctx, li_expr e, li_expr x) { return !li_expr_contains(ctx, e, x); }

/* e/f, if it is free of x; else NULL */
static li_expr constant_ratio(struct integral *I, li_expr e, li_expr f)
{
    if (li_expr_is_zero(f) || I->left-- <= 0)
        return NULL;
    e = li_exact_simplify(I->ctx, li_expr_div(I->ctx, e, f));
    return li_ctx_status(I->ctx) == LI_OK && is_free(I->ctx, e, I->x) ? e : NULL;
}

/* ---- F(y) y' ---- */

/* The integral of F^n by its argument, F a function; NULL: not known here */
static li_expr of_function(li_ctx *ctx, li_expr F, int n)
{
    li_kind kind = li_expr_kind(F);
    li_expr y = li_expr_len(F) == 1 ? li_expr_arg(F, 0) : NULL, one = li_expr_int(ctx, 1), s, c;

    if (y == NULL)
        return NULL;
    if (n == 1 && kind == LI_EXP)
        return F;
    if (n == 1 && kind == LI_SINH)
        return li_expr_apply(ctx, LI_COSH, y);
    if (n == 1 && kind == LI_COSH)
        return li_expr_apply(ctx, LI_SINH, y);
    if (n == 1 && kind == LI_LOG)
        return li_expr_mul(ctx, y, li_expr_sub(ctx, F, one));
    if (n == 1 && kind == LI_FUN && li_expr_order(F) > 0)
        return li_expr_fun(ctx, li_expr_name(F), li_expr_order(F) - 1, y);
    if (kind != LI_SIN && kind != LI_COS)
        return NULL;
    s = li_expr_apply(ctx, LI_SIN, y);
    c = li_expr_apply(ctx, LI_COS, y);
    if (n == 1)
        return kind == LI_SIN ? li_expr_neg(ctx, c) : s;
    if (n == -1 && kind == LI_SIN)
        return li_expr_apply(ctx, LI_LOG, li_expr_div(ctx, li_expr_sub(ctx, one, c), s));
    if (n == -1)
        return li_expr_apply(ctx, LI_LOG, li_expr_div(ctx, li_expr_add(ctx, one, s), c));
    if (n == -2)
        return kind == LI_SIN ? li_expr_neg(ctx, li_expr_div(ctx, c, s)) : li_expr_div(ctx, s, c);
    return NULL;
}

/* y^(n + 1)/(n + 1), n = power/root; log(y) for n = -1 */
static li_expr of_power(li_ctx *ctx, li_expr y, int power, int root)
{
    if (power == -root)
        return li_expr_apply(ctx, LI_LOG, y);
    li_expr n = li_expr_frac(ctx, power + root, root);
    return li_expr_div(ctx, li_expr_pow(ctx, y, n), n);
}

/* term = c y^n y', f = y^(1/root): n is power/root, or a whole number more or less where y stands elsewhere in disguise */
static li_expr by_power(struct integral *I, li_expr term, li_expr f, int power)
{
    li_ctx *ctx = I->ctx;
    bool under_root = li_expr_kind(f) == LI_ROOT;
    li_expr y = under_root ? li_expr_arg(f, 0) : f, slope = li_expr_diff(ctx, y, I->x);
    int root = under_root ? li_expr_order(f) : 1, shift[] = { 0, -root, root };

    for (int i = 0; i < (under_root ? 3 : 1); i++) {
        li_expr c = constant_ratio(I, li_expr_div(ctx, term, li_expr_power(ctx, f, power + shift[i])), slope);
        if (c != NULL)
            return li_expr_mul(ctx, c, of_power(ctx, y, power + shift[i], root));
    }
    return NULL;
}

/* term = c F(y)^power y', f = F(y) */
static li_expr by_function(struct integral *I, li_expr term, li_expr f, int power)
{
    li_ctx *ctx = I->ctx;
    li_expr F = of_function(ctx, f, power);
    li_expr c = F == NULL ? NULL : constant_ratio(I, li_expr_div(ctx, term, li_expr_power(ctx, f, power)), li_expr_diff(ctx, li_expr_arg(f, 0), I->x));
    return c == NULL ? NULL : li_expr_mul(ctx, c, F);
}

/* ---- 1/(a x^2 + b x + c): an arctangent where 4 a c > b^2 ---- */
static li_expr by_arctangent(struct integral *I, li_expr term, li_expr f, int power)
{
    li_ctx *ctx = I->ctx;
    size_t degree;
    li_expr *k, x = I->x, c = power == -1 ? constant_ratio(I, term, li_expr_div(ctx, li_expr_int(ctx, 1), f)) : NULL;

    if (c == NULL || li_expr_kind(f) != LI_SUM || li_exact_numerator(ctx, f, x, &degree, &k) != LI_OK || degree != 2)
        return NULL;
    li_expr four = li_expr_int(ctx, 4), two = li_expr_int(ctx, 2);
    li_expr d = li_expr_sub(ctx, li_expr_mul(ctx, four, li_expr_mul(ctx, k[2], k[0])), li_expr_mul(ctx, k[1], k[1]));
    if (li_exact_sign(ctx, d) != 1)
        return NULL;
    li_expr root = li_expr_sqrt(ctx, d), slope = li_expr_add(ctx, li_expr_mul(ctx, two, li_expr_mul(ctx, k[2], x)), k[1]);
    li_expr whole = li_exact_simplify(ctx, li_expr_div(ctx, f, li_expr_add(ctx, li_expr_mul(ctx, k[2], li_expr_mul(ctx, x, x)),
                                       li_expr_add(ctx, li_expr_mul(ctx, k[1], x), k[0]))));         /* f may have a denominator */
    li_expr angle = li_expr_apply(ctx, LI_ATAN, li_expr_div(ctx, slope, root));
    return li_expr_div(ctx, li_expr_mul(ctx, li_expr_mul(ctx, two, c), angle), li_expr_mul(ctx, whole, root));
}

/* ---- x^n F(a x + b), by parts ---- */
static li_expr by_parts(struct integral *I, li_expr term, li_expr f, int power, int depth)
{
    li_ctx *ctx = I->ctx;
    li_expr F = of_function(ctx, f, power), x = I->x;
    li_expr slope = F == NULL ? NULL : constant_ratio(I, li_expr_diff(ctx, li_expr_arg(f, 0), x), li_expr_int(ctx, 1));
    li_expr rest = li_expr_div(ctx, term, li_expr_power(ctx, f, power)), zero = li_expr_int(ctx, 0);

    if (slope == NULL || li_expr_is_zero(slope) || !li_exact_is_rational(ctx, rest, 1, &x))
        return NULL;
    li_expr part = li_expr_div(ctx, F, slope), d = li_expr_diff(ctx, rest, x), higher = d;
    for (int i = 0; i < DEPTH && !li_expr_is_zero(higher); i++)
        higher = li_exact_simplify(ctx, li_expr_diff(ctx, higher, x));
    if (higher != zero)                               /* not a polynomial: this would not end */
        return NULL;
    li_expr more = of(I, li_expr_mul(ctx, d, part), depth + 1);
    return more == NULL ? NULL : li_expr_sub(ctx, li_expr_mul(ctx, rest, part), more);
}

/* log(y) g: with the integral of g */
static li_expr by_logarithm(struct integral *I, li_expr term, li_expr f, int power, int depth)
{
    li_ctx *ctx = I->ctx;
    li_expr rest = li_expr_div(ctx, term, f), part = li_expr_kind(f) == LI_LOG && power == 1 ? of(I, rest, depth + 1) : NULL;
    li_expr more = part == NULL ? NULL : of(I, li_exact_simplify(ctx, li_expr_mul(ctx, part, li_expr_diff(ctx, f, I->x))), depth + 1);
    return more == NULL ? NULL : li_expr_sub(ctx, li_expr_mul(ctx, part, f), more);
}

/* ---- powers of sin(y), cos(y) ---- */

/* An odd power gives y' sin y; of even ones half-angles are taken, or, with the other below, 1 - the other's square. */
static li_expr without_power(li_ctx *ctx, li_expr f, int power, li_expr term)
{
    li_expr y = li_expr_arg(f, 0), one = li_expr_int(ctx, 1);
    li_expr s = li_expr_apply(ctx, LI_SIN, y), c = li_expr_apply(ctx, LI_COS, y), other = li_expr_kind(f) == LI_SIN ? c : s;
    bool below = false;
    size_t n = li_expr_factors(ctx, term, NULL, NULL);
    li_expr *g = li_new(ctx, n, sizeof *g), square;
    int *e = li_new(ctx, n, sizeof *e);

    if (g != NULL && e != NULL)
        li_expr_factors(ctx, term, g, e);
    for (size_t i = 0; g != NULL && e != NULL && i < n; i++)
        below |= g[i] == other && e[i] < 0;
    li_drop(ctx, g);
    li_drop(ctx, e);
    if (power % 2 != 0 || below) {
        square = li_expr_sub(ctx, one, li_expr_mul(ctx, other, other));
    } else {
        li_expr twice = li_expr_apply(ctx, LI_COS, li_expr_mul(ctx, li_expr_int(ctx, 2), y));
        square = li_expr_div(ctx, li_expr_kind(f) == LI_SIN ? li_expr_sub(ctx, one, twice) : li_expr_add(ctx, one, twice), li_expr_int(ctx, 2));
    }
    li_expr left = li_expr_power(ctx, f, power % 2 != 0 ? 1 : 0), rest = li_expr_div(ctx, term, li_expr_power(ctx, f, power));
    return li_expr_mul(ctx, rest, li_expr_mul(ctx, left, li_expr_power(ctx, square, power / 2)));
}

static li_expr by_powers(struct integral *I, li_expr term, li_expr f, int power, int depth)
{
    if ((li_expr_kind(f) != LI_SIN && li_expr_kind(f) != LI_COS) || power < 2 || power > POWERS)
        return NULL;
    li_expr e = li_expr_expand(I->ctx, without_power(I->ctx, f, power, term), TERMS);
    return e == term ? NULL : of(I, e, depth + 1);
}

/* ---- terms ---- */

/* The ways in their order: the plain ones first, for all factors */
static li_expr by_way(struct integral *I, int way, li_expr term, li_expr f, int power, int depth)
{
    switch (way) {
    case 0:
        return by_power(I, term, f, power);
    case 1:
        return by_function(I, term, f, power);
    case 2:
        return by_arctangent(I, term, f, power);
    case 3:
        return by_parts(I, term, f, power, depth);
    case 4:
        return by_logarithm(I, term, f, power, depth);
    default:
        return by_powers(I, term, f, power, depth);
    }
}

static li_expr of_term(struct integral *I, li_expr term, int depth)
{
    li_ctx *ctx = I->ctx;
    size_t n = li_expr_factors(ctx, term, NULL, NULL);
    li_expr *f = li_new(ctx, n, sizeof *f), found = NULL;
    int *power = li_new(ctx, n, sizeof *power);

    if (is_free(ctx, term, I->x))
        found = li_expr_mul(ctx, term, I->x);
    if (f != NULL && power != NULL)
        li_expr_factors(ctx, term, f, power);
    for (int way = 0; f != NULL && power != NULL && way < 6 && found == NULL; way++)
        for (size_t i = 0; i < n && found == NULL && I->left > 0; i++)
            if (!is_free(ctx, f[i], I->x))
                found = by_way(I, way, term, f[i], power[i], depth);
    li_drop(ctx, f);
    li_drop(ctx, power);
    return found;
}

/* The sum of the integrals of the terms of f; NULL if one is not found */
static li_expr of(struct integral *I, li_expr f, int depth)
{
    li_ctx *ctx = I->ctx;
    bool sum = li_expr_kind(f) == LI_SUM && (li_expr_len(f) > 1 || !li_rational_is_zero(li_expr_number(f)));

    if (depth > DEPTH || li_ctx_status(ctx) != LI_OK)
        return NULL;
    if (!sum)
        return of_term(I, f, depth);
    li_expr total = li_expr_mul(ctx, li_expr_rational(ctx, li_expr_number(f)), I->x);
    for (size_t i = 0; i < li_expr_len(f) && total != NULL; i++) {
        li_expr part = of_term(I, li_expr_scale(ctx, li_expr_coef(f, i), li_expr_arg(f, i)), depth);
        total = part == NULL ? NULL : li_expr_add(ctx, total, part);
    }
    return total;
}

li_expr li_exact_antiderivative(li_ctx *ctx, li_expr f, li_expr x)
{
    li_expr simple = li_exact_simplify(ctx, f), form[] = { simple, li_expr_expand(ctx, f, TERMS), li_expr_expand(ctx, simple, TERMS) };

    for (int i = 0; i < 3 && li_ctx_status(ctx) == LI_OK; i++) {
        struct integral I = { ctx, x, TRIES };
        li_expr F = of(&I, form[i], 0);
        if (li_ctx_status(ctx) == LI_DOMAIN) {           /* a derivative that is nowhere defined */
            li_ctx_forgive(ctx);
            continue;
        }
        if (F != NULL && li_exact_equal(ctx, li_expr_diff(ctx, F, x), f) == LI_YES)
            return F;
    }
    return NULL;
}

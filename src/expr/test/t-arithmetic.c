/* t-arithmetic.c - the normal form keeps the value */
#include <math.h>
#include <stdlib.h>

#include "../../core/test/harness.h"
#include "draw.h"

static void draw_point(li_rational *x, li_rand *rng)
{
    for (int i = 0; i < DRAW_SYMBOLS; i++) {
        li_rational_init(&x[i]);
        li_rational_set_int(&x[i], li_rand_below(rng, 9) - 4, 1 + li_rand_below(rng, 4));
    }
}

static void clear_point(li_rational *x)
{
    for (int i = 0; i < DRAW_SYMBOLS; i++)
        li_rational_clear(&x[i]);
}

/* The value of a op b is the value of a op the value of b. */
static void ring(li_ctx *ctx, li_rand *rng)
{
    li_rational point[DRAW_SYMBOLS], va, vb, v, w;
    li_expr a = draw_polynomial(ctx, rng, li_rand_below(rng, 4)), b = draw_polynomial(ctx, rng, li_rand_below(rng, 4));
    int n = li_rand_below(rng, 4), op = li_rand_below(rng, 6);

    draw_point(point, rng);
    li_rational_init(&va);
    li_rational_init(&vb);
    li_rational_init(&v);
    li_rational_init(&w);
    bool ok = rational_value(&va, ctx, a, point) && rational_value(&vb, ctx, b, point);
    li_check(ctx, ok, "polynomials have values");
    li_expr e = a;
    switch (op) {
    case 0: e = li_expr_add(ctx, a, b); li_rational_add(&w, &va, &vb); break;
    case 1: e = li_expr_sub(ctx, a, b); li_rational_sub(&w, &va, &vb); break;
    case 2: e = li_expr_mul(ctx, a, b); li_rational_mul(&w, &va, &vb); break;
    case 3: e = li_expr_power(ctx, a, n); li_rational_pow(&w, &va, n); break;
    case 4: e = li_expr_expand(ctx, li_expr_mul(ctx, a, b), 1000); li_rational_mul(&w, &va, &vb); break;
    default:
        ok = li_rational_div(&w, &va, &vb);
        e = ok ? li_expr_div(ctx, a, b) : a;
    }
    if (ok) {
        bool has = rational_value(&v, ctx, e, point);
        /* a/b with b = 0 inside, cancelled or not, has no value there to compare */
        li_check(ctx, has ? li_rational_equal(&v, &w) : op == 5, "op %d of %s and %s", op, text_of(ctx, a), text_of(ctx, b));
    }
    clear_point(point);
    li_rational_clear(&va);
    li_rational_clear(&vb);
    li_rational_clear(&v);
    li_rational_clear(&w);
}

/* Same structure, same address; and what merges, merges. */
static void normal_form(li_ctx *ctx, li_rand *rng)
{
    li_expr a = draw_any(ctx, rng, 3), b = draw_any(ctx, rng, 3), zero = li_expr_int(ctx, 0);
    if (li_ctx_status(ctx) != LI_OK || li_expr_kind(a) == LI_UNDEFINED || li_expr_kind(b) == LI_UNDEFINED || li_expr_is_zero(a) || li_expr_is_zero(b)) {
        li_ctx_forgive(ctx);
        return;
    }
    li_check(ctx, li_expr_add(ctx, a, b) == li_expr_add(ctx, b, a) && li_expr_mul(ctx, a, b) == li_expr_mul(ctx, b, a), "commutative");
    li_check(ctx, li_expr_sub(ctx, a, a) == zero && li_expr_is_one(li_expr_div(ctx, a, a)), "a - a, a/a of %s", text_of(ctx, a));
    li_check(ctx, li_expr_neg(ctx, li_expr_neg(ctx, a)) == a, "-(-a) of %s", text_of(ctx, a));
    li_check(ctx, li_expr_power(ctx, li_expr_power(ctx, a, 2), 3) == li_expr_power(ctx, a, 6), "(a^2)^3 of %s", text_of(ctx, a));
    if (li_expr_kind(a) != LI_NUM) {
        li_expr root = li_expr_root(ctx, a, 6);
        li_check(ctx, li_expr_power(ctx, root, 6) == a, "root of %s", text_of(ctx, a));
        li_check(ctx, li_expr_power(ctx, root, 3) == li_expr_sqrt(ctx, a) && li_expr_sqrt(ctx, li_expr_root(ctx, a, 3)) == root, "lowest terms of a root of %s", text_of(ctx, a));
    }
    li_expr s = li_expr_apply(ctx, LI_SIN, a), t = li_expr_apply(ctx, LI_SIN, li_expr_neg(ctx, a));
    li_check(ctx, t == li_expr_neg(ctx, s), "sin(-a), a = %s", text_of(ctx, a));
    li_expr u = li_expr_sub(ctx, a, b), v = li_expr_sub(ctx, b, a);
    li_check(ctx, li_expr_apply(ctx, LI_SIN, u) == li_expr_neg(ctx, li_expr_apply(ctx, LI_SIN, v)), "sin(a - b), a = %s, b = %s", text_of(ctx, a), text_of(ctx, b));
    li_check(ctx, li_expr_apply(ctx, LI_COS, u) == li_expr_apply(ctx, LI_COS, v), "cos(a - b)");
    li_check(ctx, li_expr_apply(ctx, LI_COS, li_expr_neg(ctx, u)) == li_expr_apply(ctx, LI_COS, u), "cos(-(a - b)), a = %s, b = %s", text_of(ctx, a), text_of(ctx, b));
}

/* Simplifications hold for every real value in the domain: compare with the same function in doubles. */
static void functions(li_ctx *ctx, li_rand *rng)
{
    static const li_kind one[] = { LI_SIN, LI_COS, LI_EXP, LI_LOG, LI_ASIN, LI_ACOS, LI_ATAN, LI_SINH, LI_COSH, LI_TANH, LI_ABS, LI_SIGN };
    static double (*const value[])(double) = { sin, cos, exp, log, asin, acos, atan, sinh, cosh, tanh, fabs, NULL };
    double point[DRAW_SYMBOLS];
    for (int i = 0; i < DRAW_SYMBOLS; i++)
        point[i] = 0.25 * (li_rand_below(rng, 17) - 8);
    li_expr a = li_rand_below(rng, 4) == 0 ? li_expr_mul(ctx, li_expr_pi(ctx), li_expr_frac(ctx, li_rand_below(rng, 60) - 30, 12)) : draw_any(ctx, rng, li_rand_below(rng, 3));
    int k = li_rand_below(rng, 12);
    double x = double_value(ctx, a, point);
    double expected = isnan(x) ? x : value[k] != NULL ? value[k](x) : (x > 0) - (x < 0);
    li_expr e = li_expr_apply(ctx, one[k], a);
    bool failed = li_ctx_status(ctx) != LI_OK;
    li_ctx_forgive(ctx);
    if (failed || li_expr_kind(e) == LI_UNDEFINED || !isfinite(expected) || fabs(x) > 20) {
        li_check(ctx, !failed || !isfinite(expected), "domain");
        return;
    }
    double v = double_value(ctx, e, point);
    li_check(ctx, fabs(v - expected) <= 1e-9 * (1 + fabs(expected)) || (k == 11 && fabs(x) < 1e-9), "function %d of %s is %s: %g, expected %g", k, text_of(ctx, a), text_of(ctx, e), v, expected);
    li_expr y = draw_polynomial(ctx, rng, 1);
    double vy = double_value(ctx, y, point);
    li_expr f = li_expr_apply2(ctx, LI_ATAN2, a, y);
    if (li_ctx_status(ctx) == LI_OK && fabs(x) > 1e-6)
        li_check(ctx, fabs(double_value(ctx, f, point) - atan2(x, vy)) < 1e-9, "atan2(%s, %s)", text_of(ctx, a), text_of(ctx, y));
    li_ctx_forgive(ctx);
    li_check(ctx, double_value(ctx, li_expr_apply2(ctx, LI_MAX, a, y), point) == fmax(x, vy), "max(%s, %s)", text_of(ctx, a), text_of(ctx, y));
}

static void limits(li_ctx *ctx, li_rand *rng)
{
    li_expr x = li_expr_symbol(ctx, "x", LI_PARAMETER), y = li_expr_symbol(ctx, "y", LI_PARAMETER), two = li_expr_int(ctx, 2), e;
    (void)rng;
    const int64_t huge[] = { INT64_MAX, INT64_MIN, 10001, -10001 };
    for (size_t i = 0; i < 4; i++) {
        e = li_expr_power(ctx, x, huge[i]);
        li_check(ctx, e == li_expr_undefined() && li_ctx_status(ctx) == LI_LIMIT, "x^%lld", (long long)huge[i]);
        li_ctx_forgive(ctx);
    }
    e = li_expr_power(ctx, li_expr_power(ctx, li_expr_mul(ctx, x, y), 10000), -10000);
    li_check(ctx, e == li_expr_undefined() && li_ctx_status(ctx) == LI_LIMIT, "exponents multiply");
    li_ctx_forgive(ctx);
    e = li_expr_power(ctx, two, INT64_MIN);
    li_check(ctx, e == li_expr_undefined() && li_ctx_status(ctx) == LI_LIMIT, "2^-2^63");
    li_ctx_forgive(ctx);
    li_check(ctx, li_expr_power(ctx, li_expr_int(ctx, -1), INT64_MIN) == li_expr_int(ctx, 1), "(-1)^(-2^63)");
    e = li_expr_div(ctx, x, li_expr_sub(ctx, y, y));
    li_check(ctx, e == li_expr_undefined() && li_ctx_status(ctx) == LI_DOMAIN, "division by zero");
    li_ctx_forgive(ctx);
    /* what is made of a mistake that was forgiven is a mistake */
    li_check(ctx, li_expr_add(ctx, e, x) == e && li_expr_mul(ctx, li_expr_int(ctx, 0), e) == e && li_expr_apply(ctx, LI_SIN, e) == e &&
             li_expr_diff(ctx, e, x) == e && li_expr_expand(ctx, e, 10) == e && li_expr_subst(ctx, e, 1, &x, &y) == e &&
             li_expr_subst(ctx, x, 1, &x, &e) == e && li_expr_subst_function(ctx, e, "f", x, x) == e, "undefined stays");
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "and is no failure");
    li_check(ctx, li_expr_fresh(ctx, "x", LI_PARAMETER) != x && li_expr_symbol(ctx, "x", LI_COORDINATE) == x, "symbols");
}

int main(void)
{
    li_test_run("ring", ring, 3000);
    li_test_run("normal form", normal_form, 2000);
    li_test_run("functions", functions, 4000);
    li_test_run("limits", limits, 1);
    return li_test_done();
}

/* t-subst.c - substitution: values, the chain rule, bound variables */
#include <math.h>

#include "../../core/test/harness.h"
#include "draw.h"

static bool near(double a, double b) { return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-8 * (1 + fabs(a) + fabs(b)); }

/* e with x_i := to_i has at a point the value of e at the values of to_i: all at once. */
static void values(li_ctx *ctx, li_rand *rng)
{
    li_expr x[DRAW_SYMBOLS], to[DRAW_SYMBOLS], e = draw_polynomial(ctx, rng, 3);
    li_rational point[DRAW_SYMBOLS], image[DRAW_SYMBOLS], v, w;

    draw_symbols(ctx, x);
    for (int i = 0; i < DRAW_SYMBOLS; i++) {
        to[i] = draw_polynomial(ctx, rng, li_rand_below(rng, 3));
        li_rational_init(&point[i]);
        li_rational_init(&image[i]);
        li_rational_set_int(&point[i], li_rand_below(rng, 7) - 3, 1 + li_rand_below(rng, 2));
    }
    li_rational_init(&v);
    li_rational_init(&w);
    bool ok = true;
    for (int i = 0; i < DRAW_SYMBOLS; i++)
        ok &= rational_value(&image[i], ctx, to[i], point);
    ok &= rational_value(&v, ctx, e, image) && rational_value(&w, ctx, li_expr_subst(ctx, e, DRAW_SYMBOLS, x, to), point);
    li_check(ctx, ok && li_rational_equal(&v, &w), "%s", text_of(ctx, e));
    li_check(ctx, li_expr_subst(ctx, e, DRAW_SYMBOLS, x, x) == e, "the identity on %s", text_of(ctx, e));
    for (int i = 0; i < DRAW_SYMBOLS; i++) {
        li_rational_clear(&point[i]);
        li_rational_clear(&image[i]);
    }
    li_rational_clear(&v);
    li_rational_clear(&w);
}

/* d/dy e(x := F) = (de/dx)(x := F) dF/dy + (de/dy)(x := F) */
static void chain_rule(li_ctx *ctx, li_rand *rng)
{
    li_expr x = li_expr_symbol(ctx, "x", LI_COORDINATE), y = li_expr_symbol(ctx, "y", LI_COORDINATE), s[DRAW_SYMBOLS];
    li_expr e = draw_smooth(ctx, rng, 3), F = draw_smooth(ctx, rng, 2);
    double point[DRAW_SYMBOLS];
    draw_symbols(ctx, s);
    for (int i = 0; i < DRAW_SYMBOLS; i++)
        point[i] = 0.1 + 0.05 * li_rand_below(rng, 17);
    li_expr left = li_expr_diff(ctx, li_expr_subst(ctx, e, 1, &x, &F), y);
    li_expr right = li_expr_add(ctx, li_expr_mul(ctx, li_expr_subst(ctx, li_expr_diff(ctx, e, x), 1, &x, &F), li_expr_diff(ctx, F, y)),
                                li_expr_subst(ctx, li_expr_diff(ctx, e, y), 1, &x, &F));
    if (li_ctx_status(ctx) == LI_OK)
        li_check(ctx, near(double_value(ctx, left, point), double_value(ctx, right, point)), "e = %s, x := %s", text_of(ctx, e), text_of(ctx, F));
    li_ctx_forgive(ctx);
}

/* A known body for an unknown function: f(x) and its derivatives follow. */
static void functions(li_ctx *ctx, li_rand *rng)
{
    li_expr x = li_expr_symbol(ctx, "x", LI_COORDINATE), y = li_expr_symbol(ctx, "y", LI_COORDINATE), s[DRAW_SYMBOLS];
    li_expr body = draw_smooth(ctx, rng, 2), a = draw_smooth(ctx, rng, 2), f = li_expr_fun(ctx, "f", 0, a);
    double point[DRAW_SYMBOLS];
    draw_symbols(ctx, s);
    for (int i = 0; i < DRAW_SYMBOLS; i++)
        point[i] = 0.1 + 0.05 * li_rand_below(rng, 17);
    body = li_expr_subst(ctx, body, 1, &y, &x);            /* f does not depend on y but through its argument */
    li_expr e = li_expr_mul(ctx, li_expr_add(ctx, f, y), li_expr_fun(ctx, "g", 1, y));
    li_expr left = li_expr_subst_function(ctx, li_expr_diff(ctx, e, y), "f", x, body), right = li_expr_diff(ctx, li_expr_subst_function(ctx, e, "f", x, body), y);
    li_expr g = li_expr_int(ctx, 3);          /* g := 3 y, so that both sides have numbers */
    left = li_expr_subst_function(ctx, left, "g", y, li_expr_mul(ctx, g, y));
    right = li_expr_subst_function(ctx, right, "g", y, li_expr_mul(ctx, g, y));
    if (li_ctx_status(ctx) == LI_OK)
        li_check(ctx, near(double_value(ctx, left, point), double_value(ctx, right, point)), "f(x) := %s in %s", text_of(ctx, body), text_of(ctx, e));
    li_ctx_forgive(ctx);
}

/* The variable of an integral is its own: names do not matter, and what is put in is not caught. */
static void bound(li_ctx *ctx, li_rand *rng)
{
    li_expr x = li_expr_symbol(ctx, "x", LI_COORDINATE), y = li_expr_symbol(ctx, "y", LI_COORDINATE);
    li_expr s = li_expr_symbol(ctx, "s", LI_PARAMETER), u = li_expr_symbol(ctx, "u", LI_PARAMETER), E = draw_any(ctx, rng, 3);
    if (li_ctx_status(ctx) != LI_OK || li_expr_kind(E) == LI_UNDEFINED) {
        li_ctx_forgive(ctx);
        return;
    }
    E = li_expr_subst(ctx, E, 1, &x, &s);
    li_expr over_s = li_expr_integral(ctx, E, s, y, NULL), over_u = li_expr_integral(ctx, li_expr_subst(ctx, E, 1, &s, &u), u, y, NULL);
    if (li_ctx_status(ctx) == LI_OK)
        li_check(ctx, over_s == over_u, "int %s", text_of(ctx, E));
    li_ctx_forgive(ctx);
    /* K = the integral of f(s) up to u; x := K in the integral of x s h(s) ds up to y gives K times that of s h(s) under
     * another integral sign: the derivative by y is K y h(y), by u it is f(u) times the integral of s h(s). */
    li_expr K = li_expr_integral(ctx, li_expr_fun(ctx, "f", 0, s), s, u, NULL), h = li_expr_mul(ctx, s, li_expr_fun(ctx, "h", 0, s));
    li_expr J = li_expr_integral(ctx, li_expr_mul(ctx, x, h), s, y, NULL), e = li_expr_subst(ctx, J, 1, &x, &K);
    li_expr hy = li_expr_mul(ctx, y, li_expr_fun(ctx, "h", 0, y)), fu = li_expr_fun(ctx, "f", 0, u);
    li_check(ctx, li_expr_diff(ctx, e, y) == li_expr_mul(ctx, K, hy), "not caught: %s", text_of(ctx, e));
    li_check(ctx, li_expr_diff(ctx, e, u) == li_expr_integral(ctx, li_expr_mul(ctx, fu, h), s, y, NULL), "derivative inside: %s", text_of(ctx, li_expr_diff(ctx, e, u)));
    /* three deep, the limit of one being the variable of another */
    li_expr inner = li_expr_integral(ctx, li_expr_fun(ctx, "f", 0, li_expr_mul(ctx, s, u)), s, u, NULL);
    li_expr middle = li_expr_integral(ctx, li_expr_mul(ctx, inner, x), u, x, NULL), outer = li_expr_integral(ctx, middle, x, y, NULL);
    li_expr at_y = li_expr_subst(ctx, middle, 1, &x, &y);
    li_check(ctx, li_expr_diff(ctx, outer, y) == at_y && !li_expr_contains(ctx, outer, x), "three integrals: %s", text_of(ctx, outer));
}

/* An integral that moves below another sign must not take the other's variable. A(z) is a double integral up to
 * U = p K + z, K a double integral too: dA/dp puts U inside one, first with z free, then with z bound. */
static void captured(li_ctx *ctx, li_rand *rng)
{
    li_expr s = li_expr_symbol(ctx, "s", LI_PARAMETER), w = li_expr_symbol(ctx, "w", LI_PARAMETER), z = li_expr_symbol(ctx, "z", LI_PARAMETER);
    li_expr p = li_expr_symbol(ctx, "p", LI_PARAMETER), a = li_expr_symbol(ctx, "a", LI_PARAMETER), y = li_expr_symbol(ctx, "y", LI_COORDINATE);
    (void)rng;
    li_expr inner = li_expr_integral(ctx, li_expr_fun(ctx, "g", 0, li_expr_mul(ctx, s, w)), s, w, NULL);
    li_expr K = li_expr_integral(ctx, inner, w, a, NULL), U = li_expr_add(ctx, li_expr_mul(ctx, p, K), z);
    li_expr A = li_expr_integral(ctx, inner, w, U, NULL), outer = li_expr_integral(ctx, A, z, y, NULL);
    li_expr left = li_expr_diff(ctx, li_expr_diff(ctx, outer, p), y), right = li_expr_subst(ctx, li_expr_diff(ctx, A, p), 1, &z, &y);
    li_check(ctx, left == right && li_ctx_status(ctx) == LI_OK, "%s is not %s", text_of(ctx, left), text_of(ctx, right));
}

int main(void)
{
    li_test_run("values", values, 1000);
    li_test_run("chain rule", chain_rule, 800);
    li_test_run("functions", functions, 800);
    li_test_run("bound", bound, 400);
    li_test_run("captured", captured, 1);
    return li_test_done();
}

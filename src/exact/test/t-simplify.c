/* t-simplify.c - normal forms, what people read, equations */
#include "exact/display.h"
#include "state.h"

static bool same(li_ctx *ctx, li_rand *rng, li_expr e, li_expr form)
{
    return !state_refutes(ctx, rng, li_expr_sub(ctx, e, form)) && li_exact_equal(ctx, e, form) != LI_NO;
}

/* Every form is equal to e; simplifying again makes nothing longer; equal rational ones have one normal form. */
static void forms(li_ctx *ctx, li_rand *rng, bool functions)
{
    li_expr e = state_draw(ctx, rng, 2, functions), w = state_draw(ctx, rng, 1, false);
    if (li_ctx_status(ctx) != LI_OK)
        return;
    li_expr normal = li_exact_normal(ctx, e), simple = li_exact_simplify(ctx, e), collected = li_exact_collect(ctx, e, LI_VELOCITY);
    li_check(ctx, same(ctx, rng, e, normal), "normal form %s of %s", state_text(ctx, normal), state_text(ctx, e));
    li_check(ctx, same(ctx, rng, e, simple), "%s of %s", state_text(ctx, simple), state_text(ctx, e));
    li_check(ctx, same(ctx, rng, e, collected), "collected %s of %s", state_text(ctx, collected), state_text(ctx, e));
    li_check(ctx, li_exact_cost(ctx, simple) <= li_exact_cost(ctx, e), "%s is longer than %s", state_text(ctx, simple), state_text(ctx, e));
    li_check(ctx, li_exact_cost(ctx, li_exact_simplify(ctx, simple)) <= li_exact_cost(ctx, simple), "twice: %s", state_text(ctx, simple));
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "clean after %s", state_text(ctx, e));
    li_expr s = li_expr_apply(ctx, LI_SIN, w), c = li_expr_apply(ctx, LI_COS, w);
    li_expr other = li_expr_mul(ctx, e, li_expr_add(ctx, li_expr_mul(ctx, s, s), li_expr_mul(ctx, c, c)));
    if (functions || li_exact_is_zero(ctx, li_expr_sub(ctx, e, other)) != LI_YES)
        return;
    li_expr together = li_expr_sub(ctx, e, li_exact_normal(ctx, other));
    li_check(ctx, li_exact_normal(ctx, together) == li_expr_int(ctx, 0), "one normal form of %s", state_text(ctx, e));
}

static void rational(li_ctx *ctx, li_rand *rng) { forms(ctx, rng, false); }
static void anything(li_ctx *ctx, li_rand *rng) { forms(ctx, rng, true); }

/* p/q multiplied by the same factor above and below: the same node, if the angles are the same */
static void unique(li_ctx *ctx, li_rand *rng)
{
    li_expr v[] = { state_parse(ctx, "x"), state_parse(ctx, "y"), state_parse(ctx, "sin(x)"), state_parse(ctx, "cos(x)"), state_parse(ctx, "f(y)") };
    li_expr p[3];
    for (int i = 0; i < 3; i++) {
        p[i] = li_expr_int(ctx, 1 + li_rand_below(rng, 3));
        for (int k = 0; k < 3; k++)
            p[i] = li_expr_add(ctx, p[i], li_expr_mul(ctx, li_expr_int(ctx, li_rand_below(rng, 7) - 3), li_expr_mul(ctx, v[li_rand_below(rng, 5)], v[li_rand_below(rng, 5)])));
    }
    li_expr used = li_expr_sub(ctx, v[2], v[2]), q = li_expr_add(ctx, p[1], v[4]);
    li_expr plain = li_expr_add(ctx, li_expr_div(ctx, p[0], q), used);
    if (li_exact_is_zero(ctx, p[2]) != LI_NO || li_exact_is_zero(ctx, q) != LI_NO)
        return;
    li_expr more = li_expr_div(ctx, li_expr_expand(ctx, li_expr_mul(ctx, p[0], p[2]), 500), li_expr_expand(ctx, li_expr_mul(ctx, q, p[2]), 500));
    li_check(ctx, li_exact_normal(ctx, plain) == li_exact_normal(ctx, more), "%s and %s", state_text(ctx, li_exact_normal(ctx, plain)), state_text(ctx, li_exact_normal(ctx, more)));
}

/* left - right = k e with a k that is finite and not 0 */
static void equation(li_ctx *ctx, li_rand *rng)
{
    static const char *const example[] = {
        "m*l^2*q'' + m*g*l*sin(q)", "(m*l^2*q'' + m*g*l*sin(q))/(m+M)", "(J+m*r^2)*p'' - m*g*r*sin(a) - R*r", "x''*cos(q)^2 + x''*sin(q)^2 - x'^2*q/2 + k*x",
        "-m*x'' + lambda*sin(q)/x - c*x'", "q''/(a+b*cos(q)) + g/(a+b*cos(q))", "0*x", "a*b*x'' + a*b*c", "x^2 + y^2 - r^2",
    };
    static const char *const accelerations[] = { "q''", "p''", "x''" };
    for (int i = 0; i < 3; i++)                             /* one symbol a name, of the class it is made with */
        li_expr_symbol(ctx, accelerations[i], LI_ACCELERATION);
    li_expr_symbol(ctx, "lambda", LI_MULTIPLIER);
    li_expr_symbol(ctx, "x'", LI_VELOCITY);
    li_expr e = li_rand_below(rng, 3) != 0 ? state_parse(ctx, example[li_rand_below(rng, 9)])
                                           : li_expr_add(ctx, state_draw(ctx, rng, 2, false), li_expr_mul(ctx, state_draw(ctx, rng, 1, false), li_expr_symbol(ctx, "x''", LI_ACCELERATION)));
    li_expr left, right;
    if (li_ctx_status(ctx) != LI_OK)
        return;
    li_exact_equation(ctx, &left, &right, e);
    li_expr difference = li_expr_sub(ctx, left, right);
    li_truth zero = li_exact_is_zero(ctx, e);
    if (zero != LI_NO) {
        li_check(ctx, zero == LI_UNKNOWN || li_exact_is_zero(ctx, difference) == LI_YES, "0 = 0");
        return;
    }
    for (int i = 0; i < 3; i++) {
        li_expr both[2] = { difference, e };
        if (!state_put(ctx, rng, 2, both))
            continue;
        int k = state_sign(ctx, both[0]), s = state_sign(ctx, both[1]);
        li_check(ctx, k != 0 || s == 0 || s == 2, "%s = %s from %s", state_text(ctx, left), state_text(ctx, right), state_text(ctx, e));
    }
    if (li_expr_symbols(ctx, 1, &left, LI_ACCELERATION, LI_ACCELERATION, NULL, 0) + li_expr_symbols(ctx, 1, &right, LI_ACCELERATION, LI_ACCELERATION, NULL, 0) > 0)
        li_check(ctx, li_expr_symbols(ctx, 1, &right, LI_ACCELERATION, LI_ACCELERATION, NULL, 0) == 0 || right == li_expr_int(ctx, 0), "accelerations stand left: %s = %s", state_text(ctx, left), state_text(ctx, right));
    /* the quotient has no zeros of its own: it is free of accelerations, and not 0 */
    li_expr k = li_exact_normal(ctx, li_expr_div(ctx, difference, e));
    li_check(ctx, li_exact_is_zero(ctx, k) != LI_YES, "factor %s", state_text(ctx, k));
    for (int i = 0; i < 3; i++)
        li_check(ctx, li_exact_depends(ctx, k, li_expr_symbol(ctx, accelerations[i], LI_ACCELERATION)) != LI_YES, "factor %s", state_text(ctx, k));
}

/* Where nothing moves, the equation is what it says: 0 = m g sin(q), not 0 = 1. */
static void still(li_ctx *ctx, li_rand *rng)
{
    li_expr e = state_parse(ctx, li_rand_below(rng, 2) ? "m*g*sin(q)" : "sqrt(x^2 + y^2)*sin(q)/a"), left, right;
    li_exact_equation(ctx, &left, &right, e);
    li_check(ctx, li_expr_contains(ctx, li_expr_sub(ctx, left, right), state_parse(ctx, "q")), "%s = %s", state_text(ctx, left), state_text(ctx, right));
}

/* A product of sums that were multiplied out is a product of sums again, equal to e. */
static void factors(li_ctx *ctx, li_rand *rng)
{
    static const char *const factor[] = { "a + b*x^2", "A + M*(R^2 + e^2 - 2*R*e*cos(x))", "sin(x)^2 + a*cos(x)", "a*f(y)^2 + f'(y)", "x - y", "x^2 + y^2 + 1" };
    li_expr f = state_parse(ctx, factor[li_rand_below(rng, 6)]), g = state_parse(ctx, factor[li_rand_below(rng, 6)]), c = state_parse(ctx, "-3*a*b/M^2");
    li_expr e = li_expr_expand(ctx, li_expr_mul(ctx, c, li_expr_expand(ctx, li_expr_mul(ctx, f, g), 500)), 500), p = li_exact_factor(ctx, e);
    size_t sums = 0, n = li_expr_factors(ctx, p, NULL, NULL);
    li_expr part[16];
    int power[16];

    li_check(ctx, li_exact_equal(ctx, e, p) == LI_YES && n <= 16, "%s", state_text(ctx, p));
    if (n <= 16)
        li_expr_factors(ctx, p, part, power);
    for (size_t i = 0; i < n && n <= 16; i++)
        sums += li_expr_kind(part[i]) == LI_SUM ? (size_t)power[i] : 0;
    li_check(ctx, sums >= 2, "%s of %s", state_text(ctx, p), state_text(ctx, e));
    li_check(ctx, li_exact_factor(ctx, li_expr_sub(ctx, e, c)) != NULL && li_ctx_status(ctx) == LI_OK, "clean");
}

/* A relation of which no term stands apart is not divided by itself; where a product can vanish */
static void kept(li_ctx *ctx, li_rand *rng)
{
    static const char *const e[] = { "m*(x*p + y*q)*sqrt(1 + p^2 + q^2)", "x*sqrt(1 + p^2)", "2*x*m/(1 + y^2)", "m^2 + 1" };
    static const char *const vanishing[] = { "x*p + y*q", "x", "x", NULL };
    static const char *const name[] = { "p", "q" };
    li_expr left, right;

    for (int i = 0; i < 2; i++)
        li_expr_symbol(ctx, name[i], LI_VELOCITY);
    for (int i = 0; i < 2; i++)
        li_expr_symbol(ctx, i == 0 ? "x" : "y", LI_COORDINATE);
    li_expr_symbol(ctx, "m", LI_PARAMETER);
    li_exact_assume(ctx, li_expr_symbol(ctx, "m", LI_PARAMETER), LI_POSITIVE);
    int k = li_rand_below(rng, 4);
    li_expr a = state_parse(ctx, e[k]), f = li_exact_vanishing(ctx, a);
    if (vanishing[k] == NULL)
        li_check(ctx, f == NULL, "%s vanishes nowhere", e[k]);
    else
        li_check(ctx, f != NULL && li_exact_depends(ctx, li_expr_div(ctx, f, state_parse(ctx, vanishing[k])), li_expr_symbol(ctx, "p", LI_VELOCITY)) == LI_NO, "%s: %s", e[k], f == NULL ? "" : state_text(ctx, f));
    li_exact_equation(ctx, &left, &right, a);
    li_expr quotient = li_expr_div(ctx, li_expr_sub(ctx, left, right), a);
    li_check(ctx, k == 3 || li_exact_depends(ctx, quotient, li_expr_symbol(ctx, "x", LI_COORDINATE)) == LI_NO, "%s = %s from %s", state_text(ctx, left), state_text(ctx, right), e[k]);
}

int main(void)
{
    li_test_run("rational", rational, 60);
    li_test_run("anything", anything, 60);
    li_test_run("unique", unique, 100);
    li_test_run("equation", equation, 60);
    li_test_run("still", still, 4);
    li_test_run("factors", factors, 40);
    li_test_run("kept", kept, 12);
    return li_test_done();
}

/* t-numerator.c - a fraction's numerator by powers of one symbol */
#include <string.h>

#include "../../core/test/harness.h"
#include "liaison/exact.h"

static li_expr parse(li_ctx *ctx, const char *s)
{
    li_scope scope;
    li_scope_free(&scope);
    return li_expr_parse(ctx, s, strlen(s), &scope);
}

static li_expr draw(li_ctx *ctx, li_rand *rng, const char *const *atom, int n)
{
    li_expr e = li_expr_int(ctx, li_rand_below(rng, 7) - 3);
    for (int k = 1 + li_rand_below(rng, 2); k > 0; k--) {
        li_expr a = parse(ctx, atom[li_rand_below(rng, n)]), b = parse(ctx, atom[li_rand_below(rng, n)]);
        e = li_expr_add(ctx, e, li_expr_mul(ctx, li_expr_int(ctx, li_rand_below(rng, 7) - 3), li_expr_mul(ctx, a, b)));
    }
    return e;
}

/* e = p/d1 + q/d2, d free of common zeros with nothing in mind: sum coef_k x^k is e times a denominator, so it is 0
 * where e is: the quotient e / sum coef_k x^k has no zero in x, that is, its numerator has degree 0 in x. */
static void quotient(li_ctx *ctx, li_rand *rng)
{
    static const char *const atoms[] = { "x", "x", "y", "sin(y)", "sqrt(y^2 + 1)", "1" };
    li_expr x = parse(ctx, "x"), e = li_expr_int(ctx, 0), sum = e, *coef, *none;
    size_t degree, rest;

    for (int k = 0; k < 2; k++) {
        li_expr d = draw(ctx, rng, atoms, 6);
        if (li_exact_is_zero(ctx, d) == LI_NO)
            e = li_expr_add(ctx, e, li_expr_div(ctx, draw(ctx, rng, atoms, 6), d));
    }
    li_check(ctx, li_exact_numerator(ctx, e, x, &degree, &coef) == LI_OK, "a rational function");
    for (size_t k = 0; coef != NULL && k <= degree; k++) {
        li_check(ctx, !li_expr_contains(ctx, coef[k], x), "coefficient %zu contains x", k);
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, coef[k], li_expr_power(ctx, x, (int64_t)k)));
    }
    if (li_exact_is_zero(ctx, sum) != LI_NO) {
        li_check(ctx, li_exact_is_zero(ctx, e) == LI_YES, "0");
        return;
    }
    li_check(ctx, degree == 0 || li_exact_is_zero(ctx, coef[degree]) == LI_NO, "the leading coefficient is 0");
    li_status status = li_exact_numerator(ctx, li_expr_div(ctx, e, sum), x, &rest, &none);
    li_check(ctx, status == LI_OK && rest == 0, "%zu zeros are missing", rest);
}

/* Where x stands inside a function there is no polynomial. */
static void not_rational(li_ctx *ctx, li_rand *rng)
{
    static const char *const cases[] = { "x + sin(x)", "sqrt(x) + 1", "exp(x*y)/x", "abs(x)", "f(x)", "log(1 + x^2)" };
    size_t degree;
    li_expr *coef;

    (void)rng;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        li_check(ctx, li_exact_numerator(ctx, parse(ctx, cases[i]), parse(ctx, "x"), &degree, &coef) == LI_DOMAIN && li_ctx_status(ctx) == LI_OK, "%s", cases[i]);
    li_check(ctx, li_exact_numerator(ctx, parse(ctx, "sin(y)/y"), parse(ctx, "x"), &degree, &coef) == LI_OK && degree == 0, "without x");
    li_check(ctx, li_exact_numerator(ctx, parse(ctx, "(x^2 - 1)/(x - 1)"), parse(ctx, "x"), &degree, &coef) == LI_OK && degree == 1, "cancelled");
}

int main(void)
{
    li_test_run("quotient", quotient, 60);
    li_test_run("not rational", not_rational, 1);
    return li_test_done();
}

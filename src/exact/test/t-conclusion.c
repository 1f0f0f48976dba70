/* t-conclusion.c - what assumptions say of other expressions; factors; residues on varieties */
#include <stdio.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "liaison/exact.h"

static li_expr read(li_ctx *ctx, const char *text)
{
    li_scope scope;
    li_scope_free(&scope);
    return li_expr_parse(ctx, text, strlen(text), &scope);
}

static li_expr with_numbers(li_ctx *ctx, const char *format, int a, int b)
{
    char text[200];
    snprintf(text, sizeof text, format, a, b);
    return read(ctx, text);
}

/* a^2 - b^2 x^2 > 0: both factors are positive, sums with them too, and nothing more is known. */
static void products(li_ctx *ctx, li_rand *rng)
{
    int a = 1 + li_rand_below(rng, 9), b = 1 + li_rand_below(rng, 9), sign = li_rand_below(rng, 2) ? 1 : -1;
    const li_expr *e;
    const li_sign *known;
    size_t before = li_exact_assumptions(ctx, &e, &known);

    li_exact_assume(ctx, with_numbers(ctx, "%d^2 - (%d*x)^2", a, b), LI_POSITIVE);
    li_exact_conclude(ctx);
    li_check(ctx, li_exact_sign(ctx, with_numbers(ctx, "%d - (%d)*x", a, sign * b)) == 1, "a - bx");
    li_check(ctx, li_exact_sign(ctx, with_numbers(ctx, "%d + (%d)*x", -a, sign * b)) == -1, "bx - a");
    li_check(ctx, li_exact_sign(ctx, with_numbers(ctx, "%d - (%d)*x", a + 1, sign * b)) == 1, "a + 1 - bx");
    li_check(ctx, li_exact_sign(ctx, with_numbers(ctx, "%d - (%d)*x", a, sign * (b + 1))) == 2, "a - (b+1)x");
    li_check(ctx, li_exact_sign(ctx, read(ctx, "x")) == 2, "x");
    li_exact_recant(ctx, before);
    li_check(ctx, li_exact_sign(ctx, with_numbers(ctx, "%d - (%d)*x", a, sign * b)) == 2, "after recanting");
}

/* x > a y, y > 0: combinations with positive coefficients */
static void sums(li_ctx *ctx, li_rand *rng)
{
    int a = 1 + li_rand_below(rng, 5), c = li_rand_below(rng, 3);

    li_exact_assume(ctx, with_numbers(ctx, "x - %d*y", a, 0), LI_POSITIVE);
    li_exact_assume(ctx, read(ctx, "y"), c == 0 ? LI_NONNEGATIVE : LI_POSITIVE);
    li_check(ctx, li_exact_sign(ctx, read(ctx, "x")) == 1, "x");
    li_check(ctx, li_exact_sign(ctx, with_numbers(ctx, "3*x + %d*y", c, 0)) == 1, "3x + cy");
    li_check(ctx, li_exact_sign(ctx, with_numbers(ctx, "%d*y - 2*x", 2 * a, 0)) == -1, "2ay - 2x");
    li_check(ctx, li_exact_sign(ctx, with_numbers(ctx, "x - %d*y", a + 1, 0)) == 2, "x - (a+1)y");
}

/* The factors of f g h vanish where the product does: each divides it, and their product has its zeros. */
static void factors(li_ctx *ctx, li_rand *rng)
{
    static const char *const parts[] = { "x", "x - y", "x + 2*y", "x^2 + y^2 - 1", "exp(z) + x", "x*y - z", "2*x + 1" };
    size_t len, i = (size_t)li_rand_below(rng, 7), k = (size_t)li_rand_below(rng, 7), m = 1 + (size_t)li_rand_below(rng, 2);
    li_expr f = read(ctx, parts[i]), g = read(ctx, parts[k]), *factor;
    li_expr e = li_expr_div(ctx, li_expr_mul(ctx, li_expr_power(ctx, f, (int64_t)m), g), read(ctx, "x + 7"));

    li_check(ctx, li_exact_factors(ctx, e, &len, &factor) == LI_OK && len == (i == k ? 1u : 2u), "%s, %s: %zu", parts[i], parts[k], len);
    li_expr product = li_expr_int(ctx, 1);
    for (size_t j = 0; j < len; j++)
        product = li_expr_mul(ctx, product, factor[j]);
    li_expr ratio = li_exact_normal(ctx, li_expr_div(ctx, product, i == k ? f : li_expr_mul(ctx, f, g))), x;
    li_check(ctx, li_expr_symbols(ctx, 1, &ratio, LI_PARAMETER, LI_GENERATOR, &x, 1) == 0, "the product of the factors");
}

/* On x^2 + y^2 = a^2, u^2 + v^2 = b^2: identities are proved with a bound, others are refuted. */
static void residues(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *e; bool zero; } cases[] = {
        { "sqrt(a^2 - x^2)^2 - a^2 + x^2", true }, { "sqrt(a^2 - x^2)^2 - a^2 - x^2", false },
        { "(sqrt(a^2 - x^2) + sqrt(b^2 - u^2))*(sqrt(a^2 - x^2) - sqrt(b^2 - u^2)) - a^2 + x^2 + b^2 - u^2", true },
        { "1/(sqrt(a^2 - x^2) - x) - (sqrt(a^2 - x^2) + x)/(a^2 - 2*x^2)", true },
        { "sqrt(a^2 - x^2)*sqrt(b^2 - u^2) - x*u", false }, { "abs(x)^2 - x^2", true }, { "abs(x)*sqrt(1 + x) - x", false },
        { "sqrt(x*u)*sqrt(u*a) - abs(u)*sqrt(x*a)", false },         /* not for every choice of signs */
    };
    size_t i = (size_t)li_rand_below(rng, 8);
    double bits;
    li_truth zero = li_exact_residue(ctx, read(ctx, cases[i].e), &bits);

    li_check(ctx, zero == (cases[i].zero ? LI_YES : LI_NO), "%s: %d", cases[i].e, (int)zero);
    li_check(ctx, !cases[i].zero || bits > 100, "%s: %g bits", cases[i].e, bits);
}

int main(void)
{
    li_test_run("products", products, 40);
    li_test_run("sums", sums, 40);
    li_test_run("factors", factors, 60);
    li_test_run("residues", residues, 40);
    return li_test_done();
}

/* t-antiderivative.c - integrals of simple kinds are found, and nothing else is said to be one */
#include "state.h"

static bool is_integral(li_ctx *ctx, li_expr F, li_expr f, li_expr x)
{
    return F != NULL && li_exact_equal(ctx, li_expr_diff(ctx, F, x), f) == LI_YES;
}

static void found(li_ctx *ctx, li_rand *rng)
{
    static const char *const integrand[] = {
        "0", "a", "x", "a*x^3 - b/x", "1/(a + b*x)", "(a + b*x)^5", "x/(a^2 + x^2)", "1/(1 + x^2)", "(2*x + 3)/(x^2 + 1)", "1/(2*x^2 + 2*x + 1)",
        "sin(a*x + b)", "x*cos(x)", "x^3*exp(2*x)", "x*exp(x^2)", "sin(x)*cos(x)", "sin(x)^2", "cos(x)^4", "sin(x)^3*cos(x)^2", "tan(x)", "tan(x)^2", "cot(x)",
        "1/sin(x)^2", "1/cos(x)", "1/sin(2*x)", "x*sqrt(x^2 + a^2)", "x/sqrt(a + x^2)", "sqrt(2*x + 1)", "1/sqrt(x + 3)", "x^2*log(x)", "f'(x)", "f(x)*f'(x)", "f'(x)*cos(f(x))",
        "a*sinh(x) + cosh(2*x)", "y*x^2 + sin(y)", "f'(x)/f(x)", "x*f''(x)", "exp(sin(x))*cos(x)", "y/(x^2 + y^2 + 1)",
        "sin(x)*cos(x)*sqrt(3*sin(x)^2 + 5*cos(x)^2)/(5 - 2*sin(x)^2)",
    };
    static const char *const unknown[] = { "exp(x^2)", "sin(x)/x", "f(x)", "1/log(x)", "sqrt(1 - a*sin(x)^2)", "1/(x^2 + y)" };
    li_expr x = state_parse(ctx, "x");

    (void)rng;
    for (size_t i = 0; i < sizeof integrand / sizeof *integrand; i++) {
        li_expr f = state_parse(ctx, integrand[i]), F = li_exact_antiderivative(ctx, f, x);
        li_check(ctx, is_integral(ctx, F, f, x), "%s: %s", integrand[i], F == NULL ? "not found" : state_text(ctx, F));
    }
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        li_expr F = li_exact_antiderivative(ctx, state_parse(ctx, unknown[i]), x);
        li_check(ctx, F == NULL && li_ctx_status(ctx) == LI_OK, "%s: %s", unknown[i], F == NULL ? li_ctx_message(ctx) : state_text(ctx, F));
    }
}

/* What was differentiated is found again, up to a constant. */
static void again(li_ctx *ctx, li_rand *rng)
{
    static const char *const part[] = { "x", "x^2", "sin(x)", "cos(2*x)", "exp(x)", "x*sin(x)", "a*x^3", "log(x)", "sin(x)*cos(y)", "f(x)", "x*exp(x)", "y", "sin(x)^2", "1/x", "1/cos(x)" };
    li_expr x = state_parse(ctx, "x"), F = li_expr_int(ctx, 0);

    for (int i = 0; i < 3; i++)
        F = li_expr_add(ctx, F, li_expr_mul(ctx, li_expr_int(ctx, li_rand_below(rng, 9) - 4), state_parse(ctx, part[li_rand_below(rng, 15)])));
    li_expr f = li_expr_diff(ctx, F, x), G = li_exact_antiderivative(ctx, f, x);
    li_check(ctx, is_integral(ctx, G, f, x), "the integral of %s", state_text(ctx, f));
    if (G != NULL)
        li_check(ctx, li_exact_depends(ctx, li_expr_sub(ctx, F, G), x) == LI_NO, "%s from %s", state_text(ctx, G), state_text(ctx, F));
}

/* Whatever is returned for any f has f for its derivative; the context stays clean. */
static void anything(li_ctx *ctx, li_rand *rng)
{
    li_expr x = state_parse(ctx, "x"), f = state_draw(ctx, rng, 2, true);
    if (li_ctx_status(ctx) != LI_OK)
        return;
    li_expr F = li_exact_antiderivative(ctx, f, x);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "clean after %s", state_text(ctx, f));
    if (F != NULL)
        li_check(ctx, !state_refutes(ctx, rng, li_expr_sub(ctx, li_expr_diff(ctx, F, x), f)), "%s from %s", state_text(ctx, F), state_text(ctx, f));
}

int main(void)
{
    li_test_run("found", found, 1);
    li_test_run("again", again, 100);
    li_test_run("anything", anything, 60);
    return li_test_done();
}

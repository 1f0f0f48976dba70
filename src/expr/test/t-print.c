/* t-print.c - what is printed reads back to the same node, and looks as a person writes it */
#include <string.h>

#include "../../core/test/harness.h"
#include "draw.h"

static void reads_back(li_ctx *ctx, li_rand *rng)
{
    li_scope scope;
    li_expr e = draw_any(ctx, rng, li_rand_below(rng, 7));
    if (li_ctx_status(ctx) != LI_OK || li_expr_kind(e) == LI_UNDEFINED) {     /* drawn outside a domain or a limit */
        li_ctx_forgive(ctx);
        return;
    }
    const char *s = text_of(ctx, e);
    li_scope_free(&scope);
    li_expr again = li_expr_parse(ctx, s, strlen(s), &scope);
    li_check(ctx, again == e, "%s\nreads as %s", s, text_of(ctx, again));
}

/* Products longer than what is flattened, above and below the bar. */
static void long_products(li_ctx *ctx, li_rand *rng)
{
    li_expr x[40];
    int32_t power[40];
    int n = 1 + li_rand_below(rng, 40);
    li_scope scope;
    for (int i = 0; i < n; i++) {
        char name[3] = { (char)('a' + i % 26), i < 26 ? '\0' : '1', '\0' };
        x[i] = li_expr_symbol(ctx, name, LI_PARAMETER);
        power[i] = li_rand_below(rng, 3) == 0 ? 1 : -1 - li_rand_below(rng, 2);
    }
    li_expr e = li_expr_monomial(ctx, (size_t)n, x, power);
    e = li_expr_mul(ctx, li_expr_div(ctx, e, x[0]), li_expr_frac(ctx, 3 - li_rand_below(rng, 7), 1 + li_rand_below(rng, 3)));
    e = li_expr_power(ctx, li_expr_add(ctx, e, li_expr_power(ctx, e, 2)), li_rand_below(rng, 3) - 1);
    if (li_ctx_status(ctx) != LI_OK) {
        li_ctx_forgive(ctx);
        return;
    }
    const char *s = text_of(ctx, e);
    li_scope_free(&scope);
    li_check(ctx, li_expr_parse(ctx, s, strlen(s), &scope) == e, "%s", s);
}

static void looks(li_ctx *ctx, li_rand *rng)
{
    static const char *const text[][2] = {
        { "cos(theta)*g*-a", "-a*g*cos(theta)" }, { "p'*(A + a^2)", "(A + a^2)*p'" }, { "1/2*x", "x/2" }, { "x*x/m/2", "x^2/(2*m)" },
        { "x^0.5", "sqrt(x)" }, { "x^(1/3)", "x^(1/3)" }, { "x^(2/3)/y^(5/3)", "x^(2/3)/(y*y^(2/3))" }, { "-x + y", "y - x" }, { "-cos(x) + 1", "1 - cos(x)" },
        { "2*sin(x)/cos(x)", "2*tan(x)" }, { "cos(x)^2/sin(x)^2", "cot(x)^2" }, { "theta*cos(theta)*v*a*t", "a*t*theta*cos(theta)*v" }, { "a*sqrt(2)*pi*3", "3*sqrt(2)*pi*a" },
        { "a - (b - c)", "a - (b - c)" }, { "-(a + b)/2", "-(a + b)/2" }, { "1/x", "1/x" }, { "-1/(3*x)", "-1/(3*x)" }, { "(-2)^3", "-8" }, { "(x + 1)^2", "(x + 1)^2" },
        { "f''(-x)", "f''(-x)" }, { "1/(a + b)", "1/(a + b)" }, { "a/(b*c)*3/2", "3*a/(2*b*c)" }, { "int(f(x), x, 0)", "int(f(x), x, 0)" },
        { "subst(int(x*y, y, 1), y = x^2)", "subst(int(s_1*x, s_1, 1), s_1 = x^2)" }, { "-3/4 - x", "-x - 3/4" }, { "min(a, 1/2)", "min(a, 1/2)" }
    };
    static const struct { const char *name; li_class cls; } symbol[] = {
        { "a", LI_PARAMETER }, { "g", LI_PARAMETER }, { "t", LI_TIME }, { "v", LI_VELOCITY }, { "theta", LI_COORDINATE }, { "p'", LI_ACCELERATION }, { "A", LI_PARAMETER }
    };
    li_scope scope;
    (void)rng;
    for (size_t i = 0; i < sizeof symbol / sizeof *symbol; i++)
        li_expr_symbol(ctx, symbol[i].name, symbol[i].cls);
    li_scope_free(&scope);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        const char *s = text_of(ctx, li_expr_parse(ctx, text[i][0], strlen(text[i][0]), &scope));
        li_check(ctx, strcmp(s, text[i][1]) == 0, "%s prints as %s, expected %s", text[i][0], s, text[i][1]);
    }
}

/* A scope without the variable: an integral up to an expression still reads back. */
static li_expr only_x(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    (void)scope;
    return strcmp(ast->name, "x") == 0 && ast->primes == 0 ? li_expr_symbol(ctx, "x", LI_COORDINATE) : NULL;
}

static void bound_names(li_ctx *ctx, li_rand *rng)
{
    li_scope scope = { .name = only_x };
    li_expr x = li_expr_symbol(ctx, "x", LI_COORDINATE), s = li_expr_symbol(ctx, "s", LI_PARAMETER);
    li_expr inner = li_expr_integral(ctx, li_expr_mul(ctx, s, x), s, li_expr_power(ctx, x, 2), li_rand_below(rng, 2) ? x : NULL);
    li_expr e = li_expr_integral(ctx, li_expr_add(ctx, li_expr_mul(ctx, inner, s), x), s, li_expr_apply(ctx, LI_SIN, x), NULL);
    const char *text = text_of(ctx, e);
    li_check(ctx, li_expr_parse(ctx, text, strlen(text), &scope) == e, "%s", text);
}

int main(void)
{
    li_test_run("reads back", reads_back, 3000);
    li_test_run("long products", long_products, 500);
    li_test_run("looks", looks, 1);
    li_test_run("bound names", bound_names, 4);
    return li_test_done();
}

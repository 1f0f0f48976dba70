/* t-deep.c - deep and wide expressions end soon, one way or the other */
#include "state.h"

#include <stdio.h>
#include <time.h>

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void ask(li_ctx *ctx, const char *name, li_expr e)
{
    li_decision d;
    double start = seconds();

    li_exact_decide(ctx, &d, e);
    li_check(ctx, li_ctx_status(ctx) == LI_OK && d.zero != LI_YES, "%s", name);
    li_exact_simplify(ctx, e);
    li_exact_sign(ctx, e);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "simplify %s", name);
    li_check(ctx, seconds() - start < 30, "%s took %.1f s", name, seconds() - start);
}

static li_expr repeat(li_ctx *ctx, int n, li_expr e, li_expr (*step)(li_ctx *, li_expr))
{
    for (int i = 0; i < n; i++)
        e = step(ctx, e);
    return e;
}

static li_expr y_of(li_ctx *ctx) { return li_expr_symbol(ctx, "y", LI_COORDINATE); }
static li_expr horner(li_ctx *ctx, li_expr e) { return li_expr_add(ctx, li_expr_mul(ctx, e, y_of(ctx)), li_expr_int(ctx, 1)); }
static li_expr sine(li_ctx *ctx, li_expr e) { return li_expr_apply(ctx, LI_SIN, e); }
static li_expr sine_of_horner(li_ctx *ctx, li_expr e) { return sine(ctx, horner(ctx, e)); }
static li_expr ladder(li_ctx *ctx, li_expr e) { return li_expr_add(ctx, li_expr_mul(ctx, e, y_of(ctx)), sine(ctx, e)); }
static li_expr root(li_ctx *ctx, li_expr e) { return li_expr_sqrt(ctx, li_expr_add(ctx, e, li_expr_int(ctx, 1))); }
static li_expr absolute(li_ctx *ctx, li_expr e) { return li_expr_apply(ctx, LI_ABS, li_expr_sub(ctx, e, y_of(ctx))); }
static li_expr smaller(li_ctx *ctx, li_expr e) { return li_expr_apply2(ctx, LI_MIN, horner(ctx, e), li_expr_mul(ctx, e, y_of(ctx))); }
static li_expr fraction(li_ctx *ctx, li_expr e) { return li_expr_power(ctx, li_expr_add(ctx, e, y_of(ctx)), -1); }
static li_expr logarithm(li_ctx *ctx, li_expr e) { return li_expr_apply(ctx, LI_LOG, li_expr_add(ctx, li_expr_int(ctx, 3), li_expr_power(ctx, e, 2))); }
static li_expr function(li_ctx *ctx, li_expr e) { return li_expr_fun(ctx, "f", 0, li_expr_add(ctx, e, fraction(ctx, e))); }

static void deep(li_ctx *ctx, li_rand *rng)
{
    li_expr x = li_expr_symbol(ctx, "x", LI_COORDINATE);
    (void)rng;
    ask(ctx, "50000 x*y + 1", repeat(ctx, 50000, x, horner));
    ask(ctx, "10000 sin", repeat(ctx, 10000, x, sine));
    ask(ctx, "10000 sin(x*y + 1)", repeat(ctx, 10000, x, sine_of_horner));
    ask(ctx, "10000 1/(x + y)", repeat(ctx, 10000, x, fraction));
    ask(ctx, "1000 f(x + 1/(x + y))", repeat(ctx, 1000, x, function));
    ask(ctx, "1000 x*y + sin(x)", repeat(ctx, 1000, x, ladder));
    ask(ctx, "300 log(3 + x^2)", repeat(ctx, 300, x, logarithm));
    ask(ctx, "100 sqrt(x + 1)", repeat(ctx, 100, x, root));
    ask(ctx, "200 |x - y|", repeat(ctx, 200, x, absolute));
    ask(ctx, "100 min", repeat(ctx, 100, x, smaller));
}

static void wide(li_ctx *ctx, li_rand *rng)
{
    enum { MANY = 30000, SINES = 5000 };
    li_expr *term = li_new(ctx, MANY, sizeof *term), y = y_of(ctx);
    char name[32];

    (void)rng;
    for (int i = 0; term != NULL && i < MANY; i++) {
        snprintf(name, sizeof name, "x%d", i);
        term[i] = li_expr_mul(ctx, li_expr_symbol(ctx, name, LI_COORDINATE), y);
    }
    ask(ctx, "a sum of 30000 terms", li_expr_sum(ctx, MANY, term));
    for (int i = 0; term != NULL && i < SINES; i++)
        term[i] = sine(ctx, term[i]);
    ask(ctx, "a sum of 5000 sines", li_expr_sum(ctx, SINES, term));
    li_drop(ctx, term);
}

int main(void)
{
    li_test_run("deep", deep, 1);
    li_test_run("wide", wide, 1);
    return li_test_done();
}

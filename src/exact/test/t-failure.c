/* t-failure.c - every allocation fails once: the status says so, and nothing else happens */
#include "state.h"

static void ask(li_ctx *ctx, int which)
{
    static const char *const text[] = { "sin(x+y)-sin(x)*cos(y)-cos(x)*sin(y)", "sqrt(x^2*(y^2+1))-abs(x)*sqrt(y^2+1)", "f(x)*log(x*y)-exp(x/2)*max(x,y)", "cos(pi/7)*x-sqrt(2+sqrt(3))*x" };
    li_expr A[4], out[4], left, right, x, constant;
    size_t rank;

    li_expr e = state_parse(ctx, text[which % 4]);
    x = state_parse(ctx, "x");
    li_exact_assume(ctx, state_parse(ctx, "b"), LI_POSITIVE);
    for (int i = 0; i < 4; i++)
        A[i] = li_expr_add(ctx, e, li_expr_mul(ctx, li_expr_int(ctx, i * i), x));
    switch (which / 4) {
    case 0: li_exact_is_zero(ctx, e); break;
    case 1: li_exact_simplify(ctx, li_expr_add(ctx, e, x)); break;
    case 2: li_exact_equation(ctx, &left, &right, li_expr_mul(ctx, e, state_parse(ctx, "m*x''"))); break;
    case 3: li_exact_rank(ctx, &rank, 2, 2, A, NULL, NULL); break;
    case 4: li_exact_solve(ctx, out, 2, A, 1, A + 2); break;
    case 5: li_exact_affine(ctx, e, 1, &x, out, &constant); break;
    default: li_exact_constant_sign(ctx, state_parse(ctx, "sqrt(2+sqrt(3))-(sqrt(6)+sqrt(2))/2"));
    }
}

static void at_every(li_ctx *unused, li_rand *rng)
{
    int which = li_rand_below(rng, 28);
    uint64_t n = 1 + (uint64_t)li_rand_below(rng, 3);
    bool failed = true;

    (void)unused;
    for (; failed; n += 1 + n / 8) {
        li_ctx *ctx = li_ctx_new();
        if (ctx == NULL)
            return;
        li_ctx_fail_at(ctx, n);
        ask(ctx, which);
        failed = li_ctx_status(ctx) == LI_MEMORY;
        li_check(ctx, failed || li_ctx_status(ctx) == LI_OK, "question %d, allocation %llu", which, (unsigned long long)n);
        if (failed) {                         /* and the context is as good as before */
            li_ctx_fail_at(ctx, 0);
            li_ctx_forgive(ctx);
            li_check(ctx, li_exact_is_zero(ctx, state_parse(ctx, "sin(x)^2+cos(x)^2-1")) == LI_YES, "after question %d, allocation %llu", which, (unsigned long long)n);
            li_check(ctx, li_exact_is_zero(ctx, state_parse(ctx, "sqrt(x^2*(y^2+1))-abs(x)*sqrt(y^2+1)")) == LI_YES, "roots after question %d, allocation %llu", which, (unsigned long long)n);
        }
        li_ctx_free(ctx);
    }
}

/* Too little memory: the question ends, LI_MEMORY */
static void limited(li_ctx *ctx, li_rand *rng)
{
    li_ctx_limit(ctx, 200000 + (size_t)li_rand_below(rng, 400000));
    li_expr e = li_expr_power(ctx, state_parse(ctx, "x+y+z+sin(x)"), 12);
    li_truth zero = li_exact_is_zero(ctx, li_expr_sub(ctx, e, li_expr_expand(ctx, e, 100000)));
    li_check(ctx, zero != LI_NO && (li_ctx_status(ctx) == LI_OK || li_ctx_status(ctx) == LI_MEMORY), "limited");
}

int main(void)
{
    li_test_run("at every", at_every, 40);
    li_test_run("limited", limited, 5);
    return li_test_done();
}

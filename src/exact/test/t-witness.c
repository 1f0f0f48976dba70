/* t-witness.c - an answer NO comes with a state */
#include "state.h"

/* e - e' for two expressions drawn apart is hardly ever 0, under random assumptions too. */
static void drawn(li_ctx *ctx, li_rand *rng)
{
    static const li_sign signs[] = { LI_POSITIVE, LI_NONNEGATIVE, LI_NONZERO };
    li_expr x[STATE_SYMBOLS], e = li_expr_sub(ctx, state_draw(ctx, rng, 2, true), state_draw(ctx, rng, 1, true));
    li_decision d;

    state_symbols(ctx, x);
    for (int i = li_rand_below(rng, 4); i > 0; i--) {
        li_expr s = x[li_rand_below(rng, STATE_SYMBOLS)];
        li_exact_assume(ctx, li_rand_below(rng, 5) == 0 ? li_expr_sub(ctx, li_expr_int(ctx, 2), s) : s, signs[li_rand_below(rng, 3)]);
    }
    if (li_ctx_status(ctx) != LI_OK) {
        li_ctx_forgive(ctx);
        return;
    }
    li_exact_decide(ctx, &d, e);
    if (d.zero == LI_UNKNOWN)
        li_test_undecided();
    if (d.zero == LI_NO)
        li_check(ctx, d.how == LI_BY_STATE && state_is_witness(ctx, &d, e), "%s", state_text(ctx, e));
    if (d.zero == LI_YES)
        li_check(ctx, !state_refutes(ctx, rng, e), "%s", state_text(ctx, e));
}

/* Domains that leave little room, functions and derivatives that are not known. */
static void corners(li_ctx *ctx, li_rand *rng)
{
    static const char *const other[] = { "asin(x)-x", "asin(x)+acos(y)-x*y", "log(x)-log(y)", "sqrt(x-1)-x", "f(g(x))-g(f(x))", "f'''(x)", "f''''''''(x)-f(x)", "f(f(x))-x",
        "sqrt(1-x^2)-sqrt(1-y^2)", "sign(x)^2-1", "x^3-x", "x*(x-1)*(x-2)*(x+1)*(x+2)", "f(x)^2-x^2", "10^(-30)*x", "exp(exp(x))-exp(exp(x)+1/10^20)", "log(log(x))-1" };

    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        li_check(ctx, state_check(ctx, rng, state_parse(ctx, other[i]), LI_NO), "undecided: %s", other[i]);
    li_exact_assume(ctx, state_parse(ctx, "-z"), LI_POSITIVE);
    li_check(ctx, state_check(ctx, rng, state_parse(ctx, "z+abs(z)+z/1000"), LI_NO), "a negative one");
    li_exact_assume(ctx, state_parse(ctx, "1-u^2"), LI_POSITIVE);
    li_check(ctx, state_check(ctx, rng, state_parse(ctx, "sqrt(1-u^2)-1+u"), LI_NO), "a bounded one");
    li_exact_assume(ctx, state_parse(ctx, "-1-w^2"), LI_POSITIVE);
    li_check(ctx, li_exact_is_zero(ctx, state_parse(ctx, "w-1")) == LI_UNKNOWN, "no state satisfies this");
}

int main(void)
{
    li_test_run("drawn", drawn, 150);
    li_test_run("corners", corners, 1);
    return li_test_done();
}

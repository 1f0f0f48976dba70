/* t-constant.c - numbers: signs and equalities, decided exactly */
#include "state.h"

static const char *const zero[] = {
    "sqrt(2+sqrt(3)) - (sqrt(6)+sqrt(2))/2", "sqrt(3+2*sqrt(2)) - 1 - sqrt(2)", "cos(pi/12) - (sqrt(6)+sqrt(2))/4", "cos(pi/5) - (1+sqrt(5))/4",
    "sin(pi/5) - sqrt(10-2*sqrt(5))/4", "cos(pi/7)*cos(2*pi/7)*cos(3*pi/7) - 1/8", "tan(3*pi/11)+4*sin(2*pi/11)-sqrt(11)", "sqrt(2)*sqrt(3)-sqrt(6)",
    "2^(1/3)*4^(1/3)-2", "(7+5*sqrt(2))^(1/3)-1-sqrt(2)", "1/(sqrt(3)-sqrt(2))-sqrt(3)-sqrt(2)", "sin(pi/10)-(sqrt(5)-1)/4", "abs(1-sqrt(2))-sqrt(2)+1",
    "sin(1)^2+cos(1)^2-1", "exp(2)-exp(1)^2", "log(12)-2*log(2)-log(3)", "exp(log(2)/2)-sqrt(2)", "atan(1)-pi/4", "asin(1/2)-pi/6", "acos(-1)-pi", "acos(1/2)-pi/3",
    "asin(sqrt(2)/2)-pi/4", "atan(sqrt(3))-pi/3", "acos(-sqrt(3)/2)-5*pi/6", "sin(asin(1/3))-1/3", "cos(2*atan(1/2))-3/5", "sqrt(x^2)*0", "min(pi,22/7)-pi", "sign(sqrt(2)-7/5)-1",
};
static const char *const positive[] = {
    "pi-355/113+1/10^6", "22/7-pi", "exp(1)-2718281828/10^9", "sqrt(2)+sqrt(3)-pi", "exp(pi)-pi-19999/1000", "sqrt(1001)-sqrt(1000)-158074/10^7", "log(3)-1", "sqrt(10^40+1)-10^20",
    "(sqrt(2)+1)^40-(sqrt(2)-1)^40", "cos(pi/7)-9009/10^4", "(sqrt(2)-1)^40", "exp(-200)", "abs(sqrt(2)-3/2)",
};

static void known(li_ctx *ctx, li_rand *rng)
{
    for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) {
        li_expr e = state_parse(ctx, zero[i]);
        li_check(ctx, li_exact_constant_sign(ctx, e) == 0, "%s is 0", zero[i]);
        li_check(ctx, state_check(ctx, rng, e, LI_YES), "undecided: %s", zero[i]);
    }
    for (size_t i = 0; i < sizeof positive / sizeof *positive; i++) {
        li_expr e = state_parse(ctx, positive[i]);
        li_check(ctx, li_exact_constant_sign(ctx, e) == 1 && li_exact_constant_sign(ctx, li_expr_neg(ctx, e)) == -1, "%s > 0", positive[i]);
        li_check(ctx, li_exact_is_zero(ctx, e) == LI_NO, "%s is not 0", positive[i]);
    }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "clean");
}

/* A random number of quadratic roots and cosines. */
static li_expr draw(li_ctx *ctx, li_rand *rng, int depth)
{
    if (depth <= 0)
        switch (li_rand_below(rng, 4)) {
        case 0: return li_expr_sqrt(ctx, li_expr_int(ctx, 1 + li_rand_below(rng, 12)));
        case 1: return li_expr_apply(ctx, LI_COS, li_expr_mul(ctx, li_expr_frac(ctx, li_rand_below(rng, 12), 1 + li_rand_below(rng, 6)), li_expr_pi(ctx)));
        default: return li_expr_frac(ctx, li_rand_below(rng, 9) - 4, 1 + li_rand_below(rng, 3));
        }
    li_expr a = draw(ctx, rng, depth - 1), b = draw(ctx, rng, depth - 1);
    return li_rand_below(rng, 2) ? li_expr_add(ctx, a, b) : li_expr_mul(ctx, a, b);
}

static int undecided, asked;

/* (a + b)^2 = a^2 + 2ab + b^2, |a| = sqrt(a^2), and signs as balls tell them */
static void algebraic(li_ctx *ctx, li_rand *rng)
{
    li_expr a = draw(ctx, rng, 1), b = draw(ctx, rng, 2), two = li_expr_int(ctx, 2);
    li_expr left = li_expr_power(ctx, li_expr_add(ctx, a, b), 2);
    li_expr right = li_expr_add(ctx, li_expr_add(ctx, li_expr_mul(ctx, a, a), li_expr_mul(ctx, b, b)), li_expr_mul(ctx, two, li_expr_mul(ctx, a, b)));
    li_expr root = li_expr_sub(ctx, li_expr_apply(ctx, LI_ABS, a), li_expr_sqrt(ctx, li_expr_expand(ctx, li_expr_mul(ctx, a, a), 100)));

    if (li_ctx_status(ctx) != LI_OK)
        return;
    li_check(ctx, state_check(ctx, rng, li_expr_sub(ctx, left, right), LI_YES), "the square of a sum");
    asked += 2;
    undecided += !state_check(ctx, rng, root, LI_YES);
    undecided += !state_check(ctx, rng, li_expr_sub(ctx, a, b), LI_UNKNOWN);
    int sign = li_exact_constant_sign(ctx, li_expr_sub(ctx, a, b)), balls = state_sign(ctx, li_expr_sub(ctx, a, b));
    li_check(ctx, sign == 2 || balls == 2 || sign == balls, "sign %d, balls %d", sign, balls);
}

static void fraction_undecided(li_ctx *ctx, li_rand *rng)
{
    (void)rng;
    li_check(ctx, undecided * 50 <= asked, "%d of %d undecided", undecided, asked);
}

int main(void)
{
    li_test_run("known", known, 1);
    li_test_run("algebraic", algebraic, 100);
    li_test_run("fraction undecided", fraction_undecided, 1);
    return li_test_done();
}

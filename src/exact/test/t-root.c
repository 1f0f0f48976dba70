/* t-root.c - roots, absolute values and logarithms, with and without assumptions */
#include "state.h"

struct claim { const char *positive, *nonnegative, *e; li_truth zero; };

static void ask(li_ctx *ctx, li_rand *rng, const struct claim *c)
{
    if (c->positive != NULL)
        li_exact_assume(ctx, state_parse(ctx, c->positive), LI_POSITIVE);
    if (c->nonnegative != NULL)
        li_exact_assume(ctx, state_parse(ctx, c->nonnegative), LI_NONNEGATIVE);
    li_expr e = state_parse(ctx, c->e);
    li_check(ctx, state_check(ctx, rng, e, c->zero), "undecided: %s", c->e);
}

static const struct claim claims[] = {
    { NULL, NULL, "sqrt(x^2)-abs(x)", LI_YES }, { NULL, NULL, "sqrt(x^2)-x", LI_NO }, { "x", NULL, "sqrt(x^2)-x", LI_YES }, { NULL, "x", "sqrt(x^2)-x", LI_YES },
    { "-x", NULL, "sqrt(x^2)+x", LI_YES }, { "-x", NULL, "abs(x)-x", LI_NO },
    { "x", "y", "sqrt(x*y)-sqrt(x)*sqrt(y)", LI_YES }, { NULL, NULL, "sqrt(x*y)-sqrt(x)*sqrt(y)", LI_YES }, { "x", NULL, "sqrt(x/y)-sqrt(x)/sqrt(y)", LI_YES },
    { NULL, NULL, "(x^2)^(1/4)-sqrt(abs(x))", LI_YES }, { NULL, NULL, "sqrt(x^4)-x^2", LI_YES }, { NULL, NULL, "sqrt(x^2+2*x*y+y^2)-abs(x+y)", LI_YES },
    { NULL, NULL, "sqrt((x+1)/(x-1))-sqrt(x^2-1)/abs(x-1)", LI_YES }, { NULL, NULL, "sqrt(1-sin(x)^2)-abs(cos(x))", LI_YES },
    { NULL, NULL, "sqrt(1+tan(x)^2)-1/abs(cos(x))", LI_YES }, { NULL, NULL, "abs(x)^3-abs(x^3)", LI_YES }, { NULL, NULL, "sqrt(x)^3-x*sqrt(x)", LI_YES },
    { NULL, NULL, "x^(1/3)*x^(1/6)-sqrt(x)", LI_YES }, { NULL, NULL, "(x^6)^(1/6)-abs(x)", LI_YES }, { "x", NULL, "(x^3*y^3)^(1/3)-x*(y^3)^(1/3)", LI_YES },
    { NULL, NULL, "1/(sqrt(x)+sqrt(y))-(sqrt(x)-sqrt(y))/(x-y)", LI_YES }, { NULL, NULL, "1/(1+sqrt(x^2+1))-(sqrt(x^2+1)-1)/x^2", LI_YES },
    { NULL, NULL, "sqrt(x^2+y^2+2)^2-x^2-y^2-2", LI_YES }, { NULL, NULL, "sqrt(sin(x)^2+cos(x)^2-1)", LI_YES }, { NULL, NULL, "abs((x+1)^2-x^2-2*x-1)", LI_YES },
    { NULL, NULL, "sqrt(4*exp(x))-2*exp(x/2)", LI_YES }, { NULL, NULL, "sqrt(exp(x)*y^2)-exp(x/2)*abs(y)", LI_YES },
    { NULL, NULL, "sqrt(8)*x-2*sqrt(2)*x", LI_YES }, { NULL, NULL, "x*sqrt(2+sqrt(3))-x*(sqrt(6)+sqrt(2))/2", LI_YES }, { NULL, NULL, "x*2^(1/3)*4^(1/3)-2*x", LI_YES },
    { "x", "y-1", "log(x*y)-log(x)-log(y)", LI_YES }, { NULL, NULL, "log(x*y)-log(x)-log(y)", LI_YES },
    { NULL, NULL, "log(x^2)-2*log(abs(x))", LI_YES }, { NULL, NULL, "log(x^2)-2*log(x)", LI_YES }, { NULL, NULL, "log(x/3)-log(x)+log(3)", LI_YES },
    { NULL, NULL, "log(exp(x)*y)-x-log(y)", LI_YES }, { NULL, NULL, "log(sqrt(x))-log(x)/2", LI_YES }, { NULL, NULL, "exp(2*log(x)+y)-x^2*exp(y)", LI_YES },
    { NULL, NULL, "log(x+y)-log(x)-log(y)", LI_NO }, { NULL, NULL, "sqrt(x+y)-sqrt(x)-sqrt(y)", LI_NO }, { NULL, NULL, "sqrt(x^2+y^2)-x-y", LI_NO },
};

static void one(li_ctx *ctx, li_rand *rng)
{
    const struct claim *c = &claims[li_rand_below(rng, (int)(sizeof claims / sizeof *claims))];
    ask(ctx, rng, c);
}

/* What a question says of its own domain is forgotten after it. */
static void domain(li_ctx *ctx, li_rand *rng)
{
    li_expr absolute = state_parse(ctx, "abs(x)-x"), x = state_parse(ctx, "x");
    li_check(ctx, state_check(ctx, rng, state_parse(ctx, "log(x)+abs(x)-x-log(x*y)+log(y)"), LI_YES), "x > 0 in log(x)");
    li_check(ctx, li_exact_is_zero(ctx, absolute) == LI_NO, "and nowhere else");
    li_check(ctx, li_exact_sign(ctx, x) == 2, "the sign of x");
    li_check(ctx, li_exact_sign(ctx, state_parse(ctx, "exp(x)+x^2")) == 1 && li_exact_sign(ctx, state_parse(ctx, "-2-sin(x)-x^2*0")) == -1, "signs");
    li_check(ctx, li_exact_sign(ctx, state_parse(ctx, "x^2+y^2")) == 2 && li_exact_sign(ctx, state_parse(ctx, "1-sin(x)")) == 2, "0 is not excluded");
    li_exact_assume(ctx, x, LI_POSITIVE);
    li_check(ctx, li_exact_is_zero(ctx, absolute) == LI_YES, "after x > 0");
}

/* sqrt(p^2 q) = |p| sqrt(q), |p q| = |p| |q|, log(p^2) = 2 log |p| for polynomials p, q; nothing wrong otherwise */
static void products(li_ctx *ctx, li_rand *rng)
{
    li_expr p = state_draw_polynomial(ctx, rng, 2), q = state_draw_polynomial(ctx, rng, 2), two = li_expr_int(ctx, 2);
    li_expr pp = li_expr_mul(ctx, p, p), one_more = li_expr_add(ctx, li_expr_mul(ctx, q, q), li_expr_int(ctx, 1));
    li_expr abs_p = li_expr_apply(ctx, LI_ABS, p), abs_q = li_expr_apply(ctx, LI_ABS, q);
    li_expr square = li_expr_sqrt(ctx, li_expr_expand(ctx, li_expr_mul(ctx, pp, one_more), 500));
    li_expr product = li_expr_apply(ctx, LI_ABS, li_expr_expand(ctx, li_expr_mul(ctx, p, q), 500));

    if (li_ctx_status(ctx) != LI_OK)
        return;
    li_check(ctx, state_check(ctx, rng, li_expr_sub(ctx, square, li_expr_mul(ctx, abs_p, li_expr_sqrt(ctx, one_more))), LI_YES), "sqrt(p^2 q)");
    li_check(ctx, state_check(ctx, rng, li_expr_sub(ctx, product, li_expr_mul(ctx, abs_p, abs_q)), LI_YES), "|p q|");
    if (li_expr_kind(p) == LI_NUM)
        return;
    li_expr log = li_expr_sub(ctx, li_expr_apply(ctx, LI_LOG, li_expr_expand(ctx, pp, 500)), li_expr_mul(ctx, two, li_expr_apply(ctx, LI_LOG, abs_p)));
    if (li_ctx_status(ctx) == LI_DOMAIN) {                 /* p = 0 */
        li_ctx_forgive(ctx);
        return;
    }
    li_check(ctx, state_check(ctx, rng, log, LI_YES), "log(p^2)");
    state_check(ctx, rng, li_expr_sub(ctx, li_expr_sqrt(ctx, li_expr_add(ctx, pp, q)), li_expr_add(ctx, abs_p, q)), LI_UNKNOWN);
}

int main(void)
{
    li_test_run("one", one, 200);
    li_test_run("domain", domain, 1);
    li_test_run("products", products, 150);
    return li_test_done();
}

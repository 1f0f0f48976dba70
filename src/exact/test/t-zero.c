/* t-zero.c - identities made by construction, and the same disturbed */
#include "state.h"

/* e/(1 + w^2) times 1 + w^2 */
static li_expr divided(li_ctx *ctx, li_expr e, li_expr w)
{
    li_expr up = li_expr_add(ctx, li_expr_int(ctx, 1), li_expr_power(ctx, w, 2));
    return li_expr_expand(ctx, li_expr_add(ctx, li_expr_div(ctx, e, up), li_expr_mul(ctx, li_expr_power(ctx, w, 2), li_expr_div(ctx, e, up))), 500);
}

/* The same value written in another way */
static li_expr disguise(li_ctx *ctx, li_rand *rng, li_expr e, li_expr w)
{
    li_expr s = li_expr_apply(ctx, LI_SIN, w), c = li_expr_apply(ctx, LI_COS, w), one = li_expr_int(ctx, 1);

    switch (li_rand_below(rng, 6)) {
    case 0: return li_expr_mul(ctx, e, li_expr_add(ctx, li_expr_power(ctx, s, 2), li_expr_power(ctx, c, 2)));
    case 1: return li_expr_expand(ctx, li_expr_add(ctx, li_expr_mul(ctx, e, s), li_expr_mul(ctx, e, li_expr_sub(ctx, one, s))), 500);
    case 2: return li_expr_sub(ctx, li_expr_add(ctx, e, w), li_expr_expand(ctx, w, 500));
    case 3: return divided(ctx, e, w);
    case 4: return li_exact_normal(ctx, e);
    default: return li_exact_simplify(ctx, e);
    }
}

static int undecided, asked, rational_undecided, rational_asked;

/* Rational functions of sines and cosines are decided, but for those past the budget. */
static void rational(li_ctx *ctx, li_rand *rng)
{
    li_expr e = state_draw(ctx, rng, 2, false), d = disguise(ctx, rng, e, state_draw(ctx, rng, 1, false));
    if (li_ctx_status(ctx) != LI_OK)
        return;
    li_expr zero = li_expr_sub(ctx, e, d), p = state_draw_polynomial(ctx, rng, 1);
    rational_asked += 2;
    rational_undecided += !state_check(ctx, rng, zero, LI_YES);
    rational_undecided += !state_check(ctx, rng, li_expr_add(ctx, zero, p), LI_UNKNOWN);
    double bits;
    li_check(ctx, li_exact_residue(ctx, zero, &bits) != LI_NO, "a residue of 0: %s", state_text(ctx, zero));
}

/* With all functions an answer is right, and there is one nearly always. */
static void anything(li_ctx *ctx, li_rand *rng)
{
    li_expr e = state_draw(ctx, rng, 2, true), d = disguise(ctx, rng, e, state_draw(ctx, rng, 1, true));
    if (li_ctx_status(ctx) != LI_OK)
        return;
    asked += 2;
    undecided += !state_check(ctx, rng, li_expr_sub(ctx, e, d), LI_UNKNOWN);
    undecided += !state_check(ctx, rng, li_expr_sub(ctx, e, state_draw(ctx, rng, 1, true)), LI_UNKNOWN);
}

/* sin(p/q x + r/s y) by the sums of its parts; multiples by Chebyshev's recursion */
static void angles(li_ctx *ctx, li_rand *rng)
{
    li_expr x = state_parse(ctx, "x"), y = state_parse(ctx, "y");
    li_expr u = li_expr_mul(ctx, li_expr_frac(ctx, 1 + li_rand_below(rng, 6), 1 + li_rand_below(rng, 4)), x);
    li_expr v = li_expr_mul(ctx, li_expr_frac(ctx, li_rand_below(rng, 11) - 5, 1 + li_rand_below(rng, 3)), li_rand_below(rng, 2) ? x : y);
    li_expr su = li_expr_apply(ctx, LI_SIN, u), cu = li_expr_apply(ctx, LI_COS, u), sv = li_expr_apply(ctx, LI_SIN, v), cv = li_expr_apply(ctx, LI_COS, v);
    li_expr sum = li_expr_apply(ctx, LI_SIN, li_expr_add(ctx, u, v));
    li_expr parts = li_expr_add(ctx, li_expr_mul(ctx, su, cv), li_expr_mul(ctx, cu, sv));
    li_check(ctx, state_check(ctx, rng, li_expr_sub(ctx, sum, parts), LI_YES), "the sine of a sum");

    int n = li_rand_below(rng, 12);
    li_expr before = li_expr_int(ctx, 1), T = cu;              /* cos(n u) = T_n(cos u) */
    for (int k = 1; k < n; k++) {
        li_expr next = li_expr_sub(ctx, li_expr_mul(ctx, li_expr_mul(ctx, li_expr_int(ctx, 2), cu), T), before);
        before = T;
        T = next;
    }
    T = n == 0 ? li_expr_int(ctx, 1) : T;
    li_expr cosine = li_expr_apply(ctx, LI_COS, li_expr_mul(ctx, li_expr_int(ctx, n), u));
    li_check(ctx, state_check(ctx, rng, li_expr_sub(ctx, cosine, T), LI_YES), "the cosine of %d u", n);
    li_check(ctx, state_check(ctx, rng, li_expr_add(ctx, li_expr_sub(ctx, cosine, T), li_expr_mul(ctx, sv, li_expr_frac(ctx, 1, 1000000))), LI_UNKNOWN), "disturbed");
}

static void known(li_ctx *ctx, li_rand *rng)
{
    static const char *const zero[] = {
        "tan(x+y) - (tan(x)+tan(y))/(1-tan(x)*tan(y))", "sin(x)^4 - (3-4*cos(2*x)+cos(4*x))/8", "sin(x/2)*sin(x/3) - (cos(x/6)-cos(5*x/6))/2",
        "sinh(2*x) - 2*sinh(x)*cosh(x)", "exp(x+y/2) - exp(x)*exp(y/4)^2", "tanh(x+y)-(tanh(x)+tanh(y))/(1+tanh(x)*tanh(y))",
        "asin(x)+acos(x)-pi/2", "sin(asin(x)+acos(x))-1", "sin(2*atan(x))-2*x/(1+x^2)", "cos(3*acos(x))-4*x^3+3*x", "cos(atan2(y,x))*sqrt(x^2+y^2)-x",
        "f(x+y-y)-f(x)", "f((x^2-1)/(x-1))-f(x+1)", "f(sin(x)^2)-f(1-cos(x)^2)", "f'(x)*(sin(y)^2+cos(y)^2)-f'(x)", "f((x+y)^2)-f(x^2+2*x*y+y^2)",
        "min(x,y)+max(x,y)-x-y", "min(x,y)*max(x,y)-x*y", "max(x,-x)-abs(x)", "abs(x*y)-abs(x)*abs(y)", "abs(x)^2-x^2", "(abs(x)+x)*(abs(x)-x)",
        "sign(x)*abs(x)-x", "sign(x-y)*abs(x-y)-x+y", "sign(x)^3-sign(x)", "sign(x)/x-1/abs(x)", "(x+y)^12-(x+y)^10*(x^2+2*x*y+y^2)",
        "cos(pi/7)*cos(2*pi/7)*cos(3*pi/7)-1/8", "x*(cos(pi/7)-cos(2*pi/7)+cos(3*pi/7))-x/2", "sin(2)-2*sin(1)*cos(1)", "log(6)-log(2)-log(3)",
    };
    static const char *const other[] = { "sign(x)^2-1", "abs(x)-x", "abs(x)+x", "atan(x)+atan(1/x)-pi/2", "sqrt(x^2)-x", "atan2(y,x)-atan(y/x)", "f(x)-f(y)", "f'(x)-f(x)",
        "asin(sin(x))-x", "log(x^2)-2*log(abs(x))-1/10^30", "sin(x)-x", "exp(x+y)-exp(x)-exp(y)", "x-y", "1", "pi-22/7", "x^7-x" };
    static const char *const nowhere[] = { "1/(sin(x)^2+cos(x)^2-1)", "log(sin(x)^2+cos(x)^2-1)", "1/(f(x+y)-f(y+x+1-1))+1", "x/((x+1)^2-x^2-2*x-1)" };

    for (size_t i = 0; i < sizeof zero / sizeof *zero; i++)
        li_check(ctx, state_check(ctx, rng, state_parse(ctx, zero[i]), LI_YES), "undecided: %s", zero[i]);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        li_check(ctx, state_check(ctx, rng, state_parse(ctx, other[i]), LI_NO), "undecided: %s", other[i]);
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++) {
        li_expr e = state_parse(ctx, nowhere[i]);
        li_ctx_forgive(ctx);
        li_check(ctx, li_exact_is_zero(ctx, e) == LI_UNKNOWN && li_ctx_status(ctx) == LI_OK, "%s", nowhere[i]);
        li_exact_simplify(ctx, e);
        li_exact_sign(ctx, e);
        li_check(ctx, li_ctx_status(ctx) == LI_OK, "clean after %s", nowhere[i]);
    }
}

/* A small budget ends cleanly: undecided, or residues that leave no doubt. */
static void budget(li_ctx *ctx, li_rand *rng)
{
    li_expr e = li_expr_power(ctx, state_parse(ctx, "x+y+a+b+sin(x)"), 6), zero = li_expr_sub(ctx, e, li_expr_expand(ctx, e, 100000));
    li_decision d;

    li_exact_budget(ctx, (uint64_t)li_rand_below(rng, 3000));
    li_exact_decide(ctx, &d, zero);
    li_check(ctx, d.zero == LI_YES ? d.how == LI_BY_ALGEBRA : d.zero == LI_UNKNOWN && (d.how == LI_BY_NOTHING || (d.how == LI_BY_RESIDUES && d.bits > 100)), "how %d, bits %g", d.how, d.bits);
    li_check(ctx, li_exact_simplify(ctx, zero) == zero || li_exact_simplify(ctx, zero) == li_expr_int(ctx, 0), "past the budget e stays");
    li_exact_decide(ctx, &d, li_expr_add(ctx, zero, li_expr_frac(ctx, 1, 100)));
    li_check(ctx, d.zero == LI_NO && state_is_witness(ctx, &d, li_expr_add(ctx, zero, li_expr_frac(ctx, 1, 100))), "a state refutes within any budget");

    /* a root chooses its branch: residues give no bound for |x + y| - x - y, whatever they say */
    li_expr branch = state_parse(ctx, "abs(x+y)*abs(x)+x*abs(x+y)-(x+y)*abs(x)-x*(x+y)");
    li_exact_budget(ctx, 1);
    li_exact_decide(ctx, &d, branch);
    li_check(ctx, d.how != LI_BY_RESIDUES && d.zero != LI_YES, "a branch");
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "clean");
}

/* What holds whatever the roots are is found within small budgets; what does not never is. */
static void letters(li_ctx *ctx, li_rand *rng)
{
    li_expr r = li_expr_sqrt(ctx, state_parse(ctx, "(x+y+a)^8 + (b*y-a)^8 + 1")), s = li_expr_sqrt(ctx, state_parse(ctx, "(x*y+a*b+y')^6 + 2"));
    li_expr u = state_draw_polynomial(ctx, rng, 1), v = state_draw_polynomial(ctx, rng, 1), c = state_draw_polynomial(ctx, rng, 1);
    li_expr sum = li_expr_add(ctx, li_expr_div(ctx, u, r), li_expr_div(ctx, v, s));
    li_expr zero = li_expr_sub(ctx, li_expr_mul(ctx, sum, c), li_expr_add(ctx, li_expr_div(ctx, li_expr_mul(ctx, u, c), r), li_expr_div(ctx, li_expr_mul(ctx, c, v), s)));
    li_decision d;

    li_exact_budget(ctx, 2000);
    li_exact_decide(ctx, &d, zero);
    li_check(ctx, d.zero == LI_YES || d.how == LI_BY_RESIDUES, "how %d: %s", d.how, state_text(ctx, zero));
    li_exact_decide(ctx, &d, li_expr_add(ctx, zero, li_expr_div(ctx, li_expr_int(ctx, 1), r)));
    li_check(ctx, d.zero != LI_YES && d.how != LI_BY_RESIDUES, "not 0");
}

static void fraction_undecided(li_ctx *ctx, li_rand *rng)
{
    (void)rng;
    li_check(ctx, rational_undecided * 50 <= rational_asked, "%d of %d rational questions undecided", rational_undecided, rational_asked);
    li_check(ctx, undecided * 20 <= asked, "%d of %d questions undecided", undecided, asked);
}

int main(void)
{
    li_test_run("rational", rational, 150);
    li_test_run("angles", angles, 60);
    li_test_run("known", known, 1);
    li_test_run("budget", budget, 10);
    li_test_run("letters", letters, 20);
    li_test_run("anything", anything, 150);
    li_test_run("fraction undecided", fraction_undecided, 1);
    return li_test_done();
}

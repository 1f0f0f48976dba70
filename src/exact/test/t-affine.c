/* t-affine.c - dependence on some symbols */
#include "state.h"

/* c + a x' + b y' in disguise: the coefficients come back */
static void affine(li_ctx *ctx, li_rand *rng)
{
    li_expr x[2] = { li_expr_symbol(ctx, "x'", LI_VELOCITY), li_expr_symbol(ctx, "y'", LI_VELOCITY) }, coef[2], constant, q[3], zero = li_expr_int(ctx, 0);
    li_expr v = li_expr_symbol(ctx, "x'", LI_VELOCITY), w = state_draw(ctx, rng, 1, false);

    for (int i = 0; i < 3; i++) {
        q[i] = state_draw(ctx, rng, 1, true);
        q[i] = li_expr_subst(ctx, q[i], 1, &v, &zero);
    }
    li_expr e = li_expr_add(ctx, q[2], li_expr_add(ctx, li_expr_mul(ctx, q[0], x[0]), li_expr_mul(ctx, q[1], x[1])));
    li_expr up = li_expr_add(ctx, li_expr_power(ctx, w, 2), li_expr_int(ctx, 1));
    if (li_rand_below(rng, 2))
        e = li_expr_expand(ctx, li_expr_sub(ctx, li_expr_mul(ctx, e, up), li_expr_mul(ctx, e, li_expr_power(ctx, w, 2))), 300);
    if (li_ctx_status(ctx) != LI_OK) {
        li_ctx_forgive(ctx);
        return;
    }
    li_truth answer = li_exact_affine(ctx, e, 2, x, coef, &constant);
    if (answer == LI_UNKNOWN) {
        li_test_undecided();
        return;
    }
    li_check(ctx, answer == LI_YES, "affine: %s", state_text(ctx, e));
    for (int i = 0; i < 2; i++)
        li_check(ctx, !li_expr_contains(ctx, coef[i], x[0]) && !state_refutes(ctx, rng, li_expr_sub(ctx, coef[i], q[i])), "coefficient %d of %s", i, state_text(ctx, e));
    li_check(ctx, !li_expr_contains(ctx, constant, x[1]) && !state_refutes(ctx, rng, li_expr_sub(ctx, constant, q[2])), "constant of %s", state_text(ctx, e));
    li_expr more = li_expr_add(ctx, e, li_expr_mul(ctx, li_expr_frac(ctx, 1, 7), li_expr_mul(ctx, x[li_rand_below(rng, 2)], x[li_rand_below(rng, 2)])));
    li_check(ctx, li_exact_affine(ctx, more, 2, x, coef, &constant) == LI_NO, "not affine: %s", state_text(ctx, more));
}

struct claim { const char *e; li_truth affine, depends; };

static void known(li_ctx *ctx, li_rand *rng)
{
    static const struct claim claim[] = {
        { "x+y", LI_YES, LI_YES }, { "x*y", LI_YES, LI_YES }, { "y", LI_YES, LI_NO }, { "x^2", LI_NO, LI_YES }, { "1/x", LI_NO, LI_YES }, { "(x^2-1)/(x-1)", LI_YES, LI_YES },
        { "x*sin(y)^2+x*cos(y)^2", LI_YES, LI_YES }, { "sin(x)^2+cos(x)^2", LI_YES, LI_NO }, { "x*(sin(x)^2+cos(x)^2)", LI_YES, LI_YES }, { "sin(x)", LI_NO, LI_YES },
        { "exp(log(x)+y)", LI_YES, LI_YES }, { "f(x)", LI_NO, LI_YES }, { "f(y)*x", LI_YES, LI_YES }, { "(x+y)^2-x^2-y^2-2*x*y", LI_YES, LI_NO },
    };
    static const char *const jumps[] = { "sign(x)", "abs(x)", "abs(x)/x", "atan(x)+atan(1/x)", "sign(x)*x", "max(x,y)" };
    li_expr x = state_parse(ctx, "x"), coef, constant;

    (void)rng;
    for (size_t i = 0; i < sizeof claim / sizeof *claim; i++) {
        li_expr e = state_parse(ctx, claim[i].e);
        li_check(ctx, li_exact_affine(ctx, e, 1, &x, &coef, &constant) == claim[i].affine, "affine: %s", claim[i].e);
        li_check(ctx, li_exact_depends(ctx, e, x) == claim[i].depends, "depends: %s", claim[i].e);
    }
    for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++) {      /* derivatives that vanish are not enough */
        li_expr e = state_parse(ctx, jumps[i]);
        li_check(ctx, li_exact_affine(ctx, e, 1, &x, &coef, &constant) != LI_YES, "not affine: %s", jumps[i]);
        li_check(ctx, li_exact_depends(ctx, e, x) != LI_NO, "depends: %s", jumps[i]);
    }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "clean");
}

int main(void)
{
    li_test_run("affine", affine, 100);
    li_test_run("known", known, 1);
    return li_test_done();
}

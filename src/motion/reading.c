/* reading.c - relations used one after another, for people
 *
 * Each gives the quantity that it determines most simply; where that enters as x^2, both signs of the root are kept as a
 * symbol. */
#include "frame.h"

void li_reading_put(li_reading *X, li_expr from, li_expr to)
{
    X->from[X->len] = from;
    X->to[X->len++] = to;
}

li_expr li_reading_apply(li_ctx *ctx, const li_reading *X, li_expr e) { return li_expr_subst(ctx, e, X->len, X->from, X->to); }

/* x = value from now on, also in what was eliminated before. */
static void eliminate(li_ctx *ctx, li_reading *X, li_expr x, li_expr value)
{
    li_expr_subst_all(ctx, X->len, X->to, 1, &x, &value);
    li_reading_put(X, x, value);
}

struct choice { size_t cost; li_expr x, value; bool square; };

/* a = coef x + constant with coef free of x: how much it costs to solve for x */
static void try_linear(li_ctx *ctx, struct choice *best, li_expr a, li_expr x)
{
    li_expr coef, constant;

    if (!li_expr_contains(ctx, a, x) || li_exact_affine(ctx, a, 1, &x, &coef, &constant) != LI_YES)
        return;
    coef = li_exact_simplify(ctx, coef);
    size_t cost = li_expr_kind(coef) == LI_NUM ? 0 : 1 + li_exact_cost(ctx, coef);
    if (cost >= best->cost || li_exact_is_zero(ctx, coef) != LI_NO)
        return;
    *best = (struct choice){ cost, x, li_exact_simplify(ctx, li_expr_neg(ctx, li_expr_div(ctx, constant, coef))), false };
}

/* a = coef x^2 + constant: its second derivative is free of x, its first 0 at x = 0 */
static void try_square(li_ctx *ctx, struct choice *best, li_expr a, li_expr x)
{
    li_expr zero = li_expr_int(ctx, 0), first = li_expr_diff(ctx, a, x), second = li_expr_diff(ctx, first, x);

    if (best->cost < SIZE_MAX || !li_expr_contains(ctx, a, x) || li_exact_depends(ctx, second, x) != LI_NO)
        return;
    li_expr slope = li_expr_subst(ctx, first, 1, &x, &zero), constant = li_expr_subst(ctx, a, 1, &x, &zero);
    if (li_ctx_status(ctx) != LI_OK || li_exact_is_zero(ctx, slope) != LI_YES || li_exact_is_zero(ctx, second) != LI_NO)
        return;
    li_expr radicand = li_expr_div(ctx, li_expr_mul(ctx, li_expr_int(ctx, -2), constant), second);
    *best = (struct choice){ 1000, x, li_expr_sqrt(ctx, li_exact_simplify(ctx, radicand)), true };
}

bool li_reading_use(li_ctx *ctx, li_reading *X, li_use way, li_expr a, size_t n, const li_expr *x)
{
    struct choice best = { .cost = SIZE_MAX };

    a = li_reading_apply(ctx, X, a);
    if (li_exact_is_zero(ctx, a) == LI_YES)
        return true;                          /* it follows from the others */
    for (size_t i = 0; way != LI_USE_SQUARES && i < n; i++)
        try_linear(ctx, &best, a, x[i]);
    for (size_t i = 0; way >= LI_USE_ALL && i < n; i++)
        try_square(ctx, &best, a, x[i]);
    if (best.cost == SIZE_MAX || (way == LI_USE_PLAINLY && best.cost > 0))
        return false;
    if (best.square) {
        if (X->signs == LI_READING_SIGNS)
            return false;
        li_expr sign = li_expr_fresh(ctx, "sign", LI_GENERATOR);
        X->sign[X->signs++] = sign;
        best.value = li_expr_mul(ctx, sign, best.value);
    }
    eliminate(ctx, X, best.x, best.value);
    return true;
}


/* affine.c - how an expression depends on some symbols */
#include "room.h"

static bool contains_any(li_ctx *ctx, li_expr e, size_t n, const li_expr *x)
{
    li_list list;
    bool found = false;
    if (li_list_init(ctx, &list, 1, &e, true) == LI_OK)
        for (size_t i = 0; i < n && !found; i++)
            found = li_list_index(&list, x[i]) < list.len;
    li_list_clear(ctx, &list);
    return found;
}

bool li_exact_is_rational(li_ctx *ctx, li_expr e, size_t n, const li_expr *x)
{
    li_list list;
    bool rational = true, *inside = NULL;

    if (li_list_init(ctx, &list, 1, &e, true) == LI_OK && (inside = li_new(ctx, list.len + 1, sizeof *inside)) != NULL) {
        for (size_t i = 0; i < n; i++)
            inside[li_list_index(&list, x[i])] = true;
        for (size_t i = 0; i < list.len && rational; i++)
            for (size_t k = 0; k < li_expr_len(list.e[i]); k++) {
                if (!inside[li_list_index(&list, li_expr_arg(list.e[i], k))])
                    continue;
                inside[i] = true;
                rational &= li_expr_kind(list.e[i]) == LI_SUM || li_expr_kind(list.e[i]) == LI_MON;
            }
    }
    li_drop(ctx, inside);
    li_list_clear(ctx, &list);
    return rational;
}

/* A derivative that is 0 settles it for rational functions; |x|/x has one too, so for the others x must
 * leave the normal form. */
li_truth li_exact_depends(li_ctx *ctx, li_expr e, li_expr x)
{
    if (!li_expr_contains(ctx, e, x))
        return LI_NO;
    li_truth constant = li_exact_is_zero(ctx, li_expr_diff(ctx, e, x));
    if (constant == LI_NO)
        return LI_YES;
    if (constant == LI_YES && li_exact_is_rational(ctx, e, 1, &x))
        return LI_NO;
    return li_expr_contains(ctx, li_exact_normal(ctx, e), x) ? LI_UNKNOWN : LI_NO;
}

/* Is c free of the x? Where it contains one on paper only, its normal form replaces it. */
static li_truth is_free(li_ctx *ctx, li_expr *c, size_t n, const li_expr *x)
{
    if (!contains_any(ctx, *c, n, x))
        return LI_YES;
    for (size_t j = 0; j < n; j++) {
        li_truth depends = li_exact_depends(ctx, *c, x[j]);
        if (depends != LI_NO)
            return depends == LI_YES ? LI_NO : LI_UNKNOWN;
    }
    *c = li_exact_normal(ctx, *c);
    return contains_any(ctx, *c, n, x) ? LI_UNKNOWN : LI_YES;
}

/* e = constant + sum coef_i x_i, with a constant free of the x? */
static li_truth is_sum(li_ctx *ctx, li_expr e, size_t n, const li_expr *x, const li_expr *coef, li_expr constant)
{
    if (li_ctx_status(ctx) != LI_OK || contains_any(ctx, constant, n, x))
        return LI_UNKNOWN;
    e = li_expr_sub(ctx, e, constant);
    for (size_t i = 0; i < n; i++)
        e = li_expr_sub(ctx, e, li_expr_mul(ctx, coef[i], x[i]));
    return li_exact_is_zero(ctx, e);
}

/* e is affine if and only if its derivatives by the x are free of them; the rest is e at x = 0. */
li_truth li_exact_affine(li_ctx *ctx, li_expr e, size_t n, const li_expr *x, li_expr *coef, li_expr *constant)
{
    li_truth affine = LI_YES;

    if (li_expr_gradient(ctx, coef, e, n, x) != LI_OK)
        return LI_UNKNOWN;
    for (size_t i = 0; i < n && affine == LI_YES; i++)
        affine = is_free(ctx, &coef[i], n, x);
    if (affine != LI_YES)
        return affine;
    li_expr zero = li_expr_int(ctx, 0), *zeros = li_new(ctx, n + 1, sizeof *zeros);
    for (size_t i = 0; zeros != NULL && i < n; i++)
        zeros[i] = zero;
    if (zeros != NULL)
        *constant = li_expr_subst(ctx, e, n, x, zeros);
    li_drop(ctx, zeros);
    if (li_ctx_status(ctx) == LI_DOMAIN) {           /* e itself is not defined at x = 0: e - sum coef x is */
        li_ctx_forgive(ctx);
        *constant = e;
        for (size_t i = 0; i < n; i++)
            *constant = li_expr_sub(ctx, *constant, li_expr_mul(ctx, coef[i], x[i]));
        *constant = li_exact_normal(ctx, *constant);
    }
    return li_exact_is_rational(ctx, e, n, x) ? li_ctx_status(ctx) == LI_OK ? LI_YES : LI_UNKNOWN : is_sum(ctx, e, n, x, coef, *constant);
}

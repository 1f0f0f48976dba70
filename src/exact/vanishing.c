/* vanishing.c - where a product can be 0 */
#include "liaison/exact.h"

static bool varies(li_ctx *ctx, li_expr e)
{
    li_expr x;
    return li_expr_symbols(ctx, 1, &e, LI_TIME, LI_GENERATOR, &x, 1) > 0;
}

li_expr li_exact_vanishing(li_ctx *ctx, li_expr e)
{
    li_expr product = NULL;

    e = li_exact_simplify(ctx, e);
    if (li_expr_kind(e) == LI_SUM && li_expr_len(e) == 1 && li_rational_is_zero(li_expr_number(e)))
        e = li_expr_arg(e, 0);
    bool many = li_expr_kind(e) == LI_MON;
    for (size_t i = 0; i < (many ? li_expr_len(e) : 1); i++) {
        li_expr factor = many ? li_expr_arg(e, i) : e;
        int sign = 2;
        if ((many && li_expr_exponent(e, i) < 0) || !varies(ctx, factor))
            continue;
        sign = li_exact_sign(ctx, factor);
        if (sign != 1 && sign != -1)
            product = product == NULL ? factor : li_expr_mul(ctx, product, factor);
    }
    return product;
}

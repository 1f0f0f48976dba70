/* bracket.c - the bracket of two fields */
#include "coframe.h"
#include "field.h"

/* dtheta(X, Y) = i(Y) i(X) dtheta = sum_(b<c) C_bc (X^b Y^c - X^c Y^b) */
static li_expr on_two(li_ctx *ctx, const li_form *dtheta, const li_field *X, const li_field *Y)
{
    li_form w;

    li_form_init(&w);
    li_form_interior(ctx, &w, X, dtheta);
    li_expr f = li_field_value(ctx, Y, &w);
    li_form_clear(ctx, &w);
    return f;
}

/* theta^a([X,Y]) = X(Y^a) - Y(X^a) - dtheta^a(X, Y), for [X_b, X_c] = - sum_a C^a_bc X_a               [gallissot IV-VI 5] */
static void set_components(li_ctx *ctx, li_field *Z, const li_field *X, const li_field *Y)
{
    li_derivation *along_X = li_field_derivation(ctx, X), *along_Y = li_field_derivation(ctx, Y);

    for (size_t a = 0; a < Z->on->n && li_ctx_status(ctx) == LI_OK; a++) {
        li_expr part[3] = { li_derivation_apply(ctx, along_X, Y->comp[a]), li_expr_neg(ctx, li_derivation_apply(ctx, along_Y, X->comp[a])),
                            li_expr_neg(ctx, on_two(ctx, &Z->on->dtheta[a], X, Y)) };
        Z->comp[a] = li_expr_sum(ctx, 3, part);
    }
}

li_status li_field_bracket(li_ctx *ctx, li_field *out, const li_field *X, const li_field *Y)
{
    const li_coframe *c;
    li_field Z;

    if (!li_field_exists(ctx, X) || !li_field_exists(ctx, Y) || !li_coframe_shared(ctx, &c, X->on, Y->on, "[X,Y]: X is a field", "Y a field"))
        return li_ctx_status(ctx);
    if (li_field_begin(ctx, &Z, c))
        set_components(ctx, &Z, X, Y);
    return li_field_finish(ctx, out, &Z);
}

/* lie.c - the operators theta(X) and eps(X) */
#include "liaison/form.h"

/* theta(X) = i(X)d + d i(X)                                                                   [gallissot IV-VI 5 (VI.1)] */
li_status li_form_lie(li_ctx *ctx, li_form *out, const li_field *X, const li_form *w)
{
    li_form left, right;

    li_form_init(&left);
    li_form_init(&right);
    li_form_d(ctx, &left, w);
    li_form_interior(ctx, &left, X, &left);
    li_form_interior(ctx, &right, X, w);
    li_form_d(ctx, &right, &right);
    if (li_ctx_status(ctx) == LI_OK)
        li_form_add(ctx, out, &left, &right);
    li_form_clear(ctx, &left);
    li_form_clear(ctx, &right);
    return li_ctx_status(ctx);
}

/* eps(X) = d i(X) - i(X)d                                                               [gallissot IV-VI 5 (VI.2), (VI.4)] */
li_status li_form_epsilon(li_ctx *ctx, li_form *out, const li_pvector *X, const li_form *w)
{
    li_form left, right;

    li_form_init(&left);
    li_form_init(&right);
    li_form_contract(ctx, &left, X, w);
    li_form_d(ctx, &left, &left);
    li_form_d(ctx, &right, w);
    li_form_contract(ctx, &right, X, &right);
    if (li_ctx_status(ctx) == LI_OK)
        li_form_sub(ctx, out, &left, &right);
    li_form_clear(ctx, &left);
    li_form_clear(ctx, &right);
    return li_ctx_status(ctx);
}

/* simplify.c - what exact algebra says of the coefficients */
#include <string.h>

#include "coframe.h"
#include "field.h"
#include "terms.h"

li_status li_form_simplify(li_ctx *ctx, li_form *out, const li_form *w)
{
    li_form sum;

    li_form_begin(&sum, w->on, w->degree);
    for (size_t k = 0; k < w->len && li_ctx_status(ctx) == LI_OK; k++) {
        uint32_t *row = li_form_row(ctx, &sum);
        if (row == NULL)
            break;
        memcpy(row, w->at + k * w->degree, w->degree * sizeof *row);
        li_form_term(ctx, &sum, li_exact_simplify(ctx, w->f[k]));
    }
    return li_form_finish(ctx, out, &sum);
}

li_status li_field_simplify(li_ctx *ctx, li_field *out, const li_field *X)
{
    li_field sum;

    if (!li_field_exists(ctx, X))
        return li_ctx_status(ctx);
    li_field_begin(ctx, &sum, X->on);
    for (size_t a = 0; sum.comp != NULL && a < X->on->n && li_ctx_status(ctx) == LI_OK; a++)
        sum.comp[a] = li_exact_simplify(ctx, X->comp[a]);
    return li_field_finish(ctx, out, &sum);
}

/* One coefficient that is certainly not 0 is enough for NO. */
li_truth li_form_is_zero(li_ctx *ctx, const li_form *w)
{
    li_truth zero = LI_YES;

    for (size_t k = 0; k < w->len && zero != LI_NO; k++) {
        li_truth f = li_exact_is_zero(ctx, w->f[k]);
        if (f != LI_YES)
            zero = f;
    }
    return li_ctx_status(ctx) == LI_OK ? zero : LI_UNKNOWN;
}

/* Forms of different degrees are equal if both are 0. */
static li_truth both_zero(li_ctx *ctx, const li_form *v, const li_form *w)
{
    li_truth first = li_form_is_zero(ctx, v), second = first == LI_NO ? LI_NO : li_form_is_zero(ctx, w);
    return first == LI_NO || second == LI_NO ? LI_NO : first == LI_YES && second == LI_YES ? LI_YES : LI_UNKNOWN;
}

li_truth li_form_equal(li_ctx *ctx, const li_form *v, const li_form *w)
{
    li_truth equal = LI_UNKNOWN;
    li_form difference;

    if (v->degree != w->degree && v->len > 0 && w->len > 0)
        return both_zero(ctx, v, w);
    li_form_init(&difference);
    if (li_form_sub(ctx, &difference, v, w) == LI_OK)
        equal = li_form_is_zero(ctx, &difference);
    li_form_clear(ctx, &difference);
    return equal;
}

li_truth li_form_is_closed(li_ctx *ctx, const li_form *w)
{
    li_truth closed = LI_UNKNOWN;
    li_form dw;

    li_form_init(&dw);
    if (li_form_d(ctx, &dw, w) == LI_OK)
        closed = li_form_is_zero(ctx, &dw);
    li_form_clear(ctx, &dw);
    return closed;
}

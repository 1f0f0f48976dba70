/* pvector.c - products of fields */
#include "coframe.h"
#include "terms.h"

void li_pvector_init(li_pvector *X) { li_form_init(&X->w); }
void li_pvector_clear(li_ctx *ctx, li_pvector *X) { li_form_clear(ctx, &X->w); }

li_status li_pvector_field(li_ctx *ctx, li_pvector *out, const li_field *X)
{
    li_form sum;

    if (!li_field_exists(ctx, X))
        return li_ctx_status(ctx);
    li_form_begin(&sum, X->on, 1);
    for (size_t a = 0; a < X->on->n; a++) {
        uint32_t *row = li_form_row(ctx, &sum);
        if (row == NULL)
            break;
        row[0] = (uint32_t)a;
        li_form_term(ctx, &sum, X->comp[a]);
    }
    return li_form_finish(ctx, &out->w, &sum);
}

li_status li_pvector_wedge(li_ctx *ctx, li_pvector *out, const li_pvector *X, const li_pvector *Y)
{
    return li_form_wedge(ctx, &out->w, &X->w, &Y->w);
}

/* pvector.c - products of fields */
#include "coframe.h"

void li_pvector_init(li_pvector *X) { li_form_init(&X->w); }
void li_pvector_clear(li_ctx *ctx, li_pvector *X) { li_form_clear(ctx, &X->w); }

li_status li_pvector_field(li_ctx *ctx, li_pvector *out, const li_field *X)
{
    return li_field_exists(ctx, X) ? li_form_pfaff(ctx, &out->w, X->on, X->comp) : li_ctx_status(ctx);
}

li_status li_pvector_wedge(li_ctx *ctx, li_pvector *out, const li_pvector *X, const li_pvector *Y)
{
    return li_form_wedge(ctx, &out->w, &X->w, &Y->w);
}

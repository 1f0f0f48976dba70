/* wedge.c - the exterior product */
#include <string.h>

#include "coframe.h"
#include "terms.h"

/* f theta^I ^ g theta^J = f g theta^(I J)                                                                     [gallissot 1] */
static void add_product(li_ctx *ctx, li_form *sum, const li_form *v, size_t i, const li_form *w, size_t j)
{
    uint32_t *row = li_form_row(ctx, sum);

    if (row == NULL)
        return;
    memcpy(row, v->at + i * v->degree, v->degree * sizeof *row);
    memcpy(row + v->degree, w->at + j * w->degree, w->degree * sizeof *row);
    li_form_term(ctx, sum, li_expr_mul(ctx, v->f[i], w->f[j]));
}

li_status li_form_wedge(li_ctx *ctx, li_form *out, const li_form *v, const li_form *w)
{
    const li_coframe *c;
    li_form sum;

    if (!li_coframe_shared(ctx, &c, v->on, w->on, "v/\\w: v is a form", "w a form"))
        return li_ctx_status(ctx);
    li_form_begin(&sum, c, v->degree + w->degree);
    for (size_t i = 0; i < v->len; i++)
        for (size_t j = 0; j < w->len && li_ctx_status(ctx) == LI_OK; j++)
            add_product(ctx, &sum, v, i, w, j);
    return li_form_finish(ctx, out, &sum);
}

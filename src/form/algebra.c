/* algebra.c - sums of forms and products by functions */
#include "coframe.h"
#include "terms.h"

/* v + f w; a form without terms is 0 of every degree */
static li_status combine(li_ctx *ctx, li_form *out, const li_form *v, int64_t f, const li_form *w)
{
    const li_coframe *c;
    li_form sum;

    if (!li_coframe_shared(ctx, &c, v->on, w->on, f > 0 ? "v + w: v is a form" : "v - w: v is a form", "w a form"))
        return li_ctx_status(ctx);
    if (v->degree != w->degree && v->len > 0 && w->len > 0)
        return li_fail(ctx, LI_DOMAIN, "v %c w: v is a form of degree %zu, w of degree %zu", f > 0 ? '+' : '-', v->degree, w->degree);
    li_form_begin(&sum, c, v->len > 0 || (w->len == 0 && v->on != NULL) ? v->degree : w->degree);
    li_form_add_times(ctx, &sum, li_expr_int(ctx, 1), v);
    li_form_add_times(ctx, &sum, li_expr_int(ctx, f), w);
    return li_form_finish(ctx, out, &sum);
}

li_status li_form_add(li_ctx *ctx, li_form *out, const li_form *v, const li_form *w) { return combine(ctx, out, v, 1, w); }
li_status li_form_sub(li_ctx *ctx, li_form *out, const li_form *v, const li_form *w) { return combine(ctx, out, v, -1, w); }

li_status li_form_scale(li_ctx *ctx, li_form *out, li_expr f, const li_form *w)
{
    li_form sum;

    if (!li_form_is_defined(ctx, f))
        return li_ctx_status(ctx);
    li_form_begin(&sum, w->on, w->degree);
    li_form_add_times(ctx, &sum, f, w);
    return li_form_finish(ctx, out, &sum);
}

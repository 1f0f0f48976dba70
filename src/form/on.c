/* on.c - the same form or field in the letters of another coframe: a chart and the bases on it */
#include "coframe.h"
#include "field.h"
#include "map.h"

static const li_coframe *chart_of(const li_coframe *c) { return c->base != NULL ? c->base : c; }

/* Are both coframes of one chart? */
static bool are_related(li_ctx *ctx, const li_coframe *c, const li_coframe *d, const char *what)
{
    const li_coframe *shared;
    return chart_of(c) == chart_of(d) || li_coframe_shared(ctx, &shared, d, c, what, "asked for");
}

li_status li_form_on(li_ctx *ctx, li_form *out, const li_coframe *c, const li_form *w)
{
    li_form v;

    if (w->on == NULL || w->on == c)
        return li_form_copy(ctx, out, w);
    if (!are_related(ctx, c, w->on, "the letters of a form: it is"))
        return li_ctx_status(ctx);
    li_form_init(&v);
    if (w->on->base != NULL)
        li_form_replace(ctx, &v, w->on->base, 0, NULL, NULL, w->on->in_base, w);
    else
        li_form_copy(ctx, &v, w);
    if (c->base != NULL)
        li_form_replace(ctx, &v, c, 0, NULL, NULL, c->dx, &v);
    if (li_ctx_status(ctx) == LI_OK)
        li_form_swap(out, &v);
    li_form_clear(ctx, &v);
    return li_ctx_status(ctx);
}

/* X^a = theta^a(X), the theta of c written in the letters of X */
li_status li_field_on(li_ctx *ctx, li_field *out, const li_coframe *c, const li_field *X)
{
    li_field Y;
    li_form theta;

    if (!li_field_exists(ctx, X) || !are_related(ctx, c, X->on, "the letters of a field: it is"))
        return li_ctx_status(ctx);
    li_form_init(&theta);
    li_field_begin(ctx, &Y, c);
    for (size_t a = 0; a < c->n && li_ctx_status(ctx) == LI_OK; a++) {
        li_form_theta(ctx, &theta, c, a);
        li_form_on(ctx, &theta, X->on, &theta);
        Y.comp[a] = li_field_value(ctx, X, &theta);
    }
    li_form_clear(ctx, &theta);
    return li_field_finish(ctx, out, &Y);
}

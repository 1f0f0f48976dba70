/* show.c - what the calculator shows: values simplified, forms in the letters in which they are shortest */
#include "calculator.h"

void li_shown_clear(li_ctx *ctx, li_shown *out)
{
    li_form_clear(ctx, &out->form);
    li_pvector_clear(ctx, &out->vector);
    li_quadratic_clear(ctx, &out->quadratic);
}

static size_t cost(li_ctx *ctx, const li_form *w)
{
    size_t sum = 0;
    for (size_t i = 0; i < w->len; i++)
        sum += 2 * w->degree + li_exact_cost(ctx, w->f[i]);
    return sum;
}

/* The same in dv, w(v), dt where the system has quasi-velocities, if that is shorter. */
static li_status shorten(li_calculator *k, li_form *w)
{
    li_omega *O = k->omega;
    li_map letters;
    li_form v;

    if (O == NULL || O->on == &O->state || w->degree == 0 || w->len == 0)
        return LI_OK;
    li_map_init(&letters);
    li_form_init(&v);
    if (li_map_chart(k->ctx, &letters, &k->chart, &O->state, k->chart.x) == LI_OK && li_form_pull(k->ctx, &v, &letters, w) == LI_OK &&
        li_form_on(k->ctx, &v, O->on, &v) == LI_OK && li_form_simplify(k->ctx, &v, &v) == LI_OK && cost(k->ctx, &v) < cost(k->ctx, w))
        li_form_swap(&v, w);
    li_map_clear(k->ctx, &letters);
    li_form_clear(k->ctx, &v);
    return li_ctx_status(k->ctx);
}

li_status li_calculator_show(li_calculator *k, li_shown *out, const li_calculation *c)
{
    bool named = c->kind != LI_CALCULATE_SHOW;
    size_t errors = li_diagnostic_errors(k->ctx);
    li_ast *name = li_alloc(k->ctx, sizeof *name);

    if (name != NULL)
        *name = (li_ast){ .kind = LI_AST_NAME, .place = c->place, .name = c->name };
    *out = (li_shown){ .text = named ? c->name : c->text, .tree = named ? name : c->tree };
    li_form_init(&out->form);
    li_pvector_init(&out->vector);
    li_quadratic_init(&out->quadratic);
    const li_value *v = name == NULL ? NULL : li_calculate(k, out->tree);
    if (v == NULL)
        return li_diagnostic_errors(k->ctx) > errors ? li_fail(k->ctx, LI_INPUT, "a calculation is wrong") : li_ctx_status(k->ctx);
    out->truth = v->truth;
    out->kind = v->kind == LI_VALUE_FORM ? LI_SHOWN_FORM : v->kind == LI_VALUE_VECTOR ? LI_SHOWN_VECTOR :
                v->kind == LI_VALUE_QUADRATIC ? LI_SHOWN_QUADRATIC : LI_SHOWN_TRUTH;
    if (v->kind == LI_VALUE_FORM && li_form_simplify(k->ctx, &out->form, &v->w) == LI_OK)
        shorten(k, &out->form);
    if (v->kind == LI_VALUE_QUADRATIC && li_quadratic_zero(k->ctx, &out->quadratic, &k->chart) == LI_OK &&
        li_quadratic_add(k->ctx, &out->quadratic, li_expr_int(k->ctx, 1), &v->g) == LI_OK)
        li_quadratic_simplify(k->ctx, &out->quadratic);
    if (v->kind == LI_VALUE_VECTOR)
        li_form_simplify(k->ctx, &out->vector.w, &v->X.w);
    return li_ctx_status(k->ctx);
}

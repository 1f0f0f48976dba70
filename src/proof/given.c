/* given.c - a system given by its 2-form: the form is calculated on the chart of the file, and then it moves */
#include "calculator.h"

li_status li_motion_of_model(li_ctx *ctx, li_motion *S, const li_model *m)
{
    if (m->omega == NULL)
        return li_motion_init(ctx, S, m);
    *S = (li_motion){ .model = m };
    li_calculator *k = li_calculator_new(ctx, m, NULL);
    const li_value *v = k != NULL ? li_calculate(k, m->omega) : NULL;
    if (v != NULL && v->kind == LI_VALUE_FORM && v->w.degree == 2)
        li_calculator_settle(k, m->omega, li_motion_init_form(ctx, S, m, &v->w));
    else if (v != NULL)
        li_diagnose(ctx, LI_ERROR, m->omega->place, "the form of a system is a 2-form; this is %s", li_value_words(v));
    if (li_ctx_status(ctx) == LI_OK && li_diagnostic_errors(ctx) > 0)
        li_fail(ctx, LI_INPUT, "the form of the system is wrong");
    li_calculator_free(k);
    return li_ctx_status(ctx);
}

/* form.c - a form by its name */
#include <string.h>

#include "liaison/motion.h"

static const struct {
    const char *name, *numeral;
    li_status (*derive)(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);
} forms[] = {
    { "lagrange", "I", li_motion_lagrange },
    { "quasi", "II", li_motion_quasi },
    { "multipliers", "", li_motion_multipliers },
    { "kane", "", li_motion_kane },
    { "matrix", "", li_motion_mass },
};

/* Lagrange's equations for a free system, in its quasi-velocities if it has any; Kane's for a constrained one. */
static const char *default_form(li_ctx *ctx, const li_motion *S)
{
    li_expr x;
    bool implicit = li_expr_symbols(ctx, S->r * S->n, S->l, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0 ||
                    li_expr_symbols(ctx, S->n, S->F, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0;
    if (S->p > 0)
        return implicit ? "multipliers" : "kane";
    return S->model->quasis > 0 ? "quasi" : "lagrange";
}

li_status li_motion_form(li_ctx *ctx, li_equations *out, const li_motion *S, const char *form, bool simplify)
{
    if (form == NULL)
        form = default_form(ctx, S);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(form, forms[i].name) == 0 || strcmp(form, forms[i].numeral) == 0)
            return forms[i].derive(ctx, out, S, simplify);
    return li_fail(ctx, LI_INPUT, "'%s' is not a form of the equations; there are lagrange (I), quasi (II), multipliers, kane, matrix", form);
}

const char *li_motion_form_name(size_t i) { return i < sizeof forms / sizeof *forms ? forms[i].name : NULL; }

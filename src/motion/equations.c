/* equations.c - equations put together */
#include <string.h>

#include "equations.h"

li_status li_equations_init(li_ctx *ctx, li_equations *out, const char *form, const char *title, size_t len, size_t relations, size_t unknowns)
{
    *out = (li_equations){ .form = form, .title = title, .law = form, .len = len, .relations = relations, .unknowns = unknowns, .simplified = true };
    out->eq = li_alloc(ctx, (len + 1) * sizeof *out->eq);
    out->relation = li_alloc(ctx, (relations + 1) * sizeof *out->relation);
    out->unknown = li_alloc(ctx, (unknowns + 1) * sizeof *out->unknown);
    out->function = li_alloc(ctx, (unknowns + relations + 8) * sizeof *out->function);
    return li_ctx_status(ctx);
}

void li_equations_set(li_ctx *ctx, li_equations *out, li_equation *eq, li_expr left, li_expr right, bool simplify)
{
    size_t done = out->done++;

    *eq = (li_equation){ left, right };
    if (simplify)
        li_progress(ctx, "equations", done, out->len + out->relations);
    if (!simplify || li_exact_equation(ctx, &eq->left, &eq->right, li_expr_sub(ctx, left, right)))
        return;
    *eq = (li_equation){ left, right };
    out->simplified = false;
}

void li_equations_define(li_ctx *ctx, li_equation *eq, li_expr q, li_expr value, bool simplify)
{
    *eq = (li_equation){ q, simplify ? li_exact_simplify(ctx, value) : value };
}

void li_equations_show(li_ctx *ctx, li_equations *out, const char *name, li_expr value, bool simplify)
{
    if (!simplify || value == NULL || li_ctx_status(ctx) != LI_OK)
        return;
    name = li_alloc_string(ctx, name, strlen(name));
    value = li_exact_collect(ctx, value, LI_VELOCITY);
    if (name != NULL)
        out->function[out->functions++] = (li_named){ name, value };
}

void li_equations_constraints(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    li_expr zero = li_expr_int(ctx, 0);
    for (size_t h = 0; h < S->p; h++) {
        if (S->position[h] != NULL)
            out->relation[h] = (li_equation){ simplify ? li_exact_simplify(ctx, S->position[h]) : S->position[h], zero };
        else
            li_equations_set(ctx, out, &out->relation[h], S->relation[h], zero, simplify);
    }
}

bool li_motion_is_ideal(const li_motion *S)
{
    bool yes = true;
    for (size_t h = 0; h < S->r && yes; h++)
        yes = S->ideal[h];
    return yes;
}

bool li_motion_is_implicit(li_ctx *ctx, const li_motion *S)
{
    li_expr x;
    return li_expr_symbols(ctx, S->r * S->n, S->l, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0 ||
           li_expr_symbols(ctx, S->n, S->F, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0;
}

li_expr li_motion_reaction(li_ctx *ctx, const li_motion *S, size_t alpha)
{
    li_expr sum = li_expr_int(ctx, 0);
    for (size_t h = 0; h < S->r; h++)
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, S->lambda[h], S->l[h * S->n + alpha]));
    return sum;
}

/* reactions.c - multipliers, coupling and drive as lines of the language */
#include <string.h>

#include "reactions.h"

enum { NARROW = 24, READABLE = 60 };         /* left sides up to here stand below one another; the cost of what is worth repeating */

const char *li_reaction_name(const li_motion *S, size_t h) { return S->p == S->r ? S->label[h] : S->multiplier[h]; }

void li_put_conditions(li_ctx *ctx, li_text *out, const li_reactions *x)
{
    const li_vanishing *v = &x->vanishing;

    for (size_t i = 0; i < v->conditions; i++)
        li_text_printf(ctx, out, "%s%s", i == 0 ? "" : ", ", li_expr_name(v->condition[i]));
    li_text_put(ctx, out, v->conditions > 0 ? " > 0" : "");
    if (x->definite)
        li_text_put(ctx, out, v->conditions > 0 ? " and the kinetic energy is positive" : "the kinetic energy is positive");
}

void li_put_zeros(li_ctx *ctx, li_text *out, const li_vanishing *v)
{
    for (size_t i = 0; i < v->factors; i++) {
        li_text_put(ctx, out, i == 0 ? "" : " or ");
        li_expr_print(ctx, out, v->factor[i]);
        li_text_put(ctx, out, " = 0");
    }
    li_text_put(ctx, out, v->factors == 0 ? "nowhere" : "");
}

static void put_value(li_ctx *ctx, li_text *out, const char *name, int width, li_expr value)
{
    li_text_printf(ctx, out, "%-*s = ", width, name);
    li_expr_print(ctx, out, value);
    li_text_put(ctx, out, "\n");
}

li_expr li_reaction_combination(li_ctx *ctx, const li_motion *S, const li_expr *c)
{
    li_expr sum = li_expr_int(ctx, 0);
    for (size_t h = 0; h < S->r; h++)
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, c[h], S->lambda[h]));
    return sum;
}

static void put_equality(li_ctx *ctx, li_text *out, li_expr left, li_expr right)
{
    li_expr_print(ctx, out, left);
    li_text_put(ctx, out, " = ");
    li_expr_print(ctx, out, right);
    li_text_put(ctx, out, "\n");
}

/* # compatible: functions of p q r and the coordinates, on the constraints */
static void put_head(li_ctx *ctx, li_text *out, const li_reactions *x)
{
    li_text_put(ctx, out, "# reactions on the constraints, as functions of");
    for (size_t i = 0; i < x->velocities; i++)
        li_text_printf(ctx, out, " %s", li_expr_name(x->velocity[i]));
    li_text_put(ctx, out, x->velocities > 0 ? " and the coordinates\n" : " the coordinates\n");
    bool named = !x->implicit && x->status != LI_COMPATIBLE;
    if (x->message[0] != '\0')
        li_text_printf(ctx, out, "# %s%s%s\n", named ? li_verdict_name(x->status) : "", named ? ": " : "", x->message);
}

static void put_multipliers(li_ctx *ctx, li_text *out, const li_motion *S, const li_reactions *x)
{
    int width = 0;

    for (size_t h = 0; h < x->r; h++)
        if (x->multiplier[h] != NULL && (int)strlen(S->multiplier[h]) > width && strlen(S->multiplier[h]) <= NARROW)
            width = (int)strlen(S->multiplier[h]);
    for (size_t h = 0; h < x->r; h++)
        if (x->multiplier[h] != NULL)
            put_value(ctx, out, S->multiplier[h], width, x->multiplier[h]);
    for (size_t i = 0; i < x->combinations; i++)
        put_equality(ctx, out, li_reaction_combination(ctx, S, x->combination + i * (x->r + 1)), x->combination[i * (x->r + 1) + x->r]);
    for (size_t i = 0; i < x->equations; i++)
        put_equality(ctx, out, x->equation[i], li_expr_int(ctx, 0));
}

static void put_coupling(li_ctx *ctx, li_text *out, const li_motion *S, const li_reactions *x)
{
    li_text_put(ctx, out, "\n# coupling(h, k) = i(e^h)da^k, what is not listed is 0; drive(k) = i(E)da^k\n");
    for (size_t h = 0; h < x->r; h++)
        for (size_t k = 0; k < x->p; k++) {
            if (li_expr_is_zero(x->coupling[h * x->p + k]))
                continue;
            li_text_printf(ctx, out, "coupling(%s, %s) = ", li_reaction_name(S, h), S->label[k]);
            li_expr_print(ctx, out, x->coupling[h * x->p + k]);
            li_text_put(ctx, out, "\n");
        }
    for (size_t k = 0; k < x->p; k++) {
        li_text_printf(ctx, out, "drive(%s) = ", S->label[k]);
        li_expr_print(ctx, out, x->drive[k]);
        li_text_put(ctx, out, "\n");
    }
}

static void put_compatibility(li_ctx *ctx, li_text *out, const li_reactions *x)
{
    if (x->compatibility == NULL) {
        li_text_put(ctx, out, x->p == x->r ? "# the compatibility, det coupling, was not found within the budget\n" : "");
        return;
    }
    put_value(ctx, out, "compatibility", 0, x->compatibility);
    if (li_expr_is_zero(x->compatibility))
        return;
    bool readable = x->vanishing.factors != 1 || li_exact_cost(ctx, x->vanishing.factor[0]) <= READABLE;
    li_text_put(ctx, out, x->vanishing.factors == 0 ? "# it vanishes " : readable ? "# it vanishes where " : "# it may vanish: its sign is not known");
    if (readable)
        li_put_zeros(ctx, out, &x->vanishing);
    if (x->vanishing.conditions > 0 || x->definite) {
        li_text_put(ctx, out, x->vanishing.factors == 0 ? " while " : ", while ");
        li_put_conditions(ctx, out, x);
    }
    li_text_put(ctx, out, "\n");
}

void li_emit_reactions_text(li_ctx *ctx, li_text *out, const li_motion *S, const li_reactions *x)
{
    size_t start = out->len;

    if (x->p == 0) {
        li_text_printf(ctx, out, "# %s has no constraints, and so no reactions\n", S->model->name[0] != '\0' ? S->model->name : "the system");
        return;
    }
    put_head(ctx, out, x);
    put_multipliers(ctx, out, S, x);
    put_coupling(ctx, out, S, x);
    put_compatibility(ctx, out, x);
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, start);
}

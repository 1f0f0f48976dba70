/* json-reactions.c - reactions as functions of the state, as JSON */
#include "json.h"
#include "reactions.h"

static json_t *expression_or_null(li_ctx *ctx, li_expr e) { return e == NULL ? json_null() : li_json_expression(ctx, e); }

/* null as a whole where no reaction is known by itself */
static json_t *multipliers(li_ctx *ctx, const li_motion *S, const li_reactions *x)
{
    bool any = false;

    for (size_t h = 0; h < x->r; h++)
        any |= x->multiplier[h] != NULL;
    json_t *object = li_json_made(ctx, any || x->p == 0 ? json_object() : json_null());
    for (size_t h = 0; any && h < x->r; h++)
        li_json_set(ctx, object, S->multiplier[h], expression_or_null(ctx, x->multiplier[h]));
    return object;
}

static json_t *combinations(li_ctx *ctx, const li_motion *S, const li_reactions *x)
{
    json_t *list = li_json_made(ctx, json_array());

    for (size_t i = 0; i < x->combinations; i++) {
        const li_expr *c = x->combination + i * (x->r + 1);
        json_t *one = li_json_made(ctx, json_object()), *coefficients = li_json_made(ctx, json_object());
        for (size_t h = 0; h < x->r; h++)
            if (!li_expr_is_zero(c[h]))
                li_json_set(ctx, coefficients, S->multiplier[h], li_json_expression(ctx, c[h]));
        li_json_set(ctx, one, "coefficients", coefficients);
        li_json_set(ctx, one, "value", li_json_expression(ctx, c[x->r]));
        li_json_append(ctx, list, one);
    }
    return list;
}

static json_t *equations(li_ctx *ctx, const li_reactions *x)
{
    json_t *list = li_json_made(ctx, json_array());

    for (size_t i = 0; i < x->equations; i++) {
        json_t *one = li_json_made(ctx, json_object());
        li_json_set(ctx, one, "lhs", li_json_expression(ctx, x->equation[i]));
        li_json_set(ctx, one, "rhs", json_string("0"));
        li_json_append(ctx, list, one);
    }
    return list;
}

static json_t *coupling(li_ctx *ctx, const li_reactions *x)
{
    json_t *list = li_json_made(ctx, json_array());
    for (size_t h = 0; h < x->r; h++)
        li_json_append(ctx, list, li_json_expressions(ctx, x->p, x->coupling + h * x->p));
    return list;
}

/* What is above 0 for that: parameters, and the kinetic energy where only that is needed. */
static json_t *conditions(li_ctx *ctx, const li_reactions *x)
{
    json_t *list = li_json_made(ctx, json_array());

    for (size_t i = 0; i < x->vanishing.conditions; i++) {
        li_text text;
        li_text_init(&text);
        li_text_printf(ctx, &text, "%s > 0", li_expr_name(x->vanishing.condition[i]));
        li_json_append(ctx, list, json_string(li_text_str(&text)));
        li_text_clear(ctx, &text);
    }
    if (x->definite)
        li_json_append(ctx, list, json_string("T0 > 0"));
    return list;
}

void li_json_compatibility(li_ctx *ctx, json_t *object, const li_reactions *x)
{
    bool known = x->compatibility != NULL && !li_expr_is_zero(x->compatibility);
    li_text zeros;

    li_text_init(&zeros);
    li_put_zeros(ctx, &zeros, &x->vanishing);
    li_json_set(ctx, object, "compatibility", expression_or_null(ctx, x->compatibility));
    li_json_set(ctx, object, "vanishes_at", known ? json_string(li_text_str(&zeros)) :
                             x->compatibility != NULL ? json_string("everywhere") : json_null());
    li_json_set(ctx, object, "while", conditions(ctx, x));
    li_text_clear(ctx, &zeros);
}

void li_emit_reactions_json(li_ctx *ctx, li_text *out, const li_motion *S, const li_reactions *x)
{
    json_t *object = li_json_made(ctx, json_object());

    li_json_set(ctx, object, "system", json_string(S->model->name));
    li_json_set(ctx, object, "status", json_string(li_verdict_name(x->status)));
    li_json_set(ctx, object, "velocities", li_json_symbols(ctx, x->velocities, x->velocity));
    li_json_set(ctx, object, "multiplier", multipliers(ctx, S, x));
    if (x->combinations > 0)
        li_json_set(ctx, object, "combinations", combinations(ctx, S, x));
    if (x->equations > 0)
        li_json_set(ctx, object, "equations", equations(ctx, x));
    li_json_set(ctx, object, "coupling", coupling(ctx, x));
    li_json_set(ctx, object, "drive", li_json_expressions(ctx, x->p, x->drive));
    li_json_compatibility(ctx, object, x);
    if (x->message[0] != '\0')
        li_json_set(ctx, object, "message", json_string(x->message));
    li_json_finish(ctx, out, object);
}

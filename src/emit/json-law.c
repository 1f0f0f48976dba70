/* json-law.c - the law of a system as JSON: what a generator for another language needs, as expressions and as a program */
#include <math.h>

#include "json.h"
#include "symbolic.h"

/* {"name", "value", "number"}: exactly, and the nearest double; null where there is none */
static json_t *valued(li_ctx *ctx, const char *name, li_expr value, double number)
{
    json_t *x = li_json_made(ctx, json_object());

    if (name != NULL)
        li_json_set(ctx, x, "name", json_string(name));
    li_json_set(ctx, x, "value", value == NULL || isnan(number) ? json_null() : li_json_expression(ctx, value));
    li_json_set(ctx, x, "number", li_json_double(number, 17));
    return x;
}

static json_t *rows(li_ctx *ctx, size_t m, size_t n, const li_expr *e)
{
    json_t *list = li_json_made(ctx, json_array());
    for (size_t i = 0; i < m; i++)
        li_json_append(ctx, list, li_json_expressions(ctx, n, e + i * n));
    return list;
}

static json_t *strings(li_ctx *ctx, size_t n, const char *const *name) { return li_json_names(ctx, n, name); }

/* M w' + h = sum lambda_h l^h, A w' + rest = 0 */
static json_t *law(li_ctx *ctx, const li_symbolic *y)
{
    const li_motion *S = y->S;
    const li_dynamics *D = &y->D;
    json_t *x = li_json_made(ctx, json_object()), *positions = li_json_made(ctx, json_array());

    li_json_set(ctx, x, "coordinates", li_json_symbols(ctx, S->coords, S->q));
    li_json_set(ctx, x, "velocities", li_json_symbols(ctx, D->n, D->w));
    li_json_set(ctx, x, "rates", li_json_symbols(ctx, D->n, D->rate));
    li_json_set(ctx, x, "coordinate_rates", li_json_expressions(ctx, S->coords, D->velocity));
    li_json_set(ctx, x, "M", rows(ctx, D->n, D->n, D->M));
    li_json_set(ctx, x, "h", li_json_expressions(ctx, D->n, D->h));
    li_json_set(ctx, x, "multipliers", strings(ctx, S->r, S->multiplier));
    li_json_set(ctx, x, "l", rows(ctx, D->r, D->n, D->l));
    li_json_set(ctx, x, "A", rows(ctx, D->p, D->n, D->A));
    li_json_set(ctx, x, "rest", li_json_expressions(ctx, D->p, D->rest));
    li_json_set(ctx, x, "relations", li_json_expressions(ctx, D->p, D->relation));
    for (size_t k = 0; k < S->p; k++)
        li_json_append(ctx, positions, S->position[k] == NULL ? json_null() : li_json_expression(ctx, S->position[k]));
    li_json_set(ctx, x, "positions", positions);
    return x;
}

static json_t *definitions(li_ctx *ctx, const li_model *m)
{
    json_t *x = li_json_made(ctx, json_object());
    for (size_t i = 0; i < m->quasis; i++)
        li_json_set(ctx, x, m->quasi[i].name, li_json_expression(ctx, m->quasi[i].value));
    return x;
}

static json_t *named(li_ctx *ctx, size_t n, const char *const *name, const li_expr *e)
{
    json_t *x = li_json_made(ctx, json_object());
    for (size_t i = 0; i < n; i++)
        li_json_set(ctx, x, name[i], li_json_expression(ctx, e[i]));
    return x;
}

/* ---- the program ---- */

static json_t *groups(li_ctx *ctx, const li_source *x)
{
    json_t *object = li_json_made(ctx, json_object());

    for (size_t i = 0; i < LI_GROUPS; i++) {
        const li_group *g = &x->group[i];
        json_t *one = li_json_made(ctx, json_object());
        li_json_set(ctx, one, "first", json_integer((json_int_t)g->first));
        li_json_set(ctx, one, "count", json_integer((json_int_t)g->count));
        if (i < LI_GROUP_SLOPES)
            li_json_set(ctx, one, "names", strings(ctx, g->count, g->name));
        li_json_set(ctx, object, li_group_word[i], one);
    }
    return object;
}

static json_t *numbers(li_ctx *ctx, const li_source *x)
{
    json_t *list = li_json_made(ctx, json_array());

    for (size_t i = 0; i < x->flow.params; i++)
        li_json_append(ctx, list, valued(ctx, li_expr_name(x->flow.param[i]), x->value[i], x->parameter[i]));
    return list;
}

static json_t *start(li_ctx *ctx, const li_source *x)
{
    json_t *object, *list;

    if (!x->starts)
        return json_null();
    object = li_json_made(ctx, json_object());
    list = li_json_made(ctx, json_array());
    for (size_t i = 0; i < x->flow.n; i++)
        li_json_append(ctx, list, valued(ctx, x->group[LI_GROUP_RATES].name[i], x->exact[i], x->start[i]));
    li_json_set(ctx, object, "t", valued(ctx, NULL, x->exact[x->flow.n], x->start[x->flow.n]));
    li_json_set(ctx, object, "y", list);
    return object;
}

/* The text of the program is read back: it becomes a part of the whole. */
static json_t *program(li_ctx *ctx, const li_source *x)
{
    li_text text;
    json_t *object = NULL;

    li_text_init(&text);
    if (li_program_json(ctx, &text, &x->program) == LI_OK)
        object = li_json_made(ctx, json_loadb(li_text_str(&text), text.len, 0, NULL));
    li_text_clear(ctx, &text);
    li_json_set(ctx, object, "groups", groups(ctx, x));
    return object;
}

/* variables, parameters, start, program; without a program the reason */
static void set_source(li_ctx *ctx, json_t *object, const li_source_options *o)
{
    static const char *const key[] = { "variables", "parameters", "start", "program" };
    li_source x;
    li_status status = li_source_init(ctx, &x, o);

    if (status == LI_OK) {
        li_json_set(ctx, object, "variables", strings(ctx, x.flow.n, x.group[LI_GROUP_RATES].name));
        li_json_set(ctx, object, "parameters", numbers(ctx, &x));
        li_json_set(ctx, object, "start", start(ctx, &x));
        li_json_set(ctx, object, "program", program(ctx, &x));
    } else if (status == LI_ABSENT || status == LI_UNDECIDED) {
        const char *why = li_ctx_message(ctx);
        json_t *words = json_string(why);
        li_ctx_forgive(ctx);
        for (size_t i = 0; i < sizeof key / sizeof *key; i++)
            li_json_set(ctx, object, key[i], json_null());
        li_json_set(ctx, object, "why", words);
    }
    li_source_clear(ctx, &x);
}

li_status li_emit_law_json(li_ctx *ctx, li_text *out, const li_source_options *o)
{
    const li_model *m = o->motion->model;
    json_t *object = li_json_made(ctx, json_object());
    li_symbolic y;

    li_json_set(ctx, object, "system", json_string(m->name));
    li_json_set(ctx, object, "title", json_string(m->title));
    li_json_set(ctx, object, "version", json_string(li_version()));
    if (li_symbolic_init(ctx, &y, o) == LI_OK) {
        li_json_set(ctx, object, "law", law(ctx, &y));
        li_json_set(ctx, object, "quasi_velocities", definitions(ctx, m));
        li_json_set(ctx, object, "energies", named(ctx, y.energies, y.energy_name, y.energy));
        li_json_set(ctx, object, "integrals", named(ctx, y.integrals, y.integral_name, y.integral));
        set_source(ctx, object, o);
    }
    li_json_finish(ctx, out, object);
    return li_ctx_status(ctx);
}

/* json.c - results as JSON, keys in a fixed order */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

/* ---- values ---- */

json_t *li_json_made(li_ctx *ctx, json_t *x)
{
    if (x == NULL)
        li_fail(ctx, LI_MEMORY, "out of memory");
    return x;
}

void li_json_set(li_ctx *ctx, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, li_json_made(ctx, value)) != 0)
        li_fail(ctx, LI_MEMORY, "out of memory");
}

void li_json_append(li_ctx *ctx, json_t *list, json_t *value)
{
    if (json_array_append_new(list, li_json_made(ctx, value)) != 0)
        li_fail(ctx, LI_MEMORY, "out of memory");
}

/* The text, which it clears. */
static json_t *take(li_ctx *ctx, li_text *text)
{
    json_t *x = li_ctx_status(ctx) == LI_OK ? json_string(li_text_str(text)) : NULL;
    li_text_clear(ctx, text);
    return x;
}

json_t *li_json_expression(li_ctx *ctx, li_expr e)
{
    li_text text;
    li_text_init(&text);
    li_expr_print(ctx, &text, e);
    return take(ctx, &text);
}

json_t *li_json_number(li_ctx *ctx, const li_ball *x, int digits)
{
    li_text text;

    if (x == NULL || !li_ball_is_finite(x))
        return json_null();
    li_text_init(&text);
    li_ball_print(ctx, &text, x, digits);
    return take(ctx, &text);
}

json_t *li_json_names(li_ctx *ctx, size_t n, const char *const *name)
{
    json_t *list = li_json_made(ctx, json_array());
    for (size_t i = 0; i < n; i++)
        li_json_append(ctx, list, json_string(name[i]));
    return list;
}

json_t *li_json_symbols(li_ctx *ctx, size_t n, const li_expr *x)
{
    json_t *list = li_json_made(ctx, json_array());
    for (size_t i = 0; i < n; i++)
        li_json_append(ctx, list, json_string(li_expr_name(x[i])));
    return list;
}

json_t *li_json_expressions(li_ctx *ctx, size_t n, const li_expr *x)
{
    json_t *list = li_json_made(ctx, json_array());
    for (size_t i = 0; i < n; i++)
        li_json_append(ctx, list, li_json_expression(ctx, x[i]));
    return list;
}

json_t *li_json_numbers(li_ctx *ctx, size_t n, const li_ball *x, int digits)
{
    json_t *list = li_json_made(ctx, json_array());
    for (size_t i = 0; i < n; i++)
        li_json_append(ctx, list, li_json_number(ctx, &x[i], digits));
    return list;
}

json_t *li_json_double(double x, int digits)
{
    char s[40];

    if (!isfinite(x))
        return json_null();
    snprintf(s, sizeof s, "%.*g", digits, x);
    return json_string(s);
}

json_t *li_json_truth(li_truth x) { return x == LI_UNKNOWN ? json_null() : json_boolean(x == LI_YES); }

void li_json_put(li_ctx *ctx, li_text *out, json_t *object, size_t flags)
{
    char *s = li_ctx_status(ctx) == LI_OK ? json_dumps(object, flags) : NULL;
    size_t start = out->len;

    json_decref(object);
    if (s == NULL) {
        li_fail(ctx, LI_MEMORY, "out of memory");
        return;
    }
    li_text_put(ctx, out, s);
    free(s);
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, start);
}

void li_json_finish(li_ctx *ctx, li_text *out, json_t *object)
{
    li_json_put(ctx, out, object, JSON_INDENT(2));
    if (li_ctx_status(ctx) == LI_OK)
        li_text_put(ctx, out, "\n");
}

/* ---- equations ---- */

static json_t *equations(li_ctx *ctx, size_t n, const li_equation *eq)
{
    json_t *list = li_json_made(ctx, json_array());

    for (size_t i = 0; i < n; i++) {
        json_t *x = li_json_made(ctx, json_object());
        li_json_set(ctx, x, "lhs", li_json_expression(ctx, eq[i].left));
        li_json_set(ctx, x, "rhs", li_json_expression(ctx, eq[i].right));
        li_json_append(ctx, list, x);
    }
    return list;
}

/* the functions from which the form was made, by name */
static json_t *functions(li_ctx *ctx, const li_equations *form)
{
    json_t *object = li_json_made(ctx, json_object());
    for (size_t i = 0; i < form->functions; i++)
        li_json_set(ctx, object, form->function[i].name, li_json_expression(ctx, form->function[i].value));
    return object;
}

/* a 2-form as {"basis", "matrix"} */
static json_t *matrix(li_ctx *ctx, const li_form *w)
{
    size_t n = w->on->n;
    json_t *object = li_json_made(ctx, json_object()), *rows = li_json_made(ctx, json_array());
    li_expr *W = li_new(ctx, n * n + 1, sizeof *W);

    if (W != NULL && li_form_matrix(ctx, W, w) == LI_OK)
        for (size_t i = 0; i < n; i++)
            li_json_append(ctx, rows, li_json_expressions(ctx, n, W + i * n));
    li_drop(ctx, W);
    li_json_set(ctx, object, "basis", li_json_names(ctx, n, w->on->name));
    li_json_set(ctx, object, "matrix", rows);
    return object;
}

/* all forms as they are written, by name */
static json_t *exterior(li_ctx *ctx, const li_equations *form)
{
    json_t *object = li_json_made(ctx, json_object());

    for (size_t i = 0; i < form->forms; i++) {
        li_text text;
        li_text_init(&text);
        li_form_print(ctx, &text, form->exterior[i].w);
        li_json_set(ctx, object, form->exterior[i].name, take(ctx, &text));
    }
    return object;
}

static void set_form(li_ctx *ctx, json_t *x, const li_equations *form)
{
    li_json_set(ctx, x, "form", json_string(form->form));
    li_json_set(ctx, x, "title", json_string(form->title));
    if (li_law_text(form->law) != NULL)
        li_json_set(ctx, x, "law", json_string(li_law_text(form->law)));
    li_json_set(ctx, x, "unknowns", li_json_symbols(ctx, form->unknowns, form->unknown));
    li_json_set(ctx, x, "equations", equations(ctx, form->len, form->eq));
    li_json_set(ctx, x, "functions", functions(ctx, form));
    li_json_set(ctx, x, "relations", equations(ctx, form->relations, form->relation));
    if (form->forms > 0) {
        li_json_set(ctx, x, "omega", matrix(ctx, form->exterior[0].w));
        li_json_set(ctx, x, "exterior", exterior(ctx, form));
    }
    if (form->remark != NULL)
        li_json_set(ctx, x, "remark", json_string(form->remark));
    if (form->rows > 0) {
        json_t *M = li_json_made(ctx, json_array());
        for (size_t i = 0; i < form->rows; i++)
            li_json_append(ctx, M, li_json_expressions(ctx, form->rows, form->M + i * form->rows));
        li_json_set(ctx, x, "M", M);
        li_json_set(ctx, x, "forcing", li_json_expressions(ctx, form->rows, form->forcing));
    }
    li_json_set(ctx, x, "simplified", json_boolean(form->simplified));
}

void li_emit_equations_json(li_ctx *ctx, li_text *out, const li_model *m, size_t count, const li_equations *form)
{
    json_t *object = li_json_made(ctx, json_object()), *list = NULL;

    li_json_set(ctx, object, "system", json_string(m->name));
    if (count == 1) {
        set_form(ctx, object, form);
    } else {
        list = li_json_made(ctx, json_array());
        json_t *omitted = li_json_made(ctx, json_array());
        for (size_t i = 0; i < count; i++) {
            json_t *x = li_json_made(ctx, json_object());
            if (form[i].omitted == NULL) {
                set_form(ctx, x, &form[i]);
            } else {
                li_json_set(ctx, x, "form", json_string(form[i].form));
                li_json_set(ctx, x, "why", json_string(form[i].omitted));
            }
            li_json_append(ctx, form[i].omitted == NULL ? list : omitted, x);
        }
        li_json_set(ctx, object, "forms", list);
        li_json_set(ctx, object, "omitted", omitted);
    }
    li_json_finish(ctx, out, object);
}

/* ---- claims ---- */

/* {"claim", "line", "holds", "how", "counterexample"}, one line */
void li_emit_proof_json(li_ctx *ctx, li_text *out, const li_claim *claim, const li_proof *p)
{
    static const char *const how[] = { [LI_BY_NOTHING] = NULL, [LI_BY_ALGEBRA] = "exact", [LI_BY_RESIDUES] = "modular", [LI_BY_STATE] = "exact" };
    json_t *object = li_json_made(ctx, json_object()), *state = li_json_made(ctx, p->holds == LI_NO && p->n > 0 ? json_object() : json_null());

    li_json_set(ctx, object, "claim", json_string(claim->text));
    li_json_set(ctx, object, "line", json_integer(claim->place.line));
    li_json_set(ctx, object, "holds", p->holds == LI_UNKNOWN ? json_null() : json_boolean(p->holds == LI_YES));
    li_json_set(ctx, object, "how", how[p->how] == NULL ? json_null() : json_string(how[p->how]));
    if (p->how == LI_BY_RESIDUES)
        li_json_set(ctx, object, "bits", json_real(p->bits));
    for (size_t k = 0; p->holds == LI_NO && k < p->n; k++) {
        li_text name;
        li_text_init(&name);
        li_expr_print(ctx, &name, p->x[k]);
        li_json_set(ctx, state, li_text_str(&name), li_json_expression(ctx, p->value[k]));
        li_text_clear(ctx, &name);
    }
    li_json_set(ctx, object, "counterexample", state);
    if (p->difference != NULL && p->holds == LI_NO)
        li_json_set(ctx, object, "difference", li_json_expression(ctx, p->difference));
    if (p->why[0] != '\0')
        li_json_set(ctx, object, "why", json_string(p->why));
    li_json_put(ctx, out, object, JSON_COMPACT);
}

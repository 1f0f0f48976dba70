/* shown.c - what the calculator with exterior forms shows */
#include <string.h>

#include "exterior.h"
#include "json.h"

enum { LINE = 110 };               /* letters on a line of text */

static const char *const truth[] = { "no", "yes", "not decided" };

static void put_value(li_ctx *ctx, li_text *out, const li_shown *x)
{
    if (x->kind == LI_SHOWN_TRUTH)
        li_text_put(ctx, out, truth[x->truth]);
    else if (x->kind == LI_SHOWN_FORM)
        li_form_print(ctx, out, &x->form);
    else if (x->kind == LI_SHOWN_QUADRATIC)
        li_quadratic_print(ctx, out, &x->quadratic);
    else
        li_pvector_print(ctx, out, &x->vector);
}

void li_emit_shown_text(li_ctx *ctx, li_text *out, size_t count, const li_shown *shown)
{
    size_t start = out->len;

    for (size_t i = 0; i < count; i++) {
        li_text value;
        li_text_init(&value);
        put_value(ctx, &value, &shown[i]);
        const char *s = li_text_str(&value);
        li_text_printf(ctx, out, "%s = ", shown[i].text);
        for (size_t n = li_exterior_line_end(s, LINE); n > 0; n = li_exterior_line_end(s, LINE)) {
            li_text_put_n(ctx, out, s, n + 2);               /* with the sign, so that the line goes on when it is read */
            li_text_put(ctx, out, "\n   ");
            s += n + 2;
        }
        li_text_printf(ctx, out, "%s\n", s);
        li_text_clear(ctx, &value);
    }
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, start);
}

static const char *kind(const li_shown *x)
{
    if (x->kind == LI_SHOWN_TRUTH)
        return "truth";
    if (x->kind == LI_SHOWN_QUADRATIC)
        return "quadratic form";
    if (x->kind == LI_SHOWN_VECTOR)
        return x->vector.w.degree > 1 ? "p-vector" : "field";
    return x->form.degree > 0 ? "form" : "function";
}

static json_t *shown_json(li_ctx *ctx, const li_shown *x)
{
    json_t *o = li_json_made(ctx, json_object());
    li_text text;

    li_text_init(&text);
    put_value(ctx, &text, x);
    li_json_set(ctx, o, "expression", json_string(x->text));
    li_json_set(ctx, o, "kind", json_string(kind(x)));
    if (x->kind == LI_SHOWN_FORM || x->kind == LI_SHOWN_VECTOR)
        li_json_set(ctx, o, "degree", json_integer((json_int_t)(x->kind == LI_SHOWN_FORM ? x->form.degree : x->vector.w.degree)));
    li_json_set(ctx, o, "value", x->kind == LI_SHOWN_TRUTH ? li_json_truth(x->truth) : json_string(li_text_str(&text)));
    li_text_clear(ctx, &text);
    return o;
}

void li_emit_shown_json(li_ctx *ctx, li_text *out, const li_model *m, size_t count, const li_shown *shown)
{
    json_t *object = li_json_made(ctx, json_object()), *list = li_json_made(ctx, json_array());

    li_json_set(ctx, object, "system", json_string(m->name));
    for (size_t i = 0; i < count; i++)
        li_json_append(ctx, list, shown_json(ctx, &shown[i]));
    li_json_set(ctx, object, "shown", list);
    li_json_finish(ctx, out, object);
}

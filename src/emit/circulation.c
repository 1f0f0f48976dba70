/* circulation.c - the circulation of a closed curve of starts, as text and JSON */
#include <stdio.h>

#include "json.h"
#include "liaison/emit.h"

void li_emit_circulation_text(li_ctx *ctx, li_text *out, const li_circulation *C)
{
    size_t start = out->len;

    li_text_printf(ctx, out, "# the integral of p dq along a closed curve of %zu starts, and its numerical error\n", C->members);
    li_text_printf(ctx, out, "%-12s %-24s %s\n", "t", "circulation", "error");
    for (size_t i = 0; i < C->instants; i++)
        li_text_printf(ctx, out, "%-12.10g %-24.17g %.1g\n", C->t[i], C->value[i], C->error[i]);
    if (C->ending != LI_ENDED)
        li_text_printf(ctx, out, "%s: member %zu: %s\n", li_ending_name(C->ending), C->member, C->message);
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, start);
}

void li_emit_circulation_json(li_ctx *ctx, li_text *out, const li_flow *F, const li_circulation *C)
{
    json_t *object = li_json_made(ctx, json_object()), *list = li_json_made(ctx, json_array());

    for (size_t i = 0; i < C->instants; i++) {
        json_t *one = li_json_made(ctx, json_object());
        li_json_set(ctx, one, "t", li_json_double(C->t[i], 17));
        li_json_set(ctx, one, "circulation", li_json_double(C->value[i], 17));
        li_json_set(ctx, one, "error", li_json_double(C->error[i], 3));
        li_json_append(ctx, list, one);
    }
    li_json_set(ctx, object, "system", json_string(F->S->model->name));
    li_json_set(ctx, object, "members", json_integer((json_int_t)C->members));
    li_json_set(ctx, object, "instants", list);
    li_json_set(ctx, object, "stopped", json_string(li_ending_name(C->ending)));
    li_json_set(ctx, object, "message", json_string(C->message));
    li_json_finish(ctx, out, object);
}

/* ensemble.c - what came of many motions: a table, or JSON, one after another */
#include <math.h>
#include <string.h>

#include "json.h"
#include "run.h"

/* ---- a table ---- */

enum { WIDTH = 15 };

/* In a column of its own, with a blank before. */
static void put_word(li_ctx *ctx, li_text *out, const char *s)
{
    int width = 0;

    for (const char *c = s; *c != '\0'; c++)
        width += (*c & 0xc0) != 0x80;
    li_text_printf(ctx, out, "%*s%s", width < WIDTH ? WIDTH - width : 1, "", s);
}

static void put_number(li_ctx *ctx, li_text *out, double x)
{
    if (isnan(x))
        put_word(ctx, out, "-");
    else
        li_text_printf(ctx, out, " %*.8g", WIDTH - 1, x);
}

/* Where it ended: coordinates and velocities. */
static bool is_shown(const li_column *column) { return column->kind == LI_COLUMN_COORDINATE || column->kind == LI_COLUMN_VELOCITY || column->kind == LI_COLUMN_SPEED; }

void li_emit_member_head_text(li_ctx *ctx, li_text *out, const li_flow *F, size_t n, const li_emit_over *over)
{
    for (size_t j = 0; j < n; j++)
        put_word(ctx, out, over[j].name);
    li_text_put(ctx, out, " :");
    put_word(ctx, out, "t");
    for (size_t i = 0; i < F->columns; i++)
        if (is_shown(&F->column[i]))
            put_word(ctx, out, F->column[i].name);
    li_text_put(ctx, out, "  ended\n");
}

void li_emit_member_text(li_ctx *ctx, li_text *out, const li_flow *F, size_t n, const li_emit_over *over, const li_member *m)
{
    (void)over;
    for (size_t j = 0; j < n; j++)
        put_number(ctx, out, m->value[j]);
    li_text_put(ctx, out, " :");
    put_number(ctx, out, m->t);
    for (size_t i = 0; i < F->columns; i++)
        if (is_shown(&F->column[i]))
            put_number(ctx, out, m->column[i]);
    li_text_printf(ctx, out, "  %s%s%s\n", li_ending_name(m->ending), m->message[0] != '\0' ? ": " : "", m->message);
}

/* ---- JSON ---- */

static json_t *json_over(li_ctx *ctx, size_t n, const li_emit_over *over)
{
    json_t *object = li_json_made(ctx, json_object());

    for (size_t j = 0; j < n; j++) {
        if (over[j].low == NULL) {
            li_json_set(ctx, object, over[j].name, json_null());
            continue;
        }
        json_t *range = li_json_made(ctx, json_object());
        li_json_set(ctx, range, "from", json_string(over[j].low));
        li_json_set(ctx, range, "to", json_string(over[j].high));
        li_json_set(ctx, range, "count", json_integer((json_int_t)over[j].count));
        li_json_set(ctx, object, over[j].name, range);
    }
    return object;
}

void li_emit_ensemble_begin_json(li_ctx *ctx, li_text *out, const li_flow *F, size_t n, const li_emit_over *over, const char *starts, uint64_t members)
{
    json_t *object = li_json_made(ctx, json_object());

    li_json_set(ctx, object, "system", json_string(F->S->model->name));
    li_json_set(ctx, object, "what", json_string("run"));
    li_json_set(ctx, object, "members", json_integer((json_int_t)members));
    li_json_set(ctx, object, "over", json_over(ctx, n, over));
    if (starts != NULL)
        li_json_set(ctx, object, "starts", json_string(starts));
    li_json_put(ctx, out, object, JSON_COMPACT);
    if (li_ctx_status(ctx) != LI_OK)
        return;
    li_text_cut(out, out->len - 1);            /* it goes on */
    li_text_put(ctx, out, ",\"results\":[");
}

static json_t *json_state(li_ctx *ctx, const li_flow *F, const double *column, bool (*wanted)(li_column_kind kind))
{
    json_t *object = li_json_made(ctx, json_object());

    for (size_t i = 0; i < F->columns; i++)
        if (wanted(F->column[i].kind))
            li_json_set(ctx, object, F->column[i].name, li_json_double(column[i], 17));
    return object;
}

static bool is_multiplier(li_column_kind kind) { return kind == LI_COLUMN_MULTIPLIER; }
static bool is_integral(li_column_kind kind) { return kind == LI_COLUMN_INTEGRAL; }

void li_emit_member_json(li_ctx *ctx, li_text *out, const li_flow *F, size_t n, const li_emit_over *over, const li_member *m, bool first)
{
    json_t *object = li_json_made(ctx, json_object()), *x = li_json_made(ctx, json_object());

    for (size_t j = 0; j < n; j++)
        li_json_set(ctx, x, over[j].name, li_json_double(m->value[j], 17));
    li_json_set(ctx, object, "over", x);
    li_json_set(ctx, object, "t", li_json_double(m->t, 17));
    li_json_set(ctx, object, "state", json_state(ctx, F, m->column, li_run_in_state));
    li_json_set(ctx, object, "multiplier", json_state(ctx, F, m->column, is_multiplier));
    for (size_t i = 0; i < F->columns; i++)
        if (F->column[i].kind == LI_COLUMN_ENERGY)
            li_json_set(ctx, object, "energy", li_json_double(m->column[i], 17));
    li_json_set(ctx, object, "integral", json_state(ctx, F, m->column, is_integral));
    li_json_set(ctx, object, "steps", json_integer((json_int_t)m->steps));
    li_json_set(ctx, object, "energy_drift", F->conserves ? li_json_double(m->energy_drift, 3) : json_null());
    li_json_set(ctx, object, "residual", li_json_double(m->residual, 3));
    li_json_set(ctx, object, "start_residual", li_json_double(m->start_residual, 3));
    li_json_set(ctx, object, "event_count", json_integer((json_int_t)m->crossings));
    li_json_set(ctx, object, "first_event", li_json_double(m->first, 17));
    li_json_set(ctx, object, "stopped", json_string(li_ending_name(m->ending)));
    li_json_set(ctx, object, "message", json_string(m->message));
    li_text_put(ctx, out, first ? "\n" : ",\n");
    li_json_put(ctx, out, object, JSON_COMPACT);
}

void li_emit_ensemble_end_json(li_ctx *ctx, li_text *out, uint64_t done) { li_text_printf(ctx, out, "\n],\"done\":%llu}\n", (unsigned long long)done); }

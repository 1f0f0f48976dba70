/* json-run.c - how a motion went, as JSON */
#include "json.h"
#include "run.h"

static json_t *columns(li_ctx *ctx, const li_flow *F, const double *x, bool (*wanted)(li_column_kind kind), int digits)
{
    json_t *object = li_json_made(ctx, json_object());

    for (size_t i = 0; i < F->columns; i++)
        if (wanted(F->column[i].kind))
            li_json_set(ctx, object, F->column[i].name, li_json_double(x[i], digits));
    return object;
}

static bool is_multiplier(li_column_kind kind) { return kind == LI_COLUMN_MULTIPLIER; }
static bool is_integral(li_column_kind kind) { return kind == LI_COLUMN_INTEGRAL; }

static json_t *crossings(li_ctx *ctx, const li_flow *F, const li_run_options *o, const li_run *R)
{
    json_t *list = li_json_made(ctx, json_array());

    for (size_t i = 0; i < R->kept; i++) {
        const li_crossing *c = &R->crossing[i];
        json_t *one = li_json_made(ctx, json_object());
        li_json_set(ctx, one, "name", json_string(o->event[c->event].name));
        li_json_set(ctx, one, "t", li_json_double(c->t, 17));
        li_json_set(ctx, one, "direction", json_integer(c->direction));
        li_json_set(ctx, one, "state", columns(ctx, F, c->column, li_run_in_state, 17));
        li_json_append(ctx, list, one);
    }
    return list;
}

static void set_kept(li_ctx *ctx, json_t *object, const li_flow *F, const li_run *R)
{
    li_json_set(ctx, object, "energy_drift", R->conserves ? li_json_double(R->energy_drift, 3) : json_null());
    li_json_set(ctx, object, "integral_drift", columns(ctx, F, R->drift, is_integral, 3));
    li_json_set(ctx, object, "residual", li_json_double(R->residual, 3));
    li_json_set(ctx, object, "start_residual", li_json_double(R->start_residual, 3));
}

void li_emit_run_json(li_ctx *ctx, li_text *out, const li_flow *F, const li_run_options *o, const li_run *R)
{
    json_t *object = li_json_made(ctx, json_object());

    li_json_set(ctx, object, "system", json_string(F->S->model->name));
    li_json_set(ctx, object, "t", li_json_double(R->t, 17));
    li_json_set(ctx, object, "state", columns(ctx, F, R->column, li_run_in_state, 17));
    li_json_set(ctx, object, "multiplier", columns(ctx, F, R->column, is_multiplier, 17));
    for (size_t i = 0; i < F->columns; i++)
        if (F->column[i].kind == LI_COLUMN_ENERGY)
            li_json_set(ctx, object, "energy", li_json_double(R->column[i], 17));
    li_json_set(ctx, object, "method", json_string(li_run_method_name(R->method)));
    if (R->order > 0)
        li_json_set(ctx, object, "order", json_integer((json_int_t)R->order));
    li_json_set(ctx, object, "native", json_boolean(R->native));
    li_json_set(ctx, object, "tolerance", li_json_double(o->tol, 17));
    li_json_set(ctx, object, "steps", json_integer((json_int_t)R->steps));
    li_json_set(ctx, object, "rejected", json_integer((json_int_t)R->rejected));
    li_json_set(ctx, object, "rhs_evaluations", json_integer((json_int_t)R->evaluations));
    li_json_set(ctx, object, "passed", json_integer((json_int_t)R->passed));
    li_json_set(ctx, object, "rows", json_integer((json_int_t)R->rows));
    set_kept(ctx, object, F, R);
    li_json_set(ctx, object, "events", crossings(ctx, F, o, R));
    li_json_set(ctx, object, "event_count", json_integer((json_int_t)R->crossings));
    li_json_set(ctx, object, "stopped", json_string(li_ending_name(R->ending)));
    li_json_set(ctx, object, "message", json_string(R->message));
    li_json_finish(ctx, out, object);
}

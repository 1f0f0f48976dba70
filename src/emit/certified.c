/* certified.c - what a certified run proved: only digits that are certain */
#include <limits.h>
#include <stdio.h>

#include "json.h"
#include "run.h"

enum { FEW = 64,                   /* bits of an error */
       TIME = 12 };                /* digits of a time, at least */

static int digits_of_time(const li_certify_options *o) { return o->digits > TIME ? o->digits : TIME; }

/* ---- one number ---- */

/* x is 0, or may be. */
static bool may_vanish(const li_ball *x) { return li_ball_is_finite(x) && li_ball_contains_zero(x); }

/* [-|x|, |x|] */
static li_status around_zero(li_ctx *ctx, li_ball *out, const li_ball *x)
{
    li_ball bound;

    if (li_ball_init(ctx, out) != LI_OK || li_ball_init(ctx, &bound) != LI_OK)
        return li_ctx_status(ctx);
    li_ball_bound(&bound, x);
    li_ball_widen(out, &bound);
    li_ball_clear(&bound);
    return LI_OK;
}

/* A number >= the radius, with three digits; "0" where there is none. */
static void put_radius(li_ctx *ctx, li_text *out, const li_ball *x)
{
    li_ball error, factor;

    if (li_ball_init(ctx, &error) == LI_OK && li_ball_init(ctx, &factor) == LI_OK) {
        li_ball_middle(&error, x);
        li_ball_sub(&error, x, &error, FEW);
        li_ball_bound(&error, &error);
        li_ball_set_double(&factor, 1.01);                 /* three digits are off by less than one part in a hundred */
        li_ball_mul(&error, &error, &factor, FEW);
        li_ball_print(ctx, out, &error, 3);
        li_ball_clear(&factor);
    }
    li_ball_clear(&error);
}

static void put_number(li_ctx *ctx, li_text *out, const li_ball *x, int digits)
{
    li_ball zero;

    if (!li_ball_is_finite(x)) {
        li_text_put(ctx, out, "not known");
    } else if (!may_vanish(x)) {
        li_ball_print(ctx, out, x, digits);
    } else {
        li_text_put(ctx, out, "0");
        if (!li_ball_is_zero(x) && around_zero(ctx, &zero, x) == LI_OK) {
            li_text_printf(ctx, out, " (below 1e%d)", -li_ball_digits(&zero, INT_MAX));
            li_ball_clear(&zero);
        }
    }
}

/* ---- text ---- */

static int width_of(const char *s)
{
    int n = 0;
    for (; *s != '\0'; s++)
        n += (*s & 0xc0) != 0x80;
    return n;
}

static void put_columns(li_ctx *ctx, li_text *out, const li_flow *F, const li_certify_options *o, const li_certified *R)
{
    int width = 0;

    for (size_t i = 0; i < F->columns; i++)
        if (F->column[i].kind != LI_COLUMN_INTEGRAL && width_of(F->column[i].name) > width)
            width = width_of(F->column[i].name);
    for (size_t i = 0; i < F->columns; i++)
        if (F->column[i].kind != LI_COLUMN_INTEGRAL) {
            li_text_printf(ctx, out, "  %s%*s = ", F->column[i].name, width - width_of(F->column[i].name), "");
            put_number(ctx, out, &R->column[i], o->digits);
            li_text_put(ctx, out, "\n");
        }
}

void li_emit_certified_text(li_ctx *ctx, li_text *out, const li_flow *F, const li_certify_options *o, const li_certified *R)
{
    size_t start = out->len;

    li_text_put(ctx, out, "t = ");
    put_number(ctx, out, &R->at, digits_of_time(o));
    li_text_printf(ctx, out, " with %d digit%s proved (Taylor over balls, order %zu, %zu step%s, %ld bits)\n", R->digits < 0 ? 0 : R->digits,
                   R->digits == 1 ? "" : "s", R->order, R->steps, R->steps == 1 ? "" : "s", R->bits);
    put_columns(ctx, out, F, o, R);
    if (R->start_residual > 0)
        li_text_printf(ctx, out, "the start keeps the constraints to %.1g; this is the motion from there\n", R->start_residual);
    if (R->ending != LI_ENDED)
        li_text_printf(ctx, out, "%s: %s\n", li_ending_name(R->ending), R->message);
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, start);
}

/* ---- JSON ---- */

static json_t *taken(li_ctx *ctx, li_text *text)
{
    json_t *x = json_string(li_text_str(text));
    li_text_clear(ctx, text);
    return x;
}

/* null where it is not known, "0" where it may be 0 */
static json_t *number(li_ctx *ctx, const li_ball *x, int digits)
{
    return may_vanish(x) ? json_string("0") : li_json_number(ctx, x, digits);
}

static json_t *radius(li_ctx *ctx, const li_ball *x)
{
    li_text text;

    if (!li_ball_is_finite(x))
        return json_null();
    li_text_init(&text);
    put_radius(ctx, &text, x);
    return taken(ctx, &text);
}

static bool is_multiplier(li_column_kind kind) { return kind == LI_COLUMN_MULTIPLIER; }
static bool is_integral(li_column_kind kind) { return kind == LI_COLUMN_INTEGRAL; }

static json_t *columns(li_ctx *ctx, const li_flow *F, const li_certified *R, bool (*wanted)(li_column_kind kind), int digits)
{
    json_t *object = li_json_made(ctx, json_object());

    for (size_t i = 0; i < F->columns; i++)
        if (wanted(F->column[i].kind))
            li_json_set(ctx, object, F->column[i].name, number(ctx, &R->column[i], digits));
    return object;
}

static json_t *radii(li_ctx *ctx, const li_flow *F, const li_certified *R)
{
    json_t *object = li_json_made(ctx, json_object());

    for (size_t i = 0; i < F->columns; i++)
        li_json_set(ctx, object, F->column[i].name, radius(ctx, &R->column[i]));
    return object;
}

void li_emit_certified_json(li_ctx *ctx, li_text *out, const li_flow *F, const li_certify_options *o, const li_certified *R)
{
    json_t *object = li_json_made(ctx, json_object());
    char residual[40];

    li_json_set(ctx, object, "system", json_string(F->S->model->name));
    li_json_set(ctx, object, "t", number(ctx, &R->at, digits_of_time(o)));
    li_json_set(ctx, object, "state", columns(ctx, F, R, li_run_in_state, o->digits));
    li_json_set(ctx, object, "multiplier", columns(ctx, F, R, is_multiplier, o->digits));
    for (size_t i = 0; i < F->columns; i++)
        if (F->column[i].kind == LI_COLUMN_ENERGY)
            li_json_set(ctx, object, "energy", number(ctx, &R->column[i], o->digits));
    li_json_set(ctx, object, "integral", columns(ctx, F, R, is_integral, o->digits));
    li_json_set(ctx, object, "digits", json_integer(R->digits < 0 ? 0 : R->digits));
    li_json_set(ctx, object, "asked", json_integer(o->digits));
    li_json_set(ctx, object, "bits", json_integer(R->bits));
    li_json_set(ctx, object, "order", json_integer((json_int_t)R->order));
    li_json_set(ctx, object, "steps", json_integer((json_int_t)R->steps));
    li_json_set(ctx, object, "attempts", json_integer((json_int_t)R->attempts));
    li_json_set(ctx, object, "rows", json_integer((json_int_t)R->rows));
    li_json_set(ctx, object, "method", json_string("certified taylor"));
    li_json_set(ctx, object, "radius", radii(ctx, F, R));
    snprintf(residual, sizeof residual, "%.3g", R->start_residual);
    li_json_set(ctx, object, "start_residual", json_string(residual));
    li_json_set(ctx, object, "stopped", json_string(li_ending_name(R->ending)));
    li_json_set(ctx, object, "message", json_string(R->message));
    li_json_finish(ctx, out, object);
}

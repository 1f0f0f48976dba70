/* numbers.c - arrays of balls, and the way from balls to exact numbers */
#include <math.h>

#include "room.h"

li_ball *li_numbers_new(li_ctx *ctx, size_t n)
{
    li_ball *x = li_new(ctx, n + 1, sizeof *x);

    for (size_t i = 0; x != NULL && i < n; i++)
        if (li_ball_init(ctx, &x[i]) != LI_OK) {
            li_numbers_drop(ctx, x, i);
            return NULL;
        }
    return x;
}

void li_numbers_drop(li_ctx *ctx, li_ball *x, size_t n)
{
    for (size_t i = 0; x != NULL && i < n; i++)
        li_ball_clear(&x[i]);
    li_drop(ctx, x);
}

double li_log_max(double a, double b) { return a > b ? a : b; }

li_expr li_number_round(li_ctx *ctx, const li_ball *x, int digits, double least)
{
    li_text text;
    li_rational c;
    double low, high;

    li_ball_range(x, &low, &high);
    if (high < least)
        return li_expr_int(ctx, 0);
    li_text_init(&text);
    li_rational_init(&c);
    li_ball_print(ctx, &text, x, digits);
    const char *number = li_text_str(&text);
    bool negative = number[0] == '-';
    li_expr e = li_expr_undefined();
    if (li_rational_set_decimal(&c, number + negative, text.len - negative, LI_MAX_DIGITS))
        e = li_expr_rational(ctx, &c);
    else
        li_fail(ctx, LI_DOMAIN, "a value of the state is not defined");
    li_rational_clear(&c);
    li_text_clear(ctx, &text);
    return negative ? li_expr_neg(ctx, e) : e;
}

li_status li_numbers_set(li_ctx *ctx, li_ball *out, size_t n, const li_expr *value, const li_expr *name, long bits)
{
    for (size_t i = 0; i < n && li_ctx_status(ctx) == LI_OK; i++) {
        if (li_expr_kind(value[i]) == LI_NUM) {
            li_ball_set_rational(&out[i], li_expr_number(value[i]), bits);
            continue;
        }
        li_status status = li_ball_value(ctx, &out[i], value[i], bits, 4 * bits);
        if (status != LI_OK || !li_ball_is_finite(&out[i]))
            return li_fail(ctx, status == LI_OK ? LI_DOMAIN : status, "the value of %s is not defined", li_expr_name(name[i]));
    }
    return li_ctx_status(ctx);
}

li_status li_numbers_run(li_ctx *ctx, li_ball *out, size_t count, const li_expr *e, size_t n, const li_expr *x, const li_ball *at, long bits)
{
    li_program P;
    li_balls run;
    li_status status = LI_OK;

    li_program_init(ctx, &P, 0, NULL, n, x);
    li_program_finish(ctx, &P, count, e);
    if (li_ctx_status(ctx) == LI_OK) {
        if (li_balls_init(ctx, &run, &P, bits) == LI_OK)
            status = li_balls_step(ctx, &run, at, out);
        li_balls_clear(ctx, &run);
    }
    li_program_clear(ctx, &P);
    return li_ctx_status(ctx) != LI_OK ? li_ctx_status(ctx) : status;
}

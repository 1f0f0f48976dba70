/* certify.c - a certified run: attempts with more and more bits, rows, limits */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "enclosure.h"

enum { GUARD = 32,                 /* bits beyond the digits, at first */
       MARGIN = 12,                /* ... beyond what the last attempt lacked */
       SKETCH = 64,
       MOST_BITS = 20000 };

static const double BITS_OF_DIGIT = 3.3219280948873626, SLACK = 1.0001;        /* SLACK: a step may look a little past the end */

typedef struct {
    li_ctx *ctx;
    const li_flow *F;
    const li_certify_options *o;
    li_certified *R;
    li_expr *start, t0, length;    /* y and t at the start, the time from there to the end */
    bool    *promised;             /* of the columns */
    long     bits, most_bits;
    li_enclosure E;
    li_balls observe;
    li_ball *y, *column, *seen;    /* at the start, with t; n + 1; all that observe computes */
    li_ball *end, *x;              /* one: `length`; 4 */
    size_t   row;                  /* the next */
    struct timespec since;
    bool     finished;
} certification;

/* How an attempt ended. */
typedef enum { PROVED, TOO_FEW_DIGITS } outcome;

/* ---- words ---- */

static void finish(certification *c, li_ending ending, const char *format, ...) LI_PRINTF(3, 4);

static void finish(certification *c, li_ending ending, const char *format, ...)
{
    va_list args;

    if (c->finished)
        return;
    c->finished = true;
    c->R->ending = ending;
    va_start(args, format);
    vsnprintf(c->R->message, sizeof c->R->message, format, args);
    va_end(args);
}

static double time_of(const certification *c)
{
    return li_ball_double(&c->R->at);
}

/* ---- an instant ---- */

/* The columns at y and t (y[n]); a column that cannot be computed is not finite. */
static void observe(certification *c, const li_ball *y)
{
    const li_flow *F = c->F;
    size_t seen = F->columns + F->positions + F->relations + F->guesses + 1;

    if (li_balls_step(c->ctx, &c->observe, y, c->seen) == LI_OK)
        return;
    li_ball_set_double(&c->x[0], 0);
    for (size_t i = 0; i < seen; i++)
        li_ball_div(&c->seen[i], &c->x[0], &c->x[0], SKETCH);
}

/* Of y_1 .. y_n and the promised columns. */
static int proved_digits(const certification *c, const li_ball *y, const li_ball *column)
{
    int digits = c->o->digits;

    for (size_t i = 0; i < c->F->n; i++)
        digits = li_ball_digits(&y[i], digits);
    for (size_t i = 0; column != NULL && i < c->F->columns; i++)
        if (c->promised[i])
            digits = li_ball_digits(&column[i], digits);
    return digits;
}

static li_expr later(const certification *c, li_expr elapsed) { return li_expr_add(c->ctx, c->t0, elapsed); }

/* The state at t + s is what is known last. NULL: at t. `elapsed`: the same, exactly */
static void leave_result(certification *c, const li_ball *s, li_expr elapsed)
{
    li_certified *R = c->R;
    li_ball *t = &c->y[c->F->n];

    li_enclosure_at(&c->E, c->y, s);
    li_ball_set_rational(t, &c->E.time, c->bits);
    li_ball_add(t, t, c->E.t0, c->bits);
    if (s != NULL)
        li_ball_add(t, t, s, c->bits);
    observe(c, c->y);
    for (size_t i = 0; i < R->n; i++)
        li_ball_set(&R->y[i], &c->y[i]);
    for (size_t i = 0; i < R->columns; i++)
        li_ball_set(&R->column[i], &c->seen[i]);
    li_ball_set(&R->at, t);
    R->t = later(c, elapsed);
    R->digits = proved_digits(c, R->y, R->column);
}

/* ---- rows ---- */

static bool is_before(certification *c, const li_ball *s, const li_ball *end)
{
    li_ball_sub(&c->x[0], s, end, c->bits);
    return li_ball_sign(&c->x[0]) == -1;
}

/* The time of row k since the start, exactly; NULL: there is none */
static li_expr row_time(certification *c, size_t k)
{
    const li_certify_options *o = c->o;
    li_ctx *ctx = c->ctx;
    li_ball *s = &c->x[1], *step = &c->x[2];

    if (o->every == NULL)
        return k >= o->points ? NULL : k + 1 == o->points ? c->length :
               li_expr_mul(ctx, c->length, li_expr_div(ctx, li_expr_int(ctx, (int64_t)k), li_expr_int(ctx, (int64_t)o->points - 1)));
    if (li_ball_value(ctx, step, o->every, c->bits, 4 * c->bits) != LI_OK)
        return NULL;
    li_ball_set_double(s, (double)k);
    li_ball_mul(s, s, step, c->bits);
    if (is_before(c, s, c->end))
        return li_expr_mul(ctx, li_expr_int(ctx, (int64_t)k), o->every);
    li_ball_sub(s, s, step, c->bits);
    return k == 0 || is_before(c, s, c->end) ? c->length : NULL;
}

/* One row; false: it has not the digits, or nobody wants more. */
static bool write_row(certification *c, const li_ball *s, li_expr elapsed)
{
    li_certified *R = c->R;

    leave_result(c, s, elapsed);
    if (R->digits < c->o->digits)
        return false;
    c->row++;
    R->rows++;
    if (c->o->row == NULL || li_ctx_status(c->ctx) != LI_OK)
        return true;
    li_status status = c->o->row(c->o->self, R->t, R->y, R->column);
    if (status != LI_OK)
        li_fail(c->ctx, status, "the run was stopped by who receives its rows");
    return status == LI_OK;
}

/* The rows up to t + reach. */
static bool write_rows(certification *c, double reach)
{
    li_ball *s = &c->x[3];
    li_expr elapsed;

    while (li_ctx_status(c->ctx) == LI_OK && (elapsed = row_time(c, c->row)) != NULL) {
        li_ball_value(c->ctx, s, elapsed, c->bits, 4 * c->bits);
        li_ball_set_rational(&c->x[0], &c->E.time, c->bits);
        li_ball_sub(s, s, &c->x[0], c->bits);
        li_ball_set_double(&c->x[1], reach);
        if (!is_before(c, s, &c->x[1]))
            return true;
        if (!write_row(c, s, elapsed))
            return false;
    }
    return li_ctx_status(c->ctx) == LI_OK;
}

/* ---- an attempt ---- */

static void end_attempt(certification *c)
{
    li_enclosure_clear(c->ctx, &c->E);
    li_balls_clear(c->ctx, &c->observe);
}

/* Constants with so many bits. */
static bool value_of(certification *c, li_ball *x, li_expr e, const char *what)
{
    li_status status = li_ball_value(c->ctx, x, e, c->bits, 4 * c->bits + 1024);

    if (status == LI_OK && li_ball_is_finite(x))
        return true;
    li_fail(c->ctx, status == LI_OK ? LI_DOMAIN : status, "%s has no value", what);
    return false;
}

static bool begin_attempt(certification *c)
{
    const li_flow *F = c->F;

    c->R->order = (size_t)(0.35 * (double)c->bits) + 4;
    c->R->bits = c->bits;
    c->R->attempts++;
    c->R->steps = 0;
    if (li_enclosure_init(c->ctx, &c->E, F, c->R->order, c->bits) != LI_OK || li_balls_init(c->ctx, &c->observe, &F->observe, c->bits) != LI_OK)
        return false;
    for (size_t i = 0; i < F->n; i++)
        if (!value_of(c, &c->y[i], c->start[i], "the start"))
            return false;
    if (!value_of(c, &c->y[F->n], c->t0, "the time of the start") || !value_of(c, c->end, c->length, "the end"))
        return false;
    li_balls_parameters(c->ctx, &c->observe, c->E.parameter);
    li_enclosure_start(&c->E, c->y, &c->y[F->n]);
    return li_ctx_status(c->ctx) == LI_OK;
}

/* What is promised of the columns, whether the start keeps the constraints. */
static void see_start(certification *c)
{
    const li_flow *F = c->F;

    leave_result(c, NULL, li_expr_int(c->ctx, 0));
    for (size_t i = 0; i < F->columns; i++)
        c->promised[i] = F->column[i].kind != LI_COLUMN_INTEGRAL && li_ball_digits(&c->seen[i], c->o->digits) >= c->o->digits;
    for (size_t k = F->columns; k < F->columns + F->positions + F->relations; k++)
        if (!li_ball_contains_zero(&c->seen[k]))
            c->R->start_residual = fmax(c->R->start_residual, fabs(li_ball_double(&c->seen[k])));
}

static double elapsed_seconds(const certification *c)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - c->since.tv_sec) + 1e-9 * (double)(now.tv_nsec - c->since.tv_nsec);
}

static li_expr time_so_far(const certification *c) { return li_expr_rational(c->ctx, &c->E.time); }

/* Limits that end the run wherever it is. */
static bool may_go_on(certification *c)
{
    const li_certify_options *o = c->o;
    double time = li_rational_double(&c->E.time), length = li_ball_double(c->end);
    size_t steps = c->R->steps;
    bool long_enough = o->seconds > 0 && elapsed_seconds(c) > o->seconds, many = o->most_steps > 0 && steps >= o->most_steps;
    bool stopped = o->go_on != NULL && !o->go_on(o->self, li_ball_double(c->E.t0) + time, time / length, steps);

    if (!long_enough && !many && !stopped)
        return true;
    leave_result(c, NULL, time_so_far(c));
    if (stopped)
        finish(c, LI_ENDED_INTERRUPTED, "stopped at t = %.10g, with %d digits proved", time_of(c), c->R->digits);
    else if (many)
        finish(c, LI_ENDED_FAILED, "the limit of %zu steps was reached at t = %.10g, with %d digits proved", steps, time_of(c), c->R->digits);
    else
        finish(c, LI_ENDED_FAILED, "the limit of %.6g s was reached at t = %.10g, with %d digits proved", o->seconds, time_of(c), c->R->digits);
    return false;
}

static void say_why(certification *c, li_enclosed why)
{
    const li_watch *w = why == LI_WATCH_THERE ? &c->F->watch[c->E.watch] : NULL;

    if (w == NULL)
        finish(c, LI_ENDED_SINGULAR, "no box holds the motion any further, near t = %.10g: the field has a singularity there, or the motion leaves all bounds", time_of(c));
    else if (w->kind == LI_WATCH_CORNER)
        finish(c, LI_ENDED_FAILED, "the law has a corner where %s = 0, near t = %.10g; a certified run does not pass it", w->words, time_of(c));
    else
        finish(c, LI_ENDED_UNDETERMINED, "%s > 0 is not certain any longer near t = %.10g; the model does not say what follows", w->words, time_of(c));
}

/* It goes no further, at this precision or at all. */
static outcome stop_there(certification *c, li_enclosed why)
{
    leave_result(c, NULL, time_so_far(c));
    if (c->R->digits < c->o->digits)
        return TOO_FEW_DIGITS;
    say_why(c, why);
    return PROVED;
}

/* Steps to the end; what is known last is in the result. */
static outcome go(certification *c)
{
    li_ball *left = &c->x[3];

    while (may_go_on(c)) {
        li_ball_set_rational(left, &c->E.time, c->bits);
        li_ball_sub(left, c->end, left, c->bits);
        double remaining = li_ball_double(left) * SLACK;
        li_enclosed found = li_enclosure_step(&c->E, remaining);
        if (found != LI_ENCLOSED)
            return stop_there(c, found);
        if (!write_rows(c, c->E.reach))
            return TOO_FEW_DIGITS;
        li_ball_set_rational(left, &c->E.time, c->bits);
        li_ball_sub(left, c->end, left, c->bits);
        li_ball_set_double(&c->x[1], c->E.reach);
        c->R->steps++;
        if (is_before(c, left, &c->x[1])) {
            leave_result(c, left, c->length);
            return c->R->digits < c->o->digits ? TOO_FEW_DIGITS : PROVED;
        }
        if (li_enclosure_move(&c->E) != LI_ENCLOSED)
            return stop_there(c, LI_SET_LOST);
        li_enclosure_at(&c->E, c->y, NULL);
        if (proved_digits(c, c->y, NULL) < (c->bits < c->most_bits ? c->o->digits / 2 : 1)) {
            leave_result(c, NULL, time_so_far(c));
            return TOO_FEW_DIGITS;
        }
    }
    return PROVED;
}

static outcome attempt(certification *c)
{
    if (!begin_attempt(c))
        return PROVED;
    int sign = li_ball_sign(c->end);
    if (sign == -1) {
        li_fail(c->ctx, LI_DOMAIN, "the end lies before the start; motions run forward in time");
        return PROVED;
    }
    if (c->R->attempts == 1)
        see_start(c);
    if (c->row == 0 && row_time(c, 0) != NULL && !write_row(c, NULL, li_expr_int(c->ctx, 0)))
        return TOO_FEW_DIGITS;
    if (sign != 1) {
        leave_result(c, NULL, li_expr_int(c->ctx, 0));
        return c->R->digits < c->o->digits ? TOO_FEW_DIGITS : PROVED;
    }
    return go(c);
}

/* ---- the precision ---- */

/* Digits are lost evenly in time, as far as one knows; at most twice the bits. */
static long more_bits(const certification *c)
{
    double had = (double)c->bits / BITS_OF_DIGIT, lost = had - fmax(c->R->digits, -had);
    double length = li_ball_double(c->end), part = fmin(1, fmax(0.05, (li_ball_double(&c->R->at) - li_ball_double(c->E.t0)) / length));
    double bits = ((double)c->o->digits + lost / part) * BITS_OF_DIGIT + MARGIN;

    bits = fmin(fmax(bits, 1.25 * (double)c->bits + MARGIN), 2 * (double)c->bits);
    return bits > (double)c->most_bits ? c->most_bits : (long)bits;
}

static li_status certify(certification *c)
{
    outcome result = TOO_FEW_DIGITS;

    c->most_bits = c->o->most_bits > 0 ? c->o->most_bits : MOST_BITS;
    c->bits = (long)(BITS_OF_DIGIT * (double)c->o->digits) + GUARD;
    if (c->bits > c->most_bits)
        c->bits = c->most_bits;
    while (result == TOO_FEW_DIGITS && li_ctx_status(c->ctx) == LI_OK && !c->finished) {
        result = attempt(c);
        long bits = c->bits;
        if (result == TOO_FEW_DIGITS && li_ctx_status(c->ctx) == LI_OK) {
            if (bits >= c->most_bits)
                finish(c, LI_ENDED_FAILED, "only %d digits proved at t = %.10g, the limit of %ld bits was reached",
                       c->R->digits < 0 ? 0 : c->R->digits, time_of(c), bits);
            bits = more_bits(c);
        }
        end_attempt(c);
        c->bits = bits;
    }
    finish(c, LI_ENDED, "%s", "");
    return li_ctx_status(c->ctx);
}

/* ---- setup ---- */

static li_status can_be_certified(li_ctx *ctx, const li_flow *F, const li_certify_options *o)
{
    if (F->guesses > 0)
        return li_fail(ctx, LI_DOMAIN, "no certified run: multipliers stand in their own law and are found by iteration");
    if (F->jacobian.code == NULL)
        return li_fail(ctx, LI_DOMAIN, "a certified run needs the Jacobian of the flow");
    if (o->digits < 1 || o->until == NULL)
        return li_fail(ctx, LI_DOMAIN, "a certified run needs digits, at least 1, and an end");
    return LI_OK;
}

static bool take_room(certification *c)
{
    const li_flow *F = c->F;
    li_ctx *ctx = c->ctx;

    c->start = li_expr_room(ctx, F->n);
    c->promised = li_new(ctx, F->columns + 1, sizeof *c->promised);
    c->y = li_balls_new(ctx, F->n + 1);
    c->seen = li_balls_new(ctx, F->columns + F->positions + F->relations + F->guesses + 1);
    c->end = li_balls_new(ctx, 1);
    c->x = li_balls_new(ctx, 4);
    c->R->y = li_balls_new(ctx, F->n);
    c->R->column = li_balls_new(ctx, F->columns);
    li_ball_init(ctx, &c->R->at);
    return li_ctx_status(ctx) == LI_OK;
}

static void leave_room(certification *c)
{
    const li_flow *F = c->F;
    li_ctx *ctx = c->ctx;

    li_drop(ctx, c->promised);
    li_balls_drop(ctx, c->y, F->n + 1);
    li_balls_drop(ctx, c->seen, F->columns + F->positions + F->relations + F->guesses + 1);
    li_balls_drop(ctx, c->end, 1);
    li_balls_drop(ctx, c->x, 4);
}

li_status li_certified_init(li_ctx *ctx, li_certified *R, const li_flow *F, const li_state *s, const li_certify_options *o)
{
    certification c = { .ctx = ctx, .F = F, .o = o, .R = R };

    *R = (li_certified){ .n = F->n, .columns = F->columns };
    if (can_be_certified(ctx, F, o) != LI_OK)
        return li_ctx_status(ctx);
    clock_gettime(CLOCK_MONOTONIC, &c.since);
    if (take_room(&c) && li_flow_start(ctx, F, s, c.start, &c.t0) == LI_OK) {
        c.length = li_expr_sub(ctx, o->until, c.t0);
        certify(&c);
    }
    leave_room(&c);
    return li_ctx_status(ctx);
}

void li_certified_clear(li_ctx *ctx, li_certified *R)
{
    li_balls_drop(ctx, R->y, R->y != NULL ? R->n : 0);
    li_balls_drop(ctx, R->column, R->column != NULL ? R->columns : 0);
    li_ball_clear(&R->at);
    *R = (li_certified){ 0 };
}

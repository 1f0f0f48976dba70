/* values.c - the numbers at a state, with more and more bits until every digit asked for is certain */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/guard.h"
#include "room.h"

enum { LEVELS = 5, ZEROS = 12 };       /* 2^4 times the first bits; names of what can be taken as zero */

const char *li_verdict_name(li_verdict v)
{
    static const char *const name[] = {
        [LI_COMPATIBLE] = "compatible", [LI_INCOMPATIBLE] = "incompatible", [LI_REDUNDANT] = "redundant",
        [LI_DEGENERATE] = "degenerate", [LI_SINGULAR_CHART] = "singular chart", [LI_INDETERMINATE] = "indeterminate",
        [LI_IMPOSSIBLE] = "impossible", [LI_NOT_DECIDED] = "undecided",
    };
    return (size_t)v < sizeof name / sizeof *name ? name[v] : "undecided";
}

/* ---- the object ---- */

static li_status values_init(li_ctx *ctx, li_values *x, const li_motion *S)
{
    size_t n = S->coords, p = S->p, r = S->r, quasis = S->model->quasis, speeds = S->model->speeds;

    *x = (li_values){ .n = n, .quasis = quasis, .speeds = speeds, .p = p, .r = r, .status = LI_NOT_DECIDED, .message = "" };
    x->q = li_numbers_new(ctx, n);
    x->v = li_numbers_new(ctx, n);
    x->quasi = li_numbers_new(ctx, quasis);
    x->speed = li_numbers_new(ctx, speeds);
    x->acceleration = li_numbers_new(ctx, n);
    x->quasi_acceleration = li_numbers_new(ctx, quasis);
    x->speed_acceleration = li_numbers_new(ctx, speeds);
    x->multiplier = li_numbers_new(ctx, r);
    x->determined = li_new(ctx, r + 1, sizeof *x->determined);
    x->coupling = li_numbers_new(ctx, r * p);
    x->drive = li_numbers_new(ctx, p);
    x->residual = li_numbers_new(ctx, p);
    x->rate = li_numbers_new(ctx, p);
    x->free = li_numbers_new(ctx, n + quasis + speeds);
    x->field = li_numbers_new(ctx, r * (n + quasis + speeds));
    x->taken_as_zero = li_alloc(ctx, ZEROS * sizeof *x->taken_as_zero);
    li_ball *single[] = { &x->t, &x->T, &x->V, &x->H, &x->compatibility, &x->quadratic[0], &x->quadratic[1], &x->quadratic[2] };
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        li_ball_init(ctx, single[i]);
    return li_ctx_status(ctx);
}

static void drop_roots(li_ctx *ctx, li_values *x)
{
    li_numbers_drop(ctx, x->root, x->roots * x->r);
    li_numbers_drop(ctx, x->root_acceleration, x->roots * x->n);
    x->root = x->root_acceleration = NULL;
    x->roots = 0;
}

void li_values_clear(li_ctx *ctx, li_values *x)
{
    drop_roots(ctx, x);
    li_numbers_drop(ctx, x->q, x->n);
    li_numbers_drop(ctx, x->v, x->n);
    li_numbers_drop(ctx, x->quasi, x->quasis);
    li_numbers_drop(ctx, x->speed, x->speeds);
    li_numbers_drop(ctx, x->acceleration, x->n);
    li_numbers_drop(ctx, x->quasi_acceleration, x->quasis);
    li_numbers_drop(ctx, x->speed_acceleration, x->speeds);
    li_numbers_drop(ctx, x->multiplier, x->r);
    li_drop(ctx, x->determined);
    li_numbers_drop(ctx, x->combination, x->combinations * (x->r + 1));
    li_numbers_drop(ctx, x->coupling, x->r * x->p);
    li_numbers_drop(ctx, x->drive, x->p);
    li_numbers_drop(ctx, x->residual, x->p);
    li_numbers_drop(ctx, x->rate, x->p);
    li_numbers_drop(ctx, x->free, x->n + x->quasis + x->speeds);
    li_numbers_drop(ctx, x->field, x->r * (x->n + x->quasis + x->speeds));
    li_numbers_drop(ctx, x->quantity, x->quantities);
    li_drop(ctx, x->known);
    li_ball *single[] = { &x->t, &x->T, &x->V, &x->H, &x->compatibility, &x->quadratic[0], &x->quadratic[1], &x->quadratic[2] };
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        li_ball_clear(single[i]);
    *x = (li_values){ 0 };
}

static void work_clear(li_work *w)
{
    const li_sheet *W = w->W;

    li_numbers_drop(w->ctx, w->in, W->s->n);
    li_numbers_drop(w->ctx, w->b, W->count);
    li_numbers_drop(w->ctx, w->chart, W->n);
    li_numbers_drop(w->ctx, w->h, W->n);
    li_numbers_drop(w->ctx, w->l, W->r * W->n);
    li_numbers_drop(w->ctx, w->e, W->r * W->n);
    li_numbers_drop(w->ctx, w->E, W->n);
    li_numbers_drop(w->ctx, w->da, W->p * W->n);
    li_numbers_drop(w->ctx, w->rest, W->functions);
    li_numbers_drop(w->ctx, w->a, W->n);
    li_drop(w->ctx, w->l_size);
    li_drop(w->ctx, w->da_size);
    li_drop(w->ctx, w->drive_size);
    li_ball_clear(&w->product);
    li_ball_clear(&w->zero);
}

static li_status work_init(li_ctx *ctx, li_work *w, li_sheet *W, li_values *out, int digits)
{
    *w = (li_work){ .ctx = ctx, .W = W, .out = out, .digits = digits };
    w->threshold = W->s->decimal ? -digits * 3.3219280948873623 : -INFINITY;
    w->in = li_numbers_new(ctx, W->s->n);
    w->b = li_numbers_new(ctx, W->count);
    w->chart = li_numbers_new(ctx, W->n);
    w->h = li_numbers_new(ctx, W->n);
    w->l = li_numbers_new(ctx, W->r * W->n);
    w->e = li_numbers_new(ctx, W->r * W->n);
    w->E = li_numbers_new(ctx, W->n);
    w->da = li_numbers_new(ctx, W->p * W->n);
    w->rest = li_numbers_new(ctx, W->functions);
    w->a = li_numbers_new(ctx, W->n);
    w->l_size = li_new(ctx, W->r + 1, sizeof *w->l_size);
    w->da_size = li_new(ctx, W->p + 1, sizeof *w->da_size);
    w->drive_size = li_new(ctx, W->p + 1, sizeof *w->drive_size);
    li_ball_init(ctx, &w->product);
    li_ball_init(ctx, &w->zero);
    return li_ctx_status(ctx);
}

const li_ball *li_work_function(const li_work *w, size_t f) { return w->b + w->W->f + f * w->W->width; }

void li_work_zero(li_work *w, const char *name)
{
    li_values *x = w->out;
    for (size_t i = 0; i < x->zeros; i++)
        if (strcmp(x->taken_as_zero[i], name) == 0)
            return;
    if (x->zeros < ZEROS)
        x->taken_as_zero[x->zeros++] = name;
}

void li_work_say(li_work *w, li_verdict status, const char *format, ...)
{
    char words[400];
    va_list args;

    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    const char *kept = li_alloc_string(w->ctx, words, strlen(words));
    w->out->status = status;
    w->out->message = kept != NULL ? kept : "";
}

/* ---- what needs no motion ---- */

static const li_ball *input(const li_work *w, li_expr x)
{
    for (size_t i = 0; i < w->W->s->n; i++)
        if (w->W->s->x[i] == x)
            return &w->in[i];
    return &w->in[0];
}

static void set_state(li_work *w)
{
    const li_sheet *W = w->W;
    const li_motion *S = W->S;
    li_values *x = w->out;

    li_ball_set(&x->t, input(w, S->t));
    for (size_t i = 0; i < W->n; i++)
        li_ball_set(&w->chart[i], input(w, S->v[i]));
    for (size_t i = 0; i < W->coords; i++) {
        li_ball_set(&x->q[i], input(w, S->q[i]));
        li_ball_set(&x->v[i], S->speeds ? li_work_function(w, W->p + W->quasis + i) : &w->chart[i]);
    }
    for (size_t i = 0; i < x->quasis; i++)
        li_ball_set(&x->quasi[i], li_work_function(w, W->p + i));
    for (size_t i = 0; i < x->speeds; i++)
        li_ball_set(&x->speed[i], input(w, S->model->speed[i].w));
    li_ball_set(&x->T, &w->b[W->T]);
    li_ball_set(&x->V, &w->b[W->V]);
    li_ball_set(&x->H, &w->b[W->H]);
    x->given = S->H != NULL || S->W != NULL;
    for (size_t k = 0; k < W->p; k++) {
        li_ball_set(&x->rate[k], li_work_function(w, k));
        li_ball_set(&x->residual[k], S->position[k] != NULL ? &w->b[W->position + k] : &x->rate[k]);
    }
}

/* f_q . q' + f_t for all functions of the sheet */
static void set_rest(li_work *w)
{
    size_t n = w->W->coords;

    for (size_t f = 0; f < w->W->functions; f++) {
        const li_ball *d = li_work_function(w, f) + 1 + w->W->n;
        li_ball_set(&w->rest[f], &d[n]);
        for (size_t i = 0; i < n; i++) {
            li_ball_mul(&w->product, &d[i], &w->out->v[i], w->bits);
            li_ball_add(&w->rest[f], &w->rest[f], &w->product, w->bits);
        }
    }
}

/* The rates of quasi-velocities and speeds, once v' is known. */
static void set_motion(li_work *w)
{
    li_values *x = w->out;

    li_work_move(w, x->multiplier);
    li_work_acceleration(w, x->acceleration, w->a, true);
    li_work_velocity_rates(w, x->quasi_acceleration, x->speed_acceleration, w->a, true);
}

/* E and e^h in q', the quasi-velocities and the speeds */
static void set_fields(li_work *w)
{
    li_values *x = w->out;
    size_t n = w->W->n, coords = w->W->coords, width = coords + x->quasis + x->speeds;

    for (size_t h = 0; h <= w->W->r; h++) {
        bool whole = h == w->W->r;
        li_ball *to = whole ? x->free : x->field + h * width;
        const li_ball *v = whole ? w->E : w->e + h * n;
        li_work_acceleration(w, to, v, whole);
        li_work_velocity_rates(w, to + coords, to + coords + x->quasis, v, whole);
    }
    x->fields = true;
}

/* ---- attempts ---- */

static bool are_finite(const li_ball *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!li_ball_is_finite(&x[i]))
            return false;
    return true;
}

/* h and l are defined? Sliding friction has no direction at zero sliding velocity. */
static bool is_defined(li_work *w)
{
    const li_sheet *W = w->W;

    for (size_t h = 0; h < W->r; h++)
        if (!are_finite(w->l + h * W->n, W->n)) {
            li_work_say(w, LI_NOT_DECIDED, "the direction of the reaction %s is not defined at this state (zero sliding velocity?)", W->S->multiplier[h]);
            return false;
        }
    if (!are_finite(w->h, W->n) || !are_finite(w->b + W->f, W->functions * W->width) || !are_finite(w->b + W->z, W->count - W->z)) {
        li_work_say(w, LI_NOT_DECIDED, "the forces or the velocities are not defined at this state");
        return false;
    }
    return true;
}

static void reset(li_work *w)
{
    li_values *x = w->out;

    drop_roots(w->ctx, x);
    x->status = LI_NOT_DECIDED;
    x->moves = x->reacts = x->coupled = x->fields = x->quadratic_known = false;
    x->complete = true;
    x->box = 0;
    x->zeros = 0;
    x->message = "";
    for (size_t h = 0; h < x->r; h++)
        x->determined[h] = true;
}

static li_attempt try(li_work *w, const li_program *P)
{
    const li_sheet *W = w->W;
    li_balls run;

    reset(w);
    if (li_numbers_set(w->ctx, w->in, W->s->n, W->s->value, W->s->x, w->bits) != LI_OK)
        return LI_DONE;
    if (li_balls_init(w->ctx, &run, P, w->bits) == LI_OK)
        li_balls_step(w->ctx, &run, w->in, w->b);
    li_balls_clear(w->ctx, &run);
    if (li_ctx_status(w->ctx) != LI_OK)
        return LI_DONE;
    set_state(w);
    set_rest(w);
    for (size_t i = 0; i < W->n; i++)
        li_ball_set(&w->h[i], &w->b[W->h + i]);
    for (size_t i = 0; i < W->r * W->n; i++)
        li_ball_set(&w->l[i], &w->b[W->l + i]);
    li_truth directed = li_work_directed(w);
    if (directed != LI_YES)
        return directed == LI_NO || w->last ? LI_DONE : LI_MORE_BITS;
    if (are_finite(w->b + W->M, W->n * W->n) && !is_defined(w))
        return w->last ? LI_DONE : LI_MORE_BITS;
    li_truth solved = li_work_fields(w);
    if (solved != LI_YES)
        return solved == LI_NO ? LI_DONE : LI_MORE_BITS;
    li_attempt result = W->implicit ? li_work_implicit(w) : li_work_react(w);
    if (result != LI_DONE)
        return result;
    if (w->out->moves)
        set_motion(w);
    if (w->out->moves || !W->implicit)
        set_fields(w);
    return result;
}

static li_attempt attempt(li_work *w, const li_program *P)
{
    li_attempt result = try(w, P);

    if (result == LI_DONE && li_ctx_status(w->ctx) == LI_OK)
        li_work_quantities(w);
    return result;
}

/* ---- digits ---- */

/* Enough digits; a number that may be 0 is small beside any that is not. */
static bool is_settled(const li_work *w, const li_ball *x, size_t n)
{
    long need = (long)(3.33 * (w->digits + 2));
    double least, most;

    for (size_t i = 0; i < n; i++) {
        li_ball_range(&x[i], &least, &most);
        if (!isfinite(most) && most > 0)
            return false;
        if (li_ball_accuracy(&x[i]) < need && !(least == -INFINITY && most < -2 * (double)need))
            return false;
    }
    return true;
}

/* A ball around 0 says 0: noise in its middle is no digit. */
static void centre(const li_work *w, li_ball *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (li_ball_is_finite(&x[i]) && li_ball_contains_zero(&x[i]))
            li_ball_sub(&x[i], &x[i], &x[i], w->bits);
}

/* All numbers that are reported. */
typedef struct { li_ball *x; size_t n; } part;

static size_t parts(li_work *w, part *list)
{
    li_values *x = w->out;
    size_t n = 0;
    const part all[] = {
        { x->q, x->n }, { x->v, x->n }, { x->quasi, x->quasis }, { x->speed, x->speeds }, { &x->t, 1 }, { &x->T, 1 }, { &x->V, 1 }, { &x->H, 1 },
        { x->residual, x->p }, { x->rate, x->p },
        { x->acceleration, x->moves ? x->n : 0 }, { x->quasi_acceleration, x->moves ? x->quasis : 0 },
        { x->speed_acceleration, x->moves ? x->speeds : 0 }, { x->multiplier, x->reacts ? x->r : 0 },
        { x->coupling, x->coupled ? x->r * x->p : 0 }, { x->drive, x->coupled ? x->p : 0 },
        { &x->compatibility, x->coupled && x->p == x->r ? 1 : 0 }, { x->quadratic, x->quadratic_known ? 3 : 0 },
        { x->root, x->roots * x->r }, { x->root_acceleration, x->roots * x->n },
        { x->free, x->fields ? x->n + x->quasis + x->speeds : 0 }, { x->field, x->fields ? x->r * (x->n + x->quasis + x->speeds) : 0 },
        { x->quantity, x->moves ? x->quantities : 0 },
    };
    for (; n < sizeof all / sizeof *all; n++)
        list[n] = all[n];
    return n;
}

static bool all_settled(li_work *w)
{
    part list[32];
    size_t n = parts(w, list);
    for (size_t i = 0; i < n; i++)
        if (!is_settled(w, list[i].x, list[i].n))
            return false;
    for (size_t i = 0; !w->out->moves && i < w->out->quantities; i++)
        if (w->out->known[i] && !is_settled(w, &w->out->quantity[i], 1))
            return false;
    return true;
}

struct question { li_ctx *ctx; li_values *out; const li_motion *S; const li_state *s; const li_quantities *Q; int digits; bool done; };

static void find(void *arg)
{
    struct question *q = arg;
    li_ctx *ctx = q->ctx;
    li_values *out = q->out;
    const li_state *s = q->s;
    int digits = q->digits;
    li_sheet W;
    li_work w;
    li_program P;
    part list[32];

    values_init(ctx, out, q->S);
    li_sheet_init(ctx, &W, q->S, s, digits);
    li_program_init(ctx, &P, 0, NULL, s->n, s->x);
    if (li_ctx_status(ctx) == LI_OK)
        li_program_finish(ctx, &P, W.count, W.e);
    if (work_init(ctx, &w, &W, out, digits) == LI_OK && li_work_ask(&w, q->Q) == LI_OK) {
        w.bits = (long)(3.33 * digits) + 96;
        for (int level = 0; level < LEVELS && li_ctx_status(ctx) == LI_OK; level++, w.bits *= 2) {
            w.last = level == LEVELS - 1;
            if (attempt(&w, &P) == LI_DONE && all_settled(&w))
                break;
        }
        if (out->status == LI_NOT_DECIDED && out->message[0] == '\0')
            li_work_say(&w, LI_NOT_DECIDED, "what is zero at this state could not be told with %ld bits", w.bits / 2);
        for (size_t i = 0, n = parts(&w, list); i < n && li_ctx_status(ctx) == LI_OK; i++)
            centre(&w, list[i].x, list[i].n);
    }
    li_program_clear(ctx, &w.ask);
    work_clear(&w);
    li_program_clear(ctx, &P);
    li_sheet_clear(&W);
    q->done = true;
}

/* Under a guard: numbers can outgrow what Arb bears. What it was changing then is given up, not cleared. */
li_status li_values_find(li_ctx *ctx, li_values *out, const li_motion *S, const li_state *s, const li_quantities *Q, int digits)
{
    struct question q = { ctx, out, S, s, Q, digits, false };

    *out = (li_values){ .message = "" };
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    li_guard(ctx, find, &q);
    if (!q.done)
        *out = (li_values){ .message = "" };
    return li_ctx_status(ctx);
}

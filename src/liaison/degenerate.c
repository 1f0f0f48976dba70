/* degenerate.c - one constraint, coupling and drive both zero: the second derivative             [gallissot 6]
 *
 *     lambda^2 i(e)d(i(e)da) + lambda [i(e)d(i(E)da) + i(E)d(i(e)da)] + i(E)d(i(E)da) = 0
 *
 * With M e = l and M E = -h the derivatives along a field X are M X(e) = X(l) - X(M) e, M X(E) = -X(h) - X(M) E,
 * so that no inverse is written out. */
#include <math.h>

#include "room.h"

enum { FIELDS = 2 };                   /* e, then E */

typedef struct {
    li_work *w;
    size_t   n;
    li_program P;
    size_t   letters;
    li_expr *x, *rate[FIELDS];         /* the symbols v, q, t, and their rates along e and E */
    li_expr *field[FIELDS];            /* the symbols of e and E */
    li_expr *change[FIELDS][FIELDS];   /* X(e), X(E) for X = e, E */
    li_expr  out[3];
} task;

static li_expr *symbols(li_ctx *ctx, size_t n)
{
    li_expr *x = li_alloc(ctx, (n + 1) * sizeof *x);
    for (size_t i = 0; x != NULL && i < n; i++)
        x[i] = li_expr_fresh(ctx, "d", LI_GENERATOR);
    return x;
}

static li_expr along(task *t, int X, li_expr f) { return li_expr_derive(t->w->ctx, f, t->letters, t->x, t->rate[X]); }

/* The fields as vectors: e has no components on q and t, E has q' and 1. */
static void set_rates(task *t)
{
    li_ctx *ctx = t->w->ctx;
    const li_motion *S = t->w->W->S;
    size_t n = t->n, coords = S->coords, time = n + coords;

    t->letters = time + 1;
    t->x = li_alloc(ctx, t->letters * sizeof *t->x);
    for (int X = 0; X < FIELDS; X++) {
        t->rate[X] = li_alloc(ctx, t->letters * sizeof *t->rate[X]);
        t->field[X] = symbols(ctx, n);
        for (int Y = 0; Y < FIELDS; Y++)
            t->change[X][Y] = symbols(ctx, n);
    }
    if (li_ctx_status(ctx) != LI_OK)
        return;
    for (int X = 0; X < FIELDS; X++) {
        for (size_t i = 0; i < n; i++) {
            t->x[i] = S->v[i];
            t->rate[X][i] = t->field[X][i];
        }
        for (size_t i = 0; i < coords; i++) {
            t->x[n + i] = S->q[i];
            t->rate[X][n + i] = X == 0 ? li_expr_int(ctx, 0) : li_sheet_velocity(t->w->W, i);
        }
        t->x[time] = S->t;
        t->rate[X][time] = li_expr_int(ctx, X);
    }
}

/* M e = l, M E = -h, and their derivatives along e and E, as solves of the program */
static void add_solves(task *t, const li_expr *M, const li_expr *h, const li_expr *l)
{
    li_ctx *ctx = t->w->ctx;
    size_t n = t->n;
    li_expr *b = li_new(ctx, n + 1, sizeof *b);

    for (int Y = 0; b != NULL && Y < FIELDS; Y++) {
        for (size_t i = 0; i < n; i++)
            b[i] = Y == 0 ? l[i] : li_expr_neg(ctx, h[i]);
        li_program_solve(ctx, &t->P, LI_LU, n, M, b, t->field[Y]);
    }
    for (int X = 0; b != NULL && X < FIELDS; X++)
        for (int Y = 0; Y < FIELDS; Y++) {
            for (size_t i = 0; i < n; i++) {
                b[i] = along(t, X, Y == 0 ? l[i] : li_expr_neg(ctx, h[i]));
                for (size_t j = 0; j < n; j++)
                    b[i] = li_expr_sub(ctx, b[i], li_expr_mul(ctx, along(t, X, M[i * n + j]), t->field[Y][j]));
            }
            li_program_solve(ctx, &t->P, LI_LU, n, M, b, t->change[X][Y]);
        }
    li_drop(ctx, b);
}

/* X(i(Y)da) = sum_i X(a_i) Y_i + a_i X(Y_i) + X(rest), a_i = da/dv_i; only i(E)da has a rest */
static li_expr second(task *t, int X, int Y, const li_expr *f)
{
    li_ctx *ctx = t->w->ctx;
    size_t n = t->n, coords = t->w->W->coords;
    li_expr sum = Y == 0 ? li_expr_int(ctx, 0) : along(t, X, f[1 + n + coords]);

    for (size_t i = 0; i < n; i++) {
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, along(t, X, f[1 + i]), t->field[Y][i]));
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, f[1 + i], t->change[X][Y][i]));
    }
    for (size_t i = 0; Y == 1 && i < coords; i++)
        sum = li_expr_add(ctx, sum, along(t, X, li_expr_mul(ctx, f[1 + n + i], li_sheet_velocity(t->w->W, i))));
    return sum;
}

static bool set_quadratic(li_work *w)
{
    const li_sheet *W = w->W;
    li_ctx *ctx = w->ctx;
    task t = { .w = w, .n = W->n };
    li_balls run;
    bool ok = false;

    set_rates(&t);
    li_program_init(ctx, &t.P, 0, NULL, W->s->n, W->s->x);
    if (li_ctx_status(ctx) == LI_OK) {
        const li_expr *f = W->e + W->f;
        add_solves(&t, W->e + W->M, W->e + W->h, W->e + W->l);
        t.out[2] = second(&t, 0, 0, f);
        t.out[1] = li_expr_add(ctx, second(&t, 0, 1, f), second(&t, 1, 0, f));
        t.out[0] = second(&t, 1, 1, f);
        li_program_finish(ctx, &t.P, 3, t.out);
        if (li_balls_init(ctx, &run, &t.P, w->bits) == LI_OK)
            ok = li_balls_step(ctx, &run, w->in, w->out->quadratic) == LI_OK;
        li_balls_clear(ctx, &run);
    }
    li_program_clear(ctx, &t.P);
    for (int k = 0; k < 3; k++)
        ok = ok && li_ball_is_finite(&w->out->quadratic[k]);
    return ok;
}

/* ---- its roots ---- */

/* x = 0 by the rule, beside terms of size 2^scale: balls around 0 here are 0, and said to be taken so. */
static li_truth is_nothing(li_work *w, const li_ball *x, double scale, const char *name)
{
    double least, most, rule = -3.3219280948873623 * w->digits;

    li_ball_range(x, &least, &most);
    if (most == -INFINITY)
        return LI_YES;
    if (least > -INFINITY && (!w->W->s->decimal || least - scale > rule))
        return LI_NO;
    if (most - scale > rule)
        return LI_UNKNOWN;
    li_work_zero(w, name);
    return LI_YES;
}

static double above(const li_ball *x)
{
    double least, most;
    li_ball_range(x, &least, &most);
    return most;
}

/* The roots of c0 + c1 x + c2 x^2 in order; the discriminant decides how many. LI_MORE_BITS if it cannot. */
static li_attempt find_roots(li_work *w, size_t *count, li_ball *root)
{
    const li_ball *c = w->out->quadratic;
    li_zeros zeros;
    /* lambda is of the size of c1/c2 or sqrt(c0/c2): the sizes that c2 and the discriminant are seen beside */
    double s1 = above(&c[1]), s0 = above(&c[0]);
    li_truth linear = is_nothing(w, &c[2], li_log_max(s1, s0), "c2");

    *count = 0;
    if (linear == LI_UNKNOWN)
        return LI_MORE_BITS;
    if (linear == LI_YES && is_nothing(w, &c[1], s0, "c1") == LI_YES)
        return LI_DONE;
    li_status status = li_ball_roots(w->ctx, &zeros, linear == LI_YES ? 1 : 2, c, w->bits);
    bool complete = status == LI_OK && zeros.complete;
    for (; complete && *count < zeros.count; ++*count)
        li_ball_set(&root[*count], &zeros.x[*count]);
    li_zeros_clear(w->ctx, &zeros);
    if (complete || linear == LI_YES)
        return complete ? LI_DONE : LI_MORE_BITS;

    /* a double root -c1/(2 c2)? */
    li_rational two;
    li_rational_init(&two);
    li_rational_set_int(&two, -2, 1);
    li_ball_set_rational(&w->product, &two, w->bits);
    li_rational_clear(&two);
    li_ball_mul(&w->product, &w->product, &c[2], w->bits);
    li_ball_div(&root[0], &c[1], &w->product, w->bits);
    li_ball_mul(&root[1], &root[0], &c[1], w->bits);               /* c1 x/2 + c0 = 0 there */
    li_ball_add(&root[1], &root[1], &c[0], w->bits);
    li_ball_add(&root[1], &root[1], &c[0], w->bits);
    if (is_nothing(w, &root[1], s0, "discriminant") != LI_YES)
        return LI_MORE_BITS;
    *count = 1;
    return LI_DONE;
}

li_attempt li_work_degenerate(li_work *w)
{
    size_t count = 0;
    li_ball *root = li_numbers_new(w->ctx, 2);
    li_attempt result = LI_MORE_BITS;

    if (root != NULL && set_quadratic(w)) {
        w->out->quadratic_known = true;
        result = find_roots(w, &count, root);
    }
    if (result == LI_DONE) {
        li_work_keep_roots(w, count, root);
        li_work_say(w, LI_DEGENERATE, "coupling and drive are both zero; the second derivative leaves %zu value%s of the multiplier", count, count == 1 ? "" : "s");
    }
    li_numbers_drop(w->ctx, root, 2);
    return result;
}

/* newton.c - a state from data, relations and zeros: the non-linear case, and the nearest state that fits
 *
 * Gauss and Newton: J^T J step = -J^T g, with all rows that must hold, so that redundant ones do no harm. */
#include <math.h>

#include "room.h"

enum { STARTS = 24, STEPS = 80, HALVINGS = 12 };

typedef struct {
    li_ctx  *ctx;
    size_t   m, rows;
    long     bits;
    li_program P;                      /* g, then J row by row */
    li_balls run;
    li_ball *x, *next, *g, *step, product;
} newton;

static li_status newton_init(li_ctx *ctx, newton *N, size_t m, const li_expr *u, size_t rows, const li_expr *g, long bits)
{
    li_expr *out = li_new(ctx, rows * (m + 1) + 1, sizeof *out);

    *N = (newton){ .ctx = ctx, .m = m, .rows = rows, .bits = bits };
    for (size_t i = 0; out != NULL && i < rows; i++) {
        out[i] = g[i];
        li_expr_gradient(ctx, out + rows + i * m, g[i], m, u);
    }
    li_program_init(ctx, &N->P, 0, NULL, m, u);
    if (li_ctx_status(ctx) == LI_OK)
        li_program_finish(ctx, &N->P, rows * (m + 1), out);
    if (li_ctx_status(ctx) == LI_OK)
        li_balls_init(ctx, &N->run, &N->P, bits);
    li_drop(ctx, out);
    N->x = li_numbers_new(ctx, m);
    N->next = li_numbers_new(ctx, m);
    N->step = li_numbers_new(ctx, m);
    N->g = li_numbers_new(ctx, rows * (m + 1));
    li_ball_init(ctx, &N->product);
    return li_ctx_status(ctx);
}

static void newton_clear(newton *N)
{
    li_numbers_drop(N->ctx, N->x, N->m);
    li_numbers_drop(N->ctx, N->next, N->m);
    li_numbers_drop(N->ctx, N->step, N->m);
    li_numbers_drop(N->ctx, N->g, N->rows * (N->m + 1));
    li_ball_clear(&N->product);
    li_balls_clear(N->ctx, &N->run);
    li_program_clear(N->ctx, &N->P);
}

static double largest(const li_ball *x, size_t n)
{
    double size = -INFINITY, least, most;
    for (size_t i = 0; i < n; i++) {
        li_ball_range(&x[i], &least, &most);
        size = li_log_max(size, most);
    }
    return size;
}

/* g and J at x; the size of g, +inf where something is not defined */
static double evaluate(newton *N, const li_ball *x)
{
    if (li_balls_step(N->ctx, &N->run, x, N->g) != LI_OK || !(largest(N->g + N->rows, N->rows * N->m) < INFINITY))
        return INFINITY;
    return largest(N->g, N->rows);
}

/* sum_i J_ij J_ik, or with g in the place of J_ik for k = m */
static void product_entry(newton *N, li_ball *out, size_t j, size_t k)
{
    const li_ball *J = N->g + N->rows;

    li_ball_sub(out, out, out, N->bits);
    for (size_t i = 0; i < N->rows; i++) {
        li_ball_mul(&N->product, &J[i * N->m + j], k < N->m ? &J[i * N->m + k] : &N->g[i], N->bits);
        li_ball_add(out, out, &N->product, N->bits);
    }
}

/* false: J^T J is singular */
static bool set_step(newton *N)
{
    li_elimination E;
    bool regular = false;

    if (li_elimination_init(N->ctx, &E, N->m, N->m + 1, N->m, N->bits) == LI_OK) {
        for (size_t j = 0; j < N->m; j++)
            for (size_t k = 0; k <= N->m; k++)
                product_entry(N, &E.a[j * (N->m + 1) + k], j, k);
        li_elimination_scale(&E);
        li_elimination_run(&E, -(double)N->bits / 2);
        regular = E.rank == N->m;
        for (size_t k = 0; k < E.rank; k++) {
            li_elimination_solution(&E, &N->step[E.column[k]], k, N->m);
            li_ball_middle(&N->step[E.column[k]], &N->step[E.column[k]]);
        }
    }
    li_elimination_clear(&E);
    return regular;
}

/* x - step, the step halved until g does not grow; the size of g there */
static double advance(newton *N, double size)
{
    double reached = INFINITY;
    li_ball half;
    li_rational c;

    li_rational_init(&c);
    li_rational_set_int(&c, 1, 2);
    if (li_ball_init(N->ctx, &half) == LI_OK)
        li_ball_set_rational(&half, &c, 32);
    for (int k = 0; k < HALVINGS && li_ctx_status(N->ctx) == LI_OK; k++) {
        for (size_t j = 0; j < N->m; j++) {
            li_ball_sub(&N->next[j], &N->x[j], &N->step[j], N->bits);
            li_ball_middle(&N->next[j], &N->next[j]);
        }
        reached = evaluate(N, N->next);
        if (reached <= size)
            break;
        for (size_t j = 0; j < N->m; j++)
            li_ball_mul(&N->step[j], &N->step[j], &half, N->bits);
    }
    for (size_t j = 0; j < N->m; j++)
        li_ball_swap(&N->x[j], &N->next[j]);
    li_ball_clear(&half);
    li_rational_clear(&c);
    return reached;
}

/* From N->x until steps no longer count; the size of g in the end, +inf if it did not get there. */
static double descend(newton *N)
{
    double size = evaluate(N, N->x);

    if (size == -INFINITY)                    /* exactly 0 already: also where J is singular, at a fold */
        return size;
    for (int k = 0; k < STEPS && isfinite(size) && li_ctx_status(N->ctx) == LI_OK; k++) {
        if (!set_step(N))
            return INFINITY;
        size = advance(N, size);
        if (largest(N->step, N->m) < li_log_max(0, largest(N->x, N->m)) - (double)N->bits * 0.75)
            return size;
    }
    return size == -INFINITY ? size : INFINITY;
}

/* ---- starting points ---- */

/* The s-th point: guesses where there are any, else 0, then 1, then drawn numbers, always the same; 0 in the end. */
static void set_start(li_rest *Q, newton *N, int s, li_rand *rng)
{
    li_rational c;

    li_rational_init(&c);
    for (size_t j = 0; j < Q->m; j++) {
        li_expr guess = Q->R->guess[Q->index[j]];
        bool shaken = s >= 2 && s < STARTS - 1;
        li_rational_set_int(&c, shaken ? li_rand_below(rng, 801) - 400 : s < 2 ? s : 0, shaken ? 200 : 1);
        li_ball_set_rational(&N->x[j], &c, N->bits);
        if (guess == NULL || s > STARTS / 2)
            continue;
        li_ball_value(Q->R->ctx, &N->x[j], guess, N->bits, 2 * N->bits);
        li_rational_set_int(&c, shaken ? li_rand_below(rng, 201) - 100 : 0, 1000);
        li_ball_set_rational(&N->product, &c, N->bits);
        li_ball_add(&N->x[j], &N->x[j], &N->product, N->bits);
        li_ball_middle(&N->x[j], &N->x[j]);
    }
    li_rational_clear(&c);
}

/* ---- which rows ---- */

/* At a point of no special position: data, then relations, then zeros, as many as are independent. */
static bool choose_at(li_rest *Q, newton *N, li_rand *rng)
{
    li_selection L;
    bool ok = false, full = false;

    set_start(Q, N, 2, rng);
    if (!isfinite(evaluate(N, N->x)))
        return false;
    if (li_selection_init(Q->R->ctx, &L, Q->m, Q->len, N->bits, -(double)N->bits / 2) == LI_OK) {
        for (size_t i = 0; i < Q->len; i++) {
            li_row *row = &Q->R->row[Q->of[i]];
            bool data = row->kind == LI_ROW_GIVEN;
            full = full || (!data && L.rank == Q->m && row->kind == LI_ROW_RELATION && i > 0 && Q->R->row[Q->of[i - 1]].kind == LI_ROW_GIVEN);
            for (size_t j = 0; j < Q->m; j++)
                li_ball_set(&L.a[i * (Q->m + 1) + j], &N->g[Q->len + i * Q->m + j]);
            row->chosen = !full && li_selection_take(&L, i) == LI_YES;
            Q->use[i] = row->chosen || data || (row->kind == LI_ROW_RELATION && !full);
        }
        ok = L.rank == Q->m;
    }
    li_selection_clear(&L);
    return ok;
}

static bool choose(li_rest *Q, li_rand *rng)
{
    newton N;
    bool ok = false;

    if (newton_init(Q->R->ctx, &N, Q->m, Q->u, Q->len, Q->g, 256) == LI_OK)
        for (int k = 0; k < STARTS && !ok; k++)
            ok = choose_at(Q, &N, rng);
    newton_clear(&N);
    return ok;
}

static long newton_bits(const li_rows *R) { return 2 * (long)(3.33 * (R->digits + 25)) + 64; }

static void keep_solution(li_rest *Q, const newton *N)
{
    li_rows *R = Q->R;
    double least = largest(N->x, N->m) - 3.33 * (R->digits + 20);

    R->numerical = true;
    for (size_t j = 0; j < Q->m; j++)
        R->value[Q->index[j]] = li_number_round(R->ctx, &N->x[j], R->digits + 20, li_log_max(least, -3.33 * (R->digits + 20)));
}

li_status li_rest_newton(li_rest *Q)
{
    li_rows *R = Q->R;
    li_expr *g = li_new(R->ctx, Q->len + 1, sizeof *g);
    size_t rows = 0;
    newton N;
    li_rand rng;
    bool found = false;

    li_rand_init(&rng, 1);
    if (g == NULL || !choose(Q, &rng)) {
        li_drop(R->ctx, g);
        return li_fail(R->ctx, LI_INPUT, "the %s could not be solved for: give more of them", R->what);
    }
    for (size_t i = 0; i < Q->len; i++)
        if (Q->use[i])
            g[rows++] = Q->g[i];
    if (newton_init(R->ctx, &N, Q->m, Q->u, rows, g, newton_bits(R)) == LI_OK)
        for (int s = 0; s < STARTS && !found; s++) {
            set_start(Q, &N, s, &rng);
            double size = descend(&N);
            found = size < li_log_max(0, largest(N.g + rows, rows * Q->m)) + li_log_max(0, largest(N.x, Q->m)) - 3.33 * (R->digits + 18);
        }
    if (found)
        keep_solution(Q, &N);
    newton_clear(&N);
    li_drop(R->ctx, g);
    if (!found)
        li_fail(R->ctx, LI_INPUT, "no %s were found that satisfy the data and the relations; a guess may help ('start x ~ E')", R->what);
    return li_ctx_status(R->ctx);
}

/* ---- the nearest state ---- */

/* Relations weigh 2^60, data 1, everything else 2^-60. */
static size_t weigh(li_rows *R, li_expr *g)
{
    size_t rows = 0;
    li_rational heavy, light;

    li_rational_init(&heavy);
    li_rational_init(&light);
    li_rational_set_int(&heavy, INT64_C(1) << 60, 1);
    li_rational_set_int(&light, 1, INT64_C(1) << 60);
    for (size_t i = 0; i < R->len; i++)
        if (R->row[i].kind == LI_ROW_GIVEN)
            g[rows++] = R->row[i].g;
        else if (R->row[i].kind == LI_ROW_RELATION)
            g[rows++] = li_expr_scale(R->ctx, &heavy, R->row[i].g);
    for (size_t j = 0; j < R->m; j++)
        g[rows++] = li_expr_scale(R->ctx, &light, R->u[j]);
    li_rational_clear(&heavy);
    li_rational_clear(&light);
    return rows;
}

/* `size` is that of the contradiction: what is far smaller is a rounding error. */
static void put_nearest(li_rows *R, li_text *words, double size)
{
    li_ctx *ctx = R->ctx;
    li_expr *g = li_new(ctx, R->len + R->m + 1, sizeof *g);
    const char *before = "; nearest consistent state: ";
    newton N;
    li_ball x;

    if (g == NULL)
        return;
    size_t rows = weigh(R, g);
    li_ball_init(ctx, &x);
    if (newton_init(ctx, &N, R->m, R->u, rows, g, 1024) == LI_OK) {
        for (size_t j = 0; j < R->m; j++)
            if (R->value[j] != NULL && li_ball_value(ctx, &N.x[j], R->value[j], N.bits, 2 * N.bits) == LI_OK)
                li_ball_middle(&N.x[j], &N.x[j]);
        descend(&N);
        for (size_t i = 0; i < R->len && li_ctx_status(ctx) == LI_OK; i++) {
            if (R->row[i].kind != LI_ROW_GIVEN || li_numbers_run(ctx, &x, 1, &R->row[i].x, R->m, R->u, N.x, N.bits) != LI_OK)
                continue;
            li_text_printf(ctx, words, "%s%s = ", before, R->row[i].name);
            if (largest(&x, 1) < fmax(largest(N.x, R->m), size) - 80)
                li_text_put(ctx, words, "0");
            else
                li_ball_print(ctx, words, &x, 12);
            before = ", ";
        }
    }
    newton_clear(&N);
    li_ball_clear(&x);
    li_drop(ctx, g);
}

li_status li_rows_conflict(li_rows *R, size_t at, const li_ball *right)
{
    li_ctx *ctx = R->ctx;
    li_text words;
    li_ball off;
    double size = -INFINITY;

    li_text_init(&words);
    li_text_printf(ctx, &words, "the %s given contradict each other: %s is off by ", R->what, R->row[at].name);
    if (li_ball_init(ctx, &off) == LI_OK) {                  /* a datum minus what the others say, a relation minus 0 */
        li_ball_sub(&off, &off, right, 64);
        size = largest(&off, 1);
        li_ball_print(ctx, &words, R->row[at].kind == LI_ROW_RELATION ? &off : right, 6);
    }
    li_ball_clear(&off);
    put_nearest(R, &words, size);
    li_fail(ctx, LI_INPUT, "%s", li_text_str(&words));
    li_text_clear(ctx, &words);
    return li_ctx_status(ctx);
}

/* redundancy.c - are dependent relations dependent near the state as well?
 *
 * With A = da/dv let mu A = 0 and A w = 0. To first order the rank of A stays the same in a direction delta of
 * the states that the relations allow if and only if mu DA[delta] w = 0 for all such mu and w: q moves along w
 * for holonomic relations and anywhere for others, v along w. A bar in a circle of its own diameter fails: two
 * relations have rank 1 there, but only there. Balls around 0 count as 0 here, also at exact states. */
#include <math.h>

#include "room.h"

/* Vectors x with B x = 0, one a row; B is rows by n. */
typedef struct { size_t count; li_ball *x; } basis;

/* The sizes of rows and columns of A: norms of da^k by M^-1, and the part that sqrt(M_ii) has in them */
static double part_size(const li_work *w, size_t i)
{
    double least, most;
    li_ball_range(&w->b[w->W->M + i * (w->W->n + 1)], &least, &most);
    return isfinite(most) ? most / 2 : 0;
}

/* B = A, its first rows, or (turned) its transpose. LI_UNKNOWN: these bits do not show the rank */
static li_truth kernel(li_work *w, basis *out, size_t rows, size_t n, const li_ball *B, const double *da_size, bool turned)
{
    li_elimination E;
    li_rational one;
    double rule = -3.3219280948873623 * w->digits;
    size_t row = 0;

    *out = (basis){ 0 };
    li_rational_init(&one);
    li_rational_set_int(&one, 1, 1);
    if (li_elimination_init(w->ctx, &E, rows, n, n, w->bits) == LI_OK) {
        for (size_t i = 0; i < rows * n; i++)
            li_ball_set(&E.a[i], &B[i]);
        for (size_t i = 0; i < rows; i++)
            E.row_scale[i] = turned ? part_size(w, i) : da_size[i];
        for (size_t j = 0; j < n; j++)
            E.column_scale[j] = turned ? da_size[j] : part_size(w, j);
        li_elimination_run(&E, w->threshold);
        out->count = n - E.rank;
        out->x = li_numbers_new(w->ctx, out->count * n);
        for (size_t f = 0; out->x != NULL && f < n; f++) {
            if (li_elimination_has(&E, f))
                continue;
            li_ball *x = out->x + row++ * n;
            li_ball_set_rational(&x[f], &one, w->bits);
            for (size_t k = 0; k < E.rank; k++) {
                li_elimination_solution(&E, &x[E.column[k]], k, f);
                li_ball_sub(&x[E.column[k]], &w->zero, &x[E.column[k]], w->bits);
            }
        }
    }
    bool clear = E.rest < rule;
    li_elimination_clear(&E);
    li_rational_clear(&one);
    return clear && out->x != NULL ? LI_YES : LI_UNKNOWN;
}

/* d^2 a_k/dv_a dv and d^2 a_k/dv_a dq that are not 0, at place (k n + a)(n + coords) + column: few, where bodies hang together by few
 * relations each. */
typedef struct { size_t columns, count, cap, *at; li_expr *e; li_ball *value; } second;

static void append(li_ctx *ctx, second *H, size_t at, li_expr e)
{
    if (H->count == H->cap) {
        size_t cap = 2 * H->cap + 64, *places = li_grow(ctx, H->at, cap, sizeof *places);
        H->at = places != NULL ? places : H->at;
        li_expr *list = li_grow(ctx, H->e, cap, sizeof *list);
        H->e = list != NULL ? list : H->e;
        if (places == NULL || list == NULL)
            return;
        H->cap = cap;
    }
    H->at[H->count] = at;
    H->e[H->count++] = e;
}

static bool second_derivatives(li_work *w, second *H)
{
    const li_sheet *W = w->W;
    size_t n = W->n, columns = H->columns = n + W->coords;
    li_expr *row = li_new(w->ctx, columns + 1, sizeof *row);

    for (size_t i = 0; row != NULL && i < W->p * n; i++) {
        li_expr f = W->e[W->f + i / n * W->width + 1 + i % n];
        if (li_expr_gradient(w->ctx, row, f, n, W->S->v) != LI_OK || li_expr_gradient(w->ctx, row + n, f, W->coords, W->S->q) != LI_OK)
            break;
        for (size_t j = 0; j < columns; j++)
            if (!li_expr_is_zero(row[j]))
                append(w->ctx, H, i * columns + j, row[j]);
    }
    li_drop(w->ctx, row);
    H->value = li_numbers_new(w->ctx, H->count);
    return H->value != NULL && li_ctx_status(w->ctx) == LI_OK && li_numbers_run(w->ctx, H->value, H->count, H->e, W->s->n, W->s->x, w->in, w->bits) == LI_OK;
}

/* db/dq of the holonomic relations b(t, q) = 0, a row each */
static bool position_slopes(li_work *w, li_ball *out)
{
    const li_sheet *W = w->W;
    size_t n = W->coords, rows = 0;
    li_expr *e = li_new(w->ctx, W->p * n + 1, sizeof *e);
    bool ok = false;

    for (size_t k = 0; e != NULL && k < W->p; k++)
        if (W->S->position[k] != NULL)
            li_expr_gradient(w->ctx, e + rows++ * n, W->e[W->position + k], n, W->S->q);
    if (li_ctx_status(w->ctx) == LI_OK)
        ok = li_numbers_run(w->ctx, out, rows * n, e, W->s->n, W->s->x, w->in, w->bits) == LI_OK;
    li_drop(w->ctx, e);
    return ok;
}

/* sum_k mu_k sum_ij w_i H_kij delta_j = 0?  `from` is 0 for delta in v, n for delta in q */
static bool vanishes(li_work *w, const li_ball *mu, const li_ball *x, const second *H, const li_ball *delta, size_t from)
{
    size_t n = w->W->n;
    double scale = -INFINITY, least, most;
    li_ball sum, term;

    li_ball_init(w->ctx, &sum);
    if (li_ball_init(w->ctx, &term) != LI_OK)
        return true;
    for (size_t i = 0; i < H->count; i++) {
        size_t row = H->at[i] / H->columns, column = H->at[i] % H->columns, k = row / n, a = row % n;
        if (column < from || column >= from + n)
            continue;
        li_ball_mul(&term, &mu[k], &x[a], w->bits);
        li_ball_mul(&term, &term, &H->value[i], w->bits);
        li_ball_mul(&term, &term, &delta[column - from], w->bits);
        li_ball_range(&term, &least, &most);
        scale = li_log_max(scale, most);
        li_ball_add(&sum, &sum, &term, w->bits);
    }
    li_ball_range(&sum, &least, &most);
    li_ball_clear(&sum);
    li_ball_clear(&term);
    return least == -INFINITY || most - scale < w->threshold;
}

static bool lasts(li_work *w, const basis *mu, const basis *x, const basis *delta, const second *H)
{
    size_t n = w->W->n, p = w->W->p;

    for (size_t m = 0; m < mu->count; m++)
        for (size_t i = 0; i < x->count; i++) {
            for (size_t j = 0; j < x->count; j++)
                if (!vanishes(w, mu->x + m * p, x->x + i * n, H, x->x + j * n, 0))
                    return false;
            for (size_t j = 0; j < (w->W->coords > 0 ? delta->count : 0); j++)
                if (!vanishes(w, mu->x + m * p, x->x + i * n, H, delta->x + j * n, n))
                    return false;
        }
    return true;
}

li_truth li_work_rank_lasts(li_work *w)
{
    const li_sheet *W = w->W;
    size_t n = W->n, p = W->p, holonomic = 0;
    double *size = li_new(w->ctx, 2 * p + 1, sizeof *size);
    li_ball *A = li_numbers_new(w->ctx, p * n), *At = li_numbers_new(w->ctx, p * n), *Ah = li_numbers_new(w->ctx, p * n);
    second H = { 0 };
    basis mu = { 0 }, x = { 0 }, delta = { 0 };
    li_truth answer = LI_UNKNOWN;

    if (li_ctx_status(w->ctx) == LI_OK) {
        for (size_t k = 0; k < p; k++) {
            size[k] = size[p + holonomic] = isfinite(w->da_size[k]) ? w->da_size[k] : 0;
            for (size_t i = 0; i < n; i++) {
                li_ball_set(&A[k * n + i], &li_work_function(w, k)[1 + i]);
                li_ball_set(&At[i * p + k], &A[k * n + i]);
            }
            holonomic += W->S->position[k] != NULL;
        }
        bool known = position_slopes(w, Ah) && kernel(w, &mu, n, p, At, size, true) == LI_YES && kernel(w, &x, p, n, A, size, false) == LI_YES &&
                     kernel(w, &delta, holonomic, n, Ah, size + p, false) == LI_YES;
        if (known && second_derivatives(w, &H))
            answer = lasts(w, &mu, &x, &delta, &H) ? LI_YES : LI_NO;
    }
    li_drop(w->ctx, size);
    li_numbers_drop(w->ctx, mu.x, mu.count * p);
    li_numbers_drop(w->ctx, x.x, x.count * n);
    li_numbers_drop(w->ctx, delta.x, delta.count * n);
    li_numbers_drop(w->ctx, A, p * n);
    li_numbers_drop(w->ctx, At, p * n);
    li_numbers_drop(w->ctx, Ah, p * n);
    li_numbers_drop(w->ctx, H.value, H.value == NULL ? 0 : H.count);
    li_drop(w->ctx, H.at);
    li_drop(w->ctx, H.e);
    return answer;
}

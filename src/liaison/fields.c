/* fields.c - the motion without reactions and what each reaction adds: E and e^h at a state   [gallissot 5, 6] */
#include <math.h>

#include "room.h"

static double above(const li_ball *x)
{
    double least, most;
    li_ball_range(x, &least, &most);
    return most;
}

/* out += x y */
static void add_product(li_work *w, li_ball *out, const li_ball *x, const li_ball *y)
{
    li_ball_mul(&w->product, x, y, w->bits);
    li_ball_add(out, out, &w->product, w->bits);
}

/* out = x . y */
static void dot(li_work *w, li_ball *out, const li_ball *x, const li_ball *y)
{
    li_ball_mul(out, x, y, w->bits);
    for (size_t i = 1; i < w->W->n; i++)
        add_product(w, out, &x[i], &y[i]);
}

/* ---- the mass matrix ---- */

static li_truth is_singular(li_work *w, const li_elimination *M)
{
    size_t n = w->W->n, rank = 0;

    if (M->rest == INFINITY)
        return LI_UNKNOWN;
    if (w->W->s->decimal)
        return M->rest < w->threshold ? LI_YES : LI_UNKNOWN;
    li_expr *A = li_new(w->ctx, n * n + 1, sizeof *A);
    li_status status = LI_MEMORY;
    for (size_t i = 0; A != NULL && i < n * n; i++)
        A[i] = w->W->e[w->W->M + i];
    if (A != NULL && li_sheet_constants(w->W, n * n, A) == LI_OK)
        status = li_exact_rank(w->ctx, &rank, n, n, A, NULL, NULL);
    li_drop(w->ctx, A);
    if (li_ctx_status(w->ctx) == LI_DOMAIN) {        /* it is not even defined there */
        li_ctx_forgive(w->ctx);
        return LI_YES;
    }
    return status == LI_OK ? (rank < n ? LI_YES : LI_NO) : LI_UNKNOWN;
}

static li_truth judge_mass(li_work *w, const li_elimination *M)
{
    li_truth singular = is_singular(w, M);

    if (singular == LI_YES) {
        if (w->W->s->decimal && !li_elimination_exact(M))
            li_work_zero(w, "mass matrix");
        li_work_say(w, LI_SINGULAR_CHART, "the mass matrix has rank %zu of %zu at this state: the coordinates are singular there", M->rank, w->W->n);
        return LI_NO;
    }
    if (w->last)
        li_work_say(w, M->rest == INFINITY ? LI_SINGULAR_CHART : LI_NOT_DECIDED, M->rest == INFINITY
                    ? "the mass matrix is not defined at this state" : "whether the mass matrix is singular could not be decided");
    return w->last ? LI_NO : LI_UNKNOWN;
}

/* The k-th right side: l^1 .. l^r, h, da^1/dv .. da^p/dv */
static const li_ball *right_side(const li_work *w, size_t k)
{
    size_t n = w->W->n, r = w->W->r;
    return k < r ? w->l + k * n : k == r ? w->h : li_work_function(w, k - r - 1) + 1;
}

static li_ball *solution(const li_work *w, size_t k)
{
    size_t n = w->W->n, r = w->W->r;
    return k < r ? w->e + k * n : k == r ? w->E : w->da + (k - r - 1) * n;
}

static li_truth solve_mass(li_work *w)
{
    size_t n = w->W->n, count = w->W->r + 1 + w->W->p;
    li_elimination M;
    li_truth solved = LI_UNKNOWN;

    if (li_elimination_init(w->ctx, &M, n, n + count, n, w->bits) == LI_OK) {
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n; j++)
                li_ball_set(&M.a[i * (n + count) + j], &w->b[w->W->M + i * n + j]);
            for (size_t k = 0; k < count; k++)
                li_ball_set(&M.a[i * (n + count) + n + k], &right_side(w, k)[i]);
        }
        li_elimination_scale(&M);
        li_elimination_run(&M, w->threshold);
        solved = M.rank == n ? LI_YES : judge_mass(w, &M);
        for (size_t k = 0; k < count && solved == LI_YES; k++)
            for (size_t i = 0; i < n; i++)
                li_elimination_solution(&M, &solution(w, k)[M.column[i]], i, n + k);
        for (size_t i = 0; i < n && solved == LI_YES; i++)
            li_ball_sub(&w->E[i], &w->zero, &w->E[i], w->bits);           /* E = -M^-1 h */
    }
    li_elimination_clear(&M);
    return solved;
}

/* ---- sizes, for what counts as zero ---- */

/* log2 sqrt(sum |x_i y_i|), the norm of x if y = M^-1 x */
static double norm(const li_work *w, const li_ball *x, const li_ball *y)
{
    double size = -INFINITY;
    for (size_t i = 0; i < w->W->n; i++)
        size = li_log_max(size, above(&x[i]) + above(&y[i]));
    return size / 2;
}

/* The largest of the terms whose sum is drive k, and of |da^k| |h| */
static double drive_size(const li_work *w, size_t k, double h)
{
    size_t n = w->W->n;
    const li_ball *f = li_work_function(w, k);
    double size = li_log_max(w->da_size[k] + h, above(&f[1 + n + w->W->coords]));

    for (size_t i = 0; i < n; i++)
        size = li_log_max(size, above(&f[1 + i]) + above(&w->E[i]));
    for (size_t i = 0; i < w->W->coords; i++)
        size = li_log_max(size, above(&f[1 + n + i]) + above(&w->out->v[i]));
    return size;
}

li_truth li_work_fields(li_work *w)
{
    size_t n = w->W->n;
    li_truth solved = solve_mass(w);

    if (solved != LI_YES)
        return solved;
    for (size_t h = 0; h < w->W->r; h++)
        w->l_size[h] = norm(w, w->l + h * n, w->e + h * n);
    for (size_t k = 0; k < w->W->p; k++) {
        w->da_size[k] = norm(w, li_work_function(w, k) + 1, w->da + k * n);
        w->drive_size[k] = drive_size(w, k, norm(w, w->h, w->E));
    }
    return LI_YES;
}

/* ---- coupling and drive ---- */

static void set_determinant(li_work *w)
{
    size_t p = w->W->p;
    li_elimination C;

    if (w->W->r == p && li_elimination_init(w->ctx, &C, p, p, p, w->bits) == LI_OK) {
        for (size_t i = 0; i < p * p; i++)
            li_ball_set(&C.a[i], &w->out->coupling[i]);
        li_elimination_scale(&C);
        li_elimination_run(&C, -INFINITY);
        li_elimination_det(&C, &w->out->compatibility);
    }
    if (w->W->r == p)
        li_elimination_clear(&C);
}

/* coupling[h][k] = da^k/dv . e^h,  drive[k] = da^k/dv . E + da^k/dq . q' + da^k/dt   [gallissot 9] */
void li_work_couple(li_work *w)
{
    size_t n = w->W->n, p = w->W->p;

    for (size_t k = 0; k < p; k++) {
        const li_ball *f = li_work_function(w, k);
        for (size_t h = 0; h < w->W->r; h++)
            dot(w, &w->out->coupling[h * p + k], f + 1, w->e + h * n);
        dot(w, &w->out->drive[k], f + 1, w->E);
        li_ball_add(&w->out->drive[k], &w->out->drive[k], &w->rest[k], w->bits);
    }
    set_determinant(w);
    w->out->coupled = true;
}

/* ---- the motion ---- */

/* v' = E + sum_h lambda_h e^h */
void li_work_move(li_work *w, const li_ball *lambda)
{
    size_t n = w->W->n;

    for (size_t i = 0; i < n; i++) {
        li_ball_set(&w->a[i], &w->E[i]);
        for (size_t h = 0; h < w->W->r; h++)
            add_product(w, &w->a[i], &lambda[h], &w->e[h * n + i]);
    }
}

/* v' through function f of the sheet: f_v . v', and for its whole rate the rest */
static void rate(li_work *w, li_ball *out, size_t f, const li_ball *v, bool whole)
{
    dot(w, out, li_work_function(w, f) + 1, v);
    if (whole)
        li_ball_add(out, out, &w->rest[f], w->bits);
}

void li_work_acceleration(li_work *w, li_ball *out, const li_ball *v, bool whole)
{
    const li_sheet *W = w->W;

    for (size_t i = 0; i < W->coords; i++) {
        if (W->S->speeds)
            rate(w, &out[i], W->p + W->quasis + i, v, whole);
        else
            li_ball_set(&out[i], &v[i]);
    }
}

void li_work_velocity_rates(li_work *w, li_ball *quasi, li_ball *speed, const li_ball *v, bool whole)
{
    const li_motion *S = w->W->S;

    for (size_t f = 0; f < w->W->quasis; f++)
        rate(w, &quasi[f], w->W->p + f, v, whole);
    for (size_t k = 0; k < S->model->speeds; k++)
        for (size_t i = 0; i < S->n; i++)
            if (S->v[i] == S->model->speed[k].w)
                li_ball_set(&speed[k], &v[i]);
}

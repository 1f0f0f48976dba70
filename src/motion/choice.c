/* choice.c - which columns of a matrix are solved for */
#include <math.h>
#include <stdlib.h>

#include "frame.h"

enum { MOST_CHOICES = 300 };       /* sets of columns that are looked at */

static int ascending(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/* ---- by exact determinants ---- */

struct choice {
    li_ctx *ctx;
    size_t p, n;
    const li_expr *D;
    size_t *order;                 /* the columns, those with a small burden first */
    size_t *at;                    /* the p of them that are looked at, as places in `order` */
    li_expr *minor;
};

void li_take_columns(li_expr *out, size_t rows, size_t n, const li_expr *D, size_t count, const size_t *column)
{
    for (size_t i = 0; i < rows * count; i++)
        out[i] = D[i / count * n + column[i % count]];
}

static void take(const struct choice *c)
{
    for (size_t i = 0; i < c->p * c->p; i++)
        c->minor[i] = c->D[i / c->p * c->n + c->order[c->at[i % c->p]]];
}

/* The next p of n in order of their numbers. */
static bool next(size_t *at, size_t p, size_t n)
{
    size_t i = p;

    while (i > 0 && at[i - 1] == n - p + i - 1)
        i--;
    if (i == 0)
        return false;
    at[i - 1]++;
    for (size_t j = i; j < p; j++)
        at[j] = at[j - 1] + 1;
    return true;
}

/* Numbers cost nothing, nor do numerical factors. */
static size_t cost_of(li_ctx *ctx, li_expr det)
{
    if (li_expr_kind(det) == LI_SUM && li_expr_len(det) == 1 && li_rational_is_zero(li_expr_number(det)))
        det = li_expr_arg(det, 0);
    return li_expr_kind(det) == LI_NUM ? 0 : li_exact_cost(ctx, det);
}

static size_t burden_of(const struct choice *c, const size_t *burden)
{
    size_t sum = 0;

    for (size_t i = 0; burden != NULL && i < c->p; i++)
        sum += burden[c->order[c->at[i]]];
    return sum;
}

/* Is it not 0? A hint is enough, since solving for these columns would fail; `open` if there is not even that. */
static bool is_regular(li_ctx *ctx, li_expr det, bool *open)
{
    double bits;
    li_truth zero = li_exact_is_zero(ctx, det);

    if (zero == LI_UNKNOWN)
        zero = li_exact_residue(ctx, det, &bits) == LI_NO ? LI_NO : LI_UNKNOWN;
    *open |= zero == LI_UNKNOWN;
    return zero == LI_NO;
}

/* The best of all sets, or of as many as are looked at; `more`: there are others */
static bool search(const struct choice *c, size_t *best, const size_t *burden, bool last, bool *more, bool *open)
{
    size_t least = SIZE_MAX, weight = SIZE_MAX;
    int tries = 0;
    li_expr det;

    do {
        take(c);
        size_t sum = burden_of(c, burden);
        bool known = sum <= weight && li_exact_det(c->ctx, &det, c->p, c->minor) == LI_OK;
        *open |= !known && sum <= weight;
        if (!known || li_expr_is_zero(det))
            continue;
        size_t cost = cost_of(c->ctx, det);
        bool better = sum < weight || (last ? cost <= least : cost < least);
        if (!better || !is_regular(c->ctx, det, open))
            continue;
        least = cost;
        weight = sum;
        for (size_t i = 0; i < c->p; i++)
            best[i] = c->order[c->at[i]];
    } while ((*more = next(c->at, c->p, c->n)) && ++tries < MOST_CHOICES);
    return least < SIZE_MAX;
}

/* Those that carry the rank */
static bool by_rank(const struct choice *c, size_t *best)
{
    size_t rank = 0, len = 0, p = c->p, n = c->n;
    li_expr *E = li_new(c->ctx, p * n + 1, sizeof *E);
    bool *column = li_new(c->ctx, n + 1, sizeof *column);

    for (size_t i = 0; E != NULL && i < p * n; i++)
        E[i] = c->D[i / n * n + c->order[i % n]];
    bool found = E != NULL && column != NULL && li_exact_rank(c->ctx, &rank, p, n, E, NULL, column) == LI_OK && rank == p;
    for (size_t i = 0; found && i < n; i++)
        if (column[i])
            best[len++] = c->order[i];
    li_drop(c->ctx, E);
    li_drop(c->ctx, column);
    return found;
}

static void set_order(const struct choice *c, const size_t *burden)
{
    for (size_t i = 0; i < c->n; i++) {
        size_t k = i;
        for (; burden != NULL && k > 0 && burden[c->order[k - 1]] > burden[i]; k--)
            c->order[k] = c->order[k - 1];
        c->order[k] = i;
    }
}

li_truth li_choose_columns(li_ctx *ctx, size_t *best, size_t p, size_t n, const li_expr *D, const size_t *burden, bool last)
{
    struct choice c = { .ctx = ctx, .p = p, .n = n, .D = D };
    bool found = false, more = false, open = false;

    if (p == 0 || p > n)
        return p == 0 ? LI_YES : LI_NO;
    c.order = li_new(ctx, n, sizeof *c.order);
    c.at = li_new(ctx, p, sizeof *c.at);
    c.minor = li_new(ctx, p * p, sizeof *c.minor);
    if (c.order != NULL && c.at != NULL && c.minor != NULL) {
        set_order(&c, burden);
        for (size_t i = 0; i < p; i++)
            c.at[i] = i;
        found = search(&c, best, burden, last, &more, &open) || (more && by_rank(&c, best));
        if (found)
            qsort(best, p, sizeof *best, ascending);
    }
    li_drop(ctx, c.order);
    li_drop(ctx, c.at);
    li_drop(ctx, c.minor);
    return li_ctx_status(ctx) != LI_OK ? LI_UNKNOWN : found ? LI_YES : open || more ? LI_UNKNOWN : LI_NO;
}

/* ---- by size, in numbers ---- */

/* The largest entry in unused rows and columns with this burden; its size */
static double largest(const struct choice *c, const double *D, const bool *row, const bool *column, const size_t *burden, size_t weight, size_t *at)
{
    double most = 0;

    for (size_t i = 0; i < c->p * c->n; i++)
        if (!row[i / c->n] && !column[i % c->n] && burden[i % c->n] == weight && fabs(D[i]) > most) {
            most = fabs(D[i]);
            *at = i;
        }
    return most;
}

static void eliminate(const struct choice *c, double *D, size_t at)
{
    size_t r = at / c->n, k = at % c->n;

    for (size_t i = 0; i < c->p; i++) {
        double f = i == r ? 0 : D[i * c->n + k] / D[at];
        for (size_t j = 0; j < c->n && f != 0; j++)
            D[i * c->n + j] -= f * D[r * c->n + j];
    }
}

/* A column that is independent of those before it is never better than one with a smaller burden. */
bool li_choose_pivots(li_ctx *ctx, size_t *best, size_t p, size_t n, double *D, const size_t *burden)
{
    static const double SMALL = 1e-9;            /* of the largest entry: too near to a dependent one */
    struct choice c = { .p = p, .n = n };
    bool *row = li_new(ctx, p + 1, sizeof *row), *column = li_new(ctx, n + 1, sizeof *column);
    double scale = 0;
    size_t len = 0, weight = 0, at = 0;

    for (size_t i = 0; i < p * n; i++)
        scale = fmax(scale, fabs(D[i]));
    while (row != NULL && column != NULL && len < p && weight <= n) {
        if (largest(&c, D, row, column, burden, weight, &at) <= SMALL * scale) {
            weight++;
            continue;
        }
        eliminate(&c, D, at);
        row[at / n] = column[at % n] = true;
        best[len++] = at % n;
    }
    qsort(best, len, sizeof *best, ascending);
    li_drop(ctx, row);
    li_drop(ctx, column);
    return len == p;
}

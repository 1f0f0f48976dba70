/* elimination.c - linear systems over balls, with a rule for what counts as zero */
#include <math.h>

#include "room.h"

li_status li_elimination_init(li_ctx *ctx, li_elimination *E, size_t rows, size_t columns, size_t unknowns, long bits)
{
    *E = (li_elimination){ .ctx = ctx, .rows = rows, .columns = columns, .unknowns = unknowns, .bits = bits, .rest = -INFINITY };
    E->a = li_numbers_new(ctx, rows * columns);
    E->row_scale = li_new(ctx, rows + 1, sizeof *E->row_scale);
    E->column_scale = li_new(ctx, columns + 1, sizeof *E->column_scale);
    E->row = li_new(ctx, rows + 1, sizeof *E->row);
    E->column = li_new(ctx, rows + 1, sizeof *E->column);
    E->used = li_new(ctx, rows + 1, sizeof *E->used);
    E->has = li_new(ctx, columns + 1, sizeof *E->has);
    li_ball_init(ctx, &E->factor);
    li_ball_init(ctx, &E->product);
    li_ball_init(ctx, &E->zero);
    return li_ctx_status(ctx);
}

void li_elimination_clear(li_elimination *E)
{
    li_numbers_drop(E->ctx, E->a, E->rows * E->columns);
    li_drop(E->ctx, E->row_scale);
    li_drop(E->ctx, E->column_scale);
    li_drop(E->ctx, E->row);
    li_drop(E->ctx, E->column);
    li_drop(E->ctx, E->used);
    li_drop(E->ctx, E->has);
    li_ball_clear(&E->factor);
    li_ball_clear(&E->product);
    li_ball_clear(&E->zero);
}

static li_ball *at(const li_elimination *E, size_t i, size_t j) { return &E->a[i * E->columns + j]; }

static double size_above(const li_ball *x)
{
    double least, most;
    li_ball_range(x, &least, &most);
    return most;
}

/* Rows by their largest entry, then columns; empty ones keep the scale 1. */
void li_elimination_scale(li_elimination *E)
{
    for (size_t i = 0; i < E->rows; i++) {
        double largest = -INFINITY;
        for (size_t j = 0; j < E->unknowns; j++)
            largest = li_log_max(largest, size_above(at(E, i, j)));
        E->row_scale[i] = isfinite(largest) ? largest : 0;
    }
    for (size_t j = 0; j < E->unknowns; j++) {
        double largest = -INFINITY;
        for (size_t i = 0; i < E->rows; i++)
            largest = li_log_max(largest, size_above(at(E, i, j)) - E->row_scale[i]);
        E->column_scale[j] = isfinite(largest) ? largest : 0;
    }
}

bool li_elimination_has(const li_elimination *E, size_t column) { return E->has[column]; }
bool li_elimination_used(const li_elimination *E, size_t row) { return E->used[row]; }

/* The entry that is certainly the largest; false if none is above the threshold. Sets `rest`. */
static bool find_pivot(li_elimination *E, size_t *row, size_t *column)
{
    double best = E->threshold;
    bool found = false;

    E->rest = -INFINITY;
    for (size_t i = 0; i < E->rows; i++) {
        if (li_elimination_used(E, i))
            continue;
        for (size_t j = 0; j < E->unknowns; j++) {
            double least, most, scale = E->row_scale[i] + E->column_scale[j];
            if (li_elimination_has(E, j) || li_ball_is_zero(at(E, i, j)))
                continue;
            li_ball_range(at(E, i, j), &least, &most);
            E->rest = li_log_max(E->rest, most - scale);
            if (least - scale > best && isfinite(most)) {
                best = least - scale;
                *row = i;
                *column = j;
                found = true;
            }
        }
    }
    return found;
}

/* Row i -= a_ic/a_rc row r, for all i but r. */
static void clear_column(li_elimination *E, size_t r, size_t c)
{
    for (size_t i = 0; i < E->rows; i++) {
        if (i == r || li_ball_is_zero(at(E, i, c)))
            continue;
        li_ball_div(&E->factor, at(E, i, c), at(E, r, c), E->bits);
        for (size_t j = 0; j < E->columns; j++) {
            if (j == c || li_ball_is_zero(at(E, r, j)))
                continue;
            li_ball_mul(&E->product, &E->factor, at(E, r, j), E->bits);
            li_ball_sub(at(E, i, j), at(E, i, j), &E->product, E->bits);
        }
        li_ball_set(at(E, i, c), &E->zero);
    }
}

void li_elimination_run(li_elimination *E, double threshold)
{
    size_t r = 0, c = 0;

    E->threshold = threshold;
    while (find_pivot(E, &r, &c)) {
        clear_column(E, r, c);
        E->row[E->rank] = r;
        E->column[E->rank++] = c;
        E->used[r] = E->has[c] = true;
    }
}

bool li_elimination_exact(const li_elimination *E)
{
    for (size_t i = 0; i < E->rows; i++)
        for (size_t j = 0; j < E->unknowns && !li_elimination_used(E, i); j++)
            if (!li_elimination_has(E, j) && !li_ball_is_zero(at(E, i, j)))
                return false;
    return true;
}

void li_elimination_solution(const li_elimination *E, li_ball *out, size_t i, size_t column)
{
    li_ball_div(out, at(E, E->row[i], column), at(E, E->row[i], E->column[i]), E->bits);
}

static bool is_odd(const li_elimination *E)
{
    bool odd = false;
    for (size_t i = 0; i < E->rank; i++)
        for (size_t j = i + 1; j < E->rank; j++)
            odd ^= (E->row[i] < E->row[j]) != (E->column[i] < E->column[j]);
    return odd;
}

/* The part without pivots: every entry there contains 0, so |det| <= prod_i sum_j |a_ij|. */
static void multiply_rest(li_elimination *E, li_ball *out)
{
    for (size_t i = 0; i < E->rows; i++) {
        if (li_elimination_used(E, i))
            continue;
        li_ball_set(&E->factor, &E->zero);
        for (size_t j = 0; j < E->unknowns; j++) {
            if (li_elimination_has(E, j))
                continue;
            li_ball_sub(&E->product, at(E, i, j), at(E, i, j), E->bits);      /* 0 +- twice its radius */
            li_ball_add(&E->factor, &E->factor, &E->product, E->bits);
        }
        li_ball_mul(out, out, &E->factor, E->bits);
    }
}

void li_elimination_det(li_elimination *E, li_ball *out)
{
    li_rational one;

    li_rational_init(&one);
    li_rational_set_int(&one, is_odd(E) ? -1 : 1, 1);
    li_ball_set_rational(out, &one, E->bits);
    for (size_t k = 0; k < E->rank; k++)
        li_ball_mul(out, out, at(E, E->row[k], E->column[k]), E->bits);
    if (E->rank < E->rows)
        multiply_rest(E, out);
    li_rational_clear(&one);
}

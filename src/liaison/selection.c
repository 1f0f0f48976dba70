/* selection.c - rows of a linear system, taken in their order as long as they are independent */
#include <math.h>

#include "room.h"

li_status li_selection_init(li_ctx *ctx, li_selection *L, size_t m, size_t len, long bits, double threshold)
{
    *L = (li_selection){ .ctx = ctx, .m = m, .len = len, .bits = bits, .threshold = threshold };
    L->a = li_numbers_new(ctx, len * (m + 1));
    L->scale = li_new(ctx, len + 1, sizeof *L->scale);
    L->right = li_new(ctx, len + 1, sizeof *L->right);
    L->row = li_new(ctx, m + 1, sizeof *L->row);
    L->column = li_new(ctx, m + 1, sizeof *L->column);
    li_ball_init(ctx, &L->factor);
    li_ball_init(ctx, &L->product);
    return li_ctx_status(ctx);
}

void li_selection_clear(li_selection *L)
{
    li_numbers_drop(L->ctx, L->a, L->len * (L->m + 1));
    li_drop(L->ctx, L->scale);
    li_drop(L->ctx, L->right);
    li_drop(L->ctx, L->row);
    li_drop(L->ctx, L->column);
    li_ball_clear(&L->factor);
    li_ball_clear(&L->product);
}

static li_ball *at(const li_selection *L, size_t i, size_t j) { return &L->a[i * (L->m + 1) + j]; }

/* Row i minus its multiples of the chosen rows; `right` follows the size of the terms of its right side. */
static void reduce(li_selection *L, size_t i)
{
    double least, most;

    L->scale[i] = -INFINITY;
    for (size_t j = 0; j < L->m; j++) {
        li_ball_range(at(L, i, j), &least, &most);
        L->scale[i] = li_log_max(L->scale[i], most);
    }
    li_ball_range(at(L, i, L->m), &least, &L->right[i]);
    for (size_t k = 0; k < L->rank; k++) {
        size_t r = L->row[k], c = L->column[k];
        if (li_ball_is_zero(at(L, i, c)))
            continue;
        li_ball_div(&L->factor, at(L, i, c), at(L, r, c), L->bits);
        for (size_t j = 0; j <= L->m; j++) {
            li_ball_mul(&L->product, &L->factor, at(L, r, j), L->bits);
            li_ball_sub(at(L, i, j), at(L, i, j), &L->product, L->bits);
        }
        li_ball_sub(at(L, i, c), at(L, i, c), at(L, i, c), L->bits);
        li_ball_range(&L->factor, &least, &most);
        L->right[i] = li_log_max(L->right[i], most + L->right[r]);
    }
}

static bool is_pivot(const li_selection *L, size_t column)
{
    for (size_t k = 0; k < L->rank; k++)
        if (L->column[k] == column)
            return true;
    return false;
}

/* Exact states: have the chosen rows and row i the rank rank + 1? */
static li_truth is_independent(li_selection *L, size_t i)
{
    size_t m = L->m, rank = 0;
    li_expr *A = li_new(L->ctx, (L->rank + 1) * m + 1, sizeof *A);

    for (size_t k = 0; A != NULL && k <= L->rank; k++)
        for (size_t j = 0; j < m; j++)
            A[k * m + j] = L->coef[(k < L->rank ? L->row[k] : i) * m + j];
    li_status status = A == NULL ? LI_MEMORY : li_exact_rank(L->ctx, &rank, L->rank + 1, m, A, NULL, NULL);
    li_drop(L->ctx, A);
    return status != LI_OK ? LI_UNKNOWN : rank > L->rank ? LI_YES : LI_NO;
}

li_truth li_selection_take(li_selection *L, size_t i)
{
    double best = -INFINITY, rest = -INFINITY, least, most;
    size_t column = L->m;

    reduce(L, i);
    for (size_t j = 0; j < L->m; j++) {
        if (is_pivot(L, j))
            continue;
        li_ball_range(at(L, i, j), &least, &most);
        rest = li_log_max(rest, most);
        if (least > best) {
            best = least;
            column = j;
        }
    }
    if (rest == -INFINITY || rest - L->scale[i] < L->threshold)
        return LI_NO;
    if (best == -INFINITY || best - L->scale[i] < L->threshold) {
        li_truth independent = L->coef == NULL ? LI_NO : is_independent(L, i);
        return independent == LI_YES ? LI_UNKNOWN : independent;      /* these bits do not show a pivot */
    }
    L->row[L->rank] = i;
    L->column[L->rank++] = column;
    return LI_YES;
}

bool li_selection_agrees(const li_selection *L, size_t i)
{
    double least, most;
    li_ball_range(at(L, i, L->m), &least, &most);
    return least == -INFINITY || most - L->right[i] < L->threshold;
}

/* determined.c - what the relations determine of the reactions                                  [gallissot 9, 13]
 *
 *     sum_h lambda_h coupling[h][k] = -drive[k],   k = 1 .. p
 *
 * over the field of functions, block by block: one solution in general, or the row space of the coupling says what is
 * determined. */
#include "reactions.h"

enum { LONG = 60, CRAMER = 5 };        /* cost of a multiplier that is worth a second try; the size of a determinant that is */

/* The functions A on a branch of the constraints; false where they have no value there */
static bool put_in(li_ctx *ctx, const li_branch *b, size_t n, const li_expr *A, li_expr *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = li_solution_apply(ctx, b, A[i]);
    if (li_ctx_status(ctx) != LI_DOMAIN)
        return true;
    li_ctx_forgive(ctx);
    return false;
}

/* The rank of m by n functions on the constraints (on the first branch where they have a value), and the rows and columns that
 * carry it */
static bool find_rank(const li_reacting *w, size_t *rank, size_t m, size_t n, const li_expr *A, bool *row, bool *column)
{
    li_ctx *ctx = w->ctx;
    li_expr *at = li_expr_room(ctx, m * n);

    size_t b = 0;
    while (at != NULL && b < w->on->len && !put_in(ctx, &w->on->branch[b], m * n, A, at))
        b++;
    return at != NULL && b < w->on->len && li_exact_rank(ctx, rank, m, n, at, row, column) == LI_OK && li_ctx_status(ctx) == LI_OK;
}

/* The rows of a block that carry its rank m, solved for its columns: lambda_j + sum of free ones X_jf lambda_f = X_j. With the
 * free columns 0 the multipliers are `lambda`. */
static bool solve_rows(const li_reacting *w, const li_coupled *x, size_t m, const bool *row, const bool *column, li_expr *lambda)
{
    li_ctx *ctx = w->ctx;
    li_reactions *out = w->out;
    size_t r = out->r, width = x->columns - m + 1, at = 0, right = 0;
    li_expr *minor = li_expr_room(ctx, m * m), *B = li_expr_room(ctx, m * width), *X = li_expr_room(ctx, m * width);

    if (minor == NULL || B == NULL || X == NULL)
        return false;
    for (size_t k = 0; k < x->rows; k++) {
        for (size_t h = 0; row[k] && h < x->columns; h++)
            *(column[h] ? &minor[at++] : &B[right++]) = x->C[k * x->columns + h];
        if (row[k])
            B[right++] = li_expr_neg(ctx, out->drive[x->row[k]]);
    }
    li_status status = li_exact_solve(ctx, X, m, minor, width, B);
    if (status == LI_BUDGET)
        status = li_exact_solve_unexpanded(ctx, X, m, minor, width, B);
    if (status != LI_OK)
        return li_fail(ctx, status, "the multipliers could not be solved for within the budget; a larger one: --budget SECONDS"), false;
    for (size_t h = 0, j = 0; h < x->columns; h++) {
        lambda[x->column[h]] = column[h] ? X[j * width + width - 1] : li_expr_int(ctx, 0);
        if (!column[h])
            continue;
        li_expr *c = out->combination + out->combinations * (r + 1);
        bool alone = true;
        for (size_t f = 0; f < r; f++)
            c[f] = li_expr_int(ctx, f == x->column[h]);
        for (size_t f = 0, i = 0; f < x->columns; f++) {
            if (column[f])
                continue;
            c[x->column[f]] = li_reacting_for_people(w, X[j * width + i++]);
            alone &= li_expr_is_zero(c[x->column[f]]);
        }
        c[r] = li_reacting_for_people(w, X[j++ * width + width - 1]);
        if (alone)
            out->multiplier[x->column[h]] = c[r];
        else
            out->combinations++;
    }
    return li_ctx_status(ctx) == LI_OK;
}

/* Where elimination left a factor above and below that sin^2 + cos^2 = 1 hides: lambda_h = det(C, column h <- -drive)/det C */
static void try_determinants(const li_reacting *w, const li_coupled *x)
{
    li_ctx *ctx = w->ctx;
    li_reactions *out = w->out;
    size_t r = x->columns;
    li_expr *A = li_expr_room(ctx, r * r), det, whole;

    if (A == NULL || r < 2 || r > CRAMER || li_exact_det(ctx, &whole, r, x->C) != LI_OK)
        return;
    for (size_t h = 0; h < r; h++) {
        li_expr *lambda = &out->multiplier[x->column[h]];
        if (li_exact_cost(ctx, *lambda) < LONG)
            continue;
        for (size_t i = 0; i < r * r; i++)
            A[i] = i % r == h ? li_expr_neg(ctx, out->drive[x->row[i / r]]) : x->C[i];
        if (li_exact_det(ctx, &det, r, A) != LI_OK)
            continue;
        li_expr e = li_reacting_for_people(w, li_expr_div(ctx, det, whole));
        if (3 * li_exact_cost(ctx, e) < 2 * li_exact_cost(ctx, *lambda))
            *lambda = e;
    }
}

/* The relations of a block without a pivot: do they hold for these multipliers? */
static li_truth is_solvable(const li_reacting *w, const li_coupled *x, const bool *row, const li_expr *lambda)
{
    li_ctx *ctx = w->ctx;
    li_truth yes = LI_YES;

    for (size_t k = 0; k < x->rows && yes != LI_NO; k++) {
        li_expr sum = w->out->drive[x->row[k]];
        for (size_t h = 0; h < x->columns; h++)
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, x->C[k * x->columns + h], lambda[x->column[h]]));
        li_truth zero = row[k] ? LI_YES : li_solution_vanishes(w->ctx, w->on, sum);
        yes = zero == LI_YES ? yes : zero;
    }
    return yes;
}

/* A determinant that does not vanish at some state settles the rank of a square block; else elimination does. Where neither
 * does, but the determinant is not 0 off the constraints, what it determines is given with that doubt. */
static bool find_block_rank(const li_reacting *w, const li_coupled *x, size_t *rank, bool *row, bool *column)
{
    li_expr det;
    li_truth zero = LI_YES;

    *rank = 0;
    if (x->rows == 0 || x->columns == 0)
        return true;
    if (x->rows == x->columns && li_exact_det(w->ctx, &det, x->rows, x->C) == LI_OK && !li_expr_is_zero(det))
        zero = li_solution_vanishes(w->ctx, w->on, det);
    if (zero != LI_NO && find_rank(w, rank, x->rows, x->columns, x->C, row, column))
        return true;
    if (zero == LI_YES)
        return false;
    if (zero == LI_UNKNOWN)
        w->out->message = "that the determinant is not 0 everywhere on the constraints was not proved; the multipliers hold where it is not";
    *rank = x->rows;
    for (size_t i = 0; i < x->rows; i++)
        row[i] = column[i] = true;
    return li_ctx_status(w->ctx) == LI_OK;
}

/* One block: what it determines. LI_UNKNOWN: its rank or whether it has a solution was not decided */
static li_truth solve_block(const li_reacting *w, const li_coupled *x, li_expr *lambda)
{
    li_ctx *ctx = w->ctx;
    size_t rank = 0;
    bool *row = li_alloc(ctx, (x->rows + 1) * sizeof *row), *column = li_alloc(ctx, (x->columns + 1) * sizeof *column);

    if (row == NULL || column == NULL || !find_block_rank(w, x, &rank, row, column))
        return LI_UNKNOWN;
    for (size_t h = 0; h < x->columns; h++)
        lambda[x->column[h]] = li_expr_int(ctx, 0);
    w->out->rank += rank;
    if (rank > 0 && !solve_rows(w, x, rank, row, column, lambda))
        return LI_UNKNOWN;
    if (rank == x->rows && rank == x->columns)
        try_determinants(w, x);
    return is_solvable(w, x, row, lambda);
}

/* Fewer than all are determined: do the others change the motion? [corner cases of the language, 6] */
static void judge(const li_reacting *w, li_truth solvable)
{
    li_reactions *out = w->out;
    size_t rank = 0;

    if (solvable == LI_NO)
        li_reacting_say(out, LI_INCOMPATIBLE, "no reaction keeps the constraints in general: the coupling is singular and the drive is not in its range");
    else if (solvable == LI_UNKNOWN)
        li_reacting_say(out, LI_NOT_DECIDED, "the rank of the coupling, or whether the reactions can keep the constraints, was not decided within the budget");
    else if (out->rank == out->p && out->rank == out->r)
        li_reacting_say(out, LI_COMPATIBLE, out->message);
    else if (!find_rank(w, &rank, out->r, w->D->n, w->l, NULL, NULL))
        li_reacting_say(out, LI_NOT_DECIDED, "the rank of the directions of the reactions was not decided");
    else if (rank > out->rank)
        li_reacting_say(out, LI_DEGENERATE, "several motions keep the constraints to first order: the directions of the reactions have a larger rank than the coupling");
    else
        li_reacting_say(out, LI_REDUNDANT, "the motion is determined, the reactions are not all");
    if (solvable != LI_NO)
        return;
    out->combinations = 0;
    for (size_t h = 0; h < out->r; h++)
        out->multiplier[h] = NULL;
}

li_status li_reacting_solve(li_reacting *w)
{
    li_expr *lambda = li_expr_room(w->ctx, w->out->r);
    li_truth solvable = LI_YES;

    w->out->rank = 0;
    for (size_t b = 0; lambda != NULL && b < w->blocks && li_ctx_status(w->ctx) == LI_OK; b++) {
        li_truth one = solve_block(w, &w->block[b], lambda);
        solvable = solvable == LI_NO || one == LI_YES ? solvable : one;
    }
    if (li_ctx_status(w->ctx) == LI_OK)
        judge(w, solvable);
    return li_ctx_status(w->ctx);
}

/* reactions.c - the reactions as functions of the state                                 [gallissot 6, 9, 13]
 *
 *     sum_h lambda_h coupling[h][k] = -drive[k],   k = 1 .. p
 *
 * over the field of functions: one solution in general, or the row space of the coupling says what is determined. */
#include <string.h>

#include "room.h"

enum { LONG = 60, CRAMER = 5, PRINTABLE = 200000 };    /* cost of a multiplier that is worth a second try; a determinant that is; cost of all */

/* Relations and reactions that are coupled, directly or by others: the system falls apart into such blocks. */
typedef struct {
    size_t   rows, columns, *row, *column;     /* relations, reactions */
    li_expr *C;                        /* rows by columns: coupling[column][row] */
} block;

typedef struct {
    li_ctx *ctx;
    const li_motion *S;
    const li_dynamics *D;
    const li_solution *X, *Y;          /* the state: relations used, and squares that shorten */
    const li_solution *dependent;      /* the dependent velocities, whether they are eliminated or not */
    const li_solution *on;             /* what the relations determine, for decisions */
    const li_expr *h, *l;              /* those of D, or the parts of an affine law */
    bool implicit;                     /* they contain multipliers */
    size_t blocks;
    block *block;
    li_reactions *out;
} work;

static li_expr *room(li_ctx *ctx, size_t n) { return li_alloc(ctx, (n + 1) * sizeof(li_expr)); }

static li_expr reduced(const work *w, li_expr e) { return li_solution_apply(w->ctx, w->X, e); }

/* The same without what is 0 or 1 in disguise */
static li_expr neat(const work *w, li_expr e) { return li_exact_simplify(w->ctx, reduced(w, e)); }

static li_expr for_people(const work *w, li_expr e) { return li_solution_shorten(w->ctx, w->Y, li_exact_simplify(w->ctx, e)); }

static bool is_eliminated(const li_solution *X, li_expr x)
{
    for (size_t i = 0; i < X->len; i++)
        if (X->from[i] == x)
            return true;
    return false;
}

static void say(li_reactions *out, li_verdict status, const char *words)
{
    out->status = status;
    out->message = words;
}

/* ---- coupling and drive ---- */

/* X = M^-1 B, B being long: M^-1 is found by itself and nothing is expanded. */
static li_status solve_by_inverse(const work *w, li_expr *X, const li_expr *M, size_t k, const li_expr *B)
{
    li_ctx *ctx = w->ctx;
    size_t n = w->D->n;
    li_expr *one = room(ctx, n * n), *inverse = room(ctx, n * n), *term = room(ctx, n);

    if (one == NULL || inverse == NULL || term == NULL)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n * n; i++)
        one[i] = li_expr_int(ctx, i / n == i % n);
    li_status status = li_exact_solve(ctx, inverse, n, M, n, one);
    for (size_t i = 0; i < n * k && status == LI_OK; i++) {
        for (size_t j = 0; j < n; j++)
            term[j] = li_expr_mul(ctx, inverse[i / k * n + j], B[j * k + i % k]);
        X[i] = li_expr_sum(ctx, n, term);
    }
    return status == LI_OK ? li_ctx_status(ctx) : status;
}

/* e^h = M^-1 l^h and E = -M^-1 h: n by r + 1 */
static li_status set_fields(const work *w, li_expr *e)
{
    li_ctx *ctx = w->ctx;
    size_t n = w->D->n, r = w->D->r;
    li_expr *M = room(ctx, n * n), *B = room(ctx, n * (r + 1));

    if (M == NULL || B == NULL)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n * n; i++)
        M[i] = neat(w, w->D->M[i]);
    for (size_t i = 0; i < n; i++) {
        for (size_t h = 0; h < r; h++)
            B[i * (r + 1) + h] = neat(w, w->l[h * n + i]);
        B[i * (r + 1) + r] = li_expr_neg(ctx, reduced(w, w->h[i]));
    }
    li_status status = li_exact_solve(ctx, e, n, M, r + 1, B);
    if (status == LI_BUDGET || status == LI_UNDECIDED)
        status = solve_by_inverse(w, e, M, r + 1, B);
    if (status == LI_SINGULAR)
        return li_fail(ctx, status, "the mass matrix is singular at every state: a velocity without inertia, or a singular chart; there are no fields e and E");
    return status == LI_OK ? LI_OK : li_fail(ctx, status, "the mass matrix could not be inverted within the budget; a larger one: --budget SECONDS");
}

/* coupling[h][k] = sum_j A_kj e^h_j,  drive[k] = sum_j A_kj E_j + rest_k                            [gallissot 9] */
static li_status set_coupling(const work *w)
{
    li_ctx *ctx = w->ctx;
    size_t n = w->D->n, p = w->D->p, r = w->D->r;
    li_expr *e = room(ctx, n * (r + 1)), *A = room(ctx, n), *term = room(ctx, n);

    if (e == NULL || A == NULL || term == NULL || set_fields(w, e) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t k = 0; k < p; k++) {
        for (size_t j = 0; j < n; j++)
            A[j] = neat(w, w->D->A[k * n + j]);
        for (size_t h = 0; h <= r; h++) {
            li_progress(ctx, "reactions", k * (r + 1) + h, p * (r + 1));
            for (size_t j = 0; j < n; j++)
                term[j] = li_expr_mul(ctx, A[j], e[j * (r + 1) + h]);
            term[n] = h == r ? reduced(w, w->D->rest[k]) : li_expr_int(ctx, 0);
            *(h == r ? &w->out->drive[k] : &w->out->coupling[h * p + k]) = for_people(w, li_expr_sum(ctx, n + 1, term));
        }
    }
    return li_ctx_status(ctx);
}

/* ---- blocks ---- */

/* Marks of the reactions (first r) and the relations (p more): the same where they are coupled */
static void mark_blocks(const work *w, size_t *mark)
{
    size_t p = w->out->p, r = w->out->r;

    for (size_t i = 0; i < r + p; i++)
        mark[i] = i;
    for (size_t h = 0; h < r; h++)
        for (size_t k = 0; k < p; k++) {
            size_t from = mark[h], to = mark[r + k];
            for (size_t i = 0; !li_expr_is_zero(w->out->coupling[h * p + k]) && i < r + p; i++)
                mark[i] = mark[i] == from ? to : mark[i];
        }
}

static void fill_block(const work *w, block *b, const size_t *mark, size_t which)
{
    size_t p = w->out->p, r = w->out->r;

    for (size_t h = 0; h < r; h++)
        if (mark[h] == which)
            b->column[b->columns++] = h;
    for (size_t k = 0; k < p; k++)
        if (mark[r + k] == which)
            b->row[b->rows++] = k;
    for (size_t k = 0; k < b->rows; k++)
        for (size_t h = 0; h < b->columns; h++)
            b->C[k * b->columns + h] = w->out->coupling[b->column[h] * p + b->row[k]];
}

static li_status set_blocks(work *w)
{
    li_ctx *ctx = w->ctx;
    size_t p = w->out->p, r = w->out->r, *mark = li_alloc(ctx, (p + r + 1) * sizeof *mark);

    w->blocks = 0;
    w->block = li_alloc(ctx, (p + r + 1) * sizeof *w->block);
    if (mark == NULL || w->block == NULL)
        return li_ctx_status(ctx);
    mark_blocks(w, mark);
    for (size_t which = 0; which < p + r && li_ctx_status(ctx) == LI_OK; which++) {
        block b = { .row = li_alloc(ctx, (p + 1) * sizeof *b.row), .column = li_alloc(ctx, (r + 1) * sizeof *b.column), .C = room(ctx, p * r) };
        if (b.row != NULL && b.column != NULL && b.C != NULL)
            fill_block(w, &b, mark, which);
        if (b.rows + b.columns > 0)
            w->block[w->blocks++] = b;
    }
    return li_ctx_status(ctx);
}

/* Do rows and columns, in the order of the blocks, differ by an odd permutation? */
static bool is_turned(const work *w)
{
    size_t p = w->out->p, n = 0, *to = li_alloc(w->ctx, (p + 1) * sizeof *to);
    bool odd = false;

    for (size_t b = 0; to != NULL && b < w->blocks; b++)
        for (size_t i = 0; i < w->block[b].rows && i < w->block[b].columns; i++, n++)
            to[w->block[b].row[i]] = w->block[b].column[i];
    for (size_t i = 0; to != NULL && i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            odd ^= to[i] > to[j];
    return odd;
}

/* ---- compatibility ---- */

/* The dependent velocities as columns of A; how many */
static size_t dependent_columns(const work *w, size_t *column)
{
    size_t m = 0;
    for (size_t j = 0; j < w->D->n; j++)
        if (is_eliminated(w->dependent, w->D->w[j]))
            column[m++] = j;
    return m;
}

/* The minor of A by which the dependent velocities were solved for; NULL: not known */
static li_expr dependent_minor(const work *w)
{
    li_ctx *ctx = w->ctx;
    size_t n = w->D->n, p = w->D->p, *column = li_alloc(ctx, (n + 1) * sizeof *column);
    li_expr *minor = room(ctx, p * p), det;

    if (minor == NULL || column == NULL || dependent_columns(w, column) != p)
        return NULL;
    for (size_t i = 0; i < p * p; i++)
        minor[i] = neat(w, w->D->A[i / p * n + column[i % p]]);
    return li_exact_det(ctx, &det, p, minor) == LI_OK ? li_exact_factor(ctx, det) : NULL;
}

/* Are relations with ideal reactions certainly independent? Then the coupling A M^-1 A^T is positive definite where M is: a
 * minor of A that vanishes nowhere shows it.                                                       [gallissot 7] */
static bool is_definite(const work *w, li_vanishing *minor_vanishes)
{
    for (size_t h = 0; h < w->S->r; h++)
        if (!w->S->ideal[h])
            return false;
    li_expr minor = dependent_minor(w);
    return minor != NULL && li_vanishing_find(w->ctx, minor_vanishes, minor) == LI_OK && minor_vanishes->factors == 0;
}

/* det coupling, block by block; NULL: past the budget */
static li_expr determinant(const work *w)
{
    li_ctx *ctx = w->ctx;
    li_expr product = li_expr_int(ctx, is_turned(w) ? -1 : 1), det;

    for (size_t b = 0; b < w->blocks; b++) {
        const block *x = &w->block[b];
        if (x->rows != x->columns)
            return li_expr_int(ctx, 0);
        if (li_exact_det(ctx, &det, x->rows, x->C) != LI_OK)
            return NULL;
        product = li_expr_mul(ctx, product, li_exact_factor(ctx, li_solution_shorten(ctx, w->Y, det)));
    }
    return li_exact_factor(ctx, product);
}

static void set_compatibility(const work *w)
{
    li_reactions *out = w->out;
    li_vanishing minor;

    if (out->p != out->r)
        return;
    out->compatibility = determinant(w);
    if (out->compatibility == NULL || li_expr_is_zero(out->compatibility) || li_vanishing_find(w->ctx, &out->vanishing, out->compatibility) != LI_OK)
        return;
    out->definite = out->vanishing.factors > 0 && is_definite(w, &minor);
    if (out->definite)
        out->vanishing = minor;
}

/* ---- decisions on the constraints ---- */

static li_truth vanishes(const work *w, li_expr e) { return li_solution_vanishes(w->ctx, w->on, e); }

/* The rank of m by n functions on the constraints, and the rows and columns that carry it */
static bool find_rank(const work *w, size_t *rank, size_t m, size_t n, const li_expr *A, bool *row, bool *column)
{
    li_ctx *ctx = w->ctx;
    li_expr *at = room(ctx, m * n), one[LI_SOLUTION_SIGNS];

    for (size_t i = 0; i < LI_SOLUTION_SIGNS; i++)
        one[i] = li_expr_int(ctx, 1);
    for (size_t i = 0; at != NULL && i < m * n; i++) {
        at[i] = li_solution_apply(ctx, w->on, A[i]);
        at[i] = li_expr_subst(ctx, at[i], w->on->signs, w->on->sign, one);
    }
    return at != NULL && li_exact_rank(ctx, rank, m, n, at, row, column) == LI_OK && li_ctx_status(ctx) == LI_OK;
}

/* ---- what is determined ---- */

/* The rows of a block that carry its rank m, solved for its columns: lambda_j + sum of free ones X_jf lambda_f = X_j. With the
 * free columns 0 the multipliers are `lambda`. */
static bool solve_rows(const work *w, const block *x, size_t m, const bool *row, const bool *column, li_expr *lambda)
{
    li_ctx *ctx = w->ctx;
    li_reactions *out = w->out;
    size_t r = out->r, width = x->columns - m + 1, at = 0, right = 0;
    li_expr *minor = room(ctx, m * m), *B = room(ctx, m * width), *X = room(ctx, m * width);

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
            c[x->column[f]] = for_people(w, X[j * width + i++]);
            alone &= li_expr_is_zero(c[x->column[f]]);
        }
        c[r] = for_people(w, X[j++ * width + width - 1]);
        if (alone)
            out->multiplier[x->column[h]] = c[r];
        else
            out->combinations++;
    }
    return li_ctx_status(ctx) == LI_OK;
}

/* Where elimination left a factor above and below that sin^2 + cos^2 = 1 hides: lambda_h = det(C, column h <- -drive)/det C */
static void try_determinants(const work *w, const block *x)
{
    li_ctx *ctx = w->ctx;
    li_reactions *out = w->out;
    size_t r = x->columns;
    li_expr *A = room(ctx, r * r), det, whole;

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
        li_expr e = for_people(w, li_expr_div(ctx, det, whole));
        if (3 * li_exact_cost(ctx, e) < 2 * li_exact_cost(ctx, *lambda))
            *lambda = e;
    }
}

/* The relations of a block without a pivot: do they hold for these multipliers? */
static li_truth is_solvable(const work *w, const block *x, const bool *row, const li_expr *lambda)
{
    li_ctx *ctx = w->ctx;
    li_truth yes = LI_YES;

    for (size_t k = 0; k < x->rows && yes != LI_NO; k++) {
        li_expr sum = w->out->drive[x->row[k]];
        for (size_t h = 0; h < x->columns; h++)
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, x->C[k * x->columns + h], lambda[x->column[h]]));
        li_truth zero = row[k] ? LI_YES : vanishes(w, sum);
        yes = zero == LI_YES ? yes : zero;
    }
    return yes;
}

/* A determinant that does not vanish at some state settles the rank of a square block; else elimination does. */
static bool find_block_rank(const work *w, const block *x, size_t *rank, bool *row, bool *column)
{
    li_expr det;

    *rank = 0;
    if (x->rows == 0 || x->columns == 0)
        return true;
    if (x->rows != x->columns || li_exact_det(w->ctx, &det, x->rows, x->C) != LI_OK || vanishes(w, det) != LI_NO)
        return find_rank(w, rank, x->rows, x->columns, x->C, row, column);
    *rank = x->rows;
    for (size_t i = 0; i < x->rows; i++)
        row[i] = column[i] = true;
    return true;
}

/* One block: what it determines. LI_UNKNOWN: its rank or whether it has a solution was not decided */
static li_truth solve_block(const work *w, const block *x, li_expr *lambda)
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
static void judge(const work *w, li_truth solvable)
{
    li_reactions *out = w->out;
    size_t rank = 0;

    if (solvable == LI_NO)
        say(out, LI_INCOMPATIBLE, "no reaction keeps the constraints in general: the coupling is singular and the drive is not in its range");
    else if (solvable == LI_UNKNOWN)
        say(out, LI_NOT_DECIDED, "the rank of the coupling, or whether the reactions can keep the constraints, was not decided");
    else if (out->rank == out->p && out->rank == out->r)
        say(out, LI_COMPATIBLE, "");
    else if (!find_rank(w, &rank, out->r, w->D->n, w->l, NULL, NULL))
        say(out, LI_NOT_DECIDED, "the rank of the directions of the reactions was not decided");
    else if (rank > out->rank)
        say(out, LI_DEGENERATE, "several motions keep the constraints to first order: the directions of the reactions have a larger rank than the coupling");
    else
        say(out, LI_REDUNDANT, "the motion is determined, the reactions are not all");
    if (solvable != LI_NO)
        return;
    out->combinations = 0;
    for (size_t h = 0; h < out->r; h++)
        out->multiplier[h] = NULL;
}

static li_status solve(work *w)
{
    li_expr *lambda = room(w->ctx, w->out->r);
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

/* ---- reactions in their own law ---- */

/* R_k = drive[k] + sum_h lambda_h coupling[h][k] */
static void set_rates(const work *w, li_expr *R)
{
    li_ctx *ctx = w->ctx;
    for (size_t k = 0; k < w->out->p; k++) {
        R[k] = w->out->drive[k];
        for (size_t h = 0; h < w->out->r; h++)
            R[k] = li_expr_add(ctx, R[k], li_expr_mul(ctx, w->S->lambda[h], w->out->coupling[h * w->out->p + k]));
        R[k] = li_exact_simplify(ctx, R[k]);
    }
}

/* R_k = right_k + sum_j coef_kj u_j, m of the multipliers */
static bool is_affine(const work *w, const li_expr *R, size_t m, const li_expr *u, li_expr *coef, li_expr *right)
{
    for (size_t k = 0; k < w->out->p; k++)
        if (li_exact_affine(w->ctx, R[k], m, u, coef + k * m, &right[k]) != LI_YES)
            return false;
    return true;
}

/* The power with which f stands in the product e */
static int power_in(li_ctx *ctx, li_expr e, li_expr f)
{
    size_t n = li_expr_factors(ctx, e, NULL, NULL);
    li_expr *g = li_alloc(ctx, n * sizeof *g);
    int *power = li_alloc(ctx, n * sizeof *power), found = 0;

    if (g == NULL || power == NULL)
        return 0;
    li_expr_factors(ctx, e, g, power);
    for (size_t i = 0; i < n; i++)
        found = g[i] == f ? power[i] : found;
    return found;
}

/* The factors that all coefficients of an equation share; numbers stay. */
static li_expr common_factor(li_ctx *ctx, size_t count, const li_expr *c)
{
    size_t n = li_expr_factors(ctx, c[0], NULL, NULL);
    li_expr *f = li_alloc(ctx, n * sizeof *f), common = li_expr_int(ctx, 1);
    int *power = li_alloc(ctx, n * sizeof *power);

    if (f == NULL || power == NULL)
        return common;
    li_expr_factors(ctx, c[0], f, power);
    for (size_t i = 0; i < n; i++) {
        int least = power[i];
        for (size_t k = 1; k < count && li_expr_kind(f[i]) != LI_NUM; k++) {
            int other = li_expr_is_zero(c[k]) ? least : power_in(ctx, c[k], f[i]);
            least = other < least ? other : least;
        }
        if (li_expr_kind(f[i]) != LI_NUM)
            common = li_expr_mul(ctx, common, li_expr_power(ctx, f[i], least));
    }
    return common;
}

/* What is 0 where e is: by powers of the multiplier N where e is rational in it, fractions cleared, without what all
 * coefficients share. */
static li_expr as_equation(const work *w, li_expr e, li_expr N)
{
    li_ctx *ctx = w->ctx;
    size_t degree;
    li_expr *c;

    if (N == NULL || li_exact_numerator(ctx, e, N, &degree, &c) != LI_OK) {
        li_expr side[2];
        li_exact_equation(ctx, &side[0], &side[1], for_people(w, e));
        side[1] = li_expr_neg(ctx, side[1]);
        return li_expr_sum_flat(ctx, 2, side);
    }
    for (size_t k = 0; k <= degree; k++)
        c[k] = li_exact_factor(ctx, li_solution_shorten(ctx, w->Y, c[k]));
    li_expr common = common_factor(ctx, degree + 1, c);
    for (size_t k = 0; k <= degree; k++)
        c[k] = li_expr_mul(ctx, li_exact_simplify(ctx, li_expr_div(ctx, c[k], common)), li_expr_power(ctx, N, (int64_t)k));
    return li_expr_sum_flat(ctx, degree + 1, c);
}

/* coef u = -right in p rows, of rank p - 1 with u: the other multipliers as functions of this one */
static bool solve_others(const work *w, size_t h, const li_expr *coef, const li_expr *right)
{
    li_ctx *ctx = w->ctx;
    size_t m = w->out->r - 1, rank = 0, at = 0;
    li_expr *minor = room(ctx, m * m), *B = room(ctx, m), *u = room(ctx, m);
    bool *row = li_alloc(ctx, (m + 2) * sizeof *row);

    if (m == 0)
        return true;
    if (minor == NULL || B == NULL || u == NULL || row == NULL || li_exact_rank(ctx, &rank, m + 1, m, coef, row, NULL) != LI_OK || rank < m)
        return false;
    for (size_t k = 0; k <= m; k++) {
        if (!row[k])
            continue;
        for (size_t j = 0; j < m; j++)
            minor[at * m + j] = coef[k * m + j];
        B[at++] = li_expr_neg(ctx, right[k]);
    }
    if (li_exact_solve(ctx, u, m, minor, 1, B) != LI_OK)
        return false;
    for (size_t j = 0, i = 0; j <= m; j++)
        if (j != h)
            w->out->multiplier[j] = for_people(w, u[i++]);
    return true;
}

/* det(coef, right): what is left when the others are eliminated */
static bool eliminate(const work *w, li_expr *out, const li_expr *coef, const li_expr *right)
{
    li_ctx *ctx = w->ctx;
    size_t r = w->out->r;
    li_expr *A = room(ctx, r * r);

    if (r == 1)
        return *out = right[0], true;
    for (size_t i = 0; A != NULL && i < r * r; i++)
        A[i] = i % r < r - 1 ? coef[i / r * (r - 1) + i % r] : right[i / r];
    return A != NULL && li_exact_det(ctx, out, r, A) == LI_OK;
}

/* One equation in one multiplier, the others by it, if they enter linearly. */
static bool solve_by_one(const work *w, const li_expr *R, li_expr *coef, li_expr *right)
{
    li_ctx *ctx = w->ctx;
    size_t r = w->out->r;
    li_expr *others = room(ctx, r), e;

    for (size_t h = 0; others != NULL && h < r && w->out->p == r; h++) {
        for (size_t j = 0, i = 0; j < r; j++)
            if (j != h)
                others[i++] = w->S->lambda[j];
        if (!is_affine(w, R, r - 1, others, coef, right) || !eliminate(w, &e, coef, right) || !solve_others(w, h, coef, right))
            continue;
        w->out->equation[w->out->equations++] = as_equation(w, e, w->S->lambda[h]);
        return true;
    }
    return false;
}

static li_status solve_implicit(work *w)
{
    li_ctx *ctx = w->ctx;
    li_reactions *out = w->out;
    size_t p = out->p, r = out->r;
    li_expr *R = room(ctx, p), *coef = room(ctx, p * r), *right = room(ctx, p), *declared = out->coupling, *drive = out->drive;

    if (R == NULL || coef == NULL || right == NULL)
        return li_ctx_status(ctx);
    set_rates(w, R);
    if (is_affine(w, R, r, w->S->lambda, coef, right)) {       /* linear after all: what is assumed of signs made it so */
        out->coupling = room(ctx, r * p);
        out->drive = right;
        for (size_t i = 0; out->coupling != NULL && i < r * p; i++)
            out->coupling[i] = coef[i % p * r + i / p];
        if (out->coupling != NULL && set_blocks(w) == LI_OK)
            solve(w);
        out->coupling = declared;
        out->drive = drive;
        return li_ctx_status(ctx);
    }
    out->implicit = true;
    if (!solve_by_one(w, R, coef, right))
        for (size_t k = 0; k < p; k++)
            out->equation[out->equations++] = as_equation(w, R[k], NULL);
    if (p == r)
        say(out, LI_NOT_DECIDED, "a reaction enters its own law: the equation may have several roots; eval finds them at a state");
    else
        say(out, LI_NOT_DECIDED, "reactions in their own law need as many relations as reactions");
    return li_ctx_status(ctx);
}

/* ---- in one set of variables ---- */

static size_t cost_of(li_ctx *ctx, size_t n, const li_expr *e)
{
    size_t cost = 0;
    for (size_t i = 0; i < n; i++)
        cost += e[i] == NULL ? 0 : li_exact_cost(ctx, e[i]);
    return cost;
}

static size_t cost(li_ctx *ctx, const li_reactions *x)
{
    return cost_of(ctx, x->r, x->multiplier) + cost_of(ctx, x->combinations * (x->r + 1), x->combination) + cost_of(ctx, x->equations, x->equation) +
           cost_of(ctx, x->p * x->r, x->coupling) + cost_of(ctx, x->p, x->drive) + cost_of(ctx, 1, &x->compatibility);
}

static li_status reserve(li_ctx *ctx, li_reactions *out, const li_motion *S)
{
    size_t p = S->p, r = S->r;

    *out = (li_reactions){ .p = p, .r = r, .status = LI_NOT_DECIDED, .message = "" };
    out->velocity = room(ctx, S->n);
    out->coupling = room(ctx, r * p);
    out->drive = room(ctx, p);
    out->multiplier = room(ctx, r);
    out->combination = room(ctx, r * (r + 1));
    out->equation = room(ctx, p);
    return li_ctx_status(ctx);
}

static li_status find(work *w, bool all)
{
    li_reactions *out = w->out;

    if (reserve(w->ctx, out, w->S) != LI_OK)
        return li_ctx_status(w->ctx);
    for (size_t j = 0; j < w->D->n; j++)
        if (!is_eliminated(w->X, w->D->w[j]))
            out->velocity[out->velocities++] = w->D->w[j];
    if (set_coupling(w) != LI_OK || set_blocks(w) != LI_OK)
        return li_ctx_status(w->ctx);
    set_compatibility(w);
    if (all && li_ctx_status(w->ctx) == LI_OK)
        (w->implicit ? solve_implicit : solve)(w);
    if (li_ctx_status(w->ctx) == LI_OK && cost(w->ctx, out) > PRINTABLE)
        return li_fail(w->ctx, LI_BUDGET, "the reactions as functions of the state would be too long to be read; eval gives their values at a state");
    return li_ctx_status(w->ctx);
}

/* ---- the choice of variables ---- */

/* Is e free of functions of the state below fractions? */
static bool is_plain(li_ctx *ctx, li_expr e)
{
    li_list list;
    bool plain = li_list_init(ctx, &list, 1, &e, true) == LI_OK;
    li_expr symbol;

    for (size_t i = 0; plain && i < list.len; i++)
        for (size_t k = 0; k < li_expr_len(list.e[i]) && li_expr_kind(list.e[i]) == LI_MON; k++)
            plain &= li_expr_exponent(list.e[i], k) > 0 || li_expr_symbols(ctx, 1, (li_expr[]){ li_expr_arg(list.e[i], k) }, LI_TIME, LI_GENERATOR, &symbol, 1) == 0;
    li_list_clear(ctx, &list);
    return plain;
}

/* What of X brings no function of the state below a fraction. */
static li_status plain_part(li_ctx *ctx, li_solution *out, const li_solution *X)
{
    *out = (li_solution){ .from = room(ctx, X->len), .to = room(ctx, X->len) };
    for (size_t i = 0; out->to != NULL && i < X->len; i++)
        if (is_plain(ctx, X->to[i])) {
            out->from[out->len] = X->from[i];
            out->to[out->len++] = X->to[i];
        }
    return li_ctx_status(ctx);
}

/* Were the dependent velocities solved for without dividing by a function of the state? */
static bool is_solved_plainly(const work *w)
{
    li_expr minor = dependent_minor(w), symbol;
    return minor != NULL && li_expr_symbols(w->ctx, 1, &minor, LI_TIME, LI_GENERATOR, &symbol, 1) == 0;
}

/* With the dependent velocities eliminated; and, where that brings functions of the state below fractions, without those that
 * do: that is kept if it is not much longer. */
static li_status choose(work *w, bool all)
{
    li_ctx *ctx = w->ctx;
    li_reactions *out = w->out, other;
    li_solution part, squares;
    li_status status = find(w, all);

    if (status != LI_OK && status != LI_BUDGET && status != LI_UNDECIDED)
        return status;
    const char *why = li_alloc_string(ctx, li_ctx_message(ctx), strlen(li_ctx_message(ctx)));
    li_ctx_forgive(ctx);
    if (is_solved_plainly(w) || plain_part(ctx, &part, w->X) != LI_OK || part.len == w->X->len || li_motion_squares(ctx, &squares, w->S, w->D, &part) != LI_OK)
        return status == LI_OK ? li_ctx_status(ctx) : li_fail(ctx, status, "%s", why != NULL ? why : "");
    w->X = &part;
    w->Y = &squares;
    w->out = &other;
    li_status again = find(w, all);
    if (again == LI_OK && (status != LI_OK || 2 * cost(ctx, &other) < 3 * cost(ctx, out)))
        *out = other;
    else if (status == LI_OK)
        li_ctx_forgive(ctx);
    return li_ctx_status(ctx);
}

/* The law of the reactions, where they enter it; then the rest. */
static li_status open_law(work *w, bool all)
{
    li_ctx *ctx = w->ctx;
    const li_dynamics *D = w->D;
    li_law law;
    li_expr *h = room(ctx, D->n), *l = room(ctx, D->r * D->n), x;

    w->implicit = li_expr_symbols(ctx, D->n, D->h, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0 ||
                  li_expr_symbols(ctx, D->r * D->n, D->l, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0;
    if (h == NULL || l == NULL)
        return li_ctx_status(ctx);
    if (w->implicit) {
        if (li_law_init(ctx, &law, w->S, D->h, D->l) == LI_OK && li_law_affine(&law, h, l)) {
            w->implicit = false;
            w->h = h;
            w->l = l;
        }
        li_law_clear(&law);
    }
    return li_ctx_status(ctx) == LI_OK ? choose(w, all) : li_ctx_status(ctx);
}

typedef enum { EVERYTHING, COUPLING_OFF_CONSTRAINTS } question;

static li_status open(li_ctx *ctx, li_reactions *out, const li_motion *S, question asked)
{
    li_dynamics D;
    li_solution X = { 0 }, Y = { 0 }, on;
    work w = { .ctx = ctx, .S = S, .D = &D, .X = &X, .Y = &Y, .dependent = &X, .on = &X, .out = out };

    *out = (li_reactions){ .status = S->p == 0 ? LI_COMPATIBLE : LI_NOT_DECIDED, .message = "" };
    if (S->p == 0 || li_motion_dynamics(ctx, &D, S, S->model->quasis > 0 && !S->speeds) != LI_OK)
        return li_ctx_status(ctx);
    w.h = D.h;
    w.l = D.l;
    if (asked == COUPLING_OFF_CONSTRAINTS)
        return open_law(&w, false);
    if (li_motion_reduction(ctx, &X, S, &D) != LI_OK || li_motion_squares(ctx, &Y, S, &D, &X) != LI_OK)
        return li_ctx_status(ctx);
    if (X.unused && li_solution_of_state(ctx, &on, S) == LI_OK)
        w.on = &on;
    else if (li_ctx_status(ctx) != LI_MEMORY)
        li_ctx_forgive(ctx);
    return li_ctx_status(ctx) == LI_OK ? open_law(&w, true) : li_ctx_status(ctx);
}

li_status li_reactions_find(li_ctx *ctx, li_reactions *out, const li_motion *S) { return open(ctx, out, S, EVERYTHING); }

li_status li_reactions_free(li_ctx *ctx, li_reactions *out, const li_motion *S) { return open(ctx, out, S, COUPLING_OFF_CONSTRAINTS); }

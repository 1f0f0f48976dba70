/* compatibility.c - do the constraints determine their reactions?                       [gallissot 6, 9, 13]
 *
 *     sum_h lambda_h coupling[h][k] = -drive[k],   k = 1 .. p
 *
 * One solution: compatible. None: incompatible. Several that all give the same motion: redundant. Several
 * motions: degenerate, the next derivative decides. What is zero is decided by the rule of decimal states, or
 * by the ranks of exact matrices: with K = [M -L; A 0], the rank of the coupling is rank K - n, a solution
 * exists where the column (-h, -rest) does not raise it, and the motion is unique where rank K - n = rank L. */
#include <math.h>

#include "room.h"

static double above(const li_ball *x)
{
    double least, most;
    li_ball_range(x, &least, &most);
    return most;
}

/* ---- exact ranks ---- */

/* Column j of row i of K with the right side; A_k . v' = -(f_q . q' + f_t) */
static li_expr entry(const li_work *w, size_t i, size_t j)
{
    const li_sheet *W = w->W;
    li_ctx *ctx = w->ctx;
    size_t n = W->n, r = W->r;

    if (i < n)
        return j < n ? W->e[W->M + i * n + j] : j < n + r ? li_expr_neg(ctx, W->e[W->l + (j - n) * n + i]) : li_expr_neg(ctx, W->e[W->h + i]);
    const li_expr *f = W->e + W->f + (i - n) * W->width + 1;
    if (j < n + r)
        return j < n ? f[j] : li_expr_int(ctx, 0);
    li_expr sum = f[n + W->coords];
    for (size_t k = 0; k < W->coords; k++)
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, f[n + k], li_sheet_velocity(W, k)));
    return li_expr_neg(ctx, sum);
}

/* The rank of rows x columns of K from its corner (0, from). */
static bool exact_rank(li_work *w, size_t *rank, size_t rows, size_t from, size_t columns)
{
    li_expr *A = li_new(w->ctx, rows * columns + 1, sizeof *A);
    li_status status = LI_MEMORY;

    *rank = 0;
    for (size_t i = 0; A != NULL && i < rows * columns; i++)
        A[i] = entry(w, i / columns, from + i % columns);
    if (A != NULL && li_sheet_constants(w->W, rows * columns, A) == LI_OK)
        status = li_exact_rank(w->ctx, rank, rows, columns, A, NULL, NULL);
    li_drop(w->ctx, A);
    return status == LI_OK;
}

/* Is the answer known by algebra? Where algebra does not settle it, the last bits do: what they cannot tell from 0. */
static li_truth by_rank(li_work *w, size_t rows, size_t from, size_t columns, size_t expected, const char *name)
{
    size_t rank;

    if (exact_rank(w, &rank, rows, from, columns))
        return rank == expected ? LI_YES : LI_NO;
    if (!w->last || li_ctx_status(w->ctx) != LI_OK)
        return LI_UNKNOWN;
    li_work_zero(w, name);
    return LI_YES;
}

/* ---- the three questions ---- */

static const char *coupling_name(const li_work *w) { return w->W->p == 1 && w->W->r == 1 ? "coupling" : "compatibility"; }

/* Is the rest of the coupling 0? */
static li_truth is_singular(li_work *w, const li_elimination *C)
{
    const li_sheet *W = w->W;

    if (li_elimination_exact(C))
        return LI_YES;
    if (!W->s->decimal)
        return by_rank(w, W->n + W->p, 0, W->n + W->r, W->n + C->rank, coupling_name(w)) == LI_YES ? LI_YES : LI_UNKNOWN;
    if (C->rest >= w->threshold)
        return LI_UNKNOWN;
    li_work_zero(w, coupling_name(w));
    return LI_YES;
}

/* Is the drive in the range of the coupling: are the right sides of the rows without a pivot 0? */
static li_truth is_solvable(li_work *w, const li_elimination *C)
{
    const li_sheet *W = w->W;
    double scale = -INFINITY;
    bool doubt = false;

    for (size_t k = 0; k < W->p; k++)
        scale = li_log_max(scale, w->drive_size[k] - C->row_scale[k]);
    for (size_t k = 0; k < W->p; k++) {
        const li_ball *x = &C->a[k * C->columns + W->r];
        double least, most;
        if (li_elimination_used(C, k) || li_ball_is_zero(x))
            continue;
        li_ball_range(x, &least, &most);
        if (W->s->decimal && most - C->row_scale[k] - scale < w->threshold) {
            li_work_zero(w, "drive");
            continue;
        }
        if (least > -INFINITY && least - C->row_scale[k] - scale > w->threshold)
            return LI_NO;
        doubt = true;
    }
    if (!doubt)
        return LI_YES;
    return W->s->decimal ? LI_UNKNOWN : by_rank(w, W->n + W->p, 0, W->n + W->r + 1, W->n + C->rank, "drive");
}

/* nu_h for the free column f: 1 there, minus its entry in the pivots' rows */
static void null_vector(const li_work *w, const li_elimination *C, size_t f, li_ball *nu)
{
    li_rational one;

    li_rational_init(&one);
    li_rational_set_int(&one, 1, 1);
    for (size_t h = 0; h < w->W->r; h++)
        li_ball_set(&nu[h], &w->zero);
    li_ball_set_rational(&nu[f], &one, w->bits);
    for (size_t k = 0; k < C->rank; k++) {
        li_elimination_solution(C, &nu[C->column[k]], k, f);
        li_ball_sub(&nu[C->column[k]], &w->zero, &nu[C->column[k]], w->bits);
    }
    li_rational_clear(&one);
}

/* Is sum_h nu_h l^h = 0: YES, NO, or balls do not know. Component i is seen beside |nu_h l^h| sqrt(M_ii), the norms
 * being those of M^-1. */
static li_truth is_without_effect(li_work *w, const li_ball *nu)
{
    size_t n = w->W->n, r = w->W->r;
    double size = -INFINITY, least, most;
    li_truth answer = LI_YES;
    li_ball sum;

    for (size_t h = 0; h < r; h++)
        size = li_log_max(size, above(&nu[h]) + w->l_size[h]);
    if (li_ball_init(w->ctx, &sum) != LI_OK)
        return LI_UNKNOWN;
    for (size_t i = 0; i < n && answer != LI_NO; i++) {
        double scale = size + above(&w->b[w->W->M + i * (n + 1)]) / 2;
        li_ball_set(&sum, &w->zero);
        for (size_t h = 0; h < r; h++) {
            li_ball_mul(&w->product, &nu[h], &w->l[h * n + i], w->bits);
            li_ball_add(&sum, &sum, &w->product, w->bits);
        }
        li_ball_range(&sum, &least, &most);
        if (most == -INFINITY || (w->W->s->decimal && most - scale < w->threshold))
            continue;
        answer = least > -INFINITY ? LI_NO : LI_UNKNOWN;
    }
    li_ball_clear(&sum);
    return answer;
}

/* Do the multipliers that stay free change nothing in the motion? */
static li_truth is_unique(li_work *w, const li_elimination *C)
{
    const li_sheet *W = w->W;
    li_ball *nu = li_numbers_new(w->ctx, W->r);
    li_truth unique = LI_YES;

    for (size_t f = 0; nu != NULL && f < W->r && unique != LI_NO; f++) {
        if (li_elimination_has(C, f))
            continue;
        null_vector(w, C, f, nu);
        li_truth one = is_without_effect(w, nu);
        unique = one == LI_YES ? unique : one;
    }
    li_numbers_drop(w->ctx, nu, W->r);
    if (unique != LI_UNKNOWN || W->s->decimal)
        return unique;
    return by_rank(w, W->n, W->n, W->r, C->rank, "reactions");
}

/* ---- answers ---- */

static bool is_small(const li_work *w, const li_ball *x, double scale)
{
    double least, most;
    li_ball_range(x, &least, &most);
    return least == -INFINITY || most - scale < w->threshold;
}

/* The multipliers, those of free columns 0; lambda_h is determined where no free column enters its row. */
static void set_multipliers(li_work *w, const li_elimination *C)
{
    size_t r = w->W->r;

    for (size_t h = 0; h < r; h++) {
        li_ball_set(&w->out->multiplier[h], &w->zero);
        w->out->determined[h] = li_elimination_has(C, h);
    }
    for (size_t k = 0; k < C->rank; k++) {
        size_t h = C->column[k];
        li_elimination_solution(C, &w->out->multiplier[h], k, r);
        for (size_t f = 0; f < r; f++)
            if (!li_elimination_has(C, f) && !is_small(w, &C->a[C->row[k] * C->columns + f], C->row_scale[C->row[k]] + C->column_scale[f]))
                w->out->determined[h] = false;
    }
    w->out->moves = w->out->reacts = true;
}

/* The rows of undetermined multipliers: lambda_h + sum of free ones = a number. [corner case: redundant reactions] */
static void set_combinations(li_work *w, const li_elimination *C)
{
    size_t r = w->W->r;
    li_values *out = w->out;
    li_rational one;

    li_numbers_drop(w->ctx, out->combination, out->combinations * (r + 1));
    out->combinations = 0;
    out->combination = li_numbers_new(w->ctx, C->rank * (r + 1));
    li_rational_init(&one);
    li_rational_set_int(&one, 1, 1);
    for (size_t k = 0; out->combination != NULL && k < C->rank; k++) {
        li_ball *row = out->combination + out->combinations * (r + 1);
        size_t h = C->column[k];
        if (out->determined[h])
            continue;
        li_ball_set_rational(&row[h], &one, w->bits);
        for (size_t f = 0; f < r; f++)
            if (!li_elimination_has(C, f))
                li_elimination_solution(C, &row[f], k, f);
        li_elimination_solution(C, &row[r], k, r);
        out->combinations++;
    }
    for (size_t i = out->combinations * (r + 1); out->combination != NULL && i < C->rank * (r + 1); i++)
        li_ball_clear(&out->combination[i]);
    li_rational_clear(&one);
}

static void answer_impossible(li_work *w)
{
    li_text words;

    li_text_init(&words);
    for (size_t h = 0; h < w->W->r; h++) {
        li_text_printf(w->ctx, &words, "%s%s = ", h > 0 ? ", " : "", w->W->S->multiplier[h]);
        li_ball_print(w->ctx, &words, &w->out->multiplier[h], 6);
    }
    w->out->moves = w->out->reacts = false;
    const li_contact *pulls = li_work_pulls(w);
    if (pulls != NULL)
        li_work_say(w, LI_IMPOSSIBLE, "the only solution is %s, and the contact '%s' can only press", li_text_str(&words), pulls->name);
    else
        li_work_say(w, LI_IMPOSSIBLE, "the only solution, %s, contradicts the assumptions of the model", li_text_str(&words));
    li_text_clear(w->ctx, &words);
}

/* Relations that depend on each other here and nearby are redundant; where they are independent nearby the motion
 * found would leave them, and no reaction can prevent it. */
static li_attempt answer_redundant(li_work *w, const li_elimination *C)
{
    const li_sheet *W = w->W;
    li_truth lasting = li_work_rank_lasts(w);

    if (lasting == LI_UNKNOWN)
        return LI_MORE_BITS;
    if (lasting == LI_NO) {
        li_work_say(w, LI_INCOMPATIBLE, "the relations are dependent at this state and independent near it: reactions of rank %zu cannot keep %zu relations", C->rank, W->p);
        return LI_DONE;
    }
    set_multipliers(w, C);
    set_combinations(w, C);
    li_work_say(w, LI_REDUNDANT, "%zu relations, %zu reactions, rank %zu: the motion is determined, the reactions are not all", W->p, W->r, C->rank);
    return LI_DONE;
}

/* More directions than relations, and the motion feels the difference: what is determined of the reactions is said. */
static li_attempt answer_open(li_work *w, const li_elimination *C)
{
    set_multipliers(w, C);
    set_combinations(w, C);
    w->out->moves = false;
    li_work_say(w, LI_REDUNDANT, "%zu reactions for %zu relation%s: these do not determine the motion, and of the reactions only what is given here", w->W->r, w->W->p, w->W->p == 1 ? "" : "s");
    return LI_DONE;
}

static li_attempt decide(li_work *w, const li_elimination *C)
{
    const li_sheet *W = w->W;
    li_values *out = w->out;

    if (C->rank == W->r && C->rank == W->p) {
        set_multipliers(w, C);
        out->status = LI_COMPATIBLE;
        const li_contact *idle = li_work_idles(w);
        if (!li_work_admits(w, out->multiplier, false))
            answer_impossible(w);
        else if (idle != NULL)
            li_work_say(w, LI_COMPATIBLE, "the contact '%s' does not press at this state: its reaction is 0", idle->name);
        return LI_DONE;
    }
    if (C->rank < W->r && C->rank < W->p && is_singular(w, C) != LI_YES)
        return LI_MORE_BITS;
    li_truth solvable = is_solvable(w, C);
    if (solvable == LI_UNKNOWN)
        return LI_MORE_BITS;
    if (solvable == LI_NO) {
        li_work_say(w, LI_INCOMPATIBLE, "no reaction keeps the constraints at this state: the coupling is singular (rank %zu of %zu) and the drive is not in its range",
                    C->rank, W->p);
        return LI_DONE;
    }
    li_truth unique = is_unique(w, C);
    if (unique == LI_UNKNOWN)
        return LI_MORE_BITS;
    if (unique == LI_YES)
        return answer_redundant(w, C);
    if (W->p == 1 && W->r == 1)
        return li_work_degenerate(w);
    if (C->rank == W->p)
        return answer_open(w, C);
    li_work_say(w, LI_DEGENERATE, "the coupling has rank %zu of %zu and the drive is in its range: several motions keep the constraints to first order", C->rank, W->p);
    return LI_DONE;
}

li_attempt li_work_react(li_work *w)
{
    size_t p = w->W->p, r = w->W->r;
    li_elimination C;
    li_attempt result = LI_DONE;

    li_work_couple(w);
    if (li_elimination_init(w->ctx, &C, p, r + 1, r, w->bits) == LI_OK) {
        for (size_t k = 0; k < p; k++) {
            for (size_t h = 0; h < r; h++)
                li_ball_set(&C.a[k * (r + 1) + h], &w->out->coupling[h * p + k]);
            li_ball_sub(&C.a[k * (r + 1) + r], &w->zero, &w->out->drive[k], w->bits);
            C.row_scale[k] = isfinite(w->da_size[k]) ? w->da_size[k] : 0;
        }
        for (size_t h = 0; h < r; h++)
            C.column_scale[h] = isfinite(w->l_size[h]) ? w->l_size[h] : 0;
        li_elimination_run(&C, w->threshold);
        result = decide(w, &C);
    }
    li_elimination_clear(&C);
    return result;
}

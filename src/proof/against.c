/* against.c - have two models the same motions?
 *
 * Names are matched, so both are read in one context. The coordinates of one, B, must all be coordinates of the other, A. Then
 * every motion of A is one of B if the equations and relations of B hold on it; and all motions of B are found
 * among them if the states of A, seen in the coordinates of B, are as many as those of B. */
#include <math.h>
#include <string.h>

#include "hearing.h"

static bool is_among(li_expr x, size_t n, const li_expr *list)
{
    size_t i = 0;
    while (i < n && list[i] != x)
        i++;
    return i < n;
}

/* Can B be read in the coordinates, and the speeds if it has any, of A? */
static bool covers(const li_motion *A, const li_motion *B)
{
    bool all = (A->W != NULL) == (B->W != NULL);

    for (size_t i = 0; i < B->n && all && B->W != NULL; i++)
        all = is_among(B->v[i], A->n, A->v);
    for (size_t i = 0; i < B->coords && all; i++)
        all = is_among(B->q[i], A->n, A->q) && (B->v[i] == B->model->coord[i].v || is_among(B->v[i], A->n, A->v));
    return all;
}

/* ---- is a motion of A one of B ---- */

/* e = 0 on the motions of A; e is in the names of B */
static bool holds(li_hearing *h, const li_motion *B, li_expr e)
{
    li_hearing_decide(h, li_model_accelerations(h->ctx, B->model, e));
    if (h->out->holds == LI_NO)
        h->out->why = "there is a motion of the one that is none of the other";
    return h->out->holds == LI_YES;
}

/* A reaction of B makes up for what is left of its equations of free motion, E = sum_h lambda_h l^h, on the motions of A: E adds
 * nothing to the rank of the directions l. */
static bool reactions_do(li_hearing *h, const li_motion *B)
{
    size_t n = B->n, r = B->r, before;
    li_expr *A = li_expr_room(h->ctx, (r + 1) * n), *K = li_expr_room(h->ctx, (r + 1) * n);
    bool yes = A != NULL && K != NULL && li_motion_inertia(h->ctx, B, A + r * n) == LI_OK, known = yes;

    for (size_t i = 0; yes && i < r * n; i++)
        A[i] = B->l[i];
    for (size_t b = 0; yes && b < h->court->X->len; b++) {
        size_t all = 0, own = 0;
        if (li_hearing_enter(h, &h->court->X->branch[b], &before)) {
            for (size_t i = 0; i < (r + 1) * n; i++)
                K[i] = li_hearing_on_branch(h, &h->court->X->branch[b], A[i]);
            known = li_ctx_status(h->ctx) == LI_OK && li_exact_rank(h->ctx, &all, r + 1, n, K, NULL, NULL) == LI_OK &&
                    li_exact_rank(h->ctx, &own, r, n, K, NULL, NULL) == LI_OK;
        }
        yes = known && all == own;
        li_hearing_leave(h, before);
    }
    if (!known) {
        if (li_ctx_status(h->ctx) != LI_OK && li_ctx_status(h->ctx) != LI_MEMORY)
            li_ctx_forgive(h->ctx);
        li_hearing_undecided(h, "the accelerations of one model could not be solved for");
    } else {
        h->out->holds = yes ? LI_YES : LI_NO;
        h->out->how = LI_BY_ALGEBRA;
        h->out->n = 0;
        h->out->why = yes ? "" : "there is a motion of the one that is none of the other";
    }
    return yes;
}

/* The accelerations of B, where they are known on a branch alone */
static bool accelerations_hold(li_hearing *h, const li_motion *B, const li_solution *Y)
{
    const li_branch *b = &Y->branch[0];

    if (Y->len != 1 || b->unused || b->unknowns > 0 || b->why != NULL) {
        li_hearing_undecided(h, "the accelerations of one model could not be solved for");
        return false;
    }
    for (size_t i = 0; i < B->n; i++)
        if (!holds(h, B, li_expr_sub(h->ctx, B->a[i], li_solution_apply(h->ctx, b, B->a[i]))))
            return false;
    return true;
}

static bool is_implicit(li_ctx *ctx, const li_motion *B)
{
    li_expr x;
    return li_expr_symbols(ctx, B->r * B->n, B->l, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0 ||
           li_expr_symbols(ctx, B->n, B->F, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0;
}

/* The equations of B without its reactions; where these cannot be projected away once for all motions, what they may do. */
static bool equations_hold(li_hearing *h, const li_motion *B, const li_solution *Y)
{
    li_equations eq;
    bool all = li_motion_kane(h->ctx, &eq, B, false) == LI_OK;

    for (size_t i = 0; all && i < eq.len; i++)
        all = holds(h, B, li_expr_sub(h->ctx, eq.eq[i].left, eq.eq[i].right));
    if (li_ctx_status(h->ctx) == LI_MEMORY || all || h->out->holds == LI_NO)
        return all && li_ctx_status(h->ctx) == LI_OK;
    li_ctx_forgive(h->ctx);
    return is_implicit(h->ctx, B) ? accelerations_hold(h, B, Y) : reactions_do(h, B);
}

static bool relations_hold(li_hearing *h, const li_motion *B)
{
    for (size_t k = 0; k < B->p; k++)
        if (!holds(h, B, B->relation[k]) || (B->position[k] != NULL && !holds(h, B, B->position[k])))
            return false;
    return true;
}

/* ---- are all motions of B found among those of A ---- */

/* The letters of the states of B: (q, q'), or the variables of the chart */
static size_t letters(const li_motion *B) { return B->coords + B->n; }

static li_expr letter(const li_motion *B, size_t i)
{
    return i < B->coords ? B->q[i] : B->W != NULL ? B->v[i] : B->model->coord[i - B->coords].v;
}

/* The dimension of the states of B on a branch of A or B itself */
static bool dimension(li_ctx *ctx, size_t *out, const li_motion *B, const li_branch *b)
{
    enum { SYMBOLS = 512 };
    size_t rows = letters(B), n;
    li_expr *y = li_expr_room(ctx, rows), x[SYMBOLS];

    for (size_t i = 0; y != NULL && i < rows; i++)
        y[i] = li_solution_apply(ctx, b, letter(B, i));
    if (y == NULL || (n = li_expr_symbols(ctx, rows, y, LI_COORDINATE, LI_VELOCITY, x, SYMBOLS)) > SYMBOLS)
        return false;
    li_expr *J = li_expr_room(ctx, rows * n);
    for (size_t i = 0; J != NULL && i < rows; i++)
        li_expr_gradient(ctx, J + i * n, y[i], n, x);
    return J != NULL && li_exact_rank(ctx, out, rows, n, J, NULL, NULL) == LI_OK;
}

/* Sum of squares over what b determines, 0 on a where a lies on this sheet of B */
static li_expr distance(li_ctx *ctx, const li_branch *a, const li_motion *B, const li_branch *b)
{
    li_expr sum = li_expr_int(ctx, 0);

    for (size_t i = 0; i < letters(B); i++) {
        li_expr x = letter(B, i), value = li_solution_apply(ctx, b, x);
        if (value != x)
            sum = li_expr_add(ctx, sum, li_expr_power(ctx, li_solution_apply(ctx, a, li_expr_sub(ctx, x, value)), 2));
    }
    return sum;
}

/* Is there a state of a on the sheet number j of B, that is on none of the others? All states of a lie on one of them. */
static li_truth meets(li_hearing *h, const li_branch *a, const li_motion *B, const li_solution *Y, size_t j)
{
    size_t before;
    li_truth yes = li_hearing_enter(h, a, &before) ? LI_YES : LI_NO;

    for (size_t k = 0; k < Y->len && yes == LI_YES; k++) {
        li_truth same = k == j ? LI_NO : li_exact_is_zero(h->ctx, distance(h->ctx, a, B, &Y->branch[k]));
        yes = same == LI_NO ? LI_YES : same == LI_YES ? LI_NO : LI_UNKNOWN;
    }
    li_hearing_leave(h, before);
    return yes;
}

/* Is the branch number j of B found on a branch of A: of the same dimension, and on this sheet? */
static li_truth is_covered(li_hearing *h, const li_motion *B, const li_solution *Y, size_t j)
{
    const li_solution *X = h->court->X;
    size_t own, seen;
    li_truth covered = LI_NO;

    if (!dimension(h->ctx, &own, B, &Y->branch[j]))
        return LI_UNKNOWN;
    for (size_t i = 0; i < X->len && covered != LI_YES; i++) {
        if (!dimension(h->ctx, &seen, B, &X->branch[i]))
            return LI_UNKNOWN;
        li_truth met = seen == own ? meets(h, &X->branch[i], B, Y, j) : LI_NO;
        covered = met == LI_NO ? covered : met;
    }
    return covered;
}

/* Is x of one sign on all motions of A, and not on those of B? */
static bool is_one_sided(li_hearing *h, const li_court *other, li_expr x, int sign)
{
    const li_solution *X = h->court->X, *Y = other->X;
    bool sided = true, free = false;
    size_t before;

    for (size_t i = 0; i < X->len && sided; i++) {
        li_expr image = li_solution_apply(h->ctx, &X->branch[i], x);
        sided = image != x;
        if (sided && li_hearing_enter(h, &X->branch[i], &before))
            sided = li_exact_is_nonnegative(h->ctx, sign > 0 ? image : li_expr_neg(h->ctx, image));
        if (image != x)
            li_hearing_leave(h, before);
    }
    for (size_t i = 0; i < Y->len && sided && !free; i++) {
        li_expr image = li_solution_apply(h->ctx, &Y->branch[i], x), size = li_expr_apply(h->ctx, LI_ABS, image);
        if (li_hearing_enter(h, &Y->branch[i], &before))
            free = li_exact_is_zero(h->ctx, sign > 0 ? li_expr_sub(h->ctx, size, image) : li_expr_add(h->ctx, size, image)) == LI_NO;
        li_hearing_leave(h, before);
    }
    return sided && free;
}

static bool is_half(li_hearing *h, const li_motion *B, const li_court *other)
{
    bool half = false;

    for (size_t i = 0; i < letters(B) && !half; i++) {
        li_expr x = letter(B, i);
        half = is_one_sided(h, other, x, 1) || is_one_sided(h, other, x, -1);
    }
    return half;
}

/* By dimensions, sheets and signs */
static void cover(li_hearing *h, const li_motion *B, const li_court *other)
{
    const li_solution *Y = other->X;
    li_truth all = Y->partial || h->court->X->partial ? LI_UNKNOWN : LI_YES;

    for (size_t j = 0; j < Y->len && all == LI_YES; j++)
        all = is_covered(h, B, Y, j);
    if (all == LI_YES && is_half(h, B, other))
        all = LI_NO;
    if (all == LI_UNKNOWN) {
        li_hearing_undecided(h, "every motion of the one is one of the other; whether the converse is true could not be decided");
        return;
    }
    h->out->holds = all;
    h->out->how = LI_BY_ALGEBRA;
    if (all == LI_NO)
        h->out->why = "every motion of the one is one of the other, which has more";
}

/* ---- both ---- */

static bool is_known(li_hearing *h, const li_court *court)
{
    if (court->X == NULL)
        li_hearing_undecided(h, court->why);
    return court->X != NULL;
}

/* Are the motions of h's system among those of B? */
static bool included(li_hearing *h, const li_motion *B, const li_court *other)
{
    return relations_hold(h, B) && equations_hold(h, B, other->X);
}

/* The same coordinates: both inclusions. Else B has fewer, and A is seen in its coordinates. */
static void compare(li_hearing *h, const li_motion *A, const li_motion *B, const li_court *other)
{
    if (!is_known(h, h->court) || !is_known(h, other) || !included(h, B, other))
        return;
    if (!covers(B, A)) {
        cover(h, B, other);
        return;
    }
    li_hearing back = *h;
    back.court = other;
    h->out->elsewhere = !h->out->elsewhere;
    if (included(&back, A, h->court))
        h->out->elsewhere = false;
    h->bits = back.bits;
}

li_status li_motions_agree(li_ctx *ctx, li_proof *out, const li_motion *A, const li_motion *B)
{
    static const li_claim nothing = { 0 };
    li_court court = { 0 }, other = { 0 };
    li_solution X, Y;
    li_hearing h = { .ctx = ctx, .court = &court, .claim = &nothing, .out = out, .bits = INFINITY };

    *out = (li_proof){ .holds = LI_UNKNOWN, .how = LI_BY_NOTHING, .why = "" };
    if (!covers(A, B)) {
        const li_motion *swap = A;
        A = B;
        B = swap;
        out->elsewhere = true;
    }
    if (!covers(A, B))
        li_hearing_undecided(&h, "names are matched, but each model has a coordinate (or a speed) that the other has not");
    else if (li_court_init(ctx, &other, B, &Y) == LI_OK && li_court_init(ctx, &court, A, &X) == LI_OK)
        compare(&h, A, B, &other);
    li_court_clear(&court);
    li_court_clear(&other);
    li_hearing_finish(&h);
    return li_ctx_status(ctx);
}

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
    li_hearing_decide(h, li_hearing_on_motions(h, li_model_accelerations(h->ctx, B->model, e)));
    if (h->out->holds == LI_NO)
        h->out->why = "there is a motion of the one that is none of the other";
    return h->out->holds == LI_YES;
}

/* The equations of B without its reactions; where these cannot be projected away, its accelerations solved for. */
static bool equations_hold(li_hearing *h, const li_motion *B, const li_solution *Y)
{
    li_equations eq;

    if (li_motion_kane(h->ctx, &eq, B, false) == LI_OK) {
        for (size_t i = 0; i < eq.len; i++)
            if (!holds(h, B, li_expr_sub(h->ctx, eq.eq[i].left, eq.eq[i].right)))
                return false;
        return li_ctx_status(h->ctx) == LI_OK;
    }
    if (li_ctx_status(h->ctx) == LI_MEMORY)
        return false;
    li_ctx_forgive(h->ctx);
    if (Y->unused || Y->unknowns > 0 || Y->signs > 0) {
        li_hearing_undecided(h, "the accelerations of one model could not be solved for");
        return false;
    }
    for (size_t i = 0; i < B->n; i++)
        if (!holds(h, B, li_expr_sub(h->ctx, B->a[i], li_solution_apply(h->ctx, Y, B->a[i]))))
            return false;
    return true;
}

static bool relations_hold(li_hearing *h, const li_motion *B)
{
    for (size_t k = 0; k < B->p; k++)
        if (!holds(h, B, B->relation[k]) || (B->position[k] != NULL && !holds(h, B, B->position[k])))
            return false;
    return true;
}

/* ---- how many states ---- */

/* The dimension of the states (q, q'), or of the chart, of B on the motions that X solves */
static bool dimension(li_ctx *ctx, size_t *out, const li_motion *B, const li_solution *X)
{
    enum { SYMBOLS = 512 };
    size_t rows = B->coords + B->n, n;
    li_expr *y = li_expr_room(ctx, rows), x[SYMBOLS], one[LI_SOLUTION_SIGNS];

    for (size_t i = 0; i < X->signs; i++)
        one[i] = li_expr_int(ctx, 1);
    for (size_t i = 0; y != NULL && i < rows; i++) {
        li_expr e = i < B->coords ? B->q[i] : B->W != NULL ? B->v[i] : B->model->coord[i - B->coords].v;
        y[i] = li_expr_subst(ctx, li_solution_apply(ctx, X, e), X->signs, X->sign, one);
    }
    if (y == NULL || (n = li_expr_symbols(ctx, rows, y, LI_COORDINATE, LI_VELOCITY, x, SYMBOLS)) > SYMBOLS)
        return false;
    li_expr *J = li_expr_room(ctx, rows * n);
    for (size_t i = 0; J != NULL && i < rows; i++)
        li_expr_gradient(ctx, J + i * n, y[i], n, x);
    return J != NULL && li_exact_rank(ctx, out, rows, n, J, NULL, NULL) == LI_OK;
}

/* The letters that only B has stand last in the state that refutes. */
static void part_letters(li_hearing *h, const li_model *own)
{
    li_proof *p = h->out;

    for (size_t i = 0; i + p->foreign < p->n;) {
        bool known = li_expr_kind(p->x[i]) != LI_SYM || li_expr_class(p->x[i]) != LI_PARAMETER;
        for (size_t k = 0; k < own->params && !known; k++)
            known = own->param[k].symbol == p->x[i];
        if (known) {
            i++;
            continue;
        }
        size_t last = p->n - ++p->foreign;
        li_expr x = p->x[i], value = p->value[i];
        p->x[i] = p->x[last];
        p->value[i] = p->value[last];
        p->x[last] = x;
        p->value[last] = value;
    }
}

static void compare(li_hearing *h, const li_motion *B, const li_court *other)
{
    size_t mine, all;

    if (h->court->X == NULL || other->X == NULL) {
        li_hearing_undecided(h, h->court->X == NULL ? h->court->why : other->why);
        return;
    }
    if (!relations_hold(h, B) || !equations_hold(h, B, other->X))
        return;
    if (!dimension(h->ctx, &mine, B, h->court->X) || !dimension(h->ctx, &all, B, other->X)) {
        li_hearing_undecided(h, "every motion of the one is one of the other; whether the converse is true could not be decided");
        return;
    }
    h->out->holds = mine == all ? LI_YES : LI_NO;
    h->out->how = LI_BY_ALGEBRA;
    if (mine != all)
        h->out->why = "every motion of the one is one of the other, which has more";
}

li_status li_motions_agree(li_ctx *ctx, li_proof *out, const li_motion *A, const li_motion *B)
{
    static const li_claim nothing = { 0 };
    li_court court, other;
    li_solution X, Y;
    li_hearing h = { ctx, &court, &nothing, out, INFINITY };
    const li_model *mine = A->model;

    *out = (li_proof){ .holds = LI_UNKNOWN, .how = LI_BY_NOTHING, .why = "" };
    if (!covers(A, B)) {
        const li_motion *swap = A;
        A = B;
        B = swap;
    }
    if (!covers(A, B))
        li_hearing_undecided(&h, "names are matched, but each model has a coordinate (or a speed) that the other has not");
    else if (li_court_init(ctx, &other, B, &Y) == LI_OK && li_court_init(ctx, &court, A, &X) == LI_OK)
        compare(&h, B, &other);
    part_letters(&h, mine);
    li_hearing_finish(&h);
    return li_ctx_status(ctx);
}

/* equivalent.c - forms of the equations, and models, that have the same motions */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../liaison/room.h"
#include "hearing.h"

/* The form whose name is nearest to a misspelt one; NULL: none is near */
static const char *nearest_form(const char *word)
{
    const char *best = NULL, *name;
    size_t least = SIZE_MAX;

    for (size_t i = 0; (name = li_motion_form_name(i)) != NULL; i++) {
        size_t distance = li_name_distance(word, name);
        if (strcmp(word, name) == 0)
            return NULL;
        if (distance < least && distance <= 1 + strlen(name) / 3) {
            least = distance;
            best = name;
        }
    }
    return best;
}

/* A form that there is not, or not for this system, is the author's mistake. */
static bool derive(li_hearing *h, li_equations *eq, size_t word)
{
    const char *name = h->claim->words[word], *near = nearest_form(name);
    li_status status = li_motion_form(h->ctx, eq, h->court->S, name, false);

    if (status == LI_INPUT) {
        const char *why = li_ctx_message(h->ctx);
        why = li_alloc_string(h->ctx, why, strlen(why));
        li_ctx_forgive(h->ctx);
        if (near != NULL)
            li_diagnose(h->ctx, LI_ERROR, h->claim->where[word], "'%s' is not a form of the equations; did you mean '%s'?", name, near);
        else
            li_diagnose(h->ctx, LI_ERROR, h->claim->where[word], "%s", why != NULL ? why : name);
    } else if (status != LI_OK)
        li_hearing_excuse(h);
    else if (eq->integrals)
        li_hearing_undecided(h, "hamilton is a principle, not equations; prove --identities shows that it gives them (V1)");
    else
        return true;
    return false;
}

/* The momenta of a canonical form, and their rates, as functions of velocities and accelerations. */
static li_expr without_momenta(li_hearing *h, const li_equations *eq, li_expr e)
{
    const li_motion *S = h->court->S;

    for (size_t k = 0; k < eq->momenta; k++) {
        li_expr from[2] = { eq->momentum[k], eq->rate[k] }, to[2] = { eq->meaning[k], li_model_ddt(h->ctx, S->model, eq->meaning[k]) };
        e = li_expr_subst(h->ctx, e, 2, from, to);
    }
    return e;
}

/* ---- what a form says ---- */

/* sum_j M_ij a_j - forcing_i; the forcing has the reactions in it */
static li_expr row_of_matrix(li_hearing *h, const li_equations *eq, size_t i)
{
    li_expr sum = li_expr_neg(h->ctx, eq->forcing[i]);

    for (size_t j = 0; j < eq->rows; j++)
        sum = li_expr_add(h->ctx, sum, li_expr_mul(h->ctx, eq->M[i * eq->rows + j], eq->unknown[j]));
    return sum;
}

/* The i-th statement of a form, left - right: its equations, its rows, its relations */
static li_expr statement(li_hearing *h, const li_equations *eq, size_t i)
{
    if (i >= eq->len && i < eq->len + eq->rows)
        return row_of_matrix(h, eq, i - eq->len);
    const li_equation *one = i < eq->len ? &eq->eq[i] : &eq->relation[i - eq->len - eq->rows];
    return without_momenta(h, eq, li_expr_sub(h->ctx, one->left, one->right));
}

static void say(li_hearing *h, const char *form, size_t number, const char *words)
{
    char text[200];

    if (number > 0)
        snprintf(text, sizeof text, "%s, equation %zu%s", form, number, words);
    else
        snprintf(text, sizeof text, "%s%s", form, words);
    const char *kept = li_alloc_string(h->ctx, text, strlen(text));
    h->out->why = kept != NULL ? kept : "";
}

/* ---- what a form determines ---- */

static bool has(li_hearing *h, li_expr e, li_class class)
{
    li_expr x;
    return li_expr_symbols(h->ctx, 1, &e, class, class, &x, 1) > 0;
}

/* Differentiated until accelerations occur: a relation of positions twice, one of velocities once. */
static li_expr with_accelerations(li_hearing *h, li_expr e)
{
    const li_model *m = h->court->S->model;

    e = li_model_accelerations(h->ctx, m, e);
    for (int i = 0; i < 2 && !has(h, e, LI_ACCELERATION) && !has(h, e, LI_MULTIPLIER); i++)
        e = li_model_accelerations(h->ctx, m, li_model_ddt(h->ctx, m, e));
    return e;
}

/* J at a state, in numbers; false: it has none there */
static bool evaluate(li_hearing *h, li_elimination *E, const li_expr *J, size_t n, const li_expr *x, const li_expr *value)
{
    li_ball *at = li_numbers_new(h->ctx, n);
    bool ok = at != NULL && li_numbers_set(h->ctx, at, n, value, x, E->bits) == LI_OK &&
              li_numbers_run(h->ctx, E->a, E->rows * E->columns, J, n, x, at, E->bits) == LI_OK;

    li_numbers_drop(h->ctx, at, n);
    if (li_ctx_status(h->ctx) != LI_OK && li_ctx_status(h->ctx) != LI_MEMORY)
        li_ctx_forgive(h->ctx);                  /* an unknown function has no value */
    return ok;
}

/* Are the columns independent at a random state? Then they are at most states. */
static bool is_full(li_hearing *h, size_t rows, size_t columns, const li_expr *J)
{
    enum { SYMBOLS = 256, BITS = 256, TRIES = 3 };
    li_expr x[SYMBOLS], value[SYMBOLS];
    size_t n = li_expr_symbols(h->ctx, rows * columns, J, LI_PARAMETER, LI_GENERATOR, x, SYMBOLS);
    li_rand rng;
    bool full = false;

    li_rand_init(&rng, 11);
    for (int t = 0; t < TRIES && n <= SYMBOLS && !full; t++) {
        li_elimination E;
        for (size_t i = 0; i < n; i++)
            value[i] = li_expr_frac(h->ctx, 100 + li_rand_below(&rng, 900), 701);
        if (li_elimination_init(h->ctx, &E, rows, columns, columns, BITS) == LI_OK && evaluate(h, &E, J, n, x, value)) {
            li_elimination_scale(&E);
            li_elimination_run(&E, -INFINITY);
            full = E.rank == columns;
        }
        li_elimination_clear(&E);
    }
    return full;
}

/* The columns of J from `first` on, side by side */
static size_t rank_from(li_hearing *h, size_t rows, size_t columns, size_t first, const li_expr *J, bool *known)
{
    size_t rank = 0, width = columns - first;
    li_expr *part = li_expr_room(h->ctx, rows * width);

    for (size_t i = 0; part != NULL && i < rows * width; i++)
        part[i] = J[i / width * columns + first + i % width];
    *known = part != NULL && (width == 0 || li_exact_rank(h->ctx, &rank, rows, width, part, NULL, NULL) == LI_OK);
    return rank;
}

static li_truth determines_on(li_hearing *h, const li_branch *b, size_t rows, size_t columns, const li_expr *J, size_t n)
{
    li_expr *K = li_expr_room(h->ctx, rows * columns);
    bool all, others;

    for (size_t i = 0; K != NULL && i < rows * columns; i++)
        K[i] = li_solution_apply(h->ctx, b, J[i]);
    if (K == NULL || is_full(h, rows, columns, K))
        return K == NULL ? LI_UNKNOWN : LI_YES;
    size_t before;
    if (!li_hearing_enter(h, b, &before)) {
        li_hearing_leave(h, before);
        return LI_YES;
    }
    size_t rank = rank_from(h, rows, columns, 0, K, &all), rest = rank_from(h, rows, columns, n, K, &others);
    li_hearing_leave(h, before);
    return !all || !others ? LI_UNKNOWN : rank == n + rest ? LI_YES : LI_NO;
}

/* The accelerations are determined if no combination of the other unknowns does what one of them does: the rank of all
 * columns is n more than that of the others. */
li_truth li_hearing_determines(li_hearing *h, size_t len, const li_expr *e, size_t n, const li_expr *a)
{
    enum { OTHERS = 256 };
    li_ctx *ctx = h->ctx;
    li_expr all[OTHERS], *z = li_expr_room(ctx, n + OTHERS), *J;
    size_t columns = n, found = li_expr_symbols(ctx, len, e, LI_MULTIPLIER, LI_MULTIPLIER, all, OTHERS / 2);

    if (z == NULL || found > OTHERS / 2)
        return LI_UNKNOWN;
    size_t more = li_expr_symbols(ctx, len, e, LI_ACCELERATION, LI_ACCELERATION, all + found, OTHERS - found);
    for (size_t i = 0; i < n; i++)
        z[i] = a[i];
    for (size_t i = 0; i < found + more && more <= OTHERS - found; i++) {
        bool new = true;
        for (size_t j = 0; j < n && new; j++)
            new = all[i] != a[j];
        if (new)
            z[columns++] = all[i];
    }
    if (more > OTHERS - found || (J = li_expr_room(ctx, len * columns)) == NULL)
        return LI_UNKNOWN;
    for (size_t i = 0; i < len; i++)
        li_expr_gradient(ctx, J + i * columns, e[i], columns, z);
    li_truth truth = LI_YES;
    for (size_t i = 0; i < h->court->X->len && truth == LI_YES && li_ctx_status(ctx) == LI_OK; i++)
        truth = determines_on(h, &h->court->X->branch[i], len, columns, J, n);
    return truth;
}

/* Everything the form says holds on the motions, and leaves them no freedom. */
static bool form_holds(li_hearing *h, size_t word)
{
    const char *name = h->claim->words[word];
    const li_motion *S = h->court->S;
    li_equations eq;

    if (!derive(h, &eq, word))
        return false;
    size_t len = eq.len + eq.rows + eq.relations;
    li_expr *e = li_expr_room(h->ctx, len);
    for (size_t i = 0; e != NULL && i < len; i++) {
        li_hearing_decide(h, e[i] = statement(h, &eq, i));
        if (h->out->holds == LI_NO)
            say(h, name, i + 1, "");
        if (h->out->holds != LI_YES)
            return false;
        e[i] = with_accelerations(h, e[i]);
    }
    li_truth all = e != NULL ? li_hearing_determines(h, len, e, S->n, S->a) : LI_UNKNOWN;
    if (all == LI_YES)
        return true;
    h->out->holds = all;
    h->out->how = all == LI_NO ? LI_BY_ALGEBRA : LI_BY_NOTHING;
    say(h, name, 0, all == LI_NO ? " holds, but leaves other motions" : " holds, but whether it admits no other motions could not be decided");
    return false;
}

/* ---- where the motion is not known ---- */

/* Without the accelerations: equation by equation, where both forms are written in the same velocities. */
static void compare_forms(li_hearing *h)
{
    li_equations first, other;

    li_hearing_undecided(h, h->court->why);
    if (!derive(h, &first, 0))
        return;
    for (size_t i = 1; i < h->claim->words_n; i++) {
        if (!derive(h, &other, i))
            return;
        bool same = other.len == first.len && other.unknowns == first.unknowns;
        for (size_t k = 0; k < first.unknowns && same; k++)
            same = other.unknown[k] == first.unknown[k];
        if (!same) {
            li_hearing_undecided(h, h->court->why);
            return;
        }
        for (size_t k = 0; k < first.len; k++) {
            li_expr a = li_expr_sub(h->ctx, first.eq[k].left, first.eq[k].right), b = li_expr_sub(h->ctx, other.eq[k].left, other.eq[k].right);
            if (!li_hearing_vanishes(h, li_expr_sub(h->ctx, a, b))) {
                li_hearing_undecided(h, "the equations differ, which need not change the motions");
                return;
            }
        }
    }
    h->out->holds = LI_YES;
    h->out->how = LI_BY_ALGEBRA;
}

void li_hearing_equivalent(li_hearing *h)
{
    if (h->court->X == NULL) {
        compare_forms(h);
        return;
    }
    for (size_t i = 0; i < h->claim->words_n; i++)
        if (!form_holds(h, i))
            return;
}

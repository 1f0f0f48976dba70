/* reducing.c - what a reduced form uses and eliminates: constraints, forms w^I, differentials dv^J     [gallissot 10] */
#include <string.h>

#include "liaison/program.h"
#include "manifold.h"

static size_t *places(li_ctx *ctx, size_t n) { return li_alloc(ctx, (n + 1) * sizeof(size_t)); }

/* ---- which constraints ---- */

static void use(li_reduction *R, size_t reaction, size_t relation)
{
    R->reaction[R->p] = reaction;
    R->relation[R->p++] = relation;
}

static bool is_named(const li_reducing *what, const char *name)
{
    for (size_t i = 0; i < what->constraints; i++)
        if (strcmp(what->constraint[i], name) == 0)
            return true;
    return false;
}

/* Its relations and reactions, the first ones being these */
static li_status use_constraint(li_ctx *ctx, li_reduction *R, const li_constraint *c, size_t reaction, size_t relation)
{
    const li_reducing *what = &R->O->S->reducing;
    bool whole = what->constraints == 0 || is_named(what, c->name);

    for (size_t i = 0; i < c->n; i++) {
        if (!whole && !is_named(what, c->label[i]))
            continue;
        if (c->reactions != c->n)
            return li_fail(ctx, LI_INPUT, "%s has %zu relation%s and %zu reactions: the reactions are not determined, and the form cannot be reduced by it", c->name, c->n,
                           c->n == 1 ? "" : "s", c->reactions);
        use(R, reaction + i, relation + i);
    }
    return LI_OK;
}

static li_status check_names(li_ctx *ctx, const li_motion *S)
{
    for (size_t i = 0; i < S->reducing.constraints; i++) {
        const char *name = S->reducing.constraint[i];
        bool found = false;
        for (size_t h = 0; h < S->p && !found; h++)
            found = strcmp(S->label[h], name) == 0;
        for (size_t k = 0; k < S->model->constraints && !found; k++)
            found = strcmp(S->model->constraint[k].name, name) == 0;
        if (!found)
            return li_fail(ctx, LI_INPUT, "there is no constraint '%s' to reduce the form by", name);
    }
    return LI_OK;
}

static li_status use_constraints(li_ctx *ctx, li_reduction *R)
{
    const li_model *m = R->O->S->model;
    size_t reaction = 0, relation = 0;

    R->reaction = places(ctx, R->O->p);
    R->relation = places(ctx, R->O->p);
    if (li_ctx_status(ctx) != LI_OK || check_names(ctx, R->O->S) != LI_OK)
        return li_ctx_status(ctx);
    if (R->O->p == 0)
        return li_fail(ctx, LI_INPUT, "a reduced form needs constraints; this system has none (use omega)");
    for (size_t i = 0; i < m->constraints && li_ctx_status(ctx) == LI_OK; i++) {
        use_constraint(ctx, R, &m->constraint[i], reaction, relation);
        reaction += m->constraint[i].reactions;
        relation += m->constraint[i].n;
    }
    return li_ctx_status(ctx);
}

/* A multiplier in its own law, or in a force, stays where it is whatever is eliminated. */
static li_status needs_free_reactions(li_ctx *ctx, const li_reduction *R)
{
    const li_omega *O = R->O;

    for (size_t h = 0; h < R->p; h++) {
        li_expr lambda = O->S->lambda[R->reaction[h]];
        bool enters = false;
        for (size_t i = 0; i < O->r * O->n && !enters; i++)
            enters = li_expr_contains(ctx, O->l[i], lambda);
        for (size_t i = 0; i < O->n && !enters; i++)
            enters = li_expr_contains(ctx, O->Q[i], lambda);
        if (enters)
            return li_fail(ctx, LI_INPUT, "the reaction %s enters its own law or a force, so that no substitution eliminates it; use omega",
                           O->S->multiplier[R->reaction[h]]);
    }
    return LI_OK;
}

li_status li_reducing_constraints(li_ctx *ctx, li_reduction *R) { return use_constraints(ctx, R) == LI_OK ? needs_free_reactions(ctx, R) : li_ctx_status(ctx); }

/* ---- which forms ---- */

/* Does a person who says x mean the form w^s, or dv^s? */
static bool means(const li_omega *O, size_t s, li_expr x, bool rate)
{
    const li_motion *S = O->S;

    if (O->chart != LI_CHART_QUASI && !(O->chart == LI_CHART_SPEEDS && rate))
        return x == S->q[s] || x == S->model->coord[s].v;
    bool found = x == O->v[s];
    for (size_t r = 0; r < O->n && !found; r++)
        found = x == S->q[r] && O->v[s] == S->model->coord[r].v;
    return found;
}

static li_status take_named(li_ctx *ctx, const li_reduction *R, size_t *at, size_t count, const li_expr *x, bool rate)
{
    const li_omega *O = R->O;

    if (count != R->p)
        return li_fail(ctx, LI_INPUT, "%zu %s named to go, but %zu constraint%s %zu", count, rate ? "dv" : count == 1 ? "form is" : "forms are", R->p,
                       R->p == 1 ? " eliminates" : "s eliminate", R->p);
    for (size_t i = 0; i < count; i++) {
        size_t s = 0, k = i;
        while (s < O->n && !means(O, s, x[i], rate))
            s++;
        if (s == O->n)
            return li_fail(ctx, LI_INPUT, "%s names no %s of the chart %s; there are %s, ...", li_expr_name(x[i]), rate ? "dv" : "form w",
                           li_omega_chart_name(O->chart), O->on->name[rate ? 0 : O->n]);
        for (; k > 0 && at[k - 1] > s; k--)
            at[k] = at[k - 1];
        at[k] = s;
    }
    return LI_OK;
}

bool li_is_among(const size_t *at, size_t count, size_t s)
{
    for (size_t i = 0; i < count; i++)
        if (at[i] == s)
            return true;
    return false;
}

/* ---- coordinates that are absent go first ---- */

/* Coordinates of which something depends on, with a mark for each */
static void mark_present(li_ctx *ctx, const li_reduction *R, const li_form *da, bool *present)
{
    const li_omega *O = R->O;
    size_t n = O->n, found = li_expr_symbols(ctx, O->Omega.len, O->Omega.f, LI_COORDINATE, LI_COORDINATE, NULL, 0);
    li_expr *x = li_new(ctx, 3 * n + found + 1, sizeof *x);

    for (size_t part = 0; x != NULL && part < 2 + R->p; part++) {
        const li_form *w = part == 0 ? &O->Omega : part == 1 ? NULL : &da[part - 2];
        size_t len = w == NULL ? O->r * n : w->len;
        size_t count = li_expr_symbols(ctx, len, w == NULL ? O->l : w->f, LI_COORDINATE, LI_COORDINATE, x, 3 * n + found);
        for (size_t i = 0; i < count && i < 3 * n + found; i++)
            for (size_t r = 0; r < n; r++)
                present[r] |= x[i] == O->S->q[r];
    }
    li_drop(ctx, x);
}

/* 0 for the forms w^r = mu^r_i dq^i + .. of absent coordinates alone: those follow by quadrature */
static void set_burden(li_ctx *ctx, const li_reduction *R, const li_form *da, size_t *burden)
{
    const li_omega *O = R->O;
    bool *present = li_new(ctx, O->n + 1, sizeof *present);

    if (present != NULL)
        mark_present(ctx, R, da, present);
    for (size_t r = 0; present != NULL && r < O->n; r++) {
        const li_form *w = O->chart == LI_CHART_QUASI ? &O->basis.in_base[O->n + r] : NULL;
        burden[r] = w == NULL && present[r];
        for (size_t k = 0; w != NULL && k < w->len; k++)
            burden[r] |= w->at[k] < 2 * O->n && present[w->at[k] - O->n];
    }
    li_drop(ctx, present);
}

/* ---- the choice ---- */

/* D (p by n) in numbers, at the state that is known; false: it has none there */
static bool at_state(li_ctx *ctx, const li_reduction *R, double *out, const li_expr *D)
{
    enum { BITS = 53, MOST_BITS = 4096 };
    const li_reducing *what = &R->O->S->reducing;
    li_ball value;
    bool known = what->known > 0 && li_ball_init(ctx, &value) == LI_OK;

    for (size_t i = 0; known && i < R->p * R->O->n; i++) {
        li_expr e = li_model_basic(ctx, R->O->S->model, li_omega_meaning(ctx, R->O, D[i]));
        known = li_ball_value(ctx, &value, li_expr_subst(ctx, e, what->known, what->x, what->value), BITS, MOST_BITS) == LI_OK && li_ball_is_finite(&value);
        out[i] = known ? li_ball_double(&value) : 0;
    }
    if (what->known > 0)
        li_ball_clear(&value);
    if (li_ctx_status(ctx) != LI_OK && li_ctx_status(ctx) != LI_MEMORY)
        li_ctx_forgive(ctx);                     /* an unknown function, 1/0 */
    return known;
}

/* What does best at the state, or else everywhere */
static li_status choose(li_ctx *ctx, const li_reduction *R, size_t *best, const li_expr *D, const size_t *burden, const char *dependent)
{
    size_t n = R->O->n;
    double *at = li_new(ctx, R->p * n + 1, sizeof *at);
    bool found = at != NULL && at_state(ctx, R, at, D) && li_choose_pivots(ctx, best, R->p, n, at, burden);

    li_drop(ctx, at);
    li_truth some = found ? LI_YES : li_choose_columns(ctx, best, R->p, n, D, burden, false);
    if (some == LI_NO)
        return li_fail(ctx, LI_INPUT, "%s are dependent: the form cannot be reduced by them", dependent);
    return some == LI_YES ? LI_OK : li_fail(ctx, LI_UNDECIDED, "whether %s are independent could not be decided within the budget", dependent);
}

static li_status choose_forms(li_ctx *ctx, li_reduction *R, const li_expr *L, const li_form *da)
{
    const li_omega *O = R->O;
    const li_reducing *what = &O->S->reducing;
    size_t *burden = places(ctx, O->n);

    if (what->forms > 0)
        return take_named(ctx, R, R->I, what->forms, what->form, false);
    if (burden == NULL)
        return li_ctx_status(ctx);
    set_burden(ctx, R, da, burden);
    return choose(ctx, R, R->I, L, burden, "the directions of the reactions");
}

/* Is det A_J zero on a sheet of the constraints where the chart is regular? With speeds a relation like v*(sin(a) - t*cos(a)) = 0 has
 * one that nobody means, v = 0. */
static bool fails_on_sheet(li_ctx *ctx, const li_reduction *R, const li_expr *A)
{
    const li_omega *O = R->O;
    size_t n = O->n, p = R->p;
    li_solution X;
    li_expr *M = li_expr_room(ctx, n * n), *b = li_expr_room(ctx, n), *minor = li_expr_room(ctx, p * p), g, det;
    bool fails = false;

    if (!O->S->speeds || M == NULL || b == NULL || minor == NULL || li_omega_system(ctx, O, M, b) != LI_OK)
        return false;
    li_take_columns(minor, p, n, A, p, R->J);
    bool known = li_exact_det(ctx, &g, n, M) == LI_OK && li_exact_det(ctx, &det, p, minor) == LI_OK && li_solution_at(ctx, &X, O->S, 0, NULL, false) == LI_OK;
    for (size_t i = 0; known && i < X.len && !fails; i++)
        fails = li_exact_is_zero(ctx, li_solution_apply(ctx, &X.branch[i], g)) == LI_NO && li_exact_is_zero(ctx, li_solution_apply(ctx, &X.branch[i], det)) == LI_YES;
    if (li_ctx_status(ctx) != LI_OK && li_ctx_status(ctx) != LI_MEMORY)
        li_ctx_forgive(ctx);
    return fails;
}

/* The dv that belong to the forms, where these will do */
static li_status choose_rates(li_ctx *ctx, li_reduction *R, const li_expr *A)
{
    const li_omega *O = R->O;
    const li_reducing *what = &O->S->reducing;
    size_t *burden = places(ctx, O->n);

    if (what->rates > 0)
        return take_named(ctx, R, R->J, what->rates, what->rate, true);
    for (size_t s = 0; burden != NULL && s < O->n; s++)
        burden[s] = O->chart != LI_CHART_SPEEDS && !li_is_among(R->I, R->p, s);
    if (burden == NULL || choose(ctx, R, R->J, A, burden, "the relations") != LI_OK)
        return li_ctx_status(ctx);
    for (size_t tries = 0; tries < O->n && fails_on_sheet(ctx, R, A) && li_ctx_status(ctx) == LI_OK; tries++) {
        for (size_t i = 0; i < R->p; i++)
            burden[R->J[i]]++;
        if (choose(ctx, R, R->J, A, burden, "the relations") != LI_OK)
            break;
    }
    return li_ctx_status(ctx);
}

static void set_rest(li_reduction *R)
{
    for (size_t s = 0, i = 0, k = 0; s < R->O->n; s++) {
        if (!li_is_among(R->J, R->p, s))
            R->dv[i++] = s;
        if (!li_is_among(R->I, R->p, s))
            R->w[k++] = s;
    }
}

li_status li_reducing_forms(li_ctx *ctx, li_reduction *R, const li_expr *L, const li_expr *A, const li_form *da)
{
    size_t **list[] = { &R->I, &R->J, &R->dv, &R->w };

    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        *list[i] = places(ctx, R->O->n);
    if (li_ctx_status(ctx) == LI_OK && choose_forms(ctx, R, L, da) == LI_OK && choose_rates(ctx, R, A) == LI_OK)
        set_rest(R);
    return li_ctx_status(ctx);
}

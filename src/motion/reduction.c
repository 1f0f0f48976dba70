/* reduction.c - the reduced forms Omega_r and Omega_s, by substitution                              [gallissot 10] */
#include <string.h>

#include "liaison/program.h"
#include "manifold.h"

static li_expr *room(li_ctx *ctx, size_t n) { return li_alloc(ctx, (n + 1) * sizeof(li_expr)); }
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
        return li_fail(ctx, LI_INPUT, "%zu %s named; with %zu constraint%s as many go", count, rate ? "dv were" : count == 1 ? "form was" : "forms were", R->p,
                       R->p == 1 ? "" : "s");
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

static bool is_among(const size_t *at, size_t count, size_t s)
{
    for (size_t i = 0; i < count; i++)
        if (at[i] == s)
            return true;
    return false;
}

/* The columns `at` of D (p by n) */
static void take_columns(const li_reduction *R, li_expr *out, const li_expr *D, size_t columns, const size_t *at)
{
    for (size_t i = 0; i < R->p * columns; i++)
        out[i] = D[i / columns * R->O->n + at[i % columns]];
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

/* The dv that belong to the forms, where these will do */
static li_status choose_rates(li_ctx *ctx, li_reduction *R, const li_expr *A)
{
    const li_omega *O = R->O;
    const li_reducing *what = &O->S->reducing;
    size_t *burden = places(ctx, O->n);

    if (what->rates > 0)
        return take_named(ctx, R, R->J, what->rates, what->rate, true);
    for (size_t s = 0; burden != NULL && s < O->n; s++)
        burden[s] = O->chart != LI_CHART_SPEEDS && !is_among(R->I, R->p, s);
    return burden == NULL ? li_ctx_status(ctx) : choose(ctx, R, R->J, A, burden, "the relations");
}

static void set_rest(li_reduction *R)
{
    for (size_t s = 0, i = 0, k = 0; s < R->O->n; s++) {
        if (!is_among(R->J, R->p, s))
            R->dv[i++] = s;
        if (!is_among(R->I, R->p, s))
            R->w[k++] = s;
    }
}

/* ---- the substitution ---- */

/* X with A X = B, p rows */
static li_status solve(li_ctx *ctx, li_expr *X, size_t p, const li_expr *A, size_t columns, const li_expr *B, const char *what)
{
    li_status status = li_exact_solve(ctx, X, p, A, columns, B);

    if (status == LI_BUDGET)
        status = li_exact_solve_unexpanded(ctx, X, p, A, columns, B);
    if (status == LI_SINGULAR)
        return li_fail(ctx, LI_INPUT, "these %s cannot be eliminated: the determinant of their columns is 0", what);
    return status == LI_OK ? LI_OK : li_fail(ctx, status, "the %s could not be solved for within the budget", what);
}

/* The places of the forms in the basis: dv_rest, w_rest, pi, dt */
static uint32_t at_w(const li_reduction *R) { return (uint32_t)(R->O->n - R->p); }
static uint32_t at_pi(const li_reduction *R) { return 2 * at_w(R); }
static uint32_t at_dt(const li_reduction *R) { return at_pi(R) + (R->keeps_pi ? (uint32_t)R->p : 0); }

static void add_term(li_ctx *ctx, li_form *w, uint32_t a, li_expr f) { li_form_add_term(ctx, w, &a, f); }

/* w^I = L_I^-1 (pi - L_rest w_rest), and w_rest */
static li_status put_forms(li_ctx *ctx, li_reduction *R, const li_expr *L)
{
    size_t n = R->O->n, p = R->p, m = n - p, columns = n;
    li_expr *LI = room(ctx, p * p), *rest = room(ctx, p * m), *B = room(ctx, p * columns), *X = room(ctx, p * columns);

    if (LI == NULL || rest == NULL || B == NULL || X == NULL)
        return li_ctx_status(ctx);
    take_columns(R, LI, L, p, R->I);
    take_columns(R, rest, L, m, R->w);
    for (size_t i = 0; i < p * columns; i++)
        B[i] = i % columns < p ? li_expr_int(ctx, i / columns == i % columns) : li_expr_neg(ctx, rest[i / columns * m + i % columns - p]);
    if (solve(ctx, X, p, LI, columns, B, "forms") != LI_OK)
        return li_ctx_status(ctx);
    for (size_t c = 0; c < m; c++)
        add_term(ctx, &R->phi.theta[n + R->w[c]], at_w(R) + (uint32_t)c, li_expr_int(ctx, 1));
    for (size_t i = 0; i < p; i++) {
        li_form *w = &R->phi.theta[n + R->I[i]];
        const li_expr *x = X + i * columns;
        for (size_t h = 0; h < p; h++) {
            if (R->keeps_pi)
                add_term(ctx, w, at_pi(R) + (uint32_t)h, x[h]);
            else
                add_term(ctx, w, at_dt(R), li_expr_mul(ctx, x[h], R->unit_power[h]));
        }
        for (size_t c = 0; c < m; c++)
            add_term(ctx, w, at_w(R) + (uint32_t)c, x[p + c]);
    }
    return li_ctx_status(ctx);
}

/* sum += f w */
static void add_scaled(li_ctx *ctx, li_form *sum, li_expr f, const li_form *w)
{
    for (size_t k = 0; k < w->len; k++)
        add_term(ctx, sum, w->at[k], li_expr_mul(ctx, f, w->f[k]));
}

/* dv^J = -A_J^-1 (A_rest dv_rest + a_w w + a_t dt), and dv_rest */
static li_status put_rates(li_ctx *ctx, li_reduction *R, const li_expr *A, const li_form *da)
{
    size_t n = R->O->n, p = R->p, m = n - p, columns = 2 * n + 1;
    li_expr *AJ = room(ctx, p * p), *B = room(ctx, p * columns), *Y = room(ctx, p * columns);

    if (AJ == NULL || B == NULL || Y == NULL)
        return li_ctx_status(ctx);
    take_columns(R, AJ, A, p, R->J);
    for (size_t k = 0; k < p; k++)
        for (uint32_t a = 0; a < columns; a++)
            B[k * columns + a] = a < n && is_among(R->J, p, a) ? li_expr_int(ctx, 0) : li_expr_neg(ctx, li_form_coefficient(ctx, &da[k], &a));
    if (solve(ctx, Y, p, AJ, columns, B, "dv") != LI_OK)
        return li_ctx_status(ctx);
    for (size_t c = 0; c < m; c++)
        add_term(ctx, &R->phi.theta[R->dv[c]], (uint32_t)c, li_expr_int(ctx, 1));
    for (size_t k = 0; k < p; k++)
        for (size_t a = 0; a < columns; a++)
            if (!is_among(R->J, p, a))
                add_scaled(ctx, &R->phi.theta[R->J[k]], Y[k * columns + a], &R->phi.theta[a]);
    return li_ctx_status(ctx);
}

/* ---- the basis ---- */

static const char *reaction_name(const li_reduction *R, size_t h)
{
    const li_motion *S = R->O->S;
    return S->p == S->r ? S->label[R->relation[h]] : S->multiplier[R->reaction[h]];
}

static const char *called(li_ctx *ctx, const char *what, const char *name)
{
    li_text s;

    li_text_init(&s);
    li_text_printf(ctx, &s, "%s(%s)", what, name);
    const char *kept = li_alloc_string(ctx, li_text_str(&s), s.len);
    li_text_clear(ctx, &s);
    return kept;
}

static li_status set_basis(li_ctx *ctx, li_reduction *R)
{
    const li_omega *O = R->O;
    size_t n = O->n, m = n - R->p, count = at_dt(R) + 1;
    const char **name = li_new(ctx, count, sizeof *name), **dual = li_new(ctx, count, sizeof *dual);

    R->rate = room(ctx, count);
    for (size_t a = 0; name != NULL && dual != NULL && R->rate != NULL && a < count; a++) {
        size_t from = a < m ? R->dv[a] : a < 2 * m ? n + R->w[a - m] : 2 * n;
        bool is_pi = a >= at_pi(R) && a < at_dt(R);
        name[a] = is_pi ? called(ctx, "pi", reaction_name(R, a - at_pi(R))) : O->on->name[from];
        dual[a] = is_pi ? called(ctx, "X", reaction_name(R, a - at_pi(R))) : O->on->dual[from];
        R->rate[a] = a < m ? O->rate[R->dv[a]] : a < 2 * m ? O->u[R->w[a - m]] : is_pi ? R->unit_power[a - at_pi(R)] : li_expr_int(ctx, 1);
    }
    if (li_ctx_status(ctx) == LI_OK && li_coframe_equations(ctx, &R->basis, count, name, dual, 0, NULL, NULL, NULL) == LI_OK)
        li_map_new(ctx, &R->phi, O->on, &R->basis);
    li_drop(ctx, name);
    li_drop(ctx, dual);
    return li_ctx_status(ctx);
}

static li_status set_map(li_ctx *ctx, li_reduction *R, const li_expr *L, const li_expr *A, const li_form *da)
{
    if (set_basis(ctx, R) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t a = 0; a < R->phi.from->n; a++)
        li_form_zero(ctx, &R->phi.theta[a], &R->basis, 1);
    add_term(ctx, &R->phi.theta[2 * R->O->n], at_dt(R), li_expr_int(ctx, 1));
    return put_forms(ctx, R, L) == LI_OK ? put_rates(ctx, R, A, da) : li_ctx_status(ctx);
}

/* ---- the form ---- */

/* lambda_h pi^h ^ dt for the constraints that are not used */
static li_status add_others(li_ctx *ctx, const li_reduction *R, li_form *w)
{
    const li_omega *O = R->O;
    uint32_t n = (uint32_t)O->n;

    for (size_t h = 0; h < O->r; h++)
        for (uint32_t r = 0; r < n && !is_among(R->reaction, R->p, h); r++)
            li_form_add_term(ctx, w, (uint32_t[]){ n + r, 2 * n }, li_expr_mul(ctx, O->S->lambda[h], O->l[h * n + r]));
    return li_ctx_status(ctx);
}

static li_status put_in(li_ctx *ctx, li_reduction *R)
{
    li_form w;

    li_form_init(&w);
    if (li_form_copy(ctx, &w, &R->O->Omega) == LI_OK && add_others(ctx, R, &w) == LI_OK)
        li_form_pull(ctx, &R->Omega, &R->phi, &w);
    for (uint32_t h = 0; R->keeps_pi && h < R->p; h++)
        li_form_add_term(ctx, &R->Omega, (uint32_t[]){ at_pi(R) + h, at_dt(R) }, R->O->S->lambda[R->reaction[h]]);
    li_form_clear(ctx, &w);
    return li_ctx_status(ctx);
}

/* The coefficients of dv_rest ^ w_rest are a regular matrix, if the constraints are compatible: they determine the w_rest. */
static li_status needs_compatible(li_ctx *ctx, const li_reduction *R)
{
    size_t m = R->O->n - R->p, rank = 0;
    li_expr *block = room(ctx, m * m);

    for (size_t i = 0; block != NULL && i < m * m; i++)
        block[i] = li_form_coefficient(ctx, &R->Omega, (uint32_t[]){ (uint32_t)(i / m), at_w(R) + (uint32_t)(i % m) });
    if (block != NULL && m > 0 && li_exact_rank(ctx, &rank, m, m, block, NULL, NULL) == LI_OK && rank < m)
        return li_fail(ctx, LI_INPUT, "the constraints are incompatible, det i(e^h)da^k = 0: a form reduced by them does not determine the motion");
    return li_ctx_status(ctx);
}

/* ---- all of it ---- */

static li_status set_coefficients(li_ctx *ctx, li_reduction *R, li_expr *L, li_expr *A, li_form *da)
{
    const li_omega *O = R->O;
    size_t n = O->n;

    for (size_t h = 0; h < R->p; h++) {
        R->unit_power[h] = li_exact_simplify(ctx, li_omega_unit_power(ctx, O, R->reaction[h]));
        if (li_omega_da(ctx, &da[h], O, R->relation[h]) != LI_OK)
            return li_ctx_status(ctx);
        for (uint32_t s = 0; s < n; s++) {
            L[h * n + s] = O->l[R->reaction[h] * n + s];
            A[h * n + s] = li_exact_simplify(ctx, li_form_coefficient(ctx, &da[h], &s));
        }
    }
    return li_ctx_status(ctx);
}

static li_status reduce(li_ctx *ctx, li_reduction *R, li_form *da)
{
    size_t n = R->O->n, p = R->p;
    li_expr *L = room(ctx, p * n), *A = room(ctx, p * n);

    R->unit_power = room(ctx, p);
    R->I = places(ctx, p);
    R->J = places(ctx, p);
    R->dv = places(ctx, n);
    R->w = places(ctx, n);
    if (li_ctx_status(ctx) != LI_OK || set_coefficients(ctx, R, L, A, da) != LI_OK)
        return li_ctx_status(ctx);
    if (choose_forms(ctx, R, L, da) != LI_OK || choose_rates(ctx, R, A) != LI_OK)
        return li_ctx_status(ctx);
    set_rest(R);
    if (set_map(ctx, R, L, A, da) != LI_OK || put_in(ctx, R) != LI_OK)
        return li_ctx_status(ctx);
    return needs_compatible(ctx, R);
}

li_status li_reduction_init(li_ctx *ctx, li_reduction *R, const li_omega *O, bool keeps_pi)
{
    *R = (li_reduction){ .O = O, .keeps_pi = keeps_pi };
    li_coframe_init(&R->basis);
    li_map_init(&R->phi);
    li_form_init(&R->Omega);
    if (O->S->W != NULL)
        return li_fail(ctx, LI_INPUT, "the reduced forms are of systems with coordinates; this one is given by its 2-form");
    if (use_constraints(ctx, R) != LI_OK || needs_free_reactions(ctx, R) != LI_OK)
        return li_ctx_status(ctx);
    li_form *da = li_new(ctx, R->p + 1, sizeof *da);
    for (size_t h = 0; da != NULL && h < R->p; h++)
        li_form_init(&da[h]);
    if (da != NULL)
        reduce(ctx, R, da);
    for (size_t h = 0; da != NULL && h < R->p; h++)
        li_form_clear(ctx, &da[h]);
    li_drop(ctx, da);
    return li_ctx_status(ctx);
}

void li_reduction_clear(li_ctx *ctx, li_reduction *R)
{
    li_form_clear(ctx, &R->Omega);
    li_map_clear(ctx, &R->phi);
    li_coframe_clear(ctx, &R->basis);
}

li_status li_reduction_on_state(li_ctx *ctx, li_form *out, const li_reduction *R)
{
    const li_omega *O = R->O;
    size_t m = O->n - R->p;
    li_map back;

    li_map_init(&back);
    if (li_map_new(ctx, &back, &R->basis, O->on) == LI_OK) {
        for (size_t a = 0; a < R->basis.n; a++) {
            size_t from = a < m ? R->dv[a] : a < 2 * m ? O->n + R->w[a - m] : 2 * O->n;
            if (a >= at_pi(R) && a < at_dt(R))
                li_omega_pi(ctx, &back.theta[a], O, R->reaction[a - at_pi(R)]);
            else
                li_form_theta(ctx, &back.theta[a], O->on, from);
        }
        li_form_pull(ctx, out, &back, &R->Omega);
    }
    li_map_clear(ctx, &back);
    return li_ctx_status(ctx);
}

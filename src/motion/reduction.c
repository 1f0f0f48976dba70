/* reduction.c - the reduced forms Omega_r and Omega_s, by substitution                              [gallissot 10] */
#include "manifold.h"

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
    li_expr *LI = li_expr_room(ctx, p * p), *rest = li_expr_room(ctx, p * m), *B = li_expr_room(ctx, p * columns), *X = li_expr_room(ctx, p * columns);

    if (LI == NULL || rest == NULL || B == NULL || X == NULL)
        return li_ctx_status(ctx);
    li_take_columns(LI, p, n, L, p, R->I);
    li_take_columns(rest, p, n, L, m, R->w);
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
    li_expr *AJ = li_expr_room(ctx, p * p), *B = li_expr_room(ctx, p * columns), *Y = li_expr_room(ctx, p * columns);

    if (AJ == NULL || B == NULL || Y == NULL)
        return li_ctx_status(ctx);
    li_take_columns(AJ, p, n, A, p, R->J);
    for (size_t k = 0; k < p; k++)
        for (uint32_t a = 0; a < columns; a++)
            B[k * columns + a] = a < n && li_is_among(R->J, p, a) ? li_expr_int(ctx, 0) : li_expr_neg(ctx, li_form_coefficient(ctx, &da[k], &a));
    if (solve(ctx, Y, p, AJ, columns, B, "dv") != LI_OK)
        return li_ctx_status(ctx);
    for (size_t c = 0; c < m; c++)
        add_term(ctx, &R->phi.theta[R->dv[c]], (uint32_t)c, li_expr_int(ctx, 1));
    for (size_t k = 0; k < p; k++)
        for (size_t a = 0; a < columns; a++)
            if (!li_is_among(R->J, p, a))
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

    R->rate = li_expr_room(ctx, count);
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
        for (uint32_t r = 0; r < n && !li_is_among(R->reaction, R->p, h); r++)
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
    li_expr *block = li_expr_room(ctx, m * m);

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
    li_expr *L = li_expr_room(ctx, p * n), *A = li_expr_room(ctx, p * n);

    R->unit_power = li_expr_room(ctx, p);
    if (li_ctx_status(ctx) != LI_OK || set_coefficients(ctx, R, L, A, da) != LI_OK)
        return li_ctx_status(ctx);
    if (li_reducing_forms(ctx, R, L, A, da) != LI_OK)
        return li_ctx_status(ctx);
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
    if (li_reducing_constraints(ctx, R) != LI_OK)
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

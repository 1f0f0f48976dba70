/* characteristic.c - the field E, the reactions as Pfaff forms and fields, and the motion            [gallissot 5-9]
 *
 * i(X)w^r = u^r is one half of i(X)Omega = 0; the other half is n linear equations for the components along the dv^s. */
#include "manifold.h"

static void add_product(li_ctx *ctx, li_expr *sum, li_expr a, li_expr b) { *sum = li_expr_add(ctx, *sum, li_expr_mul(ctx, a, b)); }

/* ---- linear equations for the dv^s ---- */

/* i(X_r)Omega = -M_rs dv^s + W(w^r, w^s) w^s + W(w^r, dt) dt:  b_r = W(w^r, w^s) u^s + W(w^r, dt) */
li_status li_omega_system(li_ctx *ctx, const li_omega *O, li_expr *M, li_expr *b)
{
    size_t n = O->n;
    const li_form *W = &O->Omega;

    for (size_t i = 0; O->S->W != NULL && i < n * n; i++) {
        M[i] = O->S->W[i % n * n + i / n];
        b[i / n] = O->S->F[i / n];
    }
    if (O->S->W != NULL)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n * n; i++)
        M[i] = b[i / n] = li_expr_int(ctx, 0);
    for (size_t k = 0; k < W->len; k++) {
        size_t i = W->at[2 * k], j = W->at[2 * k + 1];
        if (i < n && j >= n && j < 2 * n)
            M[(j - n) * n + i] = W->f[k];
        if (i >= n && j < 2 * n)
            add_product(ctx, &b[j - n], li_expr_neg(ctx, W->f[k]), O->u[i - n]);
        if (i >= n)
            add_product(ctx, &b[i - n], W->f[k], j < 2 * n ? O->u[j - n] : li_expr_int(ctx, 1));
    }
    return li_ctx_status(ctx);
}

static li_status solve(li_ctx *ctx, const li_omega *O, li_expr *x, const li_expr *M, const li_expr *right)
{
    li_status status = li_exact_solve(ctx, x, O->n, M, 1, right);

    if (status == LI_SINGULAR)
        return li_fail(ctx, LI_SINGULAR, "Omega has no field E: det d2T/dvdv = 0");
    return status == LI_OK ? li_ctx_status(ctx) : status;
}

/* ---- fields ---- */

/* x^s d/dv^s + u^r X_r + X_t; not `moves`: the first part alone */
static li_status set_field(li_ctx *ctx, li_field *X, const li_omega *O, const li_expr *x, bool moves)
{
    li_field Y;
    size_t n = O->n;

    li_field_init(&Y);
    if (li_field_zero(ctx, &Y, O->on) == LI_OK) {
        for (size_t s = 0; s < n; s++)
            Y.comp[s] = x[s];
        for (size_t r = 0; moves && r < O->S->coords; r++)
            Y.comp[n + r] = O->u[r];
        Y.comp[O->dt] = li_expr_int(ctx, moves);
        li_field_swap(X, &Y);
    }
    li_field_clear(ctx, &Y);
    return li_ctx_status(ctx);
}

li_status li_omega_E(li_ctx *ctx, li_field *E, const li_omega *O)
{
    size_t n = O->n;
    li_expr *M = li_expr_room(ctx, n * n), *b = li_expr_room(ctx, n), *a = li_expr_room(ctx, n);

    if (li_ctx_status(ctx) != LI_OK || li_omega_system(ctx, O, M, b) != LI_OK)
        return li_ctx_status(ctx);
    li_status status = solve(ctx, O, a, M, b);
    return status == LI_OK ? set_field(ctx, E, O, a, true) : status;
}

li_status li_omega_implicit_E(li_ctx *ctx, li_field *E, const li_omega *O) { return set_field(ctx, E, O, O->rate, true); }

li_status li_omega_e(li_ctx *ctx, li_field *e, const li_omega *O, size_t h)
{
    size_t n = O->n;
    li_expr *M = li_expr_room(ctx, n * n), *b = li_expr_room(ctx, n), *x = li_expr_room(ctx, n);

    if (li_ctx_status(ctx) != LI_OK || li_omega_system(ctx, O, M, b) != LI_OK)
        return li_ctx_status(ctx);
    li_status status = solve(ctx, O, x, M, O->l + h * n);
    return status == LI_OK ? set_field(ctx, e, O, x, false) : status;
}

/* ---- Pfaff forms ---- */

li_status li_omega_pi(li_ctx *ctx, li_form *pi, const li_omega *O, size_t h)
{
    uint32_t n = (uint32_t)O->n, w = (uint32_t)O->w;

    li_form_zero(ctx, pi, O->on, 1);
    for (uint32_t r = 0; r < n; r++)
        li_form_add_term(ctx, pi, (uint32_t[]){ w + r }, O->l[h * n + r]);
    return li_ctx_status(ctx);
}

/* Given by its form: v' along E, the motion without reactions. NULL: past the budget, or a failure */
static const li_expr *rates_along_E(li_ctx *ctx, const li_omega *O)
{
    size_t n = O->n;
    li_expr *M = li_expr_room(ctx, n * n), *b = li_expr_room(ctx, n), *a = li_expr_room(ctx, n);

    if (li_ctx_status(ctx) != LI_OK || li_omega_system(ctx, O, M, b) != LI_OK)
        return NULL;
    li_status status = solve(ctx, O, a, M, b);
    if (status != LI_OK)
        li_fail(ctx, status, "the field E could not be found within the budget");
    return status == LI_OK ? a : NULL;
}

li_expr li_omega_unit_power(li_ctx *ctx, const li_omega *O, size_t h)
{
    li_expr sum = li_expr_int(ctx, 0);
    const li_expr *u = O->S->W != NULL ? rates_along_E(ctx, O) : O->u;

    if (u == NULL)
        return li_expr_undefined();
    for (size_t r = 0; r < O->n; r++)
        add_product(ctx, &sum, O->l[h * O->n + r], u[r]);
    return sum;
}

li_status li_omega_da(li_ctx *ctx, li_form *da, const li_omega *O, size_t k) { return li_form_differential(ctx, da, O->on, O->a[k]); }

/* ---- the motion with reactions ---- */

/* E, e^1 .. e^r as one list */
static li_status set_fields(li_ctx *ctx, const li_omega *O, li_field *X)
{
    li_status status = li_omega_E(ctx, &X[0], O);

    for (size_t h = 0; h < O->r && status == LI_OK; h++)
        status = li_omega_e(ctx, &X[1 + h], O, h);
    return status;
}

/* sum_h lambda_h i(e^h)da^k = -i(E)da^k                                                        [gallissot 9] */
static li_status react(li_ctx *ctx, const li_omega *O, const li_field *X, li_expr *lambda)
{
    size_t p = O->p;
    li_expr *coupling = li_expr_room(ctx, p * p), *drive = li_expr_room(ctx, p);

    if (coupling == NULL || drive == NULL)
        return li_ctx_status(ctx);
    for (size_t k = 0; k < p; k++) {
        drive[k] = li_expr_neg(ctx, li_field_apply(ctx, &X[0], O->a[k]));
        for (size_t h = 0; h < p; h++)
            coupling[k * p + h] = li_field_apply(ctx, &X[1 + h], O->a[k]);
    }
    li_status status = li_exact_solve(ctx, lambda, p, coupling, 1, drive);
    if (status == LI_SINGULAR)
        return li_fail(ctx, LI_SINGULAR, "the constraints are not compatible: det i(e^h)da^k = 0");
    return status == LI_OK ? li_ctx_status(ctx) : status;
}

/* E + sum_h lambda_h e^h */
static li_status combine(li_ctx *ctx, li_field *out, const li_omega *O, const li_field *X, const li_expr *lambda)
{
    size_t n = O->n;
    li_expr *a = li_expr_room(ctx, n);

    for (size_t s = 0; a != NULL && s < n; s++) {
        a[s] = X[0].comp[s];
        for (size_t h = 0; h < O->r; h++)
            add_product(ctx, &a[s], lambda[h], X[1 + h].comp[s]);
    }
    return a != NULL ? set_field(ctx, out, O, a, true) : li_ctx_status(ctx);
}

li_status li_omega_motion(li_ctx *ctx, li_field *X, li_expr *lambda, const li_omega *O)
{
    li_field *all = li_new(ctx, O->r + 1, sizeof *all);
    li_expr *value = lambda != NULL ? lambda : li_expr_room(ctx, O->r);
    li_status status = li_ctx_status(ctx);

    if (status == LI_OK && (O->p != O->r || li_motion_is_implicit(ctx, O->S)))
        status = li_fail(ctx, LI_INPUT, O->p != O->r ? "the reactions are not as many as the relations" : "the reactions enter their own law");
    for (size_t h = 0; all != NULL && h <= O->r; h++)
        li_field_init(&all[h]);
    if (status == LI_OK)
        status = set_fields(ctx, O, all);
    if (status == LI_OK)
        status = react(ctx, O, all, value);
    if (status == LI_OK)
        status = combine(ctx, X, O, all, value);
    for (size_t h = 0; all != NULL && h <= O->r; h++)
        li_field_clear(ctx, &all[h]);
    li_drop(ctx, all);
    return status;
}

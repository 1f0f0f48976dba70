/* manifold.c - the state manifold V_(2n+1): velocity parameters, and the Pfaff forms w^r          [gallissot 1, 3]
 *
 * What is said of the velocities of S (energies, forces, relations) is put into the letters of a chart here; omega.c
 * makes the forms. */
#include <stdio.h>
#include <string.h>

#include "manifold.h"

static const char *const chart_name[] = { "", "lagrange", "hamilton", "quasi", "speeds", "form" };

const char *li_omega_chart_name(li_omega_chart chart) { return chart_name[chart]; }

/* ---- the velocity parameters ---- */

/* h = p_r u^r - T */
static void set_h(li_ctx *ctx, li_omega *O)
{
    O->h = li_expr_neg(ctx, O->T);
    for (size_t r = 0; r < O->n; r++)
        O->h = li_expr_add(ctx, O->h, li_expr_mul(ctx, O->momentum[r], O->u[r]));
}

/* q' or the quasi-velocities of a frame: l^h on the w^r is l . A */
static void set_frame(li_ctx *ctx, li_omega *O, const li_frame *f)
{
    size_t n = O->n;

    O->T = f->T0;
    for (size_t s = 0; s < n; s++) {
        O->v[s] = O->u[s] = f->w[s];
        O->rate[s] = f->rate[s];
        O->meaning[s] = f->w[s];
        O->in_chart[s] = O->velocity[s] = f->velocity[s];
        O->Q[s] = f->P[s];
        for (size_t h = 0; h < O->r; h++)
            O->l[h * n + s] = li_frame_project(f, O->S->l + h * n, s);
    }
    for (size_t s = 0; s < O->S->model->quasis && f->quasi; s++)
        O->meaning[s] = li_model_basic(ctx, O->S->model, O->S->model->quasi[s].value);
    li_expr_gradient(ctx, O->momentum, O->T, n, O->v);
    set_h(ctx, O);
}

static li_status set_velocities(li_ctx *ctx, li_omega *O)
{
    li_frame f;

    if (li_frame_free(ctx, &f, O->S, O->chart == LI_CHART_QUASI) == LI_OK)
        set_frame(ctx, O, &f);
    return li_ctx_status(ctx);
}

/* p_r = dT/dq'_r solved for q'; h = K                                                          [gallissot 3.1] */
static li_status set_momenta(li_ctx *ctx, li_omega *O)
{
    li_frame f;
    li_momenta m;

    if (li_frame_free(ctx, &f, O->S, false) != LI_OK || li_frame_momenta(&f, &m) != LI_OK)
        return li_ctx_status(ctx);
    set_frame(ctx, O, &f);
    for (size_t r = 0; r < O->n; r++) {
        O->meaning[r] = O->momentum[r];
        O->v[r] = O->momentum[r] = m.p[r];
        O->rate[r] = m.rate[r];
        O->u[r] = O->in_chart[r] = O->velocity[r] = m.w[r];
    }
    O->h = m.K;
    O->T = li_expr_subst(ctx, O->T, O->n, O->S->v, m.w);
    return li_ctx_status(ctx);
}

/* p_r = (dT/dq'_r)|q' = phi, and Q and l on dq, from dT/dv, F and l on v                        [gallissot 3.4] */
static li_status set_speeds(li_ctx *ctx, li_omega *O)
{
    const li_motion *S = O->S;
    size_t n = O->n, count = 2 + O->r;
    li_expr *on_v = li_expr_room(ctx, count * n), *on_rates = li_expr_room(ctx, count * n);

    if (on_v == NULL || on_rates == NULL || li_expr_gradient(ctx, on_v, S->T, n, S->v) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n; i++)
        on_v[n + i] = S->F[i];
    for (size_t i = 0; i < O->r * n; i++)
        on_v[2 * n + i] = S->l[i];
    if (li_motion_on_rates(ctx, S, count, on_v, on_rates) != LI_OK)
        return li_ctx_status(ctx);
    O->T = S->T;
    for (size_t s = 0; s < n; s++) {
        O->v[s] = O->in_chart[s] = O->meaning[s] = S->v[s];
        O->rate[s] = S->a[s];
        O->u[s] = O->velocity[s] = S->phi[s];
        O->momentum[s] = on_rates[s];
        O->Q[s] = on_rates[n + s];
    }
    for (size_t i = 0; i < O->r * n; i++)
        O->l[i] = on_rates[2 * n + i];
    set_h(ctx, O);
    return li_ctx_status(ctx);
}

/* The system is given by H: its momenta are the chart.                                          [gallissot 3.1] */
static li_status set_given(li_ctx *ctx, li_omega *O)
{
    const li_motion *S = O->S;

    O->T = li_expr_int(ctx, 0);
    O->h = S->H;
    for (size_t r = 0; r < O->n; r++) {
        O->v[r] = O->momentum[r] = O->in_chart[r] = O->meaning[r] = S->v[r];
        O->rate[r] = S->a[r];
        O->u[r] = O->velocity[r] = S->phi[r];
        O->Q[r] = S->F[r];
    }
    for (size_t i = 0; i < O->r * O->n; i++)
        O->l[i] = S->l[i];
    return li_ctx_status(ctx);
}

/* The same in velocities: q' = dH/dp solved for p, where it is linear in p. */
static li_status set_inverted(li_ctx *ctx, li_omega *O)
{
    const li_motion *S = O->S;
    size_t n = O->n;
    li_expr *Hessian = li_expr_room(ctx, n * n), *right = li_expr_room(ctx, n), *p = li_expr_room(ctx, n), constant;
    li_truth affine = LI_YES;

    if (p == NULL || right == NULL || Hessian == NULL || set_given(ctx, O) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t r = 0; r < n && affine == LI_YES; r++) {
        affine = li_exact_affine(ctx, S->phi[r], n, S->v, Hessian + r * n, &constant);
        right[r] = affine == LI_YES ? li_expr_sub(ctx, S->model->coord[r].v, constant) : NULL;
    }
    if (affine != LI_YES)
        return li_fail(ctx, LI_INPUT, "the chart lagrange needs q' = dH/dp solved for the momenta, and it is not linear in them (use hamilton)");
    li_status status = li_exact_solve(ctx, p, n, Hessian, 1, right);
    if (status != LI_OK)
        return li_fail(ctx, status == LI_SINGULAR ? LI_INPUT : status, "the chart lagrange needs q' = dH/dp solved for the momenta: %s (use hamilton)",
                       status == LI_SINGULAR ? "the Hessian of H is singular" : "that passes the budget");
    for (size_t r = 0; r < n; r++) {
        O->v[r] = O->u[r] = O->velocity[r] = S->model->coord[r].v;
        O->rate[r] = S->model->coord[r].a;
        O->in_chart[r] = O->momentum[r] = p[r];
        O->meaning[r] = S->phi[r];
    }
    O->h = li_exact_collect(ctx, li_expr_subst(ctx, S->H, n, S->v, p), LI_VELOCITY);
    return li_ctx_status(ctx);
}

/* ---- relations and reactions ---- */

/* Are the velocities of S written otherwise in the chart? */
static bool is_changed(const li_omega *O) { return O->chart == LI_CHART_QUASI || O->chart == LI_CHART_HAMILTON || O->S->H != NULL; }

li_expr li_omega_in_chart(li_ctx *ctx, const li_omega *O, li_expr e)
{
    return is_changed(O) ? li_expr_subst(ctx, e, O->n, O->S->v, O->in_chart) : e;
}

li_expr li_omega_meaning(li_ctx *ctx, const li_omega *O, li_expr e)
{
    return is_changed(O) ? li_expr_subst(ctx, e, O->n, O->v, O->meaning) : e;
}

static void set_constraints(li_ctx *ctx, li_omega *O)
{
    bool changed = is_changed(O);

    for (size_t k = 0; k < O->p; k++)
        O->a[k] = li_omega_in_chart(ctx, O, O->S->relation[k]);
    for (size_t i = 0; changed && i < O->r * O->n; i++)
        O->l[i] = li_exact_simplify(ctx, li_omega_in_chart(ctx, O, O->l[i]));
    for (size_t s = 0; changed && O->chart != LI_CHART_QUASI && s < O->n; s++)
        O->Q[s] = li_omega_in_chart(ctx, O, O->Q[s]);
}

/* ---- the coframe ---- */

static li_status set_state(li_ctx *ctx, li_omega *O)
{
    size_t n = O->n;
    li_expr *x = li_new(ctx, O->dt + 1, sizeof *x);

    for (size_t i = 0; x != NULL && i < n; i++)
        x[i] = O->v[i];
    for (size_t i = 0; x != NULL && i < O->S->coords; i++)
        x[n + i] = O->S->q[i];
    if (x != NULL) {
        x[O->dt] = O->S->t;
        li_coframe_chart(ctx, &O->state, O->dt + 1, x);
    }
    li_drop(ctx, x);
    return li_ctx_status(ctx);
}

/* "w(p)" of a quasi-velocity, "d(x)" of a velocity x' that completes them */
static void set_name(li_ctx *ctx, const char **name, const char *before, const char *w)
{
    char s[2 * LI_MAX_NAME];

    snprintf(s, sizeof s, "%s%.*s)", before, (int)strcspn(w, "'"), w);
    *name = li_alloc_string(ctx, s, strlen(s));
}

static void set_names(li_ctx *ctx, const li_omega *O, const char **name, const char **dual)
{
    size_t n = O->n;

    for (size_t i = 0; i < 2 * n + 1; i++) {
        name[i] = O->state.name[i];
        dual[i] = O->state.dual[i];
    }
    for (size_t r = 0; r < n; r++) {
        const char *w = li_expr_name(O->v[r]);
        set_name(ctx, &name[n + r], strchr(w, '\'') != NULL ? "d(" : "w(", w);
        set_name(ctx, &dual[n + r], "X(", w);
    }
}

/* w^r = B_ri dq^i + b_r dt,  dq^i = A_ir w^r + c_i dt: the same numbers as in v = B q' + b          [gallissot 3.3] */
static void set_rows(li_ctx *ctx, const li_quasi *Q, li_expr *B, li_expr *A)
{
    size_t n = Q->n, m = 2 * n + 1;

    for (size_t i = 0; i < m * m; i++)
        B[i] = A[i] = li_expr_int(ctx, i / m == i % m);
    for (size_t r = 0; r < n; r++) {
        for (size_t i = 0; i < n; i++) {
            B[(n + r) * m + n + i] = Q->B[r * n + i];
            A[(n + r) * m + n + i] = Q->A[r * n + i];
        }
        B[(n + r) * m + 2 * n] = Q->b[r];
        A[(n + r) * m + 2 * n] = Q->c[r];
    }
}

static li_status set_basis(li_ctx *ctx, li_omega *O)
{
    size_t m = 2 * O->n + 1;
    li_quasi Q;
    li_expr *B = li_new(ctx, m * m, sizeof *B), *A = li_new(ctx, m * m, sizeof *A);
    const char **name = li_new(ctx, m, sizeof *name), **dual = li_new(ctx, m, sizeof *dual);

    if (li_ctx_status(ctx) == LI_OK && li_quasi_init(ctx, &Q, O->S) == LI_OK) {
        set_rows(ctx, &Q, B, A);
        set_names(ctx, O, name, dual);
    }
    if (li_ctx_status(ctx) == LI_OK)
        li_coframe_inverse(ctx, &O->basis, &O->state, name, dual, B, A);
    li_drop(ctx, B);
    li_drop(ctx, A);
    li_drop(ctx, name);
    li_drop(ctx, dual);
    return li_ctx_status(ctx);
}

/* ---- all of it ---- */

static li_omega_chart own_chart(const li_motion *S)
{
    return S->W != NULL ? LI_CHART_FORM : S->H != NULL ? LI_CHART_HAMILTON : S->speeds ? LI_CHART_SPEEDS : S->model->quasis > 0 ? LI_CHART_QUASI : LI_CHART_LAGRANGE;
}

static li_status choose_chart(li_ctx *ctx, li_omega *O)
{
    const li_motion *S = O->S;
    li_omega_chart chart = S->reducing.chart;

    O->chart = chart == LI_CHART_OWN ? own_chart(S) : chart;
    if (S->H != NULL && O->chart != LI_CHART_HAMILTON && O->chart != LI_CHART_LAGRANGE)
        return li_fail(ctx, LI_INPUT, "this system is given by H(q, p, t): its charts are hamilton and lagrange");
    if (S->W != NULL && O->chart != LI_CHART_FORM)
        return li_fail(ctx, LI_INPUT, "this system is given by its 2-form, in the chart of that form and no other");
    if (S->H != NULL || S->W != NULL)
        return LI_OK;
    if ((O->chart == LI_CHART_SPEEDS) != S->speeds)
        return li_fail(ctx, LI_INPUT, S->speeds ? "the velocity parameters of this model are its speeds; the chart %s is not known (use speeds)" :
                       "this model declares no speeds for the chart %s (use lagrange, hamilton or quasi)", chart_name[O->chart]);
    if (O->chart == LI_CHART_QUASI && S->model->quasis == 0)
        return li_fail(ctx, LI_INPUT, "this model declares no quasi-velocities for the chart quasi (use lagrange or hamilton)");
    return LI_OK;
}

/* The variables of the chart on which the form is given */
static li_status set_variables(li_ctx *ctx, li_omega *O)
{
    const li_motion *S = O->S;

    O->T = O->h = li_expr_int(ctx, 0);
    for (size_t s = 0; s < O->n; s++) {
        O->v[s] = O->in_chart[s] = O->meaning[s] = S->v[s];
        O->rate[s] = O->u[s] = S->a[s];
        O->momentum[s] = O->T;
        O->Q[s] = S->F[s];
    }
    for (size_t i = 0; i < O->r * O->n; i++)
        O->l[i] = S->l[i];
    return li_ctx_status(ctx);
}

static li_status set_letters(li_ctx *ctx, li_omega *O)
{
    if (O->S->W != NULL)
        return set_variables(ctx, O);
    if (O->S->H != NULL)
        return O->chart == LI_CHART_HAMILTON ? set_given(ctx, O) : set_inverted(ctx, O);
    if (O->chart == LI_CHART_SPEEDS)
        return set_speeds(ctx, O);
    return O->chart == LI_CHART_HAMILTON ? set_momenta(ctx, O) : set_velocities(ctx, O);
}

li_status li_manifold_init(li_ctx *ctx, li_omega *O)
{
    size_t n = O->n;
    li_expr **list[] = { &O->v, &O->rate, &O->u, &O->in_chart, &O->meaning, &O->velocity, &O->momentum, &O->Q };

    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        *list[i] = li_expr_room(ctx, n);
    O->l = li_expr_room(ctx, O->r * n);
    O->a = li_expr_room(ctx, O->p);
    if (li_ctx_status(ctx) != LI_OK || choose_chart(ctx, O) != LI_OK)
        return li_ctx_status(ctx);
    if (set_letters(ctx, O) != LI_OK)
        return li_ctx_status(ctx);
    set_constraints(ctx, O);
    O->on = O->chart == LI_CHART_QUASI ? &O->basis : &O->state;
    return set_state(ctx, O) == LI_OK && O->chart == LI_CHART_QUASI ? set_basis(ctx, O) : li_ctx_status(ctx);
}

/* system.c - the fields and forms of the system in the calculator: E, motion, e(NAME), Omega, da(NAME), w(p) */
#include <string.h>

#include "calculator.h"

static const char *const system_name[] = { "E", "motion", "Omega", "Omega_c", "Omega_d", "Omega_r", "Omega_s", "metric", "gauss_appell" };
enum { SYSTEM_NAMES = sizeof system_name / sizeof *system_name };

bool li_system_is(const char *name)
{
    size_t i = 0;
    while (i < SYSTEM_NAMES && strcmp(system_name[i], name) != 0)
        i++;
    return i < SYSTEM_NAMES;
}

/* Omega is made when it is first asked for. NULL with a diagnostic where there is no system. */
static const li_omega *omega(li_calculator *k, const li_ast *tree)
{
    if (k->S == NULL) {
        li_diagnose(k->ctx, LI_ERROR, tree->place, "'%s' belongs to a mechanical system, and this file declares a chart only", tree->name);
        return NULL;
    }
    if (k->omega == NULL) {
        li_omega *O = li_alloc(k->ctx, sizeof *O);
        if (O == NULL)
            return NULL;
        k->omega = O;
        if (!li_calculator_settle(k, tree, li_omega_init(k->ctx, O, k->S)))
            return NULL;
    }
    return k->omega;
}

/* ---- from the coframes of Omega to the chart ---- */

/* theta^b of Omega's own coframe on the chart, whose variables are the same */
static li_status letter(li_calculator *k, li_form *out, const li_omega *O, size_t b)
{
    const li_coframe *on = O->on, *to = &k->chart;
    size_t j = li_coframe_form(to, on->name[b]);

    if (j < to->n)
        return li_form_theta(k->ctx, out, to, j);
    li_form_zero(k->ctx, out, to, 1);
    const li_form *w = &on->in_base[b];
    for (size_t i = 0; i < w->len; i++)
        li_form_add_term(k->ctx, out, &(uint32_t){ (uint32_t)li_coframe_function(to, w->on->x[w->at[i]]) }, w->f[i]);
    return li_ctx_status(k->ctx);
}

static li_status to_chart(li_calculator *k, li_form *out, const li_omega *O, const li_form *w)
{
    li_map phi;

    li_map_init(&phi);
    if (li_map_new(k->ctx, &phi, O->on, &k->chart) == LI_OK)
        for (size_t b = 0; b < O->on->n; b++)
            letter(k, &phi.theta[b], O, b);
    if (li_ctx_status(k->ctx) == LI_OK)
        li_form_pull(k->ctx, out, &phi, w);
    li_map_clear(k->ctx, &phi);
    return li_ctx_status(k->ctx);
}

/* The components dx_j(X) = X(x_j) */
static li_status field_to_chart(li_calculator *k, li_field *out, const li_field *X)
{
    li_field Y;

    li_field_init(&Y);
    li_field_zero(k->ctx, &Y, &k->chart);
    for (size_t j = 0; j < k->chart.m && li_ctx_status(k->ctx) == LI_OK; j++)
        Y.comp[j] = li_field_apply(k->ctx, X, k->chart.x[j]);
    if (li_ctx_status(k->ctx) == LI_OK)
        li_field_swap(out, &Y);
    li_field_clear(k->ctx, &Y);
    return li_ctx_status(k->ctx);
}

/* ---- fields ---- */

static bool settle_field(li_calculator *k, li_field *out, li_field *X, const li_ast *tree, li_status status)
{
    bool ok = li_calculator_settle(k, tree, status) && li_calculator_settle(k, tree, field_to_chart(k, out, X));
    li_field_clear(k->ctx, X);
    return ok;
}

bool li_system_E(li_calculator *k, li_field *E, const li_ast *tree)
{
    const li_omega *O = omega(k, tree);
    li_field X;

    li_field_init(&X);
    return O != NULL && settle_field(k, E, &X, tree, li_omega_E(k->ctx, &X, O));
}

bool li_system_motion(li_calculator *k, li_field *M, const li_ast *tree)
{
    const li_omega *O = omega(k, tree);
    li_field X;

    li_field_init(&X);
    return O != NULL && settle_field(k, M, &X, tree, li_omega_motion(k->ctx, &X, NULL, O));
}

bool li_system_e(li_calculator *k, li_field *e, size_t h, const li_ast *tree)
{
    const li_omega *O = omega(k, tree);
    li_field X;

    li_field_init(&X);
    return O != NULL && settle_field(k, e, &X, tree, li_omega_e(k->ctx, &X, O, h));
}

li_expr li_system_multipliers(li_calculator *k, li_expr e, const li_ast *tree)
{
    const li_omega *O = omega(k, tree);
    li_field X;

    if (O == NULL)
        return li_expr_undefined();
    if (k->lambda == NULL) {
        li_expr *lambda = li_alloc(k->ctx, (O->r + 1) * sizeof *lambda);
        li_field_init(&X);
        bool ok = lambda != NULL && li_calculator_settle(k, tree, li_omega_motion(k->ctx, &X, lambda, O));
        li_field_clear(k->ctx, &X);
        if (!ok)
            return li_expr_undefined();
        k->lambda = lambda;
    }
    return li_expr_subst(k->ctx, e, O->r, k->S->lambda, k->lambda);
}

/* ---- forms ---- */

bool li_system_Omega(li_calculator *k, li_form *w, const li_ast *tree)
{
    const li_omega *O = omega(k, tree);
    return O != NULL && li_calculator_settle(k, tree, to_chart(k, w, O, &O->Omega));
}

/* theta^a of a reduced form on the chart: a letter of Omega's, or pi */
static void reduced_letter(li_calculator *k, li_form *out, const li_reduction *R, size_t a)
{
    size_t n = R->basis.n, pis = R->keeps_pi ? R->p : 0, b = li_coframe_form(R->O->on, R->basis.name[a]);
    li_form pi;

    li_form_init(&pi);
    if (a + 1 + pis >= n && a + 1 < n) {
        if (li_omega_pi(k->ctx, &pi, R->O, R->reaction[a + 1 + pis - n]) == LI_OK)
            to_chart(k, out, R->O, &pi);
    } else
        letter(k, out, R->O, b);
    li_form_clear(k->ctx, &pi);
}

/* Omega_r and Omega_s are written in forms of their own; here in those of the chart. */
static li_status reduced(li_calculator *k, li_form *out, const li_omega *O, bool keeps_pi)
{
    li_reduction R;
    li_map phi;

    li_map_init(&phi);
    if (li_reduction_init(k->ctx, &R, O, keeps_pi) == LI_OK && li_map_new(k->ctx, &phi, &R.basis, &k->chart) == LI_OK)
        for (size_t a = 0; a < R.basis.n; a++)
            reduced_letter(k, &phi.theta[a], &R, a);
    if (li_ctx_status(k->ctx) == LI_OK)
        li_form_pull(k->ctx, out, &phi, &R.Omega);
    li_map_clear(k->ctx, &phi);
    li_reduction_clear(k->ctx, &R);
    return li_ctx_status(k->ctx);
}

/* ---- quadratic forms ---- */

/* dsigma^2 = 2T dt^2 = g_ij dq_i dq_j + 2 g_0i dq_i dt + g_00 dt^2, the metric of the configuration space-time   [gallissot 2] */
static li_status metric(li_calculator *k, li_quadratic *g)
{
    li_ctx *ctx = k->ctx;
    const li_motion *S = k->S;
    size_t n = S->n;
    li_expr *Tv = li_alloc(ctx, (n + 1) * sizeof *Tv), *row = li_alloc(ctx, (n + 1) * sizeof *row), *zero = li_alloc(ctx, (n + 1) * sizeof *zero), g0;
    li_form dq, dr, dt;

    if (S->speeds)
        return li_fail(ctx, LI_INPUT, "the metric is written in the velocities q'; this model has %s", S->H != NULL ? "momenta" : "speeds");
    if (Tv == NULL || row == NULL || zero == NULL || li_quadratic_zero(ctx, g, &k->chart) != LI_OK || li_expr_gradient(ctx, Tv, S->T, n, S->v) != LI_OK)
        return li_ctx_status(ctx);
    li_form_init(&dq);
    li_form_init(&dr);
    li_form_init(&dt);
    li_form_theta(ctx, &dt, &k->chart, k->t);
    for (size_t i = 0; i < n; i++)
        zero[i] = li_expr_int(ctx, 0);
    for (size_t i = 0; i < n && li_ctx_status(ctx) == LI_OK; i++) {
        if (li_exact_affine(ctx, Tv[i], n, S->v, row, &g0) != LI_YES)
            li_fail(ctx, LI_INPUT, "the kinetic energy is not quadratic in the velocities: there is no metric");
        li_form_theta(ctx, &dq, &k->chart, li_coframe_function(&k->chart, S->q[i]));
        for (size_t r = 0; r < n; r++)
            if (li_form_theta(ctx, &dr, &k->chart, li_coframe_function(&k->chart, S->q[r])) == LI_OK)
                li_quadratic_add_product(ctx, g, row[r], &dq, &dr);
        li_quadratic_add_product(ctx, g, li_expr_mul(ctx, li_expr_int(ctx, 2), g0), &dq, &dt);
    }
    li_expr g00 = li_expr_mul(ctx, li_expr_int(ctx, 2), li_expr_subst(ctx, S->T, n, S->v, zero));
    li_quadratic_add_product(ctx, g, g00, &dt, &dt);
    li_form_clear(ctx, &dq);
    li_form_clear(ctx, &dr);
    li_form_clear(ctx, &dt);
    return li_ctx_status(ctx);
}

/* s = 1/2 g^rs theta_r theta_s with theta_r = dOmega/dw^r, which is - (m dv - X dt) for a particle; s/dt^2 is what Gauss and
 * Appell make least                                                                               [gallissot 2] */
static li_status gauss_appell(li_calculator *k, li_quadratic *s, const li_omega *O)
{
    li_ctx *ctx = k->ctx;
    size_t n = O->n;
    li_expr *M = li_alloc(ctx, 2 * n * n * sizeof *M + 1), *inverse = li_alloc(ctx, n * n * sizeof *inverse + 1), *b = li_alloc(ctx, n * sizeof *b + 1);
    li_form *theta = li_alloc(ctx, n * sizeof *theta + 1);
    li_field X;

    if (M == NULL || inverse == NULL || b == NULL || theta == NULL || li_quadratic_zero(ctx, s, &k->chart) != LI_OK || li_omega_system(ctx, O, M, b) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n * n; i++)
        M[n * n + i] = li_expr_int(ctx, i / n == i % n);
    li_status status = li_exact_solve(ctx, inverse, n, M, n, M + n * n);
    if (status != LI_OK)
        return status;
    li_field_init(&X);
    for (size_t r = 0; r < n; r++) {
        li_form_init(&theta[r]);
        if (li_field_dual(ctx, &X, O->on, n + r) == LI_OK && li_form_interior(ctx, &theta[r], &X, &O->Omega) == LI_OK)
            to_chart(k, &theta[r], O, &theta[r]);
    }
    for (size_t i = 0; i < n * n && li_ctx_status(ctx) == LI_OK; i++)
        li_quadratic_add_product(ctx, s, li_expr_mul(ctx, li_expr_frac(ctx, 1, 2), inverse[i]), &theta[i / n], &theta[i % n]);
    for (size_t r = 0; r < n; r++)
        li_form_clear(ctx, &theta[r]);
    li_field_clear(ctx, &X);
    return li_ctx_status(ctx);
}

li_value *li_system_name(li_calculator *k, const li_ast *tree)
{
    const char *name = strncmp(tree->name, "system.", 7) == 0 ? tree->name + 7 : tree->name;
    const li_omega *O = omega(k, tree);
    li_field X;

    if (O == NULL)
        return NULL;
    if (k->S->W != NULL && strcmp(name, "E") != 0 && strcmp(name, "motion") != 0 && strcmp(name, "Omega") != 0) {
        li_diagnose(k->ctx, LI_ERROR, tree->place, "there is no %s: this system is given by its 2-form (E, motion and Omega are known)", name);
        return NULL;
    }
    li_field_init(&X);
    if (strcmp(name, "E") == 0)
        return li_system_E(k, &X, tree) ? li_value_of_field(k, &X) : NULL;
    if (strcmp(name, "motion") == 0)
        return li_system_motion(k, &X, tree) ? li_value_of_field(k, &X) : NULL;
    bool quadratic = name[0] == 'g' || strcmp(name, "metric") == 0;
    li_value *v = li_value_new(k, quadratic ? LI_VALUE_QUADRATIC : LI_VALUE_FORM);
    if (v == NULL)
        return NULL;
    if (quadratic)
        return li_calculator_settle(k, tree, name[0] == 'g' ? gauss_appell(k, &v->g, O) : metric(k, &v->g)) ? v : NULL;
    bool r = strcmp(name, "Omega_r") == 0, c = strcmp(name, "Omega_c") == 0, d = strcmp(name, "Omega_d") == 0;
    li_status status = r || strcmp(name, "Omega_s") == 0 ? reduced(k, &v->w, O, r) : to_chart(k, &v->w, O, c ? &O->Omega_c : d ? &O->Omega_d : &O->Omega);
    return li_calculator_settle(k, tree, status) ? v : NULL;
}

/* ---- of one constraint, reaction or velocity ---- */

/* The number of the reaction (by its own name or its constraint's) or relation that NAME means; n, with a diagnostic, if none. */
static size_t number_of(li_calculator *k, const li_ast *tree, bool reaction)
{
    const li_motion *S = k->S;
    const li_ast *arg = tree->arg[0];
    size_t n = reaction ? S->r : S->p, i = reaction ? li_names_reaction(S, arg) : li_names_relation(S, arg);

    if (i < n)
        return i;
    li_text names;
    li_text_init(&names);
    for (size_t h = 0; h < n; h++)
        li_text_printf(k->ctx, &names, "%s%s", h > 0 ? ", " : "", reaction ? S->multiplier[h] : S->label[h]);
    li_diagnose(k->ctx, LI_ERROR, arg->place, "%s(NAME): NAME is %s of the system%s%s", tree->name, reaction ? "a reaction" : "a relation",
                n > 0 ? ": " : ", which has none", li_text_str(&names));
    li_text_clear(k->ctx, &names);
    return n;
}

/* w(p) = sum_r B_r dq_r + b dt, the Pfaff form of a quasi-velocity; of q' it is dq */
static li_value *pfaff_form(li_calculator *k, const li_ast *tree)
{
    const li_motion *S = k->S;
    li_expr p = li_names_read(k, tree->arg[0]), basic = p, *B = li_alloc(k->ctx, (S->n + 1) * sizeof *B), zero = li_expr_int(k->ctx, 0);
    li_value *v = li_value_new(k, LI_VALUE_FORM);

    if (p == li_expr_undefined() || B == NULL || v == NULL)
        return NULL;
    for (size_t i = 0; i < S->model->quasis; i++)
        if (S->model->quasi[i].w == p)
            basic = S->model->quasi[i].value;
    bool velocity = li_expr_kind(p) == LI_SYM && li_expr_class(p) == LI_VELOCITY;
    for (size_t r = 0; r < S->n; r++)
        B[r] = li_expr_diff(k->ctx, basic, S->model->coord[r].v);
    if (!velocity || (basic == p && !li_expr_is_one(li_expr_sum(k->ctx, S->n, B)))) {
        li_diagnose(k->ctx, LI_ERROR, tree->arg[0]->place, "w(p): p is a quasi-velocity, or a velocity like %s'", S->model->coord[0].name);
        return NULL;
    }
    li_form_zero(k->ctx, &v->w, &k->chart, 1);
    for (size_t r = 0; r < S->n; r++) {
        li_form_add_term(k->ctx, &v->w, &(uint32_t){ (uint32_t)li_coframe_function(&k->chart, S->q[r]) }, B[r]);
        basic = li_expr_subst(k->ctx, basic, 1, &S->model->coord[r].v, &zero);
    }
    li_form_add_term(k->ctx, &v->w, &(uint32_t){ (uint32_t)k->t }, basic);
    return li_calculator_settle(k, tree, LI_OK) ? v : NULL;
}

li_value *li_system_call(li_calculator *k, const li_ast *tree)
{
    const li_omega *O;
    li_field e;

    if (tree->name[0] == 'w' && k->S != NULL && k->S->W != NULL) {
        li_diagnose(k->ctx, LI_ERROR, tree->place, "w(p) is of a quasi-velocity; this system is given by its 2-form on a chart");
        return NULL;
    }
    if (tree->name[0] == 'w')
        return k->S != NULL ? pfaff_form(k, tree) : (omega(k, tree), NULL);
    if ((O = omega(k, tree)) == NULL)
        return NULL;
    bool relation = strcmp(tree->name, "da") == 0;
    size_t h = number_of(k, tree, !relation);
    if (h == (relation ? k->S->p : k->S->r))
        return NULL;
    if (strcmp(tree->name, "unit_power") == 0)
        return li_value_function(k, li_omega_unit_power(k->ctx, O, h));
    li_field_init(&e);
    if (strcmp(tree->name, "e") == 0)
        return li_system_e(k, &e, h, tree) ? li_value_of_field(k, &e) : NULL;
    li_value *v = li_value_new(k, LI_VALUE_FORM);
    li_form da;
    li_form_init(&da);
    bool ok = v != NULL && li_omega_da(k->ctx, &da, O, h) == LI_OK && to_chart(k, &v->w, O, &da) == LI_OK;
    li_form_clear(k->ctx, &da);
    return li_calculator_settle(k, tree, LI_OK) && ok ? v : NULL;
}

/* ---- brackets ---- */

/* out = w without its part along dt */
static li_status at_constant_time(li_calculator *k, li_form *out, const li_form *w)
{
    li_form dt, part;
    li_field T;

    li_form_init(&dt);
    li_form_init(&part);
    li_field_init(&T);
    li_form_theta(k->ctx, &dt, &k->chart, k->t);
    li_field_dual(k->ctx, &T, &k->chart, k->t);
    if (li_form_interior(k->ctx, &part, &T, w) == LI_OK && li_form_wedge(k->ctx, &part, &dt, &part) == LI_OK)   /* dt ^ i(D(t))w */
        li_form_sub(k->ctx, out, w, &part);
    li_form_clear(k->ctx, &dt);
    li_form_clear(k->ctx, &part);
    li_field_clear(k->ctx, &T);
    return li_ctx_status(k->ctx);
}

li_expr li_system_poisson(li_calculator *k, li_expr F, li_expr G, const li_ast *tree)
{
    li_form Omega, dF, dt;
    li_field X;
    li_expr value = li_expr_undefined();
    li_status status = LI_OK;

    li_form_init(&Omega);
    li_form_init(&dF);
    li_form_init(&dt);
    li_field_init(&X);
    if (li_system_Omega(k, &Omega, tree)) {
        li_form_theta(k->ctx, &dt, &k->chart, k->t);
        li_form_differential(k->ctx, &dF, &k->chart, F);
        if (at_constant_time(k, &Omega, &Omega) == LI_OK && at_constant_time(k, &dF, &dF) == LI_OK)
            status = li_form_dual(k->ctx, &X, &Omega, &dF, &dt);
        if (li_calculator_settle(k, tree, status))
            value = li_field_apply(k->ctx, &X, G);
    }
    li_form_clear(k->ctx, &Omega);
    li_form_clear(k->ctx, &dF);
    li_form_clear(k->ctx, &dt);
    li_field_clear(k->ctx, &X);
    return value;
}

/* associated.c - the forms omega, omega-r and omega-s: the characteristic (associated) equations of Omega, Omega_r and
 * Omega_s, divided by dt                                                                          [gallissot 1, 5, 10]
 *
 * The equations of the dv say w^r = u^r dt and stand among the relations, as q' = ...; those of the w^r (and of the pi^h) are
 * the dynamics. */
#include <string.h>

#include "manifold.h"

/* i(X_a)W = sum_b W_ab theta^b, with theta^b = rate_b dt */
static li_expr *along_motion(li_ctx *ctx, const li_form *W, const li_expr *rate)
{
    li_expr *E = li_expr_room(ctx, W->on->n);

    for (size_t a = 0; E != NULL && a < W->on->n; a++)
        E[a] = li_expr_int(ctx, 0);
    for (size_t k = 0; E != NULL && k < W->len; k++) {
        uint32_t a = W->at[2 * k], b = W->at[2 * k + 1];
        E[a] = li_expr_add(ctx, E[a], li_expr_mul(ctx, W->f[k], rate[b]));
        E[b] = li_expr_sub(ctx, E[b], li_expr_mul(ctx, W->f[k], rate[a]));
    }
    return E;
}

/* ---- the forms, for people ---- */

/* The names of a coframe that outlive it */
static const li_coframe *keep_names(li_ctx *ctx, const li_coframe *c)
{
    li_coframe *kept = li_alloc(ctx, sizeof *kept);
    const char **name = li_alloc(ctx, (c->n + 1) * sizeof *name);

    if (kept == NULL || name == NULL)
        return NULL;
    for (size_t a = 0; a < c->n; a++)
        name[a] = li_alloc_string(ctx, c->name[a], strlen(c->name[a]));
    *kept = (li_coframe){ .n = c->n, .name = name };
    return kept;
}

static void show_form(li_ctx *ctx, li_equations *out, const char *name, const li_form *w, const li_coframe *names)
{
    li_form *kept = li_alloc(ctx, sizeof *kept);
    uint32_t *at = li_alloc(ctx, (w->len * w->degree + 1) * sizeof *at);
    li_expr *f = li_expr_room(ctx, w->len);

    name = li_alloc_string(ctx, name, strlen(name));
    if (kept == NULL || at == NULL || f == NULL || name == NULL || names == NULL)
        return;
    if (w->len > 0) {
        memcpy(at, w->at, w->len * w->degree * sizeof *at);
        memcpy(f, w->f, w->len * sizeof(li_expr));
    }
    *kept = (li_form){ .on = names, .degree = w->degree, .len = w->len, .at = at, .f = f };
    out->exterior[out->forms++] = (li_named_form){ name, kept };
}

/* pi(NAME) = l_r w^r */
static void show_reaction(li_ctx *ctx, li_equations *out, const li_omega *O, size_t h, const char *label, const li_coframe *names)
{
    li_form pi;
    li_text name;

    li_form_init(&pi);
    li_text_init(&name);
    li_text_printf(ctx, &name, "pi(%s)", label);
    if (li_omega_pi(ctx, &pi, O, h) == LI_OK && li_form_simplify(ctx, &pi, &pi) == LI_OK)
        show_form(ctx, out, li_text_str(&name), &pi, names);
    li_text_clear(ctx, &name);
    li_form_clear(ctx, &pi);
}

/* P_u_NAME, where it is not 0 */
static void show_unit_power(li_ctx *ctx, li_equations *out, li_expr P, const char *label)
{
    li_text name;

    li_text_init(&name);
    li_text_printf(ctx, &name, "P_u_%s", label);
    if (!li_expr_is_zero(P))
        li_equations_show(ctx, out, li_text_str(&name), P, true);
    li_text_clear(ctx, &name);
}

static const char *label_of(const li_motion *S, size_t h, size_t k) { return S->p == S->r ? S->label[k] : S->multiplier[h]; }

/* ---- what stands beside the equations ---- */

/* The v^s, number s[i] or all of them; then multipliers will follow */
static void put_unknowns(li_equations *out, const li_omega *O, size_t count, const size_t *s)
{
    out->unknowns = count;
    for (size_t i = 0; i < count; i++)
        out->unknown[i] = O->v[s == NULL ? i : s[i]];
    if (O->chart != LI_CHART_HAMILTON || O->S->H != NULL)
        return;                                  /* they have no meaning but their own */
    out->momenta = O->n;
    out->momentum = O->v;
    out->rate = O->rate;
    out->meaning = O->meaning;
}

static void put_relation(li_ctx *ctx, li_equations *out, const li_omega *O, size_t k, bool simplify)
{
    li_expr b = O->S->position[k], zero = li_expr_int(ctx, 0);

    if (b != NULL)
        out->relation[out->relations++] = (li_equation){ simplify ? li_exact_simplify(ctx, b) : b, zero };
    else
        li_equations_set(ctx, out, &out->relation[out->relations++], O->a[k], zero, simplify);
}

/* q' = u, with from_i = to_i put in */
static void put_velocities(li_ctx *ctx, li_equations *out, const li_omega *O, size_t n, const li_expr *from, const li_expr *to, bool simplify)
{
    for (size_t r = 0; r < O->S->coords; r++) {
        li_expr q = O->S->model->coord[r].v, value = O->velocity[r];
        if (value != q)
            li_equations_define(ctx, &out->relation[out->relations++], q, li_expr_subst(ctx, value, n, from, to), simplify);
    }
}

static li_status open_equations(li_ctx *ctx, li_equations *out, const char *form, const char *title, const li_omega *O, size_t len)
{
    if (li_equations_init(ctx, out, form, title, len, O->p + 2 * O->n, O->n + O->r) != LI_OK)
        return li_ctx_status(ctx);
    out->relations = 0;
    out->exterior = li_alloc(ctx, (O->r + 1) * sizeof *out->exterior);
    return li_ctx_status(ctx);
}

/* ---- omega ---- */

static const char *title_of(const li_omega *O)
{
    static const char *const title[] = {
        [LI_CHART_LAGRANGE] = "characteristic equations of Omega, in velocities", [LI_CHART_HAMILTON] = "characteristic equations of Omega, in momenta",
        [LI_CHART_QUASI] = "characteristic equations of Omega, in quasi-velocities", [LI_CHART_SPEEDS] = "characteristic equations of Omega, in speeds",
        [LI_CHART_FORM] = "characteristic equations of Omega",
    };
    return title[O->chart];
}

/* theta^a/dt: v', u, 1 */
static li_expr *rates(li_ctx *ctx, const li_omega *O)
{
    size_t n = O->n;
    li_expr *rate = li_expr_room(ctx, 2 * n + 1);

    for (size_t s = 0; rate != NULL && s < n; s++) {
        rate[s] = O->rate[s];
        rate[n + s] = O->u[s];
    }
    if (rate != NULL)
        rate[2 * n] = li_expr_int(ctx, 1);
    return rate;
}

/* -i(X_r)(Omega + sum_h lambda_h pi^h ^ dt) = 0 */
static void set_omega(li_ctx *ctx, li_equations *out, const li_omega *O, const li_form *Omega, bool simplify)
{
    size_t n = O->n;
    li_expr *rate = rates(ctx, O), *E = rate != NULL ? along_motion(ctx, Omega, rate) : NULL;

    for (size_t r = 0; E != NULL && r < n && li_ctx_status(ctx) == LI_OK; r++) {
        li_expr reaction = li_expr_int(ctx, 0);
        for (size_t h = 0; h < O->r; h++)
            reaction = li_expr_add(ctx, reaction, li_expr_mul(ctx, O->S->lambda[h], O->l[h * n + r]));
        li_equations_set(ctx, out, &out->eq[r], li_expr_neg(ctx, E[n + r]), reaction, simplify);
    }
}

/* Given by its form: v'_s = E_s + sum_h lambda_h e^h_s, solved; past the budget as they come */
static void set_solved(li_ctx *ctx, li_equations *out, const li_omega *O, bool simplify)
{
    const li_motion *S = O->S;
    size_t n = O->n, k = O->r + 1;
    li_expr *M = li_expr_room(ctx, n * n), *b = li_expr_room(ctx, n), *right = li_expr_room(ctx, n * k), *x = li_expr_room(ctx, n * k);

    if (li_ctx_status(ctx) != LI_OK || li_omega_system(ctx, O, M, b) != LI_OK)
        return;
    for (size_t i = 0; i < n * k; i++)
        right[i] = i % k == 0 ? b[i / k] : O->l[(i % k - 1) * n + i / k];
    bool solved = li_exact_solve(ctx, x, n, M, k, right) == LI_OK;
    for (size_t s = 0; s < n && li_ctx_status(ctx) == LI_OK; s++) {
        li_expr value = solved ? x[s * k] : li_expr_add(ctx, b[s], li_motion_reaction(ctx, S, s)), left = S->a[s];
        for (size_t h = 0; solved && h < O->r; h++)
            value = li_expr_add(ctx, value, li_expr_mul(ctx, S->lambda[h], x[s * k + 1 + h]));
        for (size_t i = 0; !solved && i < n; i++)
            left = li_expr_add(ctx, i == 0 ? li_expr_int(ctx, 0) : left, li_expr_mul(ctx, M[s * n + i], S->a[i]));
        out->eq[s] = (li_equation){ left, simplify ? li_exact_collect(ctx, value, LI_MULTIPLIER) : value };
    }
}

static void set_remark(li_ctx *ctx, li_equations *out, const li_omega *O)
{
    li_truth closed = li_omega_is_closed(ctx, O);
    bool reduced = O->chart == LI_CHART_HAMILTON && O->S->H == NULL && O->p > 0;
    const char *is = closed == LI_YES ? "Omega is closed, dOmega = 0" : closed == LI_UNKNOWN ? "" : O->S->W != NULL ? "Omega is not closed" : "Omega is not closed, dOmega = dOmega_d";
    li_text words;

    li_text_init(&words);
    li_text_put(ctx, &words, is);
    if (reduced)                             /* in claims p_NAME is the momentum of T */
        li_text_printf(ctx, &words, "%sthe momenta are dT0/dq', the constraints not put in", is[0] != '\0' ? "; " : "");
    if (words.len > 0)
        out->remark = li_alloc_string(ctx, li_text_str(&words), words.len);
    li_text_clear(ctx, &words);
}

static void write_omega(li_ctx *ctx, li_equations *out, const li_omega *O, const li_form *Omega, bool simplify)
{
    const li_motion *S = O->S;
    const li_coframe *names = keep_names(ctx, O->on);

    if (open_equations(ctx, out, "omega", title_of(O), O, O->n) != LI_OK)
        return;
    put_unknowns(out, O, O->n, NULL);
    for (size_t h = 0; h < O->r; h++)
        out->unknown[out->unknowns++] = S->lambda[h];
    bool given = S->W != NULL;
    out->whole = given;
    out->law = given ? "omega-given" : O->p > 0 ? "omega-constrained" : "omega";
    li_equations_show(ctx, out, O->chart != LI_CHART_HAMILTON ? "h" : O->S->H != NULL ? "H" : "K", given ? NULL : O->h, simplify);
    show_form(ctx, out, "Omega", Omega, names);
    for (size_t h = 0; h < O->r && simplify; h++)
        show_reaction(ctx, out, O, h, label_of(S, h, h), names);
    if (given)
        set_solved(ctx, out, O, simplify);
    else
        set_omega(ctx, out, O, Omega, simplify);
    for (size_t k = 0; k < O->p; k++)
        put_relation(ctx, out, O, k, simplify);
    put_velocities(ctx, out, O, 0, NULL, NULL, simplify);
    if (simplify)
        set_remark(ctx, out, O);
}

li_status li_motion_omega(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    li_omega O;
    li_form Omega;

    li_form_init(&Omega);
    if (li_omega_init(ctx, &O, S) == LI_OK && (simplify ? li_form_simplify : li_form_copy)(ctx, &Omega, &O.Omega) == LI_OK)
        write_omega(ctx, out, &O, &Omega, simplify);
    li_form_clear(ctx, &Omega);
    li_omega_clear(ctx, &O);
    return li_ctx_status(ctx);
}

/* ---- omega-r and omega-s ---- */

/* v^J from a^k = 0, where these are affine in them: v^J_i = value_i */
static bool solve_relations(li_ctx *ctx, const li_reduction *R, const li_expr *vJ, li_expr *value)
{
    size_t p = R->p;
    li_expr *A = li_expr_room(ctx, p * p), *rest = li_expr_room(ctx, p);
    bool affine = rest != NULL && A != NULL;

    for (size_t k = 0; affine && k < p; k++) {
        affine = li_exact_affine(ctx, R->O->a[R->relation[k]], p, vJ, A + k * p, &rest[k]) == LI_YES;
        rest[k] = affine ? li_expr_neg(ctx, rest[k]) : NULL;
    }
    return affine && li_exact_solve(ctx, value, p, A, 1, rest) == LI_OK;
}

/* The used relations, as v^J = ... where that can be; returns how many v^J are to be replaced */
static size_t put_used(li_ctx *ctx, li_equations *out, const li_reduction *R, li_expr *vJ, li_expr *value, bool simplify)
{
    const li_omega *O = R->O;

    for (size_t i = 0; i < R->p; i++)
        vJ[i] = O->v[R->J[i]];
    if (!solve_relations(ctx, R, vJ, value)) {
        for (size_t i = 0; i < R->p; i++)
            li_equations_set(ctx, out, &out->relation[out->relations++], O->a[R->relation[i]], li_expr_int(ctx, 0), simplify);
        return 0;
    }
    for (size_t i = 0; i < R->p; i++)
        li_equations_define(ctx, &out->relation[out->relations++], vJ[i], value[i], simplify);
    return R->p;
}

static void put_multipliers(li_equations *out, const li_reduction *R)
{
    const li_omega *O = R->O;

    for (size_t h = 0; h < O->r; h++)
        if (R->keeps_pi || !li_is_among(R->reaction, R->p, h))
            out->unknown[out->unknowns++] = O->S->lambda[h];
}

/* -i(X)Omega = 0 for the w_rest; lambda_h = -W(pi^h, theta^b) theta^b/dt for the pi */
static void set_reduced(li_ctx *ctx, li_equations *out, const li_reduction *R, const li_form *Omega, size_t n, const li_expr *from, const li_expr *to, bool simplify)
{
    size_t m = R->O->n - R->p, dt = R->basis.n - 1;
    li_expr *rate = li_expr_room(ctx, R->basis.n), *E = NULL;

    for (size_t a = 0; rate != NULL && a <= dt; a++)
        rate[a] = li_expr_subst(ctx, R->rate[a], n, from, to);
    if (rate != NULL)
        E = along_motion(ctx, Omega, rate);
    for (size_t a = m; E != NULL && a < 2 * m && li_ctx_status(ctx) == LI_OK; a++)
        li_equations_set(ctx, out, &out->eq[a - m], li_expr_neg(ctx, E[a]), li_expr_int(ctx, 0), simplify);
    for (size_t a = 2 * m; E != NULL && a < dt && li_ctx_status(ctx) == LI_OK; a++) {
        li_expr lambda = R->O->S->lambda[R->reaction[a - 2 * m]], zero = li_expr_int(ctx, 0);
        li_expr rest = li_expr_subst(ctx, E[a], 1, &lambda, &zero);
        li_equations_define(ctx, &out->eq[a - m], lambda, li_expr_neg(ctx, rest), simplify);
    }
}

/* w with from_i = to_i put in */
static li_status substituted(li_ctx *ctx, li_form *out, const li_form *w, size_t n, const li_expr *from, const li_expr *to, bool simplify)
{
    if (li_form_copy(ctx, out, w) == LI_OK && li_expr_subst_all(ctx, out->len, out->f, n, from, to) == LI_OK && simplify)
        li_form_simplify(ctx, out, out);
    return li_ctx_status(ctx);
}

static void write_reduced(li_ctx *ctx, li_equations *out, const li_reduction *R, bool simplify)
{
    const li_omega *O = R->O;
    size_t m = O->n - R->p;
    li_expr *vJ = li_expr_room(ctx, R->p), *value = li_expr_room(ctx, R->p);
    const li_coframe *names = keep_names(ctx, O->on);
    li_form Omega;

    if (open_equations(ctx, out, R->keeps_pi ? "omega-r" : "omega-s", R->keeps_pi ? "reduced form Omega_r: the motion and the multipliers" :
                       "reduced form Omega_s: the motion without the multipliers", O, m + (R->keeps_pi ? R->p : 0)) != LI_OK)
        return;
    put_unknowns(out, O, m, R->dv);
    put_multipliers(out, R);
    size_t n = put_used(ctx, out, R, vJ, value, simplify);
    li_form_init(&Omega);
    if (substituted(ctx, &Omega, &R->Omega, n, vJ, value, simplify) == LI_OK) {
        show_form(ctx, out, R->keeps_pi ? "Omega_r" : "Omega_s", &Omega, keep_names(ctx, &R->basis));
        for (size_t i = 0; i < R->p && simplify; i++) {
            const char *label = label_of(O->S, R->reaction[i], R->relation[i]);
            show_reaction(ctx, out, O, R->reaction[i], label, names);
            show_unit_power(ctx, out, li_expr_subst(ctx, R->unit_power[i], n, vJ, value), label);
        }
        set_reduced(ctx, out, R, &Omega, n, vJ, value, simplify);
    }
    li_form_clear(ctx, &Omega);
    for (size_t k = 0; k < O->p; k++)
        if (!li_is_among(R->relation, R->p, k))
            put_relation(ctx, out, O, k, simplify);
    put_velocities(ctx, out, O, n, vJ, value, simplify);
}

static li_status derive_reduced(li_ctx *ctx, li_equations *out, const li_motion *S, bool keeps_pi, bool simplify)
{
    li_omega O;
    li_reduction R = { 0 };

    bool reduced = li_omega_init(ctx, &O, S) == LI_OK && li_reduction_init(ctx, &R, &O, keeps_pi) == LI_OK;
    if (reduced)
        write_reduced(ctx, out, &R, simplify);
    if (reduced && li_ctx_status(ctx) == LI_DOMAIN) {              /* v^J put in: 1/0 */
        li_ctx_forgive(ctx);
        li_fail(ctx, LI_INPUT, "where the constraints hold, a reaction has no direction (zero sliding velocity?): the reduced form is not defined there");
    }
    li_reduction_clear(ctx, &R);
    li_omega_clear(ctx, &O);
    return li_ctx_status(ctx);
}

li_status li_motion_omega_r(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify) { return derive_reduced(ctx, out, S, true, simplify); }
li_status li_motion_omega_s(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify) { return derive_reduced(ctx, out, S, false, simplify); }

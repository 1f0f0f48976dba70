/* t-omega.c - Omega against other routes to the motion, its charts against each other, and its table    [gallissot 3-6] */
#include <string.h>

#include "draw.h"

static void is_zero(li_ctx *ctx, const li_omega *O, const li_form *w, const char *what)
{
    for (size_t k = 0; k < w->len; k++)
        li_same_or_residues(ctx, w->f[k], li_expr_int(ctx, 0), what, k);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s, %s, chart %s: %s", what, O->S->model->name, li_omega_chart_name(O->chart), li_ctx_message(ctx));
}

/* Past the budget, which is returned and not kept, the question is open. */
static bool found(li_ctx *ctx, li_status status)
{
    if (status != LI_OK && li_ctx_status(ctx) == LI_OK)
        li_test_undecided();
    return status == LI_OK;
}

/* ---- E is the motion ---- */

/* i(E)Omega = 0, i(E)dt = 1, and E(v^s) is the rate of v^s on the motions without reactions, by another route: (I) solved */
static void field(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_omega O;
    li_field E;
    li_form zero;
    li_solution X;

    if (!li_draw_any(ctx, &m, &S, rng))
        return;
    S.p = S.r = 0;
    li_field_init(&E);
    li_form_init(&zero);
    bool known = li_draw_omega(ctx, &O, &S, rng) && found(ctx, li_omega_E(ctx, &E, &O));
    if (known && li_form_interior(ctx, &zero, &E, &O.Omega) == LI_OK) {
        is_zero(ctx, &O, &zero, "i(E)Omega");
        li_same_or_residues(ctx, E.comp[2 * S.n], li_expr_int(ctx, 1), "i(E)dt", 0);
        for (size_t r = 0; r < S.n; r++)
            li_same_or_residues(ctx, li_field_apply(ctx, &E, S.q[r]), O.velocity[r], "E(q)", r);
    }
    S.reducing.chart = LI_CHART_OWN;
    if (known && li_solution_init(ctx, &X, &S) == LI_OK)
        for (size_t s = 0; s < S.n; s++) {
            li_expr rate = li_motion_ddt(ctx, &S, li_model_basic(ctx, &m, O.meaning[s]));
            li_expr a = li_model_basic(ctx, &m, li_omega_meaning(ctx, &O, E.comp[s]));
            li_same_or_residues(ctx, li_solution_apply(ctx, &X.branch[0], a), li_solution_apply(ctx, &X.branch[0], rate), "i(E)dv", s);
        }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s: %s", m.name, li_ctx_message(ctx));
    li_form_clear(ctx, &zero);
    li_field_clear(ctx, &E);
    li_omega_clear(ctx, &O);
}

/* The same with accelerations as symbols: i(E)Omega is then M a - b along the w^r, and nothing else */
static void implicit_field(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_omega O;
    li_field E;
    li_form left;
    li_expr M[MOST * MOST], b[MOST];

    if (!li_draw_any(ctx, &m, &S, rng))
        return;
    li_field_init(&E);
    li_form_init(&left);
    if (li_draw_omega(ctx, &O, &S, rng) && li_omega_implicit_E(ctx, &E, &O) == LI_OK && li_form_interior(ctx, &left, &E, &O.Omega) == LI_OK &&
        li_omega_system(ctx, &O, M, b) == LI_OK)
        for (uint32_t a = 0; a < 2 * S.n; a++) {
            li_expr sum = a < S.n ? li_expr_int(ctx, 0) : li_expr_neg(ctx, b[a - S.n]);
            for (size_t s = 0; a >= S.n && s < S.n; s++)
                sum = li_expr_add(ctx, sum, li_expr_mul(ctx, M[(a - S.n) * S.n + s], O.rate[s]));
            li_same_or_residues(ctx, li_form_coefficient(ctx, &left, &a), sum, "M a - b", a);
        }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s: %s", m.name, li_ctx_message(ctx));
    li_form_clear(ctx, &left);
    li_field_clear(ctx, &E);
    li_omega_clear(ctx, &O);
}

/* ---- reactions ---- */

/* i(e)Omega = pi - P_u dt; e has no components along q and t */
static void reaction(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_omega O;
    li_field e;
    li_form pi, left;

    if (!li_draw_any(ctx, &m, &S, rng) || S.r == 0)
        return;
    size_t h = (size_t)li_rand_below(rng, (int)S.r);
    li_field_init(&e);
    li_form_init(&pi);
    li_form_init(&left);
    if (li_draw_omega(ctx, &O, &S, rng) && found(ctx, li_omega_e(ctx, &e, &O, h)) && li_omega_pi(ctx, &pi, &O, h) == LI_OK &&
        li_form_interior(ctx, &left, &e, &O.Omega) == LI_OK) {
        uint32_t dt = 2 * (uint32_t)S.n;
        li_form_add_term(ctx, &pi, &dt, li_expr_neg(ctx, li_omega_unit_power(ctx, &O, h)));
        li_form_sub(ctx, &left, &left, &pi);
        is_zero(ctx, &O, &left, "i(e)Omega - pi + P_u dt");
        for (size_t a = S.n; a <= dt; a++)
            li_check(ctx, li_expr_is_zero(e.comp[a]), "e along q or t");
    }
    li_form_clear(ctx, &left);
    li_form_clear(ctx, &pi);
    li_field_clear(ctx, &e);
    li_omega_clear(ctx, &O);
}

/* E + sum lambda e is the motion of the multiplier equations, and lambda are their multipliers */
static void motion(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_omega O;
    li_field X;
    li_solution Y;
    li_expr lambda[MOST];

    if (!li_draw_any(ctx, &m, &S, rng) || S.r == 0)
        return;
    li_field_init(&X);
    if (li_draw_omega(ctx, &O, &S, rng) && found(ctx, li_omega_motion(ctx, &X, lambda, &O)) && li_solution_init(ctx, &Y, &S) == LI_OK) {
        for (size_t s = 0; s < S.n; s++) {
            li_expr rate = li_motion_ddt(ctx, &S, li_model_basic(ctx, &m, O.meaning[s]));
            li_expr a = li_model_basic(ctx, &m, li_omega_meaning(ctx, &O, X.comp[s]));
            li_same_or_residues(ctx, li_solution_apply(ctx, &Y.branch[0], a), li_solution_apply(ctx, &Y.branch[0], rate), "rate", s);
        }
        for (size_t h = 0; h < S.r; h++)
            li_same_or_residues(ctx, li_solution_apply(ctx, &Y.branch[0], li_model_basic(ctx, &m, li_omega_meaning(ctx, &O, lambda[h]))),
                    li_solution_apply(ctx, &Y.branch[0], S.lambda[h]), "lambda", h);
    }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s: %s", m.name, li_ctx_message(ctx));
    li_field_clear(ctx, &X);
    li_omega_clear(ctx, &O);
}

/* ---- the table of section 3.3 ---- */

/* X_s(f) = A_is df/dq_i;  X_0(f) = df/dt + c_i df/dq_i */
static li_expr along(li_ctx *ctx, const li_motion *S, const li_quasi *Q, li_expr f, size_t s)
{
    li_expr sum = s == S->n ? li_expr_diff(ctx, f, S->t) : li_expr_int(ctx, 0);

    for (size_t i = 0; i < S->n; i++)
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, s == S->n ? Q->c[i] : Q->A[i * S->n + s], li_expr_diff(ctx, f, S->q[i])));
    return sum;
}

/* C^u_sr from dw^u = d(mu^u_i) ^ dq^i + d(mu^u_0) ^ dt: on the fields X_s, X_r (dt is number n, mu_n is mu_0) */
static li_expr structure(li_ctx *ctx, const li_motion *S, const li_quasi *Q, size_t u, size_t s, size_t r)
{
    size_t n = S->n;
    li_expr sum = li_expr_int(ctx, 0), one = li_expr_int(ctx, 1), none = sum;

    for (size_t i = 0; i <= n; i++) {
        li_expr mu = i == n ? Q->b[u] : Q->B[u * n + i];
        li_expr on_s = i == n ? (s == n ? one : none) : s == n ? Q->c[i] : Q->A[i * n + s];
        li_expr on_r = i == n ? (r == n ? one : none) : r == n ? Q->c[i] : Q->A[i * n + r];
        li_expr turn = li_expr_sub(ctx, li_expr_mul(ctx, along(ctx, S, Q, mu, s), on_r), li_expr_mul(ctx, along(ctx, S, Q, mu, r), on_s));
        sum = li_expr_add(ctx, sum, turn);
    }
    return sum;
}

/* W(w^s, w^r) and W(w^s, dt), r = n, of the table */
static li_expr entry(li_ctx *ctx, const li_omega *O, const li_quasi *Q, li_expr h, size_t s, size_t r)
{
    const li_motion *S = O->S;
    li_expr sum = r == S->n ? li_expr_sub(ctx, O->Q[s], li_expr_add(ctx, along(ctx, S, Q, h, s), along(ctx, S, Q, O->momentum[s], S->n))) :
                  li_expr_sub(ctx, along(ctx, S, Q, O->momentum[r], s), along(ctx, S, Q, O->momentum[s], r));

    for (size_t u = 0; u < S->n; u++)
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, O->momentum[u], structure(ctx, S, Q, u, s, r)));
    return sum;
}

static void table(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_omega O;
    li_quasi Q;
    size_t n = 2 + (size_t)li_rand_below(rng, 2);

    if (!li_draw_system(ctx, &m, &S, rng, n, 0, true))
        return;
    if (li_omega_init(ctx, &O, &S) == LI_OK && li_quasi_init(ctx, &Q, &S) == LI_OK)
        for (uint32_t s = 0; s < n; s++)
            for (uint32_t r = 0; r <= n; r++) {
                li_expr g = r == n ? li_expr_neg(ctx, li_expr_diff(ctx, O.h, O.v[s])) : li_expr_diff(ctx, O.momentum[s], O.v[r]);
                li_same_or_residues(ctx, li_form_coefficient(ctx, &O.Omega, (uint32_t[]){ s, (uint32_t)n + r }), g, r == n ? "W(dv, dt)" : "W(dv, w)", s);
                li_same_or_residues(ctx, li_form_coefficient(ctx, &O.Omega, (uint32_t[]){ (uint32_t)n + s, (uint32_t)n + r }), entry(ctx, &O, &Q, O.h, s, r), r == n ? "W(w, dt)" : "W(w, w)", s * n + r);
                li_check(ctx, r == n || li_expr_is_zero(li_form_coefficient(ctx, &O.Omega, (uint32_t[]){ s, r })), "W(dv, dv)");
            }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s", li_ctx_message(ctx));
    li_omega_clear(ctx, &O);
}

/* ---- charts ---- */

/* phi* of Omega in momenta, in quasi-velocities, with v = its meaning in q', is Omega in q' */
static void charts(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_omega O, L;
    li_map phi;
    li_form w;
    bool quasi = li_rand_below(rng, 2);
    size_t n = 2 + (size_t)li_rand_below(rng, 2);
    li_expr value[2 * MOST + 1];

    if (!li_draw_system(ctx, &m, &S, rng, n, 0, quasi))
        return;
    li_motion T = S;
    S.reducing.chart = quasi ? LI_CHART_QUASI : LI_CHART_HAMILTON;
    T.reducing.chart = LI_CHART_LAGRANGE;
    li_map_init(&phi);
    li_form_init(&w);
    if (li_omega_init(ctx, &O, &S) == LI_OK && li_omega_init(ctx, &L, &T) == LI_OK && li_form_on(ctx, &w, &O.state, &O.Omega) == LI_OK) {
        for (size_t i = 0; i < 2 * n + 1; i++)
            value[i] = i < n ? O.meaning[i] : i < 2 * n ? S.q[i - n] : S.t;
        if (li_map_chart(ctx, &phi, &O.state, &L.state, value) == LI_OK && li_form_pull(ctx, &w, &phi, &w) == LI_OK)
            li_form_sub(ctx, &w, &w, &L.Omega);
        is_zero(ctx, &O, &w, quasi ? "quasi - lagrange" : "hamilton - lagrange");
    }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s", li_ctx_message(ctx));
    li_form_clear(ctx, &w);
    li_map_clear(ctx, &phi);
    li_omega_clear(ctx, &L);
    li_omega_clear(ctx, &O);
}

/* Speeds: phi* of Omega in q', with q' = phi(q, v, t), is Omega in the speeds */
static void speeds(li_ctx *ctx, li_rand *rng)
{
    static const char *const energy[] = { "kinetic m*(x'^2 + y'^2)/2 + k*x*x'*y' + t*y'\npotential k*x*y^2\nforce -k*y on x'\n", "kinetic (m + x^2)*x'^2/2 + k*y'^2 + x'\nforce m*t on y'\n" };
    li_model m, p;
    li_motion S, T;
    li_omega O, L;
    li_map phi;
    li_form w;
    li_text s;
    li_expr value[5];
    const char *rest = energy[li_rand_below(rng, 2)];

    li_text_init(&s);
    li_text_printf(ctx, &s, "system plane\nparam m, k\ncoord x, y\n%s", rest);
    bool ok = li_draw_read(ctx, &m, &S, li_text_str(&s));
    li_text_clear(ctx, &s);
    li_text_printf(ctx, &s, "system polar\nparam m, k\ncoord x, y\nspeed v, al with x' = v*cos(al) + t, y' = v*sin(al) + x\n%s", rest);
    ok = ok && li_draw_read(ctx, &p, &T, li_text_str(&s));
    li_text_clear(ctx, &s);
    if (!ok)
        return;
    li_map_init(&phi);
    li_form_init(&w);
    if (li_omega_init(ctx, &O, &T) == LI_OK && li_omega_init(ctx, &L, &S) == LI_OK) {
        for (size_t i = 0; i < 5; i++)
            value[i] = i < 2 ? T.phi[i] : i < 4 ? S.q[i - 2] : S.t;
        if (li_map_chart(ctx, &phi, &L.state, &O.state, value) == LI_OK && li_form_pull(ctx, &w, &phi, &L.Omega) == LI_OK)
            li_form_sub(ctx, &w, &w, &O.Omega);
        is_zero(ctx, &O, &w, "lagrange - speeds");
    }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s", li_ctx_message(ctx));
    li_form_clear(ctx, &w);
    li_map_clear(ctx, &phi);
    li_omega_clear(ctx, &L);
    li_omega_clear(ctx, &O);
}

/* The room form finds the same field by i(E)Omega = 0 alone. */
static void characteristic(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_omega O;
    li_field E, F;
    li_form dt;

    if (!li_draw_any(ctx, &m, &S, rng))
        return;
    li_field_init(&E);
    li_field_init(&F);
    li_form_init(&dt);
    if (li_draw_omega(ctx, &O, &S, rng) && found(ctx, li_omega_E(ctx, &E, &O)) && li_form_theta(ctx, &dt, O.on, 2 * S.n) == LI_OK &&
        found(ctx, li_form_characteristic(ctx, &F, &O.Omega, &dt)))
        for (size_t a = 0; a <= 2 * S.n; a++)
            li_same_or_residues(ctx, E.comp[a], F.comp[a], "E, by both rooms", a);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s: %s", m.name, li_ctx_message(ctx));
    li_form_clear(ctx, &dt);
    li_field_clear(ctx, &F);
    li_field_clear(ctx, &E);
    li_omega_clear(ctx, &O);
}

/* ---- without memory ---- */

static void memory(li_ctx *ctx, li_rand *rng)
{
    static const char *const name[] = { "omega", "omega-r", "omega-s" };
    li_model m;
    li_motion S;
    li_equations eq;
    li_quantities Q = { .why = "" };

    if (!li_draw_any(ctx, &m, &S, rng))
        return;
    S.reducing.chart = S.speeds ? LI_CHART_OWN : (li_omega_chart)li_rand_below(rng, 3);
    li_ctx_fail_at(ctx, 1 + (uint64_t)li_rand_below(rng, 3000));
    li_status status = li_rand_below(rng, 4) == 0 ? li_omega_quantities(ctx, &Q, &S) : li_motion_form(ctx, &eq, &S, name[li_rand_below(rng, 3)], false);
    li_ctx_fail_at(ctx, 0);
    li_check(ctx, status == li_ctx_status(ctx), "the status stays");
}

/* ---- closed or not, and the size ---- */

static void closed(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *force; li_truth closed; } some[] = {
        { "potential k*x*y*t", LI_YES }, { "force k*y on x'\nforce k*x on y'", LI_YES }, { "force k*y on x'", LI_NO }, { "force -k*x' on x'", LI_NO },
        { "force k*sin(t) on y'", LI_YES },
    };
    size_t i = (size_t)li_rand_below(rng, 5);
    li_model m;
    li_motion S;
    li_omega O;
    li_text s;

    li_text_init(&s);
    li_text_printf(ctx, &s, "system plane\nparam m, k\ncoord x, y\nkinetic m*(x'^2 + x^2*y'^2)/2\n%s\n", some[i].force);
    if (li_draw_read(ctx, &m, &S, li_text_str(&s)) && li_draw_omega(ctx, &O, &S, rng)) {
        li_check(ctx, li_omega_is_closed(ctx, &O) == some[i].closed, "%s", some[i].force);
        li_check(ctx, li_form_is_closed(ctx, &O.Omega) == some[i].closed, "d of all of it: %s", some[i].force);
        li_omega_clear(ctx, &O);
    }
    li_text_clear(ctx, &s);
}

/* An n-pendulum: n^2 + n(n-1)/2 + 2n terms, and nodes in proportion */
static void pendulum(li_ctx *ctx, li_rand *rng)
{
    enum { SMALL = 10, LARGE = 40 };
    size_t size[2];
    (void)rng;

    for (int i = 0; i < 2; i++) {
        size_t n = i == 0 ? SMALL : LARGE, terms = n * n + n * (n - 1) / 2 + 2 * n;
        li_model m;
        li_motion S;
        li_omega O;
        li_field E;
        li_text s;
        li_text_init(&s);
        li_field_init(&E);
        li_text_put(ctx, &s, "system pendulum\nparam l, m, g\ncoord q1");
        for (size_t k = 2; k <= n; k++)
            li_text_printf(ctx, &s, ", q%zu", k);
        li_text_put(ctx, &s, "\nlet x0 = 0, y0 = 0\n");
        for (size_t k = 1; k <= n; k++)
            li_text_printf(ctx, &s, "let x%zu = x%zu + l*sin(q%zu), y%zu = y%zu - l*cos(q%zu)\nkinetic m*(ddt(x%zu)^2 + ddt(y%zu)^2)/2\npotential m*g*y%zu\n", k, k - 1, k, k, k - 1, k, k, k, k);
        uint32_t before = li_expr_count(ctx);
        if (li_draw_read(ctx, &m, &S, li_text_str(&s)) && li_omega_init(ctx, &O, &S) == LI_OK && li_omega_implicit_E(ctx, &E, &O) == LI_OK) {
            size[i] = li_expr_count(ctx) - before;
            li_check(ctx, O.Omega.len == terms, "n = %zu: %zu terms, not %zu", n, O.Omega.len, terms);
            li_check(ctx, i == 0 || size[1] < 20 * size[0], "%zu nodes for %d, %zu for %d", size[0], SMALL, size[1], LARGE);
            li_field_clear(ctx, &E);
            li_omega_clear(ctx, &O);
        }
        li_text_clear(ctx, &s);
    }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s", li_ctx_message(ctx));
}

int main(void)
{
    li_test_run("E", field, 14);
    li_test_run("E, implicit", implicit_field, 12);
    li_test_run("reactions", reaction, 16);
    li_test_run("motion with reactions", motion, 14);
    li_test_run("table of the quasi-velocities", table, 6);
    li_test_run("charts", charts, 8);
    li_test_run("speeds", speeds, 4);
    li_test_run("E by both rooms", characteristic, 8);
    li_test_run("memory", memory, 60);
    li_test_run("closed", closed, 8);
    li_test_run("pendulum", pendulum, 1);
    return li_test_done();
}

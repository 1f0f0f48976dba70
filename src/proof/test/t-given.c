/* t-given.c - systems given by H(q, p, t) and by their 2-form, against the same systems given by their energies   [gallissot 3, 6] */
#include "../../liaison/test/models.h"
#include "../../motion/test/draw.h"
#include "liaison/proof.h"

/* Exactly, or else modulo p */
static void same(li_ctx *ctx, li_expr a, li_expr b, const char *what, size_t i)
{
    if (li_exact_equal(ctx, a, b) == LI_UNKNOWN)
        li_same_residues(ctx, a, b, what, i);
    else
        li_same(ctx, a, b, what, i);
}

static void put(li_ctx *ctx, li_text *s, const char *before, li_expr e)
{
    li_text_put(ctx, s, before);
    li_expr_print(ctx, s, e);
}

/* ---- from energies to H ---- */

/* Forces and constraints as they were written */
static void put_rest(li_ctx *ctx, li_text *s, const li_model *m)
{
    for (size_t i = 0; i < m->forces; i++) {
        put(ctx, s, "force ", m->force[i].F);
        put(ctx, s, " on ", m->force[i].V);
        li_text_put(ctx, s, "\n");
    }
    for (size_t i = 0; i < m->constraints; i++) {
        li_text_printf(ctx, s, "constraint %s", m->constraint[i].name);
        put(ctx, s, ": ", m->constraint[i].a[0]);
        li_text_put(ctx, s, " = 0\n");
    }
}

/* The model with H = K(q, p, t) + V in the momenta p_x, p_y ...; declared from the last to the first */
static void put_hamiltonian(li_ctx *ctx, li_text *s, const li_motion *S, const li_omega *O)
{
    li_text_put(ctx, s, "system given\nparam m, k\n");
    for (size_t i = 0; i < S->n; i++)
        li_text_printf(ctx, s, "%s%s", i == 0 ? "coord " : ", ", li_expr_name(S->q[i]));
    for (size_t i = S->n; i-- > 0;)
        li_text_printf(ctx, s, "%s%s of %s", i + 1 == S->n ? "\nmomentum " : ", ", li_expr_name(O->v[i]), li_expr_name(S->q[i]));
    put(ctx, s, "\nhamiltonian ", O->h);
    put(ctx, s, "\nhamiltonian ", S->V);
    li_text_put(ctx, s, "\n");
    put_rest(ctx, s, S->model);
}

/* A random system S, and the same given by H; its momenta are `meaning` in the velocities of S. */
typedef struct { li_model energies, given; li_motion S, H; li_expr meaning[MOST]; char text[4000]; } pair;

static bool draw(li_ctx *ctx, pair *x, li_rand *rng, size_t p)
{
    li_omega O;
    li_text s;

    li_text_init(&s);
    bool ok = li_draw_system(ctx, &x->energies, &x->S, rng, 2, p, false);
    x->S.reducing.chart = LI_CHART_HAMILTON;
    ok = ok && li_omega_init(ctx, &O, &x->S) == LI_OK;
    if (ok) {
        put_hamiltonian(ctx, &s, &x->S, &O);
        for (size_t i = 0; i < x->S.n; i++)
            x->meaning[i] = O.meaning[i];
        li_omega_clear(ctx, &O);
        ok = li_model_read(ctx, &x->given, li_text_str(&s), s.len) == LI_OK && li_motion_init(ctx, &x->H, &x->given) == LI_OK;
        snprintf(x->text, sizeof x->text, "%s", li_text_str(&s));
    }
    li_check(ctx, ok, "%s\n%s", li_ctx_message(ctx), li_text_str(&s));
    li_text_clear(ctx, &s);
    x->S.reducing.chart = LI_CHART_OWN;
    return ok;
}

/* Accelerations and multipliers of the one are those of the other. */
static void motions(li_ctx *ctx, li_rand *rng)
{
    pair x;
    li_solution X, Y;

    if (!draw(ctx, &x, rng, (size_t)li_rand_below(rng, 2)) || li_solution_init(ctx, &X, &x.S) != LI_OK || li_solution_init(ctx, &Y, &x.H) != LI_OK)
        return;
    const li_branch *a = &X.branch[0], *b = &Y.branch[0];
    li_check(ctx, X.len == 1 && Y.len == 1 && !b->unused, "not solved");
    if (X.len != 1 || Y.len != 1 || a->unknowns + b->unknowns > 0) {      /* past the budget */
        li_test_undecided();
        return;
    }
    size_t n = x.S.n;
    for (size_t i = 0; i < n + x.S.r; i++) {
        li_expr z = i < n ? x.given.coord[i].a : x.S.lambda[i - n], value = li_solution_apply(ctx, b, z);
        value = li_solution_apply(ctx, a, li_expr_subst(ctx, value, n, x.H.v, x.meaning));
        same(ctx, value, li_solution_apply(ctx, a, z), "a motion", i);
    }
}

static void forms_agree(li_ctx *ctx, const li_form *a, const li_form *b, const char *what)
{
    li_form w;

    li_form_init(&w);
    if (li_form_sub(ctx, &w, a, b) == LI_OK)
        for (size_t k = 0; k < w.len; k++)
            same(ctx, w.f[k], li_expr_int(ctx, 0), what, k);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s: %s", what, li_ctx_message(ctx));
    li_form_clear(ctx, &w);
}

/* Omega of H, p put in, is Omega of the energies; and so it is when the Legendre transform is inverted. */
static void forms(li_ctx *ctx, li_rand *rng)
{
    pair x;
    li_omega O, P, L;
    li_map phi;
    li_form w;
    li_expr value[2 * MOST + 1];

    if (!draw(ctx, &x, rng, 0))
        return;
    li_motion inverted = x.H;
    inverted.reducing.chart = LI_CHART_LAGRANGE;
    li_map_init(&phi);
    li_form_init(&w);
    size_t n = x.S.n;
    for (size_t i = 0; i < 2 * n + 1; i++)
        value[i] = i < n ? x.meaning[i] : i < 2 * n ? x.S.q[i - n] : x.S.t;
    if (li_omega_init(ctx, &L, &x.S) == LI_OK && li_omega_init(ctx, &O, &x.H) == LI_OK && li_omega_init(ctx, &P, &inverted) == LI_OK &&
        li_map_chart(ctx, &phi, &O.state, &L.state, value) == LI_OK && li_form_pull(ctx, &w, &phi, &O.Omega) == LI_OK) {
        li_check(ctx, O.chart == LI_CHART_HAMILTON && P.chart == LI_CHART_LAGRANGE, "charts");
        forms_agree(ctx, &w, &L.Omega, "Omega in momenta");
        for (size_t k = 0; k < P.Omega.len; k++)                  /* the same chart, another coframe */
            same(ctx, P.Omega.f[k], li_form_coefficient(ctx, &L.Omega, P.Omega.at + 2 * k), "Omega in velocities", k);
        li_check(ctx, P.Omega.len == L.Omega.len, "as many terms");
        for (size_t i = 0; i < n; i++)
            same(ctx, li_omega_in_chart(ctx, &P, li_omega_meaning(ctx, &P, P.v[i])), P.v[i], "a velocity in momenta and back", i);
    }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s", li_ctx_message(ctx));
    li_form_clear(ctx, &w);
    li_map_clear(ctx, &phi);
    li_omega_clear(ctx, &P);
    li_omega_clear(ctx, &O);
    li_omega_clear(ctx, &L);
}

/* ---- the same by its 2-form ---- */

static bool same_value(li_ctx *ctx, const li_ball *a, const li_ball *b)
{
    li_ball d, one;
    bool yes = false;

    li_ball_init(ctx, &one);
    if (li_ball_init(ctx, &d) == LI_OK) {
        li_ball_sub(&d, a, b, 400);
        li_ball_add(&one, &one, a, 400);
        yes = li_ball_is_finite(&d) && (li_ball_contains_zero(&d) || li_ball_below(&d, 25, &one));
    }
    li_ball_clear(&d);
    li_ball_clear(&one);
    return yes;
}

static bool move(li_ctx *ctx, bench *b, const char *source)
{
    b->valued = false;
    bool ok = li_model_read(ctx, &b->m, source, strlen(source)) == LI_OK && li_motion_of_model(ctx, &b->S, &b->m) == LI_OK;
    li_check(ctx, ok, "%s\n%s", source, li_diagnostic_count(ctx) > 0 ? li_diagnostic_at(ctx, 0)->message : li_ctx_message(ctx));
    return ok;
}

/* The system of x, given by H: Omega = dp/\dq - dH/\dt + Q dq/\dt on the chart of p, q, t */
static void put_form(li_ctx *ctx, li_text *s, const pair *x)
{
    const li_motion *H = &x->H;

    li_text_put(ctx, s, "system form\nparam m, k\nchart ");
    for (size_t i = 0; i < H->n; i++)
        li_text_printf(ctx, s, "%s, %s, ", li_expr_name(H->q[i]), li_expr_name(H->v[i]));
    li_text_put(ctx, s, "t\nomega 0*d(t)/\\d(x)");
    for (size_t i = 0; i < H->n; i++)
        li_text_printf(ctx, s, " + d(%s)/\\d(%s)", li_expr_name(H->v[i]), li_expr_name(H->q[i]));
    put(ctx, s, " - d(", H->H);
    li_text_put(ctx, s, ")/\\d(t)");
    for (size_t i = 0; i < H->n; i++) {
        put(ctx, s, " + (", H->F[i]);
        li_text_printf(ctx, s, ")*d(%s)/\\d(t)", li_expr_name(H->q[i]));
    }
    for (size_t k = 0; k < H->p; k++) {
        li_text_printf(ctx, s, "\nconstraint %s", H->label[k]);
        put(ctx, s, ": ", H->relation[k]);
        li_text_put(ctx, s, " = 0 by ");
        for (size_t i = 0; i < H->n; i++) {
            put(ctx, s, i == 0 ? "" : " and ", H->l[k * H->n + i]);
            li_text_printf(ctx, s, " on %s'", li_expr_name(H->q[i]));
        }
    }
    li_text_put(ctx, s, "\n");
}

/* One state, three ways: the same rates, multipliers, coupling and drive. The contexts differ, as a name has one class in each. */
static void numbers(li_ctx *ctx, li_rand *rng)
{
    enum { DIGITS = 30 };
    pair x;
    bench given, form;
    li_text s;
    li_ctx *other = li_ctx_new();
    static const char state[] = "m = 3/2;k = 2/3;t = 1/5;x = 1/2;y = -2/7;p_x = 3;p_y = -5/3;";

    li_text_init(&s);
    if (other != NULL && draw(ctx, &x, rng, (size_t)li_rand_below(rng, 2)) && move(ctx, &given, x.text)) {
        put_form(ctx, &s, &x);
        if (move(other, &form, li_text_str(&s)) && bench_values(ctx, &given, state, DIGITS) && bench_values(other, &form, state, DIGITS)) {
            const li_values *a = &given.x, *b = &form.x;
            size_t n = x.H.n;
            li_check(ctx, b->n == 0 && b->speeds == 2 * n && a->speeds == n && a->status == b->status && a->moves && b->moves, "%s", li_text_str(&s));
            for (size_t i = 0; a->moves && b->moves && i < n; i++) {
                li_check(ctx, same_value(ctx, &a->v[i], &b->speed_acceleration[2 * i]), "rate of q %zu\n%s", i, li_text_str(&s));
                li_check(ctx, same_value(ctx, &a->speed_acceleration[i], &b->speed_acceleration[2 * i + 1]), "rate of p %zu\n%s", i, li_text_str(&s));
            }
            for (size_t h = 0; a->reacts && b->reacts && h < x.H.r; h++)
                li_check(ctx, same_value(ctx, &a->multiplier[h], &b->multiplier[h]) && same_value(ctx, &a->coupling[h], &b->coupling[h]) &&
                         same_value(ctx, &a->drive[h], &b->drive[h]), "reaction %zu\n%s", h, li_text_str(&s));
        }
        bench_clear(other, &form);
        bench_clear(ctx, &given);
    }
    li_text_clear(ctx, &s);
    li_ctx_free(other);
}

/* ---- a random form ---- */

/* i(E)Omega = 0, i(E)dt = 1; i(e)Omega = pi - P_u dt, i(e)dt = 0; the motion keeps the relation: by the algebra of forms. */
static void first_order(li_ctx *ctx, li_rand *rng)
{
    static const char *const f[] = { "x*y", "z", "sin(u)", "x + t", "1", "m*u", "exp(x)", "0", "y^2", "cos(t)" };
    char source[1200];
    bench b;
    li_omega O;
    li_field E, e, X;
    li_form w, pi, P, dt;
    const char *g[16];

    for (size_t i = 0; i < 16; i++)
        g[i] = f[li_rand_below(rng, 10)];
    snprintf(source, sizeof source, "system form\nparam m\nchart x, y, t, z, u\nomega (7 + (%s)^2)*d(x)/\\d(y) + (%s)*d(x)/\\d(z) + (%s)*d(u)/\\d(x) + (%s)*d(y)/\\d(z)"
             " - (5 + (%s)^2)*d(u)/\\d(z) + (%s)*d(x)/\\d(t) + (%s)*d(t)/\\d(y) + (%s)*d(z)/\\d(t) + (%s)*d(t)/\\d(u)\n"
             "constraint c: x + 3*y - (%s)*(%s) = 0 by 2*x' - (%s)*y' and %s on z' + u'\n",
             g[0], g[1], g[2], g[3], g[4], g[5], g[6], g[7], g[8], g[9], g[10], g[11], g[12]);
    if (!move(ctx, &b, source))
        return;
    li_field_init(&E), li_field_init(&e), li_field_init(&X);
    li_form_init(&w), li_form_init(&pi), li_form_init(&P), li_form_init(&dt);
    li_expr lambda, Pu;
    if (li_omega_init(ctx, &O, &b.S) == LI_OK && li_omega_E(ctx, &E, &O) == LI_OK && li_omega_e(ctx, &e, &O, 0) == LI_OK && li_omega_motion(ctx, &X, &lambda, &O) == LI_OK) {
        li_check(ctx, O.on->n == 5 && li_expr_is_one(E.comp[4]) && li_expr_is_zero(e.comp[4]) && li_expr_is_one(X.comp[4]), "components of t");
        if (li_form_interior(ctx, &w, &E, &O.Omega) == LI_OK)
            for (size_t k = 0; k < w.len; k++)
                same(ctx, w.f[k], li_expr_int(ctx, 0), "i(E)Omega", k);
        Pu = li_omega_unit_power(ctx, &O, 0);
        li_form_theta(ctx, &dt, O.on, O.dt);
        if (li_omega_pi(ctx, &pi, &O, 0) == LI_OK && li_form_scale(ctx, &P, Pu, &dt) == LI_OK && li_form_sub(ctx, &pi, &pi, &P) == LI_OK &&
            li_form_interior(ctx, &w, &e, &O.Omega) == LI_OK)
            forms_agree(ctx, &w, &pi, "i(e)Omega = pi - P_u dt");
        same(ctx, li_field_apply(ctx, &X, O.a[0]), li_expr_int(ctx, 0), "the relation is kept", 0);
        for (size_t s = 0; s < 4; s++)
            same(ctx, X.comp[s], li_expr_add(ctx, E.comp[s], li_expr_mul(ctx, lambda, e.comp[s])), "E + lambda e", s);
    }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s\n%s", li_ctx_message(ctx), source);
    li_form_clear(ctx, &w), li_form_clear(ctx, &pi), li_form_clear(ctx, &P), li_form_clear(ctx, &dt);
    li_field_clear(ctx, &E), li_field_clear(ctx, &e), li_field_clear(ctx, &X);
    li_omega_clear(ctx, &O);
}

/* ---- what is known of both ---- */

static const struct { const char *source, *claims; } systems[] = {
    /* a singular Hessian: x' = f(x) */
    { "coord x, y\nparam a\nmomentum p of x, q of y\nhamiltonian p*(x*y - a) + q*sin(x)\nforce p*y on x'\n",
      "claim x' = x*y - a\nclaim p' = -p*y - q*cos(x) + p*y\nclaim q' = -p*x\nclaim poisson(x, p) = 1\nclaim poisson(x, y) = 0\nclaim ddt(H) = p*y*x'\n"
      "claim Omega = d(p)/\\d(x) + d(q)/\\d(y) - d(H)/\\d(t) + p*y*d(x)/\\d(t)\n" },
    /* a relativistic particle */
    { "param m, c\nassume m > 0, c > 0\ncoord x\nmomentum p of x\nhamiltonian c*sqrt(m^2*c^2 + p^2) + x\n",
      "claim p' = -1\nclaim x' = c*p/sqrt(m^2*c^2 + p^2)\nclaim x''*(m^2*c^2 + p^2)^2 = -m^2*c^3*sqrt(m^2*c^2 + p^2)\nclaim integral H\nclaim integral p + t\n"
      "claim p^2*(1 - x'^2/c^2) = m^2*x'^2\n" },
    /* H depends on t and is linear in p besides */
    { "coord x, y\nmomentum p of x, q of y\nhamiltonian (p - t*y)^2/2 + (q + x)^2/2 + t*p\n",
      "claim x' = p - t*y + t\nclaim q' = t*(p - t*y)\nclaim p' = -(q + x)\nclaim ddt(H) = diff(H, t)\nclaim involution p, q\nclaim p_y = q\n" },
    /* ideal relations written in velocities, in momenta, and holonomic, are the same direction */
    { "param m, J\nassume m > 0, J > 0\ncoord x, y, a\nmomentum px of x, py of y, L of a\nhamiltonian (px^2 + py^2)/(2*m) + L^2/(2*J) + x\n"
      "constraint blade: sin(a)*x' = cos(a)*y'\n",
      "claim blade = m*(sin(a)/m - a'*(cos(a)*x' + sin(a)*y'))\nclaim coupling(blade, blade) = 1/m\nclaim e(blade) = sin(a)*D(px) - cos(a)*D(py)\nclaim compatible\n"
      "claim drive(blade) = L*(cos(a)*px + sin(a)*py)/(J*m) - sin(a)/m\nclaim nonholonomic blade\nclaim integral H\n" },
    { "param m, J\nassume m > 0, J > 0\ncoord x, y, a\nmomentum px of x, py of y, L of a\nhamiltonian (px^2 + py^2)/(2*m) + L^2/(2*J) + x\n"
      "constraint blade: sin(a)*px/m = cos(a)*py/m\n",
      "claim blade = m*(sin(a)/m - a'*(cos(a)*x' + sin(a)*y'))\nclaim coupling(blade, blade) = 1/m\n" },
    { "param m\nassume m > 0\ncoord x, y\nmomentum px of x, py of y\nhamiltonian (px^2 + py^2)/(2*m)\nconstraint c: x^2 + y^2 = 1 by x'\n",
      "claim e(c) = D(px)\nclaim unit_power(c) = px/m\nclaim coupling(c, c) = 2*x/m\nclaim c = -(px^2 + py^2)/(m*x)\n" },
    { "param m\nassume m > 0\ncoord x, y\nmomentum px of x, py of y\nhamiltonian (px^2 + py^2)/(2*m)\nconstraint c: x^2 + y^2 = 1\n",
      "claim e(c) = 2*x*D(px) + 2*y*D(py)\nclaim coupling(c, c) = 4/m\nclaim integral x*py - y*px\nclaim integral H\n" },
    /* by its 2-form; t is not last, the form not closed */
    { "param a\nchart x, t, y\nomega (1 + x^2)*d(y)/\\d(x) - d(a*y + x)/\\d(t) + x*d(y)/\\d(t)\n",
      "claim x' = (a - x)/(1 + x^2)\nclaim y' = -1/(1 + x^2)\nclaim i(E) Omega = 0*d(t)\nclaim i(E) d(t) = 1\nclaim poisson(x, y) = 1/(1 + x^2)\nclaim motion = E\n"
      "claim symmetry D(y)\n" },
    { "param k\nchart p, q, t\nomega d(p)/\\d(q) - d(p^2/2 + k*q^2/2)/\\d(t)\nconstraint c: p = 3*q by q on q' and 2*p'\n",
      "claim e(c) = q*D(p) - 2*D(q)\nclaim da(c) = d(p) - 3*d(q)\nclaim coupling(c, c) = q + 6\nclaim drive(c) = -k*q - 3*p\nclaim c = (k*q + 3*p)/(q + 6)\n"
      "claim unit_power(c) = q*p - 2*k*q\nclaim p' = -k*q + q*c\nclaim compatible\n" },
};

static void claims(li_ctx *unused, li_rand *rng)
{
    (void)unused;
    (void)rng;
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        li_ctx *ctx = li_ctx_new();
        char source[3000];
        bench b;
        li_solution X;
        li_court court;
        snprintf(source, sizeof source, "%s%s", systems[i].source, systems[i].claims);
        if (ctx != NULL && move(ctx, &b, source) && li_court_init(ctx, &court, &b.S, &X) == LI_OK) {
            for (size_t k = 0; k < b.m.claims; k++) {
                li_proof p;
                bool heard = li_claim_prove(ctx, &p, &court, &b.m.claim[k]) == LI_OK;
                li_check(ctx, heard && p.holds == LI_YES, "system %zu: %s: %s %s", i, b.m.claim[k].text, p.why, heard ? "" : li_ctx_message(ctx));
            }
            li_court_clear(&court);
        }
        li_ctx_free(ctx);
    }
}

int main(void)
{
    li_test_run("motions", motions, 10);
    li_test_run("forms", forms, 8);
    li_test_run("numbers", numbers, 12);
    li_test_run("first order", first_order, 15);
    li_test_run("claims", claims, 1);
    return li_test_done();
}

/* t-equivalence.c - all forms of the equations of motion agree, equation by equation          [tzenoff 8 (E)] */
#include "draw.h"

typedef li_status derive(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);

struct form { const char *name; derive *derive; };

typedef void comparison(li_ctx *ctx, li_expr a, li_expr b, const char *what, size_t i);

/* Each against the first: left - right are equal as functions of (t, q, w, w'). */
static void agree(li_ctx *ctx, const li_motion *S, const struct form *form, size_t count, comparison *same)
{
    li_equations first, other;

    li_status status = form[0].derive(ctx, &first, S, false);
    li_check(ctx, status == LI_OK, "%s: %s", form[0].name, li_ctx_message(ctx));
    for (size_t i = 1; status == LI_OK && i < count; i++) {
        status = form[i].derive(ctx, &other, S, false);
        li_check(ctx, status == LI_OK && other.len == first.len, "%s: %s", form[i].name, li_ctx_message(ctx));
        for (size_t a = 0; status == LI_OK && a < first.len; a++)
            same(ctx, li_expr_sub(ctx, first.eq[a].left, first.eq[a].right), li_expr_sub(ctx, other.eq[a].left, other.eq[a].right), form[i].name, a);
    }
}

/* The same as functions of the independent velocities, modulo p: with roots a hint only */
static void same_hint(li_ctx *ctx, li_expr a, li_expr b, const char *what, size_t i)
{
    double bits = 0;
    li_check(ctx, li_exact_residue(ctx, li_expr_sub(ctx, a, b), &bits) == LI_YES, "%s, equation %zu", what, i);
}

static const struct form in_velocities[] = {
    { "appell-nh", li_motion_appell_nh }, { "tzenoff", li_motion_tzenoff }, { "tzenoff-T", li_motion_tzenoff_T },
    { "tzenoff-9", li_motion_tzenoff_9 }, { "woronetz", li_motion_woronetz }, { "gauss", li_motion_gauss },
};

static const struct form in_quasi_velocities[] = {
    { "appell-quasi-nh", li_motion_appell_quasi_nh }, { "tzenoff-quasi", li_motion_tzenoff_quasi },
    { "tzenoff-quasi-T", li_motion_tzenoff_quasi_T }, { "gauss", li_motion_gauss },
};

static const struct form without_constraints[] = {
    { "lagrange", li_motion_lagrange }, { "appell", li_motion_appell }, { "tzenoff", li_motion_tzenoff }, { "woronetz", li_motion_woronetz },
};

static const struct form free_quasi[] = {
    { "quasi", li_motion_quasi }, { "appell-quasi", li_motion_appell_quasi }, { "tzenoff-quasi-T", li_motion_tzenoff_quasi_T },
};

#define AGREE(S, list, same) agree(ctx, S, list, sizeof list / sizeof *list, same)

/* Up to three coordinates: exactly. */
static void constrained(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    size_t n = 2 + (size_t)li_rand_below(rng, 2), p = 1 + (size_t)li_rand_below(rng, (int)n - 1);
    if (li_draw_system(ctx, &m, &S, rng, n, p, false))
        AGREE(&S, in_velocities, li_same);
}

static void constrained_quasi(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    if (li_draw_motion(ctx, &m, &S, rng, true, true))
        AGREE(&S, in_quasi_velocities, li_same);
}

/* c: a velocity as a function of the others that is not linear, solved (y' = ...) or not (y'^3 + y' = ...). Every form is
 * written in as many velocities as there are degrees of freedom, and they agree; none divides by a velocity. */
static void nonlinear(li_ctx *ctx, li_rand *rng)
{
    static const char *const right[] = { "x'^2", "m*x'^2 + y*x'", "x'*z' + x", "sqrt(1 + x'^2)", "x'^2/(2 + sin(y))", "t*z'^3 - x'" };
    static const struct form forms[] = {
        { "gauss", li_motion_gauss }, { "kane", li_motion_kane }, { "appell-quasi-nh", li_motion_appell_quasi_nh },
        { "tzenoff-quasi", li_motion_tzenoff_quasi }, { "tzenoff-quasi-T", li_motion_tzenoff_quasi_T },
    };
    bool solved = li_rand_below(rng, 2);
    const char *f = right[li_rand_below(rng, 6)];
    li_equations kane;
    li_model m;
    li_motion S;
    li_text s;

    li_text_init(&s);
    li_text_put(ctx, &s, "param m, k\ncoord x, y, z\nquasi u = x', v = y' + x*t\n");
    li_draw_energy(ctx, &s, rng, N);
    li_text_printf(ctx, &s, "constraint c: %s = %s\n", solved ? "y'" : "y'^3 + y'", f);
    bool ok = li_model_read(ctx, &m, li_text_str(&s), s.len) == LI_OK && li_motion_init(ctx, &S, &m) == LI_OK;
    li_check(ctx, ok, "%s", li_text_str(&s));
    li_text_clear(ctx, &s);
    if (!ok)
        return;
    S.chosen = 1;
    S.dependent = &m.quasi[1].w;
    agree(ctx, &S, forms, sizeof forms / sizeof *forms, same_hint);
    ok = li_motion_kane(ctx, &kane, &S, false) == LI_OK;
    li_check(ctx, ok && kane.unknowns == 2 && kane.len == 2 && kane.relations == (solved ? 2u : 3u), "kane: %zu equations, %zu unknowns, %zu relations",
             kane.len, kane.unknowns, kane.relations);
}

static void unconstrained(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    if (li_draw_motion(ctx, &m, &S, rng, false, false))
        AGREE(&S, without_constraints, li_same);
}

static void unconstrained_quasi(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    if (li_draw_motion(ctx, &m, &S, rng, true, false))
        AGREE(&S, free_quasi, li_same);
}

/* Up to six coordinates: modulo p. */
static void many(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    size_t n = N + 1 + (size_t)li_rand_below(rng, MOST - N), p = (size_t)li_rand_below(rng, (int)n);
    bool quasi = li_rand_below(rng, 2);

    if (!li_draw_system(ctx, &m, &S, rng, n, p, quasi))
        return;
    if (p == 0 && quasi)
        AGREE(&S, free_quasi, li_same_residues);
    else if (p == 0)
        AGREE(&S, without_constraints, li_same_residues);
    else if (quasi)
        AGREE(&S, in_quasi_velocities, li_same_residues);
    else
        AGREE(&S, in_velocities, li_same_residues);
}

/* The reference: d'Alembert's principle, E_a + sum_i c_ai E_(k+i) with E from (I), reduced. */
static void dalembert(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_equations kane, tzenoff;

    if (!li_draw_motion(ctx, &m, &S, rng, false, true))
        return;
    if (li_motion_kane(ctx, &kane, &S, false) != LI_OK || li_motion_tzenoff(ctx, &tzenoff, &S, false) != LI_OK) {
        li_check(ctx, false, "%s", li_ctx_message(ctx));
        return;
    }
    bool same_unknowns = kane.unknowns == tzenoff.unknowns;
    for (size_t a = 0; a < tzenoff.unknowns && same_unknowns; a++)
        same_unknowns = kane.unknown[a] == tzenoff.unknown[a];
    for (size_t a = 0; a < tzenoff.len && same_unknowns; a++)
        li_same(ctx, li_expr_sub(ctx, kane.eq[a].left, kane.eq[a].right), li_expr_sub(ctx, tzenoff.eq[a].left, tzenoff.eq[a].right), "d'Alembert", a);
}

/* The canonical form with p = dT/dq' put back is Tzénoff's. */
static void canonical(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_equations form, tzenoff;

    if (!li_draw_system(ctx, &m, &S, rng, 2 + (size_t)li_rand_below(rng, MOST - 1), 1, false))
        return;
    S.chosen = 1;
    S.dependent = &S.v[S.n - 1];
    if (li_rand_below(rng, 2))
        m.forces = 0;                            /* (22) instead of (21) */
    for (size_t i = 0; m.forces == 0 && i < S.n; i++)
        S.F[i] = li_expr_neg(ctx, li_expr_diff(ctx, S.V, S.q[i]));
    if (li_motion_canonical(ctx, &form, &S, false) != LI_OK || li_motion_tzenoff_T(ctx, &tzenoff, &S, false) != LI_OK) {
        li_check(ctx, false, "%s", li_ctx_message(ctx));
        return;
    }
    li_expr from[2 * MOST], to[2 * MOST];
    size_t k = form.unknowns;
    for (size_t a = 0; a < k; a++) {
        from[a] = form.unknown[a];
        from[k + a] = form.rate[a];
        to[a] = li_motion_function(ctx, &S, li_expr_name(form.unknown[a]));
        to[k + a] = li_motion_ddt(ctx, &S, to[a]);
    }
    li_expr dependent[2] = { S.v[S.n - 1], S.a[S.n - 1] }, phi[2] = { li_expr_neg(ctx, li_expr_sub(ctx, S.relation[0], dependent[0])), NULL };
    phi[1] = li_motion_ddt(ctx, &S, phi[0]);
    for (size_t a = 0; a < k; a++) {
        li_expr e = li_expr_subst(ctx, li_expr_sub(ctx, form.eq[a].left, form.eq[a].right), 2 * k, from, to);
        for (int i = 0; i < 2; i++)                                     /* z'' contains z' */
            e = li_expr_subst(ctx, e, 2, dependent, phi);
        li_same_residues(ctx, e, li_expr_sub(ctx, tzenoff.eq[a].left, tzenoff.eq[a].right), "canonical", a);
        li_expr q = li_expr_subst(ctx, form.relation[a].right, k, from, to);
        li_same_residues(ctx, q, li_expr_subst(ctx, form.relation[a].left, 2, dependent, phi), "q' = dK/dp", a);
    }
}

/* As it is written for people, with D, the velocities and p = dT/dq' put back: multiples of the equations as derived, identities
 * q' = q', and H. */
static void written(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_equations form, raw;
    li_expr from[3 * MOST], to[3 * MOST], q[MOST];
    size_t n = 1 + (size_t)li_rand_below(rng, 3), p = n > 2 ? (size_t)li_rand_below(rng, 2) : 0, len = 0;

    n += n == 1;
    if (!li_draw_system(ctx, &m, &S, rng, n, p, false))
        return;
    S.chosen = p;
    S.dependent = &S.v[n - 1];
    if (li_motion_canonical(ctx, &form, &S, true) != LI_OK || li_motion_canonical(ctx, &raw, &S, false) != LI_OK) {
        li_check(ctx, false, "%s", li_ctx_message(ctx));
        return;
    }
    for (size_t i = 0; i < p; i++)                /* the dependent velocity is put in */
        q[i] = li_expr_sub(ctx, S.v[n - 1], S.relation[i]);
    for (size_t a = 0; a < form.unknowns; a++) {
        li_expr momentum = li_motion_function(ctx, &S, li_expr_name(form.unknown[a]));
        from[len] = form.unknown[a];
        to[len++] = momentum;
        from[len] = form.rate[a];
        to[len++] = li_expr_symbol(ctx, a == 0 ? "r1" : a == 1 ? "r2" : "r3", LI_PARAMETER);
    }
    for (size_t i = 0; i < form.functions; i++)
        if (form.function[i].name[0] == 'D') {
            from[len] = li_expr_symbol(ctx, "D", LI_PARAMETER);
            to[len++] = form.function[i].value;
        }
    for (size_t a = 0; a < form.len; a++) {
        li_expr e = li_expr_sub(ctx, form.eq[a].left, form.eq[a].right), r = li_expr_sub(ctx, raw.eq[a].left, raw.eq[a].right);
        li_expr factor = li_expr_diff(ctx, e, form.rate[a]);
        e = li_expr_subst(ctx, li_expr_sub(ctx, e, li_expr_mul(ctx, factor, r)), len, from, to);
        same_hint(ctx, e, li_expr_int(ctx, 0), "for people", a);
    }
    for (size_t r = 0; r < form.relations; r++) {
        li_expr e = li_expr_subst(ctx, li_expr_sub(ctx, form.relation[r].left, form.relation[r].right), len, from, to);
        same_hint(ctx, li_expr_subst(ctx, e, p, &S.v[n - 1], q), li_expr_int(ctx, 0), "velocity", r);
    }
    for (size_t i = 0; i < form.functions; i++)
        if (form.function[i].name[0] == 'K') {
            li_expr K = li_expr_sub(ctx, li_motion_function(ctx, &S, "H"), S.V);
            same_hint(ctx, li_expr_subst(ctx, form.function[i].value, len, from, to), K, "K", 0);
        }
}

int main(void)
{
    li_test_run("unconstrained", unconstrained, 8);
    li_test_run("unconstrained, quasi-velocities", unconstrained_quasi, 6);
    li_test_run("constrained", constrained, 8);
    li_test_run("constrained, quasi-velocities", constrained_quasi, 5);
    li_test_run("d'Alembert", dalembert, 8);
    li_test_run("canonical", canonical, 6);
    li_test_run("up to six coordinates", many, 12);
    li_test_run("nonlinear", nonlinear, 20);
    li_test_run("canonical, for people", written, 8);
    return li_test_done();
}

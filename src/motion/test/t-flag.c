/* t-flag.c - relations of position hidden in relations of velocities, and the power of reactions */
#include <stdio.h>
#include <string.h>

#include "draw.h"

static bool read(li_ctx *ctx, li_model *m, li_motion *S, const char *source)
{
    bool ok = li_model_read(ctx, m, source, strlen(source)) == LI_OK && li_motion_init(ctx, S, m) == LI_OK;
    li_check(ctx, ok, "%s\n%s", source, li_diagnostic_count(ctx) > 0 ? li_diagnostic_at(ctx, 0)->message : li_ctx_message(ctx));
    return ok;
}

static const char *text_of(li_ctx *ctx, li_expr e)
{
    li_text t;
    li_text_init(&t);
    li_expr_print(ctx, &t, e);
    const char *s = li_alloc_string(ctx, li_text_str(&t), t.len);
    li_text_clear(ctx, &t);
    return s;
}

/* ---- hidden relations of position ---- */

#define MODEL "system s\nparam a, b\ncoord x, y, z, u\nfunction f(x)\nkinetic x'^2 + y'^2 + z'^2 + u'^2\n"

/* dG is a combination of dF_i? */
static bool depends_on(li_ctx *ctx, const li_motion *S, li_expr G, size_t n, const li_expr *F)
{
    li_expr row[8 * 8];
    size_t rank = 0, width = S->n + 1;

    for (size_t i = 0; i <= n; i++) {
        li_expr_gradient(ctx, row + i * width, i < n ? F[i] : G, S->n, S->q);
        row[i * width + S->n] = li_expr_diff(ctx, i < n ? F[i] : G, S->t);
    }
    return li_exact_rank(ctx, &rank, n + 1, width, row, NULL, NULL) == LI_OK && rank == n;
}

static const char *pick(li_rand *rng)
{
    static const char *const F[] = { "x - a*sin(y)", "x^2 + y^2", "z*exp(x)", "u - t^2*y", "x*y + z", "u - f(x)", "y/x", "z - a*cos(y)*x", "u + b*t", "log(x) + y^2" };
    return F[li_rand_below(rng, 10)];
}

static const char *pick_factor(li_rand *rng)
{
    static const char *const mu[] = { "1", "2", "(1 + x^2)", "exp(y)", "(2 + sin(u))", "x", "a" };
    return mu[li_rand_below(rng, 7)];
}

/* mu dF/dt = 0 is integrable, beside a relation that is not, and in combinations with it; F is found where mu is simple. */
static void hidden(li_ctx *ctx, li_rand *rng)
{
    static const char *const other[] = { "y' - z*x'", "u' - x*z' - y'", "sin(u)*x' - cos(u)*y'", "z' - u*y' + t" };
    const char *F = pick(rng), *mu = pick_factor(rng), *w = other[li_rand_below(rng, 4)];
    bool mixed = li_rand_below(rng, 2);
    char source[1000];
    li_model m;
    li_motion S;
    li_flag flag;

    snprintf(source, sizeof source, "%slet F = %s\nconstraint c: %s*ddt(F) %s= 0, %s = 0\n", MODEL, F, mu, mixed ? "+ (" : "", w);
    if (mixed)
        snprintf(source, sizeof source, "%slet F = %s\nconstraint c: %s*ddt(F) + z*(%s) = 0, %s - x*ddt(F) = 0\n", MODEL, F, mu, w, w);
    if (!read(ctx, &m, &S, source))
        return;
    li_expr G = li_model_expression(ctx, &m, "F", 1, NULL), defect;
    li_check(ctx, li_motion_flag(ctx, &flag, &S, 0, 2) == LI_OK && flag.linear, "%s", source);
    if (!flag.known) {
        li_test_undecided();
        return;
    }
    li_check(ctx, flag.rank == 2 && flag.dimension >= 1, "rank %zu, integrable %zu\n%s", flag.rank, flag.dimension, source);
    li_check(ctx, (flag.dimension == 2) == (li_motion_holonomic(ctx, &S, 0, 2, &defect) == LI_YES), "Frobenius\n%s", source);
    if (flag.integrals == 0)
        li_test_undecided();
    else if (flag.integrals == flag.dimension)
        li_check(ctx, depends_on(ctx, &S, G, flag.integrals, flag.integral), "%s does not give F\n%s", text_of(ctx, flag.integral[0]), source);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "clean\n%s", source);
}

static void known(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *relations; size_t rank, dimension, integrals; const char *integral; } cases[] = {
        { "x' = y', z' = x*y'", 2, 2, 2, "2*z - x^2" },
        { "x' = y*z'", 1, 0, 0, NULL },
        { "x' = y*z', y' = 0", 2, 2, 2, "x - y*z" },
        { "z' = x*y' + y*x'", 1, 1, 1, "z - x*y" },
        { "x' = x*cos(y)*y'", 1, 1, 1, "x*exp(-sin(y))" },
        { "x' = y' + 3*t^2", 1, 1, 1, "x - y - t^3" },
        { "x' = exp(t^2)", 1, 1, 0, NULL },
        { "x' = y', 2*x' = 2*y'", 1, 1, 1, "x - y" },
        { "x*x' + y*y' + z*z' = 0", 1, 1, 1, "x^2 + y^2 + z^2" },
        { "x' = y*u', y' = z*u'", 2, 0, 0, NULL },
        { "x' = y*u', y' = z*u', z' = 0", 3, 3, 3, "y - z*u" },
        { "a*x' = b*y'", 1, 1, 1, "a*x - b*y" },
        { "x' = f'(x)*y'/f'(x)", 1, 1, 1, "x - y" },
        { "y*x' - x*y' = 0", 1, 1, 1, "y/x" },
    };

    (void)ctx;
    (void)rng;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        li_ctx *own = li_ctx_new();
        char source[600];
        li_model m;
        li_motion S;
        li_flag flag;
        snprintf(source, sizeof source, "%sconstraint c: %s\n", MODEL, cases[i].relations);
        if (own == NULL || !read(own, &m, &S, source))
            return;
        li_check(own, li_motion_flag(own, &flag, &S, 0, S.p) == LI_OK && flag.known && flag.rank == cases[i].rank && flag.dimension == cases[i].dimension &&
                 flag.integrals == cases[i].integrals, "%s: rank %zu, integrable %zu, found %zu", cases[i].relations, flag.rank, flag.dimension, flag.integrals);
        if (cases[i].integral != NULL && flag.integrals > 0) {
            li_expr F = li_model_expression(own, &m, cases[i].integral, strlen(cases[i].integral), NULL);
            li_check(own, depends_on(own, &S, F, flag.integrals, flag.integral), "%s: %s", cases[i].relations, text_of(own, flag.integral[0]));
        }
        li_ctx_free(own);
    }
}

/* What cannot be read as a Pfaff system is said to be so. */
static void others(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_flag flag;

    (void)rng;
    if (read(ctx, &m, &S, MODEL "constraint c: x'^2 = y'^2\n"))
        li_check(ctx, li_motion_flag(ctx, &flag, &S, 0, 1) == LI_OK && !flag.linear && !flag.known, "not linear");
    if (read(ctx, &m, &S, "system s\ncoord x, y\nspeed v, al with x' = v*cos(al), y' = v*sin(al)\nkinetic x'^2 + y'^2\nconstraint c: x' = 2*y'\nconstraint d: v = 1\n")) {
        li_check(ctx, li_motion_flag(ctx, &flag, &S, 0, 1) == LI_OK && flag.known && flag.dimension == 1 && flag.integrals == 1, "in speeds");
        li_check(ctx, li_motion_flag(ctx, &flag, &S, 1, 1) == LI_OK && !flag.linear, "a relation of speeds");
    }
}

/* ---- power ---- */

/* by F on V, V = ... + v0: natural l.v in the declared velocities, real F V; they are what the definitions say. */
static void power(li_ctx *ctx, li_rand *rng)
{
    static const char *const F[] = { "1", "x", "x'^2 + t", "-2" }, *const V[] = { "x' + z*y'", "x' - y' + t", "2*y' + x*t", "z' + sin(x)*x' + 3" };
    static const char *const quasi[] = { "", "quasi w1 = x' + t*y' + x, w2 = y' + 2, w3 = z'\n", "quasi w = x' + y' + t\n" };
    int f = li_rand_below(rng, 4), v = li_rand_below(rng, 4), q = li_rand_below(rng, 3);
    char source[600];
    li_model m;
    li_motion S;
    li_expr natural, real, zero[3], none = li_expr_int(ctx, 0);

    snprintf(source, sizeof source, "system s\ncoord x, y, z\n%skinetic x'^2 + y'^2 + z'^2\nconstraint c: x' = y' + t by %s on %s\nconstraint e: %s = 0\n", quasi[q], F[f], V[v], V[v]);
    if (!read(ctx, &m, &S, source))
        return;
    li_expr force = li_model_expression(ctx, &m, F[f], strlen(F[f]), NULL), velocity = li_model_expression(ctx, &m, V[v], strlen(V[v]), NULL);
    for (size_t r = 0; r < 3; r++)
        zero[r] = none;
    li_expr rest = li_expr_subst(ctx, velocity, 3, S.v, zero), at_t = li_expr_mul(ctx, force, li_expr_sub(ctx, velocity, rest));
    for (size_t i = 0; i < m.quasis; i++) {                    /* sum_r l_r v^r = l_w . w: each mu_0 adds its part */
        li_quasi Q;
        if (li_quasi_init(ctx, &Q, &S) != LI_OK)
            return;
        for (size_t r = 0; r < 3; r++)
            at_t = li_expr_add(ctx, at_t, li_expr_mul(ctx, li_expr_mul(ctx, force, li_expr_diff(ctx, velocity, S.v[r])), li_expr_mul(ctx, Q.A[r * 3 + i], Q.b[i])));
    }
    li_check(ctx, li_motion_power(ctx, &S, 0, &natural, &real) == LI_OK, "%s", source);
    li_same(ctx, natural, at_t, source, 0);
    li_same(ctx, real, li_expr_mul(ctx, force, velocity), source, 1);
    li_check(ctx, li_motion_power(ctx, &S, 1, &natural, &real) == LI_OK, "%s", source);      /* ideal: the real power is a */
    li_same(ctx, real, S.relation[1], source, 2);
}

/* Homogeneous of degree m: both are m a; not homogeneous: l.q'. In speeds the direction is on q'. */
static void known_power(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *source, *natural, *real; } cases[] = {
        { "coord x, y\nkinetic x'^2 + y'^2\nconstraint c: x'^3 = y'^3\n", "3*(x'^3 - y'^3)", "3*(x'^3 - y'^3)" },
        { "coord x, y\nkinetic x'^2 + y'^2\nconstraint c: x'^2 + y'^2 = 4\n", "2*(x'^2 + y'^2)", "2*(x'^2 + y'^2)" },
        { "coord x, y\nkinetic x'^2 + y'^2\nconstraint c: x = sin(t)\n", "x'", "x' - cos(t)" },
        { "coord x, y\nspeed v, al with x' = v*cos(al), y' = v*sin(al)\nkinetic x'^2 + y'^2\nconstraint c: x' = 2*y' + 1 by 3*x' + 5\n", "3*v*cos(al)", "3*v*cos(al) + 5" },
        { "coord x, y\nspeed v, al with x' = v*cos(al), y' = v*sin(al)\nkinetic x'^2 + y'^2\nconstraint c: x' = 2*y' + 1\n", "v*cos(al) - 2*v*sin(al)", "v*cos(al) - 2*v*sin(al) - 1" },
        { "coord x, y\nquasi w = x' + t\nkinetic x'^2 + y'^2\nconstraint c: w = 0\n", "w", "w" },
        { "coord x, y\nquasi w = x' + t\nkinetic x'^2 + y'^2\nconstraint c: x' = 3\n", "w", "x' - 3" },
    };

    (void)ctx;
    (void)rng;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        li_ctx *own = li_ctx_new();
        li_model m;
        li_motion S;
        li_expr natural, real;
        if (own == NULL || !read(own, &m, &S, cases[i].source))
            return;
        li_check(own, li_motion_power(own, &S, 0, &natural, &real) == LI_OK, "%s", cases[i].source);
        li_same(own, natural, li_model_basic(own, &m, li_model_expression(own, &m, cases[i].natural, strlen(cases[i].natural), NULL)), cases[i].source, 0);
        li_same(own, real, li_model_basic(own, &m, li_model_expression(own, &m, cases[i].real, strlen(cases[i].real), NULL)), cases[i].source, 1);
        li_ctx_free(own);
    }
}

int main(void)
{
    li_test_run("hidden", hidden, 40);
    li_test_run("known", known, 1);
    li_test_run("others", others, 1);
    li_test_run("power", power, 30);
    li_test_run("known power", known_power, 1);
    return li_test_done();
}

/* t-read.c - models in, structure out */
#include <string.h>

#include "../../core/test/harness.h"
#include "liaison/model.h"

static const char hoop[] =
    "system hoop \"A hoop rolling on a horizontal plane\"\n"
    "param a, A, C, g                       # radius, moments of inertia; the mass is 1\n"
    "coord xi, eta, zeta, theta, psi, phi   # centre, Euler angles\n"
    "quasi u = xi'*cos(psi) + eta'*sin(psi),                                      # velocity of the centre,\n"
    "      v = (-xi'*sin(psi) + eta'*cos(psi))*cos(theta) + zeta'*sin(theta),     # on axes x horizontal,\n"
    "      w = (xi'*sin(psi) - eta'*cos(psi))*sin(theta) + zeta'*cos(theta)       # z along the axle\n"
    "quasi p = theta', q = psi'*sin(theta), r = phi' + psi'*cos(theta)            # rotation on the same axes\n"
    "kinetic (u^2 + v^2 + w^2)/2 + A*(p^2 + q^2)/2 + C*r^2/2\n"
    "potential g*zeta\n"
    "constraint rolling: u = -a*r, v = 0, w = a*p\n"
    "claim (C + a^2)*r' = a^2*p*q\n"
    "claim integral (A + a^2)*p^2 + A*q^2 + (C + a^2)*r^2 + 2*g*a*sin(theta)\n"
    "claim equivalent tzenoff-quasi-T, appell-quasi-nh,  # two lines\n"
    "   tzenoff-9\n"
    "claim incompatible at theta = pi/2, theta' = 0\n";

static bool read_model(li_ctx *ctx, li_model *m, const char *source)
{
    li_status status = li_model_read(ctx, m, source, strlen(source));
    li_check(ctx, status == LI_OK, "%s\n%s", source, li_diagnostic_count(ctx) > 0 ? li_diagnostic_at(ctx, 0)->message : "");
    return status == LI_OK;
}

/* The node of an expression in the names of the model. */
static li_expr e(li_ctx *ctx, const li_model *m, const char *source)
{
    li_expr x = li_model_expression(ctx, m, source, strlen(source), NULL);
    li_check(ctx, x != li_expr_undefined(), "no meaning: %s", source);
    return x;
}

static void the_hoop(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    (void)rng;
    if (!read_model(ctx, &m, hoop))
        return;
    li_check(ctx, strcmp(m.name, "hoop") == 0 && strcmp(m.title, "A hoop rolling on a horizontal plane") == 0, "name and title");
    li_check(ctx, m.params == 4 && m.coords == 6 && m.quasis == 6 && m.constraints == 1 && m.claims == 4, "counts");
    li_check(ctx, m.T0 == e(ctx, &m, "(u^2 + v^2 + w^2)/2 + A*(p^2 + q^2)/2 + C*r^2/2"), "T0");
    li_check(ctx, m.V == e(ctx, &m, "g*zeta"), "V");
    li_check(ctx, m.quasi[5].value == e(ctx, &m, "phi' + psi'*cos(theta)"), "r");
    li_check(ctx, li_expr_class(m.quasi[5].w) == LI_VELOCITY && li_expr_class(m.quasi[5].rate) == LI_ACCELERATION, "r, r'");
    li_check(ctx, m.coord[3].place.line == 3 && m.coord[3].place.column == 22, "the place of theta");

    const li_constraint *c = &m.constraint[0];
    li_check(ctx, c->n == 3 && c->reactions == 3 && c->by == NULL, "rolling");
    li_check(ctx, c->a[0] == e(ctx, &m, "u + a*r") && c->a[1] == e(ctx, &m, "v") && c->a[2] == e(ctx, &m, "w - a*p"), "its relations");
    li_check(ctx, strcmp(c->label[2], "rolling.3") == 0 && !c->holonomic[2], "rolling.3");
    li_check(ctx, e(ctx, &m, "rolling.2") == c->multiplier[1] && li_expr_class(c->multiplier[1]) == LI_MULTIPLIER, "its multiplier");
    li_check(ctx, strcmp(c->multiplier_name[1], "rolling.2") == 0, "the name of its multiplier");
}

static void its_claims(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    (void)rng;
    if (!read_model(ctx, &m, hoop))
        return;
    li_check(ctx, m.claim[0].kind == LI_CLAIM_EQUAL && m.claim[0].n == 2 && strcmp(m.claim[0].text, "(C + a^2)*r' = a^2*p*q") == 0, "%s", m.claim[0].text);
    li_check(ctx, li_ast_value(ctx, m.scope, m.claim[0].tree[1]) == e(ctx, &m, "a^2*p*q"), "its right side");
    li_check(ctx, m.claim[1].kind == LI_CLAIM_INTEGRAL && m.claim[1].n == 1 && m.claim[1].place.line == 12, "an integral");
    li_check(ctx, m.claim[2].kind == LI_CLAIM_EQUIVALENT && m.claim[2].words_n == 3 && strcmp(m.claim[2].words[0], "tzenoff-quasi-T") == 0 &&
             strcmp(m.claim[2].words[2], "tzenoff-9") == 0, "forms");
    li_check(ctx, strcmp(m.claim[2].text, "equivalent tzenoff-quasi-T, appell-quasi-nh, tzenoff-9") == 0, "%s", m.claim[2].text);
    li_check(ctx, m.claim[3].kind == LI_CLAIM_INCOMPATIBLE && m.claim[3].at_n == 2 && m.claim[3].at[1]->kind == LI_AST_EQUAL &&
             m.claim[3].at[1]->arg[0]->primes == 1, "a state");
}

static void other_claims(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *source; li_claim_kind kind; size_t n, words, at; } claim[] = {
        { "x'' = 0 at x = 1", LI_CLAIM_EQUAL, 2, 0, 1 }, { "symmetry D(x) + y*D(y)", LI_CLAIM_SYMMETRY, 1, 0, 0 },
        { "compatible", LI_CLAIM_COMPATIBLE, 0, 0, 0 }, { "incompatible at x = 1, y' = 2", LI_CLAIM_INCOMPATIBLE, 0, 0, 2 },
        { "holonomic c", LI_CLAIM_HOLONOMIC, 0, 1, 0 }, { "nonholonomic d.2", LI_CLAIM_NONHOLONOMIC, 0, 1, 0 },
        { "verdict indeterminate at x = 0", LI_CLAIM_VERDICT, 0, 1, 1 }, { "equivalent I, kane", LI_CLAIM_EQUIVALENT, 0, 2, 0 },
        { "invariant d(x) /\\ d(y)", LI_CLAIM_INVARIANT, 1, 0, 0 }, { "invariant relative (x*d(y))", LI_CLAIM_INVARIANT, 1, 1, 0 },
        { "involution x, y', x*y", LI_CLAIM_INVOLUTION, 3, 0, 0 }, { "independent -x", LI_CLAIM_INDEPENDENT, 1, 0, 0 },
        { "integral -x'", LI_CLAIM_INTEGRAL, 1, 0, 0 }, { "verdict = 2*x", LI_CLAIM_EQUAL, 2, 0, 0 }
    };
    (void)rng;
    for (size_t i = 0; i < sizeof claim / sizeof *claim; i++) {
        li_text source;
        li_model m;
        li_text_init(&source);
        li_text_printf(ctx, &source, "coord x, y\nkinetic x'^2 + y'^2\nparam verdict\nconstraint c: x = y\nconstraint d: x' = y, y' = x*t\nclaim %s", claim[i].source);
        if (read_model(ctx, &m, source.s))
            li_check(ctx, m.claims == 1 && m.claim[0].kind == claim[i].kind && m.claim[0].n == claim[i].n && m.claim[0].words_n == claim[i].words &&
                     m.claim[0].at_n == claim[i].at && strcmp(m.claim[0].text, claim[i].source) == 0, "%s", claim[i].source);
        li_text_clear(ctx, &source);
    }
}

static void parameters(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    (void)rng;
    if (!read_model(ctx, &m, "param I = m*l^2/3, m = 0.5, l = 2*pi, n\ncoord x\nkinetic I*x'^2/2\nassume 0 < m <= l, n != 0, -l < n"))
        return;
    li_check(ctx, m.param[0].derived && m.param[0].value == e(ctx, &m, "m*l^2/3"), "a derived parameter");
    li_check(ctx, m.T0 == e(ctx, &m, "m*l^2/6*x'^2"), "substituted");
    li_check(ctx, !m.param[1].derived && m.param[1].value == li_expr_frac(ctx, 1, 2) && m.param[1].decimal, "a decimal");
    li_check(ctx, !m.param[2].derived && !m.param[2].decimal && e(ctx, &m, "l") == m.param[2].symbol, "a value does not replace its symbol");
    li_check(ctx, m.param[3].value == NULL, "no value");
    li_check(ctx, m.assumptions == 4 && m.assumption[0].e == e(ctx, &m, "-m") && m.assumption[0].relation == LI_LESS, "0 < m");
    li_check(ctx, m.assumption[1].e == e(ctx, &m, "m - l") && m.assumption[1].relation == LI_AT_MOST, "m <= l");
    li_check(ctx, li_exact_sign(ctx, m.param[1].symbol) == 1, "m > 0 is known from now on");
}

static void functions(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    (void)rng;
    if (!read_model(ctx, &m, "coord x, y\nfunction h(x) = x^2*y + f(x)\nfunction f(s)\nfunction s(t)\nkinetic x'^2 + y'^2 + h'(2*x) + s''(t)\npotential h(t) + ddt(s(t)*x)*0\n"
                             "let v = ddt(h(x))"))
        return;
    li_check(ctx, m.T0 == e(ctx, &m, "x'^2 + y'^2 + (4*x*y + f'(2*x)) + s''(t)"), "the derivative of a definition, then its argument");
    li_check(ctx, m.V == e(ctx, &m, "t^2*y + f(t)"), "the argument hides the coordinate of its name");
    li_check(ctx, li_exact_equal(ctx, e(ctx, &m, "v"), e(ctx, &m, "2*x*x'*y + x^2*y' + f'(x)*x'")) == LI_YES, "d/dt");
    li_check(ctx, m.functions == 3 && m.function[0].body != NULL && m.function[1].body == NULL, "known and unknown");
}

static void reactions(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    (void)rng;
    if (!read_model(ctx, &m, "coord xi, zeta, theta\nkinetic xi'^2 + zeta'^2 + theta'^2\n"
                             "constraint guide: xi = zeta, zeta' = 0 by xi', by f*N on zeta' and -1 on theta', by theta' multiplier lam, mu, nu\n"
                             "constraint ideal: xi' = t*theta' multiplier N\nparam f\nforce -f*xi' on xi' - 2*theta'"))
        return;
    const li_constraint *c = &m.constraint[0];
    li_check(ctx, c->n == 2 && c->reactions == 3 && c->holonomic[0] && !c->holonomic[1], "two relations, three reactions");
    li_check(ctx, c->by[0].n == 1 && c->by[0].part[0].F == e(ctx, &m, "1") && c->by[0].part[0].V == e(ctx, &m, "xi'"), "by V");
    li_check(ctx, c->by[1].n == 2 && c->by[1].part[0].F == e(ctx, &m, "f*N") && c->by[1].part[1].V == e(ctx, &m, "theta'"), "by F on V and F on V");
    li_check(ctx, c->multiplier[2] == e(ctx, &m, "nu") && c->multiplier[1] == e(ctx, &m, "guide.2"), "by name and by label");
    li_check(ctx, strcmp(c->multiplier_name[0], "lam") == 0 && strcmp(c->label[1], "guide.2") == 0, "names");
    li_check(ctx, m.constraint[1].multiplier[0] == e(ctx, &m, "ideal") && e(ctx, &m, "ideal") == e(ctx, &m, "N"), "one relation");
    li_check(ctx, m.forces == 1 && m.force[0].F == e(ctx, &m, "-f*xi'") && m.force[0].V == e(ctx, &m, "xi' - 2*theta'"), "a force");
}

#define CONTACT "coord x, y\nkinetic x'^2 + y'^2\nparam f, d, varpi, e\n"

/* Options in any order, in lines of their own */
static void contacts(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    (void)rng;
    if (!read_model(ctx, &m, CONTACT "contact tip: friction f*N,\n  restitution e poisson, multiplier N, pivoting (x' + y') (varpi),\n"
                             "  sliding x', (2*y'),\n  rolling (y', x') d + x, gap x*y, mode sliding\ncontact bare: bilateral, normal y'\nlet z = bare\nassume z > 0"))
        return;
    const li_contact *c = &m.contact[0];
    li_check(ctx, m.contacts == 2 && c->gap == e(ctx, &m, "x*y") && c->W == e(ctx, &m, "x'*y + x*y'"), "the gap and its rate");
    li_check(ctx, c->resistance[LI_SLIDE].n == 2 && c->resistance[LI_SLIDE].v[1] == e(ctx, &m, "2*y'") && c->resistance[LI_SLIDE].coef == e(ctx, &m, "f*N"), "sliding");
    li_check(ctx, c->resistance[LI_ROLL].n == 2 && c->resistance[LI_ROLL].v[0] == e(ctx, &m, "y'") && c->resistance[LI_ROLL].coef == e(ctx, &m, "d + x"), "rolling");
    li_check(ctx, c->resistance[LI_PIVOT].n == 1 && c->resistance[LI_PIVOT].v[0] == e(ctx, &m, "x' + y'") && c->resistance[LI_PIVOT].coef == e(ctx, &m, "varpi"), "pivoting");
    li_check(ctx, c->restitution == LI_POISSON && c->e == e(ctx, &m, "e") && !c->bilateral && c->mode == LI_MODE_SLIDING, "restitution, mode");
    li_check(ctx, c->reaction[0] == e(ctx, &m, "N") && e(ctx, &m, "tip") == e(ctx, &m, "N"), "its reaction has two names");
    li_check(ctx, m.constraints == 2 && m.constraint[0].holonomic[0] && m.constraint[0].a[0] == c->gap && m.constraint[0].by[0].n == 6, "the constraint that it is");
    li_check(ctx, strcmp(m.constraint[1].label[0], "bare") == 0 && m.constraint[1].by == NULL && !m.constraint[1].holonomic[0], "a smooth one is ideal");
    li_check(ctx, m.contact[1].restitution == LI_RESTITUTION_NONE && m.contact[1].e == NULL && m.contact[1].mode == LI_MODE_SLIDING, "what was not said");
    li_check(ctx, m.assumptions == 2 && m.assumption[1].e == c->reaction[0], "N > 0 of the one that is not bilateral");
}

/* The mode, from outside: what is imposed, and what the names of the reactions mean */
static void modes(li_ctx *ctx, li_rand *rng)
{
    static const char *const word[] = { "open", "sliding", "rolling", "flying" };
    static const char source[] = CONTACT "contact tip: normal y', sliding x', friction f, multiplier N\nlet z = N + tip\n";
    li_mode mode = (li_mode)(LI_MODE_OPEN + li_rand_below(rng, 4));
    li_redefinition with = { "tip.mode", NULL, word[mode - LI_MODE_OPEN] };
    li_model m;

    if (mode > LI_MODE_ROLLING)
        mode = LI_MODE_NONE;
    li_check(ctx, li_model_read_with(ctx, &m, source, sizeof source - 1, 1, &with) == LI_OK && m.contact[0].mode == mode, "%s", with.text);
    li_check(ctx, m.constraints == (mode == LI_MODE_ROLLING ? 2 : mode == LI_MODE_SLIDING ? 1 : 0), "%zu constraints", m.constraints);
    li_check(ctx, li_expr_is_zero(e(ctx, &m, "z")) == (mode == LI_MODE_OPEN), "the reaction of an open contact is 0");
    if (mode != LI_MODE_ROLLING)
        return;
    li_check(ctx, m.constraint[0].by == NULL && m.constraint[1].by == NULL && m.constraint[1].a[0] == e(ctx, &m, "x'"), "no slip");
    li_check(ctx, m.constraint[1].multiplier[0] == e(ctx, &m, "tip.t1") && strcmp(m.constraint[1].name, "tip.t") == 0, "its reaction");
}

static void initial_values(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    bool decimal;
    (void)rng;
    if (!read_model(ctx, &m, "coord x\nparam a\nkinetic x'^2\nquasi p = 2*x'\nstart x = pi/a, p ~ 1.50, t = 1\nstart a = 1e1"))
        return;
    li_check(ctx, m.starts == 4 && m.start[0].x == m.coord[0].q && m.start[0].value == e(ctx, &m, "pi/a") && !m.start[0].decimal, "x");
    li_check(ctx, m.start[1].guess && m.start[1].x == m.quasi[0].w && m.start[1].decimal && m.start[1].value == li_expr_frac(ctx, 3, 2), "p");
    li_check(ctx, m.start[2].x == m.t && m.start[3].x == m.param[0].symbol && m.start[3].decimal && !m.start[3].guess, "t, a");
    li_model_expression(ctx, &m, "atan(4/3.)", 10, &decimal);
    li_check(ctx, decimal, "a decimal point");
    li_check(ctx, li_model_expression(ctx, &m, "x +", 3, &decimal) == li_expr_undefined() && li_diagnostic_errors(ctx) == 1, "half an expression");
    li_check(ctx, li_model_expression(ctx, &m, "x x", 3, &decimal) == li_expr_undefined() && li_diagnostic_errors(ctx) == 2, "two");
}

/* Basic velocities: d/dt and substitution commute with the definitions of quasi-velocities and speeds. */
static void basic(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    (void)rng;
    if (!read_model(ctx, &m, "coord x, y, theta\nspeed v, s with x' = v*cos(s), y' = v*sin(s)\nquasi p = 2*theta' + x', q = p - y'\n"
                             "kinetic m*(x'^2 + y'^2) + theta'^2\nparam m"))
        return;
    li_check(ctx, m.coord[0].motion == e(ctx, &m, "v*cos(s)") && m.coord[2].motion == NULL, "x' in the speeds");
    li_check(ctx, m.quasi[1].value == e(ctx, &m, "(2*theta' + x') - y'"), "a quasi-velocity by another one");
    li_expr q = li_model_basic(ctx, &m, e(ctx, &m, "q*sin(q)"));
    li_expr w = e(ctx, &m, "2*theta' + v*cos(s) - v*sin(s)");
    li_check(ctx, li_exact_equal(ctx, q, li_expr_mul(ctx, w, li_expr_apply(ctx, LI_SIN, w))) == LI_YES, "q sin q");
    li_check(ctx, li_model_ddt(ctx, &m, e(ctx, &m, "x*p*t*v")) == e(ctx, &m, "ddt(x*p*t*v)"), "ddt");
    li_check(ctx, li_exact_equal(ctx, e(ctx, &m, "ddt(x*p*t*v)"), e(ctx, &m, "x'*p*t*v + x*p'*t*v + x*p*v + x*p*t*v'")) == LI_YES, "Leibniz");
    li_check(ctx, e(ctx, &m, "ddt(ddt(theta))") == m.coord[2].a, "theta''");
}

/* Momenta stand in the order of their coordinates, and q' = dH/dp; the variables of a chart have rates. */
static void given(li_ctx *ctx, li_rand *rng)
{
    li_model m, c;
    (void)rng;
    if (!read_model(ctx, &m, "param k\nhamiltonian p*q^2 + k*t*q\nmomentum q of y\ncoord x, y\nhamiltonian y\nmomentum p of x"))
        return;
    li_check(ctx, m.speeds == 2 && strcmp(m.speed[0].name, "p") == 0 && m.speed[1].w == e(ctx, &m, "q") && m.speed[1].rate == e(ctx, &m, "q'"), "momenta");
    li_check(ctx, li_exact_equal(ctx, m.H, e(ctx, &m, "p*q^2 + k*t*q + y")) == LI_YES && li_expr_is_zero(m.T0) && li_expr_is_zero(m.V), "H");
    li_check(ctx, m.coord[0].motion == e(ctx, &m, "q^2") && m.coord[1].motion == e(ctx, &m, "2*p*q + k*t"), "dH/dp");
    li_check(ctx, li_model_basic(ctx, &m, e(ctx, &m, "x'*y'")) == li_model_basic(ctx, &m, e(ctx, &m, "q^2*(2*p*q + k*t)")), "q' put in");
    li_check(ctx, li_model_ddt(ctx, &m, e(ctx, &m, "p*x")) == e(ctx, &m, "p'*x + p*x'"), "ddt");
    if (!read_model(ctx, &c, "chart u, t, v\nomega d(u)/\\d(v)\nconstraint c: u = v by u'\nstart u = 1"))
        return;
    li_check(ctx, c.omega != NULL && c.H == NULL && c.charts == 3 && c.speeds == 2 && c.speed[1].w == e(ctx, &c, "v"), "a chart");
    li_check(ctx, !c.constraint[0].holonomic[0] && c.constraint[0].by[0].part[0].V == e(ctx, &c, "u'") && li_model_ddt(ctx, &c, e(ctx, &c, "u*t")) == e(ctx, &c, "u'*t + u"), "rates");
}

int main(void)
{
    li_test_run("the hoop", the_hoop, 1);
    li_test_run("its claims", its_claims, 1);
    li_test_run("other claims", other_claims, 1);
    li_test_run("parameters and assumptions", parameters, 1);
    li_test_run("functions", functions, 1);
    li_test_run("reactions", reactions, 1);
    li_test_run("contacts", contacts, 1);
    li_test_run("modes", modes, 12);
    li_test_run("initial values", initial_values, 1);
    li_test_run("basic velocities", basic, 1);
    li_test_run("given by H or by a form", given, 1);
    return li_test_done();
}

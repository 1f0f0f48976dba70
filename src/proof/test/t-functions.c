/* t-functions.c - the functions of the theory in claims: where they exist, and what they are called        [tzenoff 2-6] */
#include "../../liaison/test/models.h"
#include "liaison/proof.h"

#define OWN "param p_x\ncoord x\nkinetic p_x*x'^2/2\npotential p_x*x\n"
#define PAIR "coord x, p_x\nkinetic x'^2/2 + p_x'^2/2\npotential p_x*x\n"
#define LETTERS "param H, T0, K\ncoord x, y\nconstraint c: y' = x*x'\nkinetic T0*x'^2/2 + H*y'^2/2\npotential K*x\n"
#define DIRECTED "param m, k\ncoord x, y\nquasi u = x' + y\nkinetic m*(x'^2 + y'^2)/2\nforce k on y'\n" \
    "constraint c: y' = x*x' by x' + k*y'\n"
#define POLAR "param m\ncoord x, y\nspeed v, a with x' = v*cos(a), y' = v*sin(a)\nkinetic m*v^2/2\npotential m*y\n"
#define SQUARE "param m\ncoord x, y\nquasi u = x', v = y' + x\nkinetic m*(x'^2 + y'^2)/2\nconstraint c: y' = x'^2\n"
#define ROOT "param m, b\ncoord x, y\nkinetic m*(x'^2 + b*y'^2)/2\nconstraint c: y' = sqrt(1 + x'^2)\n"
#define CONE "param m\ncoord x, y, z\nkinetic m*(x'^2 + y'^2 + z'^2)/2\nconstraint cone: z'^2 = x'^2 + y'^2\n"

static const struct { const char *model, *claim; li_truth holds; } cases[] = {
    /* what is declared wins, whatever the name */
    { OWN, "equivalent canonical, lagrange", LI_YES },
    { OWN, "system.p_x = p_x*x'", LI_YES },
    { OWN, "system.p_x' = -p_x", LI_YES },
    { PAIR, "equivalent canonical, lagrange", LI_YES },
    { PAIR, "system.p_x = x'", LI_YES },
    { PAIR, "p_p_x' = -x", LI_YES },
    { LETTERS, "equivalent canonical, kane", LI_YES },
    { LETTERS, "system.H - (system.T0 + K*x) = 0", LI_YES },
    /* the direction of the reaction is nothing to them */
    { DIRECTED, "T0 = m*((u - y)^2 + y'^2)/2", LI_YES },
    { DIRECTED, "T1 = m*x^2*x'^2/2", LI_YES },
    { DIRECTED, "K_u = 0", LI_YES },
    { DIRECTED, "K_y = -m*(u - y)", LI_YES },
    { DIRECTED, "P0_y = k", LI_YES },
    { DIRECTED, "P_u = k*x", LI_YES },
    { DIRECTED, "p_x = m*x'*(1 + x^2)", LI_YES },
    { DIRECTED, "p_x' = m*x''*(1 + x^2) + 2*m*x*x'^2", LI_YES },
    { DIRECTED, "H = m*x'^2*(1 + x^2)/2", LI_YES },
    { DIRECTED, "C_x = 0", LI_YES },
    { DIRECTED, "Q_x = k*x", LI_YES },
    { POLAR, "T0 = m*v^2/2", LI_YES },
    { POLAR, "p_x = m*x'", LI_YES },
    { POLAR, "p_y' = -m", LI_YES },
    { POLAR, "H = m*v^2/2 + m*y", LI_YES },
    { POLAR, "Q_y = -m", LI_YES },
    { POLAR "constraint c: v = 1\n", "p_x = m*x'", LI_UNKNOWN },
    /* phi is put in where it can be */
    { SQUARE, "T = m*(x'^2 + x'^4)/2", LI_YES },
    { SQUARE, "diff(T, u) = m*(u + 2*u^3)", LI_YES },
    { SQUARE, "H = m*(x'^2 + 3*x'^4)/2", LI_YES },
    { SQUARE, "p_x = m*(x' + 2*x'^3)", LI_YES },
    { SQUARE, "equivalent V, VI, VII, VIII, IX, X, tzenoff-9, kane, gauss", LI_YES },
    { ROOT, "T1 = m*b*(1 + x'^2)/2", LI_YES },
    { ROOT, "p_x = m*(1 + b)*x'", LI_YES },
    { ROOT, "equivalent V, VI, VII, tzenoff-9, kane, gauss", LI_YES },
    { CONE, "T1 = m*z'^2/2", LI_UNKNOWN },
};

static void known(li_ctx *unused, li_rand *rng)
{
    (void)unused;
    (void)rng;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        li_ctx *ctx = li_ctx_new();
        li_solution X;
        li_court court;
        li_proof p;
        char source[1000];
        bench b;

        snprintf(source, sizeof source, "%sclaim %s\n", cases[i].model, cases[i].claim);
        if (ctx != NULL && bench_read(ctx, &b, source)) {
            bool heard = li_court_init(ctx, &court, &b.S, &X) == LI_OK && li_claim_prove(ctx, &p, &court, &b.m.claim[0]) == LI_OK;
            li_check(ctx, heard, "%s: %s", cases[i].claim, li_ctx_message(ctx));
            li_check(ctx, !heard || p.holds == cases[i].holds, "%s: %d, %s", cases[i].claim, (int)p.holds, p.why);
            li_court_clear(&court);
        }
        li_ctx_free(ctx);
    }
}

/* Where the dependent velocities that were asked for are quasi-velocities, the functions of q' choose their own. */
static void dependent(li_ctx *ctx, li_rand *rng)
{
    bench b;

    (void)rng;
    if (!bench_read(ctx, &b, "param m\ncoord x, y\nquasi u = x' + y', v = y' - x'\nkinetic m*(x'^2 + 3*y'^2)/2\nconstraint c: y' = x*x'\n"))
        return;
    b.S.chosen = 1;
    b.S.dependent = &b.m.quasi[1].w;
    li_expr p = li_motion_function(ctx, &b.S, "p_x"), want = li_model_expression(ctx, &b.m, "m*x'*(1 + 3*x^2)", 16, NULL);
    li_check(ctx, p != NULL && li_exact_equal(ctx, p, want) == LI_YES, "p_x: %s", li_ctx_message(ctx));
    li_quantities Q;
    li_check(ctx, li_motion_quantities(ctx, &Q, &b.S) == LI_OK && Q.why[0] == '\0' && Q.len == 9, "not 9 quantities");
}

/* No form calls anything by a name that the model declares: what it prints has no two meanings. */
static void names(li_ctx *ctx, li_rand *rng)
{
    static const char *const name[] = { "p_x", "p_y", "delta_x", "delta_p_x", "p_p_x", "H", "D", "T0", "Gamma_x", "S1", "K" };
    enum { NAMES = sizeof name / sizeof *name };
    char source[600];
    const char *m = name[li_rand_below(rng, NAMES)], *y = name[li_rand_below(rng, NAMES)];
    bench b;

    if (m == y)
        return;
    snprintf(source, sizeof source, "param %s\ncoord x, %s\nkinetic %s*x'^2/2 + %s'^2/2 + x*x'*%s'/3\npotential %s*x^2\nclaim equivalent canonical, lagrange, appell\n",
             m, y, m, y, y, y);
    if (!bench_read(ctx, &b, source))
        return;
    for (size_t i = 0; li_motion_form_name(i) != NULL; i++) {
        li_equations form;
        if (li_motion_form(ctx, &form, &b.S, li_motion_form_name(i), true) != LI_OK) {
            li_ctx_forgive(ctx);
            continue;
        }
        for (size_t k = 0; k < form.functions; k++)
            li_check(ctx, strcmp(form.function[k].name, m) != 0 && strcmp(form.function[k].name, y) != 0, "%s: the function %s", form.form, form.function[k].name);
        for (size_t k = 0; form.rate != NULL && k < form.unknowns; k++)
            li_check(ctx, strcmp(li_expr_name(form.unknown[k]), m) != 0 && strcmp(li_expr_name(form.unknown[k]), y) != 0, "the momentum %s", li_expr_name(form.unknown[k]));
    }
    li_solution X;
    li_court court;
    li_proof p;
    bool heard = li_court_init(ctx, &court, &b.S, &X) == LI_OK && li_claim_prove(ctx, &p, &court, &b.m.claim[0]) == LI_OK;
    li_check(ctx, heard && p.holds == LI_YES, "%s%s", source, heard ? p.why : li_ctx_message(ctx));
    li_court_clear(&court);
}

int main(void)
{
    li_test_run("known claims", known, 1);
    li_test_run("dependent", dependent, 1);
    li_test_run("names", names, 30);
    return li_test_done();
}

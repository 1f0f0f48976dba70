/* t-refute.c - what is refuted fails where it is said to, and what is proved holds wherever one looks
 *
 * Random systems, with relations that are products, squares, roots and angles; random claims. The state that refutes is printed,
 * read again, and evaluated as the command eval does. What is proved is evaluated at random states of the system. */
#include "../../liaison/test/models.h"
#include "../calculator.h"

static const char *const relations[] = {
    "", "", "constraint c: x^2 + y^2 = l^2 multiplier N", "constraint c: x*y = 0 multiplier N", "constraint c: z = x*y multiplier N",
    "constraint c: z' = y*x' multiplier N", "constraint c: x'^2 + y'^2 = k^2*z'^2 multiplier N", "constraint c: sqrt(x^2 + y^2) = l multiplier N",
    "constraint c: x = l*sin(z) multiplier N", "constraint c: (x - y)*(x' - k*z') = 0 multiplier N", "constraint c: x^2 + x*y + 2*y^2 = l multiplier N",
    "constraint c: y'*cos(z) = x'*sin(z) multiplier N", "constraint c: y' = k*x + t multiplier N", "constraint c: x = k*t multiplier N",
    "constraint c: x^2 + y^2 + z^2 = l^2 multiplier N\nconstraint d: x + y = k*z multiplier P", "constraint c: abs(x) = y multiplier N"
};
static const char *const terms[] = {
    "x", "y", "z", "x'", "y'", "z'", "x''", "y''", "x*y'", "y*x'", "x'^2", "x'*y'", "k*z", "g", "x*y", "abs(x)", "sqrt(y^2)", "x*x' + y*y'", "x*y - z",
    "T0", "ddt(x'')", "x'' + y''"
};
static const char *const places[] = { "", "", "", " at x = 1", " at y = 0", " at x' = 0", " at x = y", " at z' = 0, x = 0" };

#define PICK(list) list[li_rand_below(rng, (int)(sizeof list / sizeof *list))]

static void write_model(char *out, size_t size, li_rand *rng)
{
    static const char *const potentials[] = { "0", "g*y", "g*y + k*x^2/2", "x*z", "g*sqrt(x^2 + 1)" };
    static const char *const kinetics[] = { "m*(x'^2 + y'^2 + z'^2)/2", "(x'^2 + m*y'^2 + z'^2)/2", "(m*(x'^2 + y'^2) + z'^2 + x'*z')/2", "(x'^2 + (1 + x^2)*y'^2 + z'^2)/2" };
    char claim[200];
    bool products = li_rand_below(rng, 2);

    snprintf(claim, sizeof claim, products ? "(%s)*(%s) = %d" : "%s = %s + %d", PICK(terms), PICK(terms), li_rand_below(rng, 2));
    snprintf(out, size, "system s\nparam m, k, l, g\nassume m > 1, l > 0, k > 0\ncoord x, y, z\nkinetic %s\npotential %s\n%s\nclaim %s%s\n",
             PICK(kinetics), PICK(potentials), PICK(relations), claim, PICK(places));
}

/* left - right of the claim; undefined for rates of accelerations, which have no value here */
static li_expr difference(li_ctx *ctx, bench *b, const li_court *court)
{
    const li_claim *c = &b->m.claim[0];
    li_expr e = li_expr_sub(ctx, li_names_read(court->calculator, c->tree[0]), li_names_read(court->calculator, c->tree[1]));

    return li_motion_has_rates(ctx, &b->S, e) ? li_expr_undefined() : li_model_accelerations(ctx, &b->m, e);
}

/* The state as it is printed: x=value; ... */
static void write_state(li_ctx *ctx, li_text *out, const li_proof *p)
{
    for (size_t i = 0; i < p->n; i++) {
        li_expr_print(ctx, out, p->x[i]);
        li_text_put(ctx, out, " = ");
        li_expr_print(ctx, out, p->value[i]);
        li_text_put(ctx, out, "; ");
    }
}

/* e evaluated by the command's own way: 1: certainly not 0; 0: not; -1: there are no numbers */
static int evaluate(li_ctx *ctx, bench *b, const char *state, li_expr e)
{
    li_quantity one = { .group = "claim", .name = "difference", .e = e };
    li_quantities Q = { .len = 1, .at = &one, .why = "" };
    int verdict = -1;

    b->x = (li_values){ 0 };
    if (bench_state(ctx, b, state, 40) == LI_OK && li_values_find(ctx, &b->x, &b->S, &b->s, &Q, 40) == LI_OK) {
        bool motion = b->x.moves && (b->x.status == LI_COMPATIBLE || b->x.status == LI_REDUNDANT);
        for (size_t k = 0; k < b->S.p; k++)
            motion &= li_ball_below(&b->x.residual[k], 20, &b->x.t) && li_ball_below(&b->x.rate[k], 20, &b->x.t);
        if (motion)
            verdict = !li_ball_is_finite(&b->x.quantity[0]) ? -1 : !li_ball_below(&b->x.quantity[0], 20, &b->x.t);
    }
    li_values_clear(ctx, &b->x);
    if (li_ctx_status(ctx) != LI_OK)
        li_ctx_forgive(ctx);
    return verdict;
}

/* A proved claim at states of the system drawn at random; places are met by giving them. */
static void look_around(li_ctx *ctx, bench *b, li_expr e, const char *source, li_rand *rng)
{
    static const char *const names[] = { "x", "y", "z", "x'", "y'", "z'" };
    char text[600];

    for (int t = 0; t < 4; t++) {
        int used = snprintf(text, sizeof text, "m = %d; k = %d; l = %d; g = %d; ", 2 + li_rand_below(rng, 3), 1 + li_rand_below(rng, 3), 2 + li_rand_below(rng, 3), 1 + li_rand_below(rng, 3));
        for (size_t i = 0; i < 6; i++)
            if (li_rand_below(rng, 3) > 0)
                used += snprintf(text + used, sizeof text - (size_t)used, "%s = %d/%d; ", names[i], li_rand_below(rng, 7) - 3, 2 + li_rand_below(rng, 3));
        li_check(ctx, evaluate(ctx, b, text, e) != 1, "proved, but not at %s\n%s", text, source);
    }
}

static void verdicts(li_ctx *ctx, li_rand *rng)
{
    char source[1000];
    li_solution X;
    li_court court = { 0 };
    li_proof p;
    li_text state;
    bench b;

    write_model(source, sizeof source, rng);
    if (!bench_read(ctx, &b, source) || li_court_init(ctx, &court, &b.S, &X) != LI_OK || li_claim_prove(ctx, &p, &court, &b.m.claim[0]) != LI_OK) {
        li_check(ctx, false, "%s\n%s", source, li_ctx_message(ctx));
        li_court_clear(&court);
        return;
    }
    li_expr e = difference(ctx, &b, &court);
    li_text_init(&state);
    write_state(ctx, &state, &p);
    if (p.holds == LI_UNKNOWN)
        li_test_undecided();
    else if (p.holds == LI_NO && p.n > 0 && e != li_expr_undefined())
        li_check(ctx, evaluate(ctx, &b, li_text_str(&state), e) == 1, "not refuted at %s\n%s", li_text_str(&state), source);
    else if (p.holds == LI_YES && b.m.claim[0].at_n == 0 && e != li_expr_undefined())
        look_around(ctx, &b, e, source, rng);
    li_text_clear(ctx, &state);
    li_court_clear(&court);
}

/* The state that refutes is at the place of the claim, though what fails there does not say where that is. */
static void places_are_met(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *claim, *place; } cases[] = {
        { "z = 0 at N = 0", "N" }, { "z = 1 at x' = 2", "x' - 2" }, { "z' = 0 at x = y", "x - y" },
    };
    size_t i = (size_t)li_rand_below(rng, 3);
    char source[1000];
    li_solution X;
    li_court court = { 0 };
    li_proof p;
    li_text state;
    bench b;

    snprintf(source, sizeof source, "system s\nparam l, g\nassume l > 0, g > 0\ncoord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential g*z\n"
             "constraint c: x^2 + y^2 + z^2 = l^2 multiplier N\nclaim %s\n", cases[i].claim);
    li_text_init(&state);
    if (bench_read(ctx, &b, source) && li_court_init(ctx, &court, &b.S, &X) == LI_OK && li_claim_prove(ctx, &p, &court, &b.m.claim[0]) == LI_OK) {
        li_check(ctx, p.holds == LI_NO && p.n > 0, "%s: %d, %s", cases[i].claim, (int)p.holds, p.why);
        write_state(ctx, &state, &p);
        li_expr place = li_model_expression(ctx, &b.m, cases[i].place, strlen(cases[i].place), NULL);
        li_check(ctx, evaluate(ctx, &b, li_text_str(&state), place) == 0, "%s is refuted elsewhere, at %s", cases[i].claim, li_text_str(&state));
    }
    li_text_clear(ctx, &state);
    li_court_clear(&court);
}

/* Past the budget the accelerations are not written out: what holds is proved by residues, what fails refuted by numbers. */
static void past_the_budget(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *claim; li_truth holds; } cases[] = {
        { "integral T0 - g*(3*cos(p) + 2*cos(q) + cos(r))", LI_YES }, { "integral T0 + g*(3*cos(p) + 2*cos(q) + cos(r))", LI_NO },
        { "r'' = k*q''", LI_YES }, { "p'' = -g*sin(p)", LI_NO },
    };
    static const char *const model = "system chain\nparam g, k\ncoord p, q, r\n"
        "kinetic (3*p'^2 + 2*q'^2 + r'^2)/2 + 2*cos(p - q)*p'*q' + cos(p - r)*p'*r' + cos(q - r)*q'*r'\n"
        "potential -g*(3*cos(p) + 2*cos(q) + cos(r))\nconstraint gear: r' = k*q' multiplier N\n";
    size_t i = (size_t)li_rand_below(rng, (int)(sizeof cases / sizeof *cases));
    char source[2000];
    li_solution X;
    li_court court = { 0 };
    li_proof p;
    bench b;

    snprintf(source, sizeof source, "%sclaim %s\n", model, cases[i].claim);
    if (!bench_read(ctx, &b, source))
        return;
    li_exact_budget(ctx, 1000);
    bool heard = li_court_init(ctx, &court, &b.S, &X) == LI_OK;
    li_check(ctx, heard && X.len == 1 && X.branch[0].unknowns > 0, "it is not past the budget: %s", li_ctx_message(ctx));
    li_exact_budget(ctx, 10000000);
    if (heard && li_claim_prove(ctx, &p, &court, &b.m.claim[0]) == LI_OK)
        li_check(ctx, p.holds == cases[i].holds, "%s: %d, %s", cases[i].claim, (int)p.holds, p.why);
    li_court_clear(&court);
}

int main(void)
{
    li_test_run("verdicts", verdicts, 40);
    li_test_run("places", places_are_met, 6);
    li_test_run("past the budget", past_the_budget, 8);
    return li_test_done();
}

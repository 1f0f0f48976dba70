/* t-reactions.c - reactions as functions of the state: at a state they are the numbers that eval finds there */
#include "draw.h"
#include "liaison/room.h"
#include "models.h"

enum { DIGITS = 20, BITS = 400, TEXT = LI_DRAW_TEXT };

/* ---- functions at a state ---- */

/* The symbols of a state, quasi-velocities and multipliers, and their values there */
typedef struct { size_t n; li_expr x[64]; li_ball at[64]; } place;

static void add(li_ctx *ctx, place *p, li_expr x, const li_ball *value)
{
    p->x[p->n] = x;
    li_ball_init(ctx, &p->at[p->n]);
    li_ball_set(&p->at[p->n++], value);
}

static void place_init(li_ctx *ctx, place *p, const bench *b)
{
    li_ball value;

    p->n = 0;
    li_ball_init(ctx, &value);
    for (size_t i = 0; i < b->s.n; i++) {
        li_ball_value(ctx, &value, b->s.value[i], BITS, 2 * BITS);
        add(ctx, p, b->s.x[i], &value);
    }
    for (size_t i = 0; i < b->m.quasis; i++)
        add(ctx, p, b->m.quasi[i].w, &b->x.quasi[i]);
    for (size_t h = 0; h < b->S.r && b->x.reacts; h++)
        add(ctx, p, b->S.lambda[h], &b->x.multiplier[h]);
    li_ball_clear(&value);
}

static void place_clear(place *p)
{
    for (size_t i = 0; i < p->n; i++)
        li_ball_clear(&p->at[i]);
}

/* Has e the value x there? Where e is not defined (velocities solved for by what vanishes just there) nothing can be said. */
static bool is(li_ctx *ctx, const place *p, li_expr e, const li_ball *x)
{
    li_ball value;
    bool ok = li_ball_init(ctx, &value) == LI_OK && li_numbers_run(ctx, &value, 1, &e, p->n, p->x, p->at, BITS) == LI_OK, defined = li_ball_is_finite(&value);

    if (ok && defined)
        li_ball_sub(&value, &value, x, BITS);
    if (!defined)
        li_test_undecided();
    ok = ok && (!defined || li_ball_below(&value, DIGITS, x) || (li_ball_contains_zero(&value) && li_ball_radius(&value) < 1e-18));
    li_ball_clear(&value);
    return ok;
}

static void compare(li_ctx *ctx, const bench *b, const li_reactions *R, const char *source, const char *set)
{
    place p;
    size_t P = b->S.p, r = b->S.r;

    place_init(ctx, &p, b);
    for (size_t h = 0; h < r; h++)
        for (size_t k = 0; k < P; k++)
            li_check(ctx, is(ctx, &p, R->coupling[h * P + k], &b->x.coupling[h * P + k]), "coupling[%zu][%zu]\n%s%s", h, k, source, set);
    for (size_t k = 0; k < P; k++)
        li_check(ctx, is(ctx, &p, R->drive[k], &b->x.drive[k]), "drive[%zu]\n%s%s", k, source, set);
    if (P == r && R->compatibility == NULL)
        li_test_undecided();
    else if (P == r)
        li_check(ctx, is(ctx, &p, R->compatibility, &b->x.compatibility), "compatibility\n%s%s", source, set);
    for (size_t h = 0; h < r && b->x.reacts; h++)
        if (R->multiplier[h] != NULL)
            li_check(ctx, is(ctx, &p, R->multiplier[h], &b->x.multiplier[h]), "multiplier %zu\n%s%s", h, source, set);
    place_clear(&p);
}

/* ---- random systems ---- */

static const char *pick(li_rand *rng)
{
    static const char *const atom[] = { "1", "2", "m", "q0", "sin(q1)", "t", "k*q1", "cos(q0)", "-1", "q0*q1" };
    return atom[li_rand_below(rng, 10)];
}

static void put_form(char *s, li_rand *rng, int n)
{
    for (int i = 0; i < n; i++)
        li_draw_put(s, "%s(%s)*q%d'", i > 0 ? " + " : "", pick(rng), i);
}

/* Linear relations q_i' + ... = ..., i < p, in coordinates or quasi-velocities, ideal or not */
static void draw_system(char *s, li_rand *rng, int n, int p)
{
    bool quasi = li_rand_below(rng, 2);

    s[0] = '\0';
    li_draw_put(s, "system drawn\nparam m = 3/2, k = 5/3\ncoord ");
    for (int i = 0; i < n; i++)
        li_draw_put(s, "%sq%d", i > 0 ? ", " : "", i);
    bool whole = li_rand_below(rng, 2);              /* else they are completed, by q0' */
    for (int i = 0; quasi && i < n - !whole; i++)
        li_draw_put(s, "\nquasi w%d = q%d' + (%s)*q%d' + %s", i, i, i + 1 == n ? "0" : whole ? pick(rng) : "2", (i + 1) % n, li_rand_below(rng, 3) == 0 ? pick(rng) : "0");
    li_draw_put(s, "\nkinetic m*(");
    for (int i = 0; i < n; i++)
        li_draw_put(s, "q%d'^2 + ", i);
    li_draw_put(s, "(%s)*q0'*q1'/9)/2\npotential k*q0^2 + %s\nforce %s - q0' on q1'\n", li_rand_below(rng, 2) ? "sin(q0)" : "0", pick(rng), pick(rng));
    for (int k = 0; k < p; k++) {
        li_draw_put(s, "constraint c%d: q%d'", k, k);
        for (int i = p; i < n; i++)
            li_draw_put(s, " + (%s)*q%d'", pick(rng), i);
        li_draw_put(s, " = %s", li_rand_below(rng, 2) ? "0" : pick(rng));
        if (li_rand_below(rng, 3) == 0) {
            li_draw_put(s, " by 1 on q%d' and %s on ", k, pick(rng));
            put_form(s, rng, n);
        }
        li_draw_put(s, "\n");
    }
}

/* What the relations leave free */
static void draw_place(char *s, li_rand *rng, int n, int p)
{
    s[0] = '\0';
    li_draw_put(s, "t = 1/3;");
    for (int i = 0; i < n; i++)
        li_draw_put(s, "q%d = %d/%d;", i, li_draw_number(rng), 2 + li_rand_below(rng, 3));
    for (int i = p; i < n; i++)
        li_draw_put(s, "q%d' = %d/%d;", i, li_draw_number(rng), 1 + li_rand_below(rng, 3));
}

static void functions(li_ctx *ctx, li_rand *rng)
{
    int n = 2 + li_rand_below(rng, 2), p = 1 + li_rand_below(rng, 2);
    char source[TEXT], set[TEXT];
    li_reactions R;
    bench b;

    draw_system(source, rng, n, p);
    draw_place(set, rng, n, p);
    if (!bench_read(ctx, &b, source))
        return;
    li_status found = li_reactions_find(ctx, &R, &b.S);
    if (found == LI_BUDGET || found == LI_UNDECIDED || (found == LI_OK && R.status == LI_NOT_DECIDED)) {
        li_test_undecided();
        return;
    }
    li_check(ctx, found == LI_OK, "%s: %s\n%s", li_status_name(found), li_ctx_message(ctx), source);
    if (found == LI_OK && bench_values(ctx, &b, set, DIGITS) && b.x.coupled)
        compare(ctx, &b, &R, source, set);
    bench_clear(ctx, &b);
}

/* The same off the constraints: coupling and drive are functions of every state. */
static void everywhere(li_ctx *ctx, li_rand *rng)
{
    int n = 2 + li_rand_below(rng, 2), p = 1 + li_rand_below(rng, 2);
    char source[TEXT], set[TEXT];
    li_reactions R;
    bench b;

    li_draw_model(source, rng, n, p);
    li_draw_state(set, rng, n);
    if (!bench_read(ctx, &b, source))
        return;
    if (li_reactions_free(ctx, &R, &b.S) != LI_OK) {
        li_test_undecided();
        return;
    }
    if (bench_values(ctx, &b, set, DIGITS) && b.x.coupled)
        compare(ctx, &b, &R, source, set);
    bench_clear(ctx, &b);
}

/* A relation twice, the second time times a function: one combination is determined, and is the single one's reaction. */
static void twice(li_ctx *ctx, li_rand *rng)
{
    int n = 2 + li_rand_below(rng, 2);
    char source[TEXT], set[TEXT], row[TEXT] = "", again[TEXT];
    li_reactions R;
    bench a, b;

    draw_system(source, rng, n, 0);
    li_draw_put(row, "q0'");
    for (int i = 1; i < n; i++)
        li_draw_put(row, " + (%s)*q%d'", pick(rng), i);
    again[0] = '\0';
    li_draw_put(again, "%sconstraint once: %s = 0\nconstraint again: (2 + q1^2)*(%s) = 0\n", source, row, row);
    li_draw_put(source, "constraint once: %s = 0\n", row);
    draw_place(set, rng, n, 1);
    if (!bench_read(ctx, &a, source) || !bench_values(ctx, &a, set, DIGITS) || !bench_read(ctx, &b, again))
        return;
    li_status found = li_reactions_find(ctx, &R, &b.S);
    if (found == LI_BUDGET || (found == LI_OK && R.status == LI_NOT_DECIDED))
        li_test_undecided();
    else if (found == LI_OK && a.x.status == LI_COMPATIBLE) {
        li_check(ctx, R.status == LI_REDUNDANT && R.combinations == 1 && R.rank == 1 && R.multiplier[0] == NULL && li_expr_is_zero(R.compatibility),
                 "%s\n%s", li_verdict_name(R.status), again);
        place p;
        li_expr ratio = li_model_expression(ctx, &b.m, "2 + q1^2", 8, NULL);
        place_init(ctx, &p, &a);
        li_check(ctx, li_exact_equal(ctx, R.combination[1], li_expr_mul(ctx, ratio, R.combination[0])) == LI_YES, "coefficients\n%s", again);
        li_check(ctx, is(ctx, &p, li_expr_div(ctx, R.combination[2], R.combination[0]), &a.x.multiplier[0]), "the sum of the reactions\n%s%s", again, set);
        place_clear(&p);
    }
    bench_clear(ctx, &a);
}

/* ---- known ones ---- */

#define PLANE "system s\nparam m, g, f, mu\ncoord x, y, z\nkinetic m*(x'^2 + y'^2 + z'^2)/2\npotential m*g*z\n"
#define SHARED "system s\ncoord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\n"

static const char *text_of(li_ctx *ctx, li_expr e)
{
    li_text t;
    li_text_init(&t);
    if (e == NULL)
        return "-";
    li_expr_print(ctx, &t, e);
    const char *s = li_alloc_string(ctx, li_text_str(&t), t.len);
    li_text_clear(ctx, &t);
    return s;
}

static void known(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *source; li_verdict status; size_t h; const char *multiplier, *zeros; } cases[] = {
        { PLANE "constraint floor: z = 0", LI_COMPATIBLE, 0, "m*g", "" },
        { PLANE "assume f > 0, mu > 0\nconstraint floor: z' = x'*f by z' and -mu on x'", LI_COMPATIBLE, 0, "m*g/(f*mu + 1)", "" },
        { PLANE "constraint floor: z' = x'*f by z' and -mu on x'", LI_COMPATIBLE, 0, "m*g/(f*mu + 1)", "" },
        { PLANE "constraint rod: x^2 + z^2 = f^2", LI_COMPATIBLE, 0, "m*(g*z - x'^2 - z'^2)/(2*f^2)", "" },
        { PLANE "constraint servo: z' = sin(x)*x' by x'", LI_COMPATIBLE, 0, "-m*(g + cos(x)*x'^2)/sin(x)", "sin(x)" },
        { SHARED "constraint a: x' = 0, y' = 0 by x', by 2*x', by y' multiplier lam, mu, nu\npotential 10*y", LI_REDUNDANT, 2, "10", "" },
        { SHARED "constraint a: x' = 0, x' = t", LI_INCOMPATIBLE, 0, "-", "" },
        { SHARED "constraint a: x' = 0 by y'\nconstraint b: y' = 0 by z'", LI_DEGENERATE, 1, "-", "" },
        { SHARED "constraint a: x' = 0 by y'\nconstraint b: y' = 0 by y'", LI_REDUNDANT, 0, "-", "" },
        { SHARED "constraint a: x'^2 + y'^2 = 4*z'^2\nforce 3 on z'", LI_COMPATIBLE, 0, "3/(10*z')", "z'" },
        { PLANE "assume N > 0\nconstraint floor: z' = 0 by z' and -mu*sign(N) on x' multiplier N", LI_COMPATIBLE, 0, "m*g", "" },
        { PLANE "force -N/2 on x'\nconstraint floor: z' + x' = 0 by z' multiplier N", LI_COMPATIBLE, 0, "2*m*g", "" },
        { PLANE "speed v, al with x' = v*cos(al), y' = v*sin(al)\nconstraint floor: z' = v by z'", LI_COMPATIBLE, 0, "m*g", "" },
        { SHARED "constraint a: x = sin(t)\nforce y on x'", LI_COMPATIBLE, 0, "-(y + sin(t))", "" },
    };

    (void)ctx;
    (void)rng;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        li_ctx *own = li_ctx_new();
        li_reactions R;
        bench b;
        if (own == NULL || !bench_read(own, &b, cases[i].source))
            return;
        li_check(own, li_reactions_find(own, &R, &b.S) == LI_OK && R.status == cases[i].status, "%s: %s", cases[i].source, li_verdict_name(R.status));
        li_expr lambda = R.multiplier[cases[i].h], want = lambda == NULL ? NULL : li_model_expression(own, &b.m, cases[i].multiplier, strlen(cases[i].multiplier), NULL);
        li_check(own, lambda == NULL ? strcmp(cases[i].multiplier, "-") == 0 : li_exact_equal(own, lambda, want) == LI_YES, "%s: %s", cases[i].source, text_of(own, lambda));
        const char *zero = R.vanishing.factors > 0 ? text_of(own, R.vanishing.factor[0]) : "";
        li_check(own, strcmp(zero, cases[i].zeros) == 0 && R.vanishing.factors <= 1, "%s vanishes at %s", cases[i].source, zero);
        li_ctx_free(own);
    }
}

/* Blocks in another order than relations and reactions: the sign of the determinant */
static void turned(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *source, *det; } cases[] = {
        { SHARED "constraint a: x' = y by y'\nconstraint b: y' = x by x'\n", "-1" },
        { SHARED "constraint a: x' = y by y'\nconstraint b: y' = z by 2*z'\nconstraint c: z' = x by x'\n", "2" },
        { SHARED "constraint a: z' = y by z'\nconstraint b: y' = x by x'\nconstraint c: x' = t by y'\n", "-1" },
    };

    (void)ctx;
    (void)rng;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        li_ctx *own = li_ctx_new();
        li_reactions R;
        bench b;
        if (own == NULL || !bench_read(own, &b, cases[i].source))
            return;
        bool found = li_reactions_find(own, &R, &b.S) == LI_OK;
        const char *det = found ? text_of(own, R.compatibility) : "";
        li_check(own, strcmp(det, cases[i].det) == 0, "%s: %s", cases[i].source, det);
        li_ctx_free(own);
    }
}

/* A reaction in its own law: the equation vanishes at every root that eval finds, and is not 0 elsewhere. */
static void own_law(li_ctx *ctx, li_rand *rng)
{
    static const char *const law[] = { "1 + N^2/7", "1 + N/3", "2 + N/(5 + N^2)" };
    char source[TEXT] = "";
    li_reactions R;
    bench b;

    li_draw_put(source, "system i\ncoord x, y, z\nkinetic 3*(x'^2 + y'^2 + z'^2)/2\nforce -%d on y'\nforce N on x'\nconstraint c: x' = 0 by 2*x' multiplier P\n"
                "constraint a: y' + 3*x' + z' = 0 by (%s) on y' multiplier N\n", 1 + li_rand_below(rng, 9), law[li_rand_below(rng, 3)]);
    if (!bench_read(ctx, &b, source) || !bench_values(ctx, &b, "", DIGITS))
        return;
    li_check(ctx, li_reactions_find(ctx, &R, &b.S) == LI_OK && R.implicit && R.equations == 1 && R.multiplier[0] != NULL && R.multiplier[1] == NULL, "%s", source);
    if (R.equations == 1 && R.multiplier[0] != NULL && b.x.complete) {
        place p = { 0 };
        li_ball zero;
        size_t roots = b.x.roots > 0 ? b.x.roots : b.x.reacts;
        li_ball_init(ctx, &zero);
        for (size_t i = 0; i < roots; i++) {
            const li_ball *root = b.x.roots > 0 ? &b.x.root[i * 2] : b.x.multiplier;
            p.n = 0;
            add(ctx, &p, b.S.lambda[1], &root[1]);
            li_check(ctx, is(ctx, &p, R.equation[0], &zero), "root %zu of %s\n%s", i, text_of(ctx, R.equation[0]), source);
            li_check(ctx, is(ctx, &p, R.multiplier[0], &root[0]), "P by N: %s\n%s", text_of(ctx, R.multiplier[0]), source);
            place_clear(&p);
        }
        li_check(ctx, li_exact_is_zero(ctx, R.equation[0]) == LI_NO, "an equation\n%s", source);
        li_ball_clear(&zero);
    }
    bench_clear(ctx, &b);
}

static void refused(const char *source, li_status want, uint64_t budget)
{
    li_ctx *ctx = li_ctx_new();
    li_reactions R;
    bench b;

    if (ctx == NULL || !bench_read(ctx, &b, source))
        return;
    if (budget > 0)
        li_exact_budget(ctx, budget);
    li_status found = li_reactions_find(ctx, &R, &b.S);
    li_check(ctx, found == want && (found != LI_OK || (R.p == 0 && R.status == LI_COMPATIBLE)), "%s\n%s", li_status_name(found), source);
    li_ctx_free(ctx);
}

static void refusals(li_ctx *ctx, li_rand *rng)
{
    (void)ctx;
    (void)rng;
    refused("system free\ncoord x\nkinetic x'^2\n", LI_OK, 0);
    refused("system massless\ncoord x, y\nkinetic x'^2/2\nconstraint a: y' = x'\n", LI_SINGULAR, 0);
    refused("system big\nparam a\ncoord x, y\nkinetic (a*x'^2 + (x' + sin(x)*y')^2*y^2 + y'^2*(x^2 + a))/2\nconstraint b: x' = sin(y)*y'\n", LI_BUDGET, 50);
}

/* ---- where products vanish ---- */

static void vanishing(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *e; size_t factors, conditions; } cases[] = {
        { "3", 0, 0 }, { "-(1 + x^2)", 0, 0 }, { "x*(1 + x^2)", 1, 0 }, { "(A + a^2)*(C + a^2)/(A*C)", 0, 2 }, { "A*cos(x)/B", 1, 1 },
        { "(A - a^2)*x^3*y", 3, 0 }, { "1/x", 0, 0 }, { "A*a^2 + B*x^2", 0, 3 }, { "(A + x^2)*(A + y^2)", 0, 1 }, { "p*q + r", 0, 2 },
    };
    const char *source = "system v\nparam a, A, B, C, p, q, r\nassume p > 0\ncoord x, y\nkinetic x'^2 + y'^2\n";
    bench b;

    (void)rng;
    if (!bench_read(ctx, &b, source))
        return;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        li_vanishing v;
        li_expr e = li_model_expression(ctx, &b.m, cases[i].e, strlen(cases[i].e), NULL);
        li_check(ctx, li_vanishing_find(ctx, &v, e) == LI_OK && v.factors == cases[i].factors && v.conditions == cases[i].conditions, "%s: %zu factors, %zu conditions",
                 cases[i].e, v.factors, v.conditions);
    }
}

int main(void)
{
    li_test_run("functions", functions, 60);
    li_test_run("everywhere", everywhere, 30);
    li_test_run("twice", twice, 20);
    li_test_run("known", known, 1);
    li_test_run("turned", turned, 1);
    li_test_run("own law", own_law, 12);
    li_test_run("refusals", refusals, 1);
    li_test_run("vanishing", vanishing, 1);
    return li_test_done();
}

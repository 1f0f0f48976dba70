/* t-values.c - the numbers at a state satisfy the equations that define them */
#include "draw.h"
#include "models.h"

enum { DIGITS = 20 };

/* ---- the equations ---- */

/* The balls of e at the state, with v', lambda and the rates of quasi-velocities as found; solved symbols are e's. */
typedef struct { size_t n; li_expr x[64]; li_ball at[64]; li_program P; } place;

static void add_input(li_ctx *ctx, place *p, li_expr x, const li_ball *value)
{
    p->x[p->n] = x;
    li_ball_init(ctx, &p->at[p->n]);
    li_ball_set(&p->at[p->n++], value);
}

static void place_init(li_ctx *ctx, place *p, const bench *b, const li_ball *a, const li_ball *lambda)
{
    p->n = 0;
    for (size_t i = 0; i < b->s.n; i++) {
        p->x[p->n] = b->s.x[i];
        li_ball_init(ctx, &p->at[p->n]);
        li_ball_value(ctx, &p->at[p->n++], b->s.value[i], 300, 600);
    }
    for (size_t i = 0; a != NULL && i < b->S.n; i++)
        add_input(ctx, p, b->S.a[i], &a[i]);
    for (size_t i = 0; lambda != NULL && i < b->S.r; i++)
        add_input(ctx, p, b->S.lambda[i], &lambda[i]);
    for (size_t i = 0; a != NULL && i < b->m.quasis; i++)
        add_input(ctx, p, b->m.quasi[i].rate, &b->x.quasi_acceleration[i]);
    li_program_init(ctx, &p->P, 0, NULL, p->n, p->x);
}

/* The last step: does e contain 0 in a small ball? */
static bool vanishes(li_ctx *ctx, place *p, li_expr e)
{
    li_balls run;
    li_ball out;

    li_ball_init(ctx, &out);
    li_program_finish(ctx, &p->P, 1, &e);
    li_balls_init(ctx, &run, &p->P, 300);
    bool ok = li_balls_step(ctx, &run, p->at, &out) == LI_OK && li_ball_contains_zero(&out) && li_ball_radius(&out) < 1e-12;
    li_balls_clear(ctx, &run);
    li_program_clear(ctx, &p->P);
    li_ball_clear(&out);
    for (size_t i = 0; i < p->n; i++)
        li_ball_clear(&p->at[i]);
    return ok;
}

static bool holds(li_ctx *ctx, const bench *b, li_expr e, const li_ball *a, const li_ball *lambda)
{
    place p;
    place_init(ctx, &p, b, a, lambda);
    return vanishes(ctx, &p, e);
}

/* M v' + h = sum lambda l, d/dt a_k = 0 and the rates of quasi-velocities, from the expressions of motion */
static void check_motion(li_ctx *ctx, const bench *b, const li_ball *a, const li_ball *lambda)
{
    const li_motion *S = &b->S;
    li_expr E[8];

    li_motion_inertia(ctx, S, E);
    for (size_t i = 0; i < S->n; i++) {
        for (size_t h = 0; h < S->r; h++)
            E[i] = li_expr_sub(ctx, E[i], li_expr_mul(ctx, S->lambda[h], S->l[h * S->n + i]));
        li_check(ctx, holds(ctx, b, E[i], a, lambda), "equation %zu of motion", i);
    }
    for (size_t k = 0; k < S->p; k++)
        li_check(ctx, holds(ctx, b, li_motion_ddt(ctx, S, S->relation[k]), a, lambda), "d/dt %s", S->label[k]);
}

static void check_rates(li_ctx *ctx, const bench *b)
{
    for (size_t i = 0; i < b->m.quasis; i++) {
        li_expr w = li_model_basic(ctx, &b->m, b->m.quasi[i].value), rate = li_motion_ddt(ctx, &b->S, w);
        li_check(ctx, holds(ctx, b, li_expr_sub(ctx, rate, b->m.quasi[i].rate), b->x.acceleration, b->x.multiplier), "d/dt of a quasi-velocity");
    }
}

/* coupling and drive again, e and E being solved for by the program: drive[k] has no multipliers, v' = E */
static void check_coupling(li_ctx *ctx, const bench *b)
{
    const li_motion *S = &b->S;
    size_t n = S->n;
    li_expr E[8], M[64], h[8], e[8], l[8];

    li_motion_inertia(ctx, S, E);
    li_motion_matrix(ctx, S, E, M, h);
    for (size_t i = 0; i < n; i++)
        e[i] = li_expr_fresh(ctx, "e", LI_GENERATOR);
    for (size_t k = 0; k < S->p; k++)
        for (size_t r = 0; r <= S->r; r++) {
            place p;
            li_expr sum = r < S->r ? li_expr_int(ctx, 0) : li_expr_subst(ctx, li_motion_ddt(ctx, S, S->relation[k]), n, S->a, e);
            for (size_t i = 0; i < n; i++) {
                l[i] = r < S->r ? S->l[r * n + i] : li_expr_neg(ctx, h[i]);
                if (r < S->r)
                    sum = li_expr_add(ctx, sum, li_expr_mul(ctx, li_expr_diff(ctx, S->relation[k], S->v[i]), e[i]));
            }
            li_expr known = li_expr_fresh(ctx, "known", LI_GENERATOR);
            p.n = 0;
            place_init(ctx, &p, b, NULL, NULL);
            li_program_clear(ctx, &p.P);
            add_input(ctx, &p, known, r < S->r ? &b->x.coupling[r * S->p + k] : &b->x.drive[k]);
            li_program_init(ctx, &p.P, 0, NULL, p.n, p.x);
            li_program_solve(ctx, &p.P, LI_LU, n, M, l, e);
            li_check(ctx, vanishes(ctx, &p, li_expr_sub(ctx, sum, known)), "coupling[%zu][%zu]", r, k);
        }
}

/* det coupling for p = r = 1, 2 */
static void check_determinant(li_ctx *ctx, const bench *b)
{
    const li_ball *c = b->x.coupling;
    li_ball det, other;

    if (b->S.p != b->S.r || b->S.p == 0 || b->S.p > 2)
        return;
    li_ball_init(ctx, &det);
    li_ball_init(ctx, &other);
    li_ball_set(&det, &c[0]);
    if (b->S.p == 2) {
        li_ball_mul(&det, &c[0], &c[3], 300);
        li_ball_mul(&other, &c[1], &c[2], 300);
        li_ball_sub(&det, &det, &other, 300);
    }
    li_check(ctx, li_ball_overlaps(&det, &b->x.compatibility) && li_ball_radius(&b->x.compatibility) < 1e-12, "det coupling");
    li_ball_clear(&det);
    li_ball_clear(&other);
}

static void equations(li_ctx *ctx, li_rand *rng)
{
    int n = 1 + li_rand_below(rng, 4), p = li_rand_below(rng, n + 1);
    char source[LI_DRAW_TEXT], set[LI_DRAW_TEXT];
    bench b;

    li_draw_model(source, rng, n, p);
    li_draw_state(set, rng, n);
    if (!bench_read(ctx, &b, source))
        return;
    if (bench_values(ctx, &b, set, DIGITS)) {
        li_check(ctx, b.x.status <= LI_DEGENERATE, "%s: %s\n%s%s", li_verdict_name(b.x.status), b.x.message, source, set);
        if (b.x.moves) {
            check_motion(ctx, &b, b.x.acceleration, b.x.multiplier);
            check_rates(ctx, &b);
        }
        check_coupling(ctx, &b);
        check_determinant(ctx, &b);
    }
    bench_clear(ctx, &b);
}

/* ---- singular couplings, made on purpose ---- */

/* To the digits of a state in decimals. */
static bool same_motion(li_ctx *ctx, const bench *a, const bench *b)
{
    bool same = true;
    li_ball d;
    li_ball_init(ctx, &d);
    for (size_t i = 0; i < a->S.n; i++) {
        li_ball_sub(&d, &a->x.acceleration[i], &b->x.acceleration[i], 200);
        same = same && li_ball_below(&d, DIGITS + 10, &a->x.acceleration[i]);
    }
    li_ball_clear(&d);
    return same;
}

/* (lambda, 0) is one solution of the doubled system, lambda being the single one's: what is determined agrees with it. */
static bool same_combination(li_ctx *ctx, const bench *single, const bench *doubled)
{
    const li_ball *c = doubled->x.combination;
    li_ball d;
    bool same = doubled->x.combinations == 1 && li_ball_init(ctx, &d) == LI_OK;

    if (!same)
        return false;
    li_ball_mul(&d, &c[0], &single->x.multiplier[0], 200);
    li_ball_sub(&d, &d, &c[2], 200);
    same = li_ball_below(&d, DIGITS, &c[2]) && !li_ball_contains_zero(&c[0]) && !li_ball_contains_zero(&c[1]);
    li_ball_clear(&d);
    return same;
}

/* A relation twice, the second time times a function: redundant, and the same motion as without it. With t added
 * it contradicts the first, since d/dt t = 1. */
static void twice(li_ctx *ctx, li_rand *rng)
{
    int n = 2 + li_rand_below(rng, 3);
    char source[LI_DRAW_TEXT], again[LI_DRAW_TEXT], set[LI_DRAW_TEXT], row[LI_DRAW_TEXT] = "";
    bool decimal = li_rand_below(rng, 2);
    bench a, b, c;

    li_draw_model(source, rng, n, 0);
    li_draw_covector(row, rng, n);
    li_draw_put(source, "constraint once: %s = 0\n", row);
    set[0] = '\0';
    for (int i = 0; i < n; i++)
        li_draw_put(set, "q%d = %d%s;", i, 1 + li_rand_below(rng, 3), decimal ? ".25" : "/3");
    for (int i = 1; i < n; i++)
        li_draw_put(set, "q%d' = %d/7;", i, li_draw_number(rng));
    if (!bench_read(ctx, &a, source) || !bench_values(ctx, &a, set, DIGITS))
        return;

    again[0] = '\0';
    li_draw_put(again, "%sconstraint again: (2 + q0)*(%s) = 0\n", source, row);
    if (bench_read(ctx, &b, again)) {
        if (a.x.status == LI_COMPATIBLE && bench_values(ctx, &b, set, DIGITS)) {
            li_check(ctx, b.x.status == LI_REDUNDANT && b.x.moves, "%s: %s\n%s%s", li_verdict_name(b.x.status), b.x.message, again, set);
            li_check(ctx, !b.x.moves || same_motion(ctx, &a, &b), "another motion\n%s%s", again, set);
            li_check(ctx, !b.x.determined[0] && !b.x.determined[1], "what is shared is not determined");
            li_check(ctx, same_combination(ctx, &a, &b), "the sum of the reactions\n%s%s", again, set);
        }
        bench_clear(ctx, &b);
    }
    again[0] = '\0';
    li_draw_put(again, "%sconstraint again: %s = t\n", source, row);
    if (bench_read(ctx, &c, again)) {
        if (a.x.status == LI_COMPATIBLE && bench_values(ctx, &c, set, DIGITS))
            li_check(ctx, c.x.status == LI_INCOMPATIBLE && !c.x.moves && c.x.coupled, "%s", li_verdict_name(c.x.status));
        bench_clear(ctx, &c);
    }
    bench_clear(ctx, &a);
}

/* In a context of its own: a name means one thing in each. */
static li_verdict verdict(const char *source, const char *set)
{
    bench b;
    li_verdict v = LI_NOT_DECIDED;
    li_ctx *ctx = li_ctx_new();
    if (ctx == NULL)
        return v;
    if (bench_read(ctx, &b, source)) {
        if (bench_values(ctx, &b, set, DIGITS)) {
            v = b.x.status;
            li_check(ctx, li_ball_is_finite(&b.x.T), "the kinetic energy is there at any verdict");
        }
        bench_clear(ctx, &b);
    }
    li_ctx_free(ctx);
    return v;
}

#define POLAR "system p\ncoord r, th\nkinetic (r'^2 + r^2*th'^2)/2\n"
#define EULER "system e\ncoord a, b, c\nquasi p = b'*cos(c) + a'*sin(b)*sin(c), q = -b'*sin(c) + a'*sin(b)*cos(c), r = c' + a'*cos(b)\nkinetic p^2 + 2*q^2 + 3*r^2\n"
#define ROD "system rod\nparam M = 6/5, k = 3/25, L = 1/2, g = 10, f = 87/100\ncoord x, z, th\nkinetic M*(x'^2 + z'^2 + k^2*th'^2)/2\npotential M*g*z\n" \
            "constraint tip: z' - L*cos(th)*th' = 0 by 1 on z' and -f on x' and (-L*cos(th) - f*L*sin(th)) on th' multiplier N\n"
#define BAR "system bar\ncoord x, y, u\nkinetic x'^2 + y'^2 + u'^2/8\npotential 20*y\n" \
            "constraint A: (x + cos(u))^2 + (y + sin(u))^2 = 1, (x - cos(u))^2 + (y - sin(u))^2 = 1\n"

/* Verdicts known by hand, at exact states and at the same ones in decimals. */
static void known_verdicts(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *source, *set; li_verdict verdict; } cases[] = {
        { POLAR, "r = 0; th' = 1;", LI_SINGULAR_CHART },
        { POLAR, "r = 0.0; th' = 1;", LI_SINGULAR_CHART },
        { POLAR, "r = 1/1000000; th' = 1;", LI_COMPATIBLE },
        { EULER, "b = pi; c = 1; a = 2;", LI_SINGULAR_CHART },
        { EULER, "b = 3.1415926535897932384626433832795028841971694; c = 1; a = 2; a' = 1; b' = 1; c' = 1;", LI_SINGULAR_CHART },
        { EULER, "b = pi/2; c = 1; a = 2;", LI_COMPATIBLE },
        { ROD, "th = pi - atan(4/3); x' = 2; th' = 1/2;", LI_INCOMPATIBLE },
        { ROD, "th = 2.2142974355881810060341309203570740801401; x' = 2.0; th' = 0.5;", LI_INCOMPATIBLE },
        { ROD, "th = 2214/1000; x' = 2; th' = 1/2;", LI_COMPATIBLE },
        { BAR, "x = 0; y = 0; u = pi/5; x' = 0; y' = 0; u' = 1;", LI_INCOMPATIBLE },
        { BAR, "x = 0.0; y = 0.0; u = 0.3; x' = 0; y' = 0; u' = 1;", LI_INCOMPATIBLE },
        { "system f\ncoord x, y\nkinetic x'^2 + y'^2\nconstraint s: y' = 0 by 1 on y' and -sign(x') on x'\n", "x' = 3;", LI_COMPATIBLE },
        { "system f\ncoord x, y\nkinetic x'^2 + y'^2\nconstraint s: y' = 0 by 1 on y' and -x'/sqrt(x'^2) on x'\n", "x' = 0;", LI_NOT_DECIDED },
        { "system f\ncoord x, y\nkinetic x'^2 + y'^2\nconstraint s: y' = 0 by 1 on y' and -sign(x'/10 - y'*3) on x'\n", "x' = 3; y' = 1/10; ", LI_COMPATIBLE },
        { "system g\ncoord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: x' = 0, y' = 0 by x', by y', by x' + y'\n", "", LI_REDUNDANT },
        { "system g\ncoord x, y\nkinetic x'^2 + y'^2\nconstraint a: x' = 0 by y'\nconstraint b: y' = 0 by y'\n", "", LI_REDUNDANT },
        { "system g\ncoord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: x' = 0 by y'\nconstraint b: y' = 0 by z'\n", "", LI_DEGENERATE },
    };

    (void)rng;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        li_verdict v = verdict(cases[i].source, cases[i].set);
        li_check(ctx, v == cases[i].verdict, "%s at %s: %s", cases[i].source, cases[i].set, li_verdict_name(v));
    }
}

/* Of three reactions on two relations the combination that is determined is; here nu alone. */
static void determined(li_ctx *ctx, li_rand *rng)
{
    bench b;

    (void)rng;
    if (!bench_read(ctx, &b, "system g\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential 10*y\nconstraint a: x' = 0, y' = 0 by x', by 2*x', by y' multiplier lam, mu, nu\n"))
        return;
    if (bench_values(ctx, &b, "", DIGITS)) {
        li_check(ctx, b.x.status == LI_REDUNDANT && !b.x.determined[0] && !b.x.determined[1] && b.x.determined[2], "which are determined");
        li_check(ctx, is_value(ctx, &b.x.multiplier[2], "10", DIGITS), "nu = 10");
    }
    bench_clear(ctx, &b);
}

/* a = (x'^2 - w^2 y^2)/2 with the reaction on x: (X + lambda)/m = +- w y' where x' = y = 0   [gallissot 6] */
static void degenerate(li_ctx *ctx, li_rand *rng)
{
    int m = 1 + li_rand_below(rng, 4), X = li_draw_number(rng), w = 1 + li_rand_below(rng, 3), v = 1 + li_rand_below(rng, 5);
    char source[LI_DRAW_TEXT], set[100], root[2][60];
    bool decimal = li_rand_below(rng, 2);
    bench b;

    snprintf(source, sizeof source, "system d\ncoord x, y\nkinetic %d*(x'^2 + y'^2)/2\nforce %d on x'\nforce -2 on y'\n"
             "constraint c: x'^2/2 - %d*y^2/2 = 0 by x'\n", m, X, w * w);
    snprintf(set, sizeof set, "x = 1; y = %s; x' = 0; y' = %d;", decimal ? "0.0" : "0", v);
    snprintf(root[0], sizeof root[0], "%d", -X - m * w * v);
    snprintf(root[1], sizeof root[1], "%d", -X + m * w * v);
    if (!bench_read(ctx, &b, source))
        return;
    if (bench_values(ctx, &b, set, DIGITS)) {
        li_check(ctx, b.x.status == LI_DEGENERATE && b.x.quadratic_known && b.x.roots == 2, "%s, %zu roots", li_verdict_name(b.x.status), b.x.roots);
        for (size_t i = 0; i < b.x.roots && i < 2; i++) {
            li_check(ctx, is_value(ctx, &b.x.root[i], root[i], DIGITS), "root %zu is not %s", i, root[i]);
            check_motion(ctx, &b, b.x.root_acceleration + i * 2, b.x.root + i);
        }
    }
    bench_clear(ctx, &b);
}

/* sign(0) is 0 although no ball of 1/10 shows it: exactly, and in decimals */
static void sign_of_zero(li_ctx *ctx, li_rand *rng)
{
    bool decimal = li_rand_below(rng, 2);
    bench b;

    if (!bench_read(ctx, &b, "system f\ncoord x, y\nkinetic x'^2 + y'^2\nforce -10 on y'\nconstraint s: y' = 0 by 1 on y' and -sign(x'/10 - y'*3) on x'\n"))
        return;
    if (bench_values(ctx, &b, decimal ? "x' = 3; y' = 0.1;" : "x' = 3; y' = 1/10;", DIGITS)) {
        li_check(ctx, b.x.status == LI_COMPATIBLE && is_value(ctx, &b.x.acceleration[0], "0", DIGITS), "%s", li_verdict_name(b.x.status));
        li_check(ctx, is_value(ctx, &b.x.multiplier[0], "10", DIGITS), "N");
    }
    bench_clear(ctx, &b);
}

/* ---- digits ---- */

/* Two precisions agree to the digits of the coarser one, and every number has them. */
static void digits(li_ctx *ctx, li_rand *rng)
{
    int n = 2 + li_rand_below(rng, 2), few = 10 + li_rand_below(rng, 20);
    char source[LI_DRAW_TEXT], set[LI_DRAW_TEXT];
    bench b;
    li_values fine;

    li_draw_model(source, rng, n, 1);
    li_draw_state(set, rng, n);
    if (!bench_read(ctx, &b, source))
        return;
    if (bench_values(ctx, &b, set, few)) {
        li_check(ctx, li_values_find(ctx, &fine, &b.S, &b.s, NULL, 100) == LI_OK, "100 digits");
        for (size_t i = 0; i < b.S.n && b.x.moves && fine.moves; i++) {
            li_check(ctx, li_ball_overlaps(&b.x.acceleration[i], &fine.acceleration[i]), "acceleration %zu", i);
            li_check(ctx, li_ball_contains_zero(&fine.acceleration[i]) || li_ball_accuracy(&fine.acceleration[i]) > 333, "100 digits of acceleration %zu", i);
        }
        li_values_clear(ctx, &fine);
    }
    bench_clear(ctx, &b);
}

int main(void)
{
    li_test_run("equations", equations, 100);
    li_test_run("twice", twice, 40);
    li_test_run("known verdicts", known_verdicts, 1);
    li_test_run("determined", determined, 1);
    li_test_run("degenerate", degenerate, 30);
    li_test_run("sign of zero", sign_of_zero, 4);
    li_test_run("digits", digits, 20);
    return li_test_done();
}

/* t-contact.c - the laws of contacts: their directions against the derivatives of the power, every mode against the
 * constraints that it stands for, every branch of |N|, and states at which a law says nothing */
#include <stdarg.h>
#include <stdlib.h>

#include "models.h"

enum { DIGITS = 20, TEXT = 3000, MOST = 4 };

static void put(char *s, const char *format, ...) LI_PRINTF(2, 3);

static void put(char *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s + strlen(s), TEXT - strlen(s), format, args);
    va_end(args);
}

static int draw(li_rand *rng) { return li_rand_below(rng, 7) - 3; }

/* ---- random contacts ---- */

/* n coordinates; the velocities of a contact, and the coefficients that resist them */
typedef struct { int n, slides, rolls; bool pivots, varies; char velocity[6][200], coef[3][100]; } drawn;

enum { W, U, V, W1, W2, W3 };

/* sum (a + b q_j) q_i' + c t, not without velocities */
static void put_velocity(char *s, li_rand *rng, int n)
{
    s[0] = '\0';
    for (int i = 0; i < n; i++)
        snprintf(s + strlen(s), 200 - strlen(s), "(%d + %d*q%d)*q%d' + ", i == 0 ? 4 : draw(rng), draw(rng), li_rand_below(rng, n), i);
    snprintf(s + strlen(s), 200 - strlen(s), "%d*t", draw(rng));
}

static void put_coefficient(char *s, li_rand *rng, const drawn *d)
{
    int f = 1 + li_rand_below(rng, 3);
    if (d->varies)
        snprintf(s, 100, "%d/(9 + q0'^2 + N^2)", f);
    else
        snprintf(s, 100, "%d/10", f);
}

static void draw_contact(drawn *d, li_rand *rng)
{
    *d = (drawn){ .n = 1 + li_rand_below(rng, MOST), .slides = li_rand_below(rng, 3), .rolls = li_rand_below(rng, 3) };
    d->pivots = li_rand_below(rng, 2) == 0;
    d->varies = li_rand_below(rng, 3) == 0;
    for (int i = 0; i < 6; i++)
        put_velocity(d->velocity[i], rng, d->n);
    for (int i = 0; i < 3; i++)
        put_coefficient(d->coef[i], rng, d);
}

static void put_system(char *s, const drawn *d)
{
    s[0] = '\0';
    put(s, "system drawn\ncoord ");
    for (int i = 0; i < d->n; i++)
        put(s, "%sq%d", i > 0 ? ", " : "", i);
    put(s, "\nkinetic ");
    for (int i = 0; i < d->n; i++)
        put(s, "%d*q%d'^2 + ", 1 + i, i);
    put(s, "(q0' + q%d')^2/3\nforce -20 - q0'*t on q0'\n", d->n - 1);
}

/* `turned`: the axes of the tangent plane turned by an angle with cosine 3/5, and mirrored */
static void put_contact(char *s, const drawn *d, const char *mode, bool turned)
{
    put(s, "contact c: normal %s, mode %s, multiplier N", d->velocity[W], mode);
    for (int k = 0; k < 2; k++) {
        int n = k == 0 ? d->slides : d->rolls;
        const char *u = d->velocity[k == 0 ? U : W1], *v = d->velocity[k == 0 ? V : W2];
        if (n == 0)
            continue;
        put(s, ", %s", k == 0 ? "sliding " : "rolling (");
        if (n == 2 && turned)
            put(s, "(3*(%s) + 4*(%s))/5, (4*(%s) - 3*(%s))/5", u, v, u, v);
        else if (n == 2)
            put(s, "%s, %s", u, v);
        else
            put(s, "%s(%s)", turned ? "-" : "", u);
        put(s, k == 0 ? ", friction %s" : ") %s", d->coef[k]);
    }
    if (d->pivots)
        put(s, ", pivoting %s(%s) (%s)", turned ? "-" : "", d->velocity[W3], d->coef[2]);
    put(s, "\n");
}

static li_expr expression(li_ctx *ctx, const bench *b, const char *text)
{
    return li_model_basic(ctx, &b->m, li_model_expression(ctx, &b->m, text, strlen(text), NULL));
}

/* ---- the direction ---- */

static void put_length(char *s, const char *u, const char *v, int n)
{
    if (n == 2)
        put(s, "sqrt((%s)^2 + (%s)^2)", u, v);
    else
        put(s, "abs(%s)", u);
}

/* Psi = W - f |V_g| - delta |omega_r| - varpi |omega_n| with symbols c0, c1, c2 for the coefficients */
static void put_bracket(char *s, const drawn *d)
{
    s[0] = '\0';
    put(s, "%s", d->velocity[W]);
    for (int k = 0; k < 3; k++) {
        int n = k == 0 ? d->slides : k == 1 ? d->rolls : d->pivots;
        if (n == 0)
            continue;
        put(s, " - c%d*", k);
        put_length(s, d->velocity[k == 0 ? U : k == 1 ? W1 : W3], d->velocity[k == 0 ? V : W2], n);
    }
}

/* e at a random state, every symbol a fraction */
static bool vanishes_somewhere(li_ctx *ctx, li_rand *rng, li_expr e)
{
    li_expr x[32], value[32];
    size_t n = li_expr_symbols(ctx, 1, &e, LI_PARAMETER, LI_GENERATOR, x, 32);
    bool zero = false;
    li_ball at;

    for (size_t i = 0; i < n && i < 32; i++)
        value[i] = li_expr_frac(ctx, 1 + li_rand_below(rng, 99991), 10007);
    e = li_expr_subst(ctx, e, n, x, value);
    if (li_ball_init(ctx, &at) == LI_OK && li_ball_value(ctx, &at, e, 200, 800) == LI_OK)
        zero = li_ball_contains_zero(&at) && li_ball_radius(&at) < 1e-30;
    li_ball_clear(&at);
    return zero;
}

/* l = dPsi/dv, the coefficients being constants while it is differentiated                     [gallissot 8, Theorem I] */
static void direction(li_ctx *ctx, li_rand *rng)
{
    drawn d;
    char source[TEXT], text[TEXT];
    li_expr c[3], value[3], l[MOST];
    bench b;

    draw_contact(&d, rng);
    put_system(source, &d);
    put(source, "param c0, c1, c2\n");
    put_contact(source, &d, "sliding", false);
    if (!bench_read(ctx, &b, source))
        return;
    put_bracket(text, &d);
    li_expr_gradient(ctx, l, expression(ctx, &b, text), b.S.n, b.S.v);
    for (size_t k = 0; k < 3; k++) {
        c[k] = b.m.param[k].symbol;
        value[k] = expression(ctx, &b, d.coef[k]);
    }
    li_expr_subst_all(ctx, b.S.n, l, 3, c, value);
    for (size_t i = 0; i < b.S.n; i++)
        li_check(ctx, vanishes_somewhere(ctx, rng, li_expr_sub(ctx, l[i], b.S.l[i])), "l_%zu\n%s", i, source);
    li_check(ctx, li_exact_equal(ctx, b.S.relation[0], expression(ctx, &b, d.velocity[W])) == LI_YES, "the relation");
}

static void put_state(char *s, li_rand *rng, int n)
{
    s[0] = '\0';
    put(s, "t = 1/7;");
    for (int i = 0; i < n; i++)
        put(s, "q%d = %d/5;", i, 1 + li_rand_below(rng, 9));
    for (int i = 1; i < n; i++)
        put(s, "q%d' = %d/3;", i, 2 + 3 * draw(rng));
}

static bool same_numbers(const li_ball *x, const li_ball *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!li_ball_overlaps(&x[i], &y[i]) || li_ball_radius(&x[i]) > 1e-15 || li_ball_radius(&y[i]) > 1e-15)
            return false;
    return true;
}

/* The two models have the same motion at the state. */
static void compare(li_ctx *ctx, const char *one, const char *other, const char *set)
{
    bench a, b;

    a.valued = b.valued = false;
    if (!bench_read(ctx, &a, one) || !bench_read(ctx, &b, other))
        return;
    if (bench_state(ctx, &a, set, DIGITS) == LI_INPUT) {       /* the relations drawn leave less free than was given */
        li_ctx_forgive(ctx);
        return;
    }
    if (bench_values(ctx, &a, set, DIGITS) && bench_values(ctx, &b, set, DIGITS)) {
        li_check(ctx, a.x.status == b.x.status && a.x.moves == b.x.moves, "%s and %s\n%s%s%s", li_verdict_name(a.x.status), li_verdict_name(b.x.status), one, other, set);
        if (a.x.moves && b.x.moves)
            li_check(ctx, a.S.r == b.S.r && same_numbers(a.x.acceleration, b.x.acceleration, a.S.n) && same_numbers(a.x.multiplier, b.x.multiplier, a.S.r),
                     "accelerations and reactions\n%s%s%s", one, other, set);
    }
    bench_clear(ctx, &a);
    bench_clear(ctx, &b);
}

/* The axes of the tangent plane do not matter. */
static void axes(li_ctx *ctx, li_rand *rng)
{
    drawn d;
    char one[TEXT], other[TEXT], set[TEXT];

    draw_contact(&d, rng);
    put_system(one, &d);
    put_system(other, &d);
    put_contact(one, &d, "sliding", false);
    put_contact(other, &d, "sliding", true);
    put_state(set, rng, d.n);
    compare(ctx, one, other, set);
}

/* ---- modes ---- */

/* c_k v/|v|, with a minus, on v */
static void put_part(char *s, const drawn *d, int k, const char *v, int n, const char *first, const char *second)
{
    put(s, " and -(%s)*(%s)/", d->coef[k], v);
    put_length(s, first, second, n);
    put(s, " on %s", v);
}

static void put_constraints(char *s, const drawn *d, bool rolling)
{
    put(s, "assume N > 0\nconstraint c: %s = 0 by 1 on %s", d->velocity[W], d->velocity[W]);
    for (int i = 0; i < d->slides && !rolling; i++)
        put_part(s, d, 0, d->velocity[U + i], d->slides, d->velocity[U], d->velocity[V]);
    for (int i = 0; i < d->rolls; i++)
        put_part(s, d, 1, d->velocity[W1 + i], d->rolls, d->velocity[W1], d->velocity[W2]);
    if (d->pivots)
        put_part(s, d, 2, d->velocity[W3], 1, d->velocity[W3], d->velocity[W3]);
    put(s, " multiplier N\n");
    for (int i = 0; i < d->slides && rolling; i++)
        put(s, "constraint c%d: %s = 0\n", i, d->velocity[U + i]);
}

/* Each mode is what it says: no relation; the direction of the law; no slip, and the other resistances. */
static void modes(li_ctx *ctx, li_rand *rng)
{
    static const char *const mode[] = { "open", "sliding", "rolling" };
    int which = li_rand_below(rng, 3);
    drawn d;
    char one[TEXT], other[TEXT], set[TEXT];

    draw_contact(&d, rng);
    d.slides = which == 2 && d.slides == 0 ? 1 : d.slides;
    d.n = which == 2 ? MOST : d.n;
    for (int i = 0; i < 6; i++)
        put_velocity(d.velocity[i], rng, d.n);
    put_system(one, &d);
    put_system(other, &d);
    put_contact(one, &d, mode[which], false);
    if (which > 0)
        put_constraints(other, &d, which == 2);
    set[0] = '\0';
    if (which < 2)
        put_state(set, rng, d.n);
    else
        put(set, "q0 = 1/3; q1 = 2; q2 = 1/2; q3 = -1; q3' = 2; t = 1;");
    compare(ctx, one, other, set);
}

/* gap G is normal ddt(G), with the same law; the state satisfies G = 0 */
static void gaps(li_ctx *ctx, li_rand *rng)
{
    char source[TEXT];
    bench b;
    int c = 1 + li_rand_below(rng, 5);

    snprintf(source, TEXT, "coord x, y\nkinetic x'^2 + y'^2\npotential 9*y\ncontact c: gap y - x^2/%d, sliding x', friction 1/3, mode sliding\nstart x' = 1\n", c);
    if (bench_read(ctx, &b, source) && bench_values(ctx, &b, "x = 2/3;", DIGITS)) {
        li_check(ctx, b.S.position[0] != NULL && li_ball_contains_zero(&b.x.residual[0]) && li_ball_contains_zero(&b.x.rate[0]), "%s", source);
        snprintf(source, TEXT, "4/(9*%d)", c);
        li_check(ctx, is_value(ctx, &b.x.q[1], source, DIGITS), "y from the gap");
        snprintf(source, TEXT, "4/(3*%d)", c);
        li_check(ctx, is_value(ctx, &b.x.v[1], source, DIGITS), "y' from its rate");
        bench_clear(ctx, &b);
    }
}

/* ---- signs of the reaction ---- */

/* l = (-s k0, 1 - s k), s the sign of N, k = f c sign(u): N (1 - s k) = F. For |k| < 1 one root, else two or none. */
static void bilateral(li_ctx *ctx, li_rand *rng)
{
    int F = li_rand_below(rng, 2) ? 7 : -7, k = li_rand_below(rng, 7) - 3, s = k < 0 ? -1 : 1;
    char source[TEXT], text[100];
    bench b;

    snprintf(source, TEXT, "coord x, y\nkinetic (x'^2 + y'^2)/2\nforce %d on y'\ncontact c: normal y', sliding x' + %d*y', friction %d/2, bilateral, multiplier N\n", -F, s, abs(k));
    if (!bench_read(ctx, &b, source))
        return;
    if (bench_values(ctx, &b, "x' = 3;", DIGITS) && abs(k) < 2) {
        snprintf(text, sizeof text, "%d/(1 - %d/2)", F, F > 0 ? k : -k);
        li_check(ctx, b.x.status == LI_COMPATIBLE && is_value(ctx, &b.x.multiplier[0], text, DIGITS), "%s\n%s", li_verdict_name(b.x.status), source);
    } else if (abs(k) == 2) {                      /* 1 - k or 1 + k is 0: one root is left, if its sign is right */
        li_check(ctx, b.x.status == (F * k < 0 ? LI_COMPATIBLE : LI_IMPOSSIBLE), "%s\n%s", li_verdict_name(b.x.status), source);
    } else {
        bool two = F * k < 0;
        li_check(ctx, b.x.status == (two ? LI_INDETERMINATE : LI_IMPOSSIBLE) && b.x.roots == (two ? 2u : 0u) && b.x.complete, "%s, %zu\n%s",
                 li_verdict_name(b.x.status), b.x.roots, source);
    }
    bench_clear(ctx, &b);
}

/* A contact that is not bilateral presses, or it is not admissible; at N = 0 that is said. */
static void pressure(li_ctx *ctx, li_rand *rng)
{
    int F = draw(rng), mode = li_rand_below(rng, 2);
    char source[TEXT];
    bench b;

    snprintf(source, TEXT, "coord x, y\nkinetic (x'^2 + y'^2)/2\nforce %d on y'\ncontact c: normal y', sliding x', friction 1/4, mode %s\n", -F, mode ? "sliding" : "rolling");
    if (!bench_read(ctx, &b, source))
        return;
    if (bench_values(ctx, &b, mode ? "x' = 3;" : "", DIGITS)) {
        li_check(ctx, b.x.status == (F < 0 ? LI_IMPOSSIBLE : LI_COMPATIBLE) && b.x.moves == (F >= 0), "%s\n%s", li_verdict_name(b.x.status), source);
        li_check(ctx, (strstr(b.x.message, F < 0 ? "can only press" : "does not press") != NULL) == (F <= 0), "%s", b.x.message);
    }
    bench_clear(ctx, &b);
}

/* ---- states without a direction ---- */

static void still(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *options, *set; li_verdict want; const char *words; } cases[] = {
        { "sliding x', friction 1/3", "", LI_NOT_DECIDED, "sliding velocity" },
        { "sliding x', z', friction 1/3", "", LI_NOT_DECIDED, "--set c.mode=rolling" },
        { "sliding x', z', friction 1/3", "z' = 1;", LI_COMPATIBLE, "" },
        { "sliding x', friction 1/3", "x' = 0.1;", LI_COMPATIBLE, "" },
        { "sliding x' - z', friction 1/3", "x' = cos(1)^2 + sin(1)^2; z' = 1;", LI_NOT_DECIDED, "friction has no direction" },
        { "sliding x' - z', friction 1/3", "x' = 1.0000000000000000000000001; z' = 1;", LI_NOT_DECIDED, "friction has no direction" },
        { "sliding x' - z', friction 1/3", "x' = 1 + 10^(-25); z' = 1;", LI_COMPATIBLE, "" },
        { "sliding x' - z', friction 1/3", "x' = 1.00000001; z' = 1;", LI_COMPATIBLE, "" },
        { "sliding x', friction 0", "", LI_COMPATIBLE, "" },
        { "sliding x'", "", LI_COMPATIBLE, "" },
        { "sliding x', friction 1/3, rolling (z') 1/9", "x' = 1;", LI_NOT_DECIDED, "rolling resistance has no direction" },
        { "sliding x', friction 1/3, rolling (z') 0", "x' = 1;", LI_COMPATIBLE, "" },
        { "rolling (x', z') 1/9", "z' = 1;", LI_COMPATIBLE, "" },
        { "sliding x', friction 1/3, pivoting z' (1/9)", "x' = 1;", LI_NOT_DECIDED, "pivoting velocity" },
        { "pivoting z' (1/9)", "z' = -1/2;", LI_COMPATIBLE, "" },
        { "mode rolling, sliding x', friction 1/3", "", LI_COMPATIBLE, "" },
        { "mode rolling, sliding x', friction 1/3, pivoting z' (1/9)", "", LI_NOT_DECIDED, "pivoting resistance has no direction" },
    };
    size_t i = (size_t)li_rand_below(rng, (int)(sizeof cases / sizeof *cases));
    char source[TEXT];
    bench b;

    snprintf(source, TEXT, "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential 9*y\ncontact c: gap y, %s%s\n", cases[i].options,
             strncmp(cases[i].options, "mode", 4) == 0 ? "" : ", bilateral");
    if (!bench_read(ctx, &b, source))
        return;
    if (bench_values(ctx, &b, cases[i].set, DIGITS))
        li_check(ctx, b.x.status == cases[i].want && strstr(b.x.message, cases[i].words) != NULL && b.x.moves == (cases[i].want == LI_COMPATIBLE),
                 "%s: %s\n%s%s", li_verdict_name(b.x.status), b.x.message, source, cases[i].set);
    bench_clear(ctx, &b);
}

/* ---- no mode ---- */

static void undecided_mode(li_ctx *ctx, li_rand *rng)
{
    static const char source[] = "coord x, y\nkinetic x'^2 + y'^2\ncontact tip: normal y', sliding x'\n", bare[] = "coord x, y\nkinetic x'^2 + y'^2\ncontact tip: normal y'\n";
    bool slides = li_rand_below(rng, 2);
    const char *text = slides ? source : bare;
    li_model m;
    li_motion S;

    li_check(ctx, li_model_read(ctx, &m, text, strlen(text)) == LI_OK && li_motion_init(ctx, &S, &m) == LI_INPUT, "nobody chooses");
    li_check(ctx, strstr(li_ctx_message(ctx), slides ? "may open, slide or roll: say which with --set tip.mode=sliding" : "may open or persist") != NULL, "%s", li_ctx_message(ctx));
    li_ctx_forgive(ctx);
    li_model_leave_open(&m);
    li_check(ctx, li_motion_init(ctx, &S, &m) == LI_OK && S.p == 0 && m.contact[0].left_open, "left open");
}

int main(void)
{
    li_test_run("direction", direction, 60);
    li_test_run("axes", axes, 60);
    li_test_run("modes", modes, 80);
    li_test_run("gaps", gaps, 10);
    li_test_run("bilateral", bilateral, 40);
    li_test_run("pressure", pressure, 30);
    li_test_run("still", still, 120);
    li_test_run("no mode", undecided_mode, 4);
    return li_test_done();
}

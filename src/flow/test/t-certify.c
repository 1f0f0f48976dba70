/* t-certify.c - enclosures of motions contain the true ones, and are as narrow as was promised */
#include <math.h>
#include <stdlib.h>

#include "../../liaison/test/models.h"
#include "../enclosure.h"
#include "liaison/emit.h"

enum { BITS = 700 };               /* of what is known exactly */

/* ---- a certified run of a model ---- */

typedef struct {
    bench b;
    li_flow F;
    li_certify_options o;
    li_certified R;
    bool made, ran;
} trial;

static li_expr constant(li_ctx *ctx, const char *text)
{
    li_scope scope;

    li_scope_free(&scope);
    return li_expr_parse(ctx, text, strlen(text), &scope);
}

static bool trial_begin(li_ctx *ctx, trial *x, const char *source, const char *set)
{
    *x = (trial){ .made = false };
    if (!bench_read(ctx, &x->b, source) || !bench_values(ctx, &x->b, set, 30))
        return false;
    x->made = true;
    bool ok = li_flow_init(ctx, &x->F, &x->b.S, &x->b.s, &x->b.x, 0, NULL) == LI_OK && li_flow_with_jacobian(ctx, &x->F) == LI_OK;
    li_check(ctx, ok, "no flow of %s", source);
    return ok;
}

static bool trial_run(li_ctx *ctx, trial *x, const char *until, int digits)
{
    x->o.until = constant(ctx, until);
    x->o.digits = digits;
    x->ran = true;
    return li_certified_init(ctx, &x->R, &x->F, &x->b.s, &x->o) == LI_OK;
}

static void trial_clear(li_ctx *ctx, trial *x)
{
    if (x->ran)
        li_certified_clear(ctx, &x->R);
    if (x->made)
        li_flow_clear(ctx, &x->F);
    bench_clear(ctx, &x->b);
}

static const li_ball *column(const trial *x, const char *name)
{
    for (size_t i = 0; i < x->F.columns; i++)
        if (strcmp(x->F.column[i].name, name) == 0)
            return &x->R.column[i];
    return NULL;
}

/* Does the ball contain the constant, and keep the promise? */
static void check_value(li_ctx *ctx, const trial *x, const li_ball *found, li_expr e, const char *what)
{
    li_ball truth;

    if (li_ball_init(ctx, &truth) == LI_OK && li_ball_value(ctx, &truth, e, BITS, 4 * BITS) == LI_OK) {
        li_check(ctx, found != NULL && li_ball_overlaps(found, &truth), "%s is not enclosed", what);
        li_check(ctx, found != NULL && li_ball_digits(found, x->o.digits) >= x->o.digits, "%s has %d digits of %d", what, li_ball_digits(found, 1000), x->o.digits);
    }
    li_ball_clear(&truth);
}

static void check_text(li_ctx *ctx, const trial *x, const char *name, const char *e) { check_value(ctx, x, column(x, name), constant(ctx, e), name); }

static void check_proved(li_ctx *ctx, const trial *x)
{
    li_check(ctx, x->R.ending == LI_ENDED && x->R.digits >= x->o.digits, "%d digits, %s", x->R.digits, x->R.message);
}

static void draw_rational(li_rand *rng, char *s, size_t room, int most, bool positive)
{
    snprintf(s, room, "%d/%d", positive ? 1 + li_rand_below(rng, most) : li_rand_below(rng, 2 * most + 1) - most, 1 + li_rand_below(rng, 7));
}

static int draw_digits(li_rand *rng) { return li_rand_below(rng, 4) == 0 ? 60 + li_rand_below(rng, 60) : 1 + li_rand_below(rng, 30); }

/* ---- motions that are known ---- */

/* x = x0 cos wt + v0/w sin wt; at the end, and at a time that is not rational */
static void oscillator(li_ctx *ctx, li_rand *rng)
{
    char w[20], x0[20], v0[20], t[40], set[200], e[400];
    trial x;

    draw_rational(rng, w, sizeof w, 5, true);
    draw_rational(rng, x0, sizeof x0, 9, false);
    draw_rational(rng, v0, sizeof v0, 9, false);
    draw_rational(rng, t, sizeof t, 20, true);
    if (li_rand_below(rng, 3) == 0)
        snprintf(t, sizeof t, "pi*%d/(%s)", 1 + li_rand_below(rng, 6), w);
    snprintf(set, sizeof set, "w = %s; x = %s; x' = %s;", w, x0, v0);
    if (trial_begin(ctx, &x, "system o\nparam w\ncoord x\nkinetic x'^2/2\npotential w^2*x^2/2\n", set) && trial_run(ctx, &x, t, draw_digits(rng))) {
        check_proved(ctx, &x);
        snprintf(e, sizeof e, "(%s)*cos((%s)*(%s)) + (%s)/(%s)*sin((%s)*(%s))", x0, w, t, v0, w, w, t);
        check_text(ctx, &x, "x", e);
        snprintf(e, sizeof e, "((%s)^2 + ((%s)*(%s))^2)/2", v0, w, x0);
        check_text(ctx, &x, "energy", e);
    }
    trial_clear(ctx, &x);
}

/* x'' = x from (1, 1) or (1, -1): the error grows in one direction, whatever the motion does */
static void exponential(li_ctx *ctx, li_rand *rng)
{
    bool grows = li_rand_below(rng, 2);
    char t[40], e[60];
    trial x;

    snprintf(t, sizeof t, "%d/%d", 1 + li_rand_below(rng, 60), 1 + li_rand_below(rng, 4));
    if (trial_begin(ctx, &x, "system e\ncoord x\nkinetic x'^2/2\npotential -x^2/2\n", grows ? "x = 1; x' = 1;" : "x = 1; x' = -1;") &&
        trial_run(ctx, &x, t, draw_digits(rng))) {
        check_proved(ctx, &x);
        snprintf(e, sizeof e, "exp(%s%s)", grows ? "" : "-", t);
        check_text(ctx, &x, "x", e);
    }
    trial_clear(ctx, &x);
}

/* A circle of radius b^2: speed 1/b, 1/b^3 turns it */
static void kepler(li_ctx *ctx, li_rand *rng)
{
    int b = 1 + li_rand_below(rng, 3);
    char t[20], set[100], e[100];
    trial x;

    draw_rational(rng, t, sizeof t, 20, true);
    snprintf(set, sizeof set, "x = %d; y' = 1/%d;", b * b, b);
    if (trial_begin(ctx, &x, "system k\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential -1/sqrt(x^2 + y^2)\n", set) && trial_run(ctx, &x, t, draw_digits(rng))) {
        check_proved(ctx, &x);
        snprintf(e, sizeof e, "%d*cos(%s/%d)", b * b, t, b * b * b);
        check_text(ctx, &x, "x", e);
        snprintf(e, sizeof e, "1/%d*cos(%s/%d)", b, t, b * b * b);
        check_text(ctx, &x, "y'", e);
    }
    trial_clear(ctx, &x);
}

/* A force across the velocity, and another that follows the clock; a start at a time that is not rational */
static void turning(li_ctx *ctx, li_rand *rng)
{
    char B[20], t[40], set[100], e[200];
    trial x;

    draw_rational(rng, B, sizeof B, 5, true);
    draw_rational(rng, t, sizeof t, 9, true);
    snprintf(set, sizeof set, "B = %s; t = sqrt(2); x' = 1; z' = -cos(sqrt(2));", B);
    snprintf(e, sizeof e, "sqrt(2) + %s", t);
    if (trial_begin(ctx, &x, "system r\nparam B\ncoord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nforce B*y' on x'\nforce -B*x' on y'\nforce sin(t) on z'\n", set) &&
        trial_run(ctx, &x, e, draw_digits(rng))) {
        check_proved(ctx, &x);
        snprintf(e, sizeof e, "sin(%s*%s)/(%s)", B, t, B);
        check_text(ctx, &x, "x", e);
        snprintf(e, sizeof e, "(cos(%s*%s) - 1)/(%s)", B, t, B);
        check_text(ctx, &x, "y", e);
        snprintf(e, sizeof e, "sin(sqrt(2)) - sin(sqrt(2) + %s)", t);
        check_text(ctx, &x, "z", e);
    }
    trial_clear(ctx, &x);
}

/* ---- single steps ---- */

/* x = r cos(s + a), x' = -r sin(s + a) with r, a such that (x, x') at s = 0 is the corner (1 + d, d) or (1 - d, -d) of the set: the hull of
 * its image is attained there. */
static void check_corners(li_ctx *ctx, li_enclosure *E, const li_ball *s, double d)
{
    li_ball *x = li_balls_new(ctx, 8), *y = li_balls_new(ctx, 2);
    li_program P;
    li_balls run;
    li_expr t = li_expr_fresh(ctx, "t", LI_GENERATOR), out[2] = { li_expr_apply(ctx, LI_COS, t), li_expr_apply(ctx, LI_SIN, t) };

    li_enclosure_at(E, y, s);
    li_ball_set_rational(&x[0], &E->time, 300);
    li_ball_add(&x[0], &x[0], s, 300);
    li_program_init(ctx, &P, 0, NULL, 1, &t);
    li_program_finish(ctx, &P, 2, out);
    li_balls_init(ctx, &run, &P, 300);
    li_balls_step(ctx, &run, &x[0], &x[1]);
    for (int side = -1; side <= 1; side++) {
        li_ball_set_double(&x[3], 1 + side * d);
        li_ball_set_double(&x[4], side * d);
        li_ball_mul(&x[5], &x[3], &x[1], 300);
        li_ball_addmul(&x[5], &x[4], &x[2], 300);
        li_ball_mul(&x[6], &x[4], &x[1], 300);
        li_ball_mul(&x[7], &x[3], &x[2], 300);
        li_ball_sub(&x[6], &x[6], &x[7], 300);
        li_check(ctx, li_ball_overlaps(&x[5], &y[0]) && li_ball_overlaps(&x[6], &y[1]), "the corner %d left the set", side);
        li_check(ctx, li_ball_overlaps(&x[5], &E->B[0]) && li_ball_overlaps(&x[6], &E->B[1]), "the corner %d left the box", side);
    }
    li_balls_step(ctx, &run, s, &x[1]);
    li_check(ctx, li_ball_overlaps(&E->A[0], &x[1]) && li_ball_overlaps(&E->A[1], &x[2]) && li_ball_overlaps(&E->A[3], &x[1]), "A(s) is no rotation by s");
    li_balls_clear(ctx, &run);
    li_program_clear(ctx, &P);
    li_balls_drop(ctx, x, 8);
    li_balls_drop(ctx, y, 2);
}

/* Behind a step: A is the inverse of S. */
static void check_inverse(li_ctx *ctx, const li_enclosure *E)
{
    li_ball *x = li_balls_new(ctx, 2);

    for (size_t i = 0; i < 4; i++) {
        li_ball_set_double(&x[0], 0);
        li_ball_set_double(&x[1], i % 3 == 0);
        for (size_t k = 0; k < 2; k++)
            li_ball_addmul(&x[0], &E->A[i - i % 2 + k], &E->S[2 * k + i % 2], 300);
        li_check(ctx, li_ball_overlaps(&x[0], &x[1]) && li_ball_radius(&x[0]) < 1e-12, "A S is not 1");
    }
    li_balls_drop(ctx, x, 2);
}

/* hull + y_q(B) [-h, h]^q lies in B = hull + [-margin, margin]. */
static void check_box(li_ctx *ctx, const li_enclosure *E)
{
    li_ball *x = li_balls_new(ctx, 2);

    for (size_t i = 0; i < E->n; i++) {
        li_jet_balls_variable(&E->box, &x[0], i, E->q);
        li_ball_mul(&x[0], &x[0], &E->power[E->q], 64);
        li_ball_set(&x[1], &E->hull[i]);
        li_ball_widen(&x[1], &E->margin[i]);
        li_check(ctx, fabs(li_ball_double(&x[0])) + li_ball_radius(&x[0]) < li_ball_double(&E->margin[i]) * (1 + 1e-6), "component %zu leaves the box", i);
        li_check(ctx, li_ball_double(&x[1]) == li_ball_double(&E->B[i]) && li_ball_radius(&x[1]) <= li_ball_radius(&E->B[i]), "component %zu of the box", i);
    }
    li_balls_drop(ctx, x, 2);
}

/* Truncation far above rounding: series of 300 bits, steps as for few. The set: a point, or a square. */
static void steps(li_ctx *ctx, li_rand *rng)
{
    double d = li_rand_below(rng, 2) ? 0 : ldexp(1, -4 - li_rand_below(rng, 40));
    long few = 8 + li_rand_below(rng, 60);
    li_enclosure E;
    li_ball *x = li_balls_new(ctx, 4);
    trial o;

    if (trial_begin(ctx, &o, "system o\ncoord x\nkinetic x'^2/2\npotential x^2/2\n", "x = 1; x' = 0;") &&
        li_enclosure_init(ctx, &E, &o.F, 2 + (size_t)li_rand_below(rng, 30), 300) == LI_OK) {
        li_ball_set_double(&x[0], 1);
        li_ball_set_double(&x[2], d);
        li_ball_widen(&x[0], &x[2]);
        li_ball_widen(&x[1], &x[2]);
        li_ball_set_double(&x[2], 0);
        li_enclosure_start(&E, x, &x[2]);
        for (int i = 0; i < 5; i++) {
            E.bits = few;
            li_enclosed found = li_enclosure_step(&E, 100);
            E.bits = 300;
            li_check(ctx, found == LI_ENCLOSED, "step %d: %d", i, (int)found);
            if (found != LI_ENCLOSED)
                break;
            li_ball_set_double(&x[3], E.reach * li_rand_below(rng, 101) / 100 * 0.999);
            check_corners(ctx, &E, &x[3], d);
            check_box(ctx, &E);
            li_check(ctx, li_enclosure_move(&E) == LI_ENCLOSED, "the set is lost");
            check_inverse(ctx, &E);
        }
        li_enclosure_clear(ctx, &E);
    }
    li_balls_drop(ctx, x, 4);
    trial_clear(ctx, &o);
}

/* x = t^22/462 looks like 0 at first, and so does sin(x): only the box tells. */
static void sleeping(li_ctx *ctx, li_rand *rng)
{
    trial x;
    li_enclosure E;
    li_ball *zero = li_balls_new(ctx, 5);

    (void)rng;
    if (trial_begin(ctx, &x, "system s\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nforce t^20 on x'\nforce sin(x) on y'\n", "x = 0;") && trial_run(ctx, &x, "3/2", 15)) {
        li_expr s = li_expr_fresh(ctx, "s", LI_GENERATOR), e = li_expr_div(ctx, li_expr_power(ctx, s, 22), li_expr_int(ctx, 462));
        check_proved(ctx, &x);
        check_text(ctx, &x, "x", "(3/2)^22/462");
        check_value(ctx, &x, column(&x, "y'"), li_expr_integral(ctx, li_expr_apply(ctx, LI_SIN, e), s, constant(ctx, "3/2"), constant(ctx, "0")), "y'");
    }
    if (x.made && li_enclosure_init(ctx, &E, &x.F, 32, 90) == LI_OK) {
        li_enclosure_start(&E, zero, &zero[4]);
        for (int k = 0; k < 3; k++)
            if (li_enclosure_step(&E, 2) == LI_ENCLOSED) {
                check_box(ctx, &E);
                li_enclosure_move(&E);
            }
        li_enclosure_clear(ctx, &E);
    }
    li_balls_drop(ctx, zero, 5);
    trial_clear(ctx, &x);
}

/* ---- motions known from elsewhere ---- */

/* Digits that a program wrote: to one unit of the last */
static void check_digits(li_ctx *ctx, const li_ball *found, const char *digits, const char *what)
{
    const char *point = strchr(digits, '.');
    int places = point == NULL ? 0 : (int)strlen(point + 1);
    li_ball x;

    if (li_ball_init(ctx, &x) == LI_OK && li_ball_value(ctx, &x, constant(ctx, digits), BITS, 2 * BITS) == LI_OK && found != NULL) {
        li_ball error;
        li_ball_init(ctx, &error);
        li_ball_sub(&error, &x, found, BITS);
        li_ball_set_double(&x, 1);
        li_check(ctx, li_ball_below(&error, places - 1, &x), "%s is not %s", what, digits);
        li_ball_clear(&error);
    }
    li_ball_clear(&x);
}

/* The hoop; 35 digits by extrapolation of the midpoint rule (500 steps, 14 columns) */
static const char HOOP[] =
    "system hoop\nparam a, A, C, g\ncoord xi, eta, zeta, theta, psi, phi\n"
    "quasi u = xi'*cos(psi) + eta'*sin(psi), v = (-xi'*sin(psi) + eta'*cos(psi))*cos(theta) + zeta'*sin(theta),\n"
    "      w = (xi'*sin(psi) - eta'*cos(psi))*sin(theta) + zeta'*cos(theta)\n"
    "quasi p = theta', q = psi'*sin(theta), r = phi' + psi'*cos(theta)\n"
    "kinetic (u^2 + v^2 + w^2)/2 + A*(p^2 + q^2)/2 + C*r^2/2\npotential g*zeta\nconstraint rolling: u = -a*r, v = 0, w = a*p\n";
static const char HOOP_START[] = "a = 1; A = 1/2; C = 1; g = 9.81; theta = 1.2; zeta = sin(1.2); p = 0.2; q = 1; r = 4;";

static void hoop(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *name, *digits; } known[] = {
        { "theta", "0.80699213264215922112421620970938193" }, { "psi", "-7.7349704513915080962572761956198001" },
        { "phi", "45.969786536633185366141422534434316" },   { "xi", "-5.5010151890661433465538362175455212" },
        { "eta", "4.7172705771073829147529734079789335" },   { "p", "-0.11133174261912963032763783574326499" },
        { "q", "-2.3582439440894671295482229216063373" },    { "r", "4.1156772012059548243766807747985293" },
    };
    trial x;

    (void)rng;
    if (trial_begin(ctx, &x, HOOP, HOOP_START) && trial_run(ctx, &x, "10", 45)) {
        check_proved(ctx, &x);
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            check_digits(ctx, column(&x, known[i].name), known[i].digits, known[i].name);
        check_text(ctx, &x, "energy", "3/2*0.04/2 + 1/4 + 16 + 9.81*sin(1.2)");
        li_check(ctx, x.R.start_residual == 0, "the start keeps the constraints exactly");
    }
    trial_clear(ctx, &x);
}

/* Rows in order, each once; the pendulum of the IFToMM library, at rest horizontally, in two kinds of coordinates. */
typedef struct { li_ctx *ctx; const trial *x; size_t rows; bool angle; } watcher;

static const char *const PENDULUM[][2] = {
    { "-1", "0" },
    { "0.9862917511318753", "-0.1650108531255412" },   { "-0.7935661953433217", "-0.6084839304437915" }, { "0.1766517899228382", "-0.9842734097378926" },
    { "0.5775636282486314", "-0.8163456714678389" },   { "-0.9423054350437573", "-0.3347543384140006" }, { "0.9994975399393528", "-0.0316964927899271" },
    { "-0.9986187791754798", "-0.0525407829982987" },  { "0.9198579831077385", "-0.3922515658515126" },  { "-0.4983737090575589", "-0.8669623095153627" },
    { "-0.2750874625761169", "-0.9614192050991251" },
};

static li_status see_pendulum(void *self, li_expr t, const li_ball *y, const li_ball *columns)
{
    watcher *w = self;
    const li_rational *number = li_expr_number(t);
    int64_t k = -1;

    (void)columns;
    li_check(w->ctx, number != NULL && li_rational_get_int(&k, number) && k == (int64_t)w->rows, "row %zu", w->rows);
    for (size_t i = 0; i < 2 && w->rows <= 10; i++)
        check_digits(w->ctx, &y[i], PENDULUM[w->rows][i], "the tip");
    for (size_t i = 0; i < w->x->F.n; i++)
        li_check(w->ctx, li_ball_digits(&y[i], 20) >= 20, "row %zu has fewer digits", w->rows);
    w->rows++;
    return LI_OK;
}

static void pendulum(li_ctx *ctx, li_rand *rng)
{
    trial x;
    watcher w = { .ctx = ctx, .x = &x };

    if (trial_begin(ctx, &x, "system p\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential 9.81*y\nconstraint rod: x^2 + y^2 = 1\n", "x = -1; y = 0;")) {
        x.o.self = &w;
        x.o.row = see_pendulum;
        if (li_rand_below(rng, 2))
            x.o.every = li_expr_int(ctx, 1);
        else
            x.o.points = 11;
        if (trial_run(ctx, &x, "10", 20))
            check_proved(ctx, &x);
        li_check(ctx, w.rows == 11 && x.R.rows == 11, "%zu rows", w.rows);
    }
    trial_clear(ctx, &x);
}

/* ---- motions that end ---- */

/* x = 1/(1 - t)^2 */
static void blow_up(li_ctx *ctx, li_rand *rng)
{
    trial x;

    if (trial_begin(ctx, &x, "system b\ncoord x\nkinetic x'^2/2\nforce 6*x^2 on x'\n", "x = 1; x' = 2;") && trial_run(ctx, &x, "10", draw_digits(rng))) {
        li_check(ctx, x.R.ending == LI_ENDED_SINGULAR && x.R.message[0] != '\0', "ends by %d: %s", (int)x.R.ending, x.R.message);
        li_check(ctx, li_ball_double(&x.R.at) < 1 && li_ball_double(&x.R.at) > 0.9999, "ends at t = %.17g", li_ball_double(&x.R.at));
        li_expr left = li_expr_sub(ctx, li_expr_int(ctx, 1), x.R.t);
        check_value(ctx, &x, column(&x, "x"), li_expr_power(ctx, left, -2), "x");
    }
    trial_clear(ctx, &x);
}

/* x'' = -|x| from (1, 0): cos t until pi/2. A corner may also stand at the start. */
static void corner(li_ctx *ctx, li_rand *rng)
{
    bool at_start = li_rand_below(rng, 3) == 0;
    trial x;

    if (trial_begin(ctx, &x, "system c\ncoord x\nkinetic x'^2/2\nforce -abs(x) on x'\n", at_start ? "x = 0; x' = 1;" : "x = 1; x' = 0;") &&
        trial_run(ctx, &x, "2", 12)) {
        double t = li_ball_double(&x.R.at);
        li_check(ctx, x.R.ending == LI_ENDED_FAILED && strstr(x.R.message, "corner") != NULL, "ends by %d: %s", (int)x.R.ending, x.R.message);
        li_check(ctx, at_start ? t == 0 : t < 1.5707963267948966 && t > 1.5707, "ends at t = %.17g", t);
        if (!at_start)
            check_value(ctx, &x, column(&x, "x"), li_expr_apply(ctx, LI_COS, x.R.t), "x");
    }
    trial_clear(ctx, &x);
}

/* A contact that presses less and less: N = 1 - t */
static void lifting(li_ctx *ctx, li_rand *rng)
{
    trial x;

    (void)rng;
    if (trial_begin(ctx, &x, "system l\nassume N > 0\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nforce t - 1 on y'\nforce N on x'\nconstraint floor: y' = 0 multiplier N\n", "x = 0;") &&
        trial_run(ctx, &x, "2", 12)) {
        double t = li_ball_double(&x.R.at);
        li_check(ctx, x.R.ending == LI_ENDED_UNDETERMINED && strstr(x.R.message, "N > 0") != NULL, "ends by %d: %s", (int)x.R.ending, x.R.message);
        li_check(ctx, t < 1 && t > 0.999, "ends at t = %.17g", t);
    }
    trial_clear(ctx, &x);
}

/* atan2 jumps where y = 0, x < 0: no series of either side may be used across. */
static void cut(li_ctx *ctx, li_rand *rng)
{
    trial x;

    (void)rng;
    if (trial_begin(ctx, &x, "system a\ncoord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nforce atan2(y, x) on z'\n", "x = -1; y = 1; y' = -1;") && trial_run(ctx, &x, "2", 10)) {
        double t = li_ball_double(&x.R.at);
        li_check(ctx, x.R.ending == LI_ENDED_SINGULAR && t < 1 && t > 0.999, "ends at t = %.17g by %d", t, (int)x.R.ending);
    }
    trial_clear(ctx, &x);
}

/* ---- limits ---- */

static bool stop(void *self, double t, double fraction, size_t steps)
{
    size_t *most = self;
    (void)t, (void)fraction;
    return steps < *most;
}

static void limits(li_ctx *ctx, li_rand *rng)
{
    static const char *const words[] = { "limit of 100 bits", "limit of 2 steps", "limit of 1e-09 s", "stopped at t" };
    int which = li_rand_below(rng, 4);
    size_t two = 2;
    trial x;

    if (trial_begin(ctx, &x, "system u\ncoord x\nkinetic x'^2/2\npotential -x^2/2\n", "x = 1; x' = -1;")) {
        x.o.most_bits = which == 0 ? 100 : 0;
        x.o.most_steps = which == 1 ? 2 : 0;
        x.o.seconds = which == 2 ? 1e-9 : 0;
        x.o.self = &two;
        x.o.go_on = which == 3 ? stop : NULL;
        bool ok = trial_run(ctx, &x, "30", 20);
        li_check(ctx, ok && strstr(x.R.message, words[which]) != NULL, "no %s: %s", words[which], x.R.message);
        li_check(ctx, x.R.ending == (which == 3 ? LI_ENDED_INTERRUPTED : LI_ENDED_FAILED), "ends by %d", (int)x.R.ending);
        if (which == 0)
            li_check(ctx, x.R.digits < 20 && x.R.bits == 100 && li_ball_double(&x.R.at) == 30, "%d digits, %ld bits", x.R.digits, x.R.bits);
        x.o.digits = x.R.digits;
        li_expr e = li_expr_apply(ctx, LI_EXP, li_expr_neg(ctx, x.R.t));
        check_value(ctx, &x, column(&x, "x"), e, "x");
    }
    trial_clear(ctx, &x);
}

static void refusals(li_ctx *ctx, li_rand *rng)
{
    trial x;

    (void)rng;
    if (trial_begin(ctx, &x, "system n\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nforce -3 on y'\nconstraint a: y' = 0 by 1 + N^2 on y' multiplier N\n", "x = 1;")) {
        li_check(ctx, x.F.guesses > 0, "N stands in its own law");
        li_check(ctx, !trial_run(ctx, &x, "1", 10) && li_ctx_status(ctx) == LI_DOMAIN, "it was not refused");
        li_ctx_forgive(ctx);
    }
    trial_clear(ctx, &x);
    if (trial_begin(ctx, &x, "system o\ncoord x\nkinetic x'^2/2\n", "x = 1;")) {
        li_check(ctx, !trial_run(ctx, &x, "-1", 10) && li_ctx_status(ctx) == LI_DOMAIN, "the end before the start");
        li_ctx_forgive(ctx);
    }
    trial_clear(ctx, &x);
}

/* ---- what is shown ---- */

static void shown(li_ctx *ctx, li_rand *rng)
{
    li_text text;
    trial x;

    (void)rng;
    li_text_init(&text);
    if (trial_begin(ctx, &x, "system o\ncoord x\nkinetic x'^2/2\npotential x^2/2\n", "x = 1; x' = 0;") && trial_run(ctx, &x, "pi", 15)) {
        li_emit_certified_text(ctx, &text, &x.F, &x.o, &x.R);
        li_check(ctx, strstr(li_text_str(&text), "t = 3.14159265358979 with 15 digits proved (Taylor over balls, order ") == li_text_str(&text), "%s", text.s);
        li_check(ctx, strstr(li_text_str(&text), "x      = -1\n") != NULL && strstr(li_text_str(&text), "x'     = 0 (below 1e-") != NULL, "%s", text.s);
        li_text_cut(&text, 0);
        li_emit_certified_json(ctx, &text, &x.F, &x.o, &x.R);
        li_check(ctx, strstr(li_text_str(&text), "\"method\": \"certified taylor\"") != NULL && strstr(li_text_str(&text), "\"x'\": \"0\"") != NULL, "%s", text.s);
    }
    trial_clear(ctx, &x);
    li_text_clear(ctx, &text);
}

int main(void)
{
    li_test_run("oscillator", oscillator, 20);
    li_test_run("exponential", exponential, 12);
    li_test_run("kepler", kepler, 6);
    li_test_run("turning", turning, 10);
    li_test_run("sleeping", sleeping, 1);
    li_test_run("steps", steps, 100);
    li_test_run("hoop", hoop, 1);
    li_test_run("pendulum", pendulum, 1);
    li_test_run("blow up", blow_up, 4);
    li_test_run("corner", corner, 5);
    li_test_run("lifting", lifting, 1);
    li_test_run("cut", cut, 1);
    li_test_run("limits", limits, 8);
    li_test_run("refusals", refusals, 1);
    li_test_run("shown", shown, 1);
    return li_test_done();
}

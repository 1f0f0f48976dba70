/* t-jet.c - power series: against repeated derivatives, balls against doubles, systems, motions with known series */
#include <math.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "../arb.h"
#include "draw.h"

enum { ORDER = 5, HIGH = 20 };

static li_expr time_of(li_ctx *ctx) { return li_expr_symbol(ctx, "t", LI_TIME); }

/* x_i(t) with coefficients num/16, `corner` of them constant */
typedef struct { size_t n; int64_t num[DRAW_SYMBOLS][HIGH + 1]; li_expr x[DRAW_SYMBOLS], path[DRAW_SYMBOLS]; } curve;

static void draw_curve(li_ctx *ctx, li_rand *rng, curve *C, size_t n)
{
    memset(C, 0, sizeof *C);
    C->n = n;
    draw_symbols(ctx, C->x, n);
    for (size_t i = 0; i < n; i++) {
        li_expr t = time_of(ctx), part[ORDER + 1];
        bool constant = li_rand_below(rng, 4) == 0;
        for (int k = 0; k <= ORDER; k++) {
            C->num[i][k] = k > 0 && constant ? 0 : li_rand_below(rng, 65) - 32;
            part[k] = li_expr_mul(ctx, li_expr_frac(ctx, C->num[i][k], 16), li_expr_power(ctx, t, k));
        }
        C->path[i] = li_expr_sum(ctx, ORDER + 1, part);
    }
}

/* All coefficients of all variables, then all orders; twice, as nothing of the series before may be left. */
static li_status run_balls(li_ctx *ctx, li_jet_balls *run, const li_program *P, const curve *C, size_t np, long bits)
{
    li_ball x[DRAW_SYMBOLS];

    for (size_t i = 0; i < DRAW_SYMBOLS; i++)
        li_ball_init(ctx, &x[i]);
    for (size_t i = 0; i < np; i++)
        ball_of(&x[i], C->num[i][0], 16, bits);
    li_status status = li_jet_balls_init(ctx, run, P, ORDER, bits);
    if (status == LI_OK && np > 0)
        status = li_jet_balls_parameters(run, x);
    for (size_t i = np; i < C->n && status == LI_OK; i++)
        for (size_t k = 0; k <= ORDER; k++) {
            ball_of(&x[0], C->num[i][k], 16, bits);
            li_jet_balls_set(run, i - np, k, &x[0]);
        }
    for (size_t k = 0; k < 2 * (ORDER + 1) && status == LI_OK; k++)
        status = li_jet_balls_step_order(run, k % (ORDER + 1));
    for (size_t i = 0; i < DRAW_SYMBOLS; i++)
        li_ball_clear(&x[i]);
    return status;
}

static li_status run_real(li_ctx *ctx, li_jet *run, const li_program *P, const curve *C, size_t np)
{
    double parameter[DRAW_SYMBOLS];

    for (size_t i = 0; i < np; i++)
        parameter[i] = (double)C->num[i][0] / 16;
    li_status status = li_jet_init(ctx, run, P, ORDER);
    if (status == LI_OK && np > 0)
        status = li_jet_parameters(run, parameter);
    for (size_t i = np; i < C->n && status == LI_OK; i++)
        for (size_t k = 0; k <= ORDER; k++)
            li_jet_variable(run, i - np)[k] = (double)C->num[i][k] / 16;
    for (size_t k = 0; k < 2 * (ORDER + 1) && status == LI_OK; k++)
        status = li_jet_step_order(run, k % (ORDER + 1));
    return status;
}

/* The ball of d^k/dt^k e at t = 0, over k!, for k = 0 .. ORDER. */
static bool derivatives(li_ctx *ctx, li_ball *out, li_expr e, long bits)
{
    li_expr t = time_of(ctx), D[ORDER + 1];
    li_ball zero, factorial;
    li_program P;
    li_balls run;
    bool ok = true;

    for (int k = 0; k <= ORDER && ok; k++, e = ok ? li_expr_diff(ctx, e, t) : e) {
        D[k] = e;
        ok = li_ctx_status(ctx) == LI_OK && li_expr_size(ctx, 1, &e) < 20000;
    }
    if (!ok)
        return li_ctx_forgive(ctx), false;
    li_ball_init(ctx, &zero);
    li_ball_init(ctx, &factorial);
    li_program_init(ctx, &P, 0, NULL, 1, &t);
    li_program_finish(ctx, &P, ORDER + 1, D);
    li_balls_init(ctx, &run, &P, bits);
    ok = li_balls_step(ctx, &run, &zero, out) == LI_OK;
    for (int64_t k = 0, f = 1; k <= ORDER; f *= ++k) {
        ball_of(&factorial, f, 1, bits);
        li_ball_div(&out[k], &out[k], &factorial, bits);
    }
    li_balls_clear(ctx, &run);
    li_program_clear(ctx, &P);
    li_ball_clear(&zero);
    li_ball_clear(&factorial);
    return ok;
}

/* Coefficient k of e(x(t)) is its k-th derivative over k!. */
static void against_derivatives(li_ctx *ctx, li_rand *rng)
{
    curve C;
    li_expr pool[DRAW_POOL];
    li_ball expected[ORDER + 1], got;
    li_program P;
    li_jet_balls run;
    long bits = 400;
    size_t n = 1 + (size_t)li_rand_below(rng, 4);

    draw_curve(ctx, rng, &C, n);
    size_t len = draw_pool(ctx, rng, pool, n, C.x, 7, true);
    li_ball_init(ctx, &got);
    for (int k = 0; k <= ORDER; k++)
        li_ball_init(ctx, &expected[k]);
    li_program_init(ctx, &P, 0, NULL, n, C.x);
    li_program_finish(ctx, &P, len, pool);
    li_check(ctx, run_balls(ctx, &run, &P, &C, 0, bits) == LI_OK, "the series");
    for (size_t i = 0; i < len && li_ctx_status(ctx) == LI_OK; i++) {
        li_expr e = li_expr_subst(ctx, pool[i], n, C.x, C.path);
        if (li_ctx_status(ctx) != LI_OK) {           /* log(0) */
            li_ctx_forgive(ctx);
            continue;
        }
        if (!derivatives(ctx, expected, e, bits)) {
            li_test_undecided();
            continue;
        }
        for (size_t k = 0; k <= ORDER && li_ball_is_finite(&expected[0]); k++) {
            li_jet_balls_get(&run, &got, i, k);
            if (!li_ball_is_finite(&expected[k]) || !li_ball_is_finite(&got)) {
                li_check(ctx, !li_ball_is_finite(&got) || !li_jet_balls_smooth(&run), "output %zu, order %zu: finite", i, k);
                continue;
            }
            li_check(ctx, li_ball_overlaps(&got, &expected[k]), "output %zu, order %zu: %.17g instead of %.17g", i, k,
                     li_ball_double(&got), li_ball_double(&expected[k]));
            li_check(ctx, li_ball_radius(&got) <= 1e-40 * (1 + fabs(li_ball_double(&got))), "output %zu, order %zu: radius %g", i, k, li_ball_radius(&got));
        }
    }
    for (int k = 0; k <= ORDER; k++)
        li_ball_clear(&expected[k]);
    li_ball_clear(&got);
    li_jet_balls_clear(ctx, &run);
    li_program_clear(ctx, &P);
}

/* A pool of what mechanics is made of: doubles take the sums of such series side by side (jet-sums.c). */
static size_t draw_mechanics(li_ctx *ctx, li_rand *rng, li_expr *pool, size_t n, const li_expr *x)
{
    static const li_kind function[] = { LI_SIN, LI_COS, LI_EXP, LI_LOG, LI_SINH, LI_COSH };
    size_t len = draw_pool(ctx, rng, pool, n, x, 8, false);

    for (int k = 0; k < 14 && len < DRAW_POOL; k++) {
        li_expr a = pool[li_rand_below(rng, (int)len)], b = pool[li_rand_below(rng, (int)len)], positive = li_expr_add(ctx, li_expr_int(ctx, 1), li_expr_mul(ctx, a, a)), e;
        li_kind f = function[li_rand_below(rng, 6)];
        switch (li_rand_below(rng, 5)) {
        case 0: e = li_expr_mul(ctx, a, b); break;
        case 3: e = li_expr_add(ctx, a, li_expr_mul(ctx, li_expr_int(ctx, 1 - 2 * li_rand_below(rng, 2)), li_expr_mul(ctx, b, b))); break;
        case 1: e = draw_sum(ctx, rng, a, li_expr_mul(ctx, a, b)); break;
        case 2: e = li_expr_root(ctx, positive, 2 + li_rand_below(rng, 3)); break;
        default: e = li_expr_apply(ctx, f, f == LI_LOG ? positive : f == LI_SIN || f == LI_COS ? a : li_expr_apply(ctx, LI_SIN, b));
        }
        if (li_ctx_status(ctx) == LI_DOMAIN || li_ctx_status(ctx) == LI_LIMIT)
            li_ctx_forgive(ctx);
        else
            pool[len++] = e;
    }
    return len;
}

/* The radius at 53 bits bounds the rounding of the same operations. */
static void against_balls(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, DRAW_SYMBOLS), np = (size_t)li_rand_below(rng, (int)n + 1);
    curve C;
    li_expr pool[DRAW_POOL];
    li_ball ball;
    li_program P;
    li_jet_balls balls;
    li_jet run;

    draw_curve(ctx, rng, &C, n);
    size_t len = li_rand_below(rng, 2) == 0 ? draw_pool(ctx, rng, pool, n, C.x, 20, true) : draw_mechanics(ctx, rng, pool, n, C.x);
    li_ball_init(ctx, &ball);
    li_program_init(ctx, &P, np, C.x, n - np, C.x + np);
    li_program_finish(ctx, &P, len, pool);
    li_check(ctx, run_balls(ctx, &balls, &P, &C, np, 53) == LI_OK && run_real(ctx, &run, &P, &C, np) == LI_OK, "the series");
    for (size_t i = 0; i < len; i++)
        for (size_t k = 0; k <= ORDER; k++) {
            double x = li_jet_output(&run, i)[k];
            li_jet_balls_get(&balls, &ball, i, k);
            if (li_ball_is_finite(&ball) && isfinite(li_ball_double(&ball)) && fabs(li_ball_double(&ball)) < 1e290)
                li_check(ctx, fabs(x - li_ball_double(&ball)) <= 8 * li_ball_radius(&ball) + 1e-290, "output %zu, order %zu: %.17g, ball %.17g +/- %g",
                         i, k, x, li_ball_double(&ball), li_ball_radius(&ball));
        }
    li_ball_clear(&ball);
    li_jet_balls_clear(ctx, &balls);
    li_jet_clear(ctx, &run);
    li_program_clear(ctx, &P);
}

/* x = (A11 b0 - A01 b1, A00 b1 - A10 b0)/det A, as a solve and written out */
static void systems(li_ctx *ctx, li_rand *rng)
{
    li_solver solver = li_rand_below(rng, 2) ? LI_LDL : LI_LU;
    li_expr pool[DRAW_POOL], A[4], b[2], x[2] = { li_expr_symbol(ctx, "a0", LI_ACCELERATION), li_expr_symbol(ctx, "a1", LI_ACCELERATION) }, out[4];
    curve C;
    li_program P;
    li_jet_balls balls;
    li_jet run;
    li_ball solved, written;

    draw_curve(ctx, rng, &C, 3);
    size_t len = draw_pool(ctx, rng, pool, 3, C.x, 8, true);
    for (int i = 0; i < 4; i++)
        A[i] = pool[li_rand_below(rng, (int)len)];
    for (int i = 0; i < 2; i++)
        b[i] = pool[li_rand_below(rng, (int)len)];
    if (solver == LI_LDL)
        A[1] = A[2];
    li_expr det = li_expr_sub(ctx, li_expr_mul(ctx, A[0], A[3]), li_expr_mul(ctx, A[1], A[2]));
    if (li_expr_is_zero(det))
        return;
    out[0] = x[0];
    out[1] = x[1];
    out[2] = li_expr_div(ctx, li_expr_sub(ctx, li_expr_mul(ctx, A[3], b[0]), li_expr_mul(ctx, A[1], b[1])), det);
    out[3] = li_expr_div(ctx, li_expr_sub(ctx, li_expr_mul(ctx, A[0], b[1]), li_expr_mul(ctx, A[2], b[0])), det);
    li_program_init(ctx, &P, 0, NULL, 3, C.x);
    li_program_solve(ctx, &P, solver, 2, A, b, x);
    li_program_finish(ctx, &P, 4, out);
    li_ball_init(ctx, &solved);
    li_ball_init(ctx, &written);
    li_status sb = run_balls(ctx, &balls, &P, &C, 0, 200), sr = run_real(ctx, &run, &P, &C, 0);
    li_check(ctx, sb == LI_OK || sb == LI_SINGULAR, "balls: %s", li_status_name(sb));
    for (size_t i = 0; i < 2 && sb == LI_OK; i++)
        for (size_t k = 0; k <= ORDER; k++) {
            li_jet_balls_get(&balls, &solved, i, k);
            li_jet_balls_get(&balls, &written, i + 2, k);
            if (!li_ball_is_finite(&solved) || !li_ball_is_finite(&written))
                continue;
            li_check(ctx, li_ball_overlaps(&solved, &written), "unknown %zu, order %zu", i, k);
            double d = li_ball_double(&solved), size = 0;
            for (size_t j = 0; j <= ORDER && sr == LI_OK; j++)
                size = fmax(size, fabs(li_jet_output(&run, i)[j]));
            if (sr == LI_OK && isfinite(size))
                li_check(ctx, fabs(d - li_jet_output(&run, i)[k]) <= 1e-5 * (1 + size), "doubles, unknown %zu, order %zu: %g, %g", i, k, d, li_jet_output(&run, i)[k]);
        }
    li_ball_clear(&solved);
    li_ball_clear(&written);
    li_jet_balls_clear(ctx, &balls);
    li_jet_clear(ctx, &run);
    li_program_clear(ctx, &P);
}

/* x' = f(x) from x0, by the recipe of the header; the series in x[i * (HIGH + 1) + k] */
static void flow(li_ctx *ctx, size_t n, const li_expr *f, const li_expr *state, const double *x0, double *x)
{
    li_program P;
    li_jet run;

    li_program_init(ctx, &P, 0, NULL, n, state);
    li_program_finish(ctx, &P, n, f);
    li_jet_init(ctx, &run, &P, HIGH);
    for (size_t i = 0; i < n; i++)
        li_jet_variable(&run, i)[0] = x0[i];
    for (size_t k = 0; k < HIGH; k++) {
        li_check(ctx, li_jet_step_order(&run, k) == LI_OK, "order %zu", k);
        li_jet_advance(&run, k);
    }
    for (size_t i = 0; i < n; i++)
        memcpy(x + i * (HIGH + 1), li_jet_variable(&run, i), (HIGH + 1) * sizeof *x);
    li_jet_clear(ctx, &run);
    li_program_clear(ctx, &P);
}

/* x' = 1 + x^2 from 0 in balls: tan t, whose coefficient of t^5 is 2/15. */
static void certified_motion(li_ctx *ctx)
{
    li_expr x, f;
    li_program P;
    li_jet_balls run;
    li_ball c, expected;

    draw_symbols(ctx, &x, 1);
    f = li_expr_add(ctx, li_expr_int(ctx, 1), li_expr_power(ctx, x, 2));
    li_program_init(ctx, &P, 0, NULL, 1, &x);
    li_program_finish(ctx, &P, 1, &f);
    li_ball_init(ctx, &c);
    li_ball_init(ctx, &expected);
    li_jet_balls_init(ctx, &run, &P, ORDER, 200);
    for (size_t k = 0; k < ORDER; k++) {
        li_check(ctx, li_jet_balls_step_order(&run, k) == LI_OK, "order %zu", k);
        li_jet_balls_advance(&run, k);
    }
    li_jet_balls_get(&run, &c, 0, 4);                     /* f_4 = 5 x_5 */
    ball_of(&expected, 2, 3, 200);
    li_check(ctx, li_ball_overlaps(&c, &expected) && li_ball_radius(&c) < 1e-50, "%.17g", li_ball_double(&c));
    li_jet_balls_clear(ctx, &run);
    li_ball_clear(&c);
    li_ball_clear(&expected);
    li_program_clear(ctx, &P);
}

static void motions(li_ctx *ctx, li_rand *rng)
{
    li_expr x[2], f[2], one = li_expr_int(ctx, 1);
    double c[2 * (HIGH + 1)], x0[2] = { 1, 0 }, factorial = 1;
    /* tan t = t + t^3/3 + 2 t^5/15 + 17 t^7/315 + 62 t^9/2835 + 1382 t^11/155925 + ... */
    static const double tangent[] = { 1, 1.0 / 3, 2.0 / 15, 17.0 / 315, 62.0 / 2835, 1382.0 / 155925, 21844.0 / 6081075 };
    (void)rng;

    certified_motion(ctx);
    draw_symbols(ctx, x, 2);
    f[0] = li_expr_power(ctx, x[0], 2);
    flow(ctx, 1, f, x, x0, c);                            /* 1/(1 - t) */
    for (int k = 0; k <= HIGH; k++)
        li_check(ctx, c[k] == 1, "1/(1 - t), order %d: %.17g", k, c[k]);
    f[0] = li_expr_neg(ctx, x[1]);
    f[1] = x[0];
    flow(ctx, 2, f, x, x0, c);                            /* cos t, sin t */
    for (int k = 0; k <= HIGH; factorial *= ++k) {
        double expected = (k / 2 % 2 == 0 ? 1 : -1) / factorial;
        li_check(ctx, fabs(c[k % 2 * (HIGH + 1) + k] - expected) <= 4e-16 * fabs(expected), "order %d", k);
        li_check(ctx, c[(k + 1) % 2 * (HIGH + 1) + k] == 0, "order %d: 0", k);
    }
    x0[0] = 0;
    f[0] = li_expr_add(ctx, one, li_expr_power(ctx, x[0], 2));
    flow(ctx, 1, f, x, x0, c);                            /* tan t */
    for (int k = 0; k < 7; k++)
        li_check(ctx, fabs(c[2 * k + 1] - tangent[k]) <= 1e-15 * tangent[k] && c[2 * k] == 0, "tan t, order %d", 2 * k + 1);
    f[0] = li_expr_apply(ctx, LI_EXP, li_expr_neg(ctx, x[0]));
    flow(ctx, 1, f, x, x0, c);                            /* log(1 + t) */
    for (int k = 1; k <= HIGH; k++)
        li_check(ctx, fabs(c[k] - (k % 2 ? 1.0 : -1.0) / k) <= 1e-15, "log(1 + t), order %d: %.17g", k, c[k]);
}

/* the series of e(x(t)), x = a + b t */
static void line(li_ctx *ctx, li_expr e, li_expr x, double a, double b, double *c, bool *smooth)
{
    li_program P;
    li_jet run;

    li_program_init(ctx, &P, 0, NULL, 1, &x);
    li_program_finish(ctx, &P, 1, &e);
    li_jet_init(ctx, &run, &P, ORDER);
    li_jet_variable(&run, 0)[0] = a;
    li_jet_variable(&run, 0)[1] = b;
    for (size_t k = 0; k <= ORDER; k++)
        li_check(ctx, li_jet_step_order(&run, k) == LI_OK, "order %zu", k);
    memcpy(c, li_jet_output(&run, 0), (ORDER + 1) * sizeof *c);
    *smooth = li_jet_smooth(&run);
    li_check(ctx, li_jet_step_order(&run, ORDER + 1) == LI_DOMAIN, "past the order");
    li_jet_clear(ctx, &run);
    li_program_clear(ctx, &P);
}

static void corners(li_ctx *ctx, li_rand *rng)
{
    li_expr x, two = li_expr_int(ctx, 2);
    double c[ORDER + 1], b = 1 + li_rand_below(rng, 5);
    bool smooth;

    draw_symbols(ctx, &x, 1);
    line(ctx, li_expr_apply(ctx, LI_ABS, x), x, 0, b, c, &smooth);
    li_check(ctx, !smooth && c[0] == 0 && isnan(c[1]), "abs at 0");
    line(ctx, li_expr_apply(ctx, LI_ABS, x), x, -3, b, c, &smooth);
    li_check(ctx, smooth && c[0] == 3 && c[1] == -b && c[2] == 0, "abs at -3");
    line(ctx, li_expr_apply(ctx, LI_SIGN, x), x, 0, b, c, &smooth);
    li_check(ctx, !smooth && c[0] == 0 && isnan(c[1]), "sign at 0");
    line(ctx, li_expr_apply(ctx, LI_SIGN, x), x, -2, b, c, &smooth);
    li_check(ctx, smooth && c[0] == -1 && c[1] == 0, "sign at -2");
    line(ctx, li_expr_apply2(ctx, LI_MIN, x, two), x, 2, b, c, &smooth);
    li_check(ctx, !smooth && c[0] == 2 && isnan(c[1]), "min at its corner");
    line(ctx, li_expr_apply2(ctx, LI_MIN, x, two), x, 1, b, c, &smooth);
    li_check(ctx, smooth && c[0] == 1 && c[1] == b, "min");
    line(ctx, li_expr_apply2(ctx, LI_MAX, x, two), x, 1, b, c, &smooth);
    li_check(ctx, smooth && c[0] == 2 && c[1] == 0, "max");
    line(ctx, li_expr_sqrt(ctx, x), x, 0, b, c, &smooth);
    li_check(ctx, c[0] == 0 && !isfinite(c[1]), "sqrt at 0");
    line(ctx, li_expr_power(ctx, x, 2), x, 0, b, c, &smooth);
    li_check(ctx, c[0] == 0 && c[1] == 0 && c[2] == b * b && c[3] == 0, "x^2 at 0");
}

/* Orders in their order; what one series was does not stick to the next. */
static void order_of_steps(li_ctx *ctx, li_rand *rng)
{
    li_expr x, e;
    li_program P;
    li_jet run;
    (void)rng;

    draw_symbols(ctx, &x, 1);
    e = li_expr_apply(ctx, LI_ABS, x);
    li_program_init(ctx, &P, 0, NULL, 1, &x);
    li_program_finish(ctx, &P, 1, &e);
    li_jet_init(ctx, &run, &P, ORDER);
    li_check(ctx, li_jet_step_order(&run, 1) == LI_DOMAIN, "order 1 before order 0");
    li_check(ctx, li_jet_step_order(&run, 0) == LI_OK && li_jet_step_order(&run, 2) == LI_DOMAIN, "order 2 after order 0");
    li_check(ctx, li_jet_step_order(&run, 1) == LI_OK && !li_jet_smooth(&run), "at the corner");
    li_jet_variable(&run, 0)[0] = 1;
    li_check(ctx, li_jet_step_order(&run, 0) == LI_OK && li_jet_step_order(&run, 1) == LI_OK && li_jet_smooth(&run), "beside it");
    li_jet_clear(ctx, &run);
    li_program_clear(ctx, &P);
}

/* int_0^x cos = sin x, int_x^1 s^2 = (1 - x^3)/3; an integrand that changes has no series */
static void integrals(li_ctx *ctx, li_rand *rng)
{
    li_expr s = li_expr_symbol(ctx, "s", LI_PARAMETER), out[4];
    li_program P;
    curve C;
    li_jet run;
    li_jet_balls balls;
    li_ball a, b;

    draw_curve(ctx, rng, &C, 1);
    out[0] = li_expr_integral(ctx, li_expr_apply(ctx, LI_COS, s), s, C.x[0], li_expr_int(ctx, 0));
    out[1] = li_expr_apply(ctx, LI_SIN, C.x[0]);
    out[2] = li_expr_integral(ctx, li_expr_power(ctx, s, 2), s, li_expr_int(ctx, 1), C.x[0]);
    out[3] = li_expr_sub(ctx, li_expr_frac(ctx, 1, 3), li_expr_mul(ctx, li_expr_frac(ctx, 1, 3), li_expr_power(ctx, C.x[0], 3)));
    li_program_init(ctx, &P, 0, NULL, 1, C.x);
    li_program_finish(ctx, &P, 4, out);
    li_ball_init(ctx, &a);
    li_ball_init(ctx, &b);
    li_check(ctx, run_real(ctx, &run, &P, &C, 0) == LI_OK && run_balls(ctx, &balls, &P, &C, 0, 100) == LI_OK, "the series");
    for (size_t i = 0; i < 4; i += 2)
        for (size_t k = 0; k <= ORDER; k++) {
            double x = li_jet_output(&run, i)[k], y = li_jet_output(&run, i + 1)[k];
            li_check(ctx, fabs(x - y) <= 1e-13 * (1 + fabs(y)), "integral %zu, order %zu: %.17g, %.17g", i / 2, k, x, y);
            li_jet_balls_get(&balls, &a, i, k);
            li_jet_balls_get(&balls, &b, i + 1, k);
            li_check(ctx, li_ball_is_finite(&a) && li_ball_overlaps(&a, &b), "integral %zu, order %zu: balls", i / 2, k);
        }
    li_jet_clear(ctx, &run);
    li_jet_balls_clear(ctx, &balls);
    li_ball_clear(&a);
    li_ball_clear(&b);
    li_program_clear(ctx, &P);

    out[0] = li_expr_integral(ctx, li_expr_apply(ctx, LI_COS, li_expr_mul(ctx, s, C.x[0])), s, C.x[0], li_expr_int(ctx, 0));
    li_program_init(ctx, &P, 0, NULL, 1, C.x);
    li_program_finish(ctx, &P, 1, out);
    li_check(ctx, li_jet_init(ctx, &run, &P, ORDER) == LI_DOMAIN && strstr(li_ctx_message(ctx), "integrand") != NULL, "an integrand that changes");
    li_ctx_forgive(ctx);
    li_jet_clear(ctx, &run);
    li_program_clear(ctx, &P);
}

/* Without memory at the n-th request: a failure, no more. */
static void memory(li_ctx *ctx, li_rand *rng)
{
    li_expr s = li_expr_symbol(ctx, "s", LI_PARAMETER), pool[DRAW_POOL];
    curve C;
    li_program P;

    draw_curve(ctx, rng, &C, 2);
    size_t len = draw_pool(ctx, rng, pool, 2, C.x, 10, true);
    pool[len - 1] = li_expr_integral(ctx, li_expr_apply(ctx, LI_COS, s), s, C.x[0], li_expr_int(ctx, 0));
    li_program_init(ctx, &P, 0, NULL, 2, C.x);
    li_program_finish(ctx, &P, len, pool);
    for (uint64_t n = 1; n < 30; n++) {
        li_jet run;
        li_jet_balls balls;
        li_ctx_fail_at(ctx, n);
        li_status first = li_jet_init(ctx, &run, &P, ORDER);
        li_check(ctx, first == LI_MEMORY || li_jet_step_order(&run, 0) == LI_OK, "doubles, request %d", (int)n);
        li_check(ctx, first != LI_MEMORY || li_jet_step_order(&run, 0) == LI_ABSENT, "no run after request %d", (int)n);
        li_ctx_forgive(ctx);
        li_ctx_fail_at(ctx, n);
        li_status second = li_jet_balls_init(ctx, &balls, &P, ORDER, 53);
        li_check(ctx, second == LI_MEMORY || li_jet_balls_step_order(&balls, 0) == LI_OK, "balls, request %d", (int)n);
        li_ctx_forgive(ctx);
        li_ctx_fail_at(ctx, 0);
        li_jet_clear(ctx, &run);
        li_jet_balls_clear(ctx, &balls);
    }
    li_program_clear(ctx, &P);
}

int main(void)
{
    li_test_run("against_derivatives", against_derivatives, 60);
    li_test_run("against_balls", against_balls, 200);
    li_test_run("systems", systems, 150);
    li_test_run("motions", motions, 1);
    li_test_run("corners", corners, 5);
    li_test_run("order_of_steps", order_of_steps, 1);
    li_test_run("integrals", integrals, 20);
    li_test_run("memory", memory, 5);
    return li_test_done();
}

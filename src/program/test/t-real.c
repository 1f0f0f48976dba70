/* t-real.c - doubles against balls, and what IEEE numbers do at the borders */
#include <math.h>

#include "../../core/test/harness.h"
#include "draw.h"

/* The ball at 53 bits bounds the rounding of the same operations: |double - ball| is of the order of its radius. */
static void against_balls(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, DRAW_SYMBOLS), np = (size_t)li_rand_below(rng, (int)n + 1);
    li_expr x[DRAW_SYMBOLS], pool[DRAW_POOL];
    li_rational at[DRAW_SYMBOLS];
    double input[DRAW_SYMBOLS], value[DRAW_POOL];
    li_ball ball_in[DRAW_SYMBOLS], ball[DRAW_POOL];
    li_program P;
    li_real run;
    li_balls balls;

    draw_symbols(ctx, x, n);
    size_t len = draw_pool(ctx, rng, pool, n, x, 20, true);
    draw_point(rng, at, n);
    for (size_t i = 0; i < n; i++) {
        li_rational_set_int(&at[i], li_rand_below(rng, 257) - 128, 64);        /* exact in both */
        input[i] = li_rational_double(&at[i]);
        li_ball_init(ctx, &ball_in[i]);
        li_ball_set_rational(&ball_in[i], &at[i], 53);
    }
    for (size_t i = 0; i < len; i++)
        li_ball_init(ctx, &ball[i]);
    li_program_init(ctx, &P, np, x, n - np, x + np);
    li_program_finish(ctx, &P, len, pool);
    li_real_init(ctx, &run, &P);
    li_balls_init(ctx, &balls, &P, 53);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "setup");
    li_check(ctx, li_real_parameters(&run, input) == LI_OK && li_real_step(&run, input + np, value) == LI_OK, "doubles");
    li_check(ctx, li_balls_parameters(ctx, &balls, ball_in) == LI_OK && li_balls_step(ctx, &balls, ball_in + np, ball) == LI_OK, "balls");
    for (size_t i = 0; i < len; i++)
        if (li_ball_is_finite(&ball[i]) && isfinite(li_ball_double(&ball[i])))
            li_check(ctx, fabs(value[i] - li_ball_double(&ball[i])) <= 4 * li_ball_radius(&ball[i]) + 1e-300,
                     "output %zu: %.17g, ball %.17g +/- %g", i, value[i], li_ball_double(&ball[i]), li_ball_radius(&ball[i]));

    for (size_t i = 0; i < n; i++) {
        li_rational_clear(&at[i]);
        li_ball_clear(&ball_in[i]);
    }
    for (size_t i = 0; i < len; i++)
        li_ball_clear(&ball[i]);
    li_balls_clear(ctx, &balls);
    li_real_clear(ctx, &run);
    li_program_clear(ctx, &P);
}

static double one(li_ctx *ctx, li_expr e, li_expr x, double at)
{
    li_program P;
    li_real run;
    double out = -12345;
    li_program_init(ctx, &P, 0, NULL, 1, &x);
    li_program_finish(ctx, &P, 1, &e);
    li_real_init(ctx, &run, &P);
    li_check(ctx, li_ctx_status(ctx) == LI_OK && li_real_step(&run, &at, &out) == LI_OK, "one");
    li_real_clear(ctx, &run);
    li_program_clear(ctx, &P);
    return out;
}

static void borders(li_ctx *ctx, li_rand *rng)
{
    li_expr x, two = li_expr_int(ctx, 2);
    double a = -1 - li_rand_below(rng, 5);

    draw_symbols(ctx, &x, 1);
    li_check(ctx, isnan(one(ctx, li_expr_sqrt(ctx, x), x, a)), "sqrt(%g)", a);
    li_check(ctx, isnan(one(ctx, li_expr_root(ctx, x, 3), x, a)), "the cube root of %g", a);
    li_check(ctx, isnan(one(ctx, li_expr_apply(ctx, LI_LOG, x), x, a)), "log(%g)", a);
    li_check(ctx, isinf(one(ctx, li_expr_power(ctx, x, -1), x, 0)), "1/0");
    li_check(ctx, isnan(one(ctx, li_expr_apply2(ctx, LI_MIN, x, two), x, NAN)), "min(nan, 2)");
    li_check(ctx, isnan(one(ctx, li_expr_apply2(ctx, LI_MAX, two, x), x, NAN)), "max(2, nan)");
    li_check(ctx, one(ctx, li_expr_apply2(ctx, LI_MIN, x, two), x, a) == a, "min");
    li_check(ctx, one(ctx, li_expr_apply2(ctx, LI_MAX, x, two), x, a) == 2, "max");
    li_check(ctx, one(ctx, li_expr_apply(ctx, LI_SIGN, x), x, 0) == 0, "sign(0)");
    li_check(ctx, one(ctx, li_expr_apply(ctx, LI_SIGN, x), x, a) == -1, "sign(%g)", a);
    li_check(ctx, one(ctx, li_expr_root(ctx, x, 3), x, 27) == 3, "the cube root of 27");
    li_check(ctx, one(ctx, li_expr_root(ctx, x, 7), x, 0) == 0, "a root of 0");
    li_check(ctx, isinf(one(ctx, li_expr_root(ctx, x, 7), x, INFINITY)), "a root of infinity");
    li_check(ctx, fabs(one(ctx, li_expr_root(ctx, x, 5), x, 1e300) / 1e60 - 1) < 3e-16, "the fifth root of a large number");
    li_check(ctx, fabs(one(ctx, li_expr_apply2(ctx, LI_ATAN2, two, x), x, -2) - 0.75 * 3.14159265358979323846) < 1e-15, "atan2(2, -2)");
    li_check(ctx, one(ctx, li_expr_apply(ctx, LI_COS, x), x, 1) == cos(1), "cos");
    li_check(ctx, one(ctx, li_expr_apply(ctx, LI_SIN, x), x, 1) == sin(1), "sin");
    li_check(ctx, one(ctx, li_expr_apply(ctx, LI_COSH, x), x, 1) == cosh(1), "cosh");
    li_check(ctx, one(ctx, li_expr_apply(ctx, LI_SINH, x), x, 1) == sinh(1), "sinh");
}

/* The prologue: new parameters, old variables; the result does not remember the parameters before. */
static void parameters(li_ctx *ctx, li_rand *rng)
{
    size_t n = 4, np = 2;
    li_expr x[DRAW_SYMBOLS], pool[DRAW_POOL];
    uint64_t point[2][4], first[DRAW_POOL], again[DRAW_POOL], other[DRAW_POOL];
    li_program P;
    li_modular run;

    draw_symbols(ctx, x, n);
    size_t len = draw_pool(ctx, rng, pool, n, x, 15, false);
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < n; i++)
            point[k][i] = li_modular_random(rng);
    li_program_init(ctx, &P, np, x, n - np, x + np);
    li_program_finish(ctx, &P, len, pool);
    li_modular_init(ctx, &run, &P);
    li_status s0 = li_modular_parameters(&run, point[0]);
    li_status s1 = s0 == LI_OK ? li_modular_step(&run, point[0] + np, first) : s0;
    li_status s2 = li_modular_parameters(&run, point[1]);
    if (s2 == LI_OK)
        li_modular_step(&run, point[0] + np, other);
    li_modular_parameters(&run, point[0]);
    li_status s3 = s0 == LI_OK ? li_modular_step(&run, point[0] + np, again) : s0;
    li_check(ctx, s1 == s3, "status");
    for (size_t i = 0; s1 == LI_OK && i < len; i++)
        li_check(ctx, first[i] == again[i], "output %zu", i);
    li_modular_clear(ctx, &run);
    li_program_clear(ctx, &P);
}

int main(void)
{
    li_test_run("against_balls", against_balls, 200);
    li_test_run("borders", borders, 5);
    li_test_run("parameters", parameters, 100);
    return li_test_done();
}

/* t-integral.c - integrals against closed forms, in doubles and in balls */
#include <math.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "draw.h"

static li_expr s_of(li_ctx *ctx) { return li_expr_symbol(ctx, "s", LI_PARAMETER); }

/* Are left and right the same function of x (n of them) at a random point? Doubles to 1e-12, balls overlap and are
 * narrow. */
static void same(li_ctx *ctx, li_rand *rng, const char *what, li_expr left, li_expr right, size_t n, const li_expr *x, bool positive)
{
    li_expr out[2] = { left, right };
    size_t np = (size_t)li_rand_below(rng, (int)n + 1);
    double at[DRAW_SYMBOLS], value[2];
    li_ball in[DRAW_SYMBOLS], ball[2];
    li_rational c;
    li_program P;
    li_real run;
    li_balls balls;

    li_rational_init(&c);
    for (size_t i = 0; i < n; i++) {
        int num = li_rand_below(rng, 129) - (positive ? -1 : 64);
        li_rational_set_int(&c, num, 32);
        at[i] = num / 32.0;
        li_ball_init(ctx, &in[i]);
        li_ball_set_rational(&in[i], &c, 53);
    }
    li_ball_init(ctx, &ball[0]);
    li_ball_init(ctx, &ball[1]);
    li_program_init(ctx, &P, np, x, n - np, x + np);
    li_program_finish(ctx, &P, 2, out);
    li_real_init(ctx, &run, &P);
    li_balls_init(ctx, &balls, &P, 128);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s", what);
    li_check(ctx, li_real_parameters(&run, at) == LI_OK && li_real_step(&run, at + np, value) == LI_OK, "%s: doubles", what);
    li_check(ctx, fabs(value[0] - value[1]) <= 1e-12 * (1 + fabs(value[1])), "%s: %.17g, %.17g at %g, %g", what,
             value[0], value[1], at[0], at[1]);
    li_check(ctx, li_balls_parameters(ctx, &balls, in) == LI_OK && li_balls_step(ctx, &balls, in + np, ball) == LI_OK, "%s: balls", what);
    li_check(ctx, li_ball_is_finite(&ball[0]) && li_ball_overlaps(&ball[0], &ball[1]), "%s: enclosure", what);
    li_check(ctx, li_ball_radius(&ball[0]) <= 1e-25 * (1 + fabs(value[1])), "%s: radius %g", what, li_ball_radius(&ball[0]));
    for (size_t i = 0; i < n; i++)
        li_ball_clear(&in[i]);
    li_ball_clear(&ball[0]);
    li_ball_clear(&ball[1]);
    li_rational_clear(&c);
    li_balls_clear(ctx, &balls);
    li_real_clear(ctx, &run);
    li_program_clear(ctx, &P);
}

/* F(b) - F(a) */
static li_expr between(li_ctx *ctx, li_expr F, li_expr s, li_expr upper, li_expr lower)
{
    return li_expr_sub(ctx, li_expr_subst(ctx, F, 1, &s, &upper), li_expr_subst(ctx, F, 1, &s, &lower));
}

/* The integral of F' is F(b) - F(a), for F with parameters from outside. */
static void fundamental(li_ctx *ctx, li_rand *rng)
{
    li_expr x[3], s = s_of(ctx), F[8];
    draw_symbols(ctx, x, 3);
    int i = li_rand_below(rng, 7);
    li_expr m2 = li_expr_power(ctx, x[2], 2), s2 = li_expr_power(ctx, s, 2), one = li_expr_int(ctx, 1);
    F[0] = li_expr_mul(ctx, x[2], li_expr_power(ctx, s, 1 + li_rand_below(rng, 6)));
    F[1] = li_expr_mul(ctx, s, li_expr_apply(ctx, LI_SIN, li_expr_mul(ctx, x[2], s)));
    F[2] = li_expr_apply(ctx, LI_ATAN, li_expr_add(ctx, s, x[2]));
    F[3] = li_expr_mul(ctx, m2, li_expr_apply(ctx, LI_EXP, s));
    F[4] = li_expr_apply(ctx, LI_LOG, li_expr_add(ctx, li_expr_add(ctx, one, m2), s2));
    F[5] = li_expr_sqrt(ctx, li_expr_add(ctx, li_expr_add(ctx, one, m2), s2));
    F[6] = li_expr_mul(ctx, s, li_expr_apply(ctx, LI_TANH, s));
    li_expr f = li_expr_diff(ctx, F[i], s);
    same(ctx, rng, "fundamental", li_expr_integral(ctx, f, s, x[1], x[0]), between(ctx, F[i], s, x[1], x[0]), 3, x, false);
}

/* What is not smooth, or has a branch point at the end of the path. */
static void corners(li_ctx *ctx, li_rand *rng)
{
    li_expr x[3], s = s_of(ctx), zero = li_expr_int(ctx, 0), one = li_expr_int(ctx, 1);
    draw_symbols(ctx, x, 3);

    /* the integral of |s|: s |s| / 2 */
    li_expr half = li_expr_mul(ctx, li_expr_frac(ctx, 1, 2), li_expr_mul(ctx, s, li_expr_apply(ctx, LI_ABS, s)));
    same(ctx, rng, "abs", li_expr_integral(ctx, li_expr_apply(ctx, LI_ABS, s), s, x[1], x[0]), between(ctx, half, s, x[1], x[0]), 3, x, false);
    /* the integral of sqrt(s) from 0 to x: 2/3 x^(3/2) */
    li_expr area = li_expr_mul(ctx, li_expr_frac(ctx, 2, 3), li_expr_power(ctx, li_expr_sqrt(ctx, x[1]), 3));
    same(ctx, rng, "sqrt", li_expr_integral(ctx, li_expr_sqrt(ctx, s), s, x[1], zero), area, 3, x, true);
    /* a quarter of a disc */
    li_expr circle = li_expr_sqrt(ctx, li_expr_sub(ctx, one, li_expr_power(ctx, s, 2)));
    same(ctx, rng, "disc", li_expr_integral(ctx, circle, s, one, zero), li_expr_mul(ctx, li_expr_frac(ctx, 1, 4), li_expr_pi(ctx)), 3, x, true);
    /* max(s, c) - min(s, c) = |s - c| */
    li_expr gap = li_expr_sub(ctx, li_expr_apply2(ctx, LI_MAX, s, x[2]), li_expr_apply2(ctx, LI_MIN, s, x[2]));
    li_expr distance = li_expr_apply(ctx, LI_ABS, li_expr_sub(ctx, s, x[2]));
    same(ctx, rng, "max - min", li_expr_integral(ctx, gap, s, x[1], x[0]), li_expr_integral(ctx, distance, s, x[1], x[0]), 3, x, false);
    /* atan2(s, c) = atan(s/c) for c > 0, and the angle turns by pi/2 */
    li_expr angle = li_expr_integral(ctx, li_expr_apply2(ctx, LI_ATAN2, s, x[2]), s, x[1], zero);
    same(ctx, rng, "atan2", angle, li_expr_integral(ctx, li_expr_apply(ctx, LI_ATAN, li_expr_div(ctx, s, x[2])), s, x[1], zero), 3, x, true);
    li_expr turned = li_expr_integral(ctx, li_expr_apply2(ctx, LI_ATAN2, x[2], li_expr_neg(ctx, s)), s, x[1], zero);
    li_expr quarter = li_expr_mul(ctx, li_expr_frac(ctx, 1, 2), li_expr_mul(ctx, li_expr_pi(ctx), x[1]));
    same(ctx, rng, "atan2 turned", turned, li_expr_add(ctx, quarter, angle), 3, x, true);
    /* the lower half plane: atan2(-c, -s) = -pi + atan2(c, s) */
    li_expr below = li_expr_integral(ctx, li_expr_apply2(ctx, LI_ATAN2, li_expr_neg(ctx, x[2]), li_expr_neg(ctx, s)), s, x[1], zero);
    li_expr above = li_expr_integral(ctx, li_expr_apply2(ctx, LI_ATAN2, x[2], s), s, x[1], zero);
    same(ctx, rng, "atan2 below", below, li_expr_sub(ctx, above, li_expr_mul(ctx, li_expr_pi(ctx), x[1])), 3, x, true);
    /* the cut of atan comes near to the path: the integral of atan(8 s) is s atan(8 s) - log(1 + 64 s^2)/16 */
    li_expr arc = li_expr_apply(ctx, LI_ATAN, li_expr_mul(ctx, li_expr_int(ctx, 8), s));
    li_expr logarithm = li_expr_apply(ctx, LI_LOG, li_expr_add(ctx, one, li_expr_mul(ctx, li_expr_int(ctx, 64), li_expr_power(ctx, s, 2))));
    li_expr whole = li_expr_sub(ctx, li_expr_mul(ctx, s, arc), li_expr_mul(ctx, li_expr_frac(ctx, 1, 16), logarithm));
    same(ctx, rng, "atan", li_expr_integral(ctx, arc, s, x[1], x[0]), between(ctx, whole, s, x[1], x[0]), 3, x, false);
    /* asin + acos = pi/2 inside (-1, 1) */
    li_expr both = li_expr_add(ctx, li_expr_apply(ctx, LI_ASIN, s), li_expr_apply(ctx, LI_ACOS, s));
    li_expr limit = li_expr_apply(ctx, LI_TANH, x[1]);
    li_expr product = li_expr_mul(ctx, li_expr_frac(ctx, 1, 2), li_expr_mul(ctx, li_expr_pi(ctx), limit));
    same(ctx, rng, "asin + acos", li_expr_integral(ctx, both, s, limit, zero), product, 3, x, true);
}

/* An integral inside an integral, with values from every level:
 * int_0^x int_0^s (c + r) cos(r) dr ds, and int_0^x int_0^1 c s r dr ds = c x^2 / 4 */
static void nested(li_ctx *ctx, li_rand *rng)
{
    li_expr x[3], s = s_of(ctx), r = li_expr_symbol(ctx, "r", LI_PARAMETER), zero = li_expr_int(ctx, 0), one = li_expr_int(ctx, 1);
    draw_symbols(ctx, x, 3);
    li_expr c = li_expr_add(ctx, one, li_expr_power(ctx, x[2], 2));

    li_expr inner = li_expr_integral(ctx, li_expr_mul(ctx, li_expr_add(ctx, c, r), li_expr_apply(ctx, LI_COS, r)), r, s, zero);
    li_expr left = li_expr_integral(ctx, inner, s, x[1], zero);
    /* inner = (c + s) sin s + cos s - 1; outer = c (1 - cos x) - x cos x + 2 sin x - x */
    li_expr cosine = li_expr_apply(ctx, LI_COS, x[1]), sine = li_expr_apply(ctx, LI_SIN, x[1]);
    li_expr part[4] = { li_expr_mul(ctx, c, li_expr_sub(ctx, one, cosine)), li_expr_neg(ctx, li_expr_mul(ctx, x[1], cosine)),
                        li_expr_mul(ctx, li_expr_int(ctx, 2), sine), li_expr_neg(ctx, x[1]) };
    same(ctx, rng, "nested", left, li_expr_sum(ctx, 4, part), 3, x, false);

    li_expr square = li_expr_integral(ctx, li_expr_product(ctx, 3, (li_expr[]){ c, s, r }), r, one, zero);
    li_expr right = li_expr_mul(ctx, li_expr_frac(ctx, 1, 4), li_expr_mul(ctx, c, li_expr_power(ctx, x[1], 2)));
    same(ctx, rng, "nested, limits fixed", li_expr_integral(ctx, square, s, x[1], zero), right, 3, x, false);
}

static li_status value_of(li_ctx *ctx, li_ball *ball, li_expr f, li_expr upper, li_expr lower, long bits)
{
    return li_ball_value(ctx, ball, li_expr_integral(ctx, f, s_of(ctx), upper, lower), bits, bits);
}

/* Where the integrand is not real the balls say so, and a lower limit is needed. */
static void refusals(li_ctx *ctx, li_rand *rng)
{
    li_expr s = s_of(ctx), zero = li_expr_int(ctx, 0), two = li_expr_int(ctx, 2), minus_two = li_expr_int(ctx, -2), x, f[6];
    li_ball ball;
    long bits = 53 + li_rand_below(rng, 50);
    li_ball_init(ctx, &ball);

    /* s sqrt(1 - s^2) is odd: the imaginary parts beyond 1 and -1 would cancel; so are the next three */
    li_expr square = li_expr_power(ctx, s, 2), beyond = li_expr_add(ctx, two, square);
    f[0] = li_expr_mul(ctx, s, li_expr_sqrt(ctx, li_expr_sub(ctx, li_expr_int(ctx, 1), square)));
    f[1] = li_expr_mul(ctx, s, li_expr_apply(ctx, LI_LOG, li_expr_neg(ctx, beyond)));
    f[2] = li_expr_mul(ctx, s, li_expr_apply(ctx, LI_ASIN, beyond));
    f[3] = li_expr_mul(ctx, s, li_expr_apply(ctx, LI_ACOS, beyond));
    f[4] = li_expr_power(ctx, s, -2);
    f[5] = li_expr_apply(ctx, LI_LOG, li_expr_sub(ctx, s, two));
    for (int k = 0; k < 6; k++)
        li_check(ctx, value_of(ctx, &ball, f[k], two, minus_two, bits) == LI_OK && !li_ball_is_finite(&ball), "outside the domain, %d", k);

    li_status status = value_of(ctx, &ball, s, two, NULL, bits);
    li_check(ctx, status == LI_ABSENT && strstr(li_ctx_message(ctx), "lower limit") != NULL, "antiderivative");
    li_ctx_forgive(ctx);
    draw_symbols(ctx, &x, 1);
    li_check(ctx, value_of(ctx, &ball, li_expr_mul(ctx, x, s), two, zero, bits) == LI_ABSENT, "a symbol inside");
    li_ctx_forgive(ctx);
    li_check(ctx, value_of(ctx, &ball, li_expr_fun(ctx, "f", 0, s), two, zero, bits) == LI_ABSENT, "an unknown function inside");
    li_ctx_forgive(ctx);
    li_ball_clear(&ball);
}

/* A part of the integrand that is free of the variable is computed outside, once. */
static void shared(li_ctx *ctx, li_rand *rng)
{
    li_expr x[2], s = s_of(ctx), out[2];
    li_program P;
    (void)rng;
    draw_symbols(ctx, x, 2);
    li_expr e = li_expr_apply(ctx, LI_EXP, li_expr_mul(ctx, x[0], x[1]));
    out[0] = li_expr_integral(ctx, li_expr_apply(ctx, LI_COS, li_expr_mul(ctx, e, s)), s, x[1], x[0]);
    out[1] = e;
    li_program_init(ctx, &P, 0, NULL, 2, x);
    li_program_finish(ctx, &P, 2, out);
    li_check(ctx, li_program_operations(&P) == 3, "%zu operations: product, exp, integral", li_program_operations(&P));
    li_program_clear(ctx, &P);
}

int main(void)
{
    li_test_run("fundamental", fundamental, 30);
    li_test_run("corners", corners, 2);
    li_test_run("nested", nested, 2);
    li_test_run("refusals", refusals, 1);
    li_test_run("shared", shared, 1);
    return li_test_done();
}

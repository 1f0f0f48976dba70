/* t-ball.c - balls: enclosure, certified signs, constants, decimals */
#include <math.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "../arb.h"
#include "draw.h"

/* The ball of a rational expression contains its exact value, at every precision. */
static void contains(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, DRAW_SYMBOLS);
    long bits = 20 + li_rand_below(rng, 200);
    li_expr x[DRAW_SYMBOLS], pool[DRAW_POOL];
    li_rational at[DRAW_SYMBOLS], value;
    li_ball in[DRAW_SYMBOLS], out[DRAW_POOL];
    li_program P;
    li_balls run;

    draw_symbols(ctx, x, n);
    size_t len = draw_pool(ctx, rng, pool, n, x, 12, false);
    draw_point(rng, at, n);
    li_rational_init(&value);
    for (size_t i = 0; i < n; i++) {
        li_ball_init(ctx, &in[i]);
        li_ball_set_rational(&in[i], &at[i], bits);
    }
    for (size_t i = 0; i < len; i++)
        li_ball_init(ctx, &out[i]);
    li_program_init(ctx, &P, 0, NULL, n, x);
    li_program_finish(ctx, &P, len, pool);
    li_balls_init(ctx, &run, &P, bits);
    li_check(ctx, li_balls_step(ctx, &run, in, out) == LI_OK, "step");
    for (size_t i = 0; i < len; i++)
        if (exact_value(ctx, &value, pool[i], n, x, at))
            li_check(ctx, arb_contains_fmpq(li_arb(&out[i]), li_fmpq_const(&value)) != 0, "output %zu at %ld bits", i, bits);

    for (size_t i = 0; i < n; i++) {
        li_ball_clear(&in[i]);
        li_rational_clear(&at[i]);
    }
    for (size_t i = 0; i < len; i++)
        li_ball_clear(&out[i]);
    li_rational_clear(&value);
    li_balls_clear(ctx, &run);
    li_program_clear(ctx, &P);
}

/* Two precisions overlap, also through all functions; the finer one is finite where the coarser is. */
static void precisions(li_ctx *ctx, li_rand *rng)
{
    size_t n = 3;
    li_expr x[DRAW_SYMBOLS], pool[DRAW_POOL];
    li_rational c;
    li_ball in[3], coarse[DRAW_POOL], fine[DRAW_POOL];
    li_program P;
    li_balls run;

    draw_symbols(ctx, x, n);
    size_t len = draw_pool(ctx, rng, pool, n, x, 20, true);
    li_rational_init(&c);
    for (size_t i = 0; i < n; i++) {
        li_rational_set_int(&c, li_rand_below(rng, 257) - 128, 32);
        li_ball_init(ctx, &in[i]);
        li_ball_set_rational(&in[i], &c, 53);
    }
    for (size_t i = 0; i < len; i++) {
        li_ball_init(ctx, &coarse[i]);
        li_ball_init(ctx, &fine[i]);
    }
    li_program_init(ctx, &P, 0, NULL, n, x);
    li_program_finish(ctx, &P, len, pool);
    li_balls_init(ctx, &run, &P, 53);
    li_balls_step(ctx, &run, in, coarse);
    li_balls_clear(ctx, &run);
    li_balls_init(ctx, &run, &P, 300);
    li_balls_step(ctx, &run, in, fine);
    li_balls_clear(ctx, &run);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "run");
    for (size_t i = 0; i < len; i++)
        if (li_ball_is_finite(&coarse[i]))
            li_check(ctx, li_ball_is_finite(&fine[i]) && li_ball_overlaps(&coarse[i], &fine[i]), "output %zu", i);
    for (size_t i = 0; i < n; i++)
        li_ball_clear(&in[i]);
    for (size_t i = 0; i < len; i++) {
        li_ball_clear(&coarse[i]);
        li_ball_clear(&fine[i]);
    }
    li_rational_clear(&c);
    li_program_clear(ctx, &P);
}

static li_expr sqrt_of(li_ctx *ctx, int64_t n) { return li_expr_sqrt(ctx, li_expr_int(ctx, n)); }

static void constants(li_ctx *ctx, li_rand *rng)
{
    li_ball x;
    long bits = 10 + li_rand_below(rng, 300);
    li_ball_init(ctx, &x);

    /* sqrt 2 + sqrt 3 = sqrt(5 + 2 sqrt 6) */
    li_expr nested = li_expr_sqrt(ctx, li_expr_add(ctx, li_expr_int(ctx, 5), li_expr_mul(ctx, li_expr_int(ctx, 2), sqrt_of(ctx, 6))));
    li_expr zero = li_expr_sub(ctx, li_expr_add(ctx, sqrt_of(ctx, 2), sqrt_of(ctx, 3)), nested);
    li_check(ctx, li_ball_value(ctx, &x, zero, bits, 2000) == LI_OK, "0");
    li_check(ctx, li_ball_contains_zero(&x) && li_ball_radius(&x) < 1e-300, "0 at 2000 bits");
    li_check(ctx, li_ball_sign(&x) == 2 && !li_ball_is_zero(&x), "its sign is not known");

    /* e^(pi sqrt 163) - 262537412640768744 = -7.4992740280181431112064614366622348652078e-13 */
    li_expr ramanujan = li_expr_apply(ctx, LI_EXP, li_expr_mul(ctx, li_expr_pi(ctx), sqrt_of(ctx, 163)));
    li_expr small = li_expr_sub(ctx, ramanujan, li_expr_int(ctx, INT64_C(262537412640768744)));
    li_check(ctx, li_ball_value(ctx, &x, small, bits, 10000) == LI_OK && li_ball_accuracy(&x) >= bits && li_ball_sign(&x) == -1, "sign");
    li_check(ctx, bits < 60 || fabs(li_ball_double(&x) + 7.4992740280181431112e-13) < 1e-27, "%.17g", li_ball_double(&x));

    li_expr imaginary = li_expr_sqrt(ctx, li_expr_neg(ctx, li_expr_pi(ctx))), sine = li_expr_apply(ctx, LI_SIN, imaginary);
    li_check(ctx, li_ball_value(ctx, &x, imaginary, bits, 500) == LI_OK && !li_ball_is_finite(&x), "sqrt(-pi)");
    li_check(ctx, li_ball_value(ctx, &x, sine, bits, 500) == LI_OK && !li_ball_is_finite(&x), "sin of what has no value");
    li_check(ctx, li_ball_value(ctx, &x, li_expr_int(ctx, 0), bits, 500) == LI_OK && li_ball_is_zero(&x) && li_ball_sign(&x) == 0, "0");
    li_check(ctx, li_ball_value(ctx, &x, li_expr_symbol(ctx, "m", LI_PARAMETER), bits, 500) == LI_ABSENT, "a symbol");
    li_ctx_forgive(ctx);
    li_ball_clear(&x);
}

static void prints(li_ctx *ctx, const li_ball *x, int digits, const char *expected)
{
    li_text text;
    li_text_init(&text);
    li_ball_print(ctx, &text, x, digits);
    li_check(ctx, strcmp(li_text_str(&text), expected) == 0, "%s instead of %s", li_text_str(&text), expected);
    li_text_clear(ctx, &text);
}

static void prints_decimal(li_ctx *ctx, const char *decimal, int digits, const char *expected)
{
    li_ball x;
    li_rational c;
    bool negative = decimal[0] == '-';
    li_rational_init(&c);
    li_ball_init(ctx, &x);
    li_rational_set_decimal(&c, decimal + negative, strlen(decimal + negative), 1000);
    if (negative)
        li_rational_neg(&c, &c);
    li_ball_set_rational(&x, &c, 400);
    prints(ctx, &x, digits, expected);
    li_ball_clear(&x);
    li_rational_clear(&c);
}

static void decimals(li_ctx *ctx, li_rand *rng)
{
    li_ball x;
    (void)rng;
    prints_decimal(ctx, "0", 17, "0");
    prints_decimal(ctx, "1.2", 17, "1.2");
    prints_decimal(ctx, "-0.5", 17, "-0.5");
    prints_decimal(ctx, "3", 17, "3");
    prints_decimal(ctx, "0.05", 17, "0.05");
    prints_decimal(ctx, "-0.00120", 17, "-0.0012");
    prints_decimal(ctx, "300", 17, "300");
    prints_decimal(ctx, "300", 2, "3e2");
    prints_decimal(ctx, "299.9", 3, "300");
    prints_decimal(ctx, "0.00001234", 17, "0.00001234");
    prints_decimal(ctx, "0.000001234", 17, "1.234e-6");
    prints_decimal(ctx, "1e-41", 17, "1e-41");
    prints_decimal(ctx, "-123456789012345678", 17, "-1.2345678901234568e17");
    prints_decimal(ctx, "12345678901234567", 17, "12345678901234567");
    prints_decimal(ctx, "0.99999999", 4, "1");
    prints_decimal(ctx, "1e100", 17, "1e100");
    prints_decimal(ctx, "1024.0625", 17, "1024.0625");

    li_ball_init(ctx, &x);
    li_ball_value(ctx, &x, li_expr_pi(ctx), 400, 1000);
    prints(ctx, &x, 50, "3.1415926535897932384626433832795028841971693993751");
    prints(ctx, &x, 1, "3");
    arb_add_error_2exp_si(li_arb(&x), -20);              /* about 10^-6: no more digits than are known */
    prints(ctx, &x, 50, "3.14159");
    arb_set_d(li_arb(&x), 3e-42);
    arb_add_error_2exp_si(li_arb(&x), -120);
    prints(ctx, &x, 30, "3e-42");
    arb_zero(li_arb(&x));
    arb_add_error_2exp_si(li_arb(&x), -120);
    prints(ctx, &x, 30, "0");
    arb_indeterminate(li_arb(&x));
    prints(ctx, &x, 30, "nan");
    li_ball_clear(&x);
}

static void numbers(li_ctx *ctx, li_rand *rng)
{
    li_ball x, y, z;
    li_rational a, b, c;
    li_rational_init(&a);
    li_rational_init(&b);
    li_rational_init(&c);
    li_ball_init(ctx, &x);
    li_ball_init(ctx, &y);
    li_ball_init(ctx, &z);
    li_rational_set_int(&a, li_rand_below(rng, 21) - 10, 7);
    li_rational_set_int(&b, li_rand_below(rng, 21) - 10, 3);
    li_ball_set_rational(&x, &a, 100);
    li_ball_set_rational(&y, &b, 100);
    li_check(ctx, li_ball_sign(&x) == li_rational_sign(&a), "sign");
    li_ball_add(&z, &x, &y, 100);
    li_rational_add(&c, &a, &b);
    li_check(ctx, arb_contains_fmpq(li_arb(&z), li_fmpq_const(&c)), "sum");
    li_ball_sub(&z, &x, &y, 100);
    li_rational_sub(&c, &a, &b);
    li_check(ctx, arb_contains_fmpq(li_arb(&z), li_fmpq_const(&c)), "difference");
    li_ball_mul(&z, &x, &y, 100);
    li_rational_mul(&c, &a, &b);
    li_check(ctx, arb_contains_fmpq(li_arb(&z), li_fmpq_const(&c)), "product");
    li_ball_div(&z, &x, &y, 100);
    li_check(ctx, li_rational_div(&c, &a, &b) ? arb_contains_fmpq(li_arb(&z), li_fmpq_const(&c)) : !li_ball_is_finite(&z), "quotient");
    li_check(ctx, fabs(li_ball_double(&x) - li_rational_double(&a)) <= 1e-16 && li_ball_radius(&x) < 1e-29, "double");
    /* |10^-20| < 10^-digits max(1, |10^k|) */
    arb_set_d(li_arb(&x), 1e-20);
    for (int k = -3; k < 5; k++) {
        arb_set_d(li_arb(&y), pow(10, k));
        int border = 20 + (k > 0 ? k : 0);
        for (int digits = 10; digits < 30; digits++)
            li_check(ctx, digits == border || li_ball_below(&x, digits, &y) == (digits < border), "below 10^-%d of 10^%d", digits, k);
    }
    li_ball_set(&z, &x);
    li_ball_swap(&z, &y);
    li_check(ctx, li_ball_overlaps(&x, &y) && !li_ball_overlaps(&x, &z), "set, swap");
    li_ball_clear(&x);
    li_ball_clear(&y);
    li_ball_clear(&z);
    li_rational_clear(&a);
    li_rational_clear(&b);
    li_rational_clear(&c);
}

int main(void)
{
    li_test_run("contains", contains, 200);
    li_test_run("precisions", precisions, 200);
    li_test_run("constants", constants, 20);
    li_test_run("decimals", decimals, 1);
    li_test_run("numbers", numbers, 40);
    return li_test_done();
}

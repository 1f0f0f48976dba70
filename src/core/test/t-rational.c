/* t-rational.c - the field Q: arithmetic by definition on small numbers, by its laws on large ones */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

/* A number of up to 31 bits that likes to be small, zero included. */
static int64_t small(li_rand *rng)
{
    int shift = 33 + li_rand_below(rng, 31);
    int64_t n = (int64_t)(li_rand_next(rng) >> shift);
    return li_rand_below(rng, 2) ? -n : n;
}

static int64_t small_nonzero(li_rand *rng)
{
    int64_t n = small(rng);
    return n == 0 ? 1 : n;
}

/* A product of up to six small fractions: often 0 or an integer, sometimes past 64 bits. */
static void draw(li_rational *x, li_rand *rng)
{
    li_rational y;

    li_rational_init(&y);
    int64_t num = small(rng), den = small_nonzero(rng);      /* a seed draws alike with every compiler */
    li_rational_set_int(x, num, den);
    for (int k = li_rand_below(rng, 6); k > 0; k--) {
        num = small(rng);
        den = li_rand_below(rng, 2) ? 1 : small_nonzero(rng);
        li_rational_set_int(&y, num, den);
        if (!li_rational_is_zero(&y))
            li_rational_mul(x, x, &y);
    }
    li_rational_clear(&y);
}

static bool is(const li_rational *x, int64_t num, int64_t den)
{
    li_rational y;

    li_rational_init(&y);
    li_rational_set_int(&y, num, den);
    bool same = li_rational_equal(x, &y) && li_rational_hash(x) == li_rational_hash(&y) && li_rational_cmp(x, &y) == 0;
    li_rational_clear(&y);
    return same;
}

static int64_t gcd(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a < 0 ? -a : a;
}

/* a/b + c/d = (ad + bc)/(bd) and so on, in 64 bits; printed reduced with a positive denominator */
static void definitions(li_ctx *ctx, li_rand *rng)
{
    int64_t a = small(rng), b = small_nonzero(rng), c = small(rng), d = small_nonzero(rng);
    li_rational x, y, z;
    li_text out;
    char want[64];

    li_rational_init(&x);
    li_rational_init(&y);
    li_rational_init(&z);
    li_text_init(&out);
    li_check(ctx, li_rational_is_zero(&z) && is(&z, 0, 1), "a fresh rational is 0");
    li_rational_set_int(&x, a, b);
    li_rational_set_int(&y, c, d);

    li_rational_add(&z, &x, &y);
    li_check(ctx, is(&z, a * d + b * c, b * d), "%ld/%ld + %ld/%ld", (long)a, (long)b, (long)c, (long)d);
    li_rational_sub(&z, &x, &y);
    li_check(ctx, is(&z, a * d - b * c, b * d), "%ld/%ld - %ld/%ld", (long)a, (long)b, (long)c, (long)d);
    li_check(ctx, li_rational_sign(&z) == li_rational_cmp(&x, &y), "the order is that of differences");
    li_rational_mul(&z, &x, &y);
    li_check(ctx, is(&z, a * c, b * d), "%ld/%ld * %ld/%ld", (long)a, (long)b, (long)c, (long)d);
    li_check(ctx, li_rational_div(&z, &x, &y) == (c != 0), "division by %ld", (long)c);
    li_check(ctx, c == 0 || is(&z, a * d, b * c), "(%ld/%ld) / (%ld/%ld)", (long)a, (long)b, (long)c, (long)d);
    li_rational_neg(&z, &x);
    li_check(ctx, is(&z, a, -b), "-(%ld/%ld)", (long)a, (long)b);

    int64_t g = gcd(a, b), num = (b < 0 ? -a : a) / g, den = (b < 0 ? -b : b) / g, n = 0;
    snprintf(want, sizeof want, den == 1 ? "%ld" : "%ld/%ld", (long)num, (long)den);
    li_rational_print(ctx, &out, &x);
    li_check(ctx, strcmp(li_text_str(&out), want) == 0, "%s printed for %s", li_text_str(&out), want);
    li_check(ctx, li_rational_is_integer(&x) == (den == 1) && li_rational_is_one(&x) == (num == 1 && den == 1) &&
             li_rational_sign(&x) == (num > 0) - (num < 0), "what %s is", want);
    li_check(ctx, li_rational_get_int(&n, &x) == (den == 1) && (den != 1 || n == num), "%s as an integer", want);

    li_rational_clear(&x);
    li_rational_clear(&y);
    li_rational_clear(&z);
    li_text_clear(ctx, &out);
}

/* Beyond 64 bits: (x + y) - y = x, (x y)/y = x, x (y + z) = x y + x z, all in place. */
static void laws(li_ctx *ctx, li_rand *rng)
{
    li_rational x, y, z, left, right;
    li_rational *all[] = { &x, &y, &z, &left, &right };

    for (int i = 0; i < 5; i++) {
        li_rational_init(all[i]);
        draw(all[i], rng);
    }
    li_rational_add(&left, &x, &y);
    li_rational_sub(&left, &left, &y);
    li_check(ctx, li_rational_equal(&left, &x) && li_rational_hash(&left) == li_rational_hash(&x), "(x + y) - y = x");
    if (!li_rational_is_zero(&y)) {
        li_rational_mul(&left, &x, &y);
        li_check(ctx, li_rational_div(&left, &left, &y) && li_rational_equal(&left, &x), "x y/y = x");
    }
    li_rational_add(&left, &y, &z);
    li_rational_mul(&left, &x, &left);
    li_rational_mul(&right, &x, &y);
    li_rational_mul(&z, &x, &z);
    li_rational_add(&right, &right, &z);
    li_check(ctx, li_rational_equal(&left, &right), "x (y + z) = x y + x z");

    li_rational_set(&left, &x);
    li_rational_set(&right, &y);
    li_rational_swap(&x, &y);
    li_check(ctx, li_rational_equal(&x, &right) && li_rational_equal(&y, &left), "swap");
    for (int i = 0; i < 5; i++)
        li_rational_clear(all[i]);
}

/* x^0 = 1, x^(n+1) = x^n x for n of both signs; the root of x^n is |x| (n even) or x */
static void powers(li_ctx *ctx, li_rand *rng)
{
    int64_t n = li_rand_below(rng, 21) - 10;
    li_rational x, p, q, r;
    li_rational *all[] = { &x, &p, &q, &r };

    for (int i = 0; i < 4; i++)
        li_rational_init(all[i]);
    draw(&x, rng);
    bool zero = li_rational_is_zero(&x);

    li_check(ctx, li_rational_pow(&p, &x, 0) && li_rational_is_one(&p), "x^0");
    li_check(ctx, li_rational_pow(&p, &x, n) == !(zero && n < 0), "x^%d", (int)n);
    if (!(zero && n < 0)) {
        li_check(ctx, li_rational_pow(&q, &x, n + 1), "x^%d", (int)n + 1);
        li_rational_mul(&r, &p, &x);
        li_check(ctx, li_rational_equal(&q, &r) || (zero && n == -1), "x^%d x", (int)n);
        li_rational_set(&r, &x);
        li_check(ctx, li_rational_pow(&r, &r, n) && li_rational_equal(&r, &p), "x^%d in place", (int)n);
    }
    if (n > 0 && (n % 2 == 0 || li_rational_sign(&x) >= 0)) {
        li_rational_neg(&r, &x);
        li_check(ctx, li_rational_root(&q, &p, (unsigned)n), "root %d of x^%d", (int)n, (int)n);
        li_check(ctx, li_rational_equal(&q, &x) || (li_rational_sign(&x) < 0 && li_rational_equal(&q, &r)), "its value");
        li_rational_set_int(&q, 2, 1);                   /* 2 y^n has no n-th root for n > 1, y != 0 */
        li_rational_mul(&p, &p, &q);
        li_check(ctx, li_rational_root(&q, &p, (unsigned)n) == (n == 1 || zero), "root %d of 2 x^%d", (int)n, (int)n);
    }
    for (int i = 0; i < 4; i++)
        li_rational_clear(all[i]);
}

static void power_corners(li_ctx *ctx, li_rand *rng)
{
    li_rational x, y;
    (void)rng;

    li_rational_init(&x);
    li_rational_init(&y);
    li_rational_set_int(&x, -1, 1);
    li_check(ctx, li_rational_pow(&y, &x, INT64_MIN) && is(&y, 1, 1), "(-1)^even");
    li_check(ctx, li_rational_pow(&y, &x, INT64_MIN + 1) && is(&y, -1, 1), "(-1)^odd");
    li_check(ctx, !li_rational_root(&y, &x, 2) && !li_rational_root(&y, &x, 3), "no roots of -1");
    li_rational_set_int(&x, 2, 1);
    li_check(ctx, !li_rational_pow(&y, &x, 1 << 20) && !li_rational_pow(&y, &x, INT64_MIN), "2^(2^20) is refused");
    li_check(ctx, li_rational_pow(&y, &x, -70) && li_rational_pow(&y, &y, -1) && li_rational_root(&y, &y, 70) && is(&y, 2, 1), "2^70");
    li_rational_set_int(&x, 1, 1);
    li_check(ctx, li_rational_root(&y, &x, 4000000000u) && is(&y, 1, 1), "a root of 1");
    li_rational_set_int(&x, 0, 1);
    li_check(ctx, li_rational_root(&y, &x, 5) && is(&y, 0, 1) && !li_rational_root(&y, &x, 0), "roots of 0");

    int64_t n;
    const int64_t edge[] = { INT64_MIN, INT64_MAX };
    for (int i = 0; i < 2; i++) {
        li_rational_set_int(&x, edge[i], 1);
        li_check(ctx, li_rational_get_int(&n, &x) && n == edge[i], "the largest integers");
        li_rational_set_int(&y, i == 0 ? -1 : 1, 1);
        li_rational_add(&x, &x, &y);
        li_check(ctx, !li_rational_get_int(&n, &x) && li_rational_is_integer(&x), "one past 64 bits");
        li_rational_set_int(&x, edge[i], edge[i]);
        li_check(ctx, is(&x, 1, 1), "n/n");
    }
    li_rational_clear(&x);
    li_rational_clear(&y);
}

/* digits d with k after the point and exponent e: d 10^(e-k), and the double nearest to it as strtod finds it */
static void decimals(li_ctx *ctx, li_rand *rng)
{
    int before = li_rand_below(rng, 25), after = li_rand_below(rng, 25), e = li_rand_below(rng, 680) - 340, len = 0;
    bool point = after > 0 || li_rand_below(rng, 2), exponent = li_rand_below(rng, 3) > 0;
    bool capital = li_rand_below(rng, 2), plus = li_rand_below(rng, 2);
    char s[128];
    li_rational x, want, ten;

    if (before + after == 0)
        before = 1;
    li_rational_init(&x);
    li_rational_init(&want);
    li_rational_init(&ten);
    li_rational_set_int(&ten, 10, 1);
    for (int i = 0; i < before + after; i++) {
        int digit = li_rand_below(rng, 3) ? li_rand_below(rng, 10) : 0;
        if (i == before && point)
            s[len++] = '.';
        s[len++] = (char)('0' + digit);
        li_rational_mul(&want, &want, &ten);
        li_rational_set_int(&x, digit, 1);
        li_rational_add(&want, &want, &x);
    }
    if (after == 0 && point)
        s[len++] = '.';
    s[len] = '\0';
    if (exponent)
        len += snprintf(s + len, sizeof s - (size_t)len, "%c%s%d", capital ? 'E' : 'e', e >= 0 && plus ? "+" : "", e);
    li_rational_pow(&x, &ten, (exponent ? e : 0) - after);
    li_rational_mul(&want, &want, &x);

    bool ok = li_rational_set_decimal(&x, s, (size_t)len, 1000);
    li_check(ctx, ok && li_rational_equal(&x, &want), "%s", s);
    double d = li_rational_double(&x), nearest = strtod(s, NULL);
    li_check(ctx, d == nearest, "%s as a double: %a, not %a", s, d, nearest);
    li_rational_neg(&x, &x);
    li_check(ctx, li_rational_double(&x) == -nearest, "-%s as a double", s);
    li_rational_clear(&x);
    li_rational_clear(&want);
    li_rational_clear(&ten);
}

/* Halfway cases among subnormal doubles: (2k + 1) 2^-1075 goes to the even neighbour, a little more goes up. */
static void subnormals(li_ctx *ctx, li_rand *rng)
{
    int64_t k = li_rand_below(rng, 2) ? li_rand_below(rng, 5) : li_rand_below(rng, 1 << 30);
    li_rational x, half, tiny;

    li_rational_init(&x);
    li_rational_init(&half);
    li_rational_init(&tiny);
    li_rational_set_int(&x, 2, 1);
    li_rational_pow(&half, &x, -1075);
    li_rational_pow(&tiny, &x, -1300);
    li_rational_set_int(&x, 2 * k + 1, 1);
    li_rational_mul(&x, &x, &half);
    li_check(ctx, li_rational_double(&x) == ldexp((double)(k + k % 2), -1074), "a tie, k = %ld", (long)k);
    li_rational_add(&x, &x, &tiny);
    li_check(ctx, li_rational_double(&x) == ldexp((double)(k + 1), -1074), "above a tie, k = %ld", (long)k);
    li_rational_clear(&x);
    li_rational_clear(&half);
    li_rational_clear(&tiny);
}

static void not_numbers(li_ctx *ctx, li_rand *rng)
{
    static const char *const wrong[] = { "", ".", "e5", ".e5", "1e", "1e+", "1e-", "1.2.3", "1x", "-1", "+1", " 1", "1 ", "0x10",
                                         "1e5.", "1e5e5", "12345678901", "1.0123456789", "1e11", "1e-11", "0.1e-10", "inf", "1,5" };
    li_rational x;
    (void)rng;

    li_rational_init(&x);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        li_check(ctx, !li_rational_set_decimal(&x, wrong[i], strlen(wrong[i]), 10), "'%s' is no number of 10 digits", wrong[i]);
    li_check(ctx, li_rational_set_decimal(&x, "1234567890", 10, 10) && is(&x, 1234567890, 1), "10 digits");
    li_check(ctx, li_rational_set_decimal(&x, "1.5e-3xyz", 6, 10) && is(&x, 3, 2000), "a part of a text");
    li_check(ctx, li_rational_set_decimal(&x, "1e10", 4, 10) && is(&x, 10000000000, 1), "10 decimals");
    li_rational_clear(&x);
}

int main(void)
{
    li_test_run("definitions", definitions, 2000);
    li_test_run("laws", laws, 2000);
    li_test_run("powers", powers, 2000);
    li_test_run("power corners", power_corners, 1);
    li_test_run("decimals", decimals, 3000);
    li_test_run("subnormals", subnormals, 500);
    li_test_run("not numbers", not_numbers, 1);
    return li_test_done();
}

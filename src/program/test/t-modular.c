/* t-modular.c - GF(p): arithmetic, roots, and programs against exact rational values */
#include "../../core/test/harness.h"
#include "draw.h"

/* a (1/a) = 1; the ring laws against 128-bit remainders */
static void field(li_ctx *ctx, li_rand *rng)
{
    uint64_t a = li_modular_random(rng), b = li_modular_random(rng);
    if (li_rand_below(rng, 4) == 0)
        a = LI_MODULUS - 1 - (uint64_t)li_rand_below(rng, 2);
    if (a == 0)
        a = 1;
    __extension__ typedef unsigned __int128 wide;
    li_check(ctx, a < LI_MODULUS && b < LI_MODULUS, "random");
    li_check(ctx, li_modular_mul(a, b) == (uint64_t)((wide)a * b % LI_MODULUS), "product of %llu, %llu",
             (unsigned long long)a, (unsigned long long)b);
    li_check(ctx, li_modular_mul(a, li_modular_inverse(a)) == 1, "inverse of %llu", (unsigned long long)a);
}

/* All of a pool, with parameters and variables split at random, against exact values mod p. */
static void rational(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, DRAW_SYMBOLS), np = (size_t)li_rand_below(rng, (int)n + 1);
    li_expr x[DRAW_SYMBOLS], pool[DRAW_POOL], out[DRAW_POOL];
    li_rational at[DRAW_SYMBOLS], value;
    uint64_t input[DRAW_SYMBOLS], result[DRAW_POOL], expected[DRAW_POOL];
    li_program P;
    li_modular run;

    draw_symbols(ctx, x, n);
    size_t len = draw_pool(ctx, rng, pool, n, x, 12, false), outs = 0;
    li_rational_init(&value);
    draw_point(rng, at, n);
    for (size_t i = 0; i < len; i++)
        if (exact_value(ctx, &value, pool[i], n, x, at)) {
            expected[outs] = residue_of(&value);
            out[outs++] = pool[i];
        }
    for (size_t i = 0; i < n; i++)
        input[i] = residue_of(&at[i]);
    li_program_init(ctx, &P, np, x, n - np, x + np);
    li_program_finish(ctx, &P, outs, out);
    li_modular_init(ctx, &run, &P);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "setup");
    li_check(ctx, np == 0 || li_modular_step(&run, input + np, result) == LI_ABSENT, "parameters first");
    li_status status = li_modular_parameters(&run, input);
    if (status == LI_OK)
        status = li_modular_step(&run, input + np, result);
    li_check(ctx, status == LI_OK, "status %s, n=%zu np=%zu", li_status_name(status), n, np);
    for (size_t i = 0; i < outs && status == LI_OK; i++)
        li_check(ctx, result[i] == expected[i], "output %zu of %zu, n=%zu np=%zu", i, outs, n, np);

    for (size_t i = 0; i < n; i++)
        li_rational_clear(&at[i]);
    li_rational_clear(&value);
    li_modular_clear(ctx, &run);
    li_program_clear(ctx, &P);
}

static li_status one(li_ctx *ctx, li_expr e, size_t n, const li_expr *x, const uint64_t *at, uint64_t *out)
{
    li_program P;
    li_modular run;
    li_program_init(ctx, &P, 0, NULL, n, x);
    li_program_finish(ctx, &P, 1, &e);
    li_modular_init(ctx, &run, &P);
    li_status status = li_ctx_status(ctx) == LI_OK ? li_modular_step(&run, at, out) : li_ctx_status(ctx);
    li_modular_clear(ctx, &run);
    li_program_clear(ctx, &P);
    return status;
}

/* root_n(a)^n = a wherever it is defined; it is multiplicative; for n prime to p - 1 it is always defined, and
 * sqrt exactly on the squares. */
static void roots(li_ctx *ctx, li_rand *rng)
{
    li_expr x[2];
    uint64_t at[2] = { li_modular_random(rng), li_modular_random(rng) }, r = 0, s = 0, t = 0;
    int n = 2 + li_rand_below(rng, 40);

    draw_symbols(ctx, x, 2);
    if (li_rand_below(rng, 8) == 0)
        at[0] = (uint64_t)li_rand_below(rng, 2);
    for (int i = 0; i < 2 && li_rand_below(rng, 3) > 0; i++) {           /* often a full power of the subgroup */
        uint64_t a = at[i];
        for (int k = 1; k < 900 * n; k++)
            at[i] = li_modular_mul(at[i], a);
    }
    li_expr root = li_expr_root(ctx, x[0], n);
    li_status status = one(ctx, root, 2, x, at, &r);
    li_check(ctx, status == LI_OK || status == LI_UNDECIDED, "root %d: %s", n, li_status_name(status));
    if (n % 2 == 1 && n % 3 != 0 && n % 5 != 0 && n % 7 != 0 && n % 11 != 0 && n % 13 != 0 && n % 31 != 0 && n % 41 != 0)
        li_check(ctx, status == LI_OK, "root %d of prime order", n);
    if (status == LI_OK) {
        uint64_t power = 1;
        for (int k = 0; k < n; k++)
            power = li_modular_mul(power, r);
        li_check(ctx, power == at[0], "root %d", n);
        if (one(ctx, li_expr_root(ctx, x[1], n), 2, x, at, &s) == LI_OK) {
            li_check(ctx, one(ctx, li_expr_root(ctx, li_expr_mul(ctx, x[0], x[1]), n), 2, x, at, &t) == LI_OK &&
                          t == li_modular_mul(r, s), "root %d of a product", n);
        }
    }
    li_expr square = li_expr_sqrt(ctx, li_expr_power(ctx, x[1], 2));
    li_check(ctx, one(ctx, square, 2, x, at, &s) == LI_OK && (s == at[1] || s == LI_MODULUS - at[1]), "sqrt(a^2) = a or -a");
    li_expr opposite = li_expr_sqrt(ctx, li_expr_neg(ctx, li_expr_power(ctx, x[1], 2)));
    li_check(ctx, at[1] == 0 || one(ctx, opposite, 2, x, at, &s) == LI_UNDECIDED, "-1 is no square");
}

/* What the domain does not know it refuses. */
static void refusals(li_ctx *ctx, li_rand *rng)
{
    static const li_kind f[] = { LI_SIN, LI_COS, LI_EXP, LI_LOG, LI_ASIN, LI_ACOS, LI_ATAN, LI_SINH, LI_COSH, LI_TANH, LI_ABS, LI_SIGN };
    li_expr x;
    uint64_t at = 1 + (uint64_t)li_rand_below(rng, 100), out, zero = 0;

    draw_symbols(ctx, &x, 1);
    for (size_t i = 0; i < sizeof f / sizeof *f; i++)
        li_check(ctx, one(ctx, li_expr_apply(ctx, f[i], x), 1, &x, &at, &out) == LI_DOMAIN, "kind %d", (int)f[i]);
    li_expr two = li_expr_int(ctx, 2), s = li_expr_symbol(ctx, "s", LI_PARAMETER);
    li_check(ctx, one(ctx, li_expr_apply2(ctx, LI_MIN, x, two), 1, &x, &at, &out) == LI_DOMAIN, "min");
    li_check(ctx, one(ctx, li_expr_apply2(ctx, LI_ATAN2, two, x), 1, &x, &at, &out) == LI_DOMAIN, "atan2");
    li_check(ctx, one(ctx, li_expr_mul(ctx, li_expr_pi(ctx), x), 1, &x, &at, &out) == LI_DOMAIN, "pi");
    li_check(ctx, one(ctx, li_expr_integral(ctx, s, s, x, two), 1, &x, &at, &out) == LI_DOMAIN, "integral");
    li_check(ctx, one(ctx, li_expr_power(ctx, x, -1), 1, &x, &zero, &out) == LI_SINGULAR, "1/0");
    li_check(ctx, one(ctx, li_expr_frac(ctx, 1, (int64_t)LI_MODULUS), 1, &x, &at, &out) == LI_SINGULAR, "1/p");
    li_check(ctx, one(ctx, li_expr_frac(ctx, (int64_t)LI_MODULUS, 2), 1, &x, &at, &out) == LI_OK && out == 0, "p/2");
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "such a status is not kept");
}

int main(void)
{
    li_test_run("field", field, 2000);
    li_test_run("rational", rational, 300);
    li_test_run("roots", roots, 60);
    li_test_run("refusals", refusals, 2);
    return li_test_done();
}

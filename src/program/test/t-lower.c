/* t-lower.c - the text of programs: what is shared, hoisted and dropped; failures */
#include <string.h>

#include "../../core/test/harness.h"
#include "draw.h"

typedef struct { size_t prologue, body; } counts;

/* Operations of a program for `out`, with the first np of x as parameters. */
static counts lowered(li_ctx *ctx, size_t np, size_t n, const li_expr *x, size_t outs, const li_expr *out)
{
    li_program P;
    li_program_init(ctx, &P, np, x, n - np, x + np);
    li_program_finish(ctx, &P, outs, out);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "lowered");
    counts c = { li_program_prologue(&P), li_program_operations(&P) };
    li_program_clear(ctx, &P);
    return c;
}

static bool is(counts c, size_t prologue, size_t body) { return c.prologue == prologue && c.body == body; }

static void operations(li_ctx *ctx, li_rand *rng)
{
    li_expr x[6], out[4];
    draw_symbols(ctx, x, 6);
    li_expr m = x[0], l = x[1], q = x[2], u = x[3], v = x[4];
    int k = 2 + li_rand_below(rng, 9), multiplications = 0;

    out[0] = li_expr_power(ctx, q, k);
    for (int n = k; n > 1; n >>= 1)
        multiplications += 1 + (n & 1);
    li_check(ctx, is(lowered(ctx, 0, 6, x, 1, out), 0, (size_t)multiplications), "q^%d by repeated squaring", k);

    out[1] = li_expr_power(ctx, q, -1);
    out[2] = li_expr_power(ctx, q, -2);
    out[3] = li_expr_div(ctx, u, q);
    li_check(ctx, is(lowered(ctx, 0, 6, x, 3, out + 1), 0, 3), "one reciprocal for 1/q, 1/q^2, u/q");

    out[0] = li_expr_apply(ctx, LI_SIN, li_expr_add(ctx, q, u));
    out[1] = li_expr_apply(ctx, LI_COS, li_expr_add(ctx, q, u));
    li_check(ctx, is(lowered(ctx, 0, 6, x, 2, out), 0, 2), "a sum, sin and cos together");

    /* 1/2 m l^2 u^2: the coefficient of u^2 is hoisted */
    li_expr kinetic = li_expr_mul(ctx, li_expr_frac(ctx, 1, 2), li_expr_monomial(ctx, 3, (li_expr[]){ m, l, u }, (int32_t[]){ 1, 2, 2 }));
    li_check(ctx, is(lowered(ctx, 2, 6, x, 1, &kinetic), 3, 2), "1/2 m l^2 u^2");
    /* ... + (m + l) - u v: the parameters are added up apart, the product goes into the addition */
    li_expr sum[3] = { kinetic, li_expr_add(ctx, m, l), li_expr_neg(ctx, li_expr_mul(ctx, u, v)) };
    out[0] = li_expr_sum(ctx, 3, sum);
    li_check(ctx, is(lowered(ctx, 2, 6, x, 1, out), 4, 3), "u^2, fma, fnma");
    /* a product with two users is computed once */
    out[0] = li_expr_add(ctx, li_expr_mul(ctx, u, v), q);
    out[1] = li_expr_mul(ctx, u, v);
    li_check(ctx, is(lowered(ctx, 2, 6, x, 2, out), 0, 2), "u v shared");

    out[0] = li_expr_int(ctx, 3);
    out[1] = q;
    li_check(ctx, is(lowered(ctx, 2, 6, x, 2, out), 0, 0), "constants and inputs cost nothing");
    li_check(ctx, is(lowered(ctx, 6, 6, x, 1, &kinetic), 5, 0), "parameters only: no body");
    out[0] = li_expr_mul(ctx, li_expr_sqrt(ctx, li_expr_int(ctx, 2)), q);
    li_check(ctx, is(lowered(ctx, 2, 6, x, 1, out), 1, 1), "sqrt(2) is hoisted");
}

/* A linear system nobody asks for is not solved; f(x) may be an input, and hides what is below it. */
static void dead_code(li_ctx *ctx, li_rand *rng)
{
    li_expr x[3], a[2], y = li_expr_symbol(ctx, "y", LI_COORDINATE), in[3], out[2];
    li_program P;
    (void)rng;

    draw_symbols(ctx, x, 3);
    a[0] = li_expr_symbol(ctx, "a0", LI_ACCELERATION);
    a[1] = li_expr_symbol(ctx, "a1", LI_ACCELERATION);
    li_expr A[4] = { li_expr_mul(ctx, x[0], x[1]), x[1], x[1], x[2] }, b[2] = { x[0], li_expr_apply(ctx, LI_SIN, x[1]) };
    for (int used = 0; used < 2; used++) {
        out[0] = used ? a[1] : x[1];
        li_program_init(ctx, &P, 0, NULL, 3, x);
        li_program_solve(ctx, &P, LI_LU, 2, A, b, a);
        li_program_finish(ctx, &P, 1, out);
        li_check(ctx, li_ctx_status(ctx) == LI_OK && li_program_operations(&P) == (used ? 3u : 0u), "solution used: %d", used);
        li_program_clear(ctx, &P);
    }
    in[0] = li_expr_fun(ctx, "f", 0, y);
    in[1] = li_expr_fun(ctx, "f", 1, y);
    out[0] = li_expr_mul(ctx, in[0], in[1]);
    li_program_init(ctx, &P, 1, in, 1, in + 1);
    li_program_finish(ctx, &P, 1, out);
    li_check(ctx, li_ctx_status(ctx) == LI_OK && li_program_operations(&P) == 1, "f(y) f'(y), y not given");
    li_text text;
    li_text_init(&text);
    li_program_print(ctx, &text, &P);
    li_check(ctx, strcmp(li_text_str(&text), "body\n  v1 = f() * f'()\nout v1\n") == 0, "%s", li_text_str(&text));
    li_text_clear(ctx, &text);
    li_program_clear(ctx, &P);
}

static void listing(li_ctx *ctx, li_rand *rng)
{
    li_expr x[3], out[2];
    li_program P;
    li_text text;
    (void)rng;

    draw_symbols(ctx, x, 3);
    out[0] = li_expr_sub(ctx, li_expr_mul(ctx, li_expr_frac(ctx, 3, 2), li_expr_mul(ctx, x[0], li_expr_apply(ctx, LI_COS, x[1]))), x[2]);
    out[1] = li_expr_root(ctx, x[2], 3);
    li_text_init(&text);
    li_program_init(ctx, &P, 1, x, 2, x + 1);
    li_program_finish(ctx, &P, 2, out);
    li_program_print(ctx, &text, &P);
    const char *expected = "prologue\n  v1 = x0 * 3/2\nbody\n  v2, v3 = sincos(x1)\n  v4 = v3 * v1\n  v5 = v4 - x2\n  v6 = root3(x2)\nout v5, v6\n";
    li_check(ctx, strcmp(li_text_str(&text), expected) == 0, "%s", li_text_str(&text));
    li_text_clear(ctx, &text);
    li_program_clear(ctx, &P);
}

/* x -> x^2 + x, a hundred thousand times: no recursion, linear work, and the right value mod p */
static void deep(li_ctx *ctx, li_rand *rng)
{
    enum { DEPTH = 100000 };
    li_expr x, e;
    uint64_t at = li_modular_random(rng), value = at, out = 0;
    li_program P;
    li_modular run;

    draw_symbols(ctx, &x, 1);
    e = x;
    for (int k = 0; k < DEPTH; k++) {
        e = li_expr_add(ctx, li_expr_power(ctx, e, 2), e);
        value = (li_modular_mul(value, value) + value) % LI_MODULUS;
    }
    li_program_init(ctx, &P, 0, NULL, 1, &x);
    li_program_finish(ctx, &P, 1, &e);
    li_modular_init(ctx, &run, &P);
    li_check(ctx, li_modular_step(&run, &at, &out) == LI_OK && out == value, "value");
    li_check(ctx, li_program_operations(&P) <= 2 * DEPTH, "%zu operations", li_program_operations(&P));
    li_modular_clear(ctx, &run);
    li_program_clear(ctx, &P);
}

static void absent(li_ctx *ctx, li_rand *rng)
{
    li_expr x[2], y = li_expr_symbol(ctx, "mass", LI_PARAMETER), e;
    li_program P;
    (void)rng;

    draw_symbols(ctx, x, 2);
    e = li_expr_add(ctx, x[0], li_expr_apply(ctx, LI_SIN, y));
    li_program_init(ctx, &P, 1, x, 1, x + 1);
    li_check(ctx, li_program_finish(ctx, &P, 1, &e) == LI_ABSENT && strstr(li_ctx_message(ctx), "mass") != NULL, "mass");
    li_program_clear(ctx, &P);
    li_ctx_forgive(ctx);

    e = li_expr_fun(ctx, "h", 0, x[0]);
    li_program_init(ctx, &P, 1, x, 1, x + 1);
    li_check(ctx, li_program_finish(ctx, &P, 1, &e) == LI_ABSENT && strstr(li_ctx_message(ctx), "h") != NULL, "h(x)");
    li_real run;
    li_check(ctx, li_real_init(ctx, &run, &P) != LI_OK, "not finished");
    li_real_clear(ctx, &run);
    li_program_clear(ctx, &P);
    li_ctx_forgive(ctx);

    li_expr twice[2] = { x[0], x[0] };
    li_check(ctx, li_program_init(ctx, &P, 1, twice, 1, twice + 1) == LI_DOMAIN, "an input twice");
    li_program_clear(ctx, &P);
    li_ctx_forgive(ctx);

    li_program_init(ctx, &P, 0, NULL, 2, x);
    li_program_finish(ctx, &P, 1, x);
    li_check(ctx, li_program_finish(ctx, &P, 1, x) == LI_DOMAIN, "finished twice");
    li_program_clear(ctx, &P);
    li_ctx_forgive(ctx);
}

/* A program with everything in it, built and run with the n-th allocation failing, for every n. */
static li_status everything(li_ctx *ctx, const li_expr *x, const li_expr *A, const li_expr *b, const li_expr *a, const li_expr *out)
{
    li_program P;
    li_modular modular;
    li_real real;
    li_balls balls;

    li_program_init(ctx, &P, 1, x, 2, x + 1);
    li_program_solve(ctx, &P, LI_LDL, 2, A, b, a);
    li_program_finish(ctx, &P, 2, out);
    li_modular_init(ctx, &modular, &P);
    li_real_init(ctx, &real, &P);
    li_balls_init(ctx, &balls, &P, 64);
    li_modular_clear(ctx, &modular);
    li_real_clear(ctx, &real);
    li_balls_clear(ctx, &balls);
    li_program_clear(ctx, &P);
    return li_ctx_status(ctx);
}

static void no_memory(li_ctx *ctx, li_rand *rng)
{
    li_expr x[3], a[2], out[2], s = li_expr_symbol(ctx, "s", LI_PARAMETER);
    uint64_t n = 1;
    (void)rng;

    draw_symbols(ctx, x, 3);
    a[0] = li_expr_symbol(ctx, "a0", LI_ACCELERATION);
    a[1] = li_expr_symbol(ctx, "a1", LI_ACCELERATION);
    li_expr A[4] = { li_expr_mul(ctx, x[0], x[1]), x[1], x[1], x[2] }, b[2] = { x[0], li_expr_apply(ctx, LI_SIN, x[1]) };
    li_expr body = li_expr_mul(ctx, li_expr_apply(ctx, LI_EXP, li_expr_mul(ctx, s, a[0])), li_expr_add(ctx, x[0], x[1]));
    out[0] = li_expr_integral(ctx, body, s, a[1], x[2]);
    li_expr terms[40];
    for (int k = 0; k < 40; k++)
        terms[k] = li_expr_power(ctx, li_expr_add(ctx, x[1], li_expr_int(ctx, k)), k % 7 - 3);
    out[1] = li_expr_sum(ctx, 40, terms);
    for (; n < 10000; n++) {
        li_ctx_fail_at(ctx, n);
        li_status status = everything(ctx, x, A, b, a, out);
        li_ctx_fail_at(ctx, 0);
        if (status == LI_OK)
            break;
        li_check(ctx, status == LI_MEMORY, "allocation %d: %s", (int)n, li_status_name(status));
        li_ctx_forgive(ctx);
    }
    li_check(ctx, n > 30 && n < 10000, "%d allocations", (int)n);
}

int main(void)
{
    li_test_run("operations", operations, 20);
    li_test_run("dead_code", dead_code, 1);
    li_test_run("listing", listing, 1);
    li_test_run("deep", deep, 1);
    li_test_run("absent", absent, 1);
    li_test_run("no_memory", no_memory, 1);
    return li_test_done();
}

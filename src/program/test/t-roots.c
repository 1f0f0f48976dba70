/* t-roots.c - zeros of polynomials and of systems: all of them, each once */
#include "../../core/rational.h"
#include "../../core/test/harness.h"
#include "../arb.h"
#include "draw.h"

enum { MOST = 8 };

static bool contains(const li_ball *x, int64_t num, int64_t den)
{
    li_rational c;
    li_rational_init(&c);
    li_rational_set_int(&c, num, den);
    bool ok = arb_contains_fmpq(li_arb(x), li_fmpq_const(&c)) != 0;
    li_rational_clear(&c);
    return ok;
}

/* prod (x - a_i/7) times an x^2 + b without real zeros: the zeros are the a_i/7, in order */
static void polynomial(li_ctx *ctx, li_rand *rng)
{
    size_t n = (size_t)li_rand_below(rng, MOST), degree = 0;
    int64_t a[MOST];
    long bits = 128 + li_rand_below(rng, 200);
    li_ball c[MOST + 3], factor, x;
    li_zeros zeros;

    li_ball_init(ctx, &factor);
    li_ball_init(ctx, &x);
    for (size_t i = 0; i < MOST + 3; i++)
        li_ball_init(ctx, &c[i]);
    ball_of(&c[0], 1 + li_rand_below(rng, 5), 3, bits);
    for (size_t i = 0; i < n; i++)
        a[i] = (i > 0 ? a[i - 1] : -20) + 1 + li_rand_below(rng, 9);
    for (size_t i = 0; i <= n; i++) {                        /* c *= x - a, in the end x^2 + b */
        size_t by = i < n ? 1 : 2;
        degree += by;
        ball_of(&factor, i < n ? -a[i] : 1 + li_rand_below(rng, 3), i < n ? 7 : 1, bits);
        for (size_t k = degree + 1; k-- > 0;) {
            li_ball_mul(&x, &c[k], &factor, bits);
            if (k >= by)
                li_ball_add(&x, &x, &c[k - by], bits);
            li_ball_swap(&x, &c[k]);
        }
    }
    li_check(ctx, li_ball_roots(ctx, &zeros, degree + 1 <= MOST + 2 && li_rand_below(rng, 2) ? degree + 1 : degree, c, bits) == LI_OK, "roots");
    li_check(ctx, zeros.complete && zeros.count == n, "%zu of %zu zeros", zeros.count, n);
    for (size_t i = 0; i < n && i < zeros.count; i++)
        li_check(ctx, contains(&zeros.x[i], a[i], 7) && li_ball_radius(&zeros.x[i]) < 1e-20, "zero %zu", i);
    li_zeros_clear(ctx, &zeros);
    for (size_t i = 0; i < MOST + 3; i++)
        li_ball_clear(&c[i]);
    li_ball_clear(&factor);
    li_ball_clear(&x);
}

/* A double zero cannot be isolated, and 0 has no degree: that is said. */
static void not_complete(li_ctx *ctx, li_rand *rng)
{
    static const int64_t square[] = { 1, -6, 9 }, nothing[] = { 0, 0, 0 };
    li_zeros zeros;
    li_ball c[3];

    (void)rng;
    for (size_t i = 0; i < 3; i++) {
        li_ball_init(ctx, &c[i]);
        ball_of(&c[i], square[i], 3, 100);
    }
    li_ball_roots(ctx, &zeros, 2, c, 100);
    li_check(ctx, !zeros.complete, "(1 - 3x)^2/3");
    li_zeros_clear(ctx, &zeros);
    for (size_t i = 0; i < 3; i++)
        ball_of(&c[i], nothing[i], 1, 100);
    li_ball_roots(ctx, &zeros, 2, c, 100);
    li_check(ctx, !zeros.complete && zeros.count == 0, "0");
    li_zeros_clear(ctx, &zeros);
    for (size_t i = 0; i < 3; i++)
        li_ball_clear(&c[i]);
}

/* The zeros of f in [lower, upper]^m */
static void search(li_ctx *ctx, li_zeros *out, size_t m, const li_expr *x, const li_expr *f, int64_t lower, int64_t upper)
{
    li_expr e[12];
    li_rational side[4];
    li_program P;
    li_balls run;

    for (size_t i = 0; i < m; i++) {
        e[i] = f[i];
        for (size_t j = 0; j < m; j++)
            e[m + i * m + j] = li_expr_diff(ctx, f[i], x[j]);
    }
    for (size_t i = 0; i < 2 * m; i++) {
        li_rational_init(&side[i]);
        li_rational_set_int(&side[i], i < m ? lower : upper, 1);
    }
    li_program_init(ctx, &P, 0, NULL, m, x);
    li_program_finish(ctx, &P, m + m * m, e);
    li_balls_init(ctx, &run, &P, 200);
    li_check(ctx, li_ball_search(ctx, out, &run, m, side, side + m, 40000) == LI_OK, "search");
    li_balls_clear(ctx, &run);
    li_program_clear(ctx, &P);
    for (size_t i = 0; i < 2 * m; i++)
        li_rational_clear(&side[i]);
}

static li_expr parse(li_ctx *ctx, const char *s)
{
    li_scope scope;
    size_t n = 0;
    li_scope_free(&scope);
    while (s[n] != '\0')
        n++;
    return li_expr_parse(ctx, s, n, &scope);
}

/* Functions whose zeros are counted by hand; zeros at cuts, at the edge, far from each other. */
static void known(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *f, *g; int64_t lower, upper; size_t zeros; } cases[] = {
        { "x*exp(-x/5) + x - 10", NULL, -16384, 16384, 1 },
        { "sin(x)", NULL, -10, 10, 7 },
        { "x^2 - 2", NULL, -1000000, 1000000, 2 },
        { "x", NULL, -4, 4, 1 },
        { "x^2 + 1", NULL, -1000, 1000, 0 },
        { "1/x", NULL, 1, 1000, 0 },
        { "x^2 + y^2 - 25", "x*y - 12", -100, 100, 4 },
        { "x - y^2", "y - x^2", -65536, 65536, 2 },
        { "cos(x) - y", "x - y", -20, 20, 1 },
    };
    li_expr x[2] = { parse(ctx, "x"), parse(ctx, "y") };

    (void)rng;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        li_expr f[2] = { parse(ctx, cases[i].f), cases[i].g != NULL ? parse(ctx, cases[i].g) : NULL };
        li_zeros zeros;
        search(ctx, &zeros, cases[i].g != NULL ? 2 : 1, x, f, cases[i].lower, cases[i].upper);
        li_check(ctx, zeros.complete && zeros.count == cases[i].zeros, "%s: %zu zeros, %s", cases[i].f, zeros.count, zeros.complete ? "complete" : "not complete");
        for (size_t k = 0; k < zeros.count * zeros.m; k++)
            li_check(ctx, li_ball_radius(&zeros.x[k]) < 1e-40, "%s: radius %g", cases[i].f, li_ball_radius(&zeros.x[k]));
        li_zeros_clear(ctx, &zeros);
    }
}

/* x_1 = a_i and then x_2 = b_j: the zeros are the pairs */
static void grid(li_ctx *ctx, li_rand *rng)
{
    li_expr x[2] = { parse(ctx, "x"), parse(ctx, "y") }, f[2] = { li_expr_int(ctx, 1), li_expr_int(ctx, 1) };
    li_expr u[2] = { li_expr_add(ctx, x[0], x[1]), li_expr_sub(ctx, x[0], x[1]) };
    size_t n[2] = { 1 + (size_t)li_rand_below(rng, 3), 1 + (size_t)li_rand_below(rng, 3) };
    li_zeros zeros;

    for (size_t i = 0; i < 2; i++) {
        int64_t at = -30;
        for (size_t k = 0; k < n[i]; k++) {
            at += 1 + li_rand_below(rng, 20);
            f[i] = li_expr_mul(ctx, f[i], li_expr_sub(ctx, u[i], li_expr_frac(ctx, at, 3)));
        }
    }
    search(ctx, &zeros, 2, x, f, -64, 64);
    li_check(ctx, zeros.complete && zeros.count == n[0] * n[1], "%zu of %zu", zeros.count, n[0] * n[1]);
    li_zeros_clear(ctx, &zeros);
}

/* A double zero is not found and not denied. */
static void tangent(li_ctx *ctx, li_rand *rng)
{
    li_expr x = parse(ctx, "x"), f = parse(ctx, "(x - 1/3)^2");
    li_zeros zeros;

    (void)rng;
    search(ctx, &zeros, 1, &x, &f, -5, 5);
    li_check(ctx, !zeros.complete, "(x - 1/3)^2");
    li_zeros_clear(ctx, &zeros);
}

/* (x - r)^2 (x - s): the double zero is given once, and nothing is said to be complete. */
static void double_root(li_ctx *ctx, li_rand *rng)
{
    int64_t r = li_rand_below(rng, 19) - 9, s = li_rand_below(rng, 19) - 9;
    int64_t integer[4] = { -r * r * s, r * r + 2 * r * s, -2 * r - s, 1 };
    li_ball coef[4];
    li_zeros z;
    li_rational c;

    if (r == s)
        return;
    li_rational_init(&c);
    for (int k = 0; k < 4; k++) {
        li_ball_init(ctx, &coef[k]);
        li_rational_set_int(&c, integer[k], 1);
        li_ball_set_rational(&coef[k], &c, 200);
    }
    li_ball_roots(ctx, &z, 3, coef, 200);
    li_check(ctx, z.count == 2 && !z.complete, "(x - %d)^2 (x - %d): %zu zeros", (int)r, (int)s, z.count);
    for (size_t k = 0; k < z.count && k < 2; k++) {
        double want = (double)((k == 0) == (r < s) ? r : s);
        li_check(ctx, li_ball_double(&z.x[k]) > want - 1e-9 && li_ball_double(&z.x[k]) < want + 1e-9, "zero %zu: %g", k, li_ball_double(&z.x[k]));
    }
    li_zeros_clear(ctx, &z);
    for (int k = 0; k < 4; k++)
        li_ball_clear(&coef[k]);
    li_rational_clear(&c);
}

int main(void)
{
    li_test_run("double root", double_root, 100);
    li_test_run("polynomial", polynomial, 100);
    li_test_run("not complete", not_complete, 1);
    li_test_run("known", known, 1);
    li_test_run("grid", grid, 10);
    li_test_run("tangent", tangent, 1);
    return li_test_done();
}

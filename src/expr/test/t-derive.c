/* t-derive.c - derivatives: the rules that determine them, and numbers */
#include <math.h>

#include "../../core/test/harness.h"
#include "draw.h"

static void draw_point(li_rational *x, li_rand *rng)
{
    for (int i = 0; i < DRAW_SYMBOLS; i++) {
        li_rational_init(&x[i]);
        li_rational_set_int(&x[i], li_rand_below(rng, 9) - 4, 1 + li_rand_below(rng, 4));
    }
}

/* value = the polynomial p(h) = e(x + h) at h: its derivative at 0 from exact differences. For a polynomial of degree
 * below 2m, D = sum_k c_k (p(k) - p(-k))/k with c_k = 2 (-1)^(k+1) (m!)^2/((m-k)!(m+k)!)/2, the central formula of order 2m. */
static void polynomials(li_ctx *ctx, li_rand *rng)
{
    enum { M = 27 };          /* depth 3 with cubes: degree at most 27 < 2 M */
    li_rational point[DRAW_SYMBOLS], x0, D, c, term, value, step;
    li_expr x[DRAW_SYMBOLS], e = draw_polynomial(ctx, rng, li_rand_below(rng, 4));
    int k = li_rand_below(rng, DRAW_SYMBOLS);
    li_rational *all[] = { &x0, &D, &c, &term, &value, &step };

    draw_symbols(ctx, x);
    draw_point(point, rng);
    for (size_t i = 0; i < 6; i++)
        li_rational_init(all[i]);
    li_rational_set(&x0, &point[k]);
    li_rational_set_int(&c, 1, 1);
    for (int j = 1; j <= M; j++) {
        /* c_j = (-1)^(j+1) m!^2/((m-j)!(m+j)!), weight c_j/j on p(j) - p(-j) */
        li_rational_set_int(&step, j == 1 ? M : -(M - j + 1), M + j);
        li_rational_mul(&c, &c, &step);
        for (int sign = 1; sign >= -1; sign -= 2) {
            li_rational_set_int(&step, sign * j, 1);
            li_rational_add(&point[k], &x0, &step);
            rational_value(&value, ctx, e, point);
            li_rational_set_int(&step, sign, j);
            li_rational_mul(&term, &c, &value);
            li_rational_mul(&term, &term, &step);
            li_rational_add(&D, &D, &term);
        }
    }
    li_rational_set(&point[k], &x0);
    bool ok = rational_value(&value, ctx, li_expr_diff(ctx, e, x[k]), point);
    li_check(ctx, ok && li_rational_equal(&value, &D), "d/d%s of %s", li_expr_name(x[k]), text_of(ctx, e));
    for (size_t i = 0; i < 6; i++)
        li_rational_clear(all[i]);
    for (int i = 0; i < DRAW_SYMBOLS; i++)
        li_rational_clear(&point[i]);
}

/* Every elementary function against a difference of fourth order in doubles. */
static void functions(li_ctx *ctx, li_rand *rng)
{
    li_expr x[DRAW_SYMBOLS], e = draw_smooth(ctx, rng, 1 + li_rand_below(rng, 4));
    int k = li_rand_below(rng, DRAW_SYMBOLS);
    double point[DRAW_SYMBOLS], h = 1e-3, d = 0, size = 1;

    draw_symbols(ctx, x);
    for (int i = 0; i < DRAW_SYMBOLS; i++)
        point[i] = 0.1 + 0.05 * li_rand_below(rng, 17);
    double x0 = point[k];
    static const struct { int at; double weight; } rule[] = { { 1, 8.0 / 12 }, { -1, -8.0 / 12 }, { 2, -1.0 / 12 }, { -2, 1.0 / 12 } };
    for (int i = 0; i < 4; i++) {
        point[k] = x0 + rule[i].at * h;
        double v = double_value(ctx, e, point);
        d += rule[i].weight * v / h;
        size = fmax(size, fabs(v));
    }
    point[k] = x0;
    double v = double_value(ctx, li_expr_diff(ctx, e, x[k]), point);
    if (isfinite(v) && fabs(v) < 1e3 && size < 1e3)
        li_check(ctx, fabs(v - d) <= 1e-6 * (size + fabs(v)), "d/d%s of %s: %.12g, differences %.12g", li_expr_name(x[k]), text_of(ctx, e), v, d);
}

static bool near(double a, double b) { return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-9 * (1 + fabs(a) + fabs(b)); }

/* out_i of the gradient is the derivative by x_i; D e = sum rate_i de/dx_i, and D is a derivation. */
static void gradient(li_ctx *ctx, li_rand *rng)
{
    li_expr x[DRAW_SYMBOLS], g[DRAW_SYMBOLS], rate[DRAW_SYMBOLS], part[DRAW_SYMBOLS];
    li_expr e = draw_smooth(ctx, rng, li_rand_below(rng, 5)), f = draw_smooth(ctx, rng, 2);
    double point[DRAW_SYMBOLS];

    draw_symbols(ctx, x);
    for (int i = 0; i < DRAW_SYMBOLS; i++) {
        point[i] = 0.1 + 0.05 * li_rand_below(rng, 17);
        rate[i] = draw_polynomial(ctx, rng, 1);
    }
    li_expr_gradient(ctx, g, e, DRAW_SYMBOLS, x);
    for (int i = 0; i < DRAW_SYMBOLS; i++) {
        double v = double_value(ctx, g[i], point), w = double_value(ctx, li_expr_diff(ctx, e, x[i]), point);
        li_check(ctx, near(v, w), "gradient by %s of %s: %g, %g", li_expr_name(x[i]), text_of(ctx, e), v, w);
        part[i] = li_expr_mul(ctx, rate[i], g[i]);
    }
    li_derivation *D = li_derivation_new(ctx, DRAW_SYMBOLS, x, rate);
    li_expr De = li_derivation_apply(ctx, D, e), Df = li_derivation_apply(ctx, D, f);
    li_check(ctx, De == li_expr_derive(ctx, e, DRAW_SYMBOLS, x, rate), "one way or the other: %s", text_of(ctx, e));
    li_check(ctx, near(double_value(ctx, De, point), double_value(ctx, li_expr_sum(ctx, DRAW_SYMBOLS, part), point)), "D of %s", text_of(ctx, e));
    li_expr product = li_derivation_apply(ctx, D, li_expr_mul(ctx, e, f));
    li_expr leibniz = li_expr_add(ctx, li_expr_mul(ctx, De, f), li_expr_mul(ctx, e, Df));
    li_check(ctx, near(double_value(ctx, product, point), double_value(ctx, leibniz, point)), "D(e f), e = %s, f = %s", text_of(ctx, e), text_of(ctx, f));
}

/* Each node once: the derivative of a long chain, asked at every link, makes nodes in proportion to the links. */
static void chain(li_ctx *ctx, li_rand *rng)
{
    li_expr x = li_expr_symbol(ctx, "x", LI_COORDINATE), v = li_expr_symbol(ctx, "x'", LI_VELOCITY), e = x;
    li_derivation *D = li_derivation_new(ctx, 1, &x, &v);
    int links = 2000 + li_rand_below(rng, 10);
    uint32_t before = li_expr_count(ctx);
    for (int i = 0; i < links; i++) {
        e = li_expr_add(ctx, li_expr_apply(ctx, LI_SIN, e), li_expr_int(ctx, i));
        li_derivation_apply(ctx, D, e);
    }
    li_check(ctx, li_expr_count(ctx) - before < 8u * (uint32_t)links, "%u nodes for %d links", li_expr_count(ctx) - before, links);
}

/* Integrals: d/dx of an integral, with the limits and a parameter inside; gold numbers by hand. */
static void integrals(li_ctx *ctx, li_rand *rng)
{
    li_expr x = li_expr_symbol(ctx, "x", LI_COORDINATE), y = li_expr_symbol(ctx, "y", LI_COORDINATE), s = li_expr_symbol(ctx, "s", LI_PARAMETER);
    li_expr E = draw_any(ctx, rng, 2), zero = li_expr_int(ctx, 0), one = li_expr_int(ctx, 1);
    li_expr upper = li_expr_power(ctx, x, 2), lower = li_expr_mul(ctx, y, x);
    if (li_ctx_status(ctx) != LI_OK) {
        li_ctx_forgive(ctx);
        return;
    }
    E = li_expr_mul(ctx, E, li_expr_fun(ctx, "f", 0, s));
    li_expr I = li_expr_integral(ctx, E, s, upper, lower), inside = li_expr_integral(ctx, li_expr_diff(ctx, E, x), s, upper, lower);
    li_expr at_upper = li_expr_subst(ctx, E, 1, &s, &upper), at_lower = li_expr_subst(ctx, E, 1, &s, &lower);
    li_expr terms[3] = { li_expr_mul(ctx, li_expr_mul(ctx, li_expr_int(ctx, 2), x), at_upper), li_expr_neg(ctx, li_expr_mul(ctx, y, at_lower)), inside };
    if (li_ctx_status(ctx) == LI_OK && !li_expr_is_zero(I))
        li_check(ctx, li_expr_diff(ctx, I, x) == li_expr_sum(ctx, 3, terms), "Leibniz for %s", text_of(ctx, I));
    li_ctx_forgive(ctx);
    I = li_expr_integral(ctx, li_expr_fun(ctx, "f", 0, s), s, x, NULL);
    li_check(ctx, li_expr_diff(ctx, I, x) == li_expr_fun(ctx, "f", 0, x) && li_expr_diff(ctx, I, y) == zero, "antiderivative");
    li_expr g[2], both[2] = { x, y };
    li_expr_gradient(ctx, g, li_expr_mul(ctx, y, I), 2, both);
    li_check(ctx, g[1] == I && g[0] == li_expr_mul(ctx, y, li_expr_fun(ctx, "f", 0, x)), "gradient of an integral");
    li_check(ctx, li_expr_diff(ctx, I, I) == one, "an expression as the variable");
}

int main(void)
{
    li_test_run("polynomials", polynomials, 150);
    li_test_run("functions", functions, 1000);
    li_test_run("gradient", gradient, 600);
    li_test_run("chain", chain, 1);
    li_test_run("integrals", integrals, 300);
    return li_test_done();
}

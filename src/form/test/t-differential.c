/* t-differential.c - d is the only antiderivation with i(X)df = X(f) and d d = 0 */
#include "draw.h"

/* df on a chart: one partial derivative after the other; anywhere: i(X)df = X(f) = sum_j X(x_j) df/dx_j */
static void functions(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 6);
    li_space s;
    li_form df, v;
    li_field X, D;

    li_space_init(ctx, &s, rng, n);
    li_form_init(&df);
    li_form_init(&v);
    li_field_init(&X);
    li_field_init(&D);
    li_expr f = li_expr_mul(ctx, li_draw_function(ctx, rng, n, s.x), li_draw_function(ctx, rng, n, s.x));
    li_form_differential(ctx, &df, &s.chart, f);
    for (size_t j = 0; j < n; j++) {
        uint32_t at = (uint32_t)j;
        li_same_function(ctx, li_form_coefficient(ctx, &df, &at), li_expr_diff(ctx, f, s.x[j]), "df/dx_j");
    }
    const li_coframe *c = li_space_any(&s, rng);
    li_draw_field(ctx, rng, &X, c);
    li_form_differential(ctx, &df, c, f);
    li_form_interior(ctx, &v, &X, &df);
    uint32_t none = 0;
    li_expr Xf = li_form_coefficient(ctx, &v, &none), sum = li_expr_int(ctx, 0);
    li_same_function(ctx, li_field_apply(ctx, &X, f), Xf, "X(f) = i(X)df");
    for (size_t j = 0; j < n; j++)
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, li_field_apply(ctx, &X, s.x[j]), li_expr_diff(ctx, f, s.x[j])));
    li_same_function(ctx, sum, Xf, "X(f) = sum X(x_j) df/dx_j");
    li_form_function(ctx, &v, c, f);
    li_form_d(ctx, &v, &v);
    li_same_form(ctx, &v, &df, "d of a function");

    size_t j = (size_t)li_rand_below(rng, (int)n);
    li_field_along(ctx, &D, c, j);                                 /* d/dx_j, whatever the coframe */
    li_same_function(ctx, li_field_apply(ctx, &D, f), li_expr_diff(ctx, f, s.x[j]), "D(x_j)f = df/dx_j");
    li_same_function(ctx, li_field_derivative(ctx, &X, f, 2), li_field_apply(ctx, &X, li_field_apply(ctx, &X, f)), "X(X(f))");
    li_check(ctx, li_field_derivative(ctx, &X, f, 0) == f, "f derived 0 times");
    li_form_clear(ctx, &df);
    li_form_clear(ctx, &v);
    li_field_clear(ctx, &X);
    li_field_clear(ctx, &D);
    li_space_clear(ctx, &s);
}

/* d(f dx^I) = df ^ dx^I */
static void single(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 6), p = (size_t)li_rand_below(rng, (int)n + 1);
    li_space s;
    li_form w, right, dx;

    li_space_init(ctx, &s, rng, n);
    li_form_init(&w);
    li_form_init(&right);
    li_form_init(&dx);
    const li_coframe *c = li_space_any(&s, rng);
    li_expr f = li_draw_function(ctx, rng, n, s.x);
    li_form_function(ctx, &w, c, f);
    li_form_differential(ctx, &right, c, f);
    for (size_t k = 0; k < p; k++) {
        li_form_differential(ctx, &dx, c, s.x[li_rand_below(rng, (int)n)]);
        li_form_wedge(ctx, &w, &w, &dx);
        li_form_wedge(ctx, &right, &right, &dx);
    }
    li_form_d(ctx, &w, &w);                                        /* in place */
    li_same_form(ctx, &w, &right, "d(f dx^I) = df^dx^I");
    li_form_clear(ctx, &w);
    li_form_clear(ctx, &right);
    li_form_clear(ctx, &dx);
    li_space_clear(ctx, &s);
}

/* d d = 0 and d(u^v) = du^v + (-1)^p u^dv */
static void rules(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 5), p = (size_t)li_rand_below(rng, (int)n + 1), q = (size_t)li_rand_below(rng, (int)n + 1);
    li_space s;
    li_form u, v, left, right, zero;

    li_space_init(ctx, &s, rng, n);
    li_form_init(&u);
    li_form_init(&v);
    li_form_init(&left);
    li_form_init(&right);
    li_form_init(&zero);
    const li_coframe *c = li_space_any(&s, rng);
    li_draw_form(ctx, rng, &u, c, p);
    li_draw_form(ctx, rng, &v, c, q);
    li_form_d(ctx, &left, &u);
    li_check(ctx, left.degree == p + 1, "the degree of du");
    li_check(ctx, li_form_is_closed(ctx, &left) != LI_NO, "du is closed: n=%zu p=%zu", n, p);
    li_form_d(ctx, &left, &left);
    li_same_form(ctx, &left, &zero, "ddu = 0");

    li_form_wedge(ctx, &left, &u, &v);
    li_form_d(ctx, &left, &left);
    li_form_d(ctx, &right, &v);
    li_form_wedge(ctx, &right, &u, &right);
    li_form_d(ctx, &u, &u);
    li_form_wedge(ctx, &u, &u, &v);
    (p % 2 == 0 ? li_form_add : li_form_sub)(ctx, &right, &u, &right);
    li_same_form(ctx, &left, &right, "d(u^v)");
    li_form_clear(ctx, &u);
    li_form_clear(ctx, &v);
    li_form_clear(ctx, &left);
    li_form_clear(ctx, &right);
    li_form_clear(ctx, &zero);
    li_space_clear(ctx, &s);
}

/* Unknown functions, integrals and constants */
static void unknown(li_ctx *ctx, li_rand *rng)
{
    li_space s;
    li_form w;
    (void)rng;

    li_space_init(ctx, &s, rng, 2);
    li_form_init(&w);
    li_expr x = s.x[0], y = s.x[1], f = li_expr_fun(ctx, "f", 0, li_expr_mul(ctx, x, y));
    li_form_differential(ctx, &w, &s.chart, li_expr_add(ctx, f, li_expr_integral(ctx, li_expr_fun(ctx, "g", 0, x), x, x, li_expr_int(ctx, 1))));
    li_expr df = li_expr_fun(ctx, "f", 1, li_expr_mul(ctx, x, y));
    uint32_t at[2] = { 0, 1 };
    li_same_function(ctx, li_form_coefficient(ctx, &w, &at[0]), li_expr_add(ctx, li_expr_mul(ctx, y, df), li_expr_fun(ctx, "g", 0, x)), "df by x");
    li_same_function(ctx, li_form_coefficient(ctx, &w, &at[1]), li_expr_mul(ctx, x, df), "df by y");
    li_form_function(ctx, &w, NULL, li_expr_int(ctx, 3));
    li_form_d(ctx, &w, &w);
    li_check(ctx, w.len == 0 && li_ctx_status(ctx) == LI_OK, "d of a constant");
    li_form_function(ctx, &w, &s.chart, li_expr_symbol(ctx, "a", LI_PARAMETER));
    li_form_d(ctx, &w, &w);
    li_check(ctx, w.len == 0 && w.degree == 1, "d of a parameter");
    li_form_clear(ctx, &w);
    li_space_clear(ctx, &s);
}

int main(void)
{
    li_test_run("functions", functions, 120);
    li_test_run("single", single, 90);
    li_test_run("rules", rules, 100);
    li_test_run("unknown", unknown, 1);
    return li_test_done();
}

/* t-simplify.c - what exact algebra says of coefficients */
#include <string.h>

#include "draw.h"

/* cos(x)^2 + sin(x)^2 - 1 */
static li_expr hidden_zero(li_ctx *ctx, li_expr x)
{
    li_expr part[3] = { li_expr_power(ctx, li_expr_apply(ctx, LI_COS, x), 2), li_expr_power(ctx, li_expr_apply(ctx, LI_SIN, x), 2), li_expr_int(ctx, -1) };
    return li_expr_sum(ctx, 3, part);
}

/* w + 0 is w; what is 0 goes */
static void forms(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 4), p = (size_t)li_rand_below(rng, (int)n + 1);
    li_space s;
    li_form w, zero, v;

    li_space_init(ctx, &s, rng, n);
    li_form_init(&w);
    li_form_init(&zero);
    li_form_init(&v);
    li_draw_form(ctx, rng, &w, &s.basis, p);
    li_draw_form(ctx, rng, &zero, &s.basis, p);
    li_form_scale(ctx, &zero, hidden_zero(ctx, s.x[0]), &zero);
    li_check(ctx, li_form_is_zero(ctx, &zero) == LI_YES, "0: %s", li_form_text(ctx, &zero));
    li_form_add(ctx, &v, &w, &zero);
    li_check(ctx, li_form_equal(ctx, &v, &w) == LI_YES, "w + 0");
    li_form_simplify(ctx, &v, &v);
    li_same_form(ctx, &v, &w, "simplified");
    li_check(ctx, v.len <= w.len && v.on == &s.basis && v.degree == p, "%zu terms, simplified %zu", w.len, v.len);
    li_form_simplify(ctx, &zero, &zero);
    li_check(ctx, zero.len == 0, "0 simplified");
    if (w.len > 0 && !li_expr_is_zero(li_exact_simplify(ctx, w.f[0]))) {
        li_check(ctx, li_form_is_zero(ctx, &w) == LI_NO, "not 0: %s", li_form_text(ctx, &w));
        li_form_scale(ctx, &v, s.x[0], &w);
        li_check(ctx, li_form_equal(ctx, &v, &w) == LI_NO, "x w is not w");
        li_form_zero(ctx, &zero, &s.basis, p + 1);
        li_check(ctx, li_form_equal(ctx, &zero, &w) == LI_NO, "w is not 0 of another degree");
    }
    li_form_clear(ctx, &w);
    li_form_clear(ctx, &zero);
    li_form_clear(ctx, &v);
    li_space_clear(ctx, &s);
}

static void fields(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 4);
    li_space s;
    li_field X, Y;

    li_space_init(ctx, &s, rng, n);
    li_field_init(&X);
    li_field_init(&Y);
    li_draw_field(ctx, rng, &X, &s.chart);
    li_expr one = li_expr_add(ctx, li_expr_int(ctx, 1), hidden_zero(ctx, s.x[0]));
    li_field_scale(ctx, &Y, one, &X);
    li_field_simplify(ctx, &Y, &Y);
    li_same_field(ctx, &X, &Y, "a field simplified");
    li_field_scale(ctx, &Y, hidden_zero(ctx, s.x[0]), &X);
    li_field_simplify(ctx, &Y, &Y);
    li_check(ctx, strcmp(li_field_text(ctx, &Y), "0") == 0, "%s is 0", li_field_text(ctx, &Y));
    li_field_clear(ctx, &X);
    li_field_clear(ctx, &Y);
    li_space_clear(ctx, &s);
}

/* xdy - ydx is not closed, (xdy - ydx)/(x^2 + y^2) is */
static void closed(li_ctx *ctx, li_rand *rng)
{
    li_space s;
    li_form w;
    (void)rng;

    li_space_init(ctx, &s, rng, 2);
    li_form_init(&w);
    li_expr f[2] = { li_expr_neg(ctx, s.x[1]), s.x[0] }, r2 = li_expr_add(ctx, li_expr_power(ctx, s.x[0], 2), li_expr_power(ctx, s.x[1], 2));
    li_form_pfaff(ctx, &w, &s.chart, f);
    li_check(ctx, li_form_is_closed(ctx, &w) == LI_NO, "xdy - ydx");
    li_form_scale(ctx, &w, li_expr_power(ctx, r2, -1), &w);
    li_check(ctx, li_form_is_closed(ctx, &w) == LI_YES, "the angle");
    li_form_clear(ctx, &w);
    li_space_clear(ctx, &s);
}

int main(void)
{
    li_test_run("forms", forms, 60);
    li_test_run("fields", fields, 30);
    li_test_run("closed", closed, 1);
    return li_test_done();
}

/* t-algebra.c - sums, products, terms */
#include "draw.h"

/* The same terms, added in any order and with their indices in any order, are the same form. */
static void terms(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 6), p = (size_t)li_rand_below(rng, (int)n + 1);
    li_space s;
    li_form v[3];
    uint32_t turned[MOST];

    li_space_init(ctx, &s, rng, n);
    li_forms_init(v, 3);
    li_draw_form(ctx, rng, &v[0], &s.chart, p);
    li_form_zero(ctx, &v[1], &s.chart, p);
    for (size_t k = v[0].len; k-- > 0;) {
        for (size_t i = 0; i < p; i++)
            turned[i] = v[0].at[k * p + p - 1 - i];
        li_expr f = p / 2 % 2 == 0 ? v[0].f[k] : li_expr_neg(ctx, v[0].f[k]), half = li_expr_mul(ctx, li_expr_frac(ctx, 1, 2), f);
        li_form_add_term(ctx, &v[1], turned, half);
        li_form_add_term(ctx, &v[1], turned, li_expr_sub(ctx, f, half));
        li_same_function(ctx, li_form_coefficient(ctx, &v[1], turned), f, "a coefficient");
        li_same_function(ctx, li_form_coefficient(ctx, &v[1], v[0].at + k * p), v[0].f[k], "a coefficient in order");
    }
    li_same_form(ctx, &v[0], &v[1], "terms in any order");
    for (size_t k = 0; k < v[0].len; k++)
        li_form_add_term(ctx, &v[1], v[0].at + k * p, li_expr_neg(ctx, li_form_coefficient(ctx, &v[1], v[0].at + k * p)));
    li_check(ctx, v[1].len == 0, "terms taken away again: %zu left", v[1].len);
    if (p >= 2) {
        uint32_t twice[MOST] = { 0 };
        li_form_add_term(ctx, &v[0], twice, s.x[0]);
        li_same_function(ctx, li_form_coefficient(ctx, &v[0], twice), li_expr_int(ctx, 0), "an index twice");
    }
    li_forms_clear(ctx, v, 3);
    li_space_clear(ctx, &s);
}

/* u + v coefficient by coefficient; u - v + v = u; f u */
static void sums(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 5), p = (size_t)li_rand_below(rng, (int)n + 1);
    li_space s;
    li_form w[4];

    li_space_init(ctx, &s, rng, n);
    li_forms_init(w, 4);
    const li_coframe *c = li_space_any(&s, rng);
    li_draw_form(ctx, rng, &w[0], c, p);
    li_draw_form(ctx, rng, &w[1], c, p);
    li_expr f = li_draw_function(ctx, rng, n, s.x);
    li_form_add(ctx, &w[2], &w[0], &w[1]);
    li_form_scale(ctx, &w[3], f, &w[2]);
    for (size_t k = 0; k < w[0].len + w[1].len; k++) {
        const uint32_t *I = k < w[0].len ? w[0].at + k * p : w[1].at + (k - w[0].len) * p;
        li_expr sum = li_expr_add(ctx, li_form_coefficient(ctx, &w[0], I), li_form_coefficient(ctx, &w[1], I));
        li_same_function(ctx, li_form_coefficient(ctx, &w[2], I), sum, "(u + v)_I");
        li_same_function(ctx, li_form_coefficient(ctx, &w[3], I), li_expr_mul(ctx, f, sum), "(f (u + v))_I");
    }
    li_form_sub(ctx, &w[2], &w[2], &w[1]);                         /* in place */
    li_same_form(ctx, &w[2], &w[0], "u + v - v");
    li_form_sub(ctx, &w[2], &w[2], &w[2]);
    li_check(ctx, w[2].len == 0, "u - u");
    li_form_zero(ctx, &w[2], c, p + 1);
    li_form_add(ctx, &w[2], &w[2], &w[0]);                         /* 0 is of every degree */
    li_same_form(ctx, &w[2], &w[0], "0 + u");
    li_check(ctx, w[2].degree == p || w[0].len == 0, "0 + u has the degree of u");
    li_forms_clear(ctx, w, 4);
    li_space_clear(ctx, &s);
}

/* theta^a ^ theta^b = - theta^b ^ theta^a, and the product is bilinear and associative: that determines it */
static void products(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 6), p[3];
    li_space s;
    li_form w[3], left, right;

    li_space_init(ctx, &s, rng, n);
    li_forms_init(w, 3);
    li_form_init(&left);
    li_form_init(&right);
    const li_coframe *c = li_space_any(&s, rng);
    for (int i = 0; i < 3; i++) {
        p[i] = (size_t)li_rand_below(rng, (int)n + 1);
        li_draw_form(ctx, rng, &w[i], c, p[i]);
    }
    li_form_wedge(ctx, &left, &w[0], &w[1]);
    li_form_wedge(ctx, &left, &left, &w[2]);
    li_form_wedge(ctx, &right, &w[1], &w[2]);
    li_form_wedge(ctx, &right, &w[0], &right);
    li_same_form(ctx, &left, &right, "(u^v)^w = u^(v^w)");
    li_check(ctx, left.degree == p[0] + p[1] + p[2], "degree of a product");

    li_form_wedge(ctx, &left, &w[0], &w[1]);
    li_form_wedge(ctx, &right, &w[1], &w[0]);
    li_form_scale(ctx, &right, li_expr_int(ctx, p[0] * p[1] % 2 == 0 ? 1 : -1), &right);
    li_same_form(ctx, &left, &right, "u^v = (-1)^(pq) v^u");

    li_form_add(ctx, &w[2], &w[1], &w[1]);
    li_form_wedge(ctx, &right, &w[0], &w[2]);
    li_form_add(ctx, &left, &left, &left);
    li_same_form(ctx, &left, &right, "u^(v + v) = 2 u^v");
    li_forms_clear(ctx, w, 3);
    li_form_clear(ctx, &left);
    li_form_clear(ctx, &right);
    li_space_clear(ctx, &s);
}

/* theta^(i_1) ^ ... ^ theta^(i_p) is the term I with coefficient 1, I in any order */
static void single(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 6), p = (size_t)li_rand_below(rng, (int)n + 1);
    uint32_t I[MOST];
    li_space s;
    li_form product, theta, term;

    li_space_init(ctx, &s, rng, n);
    li_form_init(&product);
    li_form_init(&theta);
    li_form_init(&term);
    const li_coframe *c = li_space_any(&s, rng);
    li_form_function(ctx, &product, NULL, li_expr_int(ctx, 1));
    for (size_t k = 0; k < p; k++) {
        I[k] = (uint32_t)li_rand_below(rng, (int)n);
        li_form_theta(ctx, &theta, c, I[k]);
        li_form_wedge(ctx, &product, &product, &theta);
    }
    li_form_zero(ctx, &term, c, p);
    li_form_add_term(ctx, &term, I, li_expr_int(ctx, 1));
    li_same_form(ctx, &product, &term, "a product of theta");
    li_form_clear(ctx, &product);
    li_form_clear(ctx, &theta);
    li_form_clear(ctx, &term);
    li_space_clear(ctx, &s);
}

int main(void)
{
    li_test_run("terms", terms, 90);
    li_test_run("sums", sums, 90);
    li_test_run("products", products, 90);
    li_test_run("single", single, 90);
    return li_test_done();
}

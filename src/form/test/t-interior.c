/* t-interior.c - i(X) and the contraction with p-vectors */
#include "draw.h"

/* i(X) is the only linear operator with i(X)(theta^a ^ b) = X^a b - theta^a ^ i(X)b, i(X)f = 0              [gallissot 5] */
static void recursion(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 6), a = (size_t)li_rand_below(rng, (int)n), p = (size_t)li_rand_below(rng, (int)n + 1);
    li_space s;
    li_field X;
    li_form theta, b, left, right;

    li_space_init(ctx, &s, rng, n);
    li_field_init(&X);
    li_form_init(&theta);
    li_form_init(&b);
    li_form_init(&left);
    li_form_init(&right);
    const li_coframe *c = li_space_any(&s, rng);
    li_draw_field(ctx, rng, &X, c);
    li_form_theta(ctx, &theta, c, a);
    li_draw_form(ctx, rng, &b, c, p);
    li_form_wedge(ctx, &left, &theta, &b);
    li_form_interior(ctx, &left, &X, &left);                       /* in place */

    li_form_interior(ctx, &right, &X, &b);
    li_form_wedge(ctx, &right, &theta, &right);
    li_form_scale(ctx, &b, X.comp[a], &b);
    li_form_sub(ctx, &right, &b, &right);
    li_same_form(ctx, &left, &right, "i(X)(theta^b) = X b - theta^i(X)b");

    li_form_function(ctx, &b, c, s.x[0]);
    li_form_interior(ctx, &b, &X, &b);
    li_check(ctx, b.len == 0, "i(X)f = 0");
    li_field_clear(ctx, &X);
    li_form_clear(ctx, &theta);
    li_form_clear(ctx, &b);
    li_form_clear(ctx, &left);
    li_form_clear(ctx, &right);
    li_space_clear(ctx, &s);
}

/* i(X)(u^v) = i(X)u^v + (-1)^p u^i(X)v, i(X)i(X) = 0, i(X)i(Y) = -i(Y)i(X), i(X + fY) = i(X) + f i(Y) */
static void antiderivation(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 5), p = (size_t)li_rand_below(rng, (int)n + 1), q = (size_t)li_rand_below(rng, (int)n + 1);
    li_space s;
    li_field X[3];
    li_form w[6];

    li_space_init(ctx, &s, rng, n);
    li_fields_init(X, 3);
    li_forms_init(w, 6);
    const li_coframe *c = li_space_any(&s, rng);
    li_draw_field(ctx, rng, &X[0], c);
    li_draw_field(ctx, rng, &X[1], c);
    li_draw_form(ctx, rng, &w[0], c, p);
    li_draw_form(ctx, rng, &w[1], c, q);
    li_form_wedge(ctx, &w[2], &w[0], &w[1]);
    li_form_interior(ctx, &w[2], &X[0], &w[2]);
    li_form_interior(ctx, &w[3], &X[0], &w[0]);
    li_form_wedge(ctx, &w[3], &w[3], &w[1]);
    li_form_interior(ctx, &w[4], &X[0], &w[1]);
    li_form_wedge(ctx, &w[4], &w[0], &w[4]);
    (p % 2 == 0 ? li_form_add : li_form_sub)(ctx, &w[3], &w[3], &w[4]);
    li_same_form(ctx, &w[2], &w[3], "i(X)(u^v)");

    li_form_interior(ctx, &w[2], &X[0], &w[0]);
    li_form_interior(ctx, &w[2], &X[1], &w[2]);
    li_form_interior(ctx, &w[3], &X[1], &w[0]);
    li_form_interior(ctx, &w[3], &X[0], &w[3]);
    li_form_add(ctx, &w[3], &w[2], &w[3]);
    li_form_zero(ctx, &w[4], c, 0);
    li_same_form(ctx, &w[3], &w[4], "i(X)i(Y) + i(Y)i(X) = 0");

    li_expr f = li_draw_function(ctx, rng, n, s.x);
    li_field_scale(ctx, &X[2], f, &X[1]);
    li_field_add(ctx, &X[2], &X[0], &X[2]);
    li_form_interior(ctx, &w[2], &X[2], &w[0]);
    li_form_interior(ctx, &w[3], &X[1], &w[0]);
    li_form_scale(ctx, &w[3], f, &w[3]);
    li_form_interior(ctx, &w[4], &X[0], &w[0]);
    li_form_add(ctx, &w[3], &w[3], &w[4]);
    li_same_form(ctx, &w[2], &w[3], "i(X + fY)");
    li_fields_clear(ctx, X, 3);
    li_forms_clear(ctx, w, 6);
    li_space_clear(ctx, &s);
}

/* i(X ^ Y ^ Z)w = i(X)i(Y)i(Z)w                                                                    [gallissot IV-VI 5] */
static void contraction(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 6), p = (size_t)li_rand_below(rng, (int)n + 1), q = 1 + (size_t)li_rand_below(rng, 3);
    li_space s;
    li_field X[3];
    li_pvector x, y;
    li_form w, left, right;

    li_space_init(ctx, &s, rng, n);
    li_fields_init(X, 3);
    li_pvector_init(&x);
    li_pvector_init(&y);
    li_form_init(&w);
    li_form_init(&left);
    li_form_init(&right);
    const li_coframe *c = li_space_any(&s, rng);
    li_draw_form(ctx, rng, &w, c, p);
    li_form_copy(ctx, &right, &w);
    for (size_t k = q; k-- > 0;) {
        li_draw_field(ctx, rng, &X[k], c);
        li_form_interior(ctx, &right, &X[k], &right);
    }
    li_pvector_field(ctx, &x, &X[0]);
    for (size_t k = 1; k < q; k++) {
        li_pvector_field(ctx, &y, &X[k]);
        li_pvector_wedge(ctx, &x, &x, &y);
    }
    li_form_contract(ctx, &left, &x, &w);
    li_same_form(ctx, &left, &right, "i(X^Y^...)w = i(X)i(Y)...w");
    li_form_contract(ctx, &w, &x, &w);                             /* in place */
    li_same_form(ctx, &left, &w, "contracted in place");
    li_fields_clear(ctx, X, 3);
    li_pvector_clear(ctx, &x);
    li_pvector_clear(ctx, &y);
    li_form_clear(ctx, &w);
    li_form_clear(ctx, &left);
    li_form_clear(ctx, &right);
    li_space_clear(ctx, &s);
}

int main(void)
{
    li_test_run("recursion", recursion, 200);
    li_test_run("antiderivation", antiderivation, 100);
    li_test_run("contraction", contraction, 150);
    return li_test_done();
}

/* t-quadratic.c - quadratic forms by their values g(Y, Z), which determine them */
#include "draw.h"

/* g(Y, Z) = sum_(a <= b) g_ab (Y^a Z^b + Y^b Z^a)/2: the form whose square g(Y, Y) is */
static li_expr value(li_ctx *ctx, const li_quadratic *g, const li_field *Y, const li_field *Z)
{
    size_t n = g->on->n;
    li_expr sum = li_expr_int(ctx, 0), half = li_expr_frac(ctx, 1, 2);

    for (size_t a = 0; a < n; a++)
        for (size_t b = a; b < n; b++) {
            li_expr both = li_expr_add(ctx, li_expr_mul(ctx, Y->comp[a], Z->comp[b]), li_expr_mul(ctx, Y->comp[b], Z->comp[a]));
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, half, li_expr_mul(ctx, g->g[a * n + b], both)));
        }
    return sum;
}

/* i(X)v of a Pfaff form */
static li_expr along(li_ctx *ctx, const li_form *v, const li_field *X)
{
    li_expr sum = li_expr_int(ctx, 0);
    for (size_t i = 0; i < v->len; i++)
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, v->f[i], X->comp[v->at[i]]));
    return sum;
}

/* (f v w)(Y, Z) = f (v(Y) w(Z) + v(Z) w(Y))/2, and sums; then
 * (lie(X)g)(Y, Z) = X(g(Y, Z)) - g([X, Y], Z) - g(Y, [X, Z]), in place too */
static void values(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 4);
    li_space s;
    li_form v, w;
    li_field X, Y, Z, XY, XZ;
    li_quadratic g, h;

    li_space_init(ctx, &s, rng, n);
    const li_coframe *c = li_space_any(&s, rng);
    li_form_init(&v), li_form_init(&w);
    li_field_init(&X), li_field_init(&Y), li_field_init(&Z), li_field_init(&XY), li_field_init(&XZ);
    li_quadratic_init(&g), li_quadratic_init(&h);
    li_draw_form(ctx, rng, &v, c, 1);
    li_draw_form(ctx, rng, &w, c, 1);
    li_draw_field(ctx, rng, &X, c);
    li_draw_field(ctx, rng, &Y, c);
    li_draw_field(ctx, rng, &Z, c);
    li_expr f = li_draw_function(ctx, rng, c->m, c->x), two = li_expr_int(ctx, 2), half = li_expr_frac(ctx, 1, 2);

    li_quadratic_zero(ctx, &g, c);
    li_quadratic_add_product(ctx, &g, f, &v, &w);
    li_expr crossed = li_expr_add(ctx, li_expr_mul(ctx, along(ctx, &v, &Y), along(ctx, &w, &Z)), li_expr_mul(ctx, along(ctx, &v, &Z), along(ctx, &w, &Y)));
    li_same_function(ctx, value(ctx, &g, &Y, &Z), li_expr_mul(ctx, half, li_expr_mul(ctx, f, crossed)), "the value of a product");
    li_quadratic_zero(ctx, &h, c);
    li_quadratic_add(ctx, &h, two, &g);
    li_quadratic_add_product(ctx, &h, li_expr_int(ctx, -1), &v, &v);
    li_expr square = along(ctx, &v, &Y);
    li_same_function(ctx, value(ctx, &h, &Y, &Y), li_expr_sub(ctx, li_expr_mul(ctx, two, value(ctx, &g, &Y, &Y)), li_expr_mul(ctx, square, square)), "a sum");

    li_expr before = value(ctx, &h, &Y, &Z);
    li_field_bracket(ctx, &XY, &X, &Y);
    li_field_bracket(ctx, &XZ, &X, &Z);
    li_expr turned = li_expr_add(ctx, value(ctx, &h, &XY, &Z), value(ctx, &h, &Y, &XZ));
    li_quadratic_lie(ctx, &h, &X, &h);
    li_same_function(ctx, value(ctx, &h, &Y, &Z), li_expr_sub(ctx, li_field_apply(ctx, &X, before), turned), "lie(X)g");

    li_form_clear(ctx, &v), li_form_clear(ctx, &w);
    li_field_clear(ctx, &X), li_field_clear(ctx, &Y), li_field_clear(ctx, &Z), li_field_clear(ctx, &XY), li_field_clear(ctx, &XZ);
    li_quadratic_clear(ctx, &g), li_quadratic_clear(ctx, &h);
    li_space_clear(ctx, &s);
}

int main(void)
{
    li_test_run("values", values, 60);
    return li_test_done();
}

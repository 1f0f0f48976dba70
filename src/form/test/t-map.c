/* t-map.c - pull-backs, substitutions, and one form in several letters */
#include "draw.h"

/* A chart r, s, ... of k coordinates, and a map to the n coordinates of a space */
struct journey { li_space s; li_coframe from; li_expr r[MOST], value[MOST]; li_map phi; size_t n, k; const li_coframe *c; };

static void open_journey(li_ctx *ctx, struct journey *J, li_rand *rng)
{
    static const char *const name[MOST] = { "r1", "r2", "r3", "r4", "r5", "r6", "r7" };

    J->n = 1 + (size_t)li_rand_below(rng, 5);
    J->k = 1 + (size_t)li_rand_below(rng, 5);
    li_space_init(ctx, &J->s, rng, J->n);
    J->c = li_space_any(&J->s, rng);
    for (size_t j = 0; j < J->k; j++)
        J->r[j] = li_expr_symbol(ctx, name[j], LI_COORDINATE);
    for (size_t j = 0; j < J->n; j++)
        J->value[j] = li_draw_function(ctx, rng, J->k, J->r);
    li_coframe_init(&J->from);
    li_coframe_chart(ctx, &J->from, J->k, J->r);
    li_map_init(&J->phi);
    li_map_chart(ctx, &J->phi, J->c, &J->from, J->value);
}

static void close_journey(li_ctx *ctx, struct journey *J)
{
    li_map_clear(ctx, &J->phi);
    li_coframe_clear(ctx, &J->from);
    li_space_clear(ctx, &J->s);
}

/* phi* is the only homomorphism of the algebras that is f o phi on functions and commutes with d. */
static void naturality(li_ctx *ctx, li_rand *rng)
{
    struct journey J;
    li_form v, w, left, right;

    open_journey(ctx, &J, rng);
    li_form_init(&v);
    li_form_init(&w);
    li_form_init(&left);
    li_form_init(&right);
    li_draw_form(ctx, rng, &v, J.c, (size_t)li_rand_below(rng, (int)J.n + 1));
    li_draw_form(ctx, rng, &w, J.c, (size_t)li_rand_below(rng, (int)J.n + 1));
    li_form_d(ctx, &left, &v);
    li_form_pull(ctx, &left, &J.phi, &left);                       /* in place */
    li_form_pull(ctx, &right, &J.phi, &v);
    li_check(ctx, right.on == &J.from && right.degree == v.degree, "where phi*v lives");
    li_form_d(ctx, &right, &right);
    li_same_form(ctx, &left, &right, "phi* d = d phi*");

    li_form_wedge(ctx, &left, &v, &w);
    li_form_pull(ctx, &left, &J.phi, &left);
    li_form_pull(ctx, &v, &J.phi, &v);
    li_form_pull(ctx, &w, &J.phi, &w);
    li_form_wedge(ctx, &right, &v, &w);
    li_same_form(ctx, &left, &right, "phi*(v^w) = phi*v ^ phi*w");

    li_expr f = li_draw_function(ctx, rng, J.n, J.s.x);
    li_form_function(ctx, &v, J.c, f);
    li_form_pull(ctx, &v, &J.phi, &v);
    uint32_t none = 0;
    li_same_function(ctx, li_form_coefficient(ctx, &v, &none), li_expr_subst(ctx, f, J.n, J.s.x, J.value), "phi*f = f o phi");
    li_form_clear(ctx, &v);
    li_form_clear(ctx, &w);
    li_form_clear(ctx, &left);
    li_form_clear(ctx, &right);
    close_journey(ctx, &J);
}

/* theta^a -> theta_a without the x: coefficients stay, products go to products */
static void substitution(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 5), p = (size_t)li_rand_below(rng, (int)n + 1);
    li_space s;
    li_map phi;
    li_form w, right, product;

    li_space_init(ctx, &s, rng, n);
    li_map_init(&phi);
    li_form_init(&w);
    li_form_init(&right);
    li_form_init(&product);
    li_map_new(ctx, &phi, &s.basis, &s.chart);
    for (size_t a = 0; a < n; a++)
        li_draw_form(ctx, rng, &phi.theta[a], &s.chart, 1);
    li_draw_form(ctx, rng, &w, &s.basis, p);
    li_form_zero(ctx, &right, &s.chart, p);
    for (size_t k = 0; k < w.len; k++) {
        li_form_function(ctx, &product, &s.chart, w.f[k]);
        for (size_t i = 0; i < p; i++)
            li_form_wedge(ctx, &product, &product, &phi.theta[w.at[k * p + i]]);
        li_form_add(ctx, &right, &right, &product);
    }
    li_form_pull(ctx, &w, &phi, &w);
    li_same_form(ctx, &w, &right, "a substitution");
    li_map_clear(ctx, &phi);
    li_form_clear(ctx, &w);
    li_form_clear(ctx, &right);
    li_form_clear(ctx, &product);
    li_space_clear(ctx, &s);
}

/* A second basis of the chart of s */
static void open_second(li_ctx *ctx, li_coframe *c, li_rand *rng, const li_space *s)
{
    li_expr B[MOST * MOST];

    li_draw_regular(ctx, rng, B, s->chart.n, s->x);
    li_coframe_init(c);
    li_coframe_basis(ctx, c, &s->chart, s->basis.name, s->basis.dual, B);
}

/* Other letters commute with everything, and there and back is nothing. */
static void letters(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 4);
    li_space s;
    li_coframe second;
    li_form v, w, left, right;
    li_field X, Y, Z;

    li_space_init(ctx, &s, rng, n);
    open_second(ctx, &second, rng, &s);
    const li_coframe *from = li_space_any(&s, rng), *to = li_rand_below(rng, 2) ? &second : li_space_any(&s, rng);
    li_form_init(&v);
    li_form_init(&w);
    li_form_init(&left);
    li_form_init(&right);
    li_field_init(&X);
    li_field_init(&Y);
    li_field_init(&Z);
    li_draw_form(ctx, rng, &v, from, (size_t)li_rand_below(rng, (int)n + 1));
    li_draw_form(ctx, rng, &w, from, (size_t)li_rand_below(rng, (int)n + 1));
    li_draw_field(ctx, rng, &X, from);
    li_draw_field(ctx, rng, &Z, from);
    li_form_on(ctx, &right, to, &v);
    li_check(ctx, right.on == to || v.len == 0, "where it lives");
    li_form_on(ctx, &left, from, &right);
    li_same_form(ctx, &left, &v, "there and back");

    li_form_d(ctx, &left, &v);
    li_form_on(ctx, &left, to, &left);
    li_form_d(ctx, &right, &right);
    li_same_form(ctx, &left, &right, "d in other letters");

    li_field_on(ctx, &Y, to, &X);
    li_form_interior(ctx, &left, &X, &v);
    li_form_on(ctx, &left, to, &left);
    li_form_on(ctx, &right, to, &v);
    li_form_interior(ctx, &right, &Y, &right);
    li_same_form(ctx, &left, &right, "i(X) in other letters");

    li_form_lie(ctx, &left, &X, &v);
    li_form_on(ctx, &left, to, &left);
    li_form_on(ctx, &right, to, &v);
    li_form_lie(ctx, &right, &Y, &right);
    li_same_form(ctx, &left, &right, "theta(X) in other letters");

    li_form_wedge(ctx, &left, &v, &w);
    li_form_on(ctx, &left, to, &left);
    li_form_on(ctx, &v, to, &v);
    li_form_on(ctx, &w, to, &w);
    li_form_wedge(ctx, &right, &v, &w);
    li_same_form(ctx, &left, &right, "v^w in other letters");

    li_expr f = li_draw_function(ctx, rng, n, s.x);
    li_same_function(ctx, li_field_apply(ctx, &X, f), li_field_apply(ctx, &Y, f), "X(f) in other letters");
    li_field_bracket(ctx, &X, &X, &Z);
    li_field_on(ctx, &X, to, &X);
    li_field_on(ctx, &Z, to, &Z);
    li_field_bracket(ctx, &Y, &Y, &Z);
    li_same_field(ctx, &X, &Y, "[X,Y] in other letters");
    li_form_clear(ctx, &v);
    li_form_clear(ctx, &w);
    li_form_clear(ctx, &left);
    li_form_clear(ctx, &right);
    li_field_clear(ctx, &X);
    li_field_clear(ctx, &Y);
    li_field_clear(ctx, &Z);
    li_coframe_clear(ctx, &second);
    li_space_clear(ctx, &s);
}

int main(void)
{
    li_test_run("naturality", naturality, 100);
    li_test_run("substitution", substitution, 80);
    li_test_run("letters", letters, 60);
    return li_test_done();
}

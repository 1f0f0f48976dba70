/* t-operators.c - theta(X), eps(X), brackets: (VI.1) to (VI.6)                                      [gallissot IV-VI 5] */
#include "draw.h"

enum { FORMS = 6, FIELDS = 5 };

struct scene {
    li_space s;
    const li_coframe *c;
    li_form w, out[FORMS];
    li_field X, Y, Z, more[FIELDS];
};

static void open_scene(li_ctx *ctx, struct scene *S, li_rand *rng, size_t most)
{
    size_t n = 1 + (size_t)li_rand_below(rng, (int)most);

    li_space_init(ctx, &S->s, rng, n);
    S->c = li_space_any(&S->s, rng);
    li_form_init(&S->w);
    li_forms_init(S->out, FORMS);
    li_field_init(&S->X);
    li_field_init(&S->Y);
    li_field_init(&S->Z);
    li_fields_init(S->more, FIELDS);
    li_draw_form(ctx, rng, &S->w, S->c, (size_t)li_rand_below(rng, (int)n + 1));
    li_draw_field(ctx, rng, &S->X, S->c);
    li_draw_field(ctx, rng, &S->Y, S->c);
    li_draw_field(ctx, rng, &S->Z, S->c);
}

static void close_scene(li_ctx *ctx, struct scene *S)
{
    li_form_clear(ctx, &S->w);
    li_forms_clear(ctx, S->out, FORMS);
    li_field_clear(ctx, &S->X);
    li_field_clear(ctx, &S->Y);
    li_field_clear(ctx, &S->Z);
    li_fields_clear(ctx, S->more, FIELDS);
    li_space_clear(ctx, &S->s);
}

/* theta(X) is the only derivation that is X on functions and commutes with d */
static void lie(li_ctx *ctx, li_rand *rng)
{
    struct scene S;
    li_form *o = S.out;

    open_scene(ctx, &S, rng, 4);
    li_expr f = li_draw_function(ctx, rng, S.c->m, S.c->x);
    li_form_function(ctx, &o[0], S.c, f);
    li_form_lie(ctx, &o[0], &S.X, &o[0]);                          /* in place */
    li_form_function(ctx, &o[1], S.c, li_field_apply(ctx, &S.X, f));
    li_same_form(ctx, &o[0], &o[1], "theta(X)f = X(f)");

    li_form_d(ctx, &o[0], &S.w);
    li_form_lie(ctx, &o[0], &S.X, &o[0]);
    li_form_lie(ctx, &o[1], &S.X, &S.w);
    li_form_d(ctx, &o[1], &o[1]);
    li_same_form(ctx, &o[0], &o[1], "theta(X)d = d theta(X)");

    li_draw_form(ctx, rng, &o[0], S.c, (size_t)li_rand_below(rng, (int)S.c->n + 1));
    li_form_wedge(ctx, &o[1], &S.w, &o[0]);
    li_form_lie(ctx, &o[1], &S.X, &o[1]);
    li_form_lie(ctx, &o[2], &S.X, &S.w);
    li_form_wedge(ctx, &o[2], &o[2], &o[0]);
    li_form_lie(ctx, &o[3], &S.X, &o[0]);
    li_form_wedge(ctx, &o[3], &S.w, &o[3]);
    li_form_add(ctx, &o[2], &o[2], &o[3]);
    li_same_form(ctx, &o[1], &o[2], "theta(X)(u^v) = theta(X)u^v + u^theta(X)v");
    close_scene(ctx, &S);
}

/* eps(x) = d i(x) - i(x)d;  eps(x)d + d eps(x) = 0 for a field                                                   (VI.2) */
static void epsilon(li_ctx *ctx, li_rand *rng)
{
    struct scene S;
    li_form *o = S.out;
    li_pvector x;

    open_scene(ctx, &S, rng, 4);
    li_pvector_init(&x);
    li_pvector_field(ctx, &x, &S.X);
    li_form_epsilon(ctx, &o[0], &x, &S.w);
    li_form_interior(ctx, &o[1], &S.X, &S.w);
    li_form_d(ctx, &o[1], &o[1]);
    li_form_d(ctx, &o[2], &S.w);
    li_form_interior(ctx, &o[2], &S.X, &o[2]);
    li_form_sub(ctx, &o[2], &o[1], &o[2]);
    li_same_form(ctx, &o[0], &o[2], "eps(x) = d i(x) - i(x)d");

    li_form_d(ctx, &o[1], &S.w);
    li_form_epsilon(ctx, &o[1], &x, &o[1]);
    li_form_d(ctx, &o[0], &o[0]);
    li_form_add(ctx, &o[0], &o[0], &o[1]);
    li_form_clear(ctx, &o[2]);
    li_same_form(ctx, &o[0], &o[2], "eps(x)d + d eps(x) = 0");
    li_pvector_clear(ctx, &x);
    close_scene(ctx, &S);
}

/* theta(x)i(y) - i(y)theta(x) = i([x,y])                                                                          (VI.3)
 * theta(x)i(y) - i(x)theta(y) = eps(x^y)                                                                          (VI.4)
 * theta(x)i(y) - theta(y)i(x) = eps(x^y) + i([x,y])                                                               (VI.5) */
static void commutators(li_ctx *ctx, li_rand *rng)
{
    struct scene S;
    li_form *o = S.out, eps, bracket;
    li_pvector x, y;

    open_scene(ctx, &S, rng, 4);
    li_pvector_init(&x);
    li_pvector_init(&y);
    li_form_init(&eps);
    li_form_init(&bracket);
    li_pvector_field(ctx, &x, &S.X);
    li_pvector_field(ctx, &y, &S.Y);
    li_pvector_wedge(ctx, &x, &x, &y);
    li_form_epsilon(ctx, &eps, &x, &S.w);
    li_field_bracket(ctx, &S.Z, &S.X, &S.Y);
    li_form_interior(ctx, &bracket, &S.Z, &S.w);

    li_form_interior(ctx, &o[0], &S.Y, &S.w);
    li_form_lie(ctx, &o[0], &S.X, &o[0]);                          /* theta(x)i(y) */
    li_form_lie(ctx, &o[1], &S.X, &S.w);
    li_form_interior(ctx, &o[1], &S.Y, &o[1]);                     /* i(y)theta(x) */
    li_form_lie(ctx, &o[2], &S.Y, &S.w);
    li_form_interior(ctx, &o[2], &S.X, &o[2]);                     /* i(x)theta(y) */
    li_form_interior(ctx, &o[3], &S.X, &S.w);
    li_form_lie(ctx, &o[3], &S.Y, &o[3]);                          /* theta(y)i(x) */
    li_form_sub(ctx, &o[1], &o[0], &o[1]);
    li_same_form(ctx, &o[1], &bracket, "(VI.3)");
    li_form_sub(ctx, &o[2], &o[0], &o[2]);
    li_same_form(ctx, &o[2], &eps, "(VI.4)");
    li_form_sub(ctx, &o[3], &o[0], &o[3]);
    li_form_add(ctx, &eps, &eps, &bracket);
    li_same_form(ctx, &o[3], &eps, "(VI.5)");
    li_pvector_clear(ctx, &x);
    li_pvector_clear(ctx, &y);
    li_form_clear(ctx, &eps);
    li_form_clear(ctx, &bracket);
    close_scene(ctx, &S);
}

/* theta(x)theta(y) - theta(y)theta(x) = theta([x,y]) (VI.6);  theta(x)^2 = (i(x)d)^2 + (d i(x))^2 */
static void derivations(li_ctx *ctx, li_rand *rng)
{
    struct scene S;
    li_form *o = S.out;

    open_scene(ctx, &S, rng, 3);
    li_form_lie(ctx, &o[0], &S.Y, &S.w);
    li_form_lie(ctx, &o[0], &S.X, &o[0]);
    li_form_lie(ctx, &o[1], &S.X, &S.w);
    li_form_lie(ctx, &o[1], &S.Y, &o[1]);
    li_form_sub(ctx, &o[0], &o[0], &o[1]);
    li_field_bracket(ctx, &S.Z, &S.X, &S.Y);
    li_form_lie(ctx, &o[1], &S.Z, &S.w);
    li_same_form(ctx, &o[0], &o[1], "(VI.6)");

    li_form_lie(ctx, &o[0], &S.X, &S.w);
    li_form_lie(ctx, &o[0], &S.X, &o[0]);
    li_form_copy(ctx, &o[1], &S.w);
    li_form_copy(ctx, &o[2], &S.w);
    for (int k = 0; k < 2; k++) {
        li_form_d(ctx, &o[1], &o[1]);
        li_form_interior(ctx, &o[1], &S.X, &o[1]);
        li_form_interior(ctx, &o[2], &S.X, &o[2]);
        li_form_d(ctx, &o[2], &o[2]);
    }
    li_form_add(ctx, &o[1], &o[1], &o[2]);
    li_same_form(ctx, &o[0], &o[1], "theta(x)^2");
    close_scene(ctx, &S);
}

/* [X,Y]f = X(Yf) - Y(Xf) for every x_j determines the bracket; Jacobi; in place */
static void brackets(li_ctx *ctx, li_rand *rng)
{
    struct scene S;

    open_scene(ctx, &S, rng, 5);
    li_field *Z = S.more;
    li_field_bracket(ctx, &Z[0], &S.X, &S.Y);
    for (size_t j = 0; j < S.c->m; j++) {
        li_expr f = S.c->x[j], XY = li_field_apply(ctx, &S.X, li_field_apply(ctx, &S.Y, f)), YX = li_field_apply(ctx, &S.Y, li_field_apply(ctx, &S.X, f));
        li_same_function(ctx, li_field_apply(ctx, &Z[0], f), li_expr_sub(ctx, XY, YX), "[X,Y]x_j");
    }
    li_expr f = li_draw_function(ctx, rng, S.c->m, S.c->x);
    li_expr XY = li_field_apply(ctx, &S.X, li_field_apply(ctx, &S.Y, f)), YX = li_field_apply(ctx, &S.Y, li_field_apply(ctx, &S.X, f));
    li_same_function(ctx, li_field_apply(ctx, &Z[0], f), li_expr_sub(ctx, XY, YX), "[X,Y]f");

    li_field_copy(ctx, &Z[1], &S.X);
    li_field_bracket(ctx, &Z[1], &Z[1], &S.Y);
    li_same_field(ctx, &Z[0], &Z[1], "a bracket in place");
    li_field_bracket(ctx, &Z[1], &S.X, &S.X);
    li_field_zero(ctx, &Z[2], S.c);
    li_same_field(ctx, &Z[1], &Z[2], "[X,X] = 0");
    close_scene(ctx, &S);
}

static void jacobi(li_ctx *ctx, li_rand *rng)
{
    struct scene S;

    open_scene(ctx, &S, rng, 4);
    li_field *Z = S.more;
    li_field_bracket(ctx, &Z[0], &S.X, &S.Y);
    li_field_bracket(ctx, &Z[0], &Z[0], &S.Z);
    li_field_bracket(ctx, &Z[1], &S.Y, &S.Z);
    li_field_bracket(ctx, &Z[1], &Z[1], &S.X);
    li_field_bracket(ctx, &Z[2], &S.Z, &S.X);
    li_field_bracket(ctx, &Z[2], &Z[2], &S.Y);
    li_field_add(ctx, &Z[0], &Z[0], &Z[1]);
    li_field_add(ctx, &Z[0], &Z[0], &Z[2]);
    li_field_zero(ctx, &Z[1], S.c);
    li_same_field(ctx, &Z[0], &Z[1], "Jacobi");
    close_scene(ctx, &S);
}

/* dtheta(X_b, X_c) = - theta([X_b, X_c]) */
static void structure(li_ctx *ctx, li_rand *rng)
{
    struct scene S;

    open_scene(ctx, &S, rng, 5);
    size_t n = S.c->n, a = (size_t)li_rand_below(rng, (int)n), b = (size_t)li_rand_below(rng, (int)n), c = (size_t)li_rand_below(rng, (int)n);
    const li_coframe *basis = &S.s.basis;
    li_field_dual(ctx, &S.X, basis, b);
    li_field_dual(ctx, &S.Y, basis, c);
    li_field_bracket(ctx, &S.Z, &S.X, &S.Y);
    li_form_interior(ctx, &S.out[0], &S.X, &basis->dtheta[a]);
    li_form_interior(ctx, &S.out[0], &S.Y, &S.out[0]);
    li_form_function(ctx, &S.out[1], basis, li_expr_neg(ctx, S.Z.comp[a]));
    li_same_form(ctx, &S.out[0], &S.out[1], "dtheta(X_b, X_c) = - theta([X_b, X_c])");
    close_scene(ctx, &S);
}

int main(void)
{
    li_test_run("lie", lie, 40);
    li_test_run("epsilon", epsilon, 50);
    li_test_run("commutators", commutators, 40);
    li_test_run("derivations", derivations, 25);
    li_test_run("brackets", brackets, 80);
    li_test_run("jacobi", jacobi, 30);
    li_test_run("structure", structure, 100);
    return li_test_done();
}

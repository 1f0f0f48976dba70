/* t-coframe.c - charts, bases, structure equations, and operands that do not fit together */
#include <string.h>

#include "draw.h"

static const char *const OMEGA[3] = { "w(p)", "w(q)", "w(r)" }, *const DUAL[3] = { "X(p)", "X(q)", "X(r)" };

/* theta^a on the chart is the row B[a]; sum_a B[a][j] A[j][a] ... : dx_j in the basis comes back to dx_j */
static void basis(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 6);
    li_space s;
    li_form theta, dx;
    li_field X, D;

    li_space_init(ctx, &s, rng, n);
    li_form_init(&theta);
    li_form_init(&dx);
    li_field_init(&X);
    li_field_init(&D);
    for (size_t a = 0; a < n; a++) {
        li_form_theta(ctx, &theta, &s.basis, a);
        li_form_on(ctx, &theta, &s.chart, &theta);
        for (size_t j = 0; j < n; j++) {
            uint32_t at = (uint32_t)j;
            li_same_function(ctx, li_form_coefficient(ctx, &theta, &at), s.B[a * n + j], "theta = B dx");
        }
        li_form_theta(ctx, &dx, &s.chart, a);
        li_form_on(ctx, &theta, &s.chart, &s.basis.dx[a]);
        li_same_form(ctx, &theta, &dx, "dx = A theta");
        li_check(ctx, li_coframe_function(&s.basis, s.x[a]) == a && li_coframe_form(&s.basis, s.basis.name[a]) == a, "places");

        size_t b = (size_t)li_rand_below(rng, (int)n);             /* theta^a(X_b) = 1 or 0, dx_j(D(x_i)) too */
        li_field_dual(ctx, &X, &s.basis, b);
        li_form_theta(ctx, &theta, &s.basis, a);
        li_form_interior(ctx, &theta, &X, &theta);
        uint32_t none = 0;
        li_same_function(ctx, li_form_coefficient(ctx, &theta, &none), li_expr_int(ctx, a == b), "theta^a(X_b)");
        li_field_along(ctx, &D, &s.basis, b);
        li_same_function(ctx, li_field_apply(ctx, &D, s.x[a]), li_expr_int(ctx, a == b), "dx_j(D(x_i))");
    }
    li_check(ctx, li_coframe_function(&s.chart, li_expr_symbol(ctx, "a", LI_PARAMETER)) == n && li_coframe_form(&s.chart, "d(b)") == n, "no places");
    li_form_clear(ctx, &theta);
    li_form_clear(ctx, &dx);
    li_field_clear(ctx, &X);
    li_field_clear(ctx, &D);
    li_space_clear(ctx, &s);
}

/* det B = 0: LI_SINGULAR, returned and not kept */
static void singular(li_ctx *ctx, li_rand *rng)
{
    size_t n = 2 + (size_t)li_rand_below(rng, 4), a = (size_t)li_rand_below(rng, (int)n), b = (a + 1) % n;
    li_space s;
    li_coframe c;

    li_space_init(ctx, &s, rng, n);
    li_coframe_init(&c);
    li_expr f = li_draw_function(ctx, rng, n, s.x), square = li_expr_power(ctx, f, 2);
    for (size_t j = 0; j < n; j++) {                               /* cos^2 + sin^2 - 1: not the zero node */
        li_expr one = li_expr_add(ctx, li_expr_power(ctx, li_expr_apply(ctx, LI_SIN, square), 2), li_expr_power(ctx, li_expr_apply(ctx, LI_COS, square), 2));
        s.B[a * n + j] = li_expr_mul(ctx, one, s.B[b * n + j]);
    }
    li_status status = li_coframe_basis(ctx, &c, &s.chart, s.basis.name, s.basis.dual, s.B);
    li_check(ctx, status == LI_SINGULAR && li_ctx_status(ctx) == LI_OK && c.n == 0, "a singular basis: %s", li_status_name(status));
    for (size_t j = 0; j < n; j++)
        s.B[a * n + j] = li_expr_int(ctx, 0);
    status = li_coframe_basis(ctx, &c, &s.chart, s.basis.name, s.basis.dual, s.B);
    li_check(ctx, status == LI_SINGULAR, "a row of zeros: %s", li_status_name(status));
    li_space_clear(ctx, &s);
}

static void check_constant(li_ctx *ctx, const li_coframe *c, size_t a, size_t i, size_t j, int value)
{
    uint32_t at[2] = { (uint32_t)i, (uint32_t)j };
    li_expr f = li_form_coefficient(ctx, &c->dtheta[a], at);
    li_check(ctx, c->dtheta[a].len == 1 && f == li_expr_int(ctx, value), "d%s = %s", c->name[a], li_form_text(ctx, &c->dtheta[a]));
}

/* The rotation of a solid in Euler's angles, on its own axes: dw1 = -w2^w3 and cyclic                         [gallissot 4] */
static void euler(li_ctx *ctx, li_rand *rng)
{
    li_expr x[3] = { li_expr_symbol(ctx, "psi", LI_COORDINATE), li_expr_symbol(ctx, "theta", LI_COORDINATE), li_expr_symbol(ctx, "phi", LI_COORDINATE) };
    li_expr st = li_expr_apply(ctx, LI_SIN, x[1]), ct = li_expr_apply(ctx, LI_COS, x[1]), sf = li_expr_apply(ctx, LI_SIN, x[2]), cf = li_expr_apply(ctx, LI_COS, x[2]);
    li_expr zero = li_expr_int(ctx, 0), one = li_expr_int(ctx, 1);
    li_expr B[9] = { li_expr_mul(ctx, st, sf), cf, zero, li_expr_mul(ctx, st, cf), li_expr_neg(ctx, sf), zero, ct, zero, one };
    li_coframe chart, c;
    (void)rng;

    li_coframe_init(&chart);
    li_coframe_init(&c);
    li_coframe_chart(ctx, &chart, 3, x);
    li_check(ctx, li_coframe_basis(ctx, &c, &chart, OMEGA, DUAL, B) == LI_OK, "Euler's angles");
    check_constant(ctx, &c, 0, 1, 2, -1);
    check_constant(ctx, &c, 1, 2, 0, -1);
    check_constant(ctx, &c, 2, 0, 1, -1);
    li_coframe_clear(ctx, &c);
    li_coframe_clear(ctx, &chart);
}

/* ---- by equations ---- */

/* dw^a = sign w^b ^ w^c and cyclic; `wrong`: one constant more, so that Jacobi fails */
static li_status rotation(li_ctx *ctx, li_coframe *c, int sign, bool wrong)
{
    li_expr C[27];

    for (size_t i = 0; i < 27; i++)
        C[i] = li_expr_int(ctx, 0);
    for (size_t a = 0; a < 3; a++) {
        size_t i = (a + 1) % 3, j = (a + 2) % 3;
        C[a * 9 + (i < j ? i * 3 + j : j * 3 + i)] = li_expr_int(ctx, i < j ? sign : -sign);
    }
    if (wrong)
        C[0 * 9 + 0 * 3 + 1] = li_expr_symbol(ctx, "a", LI_PARAMETER);
    li_coframe_init(c);
    return li_coframe_equations(ctx, c, 3, OMEGA, DUAL, 0, NULL, NULL, C);
}

static void equations(li_ctx *ctx, li_rand *rng)
{
    li_coframe c;
    li_field X[4];
    int sign = li_rand_below(rng, 2) ? 1 : -1;

    li_check(ctx, rotation(ctx, &c, sign, false) == LI_OK, "a rotation");
    li_fields_init(X, 4);
    for (size_t a = 0; a < 3; a++) {                               /* [X_b, X_c] = - C X_a, and with constant factors */
        li_field_dual(ctx, &X[0], &c, (a + 1) % 3);
        li_field_dual(ctx, &X[1], &c, (a + 2) % 3);
        li_field_dual(ctx, &X[2], &c, a);
        li_field_scale(ctx, &X[2], li_expr_int(ctx, -6 * sign), &X[2]);
        li_field_scale(ctx, &X[0], li_expr_int(ctx, 2), &X[0]);
        li_field_scale(ctx, &X[1], li_expr_int(ctx, 3), &X[1]);
        li_field_bracket(ctx, &X[3], &X[0], &X[1]);
        li_same_field(ctx, &X[3], &X[2], "[X_b, X_c]");
    }
    li_check(ctx, li_field_along(ctx, &X[0], &c, 0) == LI_DOMAIN, "no function");
    li_ctx_forgive(ctx);
    li_fields_clear(ctx, X, 4);
    li_coframe_clear(ctx, &c);

    li_check(ctx, rotation(ctx, &c, sign, true) == LI_DOMAIN && strstr(li_ctx_message(ctx), "Jacobi") != NULL && c.n == 0, "Jacobi fails: %s", li_ctx_message(ctx));
    li_ctx_forgive(ctx);
    li_coframe_clear(ctx, &c);
}

/* Two functions on a plane of theta: dx = theta1, dy = x theta1 + theta2 needs dtheta2 = 0 */
static void functions(li_ctx *ctx, li_rand *rng)
{
    li_expr x[2] = { li_expr_symbol(ctx, "x", LI_COORDINATE), li_expr_symbol(ctx, "y", LI_COORDINATE) }, zero = li_expr_int(ctx, 0), one = li_expr_int(ctx, 1);
    li_expr A[4] = { one, zero, x[1], one }, C[8] = { zero, zero, zero, zero, zero, one, zero, zero };
    li_coframe c;
    li_field D;
    li_form dy;
    (void)rng;

    li_coframe_init(&c);
    li_check(ctx, li_coframe_equations(ctx, &c, 2, OMEGA, DUAL, 2, x, A, NULL) == LI_DOMAIN && strstr(li_ctx_message(ctx), "d(d(y))") != NULL, "ddy: %s", li_ctx_message(ctx));
    li_ctx_forgive(ctx);
    /* ddy = dy^theta1 + dtheta2 = theta2^theta1 + dtheta2: dtheta2 = theta1^theta2 */
    li_check(ctx, li_coframe_equations(ctx, &c, 2, OMEGA, DUAL, 2, x, A, C) == LI_OK, "equations: %s", li_ctx_message(ctx));
    li_field_init(&D);
    li_form_init(&dy);
    for (size_t j = 0; j < 2; j++) {
        li_check(ctx, li_field_along(ctx, &D, &c, j) == LI_OK, "D(x_%zu)", j);
        li_same_function(ctx, li_field_apply(ctx, &D, x[0]), j == 0 ? one : zero, "D x");
        li_same_function(ctx, li_field_apply(ctx, &D, x[1]), j == 1 ? one : zero, "D y");
    }
    li_form_differential(ctx, &dy, &c, li_expr_mul(ctx, x[0], x[1]));
    li_form_d(ctx, &dy, &dy);
    li_check(ctx, li_form_is_zero(ctx, &dy) == LI_YES, "dd(xy) = %s", li_form_text(ctx, &dy));
    li_field_clear(ctx, &D);
    li_form_clear(ctx, &dy);
    li_coframe_clear(ctx, &c);
}

/* ---- what does not fit ---- */

static void check_words(li_ctx *ctx, li_status status, const char *words)
{
    li_check(ctx, status == LI_DOMAIN && strstr(li_ctx_message(ctx), words) != NULL, "%s: \"%s\" instead of \"%s\"", li_status_name(status), li_ctx_message(ctx), words);
    li_ctx_forgive(ctx);
}

static void strangers(li_ctx *ctx, li_rand *rng)
{
    li_space s;
    li_coframe other;
    li_form w, v, out;
    li_field X, Y;
    uint32_t at = 1;
    (void)rng;

    li_space_init(ctx, &s, rng, 3);
    li_expr q[2] = { li_expr_symbol(ctx, "p", LI_COORDINATE), li_expr_symbol(ctx, "q", LI_COORDINATE) }, twice[2] = { q[0], q[0] }, sum[1] = { li_expr_add(ctx, q[0], q[1]) };
    li_coframe_init(&other);
    li_coframe_chart(ctx, &other, 2, q);
    li_form_init(&w);
    li_form_init(&v);
    li_form_init(&out);
    li_field_init(&X);
    li_field_init(&Y);
    li_form_theta(ctx, &w, &s.chart, 0);
    li_form_theta(ctx, &v, &other, 0);
    li_form_theta(ctx, &out, &other, 1);
    li_field_dual(ctx, &X, &other, 0);
    li_field_dual(ctx, &Y, &s.basis, 0);
    check_words(ctx, li_form_interior(ctx, &out, &X, &w), "i(X)w: w is a form on x, y, z; X a field on p, q");
    check_words(ctx, li_form_wedge(ctx, &out, &v, &w), "v/\\w: v is a form on p, q; w a form on x, y, z");
    check_words(ctx, li_form_add(ctx, &out, &w, &v), "v + w: v is a form on x, y, z; w a form on p, q");
    check_words(ctx, li_field_add(ctx, &X, &X, &Y), "X + Y: X is a field on p, q; Y a field on w(1), w(2), w(3)");
    check_words(ctx, li_field_bracket(ctx, &X, &X, &Y), "[X,Y]");
    check_words(ctx, li_form_on(ctx, &out, &s.chart, &v), "on p, q; asked for on x, y, z");
    li_check(ctx, li_form_equal(ctx, &v, &w) == LI_UNKNOWN, "strangers are not compared");
    check_words(ctx, li_ctx_status(ctx), "v - w");
    check_words(ctx, li_form_interior(ctx, &out, &(li_field){ 0 }, &w), "not made on any coframe");
    li_check(ctx, out.on == &other && out.len == 1 && out.at[0] == 1, "the output keeps its value");

    li_form_wedge(ctx, &v, &out, &v);
    check_words(ctx, li_form_add(ctx, &out, &v, &out), "degree 2");
    li_check(ctx, li_form_equal(ctx, &v, &out) == LI_NO && li_ctx_status(ctx) == LI_OK, "forms of different degrees");
    at = 2;
    check_words(ctx, li_form_add_term(ctx, &out, &at, q[0]), "no Pfaff form 3");
    at = 0;
    check_words(ctx, li_form_add_term(ctx, &out, &at, li_expr_undefined()), "not defined");
    check_words(ctx, li_form_scale(ctx, &out, li_expr_undefined(), &out), "not defined");
    check_words(ctx, li_form_function(ctx, &out, &other, li_expr_undefined()), "not defined");
    X.comp[1] = li_expr_undefined();
    check_words(ctx, li_form_interior(ctx, &out, &X, &out), "not defined");
    check_words(ctx, li_field_copy(ctx, &Y, &X), "not defined");
    li_check(ctx, out.len == 1 && out.at[0] == 1 && li_expr_is_one(out.f[0]) && Y.on == &s.basis, "the outputs keep their values");
    check_words(ctx, li_form_theta(ctx, &out, &other, 2), "no Pfaff form 3");
    check_words(ctx, li_field_dual(ctx, &X, &other, 7), "no field 8");
    li_coframe_clear(ctx, &other);
    check_words(ctx, li_coframe_chart(ctx, &other, 2, twice), "p is there twice");
    check_words(ctx, li_coframe_chart(ctx, &other, 1, sum), "no symbol");
    li_check(ctx, other.n == 0 && other.name == NULL, "no coframe was made");

    li_form_clear(ctx, &w);
    li_form_clear(ctx, &v);
    li_form_clear(ctx, &out);
    li_field_clear(ctx, &X);
    li_field_clear(ctx, &Y);
    li_space_clear(ctx, &s);
}

int main(void)
{
    li_test_run("basis", basis, 100);
    li_test_run("singular", singular, 20);
    li_test_run("euler", euler, 1);
    li_test_run("equations", equations, 4);
    li_test_run("functions", functions, 1);
    li_test_run("strangers", strangers, 1);
    return li_test_done();
}

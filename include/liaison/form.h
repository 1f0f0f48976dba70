/* form.h - exterior differential forms, fields, and what is done with them
 *
 * Everything lives on a *coframe*: Pfaff forms theta^1 .. theta^n, a basis at every point, with the dual fields
 * X_1 .. X_n, and functions x_1 .. x_m whose differentials are known in it:
 *
 *     dx_j = sum_a A[j][a] theta^a,       dtheta^a = sum_(b<c) C^a_bc theta^b ^ theta^c.
 *
 * A chart is the coframe theta^j = dx_j, C = 0. Quasi-velocities v^r = mu^r_i q'^i + mu^r_0 give one with
 * theta = dv^r, omega^r = mu^r_i dq^i + mu^r_0 dt, dt; the rotation of a solid one with constant C. A symbol that is
 * none of the x is a constant.
 *
 * A form of degree p is a sum of terms f theta^I, I = i_1 < ... < i_p; a p-vector is kept in the same way over the X_I.
 * Terms stand in increasing order of I, each I once, none has the zero node for its f; so work is proportional to
 * the terms that are there. A form owns its arrays; every f lives in the context. Outputs may alias inputs and keep
 * their old value on failure. Operands on different coframes are LI_DOMAIN, with words.
 *                                                           (theory: gallissot-1-3 1, 5; gallissot-4-6 6) */
#ifndef LIAISON_FORM_H
#define LIAISON_FORM_H

#include "liaison/exact.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    const struct li_coframe *on;   /* NULL: a constant, at home on every coframe (degree 0) */
    size_t    degree;              /* 0: a function */
    size_t    len, cap;            /* terms */
    uint32_t *at;                  /* len rows of `degree` indices */
    li_expr  *f;
} li_form;

typedef struct { li_form w; } li_pvector;      /* sum f X_I: the same array, its indices those of the X */

typedef struct { const struct li_coframe *on; li_expr *comp; } li_field;   /* sum comp_a X_a, n components */

typedef struct li_coframe {
    size_t       n, m;
    const char **name;             /* of theta^a as it is written: "d(x)", "w(p)" */
    const char **dual;             /* of X_a: "D(x)" */
    li_expr     *x;                /* m functions, symbols */
    li_form     *dx;               /* m Pfaff forms */
    li_form     *dtheta;           /* n 2-forms, the structure equations */
    const struct li_coframe *base; /* the chart on which it was made as a basis, and theta^a there; NULL: none */
    li_form     *in_base;
    uint32_t    *slot;             /* place of a symbol among the x, by open addressing */
    size_t       slots;
} li_coframe;

/* ---- coframes ---- made in an empty one, which stays empty on failure; cleared when no form on them is left. Forms on a coframe
 * hold its address: it must not move. */
void      li_coframe_init (li_coframe *c);
void      li_coframe_clear(li_ctx *ctx, li_coframe *c);
/* The coordinates x_1 .. x_m as a chart: theta^j = dx_j, named d(x) and D(x). */
li_status li_coframe_chart(li_ctx *ctx, li_coframe *c, size_t m, const li_expr *x);
/* A basis of Pfaff forms on the chart `base`: theta^a = sum_j B[a][j] dx_j (n by n), inverted exactly; the structure
 * functions C follow, simplified. LI_SINGULAR if det B = 0 identically. */
li_status li_coframe_basis(li_ctx *ctx, li_coframe *c, const li_coframe *base, const char *const *name, const char *const *dual, const li_expr *B);
/* The same when the inverse dx_j = sum_a A[j][a] theta^a is known already: it is not checked. */
li_status li_coframe_inverse(li_ctx *ctx, li_coframe *c, const li_coframe *base, const char *const *name, const char *const *dual, const li_expr *B, const li_expr *A);
/* By its equations: dx_j = sum_a A[j][a] theta^a (m by n) and dtheta^a = sum_(b<c) C[a][b][c] theta^b ^ theta^c (n by n by n,
 * entries with b >= c are not read; NULL: 0). No coordinates need belong to the theta: a rotating body's
 * omega^1, omega^2, omega^3 have dtheta^3 = - theta^1 ^ theta^2, .... LI_DOMAIN, with words, if d(dx) = 0 or d(dtheta) = 0
 * (Jacobi) is certainly violated. */
li_status li_coframe_equations(li_ctx *ctx, li_coframe *c, size_t n, const char *const *name, const char *const *dual,
                               size_t m, const li_expr *x, const li_expr *A, const li_expr *C);
size_t    li_coframe_function(const li_coframe *c, li_expr x);    /* j with x_j = x; m: none */
size_t    li_coframe_form(const li_coframe *c, const char *name); /* a with theta^a called `name`; n: none */

/* ---- making forms ---- */
void      li_form_init (li_form *w);                                       /* 0, of degree 0 */
void      li_form_clear(li_ctx *ctx, li_form *w);
void      li_form_swap (li_form *v, li_form *w);
li_status li_form_zero(li_ctx *ctx, li_form *out, const li_coframe *c, size_t degree);
li_status li_form_function(li_ctx *ctx, li_form *out, const li_coframe *c, li_expr f);
li_status li_form_theta(li_ctx *ctx, li_form *out, const li_coframe *c, size_t a);
li_status li_form_pfaff(li_ctx *ctx, li_form *out, const li_coframe *c, const li_expr *f);      /* sum_a f_a theta^a */
li_status li_form_copy(li_ctx *ctx, li_form *out, const li_form *w);
/* w += f theta^I; I in any order, a repeated index gives 0 */
li_status li_form_add_term(li_ctx *ctx, li_form *w, const uint32_t *I, li_expr f);
li_expr   li_form_coefficient(li_ctx *ctx, const li_form *w, const uint32_t *I);   /* of theta^I, I in any order */

/* ---- algebra ---- 0 is of every degree: v + 0 = v */
li_status li_form_add (li_ctx *ctx, li_form *out, const li_form *v, const li_form *w);
li_status li_form_sub (li_ctx *ctx, li_form *out, const li_form *v, const li_form *w);
li_status li_form_scale(li_ctx *ctx, li_form *out, li_expr f, const li_form *w);
li_status li_form_wedge(li_ctx *ctx, li_form *out, const li_form *v, const li_form *w);
/* i(X)w: the antiderivation with i(X)theta^a = X^a; of a function it is 0                                 [gallissot 5] */
li_status li_form_interior(li_ctx *ctx, li_form *out, const li_field *X, const li_form *w);
/* i(X ^ Y ^ ...)w = i(X) i(Y) ... w                                                                [gallissot IV-VI 6] */
li_status li_form_contract(li_ctx *ctx, li_form *out, const li_pvector *X, const li_form *w);

/* ---- calculus ---- */
li_status li_form_d(li_ctx *ctx, li_form *out, const li_form *w);
li_status li_form_differential(li_ctx *ctx, li_form *out, const li_coframe *c, li_expr f);     /* df */
li_status li_form_lie(li_ctx *ctx, li_form *out, const li_field *X, const li_form *w);         /* theta(X) = i(X)d + d i(X)  (VI.1) */
li_status li_form_epsilon(li_ctx *ctx, li_form *out, const li_pvector *X, const li_form *w);   /* eps(X) = d i(X) - i(X)d   (VI.2, VI.4) */

/* ---- fields ---- */
void      li_field_init (li_field *X);
void      li_field_clear(li_ctx *ctx, li_field *X);
void      li_field_swap (li_field *X, li_field *Y);
li_status li_field_zero (li_ctx *ctx, li_field *X, const li_coframe *c);
li_status li_field_dual (li_ctx *ctx, li_field *X, const li_coframe *c, size_t a);              /* X_a */
li_status li_field_along(li_ctx *ctx, li_field *X, const li_coframe *c, size_t j);              /* D(x_j): dx_j = 1, the other dx 0 */
li_status li_field_copy (li_ctx *ctx, li_field *out, const li_field *X);
li_status li_field_add  (li_ctx *ctx, li_field *out, const li_field *X, const li_field *Y);
li_status li_field_scale(li_ctx *ctx, li_field *out, li_expr f, const li_field *X);
li_expr   li_field_apply(li_ctx *ctx, const li_field *X, li_expr f);                            /* X(f) = i(X)df */
li_expr   li_field_derivative(li_ctx *ctx, const li_field *X, li_expr f, unsigned n);           /* X(X(...f)), n times */
li_status li_field_bracket(li_ctx *ctx, li_field *out, const li_field *X, const li_field *Y);   /* [X,Y]f = X(Yf) - Y(Xf) */

/* ---- p-vectors ---- */
void      li_pvector_init (li_pvector *X);
void      li_pvector_clear(li_ctx *ctx, li_pvector *X);
li_status li_pvector_field(li_ctx *ctx, li_pvector *out, const li_field *X);                    /* p = 1 */
li_status li_pvector_wedge(li_ctx *ctx, li_pvector *out, const li_pvector *X, const li_pvector *Y);

/* ---- maps ----
 * phi: what the functions x of `from` and its theta become on another coframe: x_j = value_j, theta^a = theta_a. For charts the
 * theta follow (li_map_chart); a *substitution*, as in reduced forms, may give the theta without the x (value NULL:
 * every function stays as it is) and need not be the pull-back of a map. */
typedef struct {
    const li_coframe *from, *to;
    li_expr *value;                /* m, or NULL */
    li_form *theta;                /* n Pfaff forms on `to` */
} li_map;

void      li_map_init (li_map *phi);
void      li_map_clear(li_ctx *ctx, li_map *phi);
li_status li_map_new  (li_ctx *ctx, li_map *phi, const li_coframe *from, const li_coframe *to);    /* theta = 0, value NULL */
li_status li_map_chart(li_ctx *ctx, li_map *phi, const li_coframe *from, const li_coframe *to, const li_expr *value);
li_status li_form_pull(li_ctx *ctx, li_form *out, const li_map *phi, const li_form *w);            /* phi* w */
/* The same form, the same field in other letters: on the chart on which its coframe was made as a basis, on a basis of its chart,
 * or on another basis of that chart */
li_status li_form_on(li_ctx *ctx, li_form *out, const li_coframe *c, const li_form *w);
li_status li_field_on(li_ctx *ctx, li_field *out, const li_coframe *c, const li_field *X);

/* ---- what exact algebra says ---- */
li_status li_form_simplify(li_ctx *ctx, li_form *out, const li_form *w);     /* coefficients for people; those that are 0 go */
li_status li_field_simplify(li_ctx *ctx, li_field *out, const li_field *X);
li_truth  li_form_is_zero(li_ctx *ctx, const li_form *w);
li_truth  li_form_equal(li_ctx *ctx, const li_form *v, const li_form *w);
li_truth  li_form_is_closed(li_ctx *ctx, const li_form *w);                  /* dw = 0 */
/* The number of Pfaff forms w can be written with: n - dim{X: i(X)w = 0}, generically; 2-forms: the rank of their matrix. */
li_status li_form_rank(li_ctx *ctx, size_t *rank, const li_form *w);
/* Of a 2-form: W[a][b] theta^a ^ theta^b summed over a < b; n by n, antisymmetric. */
li_status li_form_matrix(li_ctx *ctx, li_expr *W, const li_form *w);
/* The characteristic (associated) equations of w: dw/dtheta^a = i(X_a)w, a = 1 .. n, as forms (out: n of them, initialised). */
li_status li_form_associated(li_ctx *ctx, li_form *out, const li_form *w);
/* The one field with i(X)w = 0 and i(X)s = 1 for the Pfaff form s; LI_SINGULAR if there is none or more than one. */
li_status li_form_characteristic(li_ctx *ctx, li_field *X, const li_form *w, const li_form *s);
/* The field x with i(x)W = w and i(x)s = 0; LI_SINGULAR if there is none (i(E)w != 0) or more than one. Where W alone
 * determines x (n even) s may be 0. */
li_status li_form_dual(li_ctx *ctx, li_field *x, const li_form *W, const li_form *w, const li_form *s);

/* ---- quadratic differential forms ---- sum_(a <= b) g_ab theta^a theta^b: metrics, the form of Gauss and Appell */
typedef struct { const li_coframe *on; li_expr *g; } li_quadratic;        /* n by n, the upper triangle */

void      li_quadratic_init (li_quadratic *g);
void      li_quadratic_clear(li_ctx *ctx, li_quadratic *g);
void      li_quadratic_swap (li_quadratic *g, li_quadratic *h);
li_status li_quadratic_zero (li_ctx *ctx, li_quadratic *g, const li_coframe *c);
li_status li_quadratic_add_product(li_ctx *ctx, li_quadratic *g, li_expr f, const li_form *v, const li_form *w);   /* g += f v w */
li_status li_quadratic_add  (li_ctx *ctx, li_quadratic *g, li_expr f, const li_quadratic *h);                      /* g += f h */
li_status li_quadratic_lie  (li_ctx *ctx, li_quadratic *out, const li_field *X, const li_quadratic *g);
li_status li_quadratic_simplify(li_ctx *ctx, li_quadratic *g);

/* ---- text ---- "A*d(p)/\w(p) - A*p*d(p)/\d(t)", in the language; 0 for a form without terms */
void      li_form_print (li_ctx *ctx, li_text *out, const li_form *w);
void      li_field_print(li_ctx *ctx, li_text *out, const li_field *X);
void      li_pvector_print(li_ctx *ctx, li_text *out, const li_pvector *X);
void      li_quadratic_print(li_ctx *ctx, li_text *out, const li_quadratic *g);       /* "m*d(x)^2 + 2*a*d(x)*d(t)" */

#ifdef __cplusplus
}
#endif
#endif

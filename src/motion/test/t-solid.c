/* t-solid.c - Omega_c of a solid, on axes that move in the solid and in space                        [gallissot 4]
 *
 *     Omega_c = d(pi . J w) - d(1/2 pi . J pi) ^ dt,   dJ = [theta^, J],  theta = w - W,
 *     dw^1 = w^2 ^ w^3 - W^2 ^ w^3 + W^3 ^ w^2,  dW^1 = - W^2 ^ W^3, ...
 *
 * with w the rotation of the solid, W that of the axes: structure equations without any coordinates. */
#include <string.h>

#include "draw.h"

enum { W1 = 3, AXES = 6, DT = 9, THETAS = 10, INERTIA = 3, FUNCTIONS = 10 };      /* dp dq dr, w, W, dt; p q r, A .. F, t */

typedef struct {
    li_coframe c;
    li_expr    x[FUNCTIONS];
    li_form    Omega;
} solid;

static const char *const theta_name[] = { "d(p)", "d(q)", "d(r)", "w1", "w2", "w3", "W1", "W2", "W3", "d(t)" };
static const char *const dual_name[] = { "D(p)", "D(q)", "D(r)", "X1", "X2", "X3", "Y1", "Y2", "Y3", "D(t)" };

/* J = [A -F -E; -F B -D; -E -D C] */
static li_expr inertia(li_ctx *ctx, const solid *s, int i, int k)
{
    static const struct { size_t at; bool minus; } J[3][3] = {
        { { 0, false }, { 5, true }, { 4, true } }, { { 5, true }, { 1, false }, { 3, true } }, { { 4, true }, { 3, true }, { 2, false } },
    };
    li_expr x = s->x[INERTIA + J[i][k].at];
    return J[i][k].minus ? li_expr_neg(ctx, x) : x;
}

static int epsilon(int i, int j, int k) { return (i - j) * (j - k) * (k - i) / 2; }

/* Component m of theta in [theta^, J]_ik, theta^ x = theta x x: theta^_ik = -eps_ikm theta_m */
static li_expr turn(li_ctx *ctx, const solid *s, int i, int k, int m)
{
    li_expr sum = li_expr_int(ctx, 0);

    for (int l = 0; l < 3; l++) {
        sum = li_expr_sub(ctx, sum, li_expr_mul(ctx, li_expr_int(ctx, epsilon(i, l, m)), inertia(ctx, s, l, k)));
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, li_expr_int(ctx, epsilon(l, k, m)), inertia(ctx, s, i, l)));
    }
    return sum;
}

/* d of the entry of J that is, up to its sign, function `INERTIA + at` */
static void set_inertia(li_ctx *ctx, const solid *s, li_expr *A)
{
    static const struct { int i, k; bool minus; } entry[] = { { 0, 0, false }, { 1, 1, false }, { 2, 2, false }, { 1, 2, true }, { 0, 2, true }, { 0, 1, true } };

    for (size_t at = 0; at < 6; at++)
        for (int m = 0; m < 3; m++) {
            li_expr rate = turn(ctx, s, entry[at].i, entry[at].k, m), *row = A + (INERTIA + at) * THETAS + m;
            rate = entry[at].minus ? li_expr_neg(ctx, rate) : rate;
            row[W1] = rate;
            row[AXES] = li_expr_neg(ctx, rate);
        }
}

static void add_pair(li_ctx *ctx, li_expr *C, size_t a, size_t b, size_t c, int f)
{
    size_t at = a * THETAS * THETAS + (b < c ? b * THETAS + c : c * THETAS + b);
    C[at] = li_expr_add(ctx, C[at], li_expr_int(ctx, b < c ? f : -f));
}

static li_status set_coframe(li_ctx *ctx, solid *s)
{
    static const char *const name[] = { "p", "q", "r", "A", "B", "C", "D", "E", "F" };
    li_expr A[FUNCTIONS * THETAS], *C = li_alloc(ctx, THETAS * THETAS * THETAS * sizeof *C);

    for (size_t i = 0; i < FUNCTIONS * THETAS; i++)
        A[i] = li_expr_int(ctx, i / THETAS == i % THETAS && i / THETAS < 3);
    for (size_t i = 0; C != NULL && i < THETAS * THETAS * THETAS; i++)
        C[i] = li_expr_int(ctx, 0);
    if (C == NULL)
        return li_ctx_status(ctx);
    for (size_t j = 0; j < 9; j++)
        s->x[j] = li_expr_symbol(ctx, name[j], j < 3 ? LI_VELOCITY : LI_COORDINATE);
    s->x[9] = li_expr_symbol(ctx, "t", LI_TIME);
    A[9 * THETAS + DT] = li_expr_int(ctx, 1);
    set_inertia(ctx, s, A);
    for (size_t i = 0; i < 3; i++) {
        size_t j = (i + 1) % 3, k = (i + 2) % 3;
        add_pair(ctx, C, W1 + i, W1 + j, W1 + k, 1);
        add_pair(ctx, C, W1 + i, AXES + j, W1 + k, -1);
        add_pair(ctx, C, W1 + i, AXES + k, W1 + j, 1);
        add_pair(ctx, C, AXES + i, AXES + j, AXES + k, -1);
    }
    return li_coframe_equations(ctx, &s->c, THETAS, theta_name, dual_name, FUNCTIONS, s->x, A, C);
}

/* d(pi . J w - 1/2 pi . J pi dt) */
static li_status set_form(li_ctx *ctx, solid *s)
{
    li_form a;
    li_expr T = li_expr_int(ctx, 0);

    li_form_init(&a);
    li_form_zero(ctx, &a, &s->c, 1);
    for (int k = 0; k < 3; k++) {
        li_expr momentum = li_expr_int(ctx, 0);
        for (int i = 0; i < 3; i++)
            momentum = li_expr_add(ctx, momentum, li_expr_mul(ctx, s->x[i], inertia(ctx, s, i, k)));
        T = li_expr_add(ctx, T, li_expr_mul(ctx, li_expr_frac(ctx, 1, 2), li_expr_mul(ctx, momentum, s->x[k])));
        li_form_add_term(ctx, &a, (uint32_t[]){ (uint32_t)(W1 + k) }, momentum);
    }
    li_form_add_term(ctx, &a, (uint32_t[]){ DT }, li_expr_neg(ctx, T));
    li_form_d(ctx, &s->Omega, &a);
    li_form_clear(ctx, &a);
    return li_ctx_status(ctx);
}

static bool open_solid(li_ctx *ctx, solid *s)
{
    li_coframe_init(&s->c);
    li_form_init(&s->Omega);
    bool ok = set_coframe(ctx, s) == LI_OK && set_form(ctx, s) == LI_OK;
    li_check(ctx, ok, "%s", li_ctx_message(ctx));
    return ok;
}

static void clear_solid(li_ctx *ctx, solid *s)
{
    li_form_clear(ctx, &s->Omega);
    li_coframe_clear(ctx, &s->c);
}

/* Omega with W^i = frame_ij w^j, on dp, dq, dr, w, dt */
static li_status put_axes(li_ctx *ctx, const solid *s, li_form *out, li_coframe *to, const li_expr *frame)
{
    const char *name[7], *dual[7];
    li_map phi;

    for (size_t a = 0; a < 7; a++) {
        name[a] = theta_name[a < 6 ? a : DT];
        dual[a] = dual_name[a < 6 ? a : DT];
    }
    li_map_init(&phi);
    if (li_coframe_equations(ctx, to, 7, name, dual, 0, NULL, NULL, NULL) == LI_OK && li_map_new(ctx, &phi, &s->c, to) == LI_OK) {
        for (size_t a = 0; a < THETAS; a++) {
            if (a < AXES || a == DT)
                li_form_theta(ctx, &phi.theta[a], to, a == DT ? 6 : a);
            else
                li_form_zero(ctx, &phi.theta[a], to, 1);
            for (size_t j = 0; j < 3 && a >= AXES && a < DT; j++)
                li_form_add_term(ctx, &phi.theta[a], (uint32_t[]){ (uint32_t)(W1 + j) }, frame[(a - AXES) * 3 + j]);
        }
        li_form_pull(ctx, out, &phi, &s->Omega);
    }
    li_map_clear(ctx, &phi);
    return li_ctx_status(ctx);
}

/* ---- numbers: tests/gold, moving_axes_form ---- */

static const char *const inertias[] = { "0.96425", "0.80225", "0.712", "-0.2285", "0.041", "-0.202" };
static const struct { const char *velocity[3], *frame[9], *W[21]; } gold[] = {
    { { "1.1", "-0.6", "2.3" }, { "0.5", "0.1", "0", "-0.2", "0.3", "0.7", "0", "0.4", "-0.1" },
      { "0.0", "0.0", "0.96425", "0.202", "-0.041", "-0.845175", "0.0", "0.202", "0.80225", "0.2285", "-0.2664", "-0.041", "0.2285", "0.712", "-1.4554", "0.8008", "0.2150875", "-0.6743875", "0.7192675", "0.06861175", "0.64008575" } },
    { { "0.2", "0.9", "-1.7" }, { "1", "0", "0", "0", "1", "0", "0", "0.8", "0" },
      { "0.0", "0.0", "0.96425", "0.202", "-0.041", "-0.44435", "0.0", "0.202", "0.80225", "0.2285", "-0.373975", "-0.041", "0.2285", "0.712", "1.01295", "1.67489", "-0.45345", "0.0", "-0.39962", "0.260096", "-0.32512" } },
    { { "-0.7", "0.3", "1.2" }, { "0", "0", "0", "0", "0", "0", "0", "0", "0" },
      { "0.0", "0.0", "0.96425", "0.202", "-0.041", "0.663575", "0.0", "0.202", "0.80225", "0.2285", "-0.373475", "-0.041", "0.2285", "0.712", "-0.95165", "1.0709", "0.0034", "-0.162675", "-0.4078", "-0.130135", "-0.06236" } },
    { { "0.4", "-1.5", "0.6" }, { "1", "0", "0", "0", "1", "0", "0", "0", "1" },
      { "0.0", "0.0", "0.96425", "0.202", "-0.041", "-0.0581", "0.0", "0.202", "0.80225", "0.2285", "0.985475", "-0.041", "0.2285", "0.712", "-0.06805", "-0.06805", "-0.985475", "0.0", "-0.0581", "0.0", "0.0" } },
};

static li_expr number(li_ctx *ctx, const char *s)
{
    li_rational x;

    li_rational_init(&x);
    bool minus = s[0] == '-';
    li_check(ctx, li_rational_set_decimal(&x, s + minus, strlen(s) - minus, 40), "%s", s);
    li_expr e = li_expr_rational(ctx, &x);
    li_rational_clear(&x);
    return minus ? li_expr_neg(ctx, e) : e;
}

static void moving_axes(li_ctx *ctx, li_rand *rng)
{
    size_t i = (size_t)li_rand_below(rng, sizeof gold / sizeof *gold);
    li_expr frame[9], value[9];
    li_coframe to;
    li_form w;
    solid s;

    for (size_t k = 0; k < 9; k++) {
        frame[k] = number(ctx, gold[i].frame[k]);
        value[k] = number(ctx, k < 3 ? gold[i].velocity[k] : inertias[k - 3]);
    }
    li_coframe_init(&to);
    li_form_init(&w);
    if (open_solid(ctx, &s) && put_axes(ctx, &s, &w, &to, frame) == LI_OK)
        for (uint32_t a = 0, k = 0; a < 7; a++)
            for (uint32_t b = a + 1; b < 7; b++, k++) {
                li_expr f = li_expr_subst(ctx, li_form_coefficient(ctx, &w, (uint32_t[]){ a, b }), 9, s.x, value);
                li_same(ctx, f, number(ctx, gold[i].W[k]), "W", k);
            }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s", li_ctx_message(ctx));
    li_form_clear(ctx, &w);
    li_coframe_clear(ctx, &to);
    clear_solid(ctx, &s);
}

/* ---- the expanded formulas ---- */

static li_expr read(li_ctx *ctx, const char *s)
{
    li_scope scope;
    li_scope_free(&scope);
    return li_expr_parse(ctx, s, strlen(s), &scope);
}

/* Axes fixed in the solid (W = w): dq ^ w3 ... by coefficient; and axes fixed in space (W = 0), where A .. F vary */
static const struct { uint32_t a, b; const char *body, *space; } expanded[] = {
    { 0, 3, "A", "A" }, { 1, 4, "B", "B" }, { 2, 5, "C", "C" },
    { 1, 5, "-D", "-D" }, { 2, 4, "-D", "-D" }, { 2, 3, "-E", "-E" }, { 0, 5, "-E", "-E" }, { 0, 4, "-F", "-F" }, { 1, 3, "-F", "-F" },
    { 4, 5, "-A*p + E*r + F*q", "(B + C - A)*p + 2*E*r + 2*F*q" },
    { 3, 5, "B*q - D*r - F*p", "-(C + A - B)*q - 2*D*r - 2*F*p" },
    { 3, 4, "-C*r + D*q + E*p", "(A + B - C)*r + 2*D*q + 2*E*p" },
    { 0, 6, "-A*p + E*r + F*q", "-A*p + E*r + F*q" }, { 1, 6, "-B*q + D*r + F*p", "-B*q + D*r + F*p" }, { 2, 6, "-C*r + D*q + E*p", "-C*r + D*q + E*p" },
    { 3, 6, "0", "-(B - C)*q*r - D*(q^2 - r^2) - E*p*q + F*r*p" },
    { 4, 6, "0", "-(C - A)*p*r + D*p*q - E*(r^2 - p^2) - F*q*r" },
    { 5, 6, "0", "-(A - B)*p*q - D*r*p + E*q*r - F*(p^2 - q^2)" },
    { 0, 1, "0", "0" }, { 0, 2, "0", "0" }, { 1, 2, "0", "0" },
};

static void fixed_axes(li_ctx *ctx, li_rand *rng)
{
    bool body = li_rand_below(rng, 2);
    li_expr frame[9];
    li_coframe to;
    li_form w;
    solid s;

    for (size_t k = 0; k < 9; k++)
        frame[k] = li_expr_int(ctx, body && k / 3 == k % 3);
    li_coframe_init(&to);
    li_form_init(&w);
    if (open_solid(ctx, &s) && put_axes(ctx, &s, &w, &to, frame) == LI_OK)
        for (size_t i = 0; i < sizeof expanded / sizeof *expanded; i++) {
            li_expr f = read(ctx, body ? expanded[i].body : expanded[i].space);
            for (size_t j = 0; j < 9; j++)
                f = li_expr_subst(ctx, f, 1, (li_expr[]){ read(ctx, li_expr_name(s.x[j])) }, &s.x[j]);
            li_same(ctx, li_form_coefficient(ctx, &w, (uint32_t[]){ expanded[i].a, expanded[i].b }), f, body ? "axes in the solid" : "axes in space", i);
        }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s", li_ctx_message(ctx));
    li_form_clear(ctx, &w);
    li_coframe_clear(ctx, &to);
    clear_solid(ctx, &s);
}

int main(void)
{
    li_test_run("moving axes", moving_axes, 8);
    li_test_run("fixed axes", fixed_axes, 6);
    return li_test_done();
}

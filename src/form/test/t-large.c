/* t-large.c - more coordinates than a word has bits */
#include "draw.h"

enum { N = 100, M = 2 * N + 1 };          /* v_1 .. v_N, q_1 .. q_N, t */

struct large { li_coframe chart, basis; li_expr x[M]; const char *name[M], *dual[M]; };

/* w^r = cos(q_r) dq_r + sin(q_r) dq_(r+1) and so on in pairs: blocks of two; the rest stays */
static void set_rows(li_ctx *ctx, const struct large *L, li_expr *B)
{
    for (size_t i = 0; i < (size_t)M * M; i++)
        B[i] = li_expr_int(ctx, i / M == i % M);
    for (size_t r = N; r + 1 < 2 * N; r += 2) {
        li_expr s = li_expr_apply(ctx, LI_SIN, L->x[r]), c = li_expr_apply(ctx, LI_COS, L->x[r]);
        B[r * M + r] = c;
        B[r * M + r + 1] = s;
        B[(r + 1) * M + r] = li_expr_neg(ctx, s);
        B[(r + 1) * M + r + 1] = c;
        B[r * M + M - 1] = L->x[r + 1];
    }
}

static void open_large(li_ctx *ctx, struct large *L)
{
    li_expr *B = li_new(ctx, (size_t)M * M, sizeof *B);
    li_text name;

    li_text_init(&name);
    for (size_t j = 0; j < M; j++) {
        li_text_cut(&name, 0);
        li_text_printf(ctx, &name, j < N ? "v%zu" : j < 2 * N ? "q%zu" : "t", j < N ? j : j - N);
        L->x[j] = li_expr_symbol(ctx, li_text_str(&name), j + 1 < M ? LI_COORDINATE : LI_TIME);
        li_text_put(ctx, &name, "#");
        L->name[j] = L->dual[j] = li_alloc_string(ctx, li_text_str(&name), name.len);
    }
    li_text_clear(ctx, &name);
    li_coframe_init(&L->chart);
    li_coframe_init(&L->basis);
    li_coframe_chart(ctx, &L->chart, M, L->x);
    set_rows(ctx, L, B);
    li_status status = li_coframe_basis(ctx, &L->basis, &L->chart, L->name, L->dual, B);
    li_check(ctx, status == LI_OK, "a basis of %d forms: %s", M, li_status_name(status));
    li_drop(ctx, B);
}

static void close_large(li_ctx *ctx, struct large *L)
{
    li_coframe_clear(ctx, &L->basis);
    li_coframe_clear(ctx, &L->chart);
}

/* d(sum v_r w^r - 1/2 sum v_r^2 dt) = Omega, its characteristic field, d and i(X) of it, on both coframes */
static void motion(li_ctx *ctx, li_rand *rng)
{
    struct large *L = li_new(ctx, 1, sizeof *L);
    li_form P, dt, Omega, on_chart, v;
    li_field E, X, Y;
    li_expr f[M], T = li_expr_int(ctx, 0);
    (void)rng;

    open_large(ctx, L);
    li_form_init(&P);
    li_form_init(&dt);
    li_form_init(&Omega);
    li_form_init(&on_chart);
    li_form_init(&v);
    li_field_init(&E);
    li_field_init(&X);
    li_field_init(&Y);
    for (size_t r = 0; r < N; r++) {
        f[r] = li_expr_int(ctx, 0);
        f[N + r] = L->x[r];
        T = li_expr_add(ctx, T, li_expr_mul(ctx, li_expr_frac(ctx, -1, 2), li_expr_power(ctx, L->x[r], 2)));
    }
    f[M - 1] = T;
    li_form_pfaff(ctx, &P, &L->basis, f);
    li_form_theta(ctx, &dt, &L->basis, M - 1);
    li_form_d(ctx, &Omega, &P);
    li_check(ctx, li_form_is_closed(ctx, &Omega) == LI_YES, "dd = 0");
    li_form_on(ctx, &on_chart, &L->chart, &P);
    li_form_d(ctx, &on_chart, &on_chart);
    li_form_on(ctx, &v, &L->chart, &Omega);
    li_same_form(ctx, &on_chart, &v, "d on the chart");

    li_status status = li_form_characteristic(ctx, &E, &Omega, &dt);
    li_check(ctx, status == LI_OK, "E: %s", li_status_name(status));
    li_form_interior(ctx, &v, &E, &Omega);
    li_check(ctx, li_form_is_zero(ctx, &v) == LI_YES, "i(E)Omega = 0");
    li_check(ctx, E.comp[N] == L->x[0] && li_expr_is_one(E.comp[M - 1]), "w = v dt");
    li_field_on(ctx, &X, &L->chart, &E);
    li_form_interior(ctx, &v, &X, &on_chart);
    li_check(ctx, li_form_is_zero(ctx, &v) == LI_YES, "i(E)Omega = 0 on the chart");

    li_field_dual(ctx, &X, &L->basis, N + 10);
    li_field_dual(ctx, &Y, &L->basis, N + 11);
    li_field_bracket(ctx, &X, &X, &Y);
    li_form_pfaff(ctx, &v, &L->basis, X.comp);
    li_check(ctx, v.len > 0 && v.len <= 2, "[X_b, X_c] has few components: %zu", v.len);
    li_form_clear(ctx, &P);
    li_form_clear(ctx, &dt);
    li_form_clear(ctx, &Omega);
    li_form_clear(ctx, &on_chart);
    li_form_clear(ctx, &v);
    li_field_clear(ctx, &E);
    li_field_clear(ctx, &X);
    li_field_clear(ctx, &Y);
    close_large(ctx, L);
    li_drop(ctx, L);
}

/* Forms of every degree, the highest too: theta^a ^ b and i(X)b with 201 indices */
static void degrees(li_ctx *ctx, li_rand *rng)
{
    struct large *L = li_new(ctx, 1, sizeof *L);
    li_form volume, theta, v;
    li_field X;
    uint32_t I[M];
    int sign = 1;

    open_large(ctx, L);
    li_form_init(&volume);
    li_form_init(&theta);
    li_form_init(&v);
    li_field_init(&X);
    for (size_t k = 0; k < M; k++)
        I[k] = (uint32_t)k;
    for (size_t k = 0; k + 1 < M; k++) {                           /* a permutation and its sign */
        size_t l = k + (size_t)li_rand_below(rng, (int)(M - k));
        uint32_t swap = I[k];
        I[k] = I[l];
        I[l] = swap;
        sign = l == k ? sign : -sign;
    }
    li_form_zero(ctx, &volume, &L->chart, M);
    li_form_add_term(ctx, &volume, I, li_expr_int(ctx, sign));
    li_check(ctx, volume.len == 1 && li_expr_is_one(volume.f[0]) && volume.at[M - 1] == M - 1, "a permutation of %d", M);
    size_t a = (size_t)li_rand_below(rng, M);
    li_field_dual(ctx, &X, &L->chart, a);
    li_form_interior(ctx, &v, &X, &volume);
    li_check(ctx, v.len == 1 && v.degree == M - 1, "i(X) of the volume");
    li_form_theta(ctx, &theta, &L->chart, a);
    li_form_wedge(ctx, &v, &theta, &v);
    li_same_form(ctx, &v, &volume, "theta^a ^ i(X_a)volume = volume");
    li_form_clear(ctx, &volume);
    li_form_clear(ctx, &theta);
    li_form_clear(ctx, &v);
    li_field_clear(ctx, &X);
    close_large(ctx, L);
    li_drop(ctx, L);
}

/* 40000 terms, in any order: sorted once, not one by one */
static void terms(li_ctx *ctx, li_rand *rng)
{
    struct large *L = li_new(ctx, 1, sizeof *L);
    li_form v, w, vw;
    li_expr f[M];
    (void)rng;

    open_large(ctx, L);
    li_form_init(&v);
    li_form_init(&w);
    li_form_init(&vw);
    for (size_t j = 0; j < M; j++)
        f[j] = L->x[M - 1 - j];
    li_form_pfaff(ctx, &v, &L->chart, f);
    li_form_pfaff(ctx, &w, &L->chart, L->x);
    li_form_wedge(ctx, &vw, &v, &w);
    li_check(ctx, vw.len == (size_t)M * (M - 1) / 2, "%zu terms", vw.len);
    li_form_d(ctx, &vw, &vw);
    li_form_d(ctx, &v, &v);
    li_form_wedge(ctx, &v, &v, &w);                                /* dw = 0: d(v^w) = dv^w */
    li_form_sub(ctx, &vw, &vw, &v);
    li_form_simplify(ctx, &vw, &vw);
    li_check(ctx, vw.len == 0, "d(v^w) = dv^w: %zu", vw.len);
    li_form_clear(ctx, &v);
    li_form_clear(ctx, &w);
    li_form_clear(ctx, &vw);
    close_large(ctx, L);
    li_drop(ctx, L);
}

/* ---- a chain of bars ---- */

enum { BARS = 6 };

/* T and V of a pendulum of point masses m on bars l: position and velocity of each mass from those before */
static void set_chain(li_ctx *ctx, const li_expr *x, li_expr *T, li_expr *V)
{
    li_expr m = li_expr_symbol(ctx, "m", LI_PARAMETER), g = li_expr_symbol(ctx, "g", LI_PARAMETER), half = li_expr_frac(ctx, 1, 2);
    li_expr X = li_expr_int(ctx, 0), Y = X, height = X;

    *T = *V = X;
    for (size_t i = 0; i < BARS; i++) {
        li_expr c = li_expr_apply(ctx, LI_COS, x[BARS + i]), s = li_expr_apply(ctx, LI_SIN, x[BARS + i]);
        X = li_expr_add(ctx, X, li_expr_mul(ctx, x[i], c));
        Y = li_expr_add(ctx, Y, li_expr_mul(ctx, x[i], s));
        height = li_expr_sub(ctx, height, c);
        li_expr v2 = li_expr_add(ctx, li_expr_power(ctx, X, 2), li_expr_power(ctx, Y, 2));
        *T = li_expr_add(ctx, *T, li_expr_mul(ctx, half, li_expr_mul(ctx, m, v2)));
        *V = li_expr_add(ctx, *V, li_expr_mul(ctx, m, li_expr_mul(ctx, g, height)));
    }
}

/* dT/dv dq - (v dT/dv - T + V) dt */
static void set_action(li_ctx *ctx, li_form *P, const li_coframe *c, li_expr T, li_expr V)
{
    li_expr f[2 * BARS + 1], *p = f + BARS, h = li_expr_sub(ctx, T, V);

    li_expr_gradient(ctx, p, T, BARS, c->x);
    for (size_t i = 0; i < BARS; i++) {
        f[i] = li_expr_int(ctx, 0);
        h = li_expr_sub(ctx, h, li_expr_mul(ctx, p[i], c->x[i]));
    }
    f[2 * BARS] = h;
    li_form_pfaff(ctx, P, c, f);
}

/* No fraction holds the motion of six bars, yet the field is there: i(E)Omega = 0 modulo p. */
static void chain(li_ctx *ctx, li_rand *rng)
{
    enum { ALL = 2 * BARS + 1 };
    li_expr x[ALL], T, V;
    li_coframe c;
    li_form Omega, dt, v;
    li_field E;
    size_t rank = 0;
    double bits;
    (void)rng;

    for (size_t j = 0; j < ALL; j++) {
        char name[2] = { (char)('A' + j), 0 };
        x[j] = li_expr_symbol(ctx, name, j < BARS ? LI_VELOCITY : j + 1 < ALL ? LI_COORDINATE : LI_TIME);
    }
    li_coframe_init(&c);
    li_form_init(&Omega);
    li_form_init(&dt);
    li_form_init(&v);
    li_field_init(&E);
    li_coframe_chart(ctx, &c, ALL, x);
    set_chain(ctx, x, &T, &V);
    set_action(ctx, &Omega, &c, T, V);
    li_form_d(ctx, &Omega, &Omega);
    li_form_theta(ctx, &dt, &c, ALL - 1);
    li_status status = li_form_characteristic(ctx, &E, &Omega, &dt);
    li_check(ctx, status == LI_OK, "E: %s", li_status_name(status));
    li_form_interior(ctx, &v, &E, &Omega);
    for (size_t k = 0; k < v.len; k++)
        li_check(ctx, li_exact_residue(ctx, v.f[k], &bits) == LI_YES, "i(E)Omega = 0");
    li_check(ctx, E.on == &c && li_expr_is_one(E.comp[ALL - 1]), "i(E)dt = 1");
    li_check(ctx, li_form_rank(ctx, &rank, &Omega) == LI_OK && rank == 2 * BARS, "rank %zu", rank);
    li_form_clear(ctx, &Omega);
    li_form_clear(ctx, &dt);
    li_form_clear(ctx, &v);
    li_field_clear(ctx, &E);
    li_coframe_clear(ctx, &c);
}

int main(void)
{
    li_test_run("motion", motion, 1);
    li_test_run("degrees", degrees, 1);
    li_test_run("terms", terms, 1);
    li_test_run("chain", chain, 1);
    return li_test_done();
}

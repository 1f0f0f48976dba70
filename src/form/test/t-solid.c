/* t-solid.c - a solid with a fixed point, axes in the solid and axes in space                               [gallissot 4] */
#include <string.h>

#include "../../exact/test/state.h"
#include "draw.h"

/* Functions p, q, r, t and the moments A .. F; Pfaff forms dp, dq, dr, w1, w2, w3, dt. The axes turn with Omega: dJ = [theta, J],
 * theta = w - Omega; Omega = w (axes of the solid) or 0 (axes of space). */
enum { P, Q, R, W1, W2, W3, T, FORMS };
static const char *const NAME[FORMS] = { "d(p)", "d(q)", "d(r)", "w(1)", "w(2)", "w(3)", "d(t)" };
static const char *const DUAL[FORMS] = { "D(p)", "D(q)", "D(r)", "X(1)", "X(2)", "X(3)", "D(t)" };

struct solid { li_coframe c; li_expr pi[3], t, A, B, C, D, E, F, J[9], moment[3]; li_form Omega_c, Omega; };

static void set_inertia(li_ctx *ctx, struct solid *S)
{
    li_expr D = li_expr_neg(ctx, S->D), E = li_expr_neg(ctx, S->E), F = li_expr_neg(ctx, S->F);
    li_expr J[9] = { S->A, F, E, F, S->B, D, E, D, S->C };
    memcpy(S->J, J, sizeof J);
}

/* theta^ x = theta x x, as a matrix: entry i, j is sign theta^k */
static int hat(size_t i, size_t j, size_t *k)
{
    *k = 3 - i - j;
    return i == j ? 0 : (j + 3 - i) % 3 == 1 ? -1 : 1;
}

/* d J_ij = sum_l theta^_il J_lj - J_il theta^_lj, in axes of space; row of A */
static void set_rate(li_ctx *ctx, const struct solid *S, li_expr *row, size_t i, size_t j)
{
    for (size_t l = 0; l < 3; l++) {
        size_t k;
        int sign = hat(i, l, &k);
        if (sign != 0)
            row[W1 + k] = li_expr_add(ctx, row[W1 + k], li_expr_mul(ctx, li_expr_int(ctx, sign), S->J[l * 3 + j]));
        sign = hat(l, j, &k);
        if (sign != 0)
            row[W1 + k] = li_expr_sub(ctx, row[W1 + k], li_expr_mul(ctx, li_expr_int(ctx, sign), S->J[i * 3 + l]));
    }
}

static void set_coframe(li_ctx *ctx, struct solid *S, bool space)
{
    enum { M = 10 };
    li_expr x[M] = { S->pi[0], S->pi[1], S->pi[2], S->t, S->A, S->B, S->C, S->D, S->E, S->F }, A[M * FORMS], C[FORMS * FORMS * FORMS];
    static const size_t place[3] = { W1, W2, W3 }, at[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 1, 2 }, { 2, 0 }, { 0, 1 } };

    for (size_t i = 0; i < M * FORMS; i++)
        A[i] = li_expr_int(ctx, 0);
    for (size_t j = 0; j < 4; j++)
        A[j * FORMS + (j < 3 ? j : (size_t)T)] = li_expr_int(ctx, 1);
    for (size_t j = 4; j < M && space; j++) {
        set_rate(ctx, S, A + j * FORMS, at[j - 4][0], at[j - 4][1]);
        for (size_t a = 0; a < FORMS && j >= 7; a++)               /* J holds -D, -E, -F */
            A[j * FORMS + a] = li_expr_neg(ctx, A[j * FORMS + a]);
    }
    for (size_t i = 0; i < FORMS * FORMS * FORMS; i++)
        C[i] = li_expr_int(ctx, 0);
    for (size_t a = 0; a < 3; a++) {                               /* dw1 = w2^w3 - Omega2^w3 + Omega3^w2, cyclic */
        size_t b = place[(a + 1) % 3], c = place[(a + 2) % 3];
        bool turned = b > c;
        C[(place[a] * FORMS + (turned ? c : b)) * FORMS + (turned ? b : c)] = li_expr_int(ctx, (space ? 1 : -1) * (turned ? -1 : 1));
    }
    li_coframe_init(&S->c);
    li_status status = li_coframe_equations(ctx, &S->c, FORMS, NAME, DUAL, space ? M : 4, x, A, C);
    li_check(ctx, status == LI_OK, "the coframe: %s", li_ctx_message(ctx));
}

/* Omega_c = d(pi . J w - 1/2 pi . J pi dt),  Omega = Omega_c + (L w1 + M w2 + N w3)^dt */
static void set_Omega(li_ctx *ctx, struct solid *S)
{
    li_expr f[FORMS], zero = li_expr_int(ctx, 0), T2 = zero;
    li_form dt;

    for (size_t a = 0; a < FORMS; a++)
        f[a] = zero;
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++)
            f[W1 + i] = li_expr_add(ctx, f[W1 + i], li_expr_mul(ctx, S->J[i * 3 + j], S->pi[j]));
        T2 = li_expr_add(ctx, T2, li_expr_mul(ctx, f[W1 + i], S->pi[i]));
    }
    f[T] = li_expr_mul(ctx, li_expr_frac(ctx, -1, 2), T2);
    li_form_init(&dt);
    li_form_init(&S->Omega_c);
    li_form_init(&S->Omega);
    li_form_pfaff(ctx, &S->Omega_c, &S->c, f);
    li_form_d(ctx, &S->Omega_c, &S->Omega_c);
    for (size_t a = 0; a < FORMS; a++)
        f[a] = a >= W1 && a <= W3 ? S->moment[a - W1] : zero;
    li_form_pfaff(ctx, &S->Omega, &S->c, f);
    li_form_theta(ctx, &dt, &S->c, T);
    li_form_wedge(ctx, &S->Omega, &S->Omega, &dt);
    li_form_add(ctx, &S->Omega, &S->Omega_c, &S->Omega);
    li_form_clear(ctx, &dt);
}

static void open_solid(li_ctx *ctx, struct solid *S, bool space, bool principal)
{
    static const char *const name[] = { "p", "q", "r" };

    for (size_t i = 0; i < 3; i++)
        S->pi[i] = li_expr_symbol(ctx, name[i], LI_VELOCITY);
    S->t = li_expr_symbol(ctx, "t", LI_TIME);
    S->A = state_parse(ctx, "A");
    S->B = state_parse(ctx, "B");
    S->C = state_parse(ctx, "C");
    S->D = principal ? li_expr_int(ctx, 0) : state_parse(ctx, "D");
    S->E = principal ? li_expr_int(ctx, 0) : state_parse(ctx, "E");
    S->F = principal ? li_expr_int(ctx, 0) : state_parse(ctx, "F");
    S->moment[0] = state_parse(ctx, "L");
    S->moment[1] = state_parse(ctx, "M");
    S->moment[2] = state_parse(ctx, "N");
    set_inertia(ctx, S);
    set_coframe(ctx, S, space);
    set_Omega(ctx, S);
}

static void close_solid(li_ctx *ctx, struct solid *S)
{
    li_form_clear(ctx, &S->Omega_c);
    li_form_clear(ctx, &S->Omega);
    li_coframe_clear(ctx, &S->c);
}

/* Every coefficient of w that is not listed is 0. */
struct entry { size_t a, b; const char *f; };

static void check_entries(li_ctx *ctx, const li_form *w, size_t n, const struct entry *e, const char *what)
{
    li_form expected;

    li_form_init(&expected);
    li_form_zero(ctx, &expected, w->on, 2);
    for (size_t i = 0; i < n; i++) {
        uint32_t at[2] = { (uint32_t)e[i].a, (uint32_t)e[i].b };
        li_form_add_term(ctx, &expected, at, state_parse(ctx, e[i].f));
    }
    li_same_form(ctx, w, &expected, what);
    li_form_clear(ctx, &expected);
}

/* p' and so on of the characteristic field */
static void check_motion(li_ctx *ctx, const struct solid *S, const char *const rate[3])
{
    li_form dt, moved;
    li_field E;

    li_form_init(&dt);
    li_form_init(&moved);
    li_field_init(&E);
    li_form_theta(ctx, &dt, &S->c, T);
    li_status status = li_form_characteristic(ctx, &E, &S->Omega, &dt);
    li_check(ctx, status == LI_OK, "E: %s", li_status_name(status));
    for (size_t i = 0; i < 3 && status == LI_OK; i++) {
        li_same_function(ctx, E.comp[W1 + i], S->pi[i], "w = pi dt");
        li_same_function(ctx, E.comp[i], state_parse(ctx, rate[i]), "Euler's equations");
    }
    li_form_clear(ctx, &dt);
    li_form_clear(ctx, &moved);
    li_field_clear(ctx, &E);
}

static void principal(li_ctx *ctx, li_rand *rng)
{
    static const struct entry Omega[] = {
        { P, W1, "A" }, { Q, W2, "B" }, { R, W3, "C" }, { W2, W3, "-A*p" }, { W3, W1, "-B*q" }, { W1, W2, "-C*r" },
        { P, T, "-A*p" }, { Q, T, "-B*q" }, { R, T, "-C*r" }, { W1, T, "L" }, { W2, T, "M" }, { W3, T, "N" },
    };
    static const char *const rate[3] = { "((B - C)*q*r + L)/A", "((C - A)*r*p + M)/B", "((A - B)*p*q + N)/C" };
    struct solid S;
    size_t rank = 0;
    (void)rng;

    open_solid(ctx, &S, false, true);
    check_entries(ctx, &S.Omega, sizeof Omega / sizeof *Omega, Omega, "Omega, principal axes");
    check_motion(ctx, &S, rate);
    li_check(ctx, li_form_is_closed(ctx, &S.Omega_c) == LI_YES && li_form_is_closed(ctx, &S.Omega) == LI_NO, "Omega_c is closed");
    li_check(ctx, li_form_rank(ctx, &rank, &S.Omega) == LI_OK && rank == 6, "rank %zu", rank);
    close_solid(ctx, &S);
}

static void full(li_ctx *ctx, li_rand *rng)
{
    static const struct entry Omega_c[] = {
        { P, W1, "A" }, { Q, W2, "B" }, { R, W3, "C" }, { W2, W3, "-A*p" }, { W3, W1, "-B*q" }, { W1, W2, "-C*r" },
        { P, T, "-A*p" }, { Q, T, "-B*q" }, { R, T, "-C*r" },
        { Q, W3, "-D" }, { R, W2, "-D" }, { W1, W2, "D*q" }, { W3, W1, "D*r" }, { R, W1, "-E" }, { P, W3, "-E" }, { W2, W3, "E*r" }, { W1, W2, "E*p" },
        { P, W2, "-F" }, { Q, W1, "-F" }, { W3, W1, "F*p" }, { W2, W3, "F*q" },
        { R, T, "D*q" }, { Q, T, "D*r" }, { P, T, "E*r" }, { R, T, "E*p" }, { Q, T, "F*p" }, { P, T, "F*q" },
    };
    struct solid S;
    (void)rng;

    open_solid(ctx, &S, false, false);
    check_entries(ctx, &S.Omega_c, sizeof Omega_c / sizeof *Omega_c, Omega_c, "Omega_c, axes of the solid");
    li_check(ctx, li_form_is_closed(ctx, &S.Omega_c) == LI_YES, "closed");
    close_solid(ctx, &S);
}

static void space(li_ctx *ctx, li_rand *rng)
{
    static const struct entry Omega_c[] = {
        { P, W1, "A" }, { Q, W2, "B" }, { R, W3, "C" }, { W2, W3, "(B + C - A)*p" }, { W3, W1, "(C + A - B)*q" }, { W1, W2, "(A + B - C)*r" },
        { Q, W3, "-D" }, { R, W2, "-D" }, { W1, W2, "2*D*q" }, { W3, W1, "2*D*r" }, { R, W1, "-E" }, { P, W3, "-E" }, { W2, W3, "2*E*r" }, { W1, W2, "2*E*p" },
        { P, W2, "-F" }, { Q, W1, "-F" }, { W3, W1, "2*F*p" }, { W2, W3, "2*F*q" },
        { P, T, "-A*p + E*r + F*q" }, { Q, T, "-B*q + D*r + F*p" }, { R, T, "-C*r + D*q + E*p" },
        { W2, T, "-(C - A)*p*r" }, { W3, T, "-(A - B)*p*q" }, { W1, T, "-(B - C)*q*r" },
        { W1, T, "-D*(q^2 - r^2)" }, { W2, T, "D*p*q" }, { W3, T, "-D*r*p" }, { W2, T, "-E*(r^2 - p^2)" }, { W3, T, "E*q*r" }, { W1, T, "-E*p*q" },
        { W3, T, "-F*(p^2 - q^2)" }, { W1, T, "F*r*p" }, { W2, T, "-F*q*r" },
    };
    struct solid S;
    (void)rng;

    open_solid(ctx, &S, true, false);
    check_entries(ctx, &S.Omega_c, sizeof Omega_c / sizeof *Omega_c, Omega_c, "Omega_c, axes of space");
    li_check(ctx, li_form_is_closed(ctx, &S.Omega_c) == LI_YES, "closed");
    close_solid(ctx, &S);
}

int main(void)
{
    li_test_run("principal", principal, 1);
    li_test_run("full", full, 1);
    li_test_run("space", space, 1);
    return li_test_done();
}

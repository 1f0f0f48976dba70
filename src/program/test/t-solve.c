/* t-solve.c - linear systems: A x = b in every domain */
#include <math.h>

#include "../../core/test/harness.h"
#include "draw.h"

enum { MOST = 7, INPUTS = 4 };

typedef struct {
    size_t n;
    li_solver solver;
    li_expr in[INPUTS], A[MOST * MOST], b[MOST], x[MOST], residual[MOST];
} linear;

static li_expr draw_entry(li_ctx *ctx, li_rand *rng, const li_expr *in)
{
    li_expr a = in[li_rand_below(rng, INPUTS)], b = in[li_rand_below(rng, INPUTS)];
    switch (li_rand_below(rng, 4)) {
    case 0: return draw_number(ctx, rng);
    case 1: return li_expr_mul(ctx, a, b);
    default: return draw_sum(ctx, rng, a, b);
    }
}

/* residual = A x - b. A symmetric matrix B^T B + 1 is positive definite; its upper triangle is left undefined: it must not
 * be read. With `defect` one row is a combination of two others. */
static void draw_linear(li_ctx *ctx, linear *S, li_rand *rng, li_solver solver, bool defect)
{
    size_t n = S->n = (size_t)(defect ? 3 : 1) + (size_t)li_rand_below(rng, defect ? MOST - 2 : MOST);
    li_expr B[MOST * MOST];

    S->solver = solver;
    draw_symbols(ctx, S->in, INPUTS);
    for (size_t i = 0; i < n; i++) {
        char name[] = { 'a', (char)('0' + i), '\0' };
        S->x[i] = li_expr_symbol(ctx, name, LI_ACCELERATION);
        S->b[i] = draw_entry(ctx, rng, S->in);
        for (size_t j = 0; j < n; j++)
            B[i * n + j] = S->A[i * n + j] = draw_entry(ctx, rng, S->in);
    }
    for (size_t j = 0; j < n && defect; j++)
        B[j] = S->A[j] = li_expr_sub(ctx, S->A[n + j], li_expr_mul(ctx, li_expr_int(ctx, 3), S->A[2 * n + j]));
    for (size_t i = 0; i < n && solver == LI_LDL; i++)
        for (size_t j = 0; j <= i; j++) {
            li_expr part[MOST + 1];
            for (size_t k = 0; k < n; k++)
                part[k] = li_expr_mul(ctx, B[i * n + k], B[j * n + k]);
            part[n] = li_expr_int(ctx, i == j && !defect);
            S->A[i * n + j] = li_expr_sum(ctx, n + 1, part);
            S->A[j * n + i] = i == j ? S->A[i * n + i] : li_expr_undefined();
        }
    for (size_t i = 0; i < n; i++) {
        li_expr part[MOST + 1];
        for (size_t j = 0; j < n; j++) {
            bool upper = solver == LI_LDL && j > i;
            part[j] = li_expr_mul(ctx, S->A[upper ? j * n + i : i * n + j], S->x[j]);
        }
        part[n] = li_expr_neg(ctx, S->b[i]);
        S->residual[i] = li_expr_sum(ctx, n + 1, part);
    }
}

static void lower_linear(li_ctx *ctx, li_program *P, const linear *S, size_t np)
{
    li_expr out[2 * MOST];
    for (size_t i = 0; i < S->n; i++) {
        out[i] = S->residual[i];
        out[S->n + i] = S->x[i];
    }
    li_program_init(ctx, P, np, S->in, INPUTS - np, S->in + np);
    li_program_solve(ctx, P, S->solver, S->n, S->A, S->b, S->x);
    li_program_finish(ctx, P, 2 * S->n, out);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "lowered");
}

static li_status run_modular(li_ctx *ctx, const li_program *P, size_t np, const uint64_t *at, uint64_t *out)
{
    li_modular run;
    li_modular_init(ctx, &run, P);
    li_status status = li_modular_parameters(&run, at);
    if (status == LI_OK)
        status = li_modular_step(&run, at + np, out);
    li_modular_clear(ctx, &run);
    return status;
}

static li_status run_real(li_ctx *ctx, const li_program *P, size_t np, const double *at, double *out)
{
    li_real run;
    li_real_init(ctx, &run, P);
    li_status status = li_real_parameters(&run, at);
    if (status == LI_OK)
        status = li_real_step(&run, at + np, out);
    li_real_clear(ctx, &run);
    return status;
}

static li_status run_balls(li_ctx *ctx, const li_program *P, size_t np, const li_ball *at, li_ball *out, long bits)
{
    li_balls run;
    li_balls_init(ctx, &run, P, bits);
    li_status status = li_balls_parameters(ctx, &run, at);
    if (status == LI_OK)
        status = li_balls_step(ctx, &run, at + np, out);
    li_balls_clear(ctx, &run);
    return status;
}

static void solve_and_check(li_ctx *ctx, li_rand *rng, li_solver solver, bool defect)
{
    linear S;
    li_program P;
    size_t np = (size_t)li_rand_below(rng, INPUTS + 1);
    uint64_t residue[INPUTS], m[2 * MOST];
    double real[INPUTS], d[2 * MOST];
    li_ball ball[INPUTS], r[2 * MOST];
    li_rational c;

    draw_linear(ctx, &S, rng, solver, defect);
    lower_linear(ctx, &P, &S, np);
    li_check(ctx, np < INPUTS || li_program_operations(&P) == 0, "parameters only: all hoisted");
    li_rational_init(&c);
    for (int i = 0; i < INPUTS; i++) {
        int64_t num = li_rand_below(rng, 65) - 32;
        li_rational_set_int(&c, num, 8);
        residue[i] = residue_of(&c);
        real[i] = (double)num / 8;
        li_ball_init(ctx, &ball[i]);
        li_ball_set_rational(&ball[i], &c, 128);
    }
    for (size_t i = 0; i < 2 * S.n; i++)
        li_ball_init(ctx, &r[i]);
    li_status sm = run_modular(ctx, &P, np, residue, m), sd = run_real(ctx, &P, np, real, d), sb = run_balls(ctx, &P, np, ball, r, 256);
    if (defect) {
        double most = 0;                 /* doubles see the defect, or only its rounding: then the solution explodes */
        for (size_t i = S.n; i < 2 * S.n && sd == LI_OK; i++)
            most = fmax(most, fabs(d[i]));
        li_check(ctx, sm == LI_SINGULAR && (sd == LI_SINGULAR || most > 1e6) && sb == LI_SINGULAR, "singular, n=%zu: %s %s %s", S.n,
                 li_status_name(sm), li_status_name(sd), li_status_name(sb));
    } else if (solver == LI_LDL) {
        li_check(ctx, sm == LI_OK && sd == LI_OK && sb == LI_OK, "positive definite, n=%zu: %s %s %s", S.n, li_status_name(sm),
                 li_status_name(sd), li_status_name(sb));
    } else {
        li_check(ctx, sm == sb, "residues and balls agree, n=%zu", S.n);
    }
    for (size_t i = 0; i < 2 * S.n && sb == LI_OK; i++) {
        if (sm == LI_OK && i < S.n)
            li_check(ctx, m[i] == 0, "mod p, row %zu of %zu", i, S.n);
        if (i < S.n)
            li_check(ctx, li_ball_is_finite(&r[i]) && li_ball_contains_zero(&r[i]) && li_ball_radius(&r[i]) < 1e-30,
                     "balls, row %zu of %zu", i, S.n);
        else if (sd == LI_OK)
            li_check(ctx, fabs(d[i] - li_ball_double(&r[i])) <= 1e-4 * (1 + fabs(d[i])), "doubles, unknown %zu of %zu: %g, %g",
                     i - S.n, S.n, d[i], li_ball_double(&r[i]));
    }
    for (int i = 0; i < INPUTS; i++)
        li_ball_clear(&ball[i]);
    for (size_t i = 0; i < 2 * S.n; i++)
        li_ball_clear(&r[i]);
    li_rational_clear(&c);
    li_program_clear(ctx, &P);
}

static void positive_definite(li_ctx *ctx, li_rand *rng) { solve_and_check(ctx, rng, LI_LDL, false); }
static void general(li_ctx *ctx, li_rand *rng) { solve_and_check(ctx, rng, LI_LU, false); }
static void singular(li_ctx *ctx, li_rand *rng) { solve_and_check(ctx, rng, li_rand_below(rng, 2) ? LI_LU : LI_LDL, true); }

/* A small matrix of numbers times units: rows and columns scaled by powers of ten. x in doubles, or the status. */
static li_status numeric(li_ctx *ctx, li_solver solver, size_t n, const double *A, const double *b, double *x)
{
    li_expr in[12], out[3];
    double at[12];
    li_program P;

    for (size_t i = 0; i < n * (n + 1); i++) {
        char name[] = { 'm', (char)('a' + i), '\0' };
        in[i] = li_expr_symbol(ctx, name, LI_COORDINATE);
        at[i] = i < n * n ? A[i] : b[i - n * n];
    }
    for (size_t i = 0; i < n; i++) {
        char name[] = { 'a', (char)('0' + i), '\0' };
        out[i] = li_expr_symbol(ctx, name, LI_ACCELERATION);
    }
    li_program_init(ctx, &P, 0, NULL, n * (n + 1), in);
    li_program_solve(ctx, &P, solver, n, in, in + n * n, out);
    li_program_finish(ctx, &P, n, out);
    li_status status = run_real(ctx, &P, 0, at, x);
    li_program_clear(ctx, &P);
    return status;
}

static void units(li_ctx *ctx, li_rand *rng)
{
    double scale = pow(10, li_rand_below(rng, 61) - 30), x[3];
    /* the unknowns are 1, 1 in units of 1 and 1/scale */
    double A[4] = { 1, scale, 1, -scale }, b[2] = { 2, 0 };
    li_check(ctx, numeric(ctx, LI_LU, 2, A, b, x) == LI_OK && fabs(x[0] - 1) < 1e-14 && fabs(x[1] * scale - 1) < 1e-14, "columns, %g", scale);
    double R[4] = { scale, scale, 1, 2 }, c[2] = { 2 * scale, 3 };
    li_check(ctx, numeric(ctx, LI_LU, 2, R, c, x) == LI_OK && fabs(x[0] - 1) < 1e-14 && fabs(x[1] - 1) < 1e-14, "rows, %g", scale);
    double M[4] = { 2 * scale, 0, scale, 3 * scale }, f[2] = { 3 * scale, 4 * scale };
    li_check(ctx, numeric(ctx, LI_LDL, 2, M, f, x) == LI_OK && fabs(x[0] - 1) < 1e-14 && fabs(x[1] - 1) < 1e-14, "symmetric, %g", scale);
    /* indefinite with a zero diagonal: LDL^T fails, the system is regular all the same */
    double J[4] = { 0, 0, scale, 0 }, g[2] = { 3 * scale, 5 * scale };
    li_check(ctx, numeric(ctx, LI_LDL, 2, J, g, x) == LI_OK && fabs(x[0] - 5) < 1e-13 && fabs(x[1] - 3) < 1e-13, "indefinite, %g", scale);
    double Z[4] = { 0.1 * scale, 0, 0.3 * scale, 0.9 * scale };
    li_check(ctx, numeric(ctx, LI_LDL, 2, Z, g, x) == LI_SINGULAR, "singular up to rounding, %g", scale);
    double N[4] = { NAN, 0, 0, 1 };
    li_check(ctx, numeric(ctx, LI_LU, 2, N, g, x) == LI_SINGULAR, "nan");
}

/* Two systems, the second uses the solution of the first. */
static void chain(li_ctx *ctx, li_rand *rng)
{
    linear S, R;
    li_program P;
    uint64_t at[INPUTS], out[MOST];
    li_modular run;
    li_expr y[MOST], back[MOST];

    draw_linear(ctx, &S, rng, LI_LU, false);
    draw_linear(ctx, &R, rng, LI_LDL, false);
    for (size_t i = 0; i < R.n; i++) {
        char name[] = { 'y', (char)('0' + i), '\0' };
        y[i] = li_expr_symbol(ctx, name, LI_MULTIPLIER);
        R.b[i] = li_expr_add(ctx, R.b[i], S.x[i % S.n]);
    }
    for (size_t i = 0; i < R.n; i++) {
        li_expr part[MOST + 1];
        for (size_t j = 0; j < R.n; j++)
            part[j] = li_expr_mul(ctx, R.A[j > i ? j * R.n + i : i * R.n + j], y[j]);
        part[R.n] = li_expr_neg(ctx, R.b[i]);
        back[i] = li_expr_sum(ctx, R.n + 1, part);
    }
    for (int i = 0; i < INPUTS; i++)
        at[i] = li_modular_random(rng);
    li_program_init(ctx, &P, 0, NULL, INPUTS, S.in);
    li_program_solve(ctx, &P, LI_LU, S.n, S.A, S.b, S.x);
    li_program_solve(ctx, &P, LI_LDL, R.n, R.A, R.b, y);
    li_program_finish(ctx, &P, R.n, back);
    li_modular_init(ctx, &run, &P);
    li_status status = li_modular_step(&run, at, out);
    li_check(ctx, status == LI_OK || status == LI_SINGULAR, "%s", li_status_name(status));
    for (size_t i = 0; i < R.n && status == LI_OK; i++)
        li_check(ctx, out[i] == 0, "row %zu", i);
    li_modular_clear(ctx, &run);
    li_program_clear(ctx, &P);
}

int main(void)
{
    li_test_run("positive_definite", positive_definite, 60);
    li_test_run("general", general, 60);
    li_test_run("singular", singular, 60);
    li_test_run("units", units, 60);
    li_test_run("chain", chain, 40);
    return li_test_done();
}

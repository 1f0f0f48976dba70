/* t-lanes.c - lanes, and series of lanes, on every instruction set of this machine: against balls, lane by lane */
#include <math.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "../lanes.h"
#include "draw.h"

enum { MOST_LANES = 32, ORDER = 5, INPUTS = 4, MOST = 5 };

/* How many kernels there are here; kernel[0] is the baseline. */
static int kernels(const li_lanes_kernel **kernel)
{
    int count = 0;
    kernel[count++] = li_lanes_baseline();
    if (li_lanes_avx2() != NULL)
        kernel[count++] = li_lanes_avx2();
    if (li_lanes_avx512() != NULL)
        kernel[count++] = li_lanes_avx512();
    return count;
}

static bool same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b)); }

static double draw_size(li_rand *rng)
{
    double m = (double)(li_rand_next(rng) >> 11) * 0x1p-52 - 1;
    switch (li_rand_below(rng, 8)) {
    case 0: return 0 * m;
    case 1: return ldexp(m, -1060);
    case 2: return ldexp(m, li_rand_below(rng, 60) - 30);
    case 3: return ldexp(m, li_rand_below(rng, 1000));
    case 4: return (li_rand_below(rng, 4001) - 2000) * 1.57079632679489661923;
    case 5: return m * 700;
    default: return m * 4;
    }
}

/* Units of the last place between x and the exact value. */
static double error_of(double x, long double exact)
{
    double unit = nextafter(fabs((double)exact), INFINITY) - fabs((double)exact);
    return x == (double)exact || (isnan(x) && isnan((double)exact)) ? 0 : (double)fabsl(((long double)x - exact) / (long double)unit);
}

static void functions(li_ctx *ctx, li_rand *rng)
{
    static const double special[] = { 0.0, -0.0, INFINITY, -INFINITY, NAN, 1e300, -1e22, 5e-324, 1, -1, 709.7, -745, 0x1p-1022, 1e5, 99999.9 };
    const li_lanes_kernel *kernel[3];
    li_expr x, out[5];
    li_program P;
    double at[16], y[5 * 16];

    draw_symbols(ctx, &x, 1);
    out[0] = li_expr_apply(ctx, LI_SIN, x);
    out[1] = li_expr_apply(ctx, LI_COS, x);
    out[2] = li_expr_apply(ctx, LI_EXP, x);
    out[3] = li_expr_apply(ctx, LI_LOG, x);
    out[4] = li_expr_sqrt(ctx, x);
    li_program_init(ctx, &P, 0, NULL, 1, &x);
    li_program_finish(ctx, &P, 5, out);
    for (int count = kernels(kernel), j = 0; j < count; j++) {
        li_lanes run;
        li_lanes_init_kernel(ctx, &run, &P, 16, kernel[j]);
        for (int round = 0; round < 30; round++) {
            for (int l = 0; l < 16; l++)
                at[l] = round == 0 && l < 15 ? special[l] : draw_size(rng);
            li_check(ctx, li_lanes_step(&run, at, y) == LI_OK, "step");
            for (int l = 0; l < 16; l++) {
                long double a = at[l];
                long double exact[5] = { sinl(a), cosl(a), expl(a), logl(a), sqrtl(a) };
                for (int k = 0; k < 5; k++)
                    li_check(ctx, error_of(y[k * 16 + l], exact[k]) <= (k == 4 ? 0.501 : 1), "%s, function %d of %a: %a, %.3g units", kernel[j]->name,
                             k, at[l], y[k * 16 + l], error_of(y[k * 16 + l], exact[k]));
            }
        }
        li_lanes_clear(ctx, &run);
    }
    li_program_clear(ctx, &P);
}

typedef struct { size_t n, np, len, width; li_expr x[DRAW_SYMBOLS], pool[DRAW_POOL]; li_program P; double at[DRAW_SYMBOLS * MOST_LANES]; } subject;

static void draw_subject(li_ctx *ctx, li_rand *rng, subject *s, int steps)
{
    s->n = 1 + (size_t)li_rand_below(rng, DRAW_SYMBOLS);
    s->np = (size_t)li_rand_below(rng, (int)s->n + 1);
    s->width = li_rand_below(rng, 2) ? 16 : 32;
    draw_symbols(ctx, s->x, s->n);
    s->len = draw_pool(ctx, rng, s->pool, s->n, s->x, steps, true);
    li_program_init(ctx, &s->P, s->np, s->x, s->n - s->np, s->x + s->np);
    li_program_finish(ctx, &s->P, s->len, s->pool);
    for (size_t i = 0; i < s->n * s->width; i++)
        s->at[i] = (li_rand_below(rng, 257) - 128) / 64.0;
}

/* One lane in balls: the radius bounds the rounding of the same operations. */
static void check_lane(li_ctx *ctx, const subject *s, size_t l, const double *out, const char *kernel)
{
    li_balls run;
    li_ball in[DRAW_SYMBOLS], ball[DRAW_POOL];

    for (size_t i = 0; i < s->n; i++) {
        li_ball_init(ctx, &in[i]);
        ball_of(&in[i], (int64_t)(s->at[i * s->width + l] * 64), 64, 53);
    }
    for (size_t i = 0; i < s->len; i++)
        li_ball_init(ctx, &ball[i]);
    li_balls_init(ctx, &run, &s->P, 53);
    li_check(ctx, li_balls_parameters(ctx, &run, in) == LI_OK && li_balls_step(ctx, &run, in + s->np, ball) == LI_OK, "balls");
    for (size_t i = 0; i < s->len; i++)
        if (li_ball_is_finite(&ball[i]) && isfinite(li_ball_double(&ball[i])))
            li_check(ctx, fabs(out[i * s->width + l] - li_ball_double(&ball[i])) <= 4 * li_ball_radius(&ball[i]) + 1e-300,
                     "%s, output %zu, lane %zu: %.17g, ball %.17g +/- %g", kernel, i, l, out[i * s->width + l], li_ball_double(&ball[i]), li_ball_radius(&ball[i]));
    for (size_t i = 0; i < s->n; i++)
        li_ball_clear(&in[i]);
    for (size_t i = 0; i < s->len; i++)
        li_ball_clear(&ball[i]);
    li_balls_clear(ctx, &run);
}

static void run_lanes(li_ctx *ctx, const subject *s, const li_lanes_kernel *kernel, const double *at, double *out)
{
    li_lanes run;
    li_lanes_init_kernel(ctx, &run, &s->P, s->width, kernel);
    li_check(ctx, li_lanes_parameters(&run, at) == LI_OK && li_lanes_step(&run, at + s->np * s->width, out) == LI_OK, "lanes");
    li_lanes_clear(ctx, &run);
}

static void against_balls(li_ctx *ctx, li_rand *rng)
{
    const li_lanes_kernel *kernel[3];
    subject s;
    double out[DRAW_POOL * MOST_LANES], alone[DRAW_SYMBOLS * MOST_LANES], out_alone[DRAW_POOL * MOST_LANES];

    draw_subject(ctx, rng, &s, 20);
    for (int count = kernels(kernel), j = 0; j < count; j++) {
        size_t l = (size_t)li_rand_below(rng, (int)s.width);
        run_lanes(ctx, &s, kernel[j], s.at, out);
        check_lane(ctx, &s, l, out, kernel[j]->name);
        for (size_t i = 0; i < s.n * s.width; i++)        /* the other lanes are of no importance */
            alone[i] = i % s.width == l ? s.at[i] : li_rand_below(rng, 3) == 0 ? NAN : draw_size(rng);
        run_lanes(ctx, &s, kernel[j], alone, out_alone);
        for (size_t i = 0; i < s.len; i++)
            li_check(ctx, same_bits(out[i * s.width + l], out_alone[i * s.width + l]), "%s, output %zu: lane %zu alone", kernel[j]->name, i, l);
    }
    li_program_clear(ctx, &s.P);
}

/* A x = b with the entries as inputs, small integers: what is singular is exactly so. Some lanes are positive definite,
 * some only regular, some singular, one is nan. */
static void draw_system(li_rand *rng, size_t n, bool symmetric, size_t l, size_t width, double *at)
{
    int kind = li_rand_below(rng, 4);
    double B[MOST * MOST];

    for (size_t i = 0; i < n * n; i++)
        B[i] = li_rand_below(rng, 9) - 4;
    for (size_t j = 0; j < n && kind == 0; j++)
        B[j] = n > 1 ? 2 * B[n + j] : 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double sum = B[i * n + j];
            for (size_t k = 0; k < n && symmetric; k++)
                sum = (k == 0 ? 0 : sum) + B[i * n + k] * B[j * n + k] * (kind == 1 && k == 0 ? -1 : 1);
            at[(i * n + j) * width + l] = kind == 3 && i == 0 && l == 5 ? NAN : sum;
        }
    for (size_t i = 0; i < n; i++)
        at[(n * n + i) * width + l] = li_rand_below(rng, 9) - 4;
}

/* The entries of A row by row, then those of b, are the variables; the unknowns the outputs. */
static li_program program_of_system(li_ctx *ctx, li_solver solver, size_t n)
{
    li_expr in[MOST * (MOST + 1)], x[MOST];
    size_t inputs = n * (n + 1);
    li_program P;

    for (size_t i = 0; i < inputs; i++) {
        char name[] = { 'm', (char)('a' + i), '\0' };
        in[i] = li_expr_symbol(ctx, name, LI_COORDINATE);
    }
    for (size_t i = 0; i < n; i++) {
        char name[] = { 'a', (char)('0' + i), '\0' };
        x[i] = li_expr_symbol(ctx, name, LI_ACCELERATION);
    }
    li_program_init(ctx, &P, 0, NULL, inputs, in);
    li_program_solve(ctx, &P, solver, n, in, in + n * n, x);
    li_program_finish(ctx, &P, n, x);
    return P;
}

static void systems(li_ctx *ctx, li_rand *rng)
{
    const li_lanes_kernel *kernel[3];
    size_t n = 1 + (size_t)li_rand_below(rng, MOST), width = li_rand_below(rng, 2) ? 16 : 32, inputs = n * (n + 1);
    li_solver solver = li_rand_below(rng, 2) ? LI_LDL : LI_LU;
    double at[MOST * (MOST + 1) * MOST_LANES], out[MOST * MOST_LANES], one[MOST * (MOST + 1)], expected[MOST];
    li_program P;
    li_real real;

    P = program_of_system(ctx, solver, n);
    li_real_init(ctx, &real, &P);
    for (size_t l = 0; l < width; l++)
        draw_system(rng, n, solver == LI_LDL, l, width, at);
    for (int count = kernels(kernel), j = 0; j < count; j++) {
        li_lanes run;
        li_lanes_init_kernel(ctx, &run, &P, width, kernel[j]);
        li_check(ctx, li_lanes_step(&run, at, out) == LI_OK, "lanes");
        for (size_t l = 0; l < width; l++) {
            for (size_t i = 0; i < inputs; i++)
                one[i] = at[i * width + l];
            li_status status = li_real_step(&real, one, expected);
            li_check(ctx, (status == LI_SINGULAR) == ((run.singular >> l & 1) != 0), "%s, lane %zu: singular, n=%zu", kernel[j]->name, l, n);
            for (size_t i = 0; i < n; i++)
                li_check(ctx, status == LI_SINGULAR ? isnan(out[i * width + l]) : fabs(out[i * width + l] - expected[i]) <= 1e-9 * (1 + fabs(expected[i])),
                         "%s, unknown %zu of %zu, lane %zu: %g instead of %g", kernel[j]->name, i, n, l, out[i * width + l], expected[i]);
        }
        li_lanes_clear(ctx, &run);
    }
    li_real_clear(ctx, &real);
    li_program_clear(ctx, &P);
}

/* Coefficients of the variables: at order 0 those of `s`, then drawn. */
static void draw_coefficients(li_rand *rng, const subject *s, double *c)
{
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; k <= ORDER; k++)
            for (size_t l = 0; l < 16; l++)
                c[(i * (ORDER + 1) + k) * 16 + l] = k == 0 ? s->at[i * s->width + l] : (li_rand_below(rng, 257) - 128) / 64.0;
}

static li_jet_balls balls_of_lane(li_ctx *ctx, const subject *s, const double *c, size_t l)
{
    li_jet_balls run;
    li_ball in[DRAW_SYMBOLS], x;

    li_ball_init(ctx, &x);
    for (size_t i = 0; i < s->n; i++) {
        li_ball_init(ctx, &in[i]);
        ball_of(&in[i], (int64_t)(s->at[i * s->width + l] * 64), 64, 53);
    }
    li_jet_balls_init(ctx, &run, &s->P, ORDER, 53);
    li_status status = li_jet_balls_parameters(&run, in);
    for (size_t i = s->np; i < s->n; i++)
        for (size_t k = 0; k <= ORDER; k++) {
            ball_of(&x, (int64_t)(c[(i * (ORDER + 1) + k) * 16 + l] * 64), 64, 53);
            li_jet_balls_set(&run, i - s->np, k, &x);
        }
    for (size_t k = 0; k <= ORDER && status == LI_OK; k++)
        status = li_jet_balls_step_order(&run, k);
    li_check(ctx, status == LI_OK, "series of balls");
    for (size_t i = 0; i < s->n; i++)
        li_ball_clear(&in[i]);
    li_ball_clear(&x);
    return run;
}

static void series(li_ctx *ctx, li_rand *rng)
{
    const li_lanes_kernel *kernel[3];
    subject s;
    double c[DRAW_SYMBOLS * (ORDER + 1) * 16], parameter[DRAW_SYMBOLS * 16];
    size_t l = (size_t)li_rand_below(rng, 16);
    li_ball ball;

    draw_subject(ctx, rng, &s, 15);
    draw_coefficients(rng, &s, c);
    li_ball_init(ctx, &ball);
    for (size_t i = 0; i < s.np * 16; i++)
        parameter[i] = s.at[i / 16 * s.width + i % 16];
    li_jet_balls balls = balls_of_lane(ctx, &s, c, l);
    for (int count = kernels(kernel), j = 0; j < count; j++) {
        li_jet_lanes run;
        li_check(ctx, li_jet_lanes_init_kernel(ctx, &run, &s.P, ORDER, kernel[j]) == LI_OK && li_jet_lanes_parameters(&run, parameter) == LI_OK, "setup");
        for (size_t i = s.np; i < s.n; i++)
            memcpy(li_jet_lanes_variable(&run, i - s.np), c + i * (ORDER + 1) * 16, (ORDER + 1) * 16 * sizeof *c);
        for (size_t k = 0; k <= ORDER; k++)
            li_check(ctx, li_jet_lanes_step_order(&run, k) == LI_OK, "order %zu", k);
        for (size_t i = 0; i < s.len; i++)
            for (size_t k = 0; k <= ORDER; k++) {
                double x = li_jet_lanes_output(&run, i)[k * 16 + l];
                li_jet_balls_get(&balls, &ball, i, k);
                if (li_ball_is_finite(&ball) && fabs(li_ball_double(&ball)) < 1e290)
                    li_check(ctx, fabs(x - li_ball_double(&ball)) <= 8 * li_ball_radius(&ball) + 1e-290, "%s, output %zu, order %zu: %.17g, ball %.17g +/- %g",
                             kernel[j]->name, i, k, x, li_ball_double(&ball), li_ball_radius(&ball));
            }
        li_jet_lanes_clear(ctx, &run);
    }
    li_jet_balls_clear(ctx, &balls);
    li_ball_clear(&ball);
    li_program_clear(ctx, &s.P);
}

/* A(t) x = b(t), each lane as li_jet does it: positive, regular and singular ones side by side; n unknowns. */
static void series_of_systems(li_ctx *ctx, li_rand *rng)
{
    const li_lanes_kernel *kernel[3];
    size_t n = 1 + (size_t)li_rand_below(rng, MOST), inputs = n * (n + 1);
    bool symmetric = li_rand_below(rng, 2) == 0;
    double c[(ORDER + 1) * MOST * (MOST + 1) * 16];
    li_program P;

    P = program_of_system(ctx, symmetric ? LI_LDL : LI_LU, n);
    for (size_t k = 0; k <= ORDER; k++)
        for (size_t l = 0; l < 16; l++)
            draw_system(rng, n, symmetric, l, 16, c + k * inputs * 16);
    for (int count = kernels(kernel), j = 0; j < count; j++) {
        li_jet_lanes run;
        li_jet_lanes_init_kernel(ctx, &run, &P, ORDER, kernel[j]);
        for (size_t k = 0; k <= ORDER; k++) {
            for (size_t i = 0; i < inputs; i++)
                memcpy(li_jet_lanes_variable(&run, i) + k * 16, c + (k * inputs + i) * 16, 16 * sizeof *c);
            li_check(ctx, li_jet_lanes_step_order(&run, k) == LI_OK, "order %zu", k);
        }
        for (size_t l = 0; l < 16; l++) {
            li_jet one;
            li_status status = li_jet_init(ctx, &one, &P, ORDER);
            for (size_t i = 0; i < inputs; i++)
                for (size_t k = 0; k <= ORDER; k++)
                    li_jet_variable(&one, i)[k] = c[(k * inputs + i) * 16 + l];
            for (size_t k = 0; k <= ORDER && status == LI_OK; k++)
                status = li_jet_step_order(&one, k);
            li_check(ctx, (status == LI_SINGULAR) == ((li_jet_lanes_singular(&run) >> l & 1) != 0), "lane %zu: singular, n=%zu", l, n);
            for (size_t i = 0; i < n; i++)
                for (size_t k = 0; k <= ORDER; k++) {
                    double y = li_jet_lanes_output(&run, i)[k * 16 + l], e = li_jet_output(&one, i)[k];
                    li_check(ctx, status == LI_SINGULAR || isnan(e) ? isnan(y) : fabs(y - e) <= 1e-7 * (1 + fabs(e)), "%s, unknown %zu of %zu, order %zu, lane %zu: %g instead of %g",
                             kernel[j]->name, i, n, k, l, y, e);
                }
            li_jet_clear(ctx, &one);
        }
        li_jet_lanes_clear(ctx, &run);
    }
    li_program_clear(ctx, &P);
}

/* An integral in every lane; 16 or 32 lanes only. */
static void integrals(li_ctx *ctx, li_rand *rng)
{
    const li_lanes_kernel *kernel[3];
    li_expr s = li_expr_symbol(ctx, "s", LI_PARAMETER), x;
    li_program P;
    li_lanes run;
    double at[16], out[16];

    draw_symbols(ctx, &x, 1);
    li_expr integral = li_expr_integral(ctx, li_expr_apply(ctx, LI_COS, s), s, x, li_expr_int(ctx, 0));
    li_program_init(ctx, &P, 0, NULL, 1, &x);
    li_program_finish(ctx, &P, 1, &integral);
    for (int l = 0; l < 16; l++)
        at[l] = (li_rand_below(rng, 257) - 128) / 64.0;
    for (int count = kernels(kernel), j = 0; j < count; j++) {
        li_jet_lanes jets;
        li_lanes_init_kernel(ctx, &run, &P, 16, kernel[j]);
        li_jet_lanes_init_kernel(ctx, &jets, &P, 2, kernel[j]);
        li_check(ctx, li_lanes_step(&run, at, out) == LI_OK, "lanes");
        for (int l = 0; l < 16; l++) {
            li_jet_lanes_variable(&jets, 0)[l] = at[l];
            li_jet_lanes_variable(&jets, 0)[16 + l] = 3;
        }
        li_check(ctx, li_jet_lanes_step_order(&jets, 0) == LI_OK && li_jet_lanes_step_order(&jets, 1) == LI_OK, "series");
        li_jet_lanes_advance(&jets, 1);                  /* as if the variable were driven by the integral */
        for (int l = 0; l < 16; l++) {
            li_check(ctx, li_jet_lanes_variable(&jets, 0)[32 + l] == li_jet_lanes_output(&jets, 0)[16 + l] / 2, "advance, lane %d", l);
            li_check(ctx, fabs(out[l] - sin(at[l])) < 1e-14, "lane %d", l);
            li_check(ctx, fabs(li_jet_lanes_output(&jets, 0)[16 + l] - 3 * cos(at[l])) < 1e-14, "series, lane %d", l);
        }
        li_jet_lanes_clear(ctx, &jets);
        li_lanes_clear(ctx, &run);
    }
    li_check(ctx, li_lanes_init(ctx, &run, &P, 7) == LI_DOMAIN, "seven lanes");
    li_ctx_forgive(ctx);
    li_lanes_clear(ctx, &run);
    li_program_clear(ctx, &P);
}

/* Without memory at the n-th request: a failure, no more. */
static void memory(li_ctx *ctx, li_rand *rng)
{
    subject s;

    draw_subject(ctx, rng, &s, 10);
    for (uint64_t n = 1; n < 15; n++) {
        li_lanes run;
        li_jet_lanes jets;
        li_ctx_fail_at(ctx, n);
        li_status first = li_lanes_init(ctx, &run, &s.P, s.width);
        li_check(ctx, first == LI_MEMORY || li_lanes_parameters(&run, s.at) == LI_OK, "lanes, request %d", (int)n);
        li_ctx_forgive(ctx);
        li_ctx_fail_at(ctx, n);
        li_status second = li_jet_lanes_init(ctx, &jets, &s.P, ORDER);
        li_check(ctx, (second == LI_MEMORY) == (li_jet_lanes_parameters(&jets, s.at) != LI_OK), "series, request %d", (int)n);
        li_ctx_forgive(ctx);
        li_ctx_fail_at(ctx, 0);
        li_lanes_clear(ctx, &run);
        li_jet_lanes_clear(ctx, &jets);
    }
    li_program_clear(ctx, &s.P);
}

int main(void)
{
    li_test_run("functions", functions, 20);
    li_test_run("against_balls", against_balls, 150);
    li_test_run("systems", systems, 60);
    li_test_run("series", series, 100);
    li_test_run("series_of_systems", series_of_systems, 30);
    li_test_run("integrals", integrals, 5);
    li_test_run("memory", memory, 10);
    return li_test_done();
}

/* program.c - right-hand sides: the interpreter, lanes, machine code and Taylor series against C written by hand
 *
 * One line of JSON a system and a way: nanoseconds of processor time a state, and those of the C by hand in the same process: compiled
 * as the library is, and as well as the compiler can for this processor ("here"); lanes beside vectors by hand. Every call feeds the next
 * (its first variable). usage: bench_program */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "by-hand.h"
#include "cart.h"

#include "liaison/native.h"

enum { WIDE = 32, ORDER = 20, ROUNDS = 7 };

typedef struct {
    const char *name;
    size_t n, np;
    size_t hand;                   /* which of those by hand */
    double parameter[4], start[MOST];
    li_program P;
} subject;

/* ---- the same as expressions ---- */

typedef struct { li_ctx *ctx; li_expr y[MOST], p[4], f[MOST]; } writing;

static li_expr times(writing *w, li_expr a, li_expr b) { return li_expr_mul(w->ctx, a, b); }
static li_expr plus(writing *w, li_expr a, li_expr b) { return li_expr_add(w->ctx, a, b); }
static li_expr minus(writing *w, li_expr a, li_expr b) { return li_expr_sub(w->ctx, a, b); }

static writing begin(li_ctx *ctx, size_t n)
{
    static const char *const parameter[] = { "g", "a", "A", "C" };
    writing w = { .ctx = ctx };

    for (size_t i = 0; i < n; i++) {
        char name[20];
        snprintf(name, sizeof name, "y%zu", i);
        w.y[i] = li_expr_symbol(ctx, name, LI_COORDINATE);
    }
    for (size_t i = 0; i < 4; i++)
        w.p[i] = li_expr_symbol(ctx, parameter[i], LI_PARAMETER);
    return w;
}

static subject hoop(li_ctx *ctx)
{
    writing b = begin(ctx, 8), *w = &b;
    li_expr g = w->p[0], a = w->p[1], A = w->p[2], C = w->p[3], p = w->y[5], q = w->y[6], r = w->y[7], aa = times(w, a, a);
    li_expr s = li_expr_apply(ctx, LI_SIN, w->y[0]), c = li_expr_apply(ctx, LI_COS, w->y[0]);
    li_expr sp = li_expr_apply(ctx, LI_SIN, w->y[1]), cp = li_expr_apply(ctx, LI_COS, w->y[1]);
    li_expr d = li_expr_div(ctx, q, s), W = times(w, d, c), u = minus(w, times(w, A, W), times(w, C, r)), ps = times(w, p, s);
    subject S = { .name = "rolling hoop", .n = 8, .np = 4, .hand = 0, .parameter = { 9.81, 1, 0.5, 1 },
                  .start = { 1.2, 0, 0, 0, 0, 0.2, 1, 4 } };

    w->f[0] = p;
    w->f[1] = d;
    w->f[2] = minus(w, r, W);
    w->f[3] = times(w, a, minus(w, times(w, ps, sp), times(w, r, cp)));
    w->f[4] = li_expr_neg(ctx, times(w, a, plus(w, times(w, ps, cp), times(w, r, sp))));
    w->f[5] = li_expr_div(ctx, minus(w, times(w, q, minus(w, u, times(w, aa, r))), times(w, times(w, g, a), c)), plus(w, A, aa));
    w->f[6] = li_expr_neg(ctx, li_expr_div(ctx, times(w, p, u), A));
    w->f[7] = times(w, li_expr_div(ctx, aa, plus(w, C, aa)), times(w, p, q));
    li_program_init(ctx, &S.P, 4, w->p, 8, w->y);
    li_program_finish(ctx, &S.P, 8, w->f);
    return S;
}

static subject chain(li_ctx *ctx, size_t n, const char *name, size_t hand)
{
    writing b = begin(ctx, 2 * n), *w = &b;
    li_expr s[LINKS], c[LINKS], M[LINKS * LINKS], x[LINKS], F[LINKS];
    subject S = { .name = name, .n = 2 * n, .np = 1, .hand = hand, .parameter = { 9.81 } };

    for (size_t i = 0; i < n; i++) {
        char unknown[20];
        snprintf(unknown, sizeof unknown, "x%zu", i);
        x[i] = li_expr_symbol(ctx, unknown, LI_ACCELERATION);
        s[i] = li_expr_apply(ctx, LI_SIN, w->y[i]);
        c[i] = li_expr_apply(ctx, LI_COS, w->y[i]);
        S.start[i] = 0.1 + 0.2 * (double)i;
        S.start[n + i] = 0.05 * (double)i;
    }
    for (size_t i = 0; i < n; i++) {
        li_expr part[LINKS + 1];
        for (size_t j = 0; j < n; j++) {
            li_expr m = li_expr_int(ctx, (int64_t)(n - (i > j ? i : j)));
            M[i * n + j] = times(w, m, plus(w, times(w, c[i], c[j]), times(w, s[i], s[j])));
            part[j] = times(w, times(w, m, minus(w, times(w, c[i], s[j]), times(w, s[i], c[j]))), times(w, w->y[n + j], w->y[n + j]));
        }
        part[n] = times(w, li_expr_int(ctx, -(int64_t)(n - i)), times(w, w->p[0], s[i]));
        F[i] = li_expr_sum(ctx, n + 1, part);
        w->f[i] = w->y[n + i];
        w->f[n + i] = x[i];
    }
    li_program_init(ctx, &S.P, 1, w->p, 2 * n, w->y);
    li_program_solve(ctx, &S.P, LI_LDL, n, M, F, x);
    li_program_finish(ctx, &S.P, 2 * n, w->f);
    return S;
}

/* ---- the ways ---- */

typedef struct {
    const subject *S;
    size_t lanes;
    li_real real;
    li_lanes wide;
    li_jet jet;
    li_jet_lanes jet_wide;
    li_native native;
    double *prepared, *work, *series;
} way;

static void as_the_library(way *W, const double *y, double *f) { by_hand[W->S->hand](y, f); }
static void here(way *W, const double *y, double *f) { by_hand_here[W->S->hand](y, f); }
static void vectors(way *W, const double *y, double *f) { by_hand_lanes[W->S->hand](y, f); }
static void by_interpreter(way *W, const double *y, double *f) { li_real_step(&W->real, y, f); }
static void by_lanes(way *W, const double *y, double *f) { li_lanes_step(&W->wide, y, f); }
static void by_native(way *W, const double *y, double *f) { W->native.code.step(W->prepared, y, f); }
static void by_native_lanes(way *W, const double *y, double *f) { W->native.code.lanes(W->prepared, y, f); }

static void by_native_series(way *W, const double *y, double *f)
{
    W->native.code.taylor(W->prepared, ORDER, y, W->series, W->work);
    f[0] = W->series[ORDER];
}

static void by_native_series_lanes(way *W, const double *y, double *f)
{
    W->native.code.taylor_lanes(W->prepared, ORDER, y, W->series, W->work);
    memcpy(f, W->series + HAND_LANES * ORDER, HAND_LANES * sizeof *f);
}

/* The coefficients of a step. */
static void by_jet(way *W, const double *y, double *f)
{
    size_t n = W->S->n;

    for (size_t i = 0; i < n; i++)
        li_jet_variable(&W->jet, i)[0] = y[i];
    for (size_t k = 0; k < ORDER; k++) {
        li_jet_step_order(&W->jet, k);
        li_jet_advance(&W->jet, k);
    }
    f[0] = li_jet_variable(&W->jet, 0)[ORDER];
}

static void by_jet_lanes(way *W, const double *y, double *f)
{
    size_t n = W->S->n;

    for (size_t i = 0; i < n; i++)
        memcpy(li_jet_lanes_variable(&W->jet_wide, i), y + 16 * i, 16 * sizeof *y);
    for (size_t k = 0; k < ORDER; k++) {
        li_jet_lanes_step_order(&W->jet_wide, k);
        li_jet_lanes_advance(&W->jet_wide, k);
    }
    memcpy(f, li_jet_lanes_variable(&W->jet_wide, 0) + 16 * ORDER, 16 * sizeof *f);
}

/* Nanoseconds a call and lane: the best of some rounds. */
static double nanoseconds(way *W, void (*call)(way *, const double *, double *))
{
    _Alignas(64) double y[MOST * WIDE], f[MOST * WIDE] = { 0 };
    double best = INFINITY;
    size_t n = W->S->n * W->lanes;
    long calls = 1;

    for (size_t i = 0; i < n; i++)
        y[i] = W->S->start[i / W->lanes] + 1e-3 * (double)(i % W->lanes);
    for (double spent = 0; spent < 0.002; calls *= 2) {
        double t0 = seconds();
        for (long k = 0; k < calls; k++)
            call(W, y, f);
        spent = seconds() - t0;
    }
    for (int round = 0; round < ROUNDS; round++) {
        double t0 = seconds();
        for (long k = 0; k < 4 * calls; k++) {
            call(W, y, f);
            for (size_t i = 0; i < W->lanes; i++)
                y[i] += 1e-30 * f[i];
        }
        best = fmin(best, (seconds() - t0) / (double)(4 * calls));
    }
    return 1e9 * best / (double)W->lanes;
}

typedef struct { double library, here, vectors; } hand_times;

static void report(const subject *S, const char *how, double ns, double hand, double hand_here)
{
    printf("{\"system\":\"%s\",\"way\":\"%s\",\"operations\":%zu,\"ns\":%.2f,\"hand\":%.2f,\"here\":%.2f}\n", S->name, how, li_program_operations(&S->P), ns, hand,
           hand_here);
    fflush(stdout);
}

/* As runs and ensembles use it. */
static void measure_native(li_ctx *ctx, way *W, const hand_times *hand)
{
    const li_native_options o = { .order = ORDER, .lanes = true };

    if (li_native_init(ctx, &W->native, &W->S->P, &o) != LI_OK) {
        li_ctx_forgive(ctx);                   /* no compiler */
        return;
    }
    const li_compiled *code = &W->native.code;
    W->prepared = li_new(ctx, code->prepared + 1, sizeof *W->prepared);
    W->work = li_new(ctx, code->work + code->work_lanes + 1, sizeof *W->work);
    W->series = li_new(ctx, MOST * (ORDER + 1) * HAND_LANES, sizeof *W->series);
    if (li_ctx_status(ctx) == LI_OK) {
        code->prepare(W->S->parameter, W->prepared);
        W->lanes = 1;
        report(W->S, "native", nanoseconds(W, by_native), hand->library, hand->here);
        report(W->S, "Taylor series of order 20, native", nanoseconds(W, by_native_series), 0, 0);
        W->lanes = HAND_LANES;
        report(W->S, "native, 8 lanes", nanoseconds(W, by_native_lanes), 0, hand->vectors);
        report(W->S, "Taylor series of order 20, native, 8 lanes", nanoseconds(W, by_native_series_lanes), 0, 0);
    }
    li_drop(ctx, W->prepared);
    li_drop(ctx, W->work);
    li_drop(ctx, W->series);
    li_native_clear(ctx, &W->native);
}

static void measure_lanes(li_ctx *ctx, way *W, size_t width, const char *how, const hand_times *hand)
{
    double parameter[4 * WIDE];

    for (size_t i = 0; i < W->S->np * width; i++)
        parameter[i] = W->S->parameter[i / width];
    W->lanes = width;
    li_lanes_init(ctx, &W->wide, &W->S->P, width);
    li_lanes_parameters(&W->wide, parameter);
    report(W->S, how, nanoseconds(W, by_lanes), 0, hand->vectors);
    li_lanes_clear(ctx, &W->wide);
}

static void measure_series(li_ctx *ctx, way *W)
{
    double parameter[4 * 16];

    for (size_t i = 0; i < W->S->np * 16; i++)
        parameter[i] = W->S->parameter[i / 16];
    li_jet_init(ctx, &W->jet, &W->S->P, ORDER);
    li_jet_parameters(&W->jet, W->S->parameter);
    W->lanes = 1;
    double one = nanoseconds(W, by_jet);
    report(W->S, "Taylor series of order 20, interpreted", one, 0, 0);
    li_jet_lanes_init(ctx, &W->jet_wide, &W->S->P, ORDER);
    li_jet_lanes_parameters(&W->jet_wide, parameter);
    W->lanes = 16;
    report(W->S, "Taylor series of order 20, 16 lanes", nanoseconds(W, by_jet_lanes), 0, 0);
    li_jet_clear(ctx, &W->jet);
    li_jet_lanes_clear(ctx, &W->jet_wide);
}

/* All ways by hand and ours, at the start. */
static bool agrees(way *W)
{
    _Alignas(64) double y[MOST * HAND_LANES], lanes[MOST * HAND_LANES];
    double f[MOST], g[MOST], e[MOST];
    bool same = true;

    for (size_t i = 0; i < W->S->n * HAND_LANES; i++)
        y[i] = W->S->start[i / HAND_LANES];
    as_the_library(W, W->S->start, f);
    here(W, W->S->start, e);
    vectors(W, y, lanes);
    by_interpreter(W, W->S->start, g);
    for (size_t i = 0; i < W->S->n; i++)
        for (size_t l = 0; l < HAND_LANES; l++)
            same = same && fmax(fmax(fabs(f[i] - g[i]), fabs(f[i] - e[i])), fabs(f[i] - lanes[i * HAND_LANES + l])) <= 1e-10 * (1 + fabs(f[i]));
    return same;
}

static int measure(li_ctx *ctx, subject S)
{
    way W = { .S = &S, .lanes = 1 };
    hand_times hand;

    li_real_init(ctx, &W.real, &S.P);
    li_real_parameters(&W.real, S.parameter);
    if (li_ctx_status(ctx) != LI_OK || !agrees(&W)) {
        fprintf(stderr, "%s: %s\n", S.name, li_ctx_status(ctx) != LI_OK ? li_ctx_message(ctx) : "not what was written by hand");
        return 1;
    }
    hand.library = nanoseconds(&W, as_the_library);
    hand.here = nanoseconds(&W, here);
    W.lanes = HAND_LANES;
    hand.vectors = nanoseconds(&W, vectors);
    W.lanes = 1;
    report(&S, "interpreter", nanoseconds(&W, by_interpreter), hand.library, hand.here);
    measure_lanes(ctx, &W, 16, "16 lanes", &hand);
    measure_lanes(ctx, &W, 32, "32 lanes", &hand);
    measure_native(ctx, &W, &hand);
    measure_series(ctx, &W);
    li_real_clear(ctx, &W.real);
    li_program_clear(ctx, &S.P);
    return 0;
}

int main(void)
{
    li_ctx *ctx = li_ctx_new();
    int status = ctx == NULL || measure(ctx, hoop(ctx)) || measure(ctx, chain(ctx, 2, "double pendulum", 1)) ||
                 measure(ctx, chain(ctx, LINKS, "pendulum n=10", 2));

    if (ctx != NULL)
        li_ctx_free(ctx);
    return status;
}

/* program.c - right-hand sides: the interpreter, lanes, C text and Taylor series against C written by hand
 *
 * One line of JSON a system and a way: nanoseconds of processor time, and those of the hand-written C in the same
 * process. Every call feeds the next (its first variable). usage: bench_program */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cart.h"

#include "liaison/program.h"

enum { LINKS = 10, MOST = 2 * LINKS, WIDE = 32, ORDER = 20, ROUNDS = 7 };

typedef void right_side(const double *y, double *f);
typedef struct {
    const char *name;
    size_t n, np;
    right_side *hand;
    double parameter[4], start[MOST];
    li_program P;
} subject;

/* ---- by hand ---- */

/* The rolling hoop in the components of its angular velocity: y = theta, psi, phi, x, y, p, q, r; A = 1/2, C = 1,
 * radius and mass 1, g = 9.81. */
static void hoop_by_hand(const double *y, double *f)
{
    const double A = 0.5, C = 1, a = 1, g = 9.81;
    double s = sin(y[0]), c = cos(y[0]), sp = sin(y[1]), cp = cos(y[1]), p = y[5], q = y[6], r = y[7];
    double d = q / s, w = d * c, u = A * w - C * r, ps = p * s;

    f[0] = p;
    f[1] = d;
    f[2] = r - w;
    f[3] = a * (ps * sp - r * cp);
    f[4] = -a * (ps * cp + r * sp);
    f[5] = (q * (u - a * a * r) - g * a * c) * (1 / (A + a * a));
    f[6] = p * u * (-1 / A);
    f[7] = p * q * (a * a / (C + a * a));
}

/* Two links of length and mass 1, angles from the vertical. */
static void double_by_hand(const double *y, double *f)
{
    const double g = 9.81;
    double s1 = sin(y[0]), c1 = cos(y[0]), s2 = sin(y[1]), c2 = cos(y[1]);
    double c = c1 * c2 + s1 * s2, s = s1 * c2 - c1 * s2;
    double b1 = -s * y[3] * y[3] - 2 * g * s1, b2 = s * y[2] * y[2] - g * s2, inverse = 1 / (2 - c * c);

    f[0] = y[2];
    f[1] = y[3];
    f[2] = (b1 - c * b2) * inverse;
    f[3] = (2 * b2 - c * b1) * inverse;
}

/* M_ij = m_ij cos(q_i - q_j), b_i = -sum m_ij sin(q_i - q_j) w_j^2 - g m_ii sin q_i, m_ij links below both i and j */
static void chain_by_hand(const double *y, double *f)
{
    const double g = 9.81;
    double s[LINKS], c[LINKS], M[LINKS][LINKS], *x = f + LINKS;

    for (int i = 0; i < LINKS; i++) {
        s[i] = sin(y[i]);
        c[i] = cos(y[i]);
        x[i] = -g * (LINKS - i) * s[i];
        f[i] = y[LINKS + i];
    }
    for (int i = 0; i < LINKS; i++)
        for (int j = i; j < LINKS; j++) {
            double sine = (LINKS - j) * (s[i] * c[j] - c[i] * s[j]);
            M[i][j] = (LINKS - j) * (c[i] * c[j] + s[i] * s[j]);
            x[i] -= sine * y[LINKS + j] * y[LINKS + j];
            x[j] += sine * y[LINKS + i] * y[LINKS + i];
        }
    for (int k = 0; k < LINKS; k++) {
        double inverse = 1 / M[k][k];
        for (int i = k + 1; i < LINKS; i++) {
            double l = M[k][i] * inverse;
            for (int j = i; j < LINKS; j++)
                M[i][j] -= l * M[k][j];
            x[i] -= l * x[k];
            M[k][i] = l;
        }
        x[k] *= inverse;
    }
    for (int k = LINKS; k-- > 0;)
        for (int i = k + 1; i < LINKS; i++)
            x[k] -= M[k][i] * x[i];
}

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
    subject S = { .name = "rolling hoop", .n = 8, .np = 4, .hand = hoop_by_hand, .parameter = { 9.81, 1, 0.5, 1 },
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

static subject chain(li_ctx *ctx, size_t n, const char *name, right_side *hand)
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

typedef void compiled(const double *prepared, const double *variable, double *out);

typedef struct {
    const subject *S;
    size_t lanes;
    li_real real;
    li_lanes wide;
    li_jet jet;
    li_jet_lanes jet_wide;
    compiled *step;
    double *prepared;
} way;

static void by_hand(way *W, const double *y, double *f) { W->S->hand(y, f); }
static void by_interpreter(way *W, const double *y, double *f) { li_real_step(&W->real, y, f); }
static void by_lanes(way *W, const double *y, double *f) { li_lanes_step(&W->wide, y, f); }
static void by_text(way *W, const double *y, double *f) { W->step(W->prepared, y, f); }

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
    double y[MOST * WIDE], f[MOST * WIDE] = { 0 }, best = INFINITY;
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

static void report(const subject *S, const char *how, double ns, double hand)
{
    printf("{\"system\":\"%s\",\"way\":\"%s\",\"operations\":%zu,\"ns\":%.2f,\"hand\":%.2f}\n", S->name, how, li_program_operations(&S->P), ns, hand);
    fflush(stdout);
}

/* The C text, compiled and loaded; NULL without a compiler. */
static void *load(li_ctx *ctx, const subject *S)
{
    char folder[] = "/tmp/liaison-bench-XXXXXX", source[100], object[100], command[400];
    li_c_options options = { "f", 0, true, ORDER };
    li_text text;

    if (mkdtemp(folder) == NULL)
        return NULL;
    snprintf(source, sizeof source, "%s/f.c", folder);
    snprintf(object, sizeof object, "%s/f.so", folder);
    snprintf(command, sizeof command, "cc -O2 -march=native -Wno-psabi -shared -fPIC -o %s %s -lm 2>/dev/null", object, source);
    li_text_init(&text);
    li_program_c(ctx, &text, &S->P, &options);
    if (getenv("KEEP")) { char n[100]; snprintf(n, sizeof n, "%s/%c.c", getenv("KEEP"), S->name[0] == 'p' ? 'p' : S->name[0]); FILE *g = fopen(n, "w"); fputs(li_text_str(&text), g); fclose(g); }
    FILE *file = fopen(source, "w");
    if (file != NULL) {
        fputs(li_text_str(&text), file);
        fclose(file);
    }
    void *library = file != NULL && system(command) == 0 ? dlopen(object, RTLD_NOW | RTLD_LOCAL) : NULL;
    remove(source);
    remove(object);
    rmdir(folder);
    li_text_clear(ctx, &text);
    return library;
}

static void measure_text(li_ctx *ctx, way *W, double hand)
{
    void *library = load(ctx, W->S), *symbol = library == NULL ? NULL : dlsym(library, "f_prepare");
    double prepared[200];
    void (*prepare)(const double *, double *);

    if (symbol == NULL)
        return;
    memcpy(&prepare, &symbol, sizeof prepare);
    prepare(W->S->parameter, W->prepared = prepared);
    symbol = dlsym(library, "f_step");
    memcpy(&W->step, &symbol, sizeof symbol);
    W->lanes = 1;
    report(W->S, "C text, cc -O2", nanoseconds(W, by_text), hand);
    symbol = dlsym(library, "f_lanes");
    memcpy(&W->step, &symbol, sizeof symbol);
    W->lanes = 8;
    report(W->S, "C text, 8 lanes", nanoseconds(W, by_text), hand);
    dlclose(library);
}

static void measure_lanes(li_ctx *ctx, way *W, size_t width, const char *how, double hand)
{
    double parameter[4 * WIDE];

    for (size_t i = 0; i < W->S->np * width; i++)
        parameter[i] = W->S->parameter[i / width];
    W->lanes = width;
    li_lanes_init(ctx, &W->wide, &W->S->P, width);
    li_lanes_parameters(&W->wide, parameter);
    report(W->S, how, nanoseconds(W, by_lanes), hand);
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
    report(W->S, "Taylor step of order 20", one, 0);
    li_jet_lanes_init(ctx, &W->jet_wide, &W->S->P, ORDER);
    li_jet_lanes_parameters(&W->jet_wide, parameter);
    W->lanes = 16;
    report(W->S, "Taylor step of order 20, 16 lanes", nanoseconds(W, by_jet_lanes), 0);
    li_jet_clear(ctx, &W->jet);
    li_jet_lanes_clear(ctx, &W->jet_wide);
}

static bool agrees(way *W)
{
    double f[MOST], g[MOST];
    bool same = true;

    by_hand(W, W->S->start, f);
    by_interpreter(W, W->S->start, g);
    for (size_t i = 0; i < W->S->n; i++)
        same = same && fabs(f[i] - g[i]) <= 1e-10 * (1 + fabs(f[i]));
    return same;
}

static int measure(li_ctx *ctx, subject S)
{
    way W = { .S = &S, .lanes = 1 };

    li_real_init(ctx, &W.real, &S.P);
    li_real_parameters(&W.real, S.parameter);
    if (li_ctx_status(ctx) != LI_OK || !agrees(&W)) {
        fprintf(stderr, "%s: %s\n", S.name, li_ctx_status(ctx) != LI_OK ? li_ctx_message(ctx) : "not what was written by hand");
        return 1;
    }
    double hand = nanoseconds(&W, by_hand);
    report(&S, "interpreter", nanoseconds(&W, by_interpreter), hand);
    measure_lanes(ctx, &W, 16, "16 lanes", hand);
    measure_lanes(ctx, &W, 32, "32 lanes", hand);
    measure_text(ctx, &W, hand);
    measure_series(ctx, &W);
    li_real_clear(ctx, &W.real);
    li_program_clear(ctx, &S.P);
    return 0;
}

int main(void)
{
    li_ctx *ctx = li_ctx_new();
    int status = ctx == NULL || measure(ctx, hoop(ctx)) || measure(ctx, chain(ctx, 2, "double pendulum", double_by_hand)) ||
                 measure(ctx, chain(ctx, LINKS, "pendulum n=10", chain_by_hand));

    if (ctx != NULL)
        li_ctx_free(ctx);
    return status;
}

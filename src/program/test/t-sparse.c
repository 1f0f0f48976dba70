/* t-sparse.c - sparse symmetric systems in every domain: against the dense elimination, and singular ones seen
 *
 * Graphs: chains, trees, loops, arrows, several parts. A definite matrix has an unknown at each node; [M B^T; B 0] has a body of
 * three unknowns at each node and one or two rows of B at each edge, numbered in any order. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../core/test/harness.h"
#include "../code.h"
#include "../lanes.h"
#include "draw.h"

enum { INPUTS = 4, NODES = 30, EDGES = 2 * NODES, MOST = 120, LANES = 16, ORDER = 6 };

typedef enum { CHAIN, TREE, LOOPS, ARROW, PARTS, GRAPHS } graph_kind;
typedef struct { int nodes, edges, from[EDGES], to[EDGES], degree[NODES]; } graph;

typedef struct {
    size_t n;
    li_solver solver;
    li_expr in[INPUTS], A[MOST * MOST], b[MOST], x[MOST];
} sparse;

/* ---- draws ---- */

static void join(graph *g, int from, int to)
{
    g->from[g->edges] = from;
    g->to[g->edges++] = to;
    g->degree[from]++;
    g->degree[to]++;
}

static graph draw_graph(li_rand *rng, int nodes)
{
    graph_kind kind = (graph_kind)li_rand_below(rng, GRAPHS);
    graph g = { .nodes = nodes };

    for (int i = 1; i < nodes; i++)
        if (kind != PARTS || i % 7 != 0)
            join(&g, kind == ARROW ? 0 : kind == TREE ? li_rand_below(rng, i) : i - 1, i);
    for (int k = 0; k < 3 && kind == LOOPS; k++) {
        int i = li_rand_below(rng, nodes - 2);
        join(&g, i, i + 2 + li_rand_below(rng, nodes - i - 2));
    }
    return g;
}

/* a number that is not 0, and a little of an input */
static li_expr draw_weight(li_ctx *ctx, li_rand *rng, const li_expr *in)
{
    li_expr c = li_expr_frac(ctx, (1 + li_rand_below(rng, 6)) * (li_rand_below(rng, 2) ? 1 : -1), 2);
    return li_expr_add(ctx, c, li_expr_mul(ctx, li_expr_frac(ctx, li_rand_below(rng, 5) - 2, 16), in[li_rand_below(rng, INPUTS)]));
}

/* c + x^2 */
static li_expr draw_positive(li_ctx *ctx, li_rand *rng, const li_expr *in, int c)
{
    return li_expr_add(ctx, li_expr_int(ctx, c), li_expr_power(ctx, in[li_rand_below(rng, INPUTS)], 2));
}

static void begin(li_ctx *ctx, sparse *S, li_rand *rng, li_solver solver, size_t n)
{
    S->n = n;
    S->solver = solver;
    draw_symbols(ctx, S->in, INPUTS);
    for (size_t i = 0; i < n; i++) {
        char name[] = { 'a', (char)('A' + i / 10), (char)('0' + i % 10), '\0' };
        S->x[i] = li_expr_symbol(ctx, name, LI_ACCELERATION);
        S->b[i] = draw_weight(ctx, rng, S->in);
    }
    for (size_t i = 0; i < n * n; i++)
        S->A[i] = li_expr_int(ctx, 0);
}

static void put(sparse *S, size_t i, size_t j, li_expr e) { S->A[i * S->n + j] = S->A[j * S->n + i] = e; }

/* Diagonally dominant; or, singular: the weights of the edges, and on the diagonal their sums + in[0] `more`. */
static void draw_definite(li_ctx *ctx, sparse *S, li_rand *rng, bool defect, int more)
{
    graph g = draw_graph(rng, 14 + li_rand_below(rng, NODES - 13));

    begin(ctx, S, rng, LI_LDL, (size_t)g.nodes);
    for (size_t i = 0; i < S->n; i++)
        put(S, i, i, defect ? li_expr_mul(ctx, li_expr_int(ctx, more), S->in[0]) : draw_positive(ctx, rng, S->in, 10 + 10 * g.degree[i]));
    for (int e = 0; e < g.edges; e++) {
        size_t i = (size_t)g.from[e], j = (size_t)g.to[e];
        li_expr w = defect ? draw_positive(ctx, rng, S->in, 1) : draw_weight(ctx, rng, S->in);
        if (defect && !li_expr_is_zero(S->A[i * S->n + j]))
            continue;                        /* a second edge between the same */
        put(S, i, j, defect ? li_expr_neg(ctx, w) : w);
        if (defect) {
            put(S, i, i, li_expr_add(ctx, S->A[i * S->n + i], w));
            put(S, j, j, li_expr_add(ctx, S->A[j * S->n + j], w));
        }
    }
}

/* Masses of all bodies alike, or some 10^8 times as heavy as others. With a defect one row of B is another one less three times a third. */
static void draw_bordered(li_ctx *ctx, sparse *S, li_rand *rng, bool defect, bool alike)
{
    enum { FREEDOM = 3 };
    graph g = draw_graph(rng, 3 + li_rand_below(rng, 13));
    int rows = 1 + li_rand_below(rng, 2), freedoms = FREEDOM * g.nodes, n = freedoms + rows * g.edges + defect, at[MOST];
    li_expr row[MOST];

    begin(ctx, S, rng, LI_SADDLE, (size_t)n);
    for (int i = 0; i < n; i++) {                /* unknowns in any order */
        int k = li_rand_below(rng, i + 1);
        at[i] = at[k];
        at[k] = i;
    }
    for (int i = 0; i < g.nodes; i++) {
        li_expr mass = li_expr_power(ctx, li_expr_int(ctx, 10), alike ? 0 : li_rand_below(rng, 9) - 4);
        for (int k = 0; k < FREEDOM; k++)
            for (int l = 0; l <= k; l++)
                if (k == l || li_rand_below(rng, 2))
                    put(S, (size_t)at[FREEDOM * i + k], (size_t)at[FREEDOM * i + l],
                        li_expr_mul(ctx, mass, k == l ? draw_positive(ctx, rng, S->in, 20) : draw_weight(ctx, rng, S->in)));
    }
    for (int e = 0; e < g.edges; e++)
        for (int r = 0; r < rows; r++)
            for (int k = 0; k < 2 * FREEDOM; k++)
                if (k % FREEDOM == r || li_rand_below(rng, 3))
                    put(S, (size_t)at[freedoms + rows * e + r], (size_t)at[FREEDOM * (k < FREEDOM ? g.from[e] : g.to[e]) + k % FREEDOM], draw_weight(ctx, rng, S->in));
    for (int j = 0; j < freedoms && defect; j++) {
        size_t k = (size_t)at[j], first = (size_t)at[freedoms], second = (size_t)at[n - 2];
        row[j] = li_expr_sub(ctx, S->A[first * S->n + k], li_expr_mul(ctx, li_expr_int(ctx, 3), S->A[second * S->n + k]));
        put(S, (size_t)at[n - 1], k, row[j]);
    }
}

static void draw(li_ctx *ctx, sparse *S, li_rand *rng, bool defect)
{
    if (li_rand_below(rng, 2))
        draw_definite(ctx, S, rng, defect, 0);
    else
        draw_bordered(ctx, S, rng, defect, defect || li_rand_below(rng, 2));
}

/* ---- programs ---- */

static size_t drawn, planned;                /* systems; those with a plan */

static void lower(li_ctx *ctx, li_program *P, const sparse *S, li_solver solver, size_t np)
{
    li_program_init(ctx, P, np, S->in, INPUTS - np, S->in + np);
    li_program_solve(ctx, P, solver, S->n, S->A, S->b, S->x);
    li_program_finish(ctx, P, S->n, S->x);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "lowered");
    if (solver != LI_LU) {
        drawn++;
        planned += P->code->system[0].plan != NULL;
    } else {
        li_check(ctx, P->code->system[0].plan == NULL, "LU is dense");
    }
}

/* ---- the plan itself ---- */

/* Each unknown once; rows of B behind all their unknowns; every target is where it should be. */
static void check_plan(li_ctx *ctx, const sparse *S, const li_schedule *Z)
{
    size_t n = S->n, targets = 0;
    size_t number[MOST];
    bool *full = calloc(n * n, sizeof *full);

    memset(number, 0xff, sizeof number);
    for (size_t k = 0; k < n; k++) {
        li_check(ctx, Z->order[k] < n && number[Z->order[k]] == SIZE_MAX, "unknown %zu", k);
        number[Z->order[k]] = k;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            bool entry = !li_expr_is_zero(S->A[i * n + j]);
            full[number[i] * n + number[j]] = entry;
            if (entry && li_expr_is_zero(S->A[i * n + i]) && !li_expr_is_zero(S->A[j * n + j]))
                li_check(ctx, number[i] > number[j], "row %zu waits for unknown %zu", i, j);
        }
    for (size_t k = 0; k < n; k++) {
        size_t m = 0;
        for (size_t i = k + 1; i < n; i++)
            for (size_t j = k + 1; j < n && full[k * n + i]; j++)
                full[i * n + j] |= full[k * n + j];
        for (size_t j = k + 1; j < n; j++)
            if (full[k * n + j]) {
                li_check(ctx, m < Z->start[k + 1] - Z->start[k] && Z->at[Z->start[k] + m] == j, "row %zu of U has column %zu", k, j);
                m++;
            }
        li_check(ctx, m == Z->start[k + 1] - Z->start[k], "row %zu of U has %zu numbers", k, m);
    }
    for (size_t k = 0; k < n; k++)
        for (size_t i = Z->start[k]; i < Z->start[k + 1]; i++)
            for (size_t j = i + 1; j < Z->start[k + 1]; j++, targets++) {
                uint32_t t = Z->target[targets];
                li_check(ctx, t >= Z->start[Z->at[i]] && t < Z->start[Z->at[i] + 1] && Z->at[t] == Z->at[j], "target %zu", targets);
            }
    li_check(ctx, targets == Z->targets, "%zu targets", targets);
    free(full);
}

static bool whole(const void *self, size_t i, size_t j) { return self == NULL && i >= j; }
static bool band(const void *self, size_t i, size_t j) { return self == NULL && i - j < 3; }
static bool diagonal(const void *self, size_t i, size_t j) { return self == NULL && i == j; }

static void plans(li_ctx *ctx, li_rand *rng)
{
    sparse *S = calloc(1, sizeof *S);
    li_program P;

    draw(ctx, S, rng, false);
    lower(ctx, &P, S, S->solver, 0);
    if (P.code->system[0].plan != NULL)
        check_plan(ctx, S, P.code->system[0].plan);
    li_program_clear(ctx, &P);
    for (size_t n = 1; n < 150; n += n < 20 ? 1 : 43) {
        li_schedule *Z = li_schedule_new(ctx, n, whole, NULL);
        li_check(ctx, Z == NULL, "full, n=%zu: dense", n);
        Z = li_schedule_new(ctx, n, diagonal, NULL);
        li_check(ctx, Z == NULL ? n < 20 : Z->numbers == n && Z->targets == 0, "diagonal, n=%zu", n);
        li_schedule_drop(ctx, Z);
        Z = li_schedule_new(ctx, n, band, NULL);
        li_check(ctx, Z == NULL ? n < 50 : Z->numbers == 3 * n - 3 && Z->entries == 3 * n - 3, "a band fills nothing, n=%zu", n);
        li_schedule_drop(ctx, Z);
    }
    free(S);
}

/* ---- one number at a time ---- */

static li_status run_modular(li_ctx *ctx, const li_program *P, size_t np, const uint64_t *at, uint64_t *out)
{
    li_modular run;
    li_modular_init(ctx, &run, P);
    li_status status = li_modular_parameters(&run, at);
    status = status == LI_OK ? li_modular_step(&run, at + np, out) : status;
    li_modular_clear(ctx, &run);
    return status;
}

static li_status run_real(li_ctx *ctx, const li_program *P, size_t np, const double *at, double *out)
{
    li_real run;
    li_real_init(ctx, &run, P);
    li_status status = li_real_parameters(&run, at);
    status = status == LI_OK ? li_real_step(&run, at + np, out) : status;
    li_real_clear(ctx, &run);
    return status;
}

static li_status run_balls(li_ctx *ctx, const li_program *P, size_t np, const li_ball *at, li_ball *out)
{
    li_balls run;
    li_balls_init(ctx, &run, P, 256);
    li_status status = li_balls_parameters(ctx, &run, at);
    status = status == LI_OK ? li_balls_step(ctx, &run, at + np, out) : status;
    li_balls_clear(ctx, &run);
    return status;
}

typedef struct { int64_t num[INPUTS]; uint64_t residue[INPUTS]; double real[INPUTS]; li_ball ball[INPUTS]; } point;

static void draw_point_of_inputs(li_ctx *ctx, li_rand *rng, point *p)
{
    li_rational c;

    li_rational_init(&c);
    for (int i = 0; i < INPUTS; i++) {
        p->num[i] = li_rand_below(rng, 65) - 32;
        li_rational_set_int(&c, p->num[i], 8);
        p->residue[i] = residue_of(&c);
        p->real[i] = (double)p->num[i] / 8;
        li_ball_init(ctx, &p->ball[i]);
        li_ball_set_rational(&p->ball[i], &c, 128);
    }
    li_rational_clear(&c);
}

static void clear_point(point *p)
{
    for (int i = 0; i < INPUTS; i++)
        li_ball_clear(&p->ball[i]);
}

/* The largest of the unknowns like i, those with a diagonal entry or those without. */
static double largest(const sparse *S, size_t i, const double *x)
{
    size_t n = S->n;
    double most = 0;
    for (size_t k = 0; k < n; k++)
        if (li_expr_is_zero(S->A[k * n + k]) == li_expr_is_zero(S->A[i * n + i]))
            most = fmax(most, fabs(x[k]));
    return most;
}

static void one_by_one(li_ctx *ctx, li_rand *rng)
{
    sparse *S = calloc(1, sizeof *S);
    li_program P, Q;
    size_t np = (size_t)li_rand_below(rng, INPUTS + 1);
    uint64_t m[MOST], md[MOST];
    double d[MOST];
    li_ball r[MOST], rd[MOST];
    point p;

    draw(ctx, S, rng, false);
    lower(ctx, &P, S, S->solver, np);
    lower(ctx, &Q, S, LI_LU, np);
    draw_point_of_inputs(ctx, rng, &p);
    for (size_t i = 0; i < S->n; i++) {
        li_ball_init(ctx, &r[i]);
        li_ball_init(ctx, &rd[i]);
    }
    li_status sm = run_modular(ctx, &P, np, p.residue, m), smd = run_modular(ctx, &Q, np, p.residue, md), sd = run_real(ctx, &P, np, p.real, d);
    li_status sb = run_balls(ctx, &P, np, p.ball, r), sbd = run_balls(ctx, &Q, np, p.ball, rd);
    li_check(ctx, sm == smd && sb == sbd && sm == sb, "n=%zu: %s %s %s %s", S->n, li_status_name(sm), li_status_name(smd), li_status_name(sb), li_status_name(sbd));
    li_check(ctx, (sd == LI_OK) == (sm == LI_OK), "n=%zu in doubles: %s, %s", S->n, li_status_name(sd), li_status_name(sm));
    for (size_t i = 0; i < S->n && sm == LI_OK && sd == LI_OK; i++) {
        li_check(ctx, m[i] == md[i], "mod p, unknown %zu of %zu", i, S->n);
        li_check(ctx, li_ball_is_finite(&r[i]) && li_ball_overlaps(&r[i], &rd[i]) && li_ball_radius(&r[i]) < 1e-30, "balls, unknown %zu of %zu", i, S->n);
        li_check(ctx, fabs(d[i] - li_ball_double(&rd[i])) <= 1e-11 * largest(S, i, d), "doubles, unknown %zu of %zu: %g, %g", i, S->n, d[i], li_ball_double(&rd[i]));
    }
    for (size_t i = 0; i < S->n; i++) {
        li_ball_clear(&r[i]);
        li_ball_clear(&rd[i]);
    }
    clear_point(&p);
    li_program_clear(ctx, &P);
    li_program_clear(ctx, &Q);
    free(S);
}

static void singular(li_ctx *ctx, li_rand *rng)
{
    sparse *S = calloc(1, sizeof *S);
    li_program P;
    size_t np = (size_t)li_rand_below(rng, INPUTS + 1);
    uint64_t m[MOST];
    double d[MOST];
    li_ball r[MOST];
    point p;

    draw(ctx, S, rng, true);
    lower(ctx, &P, S, S->solver, np);
    draw_point_of_inputs(ctx, rng, &p);
    for (size_t i = 0; i < S->n; i++)
        li_ball_init(ctx, &r[i]);
    li_status sm = run_modular(ctx, &P, np, p.residue, m), sd = run_real(ctx, &P, np, p.real, d), sb = run_balls(ctx, &P, np, p.ball, r);
    li_check(ctx, sm == LI_SINGULAR && sd == LI_SINGULAR && sb == LI_SINGULAR, "singular, n=%zu: %s %s %s", S->n, li_status_name(sm), li_status_name(sd),
             li_status_name(sb));
    for (size_t i = 0; i < S->n; i++)
        li_ball_clear(&r[i]);
    clear_point(&p);
    li_program_clear(ctx, &P);
    free(S);
}

/* ---- series, and lanes ---- */

/* The series of the inputs: coefficient k of input i. */
static void draw_series(li_rand *rng, double c[INPUTS][ORDER + 1])
{
    for (int i = 0; i < INPUTS; i++)
        for (int k = 0; k <= ORDER; k++)
            c[i][k] = (li_rand_below(rng, 65) - 32) / 32.0;
}

static li_status run_series(li_ctx *ctx, li_jet *run, const li_program *P, double c[INPUTS][ORDER + 1])
{
    li_status status = li_jet_init(ctx, run, P, ORDER);

    for (size_t k = 0; k <= ORDER && status == LI_OK; k++) {
        for (size_t i = 0; i < INPUTS; i++)
            li_jet_variable(run, i)[k] = c[i][k];
        status = li_jet_step_order(run, k);
    }
    return status;
}

static void check_ball_series(li_ctx *ctx, const li_program *P, double c[INPUTS][ORDER + 1], size_t n, const li_jet *dense)
{
    li_jet_balls run;
    li_ball x;

    li_ball_init(ctx, &x);
    li_jet_balls_init(ctx, &run, P, ORDER, 640);      /* pivots that lose digits cost some at every order */
    for (size_t k = 0; k <= ORDER; k++) {
        for (size_t i = 0; i < INPUTS; i++) {
            li_ball_set_double(&x, c[i][k]);
            li_jet_balls_set(&run, i, k, &x);
        }
        li_check(ctx, li_jet_balls_step_order(&run, k) == LI_OK, "order %zu in balls", k);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k <= ORDER; k++) {
            li_jet_balls_get(&run, &x, i, k);
            li_check(ctx, li_ball_radius(&x) < 1e-20 && fabs(li_ball_double(&x) - li_jet_output(dense, i)[k]) <= 1e-7 * (1 + fabs(li_ball_double(&x))),
                     "balls, unknown %zu of %zu, order %zu: %g, %g", i, n, k, li_ball_double(&x), li_jet_output(dense, i)[k]);
        }
    li_jet_balls_clear(ctx, &run);
    li_ball_clear(&x);
}

static size_t kernels(const li_lanes_kernel **out)
{
    const li_lanes_kernel *all[] = { li_lanes_baseline(), li_lanes_avx2(), li_lanes_avx512() };
    size_t count = 0;
    for (size_t i = 0; i < 3; i++)
        if (all[i] != NULL)
            out[count++] = all[i];
    return count;
}

static void check_lane_series(li_ctx *ctx, const li_program *P, double c[INPUTS][ORDER + 1], size_t n, const li_jet *dense, const li_lanes_kernel *kernel)
{
    li_jet_lanes run;

    li_jet_lanes_init_kernel(ctx, &run, P, ORDER, kernel);
    for (size_t k = 0; k <= ORDER; k++) {
        for (size_t i = 0; i < INPUTS * LANES; i++)              /* lane 5 is like the others, they are of another size */
            li_jet_lanes_variable(&run, i / LANES)[k * LANES + i % LANES] = c[i / LANES][k] * (i % LANES == 5 ? 1 : 0.5);
        li_check(ctx, li_jet_lanes_step_order(&run, k) == LI_OK, "order %zu in lanes", k);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k <= ORDER; k++) {
            double x = li_jet_lanes_output(&run, i)[k * LANES + 5], e = li_jet_output(dense, i)[k];
            li_check(ctx, fabs(x - e) <= 1e-7 * (1 + fabs(e)), "%s, unknown %zu of %zu, order %zu: %g, %g", kernel->name, i, n, k, x, e);
        }
    li_jet_lanes_clear(ctx, &run);
}

static void series(li_ctx *ctx, li_rand *rng)
{
    sparse *S = calloc(1, sizeof *S);
    const li_lanes_kernel *kernel[3];
    double c[INPUTS][ORDER + 1];
    li_program P, Q;
    li_jet run, dense;

    draw(ctx, S, rng, false);
    lower(ctx, &P, S, S->solver, 0);
    lower(ctx, &Q, S, LI_LU, 0);
    draw_series(rng, c);
    li_status status = run_series(ctx, &run, &P, c), expected = run_series(ctx, &dense, &Q, c);
    li_check(ctx, status == expected, "n=%zu: %s, %s", S->n, li_status_name(status), li_status_name(expected));
    for (size_t i = 0; i < S->n && status == LI_OK && expected == LI_OK; i++)
        for (size_t k = 0; k <= ORDER; k++) {
            double x = li_jet_output(&run, i)[k], e = li_jet_output(&dense, i)[k];
            li_check(ctx, fabs(x - e) <= 1e-7 * (1 + fabs(e)), "unknown %zu of %zu, order %zu: %g, %g", i, S->n, k, x, e);
        }
    if (expected == LI_OK) {
        check_ball_series(ctx, &P, c, S->n, &dense);
        for (size_t j = kernels(kernel); j-- > 0;)
            check_lane_series(ctx, &P, c, S->n, &dense, kernel[j]);
    }
    li_jet_clear(ctx, &run);
    li_jet_clear(ctx, &dense);
    li_program_clear(ctx, &P);
    li_program_clear(ctx, &Q);
    free(S);
}

/* Each lane as li_real does it, singular where in[0] is 0 and only there. */
static void lanes(li_ctx *ctx, li_rand *rng)
{
    sparse *S = calloc(1, sizeof *S);
    const li_lanes_kernel *kernel[3];
    bool wide = li_rand_below(rng, 2), defect = li_rand_below(rng, 2);
    size_t width = wide ? 32 : 16;
    double at[INPUTS * 32], *out = calloc(MOST * 32, sizeof *out), one[INPUTS], d[MOST];
    li_program P;

    if (defect)
        draw_definite(ctx, S, rng, true, 1);
    else
        draw(ctx, S, rng, false);
    lower(ctx, &P, S, S->solver, 0);
    for (size_t i = 0; i < INPUTS * width; i++)
        at[i] = (1 + li_rand_below(rng, 32)) / 8.0 * (i < width && defect && li_rand_below(rng, 3) == 0 ? 0 : 1);
    for (size_t j = kernels(kernel); j-- > 0;) {
        li_lanes run;
        li_lanes_init_kernel(ctx, &run, &P, width, kernel[j]);
        li_check(ctx, li_lanes_step(&run, at, out) == LI_OK, "a step");
        for (size_t l = 0; l < width; l++) {
            for (size_t i = 0; i < INPUTS; i++)
                one[i] = at[i * width + l];
            li_status status = run_real(ctx, &P, 0, one, d);
            li_check(ctx, (status == LI_SINGULAR) == (defect && one[0] == 0), "lane %zu at %g: %s", l, one[0], li_status_name(status));
            li_check(ctx, (status == LI_SINGULAR) == ((run.singular >> l & 1) != 0), "lane %zu: singular, n=%zu", l, S->n);
            for (size_t i = 0; i < S->n; i++)
                li_check(ctx, status == LI_SINGULAR ? isnan(out[i * width + l]) : fabs(out[i * width + l] - d[i]) <= 1e-11 * largest(S, i, d),
                         "%s, lane %zu, unknown %zu: %g, %g", kernel[j]->name, l, i, out[i * width + l], d[i]);
        }
        li_lanes_clear(ctx, &run);
    }
    li_program_clear(ctx, &P);
    free(out);
    free(S);
}

/* ---- C text ---- */

typedef void preparation(const double *parameter, double *prepared);
typedef void function(const double *prepared, const double *variable, double *out);
typedef void expansion(const double *prepared, size_t order, const double *variable, double *series, double *work);

static void *compile(const char *folder, const char *text)
{
    char source[200], object[200], command[700];

    snprintf(source, sizeof source, "%s/text.c", folder);
    snprintf(object, sizeof object, "%s/text.so", folder);
    FILE *file = fopen(source, "w");
    if (file == NULL)
        return NULL;
    fputs(text, file);
    fclose(file);
    snprintf(command, sizeof command, "cc -O1 -ffp-contract=off -Wall -Wextra -Werror -Wno-psabi -shared -fPIC -o %s %s -lm", object, source);
    void *library = system(command) == 0 ? dlopen(object, RTLD_NOW | RTLD_LOCAL) : NULL;
    remove(source);
    remove(object);
    return library;
}

static void find(void *library, const char *name, void *pointer)
{
    void *symbol = dlsym(library, name);
    memcpy(pointer, &symbol, sizeof symbol);
}

/* A motion whose rates are the first unknowns: to the last bit of li_real, the series as the interpreted ones. */
static void compare(li_ctx *ctx, li_rand *rng, const sparse *S, const li_program *P, void *library, bool defect, bool with_series)
{
    preparation *prepare;
    function *step, *eight;
    expansion *taylor, *taylor_eight;
    const size_t *sizes;
    size_t n = S->n, rows = n * (ORDER + 1);
    double at[INPUTS], wide[INPUTS * 8], d[MOST], got[MOST], *all = calloc(17 * rows, sizeof *all), *lane = all + rows;
    li_jet run;

    find(library, "f_prepare", &prepare);
    find(library, "f_step", &step);
    find(library, "f_lanes", &eight);
    find(library, "f_taylor", &taylor);
    find(library, "f_taylor_lanes", &taylor_eight);
    find(library, "f_sizes", &sizes);
    double *prepared = calloc(with_series ? sizes[1] : 4000, sizeof *prepared), *work = calloc(with_series ? sizes[3] + sizes[4] : 1, sizeof *work);
    prepare(NULL, prepared);
    for (size_t i = 0; i < INPUTS * 8; i++)
        wide[i] = (1 + li_rand_below(rng, 32)) / 8.0 * (i < 4 && defect ? 0 : 1);
    eight(prepared, wide, lane);
    for (size_t l = 0; l < 8; l++) {
        for (size_t i = 0; i < INPUTS; i++)
            at[i] = wide[8 * i + l];
        li_status status = run_real(ctx, P, 0, at, d);
        step(prepared, at, got);
        for (size_t i = 0; i < n; i++) {
            li_check(ctx, status == LI_SINGULAR ? isnan(got[i]) : got[i] == d[i], "C, unknown %zu of %zu: %a, %a", i, n, got[i], d[i]);
            li_check(ctx, status == LI_SINGULAR ? isnan(lane[8 * i + l]) : fabs(lane[8 * i + l] - d[i]) <= 1e-11 * largest(S, i, d), "C, lane %zu, unknown %zu of %zu: %g, %g",
                     l, i, n, lane[8 * i + l], d[i]);
        }
    }
    if (with_series) {
        taylor(prepared, ORDER, at, all, work);                  /* lane 7, which is regular */
        taylor_eight(prepared, ORDER, wide, lane, work);
    }
    li_jet_init(ctx, &run, P, ORDER);
    for (size_t i = 0; i < INPUTS; i++)
        li_jet_variable(&run, i)[0] = at[i];
    for (size_t k = 0; k <= ORDER; k++) {
        li_check(ctx, li_jet_step_order(&run, k) == LI_OK, "order %zu", k);
        li_jet_advance(&run, k);
    }
    for (size_t i = 0; i < n && with_series; i++)
        for (size_t k = 0; k <= ORDER; k++) {
            double e = i < INPUTS ? li_jet_variable(&run, i)[k] : li_jet_output(&run, i)[k];
            size_t place = i * (ORDER + 1) + k;
            li_check(ctx, fabs(all[place] - e) <= 1e-7 * (1 + fabs(e)), "C, row %zu of %zu, order %zu: %g, %g", i, n, k, all[place], e);
            li_check(ctx, fabs(lane[8 * place + 7] - e) <= 1e-7 * (1 + fabs(e)), "C, lanes, row %zu of %zu, order %zu: %g, %g", i, n, k, lane[8 * place + 7], e);
        }
    li_jet_clear(ctx, &run);
    free(prepared);
    free(work);
    free(all);
}

static void text(li_ctx *ctx, li_rand *rng)
{
    static const char probe[] = "cc --version >/dev/null 2>&1";
    const li_c_options options = { .name = "f", .lanes = true, .order = li_rand_below(rng, 2) ? ORDER : 0 };      /* alone, values are written without loops */
    sparse *S = calloc(1, sizeof *S);
    bool defect = li_rand_below(rng, 2);
    char folder[] = "/tmp/liaison-sparse-XXXXXX";
    li_program P;
    li_text out;

    if (system(probe) != 0 || mkdtemp(folder) == NULL) {
        li_check(ctx, true, "no compiler");
        free(S);
        return;
    }
    if (defect)
        draw_definite(ctx, S, rng, true, 1);
    else
        draw_bordered(ctx, S, rng, false, false);
    lower(ctx, &P, S, S->solver, 0);
    li_text_init(&out);
    li_program_c(ctx, &out, &P, &options);
    void *library = compile(folder, li_text_str(&out));
    li_check(ctx, library != NULL, "compiled");
    if (library != NULL) {
        compare(ctx, rng, S, &P, library, defect, options.order > 0);
        dlclose(library);
    }
    rmdir(folder);
    li_text_clear(ctx, &out);
    li_program_clear(ctx, &P);
    free(S);
}

static void most_are_planned(li_ctx *ctx, li_rand *rng)
{
    (void)rng;
    li_check(ctx, 10 * planned >= 9 * drawn, "%zu of %zu systems are solved along a plan", planned, drawn);
}

int main(void)
{
    li_test_run("plans", plans, 40);
    li_test_run("one by one", one_by_one, 30);
    li_test_run("singular", singular, 40);
    li_test_run("series", series, 12);
    li_test_run("lanes", lanes, 30);
    li_test_run("text", text, 4);
    li_test_run("most are planned", most_are_planned, 1);
    return li_test_done();
}

/* circulation.c - a closed curve of states, moved by the motion, and its circulation                     [gallissot 6]
 *
 * At one time t all along the curve the form  sum p_r dq_r - H dt  gives  sum_r (the integral of p_r dq_r/ds ds, s from 0 to 2 pi).
 * For the motions of an energy and ideal holonomic constraints it keeps its value (Poincare's relative integral invariant). */
#include <math.h>
#include <string.h>

#include "liaison/flow.h"

static const double PI = 3.14159265358979323846;

/* q_1 .. p_1 .. as functions of y, t */
static li_status write_momenta(li_ctx *ctx, li_program *P, const li_flow *F)
{
    const li_motion *S = F->S;
    const li_model *m = S->model;
    size_t n = F->coords;
    li_expr *out = li_expr_room(ctx, 2 * n), *v = li_expr_room(ctx, n);

    if (out == NULL || v == NULL)
        return li_ctx_status(ctx);
    for (size_t r = 0; r < n; r++)
        v[r] = m->coord[r].v;
    if (S->H == NULL)
        li_expr_gradient(ctx, out + n, li_model_basic(ctx, m, m->T0), n, v);
    for (size_t r = 0; r < n; r++) {
        out[r] = F->y[r];
        out[n + r] = li_flow_expression(ctx, F, S->H != NULL ? S->v[r] : out[n + r]);
    }
    return li_flow_program(ctx, P, F, false, 2 * n, out);
}

/* dx/ds at s_j of N values at even distances, x being periodic but for `turn`: the derivative of the trigonometric interpolation */
static double slope(const double *x, size_t stride, size_t N, size_t j, double turn)
{
    double sum = 0;

    for (size_t k = 0; k < N; k++) {
        if (k == j)
            continue;
        double apart = 2 * PI * ((double)j - (double)k) / (double)N, value = x[k * stride] - turn * (double)k / (double)N;
        double sign = (j + k) % 2 == 0 ? 0.5 : -0.5;
        sum += sign * value * (N % 2 == 0 ? 1 / tan(apart / 2) : 1 / sin(apart / 2));
    }
    return sum + turn / (2 * PI);
}

/* Of every `step`-th member; row k of pq: q_1 .. q_n, p_1 .. p_n */
static double circulation(const double *pq, size_t n, size_t members, size_t step, const double *turn)
{
    size_t N = members / step;
    double sum = 0;

    for (size_t r = 0; r < n; r++)
        for (size_t j = 0; j < N; j++)
            sum += pq[j * step * 2 * n + n + r] * slope(pq + r, 2 * n * step, N, j, turn[r]);
    return sum * 2 * PI / (double)N;
}

typedef struct {
    li_ctx *ctx;
    const li_flow *F;
    li_circulation *C;
    const li_run_options *o;
    const double *turn;
    li_program P;
    li_real run;
    double *y, *pq;                /* members rows of n + 1; of 2 coords */
} curve;

/* Every member from where it is to t; false if one does not come there. */
static bool move(curve *c, double t)
{
    size_t width = c->F->n + 1;

    for (size_t k = 0; k < c->C->members; k++) {
        double *y = c->y + k * width;
        li_run_options o = *c->o;
        li_run R;
        o.start = y;
        o.until = t;
        if (li_run_init(c->ctx, &R, c->F, &o) != LI_OK)
            return li_run_clear(c->ctx, &R), false;
        memcpy(y, R.y, c->F->n * sizeof *y);
        y[c->F->n] = R.t;
        bool there = R.ending == LI_ENDED;
        if (!there) {
            c->C->ending = R.ending;
            c->C->member = k;
            memcpy(c->C->message, R.message, sizeof R.message);
        }
        li_run_clear(c->ctx, &R);
        if (!there)
            return false;
    }
    return true;
}

static void measure(curve *c, double t)
{
    size_t n = c->F->coords, i = c->C->instants++;
    li_circulation *C = c->C;

    for (size_t k = 0; k < C->members; k++)
        li_real_step(&c->run, c->y + k * (c->F->n + 1), c->pq + k * 2 * n);
    C->t[i] = t;
    C->value[i] = circulation(c->pq, n, C->members, 1, c->turn);
    C->error[i] = fabs(C->value[i] - circulation(c->pq, n, C->members, 2, c->turn));
}

static li_status take_room(curve *c, size_t members, size_t instants)
{
    li_ctx *ctx = c->ctx;
    size_t n = c->F->n;

    *c->C = (li_circulation){ .members = members, .t = li_new(ctx, instants, sizeof(double)), .value = li_new(ctx, instants, sizeof(double)),
                              .error = li_new(ctx, instants, sizeof(double)) };
    c->y = li_new(ctx, members * (n + 1), sizeof *c->y);
    c->pq = li_new(ctx, members * 2 * (c->F->coords + 1), sizeof *c->pq);
    return li_ctx_status(ctx);
}

li_status li_circulation_init(li_ctx *ctx, li_circulation *C, const li_flow *F, size_t members, const double *start, const double *turn, size_t instants,
                              const double *t, const li_run_options *o)
{
    curve c = { .ctx = ctx, .F = F, .C = C, .o = o, .turn = turn, .run = { .ready = LI_ABSENT } };

    *C = (li_circulation){ 0 };
    if (F->S->W != NULL)
        return li_fail(ctx, LI_ABSENT, "a system that is given by its 2-form has no momenta: the circulation is not defined");
    if (members < 4 || members % 2 != 0)
        return li_fail(ctx, LI_DOMAIN, "a curve has an even number of members, 4 or more");
    if (take_room(&c, members, instants + 1) == LI_OK && write_momenta(ctx, &c.P, F) == LI_OK && li_real_init(ctx, &c.run, &c.P) == LI_OK) {
        if (li_real_parameters(&c.run, F->parameter) != LI_OK)
            li_fail(ctx, LI_SINGULAR, "the momenta have no value for these parameters");
        memcpy(c.y, start, members * (F->n + 1) * sizeof *c.y);
        for (size_t i = 0; i < instants && li_ctx_status(ctx) == LI_OK && move(&c, t[i]); i++)
            measure(&c, t[i]);
    }
    li_real_clear(ctx, &c.run);
    li_program_clear(ctx, &c.P);
    li_drop(ctx, c.y);
    li_drop(ctx, c.pq);
    return li_ctx_status(ctx);
}

void li_circulation_clear(li_ctx *ctx, li_circulation *C)
{
    li_drop(ctx, C->t);
    li_drop(ctx, C->value);
    li_drop(ctx, C->error);
    *C = (li_circulation){ 0 };
}

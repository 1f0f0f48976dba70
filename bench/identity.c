/* identity.c - the price of a proof: Lagrange's equations are d'Alembert's
 *
 *     d/dt dT/dq'_r - dT/dq_r + dV/dq_r  =  sum_i m_i (x_i'' dx_i/dq_r + y_i'' dy_i/dq_r) + dV/dq_r
 *
 * for every coordinate of the n-link pendulum on a cart, decided by exact algebra. One line of JSON a size: identities,
 * how many were proved, seconds of processor time for all of them. usage: bench_identity n [n ...] */
#include <stdio.h>
#include <stdlib.h>

#include "cart.h"

/* `letter` with its number, as the model knows it: x3, m3 */
static li_expr named(li_ctx *ctx, const li_model *m, char letter, int i)
{
    char name[16];
    int len = snprintf(name, sizeof name, "%c%d", letter, i);
    return li_model_expression(ctx, m, name, (size_t)len, NULL);
}

/* m x'' dx/dq_r */
static li_expr work(li_ctx *ctx, const li_motion *S, li_expr mass, li_expr x, size_t r)
{
    li_expr acceleration = li_motion_ddt(ctx, S, li_motion_ddt(ctx, S, x));
    return li_expr_mul(ctx, li_expr_mul(ctx, mass, acceleration), li_expr_diff(ctx, x, S->q[r]));
}

static li_expr d_alembert(li_ctx *ctx, const li_motion *S, int n, size_t r)
{
    li_expr sum = li_expr_diff(ctx, S->V, S->q[r]);
    for (int i = 0; i <= n; i++) {
        li_expr mass = named(ctx, S->model, 'm', i);
        sum = li_expr_add(ctx, sum, work(ctx, S, mass, named(ctx, S->model, 'x', i), r));
        sum = li_expr_add(ctx, sum, work(ctx, S, mass, named(ctx, S->model, 'y', i), r));
    }
    return sum;
}

static int measure(int n)
{
    li_ctx *ctx = li_ctx_new();
    li_text s;
    li_model m;
    li_motion S;
    size_t N = (size_t)n + 1, proved = 0;
    li_expr *E = calloc(N, sizeof *E);
    double spent = 0;

    if (ctx == NULL || E == NULL)
        return 3;
    li_text_init(&s);
    write_model(ctx, &s, n);
    if (li_model_read(ctx, &m, li_text_str(&s), s.len) == LI_OK && li_motion_init(ctx, &S, &m) == LI_OK &&
        li_motion_inertia(ctx, &S, E) == LI_OK)
        for (size_t r = 0; r < N; r++) {
            li_expr difference = li_expr_sub(ctx, E[r], d_alembert(ctx, &S, n, r));
            double t0 = seconds();
            proved += li_exact_is_zero(ctx, difference) == LI_YES;
            spent += seconds() - t0;
        }
    int status = (int)li_ctx_status(ctx);
    printf("{\"n\":%d,\"identities\":%zu,\"proved\":%zu,\"seconds\":%.6f,\"status\":%d}\n", n, N, proved, spent, status);
    li_text_clear(ctx, &s);
    li_ctx_free(ctx);
    free(E);
    return status;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (measure(atoi(argv[i])) != 0)
            return 1;
    return 0;
}

/* pendulum.c - Lagrange's equations of the n-link pendulum on a cart, from text to mass matrix and forcing
 *
 * One line of JSON a size: seconds of processor time to read the model, to derive the equations, to form
 * M and the forcing; nodes of the equations. usage: bench_pendulum n [n ...] */
#include <stdio.h>
#include <stdlib.h>

#include "cart.h"

static int measure(int n)
{
    li_ctx *ctx = li_ctx_new();
    li_text s;
    li_model m;
    li_motion S;
    size_t N = (size_t)n + 1;
    li_expr *E = calloc(N, sizeof *E), *M = calloc(N * N, sizeof *M), *h = calloc(N, sizeof *h);

    if (ctx == NULL || E == NULL || M == NULL || h == NULL)
        return 3;
    li_text_init(&s);
    write_model(ctx, &s, n);
    double t0 = seconds();
    li_model_read(ctx, &m, li_text_str(&s), s.len);
    double t1 = seconds();
    li_motion_init(ctx, &S, &m);
    li_motion_inertia(ctx, &S, E);
    double t2 = seconds();
    li_motion_matrix(ctx, &S, E, M, h);
    double t3 = seconds();
    int status = (int)li_ctx_status(ctx);
    printf("{\"n\":%d,\"read\":%.6f,\"equations\":%.6f,\"matrix\":%.6f,\"nodes\":%zu,\"status\":%d}\n", n, t1 - t0, t2 - t1, t3 - t2,
           li_expr_size(ctx, N, E), status);
    li_text_clear(ctx, &s);
    li_ctx_free(ctx);
    free(E);
    free(M);
    free(h);
    return status;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (measure(atoi(argv[i])) != 0)
            return 1;
    return 0;
}

/* omega.c - the form Omega of the n-link pendulum on a cart and its characteristic field E
 *
 * One line of JSON a size: seconds of processor time to make Omega by d from the Pfaff form, and E with its accelerations as
 * the unknowns of M a = b; the terms of Omega. usage: bench_omega n [n ...] */
#include <stdio.h>
#include <stdlib.h>

#include "cart.h"

static int measure(int n)
{
    li_ctx *ctx = li_ctx_new();
    li_text s;
    li_model m;
    li_motion S;
    li_omega O;
    li_field E;
    size_t N = (size_t)n + 1;

    if (ctx == NULL)
        return 3;
    li_text_init(&s);
    li_field_init(&E);
    write_model(ctx, &s, n);
    li_expr *M = li_alloc(ctx, N * N * sizeof *M), *b = li_alloc(ctx, N * sizeof *b);
    if (M == NULL || b == NULL || li_model_read(ctx, &m, li_text_str(&s), s.len) != LI_OK || li_motion_init(ctx, &S, &m) != LI_OK)
        return 3;
    double t0 = seconds();
    li_omega_init(ctx, &O, &S);
    double t1 = seconds();
    li_omega_system(ctx, &O, M, b);
    li_omega_implicit_E(ctx, &E, &O);
    double t2 = seconds();
    int status = (int)li_ctx_status(ctx);
    printf("{\"n\":%d,\"omega\":%.6f,\"field\":%.6f,\"terms\":%zu,\"status\":%d}\n", n, t1 - t0, t2 - t1, O.Omega.len, status);
    li_field_clear(ctx, &E);
    li_omega_clear(ctx, &O);
    li_text_clear(ctx, &s);
    li_ctx_free(ctx);
    return status;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (measure(atoi(argv[i])) != 0)
            return 1;
    return 0;
}

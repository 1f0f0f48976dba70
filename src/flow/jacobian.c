/* jacobian.c - dy'_i/dy_j, and dy'_i/dt if it is wanted, through the linear systems that a program solves
 *
 * From K x = b:  K dx/dy_j = db/dy_j - (dK/dy_j) x. A later system may contain the unknowns of an earlier one, so derivatives are
 * total: d/dy_j + sum_i dx_i/dy_j d/dx_i. */
#include <string.h>

#include "writing.h"

typedef struct {
    li_writing w;
    size_t   n;                    /* y_1 .. y_n, or t after them */
    size_t   known, cap;           /* unknowns x_i of all systems so far, and dx_i/dy_j, n each */
    li_expr *x, *dx;
    li_expr *symbol, *partial;     /* y, then x; the gradient by them */
} differentiation;

/* de/dy_j for all j */
static void differentiate(differentiation *d, li_expr *out, li_expr e)
{
    li_ctx *ctx = d->w.ctx;
    const li_flow *F = d->w.F;

    size_t n = d->n;

    memcpy(d->symbol, F->y, F->n * sizeof *d->symbol);
    d->symbol[F->n] = F->t;
    memcpy(d->symbol + n, d->x, d->known * sizeof *d->symbol);
    if (li_expr_gradient(ctx, d->partial, e, n + d->known, d->symbol) != LI_OK)
        return;
    for (size_t j = 0; j < n; j++) {
        out[j] = d->partial[j];
        for (size_t i = 0; i < d->known; i++)
            if (!li_expr_is_zero(d->partial[n + i]))
                out[j] = li_expr_add(ctx, out[j], li_expr_mul(ctx, d->partial[n + i], d->dx[i * n + j]));
    }
}

/* The right sides of all j: n rows of L->n. */
static void right_sides(differentiation *d, const li_linear *L, li_expr *b, li_expr *row)
{
    li_ctx *ctx = d->w.ctx;
    size_t n = d->n, m = L->n;

    for (size_t i = 0; i < m; i++) {
        differentiate(d, row, L->b[i]);
        for (size_t j = 0; j < n; j++)
            b[j * m + i] = row[j];
        for (size_t k = 0; k < m && li_ctx_status(ctx) == LI_OK; k++) {
            if (li_expr_is_zero(L->K[i * m + k]))
                continue;
            differentiate(d, row, L->K[i * m + k]);
            for (size_t j = 0; j < n; j++)
                b[j * m + i] = li_expr_sub(ctx, b[j * m + i], li_expr_mul(ctx, row[j], L->x[k]));
        }
    }
}

static li_status differentiate_system(differentiation *d, const li_linear *L)
{
    li_ctx *ctx = d->w.ctx;
    size_t n = d->n, m = L->n;
    li_expr *b = li_expr_room(ctx, n * m), *row = li_expr_room(ctx, n), *x = li_expr_room(ctx, m);

    if (b == NULL || row == NULL || x == NULL)
        return li_ctx_status(ctx);
    right_sides(d, L, b, row);
    for (size_t j = 0; j < n && li_ctx_status(ctx) == LI_OK; j++) {
        for (size_t i = 0; i < m; i++)
            d->dx[(d->known + i) * n + j] = x[i] = li_expr_fresh(ctx, "dx", LI_ACCELERATION);
        li_program_solve(ctx, d->w.P, li_linear_solver(L), m, L->K, b + j * m, x);
    }
    memcpy(d->x + d->known, L->x, m * sizeof *d->x);
    d->known += m;
    return li_ctx_status(ctx);
}

/* The systems that stand in the program, one after another. */
static li_status differentiate_systems(differentiation *d)
{
    li_ctx *ctx = d->w.ctx;
    size_t n = d->n, most = 0;

    for (size_t s = 0; s < d->w.systems; s++)
        most += d->w.system[s].n;
    d->x = li_expr_room(ctx, most);
    d->dx = li_expr_room(ctx, most * n);
    d->symbol = li_expr_room(ctx, n + most + 1);
    d->partial = li_expr_room(ctx, n + most);
    for (size_t s = 0; s < d->w.systems && li_ctx_status(ctx) == LI_OK; s++)
        differentiate_system(d, &d->w.system[s]);
    return li_ctx_status(ctx);
}

li_status li_flow_with_jacobian(li_ctx *ctx, li_flow *F)
{
    size_t n = F->n, count = n + 1 + n * n;
    li_expr *out = li_expr_room(ctx, count);
    differentiation d = { .n = n };

    if (out == NULL || li_writing_begin(ctx, &d.w, F, &F->jacobian) != LI_OK || li_writing_motion(&d.w, false) != LI_OK)
        return li_ctx_status(ctx);
    differentiate_systems(&d);
    li_writing_rates(&d.w, out);
    for (size_t i = 0; i < n && li_ctx_status(ctx) == LI_OK; i++)
        differentiate(&d, out + n + 1 + i * n, out[i]);
    return li_ctx_status(ctx) == LI_OK ? li_writing_finish(&d.w, count, out) : li_ctx_status(ctx);
}

li_status li_flow_law_program(li_ctx *ctx, li_program *P, const li_flow *F, size_t count, const li_expr *e, bool slopes)
{
    size_t n = F->n, first = n + count, all = first + (slopes ? n * (n + 1) : 0);
    li_expr *out = li_expr_room(ctx, all + 1);
    differentiation d = { .n = n + 1 };

    if (out == NULL || li_writing_begin(ctx, &d.w, F, P) != LI_OK || li_writing_motion(&d.w, false) != LI_OK)
        return li_ctx_status(ctx);
    if (slopes)
        differentiate_systems(&d);
    li_writing_rates(&d.w, out);
    for (size_t i = 0; slopes && i < n && li_ctx_status(ctx) == LI_OK; i++)
        differentiate(&d, out + first + i * (n + 1), out[i]);
    if (count > 0)
        memcpy(out + n, e, count * sizeof *out);
    if (li_ctx_status(ctx) == LI_OK)
        li_writing_reactions(&d.w);
    return li_ctx_status(ctx) == LI_OK ? li_writing_finish(&d.w, all, out) : li_ctx_status(ctx);
}

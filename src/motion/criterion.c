/* criterion.c - for which coordinates does Lagrange's equation hold, with the constraints put into T?   [tzenoff 9.3]
 *
 * It holds for q_a where the complementary term C_a vanishes identically. In Chaplygin's case the curl condition
 * dc_ji/dq_a = dc_ai/dq_j, for all i and j, is sufficient for that; it is not necessary. */
#include "frame.h"

/* The coordinate whose velocity is w_j, its number */
static size_t coordinate(const li_frame *f, size_t j)
{
    size_t r = 0;
    while (r < f->n && f->S->v[r] != f->w[j])
        r++;
    return r;
}

/* c_ai and T0 free of t and of the dependent coordinates, c_i = 0                                [tzenoff 4 (14)] */
static bool is_chaplygin(const li_frame *f)
{
    li_ctx *ctx = f->ctx;
    bool yes = true;

    for (size_t i = 0; i < f->p && yes; i++) {
        li_expr rest = f->phi[i], x = f->S->q[coordinate(f, f->k + i)];
        for (size_t a = 0; a < f->k; a++)
            rest = li_expr_sub(ctx, rest, li_expr_mul(ctx, f->d[a * f->p + i], f->w[a]));
        yes = li_exact_is_zero(ctx, rest) == LI_YES && li_exact_depends(ctx, f->T0, x) == LI_NO;
        for (size_t k = 0; k < f->k * f->p && yes; k++)
            yes = li_exact_depends(ctx, f->d[k], x) == LI_NO && li_exact_depends(ctx, f->d[k], f->S->t) == LI_NO;
    }
    return yes;
}

static li_truth has_no_curl(const li_frame *f, size_t a)
{
    li_ctx *ctx = f->ctx;
    li_truth all = LI_YES;

    for (size_t i = 0; i < f->p && all != LI_NO; i++)
        for (size_t j = 0; j < f->k && all != LI_NO; j++) {
            li_expr curl = li_expr_sub(ctx, li_expr_diff(ctx, f->d[j * f->p + i], f->S->q[coordinate(f, a)]),
                                       li_expr_diff(ctx, f->d[a * f->p + i], f->S->q[coordinate(f, j)]));
            li_truth one = li_exact_is_zero(ctx, curl);
            all = one == LI_YES ? all : one;
        }
    return all;
}

/* Relations of positions are put into T as they are, which is right always: the question is about velocities. */
static bool is_holonomic(const li_motion *S)
{
    bool all = true;
    for (size_t h = 0; h < S->p && all; h++)
        all = S->position[h] != NULL;
    return all;
}

li_status li_motion_criterion(li_ctx *ctx, li_criterion *out, const li_motion *S)
{
    li_frame f;

    *out = (li_criterion){ 0 };
    if (is_holonomic(S))
        return LI_OK;
    if (li_frame_init(ctx, &f, S, false) != LI_OK || !f.linear || f.p == 0)
        return li_ctx_status(ctx);
    out->coordinate = li_alloc(ctx, (f.k + 1) * sizeof *out->coordinate);
    out->lagrange = li_alloc(ctx, (f.k + 1) * sizeof *out->lagrange);
    out->curl = li_alloc(ctx, (f.k + 1) * sizeof *out->curl);
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    out->chaplygin = is_chaplygin(&f);
    for (size_t a = 0; a < f.k; a++) {
        out->coordinate[a] = S->q[coordinate(&f, a)];
        out->lagrange[a] = li_exact_is_zero(ctx, li_frame_C(&f, a));
        out->curl[a] = out->chaplygin ? has_no_curl(&f, a) : LI_UNKNOWN;
    }
    out->len = f.k;
    return li_ctx_status(ctx);
}

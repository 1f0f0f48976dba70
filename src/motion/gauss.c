/* gauss.c - the principle of least constraint
 *
 *     Z = 1/2 sum_rs M_rs (q''_r - g_r)(q''_s - g_s),  M g = Q - h,
 *
 * is least among the accelerations that the constraints admit: these are functions of the independent w'_a, and
 * dZ/dw'_a = 0. Up to terms free of accelerations Z = sum_r q''_r (1/2 sum_s M_rs q''_s + h_r - Q_r). */
#include "frame.h"

/* q'' that the constraints admit: from_i = to_i for q' and q'' */
static void admit(const li_frame *f, li_expr *from, li_expr *to)
{
    size_t n = f->n;

    for (size_t r = 0; r < n; r++) {
        from[r] = f->S->v[r];
        from[n + r] = f->S->a[r];
        to[r] = li_frame_reduce(f, f->velocity[r]);
        to[n + r] = li_frame_ddt(f, to[r]);
    }
}

/* sum_r q''_r (1/2 sum_s M_rs q''_s + h_r) and sum_r q''_r Q_r; the first factor is half the sum of E_r = sum_s M_rs q''_s + h_r
 * and E_r at q'' = 0 */
static li_status compulsion(li_ctx *ctx, const li_motion *S, li_expr *inertia, li_expr *forces)
{
    size_t n = S->n;
    li_expr *E = li_expr_room(ctx, n), *zero = li_expr_room(ctx, n), half = li_expr_frac(ctx, 1, 2);

    *inertia = *forces = li_expr_int(ctx, 0);
    if (E == NULL || zero == NULL || li_motion_left(ctx, S, E) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t r = 0; r < n; r++)
        zero[r] = li_expr_int(ctx, 0);
    for (size_t r = 0; r < n; r++) {
        li_expr mean = li_expr_mul(ctx, half, li_expr_add(ctx, E[r], li_expr_subst(ctx, E[r], n, S->a, zero)));
        *inertia = li_expr_add(ctx, *inertia, li_expr_mul(ctx, S->a[r], mean));
        *forces = li_expr_add(ctx, *forces, li_expr_mul(ctx, S->a[r], S->F[r]));
    }
    return li_ctx_status(ctx);
}

li_status li_motion_gauss(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    li_frame f;
    size_t n = S->n;
    li_expr *left = li_expr_room(ctx, n), *from = li_expr_room(ctx, 2 * n), *to = li_expr_room(ctx, 2 * n), Z[2];

    if (left == NULL || from == NULL || to == NULL || li_frame_init(ctx, &f, S, S->model->quasis > 0) != LI_OK ||
        compulsion(ctx, S, &Z[0], &Z[1]) != LI_OK)
        return li_ctx_status(ctx);
    admit(&f, from, to);
    li_expr_subst_all(ctx, 2, Z, 2 * n, from, to);
    if (li_expr_gradient(ctx, left, Z[0], f.k, f.rate) != LI_OK)
        return li_ctx_status(ctx);
    if (li_frame_equations(&f, out, "gauss", "least constraint (Gauss)", left, simplify) == LI_OK)
        li_equations_show(ctx, out, "Z", li_expr_sub(ctx, Z[0], Z[1]), simplify);
    return li_ctx_status(ctx);
}

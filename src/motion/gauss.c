/* gauss.c - the principle of least constraint
 *
 *     Z = 1/2 sum_rs M_rs (q''_r - g_r)(q''_s - g_s),  M g = Q - h,  is least among the accelerations that the
 * constraints admit: dZ/dw'_a = sum_r (sum_s M_rs q''_s + h_r - Q_r) dq''_r/dw'_a = 0. */
#include "frame.h"

/* Z up to terms free of accelerations: its derivatives g_a are linear in them, so that Z = 1/2 sum_a w'_a (g_a + g_a(0)) */
static li_expr constraint(const li_frame *f, const li_expr *left)
{
    li_ctx *ctx = f->ctx;
    li_expr Z = li_expr_int(ctx, 0), *zero = li_alloc(ctx, (f->k + 1) * sizeof *zero);

    for (size_t a = 0; zero != NULL && a < f->k; a++)
        zero[a] = li_expr_int(ctx, 0);
    for (size_t a = 0; zero != NULL && a < f->k; a++) {
        li_expr g = li_expr_sub(ctx, left[a], li_frame_force(f, a));
        li_expr mean = li_expr_mul(ctx, li_expr_frac(ctx, 1, 2), li_expr_add(ctx, g, li_expr_subst(ctx, g, f->k, f->rate, zero)));
        Z = li_expr_add(ctx, Z, li_expr_mul(ctx, f->rate[a], mean));
    }
    return Z;
}

li_status li_motion_gauss(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    li_frame f;
    size_t n = S->n;
    li_expr *E = li_alloc(ctx, (n + 1) * sizeof *E), *left = li_alloc(ctx, (n + 1) * sizeof *left);
    li_expr *from = li_alloc(ctx, (2 * n + 1) * sizeof *from), *to = li_alloc(ctx, (2 * n + 1) * sizeof *to);

    if (E == NULL || left == NULL || from == NULL || to == NULL || li_frame_init(ctx, &f, S, S->model->quasis > 0) != LI_OK || li_motion_left(ctx, S, E) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t r = 0; r < n; r++) {
        from[r] = S->v[r];
        from[n + r] = S->a[r];
        to[r] = li_frame_reduce(&f, f.velocity[r]);
        to[n + r] = li_frame_ddt(&f, to[r]);
    }
    li_expr_subst_all(ctx, n, E, 2 * n, from, to);
    for (size_t a = 0; a < f.k && li_ctx_status(ctx) == LI_OK; a++) {
        left[a] = li_expr_int(ctx, 0);
        for (size_t r = 0; r < n; r++)
            left[a] = li_expr_add(ctx, left[a], li_expr_mul(ctx, E[r], li_expr_diff(ctx, to[n + r], f.rate[a])));
    }
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    if (li_frame_equations(&f, out, "gauss", "least constraint (Gauss)", left, simplify) == LI_OK)
        li_equations_show(ctx, out, "Z", constraint(&f, left), simplify);
    return li_ctx_status(ctx);
}

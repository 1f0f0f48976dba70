/* functions.c - the functions of the theory: T, T1, S0, S1, K_alpha, C_alpha, H */
#include "frame.h"

/* B = A^-1: the rows dw_mu/dq'_r, and b_mu = -sum_r B[mu][r] c_r */
static bool definitions(const li_frame *f, li_expr *B, li_expr *b)
{
    const li_motion *S = f->S;

    for (size_t mu = 0; mu < f->n; mu++) {
        li_expr w = f->w[mu];
        for (size_t i = 0; i < S->model->quasis; i++)
            if (S->model->quasi[i].w == w)
                w = li_model_basic(f->ctx, S->model, S->model->quasi[i].value);
        if (li_exact_affine(f->ctx, w, f->n, S->v, B + mu * f->n, &b[mu]) != LI_YES)
            return false;
    }
    return true;
}

/* G_mu,r = d/dt dw_mu/dq'_r - dw_mu/dq_r, then q' in w                                        [tzenoff 3 (16)] */
li_status li_frame_G(const li_frame *f, li_expr *G)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->n;
    li_expr *B = li_expr_room(ctx, n * n), *b = li_expr_room(ctx, n);

    if (B == NULL || b == NULL)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n * n; i++)
        G[i] = li_expr_int(ctx, 0);
    if (!f->quasi)
        return LI_OK;
    if (!definitions(f, B, b))
        return li_fail(ctx, LI_UNDECIDED, "the quasi-velocities could not be read as linear functions of the velocities");
    for (size_t mu = 0; mu < n; mu++) {
        li_expr w = b[mu];
        for (size_t r = 0; r < n; r++)
            w = li_expr_add(ctx, w, li_expr_mul(ctx, B[mu * n + r], f->S->v[r]));
        for (size_t r = 0; r < n; r++) {
            li_expr turn = li_expr_sub(ctx, li_motion_ddt(ctx, f->S, B[mu * n + r]), li_expr_diff(ctx, w, f->S->q[r]));
            G[mu * n + r] = li_frame_in_w(f, turn);
        }
    }
    return li_ctx_status(ctx);
}

/* K_alpha = sum_r a_r,alpha sum_mu G_mu,r dT0/dw_mu                                            [tzenoff 3 (16)] */
li_status li_frame_K(const li_frame *f, li_expr *K)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->n;
    li_expr *G = li_expr_room(ctx, n * n), *Tw = li_expr_room(ctx, n), *x = li_expr_room(ctx, n);

    if (G == NULL || Tw == NULL || x == NULL || li_frame_G(f, G) != LI_OK)
        return li_ctx_status(ctx);
    li_expr_gradient(ctx, Tw, f->T0, n, f->w);
    for (size_t a = 0; a < n; a++)
        K[a] = li_expr_int(ctx, 0);
    for (size_t mu = 0; f->quasi && mu < n; mu++) {
        for (size_t r = 0; r < n; r++)
            x[r] = li_expr_mul(ctx, G[mu * n + r], Tw[mu]);
        for (size_t a = 0; a < n; a++)
            K[a] = li_expr_add(ctx, K[a], li_frame_project(f, x, a));
    }
    return li_ctx_status(ctx);
}

li_expr li_frame_T(const li_frame *f) { return li_frame_reduce(f, f->T0); }

/* S0 = 1/2 sum M_rs q''_r q''_s + sum q''_r h_r, M = d2T0/dq'dq', h = (D dT0/dq' - dT0/dq) at q'' = 0,
 * up to terms free of accelerations; then q', q'' in w, w'                                     [tzenoff 2.4] */
li_expr li_frame_S0(const li_frame *f)
{
    li_ctx *ctx = f->ctx;
    const li_motion *S = f->S;
    size_t n = f->n;
    li_expr *left = li_expr_room(ctx, n), *M = li_expr_room(ctx, n * n), *h = li_expr_room(ctx, n), *to = li_expr_room(ctx, 2 * n), *from = li_expr_room(ctx, 2 * n);
    li_expr S0 = li_expr_int(ctx, 0), half = li_expr_frac(ctx, 1, 2);

    if (left == NULL || M == NULL || h == NULL || to == NULL || from == NULL)
        return li_expr_undefined();
    if (li_motion_left(ctx, S, left) != LI_OK || li_motion_matrix(ctx, S, left, M, h) != LI_OK)
        return li_expr_undefined();
    for (size_t r = 0; r < n; r++) {
        li_expr sum = h[r];
        for (size_t s = 0; s < n; s++)
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, half, li_expr_mul(ctx, M[r * n + s], S->a[s])));
        S0 = li_expr_add(ctx, S0, li_expr_mul(ctx, S->a[r], sum));
        from[r] = S->v[r];
        from[n + r] = S->a[r];
        to[r] = f->velocity[r];
        to[n + r] = li_derivation_apply(ctx, f->D, f->velocity[r]);
    }
    return li_expr_subst(ctx, S0, 2 * n, from, to);
}

/* dT1/dq_r = sum_i [dT0/dw_(k+i)] dphi_i/dq_r,  dT1/dw_a = sum_i [dT0/dw_(k+i)] d_ai: the chain rule through the
 * dependent velocities only                                                                     [tzenoff 2.3] */
void li_frame_T1(const li_frame *f, li_expr *by_q, li_expr *by_w)
{
    li_ctx *ctx = f->ctx;

    for (size_t r = 0; r < f->n; r++)
        by_q[r] = by_w[r] = li_expr_int(ctx, 0);
    for (size_t i = 0; i < f->p; i++) {
        li_expr momentum = li_frame_reduce(f, li_expr_diff(ctx, f->T0, f->w[f->k + i]));
        for (size_t r = 0; r < f->n; r++)
            by_q[r] = li_expr_add(ctx, by_q[r], li_expr_mul(ctx, momentum, f->phi_q[i * f->n + r]));
        for (size_t a = 0; a < f->k; a++)
            by_w[a] = li_expr_add(ctx, by_w[a], li_expr_mul(ctx, momentum, f->d[a * f->p + i]));
    }
}

/* dS1/dw'_a = sum_i [dS0/dw'_(k+i)] d_ai                                                       [tzenoff 2.3] */
void li_frame_S1(const li_frame *f, li_expr *by_rate)
{
    li_ctx *ctx = f->ctx;
    li_expr S0 = f->p > 0 ? li_frame_S0(f) : li_expr_int(ctx, 0);

    for (size_t a = 0; a < f->k; a++)
        by_rate[a] = li_expr_int(ctx, 0);
    for (size_t i = 0; i < f->p; i++) {
        li_expr inertia = li_frame_reduce(f, li_expr_diff(ctx, S0, f->rate[f->k + i]));
        for (size_t a = 0; a < f->k; a++)
            by_rate[a] = li_expr_add(ctx, by_rate[a], li_expr_mul(ctx, inertia, f->d[a * f->p + i]));
    }
}

/* C_a = sum_i { [dT0/dq'_(k+i)] (dphi_i/dq_a - D_c c_ai) - [dT0/dq_(k+i)] c_ai },  velocities q'    [tzenoff 4 (8)] */
li_expr li_frame_C(const li_frame *f, size_t a)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->n;
    li_expr sum = li_expr_int(ctx, 0), *Tq = li_expr_room(ctx, n);

    if (Tq == NULL || li_expr_gradient(ctx, Tq, f->T0, n, f->S->q) != LI_OK)
        return li_expr_undefined();
    for (size_t i = 0; i < f->p; i++) {
        li_expr c = f->d[a * f->p + i], momentum = li_frame_reduce(f, li_expr_diff(ctx, f->T0, f->w[f->k + i]));
        li_expr turn = li_expr_sub(ctx, li_frame_project(f, f->phi_q + i * n, a), li_frame_ddt(f, c));
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, momentum, turn));
        sum = li_expr_sub(ctx, sum, li_expr_mul(ctx, c, li_frame_reduce(f, li_frame_project(f, Tq, f->k + i))));
    }
    return sum;
}

/* H = sum_a w_a dT/dw_a - T + V                                                                 [tzenoff 6] */
li_expr li_frame_H(const li_frame *f)
{
    li_ctx *ctx = f->ctx;
    li_expr T = li_frame_T(f), H = li_expr_sub(ctx, f->S->V, T), *Tw = li_expr_room(ctx, f->n);

    if (Tw == NULL)
        return li_expr_undefined();
    li_frame_by_w(f, Tw, T);
    for (size_t a = 0; a < f->k; a++)
        H = li_expr_add(ctx, H, li_expr_mul(ctx, f->w[a], Tw[a]));
    return H;
}

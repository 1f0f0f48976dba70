/* inertia.c - the left sides of the equations of motion in the chart, and their mass matrix */
#include "equations.h"

/* d/dt dT0/dq'_r - dT0/dq_r                                                   [tzenoff 3 (I)] */
static void lagrangian(li_ctx *ctx, const li_motion *S, const li_expr *Tv, const li_expr *Tq, li_expr *left)
{
    for (size_t i = 0; i < S->n; i++)
        left[i] = li_expr_sub(ctx, li_motion_ddt(ctx, S, Tv[i]), Tq[i]);
}

/* A covector y on q' is x = J^T y on v, J = dphi/dv: solved for y, all of them at once. */
static li_status solve_transposed(li_ctx *ctx, size_t n, const li_expr *J, size_t count, const li_expr *x, li_expr *y)
{
    li_expr *Jt = li_new(ctx, n * n + 1, sizeof *Jt), *right = li_new(ctx, n * count + 1, sizeof *right), *X = li_new(ctx, n * count + 1, sizeof *X);
    li_status status = li_ctx_status(ctx);

    for (size_t i = 0; status == LI_OK && i < n * n; i++)
        Jt[i % n * n + i / n] = J[i];
    for (size_t i = 0; status == LI_OK && i < n * count; i++)
        right[i % n * count + i / n] = x[i];
    if (status == LI_OK)
        status = li_exact_solve(ctx, X, n, Jt, count, right);
    for (size_t i = 0; status == LI_OK && i < n * count; i++)
        y[i] = X[i % n * count + i / n];
    li_drop(ctx, Jt);
    li_drop(ctx, right);
    li_drop(ctx, X);
    return status == LI_OK ? LI_OK : li_fail(ctx, status, "the velocities could not be solved for: the speeds do not determine them");
}

li_status li_motion_on_rates(li_ctx *ctx, const li_motion *S, size_t count, const li_expr *on_v, li_expr *on_rates)
{
    size_t n = S->n;
    li_expr *J = li_new(ctx, n * n + 1, sizeof *J);

    for (size_t i = 0; S->H != NULL && i < count * n; i++)       /* they are on q' already */
        on_rates[i] = on_v[i];
    for (size_t r = 0; J != NULL && S->H == NULL && r < n; r++)
        li_expr_gradient(ctx, J + r * n, S->phi[r], n, S->v);
    if (li_ctx_status(ctx) == LI_OK && S->H == NULL)
        solve_transposed(ctx, n, J, count, on_v, on_rates);
    li_drop(ctx, J);
    return li_ctx_status(ctx);
}

/* With q' = phi(t, q, v), J = dphi/dv:
 * left_alpha = d/dt T_v - sum_r p_r d/dt J_r,alpha - sum_r J_r,alpha (T_q,r - sum_l p_l dphi_l/dq_r) */
static li_status general(li_ctx *ctx, const li_motion *S, const li_expr *Tv, const li_expr *Tq, li_expr *left)
{
    size_t n = S->n;
    li_expr *J = li_new(ctx, n * n + 1, sizeof *J), *G = li_new(ctx, n * n + 1, sizeof *G);
    li_expr *p = li_new(ctx, n + 1, sizeof *p);

    for (size_t r = 0; J != NULL && G != NULL && p != NULL && r < n; r++) {
        li_expr_gradient(ctx, J + r * n, S->phi[r], n, S->v);
        li_expr_gradient(ctx, G + r * n, S->phi[r], n, S->q);
    }
    if (li_ctx_status(ctx) == LI_OK && solve_transposed(ctx, n, J, 1, Tv, p) == LI_OK) {
        for (size_t i = 0; i < n; i++) {
            left[i] = li_motion_ddt(ctx, S, Tv[i]);
            for (size_t r = 0; r < n; r++) {
                li_expr force = Tq[r];
                for (size_t l = 0; l < n; l++)
                    force = li_expr_sub(ctx, force, li_expr_mul(ctx, p[l], G[l * n + r]));
                left[i] = li_expr_sub(ctx, left[i], li_expr_mul(ctx, p[r], li_motion_ddt(ctx, S, J[r * n + i])));
                left[i] = li_expr_sub(ctx, left[i], li_expr_mul(ctx, J[r * n + i], force));
            }
        }
    }
    li_drop(ctx, J);
    li_drop(ctx, G);
    li_drop(ctx, p);
    return li_ctx_status(ctx);
}

/* p'_r + dH/dq_r                                                                [gallissot 3.1] */
static li_status hamiltonian(li_ctx *ctx, const li_motion *S, li_expr *left)
{
    if (li_expr_gradient(ctx, left, S->H, S->n, S->q) == LI_OK)
        for (size_t r = 0; r < S->n; r++)
            left[r] = li_expr_add(ctx, S->a[r], left[r]);
    return li_ctx_status(ctx);
}

/* sum_s W(dv^s, dv^r) v'_s */
static li_status first_order(li_ctx *ctx, const li_motion *S, li_expr *left)
{
    for (size_t r = 0; r < S->n; r++) {
        left[r] = li_expr_int(ctx, 0);
        for (size_t s = 0; s < S->n; s++)
            left[r] = li_expr_add(ctx, left[r], li_expr_mul(ctx, S->W[s * S->n + r], S->a[s]));
    }
    return li_ctx_status(ctx);
}

li_status li_motion_left(li_ctx *ctx, const li_motion *S, li_expr *left)
{
    if (S->W != NULL)
        return first_order(ctx, S, left);
    if (S->H != NULL)
        return hamiltonian(ctx, S, left);
    li_expr *Tv = li_new(ctx, S->n + 1, sizeof *Tv), *Tq = li_new(ctx, S->n + 1, sizeof *Tq);

    if (Tv != NULL && Tq != NULL && li_expr_gradient(ctx, Tv, S->T, S->n, S->v) == LI_OK &&
        li_expr_gradient(ctx, Tq, S->T, S->n, S->q) == LI_OK) {
        if (S->speeds)
            general(ctx, S, Tv, Tq, left);
        else
            lagrangian(ctx, S, Tv, Tq, left);
    }
    li_drop(ctx, Tv);
    li_drop(ctx, Tq);
    return li_ctx_status(ctx);
}

li_status li_motion_inertia(li_ctx *ctx, const li_motion *S, li_expr *E)
{
    if (li_motion_left(ctx, S, E) == LI_OK)
        for (size_t i = 0; i < S->n; i++)
            E[i] = li_expr_sub(ctx, E[i], S->F[i]);
    return li_ctx_status(ctx);
}

li_status li_motion_matrix(li_ctx *ctx, const li_motion *S, const li_expr *E, li_expr *M, li_expr *h)
{
    li_expr *zero = li_new(ctx, S->n + 1, sizeof *zero);

    for (size_t i = 0; zero != NULL && i < S->n; i++) {
        li_expr_gradient(ctx, M + i * S->n, E[i], S->n, S->a);
        zero[i] = li_expr_int(ctx, 0);
        h[i] = E[i];
    }
    if (zero != NULL)
        li_expr_subst_all(ctx, S->n, h, S->n, S->a, zero);
    li_drop(ctx, zero);
    return li_ctx_status(ctx);
}

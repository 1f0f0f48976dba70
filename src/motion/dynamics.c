/* dynamics.c - the equations of motion and the relations differentiated, in one set of velocities w
 *
 *     M w' + h = sum_h lambda_h l^h,      d/dt a_k = sum_j A_kj w'_j + rest_k
 *
 * w are the velocities of the chart, or the quasi-velocities: there M and h come from (II).        [gallissot 3, 9] */
#include "frame.h"

static li_status reserve(li_ctx *ctx, li_dynamics *D, const li_motion *S, bool quasi)
{
    size_t n = S->n, p = S->p;

    *D = (li_dynamics){ .n = n, .p = p, .r = S->r, .quasi = quasi, .w = li_expr_room(ctx, n), .rate = li_expr_room(ctx, n), .velocity = li_expr_room(ctx, n), .relation = li_expr_room(ctx, p) };
    D->M = li_expr_room(ctx, n * n);
    D->h = li_expr_room(ctx, n);
    D->l = li_expr_room(ctx, S->r * n);
    D->A = li_expr_room(ctx, p * n);
    D->rest = li_expr_room(ctx, p);
    return li_ctx_status(ctx);
}

/* e at w' = 0 */
static li_expr at_rest(li_ctx *ctx, const li_dynamics *D, const li_expr *zero, li_expr e)
{
    return li_expr_subst(ctx, e, D->n, D->rate, zero);
}

static void set_relations(li_ctx *ctx, li_dynamics *D, const li_expr *zero)
{
    for (size_t k = 0; k < D->p; k++) {
        li_expr_gradient(ctx, D->A + k * D->n, D->relation[k], D->n, D->w);
        D->rest[k] = at_rest(ctx, D, zero, li_derivation_apply(ctx, D->ddt, D->relation[k]));
    }
}

static void use_chart(li_ctx *ctx, li_dynamics *D, const li_motion *S, const li_expr *zero)
{
    size_t n = S->n;
    li_expr *E = li_expr_room(ctx, n);

    for (size_t i = 0; i < n; i++) {
        D->w[i] = S->v[i];
        D->rate[i] = S->a[i];
    }
    for (size_t r = 0; r < S->coords; r++)
        D->velocity[r] = S->phi[r];
    D->ddt = S->ddt;
    for (size_t i = 0; i < S->r * n; i++)
        D->l[i] = S->l[i];
    for (size_t k = 0; k < S->p; k++)
        D->relation[k] = S->relation[k];
    if (E != NULL && li_motion_inertia(ctx, S, E) == LI_OK && li_motion_matrix(ctx, S, E, D->M, D->h) == LI_OK)
        set_relations(ctx, D, zero);
}

/* The forces of the reactions are projected like all others: l_w = sum_r A[r][w] l_r. */
static void use_frame(li_ctx *ctx, li_dynamics *D, const li_frame *f, const li_motion *S, const li_expr *zero)
{
    size_t n = S->n;
    li_motion free = *S;
    li_equations eq;

    D->ddt = f->D;
    free.r = 0;                                      /* the right sides are the applied forces alone */
    for (size_t j = 0; j < n; j++) {
        D->w[j] = f->w[j];
        D->rate[j] = f->rate[j];
        D->velocity[j] = f->velocity[j];
    }
    if (li_motion_quasi(ctx, &eq, &free, false) != LI_OK)
        return;
    for (size_t i = 0; i < n; i++) {
        li_expr_gradient(ctx, D->M + i * n, eq.eq[i].left, n, D->rate);
        D->h[i] = li_expr_sub(ctx, at_rest(ctx, D, zero, eq.eq[i].left), eq.eq[i].right);
        for (size_t h = 0; h < S->r; h++)
            D->l[h * n + i] = li_frame_in_w(f, li_frame_project(f, S->l + h * n, i));
    }
    for (size_t k = 0; k < S->p; k++)
        D->relation[k] = li_frame_in_w(f, S->relation[k]);
    set_relations(ctx, D, zero);
}

li_status li_motion_dynamics(li_ctx *ctx, li_dynamics *D, const li_motion *S, bool quasi)
{
    li_expr *zero = li_expr_room(ctx, S->n);
    li_frame f;

    if (zero == NULL || reserve(ctx, D, S, quasi) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < S->n; i++)
        zero[i] = li_expr_int(ctx, 0);
    if (!quasi)
        use_chart(ctx, D, S, zero);
    else if (li_frame_free(ctx, &f, S, true) == LI_OK)
        use_frame(ctx, D, &f, S, zero);
    return li_ctx_status(ctx);
}

li_expr li_dynamics_force(li_ctx *ctx, const li_dynamics *D, const li_motion *S, size_t i)
{
    li_expr sum = li_expr_neg(ctx, D->h[i]);
    for (size_t h = 0; h < D->r; h++)
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, S->lambda[h], D->l[h * D->n + i]));
    return sum;
}

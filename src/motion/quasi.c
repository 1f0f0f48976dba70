/* quasi.c - form (II): Lagrange's equations in quasi-velocities (Boltzmann, Hamel, Tzénoff)
 *
 *     d/dt dT0/dw_alpha - sum_r a_r,alpha dT0/dq_r + K_alpha = P_alpha             [tzenoff 3 (II)]
 *     K_alpha = sum_r a_r,alpha sum_mu G_mu,r dT0/dw_mu,
 *     G_mu,r  = d/dt (dw_mu/dq'_r) - dw_mu/dq_r                                    [tzenoff 3 (16)]   */
#include "equations.h"

struct frame {
    li_ctx *ctx;
    const li_motion *S;
    li_quasi Q;
    li_expr *velocity;          /* q'_r = sum a_r,alpha w_alpha + a_r */
    li_expr *Tw, *Tq, *K;
    li_expr T;                  /* T0(t, q, w) */
    li_derivation *ddt;         /* t -> 1, q -> velocity, w -> w' */
};

static li_expr in_quasi(struct frame *f, li_expr e) { return li_expr_subst(f->ctx, e, f->Q.n, f->S->v, f->velocity); }

/* Quasi-velocities that the author wrote stay; velocities give way to them. */
static void set_energy(struct frame *f)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->Q.n;

    for (size_t r = 0; r < n; r++) {
        f->velocity[r] = f->Q.c[r];
        for (size_t k = 0; k < n; k++)
            f->velocity[r] = li_expr_add(ctx, f->velocity[r], li_expr_mul(ctx, f->Q.A[r * n + k], f->Q.w[k]));
    }
    f->T = li_exact_collect(ctx, in_quasi(f, f->S->model->T0), LI_VELOCITY);
    li_expr_gradient(ctx, f->Tw, f->T, n, f->Q.w);
    li_expr_gradient(ctx, f->Tq, f->T, n, f->S->q);
}

static void set_derivation(struct frame *f)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->Q.n;
    li_expr *x = li_new(ctx, 2 * n + 1, sizeof *x), *rate = li_new(ctx, 2 * n + 1, sizeof *rate);

    if (x != NULL && rate != NULL) {
        x[0] = f->S->t;
        rate[0] = li_expr_int(ctx, 1);
        for (size_t i = 0; i < n; i++) {
            x[1 + i] = f->S->q[i];
            rate[1 + i] = f->velocity[i];
            x[1 + n + i] = f->Q.w[i];
            rate[1 + n + i] = f->Q.rate[i];
        }
        f->ddt = li_derivation_new(ctx, 2 * n + 1, x, rate);
    }
    li_drop(ctx, x);
    li_drop(ctx, rate);
}

static void set_K(struct frame *f)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->Q.n;

    for (size_t k = 0; k < n; k++)
        f->K[k] = li_expr_int(ctx, 0);
    for (size_t mu = 0; mu < f->Q.declared; mu++) {          /* w_mu = q'_r has G = 0 */
        li_expr w = f->Q.b[mu];
        for (size_t r = 0; r < n; r++)
            w = li_expr_add(ctx, w, li_expr_mul(ctx, f->Q.B[mu * n + r], f->S->v[r]));
        for (size_t r = 0; r < n; r++) {
            li_expr G = li_expr_sub(ctx, li_motion_ddt(ctx, f->S, f->Q.B[mu * n + r]), li_expr_diff(ctx, w, f->S->q[r]));
            li_expr part = li_expr_mul(ctx, in_quasi(f, G), f->Tw[mu]);
            for (size_t k = 0; k < n; k++)
                f->K[k] = li_expr_add(ctx, f->K[k], li_expr_mul(ctx, f->Q.A[r * n + k], part));
        }
    }
}

/* sum_r a_r,alpha x_r */
static li_expr projected(struct frame *f, const li_expr *x, size_t alpha)
{
    li_expr sum = li_expr_int(f->ctx, 0);
    for (size_t r = 0; r < f->Q.n; r++)
        sum = li_expr_add(f->ctx, sum, li_expr_mul(f->ctx, f->Q.A[r * f->Q.n + alpha], x[r]));
    return sum;
}

static void set_equations(struct frame *f, li_equations *out, bool simplify)
{
    li_ctx *ctx = f->ctx;
    const li_motion *S = f->S;
    size_t n = f->Q.n;
    li_expr *force = li_new(ctx, n + 1, sizeof *force);

    for (size_t r = 0; force != NULL && r < n; r++)
        force[r] = in_quasi(f, li_expr_add(ctx, S->F[r], li_motion_reaction(ctx, S, r)));
    for (size_t k = 0; force != NULL && k < n; k++) {
        li_expr part[3] = { li_derivation_apply(ctx, f->ddt, f->Tw[k]), li_expr_neg(ctx, projected(f, f->Tq, k)), f->K[k] };
        li_equations_set(ctx, out, &out->eq[k], li_expr_sum(ctx, 3, part), projected(f, force, k), simplify);
        out->unknown[k] = f->Q.w[k];
    }
    for (size_t h = 0; h < S->p; h++) {
        li_expr zero = li_expr_int(ctx, 0);
        if (S->position[h] != NULL)
            out->relation[h] = (li_equation){ simplify ? li_exact_simplify(ctx, S->position[h]) : S->position[h], zero };
        else
            li_equations_set(ctx, out, &out->relation[h], in_quasi(f, S->relation[h]), zero, simplify);
    }
    for (size_t r = 0; r < n; r++)
        li_equations_define(ctx, &out->relation[S->p + r], S->v[r], f->velocity[r], simplify);
    li_drop(ctx, force);
}

li_status li_motion_quasi(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    struct frame f = { .ctx = ctx, .S = S };
    size_t n = S->n;

    if (S->model->quasis == 0)
        return li_fail(ctx, LI_INPUT, "the form quasi (II) needs quasi-velocities; this model declares none (use lagrange)");
    if (li_quasi_init(ctx, &f.Q, S) != LI_OK || li_equations_init(ctx, out, "quasi", "form II (Lagrange in quasi-velocities)", n, S->p + n, n + S->r) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t h = 0; h < S->r; h++)
        out->unknown[n + h] = S->lambda[h];
    f.velocity = li_new(ctx, n, sizeof *f.velocity);
    f.Tw = li_new(ctx, n, sizeof *f.Tw);
    f.Tq = li_new(ctx, n, sizeof *f.Tq);
    f.K = li_new(ctx, n, sizeof *f.K);
    if (li_ctx_status(ctx) == LI_OK) {
        set_energy(&f);
        set_derivation(&f);
        if (li_ctx_status(ctx) == LI_OK) {
            set_K(&f);
            set_equations(&f, out, simplify);
        }
    }
    li_drop(ctx, f.velocity);
    li_drop(ctx, f.Tw);
    li_drop(ctx, f.Tq);
    li_drop(ctx, f.K);
    return li_ctx_status(ctx);
}

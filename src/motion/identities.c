/* identities.c - the identities of the theory, for a given system                              [tzenoff 8]
 *
 * Each is an expression of (t, q, w, w') that vanishes, one for every index. */
#include "frame.h"

struct list { li_ctx *ctx; li_identity *at; size_t len, cap; };

static void add(struct list *l, const char *name, const char *words, size_t index, li_expr e)
{
    if (l->len < l->cap)
        l->at[l->len++] = (li_identity){ name, words, index + 1, e };
}

struct parts { li_expr *T0w, *T0q, *Tw, *Tq, *S0w, *Sw, *K; };

static bool set_parts(const li_frame *f, struct parts *x)
{
    li_ctx *ctx = f->ctx;
    li_expr **each[] = { &x->T0w, &x->T0q, &x->Tw, &x->Tq, &x->S0w, &x->Sw, &x->K };
    li_expr T = li_frame_reduce(f, f->T0), S0 = li_frame_S0(f);

    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        if ((*each[i] = li_alloc(ctx, (f->n + 1) * sizeof(li_expr))) == NULL)
            return false;
    li_expr_gradient(ctx, x->T0w, f->T0, f->n, f->w);
    li_expr_gradient(ctx, x->T0q, f->T0, f->n, f->S->q);
    li_expr_gradient(ctx, x->Tw, T, f->k, f->w);
    li_expr_gradient(ctx, x->Tq, T, f->n, f->S->q);
    li_expr_gradient(ctx, x->S0w, S0, f->n, f->rate);
    li_expr_gradient(ctx, x->Sw, li_frame_reduce(f, S0), f->k, f->rate);
    return li_frame_K(f, x->K) == LI_OK;
}

/* sum_i [dT0/dw_(k+i)] dphi_i/dx */
static li_expr through_dependent(const li_frame *f, const struct parts *x, li_expr variable)
{
    li_expr sum = li_expr_int(f->ctx, 0);
    for (size_t i = 0; i < f->p; i++)
        sum = li_expr_add(f->ctx, sum, li_expr_mul(f->ctx, li_frame_reduce(f, x->T0w[f->k + i]), li_expr_diff(f->ctx, f->phi[i], variable)));
    return sum;
}

/* (20): dS0/dw'_a = d/dt dT0/dw_a - sum_r a_ra dT0/dq_r + K_a; with w = q' it is (7), (18) */
static void add_accelerations(struct list *l, const li_frame *f, const struct parts *x)
{
    li_ctx *ctx = l->ctx;

    for (size_t a = 0; a < f->n; a++) {
        li_expr right = li_expr_sub(ctx, li_derivation_apply(ctx, f->D, x->T0w[a]), li_frame_project(f, x->T0q, a));
        right = li_expr_add(ctx, right, x->K[a]);
        add(l, f->quasi ? "S2" : "S1", f->quasi ? "dS0/dw' = d/dt dT0/dw - sum a dT0/dq + K" : "dS0/dq'' = d/dt dT0/dq' - dT0/dq", a,
            li_expr_sub(ctx, x->S0w[a], right));
    }
}

static void add_reductions(struct list *l, const li_frame *f, const struct parts *x)
{
    li_ctx *ctx = l->ctx;

    for (size_t a = 0; a < f->k; a++) {
        li_expr S = li_frame_reduce(f, x->S0w[a]);
        for (size_t i = 0; i < f->p; i++)
            S = li_expr_add(ctx, S, li_expr_mul(ctx, f->d[a * f->p + i], li_frame_reduce(f, x->S0w[f->k + i])));
        add(l, "S3", "dS/dw' = [dS0/dw'] + dS1/dw'", a, li_expr_sub(ctx, x->Sw[a], S));
        li_expr T = li_expr_add(ctx, li_frame_reduce(f, x->T0w[a]), through_dependent(f, x, f->w[a]));
        add(l, "N2", "dT/dw = [dT0/dw] + dT1/dw", a, li_expr_sub(ctx, x->Tw[a], T));
    }
    for (size_t r = 0; r < f->n; r++) {
        li_expr T = li_expr_add(ctx, li_frame_reduce(f, x->T0q[r]), through_dependent(f, x, f->S->q[r]));
        add(l, "N1", "dT/dq = [dT0/dq] + dT1/dq", r, li_expr_sub(ctx, x->Tq[r], T));
    }
}

/* C_a of (8), written with T1 and S1 (N4) and as Woronetz does (N5); velocities q' */
static void add_complementary(struct list *l, const li_frame *f, const struct parts *x)
{
    li_ctx *ctx = l->ctx;

    for (size_t a = 0; a < f->k; a++) {
        li_expr C = li_expr_int(ctx, 0), S1 = C, T1w = C, T1q = C, W = C;
        for (size_t i = 0; i < f->p; i++) {
            li_expr momentum = li_frame_reduce(f, x->T0w[f->k + i]), c = f->d[a * f->p + i], *g = li_alloc(ctx, (f->n + 1) * sizeof *g);
            if (g == NULL || li_expr_gradient(ctx, g, f->phi[i], f->n, f->S->q) != LI_OK)
                return;
            li_expr turn = li_expr_sub(ctx, li_frame_project(f, g, a), li_frame_ddt(f, c));
            C = li_expr_add(ctx, C, li_expr_mul(ctx, momentum, turn));
            C = li_expr_sub(ctx, C, li_expr_mul(ctx, c, li_frame_reduce(f, li_frame_project(f, x->T0q, f->k + i))));
            S1 = li_expr_add(ctx, S1, li_expr_mul(ctx, c, li_frame_reduce(f, x->S0w[f->k + i])));
            T1w = li_expr_add(ctx, T1w, li_expr_mul(ctx, momentum, c));
            T1q = li_expr_add(ctx, T1q, li_expr_mul(ctx, momentum, li_frame_project(f, g, a)));
            W = li_expr_sub(ctx, W, li_expr_mul(ctx, c, li_frame_project(f, x->Tq, f->k + i)));
            W = li_expr_sub(ctx, W, li_expr_mul(ctx, momentum, li_frame_curvature(f, i, a)));
        }
        li_expr T1 = li_expr_add(ctx, li_expr_sub(ctx, T1q, li_frame_ddt(f, T1w)), S1);
        add(l, "N4", "C = dT1/dq - D dT1/dq' + dS1/dq''", a, li_expr_sub(ctx, C, T1));
        add(l, "N5", "C = Woronetz's expression", a, li_expr_sub(ctx, C, W));
    }
}

/* In q', or in the quasi-velocities. */
static li_status add_all(struct list *l, const li_motion *S, bool quasi)
{
    li_frame f;
    struct parts x;

    if (li_frame_init(l->ctx, &f, S, quasi) != LI_OK || !set_parts(&f, &x))
        return li_ctx_status(l->ctx);
    add_accelerations(l, &f, &x);
    if (f.p > 0)
        add_reductions(l, &f, &x);
    if (f.p > 0 && !quasi)
        add_complementary(l, &f, &x);
    return li_ctx_status(l->ctx);
}

li_status li_motion_identities(li_ctx *ctx, size_t *count, li_identity **out, const li_motion *S)
{
    struct list l = { .ctx = ctx, .cap = 16 * S->n + 16 };

    l.at = li_alloc(ctx, l.cap * sizeof *l.at);
    if (l.at != NULL && add_all(&l, S, false) == LI_OK && S->model->quasis > 0)
        add_all(&l, S, true);
    *count = l.len;
    *out = l.at;
    return li_ctx_status(ctx);
}

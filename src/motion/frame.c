/* frame.c - velocities in which a form is written, and derivatives on the constraints */
#include "frame.h"

/* ---- all velocities ---- */

static void set_velocities(li_frame *f)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->n;
    li_quasi Q;

    if (f->quasi) {
        if (li_quasi_init(ctx, &Q, f->S) != LI_OK)
            return;
        for (size_t j = 0; j < n; j++) {
            f->w[j] = Q.w[j];
            f->rate[j] = Q.rate[j];
            f->c[j] = Q.c[j];
        }
        for (size_t i = 0; i < n * n; i++)
            f->A[i] = Q.A[i];
        return;
    }
    for (size_t j = 0; j < n; j++) {
        f->w[j] = f->S->v[j];
        f->rate[j] = f->S->a[j];
        f->c[j] = li_expr_int(ctx, 0);
        for (size_t r = 0; r < n; r++)
            f->A[r * n + j] = li_expr_int(ctx, r == j);
    }
}

static void set_motion(li_frame *f)
{
    for (size_t r = 0; r < f->n; r++) {
        f->velocity[r] = f->c[r];
        for (size_t j = 0; j < f->n; j++)
            f->velocity[r] = li_expr_add(f->ctx, f->velocity[r], li_expr_mul(f->ctx, f->A[r * f->n + j], f->w[j]));
    }
}

li_expr li_frame_in_w(const li_frame *f, li_expr e) { return li_expr_subst(f->ctx, e, f->n, f->S->v, f->velocity); }

/* ---- derivatives, energy, forces ---- */

/* t -> 1, q -> q', w_j -> rate_j */
static li_derivation *derivation(const li_frame *f, const li_expr *velocity, const li_expr *w_rate)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->n;
    li_expr *x = li_expr_room(ctx, 2 * n + 1), *rate = li_expr_room(ctx, 2 * n + 1);

    if (x == NULL || rate == NULL)
        return NULL;
    x[0] = f->S->t;
    rate[0] = li_expr_int(ctx, 1);
    for (size_t r = 0; r < n; r++) {
        x[1 + r] = f->S->q[r];
        rate[1 + r] = velocity[r];
        x[1 + n + r] = f->w[r];
        rate[1 + n + r] = w_rate[r];
    }
    return li_derivation_new(ctx, 2 * n + 1, x, rate);
}

/* D_c phi_i = dphi_i/dt + sum_r dphi_i/dq_r q'_r + sum_a d_ai w'_a,  q' on the constraints             [tzenoff 2.2] */
static li_expr rate_of_phi(const li_frame *f, size_t i, const li_expr *velocity)
{
    li_expr sum = f->phi_t[i];
    for (size_t r = 0; r < f->n; r++)
        sum = li_expr_add(f->ctx, sum, li_expr_mul(f->ctx, f->phi_q[i * f->n + r], velocity[r]));
    for (size_t a = 0; a < f->k; a++)
        sum = li_expr_add(f->ctx, sum, li_expr_mul(f->ctx, f->d[a * f->p + i], f->rate[a]));
    return sum;
}

static void set_derivations(li_frame *f)
{
    li_expr *reduced = li_expr_room(f->ctx, f->n), *rate = li_expr_room(f->ctx, f->n);

    if (reduced == NULL || rate == NULL)
        return;
    for (size_t r = 0; r < f->n; r++)
        reduced[r] = li_expr_subst(f->ctx, f->velocity[r], f->p, f->w + f->k, f->phi);
    for (size_t i = 0; i < f->p; i++)
        f->phi_rate[i] = rate_of_phi(f, i, reduced);
    for (size_t j = 0; j < f->n; j++)
        rate[j] = j < f->k ? f->rate[j] : f->phi_rate[j - f->k];
    f->D = derivation(f, f->velocity, f->rate);
    f->Dc = derivation(f, reduced, rate);
}

li_expr li_frame_reduce(const li_frame *f, li_expr e)
{
    li_ctx *ctx = f->ctx;
    li_expr *from = li_new(ctx, 2 * f->p + 1, sizeof *from), *to = li_new(ctx, 2 * f->p + 1, sizeof *to);

    for (size_t i = 0; from != NULL && to != NULL && i < f->p; i++) {
        from[i] = f->w[f->k + i];
        to[i] = f->phi[i];
        from[f->p + i] = f->rate[f->k + i];
        to[f->p + i] = f->phi_rate[i];
    }
    if (from != NULL && to != NULL)
        e = li_expr_subst(ctx, e, 2 * f->p, from, to);
    li_drop(ctx, from);
    li_drop(ctx, to);
    return e;
}

li_expr li_frame_ddt(const li_frame *f, li_expr e) { return li_derivation_apply(f->ctx, f->Dc, e); }

li_expr li_frame_project(const li_frame *f, const li_expr *x, size_t alpha)
{
    li_expr sum = li_expr_int(f->ctx, 0);
    for (size_t r = 0; r < f->n; r++)
        sum = li_expr_add(f->ctx, sum, li_expr_mul(f->ctx, f->A[r * f->n + alpha], x[r]));
    return sum;
}

li_expr li_frame_force(const li_frame *f, size_t alpha)
{
    li_expr sum = f->P[alpha];
    for (size_t i = 0; i < f->p; i++)
        sum = li_expr_add(f->ctx, sum, li_expr_mul(f->ctx, f->d[alpha * f->p + i], f->P[f->k + i]));
    return li_frame_reduce(f, sum);
}

/* de/dx + sum_i de/dw_(k+i) dphi_i/dx: the second part where phi is implicit, and e contains dependent velocities */
static void through_dependent(const li_frame *f, li_expr *out, li_expr e, size_t n, const li_expr *slope, size_t across, size_t down)
{
    for (size_t i = 0; i < f->p; i++) {
        li_expr de = li_expr_diff(f->ctx, e, f->w[f->k + i]);
        for (size_t j = 0; j < n; j++)
            out[j] = li_expr_add(f->ctx, out[j], li_expr_mul(f->ctx, de, slope[j * across + i * down]));
    }
}

void li_frame_by_w(const li_frame *f, li_expr *out, li_expr e)
{
    if (li_expr_gradient(f->ctx, out, e, f->k, f->w) == LI_OK && f->implicit)
        through_dependent(f, out, e, f->k, f->d, f->p, 1);
}

void li_frame_by_q(const li_frame *f, li_expr *out, li_expr e)
{
    if (li_expr_gradient(f->ctx, out, e, f->n, f->S->q) == LI_OK && f->implicit)
        through_dependent(f, out, e, f->n, f->phi_q, 1, f->n);
}

li_status li_frame_open(li_ctx *ctx, li_frame *f, const li_motion *S, bool quasi)
{
    size_t n = S->n;

    *f = (li_frame){ .ctx = ctx, .S = S, .quasi = quasi, .n = n, .linear = true };
    if (S->W != NULL)
        return li_fail(ctx, LI_INPUT, "this is made from T0, and the system is given by its 2-form (use omega or matrix)");
    if (S->H != NULL)
        return li_fail(ctx, LI_INPUT, "this is made from T0, and the system is given by H(q, p, t) (use canonical, omega or matrix)");
    if (S->speeds)
        return li_fail(ctx, LI_INPUT, "this form is written in velocities or quasi-velocities; the model has speeds (use kane or lagrange)");
    if (quasi && S->model->quasis == 0)
        return li_fail(ctx, LI_INPUT, "this form needs quasi-velocities; the model declares none");
    f->w = li_expr_room(ctx, n);
    f->rate = li_expr_room(ctx, n);
    f->A = li_expr_room(ctx, n * n);
    f->c = li_expr_room(ctx, n);
    f->velocity = li_expr_room(ctx, n);
    f->relation = li_expr_room(ctx, S->p);
    f->phi = li_expr_room(ctx, n);
    f->phi_rate = li_expr_room(ctx, n);
    f->phi_q = li_expr_room(ctx, n * n);
    f->phi_t = li_expr_room(ctx, n);
    f->d = li_expr_room(ctx, n * n);
    f->P = li_expr_room(ctx, n);
    if (li_ctx_status(ctx) == LI_OK)
        set_velocities(f);
    if (li_ctx_status(ctx) == LI_OK)
        set_motion(f);
    if (li_ctx_status(ctx) == LI_OK && li_frame_depend(f) == LI_OK)
        set_derivations(f);
    return li_ctx_status(ctx);
}

li_status li_frame_load(li_frame *f)
{
    const li_motion *S = f->S;

    f->T0 = f->quasi ? li_exact_collect(f->ctx, li_frame_in_w(f, S->model->T0), LI_VELOCITY) : S->T;
    for (size_t j = 0; j < S->n; j++)
        f->P[j] = li_frame_in_w(f, li_frame_project(f, S->F, j));
    return li_ctx_status(f->ctx);
}

li_status li_frame_init(li_ctx *ctx, li_frame *f, const li_motion *S, bool quasi)
{
    if (!li_motion_is_ideal(S))
        return li_fail(ctx, LI_INPUT, "this form needs ideal constraints; a reaction has a direction of its own (by): use kane or multipliers");
    return li_frame_open(ctx, f, S, quasi) == LI_OK ? li_frame_load(f) : li_ctx_status(ctx);
}

li_status li_frame_free(li_ctx *ctx, li_frame *f, const li_motion *S, bool quasi)
{
    li_motion *free = li_alloc(ctx, sizeof *free);

    if (free == NULL)
        return li_ctx_status(ctx);
    *free = *S;
    free->p = free->r = free->chosen = 0;
    return li_frame_init(ctx, f, free, quasi);
}

/* Are the dependent velocities that were asked for velocities of the frame? */
static bool knows_chosen(li_ctx *ctx, const li_motion *S, bool quasi)
{
    const li_expr *w = S->v;
    bool all = true;
    li_quasi Q;

    if (quasi && S->chosen > 0) {
        if (li_quasi_init(ctx, &Q, S) != LI_OK)
            return true;
        w = Q.w;
    }
    for (size_t i = 0; i < S->chosen && all; i++) {
        size_t j = 0;
        while (j < S->n && w[j] != S->dependent[i])
            j++;
        all = j < S->n;
    }
    return all;
}

li_status li_frame_view(li_ctx *ctx, li_frame *f, const li_motion *S, bool quasi)
{
    if (!S->speeds && !knows_chosen(ctx, S, quasi)) {
        li_motion *own = li_alloc(ctx, sizeof *own);
        if (own == NULL)
            return li_ctx_status(ctx);
        *own = *S;
        own->chosen = 0;
        S = own;
    }
    return li_frame_open(ctx, f, S, quasi) == LI_OK ? li_frame_load(f) : li_ctx_status(ctx);
}

void li_frame_relations(const li_frame *f, li_equations *out, bool simplify)
{
    li_ctx *ctx = f->ctx;

    out->relations = 0;
    for (size_t i = 0; f->implicit && i < f->p; i++)
        li_equations_set(ctx, out, &out->relation[out->relations++], f->relation[i], li_expr_int(ctx, 0), simplify);
    for (size_t r = 0; r < f->n; r++) {
        li_expr value = li_frame_reduce(f, f->velocity[r]);
        if (value != f->S->v[r])
            li_equations_define(ctx, &out->relation[out->relations++], f->S->v[r], value, simplify);
    }
}

li_status li_frame_equations(const li_frame *f, li_equations *out, const char *form, const char *title, const li_expr *left, bool simplify)
{
    li_ctx *ctx = f->ctx;

    if (li_equations_init(ctx, out, form, title, f->k, f->n + f->p, f->k) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t a = 0; a < f->k; a++) {
        li_equations_set(ctx, out, &out->eq[a], left[a], li_frame_force(f, a), simplify);
        out->unknown[a] = f->w[a];
    }
    li_frame_relations(f, out, simplify);
    return li_ctx_status(ctx);
}

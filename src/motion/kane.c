/* kane.c - the reactions eliminated by projection on independent velocities
 *
 * Virtual velocities delta are those on which no reaction works: l^h . delta = 0. With a basis beta_1 .. beta_k
 * of them the motion obeys, together with the constraints,
 *
 *     sum_r (d/dt dT0/dq'_r - dT0/dq_r - Q_r) beta_r,alpha = 0,    alpha = 1 .. k.
 *
 * The constraints leave independent velocities, in which this is written: those of a frame. For ideal reactions the frame has
 * beta_alpha = dq'/dw_alpha too; otherwise beta is solved for. Speeds are all kept, and the constraints stand beside them. */
#include "frame.h"

/* A basis beta (n by *k) of the delta with l^h . delta = 0, h = 1 .. r: dependent components in those that are free */
static li_status set_virtual_velocities(li_ctx *ctx, size_t r, size_t n, const li_expr *l, li_expr *beta, size_t *k)
{
    size_t rank = 0, row = 0;
    bool *used = li_alloc(ctx, (r + 1) * sizeof *used), *dependent = li_alloc(ctx, (n + 1) * sizeof *dependent);
    li_expr *left = li_expr_room(ctx, r * r), *right = li_expr_room(ctx, r * n), *X = li_expr_room(ctx, r * n);

    if (used == NULL || dependent == NULL || left == NULL || right == NULL || X == NULL)
        return li_ctx_status(ctx);
    li_status status = li_exact_rank(ctx, &rank, r, n, l, used, dependent);
    if (status != LI_OK)
        return li_fail(ctx, status, "the rank of the constraints could not be decided");
    *k = n - rank;
    for (size_t h = 0; h < r; h++) {
        for (size_t j = 0, to = 0, rest = 0; used[h] && j < n; j++) {
            if (dependent[j])
                left[row * rank + to++] = l[h * n + j];
            else
                right[row * *k + rest++] = li_expr_neg(ctx, l[h * n + j]);
        }
        row += used[h];
    }
    status = li_exact_solve(ctx, X, rank, left, *k, right);
    if (status != LI_OK)
        return li_fail(ctx, status, "the virtual velocities could not be solved for");
    for (size_t j = 0, solved = 0, own = 0; j < n; j++) {
        for (size_t a = 0; a < *k; a++)
            beta[j * *k + a] = dependent[j] ? X[solved * *k + a] : li_expr_int(ctx, own == a);
        solved += dependent[j];
        own += !dependent[j];
    }
    return li_ctx_status(ctx);
}

/* The velocities q'_r in the independent ones: from_r = to_r */
static void reduce_velocities(const li_frame *f, li_expr *to)
{
    for (size_t r = 0; r < f->n; r++)
        to[r] = li_exact_simplify(f->ctx, li_frame_reduce(f, f->velocity[r]));
}

/* The same in a frame: l A, written in the independent velocities, where directions of reactions are short; then beta = A delta */
static void set_in_frame(const li_frame *f, li_expr *beta, size_t *k)
{
    li_ctx *ctx = f->ctx;
    const li_motion *S = f->S;
    size_t n = f->n, r = S->r;
    li_expr *l = li_expr_room(ctx, r * n), *delta = li_expr_room(ctx, n * n), *to = li_expr_room(ctx, n);

    if (l == NULL || delta == NULL || to == NULL)
        return;
    reduce_velocities(f, to);
    for (size_t h = 0; h < r; h++)
        for (size_t j = 0; j < n; j++)
            l[h * n + j] = li_exact_simplify(ctx, li_expr_subst(ctx, li_frame_project(f, S->l + h * n, j), n, S->v, to));
    if (set_virtual_velocities(ctx, r, n, l, delta, k) != LI_OK)
        return;
    for (size_t i = 0; i < n; i++)
        for (size_t a = 0; a < *k; a++) {
            beta[i * *k + a] = li_expr_int(ctx, 0);
            for (size_t j = 0; j < n; j++)
                beta[i * *k + a] = li_expr_add(ctx, beta[i * *k + a], li_expr_mul(ctx, f->A[i * n + j], delta[j * *k + a]));
        }
}

/* sum_r E_r beta_r,a */
static li_expr projected(li_ctx *ctx, size_t n, const li_expr *E, const li_expr *beta, size_t k, size_t a)
{
    li_expr sum = li_expr_int(ctx, 0);
    for (size_t r = 0; r < n; r++)
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, E[r], beta[r * k + a]));
    return sum;
}

static const char *const title[] = { "Kane's equations", "Kane's equations: reactions eliminated by projection on independent velocities" };

/* In the chart as it is: speeds, and what a frame cannot be found for. */
static void write_in_chart(li_ctx *ctx, li_equations *out, const li_motion *S, const li_expr *E, const li_expr *beta, size_t k, bool simplify)
{
    if (li_equations_init(ctx, out, "kane", title[S->p > 0], k, S->p + S->n, S->n) != LI_OK)
        return;
    for (size_t a = 0; a < k && li_ctx_status(ctx) == LI_OK; a++)
        li_equations_set(ctx, out, &out->eq[a], projected(ctx, S->n, E, beta, k, a), li_expr_int(ctx, 0), simplify);
    out->relations = 0;
    for (size_t i = 0; i < S->n; i++)
        out->unknown[i] = S->v[i];
    for (size_t h = 0; h < S->p; h++)
        li_equations_set(ctx, out, &out->relation[out->relations++], S->relation[h], li_expr_int(ctx, 0), simplify);
    for (size_t r = 0; r < S->n; r++)
        if (S->phi[r] != S->model->coord[r].v)
            li_equations_define(ctx, &out->relation[out->relations++], S->model->coord[r].v, S->phi[r], simplify);
}

/* In the independent velocities of a frame */
static void write_in_frame(const li_frame *f, li_equations *out, li_expr *E, li_expr *beta, size_t k, bool simplify)
{
    li_ctx *ctx = f->ctx;
    const li_motion *S = f->S;
    size_t n = f->n;
    li_expr *from = li_expr_room(ctx, 2 * n), *to = li_expr_room(ctx, 2 * n);

    if (from == NULL || to == NULL || li_equations_init(ctx, out, "kane", title[S->p > 0], k, f->n + f->p, f->k) != LI_OK)
        return;
    reduce_velocities(f, to);
    for (size_t r = 0; r < n; r++) {
        from[r] = S->v[r];
        from[n + r] = S->a[r];
        to[n + r] = li_frame_ddt(f, to[r]);
    }
    li_expr_subst_all(ctx, n, E, 2 * n, from, to);
    li_expr_subst_all(ctx, n * k, beta, 2 * n, from, to);
    for (size_t a = 0; a < k && li_ctx_status(ctx) == LI_OK; a++)
        li_equations_set(ctx, out, &out->eq[a], projected(ctx, n, E, beta, k, a), li_expr_int(ctx, 0), simplify);
    for (size_t a = 0; a < f->k; a++)
        out->unknown[a] = f->w[a];
    li_frame_relations(f, out, simplify);
}

/* dq'_r/dw_a = A_ra + sum_i A_r,(k+i) d_ai */
static void slopes(const li_frame *f, li_expr *beta)
{
    li_ctx *ctx = f->ctx;

    for (size_t r = 0; r < f->n; r++)
        for (size_t a = 0; a < f->k; a++) {
            li_expr *x = &beta[r * f->k + a];
            *x = f->A[r * f->n + a];
            for (size_t i = 0; i < f->p; i++)
                *x = li_expr_add(ctx, *x, li_expr_mul(ctx, f->A[r * f->n + f->k + i], f->d[a * f->p + i]));
        }
}

/* false: there is none, and no failure either, unless velocities were asked for that cannot be had */
static bool has_frame(li_ctx *ctx, li_frame *f, const li_motion *S)
{
    if (S->speeds || li_frame_open(ctx, f, S, S->model->quasis > 0) == LI_OK)
        return !S->speeds;
    if (li_ctx_status(ctx) != LI_MEMORY && S->chosen == 0)
        li_ctx_forgive(ctx);
    return false;
}

li_status li_motion_kane(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    li_frame f;
    li_expr *E = li_expr_room(ctx, S->n), *beta = li_expr_room(ctx, S->n * S->n);
    bool frame = false, ideal = li_motion_is_ideal(S);

    if (S->H != NULL || S->W != NULL)
        return li_fail(ctx, LI_INPUT, "the form kane is made from T0; this system is given by its %s", S->H != NULL ? "Hamiltonian" : "2-form");
    if (li_motion_is_implicit(ctx, S))
        return li_fail(ctx, LI_INPUT, "the form kane eliminates the reactions, but here they enter the forces themselves; use multipliers");
    if (E != NULL && beta != NULL && li_motion_inertia(ctx, S, E) == LI_OK)
        frame = has_frame(ctx, &f, S);
    size_t k = frame ? f.k : S->n;
    if (frame && ideal)
        slopes(&f, beta);
    else if (frame)
        set_in_frame(&f, beta, &k);
    else if (li_ctx_status(ctx) == LI_OK)
        set_virtual_velocities(ctx, S->r, S->n, S->l, beta, &k);
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    if (frame)
        write_in_frame(&f, out, E, beta, k, simplify);
    else
        write_in_chart(ctx, out, S, E, beta, k, simplify);
    li_equations_show(ctx, out, "T0", S->T, simplify);
    return li_ctx_status(ctx);
}

/* portrait.c - what can be said of a system before any motion */
#include "liaison/motion.h"

enum { SOLVED = 12 };            /* coordinates up to which the motion is solved for the rate of the energy */

static li_truth worse(li_truth a, li_truth b) { return a == LI_YES || b == LI_YES ? LI_YES : a == LI_UNKNOWN || b == LI_UNKNOWN ? LI_UNKNOWN : LI_NO; }

static li_truth any_depends(li_ctx *ctx, size_t n, const li_expr *e, li_expr x)
{
    li_truth yes = LI_NO;
    for (size_t i = 0; i < n && yes != LI_YES; i++)
        yes = worse(yes, li_exact_depends(ctx, e[i], x));
    return yes;
}

/* Does anything of the system depend on x? */
static li_truth depends(li_ctx *ctx, const li_motion *S, li_expr x)
{
    li_truth yes = S->H != NULL ? any_depends(ctx, 1, &S->H, x) : worse(any_depends(ctx, 1, &S->T, x), any_depends(ctx, 1, &S->V, x));
    yes = yes == LI_YES ? yes : worse(yes, any_depends(ctx, S->n, S->F, x));
    yes = yes == LI_YES || S->W == NULL ? yes : worse(yes, any_depends(ctx, S->n * S->n, S->W, x));
    yes = yes == LI_YES ? yes : worse(yes, any_depends(ctx, S->coords, S->phi, x));
    yes = yes == LI_YES ? yes : worse(yes, any_depends(ctx, S->p, S->relation, x));
    for (size_t h = 0; h < S->p && yes != LI_YES; h++)
        if (S->position[h] != NULL)
            yes = worse(yes, li_exact_depends(ctx, S->position[h], x));
    return yes == LI_YES ? yes : worse(yes, any_depends(ctx, S->r * S->n, S->l, x));
}

/* sum_i x_i q'_i; x is on q' */
static li_expr power(li_ctx *ctx, const li_motion *S, const li_expr *x)
{
    li_expr sum = li_expr_int(ctx, 0);
    for (size_t i = 0; i < S->n; i++)
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, x[i], S->phi[i]));
    return sum;
}

/* Is P = +-1 or +-2 times the relation? */
static bool is_multiple(li_ctx *ctx, li_expr P, li_expr relation)
{
    for (int degree = 1; degree <= 2; degree++) {
        li_expr multiple = li_expr_mul(ctx, li_expr_int(ctx, degree), relation);
        if (li_exact_equal(ctx, P, multiple) == LI_YES || li_exact_equal(ctx, P, li_expr_neg(ctx, multiple)) == LI_YES)
            return true;
    }
    return false;
}

/* The power of reaction h vanishes on the constraints when it is a multiple of a relation, of its own most often: tried with degree
 * 0, 1, 2. */
static li_truth powerless(li_ctx *ctx, const li_motion *S, size_t h)
{
    li_expr P = power(ctx, S, S->l + h * S->n);
    bool zero = (h < S->p && is_multiple(ctx, P, S->relation[h])) || li_exact_is_zero(ctx, P) == LI_YES;

    for (size_t k = 0; k < S->p && !zero; k++)
        zero = k != h && is_multiple(ctx, P, S->relation[k]);
    return zero ? LI_YES : LI_UNKNOWN;
}

/* T0 homogeneous of degree 2, nothing depends on t, no power but that of V             [tzenoff 9.1]; where H is given,
 * nothing depends on t, and no power at all: dH/dt = sum (Q + reactions) q'.
 * NO: a hypothesis is not met; UNKNOWN: one could not be decided. */
static li_truth theorem_applies(li_ctx *ctx, const li_motion *S, li_truth time)
{
    li_expr *x = li_new(ctx, S->n + 1, sizeof *x);
    li_truth yes = S->speeds && S->H == NULL ? LI_UNKNOWN : time == LI_NO ? LI_YES : time == LI_YES ? LI_NO : LI_UNKNOWN;

    if (x != NULL && yes == LI_YES && S->H == NULL && li_expr_gradient(ctx, x, S->T, S->n, S->v) == LI_OK)
        yes = li_exact_equal(ctx, power(ctx, S, x), li_expr_mul(ctx, li_expr_int(ctx, 2), S->T));
    if (x != NULL && yes == LI_YES && li_expr_gradient(ctx, x, S->V, S->n, S->q) == LI_OK) {
        for (size_t i = 0; i < S->n; i++)                       /* forces that are not -dV/dq */
            x[i] = li_expr_add(ctx, S->F[i], x[i]);
        yes = li_exact_is_zero(ctx, power(ctx, S, x));
    }
    for (size_t h = 0; h < S->r && yes == LI_YES; h++)
        yes = powerless(ctx, S, h);
    li_drop(ctx, x);
    return yes;
}

/* Is det d2H/dpdp different from 0 at most states? */
static li_truth is_regular(li_ctx *ctx, const li_motion *S)
{
    size_t n = S->n, rank = 0;
    li_expr *Hessian = li_new(ctx, n * n + 1, sizeof *Hessian);
    li_status status = LI_MEMORY;

    for (size_t r = 0; Hessian != NULL && r < n; r++)
        li_expr_gradient(ctx, Hessian + r * n, S->phi[r], n, S->v);
    if (li_ctx_status(ctx) == LI_OK)
        status = li_exact_rank(ctx, &rank, n, n, Hessian, NULL, NULL);
    li_drop(ctx, Hessian);
    return status != LI_OK ? LI_UNKNOWN : rank == n ? LI_YES : LI_NO;
}

static li_truth is_closed(li_ctx *ctx, const li_motion *S)
{
    li_omega O;
    li_truth closed = li_omega_init(ctx, &O, S) == LI_OK ? li_omega_is_closed(ctx, &O) : LI_UNKNOWN;

    li_omega_clear(ctx, &O);
    return closed;
}

/* Do the relations, linear in the velocities, contradict each other? Then there is no motion. */
static bool contradict(li_ctx *ctx, const li_motion *S)
{
    size_t n = S->n, p = S->p, rank = 0, full = 0;
    li_expr *A = li_expr_room(ctx, p * n), *B = li_expr_room(ctx, p * (n + 1));

    if (A == NULL || B == NULL || p < 2)
        return false;
    for (size_t h = 0; h < p; h++) {
        if (li_exact_affine(ctx, S->relation[h], n, S->v, A + h * n, &B[h * (n + 1) + n]) != LI_YES)
            return false;
        for (size_t r = 0; r < n; r++)
            B[h * (n + 1) + r] = A[h * n + r];
    }
    return li_exact_rank(ctx, &rank, p, n, A, NULL, NULL) == LI_OK && li_exact_rank(ctx, &full, p, n + 1, B, NULL, NULL) == LI_OK && full > rank;
}

/* d/dt (T0 + V), or dH/dt, on the motions, in the independent state; NULL: not known, or not for all of them */
static li_expr energy_rate(li_ctx *ctx, const li_motion *S)
{
    li_solution X;
    li_expr rate = NULL;

    bool solved = li_solution_init(ctx, &X, S) == LI_OK && X.len == 1 && !X.partial;
    const li_branch *b = solved ? &X.branch[0] : NULL;
    if (solved && b->unknowns == 0 && b->why == NULL && !b->unused)
        rate = li_exact_simplify(ctx, li_solution_apply(ctx, b, li_motion_ddt(ctx, S, S->H != NULL ? S->H : li_expr_add(ctx, S->T, S->V))));
    if (li_ctx_status(ctx) != LI_OK && li_ctx_status(ctx) != LI_MEMORY)
        li_ctx_forgive(ctx);
    return rate;
}

/* By the theorem; where it does not apply, by the rate on the motions. */
static void set_energy(li_ctx *ctx, li_portrait *out, const li_motion *S)
{
    out->energy = LI_UNKNOWN;
    if (contradict(ctx, S))
        return;
    if (theorem_applies(ctx, S, out->time) == LI_YES)
        out->energy = LI_YES;
    else if (S->n <= SOLVED && (out->energy_rate = energy_rate(ctx, S)) != NULL)
        out->energy = li_exact_is_zero(ctx, out->energy_rate);
    if (out->energy != LI_NO)
        out->energy_rate = NULL;
}

li_truth li_motion_keeps_energy(li_ctx *ctx, const li_motion *S)
{
    li_portrait portrait = { .time = depends(ctx, S, S->t), .energy = LI_UNKNOWN };

    if (S->W == NULL)
        set_energy(ctx, &portrait, S);
    return portrait.energy;
}

li_status li_motion_portrait(li_ctx *ctx, li_portrait *out, const li_motion *S)
{
    *out = (li_portrait){ .time = depends(ctx, S, S->t), .energy = LI_UNKNOWN, .singular = li_expr_int(ctx, 1) };
    out->coordinate = li_alloc(ctx, (S->n + 1) * sizeof *out->coordinate);
    if (out->coordinate == NULL)
        return li_ctx_status(ctx);
    const li_expr *x = S->W != NULL ? S->v : S->q;
    for (size_t i = 0; i < S->n; i++)
        if (depends(ctx, S, x[i]) == LI_NO)
            out->coordinate[out->absent++] = x[i];
    if (S->W == NULL)
        set_energy(ctx, out, S);
    out->closed = S->W != NULL ? is_closed(ctx, S) : LI_UNKNOWN;
    out->regular = S->H != NULL ? is_regular(ctx, S) : LI_UNKNOWN;
    li_quasi Q;
    if (S->model->quasis > 0 && !S->speeds && li_quasi_init(ctx, &Q, S) == LI_OK)
        li_exact_det(ctx, &out->singular, Q.n, Q.B);
    return li_ctx_status(ctx);
}

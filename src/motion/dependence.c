/* dependence.c - which velocities the constraints leave independent, and the others as functions of them
 *
 * Constraints that are linear in the dependent velocities are solved: w_(k+i) = phi_i(t, q, w_1 .. w_k). Others define phi_i implicitly: w_(k+i)
 * stays in the equations, and what is needed of phi_i are its derivatives, dphi/dx = -(da/dw_dep)^-1 da/dx.  [tzenoff 2, 4] */
#include "frame.h"


/* The relations in w, a_h = sum_j D_hj w_j + rest_h. False if one is not linear in w: then D is da/dw. */
static bool read_relations(li_frame *f, li_expr *D, li_expr *rest)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->n;
    bool linear = true;

    for (size_t h = 0; h < f->p; h++) {
        f->relation[h] = li_frame_in_w(f, f->S->relation[h]);
        if (li_exact_affine(ctx, f->relation[h], n, f->w, D + h * n, &rest[h]) != LI_YES) {
            linear = false;
            li_expr_gradient(ctx, D + h * n, f->relation[h], n, f->w);
            rest[h] = li_expr_int(ctx, 0);
        }
        for (size_t j = 0; j < n; j++)
            D[h * n + j] = li_exact_simplify(ctx, D[h * n + j]);
    }
    return linear;
}

/* The dependent velocities that were asked for, as columns. */
static bool take_chosen(const li_frame *f, const li_expr *D, size_t p, size_t *column)
{
    li_ctx *ctx = f->ctx;
    const li_motion *S = f->S;
    li_expr *minor = li_expr_room(ctx, p * p), det = li_expr_int(ctx, 0);

    if (S->chosen != p)
        return li_fail(ctx, LI_INPUT, "the constraints determine %zu velocities by the others; %zu were asked for", p, S->chosen), false;
    for (size_t i = 0; i < p; i++) {
        for (column[i] = 0; column[i] < f->n && f->w[column[i]] != S->dependent[i];)
            column[i]++;
        if (column[i] == f->n)
            return li_fail(ctx, LI_INPUT, "%s is not a velocity of this form", li_expr_name(S->dependent[i])), false;
    }
    if (minor == NULL)
        return false;
    li_take_columns(minor, p, f->n, D, p, column);
    if (li_exact_det(ctx, &det, p, minor) != LI_OK || li_exact_is_zero(ctx, det) != LI_NO)
        return li_fail(ctx, LI_INPUT, "the constraints do not determine these velocities by the others"), false;
    return true;
}

/* Independent velocities first; the columns of A, and of D, go along. */
static void reorder(li_frame *f, li_expr *D, size_t rows, const size_t *dependent, size_t p)
{
    size_t n = f->n, to = 0;
    size_t *order = li_alloc(f->ctx, (n + 1) * sizeof *order);
    li_expr *old = li_expr_room(f->ctx, n);

    if (order == NULL || old == NULL)
        return;
    for (size_t j = 0; j < n; j++) {
        bool is_dependent = false;
        for (size_t i = 0; i < p; i++)
            is_dependent |= dependent[i] == j;
        if (!is_dependent)
            order[to++] = j;
    }
    for (size_t i = 0; i < p; i++)
        order[to++] = dependent[i];
    for (size_t row = 0; row < n + rows + 2; row++) {
        li_expr *x = row < n ? f->A + row * n : row < n + rows ? D + (row - n) * n : row == n + rows ? f->w : f->rate;
        for (size_t j = 0; j < n; j++)
            old[j] = x[j];
        for (size_t j = 0; j < n; j++)
            x[j] = old[order[j]];
    }
}

/* Relations that follow from others are left out. */
static void drop_dependent_rows(li_frame *f, li_expr *D, li_expr *rest)
{
    size_t rank = 0, kept = 0, n = f->n;
    bool *row = li_alloc(f->ctx, (f->p + 1) * sizeof *row);

    if (row == NULL || li_exact_rank(f->ctx, &rank, f->p, n, D, row, NULL) != LI_OK) {
        li_fail(f->ctx, LI_UNDECIDED, "the rank of the constraints could not be decided");
        return;
    }
    for (size_t h = 0; h < f->p; h++) {
        if (!row[h])
            continue;
        for (size_t j = 0; j < n; j++)
            D[kept * n + j] = D[h * n + j];
        f->relation[kept] = f->relation[h];
        rest[kept++] = rest[h];
    }
    f->p = kept;
    f->k = n - kept;
}

/* out (p by columns) = -D_dep^-1 B */
static li_status solve(const li_frame *f, li_expr *out, const li_expr *D, size_t columns, li_expr *B)
{
    li_ctx *ctx = f->ctx;
    size_t p = f->p;
    li_expr *left = li_expr_room(ctx, p * p);

    for (size_t i = 0; left != NULL && i < p * p; i++)
        left[i] = D[i / p * f->n + f->k + i % p];
    for (size_t i = 0; i < p * columns; i++)
        B[i] = li_expr_neg(ctx, B[i]);
    if (left == NULL || li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    li_status status = li_exact_solve(ctx, out, p, left, columns, B);
    return status == LI_OK ? LI_OK : li_fail(ctx, status, "the dependent velocities could not be solved for");
}

static void differentiate(li_frame *f, size_t i)
{
    li_expr_gradient(f->ctx, f->phi_q + i * f->n, f->phi[i], f->n, f->S->q);
    f->phi_t[i] = li_expr_diff(f->ctx, f->phi[i], f->S->t);
}

/* Linear constraints: phi_i = sum_a d_ai w_a + ..., from  D_dep w_dep = -(D_ind w_ind + rest) */
static li_status set_explicit(li_frame *f, const li_expr *D, const li_expr *rest)
{
    li_ctx *ctx = f->ctx;
    size_t k = f->k, p = f->p, columns = k + 1;
    li_expr *B = li_expr_room(ctx, p * columns), *X = li_expr_room(ctx, p * columns);

    for (size_t i = 0; B != NULL && i < p * columns; i++)
        B[i] = i % columns < k ? D[i / columns * f->n + i % columns] : rest[i / columns];
    if (B == NULL || X == NULL || solve(f, X, D, columns, B) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < p; i++) {
        f->phi[i] = X[i * columns + k];
        for (size_t a = 0; a < k; a++) {
            f->d[a * p + i] = X[i * columns + a];
            f->phi[i] = li_expr_add(ctx, f->phi[i], li_expr_mul(ctx, f->d[a * p + i], f->w[a]));
        }
        differentiate(f, i);
    }
    return li_ctx_status(ctx);
}

/* a_h = sum_i E_hi w_(k+i) + rest_h with E free of velocities? */
static bool read_dependent(const li_frame *f, li_expr *E, li_expr *rest)
{
    size_t n = f->n, k = f->k, p = f->p;
    li_expr x;

    for (size_t h = 0; h < p; h++) {
        if (li_exact_affine(f->ctx, f->relation[h], p, f->w + k, E + h * n + k, &rest[h]) != LI_YES)
            return false;
        for (size_t i = 0; i < p; i++)
            E[h * n + k + i] = li_exact_simplify(f->ctx, E[h * n + k + i]);
        if (li_expr_symbols(f->ctx, n, E + h * n, LI_VELOCITY, LI_VELOCITY, &x, 1) > 0)
            return false;
    }
    return true;
}

/* Constraints that are linear in the dependent velocities alone are solved for them too: phi = -E^-1 rest. */
static bool set_solved(li_frame *f)
{
    li_ctx *ctx = f->ctx;
    size_t k = f->k, p = f->p, n = f->n;
    li_expr *E = li_expr_room(ctx, p * n), *rest = li_expr_room(ctx, p), *phi = li_expr_room(ctx, p);

    for (size_t i = 0; E != NULL && i < p * n; i++)
        E[i] = li_expr_int(ctx, 0);
    if (E == NULL || rest == NULL || phi == NULL || !read_dependent(f, E, rest) || solve(f, phi, E, 1, rest) != LI_OK)
        return false;
    for (size_t i = 0; i < p; i++) {
        f->phi[i] = phi[i];
        for (size_t a = 0; a < k; a++)
            f->d[a * p + i] = li_expr_diff(ctx, phi[i], f->w[a]);
        differentiate(f, i);
    }
    return li_ctx_status(ctx) == LI_OK;
}

/* Others: dphi/d(w_ind, q, t) = -D_dep^-1 da/d(w_ind, q, t) */
static li_status set_implicit(li_frame *f, const li_expr *D)
{
    li_ctx *ctx = f->ctx;
    size_t k = f->k, p = f->p, n = f->n, columns = k + n + 1;
    li_expr *B = li_expr_room(ctx, p * columns), *X = li_expr_room(ctx, p * columns);

    f->implicit = true;
    for (size_t i = 0; B != NULL && i < p; i++) {
        for (size_t a = 0; a < k; a++)
            B[i * columns + a] = D[i * n + a];
        li_expr_gradient(ctx, B + i * columns + k, f->relation[i], n, f->S->q);
        B[i * columns + k + n] = li_expr_diff(ctx, f->relation[i], f->S->t);
    }
    if (B == NULL || X == NULL || solve(f, X, D, columns, B) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < p; i++) {
        f->phi[i] = f->w[k + i];
        for (size_t a = 0; a < k; a++)
            f->d[a * p + i] = X[i * columns + a];
        for (size_t r = 0; r < n; r++)
            f->phi_q[i * n + r] = X[i * columns + k + r];
        f->phi_t[i] = X[i * columns + k + n];
    }
    return li_ctx_status(ctx);
}

li_status li_frame_depend(li_frame *f)
{
    li_ctx *ctx = f->ctx;
    li_expr *D = li_expr_room(ctx, f->S->p * f->n), *rest = li_expr_room(ctx, f->S->p);
    size_t *dependent = li_alloc(ctx, (f->n + 1) * sizeof *dependent);

    f->k = f->n;
    f->p = f->S->p;
    if (D == NULL || rest == NULL || dependent == NULL || f->p == 0)
        return li_ctx_status(ctx);
    bool linear = read_relations(f, D, rest);
    drop_dependent_rows(f, D, rest);
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    if (f->S->chosen > 0 && !take_chosen(f, D, f->p, dependent))
        return li_ctx_status(ctx);
    if (f->S->chosen == 0 && li_choose_columns(ctx, dependent, f->p, f->n, D, NULL, f->quasi) != LI_YES)      /* declared ones come first: keep them */
        return li_fail(ctx, LI_UNDECIDED, "no set of dependent velocities could be found");
    reorder(f, D, f->p, dependent, f->p);
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    f->linear = linear;
    if (linear)
        return set_explicit(f, D, rest);
    return set_solved(f) || li_ctx_status(ctx) != LI_OK ? li_ctx_status(ctx) : set_implicit(f, D);
}

li_status li_frame_needs_linear(const li_frame *f, const char *form)
{
    if (f->linear)
        return LI_OK;
    return li_fail(f->ctx, LI_INPUT, "%s need constraints that are linear in the velocities; here one is not (tzenoff, appell-nh, tzenoff-T, tzenoff-9, kane apply)", form);
}

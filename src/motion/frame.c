/* frame.c - velocities in which a form is written: which are dependent, and on what */
#include "frame.h"

enum { MOST_CHOICES = 300 };       /* sets of dependent velocities that are looked at */

static li_expr *room(li_ctx *ctx, size_t n) { return li_alloc(ctx, (n + 1) * sizeof(li_expr)); }

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

static li_expr in_w(const li_frame *f, li_expr e) { return li_expr_subst(f->ctx, e, f->n, f->S->v, f->velocity); }

/* ---- dependent velocities ---- */

/* The relations as D w = rhs. False if one is not affine in w. */
static bool read_relations(li_frame *f, li_expr *D, li_expr *rhs)
{
    for (size_t h = 0; h < f->S->p; h++) {
        if (li_exact_affine(f->ctx, in_w(f, f->S->relation[h]), f->n, f->w, D + h * f->n, &rhs[h]) != LI_YES)
            return false;
        for (size_t j = 0; j < f->n; j++)
            D[h * f->n + j] = li_exact_simplify(f->ctx, D[h * f->n + j]);
        rhs[h] = li_expr_neg(f->ctx, rhs[h]);
    }
    return true;
}

static void take_columns(const li_frame *f, li_expr *out, const li_expr *D, size_t rows, const size_t *column)
{
    for (size_t h = 0; h < rows; h++)
        for (size_t i = 0; i < rows; i++)
            out[h * rows + i] = D[h * f->n + column[i]];
}

/* The next p of n columns in order of their numbers. */
static bool next_choice(size_t *column, size_t p, size_t n)
{
    size_t i = p;
    while (i > 0 && column[i - 1] == n - p + i - 1)
        i--;
    if (i == 0)
        return false;
    column[i - 1]++;
    for (size_t j = i; j < p; j++)
        column[j] = column[j - 1] + 1;
    return true;
}

/* Numbers cost nothing, nor do numerical factors. */
static size_t cost_of(li_ctx *ctx, li_expr det)
{
    if (li_expr_kind(det) == LI_SUM && li_expr_len(det) == 1 && li_rational_is_zero(li_expr_number(det)))
        det = li_expr_arg(det, 0);
    return li_expr_kind(det) == LI_NUM ? 0 : li_exact_cost(ctx, det);
}

/* The set of dependent velocities whose determinant is the simplest and not 0: a number rather than a function,
 * so that the result is short and defined everywhere. */
static bool choose(const li_frame *f, const li_expr *D, size_t p, size_t *best)
{
    li_ctx *ctx = f->ctx;
    size_t least = SIZE_MAX, *column = li_alloc(ctx, (p + 1) * sizeof *column);
    li_expr *minor = room(ctx, p * p), det;

    for (size_t i = 0; column != NULL && i < p; i++)
        column[i] = i;
    for (int tries = 0; column != NULL && minor != NULL && tries < MOST_CHOICES; tries++) {
        take_columns(f, minor, D, p, column);
        if (li_exact_det(ctx, &det, p, minor) == LI_OK && !li_expr_is_zero(det)) {
            size_t cost = cost_of(ctx, det);
            bool better = f->quasi ? cost <= least : cost < least;      /* declared quasi-velocities come first: keep them */
            if (better && li_exact_is_zero(ctx, det) == LI_NO) {
                least = cost;
                for (size_t i = 0; i < p; i++)
                    best[i] = column[i];
            }
        }
        if (!next_choice(column, p, f->n))
            break;
    }
    return least < SIZE_MAX && li_ctx_status(ctx) == LI_OK;
}

/* The dependent velocities that were asked for, as columns. */
static bool take_chosen(const li_frame *f, const li_expr *D, size_t p, size_t *column)
{
    li_ctx *ctx = f->ctx;
    const li_motion *S = f->S;
    li_expr *minor = room(ctx, p * p), det = li_expr_int(ctx, 0);

    if (S->chosen != p)
        return li_fail(ctx, LI_INPUT, "%zu dependent velocities were asked for; the constraints determine %zu", S->chosen, p), false;
    for (size_t i = 0; i < p; i++) {
        for (column[i] = 0; column[i] < f->n && f->w[column[i]] != S->dependent[i];)
            column[i]++;
        if (column[i] == f->n)
            return li_fail(ctx, LI_INPUT, "%s is not a velocity of this form", li_expr_name(S->dependent[i])), false;
    }
    if (minor == NULL)
        return false;
    take_columns(f, minor, D, p, column);
    if (li_exact_det(ctx, &det, p, minor) != LI_OK || li_exact_is_zero(ctx, det) != LI_NO)
        return li_fail(ctx, LI_INPUT, "the constraints do not determine these velocities by the others"), false;
    return true;
}

/* Independent velocities first; the columns of A, and of D, go along. */
static void reorder(li_frame *f, li_expr *D, size_t rows, const size_t *dependent, size_t p)
{
    size_t n = f->n, to = 0;
    size_t *order = li_alloc(f->ctx, (n + 1) * sizeof *order);
    li_expr *old = room(f->ctx, n);

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

/* D_dep w_dep = rhs - D_ind w_ind */
static li_status solve(li_frame *f, const li_expr *D, const li_expr *rhs, size_t rows)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->n, p = rows, k = n - p;
    li_expr *left = room(ctx, p * p), *right = room(ctx, p * (k + 1)), *X = room(ctx, p * (k + 1));

    if (left == NULL || right == NULL || X == NULL)
        return li_ctx_status(ctx);
    for (size_t h = 0; h < p; h++) {
        for (size_t i = 0; i < p; i++)
            left[h * p + i] = D[h * n + k + i];
        for (size_t j = 0; j < k; j++)
            right[h * (k + 1) + j] = li_expr_neg(ctx, D[h * n + j]);
        right[h * (k + 1) + k] = rhs[h];
    }
    li_status status = li_exact_solve(ctx, X, p, left, k + 1, right);
    if (status != LI_OK)
        return li_fail(ctx, status, "the dependent velocities could not be solved for");
    f->k = k;
    f->p = p;
    for (size_t i = 0; i < p; i++) {
        f->phi[i] = X[i * (k + 1) + k];
        for (size_t j = 0; j < k; j++) {
            f->d[j * p + i] = X[i * (k + 1) + j];
            f->phi[i] = li_expr_add(ctx, f->phi[i], li_expr_mul(ctx, f->d[j * p + i], f->w[j]));
        }
    }
    return li_ctx_status(ctx);
}

/* Relations that follow from others are left out. */
static size_t independent_rows(li_frame *f, li_expr *D, li_expr *rhs)
{
    size_t rank = 0, kept = 0;
    bool *row = li_alloc(f->ctx, (f->S->p + 1) * sizeof *row);

    if (row == NULL || li_exact_rank(f->ctx, &rank, f->S->p, f->n, D, row, NULL) != LI_OK)
        return li_fail(f->ctx, LI_UNDECIDED, "the rank of the constraints could not be decided"), 0;
    for (size_t h = 0; h < f->S->p; h++) {
        if (!row[h])
            continue;
        for (size_t j = 0; j < f->n; j++)
            D[kept * f->n + j] = D[h * f->n + j];
        rhs[kept++] = rhs[h];
    }
    return kept;
}

static li_status set_dependent(li_frame *f)
{
    li_ctx *ctx = f->ctx;
    size_t p = f->S->p, n = f->n;
    li_expr *D = room(ctx, p * n), *rhs = room(ctx, p);
    size_t *dependent = li_alloc(ctx, (n + 1) * sizeof *dependent);

    if (D == NULL || rhs == NULL || dependent == NULL)
        return li_ctx_status(ctx);
    f->k = n;
    if (p == 0)
        return LI_OK;
    if (!read_relations(f, D, rhs))
        return li_fail(ctx, LI_INPUT, "this form needs constraints that are linear in the velocities; use kane or multipliers");
    p = independent_rows(f, D, rhs);
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    if (f->S->chosen > 0 && !take_chosen(f, D, p, dependent))
        return li_ctx_status(ctx);
    if (f->S->chosen == 0 && !choose(f, D, p, dependent))
        return li_fail(ctx, LI_UNDECIDED, "no set of dependent velocities could be found");
    reorder(f, D, p, dependent, p);
    return li_ctx_status(ctx) == LI_OK ? solve(f, D, rhs, p) : li_ctx_status(ctx);
}

/* ---- derivatives, energy, forces ---- */

/* t -> 1, q -> q', w_j -> w'_j for the first `count` */
static li_derivation *derivation(const li_frame *f, const li_expr *velocity, size_t count)
{
    li_ctx *ctx = f->ctx;
    li_expr *x = room(ctx, 2 * f->n + 1), *rate = room(ctx, 2 * f->n + 1);
    size_t len = 0;

    if (x == NULL || rate == NULL)
        return NULL;
    x[len] = f->S->t;
    rate[len++] = li_expr_int(ctx, 1);
    for (size_t r = 0; r < f->n; r++) {
        x[len] = f->S->q[r];
        rate[len++] = velocity[r];
    }
    for (size_t j = 0; j < count; j++) {
        x[len] = f->w[j];
        rate[len++] = f->rate[j];
    }
    return li_derivation_new(ctx, len, x, rate);
}

static void set_derivations(li_frame *f)
{
    li_expr *reduced = room(f->ctx, f->n);

    for (size_t r = 0; reduced != NULL && r < f->n; r++)
        reduced[r] = li_expr_subst(f->ctx, f->velocity[r], f->p, f->w + f->k, f->phi);
    if (reduced == NULL)
        return;
    f->D = derivation(f, f->velocity, f->n);
    f->Dc = derivation(f, reduced, f->k);
    for (size_t i = 0; i < f->p; i++)
        f->phi_rate[i] = li_derivation_apply(f->ctx, f->Dc, f->phi[i]);
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

static bool is_ideal(const li_motion *S)
{
    for (size_t h = 0; h < S->r; h++)
        if (!S->ideal[h])
            return false;
    return true;
}

li_status li_frame_open(li_ctx *ctx, li_frame *f, const li_motion *S, bool quasi)
{
    size_t n = S->n;

    *f = (li_frame){ .ctx = ctx, .S = S, .quasi = quasi, .n = n };
    if (S->speeds)
        return li_fail(ctx, LI_INPUT, "this form is written in velocities or quasi-velocities; the model has speeds (use kane or lagrange)");
    if (quasi && S->model->quasis == 0)
        return li_fail(ctx, LI_INPUT, "this form needs quasi-velocities; the model declares none");
    f->w = room(ctx, n);
    f->rate = room(ctx, n);
    f->A = room(ctx, n * n);
    f->c = room(ctx, n);
    f->velocity = room(ctx, n);
    f->phi = room(ctx, n);
    f->phi_rate = room(ctx, n);
    f->d = room(ctx, n * n);
    f->P = room(ctx, n);
    if (li_ctx_status(ctx) == LI_OK)
        set_velocities(f);
    if (li_ctx_status(ctx) == LI_OK)
        set_motion(f);
    if (li_ctx_status(ctx) == LI_OK && set_dependent(f) == LI_OK)
        set_derivations(f);
    return li_ctx_status(ctx);
}

li_status li_frame_init(li_ctx *ctx, li_frame *f, const li_motion *S, bool quasi)
{
    if (!is_ideal(S))
        return li_fail(ctx, LI_INPUT, "this form needs ideal constraints; a reaction has a direction of its own (by): use kane or multipliers");
    if (li_frame_open(ctx, f, S, quasi) != LI_OK)
        return li_ctx_status(ctx);
    f->T0 = quasi ? li_exact_collect(ctx, in_w(f, S->model->T0), LI_VELOCITY) : S->T;
    for (size_t j = 0; j < S->n; j++)
        f->P[j] = in_w(f, li_frame_project(f, S->F, j));
    return li_ctx_status(ctx);
}

li_status li_frame_equations(const li_frame *f, li_equations *out, const char *form, const char *title, const li_expr *left, bool simplify)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->n;

    if (li_equations_init(ctx, out, form, title, f->k, n, f->k) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t a = 0; a < f->k; a++) {
        li_equations_set(ctx, out, &out->eq[a], left[a], li_frame_force(f, a), simplify);
        out->unknown[a] = f->w[a];
    }
    out->relations = 0;
    for (size_t r = 0; r < n; r++) {
        li_expr value = li_frame_reduce(f, f->velocity[r]);
        if (value != f->S->v[r])
            li_equations_define(ctx, &out->relation[out->relations++], f->S->v[r], value, simplify);
    }
    return li_ctx_status(ctx);
}

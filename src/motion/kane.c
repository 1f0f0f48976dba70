/* kane.c - the reactions eliminated by projection on independent velocities
 *
 * Virtual velocities delta are those on which no reaction works: l^h . delta = 0. With a basis beta_1 .. beta_k
 * of them the motion obeys, together with the constraints,
 *
 *     sum_r (d/dt dT0/dq'_r - dT0/dq_r - Q_r) beta_r,alpha = 0,    alpha = 1 .. k.
 *
 * Where the constraints are linear in the velocities they are used to leave k independent velocities only. */
#include "frame.h"

struct projection {
    li_ctx *ctx;
    const li_motion *S;
    size_t n, p, k;             /* velocities, independent relations, equations */
    li_expr *w, *rate;          /* velocities in which it is written: quasi-velocities, or the chart's */
    li_expr *A, *c;             /* chart's v_r = sum A_r,alpha w_alpha + c_r */
    bool linear;                /* the relations are affine in w: dependent velocities are eliminated */
    bool *independent;          /* w_alpha is an independent velocity */
    li_expr *beta;              /* n by k, on w */
    li_expr *velocity;          /* w_alpha in the independent ones */
};

static li_expr *matrix(li_ctx *ctx, size_t size) { return li_alloc(ctx, (size + 1) * sizeof(li_expr)); }

static void set_velocities(struct projection *P)
{
    li_ctx *ctx = P->ctx;
    size_t n = P->n;
    li_quasi Q;

    if (P->S->model->quasis > 0 && !P->S->speeds && li_quasi_init(ctx, &Q, P->S) == LI_OK) {
        P->w = Q.w;
        P->rate = Q.rate;
        P->A = Q.A;
        P->c = Q.c;
        return;
    }
    P->w = P->S->v;
    P->rate = P->S->a;
    P->A = matrix(ctx, n * n);
    P->c = matrix(ctx, n);
    for (size_t i = 0; li_ctx_status(ctx) == LI_OK && i < n; i++) {
        P->c[i] = li_expr_int(ctx, 0);
        for (size_t j = 0; j < n; j++)
            P->A[i * n + j] = li_expr_int(ctx, i == j);
    }
}

/* The chart's velocities v_r in w. */
static li_expr chart_velocity(const struct projection *P, size_t r)
{
    li_expr v = P->c[r];
    for (size_t k = 0; k < P->n; k++)
        v = li_expr_add(P->ctx, v, li_expr_mul(P->ctx, P->A[r * P->n + k], P->w[k]));
    return v;
}

/* The same in the independent ones. */
static li_expr reduced_velocity(const struct projection *P, size_t r)
{
    return li_exact_simplify(P->ctx, li_expr_subst(P->ctx, chart_velocity(P, r), P->n, P->w, P->velocity));
}

/* rows . A, for rows in chart components; v: the velocities of the chart as they stand in what is made of the rows */
static void to_w(const struct projection *P, li_expr *out, const li_expr *row, const li_expr *v)
{
    for (size_t k = 0; k < P->n; k++) {
        out[k] = li_expr_int(P->ctx, 0);
        for (size_t r = 0; r < P->n; r++)
            out[k] = li_expr_add(P->ctx, out[k], li_expr_mul(P->ctx, row[r], P->A[r * P->n + k]));
        out[k] = li_exact_simplify(P->ctx, li_expr_subst(P->ctx, out[k], P->n, P->S->v, v));
    }
}

/* Solves rows . x = rhs for the columns that carry the rank: x_dependent = sum_j X_j x_j + X_0. Fills
 * `solution`, n by (n + 1): row alpha expresses x_alpha in the free ones and a constant. */
static li_status eliminate(struct projection *P, size_t rows, const li_expr *D, const li_expr *rhs, bool *dependent, li_expr *solution, size_t *rank)
{
    li_ctx *ctx = P->ctx;
    size_t n = P->n;
    bool *used = li_alloc(ctx, (rows + 1) * sizeof *used);
    li_expr *left = matrix(ctx, rows * rows), *right = matrix(ctx, rows * (n + 1)), *X = matrix(ctx, rows * (n + 1));

    if (used == NULL || left == NULL || right == NULL || X == NULL)
        return li_ctx_status(ctx);
    li_status status = li_exact_rank(ctx, rank, rows, n, D, used, dependent);
    if (status != LI_OK)
        return li_fail(ctx, status, "the rank of the constraints could not be decided");
    for (size_t i = 0, row = 0; i < rows; i++) {
        if (!used[i])
            continue;
        for (size_t j = 0, col = 0; j < n; j++) {
            if (dependent[j])
                left[row * *rank + col++] = D[i * n + j];
            right[row * (n + 1) + j] = dependent[j] ? li_expr_int(ctx, 0) : li_expr_neg(ctx, D[i * n + j]);
        }
        right[row * (n + 1) + n] = rhs[i];
        row++;
    }
    status = li_exact_solve(ctx, X, *rank, left, n + 1, right);
    if (status != LI_OK)
        return li_fail(ctx, status, "the dependent velocities could not be solved for");
    for (size_t j = 0, row = 0; j < n; j++) {
        for (size_t i = 0; i <= n; i++)
            solution[j * (n + 1) + i] = dependent[j] ? X[row * (n + 1) + i] : li_expr_int(ctx, i == j);
        row += dependent[j];
    }
    return li_ctx_status(ctx);
}

/* beta from l^h . delta = 0 */
static li_status set_virtual_velocities(struct projection *P)
{
    li_ctx *ctx = P->ctx;
    size_t n = P->n, r = P->S->r, rank = 0;
    li_expr *D = matrix(ctx, r * n), *rhs = matrix(ctx, r), *X = matrix(ctx, n * (n + 1)), *v = matrix(ctx, n);
    bool *dependent = li_alloc(ctx, (n + 1) * sizeof *dependent);

    P->beta = matrix(ctx, n * n);
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n; i++)
        v[i] = P->linear ? reduced_velocity(P, i) : P->S->v[i];
    for (size_t h = 0; h < r; h++) {
        to_w(P, D + h * n, P->S->l + h * n, v);
        rhs[h] = li_expr_int(ctx, 0);
    }
    if (eliminate(P, r, D, rhs, dependent, X, &rank) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t j = 0; j < n; j++) {
        if (dependent[j])
            continue;
        for (size_t i = 0; i < n; i++)
            P->beta[P->k * n + i] = X[i * (n + 1) + j];
        P->k++;
    }
    return LI_OK;
}

/* The dependent velocities from the relations, if these are affine in w. */
static li_status set_independent(struct projection *P)
{
    li_ctx *ctx = P->ctx;
    const li_motion *S = P->S;
    size_t n = P->n, p = S->p;
    li_expr *D = matrix(ctx, p * n), *rhs = matrix(ctx, p), *X = matrix(ctx, n * (n + 1)), *v = matrix(ctx, n);
    bool *dependent = li_alloc(ctx, (n + 1) * sizeof *dependent);

    P->velocity = matrix(ctx, n);
    P->independent = li_alloc(ctx, (n + 1) * sizeof *P->independent);
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t r = 0; r < n; r++) {
        v[r] = chart_velocity(P, r);
        P->velocity[r] = P->w[r];
        P->independent[r] = true;
    }
    P->linear = !S->speeds;
    for (size_t h = 0; h < p && P->linear; h++) {
        li_expr a = li_expr_subst(ctx, S->relation[h], n, S->v, v);
        P->linear = li_exact_affine(ctx, a, n, P->w, D + h * n, &rhs[h]) == LI_YES;
        for (size_t j = 0; j < n && P->linear; j++)
            D[h * n + j] = li_exact_simplify(ctx, D[h * n + j]);
        rhs[h] = P->linear ? li_expr_neg(ctx, rhs[h]) : NULL;
    }
    if (!P->linear || p == 0)
        return li_ctx_status(ctx);
    if (eliminate(P, p, D, rhs, dependent, X, &P->p) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n; i++) {
        P->independent[i] = !dependent[i];
        P->velocity[i] = X[i * (n + 1) + n];
        for (size_t j = 0; j < n; j++)
            P->velocity[i] = li_expr_add(ctx, P->velocity[i], li_expr_mul(ctx, X[i * (n + 1) + j], P->w[j]));
    }
    return li_ctx_status(ctx);
}

/* v and v' in the independent velocities u and their derivatives; x: the velocities of the chart */
static void reduced_rates(const struct projection *P, li_expr *v, li_expr *a)
{
    li_ctx *ctx = P->ctx;
    size_t n = P->n, len = 0;
    li_expr *x = matrix(ctx, 2 * n + 1), *rate = matrix(ctx, 2 * n + 1);

    if (x == NULL || rate == NULL)
        return;
    for (size_t r = 0; r < n; r++)
        v[r] = reduced_velocity(P, r);
    x[len] = P->S->t;
    rate[len++] = li_expr_int(ctx, 1);
    for (size_t r = 0; r < n; r++) {
        x[len] = P->S->q[r];
        rate[len++] = v[r];
        if (P->independent[r]) {
            x[len] = P->w[r];
            rate[len++] = P->rate[r];
        }
    }
    li_derivation *ddt = li_derivation_new(ctx, len, x, rate);
    for (size_t r = 0; ddt != NULL && r < n; r++)
        a[r] = li_derivation_apply(ctx, ddt, v[r]);
}

/* E . A . beta_alpha */
static li_expr projected(const struct projection *P, const li_expr *E, size_t alpha)
{
    li_expr sum = li_expr_int(P->ctx, 0);
    for (size_t r = 0; r < P->n; r++) {
        li_expr direction = li_expr_int(P->ctx, 0);
        for (size_t j = 0; j < P->n; j++)
            direction = li_expr_add(P->ctx, direction, li_expr_mul(P->ctx, P->A[r * P->n + j], P->beta[alpha * P->n + j]));
        sum = li_expr_add(P->ctx, sum, li_expr_mul(P->ctx, direction, E[r]));
    }
    return sum;
}

static void set_equations(const struct projection *P, li_equations *out, bool simplify)
{
    li_ctx *ctx = P->ctx;
    const li_motion *S = P->S;
    size_t n = P->n, unknown = 0, used = 0;
    li_expr *E = matrix(ctx, n), *x = matrix(ctx, 2 * n), *to = matrix(ctx, 2 * n);

    if (x == NULL || to == NULL || E == NULL || li_motion_inertia(ctx, S, E) != LI_OK)
        return;
    for (size_t r = 0; r < n; r++) {
        x[r] = S->v[r];
        x[n + r] = S->a[r];
    }
    if (P->linear) {
        reduced_rates(P, to, to + n);
        li_expr_subst_all(ctx, n, E, 2 * n, x, to);
    }
    for (size_t k = 0; k < P->k && li_ctx_status(ctx) == LI_OK; k++)
        li_equations_set(ctx, out, &out->eq[k], projected(P, E, k), li_expr_int(ctx, 0), simplify);
    for (size_t i = 0; i < n; i++)
        if (P->independent[i])
            out->unknown[unknown++] = P->w[i];
    for (size_t h = 0; !P->linear && h < S->p; h++)
        li_equations_set(ctx, out, &out->relation[used++], S->relation[h], li_expr_int(ctx, 0), simplify);
    for (size_t r = 0; r < n; r++) {
        li_expr value = P->linear ? to[r] : S->phi[r];
        if (value != S->model->coord[r].v)
            li_equations_define(ctx, &out->relation[used++], S->model->coord[r].v, value, simplify);
    }
    out->relations = used;
}

/* Ideal reactions and linear constraints: the dependent velocities that a frame chooses, and beta from them. */
static bool use_frame(struct projection *P)
{
    li_ctx *ctx = P->ctx;
    size_t n = P->n;
    li_frame f;

    if (!li_motion_is_ideal(P->S) || P->S->speeds)
        return false;
    if (li_frame_open(ctx, &f, P->S, P->S->model->quasis > 0) != LI_OK) {
        if (li_ctx_status(ctx) != LI_MEMORY && P->S->chosen == 0)
            li_ctx_forgive(ctx);
        return false;
    }
    if (f.implicit)
        return false;
    P->w = f.w;
    P->rate = f.rate;
    P->A = f.A;
    P->c = f.c;
    P->k = f.k;
    P->p = f.p;
    P->linear = true;
    P->beta = matrix(ctx, n * n);
    P->velocity = matrix(ctx, n);
    P->independent = li_alloc(ctx, (n + 1) * sizeof *P->independent);
    for (size_t j = 0; li_ctx_status(ctx) == LI_OK && j < n; j++) {
        P->independent[j] = j < f.k;
        P->velocity[j] = j < f.k ? f.w[j] : f.phi[j - f.k];
        for (size_t a = 0; a < f.k; a++)
            P->beta[a * n + j] = j < f.k ? li_expr_int(ctx, j == a) : f.d[a * f.p + j - f.k];
    }
    return li_ctx_status(ctx) == LI_OK;
}

li_status li_motion_kane(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    struct projection P = { .ctx = ctx, .S = S, .n = S->n };

    if (S->H != NULL || S->W != NULL)
        return li_fail(ctx, LI_INPUT, "the form kane is made from T0; this system is given by its %s", S->H != NULL ? "Hamiltonian" : "2-form");
    if (li_motion_is_implicit(ctx, S))
        return li_fail(ctx, LI_INPUT, "the form kane eliminates the reactions, but here they enter the forces themselves; use multipliers");
    if (!use_frame(&P) && li_ctx_status(ctx) == LI_OK) {
        set_velocities(&P);
        if (li_ctx_status(ctx) != LI_OK || set_independent(&P) != LI_OK || set_virtual_velocities(&P) != LI_OK)
            return li_ctx_status(ctx);
    }
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    const char *title = S->p == 0 ? "Kane's equations" : "Kane's equations: reactions eliminated by projection on independent velocities";
    if (li_equations_init(ctx, out, "kane", title, P.k, S->p + S->n, S->n - P.p) == LI_OK)
        set_equations(&P, out, simplify);
    li_equations_show(ctx, out, "T0", S->T, simplify);
    return li_ctx_status(ctx);
}

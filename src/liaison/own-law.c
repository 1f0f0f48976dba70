/* own-law.c - reactions that enter their own law: an equation for one of them, the others by it      [gallissot 8, 13] */
#include "reactions.h"

/* R_k = drive[k] + sum_h lambda_h coupling[h][k] */
static void set_rates(const li_reacting *w, li_expr *R)
{
    li_ctx *ctx = w->ctx;
    for (size_t k = 0; k < w->out->p; k++) {
        R[k] = w->out->drive[k];
        for (size_t h = 0; h < w->out->r; h++)
            R[k] = li_expr_add(ctx, R[k], li_expr_mul(ctx, w->S->lambda[h], w->out->coupling[h * w->out->p + k]));
        R[k] = li_exact_simplify(ctx, R[k]);
    }
}

/* R_k = right_k + sum_j coef_kj u_j, m of the multipliers */
static bool is_affine(const li_reacting *w, const li_expr *R, size_t m, const li_expr *u, li_expr *coef, li_expr *right)
{
    for (size_t k = 0; k < w->out->p; k++)
        if (li_exact_affine(w->ctx, R[k], m, u, coef + k * m, &right[k]) != LI_YES)
            return false;
    return true;
}

/* The power with which f stands in the product e */
static int power_in(li_ctx *ctx, li_expr e, li_expr f)
{
    size_t n = li_expr_factors(ctx, e, NULL, NULL);
    li_expr *g = li_alloc(ctx, n * sizeof *g);
    int *power = li_alloc(ctx, n * sizeof *power), found = 0;

    if (g == NULL || power == NULL)
        return 0;
    li_expr_factors(ctx, e, g, power);
    for (size_t i = 0; i < n; i++)
        found = g[i] == f ? power[i] : found;
    return found;
}

/* The factors that all coefficients of an equation share; numbers stay. */
static li_expr common_factor(li_ctx *ctx, size_t count, const li_expr *c)
{
    size_t n = li_expr_factors(ctx, c[0], NULL, NULL);
    li_expr *f = li_alloc(ctx, n * sizeof *f), common = li_expr_int(ctx, 1);
    int *power = li_alloc(ctx, n * sizeof *power);

    if (f == NULL || power == NULL)
        return common;
    li_expr_factors(ctx, c[0], f, power);
    for (size_t i = 0; i < n; i++) {
        int least = power[i];
        for (size_t k = 1; k < count && li_expr_kind(f[i]) != LI_NUM; k++) {
            int other = li_expr_is_zero(c[k]) ? least : power_in(ctx, c[k], f[i]);
            least = other < least ? other : least;
        }
        if (li_expr_kind(f[i]) != LI_NUM)
            common = li_expr_mul(ctx, common, li_expr_power(ctx, f[i], least));
    }
    return common;
}

/* What is 0 where e is: by powers of the multiplier N where e is rational in it, fractions cleared, without what all
 * coefficients share. */
static li_expr as_equation(const li_reacting *w, li_expr e, li_expr N)
{
    li_ctx *ctx = w->ctx;
    size_t degree;
    li_expr *c;

    if (N == NULL || li_exact_numerator(ctx, e, N, &degree, &c) != LI_OK) {
        li_expr side[2];
        li_exact_equation(ctx, &side[0], &side[1], li_reacting_for_people(w, e));
        side[1] = li_expr_neg(ctx, side[1]);
        return li_expr_sum_flat(ctx, 2, side);
    }
    for (size_t k = 0; k <= degree; k++)
        c[k] = li_exact_factor(ctx, li_reading_shorten(ctx, w->Y, c[k]));
    li_expr common = common_factor(ctx, degree + 1, c);
    for (size_t k = 0; k <= degree; k++)
        c[k] = li_expr_mul(ctx, li_exact_simplify(ctx, li_expr_div(ctx, c[k], common)), li_expr_power(ctx, N, (int64_t)k));
    return li_expr_sum_flat(ctx, degree + 1, c);
}

/* coef u = -right in p rows, of rank p - 1 with u: the other multipliers as functions of this one */
static bool solve_others(const li_reacting *w, size_t h, const li_expr *coef, const li_expr *right)
{
    li_ctx *ctx = w->ctx;
    size_t m = w->out->r - 1, rank = 0, at = 0;
    li_expr *minor = li_expr_room(ctx, m * m), *B = li_expr_room(ctx, m), *u = li_expr_room(ctx, m);
    bool *row = li_alloc(ctx, (m + 2) * sizeof *row);

    if (m == 0)
        return true;
    if (minor == NULL || B == NULL || u == NULL || row == NULL || li_exact_rank(ctx, &rank, m + 1, m, coef, row, NULL) != LI_OK || rank < m)
        return false;
    for (size_t k = 0; k <= m; k++) {
        if (!row[k])
            continue;
        for (size_t j = 0; j < m; j++)
            minor[at * m + j] = coef[k * m + j];
        B[at++] = li_expr_neg(ctx, right[k]);
    }
    if (li_exact_solve(ctx, u, m, minor, 1, B) != LI_OK)
        return false;
    for (size_t j = 0, i = 0; j <= m; j++)
        if (j != h)
            w->out->multiplier[j] = li_reacting_for_people(w, u[i++]);
    return true;
}

/* det(coef, right): what is left when the others are eliminated */
static bool eliminate(const li_reacting *w, li_expr *out, const li_expr *coef, const li_expr *right)
{
    li_ctx *ctx = w->ctx;
    size_t r = w->out->r;
    li_expr *A = li_expr_room(ctx, r * r);

    if (r == 1)
        return *out = right[0], true;
    for (size_t i = 0; A != NULL && i < r * r; i++)
        A[i] = i % r < r - 1 ? coef[i / r * (r - 1) + i % r] : right[i / r];
    return A != NULL && li_exact_det(ctx, out, r, A) == LI_OK;
}

/* One equation in one multiplier, the others by it, if they enter linearly. */
static bool solve_by_one(const li_reacting *w, const li_expr *R, li_expr *coef, li_expr *right)
{
    li_ctx *ctx = w->ctx;
    size_t r = w->out->r;
    li_expr *others = li_expr_room(ctx, r), e;

    for (size_t h = 0; others != NULL && h < r && w->out->p == r; h++) {
        for (size_t j = 0, i = 0; j < r; j++)
            if (j != h)
                others[i++] = w->S->lambda[j];
        if (!is_affine(w, R, r - 1, others, coef, right) || !eliminate(w, &e, coef, right) || !solve_others(w, h, coef, right))
            continue;
        w->out->equation[w->out->equations++] = as_equation(w, e, w->S->lambda[h]);
        return true;
    }
    return false;
}

li_status li_reacting_own_law(li_reacting *w)
{
    li_ctx *ctx = w->ctx;
    li_reactions *out = w->out;
    size_t p = out->p, r = out->r;
    li_expr *R = li_expr_room(ctx, p), *coef = li_expr_room(ctx, p * r), *right = li_expr_room(ctx, p), *declared = out->coupling, *drive = out->drive;

    if (R == NULL || coef == NULL || right == NULL)
        return li_ctx_status(ctx);
    set_rates(w, R);
    if (is_affine(w, R, r, w->S->lambda, coef, right)) {       /* linear after all: what is assumed of signs made it so */
        out->coupling = li_expr_room(ctx, r * p);
        out->drive = right;
        for (size_t i = 0; out->coupling != NULL && i < r * p; i++)
            out->coupling[i] = coef[i % p * r + i / p];
        if (out->coupling != NULL && li_reacting_blocks(w) == LI_OK)
            li_reacting_solve(w);
        out->coupling = declared;
        out->drive = drive;
        return li_ctx_status(ctx);
    }
    out->implicit = true;
    if (!solve_by_one(w, R, coef, right))
        for (size_t k = 0; k < p; k++)
            out->equation[out->equations++] = as_equation(w, R[k], NULL);
    if (p == r)
        li_reacting_say(out, LI_NOT_DECIDED, "a reaction enters its own law: the equation may have several roots; eval finds them at a state");
    else
        li_reacting_say(out, LI_NOT_DECIDED, "reactions in their own law need as many relations as reactions");
    return li_ctx_status(ctx);
}

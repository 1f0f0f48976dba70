/* implicit.c - reactions that occur in their own law: all roots, not one by luck           [gallissot 8, 13]
 *
 *     R_k(lambda) = da^k/dv . M^-1 G(lambda) + rest_k = 0,     G = -h + sum_h lambda_h l^h
 *
 * The signs of multipliers in sign(.) and |.| are tried one by one. In each branch: R affine, a linear system;
 * affine but for one multiplier N, the others are eliminated and the numerator of det(N) gives all N; else an
 * interval search in a box. */
#include <math.h>

#include "room.h"

enum { WORK = 40000, MARGIN = 10 };    /* boxes searched; the box is 2^10 times the natural size */

typedef struct {
    li_work *w;
    li_law  *law;
    size_t   n, r;                     /* as many relations as reactions */
    size_t   inputs;
    li_expr *x;                        /* symbols for (M^-1 da^k/dv)_i, rest_k, z */
    li_ball *at;
    li_expr *G, *R;
    size_t   branch;
    size_t   count, cap;
    li_ball *root;
    bool     doubt;                    /* more bits may tell */
} implicit;

static void implicit_clear(implicit *I)
{
    li_ctx *ctx = I->w->ctx;
    li_drop(ctx, I->x);
    li_numbers_drop(ctx, I->at, I->inputs);
    li_drop(ctx, I->G);
    li_drop(ctx, I->R);
    li_numbers_drop(ctx, I->root, I->cap * I->r);
}

static li_status implicit_init(implicit *I, li_work *w)
{
    li_ctx *ctx = w->ctx;
    size_t n = w->W->n, r = w->W->r, zs = w->W->law.zs;

    *I = (implicit){ .w = w, .law = &w->W->law, .n = n, .r = r, .inputs = r * n + r + zs };
    I->x = li_new(ctx, I->inputs + r + 1, sizeof *I->x);
    I->at = li_numbers_new(ctx, I->inputs);
    I->G = li_new(ctx, n + 1, sizeof *I->G);
    I->R = li_new(ctx, r + 1, sizeof *I->R);
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < I->inputs; i++) {
        bool named = i >= r * n + r;
        I->x[i] = named ? I->law->z[i - r * n - r] : li_expr_fresh(ctx, "y", LI_PARAMETER);
        li_ball_set(&I->at[i], i < r * n ? &w->da[i] : named ? &w->b[w->W->z + i - r * n - r] : &w->rest[i - r * n]);
    }
    return li_ctx_status(ctx);
}

/* ---- candidates ---- */

/* The values of `count` expressions at the inputs and lambda */
static bool evaluate(implicit *I, li_ball *out, size_t count, const li_expr *e, const li_ball *lambda)
{
    li_ctx *ctx = I->w->ctx;
    size_t n = I->inputs + I->r;
    li_ball *at = li_numbers_new(ctx, n);
    bool ok = at != NULL;

    for (size_t i = 0; ok && i < n; i++) {
        if (i >= I->inputs)
            I->x[i] = I->law->lambda[i - I->inputs];
        li_ball_set(&at[i], i < I->inputs ? &I->at[i] : lambda != NULL ? &lambda[i - I->inputs] : &I->w->zero);
    }
    ok = ok && li_numbers_run(ctx, out, count, e, n, I->x, at, I->w->bits) == LI_OK;
    for (size_t i = 0; ok && i < count; i++)
        ok = li_ball_is_finite(&out[i]);
    li_numbers_drop(ctx, at, n);
    return ok;
}

/* Does lambda solve the equations, defined there, with the signs of this branch? */
static bool fits(implicit *I, const li_ball *lambda)
{
    size_t most = I->r > I->law->signs ? I->r : I->law->signs;
    li_ball *value = li_numbers_new(I->w->ctx, most);
    li_expr *argument = li_new(I->w->ctx, most + 1, sizeof *argument);
    bool ok = value != NULL && argument != NULL && evaluate(I, value, I->r, I->R, lambda);

    for (size_t k = 0; ok && k < I->r; k++)
        ok = li_ball_contains_zero(&value[k]);
    for (size_t i = 0; ok && i < I->law->signs; i++)
        argument[i] = li_expr_arg(I->law->sign[i], 0);
    ok = ok && evaluate(I, value, I->law->signs, argument, lambda);
    for (size_t i = 0; ok && i < I->law->signs; i++)
        ok = li_ball_sign(&value[i]) != (I->branch >> i & 1 ? -1 : 1);
    li_numbers_drop(I->w->ctx, value, most);
    li_drop(I->w->ctx, argument);
    return ok;
}

static bool is_known(const implicit *I, const li_ball *lambda)
{
    for (size_t k = 0; k < I->count; k++) {
        bool same = true;
        for (size_t h = 0; h < I->r; h++)
            same = same && li_ball_overlaps(&I->root[k * I->r + h], &lambda[h]);
        if (same)
            return true;
    }
    return false;
}

static void propose(implicit *I, const li_ball *lambda)
{
    li_ctx *ctx = I->w->ctx;

    if (!fits(I, lambda) || is_known(I, lambda) || !li_work_admits(I->w, lambda, true))
        return;
    if (I->count == I->cap) {
        size_t cap = 2 * I->cap + 4;
        li_ball *grown = li_numbers_new(ctx, cap * I->r);
        if (grown == NULL)
            return;
        for (size_t i = 0; i < I->count * I->r; i++)
            li_ball_swap(&grown[i], &I->root[i]);
        li_numbers_drop(ctx, I->root, I->cap * I->r);
        I->root = grown;
        I->cap = cap;
    }
    for (size_t h = 0; h < I->r; h++)
        li_ball_set(&I->root[I->count * I->r + h], &lambda[h]);
    I->count++;
}

/* ---- one branch: linear systems ---- */

/* R_k = right_k + sum_j coef_kj u_j in m of the multipliers? */
static bool is_affine(implicit *I, size_t m, const li_expr *u, li_expr *coef, li_expr *right)
{
    for (size_t k = 0; k < I->r; k++)
        if (li_exact_affine(I->w->ctx, I->R[k], m, u, coef + k * m, &right[k]) != LI_YES)
            return false;
    return true;
}

/* The u that solve coef u = -right, r equations of rank m; lambda is where coefficients are taken. */
static bool solve_linear(implicit *I, size_t m, const li_expr *coef, const li_expr *right, const li_ball *lambda, li_ball *u)
{
    li_work *w = I->w;
    size_t r = I->r;
    li_elimination E;
    bool ok = false;
    li_expr *e = li_new(w->ctx, r * (m + 1) + 1, sizeof *e);

    for (size_t i = 0; e != NULL && i < r * (m + 1); i++)
        e[i] = i % (m + 1) < m ? coef[i / (m + 1) * m + i % (m + 1)] : li_expr_neg(w->ctx, right[i / (m + 1)]);
    if (li_elimination_init(w->ctx, &E, r, m + 1, m, w->bits) == LI_OK && e != NULL && evaluate(I, E.a, r * (m + 1), e, lambda)) {
        li_elimination_scale(&E);
        li_elimination_run(&E, w->threshold);
        ok = E.rank == m;
        I->doubt = I->doubt || !ok;
        for (size_t k = 0; k < E.rank; k++)
            li_elimination_solution(&E, &u[E.column[k]], k, m);
    }
    li_elimination_clear(&E);
    li_drop(w->ctx, e);
    return ok;
}

static bool branch_is_linear(implicit *I, li_expr *coef, li_expr *right)
{
    if (!is_affine(I, I->r, I->law->lambda, coef, right))
        return false;
    li_ball *lambda = li_numbers_new(I->w->ctx, I->r);
    if (lambda != NULL && solve_linear(I, I->r, coef, right, NULL, lambda))
        propose(I, lambda);
    li_numbers_drop(I->w->ctx, lambda, I->r);
    return true;
}

/* ---- one branch: one multiplier enters otherwise ---- */

/* det(coef, right) as a function of the multiplier N */
static li_status eliminate(implicit *I, const li_expr *coef, const li_expr *right, li_expr *det)
{
    size_t r = I->r;
    li_expr *A = li_new(I->w->ctx, r * r + 1, sizeof *A);
    li_status status = LI_MEMORY;

    for (size_t i = 0; A != NULL && i < r * r; i++)
        A[i] = i % r < r - 1 ? coef[i / r * (r - 1) + i % r] : right[i / r];
    if (A != NULL)
        status = r == 1 ? LI_OK : li_exact_det(I->w->ctx, det, r, A);
    if (r == 1)
        *det = right[0];
    li_drop(I->w->ctx, A);
    return status;
}

/* The degree without leading coefficients that are 0; those which only may be 0 need more bits, or count as 0. */
static size_t true_degree(implicit *I, const li_ball *c, size_t degree)
{
    while (degree > 0 && li_ball_contains_zero(&c[degree])) {
        if (!li_ball_is_zero(&c[degree])) {
            I->doubt = true;
            li_work_zero(I->w, "leading coefficient");
        }
        degree--;
    }
    return degree;
}

/* All N with numerator 0, and the other multipliers for each. */
static void take_roots(implicit *I, size_t h, size_t degree, const li_expr *c, const li_expr *coef, const li_expr *right)
{
    li_work *w = I->w;
    li_ball *value = li_numbers_new(w->ctx, degree + 1), *lambda = li_numbers_new(w->ctx, I->r), *other = li_numbers_new(w->ctx, I->r);
    li_zeros N = { 0 };

    if (li_ctx_status(w->ctx) == LI_OK && evaluate(I, value, degree + 1, c, NULL)) {
        li_ball_roots(w->ctx, &N, true_degree(I, value, degree), value, w->bits);
        I->doubt = I->doubt || !N.complete;
        w->out->complete = w->out->complete && N.complete;
    }
    for (size_t k = 0; k < N.count; k++) {
        li_ball_set(&lambda[h], &N.x[k]);
        if (I->r > 1 && !solve_linear(I, I->r - 1, coef, right, lambda, other))
            continue;
        for (size_t j = 0, i = 0; j < I->r; j++)
            if (j != h)
                li_ball_set(&lambda[j], &other[i++]);
        propose(I, lambda);
    }
    li_zeros_clear(w->ctx, &N);
    li_numbers_drop(w->ctx, value, degree + 1);
    li_numbers_drop(w->ctx, lambda, I->r);
    li_numbers_drop(w->ctx, other, I->r);
}

static bool branch_is_algebraic(implicit *I, li_expr *coef, li_expr *right)
{
    li_ctx *ctx = I->w->ctx;
    li_expr *others = li_new(ctx, I->r + 1, sizeof *others), det, *c;
    size_t degree;
    bool done = false;

    for (size_t h = 0; others != NULL && h < I->r && !done && li_ctx_status(ctx) == LI_OK; h++) {
        for (size_t j = 0, i = 0; j < I->r; j++)
            if (j != h)
                others[i++] = I->law->lambda[j];
        done = is_affine(I, I->r - 1, others, coef, right) && eliminate(I, coef, right, &det) == LI_OK &&
               li_exact_numerator(ctx, det, I->law->lambda[h], &degree, &c) == LI_OK;
        if (done)
            take_roots(I, h, degree, c, coef, right);
    }
    li_drop(ctx, others);
    return done;
}

/* ---- one branch: search ---- */

static bool is_positive(const implicit *I, li_expr lambda)
{
    const li_model *m = I->w->W->S->model;
    for (size_t i = 0; i < m->assumptions; i++)
        if (m->assumption[i].e == lambda && (m->assumption[i].relation == LI_MORE || m->assumption[i].relation == LI_AT_LEAST))
            return true;
    return false;
}

/* 2^MARGIN times |forces|/|l|, the directions taken at lambda = 1 */
static int box_size(implicit *I)
{
    li_work *w = I->w;
    li_ball *one = li_numbers_new(w->ctx, I->r);
    li_rational c;
    double size = 0;

    li_rational_init(&c);
    li_rational_set_int(&c, 1, 1);
    for (size_t h = 0; one != NULL && h < I->r; h++)
        li_ball_set_rational(&one[h], &c, w->bits);
    li_rational_clear(&c);
    if (one != NULL && li_work_forces(w, one) && li_work_fields(w) == LI_YES)
        for (size_t k = 0; k < I->r; k++)
            for (size_t h = 0; h < I->r; h++) {
                double s = w->drive_size[k] - w->da_size[k] - w->l_size[h];
                size = isfinite(s) ? li_log_max(size, s) : size;
            }
    li_numbers_drop(w->ctx, one, I->r);
    return MARGIN + (int)ceil(size < 40 ? size : 40);
}

static void search_box(implicit *I, li_balls *run)
{
    li_work *w = I->w;
    size_t r = I->r;
    int size = box_size(I);
    li_rational *side = li_new(w->ctx, 2 * r + 1, sizeof *side);
    li_zeros found = { 0 };

    w->out->box = ldexp(1, size);
    for (size_t i = 0; side != NULL && i < 2 * r; i++) {
        li_rational_init(&side[i]);
        li_rational_set_int(&side[i], i >= r ? INT64_C(1) << size : is_positive(I, I->law->lambda[i]) ? 0 : -(INT64_C(1) << size), 1);
    }
    if (side != NULL && li_balls_parameters(w->ctx, run, I->at) == LI_OK)
        li_ball_search(w->ctx, &found, run, r, side, side + r, WORK);
    w->out->complete = w->out->complete && found.complete;
    for (size_t k = 0; k < found.count; k++)
        propose(I, found.x + k * r);
    for (size_t i = 0; side != NULL && i < 2 * r; i++)
        li_rational_clear(&side[i]);
    li_zeros_clear(w->ctx, &found);
    li_drop(w->ctx, side);
}

static void search_branch(implicit *I)
{
    li_ctx *ctx = I->w->ctx;
    size_t r = I->r;
    li_expr *out = li_new(ctx, r * (r + 1) + 1, sizeof *out);
    li_program P;
    li_balls run;

    for (size_t k = 0; out != NULL && k < r; k++) {
        out[k] = I->R[k];
        li_expr_gradient(ctx, out + r + k * r, I->R[k], r, I->law->lambda);
    }
    li_program_init(ctx, &P, I->inputs, I->x, r, I->law->lambda);
    if (li_ctx_status(ctx) == LI_OK && li_program_finish(ctx, &P, r * (r + 1), out) == LI_OK) {
        if (li_balls_init(ctx, &run, &P, I->w->bits) == LI_OK)
            search_box(I, &run);
        li_balls_clear(ctx, &run);
    }
    li_program_clear(ctx, &P);
    li_drop(ctx, out);
}

/* ---- all branches ---- */

/* R_k of this branch; what the mass matrix does not let through is left out. */
static li_status set_equations(implicit *I)
{
    li_ctx *ctx = I->w->ctx;

    if (li_law_branch(I->law, I->G, I->branch) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t k = 0; k < I->r; k++) {
        I->R[k] = I->x[I->r * I->n + k];
        for (size_t i = 0; i < I->n; i++)
            if (!li_ball_is_zero(&I->at[k * I->n + i]))
                I->R[k] = li_expr_add(ctx, I->R[k], li_expr_mul(ctx, I->x[k * I->n + i], I->G[i]));
    }
    return li_ctx_status(ctx);
}

static void solve_branch(implicit *I)
{
    li_ctx *ctx = I->w->ctx;
    li_expr *coef = li_new(ctx, I->r * I->r + 1, sizeof *coef), *right = li_new(ctx, I->r + 1, sizeof *right);

    if (coef != NULL && right != NULL && set_equations(I) == LI_OK && !branch_is_linear(I, coef, right) && !branch_is_algebraic(I, coef, right) &&
        li_ctx_status(ctx) == LI_OK)
        search_branch(I);
    li_drop(ctx, coef);
    li_drop(ctx, right);
}

static void answer(implicit *I)
{
    li_work *w = I->w;
    li_values *out = w->out;

    if (I->count == 1 && li_work_forces(w, I->root) && li_work_fields(w) == LI_YES) {
        li_work_couple(w);
        for (size_t h = 0; h < I->r; h++)
            li_ball_set(&out->multiplier[h], &I->root[h]);
        out->status = LI_COMPATIBLE;
        out->moves = out->reacts = true;
    } else if (I->count > 1) {
        li_work_keep_roots(w, I->count, I->root);
        li_work_say(w, LI_INDETERMINATE, "%zu admissible solutions for the reactions", I->count);
    } else if (out->complete) {
        li_work_say(w, LI_IMPOSSIBLE, "no admissible solution for the reactions%s", out->box > 0 ? " in the box searched" : "");
    } else {
        li_work_say(w, LI_NOT_DECIDED, "no admissible solution for the reactions was found, but the search is not complete");
    }
}

li_attempt li_work_implicit(li_work *w)
{
    implicit I;
    li_attempt result = LI_DONE;

    if (w->W->p != w->W->r || w->W->law.signs > LI_LAW_SIGNS) {
        li_work_say(w, LI_NOT_DECIDED, w->W->p != w->W->r ? "reactions in their own law need as many relations as reactions" : "too many signs of reactions to try");
        return LI_DONE;
    }
    if (implicit_init(&I, w) == LI_OK) {
        for (; I.branch < (size_t)1 << I.law->signs && li_ctx_status(w->ctx) == LI_OK; I.branch++)
            solve_branch(&I);
        if (I.doubt && !w->last)
            result = LI_MORE_BITS;
        else
            answer(&I);
    }
    implicit_clear(&I);
    return result;
}

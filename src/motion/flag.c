/* flag.c - what of a Pfaff system is integrable: its derived systems, and relations of position in closed form
 *
 * The relations solved for dependent velocities are theta^i = dq_(k+i) - sum_a c_ai dq_a - c_i dt. The combination
 * sum_i u_i theta^i belongs to the derived system if its differential vanishes modulo all of them: sum_i u_i A^i = 0 for the
 * curvatures A^i. The derived system has its own derived system, until nothing is lost: the last one is integrable, and
 * contains every relation of position that the relations imply.                          [tzenoff 4 (13)] */
#include "frame.h"

enum { TURNS = 3 };                /* orders of the variables in which a potential is looked for, and scales of a form */

/* ---- derived systems ---- */

/* The Pfaff system of some relations a_h = 0 in the velocities q'; false where they are not linear in them */
static bool open_system(li_ctx *ctx, li_frame *f, li_motion *part, const li_motion *S, size_t count, li_expr *relation)
{
    *part = *S;
    part->speeds = false;
    part->relation = relation;
    part->p = count;
    part->r = part->chosen = 0;
    part->v = li_expr_room(ctx, S->n);
    part->a = li_expr_room(ctx, S->n);
    for (size_t r = 0; part->a != NULL && r < S->n; r++) {
        part->v[r] = S->model->coord[r].v;
        part->a[r] = S->model->coord[r].a;
    }
    part->phi = part->v;
    if (li_ctx_status(ctx) == LI_OK && li_frame_open(ctx, f, part, false) == LI_OK)
        return !f->implicit;
    if (li_ctx_status(ctx) != LI_MEMORY)
        li_ctx_forgive(ctx);
    return false;
}

/* The coefficients of the curvatures: for every a and every w_j (and 1) a row of p */
static bool curvatures(const li_frame *f, li_expr *row)
{
    li_ctx *ctx = f->ctx;
    size_t k = f->k, p = f->p;
    li_expr *coef = li_expr_room(ctx, k + 1);

    for (size_t i = 0; coef != NULL && i < p; i++)
        for (size_t a = 0; a < k; a++) {
            if (li_exact_affine(ctx, li_frame_curvature(f, i, a), k, f->w, coef, &coef[k]) != LI_YES)
                return false;
            for (size_t j = 0; j <= k; j++)
                row[(a * (k + 1) + j) * p + i] = li_exact_simplify(ctx, coef[j]);
        }
    return coef != NULL;
}

/* Vectors u (rows of p) with row u = 0; how many, SIZE_MAX if that was not decided */
static size_t null_vectors(li_ctx *ctx, li_expr *u, size_t rows, size_t p, const li_expr *A)
{
    size_t rank = 0, at = 0, right = 0, width;
    bool *row = li_alloc(ctx, (rows + 1) * sizeof *row), *column = li_alloc(ctx, (p + 1) * sizeof *column);

    if (row == NULL || column == NULL || (rows > 0 && li_exact_rank(ctx, &rank, rows, p, A, row, column) != LI_OK))
        return SIZE_MAX;
    width = p - rank;
    li_expr *minor = li_expr_room(ctx, rank * rank), *B = li_expr_room(ctx, rank * width), *X = li_expr_room(ctx, rank * width);
    for (size_t i = 0; X != NULL && i < rows; i++)
        for (size_t j = 0; row[i] && j < p; j++)
            *(column[j] ? &minor[at++] : &B[right++]) = A[i * p + j];
    if (X == NULL || (rank > 0 && width > 0 && li_exact_solve(ctx, X, rank, minor, width, B) != LI_OK))
        return SIZE_MAX;
    for (size_t j = 0, free = 0; j < p; j++) {
        if (column[j])
            continue;
        for (size_t i = 0, pivot = 0; i < p; i++)
            u[free * p + i] = column[i] ? li_expr_neg(ctx, X[pivot++ * width + free]) : li_expr_int(ctx, i == j);
        free++;
    }
    return width;
}

/* theta^i as an expression in the velocities: w_(k+i) - phi_i */
static li_expr form_of(const li_frame *f, size_t i) { return li_expr_sub(f->ctx, f->w[f->k + i], f->phi[i]); }

/* The last derived system of f, which stays open; false if it was not decided */
static bool derive(li_ctx *ctx, li_frame *f, li_motion *part, const li_motion *S)
{
    for (;;) {
        size_t p = f->p, k = f->k;
        li_expr *row = li_expr_room(ctx, k * (k + 1) * p), *u = li_expr_room(ctx, p * p), *next = li_expr_room(ctx, p);
        if (row == NULL || u == NULL || next == NULL || !curvatures(f, row))
            return false;
        size_t left = null_vectors(ctx, u, k * (k + 1), p, row);
        if (left == SIZE_MAX)
            return false;
        if (left == p)
            return true;
        for (size_t h = 0; h < left; h++) {
            next[h] = li_expr_int(ctx, 0);
            for (size_t i = 0; i < p; i++)
                next[h] = li_expr_add(ctx, next[h], li_expr_mul(ctx, u[h * p + i], form_of(f, i)));
        }
        if (left == 0)
            return f->p = 0, true;
        if (!open_system(ctx, f, part, S, left, next))
            return false;
    }
}

/* ---- potentials ---- */

/* F with dF = sum_i t_i dx_i, one variable after another from number `first` on; NULL: not found */
static li_expr potential_from(li_ctx *ctx, size_t n, const li_expr *x, const li_expr *t, size_t first)
{
    li_expr F = li_expr_int(ctx, 0);

    for (size_t k = 0; k < n; k++) {
        size_t i = (first + k) % n;
        li_expr rest = li_exact_simplify(ctx, li_expr_sub(ctx, t[i], li_expr_diff(ctx, F, x[i])));
        if (li_expr_is_zero(rest))
            continue;
        li_expr part = li_exact_antiderivative(ctx, rest, x[i]);
        if (part == NULL)
            return NULL;
        F = li_expr_add(ctx, F, part);
    }
    for (size_t i = 0; i < n; i++)
        if (li_exact_equal(ctx, li_expr_diff(ctx, F, x[i]), t[i]) != LI_YES)
            return NULL;
    return F;
}

static li_expr potential(li_ctx *ctx, size_t n, const li_expr *x, const li_expr *t)
{
    li_expr F = NULL;

    for (size_t i = 0; i < n; i++)                     /* closed? */
        for (size_t j = 0; j < i; j++)
            if (li_exact_equal(ctx, li_expr_diff(ctx, t[i], x[j]), li_expr_diff(ctx, t[j], x[i])) != LI_YES)
                return NULL;
    for (size_t first = 0; first < n && first < TURNS && F == NULL; first++)
        F = potential_from(ctx, n, x, t, first);
    return F;
}

/* h with d(theta) = h theta /\ dz, a function of z alone: h t_j = d_j t_z - d_z t_j, and theta is closed but for z. Then
 * exp(int h dz) theta is closed. NULL: there is none. */
static li_expr logarithmic_rate(li_ctx *ctx, size_t n, const li_expr *x, const li_expr *t, size_t z)
{
    li_expr h = NULL;

    for (size_t j = 0; j < n; j++) {
        if (j == z)
            continue;
        li_expr turn = li_expr_sub(ctx, li_expr_diff(ctx, t[z], x[j]), li_expr_diff(ctx, t[j], x[z]));
        if (li_expr_is_zero(t[j])) {
            if (li_exact_is_zero(ctx, turn) != LI_YES)
                return NULL;
            continue;
        }
        li_expr one = li_exact_simplify(ctx, li_expr_div(ctx, turn, t[j]));
        if (h != NULL && li_exact_equal(ctx, h, one) != LI_YES)
            return NULL;
        h = h == NULL ? one : h;
    }
    for (size_t j = 0; h != NULL && j < n; j++)
        if (j != z && li_expr_contains(ctx, h, x[j]))
            return NULL;
    return h;
}

/* exp(e), the logarithms in e taken out: exp(2 log(x) + y) = x^2 exp(y) */
static li_expr exponential(li_ctx *ctx, li_expr e)
{
    bool sum = li_expr_kind(e) == LI_SUM;
    li_expr product = li_expr_int(ctx, 1), rest = sum ? li_expr_rational(ctx, li_expr_number(e)) : li_expr_int(ctx, 0);

    for (size_t i = 0; i < (sum ? li_expr_len(e) : 1); i++) {
        li_expr term = sum ? li_expr_arg(e, i) : e, c = sum ? li_expr_rational(ctx, li_expr_coef(e, i)) : li_expr_int(ctx, 1);
        if (li_expr_kind(term) == LI_LOG)
            product = li_expr_mul(ctx, product, li_expr_pow(ctx, li_expr_arg(term, 0), c));
        else
            rest = li_expr_add(ctx, rest, li_expr_mul(ctx, c, term));
    }
    return li_expr_mul(ctx, product, li_expr_apply(ctx, LI_EXP, rest));
}

/* A function F with dF = mu theta, mu = 1 or a function of one variable; NULL: not found */
static li_expr integral_of(li_ctx *ctx, size_t n, const li_expr *x, li_expr *t)
{
    li_expr F = potential(ctx, n, x, t), *scaled = li_expr_room(ctx, n);

    for (size_t z = 0; z < n && F == NULL && scaled != NULL && li_ctx_status(ctx) == LI_OK; z++) {
        li_expr h = logarithmic_rate(ctx, n, x, t, z), log = h == NULL ? NULL : li_exact_antiderivative(ctx, h, x[z]);
        if (log == NULL)
            continue;
        li_expr mu = exponential(ctx, log);
        for (size_t i = 0; i < n; i++)
            scaled[i] = li_exact_simplify(ctx, li_expr_mul(ctx, mu, t[i]));
        F = potential(ctx, n, x, scaled);
    }
    return F;
}

/* den times the factors that e has below, as far as den lacks them */
static li_expr with_denominator(li_ctx *ctx, li_expr den, li_expr e)
{
    li_expr product = li_expr_mul(ctx, li_exact_factor(ctx, e), den);
    size_t n = li_expr_factors(ctx, product, NULL, NULL);
    li_expr *f = li_alloc(ctx, n * sizeof *f);
    int *power = li_alloc(ctx, n * sizeof *power);

    if (f == NULL || power == NULL)
        return den;
    li_expr_factors(ctx, product, f, power);
    for (size_t i = 0; i < n; i++)
        if (power[i] < 0)
            den = li_expr_mul(ctx, den, li_expr_power(ctx, f[i], -power[i]));
    return den;
}

/* The same with theta multiplied by its denominators, if it has some */
static li_expr integral_scaled(li_ctx *ctx, size_t n, const li_expr *x, li_expr *t)
{
    li_expr F = integral_of(ctx, n, x, t), den = li_expr_int(ctx, 1);

    for (size_t i = 0; F == NULL && i < n; i++)
        den = with_denominator(ctx, den, t[i]);
    for (size_t i = 0; F == NULL && i < n; i++)
        t[i] = li_exact_simplify(ctx, li_expr_mul(ctx, den, t[i]));
    return F == NULL && li_expr_kind(den) != LI_NUM ? integral_of(ctx, n, x, t) : F;
}

/* ---- relations of position ---- */

/* Integrals found so far: the dependent coordinate of each, if the integral C gives it, as a function of the others */
struct search {
    li_ctx *ctx;
    const li_frame *f;
    size_t n, found;
    li_expr *x, *t;                /* q_1 .. q_n, t; the coefficients of a form in them */
    li_expr *from, *to;
    size_t eliminated, constants;
    li_expr *C, *meaning;
};

/* The coefficients of theta^i in dq_1 .. dq_n, dt, with what was eliminated */
static bool set_form(struct search *s, size_t i)
{
    const li_frame *f = s->f;
    li_ctx *ctx = s->ctx;
    li_expr *coef = li_expr_room(ctx, s->n);

    if (coef == NULL || li_exact_affine(ctx, form_of(f, i), s->n, f->S->v, coef, &s->t[s->n]) != LI_YES)
        return false;
    for (size_t r = 0; r <= s->n; r++)
        s->t[r] = li_exact_simplify(ctx, li_expr_subst(ctx, r < s->n ? coef[r] : s->t[r], s->eliminated, s->from, s->to));
    return true;
}

/* x from F = C, if F is affine in it; then the forms that are left are seen where C is constant */
static void eliminate(struct search *s, li_expr x, li_expr F)
{
    li_ctx *ctx = s->ctx;
    li_expr coef, rest, C = li_expr_fresh(ctx, "C", LI_PARAMETER);

    s->C[s->constants] = C;
    s->meaning[s->constants] = li_expr_subst(ctx, F, s->constants, s->C, s->meaning);
    s->constants++;
    if (li_exact_affine(ctx, F, 1, &x, &coef, &rest) != LI_YES || li_exact_is_zero(ctx, coef) != LI_NO)
        return;
    li_expr value = li_exact_simplify(ctx, li_expr_div(ctx, li_expr_sub(ctx, C, rest), coef));
    li_expr_subst_all(ctx, s->eliminated, s->to, 1, &x, &value);
    s->from[s->eliminated] = x;
    s->to[s->eliminated++] = value;
}

/* dF/dt = 0 on the relations? */
static bool is_integral(const struct search *s, li_expr F)
{
    li_ctx *ctx = s->ctx;
    const li_frame *f = s->f;
    li_expr rate = li_expr_diff(ctx, F, f->S->t);

    for (size_t r = 0; r < s->n; r++)
        rate = li_expr_add(ctx, rate, li_expr_mul(ctx, li_expr_diff(ctx, F, s->x[r]), f->S->v[r]));
    return li_exact_is_zero(ctx, li_frame_reduce(f, rate)) == LI_YES && li_ctx_status(ctx) == LI_OK;
}

/* F without a number before it */
static li_expr without_number(li_ctx *ctx, li_expr F)
{
    li_expr product = li_exact_factor(ctx, F);
    bool scaled = li_expr_kind(product) == LI_SUM && li_expr_len(product) == 1 && li_rational_is_zero(li_expr_number(product));
    return scaled && li_expr_kind(li_expr_arg(product, 0)) == LI_SUM ? li_expr_arg(product, 0) : F;
}

/* F without denominators of parameters, if that is not longer */
static li_expr neat(li_ctx *ctx, li_expr F)
{
    li_expr den = li_expr_int(ctx, 1), symbol;

    F = without_number(ctx, li_exact_simplify(ctx, F));
    for (size_t i = 0; li_expr_kind(F) == LI_SUM && i < li_expr_len(F); i++)
        den = with_denominator(ctx, den, li_expr_scale(ctx, li_expr_coef(F, i), li_expr_arg(F, i)));
    if (li_expr_symbols(ctx, 1, &den, LI_TIME, LI_GENERATOR, &symbol, 1) > 0)
        return F;
    li_expr cleared = without_number(ctx, li_exact_simplify(ctx, li_expr_expand(ctx, li_expr_mul(ctx, F, den), 100)));
    return li_exact_cost(ctx, cleared) <= li_exact_cost(ctx, F) ? cleared : F;
}

static void try_form(struct search *s, size_t i, bool *done, li_flag *out)
{
    li_ctx *ctx = s->ctx;
    const li_frame *f = s->f;
    li_expr F = set_form(s, i) ? integral_scaled(ctx, s->n + 1, s->x, s->t) : NULL;

    if (F == NULL)
        return;
    done[i] = true;
    li_expr whole = neat(ctx, li_expr_subst(ctx, F, s->constants, s->C, s->meaning));
    if (is_integral(s, whole))
        out->integral[out->integrals++] = whole;
    for (size_t r = 0; r < s->n; r++)
        if (f->S->v[r] == f->w[f->k + i])
            eliminate(s, s->x[r], F);
}

/* Form after form; one that is found may make another one integrable. */
static void find_integrals(const li_frame *f, li_flag *out)
{
    li_ctx *ctx = f->ctx;
    size_t n = f->n, p = f->p;
    struct search s = { .ctx = ctx, .f = f, .n = n, .x = li_expr_room(ctx, n + 1), .t = li_expr_room(ctx, n + 1), .from = li_expr_room(ctx, p), .to = li_expr_room(ctx, p) };
    bool *done = li_alloc(ctx, (p + 1) * sizeof *done);

    s.C = li_expr_room(ctx, p);
    s.meaning = li_expr_room(ctx, p);
    for (size_t r = 0; s.x != NULL && r <= n; r++)
        s.x[r] = r < n ? f->S->q[r] : f->S->t;
    for (size_t before = SIZE_MAX; li_ctx_status(ctx) == LI_OK && before != s.constants;) {
        before = s.constants;
        for (size_t i = 0; i < p && li_ctx_status(ctx) == LI_OK; i++)
            if (!done[i])
                try_form(&s, i, done, out);
    }
}

/* Relation h in the velocities q', if it is linear in them; NULL: not */
static li_expr in_velocities(li_ctx *ctx, const li_motion *S, size_t h)
{
    const li_model *m = S->model;
    size_t i = 0;
    li_expr *from = li_expr_room(ctx, m->quasis), *to = li_expr_room(ctx, m->quasis), *x = li_expr_room(ctx, S->n), *coef = li_expr_room(ctx, S->n), rest;

    for (; i < m->constraints && h >= m->constraint[i].n; i++)
        h -= m->constraint[i].n;
    if (i == m->constraints || from == NULL || to == NULL || x == NULL || coef == NULL)
        return NULL;
    for (size_t k = 0; k < m->quasis; k++) {
        from[k] = m->quasi[k].w;
        to[k] = m->quasi[k].value;
    }
    li_expr a = li_expr_subst(ctx, m->constraint[i].a[h], m->quasis, from, to);
    a = m->constraint[i].holonomic[h] ? li_model_ddt(ctx, m, a) : a;
    for (size_t r = 0; r < S->n; r++)
        x[r] = m->coord[r].v;
    for (size_t k = 0; k < m->speeds; k++)
        if (li_expr_contains(ctx, a, m->speed[k].w))
            return NULL;
    return li_exact_affine(ctx, a, S->n, x, coef, &rest) == LI_YES ? a : NULL;
}

li_status li_motion_flag(li_ctx *ctx, li_flag *out, const li_motion *S, size_t first, size_t count)
{
    li_motion part;
    li_frame f;
    li_expr *relation = li_expr_room(ctx, count);
    size_t p = 0;

    *out = (li_flag){ .integral = li_expr_room(ctx, count) };
    for (size_t h = 0; relation != NULL && h < count; h++) {
        relation[p] = in_velocities(ctx, S, first + h);
        p += relation[p] != NULL;
    }
    out->linear = p == count;
    if (li_ctx_status(ctx) != LI_OK || p == 0 || !open_system(ctx, &f, &part, S, p, relation))
        return li_ctx_status(ctx);
    out->rank = f.p;
    out->known = derive(ctx, &f, &part, S);
    out->dimension = out->known ? f.p : 0;
    if (out->known && f.p > 0)
        find_integrals(&f, out);
    return li_ctx_status(ctx);
}

/* lanes-kernel.h - programs over lanes, and over series of lanes, for the instruction set of the file that includes this
 *
 * A register is `parts` vectors; no operation looks from one lane into another. */
#ifndef LI_PROGRAM_LANES_KERNEL_H
#define LI_PROGRAM_LANES_KERNEL_H

#include <float.h>

#include "lanes.h"
#include "lanes-math.h"

enum { LANES = 16, PARTS = LANES / WIDE };

/* ---- linear systems ---- element i of a matrix or of an unknown at [i * stride] */

static vector reciprocal_pivot(vector d, double tolerance, vector size, mask *regular)
{
    *regular &= d > tolerance * size;
    return 1 / d;
}

/* As in real-solve.c, all lanes at once; lanes whose pivots are not positive are left out of the mask. */
static mask factor_ldl(const li_system *S, const vector *v, vector *U, size_t stride)
{
    size_t n = S->n;
    mask regular = (mask){ 0 } - 1;

    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            U[(i * n + j) * stride] = v[S->in[i * n + j] * stride];
    for (size_t k = 0; k < n; k++) {
        vector *row = U + k * n * stride;
        vector inverse = reciprocal_pivot(row[k * stride], 8 * (double)n * DBL_EPSILON, absolute(v[S->in[k * n + k] * stride]), &regular);
        row[k * stride] = inverse;
        for (size_t i = k + 1; i < n; i++) {
            vector l = row[i * stride] * inverse, *below = U + i * n * stride;
            for (size_t j = i; j < n; j++)
                below[j * stride] = minus_times(below[j * stride], l, row[j * stride]);
        }
        for (size_t i = k + 1; i < n; i++)
            row[i * stride] *= inverse;
    }
    return regular;
}

static void substitute_ldl(size_t n, const vector *U, vector *x, size_t stride)
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = k + 1; i < n; i++)
            x[i * stride] = minus_times(x[i * stride], U[(k * n + i) * stride], x[k * stride]);
    for (size_t k = 0; k < n; k++)
        x[k * stride] *= U[(k * n + k) * stride];
    for (size_t k = n; k-- > 0;)
        for (size_t i = k + 1; i < n; i++)
            x[k * stride] = minus_times(x[k * stride], U[(k * n + i) * stride], x[i * stride]);
}

static void swap_where(mask m, vector *a, vector *b)
{
    vector t = choose_vector(m, *b, *a);
    *b = choose_vector(m, *a, *b);
    *a = t;
}

/* Rows measured by their largest entry, then columns in that measure. */
static void measure(size_t n, const vector *A, vector *row, vector *column, size_t stride)
{
    for (size_t j = 0; j < n; j++)
        column[j * stride] = all(0);
    for (size_t i = 0; i < n; i++) {
        vector most = all(0);
        for (size_t j = 0; j < n; j++) {
            vector a = absolute(A[(i * n + j) * stride]);
            most = choose_vector(a > most, a, most);
        }
        row[i * stride] = choose_vector(most > all(0), 1 / most, all(0));
        for (size_t j = 0; j < n; j++) {
            vector a = row[i * stride] * absolute(A[(i * n + j) * stride]);
            column[j * stride] = choose_vector(a > column[j * stride], a, column[j * stride]);
        }
    }
}

/* Every lane has its own order of rows: a row with a larger pivot changes places with row k where it is larger. */
static mask factor_lu(const li_system *S, const vector *v, vector *A, size_t stride)
{
    size_t n = S->n;
    vector *order = A + n * n * stride, *row = order + n * stride, *column = row + n * stride;
    mask regular = (mask){ 0 } - 1;

    for (size_t i = 0; i < n * n; i++)
        A[i * stride] = v[S->in[i] * stride];
    for (size_t i = 0; i < n; i++)
        order[i * stride] = all((double)i);
    measure(n, A, row, column, stride);
    for (size_t k = 0; k < n; k++) {
        for (size_t i = k + 1; i < n; i++) {
            mask larger = row[i * stride] * absolute(A[(i * n + k) * stride]) > row[k * stride] * absolute(A[(k * n + k) * stride]);
            for (size_t j = 0; j < n; j++)
                swap_where(larger, &A[(k * n + j) * stride], &A[(i * n + j) * stride]);
            swap_where(larger, &row[k * stride], &row[i * stride]);
            swap_where(larger, &order[k * stride], &order[i * stride]);
        }
        vector d = A[(k * n + k) * stride];
        regular &= row[k * stride] * absolute(d) > 8 * (double)n * DBL_EPSILON * column[k * stride];
        A[(k * n + k) * stride] = 1 / d;
        for (size_t i = k + 1; i < n; i++) {
            vector l = A[(i * n + k) * stride] *= A[(k * n + k) * stride];
            for (size_t j = k + 1; j < n; j++)
                A[(i * n + j) * stride] = minus_times(A[(i * n + j) * stride], l, A[(k * n + j) * stride]);
        }
    }
    return regular;
}

/* t takes n vectors */
static void substitute_lu(size_t n, const vector *A, vector *x, vector *t, size_t stride)
{
    const vector *order = A + n * n * stride;

    for (size_t k = 0; k < n; k++)
        t[k * stride] = x[k * stride];
    for (size_t k = 0; k < n; k++)
        for (int l = 0; l < WIDE; l++)
            x[k * stride][l] = t[(size_t)order[k * stride][l] * stride][l];
    for (size_t k = 0; k < n; k++)
        for (size_t i = k + 1; i < n; i++)
            x[i * stride] = minus_times(x[i * stride], A[(i * n + k) * stride], x[k * stride]);
    for (size_t k = n; k-- > 0;) {
        for (size_t j = k + 1; j < n; j++)
            x[k * stride] = minus_times(x[k * stride], A[(k * n + j) * stride], x[j * stride]);
        x[k * stride] *= A[(k * n + k) * stride];
    }
}

/* Along a plan, as in real-solve.c; behind U the sizes of the pivots, then how often solutions are refined, nan where the lane is
 * singular, then the entries. */
static mask factor_sparse(const li_system *S, const vector *v, vector *U, size_t stride)
{
    const li_schedule *Z = S->plan;
    const uint32_t *target = Z->target;
    vector *size = U + Z->numbers * stride, *steps = size + 2 * Z->n * stride, *A = steps + stride;
    mask regular = (mask){ 0 } - 1;

    for (size_t i = 0; i < Z->numbers; i++)
        U[i * stride] = all(0);
    for (size_t e = 0; e < Z->entries; e++)
        U[Z->place[e] * stride] = A[e * stride] = v[S->in[e] * stride];
    *steps = all(0);
    for (size_t k = 0; k < Z->n; k++)
        size[k * stride] = absolute(U[k * stride]);
    for (size_t k = 0; k < Z->n; k++) {
        vector d = U[k * stride], inverse = U[k * stride] = 1 / d;
        regular &= absolute(d) > 8 * (double)Z->n * DBL_EPSILON * size[k * stride];
        *steps = choose_vector((absolute(d) < 1e-2 * size[k * stride]) & (*steps < all(2)), all(2), *steps);
        *steps = choose_vector(absolute(d) < 1e-6 * size[k * stride], all(4), *steps);
        for (size_t i = Z->start[k], end = Z->start[k + 1]; i < end; i++) {
            vector u = U[i * stride], l = u * inverse;
            size_t at = Z->at[i] * stride;
            U[at] = minus_times(U[at], l, u);
            size[at] += absolute(l * u);
            for (size_t j = i + 1; j < end; j++, target++)
                U[*target * stride] = minus_times(U[*target * stride], l, U[j * stride]);
            U[i * stride] = l;
        }
    }
    *steps = choose_vector(regular, *steps, all(NAN));
    return regular;
}

static void substitute_sparse(const li_schedule *Z, const vector *U, vector *x, size_t stride)
{
    for (size_t k = 0; k < Z->n; k++)
        for (size_t i = Z->start[k]; i < Z->start[k + 1]; i++)
            x[Z->at[i] * stride] = minus_times(x[Z->at[i] * stride], U[i * stride], x[k * stride]);
    for (size_t k = Z->n; k-- > 0;) {
        vector y = x[k * stride] * U[k * stride];
        for (size_t i = Z->start[k]; i < Z->start[k + 1]; i++)
            y = minus_times(y, U[i * stride], x[Z->at[i] * stride]);
        x[k * stride] = y;
    }
}

/* Each lane as often as it needs it; nan where it is singular. */
static void solve_sparse(const li_schedule *Z, vector *F, vector *x, size_t stride)
{
    size_t n = Z->n;
    vector *b = F + Z->numbers * stride, *rest = b + n * stride, *A = rest + (n + 1) * stride, steps = rest[n * stride];

    for (size_t k = 0; k < n; k++)
        b[k * stride] = x[k * stride];
    substitute_sparse(Z, F, x, stride);
    for (int step = 0; any(steps > all(step)); step++) {
        for (size_t k = 0; k < n; k++)
            rest[k * stride] = b[k * stride];
        for (size_t e = 0; e < Z->entries; e++) {
            size_t i = Z->row[e] * stride, j = Z->column[e] * stride;
            rest[i] = minus_times(rest[i], A[e * stride], x[j]);
            if (i != j)
                rest[j] = minus_times(rest[j], A[e * stride], x[i]);
        }
        substitute_sparse(Z, F, rest, stride);
        for (size_t k = 0; k < n; k++)
            x[k * stride] += choose_vector(steps > all(step), rest[k * stride], all(0));
    }
    for (size_t k = 0; k < n; k++)
        x[k * stride] += choose_vector(steps == steps, all(0), all(NAN));
}

/* F takes n (n + 3) vectors, and lu as many for a moment: the factors, the order of the rows, then which lanes are LDL^T
 * (a symmetric matrix that is not positive definite is factored by LU, in its lane alone), then what is added to the
 * unknowns: 0, nan where the lane is singular. */
static mask factor_lanes(const li_system *S, bool symmetric, const vector *v, vector *F, vector *lu, size_t stride)
{
    size_t n = S->n;

    if (S->plan != NULL)
        return factor_sparse(S, v, F, stride);
    mask positive = symmetric ? factor_ldl(S, v, F, stride) : (mask){ 0 }, regular = positive;

    if (any(~positive)) {
        regular |= factor_lu(S, v, lu, stride);
        for (size_t i = 0; i < n * (n + 1); i++)
            F[i * stride] = i < n * n ? choose_vector(positive, F[i * stride], lu[i * stride]) : lu[i * stride];
    }
    F[n * (n + 1) * stride] = choose_vector(positive, all(1), all(0));
    F[n * (n + 2) * stride] = choose_vector(regular, all(0), all(NAN));
    return regular;
}

/* x = A^-1 x; t takes 2 n vectors */
static void substitute_lanes(const li_system *S, vector *F, vector *x, vector *t, size_t stride)
{
    size_t n = S->n;

    if (S->plan != NULL) {
        solve_sparse(S->plan, F, x, stride);
        return;
    }
    mask positive = F[n * (n + 1) * stride] > all(0);
    vector *lu = t + n * stride;

    for (size_t i = 0; i < n; i++)
        lu[i * stride] = x[i * stride];
    if (any(positive))
        substitute_ldl(n, F, x, stride);
    if (any(~positive)) {
        substitute_lu(n, F, lu, t, stride);
        for (size_t i = 0; i < n; i++)
            x[i * stride] = choose_vector(positive, x[i * stride], lu[i * stride]);
    }
    for (size_t i = 0; i < n; i++)
        x[i * stride] += F[n * (n + 2) * stride];
}

/* ---- the run ---- */

static vector *registers(const li_lanes *run) { return (vector *)(void *)run->value; }

/* The lanes that a mask leaves out, as bits from lane `first` on. */
static uint32_t missing(mask m, size_t first)
{
    uint32_t bits = 0;
    for (size_t l = 0; l < WIDE; l++)
        bits |= m[l] ? 0 : UINT32_C(1) << (first + l);
    return bits;
}

static void solve(li_lanes *run, const li_instruction *i, size_t parts)
{
    const li_system *S = &run->code->system[i->in[0]];
    size_t n = S->n;

    for (size_t q = 0; q < parts; q++) {
        vector *v = registers(run) + q, *F = v + run->code->values * parts, *lu = F + run->code->scratch * parts, *x = v + i->out * parts;
        run->singular |= missing(factor_lanes(S, i->op == LI_OP_LDL, v, F, lu, parts), q * WIDE);
        for (size_t k = 0; k < n; k++)
            x[k * parts] = v[S->in[S->entries + k] * parts];
        substitute_lanes(S, F, x, lu, parts);
    }
}

/* Each lane for itself, as li_real does it. */
static void integral(li_lanes *run, const li_instruction *i)
{
    const li_integral *I = &run->code->integral[i->in[0]];

    for (size_t l = 0; l < run->width; l++) {
        for (size_t k = 0; k < I->n + 2; k++)
            run->one[I->in[k]] = run->value[I->in[k] * run->width + l];
        run->value[i->out * run->width + l] = li_real_integral(I, run->one, run->one + I->place);
    }
}

static li_status one_by_one(const li_instruction *i, vector *r, const vector *a, const vector *b, size_t parts)
{
    li_status status = LI_OK;

    for (size_t l = 0; l < parts * WIDE; l++) {
        double few[4] = { a[l / WIDE][l % WIDE], b[l / WIDE][l % WIDE] };
        li_instruction one = { .op = i->op, .out = 2, .in = { 0, i->op == LI_OP_ROOT ? i->in[1] : 1 } };
        status = li_real_apply(&one, few);
        r[l / WIDE][l % WIDE] = few[2];
        if (li_operation_info[i->op].results > 1)
            r[parts + l / WIDE][l % WIDE] = few[3];
    }
    return status;
}

static vector sign_of(vector a) { return choose_vector(a > all(0), all(1), choose_vector(a < all(0), all(-1), a)); }
static vector least(vector a, vector b) { return choose_vector((a != a) | (a < b), a, b); }
static vector greatest(vector a, vector b) { return choose_vector((a != a) | (a > b), a, b); }

static li_status apply(const li_instruction *i, vector *v, size_t parts)
{
    bool two = li_operation_info[i->op].operands > 1, root = i->op == LI_OP_ROOT && i->in[1] != 2;
    vector *r = v + i->out * parts, *a = v + i->in[0] * parts, *b = two ? v + i->in[1] * parts : a;

    for (size_t q = 0; q < parts && !root; q++)
        switch (i->op) {
        case LI_OP_ROOT: r[q] = vector_sqrt(a[q]); break;
        case LI_OP_PI: r[q] = all(3.14159265358979323846); break;
        case LI_OP_SINCOS: vector_sincos(a[q], &r[q], &r[parts + q]); break;
        case LI_OP_EXP: r[q] = vector_exp(a[q]); break;
        case LI_OP_LOG: r[q] = vector_log(a[q]); break;
        case LI_OP_ABS: r[q] = absolute(a[q]); break;
        case LI_OP_SIGN: r[q] = sign_of(a[q]); break;
        case LI_OP_MIN: r[q] = least(a[q], b[q]); break;
        case LI_OP_MAX: r[q] = greatest(a[q], b[q]); break;
        default: return one_by_one(i, r, a, b, parts);
        }
    return root ? one_by_one(i, r, a, b, parts) : LI_OK;
}

/* `parts` is a number that the compiler knows. */
static inline __attribute__((always_inline)) li_status run_text(li_lanes *run, size_t from, size_t to, size_t parts)
{
    vector *v = registers(run);
    li_status status = LI_OK;

    for (const li_instruction *i = run->code->text + from, *end = run->code->text + to; i < end && status == LI_OK; i++) {
        vector *r = v + i->out * parts, *a = v + i->in[0] * parts, *b = v + i->in[1] * parts, *c = v + i->in[2] * parts;
        switch (i->op) {
        case LI_OP_ADD: for (size_t q = 0; q < parts; q++) r[q] = a[q] + b[q]; break;
        case LI_OP_SUB: for (size_t q = 0; q < parts; q++) r[q] = a[q] - b[q]; break;
        case LI_OP_MUL: for (size_t q = 0; q < parts; q++) r[q] = a[q] * b[q]; break;
        case LI_OP_FMA: for (size_t q = 0; q < parts; q++) r[q] = times_plus(a[q], b[q], c[q]); break;
        case LI_OP_FNMA: for (size_t q = 0; q < parts; q++) r[q] = minus_times(c[q], a[q], b[q]); break;
        case LI_OP_NEG: for (size_t q = 0; q < parts; q++) r[q] = -a[q]; break;
        case LI_OP_INV: for (size_t q = 0; q < parts; q++) r[q] = 1 / a[q]; break;
        case LI_OP_LDL: case LI_OP_LU: case LI_OP_SPARSE: solve(run, i, parts); break;
        case LI_OP_INTEGRAL: integral(run, i); break;
        default: status = apply(i, v, parts);
        }
    }
    return status;
}

static li_status lanes_text(li_lanes *run, size_t from, size_t to)
{
    return run->width == LANES ? run_text(run, from, to, PARTS) : run_text(run, from, to, 2 * PARTS);
}

/* ---- series ---- */

typedef struct { vector part[PARTS]; } number;
typedef li_lanes plain;

typedef struct jet jet;
static number *plain_at(const jet *J, uint32_t r);
static li_status plain_text(jet *J, size_t from, size_t to);
static number *moment(const jet *J);
static uint32_t *singular_lanes(jet *J);

static number *numbers_new(li_ctx *ctx, size_t count) { return (number *)(void *)li_lanes_memory(ctx, count * LANES); }
static void numbers_drop(li_ctx *ctx, number *x, size_t count) { (void)count, li_lanes_forget(ctx, (double *)(void *)x); }
static void plain_clear(li_ctx *ctx, plain *run) { li_lanes_clear(ctx, run); }

static void set_int(const jet *J, number *r, long k)
{
    (void)J;
    for (size_t q = 0; q < PARTS; q++)
        r->part[q] = all((double)k);
}

static void set(const jet *J, number *r, const number *a) { (void)J, *r = *a; }
static void negate(const jet *J, number *r, const number *a) { (void)J; for (size_t q = 0; q < PARTS; q++) r->part[q] = -a->part[q]; }
static void add(const jet *J, number *r, const number *a, const number *b) { (void)J; for (size_t q = 0; q < PARTS; q++) r->part[q] = a->part[q] + b->part[q]; }
static void sub(const jet *J, number *r, const number *a, const number *b) { (void)J; for (size_t q = 0; q < PARTS; q++) r->part[q] = a->part[q] - b->part[q]; }
static void mul(const jet *J, number *r, const number *a, const number *b) { (void)J; for (size_t q = 0; q < PARTS; q++) r->part[q] = a->part[q] * b->part[q]; }
static void quotient(const jet *J, number *r, const number *a, const number *b) { (void)J; for (size_t q = 0; q < PARTS; q++) r->part[q] = a->part[q] / b->part[q]; }
static void square_root(const jet *J, number *r, const number *a) { (void)J; for (size_t q = 0; q < PARTS; q++) r->part[q] = vector_sqrt(a->part[q]); }
static void times_int(const jet *J, number *r, const number *a, size_t k) { (void)J; for (size_t q = 0; q < PARTS; q++) r->part[q] = (double)k * a->part[q]; }
static void over_int(const jet *J, number *r, const number *a, size_t k) { (void)J; for (size_t q = 0; q < PARTS; q++) r->part[q] = a->part[q] / (double)k; }

static void dot(const jet *J, number *r, const number *a, const number *b, size_t count)
{
    number even = { 0 }, odd = { 0 };
    (void)J;

    for (; count >= 2; count -= 2, a += 2, b -= 2)
        for (size_t q = 0; q < PARTS; q++) {
            even.part[q] = times_plus(a[0].part[q], b[0].part[q], even.part[q]);
            odd.part[q] = times_plus(a[1].part[q], b[-1].part[q], odd.part[q]);
        }
    for (size_t q = 0; q < PARTS; q++)
        r->part[q] = even.part[q] + odd.part[q] + (count > 0 ? a->part[q] * b->part[q] : all(0));
}

static bool strict_sign(const jet *J, number *r, const number *a)
{
    bool certain = true;
    (void)J;

    for (size_t q = 0; q < PARTS; q++) {
        vector x = a->part[q];
        certain &= !any(x == all(0));
        r->part[q] = choose_vector(x > all(0), all(1), choose_vector(x < all(0), all(-1), all(NAN)));
    }
    return certain;
}

static void choose(const jet *J, number *r, const number *s, const number *a, const number *b)
{
    (void)J;
    for (size_t q = 0; q < PARTS; q++)
        r->part[q] = choose_vector(s->part[q] < all(0), a->part[q], choose_vector(s->part[q] > all(0), b->part[q], all(NAN)));
}

/* Singular lanes are told by nan, and by a bit. */
static bool factor(jet *J, const li_system *S, bool symmetric, number *F)
{
    vector *v = plain_at(J, 0)->part, *lu = moment(J)->part;

    for (size_t q = 0; q < PARTS; q++)
        *singular_lanes(J) |= missing(factor_lanes(S, symmetric, v + q, F->part + q, lu + q, PARTS), q * WIDE);
    return true;
}

static void substitute(const jet *J, const li_system *S, number *F, number *x)
{
    vector *t = moment(J)->part;

    for (size_t q = 0; q < PARTS; q++)
        substitute_lanes(S, F->part + q, x->part + q, t + q, PARTS);
}

static li_status plain_init(li_ctx *ctx, plain *run, const li_program *P, long bits);

#include "jet-rules.h"

static number *plain_at(const jet *J, uint32_t r) { return (number *)(void *)J->run.value + r; }
static li_status plain_text(jet *J, size_t from, size_t to) { return lanes_text(&J->run, from, to); }
static number *moment(const jet *J) { return plain_at(J, (uint32_t)J->code->values); }        /* the scratch of the run */
static uint32_t *singular_lanes(jet *J) { return &J->run.singular; }

static void *jet_new(li_ctx *ctx, const li_program *P, size_t order)
{
    jet *J = li_new(ctx, 1, sizeof *J);
    if (J != NULL)
        jet_init(ctx, J, P, order, 0);
    return J;
}

static void jet_drop(li_ctx *ctx, void *J)
{
    if (J != NULL)
        jet_clear(ctx, J);
    li_drop(ctx, J);
}

static double *jet_register(void *J, size_t r) { return (double *)(void *)plain_at(J, (uint32_t)r); }
static double *jet_row(void *J, size_t r) { return (double *)(void *)row(J, r); }

static bool jet_smooth(const void *series)
{
    const jet *J = series;
    return J->smooth;
}

static uint32_t jet_singular(const void *series)
{
    const jet *J = series;
    return J->run.singular;
}

static li_status jet_set_parameters(void *J) { return jet_parameters(J); }
static li_status jet_do_step(void *J, size_t k)
{
    if (k == 0)
        *singular_lanes(J) = 0;
    return jet_step(J, k);
}

static void jet_do_advance(void *J, size_t k) { jet_advance(J, k); }

/* ---- eight lanes of a series at a place, and how large its coefficients are ---- */

enum { EIGHT = 8 };
typedef double loose __attribute__((vector_size(8 * WIDE), aligned(8), may_alias));

static vector at(const double *x) { return *(const loose *)x; }
static void put(double *to, vector x) { *(loose *)to = x; }

static void series_at(size_t order, const double *c, size_t stride, const double *h, double *sum, double *slope)
{
    for (size_t l = 0; l < EIGHT; l += WIDE) {
        vector s = at(h + l), d = at(c + order * stride + l), f = (double)order * d;
        for (size_t k = order; k-- > 1;) {
            vector x = at(c + k * stride + l);
            d = times_plus(d, s, x);
            f = times_plus(f, s, (double)k * x);
        }
        put(sum + l, d * s);
        put(slope + l, f);
    }
}

static void series_sizes(size_t order, size_t count, const double *c, size_t stride, const double *by, double *size)
{
    for (size_t l = 0; l < EIGHT; l += WIDE)
        for (size_t j = 0; j < count; j++) {
            vector x = absolute(at(c + (order - j) * stride + l)) * at(by + l), most = at(size + j * EIGHT + l);
            put(size + j * EIGHT + l, choose_vector((x > most) | (x != x), x, most));
        }
}

/* m = sum_(0 < j < k) a_j b_(k-j) of some groups of eight products, a and b being rows of eight numbers for each order; one group is
 * `step` numbers long. Odd and even j apart, so that fewer sums wait for each other. */
static inline void sums_of(size_t groups, size_t k, const double *s, size_t right, size_t step, double *m)
{
    for (size_t l = 0; l < EIGHT; l += WIDE) {
        const double *a = s + EIGHT + l, *b = s + right + (k - 1) * EIGHT + l;
        vector odd[4] = { { 0 } }, even[4] = { { 0 } };
        size_t j = 1;
        for (; j + 1 < k; j += 2, a += 2 * EIGHT, b -= 2 * EIGHT)
            for (size_t g = 0; g < groups; g++) {
                odd[g] += at(a + g * step) * at(b + g * step);
                even[g] += at(a + EIGHT + g * step) * at(b - EIGHT + g * step);
            }
        for (size_t g = 0; g < groups; g++)
            put(m + g * EIGHT + l, odd[g] + even[g] + (j < k ? at(a + g * step) * at(b + g * step) : all(0)));
    }
}

static void series_sums(size_t k, size_t groups, size_t order, const double *s, double *m)
{
    size_t right = (order + 1) * EIGHT, step = 2 * right, g = 0;

    for (; g + 4 <= groups; g += 4)
        sums_of(4, k, s + g * step, right, step, m + g * EIGHT);
    for (; g + 2 <= groups; g += 2)
        sums_of(2, k, s + g * step, right, step, m + g * EIGHT);
    for (; g < groups; g++)
        sums_of(1, k, s + g * step, right, step, m + g * EIGHT);
}

#define LI_LANES_KERNEL(kernel) \
    { kernel, lanes_text, series_at, series_sizes, series_sums, jet_new, jet_drop, jet_register, jet_set_parameters, jet_do_step, jet_do_advance, jet_row, jet_smooth, jet_singular }

#endif

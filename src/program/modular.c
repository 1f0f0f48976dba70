/* modular.c - programs over GF(p), p = 2^61 - 1 */
#include "../core/rational.h"

#include <flint/fmpz.h>

#include "code.h"

__extension__ typedef unsigned __int128 wide;

static const uint64_t p = LI_MODULUS;

_Static_assert(FLINT_BITS == 64, "residues are taken by one word");

/* x mod p for any x, as 2^61 = 1 */
static uint64_t reduce(wide x)
{
    uint64_t r = (uint64_t)(x & p) + (uint64_t)((x >> 61) & p) + (uint64_t)(x >> 122);
    r = (r & p) + (r >> 61);
    return r >= p ? r - p : r;
}

static uint64_t add(uint64_t a, uint64_t b) { return a + b >= p ? a + b - p : a + b; }
static uint64_t sub(uint64_t a, uint64_t b) { return a >= b ? a - b : a + p - b; }
static uint64_t neg(uint64_t a) { return a == 0 ? 0 : p - a; }
static uint64_t fma_p(uint64_t a, uint64_t b, uint64_t c) { return reduce((wide)a * b + c); }

uint64_t li_modular_mul(uint64_t a, uint64_t b) { return reduce((wide)a * b); }

static uint64_t power(uint64_t a, uint64_t n)
{
    uint64_t result = 1;
    for (; n > 0; n >>= 1, a = li_modular_mul(a, a))
        if (n & 1)
            result = li_modular_mul(result, a);
    return result;
}

/* 1/a mod m for coprime a and m, by Euclid's algorithm: r_i = s_i a mod m */
static uint64_t inverse(uint64_t a, uint64_t m)
{
    uint64_t r0 = m, r1 = a % m;
    int64_t s0 = 0, s1 = 1;

    while (r1 > 1) {
        uint64_t q = r0 / r1, r = r0 - q * r1;
        int64_t s = s0 - (int64_t)q * s1;
        r0 = r1;
        r1 = r;
        s0 = s1;
        s1 = s;
    }
    return s1 < 0 ? m - (uint64_t)-s1 : (uint64_t)s1;
}

uint64_t li_modular_inverse(uint64_t a) { return inverse(a, p); }

uint64_t li_modular_random(li_rand *rng)
{
    uint64_t x;
    do
        x = li_rand_next(rng) >> 3;
    while (x >= p);
    return x;
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* Let m be the largest divisor of p - 1 prime to n. The elements of the subgroup of order m have one n-th
 * root in it, a^(1/n mod m); the choice is multiplicative and root(root(a)) agrees with the root of the
 * product of the orders. n = 2: the squares, with a^((p+1)/4). Elements outside are refused: for them the
 * roots are none or not told apart. */
static li_status root(uint64_t *out, uint64_t a, uint32_t n)
{
    uint64_t m = p - 1;

    for (uint64_t d = gcd(m, n); d > 1; d = gcd(m, n))
        m /= d;
    if (a != 0 && power(a, m) != 1)
        return LI_UNDECIDED;
    *out = a == 0 ? 0 : power(a, inverse(n % m, m));
    return LI_OK;
}

/* ---- linear systems ---- Gauss with the first pivot that is not 0; also for a symmetric matrix */

static bool eliminate(uint64_t *A, uint64_t *b, size_t n, size_t k)
{
    size_t pivot = k;

    while (pivot < n && A[pivot * n + k] == 0)
        pivot++;
    if (pivot == n)
        return false;
    for (size_t j = k; j < n && pivot != k; j++) {
        uint64_t swap = A[k * n + j];
        A[k * n + j] = A[pivot * n + j];
        A[pivot * n + j] = swap;
    }
    uint64_t swap = b[k];
    b[k] = b[pivot];
    b[pivot] = swap;

    uint64_t d = A[k * n + k] = li_modular_inverse(A[k * n + k]);      /* the diagonal keeps reciprocals */
    for (size_t i = k + 1; i < n; i++) {
        uint64_t l = neg(li_modular_mul(A[i * n + k], d));
        if (l == 0)
            continue;
        for (size_t j = k + 1; j < n; j++)
            A[i * n + j] = fma_p(l, A[k * n + j], A[i * n + j]);
        b[i] = fma_p(l, b[k], b[i]);
    }
    return true;
}

static bool solve(const li_system *S, const uint64_t *v, uint64_t *A, uint64_t *x)
{
    size_t n = S->n;
    uint64_t *b = A + n * n;

    for (size_t i = 0; i < n * (n + 1); i++)
        A[i] = v[S->in[i]];
    for (size_t k = 0; k < n; k++)
        if (!eliminate(A, b, n, k))
            return false;
    for (size_t k = n; k-- > 0;) {
        uint64_t sum = b[k];
        for (size_t j = k + 1; j < n; j++)
            sum = fma_p(neg(A[k * n + j]), x[j], sum);
        x[k] = li_modular_mul(sum, A[k * n + k]);
    }
    return true;
}

/* Along the plan. A pivot that is 0 mod p where the matrix is regular: with probability 1/p at a random point. */
static bool solve_sparse(const li_system *S, const uint64_t *v, uint64_t *U, uint64_t *x)
{
    const li_schedule *Z = S->plan;
    const uint32_t *target = Z->target;

    for (size_t i = 0; i < Z->numbers; i++)
        U[i] = 0;
    for (size_t e = 0; e < Z->entries; e++)
        U[Z->place[e]] = v[S->in[e]];
    for (size_t k = 0; k < Z->n; k++)
        x[k] = v[S->in[S->entries + k]];
    for (size_t k = 0; k < Z->n; k++) {
        if (U[k] == 0)
            return false;
        U[k] = li_modular_inverse(U[k]);
        for (size_t i = Z->start[k], end = Z->start[k + 1]; i < end; i++) {
            uint64_t l = neg(li_modular_mul(U[i], U[k]));
            U[Z->at[i]] = fma_p(l, U[i], U[Z->at[i]]);
            x[Z->at[i]] = fma_p(l, x[k], x[Z->at[i]]);
            for (size_t j = i + 1; j < end; j++, target++)
                U[*target] = fma_p(l, U[j], U[*target]);
        }
    }
    for (size_t k = Z->n; k-- > 0;) {
        for (size_t i = Z->start[k]; i < Z->start[k + 1]; i++)
            x[k] = fma_p(neg(U[i]), x[Z->at[i]], x[k]);
        x[k] = li_modular_mul(x[k], U[k]);
    }
    return true;
}

/* ---- the run ---- */

static li_status run_text(const li_code *code, uint64_t *v, size_t from, size_t to)
{
    uint64_t *scratch = v + code->values;
    li_status status = LI_OK;

    for (const li_instruction *i = code->text + from, *end = code->text + to; i < end && status == LI_OK; i++) {
        uint64_t *r = &v[i->out];
        switch (i->op) {
        case LI_OP_ADD: *r = add(v[i->in[0]], v[i->in[1]]); break;
        case LI_OP_SUB: *r = sub(v[i->in[0]], v[i->in[1]]); break;
        case LI_OP_MUL: *r = li_modular_mul(v[i->in[0]], v[i->in[1]]); break;
        case LI_OP_FMA: *r = fma_p(v[i->in[0]], v[i->in[1]], v[i->in[2]]); break;
        case LI_OP_FNMA: *r = fma_p(neg(v[i->in[0]]), v[i->in[1]], v[i->in[2]]); break;
        case LI_OP_NEG: *r = neg(v[i->in[0]]); break;
        case LI_OP_INV:
            if (v[i->in[0]] == 0)
                return LI_SINGULAR;
            *r = li_modular_inverse(v[i->in[0]]);
            break;
        case LI_OP_ROOT: status = root(r, v[i->in[0]], i->in[1]); break;
        case LI_OP_LDL: case LI_OP_LU:
            status = solve(&code->system[i->in[0]], v, scratch, r) ? LI_OK : LI_SINGULAR;
            break;
        case LI_OP_SPARSE:
            status = solve_sparse(&code->system[i->in[0]], v, scratch, r) ? LI_OK : LI_SINGULAR;
            break;
        default:
            return LI_DOMAIN;
        }
    }
    return status;
}

/* c = num/den mod p; false if p divides den */
static bool residue(uint64_t *out, const li_rational *c)
{
    uint64_t num = fmpz_fdiv_ui(fmpq_numref(li_fmpq_const(c)), p);
    uint64_t den = fmpz_fdiv_ui(fmpq_denref(li_fmpq_const(c)), p);
    if (den == 0)
        return false;
    *out = den == 1 ? num : li_modular_mul(num, li_modular_inverse(den));
    return true;
}

li_status li_modular_init(li_ctx *ctx, li_modular *run, const li_program *P)
{
    *run = (li_modular){ .ready = LI_ABSENT };
    if (li_code_check(ctx, P) != LI_OK)
        return li_ctx_status(ctx);
    const li_code *code = P->code;
    run->value = li_new(ctx, code->values + code->scratch + 1, sizeof *run->value);
    if (run->value == NULL)
        return li_ctx_status(ctx);
    run->code = code;
    if (code->np == 0)
        li_modular_parameters(run, NULL);
    return LI_OK;
}

void li_modular_clear(li_ctx *ctx, li_modular *run)
{
    li_drop(ctx, run->value);
    *run = (li_modular){ .ready = LI_ABSENT };
}

li_status li_modular_parameters(li_modular *run, const uint64_t *parameter)
{
    const li_code *code = run->code;

    if (code == NULL)
        return run->ready;
    run->ready = LI_SINGULAR;
    for (size_t i = 0; i < code->constants; i++)
        if (!residue(&run->value[i], &code->constant[i]))
            return run->ready;
    for (size_t i = 0; i < code->np; i++)
        run->value[code->constants + i] = reduce(parameter[i]);
    return run->ready = run_text(code, run->value, 0, code->prologue);
}

li_status li_modular_step(li_modular *run, const uint64_t *variable, uint64_t *out)
{
    const li_code *code = run->code;
    uint64_t *v = run->value;

    if (run->ready != LI_OK)
        return run->ready;
    for (size_t i = 0; i < code->nv; i++)
        v[code->constants + code->np + i] = reduce(variable[i]);
    li_status status = run_text(code, v, code->prologue, code->len);
    for (size_t i = 0; i < code->outs && status == LI_OK; i++)
        out[i] = v[code->out[i]];
    return status;
}

/* rank.c - a full rank shown at one point of GF(2^61 - 1) */
#include "liaison/program.h"
#include "tower.h"

/* The rank of an m by n matrix over GF(p), by elimination in place. */
static size_t rank_mod_p(uint64_t *a, size_t m, size_t n)
{
    size_t rank = 0;
    for (size_t j = 0; j < n && rank < m; j++) {
        size_t r = rank;
        while (r < m && a[r * n + j] == 0)
            r++;
        if (r == m)
            continue;
        for (size_t k = 0; k < n; k++) {
            uint64_t swap = a[r * n + k];
            a[r * n + k] = a[rank * n + k];
            a[rank * n + k] = swap;
        }
        uint64_t inverse = li_modular_inverse(a[rank * n + j]);
        for (size_t i = rank + 1; i < m; i++) {
            uint64_t f = LI_MODULUS - li_modular_mul(a[i * n + j], inverse);
            for (size_t k = j; k < n; k++)
                a[i * n + k] = (a[i * n + k] + li_modular_mul(f, a[rank * n + k])) % LI_MODULUS;
        }
        rank++;
    }
    return rank;
}

/* Are the generators certainly independent: symbols, sines, cosines and exponentials of polynomials in them,
 * f(x)? (atan(x) and atan(1/x) are not.) */
static bool is_free(const li_tower *t)
{
    for (size_t g = 0; g < t->len; g++) {
        const struct generator *gen = &t->gen[g];
        li_expr a = li_expr_len(gen->meaning) > 0 ? li_expr_arg(gen->meaning, 0) : gen->meaning;
        bool angle = gen->kind == LI_SIN || gen->kind == LI_COS || gen->kind == LI_EXP;
        if (gen->constant != 0 || !(gen->kind == LI_SYM || (angle && li_exact_is_polynomial(t->ctx, a)) || (gen->kind == LI_FUN && li_expr_kind(a) == LI_SYM)))
            return false;
    }
    return true;
}

/* A program for some expressions of a tower, run over GF(p). */
struct residues {
    li_tower *t;
    li_program P;
    li_modular run;
    uint64_t *x;               /* a random point */
    bool ready;
};

static void residues_init(struct residues *r, li_tower *t, size_t n, const li_expr *e)
{
    li_ctx *ctx = t->ctx;
    li_expr *symbol = li_new(ctx, t->len + 1, sizeof *symbol);
    li_rand rng;

    *r = (struct residues){ .t = t, .x = li_new(ctx, t->len + 1, sizeof *r->x) };
    for (size_t g = 0; symbol != NULL && g < t->len; g++)
        symbol[g] = t->gen[g].symbol;
    li_rand_init(&rng, 7);
    li_program_init(ctx, &r->P, 0, NULL, symbol == NULL ? 0 : t->len, symbol);
    li_program_finish(ctx, &r->P, n, e);
    r->ready = r->x != NULL && li_modular_init(ctx, &r->run, &r->P) == LI_OK;
    if (r->ready)
        li_tower_random_point(t, &rng, r->x);
    li_drop(ctx, symbol);
}

static void residues_clear(struct residues *r)
{
    li_modular_clear(r->t->ctx, &r->run);
    li_program_clear(r->t->ctx, &r->P);
    li_drop(r->t->ctx, r->x);
}

struct question { li_ctx *ctx; size_t rows, columns; const li_expr *A; li_expr e; bool yes; };

/* ---- a matrix ---- */

static void find_full_rank(void *arg)
{
    struct question *q = arg;
    size_t n = q->rows * q->columns, full = q->rows < q->columns ? q->rows : q->columns;
    li_expr *e = li_new(q->ctx, n + 1, sizeof *e);
    uint64_t *a = li_new(q->ctx, n + 1, sizeof *a);
    li_tower t;

    for (size_t i = 0; e != NULL && i < n; i++)
        e[i] = q->A[i];
    if (e != NULL && a != NULL) {
        if (li_tower_init(q->ctx, &t, n, e) == LI_OK && !t.over && is_free(&t)) {
            struct residues r;
            residues_init(&r, &t, n, e);
            q->yes = r.ready && li_modular_step(&r.run, r.x, a) == LI_OK && rank_mod_p(a, q->rows, q->columns) == full;
            residues_clear(&r);
        }
        li_tower_clear(&t);
    }
    li_drop(q->ctx, e);
    li_drop(q->ctx, a);
}

bool li_exact_has_full_rank(li_ctx *ctx, size_t rows, size_t columns, const li_expr *A)
{
    struct question q = { .ctx = ctx, .rows = rows, .columns = columns, .A = A };
    return li_exact_ask(ctx, rows * columns, A, find_full_rank, &q) == LI_OK && q.yes;
}

/* ---- a quadratic form ---- */

/* e at the random point, the i-th and j-th of the x being 1 and the others 0 (i or j = n: none) */
static bool value_at(struct residues *r, const size_t *slot, size_t n, size_t i, size_t j, uint64_t *out)
{
    for (size_t k = 0; k < n; k++)
        if (slot[k] < r->t->len)
            r->x[slot[k]] = (uint64_t)(k == i) + (uint64_t)(k == j);
    return li_modular_step(&r->run, r->x, out) == LI_OK;
}

/* The second derivatives of a quadratic e: e(x_i + x_j) - e(x_i) - e(x_j) + e(0), e evaluated at every pair. */
static bool polarise(struct residues *r, const size_t *slot, size_t n, uint64_t *single, uint64_t *a)
{
    uint64_t zero, pair;

    if (!value_at(r, slot, n, n, n, &zero))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!value_at(r, slot, n, i, n, &single[i]))
            return false;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            if (!value_at(r, slot, n, i, j, &pair))
                return false;
            a[i * n + j] = a[j * n + i] = (pair + zero + 2 * LI_MODULUS - single[i] - single[j]) % LI_MODULUS;
        }
    return true;
}

static void find_regular(void *arg)
{
    struct question *q = arg;
    size_t n = q->columns, *slot = li_new(q->ctx, n + 1, sizeof *slot);
    uint64_t *a = li_new(q->ctx, n * n + n + 1, sizeof *a);
    li_tower t;

    if (slot != NULL && a != NULL) {
        if (li_tower_init(q->ctx, &t, 1, &q->e) == LI_OK && !t.over && is_free(&t)) {
            struct residues r;
            for (size_t k = 0; k < n; k++)
                for (slot[k] = 0; slot[k] < t.len && t.gen[slot[k]].symbol != q->A[k];)
                    slot[k]++;
            residues_init(&r, &t, 1, &q->e);
            q->yes = r.ready && polarise(&r, slot, n, a + n * n, a) && rank_mod_p(a, n, n) == n;
            residues_clear(&r);
        }
        li_tower_clear(&t);
    }
    li_drop(q->ctx, slot);
    li_drop(q->ctx, a);
}

bool li_exact_is_regular(li_ctx *ctx, li_expr e, size_t n, const li_expr *x)
{
    struct question q = { .ctx = ctx, .columns = n, .A = x, .e = e };
    return li_exact_ask(ctx, 1, &e, find_regular, &q) == LI_OK && q.yes;
}

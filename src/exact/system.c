/* system.c - is an expression 0 when some of its symbols solve a linear system? By residues.
 *
 * The solution of K z = b is never written out: at every point of GF(p) the system is solved there. By Cramer's rule
 * numerators and denominators of z have a degree below the sum of the degrees of all entries. */
#include <math.h>

#include "liaison/program.h"
#include "tower.h"

enum { TRIES = 400, MAX_ROOTS = 8 };  /* points tried for one at which everything is defined */
static const double WANTED = 101;     /* bits */

struct question {
    li_ctx *ctx;
    li_expr e;
    size_t n;
    const li_expr *K, *b, *z;
    double bits;
    li_truth zero;
};

static bool is_unknown(const struct question *q, li_expr symbol)
{
    for (size_t i = 0; i < q->n; i++)
        if (q->z[i] == symbol)
            return true;
    return false;
}

/* No cosines of pi/M: those have no value at some points. */
static bool is_plain(const li_tower *t)
{
    for (size_t g = 0; g < t->len; g++)
        if (t->gen[g].constant != 0)
            return false;
    return li_tower_roots(t) <= MAX_ROOTS;
}

/* Error bits of one point: occurrences of symbols in e, times the degree of z. */
static double bits_each(const struct question *q, li_tower *t, li_expr e, const li_expr *K, const li_expr *b)
{
    double sum = 2;
    for (size_t i = 0; i < q->n * q->n; i++)
        sum += 2 * exp2(li_tower_degree_bits(t, K[i]));
    for (size_t i = 0; i < q->n; i++)
        sum += 2 * exp2(li_tower_degree_bits(t, b[i]));
    return li_tower_point_bits(t, li_tower_degree_bits(t, e) + log2(sum));
}

static void run_points(struct question *q, li_tower *t, li_modular *run, uint64_t *x, const size_t *input, size_t inputs, size_t signs, int points)
{
    li_rand rng;
    uint64_t *at = x + t->len, value = 0;

    li_rand_init(&rng, 11);
    for (int i = 0, met = 0; i < TRIES * points && met < points && q->zero != LI_NO; i++) {
        li_tower_random_point(t, &rng, x);
        for (size_t k = 0; k < inputs; k++)
            at[k] = x[input[k]];
        li_tower_random_signs(signs, &rng, at + inputs);
        if (li_modular_step(run, at, &value) != LI_OK)
            continue;
        met++;
        q->zero = value == 0 ? (met == points ? LI_YES : LI_UNKNOWN) : LI_NO;
    }
}

/* all: e, then K, then b */
static void try_points(struct question *q, li_tower *t, li_expr *all)
{
    li_ctx *ctx = q->ctx;
    size_t n = q->n, inputs = 0, most = t->len + MAX_ROOTS + 1;
    li_expr *symbol = li_new(ctx, most, sizeof *symbol), sign[MAX_ROOTS];
    size_t *input = li_new(ctx, most, sizeof *input), roots = li_tower_write_roots(t, 1 + n * n + n, all, sign);
    uint64_t *x = li_new(ctx, 2 * most, sizeof *x);
    double each = bits_each(q, t, all[0], all + 1, all + 1 + n * n);
    li_program P;
    li_modular run = { 0 };

    for (size_t g = 0; symbol != NULL && input != NULL && g < t->len; g++)
        if (!is_unknown(q, t->gen[g].symbol)) {
            input[inputs] = g;
            symbol[inputs++] = t->gen[g].symbol;
        }
    for (size_t i = 0; symbol != NULL && i < roots; i++)
        symbol[inputs + i] = sign[i];
    li_program_init(ctx, &P, 0, NULL, inputs + roots, symbol);
    li_program_solve(ctx, &P, LI_LU, n, all + 1, all + 1 + n * n, q->z);
    li_program_finish(ctx, &P, 1, all);
    if (x != NULL && each > 0.05 && li_modular_init(ctx, &run, &P) == LI_OK) {
        int points = (int)ceil(WANTED / each);
        run_points(q, t, &run, x, input, inputs, roots, points);
        q->bits = q->zero == LI_YES ? points * each : 0;
    }
    li_modular_clear(ctx, &run);
    li_program_clear(ctx, &P);
    li_drop(ctx, symbol);
    li_drop(ctx, input);
    li_drop(ctx, x);
}

static void work(void *arg)
{
    struct question *q = arg;
    size_t n = q->n, count = 1 + n * n + n;
    li_expr *all = li_new(q->ctx, count, sizeof *all);
    li_tower t;

    if (all == NULL)
        return;
    all[0] = q->e;
    for (size_t i = 1; i < count; i++)
        all[i] = i <= n * n ? q->K[i - 1] : q->b[i - 1 - n * n];
    if (li_tower_init(q->ctx, &t, count, all) == LI_OK && !t.over && is_plain(&t))
        try_points(q, &t, all);
    li_tower_clear(&t);
    li_drop(q->ctx, all);
}

li_truth li_exact_residue_where(li_ctx *ctx, li_expr e, size_t n, const li_expr *K, const li_expr *b, const li_expr *z, double *bits)
{
    struct question q = { .ctx = ctx, .e = e, .n = n, .K = K, .b = b, .z = z, .zero = LI_UNKNOWN };
    li_status status = li_exact_ask(ctx, 1, &e, work, &q);
    *bits = status == LI_OK ? q.bits : 0;
    return status == LI_OK ? q.zero : LI_UNKNOWN;
}

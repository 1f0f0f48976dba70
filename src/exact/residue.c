/* residue.c - the modular test: is it 0 at random points of GF(2^61 - 1)?
 *
 * A sine and cosine become s = 2u/(1 + u^2), c = (1 - u^2)/(1 + u^2); p = 3 mod 4, so that 1 + u^2 is
 * never 0. Roots are taken at points where the radicands are squares; their branch is then a matter of
 * chance, and the answer a hint without a bound. [Schwartz, Zippel: a rational function of degree d that is
 * not 0 vanishes at a random point with probability at most d/p.] */
#include <math.h>

#include "liaison/program.h"
#include "tower.h"

enum { TRIES = 400, MAX_ROOTS = 12 };   /* points tried for one at which everything is defined: one in 2^roots */
static const double WANTED = 101;   /* bits */

/* The rational expression with roots and absolute values written out, innermost first. */
static li_expr with_roots(li_tower *t, li_expr e)
{
    li_expr *from = li_new(t->ctx, t->len + 1, sizeof *from), *to = li_new(t->ctx, t->len + 1, sizeof *to);
    size_t n = 0;

    for (size_t g = 0; from != NULL && to != NULL && g < t->len; g++) {
        const struct generator *gen = &t->gen[g];
        if ((gen->kind != LI_ROOT && gen->kind != LI_ABS) || gen->degree == 0)
            continue;
        li_expr inside = li_expr_subst(t->ctx, gen->relation, n, from, to);
        from[n] = gen->symbol;
        to[n++] = li_expr_root(t->ctx, inside, gen->degree);
    }
    if (from != NULL && to != NULL)
        e = li_expr_subst(t->ctx, e, n, from, to);
    li_drop(t->ctx, from);
    li_drop(t->ctx, to);
    return e;
}

/* A bound of log2 of the degree of the numerator: (num, den) node by node; sin and cos count 2 over 2. */
double li_tower_degree_bits(li_tower *t, li_expr e)
{
    li_list list;
    double bits = 61;

    if (li_list_init(t->ctx, &list, 1, &e, true) != LI_OK)
        return bits;
    double *num = li_new(t->ctx, list.len + 1, sizeof *num), *den = li_new(t->ctx, list.len + 1, sizeof *den);
    for (size_t i = 0; num != NULL && den != NULL && i < list.len; i++) {
        li_expr a = list.e[i];
        if (li_expr_kind(a) == LI_SYM)
            num[i] = den[i] = 2;
        for (size_t k = 0; k < li_expr_len(a); k++) {
            size_t at = li_list_index(&list, li_expr_arg(a, k));
            double n = fabs((double)(li_expr_kind(a) == LI_MON ? li_expr_exponent(a, k) : 1));
            bool flip = li_expr_kind(a) == LI_MON && li_expr_exponent(a, k) < 0;
            if (li_expr_kind(a) == LI_SUM)
                num[i] = fmax(num[i], num[at]);
            else
                num[i] += n * (flip ? den[at] : num[at]);
            den[i] += n * (flip ? num[at] : den[at]);
        }
        if (li_expr_kind(a) == LI_SUM)
            num[i] += den[i];
    }
    if (num != NULL && den != NULL && list.len > 0 && li_ctx_status(t->ctx) == LI_OK)
        bits = log2(num[li_list_index(&list, e)] + 1);
    li_drop(t->ctx, num);
    li_drop(t->ctx, den);
    li_list_clear(t->ctx, &list);
    return bits;
}

void li_tower_random_point(const li_tower *t, li_rand *rng, uint64_t *x)
{
    for (size_t g = 0; g < t->len; g++) {
        if (t->gen[g].kind != LI_SIN || t->gen[g].degree != 2) {
            x[g] = li_modular_random(rng);
            continue;
        }
        uint64_t u = li_modular_random(rng), u2 = li_modular_mul(u, u);
        uint64_t d = li_modular_inverse((u2 + 1) % LI_MODULUS);
        x[g] = li_modular_mul((2 * u) % LI_MODULUS, d);
        x[g - 1] = li_modular_mul((LI_MODULUS + 1 - u2) % LI_MODULUS, d);
    }
}

/* YES: 0 at `points` points; NO: not 0 at one of them; UNKNOWN: no point at which all is defined */
static li_truth try_points(li_tower *t, li_expr e, int points)
{
    li_ctx *ctx = t->ctx;
    li_program P;
    li_modular run = { 0 };
    li_rand rng;
    uint64_t value = 0;
    li_truth zero = LI_UNKNOWN;
    li_expr *symbol = li_new(ctx, t->len + 1, sizeof *symbol);
    uint64_t *x = li_new(ctx, t->len + 1, sizeof *x);

    li_rand_init(&rng, 20240611);
    for (size_t g = 0; symbol != NULL && g < t->len; g++)
        symbol[g] = t->gen[g].symbol;
    li_program_init(ctx, &P, 0, NULL, symbol == NULL ? 0 : t->len, symbol);
    li_program_finish(ctx, &P, 1, &e);
    if (x != NULL && li_modular_init(ctx, &run, &P) == LI_OK)
        for (int i = 0, met = 0; i < TRIES * points && met < points && zero != LI_NO; i++) {
            li_tower_random_point(t, &rng, x);
            if (li_modular_step(&run, x, &value) != LI_OK)
                continue;
            met++;
            zero = value == 0 ? (met == points ? LI_YES : LI_UNKNOWN) : LI_NO;
        }
    li_modular_clear(ctx, &run);
    li_program_clear(ctx, &P);
    li_drop(ctx, symbol);
    li_drop(ctx, x);
    return li_ctx_status(ctx) == LI_OK ? zero : LI_UNKNOWN;
}

static size_t branches(const li_tower *t)
{
    size_t n = 0;
    for (size_t g = 0; g < t->len; g++)
        n += t->gen[g].degree > 0 && (t->gen[g].kind == LI_ROOT || t->gen[g].kind == LI_ABS);
    return n;
}

li_truth li_tower_residue(li_tower *t, li_expr e, double *bits)
{
    *bits = 0;
    for (size_t g = 0; g < t->len; g++)
        if (t->gen[g].constant != 0)
            return LI_UNKNOWN;               /* its minimal polynomial may have no root mod p */
    size_t roots = branches(t);
    if (roots > MAX_ROOTS)
        return LI_UNKNOWN;
    e = with_roots(t, e);
    double each = 60.9 - li_tower_degree_bits(t, e);
    if (each < 2)
        return LI_UNKNOWN;
    int points = (int)ceil(WANTED / each);
    li_truth zero = try_points(t, e, points);
    *bits = zero == LI_YES && roots == 0 ? points * each : 0;
    return zero;
}

struct residue { li_ctx *ctx; li_expr e; double bits; li_truth zero; };

static void find_residue(void *arg)
{
    struct residue *q = arg;
    li_tower t;
    li_expr e = q->e;

    if (li_tower_init(q->ctx, &t, 1, &e) == LI_OK && !t.over)
        q->zero = li_tower_residue(&t, e, &q->bits);
    li_tower_clear(&t);
}

li_truth li_exact_residue(li_ctx *ctx, li_expr e, double *bits)
{
    struct residue q = { .ctx = ctx, .e = e, .zero = LI_UNKNOWN };
    li_status status = li_exact_ask(ctx, 1, &e, find_residue, &q);
    *bits = status == LI_OK ? q.bits : 0;
    return status == LI_OK ? q.zero : LI_UNKNOWN;
}

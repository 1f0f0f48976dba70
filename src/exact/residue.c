/* residue.c - the modular test: is it 0 at random points of GF(2^61 - 1)?
 *
 * A sine and cosine become s = 2u/(1 + u^2), c = (1 - u^2)/(1 + u^2); p = 3 mod 4, so that 1 + u^2 is
 * never 0. [Schwartz, Zippel: a rational function of degree d that is not 0 vanishes at a random point with
 * probability at most d/p.]
 *
 * Roots r_i^2 = R_i are taken at points where the radicands are squares, each with a sign by chance, and so is |u|, of which
 * u^2 is known. That e vanishes is then said for every choice of signs, which is more than was asked. Where no product of
 * radicands is a square, the r_i generate a field of degree 2^m, e is 0 or its norm is not, and the norm has at most 2^m times
 * the degree; one point in 2^m has roots, so a point misses with probability at most 4^m d/p. Else the points fall apart into at
 * most 2^m components: one on which e is not 0 is missed by a point with probability at most 1 - 2^-m. */
#include <math.h>
#include <stdio.h>

#include "liaison/program.h"
#include "tower.h"

enum { TRIES = 400, MAX_ROOTS = 12 };   /* points tried for one at which everything is defined: one in 2^roots */
enum { MAX_SIGNS = 4, HINT = 2 };       /* roots that may depend on one another; points where there is no bound */
static const double WANTED = 101;   /* bits */

static bool is_root(const struct generator *g) { return (g->kind == LI_ROOT || g->kind == LI_ABS) && g->degree > 0; }

/* n expressions with roots and absolute values written out, innermost first, each times its sign; returns how many there are. */
size_t li_tower_write_roots(li_tower *t, size_t n, li_expr *e, li_expr *sign)
{
    li_expr *from = li_new(t->ctx, t->len + 1, sizeof *from), *to = li_new(t->ctx, t->len + 1, sizeof *to);
    size_t roots = 0;

    for (size_t g = 0; from != NULL && to != NULL && g < t->len; g++) {
        const struct generator *gen = &t->gen[g];
        char name[32];
        if (!is_root(gen))
            continue;
        snprintf(name, sizeof name, "~sign%zu", roots);
        sign[roots] = li_expr_symbol(t->ctx, name, LI_GENERATOR);
        li_expr inside = li_expr_subst(t->ctx, gen->relation, roots, from, to);
        from[roots] = gen->symbol;
        to[roots] = li_expr_mul(t->ctx, sign[roots], li_expr_root(t->ctx, inside, gen->degree));
        roots++;
    }
    if (from != NULL && to != NULL && roots > 0)
        li_expr_subst_all(t->ctx, n, e, roots, from, to);
    li_drop(t->ctx, from);
    li_drop(t->ctx, to);
    return roots;
}

size_t li_tower_roots(const li_tower *t)
{
    size_t n = 0;
    for (size_t g = 0; g < t->len; g++)
        n += is_root(&t->gen[g]);
    return n;
}

/* Are all roots square roots, or absolute values? Others have no random sign. */
static bool are_square(const li_tower *t)
{
    bool square = true;
    for (size_t g = 0; g < t->len && square; g++)
        square = !is_root(&t->gen[g]) || t->gen[g].degree == 2;
    return square;
}

/* Has p an irreducible factor of odd power that divides no radicand before? Only free generators may stand in p. */
static bool has_own_factor(li_tower *t, fmpz_mpoly_t before, const fmpz_mpoly_t p)
{
    fmpz_mpoly_factor_t f;
    fmpz_mpoly_t base, rest;
    bool own = false, known = true;

    for (size_t g = 0; g < t->len && known; g++)
        known = t->gen[g].kind != LI_COS && (t->gen[g].degree == 0 || fmpz_mpoly_degree_si(p, (slong)g, t->ring) <= 0);
    fmpz_mpoly_factor_init(f, t->ring);
    fmpz_mpoly_init(base, t->ring);
    fmpz_mpoly_init(rest, t->ring);
    if (known && li_tower_factor(t, f, p))
        for (slong i = 0; i < fmpz_mpoly_factor_length(f, t->ring) && !own; i++) {
            fmpz_mpoly_factor_get_base(base, f, i, t->ring);
            own = fmpz_mpoly_factor_get_exp_si(f, i, t->ring) % 2 != 0 && !fmpz_mpoly_is_fmpz(base, t->ring) &&
                  fmpz_mpoly_divides(rest, before, base, t->ring) == 0;
        }
    if (own)
        fmpz_mpoly_mul(before, before, p, t->ring);
    fmpz_mpoly_factor_clear(f, t->ring);
    fmpz_mpoly_clear(base, t->ring);
    fmpz_mpoly_clear(rest, t->ring);
    return own;
}

/* Do the roots generate a field? Said only where it is certain. */
static bool roots_are_independent(li_tower *t)
{
    fmpz_mpoly_t before;
    bool independent = true;

    li_tower_ring(t);
    fmpz_mpoly_init(before, t->ring);
    fmpz_mpoly_one(before, t->ring);
    for (size_t g = 0; g < t->len && independent; g++)
        if (is_root(&t->gen[g]))
            independent = t->gen[g].kind == LI_ROOT && !fmpz_mpoly_is_zero(&t->relation[g], t->ring) && has_own_factor(t, before, &t->relation[g]);
    fmpz_mpoly_clear(before, t->ring);
    return independent && li_tower_usable(t);
}

/* What a point is worth, in bits, for a function of degree 2^degree that contains all roots; 0: nothing */
double li_tower_point_bits(li_tower *t, double degree)
{
    double roots = (double)li_tower_roots(t);

    if (!are_square(t) || roots > MAX_ROOTS)
        return 0;
    if (roots == 0 || roots_are_independent(t))
        return fmax(0, 60.9 - degree - 2 * roots);
    return degree > 40 || roots > MAX_SIGNS ? 0 : -log2(1 - 0.99 * exp2(-roots));
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

void li_tower_random_signs(size_t n, li_rand *rng, uint64_t *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = li_rand_below(rng, 2) ? 1 : LI_MODULUS - 1;
}

/* YES: 0 at `points` points; NO: not 0 at one of them; UNKNOWN: no point at which all is defined */
static li_truth try_points(li_tower *t, li_expr e, size_t signs, const li_expr *sign, int points)
{
    li_ctx *ctx = t->ctx;
    li_program P;
    li_modular run = { 0 };
    li_rand rng;
    uint64_t value = 0;
    li_truth zero = LI_UNKNOWN;
    li_expr *symbol = li_new(ctx, t->len + signs + 1, sizeof *symbol);
    uint64_t *x = li_new(ctx, t->len + signs + 1, sizeof *x);

    li_rand_init(&rng, 20240611);
    for (size_t g = 0; symbol != NULL && g < t->len + signs; g++)
        symbol[g] = g < t->len ? t->gen[g].symbol : sign[g - t->len];
    li_program_init(ctx, &P, 0, NULL, symbol == NULL ? 0 : t->len + signs, symbol);
    li_program_finish(ctx, &P, 1, &e);
    if (x != NULL && li_modular_init(ctx, &run, &P) == LI_OK)
        for (int i = 0, met = 0; i < TRIES * points && met < points && zero != LI_NO; i++) {
            li_tower_random_point(t, &rng, x);
            li_tower_random_signs(signs, &rng, x + t->len);
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

li_truth li_tower_residue(li_tower *t, li_expr e, double *bits)
{
    li_expr sign[MAX_ROOTS];

    *bits = 0;
    for (size_t g = 0; g < t->len; g++)
        if (t->gen[g].constant != 0)
            return LI_UNKNOWN;               /* its minimal polynomial may have no root mod p */
    if (li_tower_roots(t) > MAX_ROOTS)
        return LI_UNKNOWN;
    size_t roots = li_tower_write_roots(t, 1, &e, sign);
    double degree = li_tower_degree_bits(t, e), each = li_tower_point_bits(t, degree);
    if (degree > 58.9)
        return LI_UNKNOWN;
    int points = each > 0 ? (int)ceil(WANTED / each) : HINT;
    li_truth zero = try_points(t, e, roots, sign, points);
    *bits = zero == LI_YES ? points * each : 0;
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

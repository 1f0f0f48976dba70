/* display.c - elements written for people: the shortest of several forms */
#include "display.h"

enum { HOMOGENEOUS_TERMS = 60, GROUPS = 16 };

/* ---- what a text costs ---- */

/* sin(x)^k/cos(x)^k is read as one function */
static bool makes_tangent(li_expr e, size_t k)
{
    li_expr a = li_expr_arg(e, k);
    for (size_t i = 0; i < k; i++) {
        li_expr b = li_expr_arg(e, i);
        bool pair = (li_expr_kind(a) == LI_SIN && li_expr_kind(b) == LI_COS) || (li_expr_kind(a) == LI_COS && li_expr_kind(b) == LI_SIN);
        if (pair && li_expr_arg(a, 0) == li_expr_arg(b, 0) && li_expr_exponent(e, i) == -li_expr_exponent(e, k))
            return true;
    }
    return false;
}

size_t li_exact_cost(li_ctx *ctx, li_expr e)
{
    li_list list;
    size_t cost = SIZE_MAX / 4;

    if (li_list_init(ctx, &list, 1, &e, true) != LI_OK)
        return cost;
    size_t *of = li_new(ctx, list.len + 1, sizeof *of);
    for (size_t i = 0; of != NULL && i < list.len; i++) {
        li_expr a = list.e[i];
        li_kind kind = li_expr_kind(a);
        of[i] = kind == LI_SUM || kind == LI_MON ? 0 : 1;
        for (size_t k = 0; k < li_expr_len(a) && of[i] < SIZE_MAX / 8; k++) {
            if (kind == LI_MON && makes_tangent(a, k))
                continue;
            of[i] += of[li_list_index(&list, li_expr_arg(a, k))];
            if (kind == LI_MON)
                of[i] += li_expr_exponent(a, k) != 1 && li_expr_exponent(a, k) != -1;
            if (kind == LI_SUM)
                of[i] += 1u + !(li_rational_is_one(li_expr_coef(a, k)));
        }
        if (kind == LI_SUM && !li_rational_is_zero(li_expr_number(a)))
            of[i] += 1;
    }
    if (of != NULL && list.len > 0 && li_ctx_status(ctx) == LI_OK)
        cost = of[li_list_index(&list, e)];
    li_drop(ctx, of);
    li_list_clear(ctx, &list);
    return cost;
}

static li_expr cheaper(li_ctx *ctx, li_expr a, li_expr b)
{
    return li_exact_cost(ctx, b) < li_exact_cost(ctx, a) ? b : a;
}

/* ---- fractions ---- */

/* A measure of p before it is written: the generators in its terms. */
static uint64_t weight(const li_tower *t, const fmpz_mpoly_t p)
{
    slong vars = fmpz_mpoly_ctx_nvars(t->ring);
    ulong *exp = flint_malloc((size_t)vars * sizeof *exp);
    uint64_t sum = 0;
    for (slong i = 0; i < fmpz_mpoly_length(p, t->ring); i++) {
        fmpz_mpoly_get_term_exp_ui(exp, p, i, t->ring);
        sum += 2;
        for (slong g = 0; g < vars; g++)
            sum += exp[g] > 2 ? 3 : exp[g];
    }
    flint_free(exp);
    return sum;
}

static uint64_t fraction_weight(const li_tower *t, const fmpz_mpoly_q_t a)
{
    return weight(t, fmpz_mpoly_q_numref(a)) + weight(t, fmpz_mpoly_q_denref(a));
}

void li_display_cancel(li_tower *t, fmpz_mpoly_q_t a)
{
    uint64_t terms = (uint64_t)fmpz_mpoly_length(fmpz_mpoly_q_numref(a), t->ring) * (uint64_t)fmpz_mpoly_length(fmpz_mpoly_q_denref(a), t->ring);
    if (li_tower_weigh(t, 4 * terms))
        fmpz_mpoly_q_canonicalise(a, t->ring);
}

/* The relation of one angle used the other way in the numerator, the denominator or both, if that is shorter. */
static void try_exchange(li_tower *t, fmpz_mpoly_q_t best, size_t s)
{
    fmpz_mpoly_q_t from, b;
    fmpz_mpoly_q_init(from, t->ring);
    fmpz_mpoly_q_init(b, t->ring);
    fmpz_mpoly_q_set(from, best, t->ring);
    int useful = (fmpz_mpoly_degree_si(fmpz_mpoly_q_numref(best), (slong)s - 1, t->ring) > 1 ? 1 : 0) |
                 (fmpz_mpoly_degree_si(fmpz_mpoly_q_denref(best), (slong)s - 1, t->ring) > 1 ? 2 : 0);
    for (int way = 1; way < 4 && li_tower_usable(t); way++) {
        if ((way & useful) != way)
            continue;
        fmpz_mpoly_q_set(b, from, t->ring);
        if (way & 1)
            li_tower_exchange(t, fmpz_mpoly_q_numref(b), s);
        if (way & 2)
            li_tower_exchange(t, fmpz_mpoly_q_denref(b), s);
        li_display_cancel(t, b);
        if (fraction_weight(t, b) < fraction_weight(t, best))
            fmpz_mpoly_q_set(best, b, t->ring);
    }
    fmpz_mpoly_q_clear(from, t->ring);
    fmpz_mpoly_q_clear(b, t->ring);
}

bool li_display_contains(const li_tower *t, const fmpz_mpoly_q_t a, size_t g)
{
    return fmpz_mpoly_degree_si(fmpz_mpoly_q_numref(a), (slong)g, t->ring) > 0 || fmpz_mpoly_degree_si(fmpz_mpoly_q_denref(a), (slong)g, t->ring) > 0;
}

bool li_display_is_negative(const li_tower *t, const fmpz_mpoly_t p)
{
    slong n = fmpz_mpoly_length(p, t->ring), negative = 0;
    fmpz_t c;

    fmpz_init(c);
    for (slong i = 0; i < n; i++) {
        fmpz_mpoly_get_term_coeff_fmpz(c, p, i, t->ring);
        negative += fmpz_sgn(c) < 0;
    }
    fmpz_clear(c);
    return 2 * negative > n;
}

/* p, or -p behind a minus where most of its terms are negative */
static li_expr signed_polynomial(li_tower *t, const fmpz_mpoly_t p)
{
    fmpz_mpoly_t q;

    if (fmpz_mpoly_length(p, t->ring) < 2 || !li_display_is_negative(t, p))
        return li_display_polynomial(t, p);
    fmpz_mpoly_init(q, t->ring);
    fmpz_mpoly_neg(q, p, t->ring);
    li_expr e = li_expr_neg(t->ctx, li_display_polynomial(t, q));
    fmpz_mpoly_clear(q, t->ring);
    return e;
}

/* p as a product of its factors; not `always`: where that is shorter than the sum of its terms */
static li_expr factored(li_tower *t, const fmpz_mpoly_t p, bool always)
{
    li_ctx *ctx = t->ctx;
    li_expr sum = signed_polynomial(t, p), product;
    fmpz_mpoly_factor_t f;
    fmpz_mpoly_t base;
    li_rational c;

    if (fmpz_mpoly_length(p, t->ring) < 2)
        return sum;
    fmpz_mpoly_factor_init(f, t->ring);
    fmpz_mpoly_init(base, t->ring);
    li_rational_init(&c);
    if (li_tower_factor(t, f, p)) {
        fmpz_mpoly_factor_get_constant_fmpz(fmpq_numref(li_fmpq(&c)), f, t->ring);
        product = li_expr_rational(ctx, &c);
        for (slong i = 0; i < fmpz_mpoly_factor_length(f, t->ring); i++) {
            fmpz_mpoly_factor_get_base(base, f, i, t->ring);
            product = li_expr_mul(ctx, product, li_expr_power(ctx, signed_polynomial(t, base), fmpz_mpoly_factor_get_exp_si(f, i, t->ring)));
        }
        sum = always ? product : cheaper(ctx, product, sum);
    }
    li_rational_clear(&c);
    fmpz_mpoly_clear(base, t->ring);
    fmpz_mpoly_factor_clear(f, t->ring);
    return sum;
}

/* sum over single denominator: term by term */
static li_expr divided_terms(li_ctx *ctx, li_expr sum, li_expr den)
{
    li_expr *x = li_new(ctx, li_expr_len(sum) + 1, sizeof *x), e = li_expr_undefined();
    for (size_t i = 0; x != NULL && i < li_expr_len(sum); i++)
        x[i] = li_expr_div(ctx, li_expr_scale(ctx, li_expr_coef(sum, i), li_expr_arg(sum, i)), den);
    if (x != NULL) {
        x[li_expr_len(sum)] = li_expr_div(ctx, li_expr_rational(ctx, li_expr_number(sum)), den);
        e = li_expr_sum(ctx, li_expr_len(sum) + 1, x);
    }
    li_drop(ctx, x);
    return e;
}

/* `product`: as products, whatever their length */
static li_expr write_fraction(li_tower *t, const fmpz_mpoly_q_t a, bool product)
{
    li_expr num = factored(t, fmpz_mpoly_q_numref(a), product), den = factored(t, fmpz_mpoly_q_denref(a), product);
    li_expr e = li_expr_div(t->ctx, num, den);
    if (!product && fmpz_mpoly_length(fmpz_mpoly_q_denref(a), t->ring) == 1 && !fmpz_mpoly_is_fmpz(fmpz_mpoly_q_denref(a), t->ring)) {
        li_expr sum = li_display_polynomial(t, fmpz_mpoly_q_numref(a));
        if (li_expr_kind(sum) == LI_SUM && li_expr_len(sum) > 1)
            e = cheaper(t->ctx, e, divided_terms(t->ctx, sum, den));
    }
    return e;
}

/* Terms of lower degree in the sine s and its cosine times powers of s^2 + c^2: what factors only as a
 * homogeneous polynomial, as (f c - f' s)^2 does, then factors. False if p stays as it is. */
static bool homogenise(li_tower *t, fmpz_mpoly_t p, size_t s)
{
    slong vars = fmpz_mpoly_ctx_nvars(t->ring), n = fmpz_mpoly_length(p, t->ring);
    ulong *exp = flint_malloc((size_t)vars * sizeof *exp), most = 0;
    fmpz_mpoly_t sum, term, one;
    bool even = true;

    fmpz_mpoly_init(sum, t->ring);
    fmpz_mpoly_init(term, t->ring);
    fmpz_mpoly_init(one, t->ring);
    for (slong i = 0; i < n; i++) {
        fmpz_mpoly_get_term_exp_ui(exp, p, i, t->ring);
        most = FLINT_MAX(most, exp[s] + exp[s - 1]);
    }
    fmpz_mpoly_gen(one, (slong)s, t->ring);
    fmpz_mpoly_gen(term, (slong)s - 1, t->ring);
    fmpz_mpoly_mul(one, one, one, t->ring);
    fmpz_mpoly_mul(term, term, term, t->ring);
    fmpz_mpoly_add(one, one, term, t->ring);
    for (slong i = 0; i < n && even; i++) {
        fmpz_mpoly_get_term_exp_ui(exp, p, i, t->ring);
        ulong lacking = most - exp[s] - exp[s - 1];
        even = lacking % 2 == 0;
        fmpz_mpoly_get_term(term, p, i, t->ring);
        for (; lacking > 1 && even; lacking -= 2)
            fmpz_mpoly_mul(term, term, one, t->ring);
        fmpz_mpoly_add(sum, sum, term, t->ring);
    }
    bool changed = even && !fmpz_mpoly_equal(p, sum, t->ring);
    if (changed)
        fmpz_mpoly_swap(p, sum, t->ring);
    fmpz_mpoly_clear(sum, t->ring);
    fmpz_mpoly_clear(term, t->ring);
    fmpz_mpoly_clear(one, t->ring);
    flint_free(exp);
    return changed;
}

/* a with homogeneous numerator and denominator, if that is shorter than `otherwise` */
static li_expr try_homogeneous(li_tower *t, const fmpz_mpoly_q_t a, bool product, li_expr otherwise)
{
    fmpz_mpoly_q_t b;
    bool any = false;
    li_expr e = otherwise;

    if (fmpz_mpoly_length(fmpz_mpoly_q_numref(a), t->ring) > HOMOGENEOUS_TERMS)
        return otherwise;
    fmpz_mpoly_q_init(b, t->ring);
    fmpz_mpoly_q_set(b, a, t->ring);
    for (size_t s = 1; s < t->len; s++)
        if (t->gen[s].kind == LI_SIN && t->gen[s].degree == 2 && li_display_contains(t, b, s - 1)) {
            any |= homogenise(t, fmpz_mpoly_q_numref(b), s);
            any |= homogenise(t, fmpz_mpoly_q_denref(b), s);
        }
    if (any) {
        li_display_cancel(t, b);
        if (li_tower_usable(t))
            e = cheaper(t->ctx, e, write_fraction(t, b, product));
    }
    fmpz_mpoly_q_clear(b, t->ring);
    return e;
}

/* The shortest writing of a as one fraction. */
static li_expr one_fraction(li_tower *t, const fmpz_mpoly_q_t a, bool product)
{
    fmpz_mpoly_q_t best;
    fmpz_mpoly_q_init(best, t->ring);
    fmpz_mpoly_q_set(best, a, t->ring);
    for (size_t s = 1; s < t->len && li_tower_usable(t); s++)
        if (t->gen[s].kind == LI_SIN && t->gen[s].degree == 2 && (li_display_contains(t, best, s) || li_display_contains(t, best, s - 1)))
            try_exchange(t, best, s);
    li_expr e = li_tower_usable(t) ? write_fraction(t, best, product) : li_tower_expression(t, a);
    if (li_tower_usable(t))
        e = try_homogeneous(t, a, product, e);
    bool roots = false;
    for (size_t g = 0; g < t->len; g++)
        roots |= t->gen[g].degree == 2 && t->gen[g].kind != LI_SIN && fmpz_mpoly_degree_si(fmpz_mpoly_q_denref(a), (slong)g, t->ring) > 0;
    if (roots && li_tower_usable(t)) {                /* a root in the denominator: try it in the numerator */
        fmpz_mpoly_q_set(best, a, t->ring);
        li_tower_rationalise(t, best);
        if (li_tower_usable(t))
            e = cheaper(t->ctx, e, write_fraction(t, best, product));
    }
    fmpz_mpoly_q_clear(best, t->ring);
    return e;
}

/* A sum over the monomials in the parameters, each coefficient a fraction of its own: A + M*(...)^2. */
static li_expr by_parameters(li_tower *t, const fmpz_mpoly_q_t a, li_expr otherwise)
{
    struct groups g = { 0 };
    li_expr *x = NULL, e = otherwise;

    if (fmpz_mpoly_length(fmpz_mpoly_q_numref(a), t->ring) > 2 && li_display_collect(t, &g, a, LI_PARAMETER, LI_PARAMETER)) {
        if (g.len > 1 && g.len <= GROUPS)
            x = li_new(t->ctx, g.len, sizeof *x);
        for (size_t i = 0; x != NULL && i < g.len; i++)
            x[i] = li_expr_mul(t->ctx, one_fraction(t, g.at[i].coef, false), g.at[i].monomial);
        if (x != NULL && li_tower_usable(t))
            e = li_expr_sum_flat(t->ctx, g.len, x);
        li_drop(t->ctx, x);
    }
    li_display_clear(t, &g);
    return e;
}

li_expr li_display_fraction(li_tower *t, const fmpz_mpoly_q_t a)
{
    li_expr e = one_fraction(t, a, false);
    return li_tower_usable(t) ? cheaper(t->ctx, e, by_parameters(t, a, e)) : e;
}

/* What is shortest as a sum need not be what has factors: the form as it is may, and the one with sines for cosines. */
li_expr li_display_product(li_tower *t, const fmpz_mpoly_q_t a)
{
    li_expr e = one_fraction(t, a, true);
    fmpz_mpoly_q_t b;

    fmpz_mpoly_q_init(b, t->ring);
    fmpz_mpoly_q_set(b, a, t->ring);
    if (li_tower_usable(t))
        e = cheaper(t->ctx, e, write_fraction(t, b, true));
    for (size_t s = 1; s < t->len; s++)
        if (t->gen[s].kind == LI_SIN && t->gen[s].degree == 2) {
            li_tower_exchange(t, fmpz_mpoly_q_numref(b), s);
            li_tower_exchange(t, fmpz_mpoly_q_denref(b), s);
        }
    li_display_cancel(t, b);
    if (li_tower_usable(t))
        e = cheaper(t->ctx, e, write_fraction(t, b, true));
    fmpz_mpoly_q_clear(b, t->ring);
    return e;
}

/* field.c - elements of a tower: fractions of polynomials modulo the relations */
#include "tower.h"

#include <string.h>

enum { GENERATORS = 32 };

/* ---- work is weighed before it is done ---- */

/* A term has an exponent for every generator: past some number of them that is what it costs. */
bool li_tower_weigh(li_tower *t, uint64_t terms)
{
    uint64_t unit = 1 + t->len / GENERATORS;
    if (terms > t->budget / unit || t->work > t->budget - terms * unit)
        t->over = true;
    else
        t->work += terms * unit;
    return !t->over;
}

bool li_tower_usable(const li_tower *t) { return !t->over && !t->undefined && li_ctx_status(t->ctx) == LI_OK; }

static uint64_t length(const li_tower *t, const fmpz_mpoly_t p) { return (uint64_t)fmpz_mpoly_length(p, t->ring); }

static uint64_t size(const li_tower *t, const fmpz_mpoly_q_t a)
{
    return length(t, fmpz_mpoly_q_numref(a)) + length(t, fmpz_mpoly_q_denref(a));
}

/* ---- the ring ---- */

/* The relation of generator g as a polynomial; a relation that is not one leaves the generator free. */
static void set_relation(li_tower *t, size_t g)
{
    struct generator *gen = &t->gen[g];
    fmpz_mpoly_init(&t->relation[g], t->ring);
    if (gen->constant != 0) {              /* g^n = g^n - minpoly(g) */
        fmpz_poly_t p;
        fmpz_poly_init(p);
        arb_fmpz_poly_cos_minpoly(p, (ulong)(2 * gen->constant));
        fmpz_poly_neg(p, p);
        fmpz_poly_set_coeff_si(p, gen->degree, 0);
        fmpz_mpoly_set_fmpz_poly(&t->relation[g], p, (slong)g, t->ring);
        fmpz_poly_clear(p);
    } else if (gen->degree > 0) {
        fmpz_mpoly_q_t r;
        fmpz_mpoly_q_init(r, t->ring);
        li_tower_elements(t, 1, r, &gen->relation);
        if (li_tower_usable(t) && fmpz_mpoly_is_one(fmpz_mpoly_q_denref(r), t->ring))
            fmpz_mpoly_set(&t->relation[g], fmpz_mpoly_q_numref(r), t->ring);
        else
            gen->degree = 0;
        fmpz_mpoly_q_clear(r, t->ring);
    }
}

void li_tower_ring(li_tower *t)
{
    if (t->has_ring)
        return;
    fmpz_mpoly_ctx_init(t->ring, (slong)(t->len > 0 ? t->len : 1), ORD_LEX);
    t->has_ring = true;
    t->relation = flint_calloc(t->len + 1, sizeof *t->relation);
    size_t len = t->len;
    li_tower_weigh(t, len);
    for (t->len = 0; t->len < len; t->len++)         /* a relation knows the generators before it */
        set_relation(t, t->len);
}

void li_tower_clear(li_tower *t)
{
    if (t->has_ring) {
        for (size_t i = 0; i < t->len; i++)
            fmpz_mpoly_clear(&t->relation[i], t->ring);
        flint_free(t->relation);
        fmpz_mpoly_ctx_clear(t->ring);
    }
    li_drop(t->ctx, t->gen);
    li_drop(t->ctx, t->place);
    *t = (li_tower){ .ctx = t->ctx };
}

/* ---- reduction ---- */

/* p = high*g^n + low, every exponent of g in low below n */
static void split(li_tower *t, fmpz_mpoly_t high, fmpz_mpoly_t low, const fmpz_mpoly_t p, slong g, ulong n)
{
    slong vars = fmpz_mpoly_ctx_nvars(t->ring);
    ulong *exp = flint_malloc((size_t)vars * sizeof *exp);
    fmpz_t c;

    fmpz_init(c);
    fmpz_mpoly_zero(high, t->ring);
    fmpz_mpoly_zero(low, t->ring);
    for (slong i = 0; i < fmpz_mpoly_length(p, t->ring); i++) {
        fmpz_mpoly_get_term_exp_ui(exp, p, i, t->ring);
        fmpz_mpoly_get_term_coeff_fmpz(c, p, i, t->ring);
        if (exp[g] >= n) {
            exp[g] -= n;
            fmpz_mpoly_push_term_fmpz_ui(high, c, exp, t->ring);
        } else
            fmpz_mpoly_push_term_fmpz_ui(low, c, exp, t->ring);
    }
    fmpz_clear(c);
    flint_free(exp);
}

/* g^n -> relation, for one generator */
static void reduce_by(li_tower *t, fmpz_mpoly_t p, size_t g)
{
    ulong n = (ulong)t->gen[g].degree;
    fmpz_mpoly_t high, low;

    if (n == 0 || fmpz_mpoly_degree_si(p, (slong)g, t->ring) < (slong)n)
        return;
    fmpz_mpoly_init(high, t->ring);
    fmpz_mpoly_init(low, t->ring);
    while (fmpz_mpoly_degree_si(p, (slong)g, t->ring) >= (slong)n) {
        split(t, high, low, p, (slong)g, n);
        if (!li_tower_weigh(t, length(t, low) + length(t, high) * length(t, &t->relation[g])))
            break;
        fmpz_mpoly_mul(high, high, &t->relation[g], t->ring);
        fmpz_mpoly_add(p, high, low, t->ring);
    }
    fmpz_mpoly_clear(high, t->ring);
    fmpz_mpoly_clear(low, t->ring);
}

static bool is_reduced(const li_tower *t, const fmpz_mpoly_t p)
{
    slong *degree = flint_malloc((size_t)fmpz_mpoly_ctx_nvars(t->ring) * sizeof *degree);
    bool reduced = true;
    fmpz_mpoly_degrees_si(degree, p, t->ring);
    for (size_t g = 0; g < t->len && reduced; g++)
        reduced = t->gen[g].degree == 0 || degree[g] < t->gen[g].degree;
    flint_free(degree);
    return reduced;
}

/* From the last generator to the first: a relation contains earlier ones only. */
void li_tower_reduce(li_tower *t, fmpz_mpoly_t p)
{
    if (is_reduced(t, p))
        return;
    for (size_t g = t->len; g-- > 0 && !t->over;)
        reduce_by(t, p, g);
}

/* p is reduced; its even powers of the cosine (s - 1) give way to the sine */
void li_tower_exchange(li_tower *t, fmpz_mpoly_t p, size_t s)
{
    fmpz_mpoly_t high, low, swap;

    fmpz_mpoly_init(high, t->ring);
    fmpz_mpoly_init(low, t->ring);
    fmpz_mpoly_init(swap, t->ring);
    fmpz_mpoly_gen(swap, (slong)s, t->ring);                       /* 1 - s^2 */
    fmpz_mpoly_mul(swap, swap, swap, t->ring);
    fmpz_mpoly_neg(swap, swap, t->ring);
    fmpz_mpoly_add_si(swap, swap, 1, t->ring);
    while (fmpz_mpoly_degree_si(p, (slong)s - 1, t->ring) >= 2) {
        split(t, high, low, p, (slong)s - 1, 2);
        if (!li_tower_weigh(t, length(t, low) + 2 * length(t, high)))
            break;
        fmpz_mpoly_mul(high, high, swap, t->ring);
        fmpz_mpoly_add(p, high, low, t->ring);
    }
    fmpz_mpoly_clear(high, t->ring);
    fmpz_mpoly_clear(low, t->ring);
    fmpz_mpoly_clear(swap, t->ring);
}

void li_tower_settle(li_tower *t, fmpz_mpoly_q_t a)
{
    li_tower_reduce(t, fmpz_mpoly_q_numref(a));
    li_tower_reduce(t, fmpz_mpoly_q_denref(a));
    if (t->over)
        return;
    if (fmpz_mpoly_is_zero(fmpz_mpoly_q_denref(a), t->ring)) {
        t->undefined = true;
        fmpz_mpoly_one(fmpz_mpoly_q_denref(a), t->ring);
    }
    uint64_t num = length(t, fmpz_mpoly_q_numref(a)), den = length(t, fmpz_mpoly_q_denref(a));
    if (den <= 1 ? li_tower_weigh(t, num) : li_tower_weigh(t, 4 * num * den))
        fmpz_mpoly_q_canonicalise(a, t->ring);
}

/* ---- arithmetic ---- the fractions are joined by their own gcds, then reduced */

static bool afford(li_tower *t, const fmpz_mpoly_q_t a, const fmpz_mpoly_q_t b)
{
    uint64_t na = size(t, a), nb = size(t, b);
    bool polynomials = fmpz_mpoly_is_fmpz(fmpz_mpoly_q_denref(a), t->ring) && fmpz_mpoly_is_fmpz(fmpz_mpoly_q_denref(b), t->ring);
    if (na > UINT32_MAX || nb > UINT32_MAX)
        return li_tower_weigh(t, UINT64_MAX);
    return li_tower_usable(t) && li_tower_weigh(t, polynomials ? na * nb : na * nb > UINT64_MAX / 4 ? UINT64_MAX : 4 * na * nb);
}

void li_tower_add(li_tower *t, fmpz_mpoly_q_t out, const fmpz_mpoly_q_t a, const fmpz_mpoly_q_t b)
{
    bool polynomials = fmpz_mpoly_is_fmpz(fmpz_mpoly_q_denref(a), t->ring) && fmpz_mpoly_is_fmpz(fmpz_mpoly_q_denref(b), t->ring);
    if (!(polynomials ? li_tower_usable(t) && li_tower_weigh(t, size(t, a) + size(t, b)) : afford(t, a, b)))
        return;
    fmpz_mpoly_q_add(out, a, b, t->ring);
    if (!polynomials)
        li_tower_settle(t, out);
}

void li_tower_mul(li_tower *t, fmpz_mpoly_q_t out, const fmpz_mpoly_q_t a, const fmpz_mpoly_q_t b)
{
    if (!afford(t, a, b))
        return;
    fmpz_mpoly_q_mul(out, a, b, t->ring);
    li_tower_settle(t, out);
}

void li_tower_div(li_tower *t, fmpz_mpoly_q_t out, const fmpz_mpoly_q_t a, const fmpz_mpoly_q_t b)
{
    if (fmpz_mpoly_q_is_zero(b, t->ring)) {
        t->undefined = true;
        return;
    }
    if (!afford(t, a, b))
        return;
    fmpz_mpoly_q_div(out, a, b, t->ring);
    li_tower_settle(t, out);
}

static void power(li_tower *t, fmpz_mpoly_q_t out, const fmpz_mpoly_q_t a, int32_t n)
{
    fmpz_mpoly_q_t square;
    uint32_t k = n < 0 ? 0u - (uint32_t)n : (uint32_t)n;

    fmpz_mpoly_q_init(square, t->ring);
    fmpz_mpoly_q_set(square, a, t->ring);
    if (n < 0 && fmpz_mpoly_q_is_zero(a, t->ring))
        t->undefined = true;
    else if (n < 0)
        fmpz_mpoly_q_inv(square, square, t->ring);
    fmpz_mpoly_q_one(out, t->ring);
    for (; k > 0 && li_tower_usable(t); k >>= 1) {
        if (k & 1)
            li_tower_mul(t, out, out, square);
        if (k > 1)
            li_tower_mul(t, square, square, square);
    }
    fmpz_mpoly_q_clear(square, t->ring);
}

/* ---- expressions to elements ---- */

/* sum of n elements in place, by halves: every term is touched log n times */
static void sum_up(li_tower *t, fmpz_mpoly_q_struct *x, size_t n)
{
    for (size_t step = 1; step < n; step *= 2)
        for (size_t i = 0; i + step < n; i += 2 * step)
            li_tower_add(t, x + i, x + i, x + i + step);
}

static void set_sum(li_tower *t, fmpz_mpoly_q_t out, li_expr e, const li_list *list, const fmpz_mpoly_q_struct *value)
{
    size_t n = li_expr_len(e) + 1;
    fmpz_mpoly_q_struct *x = flint_malloc(n * sizeof *x);

    for (size_t i = 0; i < n; i++) {
        fmpz_mpoly_q_init(x + i, t->ring);
        if (i + 1 == n)
            fmpz_mpoly_q_set_fmpq(x + i, li_fmpq_const(li_expr_number(e)), t->ring);
        else
            fmpz_mpoly_q_mul_fmpq(x + i, value + li_list_index(list, li_expr_arg(e, i)), li_fmpq_const(li_expr_coef(e, i)), t->ring);
    }
    sum_up(t, x, n);
    fmpz_mpoly_q_swap(out, x, t->ring);
    for (size_t i = 0; i < n; i++)
        fmpz_mpoly_q_clear(x + i, t->ring);
    flint_free(x);
}

static void set_product(li_tower *t, fmpz_mpoly_q_t out, li_expr e, const li_list *list, const fmpz_mpoly_q_struct *value)
{
    fmpz_mpoly_q_t factor;
    fmpz_mpoly_q_init(factor, t->ring);
    fmpz_mpoly_q_one(out, t->ring);
    for (size_t i = 0; i < li_expr_len(e) && li_tower_usable(t); i++) {
        power(t, factor, value + li_list_index(list, li_expr_arg(e, i)), li_expr_exponent(e, i));
        li_tower_mul(t, out, out, factor);
    }
    fmpz_mpoly_q_clear(factor, t->ring);
}

static void set_symbol(li_tower *t, fmpz_mpoly_q_t out, li_expr e)
{
    size_t g = li_tower_generator(t, e);
    if (g < (size_t)fmpz_mpoly_ctx_nvars(t->ring))
        fmpz_mpoly_q_gen(out, (slong)g, t->ring);
    else
        li_fail(t->ctx, LI_DOMAIN, "a node that is not rational in its generators");
}

void li_tower_elements(li_tower *t, size_t n, fmpz_mpoly_q_struct *out, const li_expr *e)
{
    li_list list;

    li_tower_ring(t);
    if (!li_tower_usable(t) || li_list_init(t->ctx, &list, n, e, true) != LI_OK)
        return;
    li_tower_weigh(t, list.len / 8);
    fmpz_mpoly_q_struct *value = flint_malloc((list.len + 1) * sizeof *value);
    size_t made = 0;
    for (; made < list.len && li_tower_usable(t); made++) {
        fmpz_mpoly_q_init(value + made, t->ring);
        switch (li_expr_kind(list.e[made])) {
        case LI_NUM:
            fmpz_mpoly_q_set_fmpq(value + made, li_fmpq_const(li_expr_number(list.e[made])), t->ring);
            break;
        case LI_SUM:
            set_sum(t, value + made, list.e[made], &list, value);
            break;
        case LI_MON:
            set_product(t, value + made, list.e[made], &list, value);
            break;
        default:
            set_symbol(t, value + made, list.e[made]);
        }
    }
    for (size_t i = 0; i < n && li_tower_usable(t); i++)
        fmpz_mpoly_q_set(out + i, value + li_list_index(&list, e[i]), t->ring);
    while (made > 0)
        fmpz_mpoly_q_clear(value + --made, t->ring);
    flint_free(value);
    li_list_clear(t->ctx, &list);
}

/* ---- the proof form ---- */

/* den = D0 + D1 g: num and den times D0 - D1 g, so that den = D0^2 - D1^2 g^2 */
static void conjugate(li_tower *t, fmpz_mpoly_q_t a, size_t g)
{
    fmpz_mpoly_t high, low, x;
    fmpz_mpoly_init(high, t->ring);
    fmpz_mpoly_init(low, t->ring);
    fmpz_mpoly_init(x, t->ring);
    split(t, high, low, fmpz_mpoly_q_denref(a), (slong)g, 1);
    fmpz_mpoly_gen(x, (slong)g, t->ring);
    fmpz_mpoly_mul(high, high, x, t->ring);
    fmpz_mpoly_sub(x, low, high, t->ring);
    uint64_t cost = length(t, x) * size(t, a);
    if (li_tower_weigh(t, cost)) {
        fmpz_mpoly_mul(fmpz_mpoly_q_numref(a), fmpz_mpoly_q_numref(a), x, t->ring);
        fmpz_mpoly_mul(fmpz_mpoly_q_denref(a), fmpz_mpoly_q_denref(a), x, t->ring);
        li_tower_settle(t, a);
    }
    fmpz_mpoly_clear(high, t->ring);
    fmpz_mpoly_clear(low, t->ring);
    fmpz_mpoly_clear(x, t->ring);
}

void li_tower_rationalise(li_tower *t, fmpz_mpoly_q_t a)
{
    for (size_t g = t->len; g-- > 0 && li_tower_usable(t);)
        if (t->gen[g].degree == 2 && fmpz_mpoly_degree_si(fmpz_mpoly_q_denref(a), (slong)g, t->ring) > 0)
            conjugate(t, a, g);
}

/* ---- back to expressions ---- */

li_expr li_tower_polynomial(li_tower *t, const fmpz_mpoly_t p)
{
    li_ctx *ctx = t->ctx;
    size_t n = (size_t)fmpz_mpoly_length(p, t->ring), vars = (size_t)fmpz_mpoly_ctx_nvars(t->ring);
    li_expr *x = li_new(ctx, n + 1, sizeof *x), *factor = li_new(ctx, vars, sizeof *factor), e = li_expr_undefined();
    li_rational *c = li_new(ctx, n + 1, sizeof *c);
    int32_t *exponent = li_new(ctx, vars, sizeof *exponent);
    ulong *exp = flint_malloc(vars * sizeof *exp);
    size_t i = 0;

    for (; x != NULL && factor != NULL && c != NULL && exponent != NULL && i < n; i++) {
        size_t factors = 0;
        fmpz_mpoly_get_term_exp_ui(exp, p, (slong)i, t->ring);
        for (size_t g = 0; g < t->len; g++)
            if (exp[g] > 0) {
                factor[factors] = t->gen[g].meaning;
                exponent[factors++] = (int32_t)exp[g];
            }
        x[i] = li_expr_monomial(ctx, factors, factor, exponent);
        li_rational_init(&c[i]);
        fmpz_mpoly_get_term_coeff_fmpz(fmpq_numref(li_fmpq(&c[i])), p, (slong)i, t->ring);
    }
    if (i == n && li_ctx_status(ctx) == LI_OK)
        e = li_expr_combination(ctx, NULL, n, c, x);
    while (i > 0)
        li_rational_clear(&c[--i]);
    flint_free(exp);
    li_drop(ctx, x);
    li_drop(ctx, factor);
    li_drop(ctx, c);
    li_drop(ctx, exponent);
    return e;
}

li_expr li_tower_expression(li_tower *t, const fmpz_mpoly_q_t a)
{
    return li_expr_div(t->ctx, li_tower_polynomial(t, fmpz_mpoly_q_numref(a)), li_tower_polynomial(t, fmpz_mpoly_q_denref(a)));
}

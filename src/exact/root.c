/* root.c - roots, absolute values and logarithms spread over factors
 *
 * Every step is an identity of real functions wherever the left side is defined: (ab)^(1/n) is split only
 * where the sign of a factor is known, squares leave a root as absolute values. */
#include <stdlib.h>

#include "tower.h"

enum { FACTOR_BITS = 128 };           /* larger numbers stay as they are */

/* content * prod p_i^e_i, the p_i irreducible as polynomials in the generators, e_i != 0 */
struct factors {
    li_rational content;
    size_t len;
    li_expr *p;
    int *e;
};

static void clear_factors(li_ctx *ctx, struct factors *f)
{
    li_rational_clear(&f->content);
    li_drop(ctx, f->p);
    li_drop(ctx, f->e);
}

static bool put_factor(li_ctx *ctx, struct factors *f, li_expr p, int e)
{
    li_expr *bases = li_grow(ctx, f->p, f->len + 1, sizeof *bases);
    if (bases != NULL)
        f->p = bases;
    int *exponents = li_grow(ctx, f->e, f->len + 1, sizeof *exponents);
    if (exponents != NULL)
        f->e = exponents;
    if (bases == NULL || exponents == NULL)
        return false;
    f->p[f->len] = p;
    f->e[f->len++] = e;
    return true;
}

/* The factors of p go to f with the sign of `power`. */
static bool put_polynomial(li_tower *t, struct factors *f, const fmpz_mpoly_t p, int power)
{
    fmpz_mpoly_factor_t factor;
    fmpz_mpoly_t base;

    fmpz_mpoly_factor_init(factor, t->ring);
    fmpz_mpoly_init(base, t->ring);
    bool ok = li_tower_factor(t, factor, p);
    if (ok) {
        li_rational c;
        li_rational_init(&c);
        fmpz_mpoly_factor_get_constant_fmpz(fmpq_numref(li_fmpq(&c)), factor, t->ring);
        ok = power > 0 ? (li_rational_mul(&f->content, &f->content, &c), true) : li_rational_div(&f->content, &f->content, &c);
        li_rational_clear(&c);
    }
    for (slong i = 0; ok && i < fmpz_mpoly_factor_length(factor, t->ring); i++) {
        fmpz_mpoly_factor_get_base(base, factor, i, t->ring);
        ok = put_factor(t->ctx, f, li_tower_polynomial(t, base), power * (int)fmpz_mpoly_factor_get_exp_si(factor, i, t->ring));
    }
    fmpz_mpoly_clear(base, t->ring);
    fmpz_mpoly_factor_clear(factor, t->ring);
    return ok;
}

static void factors_of(li_tower *t, struct factors *f, const fmpz_mpoly_q_t a, bool *ok)
{
    *f = (struct factors){ 0 };
    li_rational_init(&f->content);
    li_rational_set_int(&f->content, 1, 1);
    if (li_tower_is_zero(t, a)) {
        li_rational_set_int(&f->content, 0, 1);
        *ok = true;
    } else
        *ok = put_polynomial(t, f, fmpz_mpoly_q_numref(a), 1) && put_polynomial(t, f, fmpz_mpoly_q_denref(a), -1);
}

static size_t odd_factors(const struct factors *f)
{
    size_t n = 0;
    for (size_t i = 0; i < f->len; i++)
        n += f->e[i] % 2 != 0;
    return n;
}

/* sin^2 and 1 - cos^2 are the same: the writing with fewer odd factors is kept. */
static void try_sines(li_tower *t, struct factors *f, const fmpz_mpoly_q_t a)
{
    for (size_t s = 1; s < t->len && odd_factors(f) > 0; s++) {
        if (t->gen[s].kind != LI_SIN || t->gen[s].degree != 2)
            continue;
        struct factors other;
        bool ok;
        fmpz_mpoly_q_t b;
        fmpz_mpoly_q_init(b, t->ring);
        fmpz_mpoly_q_set(b, a, t->ring);
        li_tower_exchange(t, fmpz_mpoly_q_numref(b), s);
        li_tower_exchange(t, fmpz_mpoly_q_denref(b), s);
        fmpz_mpoly_q_canonicalise(b, t->ring);
        factors_of(t, &other, b, &ok);
        if (ok && odd_factors(&other) < odd_factors(f)) {
            struct factors swap = other;
            other = *f;
            *f = swap;
        }
        clear_factors(t->ctx, &other);
        fmpz_mpoly_q_clear(b, t->ring);
    }
}

/* False if the work is too much or a has no factors; 0 has the content 0. */
static bool factorise(li_ctx *ctx, struct factors *f, li_expr a, bool squares)
{
    struct room *r = li_exact_room(ctx);
    li_tower t;
    bool ok = false;

    if (r == NULL || r->depth >= MAX_DEPTH || !li_exact_afford(r, 8))
        return false;
    r->depth++;
    if (li_tower_init(ctx, &t, 1, &a) == LI_OK) {
        fmpz_mpoly_q_struct x[1] = { 0 };
        t.budget = r->budget / 8;
        li_tower_ring(&t);
        fmpz_mpoly_q_init(x, t.ring);
        li_tower_elements(&t, 1, x, &a);
        if (li_tower_usable(&t)) {
            factors_of(&t, f, x, &ok);
            if (ok && squares)
                try_sines(&t, f, x);
            if (!ok || !li_tower_usable(&t)) {         /* no failure in the context either */
                clear_factors(ctx, f);
                ok = false;
            }
        }
        fmpz_mpoly_q_clear(x, t.ring);
    }
    li_exact_afford(r, t.over ? t.budget : t.work);
    li_tower_clear(&t);
    r->depth--;
    return ok && li_ctx_status(ctx) == LI_OK;
}

/* ---- roots of numbers ---- c = u/v > 0: c^(1/n) = (u v^(n-1))^(1/n)/v, split over the primes */

static li_expr root_of_integer(li_ctx *ctx, const fmpz_t u, int n)
{
    fmpz_factor_t factor;
    li_expr e = li_expr_int(ctx, 1);
    li_rational p;

    li_rational_init(&p);
    if (fmpz_bits(u) > FACTOR_BITS) {
        fmpz_set(fmpq_numref(li_fmpq(&p)), u);
        e = li_expr_root(ctx, li_expr_rational(ctx, &p), n);
        li_rational_clear(&p);
        return e;
    }
    fmpz_factor_init(factor);
    fmpz_factor(factor, u);
    for (slong i = 0; i < factor->num; i++) {
        fmpz_set(fmpq_numref(li_fmpq(&p)), factor->p + i);
        li_expr prime = li_expr_rational(ctx, &p);
        ulong k = factor->exp[i], whole = k / (ulong)n, rest = k % (ulong)n, g = n_gcd(rest, (ulong)n);
        e = li_expr_mul(ctx, e, li_expr_power(ctx, prime, (int64_t)whole));
        if (rest > 0)
            e = li_expr_mul(ctx, e, li_expr_power(ctx, li_expr_root(ctx, prime, n / (int)g), (int64_t)(rest / g)));
    }
    fmpz_factor_clear(factor);
    li_rational_clear(&p);
    return e;
}

static li_expr root_of_number(li_ctx *ctx, const li_rational *c, int n)
{
    fmpz_t u;
    li_rational v;

    if (li_rational_sign(c) <= 0)
        return li_expr_root(ctx, li_expr_rational(ctx, c), n);
    fmpz_init(u);
    li_rational_init(&v);
    fmpz_pow_ui(u, fmpq_denref(li_fmpq_const(c)), (ulong)n - 1);
    fmpz_mul(u, u, fmpq_numref(li_fmpq_const(c)));
    fmpz_set(fmpq_numref(li_fmpq(&v)), fmpq_denref(li_fmpq_const(c)));
    li_expr e = li_expr_div(ctx, root_of_integer(ctx, u, n), li_expr_rational(ctx, &v));
    fmpz_clear(u);
    li_rational_clear(&v);
    return e;
}

/* ---- roots ---- */

static bool is_nonnegative(li_ctx *ctx, li_expr p) { return (li_exact_signs(ctx, p) & NEGATIVE) == 0; }
static bool is_nonpositive(li_ctx *ctx, li_expr p) { return (li_exact_signs(ctx, p) & POSITIVE) == 0; }

/* |p| for an irreducible p */
static li_expr size_of(li_ctx *ctx, li_expr p)
{
    if (is_nonnegative(ctx, p))
        return p;
    if (is_nonpositive(ctx, p))
        return li_expr_neg(ctx, p);
    return li_expr_apply(ctx, LI_ABS, p);
}

/* p^(1/n) for an irreducible p >= 0 */
static li_expr root_of_factor(li_ctx *ctx, li_expr p, int n)
{
    if (li_expr_kind(p) == LI_EXP)          /* exp(x)^(1/n) = exp(x/n) */
        return li_expr_apply(ctx, LI_EXP, li_expr_expand(ctx, li_expr_div(ctx, li_expr_arg(p, 0), li_expr_int(ctx, n)), 10000));
    return li_expr_root(ctx, p, n);
}

/* p^e with e = n k + r, 0 <= r < n: p^k goes before the root, and so does p^r if it is >= 0, else it stays;
 * an odd root lets go only p >= 0 */
static li_expr root_of_factors(li_ctx *ctx, const struct factors *f, int n)
{
    li_expr out = li_expr_int(ctx, 1), rest = li_expr_int(ctx, 1);
    li_rational content;

    li_rational_init(&content);
    li_rational_set(&content, &f->content);
    for (size_t i = 0; i < f->len; i++) {
        li_expr p = f->p[i];
        int r = ((f->e[i] % n) + n) % n, k = (f->e[i] - r) / n;
        if (!is_nonnegative(ctx, p) && is_nonpositive(ctx, p)) {
            p = li_expr_neg(ctx, p);
            if (f->e[i] % 2 != 0)
                li_rational_neg(&content, &content);
        }
        if (n % 2 != 0 && !is_nonnegative(ctx, p)) {
            rest = li_expr_mul(ctx, rest, li_expr_power(ctx, p, f->e[i]));
            continue;
        }
        out = li_expr_mul(ctx, out, li_expr_power(ctx, size_of(ctx, p), k));
        if (r % 2 == 0 || is_nonnegative(ctx, p))
            out = li_expr_mul(ctx, out, li_expr_power(ctx, root_of_factor(ctx, size_of(ctx, p), n), r));
        else
            rest = li_expr_mul(ctx, rest, li_expr_power(ctx, p, r));
    }
    if (li_rational_sign(&content) < 0) {
        li_rational_neg(&content, &content);
        rest = li_expr_neg(ctx, rest);
    }
    out = li_expr_mul(ctx, out, root_of_number(ctx, &content, n));
    li_rational_clear(&content);
    return li_expr_mul(ctx, out, li_expr_root(ctx, li_expr_expand(ctx, rest, 10000), n));
}

li_expr li_exact_root(li_ctx *ctx, li_expr a, int n)
{
    struct factors f;

    if (li_ctx_status(ctx) != LI_OK)
        return li_expr_undefined();
    if (li_expr_kind(a) == LI_NUM)
        return root_of_number(ctx, li_expr_number(a), n);
    if (li_expr_kind(a) == LI_EXP)
        return root_of_factor(ctx, a, n);
    if (li_expr_kind(a) == LI_SYM || !factorise(ctx, &f, a, n == 2))
        return li_expr_root(ctx, a, n);
    li_expr e = root_of_factors(ctx, &f, n);
    clear_factors(ctx, &f);
    return e;
}

/* |c prod p^e| = |c| prod |p|^e */
li_expr li_exact_abs(li_ctx *ctx, li_expr a)
{
    struct factors f;
    li_rational c;

    if (li_ctx_status(ctx) != LI_OK)
        return li_expr_undefined();
    if (is_nonnegative(ctx, a) || is_nonpositive(ctx, a) || li_expr_kind(a) == LI_SYM)
        return size_of(ctx, a);
    if (!factorise(ctx, &f, a, false))
        return size_of(ctx, a);
    li_rational_init(&c);
    li_rational_set(&c, &f.content);
    if (li_rational_sign(&c) < 0)
        li_rational_neg(&c, &c);
    li_expr e = li_expr_rational(ctx, &c);
    for (size_t i = 0; i < f.len; i++) {
        li_expr p = f.e[i] % 2 == 0 ? f.p[i] : size_of(ctx, f.p[i]);
        e = li_expr_mul(ctx, e, li_expr_power(ctx, p, f.e[i]));
    }
    li_rational_clear(&c);
    clear_factors(ctx, &f);
    return e;
}

/* ---- logarithms ---- */

/* log of a positive integer over its primes */
static li_expr log_of_integer(li_ctx *ctx, const fmpz_t u)
{
    fmpz_factor_t factor;
    li_expr e = li_expr_int(ctx, 0);
    li_rational p;

    li_rational_init(&p);
    fmpz_factor_init(factor);
    if (fmpz_bits(u) <= FACTOR_BITS) {
        fmpz_factor(factor, u);
        for (slong i = 0; i < factor->num; i++) {
            fmpz_set(fmpq_numref(li_fmpq(&p)), factor->p + i);
            li_expr log = li_expr_apply(ctx, LI_LOG, li_expr_rational(ctx, &p));
            e = li_expr_add(ctx, e, li_expr_mul(ctx, li_expr_int(ctx, (int64_t)factor->exp[i]), log));
        }
    } else {
        fmpz_set(fmpq_numref(li_fmpq(&p)), u);
        e = li_expr_apply(ctx, LI_LOG, li_expr_rational(ctx, &p));
    }
    fmpz_factor_clear(factor);
    li_rational_clear(&p);
    return e;
}

static li_expr log_of_number(li_ctx *ctx, const li_rational *c)
{
    if (li_rational_sign(c) <= 0)
        return li_expr_apply(ctx, LI_LOG, li_expr_rational(ctx, c));
    return li_expr_sub(ctx, log_of_integer(ctx, fmpq_numref(li_fmpq_const(c))), log_of_integer(ctx, fmpq_denref(li_fmpq_const(c))));
}

/* log p for a positive p that is no product */
static li_expr log_of_factor(li_ctx *ctx, li_expr p)
{
    if (li_expr_kind(p) == LI_EXP)
        return li_expr_arg(p, 0);
    if (li_expr_kind(p) == LI_ROOT) {
        li_expr inside = li_expr_arg(p, 0), log = li_expr_kind(inside) == LI_NUM ? log_of_number(ctx, li_expr_number(inside)) : li_expr_apply(ctx, LI_LOG, inside);
        return li_expr_div(ctx, log, li_expr_int(ctx, li_expr_order(p)));
    }
    return li_expr_apply(ctx, LI_LOG, p);
}

/* log(c prod p^e) = log c + sum e log |p| over the p >= 0 and the even e; the others stay together */
li_expr li_exact_log(li_ctx *ctx, li_expr a)
{
    struct factors f;
    li_rational c;

    if (li_ctx_status(ctx) != LI_OK)
        return li_expr_undefined();
    if (li_expr_kind(a) == LI_NUM)
        return log_of_number(ctx, li_expr_number(a));
    if (li_expr_kind(a) != LI_SUM && li_expr_kind(a) != LI_MON)
        return log_of_factor(ctx, a);
    if (!factorise(ctx, &f, a, false))
        return li_expr_apply(ctx, LI_LOG, a);
    li_expr e = li_expr_int(ctx, 0), rest = li_expr_int(ctx, 1);
    li_rational_init(&c);
    li_rational_set(&c, &f.content);
    for (size_t i = 0; i < f.len; i++) {
        int s = li_exact_signs(ctx, f.p[i]);
        if ((s & NEGATIVE) == 0 || f.e[i] % 2 == 0)
            e = li_expr_add(ctx, e, li_expr_mul(ctx, li_expr_int(ctx, f.e[i]), log_of_factor(ctx, size_of(ctx, f.p[i]))));
        else
            rest = li_expr_mul(ctx, rest, li_expr_power(ctx, f.p[i], f.e[i]));
    }
    if (li_rational_sign(&c) < 0) {
        li_rational_neg(&c, &c);
        rest = li_expr_neg(ctx, rest);
    }
    e = li_expr_add(ctx, e, log_of_number(ctx, &c));
    if (!li_expr_is_one(rest))
        e = li_expr_add(ctx, e, li_expr_apply(ctx, LI_LOG, li_expr_expand(ctx, rest, 10000)));
    li_rational_clear(&c);
    clear_factors(ctx, &f);
    return e;
}

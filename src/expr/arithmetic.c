/* arithmetic.c - sums and products in their light normal form */
#include <stdlib.h>

#include "node.h"

enum { FEW = 12 };             /* terms on the stack */

/* ---- numbers ---- */

li_expr li_expr_rational(li_ctx *ctx, const li_rational *x)
{
    struct li_node key = { .kind = LI_NUM, .c = *x };
    return li_expr_intern(ctx, &key);
}

li_expr li_expr_frac(li_ctx *ctx, int64_t num, int64_t den)
{
    li_rational x;

    if (den == 0)
        return li_fail(ctx, LI_DOMAIN, "division by zero"), li_expr_undefined();
    li_rational_init(&x);
    li_rational_set_int(&x, num, den);
    li_expr e = li_expr_rational(ctx, &x);
    li_rational_clear(&x);
    return e;
}

li_expr li_expr_int(li_ctx *ctx, int64_t n) { return li_expr_frac(ctx, n, 1); }

li_expr li_expr_pi(li_ctx *ctx)
{
    struct li_node key = { .kind = LI_PI };
    li_rational_init(&key.c);
    return li_expr_intern(ctx, &key);
}

/* ---- sums ---- */

struct term { li_expr x; li_rational c; };

static int by_term(const void *a, const void *b)
{
    uint32_t x = ((const struct term *)a)->x->id, y = ((const struct term *)b)->x->id;
    return (x > y) - (x < y);
}

/* Adds up terms with the same x; drops zeros. Returns how many are left (the dropped ones are cleared). */
static size_t merge_terms(struct term *t, size_t n)
{
    size_t len = 0;

    for (size_t i = 0; i < n; i++) {
        if (len > 0 && t[len - 1].x == t[i].x) {
            li_rational_add(&t[len - 1].c, &t[len - 1].c, &t[i].c);
            continue;
        }
        if (len > 0 && li_rational_is_zero(&t[len - 1].c))
            len--;
        t[len].x = t[i].x;
        li_rational_swap(&t[len].c, &t[i].c);
        len++;
    }
    if (len > 0 && li_rational_is_zero(&t[len - 1].c))
        len--;
    return len;
}

static li_expr intern_sum(li_ctx *ctx, const li_rational *constant, const struct term *t, size_t n)
{
    li_expr arg_few[FEW], *arg = arg_few, e = li_expr_undefined();
    li_rational coef_few[FEW], *coef = coef_few;

    if (n == 0)
        return li_expr_rational(ctx, constant);
    if (n == 1 && li_rational_is_zero(constant) && li_rational_is_one(&t[0].c))
        return t[0].x;
    if (n > FEW) {
        arg = li_new(ctx, n, sizeof *arg);
        coef = li_new(ctx, n, sizeof *coef);
    }
    if (arg != NULL && coef != NULL) {
        for (size_t i = 0; i < n; i++) {
            arg[i] = t[i].x;
            coef[i] = t[i].c;           /* borrowed: the node makes its own copy */
        }
        struct li_node key = { .kind = LI_SUM, .len = (uint32_t)n, .c = *constant, .arg = arg, .coef = coef };
        e = li_expr_intern(ctx, &key);
    }
    if (n > FEW) {
        li_drop(ctx, arg);
        li_drop(ctx, coef);
    }
    return e;
}

li_expr li_expr_combination(li_ctx *ctx, const li_rational *constant, size_t n, const li_rational *coef, const li_expr *x)
{
    struct term few[FEW], *t = few;
    li_rational c, part;
    size_t len = 0;

    if (li_ctx_status(ctx) != LI_OK)
        return li_expr_undefined();
    if (n > FEW && (t = li_new(ctx, n, sizeof *t)) == NULL)
        return li_expr_undefined();
    li_rational_init(&c);
    li_rational_init(&part);
    if (constant != NULL)
        li_rational_set(&c, constant);
    bool defined = true;
    for (size_t i = 0; i < n; i++) {
        defined &= x[i]->kind != LI_UNDEFINED;
        if (coef != NULL)
            li_rational_set(&part, &coef[i]);
        else
            li_rational_set_int(&part, 1, 1);
        li_expr y = x[i];
        if (y->kind == LI_NUM) {
            li_rational_mul(&part, &part, &y->c);
            li_rational_add(&c, &c, &part);
            continue;
        }
        if (li_expr_is_scaled(y)) {
            li_rational_mul(&part, &part, &y->coef[0]);
            y = y->arg[0];
        }
        t[len].x = y;
        li_rational_init(&t[len].c);
        li_rational_set(&t[len].c, &part);
        len++;
    }
    if (len > 1)
        qsort(t, len, sizeof *t, by_term);
    li_expr e = defined ? intern_sum(ctx, &c, t, merge_terms(t, len)) : li_expr_undefined();
    for (size_t i = 0; i < len; i++)
        li_rational_clear(&t[i].c);
    li_rational_clear(&c);
    li_rational_clear(&part);
    if (t != few)
        li_drop(ctx, t);
    return e;
}

li_expr li_expr_sum(li_ctx *ctx, size_t n, const li_expr *x) { return li_expr_combination(ctx, NULL, n, NULL, x); }

li_expr li_expr_add(li_ctx *ctx, li_expr a, li_expr b)
{
    li_expr x[2] = { a, b };
    return li_expr_sum(ctx, 2, x);
}

static li_expr combine2(li_ctx *ctx, int ca, li_expr a, int cb, li_expr b)
{
    li_expr x[2] = { a, b };
    li_rational c[2];
    for (int i = 0; i < 2; i++) {
        li_rational_init(&c[i]);
        li_rational_set_int(&c[i], i == 0 ? ca : cb, 1);
    }
    return li_expr_combination(ctx, NULL, 2, c, x);
}

li_expr li_expr_sub(li_ctx *ctx, li_expr a, li_expr b) { return combine2(ctx, 1, a, -1, b); }
li_expr li_expr_neg(li_ctx *ctx, li_expr a) { return combine2(ctx, -1, a, 0, a); }

li_expr li_expr_scale(li_ctx *ctx, const li_rational *c, li_expr a)
{
    return li_expr_combination(ctx, NULL, 1, c, &a);
}

/* ---- products ---- */

struct factor { li_expr x; int64_t e; };

struct product {
    li_ctx *ctx;
    struct factor few[2 * FEW], *f;
    size_t len, cap;
    li_rational c;
};

static int by_factor(const void *a, const void *b)
{
    uint32_t x = ((const struct factor *)a)->x->id, y = ((const struct factor *)b)->x->id;
    return (x > y) - (x < y);
}

static void put_number(struct product *p, const li_rational *x, int64_t e)
{
    li_rational part;

    if (li_rational_is_one(x))
        return;
    li_rational_init(&part);
    if (li_rational_pow(&part, x, e)) {
        li_rational_mul(&p->c, &p->c, &part);
        if (!li_rational_pow(&part, &p->c, 1))          /* the limit of powers is the limit of products */
            li_fail(p->ctx, LI_LIMIT, "a product of numbers is too large");
    } else if (li_rational_is_zero(x))
        li_fail(p->ctx, LI_DOMAIN, "division by zero");
    else
        li_fail(p->ctx, LI_LIMIT, "a number raised to the power %lld is too large", (long long)e);
    li_rational_clear(&part);
}

static void put_factor(struct product *p, li_expr x, int64_t e)
{
    if (p->len == p->cap) {
        size_t cap = 2 * p->cap;
        struct factor *f = li_grow(p->ctx, p->f == p->few ? NULL : p->f, cap, sizeof *f);
        if (f == NULL)
            return;
        for (size_t i = 0; p->f == p->few && i < p->len; i++)
            f[i] = p->few[i];
        p->f = f;
        p->cap = cap;
    }
    p->f[p->len++] = (struct factor){ x, e };
}

/* x^e spread over its factors: numbers apart, products flattened if short. */
static void put_power(struct product *p, li_expr x, int64_t e)
{
    if (e == 0)
        return;
    if (li_expr_is_scaled(x)) {
        put_number(p, &x->coef[0], e);
        x = x->arg[0];
    }
    if (x->kind == LI_NUM)
        put_number(p, &x->c, e);
    else if (x->kind == LI_MON && x->len <= LI_FLAT)
        for (uint32_t i = 0; i < x->len; i++)
            put_factor(p, x->arg[i], e * x->power[i]);
    else
        put_factor(p, x, e);
}

static int divisor(int64_t a, int b) { return b == 0 ? (int)llabs(a) : divisor(b, (int)(a % b)); }

/* (a^(1/n))^e = a^w (a^(1/m))^k with e/n = w + k/m in lowest terms, |k| < m; false if it has this form. */
static bool open_root(struct product *p, size_t i)
{
    li_expr root = p->f[i].x;
    int64_t e = p->f[i].e, whole = e / root->order, rest = e % root->order;
    int g = divisor(rest, root->order);

    if (whole == 0 && (rest == 0 || g == 1))
        return false;
    p->f[i].e = 0;
    put_power(p, root->arg[0], whole);
    if (rest != 0)
        put_power(p, li_expr_root(p->ctx, root->arg[0], root->order / g), rest / g);
    return true;
}

/* Like factors together, roots in lowest terms. True if a root gave way: then there is more to merge. */
static bool merge_factors(struct product *p)
{
    size_t len = 0, n = p->len;
    bool opened = false;

    if (n > 1)
        qsort(p->f, n, sizeof *p->f, by_factor);
    for (size_t i = 0; i < n; i++) {
        if (len > 0 && p->f[len - 1].x == p->f[i].x) {
            p->f[len - 1].e += p->f[i].e;
            continue;
        }
        if (len > 0 && p->f[len - 1].e == 0)
            len--;
        p->f[len++] = p->f[i];
    }
    if (len > 0 && p->f[len - 1].e == 0)
        len--;
    p->len = len;
    for (size_t i = 0; i < len; i++)
        if (p->f[i].x->kind == LI_ROOT)
            opened |= open_root(p, i);
    return opened && li_ctx_status(p->ctx) == LI_OK;
}

static li_expr intern_product(struct product *p)
{
    li_expr few[2 * FEW], *arg = few, e = li_expr_undefined();
    int32_t power_few[2 * FEW], *power = power_few;

    if (li_rational_is_zero(&p->c) || p->len == 0)
        return li_expr_rational(p->ctx, &p->c);
    if (p->len == 1 && p->f[0].e == 1)
        return li_expr_scale(p->ctx, &p->c, p->f[0].x);
    if (p->len > 2 * FEW) {
        arg = li_new(p->ctx, p->len, sizeof *arg);
        power = li_new(p->ctx, p->len, sizeof *power);
    }
    if (arg != NULL && power != NULL) {
        for (size_t i = 0; i < p->len; i++) {
            arg[i] = p->f[i].x;
            power[i] = (int32_t)p->f[i].e;
            if (llabs(p->f[i].e) > LI_MAX_EXPONENT)
                li_fail(p->ctx, LI_LIMIT, "the exponent %lld is beyond the limit %d", (long long)p->f[i].e, LI_MAX_EXPONENT);
        }
        struct li_node key = { .kind = LI_MON, .len = (uint32_t)p->len, .arg = arg, .power = power };
        li_rational_init(&key.c);
        e = li_expr_scale(p->ctx, &p->c, li_expr_intern(p->ctx, &key));
    }
    if (p->len > 2 * FEW) {
        li_drop(p->ctx, arg);
        li_drop(p->ctx, power);
    }
    return e;
}

li_expr li_expr_monomial(li_ctx *ctx, size_t n, const li_expr *x, const int32_t *power)
{
    struct product p = { .ctx = ctx, .cap = 2 * FEW };

    if (li_ctx_status(ctx) != LI_OK)
        return li_expr_undefined();
    p.f = p.few;
    li_rational_init(&p.c);
    li_rational_set_int(&p.c, 1, 1);
    bool defined = true;
    for (size_t i = 0; i < n; i++) {
        defined &= x[i]->kind != LI_UNDEFINED;
        put_power(&p, x[i], power == NULL ? 1 : power[i]);
    }
    while (defined && merge_factors(&p))
        continue;
    li_expr e = defined && li_ctx_status(ctx) == LI_OK ? intern_product(&p) : li_expr_undefined();
    li_rational_clear(&p.c);
    if (p.f != p.few)
        li_drop(ctx, p.f);
    return e;
}

li_expr li_expr_product(li_ctx *ctx, size_t n, const li_expr *x) { return li_expr_monomial(ctx, n, x, NULL); }

li_expr li_expr_mul(li_ctx *ctx, li_expr a, li_expr b)
{
    li_expr x[2] = { a, b };
    if (li_ctx_status(ctx) == LI_OK && (li_expr_is_one(a) || li_expr_is_one(b)))
        return li_expr_is_one(a) ? b : a;
    return li_expr_product(ctx, 2, x);
}

li_expr li_expr_div(li_ctx *ctx, li_expr a, li_expr b)
{
    li_expr x[2] = { a, b };
    return li_expr_monomial(ctx, 2, x, (const int32_t[]){ 1, -1 });
}

li_expr li_expr_power(li_ctx *ctx, li_expr a, int64_t n)
{
    if (a->kind == LI_NUM) {
        li_rational x;
        li_rational_init(&x);
        if (!li_rational_pow(&x, &a->c, n))
            li_fail(ctx, li_rational_is_zero(&a->c) ? LI_DOMAIN : LI_LIMIT,
                    li_rational_is_zero(&a->c) ? "division by zero" : "this power is too large a number");
        li_expr e = li_expr_rational(ctx, &x);
        li_rational_clear(&x);
        return e;
    }
    if (n > LI_MAX_EXPONENT || n < -LI_MAX_EXPONENT)
        return li_fail(ctx, LI_LIMIT, "the exponent %lld is beyond the limit %d", (long long)n, LI_MAX_EXPONENT),
               li_expr_undefined();
    return li_expr_monomial(ctx, 1, &a, (const int32_t[]){ (int32_t)n });
}

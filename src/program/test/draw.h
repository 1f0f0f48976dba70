/* draw.h - random expressions and their exact values, for the tests of this room */
#ifndef LI_PROGRAM_TEST_DRAW_H
#define LI_PROGRAM_TEST_DRAW_H

#include "../../core/rational.h"
#include <flint/fmpz.h>

#include "liaison/program.h"

enum { DRAW_SYMBOLS = 6, DRAW_POOL = 40 };

static inline void draw_symbols(li_ctx *ctx, li_expr *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char name[] = { 'x', (char)('0' + i), '\0' };
        x[i] = li_expr_symbol(ctx, name, LI_COORDINATE);
    }
}

static inline li_expr draw_number(li_ctx *ctx, li_rand *rng)
{
    return li_expr_frac(ctx, li_rand_below(rng, 13) - 6, 1 + li_rand_below(rng, 4));
}

/* c + c1 a + c2 b */
static inline li_expr draw_sum(li_ctx *ctx, li_rand *rng, li_expr a, li_expr b)
{
    li_expr x[3] = { draw_number(ctx, rng), li_expr_mul(ctx, draw_number(ctx, rng), a), li_expr_mul(ctx, draw_number(ctx, rng), b) };
    return li_expr_sum(ctx, 3, x);
}

static inline li_expr draw_function(li_ctx *ctx, li_rand *rng, li_expr a, li_expr b)
{
    static const li_kind one[] = { LI_SIN, LI_COS, LI_ATAN, LI_TANH, LI_ABS, LI_SIGN, LI_EXP, LI_LOG, LI_SINH, LI_COSH, LI_ASIN, LI_ACOS };
    static const li_kind two[] = { LI_MIN, LI_MAX, LI_ATAN2 };
    int k = li_rand_below(rng, 16);

    if (k == 0)
        return li_expr_root(ctx, li_expr_apply(ctx, LI_ABS, a), 2 + li_rand_below(rng, 4));
    if (k <= 12)
        return li_expr_apply(ctx, one[k - 1], k == 7 || k == 9 || k == 10 ? li_expr_apply(ctx, LI_SIN, a) : a);
    return li_expr_apply2(ctx, two[k - 13], a, b);
}

/* A pool of expressions over x_1 .. x_n, every one made from earlier ones; returns how many. Numbers outside the
 * domain of a function (log(-1)) are forgiven and left out. */
static inline size_t draw_pool(li_ctx *ctx, li_rand *rng, li_expr *pool, size_t n, const li_expr *x, int steps, bool functions)
{
    size_t len = 0;

    for (size_t i = 0; i < n; i++)
        pool[len++] = x[i];
    pool[len++] = draw_number(ctx, rng);
    for (int k = 0; k < steps && len < DRAW_POOL; k++) {
        li_expr a = pool[li_rand_below(rng, (int)len)], b = pool[li_rand_below(rng, (int)len)], e;
        switch (li_rand_below(rng, functions ? 8 : 5)) {
        case 0: e = li_expr_add(ctx, a, b); break;
        case 1: e = li_expr_mul(ctx, a, b); break;
        case 2: e = li_expr_is_zero(b) ? a : li_expr_div(ctx, a, b); break;
        case 3: e = li_expr_is_zero(a) ? a : li_expr_power(ctx, a, li_rand_below(rng, 9) - 4); break;
        case 4: e = draw_sum(ctx, rng, a, b); break;
        default: e = draw_function(ctx, rng, a, b);
        }
        if (li_ctx_status(ctx) == LI_DOMAIN || li_ctx_status(ctx) == LI_LIMIT)
            li_ctx_forgive(ctx);
        else
            pool[len++] = e;
    }
    return len;
}

/* The exact value of a rational expression; false if it has none, or one that is too long. */
static inline bool exact_value(li_ctx *ctx, li_rational *out, li_expr e, size_t n, const li_expr *x, const li_rational *at)
{
    li_list list;
    bool ok = true;
    li_list_init(ctx, &list, 1, &e, false);
    li_rational *v = li_new(ctx, list.len, sizeof *v), part;

    li_rational_init(&part);
    for (size_t i = 0; i < list.len; i++) {
        li_expr a = list.e[i];
        li_rational_init(&v[i]);
        if (li_expr_kind(a) == LI_SYM) {
            for (size_t k = 0; k < n; k++)
                if (x[k] == a)
                    li_rational_set(&v[i], &at[k]);
            continue;
        }
        if (li_expr_kind(a) == LI_MON)
            li_rational_set_int(&v[i], 1, 1);
        else
            li_rational_set(&v[i], li_expr_number(a));
        for (size_t k = 0; k < li_expr_len(a) && ok; k++) {
            const li_rational *arg = &v[li_list_index(&list, li_expr_arg(a, k))];
            if (li_expr_kind(a) == LI_SUM) {
                li_rational_mul(&part, li_expr_coef(a, k), arg);
                li_rational_add(&v[i], &v[i], &part);
            } else {
                ok = li_rational_pow(&part, arg, li_expr_exponent(a, k)) && fmpq_height_bits(li_fmpq_const(&part)) < 20000;
                if (ok)
                    li_rational_mul(&v[i], &v[i], &part);
            }
        }
    }
    if (ok)
        li_rational_set(out, &v[li_list_index(&list, e)]);
    li_rational_clear(&part);
    for (size_t i = 0; i < list.len; i++)
        li_rational_clear(&v[i]);
    li_drop(ctx, v);
    li_list_clear(ctx, &list);
    return ok;
}

static inline void ball_of(li_ball *out, int64_t num, int64_t den, long bits)
{
    li_rational c;
    li_rational_init(&c);
    li_rational_set_int(&c, num, den);
    li_ball_set_rational(out, &c, bits);
    li_rational_clear(&c);
}

static inline uint64_t residue_of(const li_rational *c)
{
    uint64_t num = fmpz_fdiv_ui(fmpq_numref(li_fmpq_const(c)), LI_MODULUS), den = fmpz_fdiv_ui(fmpq_denref(li_fmpq_const(c)), LI_MODULUS);
    return li_modular_mul(num, li_modular_inverse(den));
}

static inline void draw_point(li_rand *rng, li_rational *at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        li_rational_init(&at[i]);
        li_rational_set_int(&at[i], li_rand_below(rng, 41) - 20, 1 + li_rand_below(rng, 9));
    }
}

#endif

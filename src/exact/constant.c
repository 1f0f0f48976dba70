/* constant.c - numbers: their signs, decided exactly */
#include "liaison/program.h"
#include "tower.h"

enum { DEGREE = 120, BITS = 20000 };        /* limits of an algebraic number */
static const long FIRST = 128, LAST = 4096; /* bits of balls tried before algebra is asked */

/* ---- algebraic numbers ---- */

static bool within_limits(const qqbar_t x) { return qqbar_degree(x) <= DEGREE && qqbar_height_bits(x) <= BITS; }

/* sin or cos of a rational multiple of pi */
static bool set_trigonometric(qqbar_t out, li_kind kind, li_expr a)
{
    bool ok = false;

    if (li_expr_kind(a) == LI_PI) {
        qqbar_set_si(out, kind == LI_SIN ? 0 : -1);
        return true;
    }
    if (li_expr_kind(a) != LI_SUM || li_expr_len(a) != 1 || li_expr_kind(li_expr_arg(a, 0)) != LI_PI || !li_rational_is_zero(li_expr_number(a)))
        return false;
    const li_rational *c = li_expr_coef(a, 0);
    const fmpz *num = fmpq_numref(li_fmpq_const(c)), *den = fmpq_denref(li_fmpq_const(c));
    if (fmpz_cmp_si(den, 200) <= 0 && fmpz_bits(num) < 60) {
        slong q = fmpz_get_si(den), p = fmpz_get_si(num) % (2 * q);
        if (kind == LI_SIN)
            qqbar_sin_pi(out, p, (ulong)q);
        else
            qqbar_cos_pi(out, p, (ulong)q);
        ok = within_limits(out);
    }
    return ok;
}

static bool add_terms(qqbar_t out, li_expr e, const li_list *list, const qqbar_struct *value)
{
    qqbar_t x;
    bool ok = true;
    qqbar_init(x);
    qqbar_set_fmpq(out, li_fmpq_const(li_expr_number(e)));
    for (size_t i = 0; i < li_expr_len(e) && ok; i++) {
        qqbar_mul_fmpq(x, value + li_list_index(list, li_expr_arg(e, i)), li_fmpq_const(li_expr_coef(e, i)));
        ok = qqbar_binop_within_limits(out, x, DEGREE, BITS) != 0;
        if (ok)
            qqbar_add(out, out, x);
    }
    qqbar_clear(x);
    return ok;
}

static bool multiply_factors(qqbar_t out, li_expr e, const li_list *list, const qqbar_struct *value)
{
    qqbar_t x;
    bool ok = true;
    qqbar_init(x);
    qqbar_one(out);
    for (size_t i = 0; i < li_expr_len(e) && ok; i++) {
        const qqbar_struct *base = value + li_list_index(list, li_expr_arg(e, i));
        int32_t n = li_expr_exponent(e, i);
        ok = !(n < 0 && qqbar_is_zero(base)) && (n < 0 ? -n : n) <= 64;
        if (!ok)
            break;
        qqbar_pow_ui(x, base, (ulong)(n < 0 ? -n : n));
        if (n < 0)
            qqbar_inv(x, x);
        ok = qqbar_binop_within_limits(out, x, DEGREE, BITS) != 0;
        if (ok)
            qqbar_mul(out, out, x);
    }
    qqbar_clear(x);
    return ok;
}

static bool set_node(qqbar_t out, li_expr e, const li_list *list, const qqbar_struct *value)
{
    const qqbar_struct *a = li_expr_len(e) > 0 ? value + li_list_index(list, li_expr_arg(e, 0)) : NULL;

    switch (li_expr_kind(e)) {
    case LI_NUM:
        qqbar_set_fmpq(out, li_fmpq_const(li_expr_number(e)));
        return true;
    case LI_SUM:
        return add_terms(out, e, list, value) && within_limits(out);
    case LI_MON:
        return multiply_factors(out, e, list, value) && within_limits(out);
    case LI_ROOT:
        if (qqbar_degree(a) * li_expr_order(e) > DEGREE || (qqbar_is_real(a) && qqbar_sgn_re(a) < 0))
            return false;
        qqbar_root_ui(out, a, (ulong)li_expr_order(e));
        return within_limits(out);
    case LI_ABS:
        qqbar_abs(out, a);
        return true;
    case LI_SIGN:
        qqbar_set_si(out, qqbar_sgn_re(a));
        return true;
    case LI_SIN: case LI_COS:
        return set_trigonometric(out, li_expr_kind(e), li_expr_arg(e, 0));
    default:
        return false;
    }
}

/* The arguments of sin and cos are looked at, not evaluated: a multiple of pi is no algebraic number. */
static bool is_angle_only(li_expr e) { return li_expr_kind(e) == LI_PI || (li_expr_kind(e) == LI_SUM && li_expr_len(e) == 1 && li_expr_kind(li_expr_arg(e, 0)) == LI_PI); }

bool li_constant_algebraic(li_ctx *ctx, qqbar_t out, li_expr e)
{
    li_list list;
    bool ok = true;

    if (li_list_init(ctx, &list, 1, &e, true) != LI_OK)
        return li_list_clear(ctx, &list), false;
    qqbar_struct *value = flint_malloc((list.len + 1) * sizeof *value);
    for (size_t i = 0; i < list.len; i++)
        qqbar_init(value + i);
    for (size_t i = 0; i < list.len && ok; i++)
        if (!is_angle_only(list.e[i]))
            ok = set_node(value + i, list.e[i], &list, value);
    ok = ok && !is_angle_only(e);
    if (ok)
        qqbar_set(out, value + li_list_index(&list, e));
    for (size_t i = 0; i < list.len; i++)
        qqbar_clear(value + i);
    flint_free(value);
    li_list_clear(ctx, &list);
    return ok;
}

/* ---- signs ---- */

/* The sign by balls: 2 when the ball still contains 0. */
static int sign_by_balls(li_ctx *ctx, li_expr e, long bits)
{
    li_ball x;
    int sign = 2;
    if (li_ball_init(ctx, &x) != LI_OK)
        return 2;
    li_status status = li_ball_value(ctx, &x, e, 32, bits);
    if (status == LI_OK && li_ball_is_finite(&x))
        sign = li_ball_sign(&x);
    else if (status != LI_OK && status != LI_MEMORY)
        li_ctx_forgive(ctx);
    li_ball_clear(&x);
    return sign;
}

int li_constant_sign(li_ctx *ctx, li_expr e)
{
    if (li_ctx_status(ctx) != LI_OK || li_expr_kind(e) == LI_UNDEFINED)
        return 2;
    if (li_expr_kind(e) == LI_NUM)
        return li_rational_sign(li_expr_number(e));
    int sign = sign_by_balls(ctx, e, FIRST);
    if (sign != 2)
        return sign;
    if (li_tower_proves_zero(ctx, e))
        return 0;
    qqbar_t x;
    qqbar_init(x);
    if (li_constant_algebraic(ctx, x, e) || li_constant_algebraic(ctx, x, li_exact_canonical(ctx, e)))
        sign = qqbar_sgn_re(x);
    qqbar_clear(x);
    return sign != 2 ? sign : sign_by_balls(ctx, e, LAST);
}

struct sign_question { li_ctx *ctx; li_expr e; int sign; };

static void find_sign(void *arg)
{
    struct sign_question *q = arg;
    q->sign = li_constant_sign(q->ctx, q->e);
}

int li_exact_constant_sign(li_ctx *ctx, li_expr e)
{
    struct sign_question q = { ctx, e, 2 };
    return li_exact_ask(ctx, 1, &e, find_sign, &q) == LI_OK ? q.sign : 2;
}

/* room.c - the room's state in the context; assumptions and what they say of signs */
#include <string.h>

#include "core/guard.h"
#include "room.h"

enum { BUDGET = 10000000 };

static void clear_room(li_ctx *ctx, void *state)
{
    struct room *r = state;
    li_drop(ctx, r->assumed);
    li_drop(ctx, r->sign);
    li_drop(ctx, r->canonical);
    li_drop(ctx, r->signs);
}

struct room *li_exact_room(li_ctx *ctx)
{
    struct room *r = li_ctx_slot(ctx, LI_SLOT_EXACT);
    if (r == NULL) {
        r = li_alloc(ctx, sizeof *r);
        if (r != NULL) {
            r->budget = BUDGET;
            li_ctx_attach(ctx, LI_SLOT_EXACT, r, clear_room);
        }
    }
    return r;
}

void li_exact_budget(li_ctx *ctx, uint64_t terms)
{
    struct room *r = li_exact_room(ctx);
    if (r != NULL)
        r->budget = terms;
}

/* What is known of signs enters canonical forms: when it changes, what was found before is forgotten. */
static void forget(struct room *r)
{
    for (size_t i = 0; i < r->canonical_cap; i++)
        r->canonical[i] = NULL;
    if (r->signs_cap > 0)
        memset(r->signs, 0, r->signs_cap);
}

li_status li_exact_assume(li_ctx *ctx, li_expr e, li_sign sign)
{
    struct room *r = li_exact_room(ctx);

    if (r == NULL || li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    if (r->assumptions == r->cap) {
        size_t cap = 2 * r->cap + 8;
        li_expr *assumed = li_grow(ctx, r->assumed, cap, sizeof *assumed);
        if (assumed != NULL)
            r->assumed = assumed;
        li_sign *signs = li_grow(ctx, r->sign, cap, sizeof *signs);
        if (signs != NULL)
            r->sign = signs;
        if (assumed == NULL || signs == NULL)
            return li_ctx_status(ctx);
        r->cap = cap;
    }
    r->assumed[r->assumptions] = e;
    r->sign[r->assumptions++] = sign;
    forget(r);
    return LI_OK;
}

size_t li_exact_assumptions(li_ctx *ctx, const li_expr **e, const li_sign **sign)
{
    struct room *r = li_exact_room(ctx);
    if (r == NULL)
        return 0;
    *e = r->assumed;
    *sign = r->sign;
    return r->assumptions;
}

void li_exact_recant(li_ctx *ctx, size_t n)
{
    struct room *r = li_exact_room(ctx);

    if (r == NULL || r->assumptions <= n)
        return;
    r->assumptions = n;
    forget(r);
}

/* ---- sets of signs ---- */

static int opposite(int s) { return (s & ZERO) | (s & NEGATIVE ? POSITIVE : 0) | (s & POSITIVE ? NEGATIVE : 0); }

int li_exact_scale_signs(int s, int sign) { return sign < 0 ? opposite(s) : sign == 0 ? ZERO : s; }

int li_exact_add_signs(int a, int b)
{
    int s = 0;
    if ((a | b) & POSITIVE)
        s |= POSITIVE;
    if ((a | b) & NEGATIVE)
        s |= NEGATIVE;
    if ((a & b & ZERO) || ((a & POSITIVE) && (b & NEGATIVE)) || ((a & NEGATIVE) && (b & POSITIVE)))
        s |= ZERO;
    return s == (POSITIVE | NEGATIVE) ? ANY : s;
}

static int sign_of_product(int a, int b)
{
    int s = (a | b) & ZERO;
    if (((a & POSITIVE) && (b & POSITIVE)) || ((a & NEGATIVE) && (b & NEGATIVE)))
        s |= POSITIVE;
    if (((a & POSITIVE) && (b & NEGATIVE)) || ((a & NEGATIVE) && (b & POSITIVE)))
        s |= NEGATIVE;
    return s;
}

/* x^n; where n < 0 the power is defined only for x != 0 */
static int sign_of_power(int s, int32_t n)
{
    if (n < 0)
        s &= ~ZERO;
    if (n % 2 != 0)
        return s;
    return (s & ZERO) | (s & (POSITIVE | NEGATIVE) ? POSITIVE : 0);
}

static int sign_of_number(const li_rational *x)
{
    int s = li_rational_sign(x);
    return s > 0 ? POSITIVE : s < 0 ? NEGATIVE : ZERO;
}

/* By assumption, and by the question itself. */
static int assumed_signs(const struct room *r, li_expr e)
{
    static const int of[] = { [LI_POSITIVE] = POSITIVE, [LI_NONNEGATIVE] = POSITIVE | ZERO, [LI_NONZERO] = POSITIVE | NEGATIVE };
    int s = ANY;
    for (size_t i = 0; i < r->assumptions; i++)
        if (r->assumed[i] == e)
            s &= of[r->sign[i]];
    for (size_t i = 0; i < r->facts; i++)
        if (r->fact[i] == e)
            s &= r->fact_signs[i];
    return s;
}

/* c + sum c_i f_i with |f_i| <= 1 for sines and cosines: their part cannot outweigh c when c >= sum |c_i| */
static int sign_of_bounded(li_expr e)
{
    li_rational rest, size;
    int s = ANY;

    li_rational_init(&rest);
    li_rational_init(&size);
    li_rational_set(&rest, li_expr_number(e));
    int sign = li_rational_sign(&rest);
    if (sign < 0)
        li_rational_neg(&rest, &rest);
    bool bounded = sign != 0;
    for (size_t i = 0; i < li_expr_len(e) && bounded; i++) {
        li_kind kind = li_expr_kind(li_expr_arg(e, i));
        bounded = kind == LI_SIN || kind == LI_COS;
        li_rational_set(&size, li_expr_coef(e, i));
        if (li_rational_sign(&size) < 0)
            li_rational_neg(&size, &size);
        li_rational_sub(&rest, &rest, &size);
    }
    if (bounded && li_rational_sign(&rest) >= 0)
        s = (sign > 0 ? POSITIVE : NEGATIVE) | (li_rational_sign(&rest) == 0 ? ZERO : 0);
    li_rational_clear(&rest);
    li_rational_clear(&size);
    return s;
}

static int signs_of_node(li_expr e, const int *arg)
{
    int s;

    switch (li_expr_kind(e)) {
    case LI_NUM:
        return sign_of_number(li_expr_number(e));
    case LI_PI: case LI_EXP: case LI_COSH:
        return POSITIVE;
    case LI_ROOT:                          /* where it is defined, a >= 0 */
        return arg[0] & ~NEGATIVE ? (arg[0] & ~NEGATIVE) : ZERO;
    case LI_ABS:
        return sign_of_power(arg[0], 2);
    case LI_SIGN: case LI_SINH: case LI_TANH: case LI_ASIN: case LI_ATAN:
        return arg[0];
    case LI_SUM:
        s = sign_of_number(li_expr_number(e));
        for (size_t i = 0; i < li_expr_len(e); i++)
            s = li_exact_add_signs(s, li_rational_sign(li_expr_coef(e, i)) < 0 ? opposite(arg[i]) : arg[i]);
        return s == ANY ? sign_of_bounded(e) : s;
    case LI_MON:
        s = POSITIVE;
        for (size_t i = 0; i < li_expr_len(e); i++)
            s = sign_of_product(s, sign_of_power(arg[i], li_expr_exponent(e, i)));
        return s;
    default:
        return ANY;
    }
}

enum { KNOWN = 8 };            /* marks a set of signs that was asked for */

static bool has_signs(const struct room *r, li_expr e) { return r->signs[li_expr_id(e)] != 0; }

/* The signs of e from those of its arguments, kept by its id. */
static void learn_signs(li_ctx *ctx, struct room *r, li_expr e)
{
    size_t n = li_expr_len(e);
    int few[16], *arg = n <= 16 ? few : li_new(ctx, n, sizeof *arg);

    if (arg == NULL)
        return;
    for (size_t k = li_expr_kind(e) == LI_INT; k < n; k++)
        arg[k] = r->signs[li_expr_id(li_expr_arg(e, k))] & ANY;
    r->signs[li_expr_id(e)] = (unsigned char)(KNOWN | (signs_of_node(e, arg) & assumed_signs(r, e)));
    if (arg != few)
        li_drop(ctx, arg);
}

static bool has_room_for_signs(li_ctx *ctx, struct room *r)
{
    size_t n = li_expr_count(ctx);
    if (n > r->signs_cap) {
        unsigned char *signs = li_grow(ctx, r->signs, 2 * n, sizeof *signs);
        if (signs == NULL)
            return false;
        r->signs = signs;
        r->signs_cap = 2 * n;
    }
    return true;
}

/* Every node below e is asked once in its life: the arguments not known yet are put on a stack above it. */
static void learn_below(li_ctx *ctx, struct room *r, li_expr e)
{
    li_expr few[64], *stack = few;
    size_t len = 1, cap = 64;

    few[0] = e;
    while (len > 0 && li_ctx_status(ctx) == LI_OK) {
        li_expr top = stack[len - 1];
        size_t n = li_expr_len(top), first = li_expr_kind(top) == LI_INT, before = len;
        if (has_signs(r, top)) {
            len--;
            continue;
        }
        if (len + n > cap) {
            li_expr *more = li_new(ctx, 2 * (len + n), sizeof *more);
            if (more == NULL)
                break;
            memcpy(more, stack, len * sizeof *more);
            if (stack != few)
                li_drop(ctx, stack);
            stack = more;
            cap = 2 * (len + n);
        }
        for (size_t k = first; k < n; k++)
            if (!has_signs(r, li_expr_arg(top, k)))
                stack[len++] = li_expr_arg(top, k);
        if (len == before)
            learn_signs(ctx, r, top);
    }
    if (stack != few)
        li_drop(ctx, stack);
}

int li_exact_plain_signs(li_ctx *ctx, li_expr e)
{
    struct room *r = li_exact_room(ctx);

    if (r == NULL || li_ctx_status(ctx) != LI_OK || li_expr_kind(e) == LI_UNDEFINED)
        return ANY;
    li_expr minus = li_expr_neg(ctx, e);
    if (!has_room_for_signs(ctx, r))
        return ANY;
    learn_below(ctx, r, e);
    return li_ctx_status(ctx) == LI_OK ? r->signs[li_expr_id(e)] & opposite(assumed_signs(r, minus)) : ANY;
}

int li_exact_signs(li_ctx *ctx, li_expr e)
{
    int s = li_exact_plain_signs(ctx, e);
    bool open = (s & NEGATIVE) && (s & POSITIVE) && li_ctx_status(ctx) == LI_OK;

    return open && (li_expr_kind(e) == LI_SUM || li_expr_kind(e) == LI_SYM) ? s & li_exact_combined_signs(ctx, e) : s;
}

/* ---- questions ---- */

bool li_exact_afford(struct room *r, uint64_t terms)
{
    if (terms > r->budget || r->work > r->budget - terms)
        r->work = UINT64_MAX;
    else
        r->work += terms;
    return r->work != UINT64_MAX;
}

/* Symbols and sums of symbols only: a product that is positive says nothing of its factors. */
static bool is_irreducible(li_expr e)
{
    bool symbols = li_expr_kind(e) == LI_SUM;
    for (size_t i = 0; symbols && i < li_expr_len(e); i++)
        symbols = li_expr_kind(li_expr_arg(e, i)) == LI_SYM;
    return symbols || (li_expr_kind(e) != LI_SUM && li_expr_kind(e) != LI_MON);
}

static void put_fact(li_ctx *ctx, struct room *r, li_expr e, int signs)
{
    if (li_expr_kind(e) == LI_SUM && li_expr_len(e) == 1 && li_rational_is_zero(li_expr_number(e))) {      /* c x */
        signs = li_rational_sign(li_expr_coef(e, 0)) < 0 ? opposite(signs) : signs;
        e = li_expr_arg(e, 0);
    }
    if (!is_irreducible(e) || r->facts == MAX_FACTS || (li_exact_signs(ctx, e) & ~signs) == 0)
        return;
    r->fact[r->facts] = e;
    r->fact_signs[r->facts++] = signs;
}

/* A state at which e is defined has a > 0 for every log(a) in e, a >= 0 for every root of a. (What stands
 * under an integral is no value of the state.) */
static void learn_domain(li_ctx *ctx, struct room *r, size_t n, const li_expr *e)
{
    li_list list;

    if (li_list_init(ctx, &list, n, e, false) == LI_OK)
        for (size_t i = 0; i < list.len; i++) {
            if (li_expr_kind(list.e[i]) == LI_LOG)
                put_fact(ctx, r, li_expr_arg(list.e[i], 0), POSITIVE);
            else if (li_expr_kind(list.e[i]) == LI_ROOT)
                put_fact(ctx, r, li_expr_arg(list.e[i], 0), POSITIVE | ZERO);
        }
    li_list_clear(ctx, &list);
    if (r->facts > 0)
        forget(r);
}

/* The depth is set back here, for a guard may have been left by a jump. */
li_status li_exact_ask(li_ctx *ctx, size_t n, const li_expr *e, void (*work)(void *arg), void *arg)
{
    struct room *r = li_exact_room(ctx);

    if (r == NULL || li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    int depth = r->depth;
    if (depth == 0) {
        r->work = 0;
        learn_domain(ctx, r, n, e);
    }
    r->depth = depth + 1;
    li_status status = li_guard(ctx, work, arg);
    r->depth = depth;
    if (depth == 0 && (r->facts > 0 || r->work == UINT64_MAX)) {
        r->facts = 0;                     /* and with them the forms they led to, or forms cut short */
        forget(r);
    }
    if (status == LI_DOMAIN || status == LI_LIMIT)
        li_ctx_forgive(ctx);
    return status;
}

bool li_exact_is_nonnegative(li_ctx *ctx, li_expr e) { return (li_exact_signs(ctx, e) & NEGATIVE) == 0; }

struct sign_question { li_ctx *ctx; li_expr e; int signs; };

static void find_sign(void *arg)
{
    struct sign_question *q = arg;
    li_expr c = li_exact_canonical(q->ctx, q->e);
    q->signs = li_exact_signs(q->ctx, q->e) & li_exact_signs(q->ctx, c);
}

int li_exact_sign(li_ctx *ctx, li_expr e)
{
    struct sign_question q = { ctx, e, ANY };
    if (li_exact_ask(ctx, 1, &e, find_sign, &q) != LI_OK)
        return 2;
    return q.signs == POSITIVE ? 1 : q.signs == NEGATIVE ? -1 : q.signs == ZERO ? 0 : 2;
}

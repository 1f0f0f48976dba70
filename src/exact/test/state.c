/* state.c - random expressions and random states for the tests of this room; balls are the referee */
#include "state.h"

#include <string.h>

li_expr state_parse(li_ctx *ctx, const char *text)
{
    li_scope scope;
    li_scope_free(&scope);
    return li_expr_parse(ctx, text, strlen(text), &scope);
}

const char *state_text(li_ctx *ctx, li_expr e)
{
    li_text text;
    li_text_init(&text);
    li_expr_print(ctx, &text, e);
    const char *s = li_alloc_string(ctx, li_text_str(&text), text.len < 300 ? text.len : 300);
    li_text_clear(ctx, &text);
    return s != NULL ? s : "";
}

void state_symbols(li_ctx *ctx, li_expr out[STATE_SYMBOLS])
{
    static const char *const name[STATE_SYMBOLS] = { "a", "b", "x", "y", "x'" };
    static const li_class cls[STATE_SYMBOLS] = { LI_PARAMETER, LI_PARAMETER, LI_COORDINATE, LI_COORDINATE, LI_VELOCITY };
    for (int i = 0; i < STATE_SYMBOLS; i++)
        out[i] = li_expr_symbol(ctx, name[i], cls[i]);
}

/* ---- expressions ---- */

static li_expr draw_atom(li_ctx *ctx, li_rand *rng)
{
    li_expr x[STATE_SYMBOLS];
    state_symbols(ctx, x);
    if (li_rand_below(rng, 5) == 0)
        return li_expr_frac(ctx, li_rand_below(rng, 7) - 3, 1 + li_rand_below(rng, 3));
    return x[li_rand_below(rng, STATE_SYMBOLS)];
}

li_expr state_draw_polynomial(li_ctx *ctx, li_rand *rng, int depth)
{
    if (depth <= 0)
        return draw_atom(ctx, rng);
    li_expr a = state_draw_polynomial(ctx, rng, depth - 1), b = state_draw_polynomial(ctx, rng, depth - 1);
    switch (li_rand_below(rng, 4)) {
    case 0: return li_expr_add(ctx, a, b);
    case 1: return li_expr_sub(ctx, a, b);
    case 2: return li_expr_mul(ctx, a, b);
    default: return li_expr_power(ctx, a, li_rand_below(rng, 3));
    }
}

/* a rational combination of x, y, a with small denominators, sometimes with pi */
static li_expr draw_angle(li_ctx *ctx, li_rand *rng)
{
    li_expr x[STATE_SYMBOLS], sum = li_expr_int(ctx, 0);
    state_symbols(ctx, x);
    for (int i = 0; i < 3; i++)
        if (li_rand_below(rng, 2))
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, li_expr_frac(ctx, li_rand_below(rng, 5) - 2, 1 + li_rand_below(rng, 3)), x[1 + i]));
    if (li_rand_below(rng, 6) == 0)
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, li_expr_frac(ctx, li_rand_below(rng, 9) - 4, 1 + li_rand_below(rng, 6)), li_expr_pi(ctx)));
    return sum;
}

/* Functions where they are defined: roots and logarithms of 1 + a^2, arcs of a/(1 + a^2). */
static li_expr draw_function(li_ctx *ctx, li_rand *rng, li_expr a, li_expr b)
{
    li_expr up = li_expr_add(ctx, li_expr_int(ctx, 1), li_expr_power(ctx, a, 2)), small = li_expr_div(ctx, a, up);
    switch (li_rand_below(rng, 14)) {
    case 0: return li_expr_root(ctx, up, 2 + li_rand_below(rng, 2));
    case 1: return li_expr_sqrt(ctx, li_expr_power(ctx, a, 2));
    case 2: return li_expr_apply(ctx, LI_LOG, up);
    case 3: return li_expr_apply(ctx, LI_EXP, small);
    case 4: return li_expr_apply(ctx, LI_ASIN, small);
    case 5: return li_expr_apply(ctx, LI_ACOS, small);
    case 6: return li_expr_apply(ctx, LI_ATAN, a);
    case 7: return li_expr_apply(ctx, LI_TANH, small);
    case 8: return li_expr_apply(ctx, LI_ABS, a);
    case 9: return li_expr_apply(ctx, LI_SIGN, a);
    case 10: return li_expr_apply2(ctx, LI_MIN, a, b);
    case 11: return li_expr_apply2(ctx, LI_MAX, a, b);
    case 12: return li_expr_fun(ctx, "f", li_rand_below(rng, 2), a);
    default: return li_expr_apply(ctx, LI_SIN, li_expr_apply(ctx, LI_ATAN, a));
    }
}

li_expr state_draw(li_ctx *ctx, li_rand *rng, int depth, bool functions)
{
    if (depth <= 0)
        return li_rand_below(rng, 3) != 0 ? draw_atom(ctx, rng) : li_expr_apply(ctx, li_rand_below(rng, 2) ? LI_SIN : LI_COS, draw_angle(ctx, rng));
    li_expr a = state_draw(ctx, rng, depth - 1, functions), b = state_draw(ctx, rng, depth - 1, functions);
    switch (li_rand_below(rng, functions ? 8 : 6)) {
    case 0: return li_expr_add(ctx, a, b);
    case 1: return li_expr_sub(ctx, a, b);
    case 2: return li_expr_mul(ctx, a, b);
    case 3: return li_expr_power(ctx, a, li_rand_below(rng, 3));
    case 4: return li_expr_is_zero(b) ? a : li_expr_div(ctx, a, b);
    case 5: return li_expr_add(ctx, li_expr_mul(ctx, a, a), b);
    default: return draw_function(ctx, rng, a, b);
    }
}

/* ---- states ---- */

static li_expr draw_value(li_ctx *ctx, li_rand *rng) { return li_expr_frac(ctx, li_rand_below(rng, 41) - 20, 1 + li_rand_below(rng, 12)); }

/* The symbols of n expressions become numbers, f a polynomial; false where they are not defined. */
bool state_put(li_ctx *ctx, li_rand *rng, size_t n, li_expr *e)
{
    li_expr x[64], value[64], t = li_expr_symbol(ctx, "~t", LI_GENERATOR), body = draw_value(ctx, rng);
    size_t count = li_expr_symbols(ctx, n, e, LI_PARAMETER, LI_GENERATOR, x, 64);

    for (int k = 0; k < 3; k++)
        body = li_expr_add(ctx, li_expr_mul(ctx, body, t), draw_value(ctx, rng));
    for (size_t i = 0; i < n; i++) {
        e[i] = li_expr_subst_function(ctx, e[i], "f", t, body);
        e[i] = li_expr_subst_function(ctx, e[i], "g", t, li_expr_mul(ctx, body, body));
    }
    for (size_t i = 0; i < count && i < 64; i++)
        value[i] = draw_value(ctx, rng);
    li_expr_subst_all(ctx, n, e, count, x, value);
    bool defined = li_ctx_status(ctx) == LI_OK;
    if (li_ctx_status(ctx) == LI_DOMAIN)
        li_ctx_forgive(ctx);
    return defined;
}

int state_sign(li_ctx *ctx, li_expr constant)
{
    li_ball x;
    int sign = 2;
    if (constant == NULL || li_ball_init(ctx, &x) != LI_OK)
        return 2;
    if (li_ball_value(ctx, &x, constant, 30, 1000) == LI_OK && li_ball_is_finite(&x))
        sign = li_ball_sign(&x);
    li_ball_clear(&x);
    if (li_ctx_status(ctx) == LI_DOMAIN)
        li_ctx_forgive(ctx);
    return sign;
}

static bool holds(int sign, li_sign assumed)
{
    return sign == 1 || (sign == 0 && assumed == LI_NONNEGATIVE) || (sign == -1 && assumed == LI_NONZERO);
}

li_expr state_at(li_ctx *ctx, li_rand *rng, li_expr e)
{
    const li_expr *assumed = NULL;
    const li_sign *sign = NULL;
    size_t n = li_exact_assumptions(ctx, &assumed, &sign);
    li_expr all[17] = { e };

    for (int draw = 0; draw < 20; draw++) {
        all[0] = e;
        for (size_t i = 0; i < n && i < 16; i++)
            all[i + 1] = assumed[i];
        bool ok = state_put(ctx, rng, n + 1, all);
        for (size_t i = 0; i < n && ok; i++)
            ok = holds(state_sign(ctx, all[i + 1]), sign[i]);
        if (ok)
            return all[0];
    }
    return NULL;
}

bool state_refutes(li_ctx *ctx, li_rand *rng, li_expr e)
{
    for (int i = 0; i < 4; i++) {
        int sign = state_sign(ctx, state_at(ctx, rng, e));
        if (sign == 1 || sign == -1)
            return true;
    }
    return false;
}

/* f(x) = polynomial in x: the witness says so in one pair */
static li_expr put_witness(li_ctx *ctx, const li_decision *d, li_expr e)
{
    for (size_t i = 0; i < d->n; i++)
        if (li_expr_kind(d->x[i]) == LI_FUN)
            e = li_expr_subst_function(ctx, e, li_expr_name(d->x[i]), li_expr_arg(d->x[i], 0), d->value[i]);
    size_t symbols = 0;
    while (symbols < d->n && li_expr_kind(d->x[symbols]) == LI_SYM)
        symbols++;
    return li_expr_subst(ctx, e, symbols, d->x, d->value);
}

bool state_is_witness(li_ctx *ctx, const li_decision *d, li_expr e)
{
    const li_expr *assumed = NULL;
    const li_sign *sign = NULL;
    size_t n = li_exact_assumptions(ctx, &assumed, &sign);
    li_expr value = put_witness(ctx, d, e);
    int s = state_sign(ctx, value);
    bool ok = (s == 1 || s == -1) && (d->difference == NULL || d->difference == value);

    for (size_t i = 0; i < n && ok && d->n > 0; i++)        /* a number needs no state */
        ok = holds(state_sign(ctx, put_witness(ctx, d, assumed[i])), sign[i]);
    return ok;
}

bool state_check(li_ctx *ctx, li_rand *rng, li_expr e, li_truth expected)
{
    li_decision d;

    li_exact_decide(ctx, &d, e);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "status after %s", state_text(ctx, e));
    if (d.zero == LI_UNKNOWN) {
        li_test_undecided();
        return false;
    }
    if (d.zero == LI_NO)
        li_check(ctx, state_is_witness(ctx, &d, e), "no witness: %s", state_text(ctx, e));
    else
        li_check(ctx, d.how == LI_BY_ALGEBRA && !state_refutes(ctx, rng, e), "refuted: %s", state_text(ctx, e));
    if (expected != LI_UNKNOWN)
        li_check(ctx, d.zero == expected, "%s is %s", state_text(ctx, e), expected == LI_YES ? "0" : "not 0");
    return true;
}

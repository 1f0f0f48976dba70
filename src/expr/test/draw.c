/* draw.c - random expressions for the tests of this room, and their values by other means */
#include "draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void draw_symbols(li_ctx *ctx, li_expr out[DRAW_SYMBOLS])
{
    static const char *const name[DRAW_SYMBOLS] = { "a", "b", "t", "x", "y", "x'" };
    static const li_class cls[DRAW_SYMBOLS] = { LI_PARAMETER, LI_PARAMETER, LI_TIME, LI_COORDINATE, LI_COORDINATE, LI_VELOCITY };
    for (int i = 0; i < DRAW_SYMBOLS; i++)
        out[i] = li_expr_symbol(ctx, name[i], cls[i]);
}

static li_expr draw_atom(li_ctx *ctx, li_rand *rng)
{
    li_expr x[DRAW_SYMBOLS];
    draw_symbols(ctx, x);
    if (li_rand_below(rng, 4) == 0)
        return li_expr_frac(ctx, li_rand_below(rng, 9) - 4, 1 + li_rand_below(rng, 3));
    return x[li_rand_below(rng, DRAW_SYMBOLS)];
}

static bool may_divide(li_expr e) { return !li_expr_is_zero(e); }

/* A sum, product or power over parts drawn by `part`. */
static li_expr draw_arithmetic(li_ctx *ctx, li_rand *rng, int depth, li_expr (*part)(li_ctx *, li_rand *, int), int kinds)
{
    li_expr a = part(ctx, rng, depth - 1), b = part(ctx, rng, depth - 1);
    switch (li_rand_below(rng, kinds)) {
    case 0: return li_expr_add(ctx, a, b);
    case 1: return li_expr_sub(ctx, a, b);
    case 2: return li_expr_mul(ctx, a, b);
    case 3: return li_expr_power(ctx, a, li_rand_below(rng, 4));
    case 4: return may_divide(b) ? li_expr_div(ctx, a, b) : a;
    default: return may_divide(b) ? li_expr_power(ctx, b, -1 - li_rand_below(rng, 3)) : a;
    }
}

li_expr draw_polynomial(li_ctx *ctx, li_rand *rng, int depth)
{
    return depth <= 0 ? draw_atom(ctx, rng) : draw_arithmetic(ctx, rng, depth, draw_polynomial, 4);
}

static li_expr draw_integral(li_ctx *ctx, li_rand *rng, int depth)
{
    li_expr x[DRAW_SYMBOLS], E = draw_any(ctx, rng, depth), upper = draw_any(ctx, rng, 0);
    draw_symbols(ctx, x);
    li_expr s = x[li_rand_below(rng, DRAW_SYMBOLS)];
    switch (li_rand_below(rng, 4)) {
    case 0: return li_expr_integral(ctx, E, s, s, NULL);
    case 2: return li_expr_integral(ctx, E, s, x[li_rand_below(rng, DRAW_SYMBOLS)], upper);
    case 1: return li_expr_integral(ctx, E, s, s, li_expr_int(ctx, 1));
    default: return li_expr_integral(ctx, E, s, li_expr_add(ctx, upper, s), upper);
    }
}

static bool is_constant(li_ctx *ctx, li_expr e) { return li_expr_symbols(ctx, 1, &e, LI_PARAMETER, LI_GENERATOR, NULL, 0) == 0; }

li_expr draw_any(li_ctx *ctx, li_rand *rng, int depth)
{
    static const li_kind f[] = { LI_SIN, LI_COS, LI_EXP, LI_ATAN, LI_SINH, LI_COSH, LI_TANH, LI_ABS, LI_SIGN, LI_LOG, LI_ASIN, LI_ACOS };

    if (depth <= 0)
        return li_rand_below(rng, 12) == 0 ? li_expr_pi(ctx) : draw_atom(ctx, rng);
    if (li_rand_below(rng, 3) != 0)
        return draw_arithmetic(ctx, rng, depth, draw_any, 6);
    li_expr a = draw_any(ctx, rng, depth - 1), b = draw_any(ctx, rng, depth - 1);
    switch (li_rand_below(rng, 8)) {
    case 0: return is_constant(ctx, a) ? a : li_expr_root(ctx, a, 2 + li_rand_below(rng, 5));
    case 1: return li_expr_fun(ctx, "f", li_rand_below(rng, 3), a);
    case 2: return draw_integral(ctx, rng, depth - 2);
    case 3: return is_constant(ctx, a) && is_constant(ctx, b) ? a : li_expr_apply2(ctx, (li_kind)(LI_ATAN2 + (li_rand_below(rng, 2) ? LI_MIN - LI_ATAN2 : 0)), a, b);
    case 4: {                                     /* a quotient of sine and cosine */
        li_expr s = li_expr_apply(ctx, LI_SIN, a), c = li_expr_apply(ctx, LI_COS, a);
        return may_divide(c) ? li_expr_power(ctx, li_expr_div(ctx, s, c), 1 + li_rand_below(rng, 2)) : s;
    }
    default:
        return is_constant(ctx, a) ? a : li_expr_apply(ctx, f[li_rand_below(rng, 12)], a);
    }
}

li_expr draw_smooth(li_ctx *ctx, li_rand *rng, int depth)
{
    static const li_kind f[] = { LI_SIN, LI_COS, LI_EXP, LI_ATAN, LI_SINH, LI_COSH, LI_TANH, LI_LOG, LI_ASIN, LI_ACOS, LI_ROOT, LI_ATAN2 };

    if (depth <= 0)
        return draw_atom(ctx, rng);
    if (li_rand_below(rng, 3) != 0)
        return draw_arithmetic(ctx, rng, depth, draw_smooth, 3);
    li_expr a = draw_smooth(ctx, rng, depth - 1), up = li_expr_add(ctx, li_expr_int(ctx, 2), li_expr_power(ctx, a, 2));
    switch (f[li_rand_below(rng, 12)]) {          /* log and roots of 2 + a^2, arcs of a/(2 + a^2) */
    case LI_LOG: return li_expr_apply(ctx, LI_LOG, up);
    case LI_ROOT: return li_expr_root(ctx, up, 2 + li_rand_below(rng, 3));
    case LI_ASIN: return li_expr_apply(ctx, LI_ASIN, li_expr_div(ctx, a, up));
    case LI_ACOS: return li_expr_apply(ctx, LI_ACOS, li_expr_div(ctx, a, up));
    case LI_ATAN2: return li_expr_apply2(ctx, LI_ATAN2, a, up);
    case LI_EXP: return li_expr_apply(ctx, LI_EXP, li_expr_div(ctx, a, up));
    case LI_COSH: return li_expr_apply(ctx, LI_COSH, li_expr_div(ctx, a, up));
    case LI_SINH: return li_expr_apply(ctx, LI_SINH, li_expr_div(ctx, a, up));
    case LI_SIN: return li_expr_apply(ctx, LI_SIN, a);
    case LI_COS: return li_expr_apply(ctx, LI_COS, a);
    case LI_TANH: return li_expr_apply(ctx, LI_TANH, a);
    default: return li_expr_apply(ctx, LI_ATAN, a);
    }
}

static int symbol_index(li_ctx *ctx, li_expr e)
{
    li_expr x[DRAW_SYMBOLS];
    draw_symbols(ctx, x);
    for (int i = 0; i < DRAW_SYMBOLS; i++)
        if (x[i] == e)
            return i;
    return -1;
}

/* out = out + c*x, out = out*x^n on the values of the arguments; straight from the definitions in expr.h */
static bool node_value(li_rational *out, li_ctx *ctx, li_expr e, const li_list *list, const li_rational *value, const li_rational *point)
{
    li_rational part;
    bool ok = true;

    li_rational_init(&part);
    switch (li_expr_kind(e)) {
    case LI_NUM:
        li_rational_set(out, li_expr_number(e));
        break;
    case LI_SYM:
        ok = symbol_index(ctx, e) >= 0;
        if (ok)
            li_rational_set(out, &point[symbol_index(ctx, e)]);
        break;
    case LI_SUM:
        li_rational_set(out, li_expr_number(e));
        for (size_t i = 0; i < li_expr_len(e); i++) {
            li_rational_mul(&part, li_expr_coef(e, i), &value[li_list_index(list, li_expr_arg(e, i))]);
            li_rational_add(out, out, &part);
        }
        break;
    case LI_MON:
        li_rational_set_int(out, 1, 1);
        for (size_t i = 0; ok && i < li_expr_len(e); i++) {
            ok = li_rational_pow(&part, &value[li_list_index(list, li_expr_arg(e, i))], li_expr_exponent(e, i));
            if (ok)
                li_rational_mul(out, out, &part);
        }
        break;
    default:
        ok = false;
    }
    li_rational_clear(&part);
    return ok;
}

bool rational_value(li_rational *out, li_ctx *ctx, li_expr e, const li_rational point[DRAW_SYMBOLS])
{
    li_list list;
    bool ok = li_expr_kind(e) != LI_UNDEFINED && li_list_init(ctx, &list, 1, &e, true) == LI_OK;

    if (!ok)
        return false;
    li_rational *value = calloc(list.len, sizeof *value);
    for (size_t i = 0; i < list.len; i++)
        li_rational_init(&value[i]);
    for (size_t i = 0; ok && i < list.len; i++)
        ok = node_value(&value[i], ctx, list.e[i], &list, value, point);
    if (ok)
        li_rational_set(out, &value[list.len - 1]);
    for (size_t i = 0; i < list.len; i++)
        li_rational_clear(&value[i]);
    free(value);
    li_list_clear(ctx, &list);
    return ok;
}

static double function_value(li_expr e, double a, double b)
{
    switch (li_expr_kind(e)) {
    case LI_PI: return acos(-1.0);
    case LI_ROOT: return pow(a, 1.0 / li_expr_order(e));
    case LI_SIN: return sin(a);
    case LI_COS: return cos(a);
    case LI_EXP: return exp(a);
    case LI_LOG: return log(a);
    case LI_ASIN: return asin(a);
    case LI_ACOS: return acos(a);
    case LI_ATAN: return atan(a);
    case LI_ATAN2: return atan2(a, b);
    case LI_SINH: return sinh(a);
    case LI_COSH: return cosh(a);
    case LI_TANH: return tanh(a);
    case LI_ABS: return fabs(a);
    case LI_SIGN: return (a > 0) - (a < 0);
    case LI_MIN: return fmin(a, b);
    case LI_MAX: return fmax(a, b);
    default: return NAN;
    }
}

double double_value(li_ctx *ctx, li_expr e, const double point[DRAW_SYMBOLS])
{
    li_list list;
    if (li_expr_kind(e) == LI_UNDEFINED || li_list_init(ctx, &list, 1, &e, true) != LI_OK)
        return NAN;
    double *value = calloc(list.len, sizeof *value);
    for (size_t i = 0; i < list.len; i++) {
        li_expr node = list.e[i];
        double v = li_expr_kind(node) == LI_MON ? 1 : li_rational_double(li_expr_number(node)), arg[2] = { 0, 0 };
        for (size_t k = 0; k < li_expr_len(node); k++) {
            double x = value[li_list_index(&list, li_expr_arg(node, k))];
            if (li_expr_kind(node) == LI_SUM)
                v += li_rational_double(li_expr_coef(node, k)) * x;
            else if (li_expr_kind(node) == LI_MON)
                v *= pow(x, li_expr_exponent(node, k));
            else if (k < 2)
                arg[k] = x;
        }
        bool arithmetic = li_expr_kind(node) == LI_NUM || li_expr_kind(node) == LI_SUM || li_expr_kind(node) == LI_MON;
        int at = symbol_index(ctx, node);
        value[i] = at >= 0 ? point[at] : arithmetic ? v : function_value(node, arg[0], arg[1]);
    }
    double v = value[list.len - 1];
    free(value);
    li_list_clear(ctx, &list);
    return v;
}

const char *text_of(li_ctx *ctx, li_expr e)
{
    li_text text;
    li_text_init(&text);
    li_expr_print(ctx, &text, e);
    const char *s = li_alloc_string(ctx, li_text_str(&text), text.len);
    li_text_clear(ctx, &text);
    return s != NULL ? s : "";
}

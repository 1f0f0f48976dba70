/* check.c - questions about the parts of a model, and whether an expression is linear in the velocities
 *
 * Structure answers first; exact algebra is asked where structure does not tell, about expressions of
 * moderate size. What it leaves open is no error: the rooms that use the part find out at their states. */
#include "reader.h"

enum { MOST_QUESTIONS = 2000, LARGEST = 5000 };     /* put to exact for one model; nodes of one question */

/* An exact question that failed is a question left open; only want of memory stays a failure. */
bool li_reader_settled(li_reader *r)
{
    li_status status = li_ctx_status(r->ctx);
    if (status != LI_OK && status != LI_MEMORY)
        li_ctx_forgive(r->ctx);
    return status == LI_OK;
}

bool li_reader_may_ask(li_reader *r, size_t n, const li_expr *e)
{
    return li_ctx_status(r->ctx) == LI_OK && r->questions++ < MOST_QUESTIONS && li_expr_size(r->ctx, n, e) <= LARGEST;
}

li_truth li_reader_is_zero(li_reader *r, li_expr e)
{
    if (li_expr_kind(e) == LI_NUM)
        return li_expr_is_zero(e) ? LI_YES : LI_NO;
    if (!li_reader_may_ask(r, 1, &e))
        return LI_UNKNOWN;
    li_truth zero = li_exact_is_zero(r->ctx, e);
    return li_reader_settled(r) ? zero : LI_UNKNOWN;
}

bool li_check_constant(li_reader *r, li_expr e)
{
    li_list list;
    bool constant = li_list_init(r->ctx, &list, 1, &e, true) == LI_OK;

    for (size_t i = 0; constant && i < list.len; i++)
        constant = li_expr_kind(list.e[i]) != LI_SYM && li_expr_kind(list.e[i]) != LI_FUN;
    li_list_clear(r->ctx, &list);
    return constant;
}

/* 1/(sin(x)^2 + cos(x)^2 - 1) is defined nowhere; only sums can hide a zero like that. */
bool li_check_defined(li_reader *r, li_place place, li_expr e)
{
    li_list list;
    bool defined = true;

    if (li_list_init(r->ctx, &list, 1, &e, true) == LI_OK)
        for (size_t i = 0; i < list.len && defined; i++)
            for (size_t k = 0; li_expr_kind(list.e[i]) == LI_MON && k < li_expr_len(list.e[i]) && defined; k++) {
                li_expr base = li_expr_arg(list.e[i], k);
                if (li_expr_exponent(list.e[i], k) < 0 && li_expr_kind(base) == LI_SUM)
                    defined = li_reader_is_zero(r, base) != LI_YES;
            }
    li_list_clear(r->ctx, &list);
    if (!defined)
        li_diagnose(r->ctx, LI_ERROR, place, "division by zero: a denominator in this is 0 whatever the state");
    return defined;
}

bool li_check_free(li_reader *r, li_place place, li_expr e, li_class from, li_class to, const char *words)
{
    li_expr x;
    if (li_expr_symbols(r->ctx, 1, &e, from, to, &x, 1) == 0)
        return true;
    li_diagnose(r->ctx, LI_ERROR, place, "%s %s", words, li_expr_name(x));
    return false;
}

/* Says what is not linear: the first pair with d2e/dx_i dx_j != 0. */
static void tell_product(li_reader *r, li_place place, li_expr e, const char *what, size_t n, const li_expr *x)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            li_expr second = li_expr_diff(r->ctx, li_expr_diff(r->ctx, e, x[i]), x[j]), v;
            if (li_reader_is_zero(r, second) != LI_NO)
                continue;
            const char *a = li_expr_name(x[i]), *b = li_expr_name(x[j]);
            if (i == j && li_expr_symbols(r->ctx, 1, &second, LI_VELOCITY, LI_VELOCITY, &v, 1) == 0)
                li_diagnose(r->ctx, LI_ERROR, place, "%s must be linear in the velocities; this contains the square %s^2", what, a);
            else if (i == j)
                li_diagnose(r->ctx, LI_ERROR, place, "%s must be linear in the velocities; this is not linear in %s", what, a);
            else
                li_diagnose(r->ctx, LI_ERROR, place, "%s must be linear in the velocities; this contains the product %s*%s", what, a, b);
            return;
        }
    li_diagnose(r->ctx, LI_ERROR, place, "%s must be linear in the velocities", what);
}

/* e is not linear by its structure: is it after all? */
static bool exactly_affine(li_reader *r, li_place place, li_expr e, const char *what, size_t n, const li_expr *x)
{
    li_expr coef[LI_MOST_VELOCITIES], constant;
    li_truth affine = LI_UNKNOWN;

    if (n <= LI_MOST_VELOCITIES && li_reader_may_ask(r, 1, &e)) {
        affine = li_exact_affine(r->ctx, e, n, x, coef, &constant);
        if (!li_reader_settled(r))
            affine = LI_UNKNOWN;
    }
    if (affine == LI_NO)
        tell_product(r, place, e, what, n, x);
    else if (affine == LI_UNKNOWN)
        li_diagnose(r->ctx, LI_WARNING, place, "%s must be linear in the velocities; whether this is could not be decided", what);
    return affine != LI_NO;
}

bool li_check_rates(li_reader *r, li_place place, li_expr e, const char *what)
{
    li_expr x[LI_MOST_VELOCITIES], coef[LI_MOST_VELOCITIES], constant;
    size_t n = li_expr_symbols(r->ctx, 1, &e, LI_ACCELERATION, LI_ACCELERATION, x, LI_MOST_VELOCITIES);
    bool asked = n > 0 && n <= LI_MOST_VELOCITIES && li_reader_may_ask(r, 1, &e);

    if (!li_check_free(r, place, e, LI_MULTIPLIER, LI_MULTIPLIER, "a rate is expected here; this contains the multiplier"))
        return false;
    li_truth affine = n == 0 ? LI_NO : asked ? li_exact_affine(r->ctx, e, n, x, coef, &constant) : LI_UNKNOWN;
    if (!li_reader_settled(r))
        affine = LI_UNKNOWN;
    if (affine == LI_NO)
        li_diagnose(r->ctx, LI_ERROR, place, n == 0 ? "%s must be linear in the rates of the chart, like x'; this contains none" :
                    "%s must be linear in the rates of the chart", what);
    return affine != LI_NO;
}

bool li_check_affine(li_reader *r, li_place place, li_expr e, const char *what)
{
    li_expr x[LI_MOST_VELOCITIES];
    size_t n = li_expr_symbols(r->ctx, 1, &e, LI_VELOCITY, LI_VELOCITY, x, LI_MOST_VELOCITIES);

    if (!li_check_free(r, place, e, LI_ACCELERATION, LI_ACCELERATION, "a velocity is expected here; this contains the acceleration") ||
        !li_check_free(r, place, e, LI_MULTIPLIER, LI_MULTIPLIER, "a velocity is expected here; this contains the multiplier"))
        return false;
    if (n == 0) {
        li_diagnose(r->ctx, LI_ERROR, place, "%s must be linear in the velocities; this contains no velocity", what);
        return false;
    }
    for (size_t i = 0; i < n && i < LI_MOST_VELOCITIES; i++) {
        const li_name *speed = li_names_find(r->names, li_expr_name(x[i]));
        if (speed == NULL || (speed->kind != LI_NAME_SPEED && speed->kind != LI_NAME_MOMENTUM))
            continue;
        li_diagnose(r->ctx, LI_ERROR, place, "%s must be linear in the velocities; the %s %s is not", what,
                    speed->kind == LI_NAME_SPEED ? "speed" : "momentum", speed->name);
        return false;
    }
    return li_model_degree(r->ctx, e) <= 1 || exactly_affine(r, place, e, what, n, x);
}

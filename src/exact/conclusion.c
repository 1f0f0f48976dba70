/* conclusion.c - what assumptions say of other expressions
 *
 * Of sums: e = sum_i c_i A_i + rest with c_i > 0 and A_i, rest of known signs. Of products: f g >= 0 and f + c g > 0 for some
 * c > 0 say f >= 0 and g >= 0. */
#include "room.h"

enum { STEPS = 3, MOST = 24, TERMS = 24 };

/* ---- sums ---- */

static int signs_of_terms(li_ctx *ctx, li_expr e)
{
    int s = li_rational_sign(li_expr_number(e));

    s = s > 0 ? POSITIVE : s < 0 ? NEGATIVE : ZERO;
    for (size_t i = 0; i < li_expr_len(e) && s != ANY; i++)
        s = li_exact_add_signs(s, li_exact_scale_signs(li_exact_plain_signs(ctx, li_expr_arg(e, i)), li_rational_sign(li_expr_coef(e, i))));
    return s;
}

static int signs_of(li_ctx *ctx, li_expr e) { return li_expr_kind(e) == LI_SUM ? signs_of_terms(ctx, e) : li_exact_plain_signs(ctx, e); }

/* e - c A, c > 0 such that the term k of A leaves e; NULL: the term is not there, or has another sign */
static li_expr without_term(li_ctx *ctx, li_expr e, li_expr A, size_t k)
{
    li_rational c;
    li_expr rest = NULL;

    if (e == li_expr_arg(A, k) && li_rational_sign(li_expr_coef(A, k)) > 0) {          /* e is the term */
        li_rational_init(&c);
        li_rational_set_int(&c, 1, 1);
        if (li_rational_div(&c, &c, li_expr_coef(A, k)))
            rest = li_expr_expand(ctx, li_expr_sub(ctx, e, li_expr_scale(ctx, &c, A)), TERMS);
        li_rational_clear(&c);
        return rest;
    }
    if (li_expr_kind(e) != LI_SUM)
        return NULL;
    for (size_t i = 0; i < li_expr_len(e) && rest == NULL; i++) {
        if (li_expr_arg(e, i) != li_expr_arg(A, k))
            continue;
        li_rational_init(&c);
        if (li_rational_div(&c, li_expr_coef(e, i), li_expr_coef(A, k)) && li_rational_sign(&c) > 0)
            rest = li_expr_expand(ctx, li_expr_sub(ctx, e, li_expr_scale(ctx, &c, A)), TERMS);
        li_rational_clear(&c);
    }
    return rest;
}

/* Is e >= 0, or > 0? The set of its signs, ANY if it is not known. */
static int signs_from_below(li_ctx *ctx, li_expr e, int steps)
{
    const struct room *r = li_exact_room(ctx);
    int s = li_expr_kind(e) == LI_UNDEFINED ? ANY : signs_of(ctx, e);

    if ((s & NEGATIVE) == 0 || steps == 0 || (li_expr_kind(e) == LI_SUM && li_expr_len(e) > TERMS))
        return (s & NEGATIVE) == 0 ? s : ANY;
    for (size_t i = 0; i < r->assumptions && i < MOST && li_ctx_status(ctx) == LI_OK; i++) {
        li_expr A = r->assumed[i];
        if (r->sign[i] == LI_NONZERO || li_expr_kind(A) != LI_SUM)
            continue;
        for (size_t k = 0; k < li_expr_len(A); k++) {
            li_expr rest = without_term(ctx, e, A, k);
            int t = rest == NULL || rest == e ? ANY : signs_from_below(ctx, rest, steps - 1);
            if ((t & NEGATIVE) == 0)
                return r->sign[i] == LI_POSITIVE || (t & ZERO) == 0 ? POSITIVE : POSITIVE | ZERO;
        }
    }
    return ANY;
}

int li_exact_combined_signs(li_ctx *ctx, li_expr e)
{
    const struct room *r = li_exact_room(ctx);
    bool any = false;

    for (size_t i = 0; i < r->assumptions && i < MOST && !any; i++)
        any = li_expr_kind(r->assumed[i]) == LI_SUM && r->sign[i] != LI_NONZERO;
    if (!any)
        return ANY;
    int s = signs_from_below(ctx, e, STEPS);
    return s != ANY ? s : li_exact_scale_signs(signs_from_below(ctx, li_expr_expand(ctx, li_expr_neg(ctx, e), TERMS), STEPS), -1);
}

/* ---- products ---- */

/* The signs of f + c g for some c > 0, where these are known; else ANY */
static int signs_of_mixture(li_ctx *ctx, li_expr f, li_expr g)
{
    int s = li_exact_signs(ctx, li_expr_expand(ctx, li_expr_add(ctx, f, g), TERMS));

    for (size_t i = 0; i < li_expr_len(f) && (s & NEGATIVE) && (s & POSITIVE) && li_expr_kind(f) == LI_SUM && li_expr_kind(g) == LI_SUM; i++)
        for (size_t k = 0; k < li_expr_len(g) && (s & NEGATIVE) && (s & POSITIVE); k++) {
            li_rational c;
            if (li_expr_arg(f, i) != li_expr_arg(g, k))
                continue;
            li_rational_init(&c);
            if (li_rational_div(&c, li_expr_coef(f, i), li_expr_coef(g, k)) && (li_rational_neg(&c, &c), li_rational_sign(&c) > 0))
                s = li_exact_signs(ctx, li_expr_expand(ctx, li_expr_add(ctx, f, li_expr_scale(ctx, &c, g)), TERMS));
            li_rational_clear(&c);
        }
    return s;
}

/* f g >= 0 (or > 0, then `sign` says so) and both of one sign: which one */
static void conclude_of_two(li_ctx *ctx, li_expr f, li_expr g, li_sign sign)
{
    int s = signs_of_mixture(ctx, f, g);

    if (s == NEGATIVE) {
        f = li_expr_expand(ctx, li_expr_neg(ctx, f), TERMS);
        g = li_expr_expand(ctx, li_expr_neg(ctx, g), TERMS);
    } else if (s != POSITIVE)
        return;
    li_exact_assume(ctx, f, sign);
    li_exact_assume(ctx, g, sign);
}

/* e = c prod f_i with f_i distinct: those of known sign are left out, two may remain. */
static void conclude_of(li_ctx *ctx, li_expr e, li_sign sign)
{
    size_t len, open = 0;
    li_expr *f, left[2];

    if (li_expr_kind(e) != LI_SUM || li_expr_len(e) > TERMS || li_exact_factors(ctx, e, &len, &f) != LI_OK || len < 2)
        return;
    for (size_t i = 0; i < len; i++) {
        int s = li_exact_signs(ctx, f[i]);
        if (s != POSITIVE && s != NEGATIVE && open++ < 2)
            left[open - 1] = f[i];
    }
    if (open != 2)
        return;
    li_expr quotient = li_exact_normal(ctx, li_expr_div(ctx, e, li_expr_mul(ctx, left[0], left[1])));
    int s = li_exact_signs(ctx, quotient);                 /* no factor twice: else it has one of unknown sign */
    if (s == NEGATIVE)
        left[1] = li_expr_expand(ctx, li_expr_neg(ctx, left[1]), TERMS);
    if (s == POSITIVE || s == NEGATIVE)
        conclude_of_two(ctx, left[0], left[1], sign);
}

void li_exact_conclude(li_ctx *ctx)
{
    const struct room *r = li_exact_room(ctx);

    for (size_t i = 0; r != NULL && i < r->assumptions && i < MOST && li_ctx_status(ctx) == LI_OK; i++)
        if (r->sign[i] != LI_NONZERO)
            conclude_of(ctx, r->assumed[i], r->sign[i]);
    if (li_ctx_status(ctx) != LI_OK && li_ctx_status(ctx) != LI_MEMORY)
        li_ctx_forgive(ctx);                               /* what could not be concluded is not known */
}

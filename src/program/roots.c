/* roots.c - the real zeros of a polynomial whose coefficients are balls */
#include "arb.h"

#if __has_include(<flint/acb_poly.h>)
#include <flint/acb_poly.h>
#else
#include <acb_poly.h>
#endif

void li_zeros_clear(li_ctx *ctx, li_zeros *out)
{
    for (size_t i = 0; out->x != NULL && i < out->m * out->count; i++)
        li_ball_clear(&out->x[i]);
    li_drop(ctx, out->x);
    *out = (li_zeros){ 0 };
}

static void sort(arb_ptr x, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && arf_cmp(arb_midref(x + j), arb_midref(x + j - 1)) < 0; j--)
            arb_swap(x + j, x + j - 1);
}

/* Keeps the real ones of n isolated roots: with real coefficients a root whose ball meets the axis alone is real. */
static void keep_real(li_ctx *ctx, li_zeros *out, acb_srcptr root, size_t n, slong bits)
{
    arb_ptr real = _arb_vec_init((slong)n);
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        if (arb_contains_zero(acb_imagref(root + i)))
            arb_set_round(real + count++, acb_realref(root + i), bits);
    sort(real, count);
    out->x = li_new(ctx, count + 1, sizeof *out->x);
    for (; out->x != NULL && out->count < count && li_ball_init(ctx, &out->x[out->count]) == LI_OK; out->count++)
        arb_swap(li_arb(&out->x[out->count]), real + out->count);
    _arb_vec_clear(real, (slong)n);
}

/* All roots of p, isolated; false if they cannot be told apart. */
static bool isolate(acb_ptr root, const acb_poly_t p, slong bits)
{
    slong n = acb_poly_degree(p);
    return n == 0 || (n > 0 && acb_poly_find_roots(root, p, NULL, 0, bits) == n && acb_poly_validate_real_roots(root, p, bits));
}

/* Where roots of p cannot be told apart: a real root of p' at which p may vanish counts as a double one, and
 * p/(x - r)^2 has the others. Fills the roots that are found this way; how many. */
static slong take_double(acb_ptr root, const acb_poly_t p, slong bits)
{
    slong n = acb_poly_degree(p), found = 0;
    acb_poly_t derivative, square, rest, remainder;
    acb_ptr flat = _acb_vec_init(n + 1);
    acb_t value;

    acb_init(value);
    acb_poly_init(derivative);
    acb_poly_init(square);
    acb_poly_init(rest);
    acb_poly_init(remainder);
    acb_poly_derivative(derivative, p, bits);
    slong flats = n >= 2 && isolate(flat, derivative, bits) ? n - 1 : 0;
    for (slong i = 0; i < flats && found == 0; i++) {
        acb_poly_evaluate(value, p, flat + i, bits);
        if (!arb_contains_zero(acb_imagref(flat + i)) || !acb_contains_zero(value))
            continue;
        acb_poly_zero(square);
        acb_poly_set_coeff_si(square, 1, 1);
        acb_neg(value, flat + i);
        acb_poly_set_coeff_acb(square, 0, value);
        acb_poly_mul(square, square, square, bits);
        if (acb_poly_divrem(rest, remainder, p, square, bits) && isolate(root + 1, rest, bits)) {
            acb_set(root, flat + i);
            found = 1 + acb_poly_degree(rest);
        }
    }
    acb_clear(value);
    acb_poly_clear(derivative);
    acb_poly_clear(square);
    acb_poly_clear(rest);
    acb_poly_clear(remainder);
    _acb_vec_clear(flat, n + 1);
    return found;
}

li_status li_ball_roots(li_ctx *ctx, li_zeros *out, size_t degree, const li_ball *coef, long bits)
{
    acb_poly_t p;

    *out = (li_zeros){ .m = 1 };
    acb_poly_init(p);
    for (size_t k = 0; k <= degree; k++) {
        acb_t c;
        acb_init(c);
        acb_set_arb(c, li_arb(&coef[k]));
        acb_poly_set_coeff_acb(p, (slong)k, c);
        acb_clear(c);
    }
    slong n = acb_poly_degree(p);
    if (n < 0 || !acb_is_finite(acb_poly_get_coeff_ptr(p, n)) || acb_contains_zero(acb_poly_get_coeff_ptr(p, n))) {
        acb_poly_clear(p);                         /* 0, or of unknown degree */
        return li_ctx_status(ctx);
    }
    acb_ptr root = _acb_vec_init(n + 1);
    if (isolate(root, p, bits)) {
        keep_real(ctx, out, root, (size_t)n, bits);
        out->complete = li_ctx_status(ctx) == LI_OK;
    } else {
        keep_real(ctx, out, root, (size_t)take_double(root, p, bits), bits);
    }
    _acb_vec_clear(root, n + 1);
    acb_poly_clear(p);
    return li_ctx_status(ctx);
}

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
    if (n == 0)
        out->complete = true;
    else if (acb_poly_find_roots(root, p, NULL, 0, bits) == n && acb_poly_validate_real_roots(root, p, bits)) {
        keep_real(ctx, out, root, (size_t)n, bits);
        out->complete = li_ctx_status(ctx) == LI_OK;
    }
    _acb_vec_clear(root, n + 1);
    acb_poly_clear(p);
    return li_ctx_status(ctx);
}

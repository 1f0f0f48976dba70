/* number.c - balls one by one */
#include "arb.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "../core/rational.h"

enum { SKETCH = 64 };            /* bits that are enough to compare sizes */

li_status li_ball_init(li_ctx *ctx, li_ball *x)
{
    x->arb = calloc(1, sizeof(arb_struct));
    if (x->arb == NULL)
        return li_fail(ctx, LI_MEMORY, "out of memory");
    arb_init(li_arb(x));
    return LI_OK;
}

void li_ball_clear(li_ball *x)
{
    if (x->arb != NULL)
        arb_clear(li_arb(x));
    free(x->arb);
    x->arb = NULL;
}

void li_ball_set(li_ball *x, const li_ball *y) { arb_set(li_arb(x), li_arb(y)); }
void li_ball_set_rational(li_ball *x, const li_rational *c, long bits) { arb_set_fmpq(li_arb(x), li_fmpq_const(c), bits); }

void li_ball_set_double(li_ball *x, double c) { arb_set_d(li_arb(x), c); }

void li_ball_middle(li_ball *out, const li_ball *x) { arb_get_mid_arb(li_arb(out), li_arb(x)); }

void li_ball_bound(li_ball *out, const li_ball *x)
{
    mag_t bound;

    mag_init(bound);
    arb_get_mag(bound, li_arb(x));
    arf_set_mag(arb_midref(li_arb(out)), bound);
    mag_zero(arb_radref(li_arb(out)));
    mag_clear(bound);
}

void li_ball_widen(li_ball *x, const li_ball *by) { arb_add_error(li_arb(x), li_arb(by)); }

void li_ball_swap(li_ball *x, li_ball *y)
{
    li_ball z = *x;
    *x = *y;
    *y = z;
}

/* Numbers past 2^(2^50) are as good as infinite: nobody can read their exponents. */
bool li_ball_is_finite(const li_ball *x)
{
    return arb_is_finite(li_arb(x)) != 0 && arf_cmpabs_2exp_si(arb_midref(li_arb(x)), INT64_C(1) << 50) < 0;
}

bool li_ball_contains_zero(const li_ball *x) { return arb_contains_zero(li_arb(x)) != 0; }
bool li_ball_is_zero(const li_ball *x) { return arb_is_zero(li_arb(x)) != 0; }
bool li_ball_overlaps(const li_ball *x, const li_ball *y) { return arb_overlaps(li_arb(x), li_arb(y)) != 0; }

int li_ball_sign(const li_ball *x)
{
    if (li_ball_is_zero(x))
        return 0;
    return arb_is_positive(li_arb(x)) ? 1 : arb_is_negative(li_arb(x)) ? -1 : 2;
}

double li_ball_double(const li_ball *x) { return arf_get_d(arb_midref(li_arb(x)), ARF_RND_NEAR); }

double li_ball_radius(const li_ball *x)
{
    double r = mag_get_d(arb_radref(li_arb(x)));
    /* below the normal doubles the conversion may have rounded down */
    return r < DBL_MIN && !mag_is_zero(arb_radref(li_arb(x))) ? nextafter(r, DBL_MIN) : r;
}

void li_ball_range(const li_ball *x, double *least, double *most)
{
    mag_t bound;

    mag_init(bound);
    arb_get_mag_lower(bound, li_arb(x));
    *least = mag_is_zero(bound) ? -INFINITY : mag_is_inf(bound) ? INFINITY : mag_get_d_log2_approx(bound);
    arb_get_mag(bound, li_arb(x));
    *most = mag_is_zero(bound) ? -INFINITY : mag_is_inf(bound) ? INFINITY : mag_get_d_log2_approx(bound);
    mag_clear(bound);
}

long li_ball_accuracy(const li_ball *x) { return arb_rel_accuracy_bits(li_arb(x)); }

bool li_ball_below(const li_ball *x, int digits, const li_ball *scale)
{
    arb_t size, bound, one;

    arb_init(size);
    arb_init(bound);
    arb_init(one);
    arb_one(one);
    arb_abs(bound, li_arb(scale));
    arb_max(bound, bound, one, SKETCH);
    arb_set_si(size, 10);
    arb_pow_ui(size, size, (ulong)abs(digits), SKETCH);
    if (digits < 0)
        arb_mul(bound, bound, size, SKETCH);
    else
        arb_div(bound, bound, size, SKETCH);
    arb_abs(size, li_arb(x));
    bool below = arb_lt(size, bound) != 0;
    arb_clear(size);
    arb_clear(bound);
    arb_clear(one);
    return below;
}

int li_ball_digits(const li_ball *x, int most)
{
    enum { LEAST = -1000000 };
    arb_t error;
    double size, radius, low;

    if (!li_ball_is_finite(x))
        return INT_MIN;
    arb_init(error);
    li_ball around = { error };
    arb_get_rad_arb(error, li_arb(x));
    li_ball_range(x, &low, &size);
    li_ball_range(&around, &low, &radius);
    double guess = ceil((fmax(0, size) - radius) * 0.30102999566398119) + 1;
    int digits = guess >= most ? most : guess <= LEAST ? LEAST : (int)guess;
    while (digits > LEAST && !li_ball_below(&around, digits, x))
        digits--;
    arb_clear(error);
    return digits;
}

void li_ball_add(li_ball *out, const li_ball *x, const li_ball *y, long bits) { arb_add(li_arb(out), li_arb(x), li_arb(y), bits); }
void li_ball_sub(li_ball *out, const li_ball *x, const li_ball *y, long bits) { arb_sub(li_arb(out), li_arb(x), li_arb(y), bits); }
void li_ball_mul(li_ball *out, const li_ball *x, const li_ball *y, long bits) { arb_mul(li_arb(out), li_arb(x), li_arb(y), bits); }
void li_ball_div(li_ball *out, const li_ball *x, const li_ball *y, long bits) { arb_div(li_arb(out), li_arb(x), li_arb(y), bits); }
void li_ball_addmul(li_ball *out, const li_ball *x, const li_ball *y, long bits) { arb_addmul(li_arb(out), li_arb(x), li_arb(y), bits); }
void li_ball_power(li_ball *out, const li_ball *x, size_t n, long bits) { arb_pow_ui(li_arb(out), li_arb(x), n, bits); }

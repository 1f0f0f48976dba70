/* number.c - balls one by one */
#include "arb.h"

#include <float.h>
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

void li_ball_middle(li_ball *out, const li_ball *x) { arb_get_mid_arb(li_arb(out), li_arb(x)); }

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

void li_ball_add(li_ball *out, const li_ball *x, const li_ball *y, long bits) { arb_add(li_arb(out), li_arb(x), li_arb(y), bits); }
void li_ball_sub(li_ball *out, const li_ball *x, const li_ball *y, long bits) { arb_sub(li_arb(out), li_arb(x), li_arb(y), bits); }
void li_ball_mul(li_ball *out, const li_ball *x, const li_ball *y, long bits) { arb_mul(li_arb(out), li_arb(x), li_arb(y), bits); }
void li_ball_div(li_ball *out, const li_ball *x, const li_ball *y, long bits) { arb_div(li_arb(out), li_arb(x), li_arb(y), bits); }

/* by-hand-lanes.c - eight states at once, in vectors */
#include "by-hand.h"

typedef double scalar;
typedef double number __attribute__((vector_size(8 * HAND_LANES)));
typedef long long whole __attribute__((vector_size(8 * HAND_LANES)));

/* x = n pi/2 + r, |r| <= pi/4, in three parts; Taylor's polynomials of r. For |x| < 1e5, without branches. */
static inline void sine_cosine(number x, number *s, number *c)
{
    const double TO_NEAREST = 0x1.8p52;
    number n = (x * 0.63661977236758134308 + TO_NEAREST) - TO_NEAREST;
    number r = ((x - n * 0x1.921fb54400000p+0) - n * 0x1.0b4611a600000p-34) - n * 0x1.3198a2e037073p-69, z = r * r;
    number ps = r + r * z * (-1.0 / 6 + z * (1.0 / 120 + z * (-1.0 / 5040 + z * (1.0 / 362880 + z * (-1.0 / 39916800 + z * (1.0 / 6227020800.0 +
                z * (-1.0 / 1307674368000.0)))))));
    number pc = 1.0 + z * (-0.5 + z * (1.0 / 24 + z * (-1.0 / 720 + z * (1.0 / 40320 + z * (-1.0 / 3628800 + z * (1.0 / 479001600.0 +
                z * (-1.0 / 87178291200.0 + z * (1.0 / 20922789888000.0))))))));
    whole q = __builtin_convertvector(n, whole), swap = -(q & 1);
    *s = (number)((((whole)ps & ~swap) | ((whole)pc & swap)) ^ (q & 2) << 62);
    *c = (number)((((whole)pc & ~swap) | ((whole)ps & swap)) ^ ((q + 1) & 2) << 62);
}

static inline number square_root(number x)
{
    for (int l = 0; l < HAND_LANES; l++)
        x[l] = __builtin_sqrt(x[l]);
    return x;
}
#include "fields.h"

static void hoop(const double *y, double *f) { hoop_field((const number *)(const void *)y, (number *)(void *)f); }
static void pendulum(const double *y, double *f) { double_field((const number *)(const void *)y, (number *)(void *)f); }
static void chain(const double *y, double *f) { chain_field((const number *)(const void *)y, (number *)(void *)f); }
static void andrews(const double *y, double *f) { andrews_field((const number *)(const void *)y, (number *)(void *)f); }

right_side *const by_hand_lanes[MOTIONS] = { hoop, pendulum, chain, andrews };

/* roots.h - all zeros of a polynomial on an interval */
#ifndef LI_FLOW_ROOTS_H
#define LI_FLOW_ROOTS_H

#include <stddef.h>

enum { LI_MOST_DEGREE = 64 };

/* direction of the value: +1 rising, -1 falling, 0 touching; within: the value is lost in rounding errors so far on both sides of s */
typedef struct { double s, within; int direction; } li_root;

/* The zeros of sum_k c_k s^k, k <= degree <= LI_MOST_DEGREE, with from <= s <= to, in order; a pair that is closer than the rounding
 * errors of the coefficients, or `noise` in their values, allow to see is one zero that touches. At most `most` of them; none of a polynomial that is 0. */
size_t li_roots(const double *c, size_t degree, double from, double to, double noise, li_root *out, size_t most);

#endif

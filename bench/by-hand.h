/* by-hand.h - the right-hand sides of fields.h over doubles */
#ifndef BENCH_BY_HAND_H
#define BENCH_BY_HAND_H

#include "motions.h"

enum { HAND_LANES = 8 };
typedef void right_side(const double *y, double *f);

extern right_side *const by_hand[MOTIONS];             /* compiled as the library is: -O2, for any processor */
extern right_side *const by_hand_here[MOTIONS];        /* -O3, for this processor, products and sums contracted, numbers not packed into vectors: that costs 10 ns of the hoop */
extern right_side *const by_hand_lanes[MOTIONS];       /* the same over vectors: number i of lane l at [8 i + l], aligned to 64 */

#endif

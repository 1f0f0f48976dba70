/* cart.h - the system that the benchmarks measure: n pendulum links on a cart, and the clock */
#ifndef LIAISON_BENCH_CART_H
#define LIAISON_BENCH_CART_H

#include "liaison/motion.h"

/* The model as text: absolute angles q1 .. qn, symbolic masses and lengths, the positions xi, yi as abbreviations and
 * the velocities by ddt of the positions. */
void   write_model(li_ctx *ctx, li_text *s, int n);
double seconds(void);                  /* processor time of this process */

#endif

/* draw.h - random systems, and the question whether two expressions are equal */
#ifndef LI_MOTION_TEST_DRAW_H
#define LI_MOTION_TEST_DRAW_H

#include "../../core/test/harness.h"
#include "liaison/motion.h"

enum { N = 3 };                 /* coordinates x, y, z; parameters m, k */

void li_draw_energy(li_ctx *ctx, li_text *s, li_rand *rng);      /* kinetic, potential and a force, as statements */
/* With quasi-velocities w1, w2 (w3); with the constraint z' = ... ; energies and all coefficients depend on t and q. */
bool li_draw_motion(li_ctx *ctx, li_model *m, li_motion *S, li_rand *rng, bool quasi, bool constraint);
/* Checks a = b; counts what is undecided. */
void li_same(li_ctx *ctx, li_expr a, li_expr b, const char *what, size_t i);

#endif

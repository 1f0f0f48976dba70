/* draw.h - random systems, and the question whether two expressions are equal */
#ifndef LI_MOTION_TEST_DRAW_H
#define LI_MOTION_TEST_DRAW_H

#include "../../core/test/harness.h"
#include "liaison/motion.h"

enum { N = 3, MOST = 6 };       /* coordinates x, y, z of a plain system; at most x, y, z, a, b, c; parameters m, k */

void li_draw_energy(li_ctx *ctx, li_text *s, li_rand *rng, size_t n);      /* kinetic, potential and a force, as statements */
/* n >= 2 coordinates; the velocities of the last p are given by constraints; quasi-velocities w1, w2 ... for all or all but the last
 * coordinate. Energies and all coefficients depend on t and q. */
bool li_draw_system(li_ctx *ctx, li_model *m, li_motion *S, li_rand *rng, size_t n, size_t p, bool quasi);
/* N coordinates, one constraint z' = ... or none */
bool li_draw_motion(li_ctx *ctx, li_model *m, li_motion *S, li_rand *rng, bool quasi, bool constraint);
/* One coordinate, speeds, servo-constraints, friction, moving quasi-velocities, a constraint that is not linear, or one of li_draw_system */
bool li_draw_any(li_ctx *ctx, li_model *m, li_motion *S, li_rand *rng);
bool li_draw_read(li_ctx *ctx, li_model *m, li_motion *S, const char *source);
/* Omega in any chart that the system has */
bool li_draw_omega(li_ctx *ctx, li_omega *O, li_motion *S, li_rand *rng);
/* Checks a = b; counts what is undecided. */
void li_same(li_ctx *ctx, li_expr a, li_expr b, const char *what, size_t i);
/* The same modulo p, the error being below 2^-100. */
void li_same_residues(li_ctx *ctx, li_expr a, li_expr b, const char *what, size_t i);
/* Exactly, or else modulo p */
void li_same_or_residues(li_ctx *ctx, li_expr a, li_expr b, const char *what, size_t i);

#endif

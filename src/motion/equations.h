/* equations.h - how the files of this room put equations together */
#ifndef LI_MOTION_EQUATIONS_H
#define LI_MOTION_EQUATIONS_H

#include "liaison/motion.h"

li_status li_equations_init(li_ctx *ctx, li_equations *out, const char *form, const char *title, size_t len, size_t relations, size_t unknowns);
/* left - right = 0, written for people if `simplify` (and possible), else left = right as they come */
void li_equations_set(li_ctx *ctx, li_equation *eq, li_expr left, li_expr right, bool simplify);
/* q = value, the value simplified */
void li_equations_define(li_ctx *ctx, li_equation *eq, li_expr q, li_expr value, bool simplify);
/* The constraints of S, one after another, at position level where they are holonomic: S->p equations. */
void li_equations_constraints(li_ctx *ctx, li_equation *eq, const li_motion *S, bool simplify);
/* sum_h lambda_h l^h_alpha */
li_expr li_motion_reaction(li_ctx *ctx, const li_motion *S, size_t alpha);

#endif

/* equations.h - how the files of this room put equations together */
#ifndef LI_MOTION_EQUATIONS_H
#define LI_MOTION_EQUATIONS_H

#include "liaison/motion.h"

li_status li_equations_init(li_ctx *ctx, li_equations *out, const char *form, const char *title, size_t len, size_t relations, size_t unknowns);
/* left - right = 0, written for people if `simplify`; past the budget left = right as they come */
void li_equations_set(li_ctx *ctx, li_equations *out, li_equation *eq, li_expr left, li_expr right, bool simplify);
/* q = value, the value simplified */
void li_equations_define(li_ctx *ctx, li_equation *eq, li_expr q, li_expr value, bool simplify);
/* A function that the form used, for people; at most as many as unknowns, relations and 8 more. */
void li_equations_show(li_ctx *ctx, li_equations *out, const char *name, li_expr value, bool simplify);
/* The constraints of S, at position level where they are holonomic: the first S->p relations. */
void li_equations_constraints(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);
/* The left sides d/dt dT0/dv - dT0/dq: inertia alone, without forces. */
li_status li_motion_left(li_ctx *ctx, const li_motion *S, li_expr *left);
/* Covectors on the v of S (count rows of n) as covectors on q': those of T0(t, q, v) are the momenta dT0/dq'_r. */
li_status li_motion_on_rates(li_ctx *ctx, const li_motion *S, size_t count, const li_expr *on_v, li_expr *on_rates);
/* W and F from the form, on a chart that has t and the v of S */
li_status li_motion_read_form(li_ctx *ctx, li_motion *S, const li_form *Omega);
/* canonical for a system that is given by H, with multipliers */
li_status li_motion_given_canonical(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);
bool    li_motion_is_ideal(const li_motion *S);                 /* no reaction has a direction of its own */
/* Do reactions enter their own directions, or the applied forces? Then they cannot be projected away. */
bool    li_motion_is_implicit(li_ctx *ctx, const li_motion *S);
/* sum_h lambda_h l^h_alpha */
li_expr li_motion_reaction(li_ctx *ctx, const li_motion *S, size_t alpha);

#endif

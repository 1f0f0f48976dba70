/* reactions.h - what the faces of the reactions share */
#ifndef LI_EMIT_REACTIONS_H
#define LI_EMIT_REACTIONS_H

#include "liaison/emit.h"

/* coupling(h, k) and drive(k) have names by which claims know them: those of the relations, where every one has its
 * reaction; else reactions by their multipliers. */
const char *li_reaction_name(const li_motion *S, size_t h);
/* N1 + 2*N4, from r coefficients */
li_expr     li_reaction_combination(li_ctx *ctx, const li_motion *S, const li_expr *c);
/* "A, C > 0", "the kinetic energy is positive", "" for no condition */
void li_put_conditions(li_ctx *ctx, li_text *out, const li_reactions *x);
/* "nowhere", "cos(alpha) = 0 or l = 0" */
void li_put_zeros(li_ctx *ctx, li_text *out, const li_vanishing *v);

#endif

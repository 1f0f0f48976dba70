/* manifold.h - Omega inside this room: its letters, and what its reduced forms eliminate */
#ifndef LI_MOTION_MANIFOLD_H
#define LI_MOTION_MANIFOLD_H

#include "frame.h"

/* All of an Omega but the forms: velocity parameters, p_r, h, Q_r, relations, reactions, and the coframe. */
li_status li_manifold_init(li_ctx *ctx, li_omega *O);

/* ---- reducing.c: what a reduced form uses and eliminates ---- */
li_status li_reducing_constraints(li_ctx *ctx, li_reduction *R);             /* sets p, reaction, relation */
/* Sets I, J, dv, w. L and A (p by n): the l^h on the w^r, the da^k on the dv^s; LI_INPUT with words where a determinant is 0 */
li_status li_reducing_forms(li_ctx *ctx, li_reduction *R, const li_expr *L, const li_expr *A, const li_form *da);
bool      li_is_among(const size_t *list, size_t len, size_t x);

#endif

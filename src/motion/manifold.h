/* manifold.h - the letters of Omega, inside this room */
#ifndef LI_MOTION_MANIFOLD_H
#define LI_MOTION_MANIFOLD_H

#include "frame.h"

/* All of an Omega but the forms: velocity parameters, p_r, h, Q_r, relations, reactions, and the coframe. */
li_status li_manifold_init(li_ctx *ctx, li_omega *O);

#endif

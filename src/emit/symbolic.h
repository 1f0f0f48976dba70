/* symbolic.h - the law of a system as expressions, for the writers of source text */
#ifndef LI_EMIT_SYMBOLIC_H
#define LI_EMIT_SYMBOLIC_H

#include "source.h"

typedef struct {
    const li_motion *S;
    li_dynamics D;                 /* in quasi-velocities where there are any; simplified, as far as they are not large */
    li_expr *forcing;              /* -h */
    size_t   energies, integrals;
    const char **energy_name, **integral_name;
    li_expr *energy, *integral;
} li_symbolic;

li_status li_symbolic_init(li_ctx *ctx, li_symbolic *y, const li_source_options *o);      /* all lives in the context */

#endif

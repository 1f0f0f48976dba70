/* map.h - one set of Pfaff forms put in the place of another */
#ifndef LI_FORM_MAP_H
#define LI_FORM_MAP_H

#include "liaison/form.h"

/* w with every theta^a replaced by theta[a], a Pfaff form on `to`, and the m symbols x by their values */
li_status li_form_replace(li_ctx *ctx, li_form *out, const li_coframe *to, size_t m, const li_expr *x, const li_expr *value, const li_form *theta, const li_form *w);

#endif

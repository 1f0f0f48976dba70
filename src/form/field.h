/* field.h - a field while it is computed */
#ifndef LI_FORM_FIELD_H
#define LI_FORM_FIELD_H

#include "liaison/form.h"

/* X = 0 on c; false without memory */
bool      li_field_begin (li_ctx *ctx, li_field *X, const li_coframe *c);
/* X takes the place of out if all went well and every component is defined. */
li_status li_field_finish(li_ctx *ctx, li_field *out, li_field *X);
/* w(X) = i(X)w for a Pfaff form w */
li_expr   li_field_value (li_ctx *ctx, const li_field *X, const li_form *w);
/* f -> X(f), for many f; it lives in the context */
li_derivation *li_field_derivation(li_ctx *ctx, const li_field *X);

#endif

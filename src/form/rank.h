/* rank.h - the linear map X -> i(X)w as a table */
#ifndef LI_FORM_RANK_H
#define LI_FORM_RANK_H

#include "liaison/form.h"

/* M[K][a], the coefficient of theta^K in i(X_a)w, n columns; to be dropped. The rows K are all that stand in the i(X_a)w
 * or in v, as the terms of a form. Not for degree 0. */
li_expr *li_form_table(li_ctx *ctx, li_form *rows, const li_form *w, const li_form *v);

#endif

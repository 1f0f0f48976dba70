/* rank.h - the linear map X -> i(X)w as a table */
#ifndef LI_FORM_RANK_H
#define LI_FORM_RANK_H

#include "liaison/form.h"

/* M[K][a], the coefficient of theta^K in i(X_a)w, n columns, a row for every K that stands there, and `more` rows of 0 below; to
 * be dropped. Not for degree 0. */
li_expr *li_form_table(li_ctx *ctx, size_t *rows, const li_form *w, size_t more);

#endif

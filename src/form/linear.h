/* linear.h - linear systems as coframes and 2-forms give them: sparse */
#ifndef LI_FORM_LINEAR_H
#define LI_FORM_LINEAR_H

#include "liaison/exact.h"

/* X (n by k) with A X = B. A falls into blocks that are solved one after another; where the solution of a block as fractions
 * would pass the budget, it is not expanded. LI_SINGULAR, LI_UNDECIDED and LI_BUDGET as li_exact_solve: X is then not filled. */
li_status li_linear_solve(li_ctx *ctx, li_expr *X, size_t n, const li_expr *A, size_t k, const li_expr *B);

#endif

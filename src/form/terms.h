/* terms.h - a form while it is computed: terms come in any order and are sorted and merged once, at the end */
#ifndef LI_FORM_TERMS_H
#define LI_FORM_TERMS_H

#include "liaison/form.h"

/* An empty sum of this degree; nothing is allocated. */
void li_form_begin(li_form *sum, const li_coframe *c, size_t degree);
/* The row of the next term, to be filled with `degree` indices in any order; NULL without memory ... */
uint32_t *li_form_row(li_ctx *ctx, li_form *sum);
/* ... and its coefficient. A repeated index or the zero node leave the term out. */
void li_form_term(li_ctx *ctx, li_form *sum, li_expr f);
/* sum += f w, term by term */
void li_form_add_times(li_ctx *ctx, li_form *sum, li_expr f, const li_form *w);
/* Sorts and merges the terms ... */
void li_form_settle(li_ctx *ctx, li_form *sum);
/* ... and puts the sum in the place of out if all went well. */
li_status li_form_finish(li_ctx *ctx, li_form *out, li_form *sum);

/* Sorts I; the sign of the permutation, 0 if an index is there twice. */
int li_row_sort(size_t degree, uint32_t *I);
/* Where the sorted row I stands in w, or would stand. */
size_t li_form_place(const li_form *w, const uint32_t *I, bool *found);
/* Has f a value? If not, LI_DOMAIN. */
bool li_form_is_defined(li_ctx *ctx, li_expr f);

#endif

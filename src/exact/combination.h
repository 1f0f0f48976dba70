/* combination.h - the arguments of sin and cos (or of exp) over a basis of theirs
 *
 * Distinct arguments a_j are sums of terms; those that share terms, directly or through others, form a
 * component, and every component has its own lattice: a_j = sum_i k_ji b_i with integers k_ji. */
#ifndef LI_EXACT_COMBINATION_H
#define LI_EXACT_COMBINATION_H

#include "room.h"

typedef struct {
    size_t n, bases, len, cap;
    size_t *first, *count;     /* the terms k_ji of a_j stand at first[j], count[j] of them */
    struct { size_t base; int64_t k; } *term;
    li_expr *base;
    bool over;                 /* a component is too large, or some k */
} li_combination;

li_status li_combination_init(li_ctx *ctx, li_combination *c, size_t n, const li_expr *a);
void      li_combination_clear(li_ctx *ctx, li_combination *c);

#endif

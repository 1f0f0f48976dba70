/* jet-sums.h - power series over doubles with the middle sums of all products side by side
 *
 * The rules are those of jet-rules.h, for the instructions that mechanics is made of. Before each order the middle sums of all products
 * of series (series.h) are taken by vector instructions: product number s stands in lane s % 8 of group s / 8. What is left is a few
 * operations an instruction, on numbers that only this order knows. Sums are taken in the same order on every processor. */
#ifndef LI_PROGRAM_JET_SUMS_H
#define LI_PROGRAM_JET_SUMS_H

#include "lanes.h"
#include "series.h"

typedef struct li_sums_step li_sums_step;              /* an instruction */

typedef struct {
    li_series S;
    const li_lanes_kernel *kernel;
    size_t order, steps, groups, uses;
    li_sums_step *step;
    uint32_t *row, *place;         /* of each use of a row as a factor: the row; where its coefficient 0 stands in `factor` */
    double *now;                   /* coefficient k of all rows; 0 of what does not vary */
    double *start;                 /* of each step: what its rule keeps of order 0 */
    double *solved, *unknown;      /* the factors of the systems; room for the unknowns of one */
    double *factor, *sum;          /* of all products */
} li_sums;

/* False: another instruction occurs. */
bool      li_sums_knows(const li_code *code);
li_status li_sums_init (li_ctx *ctx, li_sums *T, const li_code *code, size_t order);
void      li_sums_clear(li_ctx *ctx, li_sums *T);
/* Order 0 stands in the registers. LI_SINGULAR */
li_status li_sums_begin(li_sums *T, const double *value);
/* Order k > 0: the coefficients of the variables stand in `now`, then those of all. */
void      li_sums_order(li_sums *T, const double *value, size_t k);

#endif

/* sparse.h - the elimination of a symmetric system with few entries, planned once
 *
 * Everything is numbered in the order of elimination. U = L^T has its n pivots first; behind them stand the other numbers of
 * its rows, row k from start[k] on, in the columns `at`, increasing. Then, on U with the entries of A in it, in any domain:
 *
 *     for k:  for i < j in row k:  U_ij -= U_ki U_kj / U_kk       at target[..], one after another; the pivots (i = j) at i
 *             U_ki /= U_kk
 *
 * The rows of [M A^T; A 0] whose diagonal entry is no number at all wait until all unknowns in them are eliminated: then every
 * leading part is itself such a matrix, and has an L D L^T if M is positive definite and A has full rank. */
#ifndef LI_PROGRAM_SPARSE_H
#define LI_PROGRAM_SPARSE_H

#include "liaison/core.h"

typedef struct {
    size_t    n, entries, numbers;   /* unknowns; entries of A, row <= column; numbers of U */
    uint32_t *order;                 /* the unknown that is eliminated as number k */
    uint32_t *row, *column, *place;  /* of each entry; where it stands in U */
    uint32_t *start;                 /* n + 1 */
    uint32_t *at;                    /* the column of each number of U */
    uint32_t *target;
    size_t    targets;
} li_schedule;

/* present(self, i, j), i >= j: A_ij is not 0 whatever the inputs are. NULL: a dense elimination is quicker, or there is no memory. */
li_schedule *li_schedule_new (li_ctx *ctx, size_t n, bool (*present)(const void *self, size_t i, size_t j), const void *self);
void         li_schedule_drop(li_ctx *ctx, li_schedule *Z);

#endif

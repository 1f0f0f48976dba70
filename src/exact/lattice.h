/* lattice.h - a basis of the angles (or exponents) that are present
 *
 * Given vectors v_1 .. v_m of Q^n, finds basis vectors b_i, multiples 1/d_i of some of the v_j, and
 * integers k_ji with v_j = sum_i k_ji b_i. Short vectors are taken first, so that single angles become
 * generators before sums of angles. */
#ifndef LI_EXACT_LATTICE_H
#define LI_EXACT_LATTICE_H

#include "flint.h"

typedef struct {
    slong rank;
    slong *pick;          /* b_i = v_pick[i] / d_i */
    fmpz *d;
    fmpz_mat_t k;         /* m by rank */
} li_lattice;

void li_lattice_init(li_lattice *L, const fmpq_mat_t v);
void li_lattice_clear(li_lattice *L);

#endif

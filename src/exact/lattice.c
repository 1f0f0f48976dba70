/* lattice.c - a basis of the angles that are present, short ones first */
#include "lattice.h"

#include <stdlib.h>

/* L1 norm of row i */
static void row_norm(fmpq_t norm, const fmpq_mat_t v, slong i)
{
    fmpq_t x;
    fmpq_init(x);
    fmpq_zero(norm);
    for (slong j = 0; j < fmpq_mat_ncols(v); j++) {
        fmpq_abs(x, fmpq_mat_entry(v, i, j));
        fmpq_add(norm, norm, x);
    }
    fmpq_clear(x);
}

/* Rows in order of increasing norm (insertion: there are few). */
static void sort_rows(slong *order, const fmpq_mat_t v)
{
    slong m = fmpq_mat_nrows(v);
    fmpq *norm = _fmpq_vec_init(m);

    for (slong i = 0; i < m; i++) {
        slong at = i;
        row_norm(norm + i, v, i);
        for (; at > 0 && fmpq_cmp(norm + order[at - 1], norm + i) > 0; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    _fmpq_vec_clear(norm, m);
}

/* Reduces row `x` by the echelon rows found so far; the same steps on its combination `c`. Returns the
 * column of the first entry left, or -1. */
static slong reduce_row(fmpq *x, fmpq *c, slong n, slong m, const fmpq_mat_t echelon, const fmpq_mat_t comb, const slong *lead, slong rank)
{
    fmpq_t f;
    fmpq_init(f);
    for (slong i = 0; i < rank; i++) {
        if (fmpq_is_zero(x + lead[i]))
            continue;
        fmpq_div(f, x + lead[i], fmpq_mat_entry(echelon, i, lead[i]));
        for (slong j = 0; j < n; j++)
            fmpq_submul(x + j, f, fmpq_mat_entry(echelon, i, j));
        for (slong j = 0; j < m; j++)
            fmpq_submul(c + j, f, fmpq_mat_entry(comb, i, j));
    }
    fmpq_clear(f);
    for (slong j = 0; j < n; j++)
        if (!fmpq_is_zero(x + j))
            return j;
    return -1;
}

void li_lattice_init(li_lattice *L, const fmpq_mat_t v)
{
    slong m = fmpq_mat_nrows(v), n = fmpq_mat_ncols(v);
    slong *order = flint_malloc((size_t)(m + 1) * sizeof *order), *lead = flint_malloc((size_t)(m + 1) * sizeof *lead);
    fmpq_mat_t echelon, comb, coef;      /* comb: echelon rows in terms of basis; coef: v in terms of basis */
    fmpq *x = _fmpq_vec_init(n + 1), *c = _fmpq_vec_init(m + 1);

    fmpq_mat_init(echelon, m, n);
    fmpq_mat_init(comb, m, m);
    fmpq_mat_init(coef, m, m);
    L->rank = 0;
    L->pick = flint_malloc((size_t)(m + 1) * sizeof *L->pick);
    sort_rows(order, v);
    for (slong s = 0; s < m; s++) {
        slong row = order[s];
        for (slong j = 0; j < n; j++)
            fmpq_set(x + j, fmpq_mat_entry(v, row, j));
        for (slong j = 0; j < m; j++)
            fmpq_zero(c + j);
        slong first = reduce_row(x, c, n, m, echelon, comb, lead, L->rank);
        if (first < 0) {                 /* v = -c in the basis */
            for (slong j = 0; j < m; j++)
                fmpq_neg(fmpq_mat_entry(coef, row, j), c + j);
            continue;
        }
        fmpq_set_si(fmpq_mat_entry(coef, row, L->rank), 1, 1);
        fmpq_add(c + L->rank, c + L->rank, fmpq_mat_entry(coef, row, L->rank));
        for (slong j = 0; j < n; j++)
            fmpq_swap(fmpq_mat_entry(echelon, L->rank, j), x + j);
        for (slong j = 0; j < m; j++)
            fmpq_swap(fmpq_mat_entry(comb, L->rank, j), c + j);
        lead[L->rank] = first;
        L->pick[L->rank++] = row;
    }
    /* d_i clears the denominators of column i */
    L->d = _fmpz_vec_init(m + 1);
    fmpz_mat_init(L->k, m, L->rank);
    for (slong i = 0; i < L->rank; i++) {
        fmpz_one(L->d + i);
        for (slong j = 0; j < m; j++)
            fmpz_lcm(L->d + i, L->d + i, fmpq_mat_entry_den(coef, j, i));
        for (slong j = 0; j < m; j++) {
            fmpz_divexact(fmpz_mat_entry(L->k, j, i), L->d + i, fmpq_mat_entry_den(coef, j, i));
            fmpz_mul(fmpz_mat_entry(L->k, j, i), fmpz_mat_entry(L->k, j, i), fmpq_mat_entry_num(coef, j, i));
        }
    }
    fmpq_mat_clear(echelon);
    fmpq_mat_clear(comb);
    fmpq_mat_clear(coef);
    _fmpq_vec_clear(x, n + 1);
    _fmpq_vec_clear(c, m + 1);
    flint_free(order);
    flint_free(lead);
}

void li_lattice_clear(li_lattice *L)
{
    _fmpz_vec_clear(L->d, fmpz_mat_nrows(L->k) + 1);
    fmpz_mat_clear(L->k);
    flint_free(L->pick);
}

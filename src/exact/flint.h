/* flint.h - the parts of FLINT and Calcium this room uses, wherever their headers live */
#ifndef LI_EXACT_FLINT_H
#define LI_EXACT_FLINT_H

#include <flint/fmpq_mat.h>
#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_mpoly_factor.h>
#include <flint/fmpz_poly.h>
#if __has_include(<flint/fmpz_mpoly_q.h>)
#include <flint/arb_fmpz_poly.h>
#include <flint/fmpz_mpoly_q.h>
#include <flint/qqbar.h>
#else
#include <arb_fmpz_poly.h>
#include <calcium/fmpz_mpoly_q.h>
#include <calcium/qqbar.h>
#endif

#include "core/rational.h"

#endif

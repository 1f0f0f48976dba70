/* rational.h - the FLINT number inside a li_rational, for program and exact */
#ifndef LI_CORE_RATIONAL_H
#define LI_CORE_RATIONAL_H

#include <flint/fmpq.h>

#include "liaison/core.h"

_Static_assert(sizeof(li_rational) == sizeof(fmpq), "a li_rational is an fmpq");

static inline fmpq *li_fmpq(li_rational *x) { return (fmpq *)(void *)x; }
static inline const fmpq *li_fmpq_const(const li_rational *x) { return (const fmpq *)(const void *)x; }

#endif

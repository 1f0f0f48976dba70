/* arb.h - Arb, where it is: a library of its own, or a part of FLINT 3; and complex numbers inside balls */
#ifndef LI_PROGRAM_ARB_H
#define LI_PROGRAM_ARB_H

#if __has_include(<flint/arb.h>)
#include <flint/acb.h>
#include <flint/acb_calc.h>
#include <flint/arb.h>
#else
#include <acb.h>
#include <acb_calc.h>
#include <arb.h>
#endif

#include "code.h"

static inline arb_ptr li_arb(const li_ball *x) { return x->arb; }

/* ---- balls inside series (ball.c) ---- F takes li_system_numbers: the factors of A, false: no certain pivot; then x = A^-1 x */
arb_ptr   li_balls_registers(const li_balls *run);
li_status li_balls_text(const li_balls *run, size_t from, size_t to);
bool      li_balls_factor(const li_system *S, arb_srcptr v, arb_ptr F, slong bits);
void      li_balls_substitute(const li_system *S, arb_srcptr F, arb_ptr x, slong bits);

/* ---- the complex domain (complex.c): integrands, on and around the path of integration ----
 * With `analytic` a result is finite only if the function is holomorphic on the whole of its arguments. */
void      li_complex_constants(const li_code *code, acb_ptr v, slong bits);
li_status li_complex_run(const li_code *code, acb_ptr v, size_t from, size_t to, bool analytic, slong bits);
/* out = integral I; v are the registers of its integrand, with the parameters set */
li_status li_complex_integral(acb_t out, const li_integral *I, acb_ptr v, const acb_t upper, const acb_t lower, bool analytic, slong bits);

#endif

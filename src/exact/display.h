/* display.h - how elements are written for people */
#ifndef LI_EXACT_DISPLAY_H
#define LI_EXACT_DISPLAY_H

#include "tower.h"

/* A polynomial with products of sines and cosines joined where that saves terms: c1 c2 + s1 s2 = cos(x1 - x2). */
li_expr li_display_polynomial(li_tower *t, const fmpz_mpoly_t p);
/* A fraction in the shortest of several writings: each trigonometric relation used both ways, factored or not. */
li_expr li_display_fraction(li_tower *t, const fmpz_mpoly_q_t a);
li_expr li_display_product(li_tower *t, const fmpz_mpoly_q_t a);                 /* numerator and denominator in factors */

bool li_display_contains(const li_tower *t, const fmpz_mpoly_q_t a, size_t g);   /* does a contain generator g */
bool li_display_is_negative(const li_tower *t, const fmpz_mpoly_t p);           /* are most of its coefficients */
void li_display_cancel(li_tower *t, fmpz_mpoly_q_t a);

/* ---- collect.c ---- a sum of coefficient*monomial, the monomials in the symbols of the classes from .. to */
struct group { fmpz_mpoly_q_t coef; li_expr monomial; };
struct groups { size_t len, cap; struct group *at; };
/* False if a is not a polynomial in those symbols, or past the budget; clear in any case. */
bool li_display_collect(li_tower *t, struct groups *out, const fmpz_mpoly_q_t a, li_class from, li_class to);
void li_display_clear(li_tower *t, struct groups *g);

#endif

/* hearing.h - one claim before the court: what the files that decide claims share */
#ifndef LI_PROOF_HEARING_H
#define LI_PROOF_HEARING_H

#include "calculator.h"

typedef struct {
    li_ctx *ctx;
    const li_court *court;
    const li_claim *claim;
    li_proof *out;
    double    bits;                /* of the weakest proof by residues so far; INFINITY: none */
} li_hearing;

/* ---- prove.c ---- */
void    li_hearing_undecided (li_hearing *h, const char *why);
void    li_hearing_excuse    (li_hearing *h);      /* the failure in the context is the reason; it is forgiven */
/* e with accelerations, multipliers and what the constraints determine eliminated, at the place that the claim names */
li_expr li_hearing_on_motions(li_hearing *h, li_expr e);
/* e = 0 on every motion? With every choice of the signs of roots: it holds if it holds for all. */
void    li_hearing_decide    (li_hearing *h, li_expr e);

/* A proof is as good as its weakest step; a failure that is nobody's error leaves the question undecided. */
void    li_hearing_finish    (li_hearing *h);

/* ---- names.c ---- */
li_expr li_motion_compatibility(li_ctx *ctx, const li_motion *S);      /* det i(e^h)da^k */

/* ---- geometry.c ---- */
void    li_hearing_equal_forms(li_hearing *h);
void    li_hearing_invariant  (li_hearing *h);
void    li_hearing_symmetry   (li_hearing *h);
void    li_hearing_involution (li_hearing *h);
void    li_hearing_independent(li_hearing *h);

/* ---- equivalent.c ---- */
void    li_hearing_equivalent(li_hearing *h);
/* Do the equations e_i = 0 of accelerations and multipliers leave no freedom to the accelerations a_1 .. a_n, at most states of
 * the motion? They are linear in both. */
li_truth li_hearing_determines(li_hearing *h, size_t len, const li_expr *e, size_t n, const li_expr *a);

#endif

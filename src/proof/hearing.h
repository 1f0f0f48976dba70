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
    li_expr  *place;               /* what vanishes at the place that the claim names; NULL: not read yet */
    li_expr   subject;             /* what must have a value at a state that refutes; NULL: nothing besides */
    bool      heard;               /* some branch is not against the assumptions */
    bool      moving, placed, moved;   /* it speaks of accelerations; `at` is known, with accelerations */
    li_solution at;                /* the motion there */
} li_hearing;

/* ---- hearing.c ---- */
void    li_hearing_undecided (li_hearing *h, const char *why);
void    li_hearing_excuse    (li_hearing *h);      /* the failure in the context is the reason; it is forgiven */
/* e = 0 on every motion, at the place that the claim names? On every branch. */
void    li_hearing_decide    (li_hearing *h, li_expr e);
/* Is e = 0 whatever its symbols are? */
bool    li_hearing_vanishes  (li_hearing *h, li_expr e);
/* The branches for this claim; NULL with a verdict if there are none */
const li_solution *li_hearing_branches(li_hearing *h, bool moving);
/* e in the independent state of a branch; with what is known there assumed between entering and leaving */
li_expr li_hearing_on_branch (li_hearing *h, const li_branch *b, li_expr e);
bool    li_hearing_enter     (li_hearing *h, const li_branch *b, size_t *before);   /* false: against what is assumed */
void    li_hearing_leave     (li_hearing *h, size_t before);

/* ---- refute.c ---- a state of the system on the branch, checked as eval would, at which e is certainly not 0; into h->out */
bool    li_hearing_refute    (li_hearing *h, const li_branch *b, li_expr e, const li_decision *d);

/* ---- prove.c ---- A proof is as good as its weakest step; a failure that is nobody's error leaves the question undecided. */
void    li_hearing_finish    (li_hearing *h);

/* ---- names.c ---- */
li_expr li_motion_compatibility(li_ctx *ctx, const li_motion *S);      /* det i(e^h)da^k */

/* ---- geometry.c ---- */
void    li_hearing_equal_forms(li_hearing *h);
void    li_hearing_invariant  (li_hearing *h);
void    li_hearing_symmetry   (li_hearing *h);
void    li_hearing_closed     (li_hearing *h);
void    li_hearing_involution (li_hearing *h);
void    li_hearing_independent(li_hearing *h);

/* ---- equivalent.c ---- */
void    li_hearing_equivalent(li_hearing *h);
/* Do the equations e_i = 0 of accelerations and multipliers leave no freedom to the accelerations a_1 .. a_n, at most states of
 * the motion? They are linear in both. */
li_truth li_hearing_determines(li_hearing *h, size_t len, const li_expr *e, size_t n, const li_expr *a);

#endif

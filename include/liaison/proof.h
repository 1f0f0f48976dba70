/* proof.h - what a person asserts or asks about a system by name: claims, and the calculator with exterior forms
 *
 * A claim is decided on all motions: accelerations, multipliers and what the constraints determine are eliminated, and
 * what is left is a question for exact algebra. The names of the theory (T0, K_p, coupling(h, k), Omega, e(NAME) ...) get
 * their meaning here. */
#ifndef LIAISON_PROOF_H
#define LIAISON_PROOF_H

#include "liaison/form.h"
#include "liaison/liaison.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the calculator with exterior forms ----
 * Forms and fields on the state manifold of the system S, or on the chart of a file that declares no system (S NULL). */
typedef struct li_calculator li_calculator;

li_calculator *li_calculator_new (li_ctx *ctx, const li_model *m, const li_motion *S);
void           li_calculator_free(li_calculator *k);

/* What `show E` shows. */
typedef struct {
    const char *text;              /* E as written, or the name that was defined */
    const li_ast *tree;
    enum { LI_SHOWN_FORM, LI_SHOWN_VECTOR, LI_SHOWN_QUADRATIC, LI_SHOWN_TRUTH } kind;
    li_form     form;              /* a function is a form of degree 0; simplified, on the coframe where it is shortest */
    li_pvector  vector;
    li_quadratic quadratic;
    li_truth    truth;
} li_shown;

void      li_shown_clear(li_ctx *ctx, li_shown *out);
/* LI_INPUT, with diagnostics, where the statement has no value. */
li_status li_calculator_show(li_calculator *k, li_shown *out, const li_calculation *c);

/* A model in motion: li_motion_init, or where it is given by its 2-form, this calculated on its chart and li_motion_init_form.
 * LI_INPUT, with diagnostics where the form has no value. */
li_status li_motion_of_model(li_ctx *ctx, li_motion *S, const li_model *m);

/* ---- claims ---- */
typedef struct {
    const li_motion  *S;
    const li_solution *X;          /* NULL: it could not be found, and `why` says so */
    const char *why;
    li_calculator *calculator;
} li_court;

typedef struct {
    li_truth holds;
    li_how   how;                  /* BY_RESIDUES: holds up to an error below 2^-bits, `holds` is YES then too */
    double   bits;
    size_t   n;                    /* the state that refutes it */
    li_expr *x, *value;
    size_t   foreign;              /* the last so many are letters of another model, with which this one was compared */
    bool     elsewhere;            /* it is a state of the other model */
    li_expr  difference;           /* left - right there, if it is a number; else NULL */
    const char *why;               /* undecided: why; "" otherwise */
} li_proof;

/* The names of claims are read here: LI_INPUT, with diagnostics, if they are wrong. */
li_status li_court_init (li_ctx *ctx, li_court *court, const li_motion *S, li_solution *X);
void      li_court_clear(li_court *court);
li_status li_claim_prove(li_ctx *ctx, li_proof *out, const li_court *court, const li_claim *claim);
/* Have two systems, read in one context, the same motions? Coordinates, parameters and functions are matched by name. */
li_status li_motions_agree(li_ctx *ctx, li_proof *out, const li_motion *A, const li_motion *B);

#ifdef __cplusplus
}
#endif
#endif

/* emit.h - results as a person or a program reads them: text, LaTeX, JSON
 *
 * Every function appends to a text; nothing is printed here. The same result has three faces and the same content
 * in each. Text and JSON show expressions in the language, so that what is printed can be read back; LaTeX shows
 * them in the same order. Numbers are decimals with the digits asked for, and in JSON strings: no reader rounds them
 * unasked. On a failure (the context's status) the text is as it was. */
#ifndef LIAISON_EMIT_H
#define LIAISON_EMIT_H

#include "liaison/liaison.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- LaTeX of an expression ----
 * theta -> \theta, q1 -> q_{1}, w_phi -> w_{\phi}, mass -> \mathrm{mass}; rolling.1 -> \lambda_{\mathrm{rolling},1}.
 * Time derivatives are primes, or dots over the letter. */
void li_emit_latex(li_ctx *ctx, li_text *out, li_expr e, bool dots);
/* The same cut into lines of about `width` letters, at a + or - outside fractions and roots; `between` goes
 * between the lines. */
void li_emit_latex_lines(li_ctx *ctx, li_text *out, li_expr e, bool dots, int width, const char *between);

/* ---- equations of motion, `count` forms of them ---- */
void li_emit_equations_text (li_ctx *ctx, li_text *out, size_t count, const li_equations *form);
/* a document that compiles: article, amsmath */
void li_emit_equations_latex(li_ctx *ctx, li_text *out, const li_model *m, size_t count, const li_equations *form, bool dots);
/* one object; a list of them under "forms" when there are several */
void li_emit_equations_json (li_ctx *ctx, li_text *out, const li_model *m, size_t count, const li_equations *form);

/* ---- numbers at a state ---- */
void li_emit_values_text(li_ctx *ctx, li_text *out, const li_motion *S, const li_state *s, const li_values *x, int digits);
void li_emit_values_json(li_ctx *ctx, li_text *out, const li_motion *S, const li_state *s, const li_values *x, int digits);

/* ---- what a system is ---- */
typedef enum { LI_HOLONOMIC, LI_LINEAR, LI_AFFINE, LI_NONLINEAR, LI_NOT_CLASSIFIED } li_velocity_degree;

typedef struct {
    size_t    n, freedom;                  /* coordinates, n - rank of the constraints on the velocities */
    bool      ranked;                      /* freedom is known */
    li_portrait portrait;
    li_velocity_degree *degree;            /* of each relation of the motion, how the velocities enter */
    size_t    independents;                /* declared quasi-velocities that the constraints leave free */
    li_expr  *independent;
    li_expr   compatibility;               /* det of i(e^h)da^k, which must not be 0; NULL: no constraints, or not known */
    li_expr   singular;                    /* the velocity parameters fail where this is 0; NULL: nowhere, or not known */
    size_t    fails;                       /* ... these quasi-velocities */
    li_expr  *failing;
    size_t    unset;                       /* parameters without a value */
    li_expr  *parameter;
} li_description;

li_status li_describe(li_ctx *ctx, li_description *out, const li_motion *S);
void li_emit_description_text(li_ctx *ctx, li_text *out, const li_motion *S, const li_description *d);
void li_emit_description_json(li_ctx *ctx, li_text *out, const li_motion *S, const li_description *d);

#ifdef __cplusplus
}
#endif
#endif

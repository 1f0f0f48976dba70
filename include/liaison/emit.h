/* emit.h - results as a person or a program reads them: text, LaTeX, JSON
 *
 * Every function appends to a text; nothing is printed here. The same result has three faces and the same content
 * in each. Text and JSON show expressions in the language, so that what is printed can be read back; LaTeX shows
 * them in the same order. Numbers are decimals with the digits asked for, and in JSON strings: no reader rounds them
 * unasked. On a failure (the context's status) the text is as it was. */
#ifndef LIAISON_EMIT_H
#define LIAISON_EMIT_H

#include "liaison/flow.h"

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

/* ---- numbers at a state ---- with the quantities Q that were asked for, and then the fields; NULL: without */
void li_emit_values_text(li_ctx *ctx, li_text *out, const li_motion *S, const li_state *s, const li_quantities *Q, const li_values *x, int digits);
void li_emit_values_json(li_ctx *ctx, li_text *out, const li_motion *S, const li_state *s, const li_quantities *Q, const li_values *x, int digits);

/* ---- reactions as functions of the state ---- */
void li_emit_reactions_text (li_ctx *ctx, li_text *out, const li_motion *S, const li_reactions *x);
void li_emit_reactions_latex(li_ctx *ctx, li_text *out, const li_motion *S, const li_reactions *x, bool dots);
void li_emit_reactions_json (li_ctx *ctx, li_text *out, const li_motion *S, const li_reactions *x);

/* ---- what a system is ---- */
void li_emit_description_text(li_ctx *ctx, li_text *out, const li_motion *S, const li_description *d);
void li_emit_description_json(li_ctx *ctx, li_text *out, const li_motion *S, const li_description *d);

/* ---- claims ---- the verdict on one; JSON: one object, without a line's end */
void li_emit_proof_text(li_ctx *ctx, li_text *out, const char *file, const li_claim *claim, const li_proof *p);
void li_emit_proof_json(li_ctx *ctx, li_text *out, const li_claim *claim, const li_proof *p);

/* ---- motions ---- how one went */
void li_emit_run_text(li_ctx *ctx, li_text *out, const li_flow *F, const li_run_options *o, const li_run *R);
void li_emit_run_json(li_ctx *ctx, li_text *out, const li_flow *F, const li_run_options *o, const li_run *R);
/* ... with proved digits only; "radius": a bound of the error of every number. A number that may be 0 is shown as 0. */
void li_emit_certified_text(li_ctx *ctx, li_text *out, const li_flow *F, const li_certify_options *o, const li_certified *R);
void li_emit_certified_json(li_ctx *ctx, li_text *out, const li_flow *F, const li_certify_options *o, const li_certified *R);
/* The circulation of a closed curve of starts. */
void li_emit_circulation_text(li_ctx *ctx, li_text *out, const li_circulation *C);
void li_emit_circulation_json(li_ctx *ctx, li_text *out, const li_flow *F, const li_circulation *C);

/* Of an ensemble one motion after another. Text: a line with the names, then a line each. JSON: an object whose list "results" is open
 * after `begin`, an entry each, and its end. `over`: what is varied; low and high NULL: it stands in the file `starts`. */
typedef struct { const char *name, *low, *high; uint64_t count; } li_emit_over;
void li_emit_member_head_text(li_ctx *ctx, li_text *out, const li_flow *F, size_t n, const li_emit_over *over);
void li_emit_member_text     (li_ctx *ctx, li_text *out, const li_flow *F, size_t n, const li_emit_over *over, const li_member *m);
void li_emit_ensemble_begin_json(li_ctx *ctx, li_text *out, const li_flow *F, size_t n, const li_emit_over *over, const char *starts, uint64_t members);
void li_emit_member_json     (li_ctx *ctx, li_text *out, const li_flow *F, size_t n, const li_emit_over *over, const li_member *m, bool first);
void li_emit_ensemble_end_json(li_ctx *ctx, li_text *out, uint64_t done);

/* ---- source text ----
 * The law of a system for programs in other languages: y' = f(t, y) with its parameters, multipliers, velocities, accelerations, energies,
 * the integrals that the model claims, residuals of the constraints, the Jacobian. y are the coordinates and, behind them, velocities:
 * those that the constraints leave where these can be solved for the others whatever the state and the parameters, else all.
 * Numbers of the model are the nearest doubles, to the last bit. LI_ABSENT: a function without a definition; LI_UNDECIDED: a reaction
 * enters its own law.
 *
 * C: one file that needs <math.h> alone, C11 and C++17; it says what it holds. Python: NumPy. JSON: the law as expressions and as a program. */
typedef struct {
    const li_motion *motion;
    const char *name;              /* what the functions are called; NULL: as the system */
    size_t   functions;            /* definitions of functions that the model leaves open */
    const li_function *function;
    size_t   known;                /* values of parameters: x_i = value_i; those that are no constants are inputs without a default */
    const li_expr *x, *value;
    const li_state *state;         /* where a motion starts by default, as far as its values are constants; NULL: nowhere */
    const char *form;              /* SymPy: of the equations (li_motion_form); NULL: the default one */
    bool     jacobian;
    bool     lanes;                /* C: the rates of eight states at once too */
    size_t   order;                /* C: Taylor series up to this order, and a step; 0: none */
} li_source_options;

li_status li_emit_c     (li_ctx *ctx, li_text *out, const li_source_options *o);
li_status li_emit_python(li_ctx *ctx, li_text *out, const li_source_options *o);
/* symbols, matrices, equations */
li_status li_emit_sympy (li_ctx *ctx, li_text *out, const li_source_options *o);
/* "law": M w' + h = sum lambda_h l^h, A w' + rest = 0, as expressions; "program" (program.h), null with "why" where there is none */
li_status li_emit_law_json(li_ctx *ctx, li_text *out, const li_source_options *o);

/* ---- the calculator ---- "W = ..." a line; LaTeX: a document; JSON: {"system", "shown": [{"expression", "kind", "degree", "value"}]} */
void li_emit_shown_text (li_ctx *ctx, li_text *out, size_t count, const li_shown *shown);
void li_emit_shown_latex(li_ctx *ctx, li_text *out, const li_model *m, size_t count, const li_shown *shown, bool dots);
void li_emit_shown_json (li_ctx *ctx, li_text *out, const li_model *m, size_t count, const li_shown *shown);

#ifdef __cplusplus
}
#endif
#endif

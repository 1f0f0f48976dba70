/* writing.h - a program of a flow while it is being written */
#ifndef LI_FLOW_WRITING_H
#define LI_FLOW_WRITING_H

#include "system.h"

/* K x = b, x symbols; `positive`: K is symmetric and positive definite. `ideal` > 0: K is [M A^T; A 0] with M positive definite in the
 * first `ideal` unknowns. */
typedef struct { size_t n, ideal; bool positive; li_expr *K, *b, *x; } li_linear;

enum { LI_MOST_SOLVES = 8 };      /* calls of li_writing_solve */

/* What was solved explicitly, from_i = to_i with none of these symbols in a `to`; and the systems that stand in the program. */
typedef struct {
    li_ctx     *ctx;
    const li_flow *F;
    li_program *P;
    size_t      given;
    li_expr    *from, *to;
    size_t      systems;
    li_linear  *system;
} li_writing;

li_status li_writing_begin (li_ctx *ctx, li_writing *w, const li_flow *F, li_program *P);
/* From here on x_1 .. x_n are known: those that no other unknown hangs on explicitly, the others by a system each block. */
li_status li_writing_solve (li_writing *w, li_linear *L);
/* What was solved explicitly, put into expressions, in place. */
void      li_writing_put_in(const li_writing *w, size_t count, li_expr *e);
/* y'_1 .. y'_n, 1, after li_writing_motion */
void      li_writing_rates (const li_writing *w, li_expr *out);
/* The outputs, changed in place. */
li_status li_writing_finish(li_writing *w, size_t count, li_expr *out);

li_status li_linear_init(li_ctx *ctx, li_linear *L, size_t n);
li_solver li_linear_solver(const li_linear *L);
/* Accelerations are known from here on; with them, if wanted, the multipliers.      equations.c */
li_status li_writing_motion(li_writing *w, bool multipliers);
/* After li_writing_motion without multipliers: these too. */
li_status li_writing_reactions(li_writing *w);

#endif

/* reactions.h - what the files share that find reactions as functions of the state */
#ifndef LI_LIAISON_REACTIONS_H
#define LI_LIAISON_REACTIONS_H

#include "room.h"

/* Relations and reactions that are coupled, directly or by others: the system falls apart into such blocks. */
typedef struct {
    size_t   rows, columns, *row, *column;     /* relations, reactions */
    li_expr *C;                        /* rows by columns: coupling[column][row] */
} li_coupled;

typedef struct {
    li_ctx *ctx;
    const li_motion *S;
    const li_dynamics *D;
    const li_reading *X, *Y;          /* the state: relations used, and squares that shorten */
    const li_reading *dependent;      /* the dependent velocities, whether they are eliminated or not */
    const li_solution *on;             /* what the relations determine, for decisions */
    const li_expr *h, *l;              /* those of D, or the parts of an affine law */
    bool implicit;                     /* they contain multipliers */
    size_t blocks;
    li_coupled *block;
    li_reactions *out;
} li_reacting;

/* e on the constraints, simplified; or e simplified for people */
li_expr   li_reacting_neat      (const li_reacting *w, li_expr e);
li_expr   li_reacting_for_people(const li_reacting *w, li_expr e);
void      li_reacting_say       (li_reactions *out, li_verdict status, const char *words);
bool      li_reacting_eliminates(const li_reading *X, li_expr x);         /* is x among what X determines */

li_status li_reacting_couple     (const li_reacting *w);       /* coupling.c: coupling and drive, */
li_status li_reacting_blocks     (li_reacting *w);             /* ... and the blocks of the coupling */
void      li_reacting_determinant(const li_reacting *w);       /* determinant.c: compatibility, and where it vanishes */
/* The minor of A by which the dependent velocities were solved for; NULL: not known */
li_expr   li_reacting_minor      (const li_reacting *w);
li_status li_reacting_solve      (li_reacting *w);             /* determined.c: the multipliers, as far as they are determined */
li_status li_reacting_own_law    (li_reacting *w);             /* own-law.c: where they enter their own law */

#endif

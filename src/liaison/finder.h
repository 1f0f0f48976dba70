/* finder.h - what a state is made from: the words of the model and of the command line, in their order of precedence */
#ifndef LI_LIAISON_FINDER_H
#define LI_LIAISON_FINDER_H

#include "room.h"

typedef struct { bool set; li_expr x, value; bool guess, decimal; const char *name; } li_item;   /* set: on the command line */

typedef struct {
    li_ctx *ctx;
    const li_motion *S;
    li_state *s;
    int     digits;
    size_t  items, cap;
    li_item *item;
    size_t  known;                     /* of s->x */
    size_t  letters;                   /* symbols that stand for numbers, in values that differ from state to state */
    const li_expr *letter;
} li_finder;

/* Everything that is given, values being constants (or letters); the parameters and t known. */
li_status li_finder_init (li_finder *f, size_t n, const li_given *given);
void      li_finder_clear(li_finder *f);
void      li_finder_know (li_finder *f, li_expr x, li_expr value);
/* e with all that is known put in, functions first */
li_expr   li_finder_put  (li_finder *f, li_expr e);
/* The rows that determine the coordinates q; then, these being known, the velocities v. */
void      li_finder_positions (li_finder *f, li_rows *R);
void      li_finder_velocities(li_finder *f, li_rows *R);

#endif

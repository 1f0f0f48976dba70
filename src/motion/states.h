/* states.h - the search for the states that relations admit */
#ifndef LI_MOTION_STATES_H
#define LI_MOTION_STATES_H

#include "frame.h"

/* What a relation speaks of, and where it comes from: a place that was named; a position; the rate of one; velocities;
 * d/dt of a relation, which determines multipliers. */
typedef enum { LI_SAYS_PLACE, LI_SAYS_POSITION, LI_SAYS_RATE, LI_SAYS_VELOCITY, LI_SAYS_REACTION } li_says;
typedef struct { li_says kind; li_expr a; } li_saying;            /* a = 0 */

/* One way through the cases. */
typedef struct {
    li_branch b;
    long      used;                            /* relations that took a quantity; a sum of squares counts once, for two */
    size_t    depth, stage;                    /* depth: roots taken off the present relation */
    bool      idle;                            /* a drive that no multiplier balances */
} li_way;

typedef struct li_states li_states;
struct li_states {
    li_ctx *ctx;
    const li_motion *S;
    li_solution *out;
    size_t n, most;                            /* velocities; substitutions and facts of a way */
    long   total;                              /* relations of the states */
    const li_expr *w;
    void (*reached)(li_states *W, li_way *way);
    bool placed;                               /* at a place, which may be passed at some time only */
    bool idle;                                 /* only ways on which nothing can move were kept so far */
    const void *self;                          /* of who is reached */
};

/* A way with nothing on it; a copy of one. False without memory. */
bool li_way_init(li_states *W, li_way *way);
bool li_way_copy(li_states *W, li_way *way, const li_way *from);
void li_branch_put(li_branch *b, li_expr from, li_expr to);
/* All ways on which the n relations hold: each is reached. */
void li_states_descend(li_states *W, const li_way *way, size_t n, const li_saying *saying);

#endif

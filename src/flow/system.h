/* system.h - the equations of motion behind a flow, as they go into programs */
#ifndef LI_FLOW_SYSTEM_H
#define LI_FLOW_SYSTEM_H

#include "liaison/flow.h"

/* Dependent velocities w_d = phi, with rates w'_d = sum_a C[d][a] u'_a + rho_d; u are the others.    elimination.c */
typedef struct {
    size_t   k, p;
    size_t  *independent, *dependent;      /* places in w */
    li_expr *phi, *C, *rho;                /* p; p by k; p */
} li_elimination_of_velocities;

typedef struct { li_expr e; bool jumps; } li_corner;      /* jumps: sign(e) stands in the law, not only |e| */

struct li_system_of_flow {
    li_dynamics D;                         /* M, h, l, A, rest, relation, velocity: functions put in, dependent velocities eliminated, corners replaced */
    li_expr  *B;                           /* coords by n: dq'_r/dw_j, before the elimination */
    bool      metric;                      /* M is symmetric, */
    bool      definite;                    /* ... and positive definite at the start */
    size_t    rows;                        /* relations that are independent, their numbers, */
    size_t   *row, *reaction;              /* ... and as many reactions that are independent */
    bool      saddle;                      /* ideal: l is A */
    li_elimination_of_velocities V;
    li_expr  *M, *f;                       /* reduced: M u' = f */
    size_t    substitutions;               /* dependent velocities and their rates */
    li_expr  *from, *to;
    size_t    functions;
    const li_function *function;
    size_t    corners;                     /* sides of e: parameters `side` */
    li_corner *corner;
    li_expr  *side;
    bool      implicit;                    /* the forces are not affine in the reactions, even with the corners replaced */
    li_expr  *guess;
};

/* Solves the relations for velocities, if that can be done with pivots that are parameters or numbers, whatever the state. LI_NO: not.
 * s NULL: also whatever the parameters. */
li_truth li_eliminate_velocities(li_ctx *ctx, li_elimination_of_velocities *V, const li_flow *F, const li_state *s);

/* Corners among `count` expressions are replaced by parameters; those that are new are added to the list, if `grow`. */
li_status li_replace_corners(li_ctx *ctx, li_flow *F, size_t count, li_expr *e, bool grow);

/* programs.c: F->field, observe, correct, correct_velocity. */
li_status li_flow_programs(li_ctx *ctx, li_flow *F, size_t events, const li_expr *event);
/* programs.c: F->field alone, at no particular state. */
li_status li_flow_law_field(li_ctx *ctx, li_flow *F);

#endif

/* liaison.h - constraints at a state: reactions, compatibility, what is determined
 *
 * At a state the motion obeys  M v' + h = sum_h lambda_h l^h  and  d/dt a_k = 0. With e^h = M^-1 l^h
 *
 *     coupling[h][k] = i(e^h) da^k = da^k/dv . M^-1 l^h,    drive[k] = i(E) da^k,
 *     drive[k] + sum_h lambda_h coupling[h][k] = 0                                   [gallissot 9]
 *
 * and the constraints are compatible where these determine lambda. */
#ifndef LIAISON_LIAISON_H
#define LIAISON_LIAISON_H

#include "liaison/motion.h"
#include "liaison/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- a state ----
 * Values are constant expressions, exact. `decimal` says that some were written in decimals or found
 * numerically: then a value below 10^-digits of its scale counts as zero. */
typedef struct {
    size_t   n;
    li_expr *x, *value;            /* parameters, t, coordinates, velocities of the chart */
    bool     decimal;
    size_t   functions;            /* f(x) = body given by --set */
    li_function *function;
    size_t   assumed;              /* what was free and is taken as 0: names */
    const char **assumption;
} li_state;

/* What a person gives on the command line: --set x=v, in order. */
typedef struct { li_expr x, value; bool decimal; const char *text; } li_given;

/* The state from `start`, then `given` (which wins), then the constraints solved for what they determine,
 * then zeros. Given in full: taken as it is. LI_ABSENT: a parameter has no value (the message names it);
 * LI_INPUT: conflicting data (the message has the residual and the nearest consistent state). */
li_status li_state_find(li_ctx *ctx, li_state *s, const li_motion *S, size_t n, const li_given *given, int digits);

/* ---- a family of states ----
 * Of states for which the same is given with different numbers: the letters z among the values. The values of `state` are functions of z
 * and of the unknowns of linear systems A u = b, one after another. What li_state_find finds for some numbers z, these functions give
 * too, wherever the systems have a solution. Members where they have none, and only they, are to be found one by one. */
typedef struct { size_t n; li_expr *A, *b, *u; } li_family_system;             /* A row by row */
typedef struct { li_state state; size_t systems; li_family_system system[2]; } li_family;

/* `at`: the state for some z. LI_NO: there are no such functions, as far as is seen. */
li_truth  li_family_find(li_ctx *ctx, li_family *out, const li_motion *S, size_t n, const li_given *given, size_t letters, const li_expr *z,
                         const li_state *at, int digits);

/* ---- numbers at a state ---- */
typedef enum {
    LI_COMPATIBLE, LI_INCOMPATIBLE, LI_REDUNDANT, LI_DEGENERATE, LI_SINGULAR_CHART, LI_INDETERMINATE, LI_IMPOSSIBLE,
    LI_NOT_DECIDED
} li_verdict;

const char *li_verdict_name(li_verdict v);       /* "compatible", "singular chart", ... */

typedef struct {
    size_t      n, quasis, speeds, p, r;
    li_ball    *q, *v, *quasi;             /* the state: q, q', quasi-velocities, then */
    li_ball    *speed;
    li_ball     t, T, V;
    li_ball     H;                         /* of a system that is given by it; then T = V = 0 */
    bool        given;                     /* by H or by its 2-form: there are no energies */
    li_verdict  status;
    bool        moves;                     /* accelerations are known */
    li_ball    *acceleration;              /* q''_r */
    li_ball    *quasi_acceleration, *speed_acceleration;
    bool        reacts;
    li_ball    *multiplier;
    bool       *determined;                /* redundant: is multiplier h determined */
    size_t      combinations;              /* redundant: sums of undetermined multipliers that are determined, */
    li_ball    *combination;               /* r coefficients and the value of each */
    li_ball    *coupling, *drive;          /* r by p, p; if known */
    li_ball     compatibility;             /* det coupling, p = r */
    bool        coupled;                   /* coupling, drive and det are known */
    li_ball    *residual;                  /* p: the relations at the state, holonomic ones at position level */
    li_ball    *rate;                      /* p: all of them at velocity level */
    bool        fields;                    /* E and e^h are known: v' = E + sum_h lambda_h e^h; each as q'' of every
                                              coordinate, then the rates of quasi-velocities and of speeds */
    li_ball    *free, *field;              /* n + quasis + speeds; r times as many */
    size_t      quantities;                /* those asked for, */
    li_ball    *quantity;
    bool       *known;                     /* ... and whether they have a value where nothing moves */
    li_ball    *power;                     /* of every reaction two, if it moves: natural and real; NULL: not known */
    size_t      zeros;                     /* what was taken as zero: decimal states, and what exact algebra left open */
    const char **taken_as_zero;
    bool        quadratic_known;           /* degenerate, p = r = 1: quadratic[k] lambda^k summed = 0   [gallissot 6] */
    li_ball     quadratic[3];              /* c0, c1, c2 */
    size_t      roots;                     /* implicit reactions and degenerate points: the admissible ones, ... */
    li_ball    *root;                      /* ... r multipliers each, ... */
    li_ball    *root_acceleration;         /* ... and their motions, n accelerations q'' each */
    bool        complete;                  /* all roots were found */
    double      box;                       /* they were looked for in |lambda_h| <= box; 0: everywhere */
    const char *message;                   /* why not, "" if all is well */
} li_values;

/* LI_OK also where the status says that there is no motion; LI_ABSENT, LI_DOMAIN where there are no numbers. `Q`:
 * further functions to be evaluated; NULL: none. */
li_status li_values_find (li_ctx *ctx, li_values *out, const li_motion *S, const li_state *s, const li_quantities *Q, int digits);
void      li_values_clear(li_ctx *ctx, li_values *out);

/* ---- reactions as functions of the state ---- */

/* Of a product: the factors that can be 0 at some state, as far as signs tell; with none, it vanishes nowhere while the
 * parameters of `condition` are positive. */
typedef struct {
    size_t   factors, conditions;
    li_expr *factor, *condition;
} li_vanishing;

li_status li_vanishing_find(li_ctx *ctx, li_vanishing *out, li_expr product);

/* All are functions on the constraints, in the coordinates, t and these velocities: the quasi-velocities where there are any.
 * The dependent ones are eliminated, if that does not make the functions longer. */
typedef struct {
    size_t     p, r, rank;                 /* relations, reactions; the rank of the coupling in general */
    li_verdict status;                     /* in general: compatible, redundant, incompatible, degenerate, undecided */
    size_t     velocities;
    li_expr   *velocity;
    li_expr   *coupling, *drive;           /* coupling[h][k], r by p, and drive[k]; with multipliers where they enter their own law */
    li_expr    compatibility;              /* det coupling in factors, p = r; NULL: not known */
    li_vanishing vanishing;                /* where it is 0, */
    bool       definite;                   /* ... the kinetic energy being positive: then ideal reactions cannot fail */
    li_expr   *multiplier;                 /* NULL: not determined, or only by the equations */
    size_t     combinations;               /* redundant: sums of multipliers that are determined, */
    li_expr   *combination;                /* r coefficients and the value of each */
    bool       implicit;                   /* a reaction enters its own law: */
    size_t     equations;                  /* ... what is 0, functions of multipliers too */
    li_expr   *equation;
    const char *message;                   /* why not compatible, "" if all is well */
} li_reactions;

/* LI_SINGULAR: no mass matrix that can be inverted; LI_BUDGET, LI_UNDECIDED: exact algebra did not get there. */
li_status li_reactions_find  (li_ctx *ctx, li_reactions *out, const li_motion *S);
/* Only coupling, drive and compatibility, as functions of every state, on the constraints or not. */
li_status li_reactions_free  (li_ctx *ctx, li_reactions *out, const li_motion *S);

/* ---- what a system is ---- */
typedef enum { LI_HOLONOMIC, LI_LINEAR, LI_AFFINE, LI_NONLINEAR, LI_NOT_CLASSIFIED, LI_OF_STATE } li_velocity_degree;

/* A first integral already? With E the motion without reactions: identically, i(E)da = 0 (and no other reaction enters);
 * on the constraints: the reaction is 0 there. */
typedef enum { LI_IMPOSED, LI_INTEGRAL_IDENTICALLY, LI_INTEGRAL_ON_CONSTRAINTS, LI_IMPOSED_OR_NOT } li_imposition;

typedef struct {                           /* of reaction h */
    li_truth  along;                       /* its direction is that of a relation: parallel to da/dv */
    li_truth  natural_zero, real_zero;     /* its power is 0 on the constraints: at constant t, with the dt part [gallissot 7] */
    int       degree;                      /* ideal, the relation homogeneous of this degree > 1 in the velocities (Appell); else 0 */
} li_reaction_kind;

/* Relations of position that linear relations contain */
typedef struct {
    bool      known;
    size_t    rank, dimension;             /* of the relations, of their integrable part */
    size_t    hidden;                      /* how many of these are neither declared nor known from a part of the relations, */
    size_t    integrals;                   /* ... and those of them that were found: F(t, q) = const */
    li_expr  *integral;
} li_holonomy;

typedef struct {
    size_t    n, freedom;                  /* coordinates (or variables of the chart without t), n - rank of the constraints on the velocities */
    bool      ranked;                      /* freedom is known */
    li_portrait portrait;
    li_velocity_degree *degree;            /* of each relation of the motion, how the velocities enter; given by its form: it is one of the state */
    size_t    independents;                /* declared quasi-velocities that the constraints leave free */
    li_expr  *independent;
    li_truth *integrable;                  /* of each relation, by itself (Frobenius) */
    li_imposition *imposition;             /* of each relation */
    li_reaction_kind *reaction;            /* of each reaction */
    li_holonomy *holonomy;                 /* of each constraint of the model, */
    li_holonomy  together;                 /* ... and of all of them: only what no single one contains is hidden there */
    li_reactions reactions;                /* coupling, drive, compatibility and where it vanishes */
    li_expr   singular;                    /* the velocity parameters fail where this is 0; NULL: nowhere, or not known */
    size_t    fails;                       /* ... these quasi-velocities */
    li_expr  *failing;
    li_criterion criterion;                /* for which coordinates Lagrange's equation holds */
    size_t    unset;                       /* parameters without a value */
    li_expr  *parameter;
} li_description;

li_status li_describe(li_ctx *ctx, li_description *out, const li_motion *S);

#ifdef __cplusplus
}
#endif
#endif

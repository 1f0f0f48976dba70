/* model.h - a mechanical system as a person writes it
 *
 * A model is read from its text (the language of docs/language.md) into coordinates q, velocity parameters,
 * energies, forces and constraints, all expressions of one context. Symbols: a parameter, `t`, a coordinate
 * `theta`, its derivatives `theta'` and `theta''`, a quasi-velocity, speed or momentum `p` and its derivative `p'`, a
 * multiplier. Abbreviations (`let`), definitions (`function f(x) = E`) and derived parameters are
 * substituted; quasi-velocities stay symbols wherever the author wrote them. Everything the author got
 * wrong is in the context's diagnostics, with its place. */
#ifndef LIAISON_MODEL_H
#define LIAISON_MODEL_H

#include "liaison/exact.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    const char *name;
    li_place    place;
    li_expr     q, v, a;               /* q, q', q'' */
    li_expr     motion;                /* q' in the speeds (statement `speed`) or dH/dp, NULL: v is free */
} li_coord;

typedef struct {
    const char *name;
    li_place    place;
    li_expr     symbol;
    li_expr     value;                 /* NULL: none; a number, or (derived) an expression in other parameters */
    bool        derived;               /* substituted everywhere already; kept for printing and --set */
    bool        decimal;               /* the value was written with a decimal point */
} li_param;

typedef struct {
    const char *name;
    li_place    place;
    li_expr     w, rate;               /* the symbols p and p' */
    li_expr     value;                 /* quasi: its definition in q' (affine); speed: NULL */
} li_velocity;

typedef struct {
    const char *name;
    li_place    place;
    li_expr     argument;              /* a symbol */
    li_expr     body;                  /* NULL: unknown */
} li_function;

typedef struct { li_place place; li_expr F, V; } li_force;                 /* power F*V, V affine in velocities */
typedef struct { li_place place; size_t n; li_force *part; } li_direction; /* sum of F on V */

typedef struct {
    const char   *name;                /* of the statement */
    li_place      place;
    size_t        n;                   /* relations a_i = left - right = 0 */
    li_expr      *a;
    li_place     *where;               /* of each relation */
    bool         *holonomic;           /* free of velocities: kept at position level */
    const char  **label;               /* NAME, or NAME.1 ... in a group */
    size_t        reactions;           /* n without `by`, else the number of directions */
    li_direction *by;                  /* NULL: ideal */
    const char  **multiplier_name;     /* declared, else the label; as results print them */
    li_expr      *multiplier;          /* symbols */
} li_constraint;

/* ---- contacts of two solids whose kinematics is given ----                                     [gallissot 8]
 * Normal velocity W, which separates where it is positive; sliding velocity V_g in the tangent plane, relative rotation
 * omega_r in it and omega_n about its normal. The reaction N has the power
 *
 *     N (W - f |V_g| - delta |omega_r| - varpi |omega_n|),     N > 0;   bilateral: any N, and |N| before f, delta, varpi
 *
 * and its direction is that of this power, in which f, delta and varpi are taken as they are at the state and never
 * differentiated. In its mode a contact becomes relations, at the end of the model's constraints: open, none; sliding, W = 0
 * (or gap = 0) by that direction, with the name and the reaction of the contact; rolling, this without its f, and V_g = 0
 * besides: NAME.t, with ideal reactions NAME.t1, NAME.t2. */
typedef enum { LI_MODE_NONE, LI_MODE_OPEN, LI_MODE_SLIDING, LI_MODE_ROLLING } li_mode;
typedef enum { LI_RESTITUTION_NONE, LI_NEWTON, LI_POISSON, LI_ENERGETIC } li_restitution;

typedef struct {                       /* coef |v|, |v| = sqrt(v_1^2 + v_2^2) */
    size_t  n;                         /* velocities: 0, 1, 2 */
    li_expr v[2], coef;                /* affine in the velocities; 0: does not resist */
} li_resistance;

enum { LI_SLIDE, LI_ROLL, LI_PIVOT, LI_RESISTANCES };

typedef struct {
    const char    *name;
    li_place       place;
    li_expr        gap, W;             /* gap NULL: not given; else W = d gap/dt */
    li_resistance  resistance[LI_RESISTANCES];   /* f |V_g|, delta |omega_r|, varpi |omega_n| */
    li_restitution restitution;
    li_expr        e;                  /* its coefficient; NULL: none */
    bool           bilateral;
    li_mode        mode;               /* LI_MODE_NONE: it may open, slide or roll, and nothing says which */
    bool           left_open;          /* by li_model_leave_open */
    const char    *multiplier_name;    /* of its normal reaction: declared, else the contact's */
    li_expr        reaction[3];        /* symbols of the reaction N and of its parts along V_g (rolling) */
} li_contact;

const char *li_mode_name(li_mode mode);                   /* "sliding"; "" for LI_MODE_NONE */
li_mode     li_mode_named(const char *word);              /* LI_MODE_NONE: no such mode */
bool        li_contact_closed(const li_contact *c);       /* sliding or rolling */
/* Does this resistance enter the law of the contact in its mode? */
bool        li_contact_resists(const li_contact *c, size_t resistance);

typedef enum { LI_MORE, LI_AT_LEAST, LI_LESS, LI_AT_MOST, LI_NOT } li_relation;
typedef struct { li_place place; li_expr e; li_relation relation; } li_assumption;   /* e > 0, >= 0, < 0, <= 0, != 0 */

typedef struct {
    li_place place;
    li_expr  x;                        /* coordinate, velocity, quasi-velocity, speed, parameter, t */
    li_expr  value;
    bool     guess;                    /* `start x ~ E` */
    bool     decimal;                  /* E was written with a decimal point or exponent */
} li_start;

typedef enum {
    LI_CLAIM_EQUAL, LI_CLAIM_INTEGRAL, LI_CLAIM_SYMMETRY, LI_CLAIM_COMPATIBLE, LI_CLAIM_INCOMPATIBLE,
    LI_CLAIM_HOLONOMIC, LI_CLAIM_NONHOLONOMIC, LI_CLAIM_VERDICT, LI_CLAIM_EQUIVALENT, LI_CLAIM_INVARIANT,
    LI_CLAIM_INVOLUTION, LI_CLAIM_INDEPENDENT
} li_claim_kind;

typedef struct {
    li_place       place;
    li_claim_kind  kind;
    const char    *text;               /* the statement as written, without the word claim */
    size_t         n;                  /* EQUAL: 2; INTEGRAL: 1; INVOLUTION, INDEPENDENT: n */
    const li_ast **tree;               /* read when the claim is decided: it may name functions of later rooms */
    size_t         words_n;            /* HOLONOMIC: a constraint; EQUIVALENT: forms; VERDICT: one word; INVARIANT: [relative] */
    const char   **words;
    li_place      *where;              /* of each word */
    size_t         at_n;               /* at x = E, ... */
    const li_ast **at;                 /* EQUAL trees */
} li_claim;

/* Statements of the calculator: form NAME = E, field NAME = E, show E. Read when they are asked for, as claims are. */
typedef enum { LI_CALCULATE_FORM, LI_CALCULATE_FIELD, LI_CALCULATE_SHOW } li_calculation_kind;
typedef struct {
    li_place            place;
    li_calculation_kind kind;
    const char         *name;          /* "" of show */
    const char         *text;          /* E as written */
    const li_ast       *tree;
} li_calculation;

typedef struct {
    const char *name, *title;          /* "" if not given */
    size_t params, coords, functions, quasis, speeds, forces, constraints, contacts, assumptions, starts, claims, calculations;
    size_t charts;                     /* variables of the statement `chart`, for a file without coordinates */
    li_param      *param;
    li_coord      *coord;
    li_function   *function;
    li_velocity   *quasi, *speed;
    li_force      *force;
    li_constraint *constraint;         /* those of contacts last */
    li_contact    *contact;
    li_assumption *assumption;
    li_start      *start;
    li_claim      *claim;
    li_calculation *calculation;
    li_expr       *chart;              /* symbols, t perhaps among them */
    li_expr        t, T0, V;           /* as written: in q, q', quasi-velocities, speeds, t */
    const li_ast  *omega;              /* a system given by its 2-form on the chart, whose variables but t are the speeds; else NULL */
    li_expr        H;                  /* a system given by H(q, p, t): speed[r] is the momentum of coord[r], T0 = V = 0; else NULL */
    li_scope      *scope;              /* the meaning of names, for claims, --set and the calculator */
} li_model;

/* Reads a model; all its parts live in the context (nothing to clear). LI_INPUT if there are errors; the
 * diagnostics then say what and where. Warnings leave LI_OK. */
li_status li_model_read(li_ctx *ctx, li_model *m, const char *source, size_t len);

/* The same with some definitions replaced: of a parameter, whose value then stands for it everywhere, of a
 * function (its argument is given), or of the mode of a contact (NAME.mode and its word). The text is an expression that
 * li_model_expression has accepted; names that are none of these are passed over. */
typedef struct { const char *name, *argument, *text; } li_redefinition;
li_status li_model_read_with(li_ctx *ctx, li_model *m, const char *source, size_t len, size_t n, const li_redefinition *with);

/* A contact that is not bilateral and has no mode has no motion yet. To say what the rest of the model is: such contacts are
 * left open. */
void      li_model_leave_open(li_model *m);

/* An expression in the model's names, e.g. the right side of --set; the undefined node and diagnostics if wrong. */
li_expr   li_model_expression(li_ctx *ctx, const li_model *m, const char *source, size_t len, bool *decimal);

/* For the scope of a later room, which knows more names: the meaning that the model gives to a name or a call,
 * arguments being read in `scope`. NULL: not declared here. */
li_expr   li_model_name(li_ctx *ctx, const li_model *m, const li_ast *ast);
li_expr   li_model_call(li_ctx *ctx, const li_model *m, li_scope *scope, const li_ast *ast);

/* Is the name declared, other than as a form or field? */
bool li_model_declares(const li_model *m, const char *name);
/* What a function of the theory (T0, p_theta, ...) is called beside this model: its name, or system.NAME where the model
 * declares NAME itself. Lives in the context; never NULL. */
const char *li_model_theory_name(li_ctx *ctx, const li_model *m, const char *name);

/* The form or field that is declared with this name; NULL: none. */
const li_calculation *li_model_calculation(const li_model *m, const char *name);

/* d/dt of an expression of the model: q -> q' -> q'', p -> p', t -> 1. */
li_expr   li_model_ddt(li_ctx *ctx, const li_model *m, li_expr e);
/* e with quasi-velocities replaced by their definitions and, where speeds are declared, q' by its motion */
li_expr   li_model_basic(li_ctx *ctx, const li_model *m, li_expr e);
/* The same with the rates of quasi-velocities replaced too: in q', q'' (or the speeds) */
li_expr   li_model_accelerations(li_ctx *ctx, const li_model *m, li_expr e);

#ifdef __cplusplus
}
#endif
#endif

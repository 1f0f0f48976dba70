/* reader.h - reading a model: statements first (syntax, and the names they declare), their meaning second,
 * so that statements may stand in any order */
#ifndef LI_MODEL_READER_H
#define LI_MODEL_READER_H

#include "names.h"

/* left = right, or left on right, or x = right */
typedef struct { li_place place; const li_ast *left, *right; } li_pair;
typedef struct { li_place place; size_t n; li_pair *pair; } li_pairs;

typedef enum { LI_KINETIC, LI_POTENTIAL, LI_HAMILTONIAN } li_energy_kind;
typedef struct { li_energy_kind kind; const li_ast *tree; } li_energy_tree;
typedef struct { li_pairs relation; size_t directions; li_pairs *direction; } li_constraint_tree;
typedef struct { size_t n; const li_ast *v[2], *coef; } li_resistance_tree;            /* coef NULL: not given */
typedef struct { const li_ast *gap, *normal, *e; li_resistance_tree resistance[LI_RESISTANCES]; } li_contact_tree;   /* gap or normal */
typedef struct { const char *name; int primes; const li_ast *tree; } li_start_tree;
typedef struct { const char *name; li_place place; const li_ast *tree; } li_speed_map;      /* x' = tree */
typedef struct { li_place place; size_t first, count, n; li_speed_map *map; } li_speed_tree; /* speeds first .. first + count - 1 */

typedef struct { const char *name; li_place place; } li_momentum_tree;                     /* of m->speed[i]: its coordinate */

typedef struct { size_t from, to; } li_token_range;

typedef struct {
    li_ctx   *ctx;
    li_parser p;
    li_model *m;
    li_names *names;
    int       system_line;
    li_place  chart;                   /* of the statement */
    size_t    energies, speeds, momenta;
    li_energy_tree     *energy;
    li_speed_tree      *speed;
    li_momentum_tree   *momentum;
    li_pair            *force;         /* of m->force[i], F on V */
    li_constraint_tree *constraint;    /* of m->constraint[i], contacts left out */
    li_contact_tree    *contact;       /* of m->contact[i] */
    li_pair            *assume;        /* of m->assumption[i] */
    li_start_tree      *start;         /* of m->start[i] */
    size_t    excuses;                 /* statements that were not understood, as ranges of tokens */
    li_token_range *excuse;
    bool      unbalanced;              /* a bracket was left open: lines end statements from here on */
    int       questions;               /* put to exact so far */
    size_t    errors;                  /* in the context before this model */
} li_reader;

/* ---- statement.c, constraint.c, contact.c, claim.c, calculation.c: false when the rest of the statement cannot be read ---- */
typedef bool li_statement(li_reader *r);

li_statement li_read_system, li_read_param, li_read_assume, li_read_coord, li_read_function, li_read_let, li_read_quasi,
             li_read_speed, li_read_kinetic, li_read_potential, li_read_force, li_read_constraint, li_read_contact, li_read_start, li_read_claim,
             li_read_chart, li_read_form, li_read_field, li_read_show, li_read_momentum, li_read_hamiltonian, li_read_omega;

bool li_read_later(li_reader *r, li_place place, const char *statement);   /* not read by this version */
li_name *li_read_declared(li_reader *r, li_name_kind kind, const char *what);  /* NULL: no name here */
li_expr li_read_symbol(li_reader *r, const char *name, int primes, li_class cls);
bool li_read_power(li_reader *r, li_pair *pair, bool short_form);          /* F on V; short: V alone, F = NULL */
bool li_read_equation(li_reader *r, li_pair *pair, const char *what);      /* L = R */
const char *li_read_text(li_reader *r, size_t from, size_t to);            /* the tokens as written, comments and line ends left out */
bool li_read_contact_mode(li_reader *r, const li_redefinition *with);      /* false: it is about something else */

/* ---- order.c: the definitions, each after those it uses; a circle is diagnosed and its names are broken */
li_name **li_reader_order(li_reader *r, size_t *n);

/* ---- meaning.c ---- */
void    li_reader_meaning(li_reader *r);
li_expr li_reader_value(li_reader *r, const li_ast *tree);
void    li_reader_relation(li_reader *r, li_constraint *c, size_t i, li_expr a);    /* a = 0 is relation i */
bool    li_ast_decimal(li_ctx *ctx, const li_ast *tree);       /* was a number in it written with a point */

/* ---- hamiltonian.c ---- */
void    li_reader_hamiltonian(li_reader *r, li_expr H);        /* q' = dH/dp, where every coordinate has its momentum */

/* ---- omega.c ---- */
void    li_reader_omega(li_reader *r);                         /* the variables of the chart as speeds; what has no place beside a form */
void    li_check_directions(li_reader *r);                     /* every reaction has a direction of its own */

/* ---- mode.c ---- */
void    li_reader_modes(li_reader *r);                         /* the mode of each contact, the names of its reactions */
void    li_reader_contacts(li_reader *r);                      /* their meaning, and the constraints that they are */

/* ---- assumption.c ---- */
void    li_reader_assume(li_reader *r);

/* ---- degree.c: a bound of the degree of e in the velocities; LI_DEGREE_NONE: no polynomial as it stands */
enum { LI_DEGREE_NONE = 1000000 };
int     li_model_degree(li_ctx *ctx, li_expr e);

/* ---- check.c and others: what must hold of the parts of a model ---- */
enum { LI_MOST_VELOCITIES = 24 };      /* in one expression whose linearity is a question for exact */
bool    li_reader_may_ask(li_reader *r, size_t n, const li_expr *e);     /* few questions, of moderate size */
bool    li_reader_settled(li_reader *r);                                 /* after a question: was it answered */
li_truth li_reader_is_zero(li_reader *r, li_expr e);
bool    li_check_constant(li_reader *r, li_expr e);                      /* no symbol and no unknown function in it */
bool    li_check_defined(li_reader *r, li_place place, li_expr e);       /* no denominator in it is 0 identically */
bool    li_check_free(li_reader *r, li_place place, li_expr e, li_class from, li_class to, const char *words);
bool    li_check_rates(li_reader *r, li_place place, li_expr e, const char *what);     /* the same in the rates of the chart */
bool    li_check_affine(li_reader *r, li_place place, li_expr e, const char *what);
void    li_check_quasi(li_reader *r);                                                  /* independence.c */
void    li_check_speed(li_reader *r, const li_speed_tree *s);
void    li_check_kinetic(li_reader *r);                                                /* inertia.c */
void    li_check_relation(li_reader *r, const li_constraint *c, size_t i);             /* consistency.c */
void    li_check_contradiction(li_reader *r);

#endif

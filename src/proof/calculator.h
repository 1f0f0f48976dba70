/* calculator.h - the calculator with exterior forms: values, and where they live
 *
 * Everything is calculated on one chart: the state manifold of the system (velocity parameters, coordinates, t), or
 * the chart that the file declares. Functions are brought to the variables of this chart when they are read. A value
 * belongs to the calculator, which clears it in the end. */
#ifndef LI_PROOF_CALCULATOR_H
#define LI_PROOF_CALCULATOR_H

#include "liaison/proof.h"

typedef enum { LI_VALUE_FORM, LI_VALUE_VECTOR, LI_VALUE_QUADRATIC, LI_VALUE_TRUTH } li_value_kind;

typedef struct {
    li_value_kind kind;
    li_form       w;               /* a function is a form of degree 0 */
    li_pvector    X;               /* a field is a 1-vector */
    li_quadratic  g;               /* made of products of Pfaff forms */
    li_truth      truth;
} li_value;

struct li_calculator {
    li_ctx           *ctx;
    const li_model   *m;
    const li_motion  *S;           /* NULL: the file declares a chart and no system */
    li_coframe        chart;
    size_t            t;           /* place of t in the chart; chart.n: it is not there */
    size_t            replaced;    /* what the variables of the chart stand for: q' and the like become them */
    li_expr          *from, *to;
    size_t            values;
    li_value        **value;       /* all that were made */
    li_value        **known;       /* of m->calculation[i]; NULL: not yet */
    int               depth;       /* definitions being read */
    li_omega         *omega;       /* of the system, and its multipliers as functions; NULL: not asked for yet */
    li_expr          *lambda;
};

/* ---- calculator.c ---- NULL, with a diagnostic at its place, where a tree has no value */
li_value *li_calculate(li_calculator *k, const li_ast *tree);
li_value *li_value_new(li_calculator *k, li_value_kind kind);
li_value *li_value_function(li_calculator *k, li_expr f);
const char *li_value_words(const li_value *v);                                               /* "a Pfaff form" */
li_expr   li_value_as_function(li_calculator *k, const li_value *v, const li_ast *tree);      /* NULL with a diagnostic */
bool      li_value_as_field(li_calculator *k, li_field *X, const li_value *v, const li_ast *tree);
li_value *li_value_of_field(li_calculator *k, li_field *X);                                   /* takes X, which is cleared */
/* A failure that the author of the tree can mend becomes a diagnostic at its place. False if there was one. */
bool      li_calculator_settle(li_calculator *k, const li_ast *tree, li_status returned);
/* Is it written in the signs of this calculator, so that it may be more than a function? */
bool      li_calculator_knows(const li_calculator *k, const li_ast *tree);
/* e, the value of the tree, as a function on the chart; undefined with a diagnostic where it is none */
li_expr   li_calculator_state(li_calculator *k, li_expr e, const li_ast *tree);

/* ---- operators.c ---- */
bool      li_operator_is(const char *name);
li_value *li_operator_call (li_calculator *k, const li_ast *tree);           /* d(E), D(x), bracket(X, Y) ... */
li_value *li_operator_apply(li_calculator *k, const li_ast *tree);           /* i(X) W */

/* ---- system.c: the fields and forms of the system ---- */
bool      li_system_is(const char *name);                                    /* E, motion, Omega ... */
li_value *li_system_name(li_calculator *k, const li_ast *tree);
li_value *li_system_call(li_calculator *k, const li_ast *tree);              /* e(NAME), da(NAME), w(p), unit_power(NAME) */
bool      li_system_E(li_calculator *k, li_field *E, const li_ast *tree);
bool      li_system_motion(li_calculator *k, li_field *M, const li_ast *tree);  /* E + sum lambda_h e^h */
bool      li_system_e(li_calculator *k, li_field *e, size_t h, const li_ast *tree);
bool      li_system_Omega(li_calculator *k, li_form *w, const li_ast *tree);
/* e with its multipliers as functions of the state */
li_expr   li_system_multipliers(li_calculator *k, li_expr e, const li_ast *tree);
/* {F, G} = X_F(G), i(X_F)Omega = dF at constant t */
li_expr   li_system_poisson(li_calculator *k, li_expr F, li_expr G, const li_ast *tree);

/* ---- names.c ---- the value of a tree that is a function, in the names of claims */
li_expr   li_names_read(li_calculator *k, const li_ast *tree);
/* The number of the relation or reaction that is called so; S->p or S->r if there is none. */
size_t    li_names_relation(const li_motion *S, const li_ast *ast);
size_t    li_names_reaction(const li_motion *S, const li_ast *ast);

#endif

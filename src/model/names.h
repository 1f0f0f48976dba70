/* names.h - the names a model declares, all in one table, and what each of them means */
#ifndef LI_MODEL_NAMES_H
#define LI_MODEL_NAMES_H

#include "liaison/model.h"

typedef enum {
    LI_NAME_BROKEN,            /* its declaration is wrong: reported there, silent wherever it is used */
    LI_NAME_PARAM, LI_NAME_COORD, LI_NAME_FUNCTION, LI_NAME_LET, LI_NAME_QUASI, LI_NAME_SPEED, LI_NAME_MOMENTUM,
    LI_NAME_CONSTRAINT, LI_NAME_MULTIPLIER, LI_NAME_CONTACT, LI_NAME_CHART, LI_NAME_FORM, LI_NAME_FIELD
} li_name_kind;

typedef struct {
    const char  *name;
    li_name_kind kind;
    li_place     place;
    size_t       index;        /* in the model's array of its kind */
    const li_ast *tree;        /* its definition, NULL: none */
    li_expr      e[3];         /* its meaning with 0, 1, 2 primes; NULL: has none */
    li_expr      basic;        /* quasi: its definition in q'; coord: q' in the speeds, or dH/dp; NULL: none */
    const char  *argument;     /* function: its argument, as a name and as a symbol; the body is e[0] */
    li_expr      x;
    bool         replaced;     /* its definition, or one that it uses, is not the author's: a parameter's value then stands for it */
    size_t       reactions;    /* constraint: its multipliers; contact: its reactions in its mode, the normal one first */
    const li_expr *multiplier;
} li_name;

/* What the scope of a model keeps. Everything lives in the context. */
typedef struct {
    li_name **item;            /* in order of declaration */
    size_t    len;
    uint32_t *slot;            /* open addressing: index + 1 */
    size_t    cap;             /* of slot, a power of two */
    li_expr   t;
    li_derivation *ddt;
    const li_name *inside;     /* the function whose body is being read: its argument is in sight */
    size_t    work;            /* nodes copied by calls of defined functions */
    size_t    suggestions;     /* looked for so far */
} li_names;

/* `array` with room for one element more; NULL: no memory. Lives in the context. */
void       *li_room(li_ctx *ctx, void *array, size_t len, size_t size);

uint32_t    li_names_index(const li_names *names, const char *name);   /* in item, + 1; 0: not declared */
li_name    *li_names_find(const li_names *names, const char *name);
/* The entry of a declaration. One that is already there, or forbidden, is diagnosed and an entry outside the
 * table comes back, so that reading goes on. NULL: no memory. */
li_name    *li_names_declare(li_ctx *ctx, li_names *names, li_name_kind kind, const char *name, li_place place);
/* The name as one of a statement that was not understood: whoever uses it is not told that it is unknown. */
void        li_names_excuse(li_ctx *ctx, li_names *names, const char *name, li_place place);
/* The nearest declared or built-in name; NULL: none is near. */
const char *li_names_nearest(li_names *names, const char *name);
const char *li_name_kind_words(li_name_kind kind);               /* "a coordinate" */
bool        li_names_builtin_function(const char *name);
/* the string name''..., in the context */
const char *li_name_primed(li_ctx *ctx, const char *name, int primes);

/* e with the quasi-velocities replaced by their definitions, q' by its speeds: basic.c */
li_expr     li_names_without_quasi(li_ctx *ctx, const li_names *names, li_expr e);
li_expr     li_names_in_speeds(li_ctx *ctx, const li_names *names, li_expr e);

/* The scope over a table: see scope.c. */
li_scope   *li_names_scope(li_ctx *ctx, li_names *names);

#endif

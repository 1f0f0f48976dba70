/* source.h - what the writers of source text share: names as identifiers, words in comments, the law as one program
 *
 * The program has the parameters of the model and the variables y, t; its outputs stand in groups, each of which becomes a function. */
#ifndef LI_EMIT_SOURCE_H
#define LI_EMIT_SOURCE_H

#include "liaison/emit.h"

/* ---- identifier.c ---- theta' -> theta_dot, rolling.1 -> rolling_1, θ -> theta; none twice, and no keyword of C, C++ or Python */
typedef struct { li_ctx *ctx; size_t count, cap; const char **taken; } li_identifiers;

void        li_identifiers_init (li_identifiers *I, li_ctx *ctx);
void        li_identifiers_clear(li_identifiers *I);
void        li_identifier_take  (li_identifiers *I, const char *word);         /* it is in use already */
/* `prefix` and the name as an identifier that no one else got; "" past the memory */
const char *li_identifier       (li_identifiers *I, const char *prefix, const char *name);

/* The same, whoever else got it: a part of a longer one */
void        li_put_identifier(li_ctx *ctx, li_text *out, const char *prefix, const char *name);

/* Words in a comment of C, on one line: no comment ends in them. Words in a text between three quotes of Python. */
void li_put_comment  (li_ctx *ctx, li_text *out, const char *words);
void li_put_docstring(li_ctx *ctx, li_text *out, const char *words);
/* A string constant of C and Python, with its quotes. Only ASCII stands in it; bytes as octal numbers in C, characters as \u in Python. */
void li_put_c_string     (li_ctx *ctx, li_text *out, const char *s);
void li_put_python_string(li_ctx *ctx, li_text *out, const char *s);

/* ---- source.c ---- */
typedef enum {
    LI_GROUP_RATES, LI_GROUP_MULTIPLIERS, LI_GROUP_VELOCITIES, LI_GROUP_ACCELERATIONS, LI_GROUP_ENERGIES, LI_GROUP_INTEGRALS, LI_GROUP_RESIDUALS,
    LI_GROUP_SLOPES, LI_GROUPS
} li_group_kind;

typedef struct { size_t first, count; const char **name; li_expr *e; } li_group;      /* names: as the model writes them; none of the slopes */

typedef struct {
    const li_source_options *o;
    const li_model *model;
    const char *title;             /* a line that says which model it is */
    li_flow    flow;
    li_program program;
    li_group   group[LI_GROUPS];
    double    *parameter, *start;  /* nan: no value; start: y_1 .. y_n, t */
    li_expr   *value, *exact;      /* the same exactly; NULL: no value */
    bool       starts;             /* there is a state, not all of whose numbers may be known */
} li_source;

extern const char *const li_group_word[LI_GROUPS];               /* "rates", "multipliers", ... */

li_status li_source_init (li_ctx *ctx, li_source *x, const li_source_options *o);
void      li_source_clear(li_ctx *ctx, li_source *x);
/* "1.5", "0.1", as few digits as read back to the same bits; "1.0"; `none` where there is no number */
void li_put_double(li_ctx *ctx, li_text *out, double x, const char *none);
/* What the state is: "9 numbers: 6 coordinates, then the velocities that the constraints leave" */
void li_source_count(li_ctx *ctx, li_text *out, const li_source *x);
/* y_i in words: "" or what a velocity is in the coordinates, "theta'" */
void      li_source_meaning(li_ctx *ctx, li_text *out, const li_source *x, size_t i);

#endif

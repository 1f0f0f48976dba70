/* json.h - what the files of this room that write JSON share
 *
 * jansson keeps the order of insertion. A reference to NULL is ignored by all of its functions, so a lack of memory
 * shows at the end: the sticky status is set where a value could not be made. */
#ifndef LI_EMIT_JSON_H
#define LI_EMIT_JSON_H

#include <jansson.h>

#include "law.h"

json_t *li_json_made(li_ctx *ctx, json_t *x);                  /* x; NULL is a lack of memory */
void    li_json_set(li_ctx *ctx, json_t *object, const char *key, json_t *value);
void    li_json_append(li_ctx *ctx, json_t *list, json_t *value);
json_t *li_json_expression(li_ctx *ctx, li_expr e);
json_t *li_json_number(li_ctx *ctx, const li_ball *x, int digits);         /* null where it is not known */
json_t *li_json_double(double x, int digits);                   /* null if it is none */
json_t *li_json_truth(li_truth x);
json_t *li_json_names(li_ctx *ctx, size_t n, const char *const *name);     /* lists */
json_t *li_json_symbols(li_ctx *ctx, size_t n, const li_expr *x);
json_t *li_json_expressions(li_ctx *ctx, size_t n, const li_expr *x);
json_t *li_json_numbers(li_ctx *ctx, size_t n, const li_ball *x, int digits);
/* "compatibility", "vanishes_at", "while" */
void    li_json_compatibility(li_ctx *ctx, json_t *object, const li_reactions *x);
/* The object as text, whole or not at all; they take it. */
void    li_json_put(li_ctx *ctx, li_text *out, json_t *object, size_t flags);
void    li_json_finish(li_ctx *ctx, li_text *out, json_t *object);         /* on lines of their own */

#endif

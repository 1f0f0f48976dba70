/* coframe.h - what the files of this room ask a coframe */
#ifndef LI_FORM_COFRAME_H
#define LI_FORM_COFRAME_H

#include "liaison/form.h"

/* Room for n Pfaff forms, their names copied, and m functions with their slots; dx, dtheta = 0. On failure c is empty.
 * LI_DOMAIN if an x is no symbol or stands there twice. */
li_status li_coframe_open(li_ctx *ctx, li_coframe *c, size_t n, const char *const *name, const char *const *dual, size_t m, const li_expr *x);
bool      li_coframe_is_chart(const li_coframe *c);
/* "x, y, z": the functions of a chart, else the Pfaff forms; long lists are cut */
void      li_coframe_describe(li_ctx *ctx, li_text *out, const li_coframe *c);

/* The coframe on which two operands live (NULL: constants). If they live on different ones, LI_DOMAIN with the words
 * "<v> on x, y, z; <w> on p, q". */
bool      li_coframe_shared(li_ctx *ctx, const li_coframe **c, const li_coframe *on_v, const li_coframe *on_w, const char *v, const char *w);
/* Was X made on a coframe? If not, LI_DOMAIN. */
bool      li_field_exists(li_ctx *ctx, const li_field *X);

/* Was w made on a coframe? If not, LI_DOMAIN: "<what>: ...". */
bool      li_form_has_coframe(li_ctx *ctx, const li_form *w, const char *what);

/* The functions x_j that f contains: their number, places and symbols, in two arrays to be dropped. */
typedef struct { size_t n; size_t *j; li_expr *x; } li_functions;
bool      li_functions_init (li_ctx *ctx, li_functions *s, const li_coframe *c, li_expr f);
void      li_functions_clear(li_ctx *ctx, li_functions *s);

#endif

/* draw.h - random coframes, forms, fields and maps */
#ifndef LI_FORM_TEST_DRAW_H
#define LI_FORM_TEST_DRAW_H

#include "../../core/test/harness.h"
#include "liaison/form.h"

enum { MOST = 7 };              /* coordinates of a drawn chart */

typedef struct { li_coframe chart, basis; li_expr x[MOST], B[MOST * MOST]; } li_space;

/* A function of the symbols x: small, often 0, 1 or one symbol; polynomials, sines and cosines */
li_expr   li_draw_function(li_ctx *ctx, li_rand *rng, size_t n, const li_expr *x);
/* A chart of n coordinates and a basis of Pfaff forms on it, whose B depends on the place. */
void      li_space_init(li_ctx *ctx, li_space *s, li_rand *rng, size_t n);
void      li_space_clear(li_ctx *ctx, li_space *s);
/* the chart or the basis */
const li_coframe *li_space_any(const li_space *s, li_rand *rng);
/* n by n, not singular; entries are functions of x */
void      li_draw_regular(li_ctx *ctx, li_rand *rng, li_expr *B, size_t n, const li_expr *x);
/* A form with a few terms; in `out`, which is initialised */
void      li_draw_form(li_ctx *ctx, li_rand *rng, li_form *out, const li_coframe *c, size_t degree);
void      li_draw_field(li_ctx *ctx, li_rand *rng, li_field *out, const li_coframe *c);

/* ---- many at once ---- */
void      li_forms_init (li_form *w, size_t n);
void      li_forms_clear(li_ctx *ctx, li_form *w, size_t n);
void      li_fields_init (li_field *X, size_t n);
void      li_fields_clear(li_ctx *ctx, li_field *X, size_t n);

/* ---- checks ---- */
const char *li_form_text(li_ctx *ctx, const li_form *w);           /* lives in the context */
const char *li_field_text(li_ctx *ctx, const li_field *X);
void      li_same_form(li_ctx *ctx, const li_form *v, const li_form *w, const char *what);
void      li_same_field(li_ctx *ctx, const li_field *X, const li_field *Y, const char *what);
void      li_same_function(li_ctx *ctx, li_expr f, li_expr g, const char *what);

#endif

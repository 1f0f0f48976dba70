/* draw.h - random expressions for the tests of this room */
#ifndef LI_EXPR_TEST_DRAW_H
#define LI_EXPR_TEST_DRAW_H

#include "liaison/expr.h"

enum { DRAW_SYMBOLS = 6 };

/* a, b (parameters), t, x, y (coordinates), x' */
void    draw_symbols(li_ctx *ctx, li_expr out[DRAW_SYMBOLS]);
/* a polynomial; any expression, with roots, functions, unknown functions and integrals */
li_expr draw_polynomial(li_ctx *ctx, li_rand *rng, int depth);
li_expr draw_any(li_ctx *ctx, li_rand *rng, int depth);
/* smooth where every symbol is in (0, 1): for values as doubles */
li_expr draw_smooth(li_ctx *ctx, li_rand *rng, int depth);

/* The value of a rational expression at point[i] for the i-th symbol; false: division by zero, or not rational. */
bool    rational_value(li_rational *out, li_ctx *ctx, li_expr e, const li_rational point[DRAW_SYMBOLS]);
double  double_value(li_ctx *ctx, li_expr e, const double point[DRAW_SYMBOLS]);
const char *text_of(li_ctx *ctx, li_expr e);         /* lives in the context */

#endif

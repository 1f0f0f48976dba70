/* state.h - random expressions and random states for the tests of this room; balls are the referee */
#ifndef LI_EXACT_TEST_STATE_H
#define LI_EXACT_TEST_STATE_H

#include "../../core/test/harness.h"
#include "liaison/exact.h"
#include "liaison/program.h"

enum { STATE_SYMBOLS = 5 };

li_expr     state_parse(li_ctx *ctx, const char *text);     /* names not met before are parameters */
const char *state_text(li_ctx *ctx, li_expr e);             /* lives in the context */
/* a, b (parameters), x, y (coordinates), x' (velocity) */
void        state_symbols(li_ctx *ctx, li_expr out[STATE_SYMBOLS]);

/* Rational in symbols and sines and cosines of combinations of angles; with `functions` all others too. */
li_expr     state_draw(li_ctx *ctx, li_rand *rng, int depth, bool functions);
li_expr     state_draw_polynomial(li_ctx *ctx, li_rand *rng, int depth);

/* n expressions at one random state: constants; false where they are not defined. */
bool        state_put(li_ctx *ctx, li_rand *rng, size_t n, li_expr *e);
/* e at a random state at which the assumptions hold: a constant expression, or NULL where it is not defined. */
li_expr     state_at(li_ctx *ctx, li_rand *rng, li_expr e);
/* Its certain sign, 2 if balls do not tell. */
int         state_sign(li_ctx *ctx, li_expr constant);
/* Is there, among some random states, one at which e is certainly not 0? */
bool        state_refutes(li_ctx *ctx, li_rand *rng, li_expr e);
/* Does the witness of d do so, and satisfy the assumptions? */
bool        state_is_witness(li_ctx *ctx, const li_decision *d, li_expr e);
/* Checks d, and that it is YES (NO); an UNKNOWN is counted and returns false. */
bool        state_check(li_ctx *ctx, li_rand *rng, li_expr e, li_truth expected);

#endif

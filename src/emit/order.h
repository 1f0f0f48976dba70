/* order.h - the order in which a person reads terms and factors; the one of li_expr_print */
#ifndef LI_EMIT_ORDER_H
#define LI_EMIT_ORDER_H

#include "liaison/expr.h"

/* All nodes of an expression, and for each its rank: the class of the last of its symbols, -1 for a constant. */
typedef struct {
    li_list      list;
    signed char *rank;
} li_order;

bool   li_order_init (li_ctx *ctx, li_order *o, li_expr e);      /* false: no memory */
void   li_order_clear(li_ctx *ctx, li_order *o);

typedef struct {
    li_expr e;
    int     power;               /* negative: below the bar */
    int     rank;
    bool    tangent;             /* e is sin(x) and stands for tan(x), or cos(x) for cot(x) */
} li_factor;

/* The factors of x, of which there are at most as many as arguments (1 if x is no product); how many. */
size_t li_order_factors(const li_order *o, li_factor *f, li_expr x);
/* The factor cos(x)^-k that makes with the factor i, sin(x)^k, a power of the tangent; the length if there is none. */
size_t li_order_tangent(li_expr e, size_t i);
/* The terms of a sum: at[0], at[1], ... are their numbers. False: no memory. */
bool   li_order_terms(li_ctx *ctx, const li_order *o, size_t *at, li_expr e);

#endif

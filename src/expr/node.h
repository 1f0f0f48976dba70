/* node.h - the node itself, for the files of this room */
#ifndef LI_EXPR_NODE_H
#define LI_EXPR_NODE_H

#include "liaison/expr.h"

enum { LI_FLAT = 16 };          /* the longest product that is flattened into another */

struct li_node {
    li_kind kind;
    uint32_t id;
    uint32_t len;               /* arguments */
    int32_t order;              /* ROOT: its n; FUN: order of derivative; INT: depth; SYM: class */
    uint64_t hash;
    const char *name;           /* SYM, FUN */
    li_rational c;              /* NUM: value; SUM: constant */
    const li_expr *arg;
    const li_rational *coef;    /* SUM */
    const int32_t *power;       /* MON */
    uint32_t mark, slot;        /* scratch of li_list: the epoch that met this node, and its place */
};

/* The node equal to `key`, made if it is new. The key and its arrays stay the caller's: a new node copies them. */
li_expr li_expr_intern(li_ctx *ctx, struct li_node *key);
/* A number that no node's mark carries yet. */
uint32_t li_expr_epoch(li_ctx *ctx);

/* The derivations that the context owns, a linked list; they are cleared with the nodes. */
li_derivation **li_expr_derivations(li_ctx *ctx);
void li_derivation_clear_all(li_ctx *ctx, li_derivation *D);
/* is it c*x with a number c: one-term sum without constant */
bool li_expr_is_scaled(li_expr e);

#endif

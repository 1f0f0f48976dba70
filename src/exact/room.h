/* room.h - what this room keeps in the context: assumptions, the budget, canonical forms met so far */
#ifndef LI_EXACT_ROOM_H
#define LI_EXACT_ROOM_H

#include "liaison/exact.h"

enum { MAX_FACTS = 32 };

struct room {
    size_t assumptions, cap;
    li_expr *assumed;
    li_sign *sign;
    uint64_t budget;           /* of one question, in terms */
    int depth;                 /* questions inside questions: arguments, radicands */
    uint64_t work;             /* done for canonical forms in this question, in nodes and terms */
    li_expr *canonical;        /* by id; NULL: not met yet */
    size_t canonical_cap;
    unsigned char *signs;      /* by id: what is known of the node's sign, 0: not asked yet */
    size_t signs_cap;
    size_t facts;              /* what the question itself tells: log(a) stands in it, so a > 0 */
    li_expr fact[MAX_FACTS];
    int fact_signs[MAX_FACTS];
};

enum { MAX_DEPTH = 6 };        /* radicands inside radicands, functions of functions */

struct room *li_exact_room(li_ctx *ctx);                 /* NULL without memory */

/* Every question about some expressions goes this way: work(arg) under a guard, with what their domain tells
 * of signs. Where it met something undefined or a limit, that status is returned and the context is clean. */
li_status li_exact_ask(li_ctx *ctx, size_t n, const li_expr *e, void (*work)(void *arg), void *arg);
/* Counts work on canonical forms; false past the budget: then a form stays as it is. */
bool li_exact_afford(struct room *r, uint64_t terms);

/* The possible signs of a value, as a set. */
enum { NEGATIVE = 1, ZERO = 2, POSITIVE = 4, ANY = 7 };
int li_exact_signs(li_ctx *ctx, li_expr e);
int li_exact_plain_signs(li_ctx *ctx, li_expr e);        /* the same by its own form alone */
int li_exact_add_signs(int a, int b);                    /* of a + b */
int li_exact_scale_signs(int s, int sign);               /* of c a, sign that of the number c */
int li_exact_combined_signs(li_ctx *ctx, li_expr e);     /* conclusion.c: of a sum, from sums of assumptions */

/* ---- canonical.c ---- */
/* e with the arguments of functions in a form of their own: angles and exponents expanded, roots split
 * over factors of known sign, min, max, sign and hyperbolic functions written with |.| and exp. Equal to
 * e wherever e is defined. */
li_expr li_exact_canonical(li_ctx *ctx, li_expr e);

bool li_exact_is_polynomial(li_ctx *ctx, li_expr e);     /* in symbols, on paper */

/* (sin, cos) of an angle, added and multiplied */
struct turn { li_expr S, C; };
struct turn li_turn_none(li_ctx *ctx);
struct turn li_turn_add(li_ctx *ctx, struct turn a, struct turn b);
struct turn li_turn_multiply(li_ctx *ctx, struct turn a, int64_t k);

/* ---- rank.c ---- true only when certain */
bool li_exact_has_full_rank(li_ctx *ctx, size_t rows, size_t columns, const li_expr *A);

/* ---- letters.c ---- in n expressions letters take the place of roots and absolute values (those of known sign are
 * written out); how many: 0, none had to */
size_t li_exact_letters(li_ctx *ctx, size_t n, li_expr *e, li_expr **root, li_expr **letter);

/* ---- root.c ---- of canonical arguments */
li_expr li_exact_root(li_ctx *ctx, li_expr a, int n);
li_expr li_exact_abs(li_ctx *ctx, li_expr a);
li_expr li_exact_log(li_ctx *ctx, li_expr a);

#endif

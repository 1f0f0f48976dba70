/* enclosure.h - a set that certainly contains the state, and how it moves in a step
 *
 *     y(t) in m + S Z,    m exact numbers, S an exact matrix, nearly orthogonal, Z intervals around 0
 *
 * A box B holds all motions on [t, t + h] that start in Y0, the box around m + S Z, if
 *
 *     sum_(k < q) y_k(Y0) [0, h]^k + y_q(B) [0, h]^q   lies inside B,
 *
 * y_k(.) being coefficient k of the Taylor series of the motion, evaluated over balls. Then for 0 <= s <= h, by the remainder of
 * Lagrange and the mean value theorem,
 *
 *     y(t + s)   in  sum_(k < p) y_k(m) s^k + y_p(B) s^p + A(s) S Z
 *     A(s)       =   sum_(k < q) V_k(Y0) s^k + V_q(B) s^q,       V' = J V, V(0) = 1, J = df/dy
 *
 * The middle is computed with `bits` bits; what multiplies Z needs few. After the step S is the orthogonal factor of A S, whose
 * columns are taken by the size of the intervals that they carry: so the set turns with the motion and is not wrapped again.
 * Nothing here is decided by numbers with errors of rounding: they only propose h, B and S. */
#ifndef LI_FLOW_ENCLOSURE_H
#define LI_FLOW_ENCLOSURE_H

#include "system.h"

/* Why there is no step. VALUE: the field or a derivative is not certainly finite nearby; BOX: no box holds its motions; WATCH: a watched
 * function may change its sign; LOST: the set is too large for its numbers. */
typedef enum { LI_ENCLOSED, LI_NO_VALUE, LI_NO_BOX, LI_WATCH_THERE, LI_SET_LOST } li_enclosed;

typedef struct {
    li_ctx  *ctx;
    const li_flow *F;
    size_t   n, p, q;
    long     bits;
    li_rational time;              /* since the start, exactly */
    li_ball *t0, *parameter;       /* one; F->params */
    li_ball *m, *S, *Z;            /* n; n by n; n */
    /* the step */
    double   h, reach;             /* its length; 0 <= s <= reach is enclosed, a little more than h */
    double   trust, longest;       /* the part of a proposed step that came out last; the longest proposal */
    size_t   watch;                /* WATCH: which */
    li_jet_balls middle, around, box, box_jacobian;
    li_ball *c, *rest;             /* y_k(m), k < p, and y_p(B) */
    li_ball *near, *J, *V, *spread;/* y_k(Y0), k <= q; J_k, V_k over Y0, k < q; one: |V_q(B)| h^q <= spread 2^(w_i - w_j) in every entry */
    li_ball *hull, *margin, *B;    /* n + 1 each: of the polynomial; how much wider B is; B */
    /* room */
    li_ball *x, *power;            /* 8; max(p, q) + 1: h^k */
    li_ball *f, *A, *C, *y;        /* 2 q + 1; n by n, twice; n + 1 */
    double  *number;               /* 3 n by n + 2 n */
    size_t  *order;                /* n */
    double  *weight;               /* n: w */
} li_enclosure;

/* Series of p terms, `bits` bits. The flow has its Jacobian. */
li_status li_enclosure_init (li_ctx *ctx, li_enclosure *E, const li_flow *F, size_t p, long bits);
void      li_enclosure_clear(li_ctx *ctx, li_enclosure *E);
/* The set at the start: any balls. Again: from the beginning. */
void        li_enclosure_start(li_enclosure *E, const li_ball *y, const li_ball *t);
/* Finds h <= longest, and all that is needed to look at 0 <= s <= reach. */
li_enclosed li_enclosure_step(li_enclosure *E, double longest);
/* y(t + s), s certainly in [0, reach]; NULL: y(t). */
void        li_enclosure_at  (li_enclosure *E, li_ball *y, const li_ball *s);
/* The set at t + h is the set from here on. */
li_enclosed li_enclosure_move(li_enclosure *E);

li_ball *li_balls_new (li_ctx *ctx, size_t count);
void     li_balls_drop(li_ctx *ctx, li_ball *x, size_t count);

/* out = an exact h */
void     li_rational_of_double(li_rational *out, double h);

#endif

/* frame.h - velocities in which a form is written, and the reduction by constraints
 *
 * w_1 .. w_k are independent, w_(k+1) .. w_(k+p) dependent: w_(k+i) = phi_i(t, q, w_1 .. w_k), d_alpha,i =
 * dphi_i/dw_alpha. They are the velocities q' (then phi and d are the phi_i and c_alpha,i of the theory) or the
 * quasi-velocities (psi_i and d_alpha,i). q'_r = sum_j A[r][j] w_j + c_r in either case. Where constraints are not linear
 * in w, c_alpha,i is dphi_i/dw_alpha (Chetaev's rule), and where they cannot be solved for w_(k+i) it stands for phi_i itself.
 * Everything lives in the context.                                                 [tzenoff 1, 2, 5] */
#ifndef LI_MOTION_FRAME_H
#define LI_MOTION_FRAME_H

#include "equations.h"

typedef struct {
    li_ctx  *ctx;
    const li_motion *S;
    bool     quasi;
    size_t   n, k, p;
    li_expr *w, *rate;             /* w_j and w'_j */
    li_expr *A, *c;                /* n by n, n */
    li_expr *velocity;             /* q'_r = sum_j A[r][j] w_j + c_r */
    bool     linear;               /* the constraints are linear in w */
    bool     implicit;             /* they cannot be solved for w_(k+i): phi_i is w_(k+i), known by its derivatives */
    li_expr *relation;             /* p: the constraints in w */
    li_expr *phi, *d;              /* p; k by p */
    li_expr *phi_q, *phi_t;        /* p by n: dphi_i/dq_r; dphi_i/dt */
    li_expr *phi_rate;             /* D_c phi_i */
    li_expr  T0;                   /* of (t, q, w) */
    li_expr *P;                    /* force of w_j, constraints ignored: sum_r A[r][j] Q_r, in w */
    li_derivation *D, *Dc;         /* d/dt with every w free; on the constraints, in w_1 .. w_k */
} li_frame;

/* For q' or for the quasi-velocities. */
li_status li_frame_open(li_ctx *ctx, li_frame *f, const li_motion *S, bool quasi);
li_status li_frame_load(li_frame *f);                               /* T0 and the forces P */
/* Both, for ideal constraints. LI_INPUT with words where such a form does not apply. */
li_status li_frame_init(li_ctx *ctx, li_frame *f, const li_motion *S, bool quasi);

/* With the constraints left out, whatever their reactions. */
li_status li_frame_free(li_ctx *ctx, li_frame *f, const li_motion *S, bool quasi);
/* To look at functions, which do not depend on the reactions: whatever their directions, and where the dependent velocities that
 * were asked for are not velocities of this frame, with its own. */
li_status li_frame_view(li_ctx *ctx, li_frame *f, const li_motion *S, bool quasi);

li_expr li_frame_reduce(const li_frame *f, li_expr e);              /* [e]: phi and its rate for the dependent ones */
li_expr li_frame_ddt   (const li_frame *f, li_expr e);              /* D_c e, for e without dependent velocities */
li_expr li_frame_force (const li_frame *f, size_t alpha);           /* P_alpha + sum_i d_alpha,i P_(k+i), reduced */
/* de/dw_a (a = 1..k) and de/dq_r (r = 1..n) of a reduced function, its dependent velocities being functions of both */
void    li_frame_by_w  (const li_frame *f, li_expr *out, li_expr e);
void    li_frame_by_q  (const li_frame *f, li_expr *out, li_expr e);
li_expr li_frame_in_w  (const li_frame *f, li_expr e);              /* q' replaced */
/* sum_r A[r][alpha] x_r */
li_expr li_frame_project(const li_frame *f, const li_expr *x, size_t alpha);

/* ---- relations.c ---- */
/* where a = c x + ..., c a number; where it is linear in x; there, or in x^2; only there */
typedef enum { LI_USE_PLAINLY, LI_USE_LINEARLY, LI_USE_ALL, LI_USE_SQUARES } li_use;
void    li_reading_put(li_reading *X, li_expr from, li_expr to);
/* Uses a = 0 for one of the x; false if it determines none of them so simply. */
bool    li_reading_use(li_ctx *ctx, li_reading *X, li_use way, li_expr a, size_t n, const li_expr *x);

/* ---- choice.c ----
 * best: p of the n columns of D (p rows), ascending, with a determinant that is not 0. Those with the least sum of burdens
 * (NULL: all 0) come first, then those with the simplest determinant, a number rather than a function, so that what is
 * solved for by them is short and defined everywhere; then the first ones, or the `last`. LI_NO: all determinants are 0. */
li_truth li_choose_columns(li_ctx *ctx, size_t *best, size_t p, size_t n, const li_expr *D, const size_t *burden, bool last);
void li_take_columns(li_expr *out, size_t rows, size_t n, const li_expr *D, size_t count, const size_t *column);
/* The first choice for numbers: among the least burdens what is best conditioned; D is used up. */
bool li_choose_pivots(li_ctx *ctx, size_t *best, size_t p, size_t n, double *D, const size_t *burden);

/* ---- dependence.c ---- */
li_status li_frame_depend(li_frame *f);                             /* k, p, the order of w, phi and its derivatives */
/* LI_INPUT with words if the constraints are not linear in the velocities, as the form needs */
li_status li_frame_needs_linear(const li_frame *f, const char *form);

/* ---- curvature.c ---- */
li_expr li_frame_along(const li_frame *f, li_expr e, size_t a);     /* de/dq_a + sum_m c_am de/dq_(k+m) */
li_expr li_frame_curvature(const li_frame *f, size_t i, size_t a);  /* sum_j A^i_aj q'_j + A^i_a */

/* ---- functions.c ---- */
li_expr   li_frame_T (const li_frame *f);                           /* T = [T0] */
void      li_frame_T1(const li_frame *f, li_expr *by_q, li_expr *by_w);   /* dT1/dq_r, r = 1..n; dT1/dw_a, a = 1..k (arrays of n) */
li_expr   li_frame_S0(const li_frame *f);                           /* S0(t, q, w, w'), from T0  [tzenoff 2.4] */
void      li_frame_S1(const li_frame *f, li_expr *by_rate);         /* dS1/dw'_a, a = 1..k */
li_status li_frame_G (const li_frame *f, li_expr *G);               /* G_mu,r, n by n  [tzenoff 3 (16)]; 0 for q' */
li_status li_frame_K (const li_frame *f, li_expr *K);               /* K_1 .. K_n  [tzenoff 3 (16)]; 0 for q' */
li_expr   li_frame_C (const li_frame *f, size_t a);                 /* the complementary term, velocities q' */
li_expr   li_frame_H (const li_frame *f);

/* ---- canonical.c ---- */
typedef struct {
    li_expr *p, *rate;             /* p_theta and p_theta', k of each */
    li_expr *w;                    /* q'_a as functions of (t, q, p) */
    li_expr  K, H;                 /* of (t, q, p); H = K + V, set by the form where all forces come from V, else NULL */
} li_momenta;
li_status li_frame_momenta(const li_frame *f, li_momenta *m);       /* linear constraints, velocities q' */

/* ---- hamilton.c ----
 * A variation: dp_a (the dq_a of velocities q') for a = 1..k are symbols delta_NAME, with their rates delta_NAME'; those of the
 * dependent velocities follow (`free`: they are symbols too), and dq and dw.                        [tzenoff 7] */
typedef struct { li_expr *dp, *rate, *dq, *dw; } li_variation;
li_status li_frame_vary(const li_frame *f, li_variation *d, bool free);
/* The integrands (21), (23), (24) of Hamilton's principle; without constraints only the first */
enum { LI_INTEGRANDS = 3 };
size_t    li_frame_integrands(const li_frame *f, const li_variation *d, li_expr *out);

/* ---- named.c ---- */
/* T1 as a function: T0 of the dependent velocities only, all else frozen; not `reduced`: T1^0, phi not put in  [tzenoff 2.3] */
li_expr li_frame_frozen_T0(const li_frame *f, bool reduced);
/* The functions that a form used, for people: their names with blanks between ("T0 S1 K"). */
void li_frame_show(const li_frame *f, li_equations *out, const char *names, bool simplify);

/* What completes equations in w_1 .. w_k: the constraints that stay implicit; then q' in the independent velocities. */
void li_frame_relations(const li_frame *f, li_equations *out, bool simplify);
/* The equations `left_alpha = force_alpha`, the constraints and q' in the independent velocities. */
li_status li_frame_equations(const li_frame *f, li_equations *out, const char *form, const char *title, const li_expr *left, bool simplify);

#endif

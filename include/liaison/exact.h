/* exact.h - questions decided by exact algebra
 *
 * An expression is read as an element of a field: rational functions over Q in generators, one for every
 * symbol, unknown function value, (sin, cos) pair of a basis of the angles present, exponential, logarithm
 * and root, modulo the relations s^2 = 1 - c^2 and g^n = radicand. An element whose normal form is 0 is 0
 * wherever it is defined: that answer is certain. An expression is *not* zero only when a real state is
 * known at which balls certify it. What is neither is LI_UNKNOWN. Where log(a) or a root of a stands in the
 * question, a > 0 or a >= 0 is used in it.
 *
 * Work is counted, not timed: every product and gcd is weighed before it is done, and when the sum would
 * pass the budget the question ends cleanly, undecided. */
#ifndef LIAISON_EXACT_H
#define LIAISON_EXACT_H

#include "liaison/expr.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what is known of signs ---- */
typedef enum { LI_POSITIVE, LI_NONNEGATIVE, LI_NONZERO } li_sign;

/* From now on e > 0 (>= 0, != 0) in this context. */
li_status li_exact_assume(li_ctx *ctx, li_expr e, li_sign sign);
size_t    li_exact_assumptions(li_ctx *ctx, const li_expr **e, const li_sign **sign);
/* Of a product that is assumed >= 0 or > 0, the factors whose sum has a known sign: 1 - z^2 > 0 says 1 - z > 0 and 1 + z > 0. */
void      li_exact_conclude(li_ctx *ctx);
/* Only the first n of them stay: the others held for a while. */
void      li_exact_recant(li_ctx *ctx, size_t n);
/* The sign of e wherever it is defined: -1, 0, +1 where known for all states, else 2. */
int       li_exact_sign(li_ctx *ctx, li_expr e);
bool      li_exact_is_nonnegative(li_ctx *ctx, li_expr e);        /* is it known to be >= 0, on paper */

/* Terms handled by one question (default 10 000 000). */
void      li_exact_budget(li_ctx *ctx, uint64_t terms);

/* ---- is it zero ---- */
typedef enum { LI_BY_NOTHING, LI_BY_ALGEBRA, LI_BY_RESIDUES, LI_BY_STATE } li_how;

typedef struct {
    li_truth zero;
    li_how   how;              /* YES by algebra, NO by a state; residues: UNKNOWN, but 0 up to `bits` */
    double   bits;             /* residues: the error probability is below 2^-bits */
    size_t   n;                /* the state that refutes: x_i = value_i, numbers; f(x) = polynomial for unknown functions */
    li_expr *x, *value;        /* live in the context */
    li_expr  difference;       /* value of e at that state if it is exact, else NULL */
} li_decision;

void      li_exact_decide(li_ctx *ctx, li_decision *d, li_expr e);
li_truth  li_exact_is_zero(li_ctx *ctx, li_expr e);
li_truth  li_exact_equal(li_ctx *ctx, li_expr a, li_expr b);
/* Is e = 0 at every point of GF(p) tried? NO is a hint only (branches of roots), YES up to 2^-bits; with roots
 * or absolute values bits is 0, and YES a hint as well. */
li_truth  li_exact_residue(li_ctx *ctx, li_expr e, double *bits);
/* The same where the symbols z are the solution of K z = b (n by n), which is not written out. */
li_truth  li_exact_residue_where(li_ctx *ctx, li_expr e, size_t n, const li_expr *K, const li_expr *b, const li_expr *z, double *bits);

/* ---- forms ---- equal to e wherever both are defined; past the budget e comes back as it is */
li_expr   li_exact_normal(li_ctx *ctx, li_expr e);       /* the proof form: one fraction */
size_t    li_exact_cost(li_ctx *ctx, li_expr e);          /* what e costs to read: leaves and operations of its text */
li_expr   li_exact_simplify(li_ctx *ctx, li_expr e);     /* for people: the shortest of several forms */
li_expr   li_exact_factor(li_ctx *ctx, li_expr e);       /* as a product: numerator and denominator in factors */
/* e simplified, collected by the symbols of class `from` and up (velocities, accelerations ...) */
li_expr   li_exact_collect(li_ctx *ctx, li_expr e, li_class from);
/* The product of the factors of e that can vanish at a state, each once; NULL: there are none */
li_expr   li_exact_vanishing(li_ctx *ctx, li_expr e);
/* left = right for people: collected as before, fractions cleared, common factors taken out; the
 * accelerations and velocities stand left, most accelerations positive, what is free of them right. False past
 * the budget: left = e, right = 0 */
bool      li_exact_equation(li_ctx *ctx, li_expr *left, li_expr *right, li_expr e);

/* ---- dependence on some symbols ---- */
/* e = constant + sum coef_i x_i ?  YES fills coef (n) and constant; NO if certainly not affine */
li_truth  li_exact_affine(li_ctx *ctx, li_expr e, size_t n, const li_expr *x, li_expr *coef, li_expr *constant);
/* e = (sum_k coef_k x^k)/denominator, k <= degree, coef free of x (an array of the context); LI_DOMAIN (returned,
 * not kept) if e is not rational in x on paper, LI_BUDGET past the budget */
li_status li_exact_numerator(li_ctx *ctx, li_expr e, li_expr x, size_t *degree, li_expr **coef);
/* The distinct factors of the numerator of e, numbers left out: e = 0 where one of them is. Returned, not kept: LI_BUDGET if it
 * could not be factored, or if e is 0. */
li_status li_exact_factors(li_ctx *ctx, li_expr e, size_t *len, li_expr **factor);
/* Do the x stand in e outside all functions only? Then e is a rational function of them. */
bool      li_exact_is_rational(li_ctx *ctx, li_expr e, size_t n, const li_expr *x);
/* does e depend on x at all */
li_truth  li_exact_depends(li_ctx *ctx, li_expr e, li_expr x);

/* ---- integrals ---- F with dF/dx = f, if one of simple kinds is found; NULL: none was found. x is a symbol */
li_expr   li_exact_antiderivative(li_ctx *ctx, li_expr f, li_expr x);

/* ---- linear algebra, matrices row by row ----
 * LI_UNDECIDED if a pivot cannot be told from 0 or an entry is nowhere defined; LI_BUDGET past the budget.
 * Both are returned, not kept. */
/* The generic rank, and which rows and columns carry it (arrays of m and n, may be NULL) */
li_status li_exact_rank(li_ctx *ctx, size_t *rank, size_t m, size_t n, const li_expr *A, bool *row, bool *column);
/* e is of degree at most 2 in the x: has d2e/dx_i dx_j full rank? True only when certain; cheap. */
bool      li_exact_is_regular(li_ctx *ctx, li_expr e, size_t n, const li_expr *x);
li_status li_exact_det(li_ctx *ctx, li_expr *det, size_t n, const li_expr *A);
/* X (n by k) with A X = B; LI_SINGULAR if A is singular */
li_status li_exact_solve(li_ctx *ctx, li_expr *X, size_t n, const li_expr *A, size_t k, const li_expr *B);
/* The same with nothing expanded; LI_UNDECIDED where no pivot can be told from 0 */
li_status li_exact_solve_unexpanded(li_ctx *ctx, li_expr *X, size_t n, const li_expr *A, size_t k, const li_expr *B);

/* ---- numbers ---- a constant expression: its sign, exactly: -1, 0, 1; 2 when it could not be decided */
int       li_exact_constant_sign(li_ctx *ctx, li_expr e);

#ifdef __cplusplus
}
#endif
#endif

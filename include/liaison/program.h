/* program.h - straight-line programs: expressions lowered once, run over many kinds of numbers
 *
 * A program computes outputs from inputs. Its text is a list of instructions in static single
 * assignment, each shared subexpression once; the instructions that depend on parameters only stand in
 * front (the prologue) and are run when parameters change, the others (the body) at every step. A linear
 * system is one instruction: its unknowns are symbols that later expressions may use, so no inverse is
 * ever written out.
 *
 *     li_program P;
 *     li_program_init(ctx, &P, np, parameter, nv, variable);
 *     li_program_solve(ctx, &P, LI_LDL, n, M, F, a);          a_1 .. a_n are symbols from here on
 *     li_program_finish(ctx, &P, count, output);
 *     ... runs ...
 *     li_program_clear(ctx, &P);
 *
 * The same text runs over numbers of different kinds, one file of src/program each: GF(2^61-1)
 * (modular.c), double (real.c), 16 or 32 doubles at once (lanes.c), balls of any precision (ball.c), complex
 * balls (complex.c), power series over doubles, lanes and balls (jet.c, jet-lanes.c, jet-ball.c); and it can be
 * written as C (c.c). A domain that does not know an instruction fails; it never guesses. A run takes its workspace at setup; a step
 * allocates nothing (but the digits of balls). The parameters are given before the first step (a program
 * without parameters needs no call); what went wrong in the prologue is `ready`, and every step returns it. */
#ifndef LIAISON_PROGRAM_H
#define LIAISON_PROGRAM_H

#include "liaison/expr.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a linear system A x = b is solved: LDL^T without pivoting for a symmetric positive definite A, LU with partial pivoting
 * otherwise. SADDLE: A is [M B^T; B 0] with M positive definite and B of full rank, rows in any order; the rows of B are those
 * whose diagonal entry is the number 0. Of LDL and SADDLE only the lower triangle is read, and they are sparse where that is
 * quicker, the entries that are the number 0 being left out: then the order of elimination is chosen once, and pivots are not
 * (a pivot that is nothing but rounding: LI_SINGULAR; one that has lost digits: doubles are refined). A chain or a tree of n bodies costs O(n). */
typedef enum { LI_LDL, LI_LU, LI_SADDLE } li_solver;

typedef struct li_code li_code;      /* src/program/code.h */
typedef struct { li_code *code; } li_program;

/* Inputs are symbols, or f(x) nodes of unknown functions whose values are supplied. */
li_status li_program_init(li_ctx *ctx, li_program *P, size_t np, const li_expr *parameter, size_t nv, const li_expr *variable);
/* From here on the symbols x are the solution of A x = b, A row by row. */
li_status li_program_solve(li_ctx *ctx, li_program *P, li_solver solver, size_t n, const li_expr *A, const li_expr *b, const li_expr *x);
/* The outputs. A symbol that is neither input nor solved for: LI_ABSENT, and the message names it. */
li_status li_program_finish(li_ctx *ctx, li_program *P, size_t n, const li_expr *out);
void      li_program_clear(li_ctx *ctx, li_program *P);

size_t    li_program_operations(const li_program *P);            /* of the body */
size_t    li_program_work(const li_program *P);                  /* the same, functions counted as 4, about what they cost in doubles and series */
size_t    li_program_prologue(const li_program *P);              /* hoisted operations */
void      li_program_print(li_ctx *ctx, li_text *out, const li_program *P);   /* for people who debug */

/* ---- over GF(p), p = 2^61 - 1 ----
 * Rational operations, solves and roots (LI_UNDECIDED when the radicand is no residue: try other inputs);
 * nothing transcendental: the room exact replaces sin and cos by independent values first. */
#define LI_MODULUS ((UINT64_C(1) << 61) - 1)

typedef struct { const li_code *code; uint64_t *value; li_status ready; } li_modular;

li_status li_modular_init(li_ctx *ctx, li_modular *run, const li_program *P);
void      li_modular_clear(li_ctx *ctx, li_modular *run);
/* LI_SINGULAR on a division by zero or a singular system; such a status is returned, not kept */
li_status li_modular_parameters(li_modular *run, const uint64_t *parameter);
li_status li_modular_step(li_modular *run, const uint64_t *variable, uint64_t *out);
uint64_t  li_modular_mul(uint64_t a, uint64_t b);
uint64_t  li_modular_inverse(uint64_t a);                        /* a != 0 */
uint64_t  li_modular_random(li_rand *rng);

/* ---- over doubles ---- IEEE semantics: a domain error gives nan; LI_SINGULAR from a solve */
typedef struct { const li_code *code; double *value; li_status ready; } li_real;

li_status li_real_init(li_ctx *ctx, li_real *run, const li_program *P);
void      li_real_clear(li_ctx *ctx, li_real *run);
li_status li_real_parameters(li_real *run, const double *parameter);
li_status li_real_step(li_real *run, const double *variable, double *out);

/* ---- over lanes ---- 16 or 32 doubles at once, for ensembles: SIMD across trajectories
 * Number i of lane l stands at [i * width + l]; each lane has its own parameters. Lanes do not see each other: a domain
 * error gives nan, a singular system nan and its bit in `singular`, in that lane only; the status of a step is LI_OK. The
 * vector instructions are chosen at setup (SSE2, AVX2 with FMA, AVX-512); products and sums are contracted where the
 * machine can, so the last bits may differ from those of li_real. */
typedef struct {
    const li_code *code;
    const void *kernel;
    double *value, *one;
    size_t width;
    uint32_t singular, never;    /* lanes of the last step; of the prologue */
    li_status ready;
} li_lanes;

li_status li_lanes_init(li_ctx *ctx, li_lanes *run, const li_program *P, size_t width);
void      li_lanes_clear(li_ctx *ctx, li_lanes *run);
li_status li_lanes_parameters(li_lanes *run, const double *parameter);
li_status li_lanes_step(li_lanes *run, const double *variable, double *out);

/* Series in eight lanes, coefficient k of lane l at c[k stride + l], with the vector instructions of a run:
 * c_1 h + ... + c_order h^order, and c_1 + 2 c_2 h + ... */
void      li_lanes_series(const li_lanes *run, size_t order, const double *c, size_t stride, const double *h, double *sum, double *slope);
/* size[8 j + l] becomes |c_(order-j)| by[l] where that is more, j < count; and nan where that is none, for good */
void      li_lanes_sizes (const li_lanes *run, size_t order, size_t count, const double *c, size_t stride, const double *by, double *size);

/* ---- power series: jets ----
 * Every number is a truncated series x_0 + x_1 t + ... + x_order t^order (x_k = x^(k)(0)/k!). A run computes them order
 * by order, coefficient k of all outputs from the coefficients 0 .. k of the variables, at a cost of O(k) a product: so
 * the Taylor series of a motion x' = f(x) is
 *
 *     x_0 given;  for k = 0, 1, ...:  li_jet_step_order(run, k);  li_jet_advance(run, k), that is x_(k+1) = f_k / (k + 1)
 *
 * with x_k in li_jet_variable(run, i)[k] and f_k in li_jet_output(run, i)[k]. A linear system is factored at order 0,
 * once: A_0 x_k = b_k - sum A_j x_(k-j). abs, sign, min, max follow their value at order 0; where that does not decide
 * (abs at 0) the higher coefficients are nan and `smooth` is false. An integral needs an integrand that only parameters
 * and its own variable enter, else LI_DOMAIN from the setup. Step 0 first, then 1, 2, ... (else LI_DOMAIN). After a setup
 * that failed there are no coefficients to point at. */
typedef struct { void *jet; size_t order; li_status ready; } li_jet;

li_status     li_jet_init(li_ctx *ctx, li_jet *run, const li_program *P, size_t order);
void          li_jet_clear(li_ctx *ctx, li_jet *run);
li_status     li_jet_parameters(li_jet *run, const double *parameter);
li_status     li_jet_step_order(li_jet *run, size_t k);
double       *li_jet_variable(const li_jet *run, size_t i);      /* coefficients 0 .. order; the caller writes them */
const double *li_jet_output(const li_jet *run, size_t i);
void          li_jet_advance(li_jet *run, size_t k);             /* for as many variables as there are outputs */
bool          li_jet_smooth(const li_jet *run);

/* Series of 16 lanes: coefficient k of lane l at [k * 16 + l]. */
typedef struct { const li_code *code; const void *kernel; void *jet; size_t order; li_status ready; } li_jet_lanes;

li_status     li_jet_lanes_init(li_ctx *ctx, li_jet_lanes *run, const li_program *P, size_t order);
void          li_jet_lanes_clear(li_ctx *ctx, li_jet_lanes *run);
li_status     li_jet_lanes_parameters(li_jet_lanes *run, const double *parameter);
li_status     li_jet_lanes_step_order(li_jet_lanes *run, size_t k);
double       *li_jet_lanes_variable(const li_jet_lanes *run, size_t i);
const double *li_jet_lanes_output(const li_jet_lanes *run, size_t i);
void          li_jet_lanes_advance(li_jet_lanes *run, size_t k);
bool          li_jet_lanes_smooth(const li_jet_lanes *run);      /* in every lane */
uint32_t      li_jet_lanes_singular(const li_jet_lanes *run);    /* a bit for each lane */

/* ---- C text ----
 * The program as functions that need <math.h> and nothing else, clean under -Wall -Wextra:
 *
 *     void NAME_prepare(const double *parameter, double *prepared);      the prologue; NAME_PREPARED numbers
 *     void NAME_step(const double *prepared, const double *variable, double *out);
 *     void NAME(const double *parameter, const double *variable, double *out);       both
 *     void NAME_jacobian(...)     as NAME_step, if there are more outputs than `values`: all of them
 *     void NAME_lanes(...)        as NAME_step, if wanted: eight at once, number i of lane l at [8 i + l] (GCC, Clang)
 *
 * Compiled without contraction they give the doubles of li_real_step to the last bit (the lanes: but for sine and
 * cosine, within two units of the last place). A singular system leaves nan. Long programs are cut into functions of
 * about 2000 operations; a solve with at most 12 unknowns is written out, a sparse one with at most 20 000 operations (2000 beside a series).
 *
 * A part of a larger text (`local`): all of it static, without NAME, NAME_jacobian, what only declares, and NAME_step if `values` is 0. A view is one more function,
 * NAME_VIEW(prepared, variable, out), that computes `count` outputs from number `first` on. */
typedef struct { const char *name; size_t first, count; } li_c_view;
typedef struct {
    const char *name;
    size_t values;               /* outputs of NAME_step, the others being derivatives; 0: all */
    bool lanes;
    size_t order;                /* of the longest series; 0: none */
    bool local;
    size_t views;
    const li_c_view *view;
} li_c_options;

li_status li_program_c(li_ctx *ctx, li_text *out, const li_program *P, const li_c_options *options);

/* ---- Python text, JSON ----
 * Python: NAME_prepare(p), the parameters and what depends on them alone, and for each view NAME_VIEW(p, x), a list of its outputs, of numbers
 * or of arrays; NumPy as np. Values are those of C but for the last bits.
 *
 * JSON: {"constants":["1/2",...],"parameters":N,"variables":N,"registers":N,"prologue":N,"instructions":[{"op":"+","out":R,"results":N,
 * "in":[R,...]},...],"outputs":[R,...]}: registers are numbered constants, parameters, variables, then results in the order of the
 * instructions, `results` of them from `out` on. op is one of + - * fma (c + a b) fnma (c - a b) neg inv root ("degree") pi sincos sinhcosh
 * tanh exp log asin acos atan atan2 abs sign min max, solve ("size" n: n n entries of A row by row, then b; "symmetric") and integral
 * ("integrand", a program of one variable whose parameters are the operands after the upper and the lower limit). */
li_status li_program_python(li_ctx *ctx, li_text *out, const li_program *P, const char *name, size_t views, const li_c_view *view);
li_status li_program_json  (li_ctx *ctx, li_text *out, const li_program *P);

/* ---- balls: midpoint and radius, any precision ----
 * A ball contains the number it stands for. Signs are certified: UNKNOWN when the ball is too wide. */
typedef struct { void *arb; } li_ball;

li_status li_ball_init(li_ctx *ctx, li_ball *x);                 /* 0 */
void      li_ball_clear(li_ball *x);
void      li_ball_set(li_ball *x, const li_ball *y);
void      li_ball_set_rational(li_ball *x, const li_rational *c, long bits);
void      li_ball_set_double(li_ball *x, double c);                /* exactly */
void      li_ball_middle(li_ball *out, const li_ball *x);          /* its middle alone, radius 0 */
void      li_ball_bound(li_ball *out, const li_ball *x);           /* a number >= |x|, radius 0 */
void      li_ball_widen(li_ball *x, const li_ball *by);            /* x + [-|by|, |by|] */
void      li_ball_swap(li_ball *x, li_ball *y);
bool      li_ball_is_finite(const li_ball *x);
bool      li_ball_contains_zero(const li_ball *x);
bool      li_ball_is_zero(const li_ball *x);                     /* exactly 0, radius 0 */
int       li_ball_sign(const li_ball *x);                        /* -1, +1; 0: exactly 0; 2: not known */
bool      li_ball_overlaps(const li_ball *x, const li_ball *y);
double    li_ball_double(const li_ball *x);                      /* midpoint */
double    li_ball_radius(const li_ball *x);                      /* an upper bound */
long      li_ball_accuracy(const li_ball *x);                    /* relative, in bits */
/* 2^least <= |x| <= 2^most, to a few percent; -inf: 0, +inf: not finite */
void      li_ball_range(const li_ball *x, double *least, double *most);
bool      li_ball_below(const li_ball *x, int digits, const li_ball *scale);   /* |x| < 10^-digits max(1, |scale|), certainly */
int       li_ball_digits(const li_ball *x, int most);             /* the largest d <= most with a radius below 10^-d max(1, |x|), certainly; INT_MIN: not finite */
void      li_ball_add(li_ball *out, const li_ball *x, const li_ball *y, long bits);
void      li_ball_sub(li_ball *out, const li_ball *x, const li_ball *y, long bits);
void      li_ball_mul(li_ball *out, const li_ball *x, const li_ball *y, long bits);
void      li_ball_addmul(li_ball *out, const li_ball *x, const li_ball *y, long bits);     /* out + x y */
void      li_ball_div(li_ball *out, const li_ball *x, const li_ball *y, long bits);   /* by 0: not finite */
void      li_ball_power(li_ball *out, const li_ball *x, size_t n, long bits);
/* `digits` significant digits, all correct but for the last unit; fewer when the ball is wider. "0" if it is 0. */
void      li_ball_print(li_ctx *ctx, li_text *out, const li_ball *x, int digits);

/* A run over balls. Roots of what is not certainly >= 0, divisions by what is not certainly != 0 give
 * balls that are not finite. A solve whose pivots all contain 0: LI_SINGULAR (returned, not kept). */
typedef struct { const li_code *code; void *value; long bits; li_status ready; } li_balls;

li_status li_balls_init(li_ctx *ctx, li_balls *run, const li_program *P, long bits);
void      li_balls_clear(li_ctx *ctx, li_balls *run);
li_status li_balls_parameters(li_ctx *ctx, li_balls *run, const li_ball *parameter);
li_status li_balls_step(li_ctx *ctx, li_balls *run, const li_ball *variable, li_ball *out);

/* Series of balls: each coefficient contains the true one. Where abs, sign, min or max are not certainly decided at
 * order 0 the higher coefficients are not finite. Not smooth: there, and where atan2 may jump between pi and -pi. */
typedef struct { void *jet; size_t order; li_status ready; } li_jet_balls;

li_status li_jet_balls_init(li_ctx *ctx, li_jet_balls *run, const li_program *P, size_t order, long bits);
void      li_jet_balls_clear(li_ctx *ctx, li_jet_balls *run);
li_status li_jet_balls_parameters(li_jet_balls *run, const li_ball *parameter);
li_status li_jet_balls_step_order(li_jet_balls *run, size_t k);
void      li_jet_balls_set(li_jet_balls *run, size_t i, size_t k, const li_ball *x);        /* coefficient k of variable i */
void      li_jet_balls_variable(const li_jet_balls *run, li_ball *out, size_t i, size_t k); /* ... read */
void      li_jet_balls_get(const li_jet_balls *run, li_ball *out, size_t i, size_t k);      /* ... of output i */
void      li_jet_balls_advance(li_jet_balls *run, size_t k);
bool      li_jet_balls_smooth(const li_jet_balls *run);

/* The value of a constant expression (no symbols) with `bits` bits of relative accuracy, the working
 * precision being raised up to `most` bits; what is exactly 0 comes back with a ball around 0, what has no
 * value (sqrt(-pi)) with one that is not finite. */
li_status li_ball_value(li_ctx *ctx, li_ball *out, li_expr e, long bits, long most);

/* ---- equations ----
 * Zeros, enclosed one by one: each row of m balls contains exactly one. */
typedef struct { size_t m, count; li_ball *x; bool complete; } li_zeros;   /* complete: there are no others */

void      li_zeros_clear(li_ctx *ctx, li_zeros *out);
/* The real zeros of sum coef_k x^k, k <= degree, in order. A leading coefficient that may be 0, and zeros that
 * cannot be told apart at this precision: not complete; of those a pair is given as one double zero. */
li_status li_ball_roots(li_ctx *ctx, li_zeros *out, size_t degree, const li_ball *coef, long bits);
/* The zeros of f with lower_i <= x_i <= upper_i, by bisection and Krawczyk's test, in at most `work` boxes. The
 * program of the run computes f_1 .. f_m from its variables x_1 .. x_m, then df_i/dx_j row by row. */
li_status li_ball_search(li_ctx *ctx, li_zeros *out, li_balls *run, size_t m, const li_rational *lower, const li_rational *upper, size_t work);

#ifdef __cplusplus
}
#endif
#endif

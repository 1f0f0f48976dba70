/* room.h - what the files of this room share: arrays of balls, elimination, systems for a state, the sheet of
 * expressions that is evaluated at it, laws in which reactions occur themselves */
#ifndef LI_LIAISON_ROOM_H
#define LI_LIAISON_ROOM_H

#include "liaison/liaison.h"

/* ---- numbers.c ---- */
li_ball *li_numbers_new(li_ctx *ctx, size_t n);                /* n zeros; NULL without memory */
void     li_numbers_drop(li_ctx *ctx, li_ball *x, size_t n);
/* x rounded to so many significant digits, as an exact number; 0 if |x| < 2^least */
li_expr  li_number_round(li_ctx *ctx, const li_ball *x, int digits, double least);
/* The values of n constants. LI_DOMAIN if one has none, and the message names it after name[i]. */
li_status li_numbers_set(li_ctx *ctx, li_ball *out, size_t n, const li_expr *value, const li_expr *name, long bits);
/* log2 of the larger, where -inf is 0 */
double   li_log_max(double a, double b);
/* The outputs of a program made for one evaluation; every symbol in them is among x. A solve may be LI_SINGULAR. */
li_status li_numbers_run(li_ctx *ctx, li_ball *out, size_t count, const li_expr *e, size_t n, const li_expr *x, const li_ball *at, long bits);

/* ---- elimination.c ----
 * Gauss and Jordan with full pivoting over balls. Entries are judged relative to the scales of their row and
 * column (log2); elimination ends where no entry of the first `unknowns` columns is certainly above the
 * threshold. `rest` bounds what is left there: below the threshold it is zero by the rule, else only more
 * bits or algebra can tell. */
typedef struct {
    li_ctx *ctx;
    size_t  rows, columns, unknowns;
    long    bits;
    li_ball *a, factor, product, zero; /* row by row */
    double  *row_scale, *column_scale;
    double  threshold, rest;
    size_t  rank, *row, *column;       /* pivot i stands in row[i], column[i] */
    bool    *used, *has;               /* rows, columns: a pivot stands there */
} li_elimination;

li_status li_elimination_init (li_ctx *ctx, li_elimination *E, size_t rows, size_t columns, size_t unknowns, long bits);
void      li_elimination_clear(li_elimination *E);
void      li_elimination_scale(li_elimination *E);             /* by the largest entries */
void      li_elimination_run  (li_elimination *E, double threshold);
bool      li_elimination_has  (const li_elimination *E, size_t column);   /* is it a pivot's */
bool      li_elimination_used (const li_elimination *E, size_t row);
bool      li_elimination_exact(const li_elimination *E);       /* what is left is 0 with radius 0 */
/* out = entry of the right side `column` belonging to pivot i, divided by it */
void      li_elimination_solution(const li_elimination *E, li_ball *out, size_t i, size_t column);
/* the determinant of the unknowns, rows = unknowns, after a run with threshold -inf */
void      li_elimination_det(li_elimination *E, li_ball *out);

/* ---- rows.c ----
 * A system g_i(u) = 0 in order of priority: what is given, the relations, what the model starts with where the
 * command line says something else (a wish: it holds if nothing before it decides), and zeros for what is free. */
typedef enum { LI_ROW_GIVEN, LI_ROW_RELATION, LI_ROW_WISH, LI_ROW_FREE } li_row_kind;

typedef struct {
    li_row_kind kind;
    const char *name;                  /* of the datum, relation or free quantity */
    li_expr     x, value, g;           /* a datum: x in the unknowns, its value; g = x - value */
    bool        chosen;                /* it determines the state */
} li_row;

typedef struct {
    li_ctx  *ctx;
    const char *what;                  /* "positions", "velocities" */
    size_t   m;
    const li_expr *u;
    li_expr *value, *guess;            /* the solution; where to look for it, NULL: anywhere */
    size_t   len, cap;
    li_row  *row;
    int      digits;
    bool     decimal;                  /* the zero rule of decimal states */
    bool     numerical;                /* the solution was found numerically */
} li_rows;

li_status li_rows_init (li_ctx *ctx, li_rows *R, const char *what, size_t m, const li_expr *u, int digits, bool decimal);
void      li_rows_clear(li_rows *R);
void      li_rows_datum(li_rows *R, li_row_kind kind, const char *name, li_expr x, li_expr value);
void      li_rows_relation(li_rows *R, const char *name, li_expr g);
void      li_rows_free (li_rows *R, const char *name, li_expr x, li_expr value);   /* x = value if nothing else decides */
li_status li_rows_solve(li_rows *R);

/* What is left of a system when the plainly given unknowns are put in. */
typedef struct {
    li_rows *R;
    size_t   m, len;
    li_expr *u, *g;
    size_t  *of, *index;               /* row of R; place of the unknown in R */
    bool    *use;                      /* newton: rows to be solved */
} li_rest;

/* newton.c */
li_status li_rest_newton(li_rest *Q);  /* the same system where it is not linear */
/* LI_INPUT: row `at` of R contradicts what stands before it, `right` is what its right side leaves; the words have
 * the residual and the nearest consistent state. */
li_status li_rows_conflict(li_rows *R, size_t at, const li_ball *right);

/* selection.c: which rows determine the unknowns */
typedef struct {
    li_ctx  *ctx;
    size_t   m, len;
    long     bits;
    double   threshold;
    li_ball *a, factor, product;       /* len by m+1: coefficients and right side, reduced in place */
    double  *scale, *right;            /* log2: of the coefficients, of the right side's terms */
    size_t   rank, *row, *column;
    const li_expr *coef;               /* len by m: exact entries for what balls cannot tell; NULL: only balls */
} li_selection;

li_status li_selection_init (li_ctx *ctx, li_selection *L, size_t m, size_t len, long bits, double threshold);
void      li_selection_clear(li_selection *L);
/* Row i reduced by the chosen ones: LI_YES, it is independent and is chosen; LI_NO; LI_UNKNOWN */
li_truth  li_selection_take (li_selection *L, size_t i);
bool      li_selection_agrees(const li_selection *L, size_t i);    /* a dependent row: is its right side 0 too */

/* ---- law.c ----
 * The generalized force G = -h + sum_h lambda_h l^h where h or l contain multipliers: a function of lambda and
 * of z, the subexpressions without multipliers. */
typedef struct {
    li_ctx  *ctx;
    size_t   n, r, zs, signs;
    const li_expr *lambda;
    li_expr *z, *meaning;              /* symbols, and what they stand for */
    li_expr *h, *l, *G;                /* n, r by n, n: in z and lambda */
    li_expr *sign;                     /* sign and abs nodes that contain multipliers */
} li_law;

enum { LI_LAW_SIGNS = 8 };             /* branches are tried for at most so many */

li_status li_law_init (li_ctx *ctx, li_law *law, const li_motion *S, const li_expr *h, const li_expr *l);
void      li_law_clear(li_law *law);
/* G affine in the multipliers: then h and l become its parts, without multipliers */
bool      li_law_affine(li_law *law, li_expr *h, li_expr *l);
/* G with branch b: the i-th sign is +1 if bit i is set, else -1 */
li_status li_law_branch(li_law *law, li_expr *G, size_t b);

/* ---- sheet.c ----
 * All that is evaluated at a state, in one program of the state's symbols: M, h, l, energies, and the functions
 * f(t, q, v) whose rates are wanted (relations, quasi-velocities, q' where there are speeds), each with f_v, f_q,
 * f_t: df/dt = f_v . v' + f_q . q' + f_t; the velocities u that the laws of contacts resist, with u_v. */
typedef struct {
    li_ctx  *ctx;
    const li_motion *S;
    const li_state  *s;
    size_t   n, coords, p, r, quasis, functions;
    size_t   width;                    /* of a function: 1 + n + coords + 1 */
    bool     implicit;
    li_law   law;
    size_t   count;                    /* expressions */
    li_expr *e;
    size_t   M, h, l, T, V, H, position, resisted, f, z; /* where they stand in e */
} li_sheet;

li_status li_sheet_init (li_ctx *ctx, li_sheet *W, const li_motion *S, const li_state *s, int digits);
void      li_sheet_clear(li_sheet *W);
li_expr   li_sheet_velocity(const li_sheet *W, size_t i);      /* q'_i in the chart */
/* Signs and roots of what is 0 at the state are put in, where only algebra, or the rule of decimals, can tell. */
void      li_sheet_settle(li_sheet *W, size_t count, li_expr *e, int digits);
/* e at the state, exactly: its symbols replaced by their values */
li_status li_sheet_constants(const li_sheet *W, size_t count, li_expr *e);

/* contact.c: how many velocities u there are; their place in the sheet filled */
size_t    li_sheet_resisted(const li_model *m);
void      li_sheet_resist(li_sheet *W);

/* ---- values.c: one attempt at some precision ---- */
typedef enum { LI_DONE, LI_MORE_BITS } li_attempt;

typedef struct {
    li_ctx    *ctx;
    li_sheet  *W;
    li_values *out;
    int        digits;
    long       bits;
    bool       last;                   /* there will be no more bits */
    double     threshold;              /* log2(10^-digits) at decimal states, else -inf */
    li_ball   *in, *b;                 /* the state, and the sheet at it */
    li_ball   *chart;                  /* v */
    li_ball   *h, *l;                  /* n, r by n: of the sheet, or of the law at some lambda */
    li_ball   *e, *E, *da;             /* M^-1 l^h (r by n), -M^-1 h, M^-1 da_k/dv (p by n) */
    li_ball   *rest;                   /* d/dt of the functions of the sheet, without the part of v' */
    double    *l_size, *da_size, *drive_size;   /* log2: norms by M^-1, and the sum of the drive's terms */
    li_ball   *a;                      /* v' */
    li_program ask;                    /* the quantities, of the state, v' and the multipliers */
    li_ball    product, zero;
} li_work;

const li_ball *li_work_function(const li_work *w, size_t f);   /* f, f_v, f_q, f_t of function f of the sheet */
void     li_work_zero(li_work *w, const char *name);           /* it was taken as zero */
void     li_work_say(li_work *w, li_verdict status, const char *format, ...) LI_PRINTF(3, 4);

/* ---- fields.c: the fields E and e^h, coupling and drive, the motion for given multipliers ---- */
/* LI_NO: the mass matrix is singular, and out says so; LI_UNKNOWN: more bits are needed */
li_truth li_work_fields(li_work *w);
void     li_work_couple(li_work *w);
void     li_work_move(li_work *w, const li_ball *lambda);      /* sets w->a */
/* q'' and the rates of quasi-velocities and speeds, when v changes at the rate v'; not `whole`: only what v' contributes */
void     li_work_acceleration(li_work *w, li_ball *out, const li_ball *v, bool whole);
void     li_work_velocity_rates(li_work *w, li_ball *quasi, li_ball *speed, const li_ball *v, bool whole);

/* ---- contact.c ---- */
/* Has the law of every contact a direction at the state? LI_NO, and LI_UNKNOWN (more bits may tell): out says where not. */
li_truth li_work_directed(li_work *w);
/* A contact that is not bilateral and whose reaction is negative; or 0; NULL: none. */
const li_contact *li_work_pulls(const li_work *w), *li_work_idles(const li_work *w);

/* ---- quantities.c: what else was asked for ---- */
li_status li_work_ask(li_work *w, const li_quantities *Q);
void      li_work_quantities(li_work *w);

/* ---- compatibility.c, redundancy.c, degenerate.c, implicit.c, roots.c ---- */
li_attempt li_work_react(li_work *w);                          /* linear in the multipliers */
li_truth   li_work_rank_lasts(li_work *w);                     /* dependent relations: also near the state? */
li_attempt li_work_degenerate(li_work *w);                     /* p = r = 1, coupling and drive 0 */
li_attempt li_work_implicit(li_work *w);
/* w->h and w->l from the law at these multipliers */
bool       li_work_forces(li_work *w, const li_ball *lambda);
/* Do the assumptions of the model admit these multipliers? strict: 0 is not > 0 */
bool       li_work_admits(li_work *w, const li_ball *lambda, bool strict);
/* count roots (r multipliers each) and their motions, into out */
bool       li_work_keep_roots(li_work *w, size_t count, const li_ball *lambda);

/* ---- kinds.c ---- integrable or not, power, imposed or not: those parts of a description */
void li_describe_kinds(li_ctx *ctx, li_description *d, const li_motion *S);

#endif

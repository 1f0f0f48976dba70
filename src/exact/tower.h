/* tower.h - the field in which a question is decided
 *
 * For some expressions the tower lists generators g_1, g_2, ... and rewrites the expressions as rational
 * functions of them. A generator is free, or satisfies g^degree = relation, a polynomial in earlier
 * generators: s^2 = 1 - c^2 for the sine of an angle (its cosine comes just before it), r^n = radicand,
 * |x|^2 = x^2; the cosine of pi/M satisfies its minimal polynomial. Elements are fractions of polynomials
 * reduced by these relations; an element is 0 if and only if its numerator is. */
#ifndef LI_EXACT_TOWER_H
#define LI_EXACT_TOWER_H

#include "flint.h"
#include "room.h"

struct generator {
    li_kind kind;              /* of its meaning: SYM, PI, SIN, COS, EXP, LOG, ROOT, ABS, FUN ... */
    li_expr symbol;            /* stands for it in rational expressions */
    li_expr meaning;
    int degree;                /* 0: free */
    li_expr relation;          /* in symbols; NULL for the cosine of pi/M */
    int constant;              /* M: this is 2 cos(pi/M) */
    bool number;               /* a root of an algebraic number */
};

typedef struct {
    li_ctx *ctx;
    struct generator *gen;
    size_t len, cap;
    size_t *place, places;     /* generators, from 1, by the id of their symbols: open addressing */
    bool has_ring;
    fmpz_mpoly_ctx_t ring;
    fmpz_mpoly_struct *relation;
    uint64_t work, budget;
    bool over;                 /* the budget is passed: results are worthless */
    bool undefined;            /* a division by zero was met */
} li_tower;

/* A tower for n expressions; e[i] becomes the rational expression of e[i] in the symbols of the generators. */
li_status li_tower_init(li_ctx *ctx, li_tower *t, size_t n, li_expr *e);
void      li_tower_clear(li_tower *t);
size_t    li_tower_generator(const li_tower *t, li_expr symbol);    /* its number; SIZE_MAX: none */

/* ---- field.c: elements ---- */
bool li_tower_weigh(li_tower *t, uint64_t terms);            /* false: over budget */
bool li_tower_usable(const li_tower *t);                     /* not over, not undefined, no failure */
void li_tower_reduce(li_tower *t, fmpz_mpoly_t p);
void li_tower_exchange(li_tower *t, fmpz_mpoly_t p, size_t s);   /* c^2 -> 1 - s^2, s the index of a sine */
void li_tower_add(li_tower *t, fmpz_mpoly_q_t out, const fmpz_mpoly_q_t a, const fmpz_mpoly_q_t b);
void li_tower_mul(li_tower *t, fmpz_mpoly_q_t out, const fmpz_mpoly_q_t a, const fmpz_mpoly_q_t b);
void li_tower_div(li_tower *t, fmpz_mpoly_q_t out, const fmpz_mpoly_q_t a, const fmpz_mpoly_q_t b);
void li_tower_settle(li_tower *t, fmpz_mpoly_q_t a);         /* reduce, cancel */
void li_tower_ring(li_tower *t);                              /* makes the ring; before the first element */
/* The elements of n rational expressions (in the symbols). */
void li_tower_elements(li_tower *t, size_t n, fmpz_mpoly_q_struct *out, const li_expr *e);
/* The denominator cleared of generators of degree 2 by conjugates: the proof form. */
void li_tower_rationalise(li_tower *t, fmpz_mpoly_q_t a);
bool li_tower_is_zero(li_tower *t, const fmpz_mpoly_q_t a);  /* certain when true */

bool li_tower_proves_zero(li_ctx *ctx, li_expr e);           /* the whole question: is the normal form of e 0 */

/* ---- switch.c ---- e is 0 where no sign(a) in it is: also at the states with a = 0? */
bool li_switch_vanishes(li_ctx *ctx, li_expr e);

/* ---- residue.c ---- e in the symbols: 0 at random points of GF(p)? */
li_truth li_tower_residue(li_tower *t, li_expr e, double *bits);
double   li_tower_degree_bits(li_tower *t, li_expr e);         /* log2 of a bound of the degree of the numerator */
void li_tower_random_point(const li_tower *t, li_rand *rng, uint64_t *x);   /* values of the generators */
size_t li_tower_roots(const li_tower *t);                      /* generators that are roots or absolute values */
size_t li_tower_write_roots(li_tower *t, size_t n, li_expr *e, li_expr *sign);
void   li_tower_random_signs(size_t n, li_rand *rng, uint64_t *x);
double li_tower_point_bits(li_tower *t, double degree);

/* ---- constant.c ---- a constant as an algebraic number; false if it is none, or too large */
bool li_constant_algebraic(li_ctx *ctx, qqbar_t out, li_expr e);
int  li_constant_sign(li_ctx *ctx, li_expr e);               /* li_exact_constant_sign inside a question */

/* ---- witness.c ---- a real state at which e is certainly not 0; fills d, zero = NO */
bool li_witness_find(li_ctx *ctx, li_decision *d, li_expr e);
/* Is there a state at which the n by n matrix A is certainly regular? */
bool li_witness_regular(li_ctx *ctx, size_t n, const li_expr *A);

/* ---- factor.c ---- false past the budget */
bool li_tower_factor(li_tower *t, fmpz_mpoly_factor_t f, const fmpz_mpoly_t p);

/* ---- back to expressions ---- */
li_expr li_tower_polynomial(li_tower *t, const fmpz_mpoly_t p);
li_expr li_tower_expression(li_tower *t, const fmpz_mpoly_q_t a);

#endif

/* code.h - the text of a program, for the files of this room
 *
 * A run keeps its numbers in one array of registers, each written once:
 *
 *     constants | parameters | variables | results of the prologue | results of the body
 *
 * followed by scratch for the linear solves and by the registers of the integrands (for each integral, at
 * its `place`, a whole array of this kind). A domain is one `switch` over the instructions; it refuses
 * those it does not know with LI_DOMAIN. */
#ifndef LI_PROGRAM_CODE_H
#define LI_PROGRAM_CODE_H

#include "liaison/program.h"

#include "sparse.h"

/* operation, its name in listings, operands, results. With operands a, b, c and results r, s: */
#define LI_OPERATIONS(X)                                                                           \
    X(ADD, "+", 2, 1)                /* r = a + b */                                               \
    X(SUB, "-", 2, 1)                /* r = a - b */                                               \
    X(MUL, "*", 2, 1)                /* r = a b */                                                 \
    X(FMA, "fma", 3, 1)              /* r = c + a b, rounded once or twice */                      \
    X(FNMA, "fnma", 3, 1)            /* r = c - a b */                                             \
    X(NEG, "neg", 1, 1)              /* r = -a */                                                  \
    X(INV, "inv", 1, 1)              /* r = 1/a */                                                 \
    X(ROOT, "root", 1, 1)            /* r = a^(1/n), a >= 0; n = in[1] is no register */           \
    X(PI, "pi", 0, 1)                                                                              \
    X(SINCOS, "sincos", 1, 2)        /* r = sin a, s = cos a */                                    \
    X(SINHCOSH, "sinhcosh", 1, 2)    /* r = sinh a, s = cosh a */                                  \
    X(TANH, "tanh", 1, 1)                                                                          \
    X(EXP, "exp", 1, 1)                                                                            \
    X(LOG, "log", 1, 1)                                                                            \
    X(ASIN, "asin", 1, 1)                                                                          \
    X(ACOS, "acos", 1, 1)                                                                          \
    X(ATAN, "atan", 1, 1)                                                                          \
    X(ATAN2, "atan2", 2, 1)          /* the angle of the point (b, a) */                           \
    X(ABS, "abs", 1, 1)                                                                            \
    X(SIGN, "sign", 1, 1)            /* -1, 0, 1 */                                                \
    X(MIN, "min", 2, 1)                                                                            \
    X(MAX, "max", 2, 1)                                                                            \
    X(LDL, "ldl", 0, 0)              /* the n results solve system[in[0]], symmetric */            \
    X(LU, "lu", 0, 0)                /* the n results solve system[in[0]] */                       \
    X(SPARSE, "sparse", 0, 0)        /* the same, symmetric, along its plan */                     \
    X(INTEGRAL, "integral", 0, 1)    /* r = integral[in[0]] */

typedef enum {
#define X(op, name, operands, results) LI_OP_##op,
    LI_OPERATIONS(X)
#undef X
    LI_OP_COUNT
} li_operation;

typedef struct {
    uint16_t op;
    bool     body;                   /* depends on a variable */
    uint32_t out;                    /* the first result; others follow */
    uint32_t in[3];
} li_instruction;

/* A x = b: the registers of A row by row (both triangles), then those of b. With a plan: of the entries of the plan, then of b
 * in the order of elimination, which is also the order of the results. */
typedef struct { size_t n, entries; uint32_t *in; li_schedule *plan; } li_system;

/* The integral of `integrand` from lower to upper: registers upper, lower, then the values that the
 * integrand takes from outside, its parameters. Its one variable is the variable of integration. */
typedef struct {
    li_program integrand;
    size_t     n;                    /* parameters of the integrand */
    uint32_t  *in;                   /* n + 2 registers */
    size_t     place;                /* of the integrand's registers, from the start of the array */
} li_integral;

struct li_builder;

struct li_code {
    size_t np, nv;
    li_expr *input;                  /* np parameters, nv variables: their names in listings */
    size_t constants;
    li_rational *constant;
    size_t prologue, len;            /* instructions in the prologue; in all */
    li_instruction *text;
    li_instruction *grouped;         /* the same with equal operations of the body side by side, and one no operation at the end */
    size_t systems;
    li_system *system;
    size_t integrals;
    li_integral *integral;
    size_t outs;
    uint32_t *out;
    size_t values;                   /* registers */
    size_t scratch;                  /* numbers: the factors of the largest system */
    size_t inner;                    /* registers of the integrands */
    struct li_builder *builder;      /* until the program is finished, then NULL */
};

extern const struct li_operation_info { const char *name; uint8_t operands, results; } li_operation_info[LI_OP_COUNT];

/* The registers an instruction reads, and how many. */
uint32_t *li_code_reads(const li_code *code, li_instruction *ins, size_t *count);
size_t    li_code_results(const li_code *code, const li_instruction *ins);
bool      li_code_solves(const li_instruction *ins);              /* LDL, LU, SPARSE */
/* The numbers that the factors of a system take: n (n + 3); with a plan those of U, 2 n more, how often a solution is refined, the entries */
size_t    li_system_numbers(const li_system *S);
li_status li_code_group(li_ctx *ctx, li_code *code);              /* group.c */
/* A finished program, else LI_DOMAIN. */
li_status li_code_check(li_ctx *ctx, const li_program *P);

/* The double domain inside an integral (real.c, quadrature.c): v points to the registers of the program. */
void   li_real_constants(const li_code *code, double *v);
li_status li_real_run(const li_code *code, double *v, size_t from, size_t to);
li_status li_real_apply(const li_instruction *i, double *v);        /* elementary functions; LI_DOMAIN if there is none */
double li_real_integral(const li_integral *I, const double *outer, double *v);
/* F takes li_system_numbers: the factors of A (false: singular); then x = A^-1 x, as often as it is asked for */
bool   li_real_factor(const li_system *S, bool symmetric, const double *v, double *F);
void   li_real_substitute(const li_system *S, double *F, double *x);
bool   li_real_solve(const li_system *S, bool symmetric, const double *v, double *scratch, double *x);

#endif

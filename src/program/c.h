/* c.h - writing the C text of a program; helper functions that the text brings along */
#ifndef LI_PROGRAM_C_H
#define LI_PROGRAM_C_H

#include "code.h"

typedef enum {
    LI_C_SIGN = 1, LI_C_LEAST = 2, LI_C_GREATEST = 4, LI_C_ROOT = 8, LI_C_LU = 16, LI_C_LDL = 32,
    LI_C_INTEGRAL = 512,                                                                                 /* scalars */
    LI_C_VECTOR = 64, LI_C_SINCOS = 128, LI_C_SOLVE = 256,                                               /* vectors */
    LI_C_SUMS = 1024, LI_C_STRICT = 2048, LI_C_FACTOR = 4096, LI_C_FACTOR_LANES = 8192,                  /* series */
    LI_C_PLAN = 65536, LI_C_SPARSE = 16384, LI_C_SPARSE_LANES = 32768                                                       /* systems with a plan */
} li_c_part;

/* The text of the parts in the set, with @ standing for `name`. */
void li_c_parts(li_ctx *ctx, li_text *out, unsigned parts, const char *name);

/* ---- the writer ---- */

#define LI_NO_SLOT UINT32_MAX

typedef struct {
    li_ctx *ctx;
    li_text *out;
    const li_code *code;
    const char *name;
    bool lanes;                  /* numbers are vectors */
    bool inside;                 /* an integrand, or part of a larger text: its functions are static */
    size_t first, outs;          /* these outputs only */
    size_t straight;             /* operations of a solve along a plan without loops, at most */
    bool doubts, careful;        /* such a solve was written; what is written is for where its result is doubtful */
    unsigned parts;              /* helper functions that were called */
    bool *planned;               /* systems: the tables of their plan are used */
    uint32_t result;             /* the first register of the body's results */
    size_t blocks, slots, here;  /* the block that is written */
    bool *used;                  /* registers: an output needs it */
    uint32_t *block, *slot;      /* of a result: where it is computed, its place among the handed on */
    uint32_t *block_of;          /* of an instruction */
    bool *fixed;                 /* registers: a number, whatever the parameters are ... */
    double *value;               /* ... this one */
    size_t products, work[2];    /* of the series: products of series; numbers of work space, those of lanes */
    const uint32_t *zero;        /* order 0 of a series: where a register is kept for the higher orders, where the factors of a */
    const uint32_t *factors;     /* system are, in z; NULL: no series is begun */
} li_c_writer;

void li_c_put(li_c_writer *w, const char *s);
void li_c_put_number(li_c_writer *w, double x);
void li_c_put_register(li_c_writer *w, uint32_t r);
void li_c_put_list(li_c_writer *w, size_t n, const uint32_t *r);
bool li_c_is_needed(const li_c_writer *w, const li_instruction *i);
void li_c_mark_used(li_c_writer *w);
/* Blocks of about `most` operations. */
void li_c_cut(li_c_writer *w, size_t most);
void li_c_write_instruction(li_c_writer *w, const li_instruction *i);
/* Its results as variables of the block, without values. */
void li_c_declare_results(li_c_writer *w, const li_instruction *i, size_t n);
void li_c_assign_results(li_c_writer *w, const li_instruction *i, size_t n, const char *from);
void li_c_hand_on(li_c_writer *w, const li_instruction *i);
/* "&NAME_plan1", of the plan of a system */
void li_c_put_plan(li_c_writer *w, const li_instruction *i);

/* NAME_taylor or NAME_taylor_lanes, of the first `outs` outputs of the writer (c-taylor.c) */
void li_c_write_taylor(li_c_writer *w, size_t order, bool lanes);

#endif

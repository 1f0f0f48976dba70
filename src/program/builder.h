/* builder.h - a program while it is written: values, each operation once
 *
 * A value is a number of its own until the program is finished and arranged into registers. An operation
 * on the same values is the same value. */
#ifndef LI_PROGRAM_BUILDER_H
#define LI_PROGRAM_BUILDER_H

#include "code.h"

#define LI_NO_VALUE UINT32_MAX

typedef enum { LI_VALUE_CONSTANT, LI_VALUE_INPUT, LI_VALUE_RESULT } li_value_kind;

typedef struct {
    li_value_kind kind;
    bool     body;                   /* depends on a variable */
    uint32_t index;                  /* of its constant, input or instruction */
} li_value;

typedef struct li_builder {
    li_value *value;
    size_t values, value_cap;
    li_instruction *text;            /* registers are values */
    size_t len, text_cap;
    li_rational *constant;
    size_t constants, constant_cap;
    uint32_t *table;                 /* constants and operations by hash: value + 1 */
    size_t table_cap, table_len;
    li_expr *node;                   /* nodes by id ... */
    uint32_t *node_value;            /* ... and what they became */
    size_t node_cap, node_len;
} li_builder;

void     li_builder_clear(li_ctx *ctx, li_builder *B);
/* What the node e became; LI_NO_VALUE if it has not been met. */
uint32_t li_builder_find(const li_builder *B, li_expr e);
void     li_builder_bind(li_ctx *ctx, li_builder *B, li_expr e, uint32_t value);
bool     li_builder_in_body(const li_builder *B, uint32_t value);

/* All return a value, LI_NO_VALUE on failure. */
uint32_t li_builder_input(li_ctx *ctx, li_builder *B, uint32_t index, bool body);
uint32_t li_builder_constant(li_ctx *ctx, li_builder *B, const li_rational *c);
uint32_t li_builder_operate(li_ctx *ctx, li_builder *B, li_operation op, uint32_t a, uint32_t b, uint32_t c);
/* An instruction with a table entry: LDL, LU, INTEGRAL. Its `results` values have consecutive numbers. */
uint32_t li_builder_special(li_ctx *ctx, li_builder *B, li_operation op, uint32_t entry, size_t results, bool body);

/* Dead code dropped, the prologue in front, values numbered as registers (arrange.c). */
li_status li_code_arrange(li_ctx *ctx, li_code *code);

/* The values that the body of an INT node takes from outside: the largest subexpressions free of the
 * variable of integration, numbers apart (integral.c). The array is dropped by the caller. */
li_expr *li_integral_captures(li_ctx *ctx, li_expr e, size_t *count);

#endif

/* series.h - what the Taylor series of a program is made of: products of series
 *
 * A series is a row; the rows are the registers, then auxiliary series of some instructions (the derivative of an argument
 * and the like). The rules of jet-rules.h need sums a_0 b_k + ... + a_k b_0. All but the first and the last term are known
 * when order k begins:
 *
 *     sum_(j = 1 .. k-1) a_j b_(k-j)
 *
 * so these middle sums, of all products of the program, can be taken side by side before the order is gone through. */
#ifndef LI_PROGRAM_SERIES_H
#define LI_PROGRAM_SERIES_H

#include "code.h"

#define LI_NO_PRODUCT UINT32_MAX

typedef struct { uint32_t left, right; } li_product;                 /* rows */

typedef struct {
    const li_code *code;
    uint32_t variable, result;       /* the first register of the variables, of the results of the body */
    size_t rows, products;
    li_product *product;
    uint32_t *auxiliary, *first;     /* of each instruction: its first auxiliary row, its first product. A system has its products */
                                     /* entry by entry of the matrix, of those that vary; an entry of a plan off the diagonal has two */
    uint32_t *level;                 /* of each row: how long it waits for others */
} li_series;

li_status li_series_init(li_ctx *ctx, li_series *S, const li_code *code);
void      li_series_clear(li_ctx *ctx, li_series *S);
bool      li_series_varies(const li_series *S, uint32_t row);
/* The product of an instruction with a letter each for its factors: a b c operands, r s results, p q u v auxiliary rows */
uint32_t  li_series_row(const li_series *S, size_t at, char letter);

#endif

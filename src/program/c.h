/* c.h - helper functions that the C text of a program brings along */
#ifndef LI_PROGRAM_C_H
#define LI_PROGRAM_C_H

#include "code.h"

typedef enum {
    LI_C_SIGN = 1, LI_C_LEAST = 2, LI_C_GREATEST = 4, LI_C_ROOT = 8, LI_C_LU = 16, LI_C_LDL = 32,
    LI_C_INTEGRAL = 512,                                                                                 /* scalars */
    LI_C_VECTOR = 64, LI_C_SINCOS = 128, LI_C_SOLVE = 256                                                /* vectors */
} li_c_part;

/* The text of the parts in the set, with @ standing for `name`. */
void li_c_parts(li_ctx *ctx, li_text *out, unsigned parts, const char *name);

#endif

/* systems.h - models for the tests of this room */
#ifndef LI_EMIT_TEST_SYSTEMS_H
#define LI_EMIT_TEST_SYSTEMS_H

#include "liaison/emit.h"

enum { SYSTEMS = 7 };

typedef struct { li_model model; li_motion motion; } test_system;

/* The i-th of them in this context; false with a failed check if it cannot be read. */
bool read_system(li_ctx *ctx, test_system *out, int i);
/* Does the text read back to this node in the names of the model? */
bool reads_as(li_ctx *ctx, const li_model *m, const char *s, size_t len, li_expr e);

#endif

/* context.h - what the files of core share about the context */
#ifndef LI_CORE_CONTEXT_H
#define LI_CORE_CONTEXT_H

#include "liaison/core.h"

/* In order of place, those of one place in order of issue. */
struct li_diagnostics {
    li_diagnostic *item;
    size_t len, cap;
    size_t errors;            /* issued, repeated ones too */
    size_t left_out;          /* not kept: there were too many */
};

struct li_diagnostics *li_ctx_diagnostics(const li_ctx *ctx);

#endif

/* fuzz_model.c - any bytes as a model: no crash, and LI_INPUT exactly when there are errors to show */
#include <stdint.h>
#include <stdlib.h>

#include "liaison/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    li_ctx *ctx = li_ctx_new();
    li_model m;
    li_text text;

    if (ctx == NULL)
        return 0;
    li_ctx_limit(ctx, 64 << 20);
    li_text_init(&text);

    li_status status = li_model_read(ctx, &m, (const char *)data, size);
    li_diagnostic_print(ctx, &text, "input", (const char *)data, size);
    size_t errors = li_diagnostic_errors(ctx);
    if ((status == LI_OK && errors > 0) || (status == LI_INPUT && errors == 0))
        abort();
    li_text_clear(ctx, &text);
    li_ctx_free(ctx);
    return 0;
}

/* fuzz_eval.c - any bytes as a model, then everything that check, derive and eval do with it: no crash, no hang */
#include <stdint.h>

#include "liaison/emit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void derive(li_ctx *ctx, li_text *text, const li_motion *S)
{
    li_equations eq;
    li_description d;

    if (li_motion_form(ctx, &eq, S, NULL, true) == LI_OK)
        li_emit_equations_text(ctx, text, 1, &eq);
    li_ctx_forgive(ctx);
    if (li_describe(ctx, &d, S) == LI_OK)
        li_emit_description_text(ctx, text, S, &d);
    li_ctx_forgive(ctx);
}

static void evaluate(li_ctx *ctx, li_text *text, const li_motion *S)
{
    li_state s;
    li_values x;
    li_quantities Q;

    if (li_state_find(ctx, &s, S, 0, NULL, 17) != LI_OK)
        return;
    if (li_motion_quantities(ctx, &Q, S) != LI_OK)
        return;
    if (li_values_find(ctx, &x, S, &s, &Q, 17) == LI_OK)
        li_emit_values_json(ctx, text, S, &s, &Q, &x, 17);
    li_values_clear(ctx, &x);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    li_ctx *ctx = li_ctx_new();
    li_model m;
    li_motion S;
    li_text text;

    if (ctx == NULL)
        return 0;
    li_ctx_limit(ctx, 128 << 20);
    li_exact_budget(ctx, 20000);
    li_text_init(&text);
    if (li_model_read(ctx, &m, (const char *)data, size) == LI_OK && li_motion_init(ctx, &S, &m) == LI_OK) {
        derive(ctx, &text, &S);
        evaluate(ctx, &text, &S);
    }
    li_text_clear(ctx, &text);
    li_ctx_free(ctx);
    return 0;
}

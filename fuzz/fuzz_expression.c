/* fuzz_expression.c - any bytes as an expression: no crash, and what is printed reads back to the same node */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "liaison/expr.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Does the text certainly stay within the limits of the reader? 9^9999 prints more digits than may be read. */
static bool readable(const li_text *text)
{
    size_t deep = 0;

    for (size_t i = 0; i < text->len; i++)
        deep += text->s[i] == '(' || text->s[i] == '^';
    return text->len <= LI_MAX_DIGITS && deep < LI_MAX_NESTING;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    li_ctx *ctx = li_ctx_new();
    li_scope scope;
    li_text text;

    if (ctx == NULL)
        return 0;
    li_ctx_limit(ctx, 64 << 20);
    li_scope_free(&scope);
    li_text_init(&text);

    li_expr e = li_expr_parse(ctx, (const char *)data, size, &scope);
    li_diagnostic_print(ctx, &text, "input", (const char *)data, size);
    if (li_ctx_status(ctx) == LI_OK && li_diagnostic_errors(ctx) == 0) {
        li_text_cut(&text, 0);
        li_expr_print(ctx, &text, e);
        li_expr again = li_expr_parse(ctx, li_text_str(&text), text.len, &scope);
        if (li_ctx_status(ctx) != LI_MEMORY && readable(&text) && again != e)
            abort();
    }
    li_text_clear(ctx, &text);
    li_ctx_free(ctx);
    return 0;
}

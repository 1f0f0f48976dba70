/* chart.c - coordinates as a coframe */
#include "coframe.h"

#include <string.h>

/* "d(x)", "D(x)" for all x; they live in the context */
static const char **named(li_ctx *ctx, const char *operation, size_t m, const li_expr *x)
{
    const char **name = li_new(ctx, m + 1, sizeof *name);
    li_text text;

    li_text_init(&text);
    for (size_t j = 0; name != NULL && j < m; j++) {
        li_text_cut(&text, 0);
        li_text_printf(ctx, &text, "%s(%s)", operation, li_expr_kind(x[j]) == LI_SYM ? li_expr_name(x[j]) : "?");
        name[j] = li_text_str(&text);
        name[j] = li_alloc_string(ctx, name[j], strlen(name[j]));
    }
    li_text_clear(ctx, &text);
    return name;
}

/* theta^j = dx_j, d theta^j = 0                                                                              [gallissot 1] */
li_status li_coframe_chart(li_ctx *ctx, li_coframe *c, size_t m, const li_expr *x)
{
    const char **name = named(ctx, "d", m, x), **dual = named(ctx, "D", m, x);

    if (li_ctx_status(ctx) == LI_OK && li_coframe_open(ctx, c, m, name, dual, m, x) == LI_OK) {
        for (size_t j = 0; j < m; j++)
            li_form_theta(ctx, &c->dx[j], c, j);
        if (li_ctx_status(ctx) != LI_OK)
            li_coframe_clear(ctx, c);
    }
    li_drop(ctx, name);
    li_drop(ctx, dual);
    return li_ctx_status(ctx);
}

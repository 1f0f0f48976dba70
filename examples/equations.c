/* equations.c - the library in a page: reads a model, derives its equations, prints them
 *
 *     cc equations.c $(pkg-config --cflags --libs liaison) -o equations && ./equations hoop.lia */
#include <stdio.h>

#include "liaison/emit.h"

int main(int argc, char **argv)
{
    static char source[1 << 20];
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    li_ctx *ctx = li_ctx_new();                 /* owns everything below */
    li_model model;
    li_motion motion;
    li_equations equations;
    li_text text;

    if (file == NULL || ctx == NULL)
        return 2;
    size_t len = fread(source, 1, sizeof source, file);
    fclose(file);

    li_text_init(&text);
    if (li_model_read(ctx, &model, source, len) == LI_OK &&
        li_motion_init(ctx, &motion, &model) == LI_OK &&
        li_motion_form(ctx, &equations, &motion, "kane", true) == LI_OK)
        li_emit_equations_text(ctx, &text, 1, &equations);
    li_status status = li_ctx_status(ctx);      /* sticky: asked once, at the end */
    if (status == LI_OK)
        fputs(li_text_str(&text), stdout);
    else                                        /* for a wrong model the diagnostics say more: li_diagnostic_print */
        fprintf(stderr, "%s: %s\n", argv[1], li_ctx_message(ctx));
    li_text_clear(ctx, &text);
    li_ctx_free(ctx);
    return status == LI_OK ? 0 : 1;
}

/* proof.c - what became of a claim */
#include <string.h>

#include "liaison/emit.h"

enum { COLUMN = 84 };              /* where the verdicts stand, if the claims are short enough */

static void put_spaces(li_ctx *ctx, li_text *out, size_t from, size_t to)
{
    li_text_put(ctx, out, "  ");
    for (size_t n = out->len - from; n < to; n++)
        li_text_put(ctx, out, " ");
}

/* x = value, ... */
static void put_state(li_ctx *ctx, li_text *out, const li_proof *p, const char *between, bool pasted)
{
    for (size_t i = 0; i < p->n - (pasted ? p->foreign : 0); i++) {
        li_text_put(ctx, out, i > 0 || pasted ? between : "");
        if (pasted)
            li_text_put(ctx, out, "\"");
        li_expr_print(ctx, out, p->x[i]);
        li_text_put(ctx, out, pasted ? "=" : " = ");
        li_expr_print(ctx, out, p->value[i]);
        if (pasted)
            li_text_put(ctx, out, "\"");
    }
}

static void put_refutation(li_ctx *ctx, li_text *out, const char *file, const li_proof *p)
{
    if (p->n == 0)
        return;
    li_text_put(ctx, out, "    at ");
    put_state(ctx, out, p, ", ", false);
    if (p->difference != NULL) {
        li_text_put(ctx, out, ":  left - right = ");
        li_expr_print(ctx, out, p->difference);
    }
    li_text_put(ctx, out, "\n");
    if (p->elsewhere) {
        li_text_put(ctx, out, "    (a state of the other model)\n");
        return;
    }
    li_text_printf(ctx, out, "    (paste: liaison eval %s", file);
    put_state(ctx, out, p, " --set ", true);
    li_text_put(ctx, out, ")\n");
}

void li_emit_proof_text(li_ctx *ctx, li_text *out, const char *file, const li_claim *claim, const li_proof *p)
{
    size_t start = out->len;

    if (claim->place.line > 0)
        li_text_printf(ctx, out, "%s:%d  %s", file, claim->place.line, claim->text);
    else
        li_text_printf(ctx, out, "%s  %s", file, claim->text);
    put_spaces(ctx, out, start, COLUMN);
    if (p->holds == LI_YES && p->how == LI_BY_RESIDUES)
        li_text_printf(ctx, out, "proved modulo 2^61 - 1, error below 2^-%.0f\n", p->bits);
    else
        li_text_put(ctx, out, p->holds == LI_YES ? "proved\n" : p->holds == LI_NO ? "FALSE\n" : "undecided\n");
    if (p->holds == LI_NO)
        put_refutation(ctx, out, file, p);
    if (p->holds != LI_YES && p->why[0] != '\0')
        li_text_printf(ctx, out, "    %s\n", p->why);
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, start);
}

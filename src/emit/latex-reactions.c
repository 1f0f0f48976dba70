/* latex-reactions.c - reactions as functions of the state, as a LaTeX document */
#include <stdio.h>

#include "latex.h"
#include "reactions.h"

/* Gamma_{h,k}, epsilon_k */
static li_expr entry(li_ctx *ctx, const char *letter, size_t i, size_t k)
{
    char name[64];

    if (i > 0)
        snprintf(name, sizeof name, "%s_%zu_%zu", letter, i, k);
    else
        snprintf(name, sizeof name, "%s_%zu", letter, k);
    return li_expr_fresh(ctx, name, LI_GENERATOR);
}

/* The multipliers, the combinations that are determined, the equations: what there is. */
static size_t reactions(li_ctx *ctx, li_equation *eq, const li_motion *S, const li_reactions *x)
{
    size_t n = 0;

    for (size_t h = 0; h < x->r; h++)
        if (x->multiplier[h] != NULL)
            eq[n++] = (li_equation){ S->lambda[h], x->multiplier[h] };
    for (size_t i = 0; i < x->combinations; i++) {
        const li_expr *c = x->combination + i * (x->r + 1);
        eq[n++] = (li_equation){ li_reaction_combination(ctx, S, c), c[x->r] };
    }
    for (size_t i = 0; i < x->equations; i++)
        eq[n++] = (li_equation){ x->equation[i], li_expr_int(ctx, 0) };
    return n;
}

static size_t coupling(li_ctx *ctx, li_equation *eq, const li_reactions *x)
{
    size_t n = 0;

    for (size_t h = 0; h < x->r; h++)
        for (size_t k = 0; k < x->p; k++)
            if (!li_expr_is_zero(x->coupling[h * x->p + k]))
                eq[n++] = (li_equation){ entry(ctx, "Gamma", h + 1, k + 1), x->coupling[h * x->p + k] };
    for (size_t k = 0; k < x->p; k++)
        eq[n++] = (li_equation){ entry(ctx, "epsilon", 0, k + 1), x->drive[k] };
    return n;
}

static void put_vanishing(li_ctx *ctx, li_text *out, const li_reactions *x, bool dots)
{
    const li_vanishing *v = &x->vanishing;
    li_text words;

    if (li_expr_is_zero(x->compatibility))
        return;
    li_text_put(ctx, out, v->factors == 0 ? "It vanishes nowhere" : "It vanishes where ");
    for (size_t i = 0; i < v->factors; i++) {
        li_text_put(ctx, out, i == 0 ? "$" : " or $");
        li_emit_latex(ctx, out, v->factor[i], dots);
        li_text_put(ctx, out, " = 0$");
    }
    li_text_init(&words);
    li_put_conditions(ctx, &words, x);
    if (words.len > 0) {
        li_text_put(ctx, out, v->factors == 0 ? " while " : ", while ");
        li_latex_words(ctx, out, li_text_str(&words));
    }
    li_text_clear(ctx, &words);
    li_text_put(ctx, out, ".\n");
}

static void put_body(li_ctx *ctx, li_text *out, const li_motion *S, const li_reactions *x, bool dots)
{
    li_equation *eq = li_new(ctx, x->r * (x->p + 1) + 2 * x->p + 2, sizeof *eq);

    li_text_put(ctx, out, "\\subsection*{Reactions on the constraints}\n");
    if (x->message[0] != '\0') {
        li_latex_words(ctx, out, x->message);
        li_text_put(ctx, out, ".\n");
    }
    if (eq != NULL) {
        li_document_equations(ctx, out, reactions(ctx, eq, S, x), eq, dots);
        li_text_put(ctx, out, "Coupling $\\Gamma_{h,k} = i(e^h)\\,da^k$ (entries that are not listed are $0$) and drive $\\epsilon_k = i(E)\\,da^k$:\n");
        li_document_equations(ctx, out, coupling(ctx, eq, x), eq, dots);
    }
    if (eq != NULL && x->compatibility != NULL) {
        eq[0] = (li_equation){ li_expr_fresh(ctx, "Delta", LI_GENERATOR), x->compatibility };
        li_text_put(ctx, out, "The compatibility $\\Delta = \\det \\Gamma$:\n");
        li_document_equations(ctx, out, 1, eq, dots);
        put_vanishing(ctx, out, x, dots);
    }
    li_drop(ctx, eq);
}

void li_emit_reactions_latex(li_ctx *ctx, li_text *out, const li_motion *S, const li_reactions *x, bool dots)
{
    li_text body;

    li_text_init(&body);
    if (x->p == 0)
        li_text_put(ctx, &body, "There are no constraints, and so no reactions.\n");
    else
        put_body(ctx, &body, S, x, dots);
    li_document_put(ctx, out, S->model, li_text_str(&body), dots);
    li_text_clear(ctx, &body);
}

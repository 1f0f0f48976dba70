/* shown-latex.c - what the calculator shows, as a LaTeX document: on the left what was asked, as on paper */
#include <string.h>

#include "exterior.h"

enum { LINE = 70 };

/* ---- what was asked ---- */

static void put_tree(li_ctx *ctx, li_latex *x, const li_ast *tree, bool dots);

static void put_name(li_ctx *ctx, li_latex *x, const li_ast *tree, bool dots)
{
    li_text name;

    li_text_init(&name);
    li_text_put(ctx, &name, tree->name);
    for (int i = 0; i < tree->primes; i++)
        li_text_put(ctx, &name, "'");
    x->width += li_latex_symbol(ctx, &x->text, li_text_str(&name), LI_PARAMETER, dots);
    li_text_clear(ctx, &name);
}

static bool is_plain(const li_ast *tree) { return tree->kind == LI_AST_NAME || tree->kind == LI_AST_NUMBER || tree->kind == LI_AST_CALL; }

static void put_operand(li_ctx *ctx, li_latex *x, const li_ast *tree, bool dots)
{
    bool plain = is_plain(tree) || tree->kind == LI_AST_APPLY;
    li_latex_put(ctx, x, plain ? "" : "(", plain ? 0 : 0.5);
    put_tree(ctx, x, tree, dots);
    li_latex_put(ctx, x, plain ? "" : ")", plain ? 0 : 0.5);
}

static void put_arguments(li_ctx *ctx, li_latex *x, const li_ast *tree, bool dots)
{
    li_latex_put(ctx, x, "(", 0.5);
    for (size_t i = 0; i < tree->len; i++) {
        li_latex_put(ctx, x, i > 0 ? ", " : "", i > 0 ? 1 : 0);
        put_tree(ctx, x, tree->arg[i], dots);
    }
    li_latex_put(ctx, x, ")", 0.5);
}

/* d(x), D(x), w(p), e(NAME), da(NAME), i(X), theta(X), eps(X); else a function by its name */
static void put_call(li_ctx *ctx, li_latex *x, const li_ast *tree, bool dots)
{
    static const struct { const char *name, *before, *after; bool plain; } sign[] = {
        { "d", "\\mathrm{d}", "", true }, { "D", "\\partial_{", "}", true }, { "w", "\\omega^{", "}", true }, { "e", "e_{", "}", true },
        { "da", "\\mathrm{d}a_{", "}", true }, { "i", "i", "", false }, { "lie", "\\theta", "", false }, { "eps", "\\varepsilon", "", false }
    };
    size_t i = 0, n = sizeof sign / sizeof *sign;

    while (i < n && (strcmp(sign[i].name, tree->name) != 0 || tree->len != 1))
        i++;
    if (i == n) {
        li_latex_put(ctx, x, "\\operatorname{", 0);
        li_latex_words(ctx, &x->text, tree->name);
        li_latex_put(ctx, x, "}", (double)strlen(tree->name));
        put_arguments(ctx, x, tree, dots);
        return;
    }
    li_latex_put(ctx, x, sign[i].before, 1);
    if (sign[i].plain)
        put_operand(ctx, x, tree->arg[0], dots);
    else
        put_arguments(ctx, x, tree, dots);
    li_latex_put(ctx, x, sign[i].after, 0);
}

/* Operands with a sign between them */
static void put_list(li_ctx *ctx, li_latex *x, const li_ast *tree, bool dots)
{
    bool sum = tree->kind == LI_AST_SUM, wedge = tree->kind == LI_AST_WEDGE;

    for (size_t i = 0; i < tree->len; i++) {
        bool flip = tree->flip != NULL && tree->flip[i];
        if (sum)
            li_latex_put(ctx, x, flip ? "-" : i > 0 ? "+" : "", 1);
        else if (i > 0)
            li_latex_put(ctx, x, wedge ? "\\wedge " : flip ? "/" : "\\, ", 0.5);
        if (sum)
            put_tree(ctx, x, tree->arg[i], dots);
        else
            put_operand(ctx, x, tree->arg[i], dots);
    }
}

static void put_tree(li_ctx *ctx, li_latex *x, const li_ast *tree, bool dots)
{
    switch (tree->kind) {
    case LI_AST_NAME:
        put_name(ctx, x, tree, dots);
        break;
    case LI_AST_NUMBER:
        li_latex_add(ctx, x, tree->number, dots);
        break;
    case LI_AST_CALL:
        put_call(ctx, x, tree, dots);
        break;
    case LI_AST_APPLY:
        put_call(ctx, x, tree->arg[0], dots);
        li_latex_put(ctx, x, "\\,", 0.2);
        put_operand(ctx, x, tree->arg[1], dots);
        break;
    case LI_AST_POWER:
        put_operand(ctx, x, tree->arg[0], dots);
        li_latex_put(ctx, x, "^{", 0);
        put_tree(ctx, x, tree->arg[1], dots);
        li_latex_put(ctx, x, "}", 0);
        break;
    default:
        put_list(ctx, x, tree, dots);
    }
}

/* ---- what is shown ---- */

static void put_value(li_ctx *ctx, li_latex *x, const li_shown *shown, bool dots)
{
    const li_form *w = shown->kind == LI_SHOWN_VECTOR ? &shown->vector.w : &shown->form;

    if (shown->kind == LI_SHOWN_TRUTH)
        li_latex_put(ctx, x, shown->truth == LI_YES ? "\\text{yes}" : shown->truth == LI_NO ? "\\text{no}" : "\\text{not decided}", 8);
    else if (shown->kind == LI_SHOWN_QUADRATIC)
        li_exterior_quadratic(ctx, x, &shown->quadratic, dots);
    else
        li_exterior_terms(ctx, x, w, w->on == NULL ? NULL : shown->kind == LI_SHOWN_VECTOR ? w->on->dual : w->on->name, dots);
}

void li_emit_shown_latex(li_ctx *ctx, li_text *out, const li_model *m, size_t count, const li_shown *shown, bool dots)
{
    size_t start = out->len;
    li_text body;

    li_text_init(&body);
    li_text_put(ctx, &body, "\\begin{document}\n\\section*{");
    li_latex_words(ctx, &body, m->title[0] != '\0' ? m->title : m->name[0] != '\0' ? m->name : "Forms and fields");
    li_text_put(ctx, &body, "}\n");
    li_text_put(ctx, &body, count > 0 ? "\\begin{align*}\n" : "");
    for (size_t i = 0; i < count; i++) {
        li_latex x;
        li_latex_init(&x);
        put_tree(ctx, &x, shown[i].tree, dots);
        li_latex_put(ctx, &x, " &= ", 2);
        put_value(ctx, &x, &shown[i], dots);
        li_latex_lines(ctx, &body, &x, LINE, " \\\\\n&\\quad {}");
        li_text_put(ctx, &body, i + 1 < count ? " \\\\\n" : "\n");
        li_latex_clear(ctx, &x);
    }
    li_text_put(ctx, &body, count > 0 ? "\\end{align*}\n\\end{document}\n" : "\\end{document}\n");
    li_latex_document(ctx, out, li_text_str(&body), dots);
    li_text_clear(ctx, &body);
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, start);
}

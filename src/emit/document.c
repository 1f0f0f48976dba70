/* document.c - equations as a LaTeX document */
#include "latex.h"

enum { LINE = 66, NARROW = 12 };               /* letters on a line of `article`; a left side to align by */

static void make_side(li_ctx *ctx, li_latex *x, li_expr e, bool dots)
{
    li_latex_init(x);
    li_latex_add(ctx, x, e, dots);
}

/* Are all left sides short? Then the signs of equality stand below one another, else the equations begin so. */
static bool is_narrow(li_ctx *ctx, size_t n, const li_equation *eq, bool dots)
{
    bool narrow = true;

    for (size_t i = 0; i < n && narrow; i++) {
        li_latex left;
        make_side(ctx, &left, eq[i].left, dots);
        narrow = left.width <= NARROW;
        li_latex_clear(ctx, &left);
    }
    return narrow;
}

/* left &= right, the right side in lines */
static void put_narrow(li_ctx *ctx, li_text *out, const li_latex *left, const li_latex *right)
{
    li_text_printf(ctx, out, "%s &= ", li_text_str(&left->text));
    li_latex_lines(ctx, out, right, LINE - NARROW, " \\\\\n&\\quad {}");
}

/* Both sides as one formula, in lines that begin below one another. */
static void put_wide(li_ctx *ctx, li_text *out, li_latex *left, li_expr right, bool dots)
{
    li_latex_mark(ctx, left, 0);
    li_latex_put(ctx, left, " = ", 2);
    li_latex_add(ctx, left, right, dots);
    li_text_put(ctx, out, "&");
    li_latex_lines(ctx, out, left, LINE, " \\\\\n&\\quad {}");
}

static void put_equations(li_ctx *ctx, li_text *out, size_t n, const li_equation *eq, bool dots)
{
    bool narrow = is_narrow(ctx, n, eq, dots);

    if (n == 0)
        return;
    li_text_put(ctx, out, "\\begin{align*}\n");
    for (size_t i = 0; i < n && li_ctx_status(ctx) == LI_OK; i++) {
        li_latex left, right;
        make_side(ctx, &left, eq[i].left, dots);
        if (narrow) {
            make_side(ctx, &right, eq[i].right, dots);
            put_narrow(ctx, out, &left, &right);
            li_latex_clear(ctx, &right);
        } else {
            put_wide(ctx, out, &left, eq[i].right, dots);
        }
        li_latex_clear(ctx, &left);
        li_text_put(ctx, out, i + 1 < n ? " \\\\\n" : "\n");
    }
    li_text_put(ctx, out, "\\end{align*}\n");
}

/* M_{ik} = ... one below the other: entries are too wide to stand side by side */
static void put_matrix(li_ctx *ctx, li_text *out, const li_equations *form, bool dots)
{
    size_t n = form->rows;

    li_text_put(ctx, out, "$M x = f$ with $x = (");
    for (size_t i = 0; i < form->unknowns; i++) {
        li_text_put(ctx, out, i == 0 ? "" : ", ");
        li_emit_latex(ctx, out, form->unknown[i], dots);
    }
    li_text_put(ctx, out, ")$; entries that are not listed are $0$.\n\\begin{align*}\n");
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            if (li_expr_is_zero(form->M[i * n + k]))
                continue;
            li_text_printf(ctx, out, "M_{%zu,%zu} &= ", i + 1, k + 1);
            li_emit_latex_lines(ctx, out, form->M[i * n + k], dots, LINE - NARROW, " \\\\\n&\\quad {}");
            li_text_put(ctx, out, " \\\\\n");
        }
    for (size_t i = 0; i < n; i++) {
        li_text_printf(ctx, out, "f_{%zu} &= ", i + 1);
        li_emit_latex_lines(ctx, out, form->forcing[i], dots, LINE - NARROW, " \\\\\n&\\quad {}");
        li_text_put(ctx, out, i + 1 < n ? " \\\\\n" : "\n");
    }
    li_text_put(ctx, out, "\\end{align*}\n");
}

static void put_form(li_ctx *ctx, li_text *out, const li_equations *form, bool dots)
{
    li_text_put(ctx, out, "\\subsection*{");
    li_latex_words(ctx, out, form->title);
    li_text_put(ctx, out, "}\n");
    if (!form->simplified)
        li_text_put(ctx, out, "Not simplified: that would pass the budget.\n");
    if (form->rows > 0)
        put_matrix(ctx, out, form, dots);
    put_equations(ctx, out, form->len, form->eq, dots);
    put_equations(ctx, out, form->relations, form->relation, dots);
}

void li_emit_equations_latex(li_ctx *ctx, li_text *out, const li_model *m, size_t count, const li_equations *form, bool dots)
{
    size_t start = out->len;

    li_text_put(ctx, out, "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n\\usepackage{amsmath}\n"
                          "\\allowdisplaybreaks\n\\begin{document}\n\\section*{");
    li_latex_words(ctx, out, m->title[0] != '\0' ? m->title : m->name);
    li_text_put(ctx, out, "}\n");
    for (size_t i = 0; i < count && li_ctx_status(ctx) == LI_OK; i++)
        put_form(ctx, out, &form[i], dots);
    li_text_put(ctx, out, "\\end{document}\n");
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, start);
}

/* document.c - equations as a LaTeX document: the system, then each form with its law and its functions
 *
 * Formulas are broken at + and -; where a piece without such a place is far too wide for a page (a fraction that was not
 * simplified), the formulas of that block stand in typewriter letters instead, which TeX can break anywhere. */
#include <math.h>

#include "exterior.h"
#include "latex.h"
#include "law.h"

enum { LINE = 76, NARROW = 12, TOO_WIDE = 110 };       /* letters on a line; a left side to align by; no line may be so wide */
enum { MOST_WORDS = 10000 };                           /* three pages: nobody reads more */

#define NEXT_LINE " \\\\\n&\\quad {}"

/* A block of formulas in one align*. */
struct block {
    li_ctx *ctx;
    li_text *out;
    bool dots;
    size_t start;              /* where it begins in the text */
    double widest;
};

static struct block open_block(li_ctx *ctx, li_text *out, bool dots)
{
    struct block b = { .ctx = ctx, .out = out, .dots = dots, .start = out->len };
    li_text_put(ctx, out, "\\begin{align*}\n");
    return b;
}

/* Ends the block; false: it was too wide, and is gone. */
static bool close_block(struct block *b)
{
    if (b->widest > TOO_WIDE) {
        li_text_cut(b->out, b->start);
        return false;
    }
    li_text_cut(b->out, b->out->len - (sizeof " \\\\\n" - 1));       /* the last line has no end */
    li_text_put(b->ctx, b->out, "\n\\end{align*}\n");
    return true;
}

/* begin, e in lines, then the end of the line */
static void put_lines(struct block *b, li_latex *x, int width)
{
    b->widest = fmax(b->widest, li_latex_lines(b->ctx, b->out, x, width, NEXT_LINE));
    li_text_put(b->ctx, b->out, " \\\\\n");
    li_latex_clear(b->ctx, x);
}

static void put_right(struct block *b, li_expr e)
{
    li_latex x;

    li_latex_init(&x);
    li_latex_add(b->ctx, &x, e, b->dots);
    li_text_put(b->ctx, b->out, " &= ");
    put_lines(b, &x, LINE - NARROW);
}

/* name &= value */
static void put_definition(struct block *b, const char *name, li_class class, li_expr value)
{
    li_latex_symbol(b->ctx, b->out, name, class, b->dots);
    put_right(b, value);
}

/* In typewriter letters, as the text form prints it; takes s */
static void put_typed(li_ctx *ctx, li_text *out, li_text *s)
{
    li_text_put(ctx, out, "{\\footnotesize\\ttfamily\\raggedright ");
    if (li_ctx_status(ctx) == LI_OK && s->len <= MOST_WORDS)
        li_latex_words(ctx, out, li_text_str(s));
    else
        li_text_printf(ctx, out, "(a formula of %zu characters, too long to be set; the text form has it)", s->len);
    li_text_put(ctx, out, "\\par}\n");
    li_text_clear(ctx, s);
}

static void put_words(li_ctx *ctx, li_text *out, li_expr left, const char *name, li_expr right)
{
    li_text s;

    li_text_init(&s);
    if (left != NULL)
        li_expr_print(ctx, &s, left);
    else
        li_text_put(ctx, &s, name);
    li_text_put(ctx, &s, " = ");
    li_expr_print(ctx, &s, right);
    put_typed(ctx, out, &s);
}

/* ---- equations ---- */

/* Are all left sides short? Then the signs of equality stand below one another, else the equations begin so. */
static bool is_narrow(li_ctx *ctx, size_t n, const li_equation *eq, bool dots)
{
    bool narrow = true;

    for (size_t i = 0; i < n && narrow; i++) {
        li_latex left;
        li_latex_init(&left);
        li_latex_add(ctx, &left, eq[i].left, dots);
        narrow = left.width <= NARROW;
        li_latex_clear(ctx, &left);
    }
    return narrow;
}

static void put_equation(struct block *b, const li_equation *eq, bool narrow)
{
    li_ctx *ctx = b->ctx;
    li_latex x;

    if (narrow) {
        li_emit_latex(ctx, b->out, eq->left, b->dots);
        put_right(b, eq->right);
        return;
    }
    li_latex_init(&x);                                   /* both sides as one formula */
    li_latex_add(ctx, &x, eq->left, b->dots);
    li_latex_mark(ctx, &x, 0);
    li_latex_put(ctx, &x, " = ", 2);
    li_latex_add(ctx, &x, eq->right, b->dots);
    li_text_put(ctx, b->out, "&");
    put_lines(b, &x, LINE);
}

void li_document_equations(li_ctx *ctx, li_text *out, size_t n, const li_equation *eq, bool dots)
{
    if (n == 0)
        return;
    bool narrow = is_narrow(ctx, n, eq, dots);
    struct block b = open_block(ctx, out, dots);
    for (size_t i = 0; i < n && li_ctx_status(ctx) == LI_OK; i++)
        put_equation(&b, &eq[i], narrow);
    if (close_block(&b))
        return;
    for (size_t i = 0; i < n && li_ctx_status(ctx) == LI_OK; i++)
        put_words(ctx, out, eq[i].left, NULL, eq[i].right);
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
    li_text_put(ctx, out, ")$; entries that are not listed are $0$.\n");
    struct block b = open_block(ctx, out, dots);
    for (size_t i = 0; i < n * n; i++) {
        if (li_expr_is_zero(form->M[i]))
            continue;
        li_text_printf(ctx, out, "M_{%zu,%zu}", i / n + 1, i % n + 1);
        put_right(&b, form->M[i]);
    }
    for (size_t i = 0; i < n; i++) {
        li_text_printf(ctx, out, "f_{%zu}", i + 1);
        put_right(&b, form->forcing[i]);
    }
    if (!close_block(&b))
        li_text_put(ctx, out, "Its entries are too long to be set here; the text form has them.\n");
}

/* ---- the system ---- */

static void put_names(li_ctx *ctx, li_text *out, const char *what, size_t n, const li_expr *x, bool dots)
{
    for (size_t i = 0; i < n; i++) {
        li_text_printf(ctx, out, "%s$", i == 0 ? what : ", ");
        li_emit_latex(ctx, out, x[i], dots);
        li_text_put(ctx, out, "$");
    }
    li_text_put(ctx, out, n > 0 ? ".\n" : "");
}

static void put_definitions(li_ctx *ctx, li_text *out, const li_model *m, bool dots)
{
    struct block b = open_block(ctx, out, dots);

    for (size_t i = 0; i < m->coords; i++)
        if (m->coord[i].motion != NULL)
            put_definition(&b, li_expr_name(m->coord[i].v), LI_VELOCITY, m->coord[i].motion);
    for (size_t i = 0; i < m->quasis; i++)
        put_definition(&b, m->quasi[i].name, LI_VELOCITY, m->quasi[i].value);
    if (m->H != NULL)
        put_definition(&b, "H", LI_PARAMETER, m->H);
    else
        put_definition(&b, "T0", LI_PARAMETER, m->T0);
    if (!li_expr_is_zero(m->V))
        put_definition(&b, "V", LI_PARAMETER, m->V);
    if (!close_block(&b))
        put_words(ctx, out, NULL, m->H != NULL ? "H" : "T0", m->H != NULL ? m->H : m->T0);
}

static void put_constraints(li_ctx *ctx, li_text *out, const li_model *m, bool dots)
{
    size_t n = 0;
    for (size_t i = 0; i < m->constraints; i++)
        n += m->constraint[i].n;
    li_equation *eq = li_new(ctx, n + 1, sizeof *eq);

    n = 0;
    for (size_t i = 0; eq != NULL && i < m->constraints; i++)
        for (size_t k = 0; k < m->constraint[i].n; k++)
            eq[n++] = (li_equation){ m->constraint[i].a[k], li_expr_int(ctx, 0) };
    if (n > 0)
        li_text_put(ctx, out, "Constraints:\n");
    li_document_equations(ctx, out, n, eq, dots);
    li_drop(ctx, eq);
}

/* sum of F V for the forces F on V */
static li_expr power_of(li_ctx *ctx, size_t n, const li_force *part)
{
    li_expr sum = li_expr_int(ctx, 0);
    for (size_t i = 0; i < n; i++)
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, part[i].F, part[i].V));
    return sum;
}

/* The multipliers, and what a reaction does that has a direction of its own */
static void put_reactions(li_ctx *ctx, li_text *out, const li_model *m, bool dots)
{
    for (size_t i = 0; i < m->constraints; i++) {
        const li_constraint *c = &m->constraint[i];
        put_names(ctx, out, "Reactions ", c->reactions, c->multiplier, dots);
        for (size_t h = 0; c->by != NULL && h < c->reactions; h++) {
            li_text_put(ctx, out, h == 0 ? "Their power is\n" : "");
            struct block b = open_block(ctx, out, dots);
            li_latex x;
            li_latex_init(&x);
            li_latex_add(ctx, &x, li_expr_mul(ctx, c->multiplier[h], power_of(ctx, c->by[h].n, c->by[h].part)), dots);
            li_text_put(ctx, out, "&");
            put_lines(&b, &x, LINE);
            close_block(&b);
        }
    }
}

static void put_forces(li_ctx *ctx, li_text *out, const li_model *m, bool dots)
{
    for (size_t i = 0; i < m->forces; i++) {
        li_text_put(ctx, out, i == 0 ? "Forces of power $" : ", $");
        li_emit_latex(ctx, out, li_expr_mul(ctx, m->force[i].F, m->force[i].V), dots);
        li_text_put(ctx, out, i + 1 < m->forces ? "$" : "$.\n");
    }
}

static void put_system(li_ctx *ctx, li_text *out, const li_model *m, bool dots)
{
    size_t n = m->coords + m->params;
    li_expr *x = li_new(ctx, n + 1, sizeof *x);

    for (size_t i = 0; x != NULL && i < n; i++)
        x[i] = i < m->coords ? m->coord[i].q : m->param[i - m->coords].symbol;
    if (x != NULL) {
        put_names(ctx, out, "Coordinates ", m->coords, x, dots);
        put_names(ctx, out, "Parameters ", m->params, x + m->coords, dots);
    }
    li_drop(ctx, x);
    put_names(ctx, out, "Chart ", m->omega != NULL ? m->charts : 0, m->chart, dots);
    if (m->omega == NULL)
        put_definitions(ctx, out, m, dots);
    put_forces(ctx, out, m, dots);
    put_constraints(ctx, out, m, dots);
    put_reactions(ctx, out, m, dots);
}

/* ---- a form ---- */

static void put_functions(li_ctx *ctx, li_text *out, const li_equations *form, bool dots)
{
    if (form->functions == 0)
        return;
    li_text_put(ctx, out, "with\n");
    struct block b = open_block(ctx, out, dots);
    for (size_t i = 0; i < form->functions; i++)
        put_definition(&b, form->function[i].name, LI_PARAMETER, form->function[i].value);
    if (!close_block(&b))
        for (size_t i = 0; i < form->functions; i++)
            put_words(ctx, out, NULL, form->function[i].name, form->function[i].value);
    if (li_law_is_frozen(ctx, form))
        li_text_put(ctx, out, "What has an asterisk is kept from differentiation.\n");
    li_text_put(ctx, out, "The equations:\n");
}

/* Omega = f theta^1 \wedge theta^2 + ... */
static void put_exterior(li_ctx *ctx, li_text *out, const li_equations *form, bool dots)
{
    struct block b = open_block(ctx, out, dots);

    for (size_t i = 0; i < form->forms; i++) {
        li_latex x;
        li_latex_init(&x);
        li_exterior_latex(ctx, &x, &form->exterior[i], dots);
        put_lines(&b, &x, LINE);
    }
    if (!close_block(&b))
        for (size_t i = 0; i < form->forms; i++) {
            li_text s;
            li_text_init(&s);
            li_text_printf(ctx, &s, "%s = ", form->exterior[i].name);
            li_form_print(ctx, &s, form->exterior[i].w);
            put_typed(ctx, out, &s);
        }
}

static void put_integrands(li_ctx *ctx, li_text *out, const li_equations *form, bool dots)
{
    for (size_t i = 0; i < form->functions; i++) {
        li_latex x;
        li_text_printf(ctx, out, "%s\\[ %s \\]\nThe integrand is\n", form->function[i].name, li_law_latex(form->function[i].name));
        struct block b = open_block(ctx, out, dots);
        li_latex_init(&x);
        li_latex_add(ctx, &x, form->function[i].value, dots);
        li_text_put(ctx, out, "&");
        put_lines(&b, &x, LINE);
        if (!close_block(&b))
            put_words(ctx, out, NULL, form->function[i].name, form->function[i].value);
    }
}

static void put_form(li_ctx *ctx, li_text *out, const li_equations *form, bool dots)
{
    li_text_put(ctx, out, "\\subsection*{");
    li_latex_words(ctx, out, form->title);
    li_text_put(ctx, out, "}\n");
    if (form->omitted != NULL) {
        li_text_put(ctx, out, "Left out: ");
        li_latex_words(ctx, out, form->omitted);
        li_text_put(ctx, out, ".\n\n");
        return;
    }
    if (li_law_latex(form->law) != NULL)
        li_text_printf(ctx, out, "\\[ %s \\]\n", li_law_latex(form->law));
    if (form->forms > 0)
        put_exterior(ctx, out, form, dots);
    if (form->integrals)
        put_integrands(ctx, out, form, dots);
    else
        put_functions(ctx, out, form, dots);
    if (form->remark != NULL) {
        li_latex_words(ctx, out, form->remark);
        li_text_put(ctx, out, ".\n\n");
    }
    if (!form->simplified)
        li_text_put(ctx, out, "Not simplified: that would pass the budget.\n");
    if (form->rows > 0)
        put_matrix(ctx, out, form, dots);
    li_document_equations(ctx, out, form->len, form->eq, dots);
    if (form->relations > 0)
        li_text_put(ctx, out, form->integrals ? "Here\n" : "together with\n");
    li_document_equations(ctx, out, form->relations, form->relation, dots);
}

/* ---- the document ---- */

/* The letters of other scripts in the text, each once: where TeX has none for it, it shows its number. */
static void declare_letters(li_ctx *ctx, li_text *out, const char *s)
{
    enum { MOST = 64 };
    unsigned seen[MOST], count = 0;

    li_text_put(ctx, out, "\\ifdefined\\DeclareUnicodeCharacter\n");
    for (; *s != '\0' && count < MOST; s++) {
        unsigned c = (unsigned char)*s, len = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC0 ? 2 : 1, code = len == 1 ? c : c & (0x7Fu >> len), i = 0;
        if (c < 0xC0)
            continue;
        for (unsigned k = 1; k < len; k++)
            code = code << 6 | ((unsigned char)s[k] & 0x3F);
        while (i < count && seen[i] != code)
            i++;
        if (i == count) {
            seen[count++] = code;
            li_text_printf(ctx, out, "\\expandafter\\ifx\\csname u8:\\detokenize{%.*s}\\endcsname\\relax\\DeclareUnicodeCharacter{%04X}{\\textrm{U+%04X}}\\fi\n",
                           (int)len, s, code, code);
        }
    }
    li_text_put(ctx, out, "\\fi\n");
}

void li_latex_document(li_ctx *ctx, li_text *out, const char *body, bool dots)
{
    li_text_put(ctx, out, "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n"
                          "\\usepackage[a4paper,margin=25mm]{geometry}\n\\usepackage{amsmath}\n\\allowdisplaybreaks\n\\setlength{\\parindent}{0pt}\n");
    li_text_put(ctx, out, dots ? "\\newcommand{\\rate}[1]{\\dot{#1}}\n\\newcommand{\\rrate}[1]{\\ddot{#1}}\n" :
                                 "\\newcommand{\\rate}[1]{{#1}'}\n\\newcommand{\\rrate}[1]{{#1}''}\n");
    declare_letters(ctx, out, body);
    li_text_put(ctx, out, body);
}

void li_document_put(li_ctx *ctx, li_text *out, const li_model *m, const char *body, bool dots)
{
    size_t start = out->len;
    li_text all;

    li_text_init(&all);
    li_text_put(ctx, &all, "\\begin{document}\n\\section*{");
    li_latex_words(ctx, &all, m->title[0] != '\0' ? m->title : m->name);
    li_text_put(ctx, &all, "}\n");
    put_system(ctx, &all, m, dots);
    li_text_printf(ctx, &all, "%s\\end{document}\n", body);
    li_latex_document(ctx, out, li_text_str(&all), dots);
    li_text_clear(ctx, &all);
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, start);
}

void li_emit_equations_latex(li_ctx *ctx, li_text *out, const li_model *m, size_t count, const li_equations *form, bool dots)
{
    li_text body;

    li_text_init(&body);
    for (size_t i = 0; i < count && li_ctx_status(ctx) == LI_OK; i++)
        put_form(ctx, &body, &form[i], dots);
    li_document_put(ctx, out, m, li_text_str(&body), dots);
    li_text_clear(ctx, &body);
}

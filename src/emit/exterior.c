/* exterior.c - exterior forms as text and in LaTeX: dx \wedge dy, \omega^{p} for w(p), \pi^{NAME} for pi(NAME) */
#include <string.h>

#include "exterior.h"

enum { LINE = 110 };               /* letters on a line of text */

/* ---- text ---- */

size_t li_exterior_line_end(const char *s, size_t most)
{
    size_t best = 0;
    int depth = 0;

    for (size_t i = 0; s[i] != '\0' && (i < most || best == 0); i++) {
        depth += (s[i] == '(') - (s[i] == ')');
        if (i > 0 && depth == 0 && s[i] == ' ' && (s[i + 1] == '+' || s[i + 1] == '-') && s[i + 2] == ' ')
            best = i;
    }
    return strlen(s) <= most ? 0 : best;
}

void li_exterior_text(li_ctx *ctx, li_text *out, const li_named_form *form)
{
    li_text text;

    li_text_init(&text);
    li_form_print(ctx, &text, form->w);
    const char *s = li_text_str(&text);
    li_text_printf(ctx, out, "# %s = ", form->name);
    for (size_t n = li_exterior_line_end(s, LINE); n > 0; n = li_exterior_line_end(s, LINE)) {
        li_text_put_n(ctx, out, s, n);
        li_text_printf(ctx, out, "\n# %*s", (int)strlen(form->name), "");
        s += n;
    }
    li_text_printf(ctx, out, "%s\n", s);
    li_text_clear(ctx, &text);
}

/* ---- LaTeX ---- */

static void put_symbol(li_ctx *ctx, li_latex *x, const char *name, size_t len, bool dots)
{
    li_text symbol;

    li_text_init(&symbol);
    li_text_put_n(ctx, &symbol, name, len);
    x->width += li_latex_symbol(ctx, &x->text, li_text_str(&symbol), LI_PARAMETER, dots);
    li_text_clear(ctx, &symbol);
}

void li_exterior_name(li_ctx *ctx, li_latex *x, const char *name, bool dots)
{
    size_t stem = strcspn(name, "("), len = strlen(name);

    if (stem == len) {
        put_symbol(ctx, x, name, len, dots);
        return;
    }
    bool index = *name != 'd';
    li_latex_put(ctx, x, !index ? "\\mathrm{d}" : *name == 'w' ? "\\omega^{" : *name == 'D' ? "\\partial_{" : "\\pi^{", 1);
    if (*name == 'w' || *name == 'p')
        x->width += li_latex_index(ctx, &x->text, name + stem + 1, len - stem - 2);
    else
        put_symbol(ctx, x, name + stem + 1, len - stem - 2, dots);
    li_latex_put(ctx, x, index ? "}" : "", 0);
}

static bool is_scaled(li_expr e) { return li_expr_kind(e) == LI_SUM && li_expr_len(e) == 1 && li_rational_is_zero(li_expr_number(e)); }

static bool is_negative(li_expr f)
{
    if (li_expr_kind(f) == LI_NUM)
        return li_rational_sign(li_expr_number(f)) < 0;
    return is_scaled(f) && li_rational_sign(li_expr_coef(f, 0)) < 0;
}

/* f, in brackets if it is a sum; 1 is left out */
static void put_coefficient(li_ctx *ctx, li_latex *x, li_expr f, bool dots)
{
    bool sum = li_expr_kind(f) == LI_SUM && !is_scaled(f);
    size_t from = x->len;

    if (li_expr_is_one(f))
        return;
    li_latex_put(ctx, x, sum ? "(" : "", sum ? 0.6 : 0);
    li_latex_add(ctx, x, f, dots);
    for (size_t i = from; sum && i < x->len; i++)
        x->end[i].depth++;
    li_latex_put(ctx, x, sum ? ")" : "", sum ? 0.6 : 0);
    li_latex_put(ctx, x, "\\, ", 0.3);
}

static void put_factor(li_ctx *ctx, li_latex *x, bool first, li_expr f, bool dots)
{
    bool minus = is_negative(f);

    if (!first)
        li_latex_mark(ctx, x, 0);
    li_latex_put(ctx, x, !first ? (minus ? " - " : " + ") : minus ? "-" : "", 2);
    put_coefficient(ctx, x, minus ? li_expr_neg(ctx, f) : f, dots);
}

static void put_term(li_ctx *ctx, li_latex *x, const li_form *w, size_t k, const char *const *name, bool dots)
{
    put_factor(ctx, x, k == 0, w->f[k], dots);
    for (size_t i = 0; i < w->degree; i++) {
        li_latex_put(ctx, x, i > 0 ? "\\wedge " : "", i > 0 ? 1 : 0);
        li_exterior_name(ctx, x, name[w->at[k * w->degree + i]], dots);
    }
}

void li_exterior_terms(li_ctx *ctx, li_latex *x, const li_form *w, const char *const *name, bool dots)
{
    li_latex_put(ctx, x, w->len == 0 ? "0" : "", 1);
    if (w->len > 0 && w->degree == 0)
        li_latex_add(ctx, x, w->f[0], dots);
    for (size_t k = 0; w->degree > 0 && k < w->len && li_ctx_status(ctx) == LI_OK; k++)
        put_term(ctx, x, w, k, name, dots);
}

void li_exterior_quadratic(li_ctx *ctx, li_latex *x, const li_quadratic *g, bool dots)
{
    size_t n = g->on->n;
    bool first = true;

    for (size_t a = 0; a < n; a++)
        for (size_t b = a; b < n; b++) {
            if (li_expr_is_zero(g->g[a * n + b]))
                continue;
            put_factor(ctx, x, first, g->g[a * n + b], dots);
            li_exterior_name(ctx, x, g->on->name[a], dots);
            if (a == b)
                li_latex_put(ctx, x, "^2", 0.5);
            else
                li_exterior_name(ctx, x, g->on->name[b], dots);
            first = false;
        }
    li_latex_put(ctx, x, first ? "0" : "", 1);
}

void li_exterior_latex(li_ctx *ctx, li_latex *x, const li_named_form *form, bool dots)
{
    li_exterior_name(ctx, x, form->name, dots);
    li_latex_put(ctx, x, " &= ", 2);
    li_exterior_terms(ctx, x, form->w, form->w->on == NULL ? NULL : form->w->on->name, dots);
}

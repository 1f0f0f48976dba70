/* text.c - equations as lines of the language */
#include <string.h>

#include "exterior.h"
#include "law.h"

/* The characters that one sees. */
static size_t characters(const char *s)
{
    size_t n = 0;
    for (; *s != '\0'; s++)
        n += ((unsigned char)*s & 0xC0) != 0x80;
    return n;
}

static void put_equation(li_ctx *ctx, li_text *out, const li_equation *eq, size_t width)
{
    size_t at = out->len;

    li_expr_print(ctx, out, eq->left);
    if (li_ctx_status(ctx) != LI_OK)
        return;
    for (size_t n = characters(li_text_str(out) + at); n < width; n++)
        li_text_put(ctx, out, " ");
    li_text_put(ctx, out, " = ");
    li_expr_print(ctx, out, eq->right);
    li_text_put(ctx, out, "\n");
}

/* The width of the widest left side, if all of them are symbols: then the = stand below one another. */
static size_t common_width(size_t n, const li_equation *eq)
{
    size_t width = 0;

    for (size_t i = 0; i < n; i++) {
        if (li_expr_kind(eq[i].left) != LI_SYM)
            continue;
        size_t w = characters(li_expr_name(eq[i].left));
        width = w > width ? w : width;
    }
    return width;
}

static void put_equations(li_ctx *ctx, li_text *out, size_t n, const li_equation *eq)
{
    size_t width = common_width(n, eq);
    for (size_t i = 0; i < n; i++)
        put_equation(ctx, out, &eq[i], li_expr_kind(eq[i].left) == LI_SYM ? width : 0);
}

/* # title; unknowns p q r and the coordinates */
static void put_head(li_ctx *ctx, li_text *out, const li_equations *form)
{
    bool positions = false;

    for (size_t i = 0; i < form->unknowns; i++)
        positions |= li_expr_class(form->unknown[i]) == LI_COORDINATE;
    li_text_printf(ctx, out, "# %s", form->title);
    for (size_t i = 0; i < form->unknowns; i++)
        li_text_printf(ctx, out, "%s%s", i == 0 ? "; unknowns " : " ", li_expr_name(form->unknown[i]));
    if (form->rows == 0 && !positions && !form->whole && form->unknowns > 0)
        li_text_put(ctx, out, " and the coordinates");
    li_text_put(ctx, out, "\n");
}

static void put_entry(li_ctx *ctx, li_text *out, const char *name, size_t i, size_t k, li_expr value)
{
    li_text_printf(ctx, out, k == 0 ? "%s[%zu] = " : "%s[%zu][%zu] = ", name, i, k);
    li_expr_print(ctx, out, value);
    li_text_put(ctx, out, "\n");
}

/* M x' = forcing, entry by entry; a symmetric M by its lower half */
static void put_matrix(li_ctx *ctx, li_text *out, const li_equations *form)
{
    size_t n = form->rows;
    bool symmetric = true;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            symmetric &= form->M[i * n + k] == form->M[k * n + i];
    li_text_printf(ctx, out, "# M*x = forcing, %zu by %zu%s; x =", n, n, symmetric ? ", symmetric" : "");
    for (size_t i = 0; i < form->unknowns; i++)
        li_text_printf(ctx, out, " %s", li_expr_name(form->unknown[i]));
    li_text_put(ctx, out, "\n");
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < (symmetric ? i + 1 : n); k++)
            put_entry(ctx, out, "M", i + 1, k + 1, form->M[i * n + k]);
    li_text_put(ctx, out, "\n");
    for (size_t i = 0; i < n; i++)
        put_entry(ctx, out, "forcing", i + 1, 0, form->forcing[i]);
}

/* # T0 = ...: the functions of which the form is made, as remarks */
static void put_functions(li_ctx *ctx, li_text *out, const li_equations *form)
{
    size_t width = 0;

    for (size_t i = 0; i < form->functions; i++)
        width = characters(form->function[i].name) > width ? characters(form->function[i].name) : width;
    for (size_t i = 0; i < form->functions; i++) {
        li_text_printf(ctx, out, "# %s", form->function[i].name);
        for (size_t n = characters(form->function[i].name); n < width; n++)
            li_text_put(ctx, out, " ");
        li_text_put(ctx, out, " = ");
        li_expr_print(ctx, out, form->function[i].value);
        li_text_put(ctx, out, "\n");
    }
}

/* Integrands, each below its number and its meaning */
static void put_integrands(li_ctx *ctx, li_text *out, const li_equations *form)
{
    for (size_t i = 0; i < form->functions; i++) {
        li_text_printf(ctx, out, "# %s  %s\n", form->function[i].name, li_law_text(form->function[i].name));
        li_expr_print(ctx, out, form->function[i].value);
        li_text_put(ctx, out, "\n");
    }
}

static void put_form(li_ctx *ctx, li_text *out, const li_equations *form)
{
    if (form->omitted != NULL) {
        li_text_printf(ctx, out, "# form %s is left out: %s\n", form->form, form->omitted);
        return;
    }
    put_head(ctx, out, form);
    if (li_law_text(form->law) != NULL)
        li_text_printf(ctx, out, "# %s\n", li_law_text(form->law));
    if (form->integrals)
        put_integrands(ctx, out, form);
    else
        put_functions(ctx, out, form);
    for (size_t i = 0; i < form->forms; i++)
        li_exterior_text(ctx, out, &form->exterior[i]);
    if (!form->integrals && li_law_is_frozen(ctx, form))
        li_text_put(ctx, out, "# frozen(x) has the value of x and is kept from differentiation\n");
    if (form->remark != NULL)
        li_text_printf(ctx, out, "# %s\n", form->remark);
    if (form->rows > 0)
        put_matrix(ctx, out, form);
    put_equations(ctx, out, form->len, form->eq);
    if (form->relations > 0)
        li_text_put(ctx, out, "\n");
    put_equations(ctx, out, form->relations, form->relation);
    if (!form->simplified)
        li_text_put(ctx, out, "# not simplified: that would pass the budget (a larger one: --budget SECONDS)\n");
}

void li_emit_equations_text(li_ctx *ctx, li_text *out, size_t count, const li_equations *form)
{
    size_t start = out->len;

    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            li_text_put(ctx, out, "\n\n");
        put_form(ctx, out, &form[i]);
    }
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, start);
}

/* form.c - making forms */
#include <string.h>

#include "terms.h"

void li_form_init(li_form *w) { *w = (li_form){ 0 }; }

void li_form_clear(li_ctx *ctx, li_form *w)
{
    li_drop(ctx, w->at);
    li_drop(ctx, w->f);
    li_form_init(w);
}

void li_form_swap(li_form *v, li_form *w)
{
    li_form u = *v;
    *v = *w;
    *w = u;
}

li_status li_form_zero(li_ctx *ctx, li_form *out, const li_coframe *c, size_t degree)
{
    li_form zero;
    li_form_begin(&zero, c, degree);
    return li_form_finish(ctx, out, &zero);
}

li_status li_form_function(li_ctx *ctx, li_form *out, const li_coframe *c, li_expr f)
{
    li_form w;

    li_form_begin(&w, c, 0);
    if (li_form_row(ctx, &w) != NULL)
        li_form_term(ctx, &w, f);
    return li_form_finish(ctx, out, &w);
}

/* Is I a row of indices on the coframe of w? */
static bool is_row(li_ctx *ctx, const li_form *w, const uint32_t *I)
{
    size_t n = w->on == NULL ? 0 : w->on->n;

    for (size_t k = 0; k < w->degree; k++)
        if (I[k] >= n)
            return li_fail(ctx, LI_DOMAIN, "there is no Pfaff form %zu: the coframe has %zu", (size_t)I[k] + 1, n), false;
    return true;
}

li_status li_form_theta(li_ctx *ctx, li_form *out, const li_coframe *c, size_t a)
{
    li_form w;

    if (a >= c->n)
        return li_fail(ctx, LI_DOMAIN, "there is no Pfaff form %zu: the coframe has %zu", a + 1, c->n);
    li_form_begin(&w, c, 1);
    uint32_t *row = li_form_row(ctx, &w);
    if (row != NULL) {
        row[0] = (uint32_t)a;
        li_form_term(ctx, &w, li_expr_int(ctx, 1));
    }
    return li_form_finish(ctx, out, &w);
}

li_status li_form_pfaff(li_ctx *ctx, li_form *out, const li_coframe *c, const li_expr *f)
{
    li_form w;

    li_form_begin(&w, c, 1);
    for (size_t a = 0; a < c->n; a++) {
        uint32_t *row = li_form_row(ctx, &w);
        if (row == NULL)
            break;
        row[0] = (uint32_t)a;
        li_form_term(ctx, &w, f[a]);
    }
    return li_form_finish(ctx, out, &w);
}

li_status li_form_copy(li_ctx *ctx, li_form *out, const li_form *w)
{
    return li_form_scale(ctx, out, li_expr_int(ctx, 1), w);
}

/* ---- one term ---- */

/* I in increasing order, in `few` or in memory that put_back frees, and the sign of the permutation; NULL: no such row */
enum { FEW = 8 };

static uint32_t *sorted(li_ctx *ctx, const li_form *w, const uint32_t *I, uint32_t *few, int *sign)
{
    uint32_t *row = !is_row(ctx, w, I) ? NULL : w->degree <= FEW ? few : li_new(ctx, w->degree, sizeof *row);

    for (size_t k = 0; row != NULL && k < w->degree; k++)
        row[k] = I[k];
    *sign = row == NULL ? 0 : li_row_sort(w->degree, row);
    return row;
}

static void put_back(li_ctx *ctx, uint32_t *row, const uint32_t *few)
{
    if (row != few)
        li_drop(ctx, row);
}

static void remove_term(li_form *w, size_t k)
{
    size_t p = w->degree, behind = w->len - k - 1;

    memmove(w->at + k * p, w->at + (k + 1) * p, behind * p * sizeof *w->at);
    memmove(w->f + k, w->f + k + 1, behind * sizeof *w->f);
    w->len--;
}

static void insert_term(li_ctx *ctx, li_form *w, size_t k, const uint32_t *I, li_expr f)
{
    size_t p = w->degree, behind = w->len - k;

    if (li_form_row(ctx, w) == NULL)
        return;
    memmove(w->at + (k + 1) * p, w->at + k * p, behind * p * sizeof *w->at);
    memmove(w->f + k + 1, w->f + k, behind * sizeof *w->f);
    memcpy(w->at + k * p, I, p * sizeof *w->at);
    w->f[k] = f;
    w->len++;
}

static void add_sorted(li_ctx *ctx, li_form *w, const uint32_t *I, li_expr f)
{
    bool found;
    size_t k = li_form_place(w, I, &found);
    li_expr sum = found ? li_expr_add(ctx, w->f[k], f) : f;

    if (li_form_is_defined(ctx, sum) && !found && !li_expr_is_zero(sum))
        insert_term(ctx, w, k, I, sum);
    else if (found && li_expr_is_zero(sum))
        remove_term(w, k);
    else if (found && li_ctx_status(ctx) == LI_OK)
        w->f[k] = sum;
}

li_status li_form_add_term(li_ctx *ctx, li_form *w, const uint32_t *I, li_expr f)
{
    int sign;
    uint32_t few[FEW], *row = sorted(ctx, w, I, few, &sign);

    if (sign != 0)
        add_sorted(ctx, w, row, sign > 0 ? f : li_expr_neg(ctx, f));
    put_back(ctx, row, few);
    return li_ctx_status(ctx);
}

li_expr li_form_coefficient(li_ctx *ctx, const li_form *w, const uint32_t *I)
{
    bool found = false;
    int sign;
    uint32_t few[FEW], *row = sorted(ctx, w, I, few, &sign);
    size_t k = sign != 0 ? li_form_place(w, row, &found) : 0;
    li_expr f = row == NULL ? li_expr_undefined() : !found ? li_expr_int(ctx, 0) : sign > 0 ? w->f[k] : li_expr_neg(ctx, w->f[k]);

    put_back(ctx, row, few);
    return f;
}

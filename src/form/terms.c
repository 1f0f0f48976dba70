/* terms.c - the terms of a form: rows of indices and their coefficients */
#include "terms.h"

#include <stdlib.h>
#include <string.h>

/* By insertion: what comes here is sorted but for a few indices in front or behind. */
int li_row_sort(size_t degree, uint32_t *I)
{
    int sign = 1;

    for (size_t i = 1; i < degree; i++) {
        uint32_t a = I[i];
        size_t k = i;
        for (; k > 0 && I[k - 1] > a; k--) {
            I[k] = I[k - 1];
            sign = -sign;
        }
        I[k] = a;
        if (k > 0 && I[k - 1] == a)
            return 0;
    }
    return sign;
}

static int compare(size_t degree, const uint32_t *I, const uint32_t *J)
{
    for (size_t k = 0; k < degree; k++)
        if (I[k] != J[k])
            return I[k] < J[k] ? -1 : 1;
    return 0;
}

size_t li_form_place(const li_form *w, const uint32_t *I, bool *found)
{
    size_t low = 0, high = w->len;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare(w->degree, w->at + middle * w->degree, I) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *found = low < w->len && compare(w->degree, w->at + low * w->degree, I) == 0;
    return low;
}

bool li_form_is_defined(li_ctx *ctx, li_expr f)
{
    if (li_expr_kind(f) != LI_UNDEFINED)
        return true;
    li_fail(ctx, LI_DOMAIN, "a coefficient is not defined");
    return false;
}

/* ---- a sum ---- */

void li_form_begin(li_form *sum, const li_coframe *c, size_t degree)
{
    *sum = (li_form){ .on = c, .degree = degree };
}

static bool grow(li_ctx *ctx, li_form *w)
{
    size_t cap = w->cap == 0 ? 8 : 2 * w->cap;
    uint32_t *at = li_grow(ctx, w->at, cap * w->degree, sizeof *at);

    if (at == NULL)
        return false;
    w->at = at;
    li_expr *f = li_grow(ctx, w->f, cap, sizeof *f);
    if (f == NULL)
        return false;
    w->f = f;
    w->cap = cap;
    return true;
}

uint32_t *li_form_row(li_ctx *ctx, li_form *sum)
{
    if (sum->len == sum->cap && !grow(ctx, sum))
        return NULL;
    return sum->at + sum->len * sum->degree;
}

void li_form_term(li_ctx *ctx, li_form *sum, li_expr f)
{
    int sign = li_expr_is_zero(f) ? 0 : li_row_sort(sum->degree, sum->at + sum->len * sum->degree);

    if (sign != 0 && li_form_is_defined(ctx, f))
        sum->f[sum->len++] = sign > 0 ? f : li_expr_neg(ctx, f);
}

void li_form_add_times(li_ctx *ctx, li_form *sum, li_expr f, const li_form *w)
{
    for (size_t k = 0; k < w->len; k++) {
        uint32_t *row = li_form_row(ctx, sum);
        if (row == NULL)
            return;
        memcpy(row, w->at + k * w->degree, w->degree * sizeof *row);
        li_form_term(ctx, sum, li_expr_mul(ctx, f, w->f[k]));
    }
}

struct item { const uint32_t *I; size_t degree, k; };

static int by_row(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    int order = compare(x->degree, x->I, y->I);
    return order != 0 ? order : (x->k > y->k) - (x->k < y->k);
}

static bool is_sorted(const li_form *w)
{
    for (size_t k = 1; k < w->len; k++)
        if (compare(w->degree, w->at + (k - 1) * w->degree, w->at + k * w->degree) >= 0)
            return false;
    return true;
}

/* The items in order become terms, those with one row a single term. `f` has place for all coefficients of one row. */
static void merge(li_ctx *ctx, li_form *sum, const li_form *w, const struct item *item, li_expr *f)
{
    for (size_t i = 0, n = 0; i < w->len && li_ctx_status(ctx) == LI_OK; i += n) {
        for (n = 0; i + n < w->len && compare(w->degree, item[i].I, item[i + n].I) == 0; n++)
            f[n] = w->f[item[i + n].k];
        uint32_t *row = li_form_row(ctx, sum);
        if (row == NULL)
            return;
        memcpy(row, item[i].I, w->degree * sizeof *row);
        li_form_term(ctx, sum, n == 1 ? f[0] : li_expr_sum(ctx, n, f));
    }
}

void li_form_settle(li_ctx *ctx, li_form *w)
{
    if (is_sorted(w) || li_ctx_status(ctx) != LI_OK)
        return;
    struct item *item = li_new(ctx, w->len, sizeof *item);
    li_expr *f = li_new(ctx, w->len, sizeof *f);
    li_form sum;

    li_form_begin(&sum, w->on, w->degree);
    for (size_t k = 0; item != NULL && k < w->len; k++)
        item[k] = (struct item){ w->at + k * w->degree, w->degree, k };
    if (item != NULL && f != NULL) {
        qsort(item, w->len, sizeof *item, by_row);
        merge(ctx, &sum, w, item, f);
    }
    li_form_swap(w, &sum);
    li_form_clear(ctx, &sum);
    li_drop(ctx, item);
    li_drop(ctx, f);
}

li_status li_form_finish(li_ctx *ctx, li_form *out, li_form *sum)
{
    li_form_settle(ctx, sum);
    if (li_ctx_status(ctx) == LI_OK)
        li_form_swap(out, sum);
    li_form_clear(ctx, sum);
    return li_ctx_status(ctx);
}

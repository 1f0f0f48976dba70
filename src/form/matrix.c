/* matrix.c - a form as a table: the matrix of a 2-form, the associated Pfaff forms */
#include <string.h>

#include "coframe.h"
#include "terms.h"

bool li_form_has_coframe(li_ctx *ctx, const li_form *w, const char *what)
{
    if (w->on == NULL)
        li_fail(ctx, LI_DOMAIN, "%s: a form that was not made on any coframe", what);
    return w->on != NULL;
}

li_status li_form_matrix(li_ctx *ctx, li_expr *W, const li_form *w)
{
    if (!li_form_has_coframe(ctx, w, "the matrix of a 2-form"))
        return li_ctx_status(ctx);
    if (w->degree != 2 && w->len > 0)
        return li_fail(ctx, LI_DOMAIN, "the matrix of a 2-form: this form has degree %zu", w->degree);
    size_t n = w->on->n;
    for (size_t i = 0; i < n * n; i++)
        W[i] = li_expr_int(ctx, 0);
    for (size_t k = 0; k < w->len; k++) {
        uint32_t a = w->at[2 * k], b = w->at[2 * k + 1];
        W[a * n + b] = w->f[k];
        W[b * n + a] = li_expr_neg(ctx, w->f[k]);
    }
    return li_ctx_status(ctx);
}

/* f theta^I adds (-1)^(k-1) f theta^(I - i_k) to i(X_(i_k))w */
static void add_partials(li_ctx *ctx, li_form *sum, size_t p, const uint32_t *I, li_expr f)
{
    for (size_t k = 0; k < p; k++) {
        uint32_t *row = li_form_row(ctx, &sum[I[k]]);
        if (row == NULL)
            return;
        memcpy(row, I, k * sizeof *row);
        memcpy(row + k, I + k + 1, (p - k - 1) * sizeof *row);
        li_form_term(ctx, &sum[I[k]], k % 2 == 0 ? f : li_expr_neg(ctx, f));
    }
}

/* dw/dtheta^a = i(X_a)w; of a 2-form: sum_b W[a][b] theta^b                                                  [gallissot 1] */
li_status li_form_associated(li_ctx *ctx, li_form *out, const li_form *w)
{
    if (!li_form_has_coframe(ctx, w, "the associated forms"))
        return li_ctx_status(ctx);
    size_t n = w->on->n, p = w->degree;
    li_form *sum = li_new(ctx, n + 1, sizeof *sum);
    for (size_t a = 0; sum != NULL && a < n; a++)
        li_form_begin(&sum[a], w->on, p > 0 ? p - 1 : 0);
    for (size_t i = 0; sum != NULL && i < w->len && p > 0; i++)
        add_partials(ctx, sum, p, w->at + i * p, w->f[i]);
    for (size_t a = 0; sum != NULL && a < n; a++)
        li_form_settle(ctx, &sum[a]);
    for (size_t a = 0; sum != NULL && a < n; a++) {
        if (li_ctx_status(ctx) == LI_OK)
            li_form_swap(&out[a], &sum[a]);
        li_form_clear(ctx, &sum[a]);
    }
    li_drop(ctx, sum);
    return li_ctx_status(ctx);
}

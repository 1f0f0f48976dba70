/* interior.c - the interior product by a field and by a p-vector */
#include <string.h>

#include "coframe.h"
#include "terms.h"

/* i(X) f theta^I = sum_k (-1)^(k-1) f X^(i_k) theta^(I - i_k),  I = i_1 < ... < i_p                          [gallissot 5] */
static void add_interior(li_ctx *ctx, li_form *sum, const li_field *X, size_t p, const uint32_t *I, li_expr f)
{
    for (size_t k = 0; k < p; k++) {
        li_expr Xk = X->comp[I[k]];
        if (li_expr_is_zero(Xk))
            continue;
        uint32_t *row = li_form_row(ctx, sum);
        if (row == NULL)
            return;
        memcpy(row, I, k * sizeof *row);
        memcpy(row + k, I + k + 1, (p - k - 1) * sizeof *row);
        li_expr fX = li_expr_mul(ctx, f, Xk);
        li_form_term(ctx, sum, k % 2 == 0 ? fX : li_expr_neg(ctx, fX));
    }
}

li_status li_form_interior(li_ctx *ctx, li_form *out, const li_field *X, const li_form *w)
{
    const li_coframe *c;
    li_form sum;

    if (!li_field_exists(ctx, X) || !li_coframe_shared(ctx, &c, w->on, X->on, "i(X)w: w is a form", "X a field"))
        return li_ctx_status(ctx);
    li_form_begin(&sum, c, w->degree > 0 ? w->degree - 1 : 0);
    for (size_t k = 0; k < w->len && w->degree > 0; k++)
        add_interior(ctx, &sum, X, w->degree, w->at + k * w->degree, w->f[k]);
    return li_form_finish(ctx, out, &sum);
}

/* Takes the indices J out of the row I: i(X_(j_1)) ... i(X_(j_q)) theta^I = sign theta^(I - J), the last i first;
 * 0 if I does not hold all of J. Both are in increasing order. */
static int take_out(uint32_t *rest, size_t p, const uint32_t *I, size_t q, const uint32_t *J)
{
    size_t j = 0, left = 0, passed = 0;       /* i(X_j) passes what stands before j: the rest, and the j still to come */

    for (size_t k = 0; k < p; k++)
        if (j < q && I[k] == J[j]) {
            passed += left + j;
            j++;
        } else if (left < p - q) {
            rest[left++] = I[k];
        } else {
            return 0;
        }
    return j < q ? 0 : passed % 2 == 0 ? 1 : -1;
}

/* i(X ^ Y ^ ...)w = i(X) i(Y) ... w                                                                     [gallissot IV-VI 5] */
li_status li_form_contract(li_ctx *ctx, li_form *out, const li_pvector *X, const li_form *w)
{
    const li_coframe *c;
    const li_form *x = &X->w;
    li_form sum;
    size_t q = x->degree, p = w->degree;

    if (!li_coframe_shared(ctx, &c, w->on, x->on, "i(X)w: w is a form", "X a p-vector"))
        return li_ctx_status(ctx);
    li_form_begin(&sum, c, p >= q ? p - q : 0);
    for (size_t i = 0; i < w->len && p >= q; i++)
        for (size_t j = 0; j < x->len; j++) {
            uint32_t *row = li_form_row(ctx, &sum);
            int sign = row == NULL ? 0 : take_out(row, p, w->at + i * p, q, x->at + j * q);
            if (sign == 0)
                continue;
            li_expr fX = li_expr_mul(ctx, w->f[i], x->f[j]);
            li_form_term(ctx, &sum, sign > 0 ? fX : li_expr_neg(ctx, fX));
        }
    return li_form_finish(ctx, out, &sum);
}

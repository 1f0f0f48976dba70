/* differential.c - the exterior derivative */
#include <string.h>

#include "coframe.h"
#include "terms.h"

/* df = sum_j df/dx_j dx_j over the x_j that f contains */
li_status li_form_differential(li_ctx *ctx, li_form *out, const li_coframe *c, li_expr f)
{
    li_functions x;
    li_form sum;

    li_form_begin(&sum, c, 1);
    if (!li_form_is_defined(ctx, f))
        return li_ctx_status(ctx);
    li_functions_init(ctx, &x, c, f);
    li_expr *df = li_new(ctx, x.n + 1, sizeof *df);
    if (df != NULL && li_expr_gradient(ctx, df, f, x.n, x.x) == LI_OK)
        for (size_t k = 0; k < x.n; k++)
            li_form_add_times(ctx, &sum, df[k], &c->dx[x.j[k]]);
    li_drop(ctx, df);
    li_functions_clear(ctx, &x);
    return li_form_finish(ctx, out, &sum);
}

/* sum += df ^ theta^I */
static void add_slope(li_ctx *ctx, li_form *sum, li_expr f, size_t p, const uint32_t *I)
{
    li_form df;

    li_form_init(&df);
    if (li_expr_kind(f) != LI_NUM)
        li_form_differential(ctx, &df, sum->on, f);
    for (size_t k = 0; k < df.len; k++) {
        uint32_t *row = li_form_row(ctx, sum);
        if (row == NULL)
            break;
        row[0] = df.at[k];
        memcpy(row + 1, I, p * sizeof *row);
        li_form_term(ctx, sum, df.f[k]);
    }
    li_form_clear(ctx, &df);
}

/* sum += f d theta^I = f sum_k (-1)^(k-1) dtheta^(i_k) ^ theta^(I - i_k): a 2-form passes everything */
static void add_turn(li_ctx *ctx, li_form *sum, li_expr f, size_t p, const uint32_t *I)
{
    for (size_t k = 0; k < p; k++) {
        const li_form *dtheta = &sum->on->dtheta[I[k]];
        for (size_t i = 0; i < dtheta->len; i++) {
            uint32_t *row = li_form_row(ctx, sum);
            if (row == NULL)
                return;
            memcpy(row, dtheta->at + 2 * i, 2 * sizeof *row);
            memcpy(row + 2, I, k * sizeof *row);
            memcpy(row + 2 + k, I + k + 1, (p - k - 1) * sizeof *row);
            li_expr fC = li_expr_mul(ctx, f, dtheta->f[i]);
            li_form_term(ctx, sum, k % 2 == 0 ? fC : li_expr_neg(ctx, fC));
        }
    }
}

/* d(f theta^I) = df ^ theta^I + f d theta^I; a constant that lives nowhere has d = 0 */
li_status li_form_d(li_ctx *ctx, li_form *out, const li_form *w)
{
    li_form sum;

    li_form_begin(&sum, w->on, w->on == NULL ? 0 : w->degree + 1);
    for (size_t i = 0; w->on != NULL && i < w->len && li_ctx_status(ctx) == LI_OK; i++) {
        const uint32_t *I = w->at + i * w->degree;
        add_slope(ctx, &sum, w->f[i], w->degree, I);
        add_turn(ctx, &sum, w->f[i], w->degree, I);
    }
    return li_form_finish(ctx, out, &sum);
}

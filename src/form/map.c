/* map.c - the pull-back by a map, and substitutions */
#include "map.h"

#include "coframe.h"
#include "terms.h"

/* ---- replacing ---- */

/* product[k] = theta_(i_1) ^ ... ^ theta_(i_k) for the row I; the first `same` are right already */
static void set_products(li_ctx *ctx, li_form *product, const li_form *theta, size_t p, const uint32_t *I, size_t same)
{
    for (size_t k = same; k < p; k++)
        li_form_wedge(ctx, &product[k + 1], &product[k], &theta[I[k]]);
}

static size_t common(size_t p, const uint32_t *I, const uint32_t *J)
{
    size_t k = 0;
    while (k < p && I[k] == J[k])
        k++;
    return k;
}

/* The terms of w stand in order, so neighbours share the beginning of their products. */
static void replace_theta(li_ctx *ctx, li_form *sum, const li_form *theta, const li_form *w, const li_expr *f)
{
    size_t p = w->degree;
    li_form *product = li_new(ctx, p + 1, sizeof *product);

    if (product == NULL)
        return;
    li_form_function(ctx, &product[0], sum->on, li_expr_int(ctx, 1));
    for (size_t i = 0; i < w->len && li_ctx_status(ctx) == LI_OK; i++) {
        const uint32_t *I = w->at + i * p;
        set_products(ctx, product, theta, p, I, i == 0 ? 0 : common(p, I - p, I));
        li_form_add_times(ctx, sum, f[i], &product[p]);
    }
    for (size_t k = 0; k <= p; k++)
        li_form_clear(ctx, &product[k]);
    li_drop(ctx, product);
}

li_status li_form_replace(li_ctx *ctx, li_form *out, const li_coframe *to, size_t m, const li_expr *x, const li_expr *value, const li_form *theta, const li_form *w)
{
    li_expr *f = li_new(ctx, w->len + 1, sizeof *f);
    li_form sum;

    for (size_t i = 0; f != NULL && i < w->len; i++)
        f[i] = w->f[i];
    if (f != NULL && m > 0)
        li_expr_subst_all(ctx, w->len, f, m, x, value);
    li_form_begin(&sum, to, w->degree);
    if (f != NULL)
        replace_theta(ctx, &sum, theta, w, f);
    li_drop(ctx, f);
    return li_form_finish(ctx, out, &sum);
}

/* ---- maps ---- */

void li_map_init(li_map *phi) { *phi = (li_map){ 0 }; }

void li_map_clear(li_ctx *ctx, li_map *phi)
{
    for (size_t a = 0; phi->theta != NULL && a < phi->from->n; a++)
        li_form_clear(ctx, &phi->theta[a]);
    li_drop(ctx, phi->theta);
    li_drop(ctx, phi->value);
    li_map_init(phi);
}

/* psi takes the place of phi if all went well. */
static li_status finish(li_ctx *ctx, li_map *phi, li_map *psi)
{
    if (li_ctx_status(ctx) == LI_OK) {
        li_map old = *phi;
        *phi = *psi;
        *psi = old;
    }
    li_map_clear(ctx, psi);
    return li_ctx_status(ctx);
}

static bool begin(li_ctx *ctx, li_map *psi, const li_coframe *from, const li_coframe *to)
{
    *psi = (li_map){ .from = from, .to = to, .theta = li_new(ctx, from->n + 1, sizeof *psi->theta) };
    for (size_t a = 0; psi->theta != NULL && a < from->n; a++)
        li_form_zero(ctx, &psi->theta[a], to, 1);
    return psi->theta != NULL;
}

li_status li_map_new(li_ctx *ctx, li_map *phi, const li_coframe *from, const li_coframe *to)
{
    li_map psi;
    begin(ctx, &psi, from, to);
    return finish(ctx, phi, &psi);
}

/* theta^j = dx_j becomes d value_j; theta^a = sum_j B[a][j] dx_j follows */
static void set_forms(li_ctx *ctx, li_map *psi)
{
    const li_coframe *from = psi->from;
    size_t n = from->n;

    for (size_t j = 0; j < n; j++)
        li_form_differential(ctx, &psi->theta[j], psi->to, psi->value[j]);
    if (from->base == NULL)
        return;
    li_form *theta = li_new(ctx, n + 1, sizeof *theta);
    for (size_t a = 0; theta != NULL && a < n; a++)
        li_form_replace(ctx, &theta[a], psi->to, n, from->x, psi->value, psi->theta, &from->in_base[a]);
    for (size_t a = 0; theta != NULL && a < n; a++) {
        li_form_swap(&psi->theta[a], &theta[a]);
        li_form_clear(ctx, &theta[a]);
    }
    li_drop(ctx, theta);
}

li_status li_map_chart(li_ctx *ctx, li_map *phi, const li_coframe *from, const li_coframe *to, const li_expr *value)
{
    li_map psi;

    if (from->base == NULL && !li_coframe_is_chart(from))
        return li_fail(ctx, LI_DOMAIN, "a map given by its functions: the coframe that it leaves is neither a chart nor a basis on one");
    bool ready = begin(ctx, &psi, from, to);
    psi.value = li_new(ctx, from->m + 1, sizeof *psi.value);
    for (size_t j = 0; psi.value != NULL && j < from->m; j++)
        psi.value[j] = value[j];
    if (ready && psi.value != NULL)
        set_forms(ctx, &psi);
    return finish(ctx, phi, &psi);
}

/* phi*(f theta^I) = (f o phi) phi*theta^(i_1) ^ ... ^ phi*theta^(i_p) */
li_status li_form_pull(li_ctx *ctx, li_form *out, const li_map *phi, const li_form *w)
{
    const li_coframe *c;

    if (w->on == NULL)
        return li_form_copy(ctx, out, w);
    if (!li_coframe_shared(ctx, &c, phi->from, w->on, "phi*w: phi leaves", "w is a form"))
        return li_ctx_status(ctx);
    return li_form_replace(ctx, out, phi->to, phi->value != NULL ? phi->from->m : 0, phi->from->x, phi->value, phi->theta, w);
}

/* quantities.c - the functions of the theory that have a number at a state */
#include <string.h>

#include "frame.h"

static li_expr *room(li_ctx *ctx, size_t n) { return li_alloc(ctx, (n + 1) * sizeof(li_expr)); }

static void add(li_ctx *ctx, li_quantities *out, const li_model *m, const char *group, const char *name, li_expr e)
{
    name = li_alloc_string(ctx, name, strcspn(name, "'"));
    out->at[out->len++] = (li_quantity){ group, name != NULL ? name : "", li_model_basic(ctx, m, e) };
}

/* A system to which the functions do not apply is no failure: the reason is kept. */
static bool excuse(li_ctx *ctx, li_quantities *out)
{
    if (li_ctx_status(ctx) == LI_OK || li_ctx_status(ctx) == LI_MEMORY)
        return false;
    const char *why = li_ctx_message(ctx);
    out->why = li_alloc_string(ctx, why, strlen(why));
    li_ctx_forgive(ctx);
    return true;
}

/* Given by its form: along E                                                                    [gallissot 6] */
static void add_given_powers(li_ctx *ctx, li_quantities *out, const li_motion *S)
{
    li_omega O;

    if (S->r > 0 && li_omega_init(ctx, &O, S) == LI_OK)
        for (size_t h = 0; h < S->r; h++)
            add(ctx, out, S->model, "unit_power", S->p == S->r ? S->label[h] : S->multiplier[h], li_omega_unit_power(ctx, &O, h));
    if (S->r > 0)
        li_omega_clear(ctx, &O);
}

/* P_u^h = l^h_r q'_r, the power of a unit of each reaction                                      [gallissot 6] */
static void add_unit_powers(li_ctx *ctx, li_quantities *out, const li_motion *S)
{
    size_t n = S->n;
    li_expr *l = room(ctx, S->r * n);

    if (S->W != NULL) {
        add_given_powers(ctx, out, S);
        return;
    }
    if (l == NULL || (S->speeds && S->r > 0 && li_motion_on_rates(ctx, S, S->r, S->l, l) != LI_OK))
        return;
    for (size_t h = 0; h < S->r; h++) {
        li_expr P = li_expr_int(ctx, 0);
        for (size_t r = 0; r < n; r++)
            P = li_expr_add(ctx, P, li_expr_mul(ctx, S->speeds ? l[h * n + r] : S->l[h * n + r], S->phi[r]));
        add(ctx, out, S->model, "unit_power", S->p == S->r ? S->label[h] : S->multiplier[h], P);
    }
}

/* The constraints do not enter. */
static void add_quasi(li_ctx *ctx, li_quantities *out, const li_motion *S)
{
    li_frame f;
    li_expr *K = room(ctx, S->n);

    if (K == NULL || S->model->quasis == 0 || li_frame_free(ctx, &f, S, true) != LI_OK || li_frame_K(&f, K) != LI_OK)
        return;
    for (int force = 0; force < 2; force++)
        for (size_t i = 0; i < S->model->quasis; i++)
            for (size_t j = 0; j < f.n; j++)
                if (f.w[j] == S->model->quasi[i].w)
                    add(ctx, out, S->model, force ? "P0" : "K", S->model->quasi[i].name, force ? f.P[j] : K[j]);
}

static void add_reduced(li_ctx *ctx, li_quantities *out, const li_motion *S)
{
    li_frame f;
    li_expr *p = room(ctx, S->n);

    if (p == NULL || li_frame_init(ctx, &f, S, false) != LI_OK)
        return;
    li_frame_by_w(&f, p, li_frame_T(&f));
    for (size_t a = 0; a < f.k; a++)
        add(ctx, out, S->model, "momentum", li_expr_name(f.w[a]), p[a]);
    for (size_t a = 0; a < f.k; a++)
        add(ctx, out, S->model, "momentum_rate", li_expr_name(f.w[a]), li_frame_ddt(&f, p[a]));
    for (size_t a = 0; a < f.k; a++)
        add(ctx, out, S->model, "complementary", li_expr_name(f.w[a]), li_frame_C(&f, a));
    add(ctx, out, S->model, "H", "", li_frame_H(&f));
}

li_status li_motion_quantities(li_ctx *ctx, li_quantities *out, const li_motion *S)
{
    *out = (li_quantities){ .why = "", .functions = true };
    out->at = li_alloc(ctx, (3 * S->n + 2 * S->model->quasis + S->r + 2) * sizeof *out->at);
    if (out->at == NULL)
        return li_ctx_status(ctx);
    add_unit_powers(ctx, out, S);
    if (S->H != NULL || S->W != NULL) {                       /* the others are made from T0 */
        excuse(ctx, out);
        return li_ctx_status(ctx);
    }
    if (!excuse(ctx, out) && li_ctx_status(ctx) == LI_OK)
        add_quasi(ctx, out, S);
    if (!excuse(ctx, out) && li_ctx_status(ctx) == LI_OK)
        add_reduced(ctx, out, S);
    excuse(ctx, out);
    return li_ctx_status(ctx);
}

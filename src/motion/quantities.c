/* quantities.c - the functions of the theory that have a number at a state */
#include <string.h>

#include "frame.h"

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

/* P_u^h = l^h_r v^r, the power of a unit of each reaction                                      [gallissot 6] */
static void add_unit_powers(li_ctx *ctx, li_quantities *out, const li_motion *S)
{
    li_expr natural, real;

    for (size_t h = 0; h < S->r; h++)
        if (li_motion_power(ctx, S, h, &natural, &real) == LI_OK)
            add(ctx, out, S->model, "unit_power", S->p == S->r ? S->label[h] : S->multiplier[h], natural);
}

/* The constraints do not enter. */
static void add_quasi(li_ctx *ctx, li_quantities *out, const li_motion *S)
{
    li_frame f;
    li_expr *K = li_expr_room(ctx, S->n);

    if (K == NULL || S->model->quasis == 0 || li_frame_free(ctx, &f, S, true) != LI_OK || li_frame_K(&f, K) != LI_OK)
        return;
    for (size_t j = 0; j < f.n; j++)
        add(ctx, out, S->model, "K", li_expr_name(f.w[j]), K[j]);
    for (size_t j = 0; j < f.n; j++)
        add(ctx, out, S->model, "P0", li_expr_name(f.w[j]), f.P[j]);
}

static void add_reduced(li_ctx *ctx, li_quantities *out, const li_motion *S)
{
    li_frame f;
    li_expr *p = li_expr_room(ctx, S->n);

    if (p == NULL || li_frame_view(ctx, &f, S, false) != LI_OK)
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

/* Momenta and H of a model with speeds, where no constraint has to be put in */
static void add_in_speeds(li_ctx *ctx, li_quantities *out, const li_motion *S)
{
    li_expr H = li_motion_function(ctx, S, "H"), *p = li_expr_room(ctx, S->n), *on_v = li_expr_room(ctx, S->n);

    if (li_ctx_status(ctx) != LI_OK || li_expr_gradient(ctx, on_v, S->T, S->n, S->v) != LI_OK || li_motion_on_rates(ctx, S, 1, on_v, p) != LI_OK)
        return;
    for (size_t r = 0; r < S->n; r++)
        add(ctx, out, S->model, "momentum", S->model->coord[r].name, p[r]);
    for (size_t r = 0; r < S->n; r++)
        add(ctx, out, S->model, "momentum_rate", S->model->coord[r].name, li_motion_ddt(ctx, S, p[r]));
    add(ctx, out, S->model, "H", "", H);
}

li_status li_motion_quantities(li_ctx *ctx, li_quantities *out, const li_motion *S)
{
    *out = (li_quantities){ .why = "", .functions = true };
    out->at = li_alloc(ctx, (5 * S->n + S->r + 2) * sizeof *out->at);
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
        (S->speeds ? add_in_speeds : add_reduced)(ctx, out, S);
    excuse(ctx, out);
    return li_ctx_status(ctx);
}

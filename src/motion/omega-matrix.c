/* omega-matrix.c - Omega and Omega_s as matrices of functions of the state, for eval                 [gallissot 3.3, 10] */
#include <string.h>

#include "manifold.h"

static const char *copied(li_ctx *ctx, const char *s) { return li_alloc_string(ctx, s, strlen(s)); }

static const char **names(li_ctx *ctx, size_t n, const char *const *from, const size_t *at)
{
    const char **name = li_alloc(ctx, (n + 1) * sizeof *name);

    for (size_t i = 0; name != NULL && i < n; i++)
        name[i] = copied(ctx, from[at == NULL ? i : at[i]]);
    return name;
}

static bool reserve(li_ctx *ctx, li_quantities *out, size_t more)
{
    li_quantity *at = li_alloc(ctx, (out->len + more + 1) * sizeof *at);

    if (at == NULL)
        return false;
    if (out->len > 0)
        memcpy(at, out->at, out->len * sizeof *at);
    out->at = at;
    return true;
}

/* The coefficients of W, as functions of the velocities of S */
static void add_matrix(li_ctx *ctx, li_quantities *out, const char *name, const li_omega *O, const li_form *W)
{
    size_t n = W->on->n;
    li_quantity_matrix *x = &out->matrix[out->matrices];

    *x = (li_quantity_matrix){ .name = name, .n = n, .basis = names(ctx, n, W->on->name, NULL), .entry = li_alloc(ctx, n * n * sizeof *x->entry), .why = "" };
    if (x->entry == NULL || !reserve(ctx, out, W->len))
        return;
    for (size_t i = 0; i < n * n; i++)
        x->entry[i] = SIZE_MAX;
    for (size_t k = 0; k < W->len; k++) {
        x->entry[W->at[2 * k] * n + W->at[2 * k + 1]] = out->len;
        out->at[out->len++] = (li_quantity){ NULL, "", li_model_basic(ctx, O->S->model, li_omega_meaning(ctx, O, W->f[k])) };
    }
    out->matrices++;
}

/* A system that has no Omega_s is no failure: the reason is kept. */
static void excuse(li_ctx *ctx, li_quantities *out)
{
    const char *why = copied(ctx, li_ctx_message(ctx));

    li_ctx_forgive(ctx);
    out->matrix[out->matrices++] = (li_quantity_matrix){ .name = "omega_s", .reduced = true, .why = why };
}

static void add_reduced(li_ctx *ctx, li_quantities *out, const li_omega *O)
{
    li_reduction R;
    li_status status = li_reduction_init(ctx, &R, O, false);

    if (status == LI_OK) {
        li_quantity_matrix *x = &out->matrix[out->matrices];
        add_matrix(ctx, out, "omega_s", O, &R.Omega);
        x->reduced = true;
        x->p = R.p;
        x->rate = names(ctx, R.p, O->on->name, R.J);
        x->form = names(ctx, R.p, O->on->name + O->n, R.I);
    } else if (status != LI_MEMORY) {
        excuse(ctx, out);
    }
    li_reduction_clear(ctx, &R);
}

li_status li_omega_quantities(li_ctx *ctx, li_quantities *out, const li_motion *S)
{
    li_omega O;

    if (li_omega_init(ctx, &O, S) == LI_OK)
        add_matrix(ctx, out, "omega", &O, &O.Omega);
    if (li_ctx_status(ctx) == LI_OK && S->p > 0)
        add_reduced(ctx, out, &O);
    li_omega_clear(ctx, &O);
    return li_ctx_status(ctx);
}

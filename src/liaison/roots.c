/* roots.c - several possible reactions: which are admissible, and the motion of each */
#include "room.h"

/* ---- what the author assumes of multipliers ---- */

static bool holds(const li_ball *x, li_relation relation, bool strict)
{
    int sign = li_ball_sign(x);                    /* 2: it may be 0 */
    bool zero = sign == 0 || sign == 2;

    switch (relation) {
    case LI_MORE: return sign == 1 || (zero && !strict);
    case LI_AT_LEAST: return sign != -1;
    case LI_LESS: return sign == -1 || (zero && !strict);
    case LI_AT_MOST: return sign != 1;
    default: return !zero || !strict;
    }
}

static bool has_multiplier(li_ctx *ctx, li_expr e)
{
    li_expr x;
    return li_expr_symbols(ctx, 1, &e, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0;
}

/* e at the state and these multipliers */
static bool value_at(li_work *w, li_ball *out, li_expr e, const li_ball *lambda)
{
    const li_sheet *W = w->W;
    size_t n = W->s->n + W->r;
    li_expr *x = li_new(w->ctx, n + 1, sizeof *x);
    li_ball *at = li_numbers_new(w->ctx, n);
    bool ok = false;

    for (size_t i = 0; x != NULL && at != NULL && i < n; i++) {
        x[i] = i < W->s->n ? W->s->x[i] : W->S->lambda[i - W->s->n];
        li_ball_set(&at[i], i < W->s->n ? &w->in[i] : &lambda[i - W->s->n]);
    }
    e = li_model_basic(w->ctx, W->S->model, e);
    for (size_t k = 0; k < W->s->functions; k++)
        e = li_expr_subst_function(w->ctx, e, W->s->function[k].name, W->s->function[k].argument, W->s->function[k].body);
    if (li_ctx_status(w->ctx) == LI_OK)
        ok = li_numbers_run(w->ctx, out, 1, &e, n, x, at, w->bits) == LI_OK && li_ball_is_finite(out);
    li_drop(w->ctx, x);
    li_numbers_drop(w->ctx, at, n);
    return ok;
}

bool li_work_admits(li_work *w, const li_ball *lambda, bool strict)
{
    const li_model *m = w->W->S->model;
    bool admissible = true;
    li_ball x;

    if (li_ball_init(w->ctx, &x) != LI_OK)
        return false;
    for (size_t i = 0; i < m->assumptions && admissible; i++)
        if (has_multiplier(w->ctx, m->assumption[i].e) && value_at(w, &x, m->assumption[i].e, lambda))
            admissible = holds(&x, m->assumption[i].relation, strict);
    li_ball_clear(&x);
    return admissible;
}

/* ---- motions ---- */

bool li_work_forces(li_work *w, const li_ball *lambda)
{
    const li_sheet *W = w->W;
    const li_law *law = &W->law;
    size_t n = W->n, inputs = law->zs + W->r, outputs = n + W->r * n;
    li_expr *x = li_new(w->ctx, inputs + 1, sizeof *x), *e = li_new(w->ctx, outputs + 1, sizeof *e);
    li_ball *at = li_numbers_new(w->ctx, inputs), *out = li_numbers_new(w->ctx, outputs);
    bool ok = false;

    if (li_ctx_status(w->ctx) == LI_OK) {
        for (size_t i = 0; i < inputs; i++) {
            x[i] = i < law->zs ? law->z[i] : law->lambda[i - law->zs];
            li_ball_set(&at[i], i < law->zs ? &w->b[W->z + i] : &lambda[i - law->zs]);
        }
        for (size_t i = 0; i < outputs; i++)
            e[i] = i < n ? law->h[i] : law->l[i - n];
        ok = li_numbers_run(w->ctx, out, outputs, e, inputs, x, at, w->bits) == LI_OK;
        for (size_t i = 0; i < outputs && ok; i++) {
            ok = li_ball_is_finite(&out[i]);
            li_ball_swap(i < n ? &w->h[i] : &w->l[i - n], &out[i]);
        }
    }
    li_drop(w->ctx, x);
    li_drop(w->ctx, e);
    li_numbers_drop(w->ctx, at, inputs);
    li_numbers_drop(w->ctx, out, outputs);
    return ok;
}

bool li_work_keep_roots(li_work *w, size_t count, const li_ball *lambda)
{
    const li_sheet *W = w->W;
    li_values *x = w->out;
    bool ok = true;

    x->root = li_numbers_new(w->ctx, count * W->r);
    x->root_acceleration = li_numbers_new(w->ctx, count * W->coords);
    if (x->root == NULL || x->root_acceleration == NULL) {
        li_numbers_drop(w->ctx, x->root, count * W->r);
        li_numbers_drop(w->ctx, x->root_acceleration, count * W->coords);
        x->root = x->root_acceleration = NULL;
        return false;
    }
    x->roots = count;
    for (size_t k = 0; k < count && ok; k++) {
        const li_ball *one = lambda + k * W->r;
        if (W->implicit)
            ok = li_work_forces(w, one) && li_work_fields(w) == LI_YES;
        li_work_move(w, one);
        li_work_acceleration(w, x->root_acceleration + k * W->coords, w->a, true);
        for (size_t h = 0; h < W->r; h++)
            li_ball_set(&x->root[k * W->r + h], &one[h]);
    }
    return ok;
}

/* sheet.c - the expressions of a motion that have a value at a state */
#include "room.h"

void li_sheet_clear(li_sheet *W)
{
    li_drop(W->ctx, W->e);
    if (W->implicit)
        li_law_clear(&W->law);
}

static li_status reserve(li_sheet *W)
{
    size_t n = W->n, at = 0;

    W->width = n + W->coords + 2;
    W->functions = W->p + W->quasis + (W->S->speeds ? W->coords : 0);
    W->M = at, at += n * n;
    W->h = at, at += n;
    W->l = at, at += W->r * n;
    W->T = at++;
    W->V = at++;
    W->H = at++;
    W->position = at, at += W->p;
    W->resisted = at, at += li_sheet_resisted(W->S->model) * (1 + n);
    W->f = at, at += W->functions * W->width;
    W->z = W->count = at;
    W->e = li_new(W->ctx, at + 1, sizeof *W->e);
    return li_ctx_status(W->ctx);
}

/* f, f_v, f_q, f_t */
static void set_function(li_sheet *W, size_t i, li_expr f)
{
    li_expr *e = W->e + W->f + i * W->width;

    e[0] = f;
    li_expr_gradient(W->ctx, e + 1, f, W->n, W->S->v);
    li_expr_gradient(W->ctx, e + 1 + W->n, f, W->coords, W->S->q);
    e[1 + W->n + W->coords] = li_expr_diff(W->ctx, f, W->S->t);
}

static void fill(li_sheet *W)
{
    const li_motion *S = W->S;
    li_ctx *ctx = W->ctx;
    li_expr *E = li_new(ctx, W->n + 1, sizeof *E);

    if (E != NULL && li_motion_inertia(ctx, S, E) == LI_OK)
        li_motion_matrix(ctx, S, E, W->e + W->M, W->e + W->h);
    li_drop(ctx, E);
    for (size_t i = 0; i < W->r * W->n; i++)
        W->e[W->l + i] = S->l[i];
    W->e[W->T] = S->T;
    W->e[W->V] = S->V;
    W->e[W->H] = S->H != NULL ? S->H : li_expr_int(ctx, 0);
    for (size_t k = 0; k < W->p; k++) {
        W->e[W->position + k] = S->position[k] != NULL ? S->position[k] : li_expr_int(ctx, 0);
        set_function(W, k, S->relation[k]);
    }
    li_sheet_resist(W);
    for (size_t i = 0; i < W->quasis; i++)
        set_function(W, W->p + i, li_model_basic(ctx, S->model, S->model->quasi[i].value));
    for (size_t i = 0; S->speeds && i < W->coords; i++)
        set_function(W, W->p + W->quasis + i, S->phi[i]);
}

static void put_functions(li_sheet *W)
{
    const li_state *s = W->s;
    for (size_t k = 0; k < s->functions; k++)
        for (size_t i = 0; i < W->count; i++)
            W->e[i] = li_expr_subst_function(W->ctx, W->e[i], s->function[k].name, s->function[k].argument, s->function[k].body);
}

static bool has_multipliers(li_sheet *W, size_t from, size_t count)
{
    li_expr x;
    return li_expr_symbols(W->ctx, count, W->e + from, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0;
}

/* Multipliers inside h and l: only what they are multiplied by if G is affine, else a law of its own. */
static li_status open_law(li_sheet *W)
{
    li_ctx *ctx = W->ctx;
    size_t n = W->n;

    if (has_multipliers(W, W->T, W->count - W->T))
        return li_fail(ctx, LI_DOMAIN, "a relation or an energy contains a multiplier");
    if (!has_multipliers(W, W->h, n + W->r * n))
        return LI_OK;
    W->implicit = true;
    if (li_law_init(ctx, &W->law, W->S, W->e + W->h, W->e + W->l) != LI_OK)
        return li_ctx_status(ctx);
    if (li_law_affine(&W->law, W->e + W->h, W->e + W->l)) {
        li_law_clear(&W->law);
        W->implicit = false;
        return LI_OK;
    }
    li_expr *grown = li_grow(ctx, W->e, W->count + W->law.zs + 1, sizeof *grown), zero = li_expr_int(ctx, 0);
    if (grown == NULL)
        return li_ctx_status(ctx);
    W->e = grown;
    for (size_t i = 0; i < n + W->r * n; i++)
        W->e[W->h + i] = zero;
    for (size_t i = 0; i < W->law.zs; i++)
        W->e[W->count++] = W->law.meaning[i];
    return li_ctx_status(ctx);
}

li_expr li_sheet_velocity(const li_sheet *W, size_t i)
{
    return W->S->speeds ? W->e[W->f + (W->p + W->quasis + i) * W->width] : W->S->v[i];
}

li_status li_sheet_constants(const li_sheet *W, size_t count, li_expr *e)
{
    return li_expr_subst_all(W->ctx, count, e, W->s->n, W->s->x, W->s->value);
}

/* ---- signs and roots at zero ---- */

/* Is e a function of the state alone? */
static bool is_of_state(li_ctx *ctx, li_expr e)
{
    li_expr x;
    return li_expr_symbols(ctx, 1, &e, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) == 0 && li_expr_symbols(ctx, 1, &e, LI_ACCELERATION, LI_ACCELERATION, &x, 1) == 0;
}

/* The nodes sign(x) and roots of x whose x balls cannot tell from 0. */
static size_t doubtful(li_sheet *W, const li_list *list, li_expr *node, long bits)
{
    li_ctx *ctx = W->ctx;
    size_t n = 0, kept = 0;
    li_expr *x = li_new(ctx, list->len + 1, sizeof *x);

    for (size_t i = 0; x != NULL && i < list->len; i++)
        if ((li_expr_kind(list->e[i]) == LI_SIGN || li_expr_kind(list->e[i]) == LI_ROOT) && is_of_state(ctx, li_expr_arg(list->e[i], 0))) {
            node[n] = list->e[i];
            x[n++] = li_expr_arg(list->e[i], 0);
        }
    li_ball *at = li_numbers_new(ctx, W->s->n), *value = li_numbers_new(ctx, n);
    if (n > 0 && at != NULL && value != NULL && li_numbers_set(ctx, at, W->s->n, W->s->value, W->s->x, bits) == LI_OK &&
        li_numbers_run(ctx, value, n, x, W->s->n, W->s->x, at, bits) == LI_OK)
        for (size_t i = 0; i < n; i++)
            if (li_ball_is_finite(&value[i]) && li_ball_contains_zero(&value[i]))
                node[kept++] = node[i];
    li_numbers_drop(ctx, at, W->s->n);
    li_numbers_drop(ctx, value, n);
    li_drop(ctx, x);
    return kept;
}

/* Balls of any precision leave the sign of 0 open; algebra does not. In decimals what is that small is 0. */
void li_sheet_settle(li_sheet *W, size_t count, li_expr *e, int digits)
{
    li_ctx *ctx = W->ctx;
    li_list list;

    if (li_list_init(ctx, &list, count, e, false) == LI_OK) {
        li_expr *node = li_new(ctx, list.len + 1, sizeof *node), *to = li_new(ctx, list.len + 1, sizeof *to);
        size_t n = node == NULL || to == NULL ? 0 : doubtful(W, &list, node, (long)(6.7 * digits) + 256), known = 0;
        for (size_t i = 0; i < n; i++) {
            li_expr x = li_expr_arg(node[i], 0);
            li_sheet_constants(W, 1, &x);
            int sign = W->s->decimal && li_expr_kind(x) != LI_NUM ? 0 : li_exact_constant_sign(ctx, x);
            if (sign == 2 || (sign != 0 && li_expr_kind(node[i]) == LI_ROOT))
                continue;
            node[known] = node[i];
            to[known++] = li_expr_int(ctx, sign);
        }
        li_expr *settled = li_new(ctx, count + 1, sizeof *settled);
        for (size_t i = 0; settled != NULL && i < count; i++)
            settled[i] = e[i];
        if (known > 0 && settled != NULL && li_expr_subst_all(ctx, count, settled, known, node, to) == LI_OK)
            for (size_t i = 0; i < count; i++)
                e[i] = settled[i];
        else if (li_ctx_status(ctx) == LI_DOMAIN)
            li_ctx_forgive(ctx);                     /* 1/0 somewhere: its ball will say so */
        li_drop(ctx, settled);
        li_drop(ctx, node);
        li_drop(ctx, to);
    }
    li_list_clear(ctx, &list);
}

li_status li_sheet_init(li_ctx *ctx, li_sheet *W, const li_motion *S, const li_state *s, int digits)
{
    *W = (li_sheet){ .ctx = ctx, .S = S, .s = s, .n = S->n, .coords = S->coords, .p = S->p, .r = S->r, .quasis = S->model->quasis };
    if (li_ctx_status(ctx) != LI_OK || reserve(W) != LI_OK)
        return li_ctx_status(ctx);
    fill(W);
    put_functions(W);
    if (li_ctx_status(ctx) == LI_OK && open_law(W) == LI_OK)
        li_sheet_settle(W, W->count, W->e, digits);
    return li_ctx_status(ctx);
}

/* subst.c - substitution and expansion: the graph rebuilt from below */
#include <string.h>

#include "node.h"

/* The node over the images of its arguments. An integral over `replaced` keeps its body: there the symbol is bound. */
static li_expr rebuild(li_ctx *ctx, const li_list *list, const li_expr *value, li_expr e, li_expr replaced)
{
    li_expr few[8], *arg = e->len <= 8 ? few : li_new(ctx, e->len, sizeof *arg);
    bool changed = false;

    if (arg == NULL)
        return li_expr_undefined();
    for (uint32_t k = 0; k < e->len; k++) {
        arg[k] = value[li_list_index(list, e->arg[k])];
        changed |= arg[k] != e->arg[k];
    }
    if (e->kind == LI_INT && changed && li_expr_bound(ctx, e) == replaced)
        arg[0] = e->arg[0];
    li_expr image = changed ? li_expr_rebuild(ctx, e, arg) : e;
    if (arg != few)
        li_drop(ctx, arg);
    return image;
}

li_status li_expr_subst_all(li_ctx *ctx, size_t count, li_expr *e, size_t n, const li_expr *from, const li_expr *to)
{
    li_list list;

    if (li_list_init(ctx, &list, count, e, true) == LI_OK) {
        li_expr *value = li_new(ctx, list.len + 1, sizeof *value);
        for (size_t i = 0; value != NULL && i < n; i++) {
            size_t at = li_list_index(&list, from[i]);
            if (at < list.len)
                value[at] = to[i];
        }
        for (size_t i = 0; value != NULL && i < list.len && li_ctx_status(ctx) == LI_OK; i++)
            if (value[i] == NULL)
                value[i] = rebuild(ctx, &list, value, list.e[i], n == 1 ? from[0] : NULL);
        for (size_t i = 0; i < count; i++)
            e[i] = li_ctx_status(ctx) == LI_OK && e[i]->kind != LI_UNDEFINED ? value[li_list_index(&list, e[i])] : li_expr_undefined();
        li_drop(ctx, value);
    }
    li_list_clear(ctx, &list);
    return li_ctx_status(ctx);
}

li_expr li_expr_subst(li_ctx *ctx, li_expr e, size_t n, const li_expr *from, const li_expr *to)
{
    return li_expr_subst_all(ctx, 1, &e, n, from, to) == LI_OK ? e : li_expr_undefined();
}

/* f^(order)(x) at x = a for the given body f(x) */
static li_expr function_at(li_ctx *ctx, li_expr body, int order, li_expr x, li_expr a)
{
    for (int k = 0; k < order; k++)
        body = li_expr_diff(ctx, body, x);
    return li_expr_subst(ctx, body, 1, &x, &a);
}

li_expr li_expr_subst_function(li_ctx *ctx, li_expr e, const char *f, li_expr x, li_expr body)
{
    li_list list;
    li_expr out = li_expr_undefined();

    if (e->kind == LI_UNDEFINED)
        return e;
    if (li_list_init(ctx, &list, 1, &e, true) == LI_OK) {
        li_expr *value = li_new(ctx, list.len + 1, sizeof *value);
        for (size_t i = 0; value != NULL && i < list.len && li_ctx_status(ctx) == LI_OK; i++) {
            li_expr node = list.e[i];
            if (node->kind == LI_FUN && strcmp(node->name, f) == 0)
                value[i] = function_at(ctx, body, node->order, x, value[li_list_index(&list, node->arg[0])]);
            else
                value[i] = rebuild(ctx, &list, value, node, NULL);
        }
        if (value != NULL && li_ctx_status(ctx) == LI_OK)
            out = value[li_list_index(&list, e)];
        li_drop(ctx, value);
    }
    li_list_clear(ctx, &list);
    return out;
}

/* ---- expansion ---- */

/* a*b for expanded a, b: every term times every term */
static li_expr times(li_ctx *ctx, li_expr a, li_expr b, size_t most)
{
    size_t na = a->kind == LI_SUM ? a->len + 1u : 1, nb = b->kind == LI_SUM ? b->len + 1u : 1;

    if (na == 1 && nb == 1)
        return li_expr_mul(ctx, a, b);
    if (na > most / nb)
        return NULL;
    li_expr *x = li_new(ctx, na * nb, sizeof *x), e = NULL;
    for (size_t i = 0; x != NULL && i < na; i++)
        for (size_t j = 0; j < nb; j++) {
            li_expr p = na == 1 ? a : i == a->len ? li_expr_rational(ctx, &a->c) : li_expr_scale(ctx, &a->coef[i], a->arg[i]);
            li_expr q = nb == 1 ? b : j == b->len ? li_expr_rational(ctx, &b->c) : li_expr_scale(ctx, &b->coef[j], b->arg[j]);
            x[i * nb + j] = li_expr_mul(ctx, p, q);
        }
    if (x != NULL)
        e = li_expr_sum(ctx, na * nb, x);
    li_drop(ctx, x);
    return e;
}

/* The sum with its sums inside opened. */
static li_expr flat_sum(li_ctx *ctx, li_expr e, const li_expr *arg, size_t most)
{
    size_t n = 0, k = 0;
    for (uint32_t i = 0; i < e->len; i++)
        n += arg[i]->kind == LI_SUM ? arg[i]->len + 1u : 1;
    if (n > most)
        return NULL;
    li_expr *x = li_new(ctx, n, sizeof *x), sum = NULL;
    li_rational *c = li_new(ctx, n, sizeof *c);
    for (uint32_t i = 0; x != NULL && c != NULL && i < e->len; i++) {
        li_expr a = arg[i];
        size_t m = a->kind == LI_SUM ? a->len + 1u : 1;
        for (size_t j = 0; j < m; j++, k++) {
            li_rational_init(&c[k]);
            li_rational_set(&c[k], &e->coef[i]);
            x[k] = a;
            if (m > 1 && j < a->len) {
                x[k] = a->arg[j];
                li_rational_mul(&c[k], &c[k], &a->coef[j]);
            } else if (m > 1) {
                x[k] = li_expr_int(ctx, 1);
                li_rational_mul(&c[k], &c[k], &a->c);
            }
        }
    }
    if (x != NULL && c != NULL)
        sum = li_expr_combination(ctx, &e->c, k, c, x);
    while (k > 0)
        li_rational_clear(&c[--k]);
    li_drop(ctx, x);
    li_drop(ctx, c);
    return sum;
}

static li_expr expanded_node(li_ctx *ctx, li_expr e, const li_expr *arg, size_t most)
{
    if (e->kind == LI_SUM)
        return flat_sum(ctx, e, arg, most);
    if (e->kind != LI_MON)
        return li_expr_rebuild(ctx, e, arg);
    li_expr product = li_expr_int(ctx, 1);
    for (uint32_t i = 0; i < e->len && product != NULL; i++) {
        if (arg[i]->kind != LI_SUM || e->power[i] < 0) {
            product = times(ctx, product, li_expr_power(ctx, arg[i], e->power[i]), most);
            continue;
        }
        for (int32_t k = 0; k < e->power[i] && product != NULL; k++)
            product = times(ctx, product, arg[i], most);
    }
    return product;
}

li_expr li_expr_expand(li_ctx *ctx, li_expr e, size_t most)
{
    li_list list;
    li_expr out = e;

    if (e->kind == LI_UNDEFINED)
        return e;
    if (li_list_init(ctx, &list, 1, &e, false) == LI_OK) {
        li_expr *value = li_new(ctx, list.len + 1, sizeof *value);
        for (size_t i = 0; value != NULL && i < list.len && li_ctx_status(ctx) == LI_OK; i++) {
            li_expr few[8], node = list.e[i], *arg = node->len <= 8 ? few : li_new(ctx, node->len, sizeof *arg);
            if (arg == NULL)
                break;
            for (uint32_t k = 0; k < node->len; k++) {
                size_t at = li_list_index(&list, node->arg[k]);
                arg[k] = at < list.len ? value[at] : node->arg[k];
            }
            value[i] = expanded_node(ctx, node, arg, most);
            if (value[i] == NULL)
                value[i] = li_expr_rebuild(ctx, node, arg);
            if (arg != few)
                li_drop(ctx, arg);
        }
        if (value != NULL && li_ctx_status(ctx) == LI_OK)
            out = value[li_list_index(&list, e)];
        li_drop(ctx, value);
    }
    li_list_clear(ctx, &list);
    return out;
}

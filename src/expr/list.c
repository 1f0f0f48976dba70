/* list.c - all nodes below some roots, arguments first */
#include <stdlib.h>
#include <string.h>

#include "node.h"

static int by_id(const void *a, const void *b)
{
    uint32_t x = (*(const li_expr *)a)->id, y = (*(const li_expr *)b)->id;
    return (x > y) - (x < y);
}

static bool push(li_ctx *ctx, li_list *list, size_t *cap, li_expr e)
{
    if (e->mark == list->epoch)
        return true;
    if (list->len == *cap) {
        size_t more = *cap == 0 ? 64 : 2 * *cap;
        li_expr *grown = li_grow(ctx, list->e, more, sizeof *grown);
        if (grown == NULL)
            return false;
        list->e = grown;
        *cap = more;
    }
    ((struct li_node *)e)->mark = list->epoch;
    list->e[list->len++] = e;
    return true;
}

li_status li_list_init(li_ctx *ctx, li_list *list, size_t n, const li_expr *roots, bool inside)
{
    size_t cap = 0;

    *list = (li_list){ 0 };
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    list->epoch = li_expr_epoch(ctx);
    for (size_t i = 0; i < n; i++)
        if (roots[i]->kind != LI_UNDEFINED && !push(ctx, list, &cap, roots[i]))
            return li_ctx_status(ctx);
    for (size_t done = 0; done < list->len; done++) {     /* breadth first: the list is the queue */
        li_expr e = list->e[done];
        for (uint32_t k = e->kind == LI_INT && !inside; k < e->len; k++)
            if (!push(ctx, list, &cap, e->arg[k]))
                return li_ctx_status(ctx);
    }
    if (list->len > 1)
        qsort(list->e, list->len, sizeof *list->e, by_id);
    for (size_t i = 0; i < list->len; i++)
        ((struct li_node *)list->e[i])->slot = (uint32_t)i;
    return LI_OK;
}

void li_list_clear(li_ctx *ctx, li_list *list)
{
    li_drop(ctx, list->e);
    *list = (li_list){ 0 };
}

/* The slot is right unless a younger list met the node; then the ids are searched. */
size_t li_list_index(const li_list *list, li_expr e)
{
    if (e->mark == list->epoch)
        return e->slot;
    size_t low = 0, high = list->len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list->e[middle]->id < e->id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < list->len && list->e[low] == e ? low : list->len;
}

bool li_expr_contains(li_ctx *ctx, li_expr e, li_expr x)
{
    li_list list;
    bool found = false;
    if (li_list_init(ctx, &list, 1, &e, true) == LI_OK)
        found = li_list_index(&list, x) < list.len;
    li_list_clear(ctx, &list);
    return found;
}

size_t li_expr_symbols(li_ctx *ctx, size_t n, const li_expr *e, li_class from, li_class to, li_expr *out, size_t max)
{
    li_list list;
    size_t found = 0;
    if (li_list_init(ctx, &list, n, e, true) == LI_OK)
        for (size_t i = 0; i < list.len; i++) {
            if (list.e[i]->kind != LI_SYM || li_expr_class(list.e[i]) < from || li_expr_class(list.e[i]) > to)
                continue;
            if (found < max)
                out[found] = list.e[i];
            found++;
        }
    li_list_clear(ctx, &list);
    return found;
}

size_t li_expr_size(li_ctx *ctx, size_t n, const li_expr *e)
{
    li_list list;
    li_list_init(ctx, &list, n, e, true);
    size_t size = list.len;
    li_list_clear(ctx, &list);
    return size;
}

/* integral.c - what an integrand takes from outside */
#include "builder.h"

/* depends[i]: the value of list->e[i] changes with the variable s */
static void mark_dependence(const li_list *list, li_expr s, bool *depends)
{
    for (size_t i = 0; i < list->len; i++) {
        li_expr e = list->e[i];
        depends[i] = e == s;
        for (size_t k = 0; k < li_expr_len(e) && !depends[i]; k++)
            depends[i] = depends[li_list_index(list, li_expr_arg(e, k))];
    }
}

/* The integrand needs e's arguments; of an integral inside it, what that one takes from outside. */
static void need_below(li_ctx *ctx, const li_list *list, li_expr e, bool *needed)
{
    size_t count = 0;
    li_expr *inside = li_expr_kind(e) == LI_INT ? li_integral_captures(ctx, e, &count) : NULL;

    for (size_t k = 0; k < count; k++)
        needed[li_list_index(list, inside[k])] = true;
    for (size_t k = li_expr_kind(e) == LI_INT; k < li_expr_len(e); k++)
        needed[li_list_index(list, li_expr_arg(e, k))] = true;
    li_drop(ctx, inside);
}

/* Integrals nest at most ten deep, so the recursion (one level an integral) is short. */
li_expr *li_integral_captures(li_ctx *ctx, li_expr e, size_t *count)
{
    li_list list;
    li_expr body = li_expr_arg(e, 0), s = li_expr_bound(ctx, e), *captured = NULL;

    *count = 0;
    if (li_list_init(ctx, &list, 1, &body, true) == LI_OK) {
        bool *depends = li_new(ctx, list.len + 1, sizeof *depends), *needed = li_new(ctx, list.len + 1, sizeof *needed);
        captured = li_new(ctx, list.len + 1, sizeof *captured);
        if (depends != NULL && needed != NULL && captured != NULL) {
            mark_dependence(&list, s, depends);
            needed[li_list_index(&list, body)] = true;
            for (size_t i = list.len; i-- > 0;) {
                li_kind kind = li_expr_kind(list.e[i]);
                if (!needed[i] || kind == LI_NUM || kind == LI_PI)
                    continue;
                if (depends[i])
                    need_below(ctx, &list, list.e[i], needed);
                else
                    captured[(*count)++] = list.e[i];
            }
        }
        li_drop(ctx, depends);
        li_drop(ctx, needed);
    }
    li_list_clear(ctx, &list);
    return captured;
}

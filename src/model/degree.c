/* degree.c - how the velocities enter an expression, read off its structure */
#include "reader.h"

static int clamp(int64_t degree) { return degree >= LI_DEGREE_NONE ? LI_DEGREE_NONE : (int)degree; }

/* The degree of a node over the degrees of its arguments: the largest in a sum, added up in a product; a
 * velocity in a denominator or inside a function is no polynomial. */
static int node_degree(li_expr e, const li_list *list, const int *degree)
{
    int64_t d = 0;

    if (li_expr_kind(e) == LI_SYM)
        return li_expr_class(e) == LI_VELOCITY;
    for (size_t k = 0; k < li_expr_len(e); k++) {
        int of = degree[li_list_index(list, li_expr_arg(e, k))];
        if (of == 0)
            continue;
        if (li_expr_kind(e) == LI_SUM)
            d = of > d ? of : d;
        else if (li_expr_kind(e) == LI_MON && li_expr_exponent(e, k) > 0)
            d += (int64_t)of * li_expr_exponent(e, k);
        else
            d = LI_DEGREE_NONE;
    }
    return clamp(d);
}

int li_model_degree(li_ctx *ctx, li_expr e)
{
    li_list list;
    int d = LI_DEGREE_NONE;

    if (li_list_init(ctx, &list, 1, &e, true) == LI_OK) {
        int *degree = li_new(ctx, list.len + 1, sizeof *degree);
        for (size_t i = 0; degree != NULL && i < list.len; i++)
            degree[i] = node_degree(list.e[i], &list, degree);
        if (degree != NULL && list.len > 0)
            d = degree[list.len - 1];
        li_drop(ctx, degree);
    }
    li_list_clear(ctx, &list);
    return d;
}

/* letters.c - roots and absolute values as letters
 *
 * What holds, or is a solution, whatever stands for the roots holds for the roots. It is less than the whole truth, for what
 * the roots satisfy is not used; but a question too large for the tower, in which every root drags its radicand into each
 * denominator, may be a small one in letters. */
#include "room.h"

/* -1 or +1 times a is |a|; 0: not known */
static int side_of(li_ctx *ctx, li_expr a)
{
    int sign = li_exact_sign(ctx, a);
    return sign == 2 ? 0 : sign;
}

size_t li_exact_letters(li_ctx *ctx, size_t n, li_expr *e, li_expr **root, li_expr **letter)
{
    li_list list;
    size_t count = 0, known = 0;

    if (li_list_init(ctx, &list, n, e, false) == LI_OK) {
        li_expr *from = li_alloc(ctx, (list.len + 1) * sizeof *from), *to = li_alloc(ctx, (list.len + 1) * sizeof *to);
        *root = li_alloc(ctx, (list.len + 1) * sizeof **root);
        *letter = li_alloc(ctx, (list.len + 1) * sizeof **letter);
        for (size_t i = 0; li_ctx_status(ctx) == LI_OK && i < list.len; i++) {
            li_expr x = list.e[i];
            int side = li_expr_kind(x) == LI_ABS ? side_of(ctx, li_expr_arg(x, 0)) : 0;
            if (side != 0) {
                from[known] = x;
                to[known++] = side > 0 ? li_expr_arg(x, 0) : li_expr_neg(ctx, li_expr_arg(x, 0));
            } else if (li_expr_kind(x) == LI_ABS || li_expr_kind(x) == LI_ROOT) {
                (*root)[count] = x;
                (*letter)[count++] = li_expr_fresh(ctx, "root", LI_GENERATOR);
            }
        }
        if (li_ctx_status(ctx) == LI_OK) {
            li_expr_subst_all(ctx, n, e, count, *root, *letter);
            li_expr_subst_all(ctx, n, e, known, from, to);
        }
    }
    li_list_clear(ctx, &list);
    return li_ctx_status(ctx) == LI_OK ? count : 0;
}

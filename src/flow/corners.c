/* corners.c - abs, sign, min and max of the state: the law on either side of them is analytic
 *
 *     sign(e) = s,   |e| = s e,   max(a, b) = (a + b + s (a - b))/2,   min(a, b) = (a + b - s (a - b))/2
 *
 * with e = a - b for the last two. The side s of each e is a parameter; a run watches e and changes it. */
#include <stdio.h>

#include "system.h"

static bool is_corner(li_ctx *ctx, li_expr e)
{
    li_kind kind = li_expr_kind(e);
    li_expr x;

    return (kind == LI_ABS || kind == LI_SIGN || kind == LI_MIN || kind == LI_MAX) && li_expr_symbols(ctx, 1, &e, LI_TIME, LI_GENERATOR, &x, 1) > 0;
}

/* The first corner below the expressions: its arguments contain none. NULL: there is none */
static li_expr first_corner(li_ctx *ctx, size_t count, const li_expr *e)
{
    li_list list;
    li_expr found = NULL;

    if (li_list_init(ctx, &list, count, e, false) == LI_OK)
        for (size_t i = 0; i < list.len && found == NULL; i++)
            if (is_corner(ctx, list.e[i]))
                found = list.e[i];
    li_list_clear(ctx, &list);
    return found;
}

static li_expr what_changes(li_ctx *ctx, li_expr corner)
{
    li_kind kind = li_expr_kind(corner);
    return kind == LI_MIN || kind == LI_MAX ? li_expr_sub(ctx, li_expr_arg(corner, 0), li_expr_arg(corner, 1)) : li_expr_arg(corner, 0);
}

/* The number of e among the corners; a new one if `grow`, else SIZE_MAX */
static size_t number_of(li_ctx *ctx, li_flow *F, li_expr e, bool grow)
{
    struct li_system_of_flow *own = F->own;
    char name[40];

    for (size_t i = 0; i < own->corners; i++)
        if (own->corner[i].e == e)
            return i;
    if (!grow)
        return SIZE_MAX;
    li_corner *corner = li_grow(ctx, own->corner, own->corners + 1, sizeof *corner);
    li_expr *side = corner == NULL ? NULL : li_grow(ctx, own->side, own->corners + 1, sizeof *side);
    own->corner = corner != NULL ? corner : own->corner;
    own->side = side != NULL ? side : own->side;
    if (side == NULL)
        return SIZE_MAX;
    snprintf(name, sizeof name, "side%zu", own->corners + 1);
    own->corner[own->corners] = (li_corner){ .e = e };
    own->side[own->corners] = li_expr_fresh(ctx, name, LI_PARAMETER);
    return own->corners++;
}

static li_expr on_side(li_ctx *ctx, li_expr corner, li_expr s)
{
    li_kind kind = li_expr_kind(corner);

    if (kind == LI_SIGN)
        return s;
    if (kind == LI_ABS)
        return li_expr_mul(ctx, s, li_expr_arg(corner, 0));
    li_expr a = li_expr_arg(corner, 0), b = li_expr_arg(corner, 1), jump = li_expr_mul(ctx, s, li_expr_sub(ctx, a, b));
    li_expr sum = kind == LI_MAX ? li_expr_add(ctx, li_expr_add(ctx, a, b), jump) : li_expr_sub(ctx, li_expr_add(ctx, a, b), jump);
    return li_expr_div(ctx, sum, li_expr_int(ctx, 2));
}

li_status li_replace_corners(li_ctx *ctx, li_flow *F, size_t count, li_expr *e, bool grow)
{
    li_expr corner;

    while (li_ctx_status(ctx) == LI_OK && (corner = first_corner(ctx, count, e)) != NULL) {
        size_t i = number_of(ctx, F, what_changes(ctx, corner), grow);
        if (i == SIZE_MAX)
            break;
        F->own->corner[i].jumps |= li_expr_kind(corner) == LI_SIGN;
        li_expr to = on_side(ctx, corner, F->own->side[i]);
        li_expr_subst_all(ctx, count, e, 1, &corner, &to);
    }
    return li_ctx_status(ctx);
}

/* readable.c - functions of the state written on the constraints, for people
 *
 * Dependent velocities become what the forms of the equations make of them, and coordinates that a relation gives with a
 * number in front are put in: nothing that vanishes at some state comes below a fraction by solving a relation of position.
 * Where one has the form c x^2 + d = 0, x^2 = -d/c shortens what contains it. */
#include "frame.h"

static li_status reserve(li_ctx *ctx, li_reading *X, size_t most)
{
    *X = (li_reading){ .from = li_expr_room(ctx, most), .to = li_expr_room(ctx, most) };
    return li_ctx_status(ctx);
}

/* phi of the frame in which the equations are written; false where the velocities are not given linearly there */
static bool use_frame(li_ctx *ctx, li_reading *X, const li_motion *S, bool quasi)
{
    li_frame f;

    if (li_frame_open(ctx, &f, S, quasi) != LI_OK) {
        if (li_ctx_status(ctx) != LI_MEMORY && S->chosen == 0)
            li_ctx_forgive(ctx);
        return false;
    }
    if (f.implicit)
        return false;
    for (size_t i = 0; i < f.p; i++)
        li_reading_put(X, f.w[f.k + i], li_exact_simplify(ctx, li_reading_apply(ctx, X, f.phi[i])));
    return true;
}

li_status li_reading_init(li_ctx *ctx, li_reading *X, const li_motion *S, const li_dynamics *D)
{
    if (reserve(ctx, X, S->n + 2 * S->p) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t h = 0; h < S->p; h++)
        if (S->position[h] != NULL && !li_reading_use(ctx, X, LI_USE_PLAINLY, S->position[h], S->coords, S->q))
            X->unused = true;
    if (use_frame(ctx, X, S, D->quasi))
        return li_ctx_status(ctx);
    for (size_t h = 0; h < S->p && li_ctx_status(ctx) == LI_OK; h++)
        if (!li_reading_use(ctx, X, LI_USE_LINEARLY, D->relation[h], S->n, D->w))
            X->unused = true;
    return li_ctx_status(ctx);
}

/* ---- x^2 = -d/c ---- */

li_status li_reading_squares(li_ctx *ctx, li_reading *Y, const li_motion *S, const li_dynamics *D, const li_reading *X)
{
    if (reserve(ctx, Y, 2 * S->p) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t h = 0; h < S->p && li_ctx_status(ctx) == LI_OK; h++) {
        bool position = S->position[h] != NULL;
        li_reading_use(ctx, Y, LI_USE_SQUARES, li_reading_apply(ctx, X, position ? S->position[h] : D->relation[h]), position ? S->coords : S->n, position ? S->q : D->w);
    }
    return li_ctx_status(ctx);
}

/* x = k sqrt(a), the sign taken as +: the node sqrt(a) and k; NULL if there are more roots */
static li_expr root_of(li_ctx *ctx, const li_reading *Y, li_expr x, li_expr *k)
{
    li_expr one[LI_READING_SIGNS], root = NULL, f[8];
    int power[8];

    for (size_t i = 0; i < Y->signs; i++)
        one[i] = li_expr_int(ctx, 1);
    x = li_expr_subst(ctx, x, Y->signs, Y->sign, one);
    size_t n = li_expr_factors(ctx, x, NULL, NULL);
    if (n > 8)
        return NULL;
    li_expr_factors(ctx, x, f, power);
    for (size_t i = 0; i < n; i++)
        if (li_expr_kind(f[i]) == LI_ROOT) {
            if (root != NULL || power[i] != 1)
                return NULL;
            root = f[i];
        }
    *k = root != NULL ? li_expr_div(ctx, x, root) : NULL;
    return root;
}

/* e is rational in x, so that what holds for one root holds for the other: with x = k sqrt(a) simplified, and x again. */
static li_expr shorten(li_ctx *ctx, const li_reading *Y, size_t i, li_expr e)
{
    li_expr x = Y->from[i], k, root = root_of(ctx, Y, Y->to[i], &k);

    if (root == NULL || !li_expr_contains(ctx, e, x) || li_expr_contains(ctx, e, root) || !li_exact_is_rational(ctx, e, 1, &x))
        return e;
    li_expr value = li_expr_mul(ctx, k, root), back = li_expr_div(ctx, x, k), with = li_expr_subst(ctx, e, 1, &x, &value);
    li_expr short_form = li_expr_subst(ctx, li_exact_simplify(ctx, with), 1, &root, &back);
    if (li_ctx_status(ctx) != LI_OK || li_exact_cost(ctx, short_form) >= li_exact_cost(ctx, e))
        return e;
    return li_exact_equal(ctx, li_expr_subst(ctx, short_form, 1, &x, &value), with) == LI_YES ? short_form : e;
}

li_expr li_reading_shorten(li_ctx *ctx, const li_reading *Y, li_expr e)
{
    for (size_t i = 0; i < Y->len; i++)
        e = shorten(ctx, Y, i, e);
    return e;
}

/* determinant.c - the compatibility of the constraints as a function of the state, and where it vanishes     [gallissot 7, 9] */
#include "reactions.h"

/* Do rows and columns, in the order of the blocks, differ by an odd permutation? */
static bool is_turned(const li_reacting *w)
{
    size_t p = w->out->p, n = 0, *to = li_alloc(w->ctx, (p + 1) * sizeof *to);
    bool odd = false;

    for (size_t b = 0; to != NULL && b < w->blocks; b++)
        for (size_t i = 0; i < w->block[b].rows && i < w->block[b].columns; i++, n++)
            to[w->block[b].row[i]] = w->block[b].column[i];
    for (size_t i = 0; to != NULL && i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            odd ^= to[i] > to[j];
    return odd;
}

/* The dependent velocities as columns of A; how many */
static size_t dependent_columns(const li_reacting *w, size_t *column)
{
    size_t m = 0;
    for (size_t j = 0; j < w->D->n; j++)
        if (li_reacting_eliminates(w->dependent, w->D->w[j]))
            column[m++] = j;
    return m;
}

/* The minor of A by which the dependent velocities were solved for; NULL: not known */
li_expr li_reacting_minor(const li_reacting *w)
{
    li_ctx *ctx = w->ctx;
    size_t n = w->D->n, p = w->D->p, *column = li_alloc(ctx, (n + 1) * sizeof *column);
    li_expr *minor = li_expr_room(ctx, p * p), det;

    if (minor == NULL || column == NULL || dependent_columns(w, column) != p)
        return NULL;
    for (size_t i = 0; i < p * p; i++)
        minor[i] = li_reacting_neat(w, w->D->A[i / p * n + column[i % p]]);
    return li_exact_det(ctx, &det, p, minor) == LI_OK ? li_exact_factor(ctx, det) : NULL;
}

/* Are relations with ideal reactions certainly independent? Then the coupling A M^-1 A^T is positive definite where M is: a
 * minor of A that vanishes nowhere shows it.                                                       [gallissot 7] */
static bool is_definite(const li_reacting *w, li_vanishing *minor_vanishes)
{
    for (size_t h = 0; h < w->S->r; h++)
        if (!w->S->ideal[h])
            return false;
    li_expr minor = li_reacting_minor(w);
    return minor != NULL && li_vanishing_find(w->ctx, minor_vanishes, minor) == LI_OK && minor_vanishes->factors == 0;
}

/* A product, unless it is very much longer than the sum that it was */
static li_expr shorter(li_ctx *ctx, li_expr product, li_expr sum)
{
    return sum != NULL && li_exact_cost(ctx, product) > 4 * li_exact_cost(ctx, sum) ? sum : product;
}

/* det coupling, block by block; NULL: past the budget */
static li_expr determinant(const li_reacting *w)
{
    li_ctx *ctx = w->ctx;
    li_expr product = li_expr_int(ctx, is_turned(w) ? -1 : 1), det;

    for (size_t b = 0; b < w->blocks; b++) {
        const li_coupled *x = &w->block[b];
        if (x->rows != x->columns)
            return li_expr_int(ctx, 0);
        if (li_exact_det(ctx, &det, x->rows, x->C) != LI_OK)
            return NULL;
        det = shorter(ctx, li_exact_factor(ctx, li_reading_shorten(ctx, w->Y, det)), x->rows == 1 ? x->C[0] : NULL);
        product = li_expr_mul(ctx, product, det);
    }
    return w->blocks == 1 ? product : li_exact_factor(ctx, product);
}

void li_reacting_determinant(const li_reacting *w)
{
    li_reactions *out = w->out;
    li_vanishing minor;

    if (out->p != out->r)
        return;
    out->compatibility = determinant(w);
    if (out->compatibility == NULL || li_expr_is_zero(out->compatibility) || li_vanishing_find(w->ctx, &out->vanishing, out->compatibility) != LI_OK)
        return;
    out->definite = out->vanishing.factors > 0 && is_definite(w, &minor);
    if (out->definite)
        out->vanishing = minor;
}

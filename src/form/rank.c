/* rank.c - with how many Pfaff forms a form can be written */
#include "rank.h"

#include <string.h>

#include "coframe.h"
#include "terms.h"

/* rows += the theta^K of v */
static void add_rows(li_ctx *ctx, li_form *rows, const li_form *v)
{
    for (size_t i = 0; i < v->len; i++) {
        uint32_t *row = li_form_row(ctx, rows);
        if (row == NULL)
            return;
        memcpy(row, v->at + i * v->degree, v->degree * sizeof *row);
        li_form_term(ctx, rows, li_expr_int(ctx, 1));
    }
}

static li_expr *fill(li_ctx *ctx, const li_form *rows, size_t n, const li_form *partial, size_t more)
{
    bool found;
    li_expr *M = li_new(ctx, (rows->len + more) * n + 1, sizeof *M);

    for (size_t i = 0; M != NULL && i < (rows->len + more) * n; i++)
        M[i] = li_expr_int(ctx, 0);
    for (size_t a = 0; M != NULL && a < n; a++)
        for (size_t i = 0; i < partial[a].len; i++)
            M[li_form_place(rows, partial[a].at + i * rows->degree, &found) * n + a] = partial[a].f[i];
    return M;
}

li_expr *li_form_table(li_ctx *ctx, size_t *rows, const li_form *w, size_t more)
{
    size_t n = w->on->n;
    li_form *partial = li_new(ctx, n + 1, sizeof *partial), K;
    li_expr *M = NULL;

    li_form_begin(&K, w->on, w->degree - 1);                       /* the rows, as terms */
    if (partial != NULL && li_form_associated(ctx, partial, w) == LI_OK) {
        for (size_t a = 0; a < n; a++)
            add_rows(ctx, &K, &partial[a]);
        li_form_settle(ctx, &K);
    }
    if (li_ctx_status(ctx) == LI_OK)
        M = fill(ctx, &K, n, partial, more);
    *rows = K.len;
    for (size_t a = 0; partial != NULL && a < n; a++)
        li_form_clear(ctx, &partial[a]);
    li_drop(ctx, partial);
    li_form_clear(ctx, &K);
    return M;
}

/* The columns that are not all 0 move to the left; their number. */
static size_t compress(size_t rows, size_t n, li_expr *M)
{
    size_t used = 0;

    for (size_t a = 0; a < n; a++) {
        size_t i = 0;
        while (i < rows && li_expr_is_zero(M[i * n + a]))
            i++;
        if (i == rows)
            continue;
        for (i = 0; i < rows; i++)
            M[i * n + used] = M[i * n + a];
        used++;
    }
    for (size_t i = 0; i < rows * used; i++)
        M[i] = M[i / used * n + i % used];
    return used;
}

/* The i(X)w are the combinations of the i(X_a)w, so the rank is that of their table. The rank of a 2-form is even: if its table
 * has an odd number of rows the last is left out, which takes away 1 at most (and a full rank is seen at once). */
li_status li_form_rank(li_ctx *ctx, size_t *rank, const li_form *w)
{
    size_t r = 0, rows = 0;
    li_expr *M = w->len > 0 && w->degree > 0 ? li_form_table(ctx, &rows, w, 0) : NULL;
    bool odd = w->degree == 2 && rows % 2 == 1;
    li_status status = M == NULL ? li_ctx_status(ctx) : li_exact_rank(ctx, &r, odd ? rows - 1 : rows, compress(rows, w->on->n, M), M, NULL, NULL);

    if (status == LI_OK)
        *rank = odd ? r + r % 2 : r;
    li_drop(ctx, M);
    return status;
}

/* characteristic.c - fields given by their interior products */
#include "coframe.h"
#include "field.h"
#include "linear.h"
#include "rank.h"
#include "terms.h"

static li_status settled(li_truth yes) { return yes == LI_YES ? LI_OK : yes == LI_NO ? LI_SINGULAR : LI_UNDECIDED; }

/* ---- a 2-form ----
 * i(X)W = w and i(X)s = c. Where n is odd W is singular, and one more unknown makes the system square:
 *
 *     sum_a X^a W[a][b] + mu s_b = w_b,      sum_a X^a s_a = c.
 *
 * If W has rank n - 1 and i(E)W = 0, the matrix is regular exactly when i(E)s is not 0, and then mu i(E)s = i(E)w: there is
 * an X exactly when mu = 0. */

static void set_matrix(li_ctx *ctx, li_expr *M, size_t N, const li_form *W, const li_form *border)
{
    for (size_t i = 0; i < N * N; i++)
        M[i] = li_expr_int(ctx, 0);
    for (size_t k = 0; k < W->len; k++) {
        uint32_t a = W->at[2 * k], b = W->at[2 * k + 1];
        M[b * N + a] = W->f[k];
        M[a * N + b] = li_expr_neg(ctx, W->f[k]);
    }
    for (size_t k = 0; border != NULL && k < border->len; k++)
        M[border->at[k] * N + N - 1] = M[(N - 1) * N + border->at[k]] = border->f[k];
}

/* X and, with a border, mu behind it */
static li_status solve_square(li_ctx *ctx, li_expr *X, const li_form *W, const li_form *w, const li_form *border, int c)
{
    size_t n = W->on->n, N = border != NULL ? n + 1 : n;
    li_expr *M = li_new(ctx, N * N + 1, sizeof *M), *r = li_new(ctx, N + 1, sizeof *r);
    li_status status = li_ctx_status(ctx);

    if (status == LI_OK) {
        set_matrix(ctx, M, N, W, border);
        for (size_t i = 0; i < N; i++)
            r[i] = li_expr_int(ctx, i == n ? c : 0);
        for (size_t k = 0; k < w->len; k++)
            r[w->at[k]] = w->f[k];
        status = li_linear_solve(ctx, X, N, M, 1, r);
    }
    li_drop(ctx, M);
    li_drop(ctx, r);
    return status;
}

/* n odd */
static li_status solve_bordered(li_ctx *ctx, li_field *X, const li_form *W, const li_form *w, const li_form *s, int c)
{
    size_t n = X->on->n;
    li_expr *x = li_new(ctx, n + 1, sizeof *x);
    li_status status = x == NULL ? li_ctx_status(ctx) : solve_square(ctx, x, W, w, s, c);

    if (status == LI_OK && w->len > 0)
        status = settled(li_exact_is_zero(ctx, x[n]));
    for (size_t a = 0; status == LI_OK && a < n; a++)
        X->comp[a] = x[a];
    li_drop(ctx, x);
    return status;
}

/* n even: W alone determines x */
static li_status solve_and_check(li_ctx *ctx, li_field *x, const li_form *W, const li_form *w, const li_form *s)
{
    li_status status = solve_square(ctx, x->comp, W, w, NULL, 0);
    return status == LI_OK ? settled(li_exact_is_zero(ctx, li_field_value(ctx, x, s))) : status;
}

/* ---- other degrees ----
 * More equations than unknowns: n independent ones are solved, the others are checked. */

/* The chosen rows of M, n of them, and the entries of r */
static void choose(size_t rows, size_t n, const li_expr *M, const li_expr *r, const bool *chosen, li_expr *A, li_expr *b)
{
    size_t k = 0;

    for (size_t i = 0; i < rows; i++) {
        for (size_t a = 0; chosen[i] && a < n; a++)
            A[k * n + a] = M[i * n + a];
        if (chosen[i])
            b[k++] = r[i];
    }
}

/* M X = r of rank n */
static li_status solve_rows(li_ctx *ctx, li_expr *X, size_t rows, size_t n, const li_expr *M, const li_expr *r)
{
    size_t rank = 0;
    bool *chosen = li_new(ctx, rows + 1, sizeof *chosen);
    li_expr *A = li_new(ctx, n * n + 1, sizeof *A), *b = li_new(ctx, n + 1, sizeof *b);
    li_status status = li_ctx_status(ctx) != LI_OK ? li_ctx_status(ctx) : li_exact_rank(ctx, &rank, rows, n, M, chosen, NULL);

    if (status == LI_OK && rank < n)
        status = LI_SINGULAR;
    if (status == LI_OK) {
        choose(rows, n, M, r, chosen, A, b);
        status = li_linear_solve(ctx, X, n, A, 1, b);
    }
    li_drop(ctx, chosen);
    li_drop(ctx, A);
    li_drop(ctx, b);
    return status;
}

/* i(X)w = 0 in the first rows, i(X)s = 1 in the last */
static li_status solve_table(li_ctx *ctx, li_field *X, const li_form *w, const li_form *s)
{
    size_t n = X->on->n, rows;
    li_expr *M = li_form_table(ctx, &rows, w, 1), *r = li_new(ctx, rows + 1, sizeof *r);
    li_status status = li_ctx_status(ctx);

    for (size_t i = 0; status == LI_OK && i <= rows; i++)
        r[i] = li_expr_int(ctx, i == rows);
    for (size_t k = 0; status == LI_OK && k < s->len; k++)
        M[rows * n + s->at[k]] = s->f[k];
    if (status == LI_OK)
        status = solve_rows(ctx, X->comp, rows + 1, n, M, r);
    li_drop(ctx, M);
    li_drop(ctx, r);
    return status;
}

static li_status solve_and_check_table(li_ctx *ctx, li_field *X, const li_form *w, const li_form *s)
{
    li_form zero;

    li_form_init(&zero);
    li_status status = solve_table(ctx, X, w, s);
    if (status == LI_OK && li_form_interior(ctx, &zero, X, w) == LI_OK)
        status = settled(li_form_is_zero(ctx, &zero));
    li_form_clear(ctx, &zero);
    return status;
}

/* ---- the questions ---- */

static bool is_of_degree(li_ctx *ctx, const li_form *w, size_t degree, const char *what)
{
    if (w->len > 0 && w->degree != degree)
        li_fail(ctx, LI_DOMAIN, "%s: it has degree %zu, not %zu", what, w->degree, degree);
    return w->len == 0 || w->degree == degree;
}

static li_status finish(li_ctx *ctx, li_field *out, li_field *X, li_status status)
{
    if (status == LI_OK)
        return li_field_finish(ctx, out, X);
    li_field_clear(ctx, X);
    return li_ctx_status(ctx) == LI_OK ? status : li_ctx_status(ctx);
}

/* A 2-form of even n has no such field: it has no field with i(X)w = 0 but 0, or many. So has w = 0, for n > 1. */
static li_status find(li_ctx *ctx, li_field *X, const li_form *w, const li_form *s)
{
    li_form zero;

    li_form_begin(&zero, X->on, 2);
    if (w->degree == 0 || w->len == 0)
        return X->on->n == 1 ? solve_bordered(ctx, X, &zero, &zero, s, 1) : LI_SINGULAR;
    if (w->degree != 2)
        return solve_and_check_table(ctx, X, w, s);
    return X->on->n % 2 == 1 ? solve_bordered(ctx, X, w, &zero, s, 1) : LI_SINGULAR;
}

li_status li_form_characteristic(li_ctx *ctx, li_field *out, const li_form *w, const li_form *s)
{
    const li_coframe *c;
    li_field X;

    if (!li_form_has_coframe(ctx, w, "a characteristic field") || !is_of_degree(ctx, s, 1, "the form s with i(X)s = 1") ||
        !li_coframe_shared(ctx, &c, w->on, s->on, "a characteristic field: w is a form", "s a form"))
        return li_ctx_status(ctx);
    return finish(ctx, out, &X, li_field_begin(ctx, &X, c) ? find(ctx, &X, w, s) : li_ctx_status(ctx));
}

li_status li_form_dual(li_ctx *ctx, li_field *out, const li_form *W, const li_form *w, const li_form *s)
{
    const li_coframe *c;
    li_field x;

    if (!li_form_has_coframe(ctx, W, "a dual field") || !is_of_degree(ctx, W, 2, "the form W with i(x)W = w") || !is_of_degree(ctx, w, 1, "the form w = i(x)W") ||
        !is_of_degree(ctx, s, 1, "the form s with i(x)s = 0") || !li_coframe_shared(ctx, &c, W->on, w->on, "i(x)W = w: W is a form", "w a form") ||
        !li_coframe_shared(ctx, &c, W->on, s->on, "i(x)W = w, i(x)s = 0: W is a form", "s a form"))
        return li_ctx_status(ctx);
    li_status status = li_field_begin(ctx, &x, c) ? LI_OK : li_ctx_status(ctx);
    if (status == LI_OK)
        status = c->n % 2 == 1 ? solve_bordered(ctx, &x, W, w, s, 0) : solve_and_check(ctx, &x, W, w, s);
    return finish(ctx, out, &x, status);
}

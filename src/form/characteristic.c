/* characteristic.c - fields given by their interior products */
#include "coframe.h"
#include "field.h"
#include "linear.h"
#include "rank.h"
#include "terms.h"

/* ---- a 2-form, n odd ----
 * i(X)W = w and i(X)s = c, with one more unknown, so that the system is square:
 *
 *     sum_a X^a W[a][b] + mu s_b = w_b,      sum_a X^a s_a = c.
 *
 * If W has rank n - 1 and i(E)W = 0, the matrix is regular exactly when i(E)s is not 0, and then mu i(E)s = i(E)w. */

static void set_bordered(li_ctx *ctx, li_expr *M, size_t n, const li_form *W, const li_form *s)
{
    size_t N = n + 1;

    for (size_t i = 0; i < N * N; i++)
        M[i] = li_expr_int(ctx, 0);
    for (size_t k = 0; k < W->len; k++) {
        uint32_t a = W->at[2 * k], b = W->at[2 * k + 1];
        M[b * N + a] = W->f[k];
        M[a * N + b] = li_expr_neg(ctx, W->f[k]);
    }
    for (size_t k = 0; k < s->len; k++)
        M[s->at[k] * N + n] = M[n * N + s->at[k]] = s->f[k];
}

static li_status solve_bordered(li_ctx *ctx, li_expr *X, const li_form *W, const li_form *w, const li_form *s, int c)
{
    size_t n = W->on->n, N = n + 1;
    li_expr *M = li_new(ctx, N * N, sizeof *M), *r = li_new(ctx, N, sizeof *r);
    li_status status = li_ctx_status(ctx);

    if (M != NULL && r != NULL) {
        set_bordered(ctx, M, n, W, s);
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

/* ---- any other form, or n even ----
 * More equations than unknowns: n independent ones are solved, the others are checked. */

/* sum_a M[i][a] X^a = r_i, rows of n entries */
static li_truth holds(li_ctx *ctx, size_t n, const li_expr *M, const li_expr *X, li_expr r)
{
    li_expr *part = li_new(ctx, n + 1, sizeof *part), sum = li_expr_undefined();

    for (size_t a = 0; part != NULL && a < n; a++)
        part[a] = li_expr_mul(ctx, M[a], X[a]);
    if (part != NULL)
        sum = li_expr_sum(ctx, n, part);
    li_drop(ctx, part);
    return li_exact_equal(ctx, sum, r);
}

/* The rows chosen move to the front. */
static li_status solve_rows(li_ctx *ctx, li_expr *X, size_t rows, size_t n, const li_expr *M, const li_expr *r, const bool *chosen)
{
    li_expr *A = li_new(ctx, n * n + 1, sizeof *A), *b = li_new(ctx, n + 1, sizeof *b);
    li_status status = li_ctx_status(ctx);
    size_t k = 0;

    for (size_t i = 0; status == LI_OK && i < rows; i++) {
        if (!chosen[i])
            continue;
        for (size_t a = 0; a < n; a++)
            A[k * n + a] = M[i * n + a];
        b[k++] = r[i];
    }
    if (status == LI_OK)
        status = li_linear_solve(ctx, X, n, A, 1, b);
    for (size_t i = 0; status == LI_OK && i < rows; i++) {
        li_truth yes = chosen[i] ? LI_YES : holds(ctx, n, M + i * n, X, r[i]);
        status = yes == LI_YES ? LI_OK : yes == LI_NO ? LI_SINGULAR : LI_UNDECIDED;
    }
    li_drop(ctx, A);
    li_drop(ctx, b);
    return status;
}

static li_status solve_independent(li_ctx *ctx, li_expr *X, size_t rows, size_t n, const li_expr *M, const li_expr *r)
{
    size_t rank = 0;
    bool *chosen = li_new(ctx, rows + 1, sizeof *chosen);
    li_status status = chosen == NULL ? li_ctx_status(ctx) : li_exact_rank(ctx, &rank, rows, n, M, chosen, NULL);

    if (status == LI_OK)
        status = rank < n ? LI_SINGULAR : solve_rows(ctx, X, rows, n, M, r, chosen);
    li_drop(ctx, chosen);
    return status;
}

/* The rows of i(X)W = w, and i(X)s = c in the last */
static li_status solve_overdetermined(li_ctx *ctx, li_expr *X, const li_form *W, const li_form *w, const li_form *s, int c)
{
    size_t n = W->on->n;
    li_form K;

    li_form_init(&K);
    li_expr *M = li_form_table(ctx, &K, W, w), *r = li_new(ctx, K.len + 1, sizeof *r);
    li_expr *grown = li_grow(ctx, M, (K.len + 1) * n + 1, sizeof *M);
    li_status status = li_ctx_status(ctx);
    if (grown != NULL)
        M = grown;
    for (size_t i = 0; status == LI_OK && i < K.len; i++)
        r[i] = li_form_coefficient(ctx, w, K.at + i * K.degree);
    for (size_t a = 0; status == LI_OK && a < n; a++)
        M[K.len * n + a] = li_expr_int(ctx, 0);
    for (size_t k = 0; status == LI_OK && k < s->len; k++)
        M[K.len * n + s->at[k]] = s->f[k];
    if (status == LI_OK) {
        r[K.len] = li_expr_int(ctx, c);
        status = solve_independent(ctx, X, K.len + 1, n, M, r);
    }
    li_drop(ctx, M);
    li_drop(ctx, r);
    li_form_clear(ctx, &K);
    return status;
}

/* ---- both ---- */

/* i(X)W = w, i(X)s = c */
static li_status solve(li_ctx *ctx, li_field *out, const li_form *W, const li_form *w, const li_form *s, int c)
{
    size_t n = W->on->n;
    bool bordered = W->degree == 2 && n % 2 == 1;
    li_field X;
    li_status status = li_ctx_status(ctx);
    li_expr *x = li_new(ctx, n + 1, sizeof *x);

    li_field_begin(ctx, &X, W->on);
    if (li_ctx_status(ctx) == LI_OK)
        status = bordered ? solve_bordered(ctx, x, W, w, s, c) : solve_overdetermined(ctx, x, W, w, s, c);
    if (status == LI_OK && bordered && w->len > 0) {
        li_truth solvable = li_exact_is_zero(ctx, x[n]);
        status = solvable == LI_YES ? LI_OK : solvable == LI_NO ? LI_SINGULAR : LI_UNDECIDED;
    }
    for (size_t a = 0; status == LI_OK && a < n; a++)
        X.comp[a] = x[a];
    li_drop(ctx, x);
    if (status == LI_OK && li_ctx_status(ctx) == LI_OK)
        return li_field_finish(ctx, out, &X);
    li_field_clear(ctx, &X);
    return li_ctx_status(ctx) == LI_OK ? status : li_ctx_status(ctx);
}

static bool is_of_degree(li_ctx *ctx, const li_form *w, size_t degree, const char *what)
{
    if (w->len > 0 && w->degree != degree)
        li_fail(ctx, LI_DOMAIN, "%s: it has degree %zu, not %zu", what, w->degree, degree);
    return w->len == 0 || w->degree == degree;
}

li_status li_form_characteristic(li_ctx *ctx, li_field *X, const li_form *w, const li_form *s)
{
    const li_coframe *c;
    li_form zero;

    if (!li_form_has_coframe(ctx, w, "the characteristic field") || !is_of_degree(ctx, s, 1, "the form s with i(X)s = 1 of a characteristic field") ||
        !li_coframe_shared(ctx, &c, w->on, s->on, "the characteristic field: w is a form", "s a form"))
        return li_ctx_status(ctx);
    if (w->degree > 0) {
        li_form_begin(&zero, c, w->degree - 1);
        return solve(ctx, X, w, &zero, s, 1);
    }
    li_form W;                                             /* i(X)f = 0 for every X, as for the 2-form 0 */
    li_form_begin(&W, c, 2);
    li_form_begin(&zero, c, 1);
    return solve(ctx, X, &W, &zero, s, 1);
}

li_status li_form_dual(li_ctx *ctx, li_field *x, const li_form *W, const li_form *w, const li_form *s)
{
    const li_coframe *c;
    li_form W2, w1;

    if (!li_form_has_coframe(ctx, W, "the dual field") || !is_of_degree(ctx, W, 2, "the form W with i(x)W = w") || !is_of_degree(ctx, w, 1, "the form w = i(x)W") ||
        !is_of_degree(ctx, s, 1, "the form s with i(x)s = 0") || !li_coframe_shared(ctx, &c, W->on, w->on, "i(x)W = w: W is a form", "w a form") ||
        !li_coframe_shared(ctx, &c, W->on, s->on, "i(x)W = w, i(x)s = 0: W is a form", "s a form"))
        return li_ctx_status(ctx);
    li_form_begin(&W2, c, 2);
    li_form_begin(&w1, c, 1);
    return solve(ctx, x, W->len > 0 ? W : &W2, w->len > 0 ? w : &w1, s, 0);
}

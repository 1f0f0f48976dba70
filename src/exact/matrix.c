/* matrix.c - rank, determinant and linear systems by elimination over a tower */
#include "display.h"

/* A matrix of elements, rows x columns, in one tower. */
struct matrix {
    li_ctx *ctx;
    size_t rows, columns;
    const li_expr *entry;
    li_tower t;
    fmpz_mpoly_q_struct *a;
    size_t rank;
    size_t *row, *column;      /* pivot k stands in row[k], column[k] */
    size_t unknowns;           /* pivots are looked for in the first columns only */
    bool certain;              /* the pivots are certainly not 0 */
    bool returned;             /* the work was not left by a jump of the guard */
    void (*work)(struct matrix *m);
    li_expr *out;              /* det, or the solution */
};

static fmpz_mpoly_q_struct *at(const struct matrix *m, size_t i, size_t j) { return m->a + i * m->columns + j; }

static uint64_t size_of(const li_tower *t, const fmpz_mpoly_q_t x)
{
    return (uint64_t)(fmpz_mpoly_length(fmpz_mpoly_q_numref(x), t->ring) + fmpz_mpoly_length(fmpz_mpoly_q_denref(x), t->ring));
}

static bool taken(const size_t *list, size_t n, size_t x)
{
    for (size_t k = 0; k < n; k++)
        if (list[k] == x)
            return true;
    return false;
}

/* The shortest element that is not 0 in a free row and column: numbers first, short results. */
static bool find_pivot(struct matrix *m, size_t *row, size_t *column)
{
    uint64_t best = UINT64_MAX;
    for (size_t i = 0; i < m->rows; i++) {
        if (taken(m->row, m->rank, i))
            continue;
        for (size_t j = 0; j < m->unknowns; j++) {
            if (taken(m->column, m->rank, j) || size_of(&m->t, at(m, i, j)) >= best || li_tower_is_zero(&m->t, at(m, i, j)))
                continue;
            best = size_of(&m->t, at(m, i, j));
            *row = i;
            *column = j;
        }
    }
    return best != UINT64_MAX;
}

/* Row i minus a_ic/a_rc times row r, for all other free rows (or all rows: Gauss-Jordan). */
static void eliminate(struct matrix *m, size_t r, size_t c, bool all)
{
    fmpz_mpoly_q_t f, x;
    fmpz_mpoly_q_init(f, m->t.ring);
    fmpz_mpoly_q_init(x, m->t.ring);
    for (size_t i = 0; i < m->rows && li_tower_usable(&m->t); i++) {
        if (i == r || (!all && taken(m->row, m->rank, i)) || fmpz_mpoly_q_is_zero(at(m, i, c), m->t.ring))
            continue;
        li_tower_div(&m->t, f, at(m, i, c), at(m, r, c));
        fmpz_mpoly_q_neg(f, f, m->t.ring);
        for (size_t j = 0; j < m->columns; j++) {
            if (fmpz_mpoly_q_is_zero(at(m, r, j), m->t.ring))
                continue;
            li_tower_mul(&m->t, x, f, at(m, r, j));
            li_tower_add(&m->t, at(m, i, j), at(m, i, j), x);
            li_tower_settle(&m->t, at(m, i, j));
        }
        fmpz_mpoly_q_zero(at(m, i, c), m->t.ring);
    }
    fmpz_mpoly_q_clear(f, m->t.ring);
    fmpz_mpoly_q_clear(x, m->t.ring);
}

/* Zeros are proved; that the pivots are none is certified by a state at which their minor is regular. */
static bool pivots_are_certain(const struct matrix *m)
{
    size_t n = m->rank;
    li_expr *minor = li_new(m->ctx, n * n + 1, sizeof *minor);

    for (size_t i = 0; minor != NULL && i < n; i++)
        for (size_t j = 0; j < n; j++)
            minor[i * n + j] = m->entry[m->row[i] * m->columns + m->column[j]];
    bool certain = minor != NULL && (n == 0 || li_witness_regular(m->ctx, n, minor));
    li_drop(m->ctx, minor);
    return certain;
}

static void reduce_matrix(struct matrix *m, bool all)
{
    size_t r = 0, c = 0;
    while (m->rank < m->rows && m->rank < m->unknowns && li_tower_usable(&m->t) && find_pivot(m, &r, &c)) {
        eliminate(m, r, c, all);
        m->row[m->rank] = r;
        m->column[m->rank++] = c;
    }
    m->certain = li_tower_usable(&m->t) && pivots_are_certain(m);
}

static bool load(struct matrix *m)
{
    size_t n = m->rows * m->columns;
    li_expr *e = li_new(m->ctx, n + 1, sizeof *e);

    m->row = li_new(m->ctx, m->rows + 1, sizeof *m->row);
    m->column = li_new(m->ctx, m->rows + 1, sizeof *m->column);
    for (size_t i = 0; e != NULL && i < n; i++)
        e[i] = m->entry[i];
    if (e != NULL && li_tower_init(m->ctx, &m->t, n, e) == LI_OK) {
        li_tower_ring(&m->t);
        m->a = flint_malloc((n + 1) * sizeof *m->a);
        for (size_t i = 0; i < n; i++)
            fmpz_mpoly_q_init(m->a + i, m->t.ring);
        li_tower_elements(&m->t, n, m->a, e);
    }
    li_drop(m->ctx, e);
    return m->a != NULL && li_tower_usable(&m->t);
}

/* What FLINT was changing when a jump left it is not touched again. */
static void unload(struct matrix *m)
{
    for (size_t i = 0; m->returned && m->a != NULL && i < m->rows * m->columns; i++)
        fmpz_mpoly_q_clear(m->a + i, m->t.ring);
    if (m->returned) {
        flint_free(m->a);
        li_tower_clear(&m->t);
    }
    li_drop(m->ctx, m->row);
    li_drop(m->ctx, m->column);
}

static void do_work(void *arg)
{
    struct matrix *m = arg;
    if (load(m))
        m->work(m);
    m->returned = true;
}

/* LI_UNDECIDED where an entry is not defined, or a pivot may be 0 */
static li_status run(struct matrix *m, void (*work)(struct matrix *m))
{
    m->work = work;
    li_status status = li_exact_ask(m->ctx, m->rows * m->columns, m->entry, do_work, m);
    if (status == LI_DOMAIN || status == LI_LIMIT || (status == LI_OK && (m->t.undefined || !(m->certain || m->t.over))))
        return LI_UNDECIDED;
    return status == LI_OK && m->t.over ? LI_BUDGET : status;
}

/* ---- rank ---- */

static void rank_work(struct matrix *m) { reduce_matrix(m, false); }

li_status li_exact_rank(li_ctx *ctx, size_t *rank, size_t rows, size_t columns, const li_expr *A, bool *row, bool *column)
{
    struct matrix m = { .ctx = ctx, .rows = rows, .columns = columns, .unknowns = columns, .entry = A, .t.ctx = ctx };

    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    if (row == NULL && column == NULL && li_exact_has_full_rank(ctx, rows, columns, A))
        return *rank = rows < columns ? rows : columns, LI_OK;
    li_status status = run(&m, rank_work);
    *rank = m.rank;
    for (size_t i = 0; row != NULL && i < rows; i++)
        row[i] = m.row != NULL && taken(m.row, m.rank, i);
    for (size_t j = 0; column != NULL && j < columns; j++)
        column[j] = m.column != NULL && taken(m.column, m.rank, j);
    unload(&m);
    return status == LI_BUDGET ? LI_UNDECIDED : status;
}

/* ---- determinant ---- */

/* +1 or -1: the permutation that takes row[k] to column[k] */
static bool is_odd(const struct matrix *m)
{
    bool odd = false;
    for (size_t i = 0; i < m->rank; i++)
        for (size_t j = i + 1; j < m->rank; j++)
            odd ^= (m->row[i] < m->row[j]) != (m->column[i] < m->column[j]);
    return odd;
}

static void det_work(struct matrix *m)
{
    fmpz_mpoly_q_t det;

    reduce_matrix(m, false);
    fmpz_mpoly_q_init(det, m->t.ring);
    if (m->rank == m->rows)
        fmpz_mpoly_q_set_si(det, is_odd(m) ? -1 : 1, m->t.ring);
    for (size_t k = 0; k < m->rank && m->rank == m->rows; k++)
        li_tower_mul(&m->t, det, det, at(m, m->row[k], m->column[k]));
    if (li_tower_usable(&m->t) && m->certain)
        m->out[0] = li_display_fraction(&m->t, det);
    fmpz_mpoly_q_clear(det, m->t.ring);
}

static li_status find_det(li_ctx *ctx, li_expr *det, size_t n, const li_expr *A)
{
    struct matrix m = { .ctx = ctx, .rows = n, .columns = n, .unknowns = n, .entry = A, .out = det, .t.ctx = ctx };

    *det = li_expr_undefined();
    li_status status = run(&m, det_work);
    unload(&m);
    return status;
}

/* Past the budget once more with letters for roots: a determinant is a sum of products, whatever they are. */
li_status li_exact_det(li_ctx *ctx, li_expr *det, size_t n, const li_expr *A)
{
    li_expr *root, *letter, *e = li_new(ctx, n * n + 1, sizeof *e);

    if (li_ctx_status(ctx) != LI_OK || n == 0) {
        li_drop(ctx, e);
        *det = li_expr_int(ctx, 1);
        return li_ctx_status(ctx);
    }
    li_status status = find_det(ctx, det, n, A);
    for (size_t i = 0; i < n * n; i++)
        e[i] = A[i];
    size_t count = status == LI_BUDGET ? li_exact_letters(ctx, n * n, e, &root, &letter) : 0;
    if (count > 0) {
        status = find_det(ctx, det, n, e);
        if (status == LI_OK)
            *det = li_expr_subst(ctx, *det, count, letter, root);
    }
    li_drop(ctx, e);
    return status;
}

/* ---- linear systems ---- */

static void solve_work(struct matrix *m)
{
    reduce_matrix(m, true);
    if (m->rank < m->rows || !m->certain)
        return;
    size_t k = m->columns - m->rows;
    for (size_t p = 0; p < m->rank && li_tower_usable(&m->t); p++)
        for (size_t j = 0; j < k && li_tower_usable(&m->t); j++) {
            fmpz_mpoly_q_struct *x = at(m, m->row[p], m->rows + j);
            li_tower_div(&m->t, x, x, at(m, m->row[p], m->column[p]));
            if (li_tower_usable(&m->t))
                m->out[m->column[p] * k + j] = li_display_fraction(&m->t, x);
        }
}

static li_status solve(li_ctx *ctx, li_expr *X, size_t n, const li_expr *A, size_t k, const li_expr *B)
{
    struct matrix m = { .ctx = ctx, .rows = n, .columns = n + k, .unknowns = n, .out = X, .t.ctx = ctx };
    li_expr *entry = li_new(ctx, n * (n + k), sizeof *entry);
    if (entry == NULL)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            entry[i * (n + k) + j] = A[i * n + j];
        for (size_t j = 0; j < k; j++)
            entry[i * (n + k) + n + j] = B[i * k + j];
    }
    m.entry = entry;
    li_status status = run(&m, solve_work);
    if (status == LI_OK && m.rank < n)
        status = LI_SINGULAR;
    unload(&m);
    li_drop(ctx, entry);
    return status;
}

static bool has_roots(li_ctx *ctx, size_t n, const li_expr *e)
{
    li_list list;
    bool found = false;

    if (li_list_init(ctx, &list, n, e, false) == LI_OK)
        for (size_t i = 0; i < list.len && !found; i++)
            found = li_expr_kind(list.e[i]) == LI_ROOT || li_expr_kind(list.e[i]) == LI_ABS;
    li_list_clear(ctx, &list);
    return found;
}

/* Past the budget once more with letters for the roots of right sides: the solution is linear in these. Roots of A would
 * be pivots, which must not be 0. */
li_status li_exact_solve(li_ctx *ctx, li_expr *X, size_t n, const li_expr *A, size_t k, const li_expr *B)
{
    li_expr *root, *letter;

    if (li_ctx_status(ctx) != LI_OK || n == 0)
        return li_ctx_status(ctx);
    li_status status = solve(ctx, X, n, A, k, B);
    if (status != LI_BUDGET || has_roots(ctx, n * n, A))
        return status;
    li_expr *e = li_new(ctx, n * k + 1, sizeof *e);
    for (size_t i = 0; e != NULL && i < n * k; i++)
        e[i] = B[i];
    size_t count = e == NULL ? 0 : li_exact_letters(ctx, n * k, e, &root, &letter);
    if (count > 0) {
        status = solve(ctx, X, n, A, k, e);
        if (status == LI_OK)
            li_expr_subst_all(ctx, n * k, X, count, letter, root);
    }
    li_drop(ctx, e);
    return li_ctx_status(ctx) != LI_OK ? li_ctx_status(ctx) : status;
}

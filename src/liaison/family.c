/* family.c - states for which the same is given with different numbers, as functions of these
 *
 * Rows are taken in their order of priority as in rows.c, but by their rank for almost all numbers: a row that depends on those before
 * it does so identically, and then for all of them. Where the rows that were chosen are independent too, and only then, they are the
 * ones that li_state_find would choose. */
#include <string.h>

#include "finder.h"

typedef struct {
    li_ctx  *ctx;
    li_rows *R;
    size_t   m, len, rank;             /* unknowns; rows; chosen ones */
    size_t  *of, *index;               /* row of R; place of the unknown in R */
    li_expr *u, *coef;                 /* coef: len rows of m, and the right side */
    size_t  *row;
} table;

static li_expr *entry(const table *T, size_t i, size_t j) { return &T->coef[i * (T->m + 1) + j]; }

/* ---- what is given plainly ---- */

static size_t unknown_of(const li_rows *R, const li_row *row)
{
    for (size_t j = 0; j < R->m; j++)
        if (R->u[j] == row->x)
            return j;
    return R->m;
}

static void take_given(li_rows *R)
{
    for (size_t i = 0; i < R->len; i++) {
        size_t j = unknown_of(R, &R->row[i]);
        if (j == R->m || R->value[j] != NULL || R->row[i].kind != LI_ROW_GIVEN)
            continue;
        R->value[j] = R->row[i].value;
        R->row[i].chosen = true;
    }
}

/* ---- the rest ---- */

static li_status take_room(table *T)
{
    const li_rows *R = T->R;

    T->of = li_alloc(T->ctx, (R->len + 1) * sizeof *T->of);
    T->index = li_alloc(T->ctx, (R->m + 1) * sizeof *T->index);
    T->row = li_alloc(T->ctx, (R->m + 1) * sizeof *T->row);
    T->u = li_expr_room(T->ctx, R->m);
    T->coef = li_expr_room(T->ctx, R->len * (R->m + 1));
    return li_ctx_status(T->ctx);
}

/* Rows of the kinds up to `last`, as far as they are affine in the unknowns that are left. LI_NO: one is not. */
static li_truth fill(table *T, li_row_kind last)
{
    li_ctx *ctx = T->ctx;
    const li_rows *R = T->R;
    li_expr *from = li_expr_room(ctx, R->m), *to = li_expr_room(ctx, R->m);
    size_t known = 0;

    if (from == NULL || to == NULL || take_room(T) != LI_OK)
        return LI_NO;
    for (size_t j = 0; j < R->m; j++)
        if (R->value[j] != NULL)
            from[known] = R->u[j], to[known++] = R->value[j];
        else
            T->index[T->m] = j, T->u[T->m++] = R->u[j];
    for (size_t i = 0; i < R->len; i++) {
        if (R->row[i].chosen || R->row[i].kind > last)
            continue;
        li_expr g = li_expr_subst(ctx, R->row[i].g, known, from, to), constant = li_expr_int(ctx, 0);
        if (li_exact_affine(ctx, g, T->m, T->u, entry(T, T->len, 0), &constant) != LI_YES)
            return LI_NO;
        *entry(T, T->len, T->m) = li_expr_neg(ctx, constant);
        T->of[T->len++] = i;
    }
    return LI_YES;
}

/* The rank of the chosen rows and row i, with its right side or without; SIZE_MAX: not decided */
static size_t rank_with(const table *T, size_t i, bool right)
{
    size_t width = T->m + right, rank = SIZE_MAX;
    li_expr *A = li_new(T->ctx, (T->rank + 1) * width + 1, sizeof *A);

    for (size_t k = 0; A != NULL && k <= T->rank; k++)
        memcpy(A + k * width, entry(T, k < T->rank ? T->row[k] : i, 0), width * sizeof *A);
    if (A != NULL && li_exact_rank(T->ctx, &rank, T->rank + 1, width, A, NULL, NULL) != LI_OK)
        rank = SIZE_MAX;
    li_drop(T->ctx, A);
    return rank;
}

/* LI_YES: the rows determine the unknowns, and data and relations among them never contradict each other */
static li_truth choose(table *T)
{
    for (size_t i = 0; i < T->len; i++) {
        li_row_kind kind = T->R->row[T->of[i]].kind;
        if (kind > LI_ROW_RELATION && T->rank == T->m)
            break;
        size_t rank = T->m == 0 ? 0 : rank_with(T, i, false);
        if (rank == SIZE_MAX)
            return LI_UNKNOWN;
        if (rank > T->rank)
            T->row[T->rank++] = i;
        else if (kind <= LI_ROW_RELATION && rank_with(T, i, true) != T->rank)
            return LI_UNKNOWN;
    }
    return T->rank == T->m ? LI_YES : LI_NO;
}

/* ---- the solution ---- */

/* A chosen row u_j = value, u_j being no other's: the value is put in. Then what is left is a system. */
static void put_single(table *T)
{
    for (size_t k = 0; k < T->m; k++) {
        const li_row *row = &T->R->row[T->of[T->row[k]]];
        size_t j = 0;
        while (j < T->m && T->u[j] != row->x)
            j++;
        if (row->kind == LI_ROW_RELATION || j == T->m || T->R->value[T->index[j]] != NULL)
            continue;
        T->R->value[T->index[j]] = row->value;
        T->row[k] = SIZE_MAX;
    }
}

static li_status leave_system(table *T, li_family_system *L)
{
    li_ctx *ctx = T->ctx;
    size_t n = 0, *column = li_alloc(ctx, (T->m + 1) * sizeof *column);

    for (size_t j = 0; column != NULL && j < T->m; j++)
        if (T->R->value[T->index[j]] == NULL)
            column[n++] = j;
    *L = (li_family_system){ .n = n, .A = li_expr_room(ctx, n * n), .b = li_expr_room(ctx, n), .u = li_expr_room(ctx, n) };
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t k = 0, i = 0; k < T->m; k++) {
        if (T->row[k] == SIZE_MAX)
            continue;
        L->b[i] = *entry(T, T->row[k], T->m);
        for (size_t j = 0; j < T->m; j++)
            if (T->R->value[T->index[j]] != NULL)
                L->b[i] = li_expr_sub(ctx, L->b[i], li_expr_mul(ctx, *entry(T, T->row[k], j), T->R->value[T->index[j]]));
        for (size_t j = 0; j < n; j++)
            L->A[i * n + j] = *entry(T, T->row[k], column[j]);
        i++;
    }
    for (size_t j = 0; j < n; j++)
        T->R->value[T->index[column[j]]] = L->u[j] = li_expr_fresh(ctx, "u", LI_PARAMETER);
    return li_ctx_status(ctx);
}

/* The first rows, of the kinds up to `last`; those given in full are taken as they are. */
static li_truth solve_rows(li_ctx *ctx, li_rows *R, li_row_kind last, li_family_system *L)
{
    table T = { .ctx = ctx, .R = R };
    li_truth solved = fill(&T, last);

    if (solved == LI_YES)
        solved = choose(&T);
    else
        solved = LI_UNKNOWN;
    if (solved == LI_YES) {
        put_single(&T);
        leave_system(&T, L);
    }
    return solved;
}

/* Are the rows free of the letters? Then their solution is the one that is known. */
static bool is_fixed(const li_finder *f, const li_rows *R)
{
    li_expr *x = li_expr_room(f->ctx, f->letters + R->m + 1);
    bool fixed = x != NULL;

    for (size_t i = 0; i < R->len && fixed; i++) {
        const li_expr e[] = { R->row[i].g, R->row[i].x != NULL ? R->row[i].x : R->row[i].g, R->row[i].value != NULL ? R->row[i].value : R->row[i].g };
        size_t count = li_expr_symbols(f->ctx, 3, e, LI_PARAMETER, LI_GENERATOR, x, f->letters + R->m + 1);
        for (size_t k = 0; k < count && fixed; k++) {
            fixed = false;
            for (size_t j = 0; j < R->m; j++)
                fixed |= R->u[j] == x[k];
        }
    }
    return fixed;
}

static li_expr value_at(const li_state *at, li_expr x)
{
    for (size_t i = 0; i < at->n; i++)
        if (at->x[i] == x)
            return at->value[i];
    return li_expr_undefined();
}

static li_truth solve(li_finder *f, li_rows *R, const li_state *at, li_family_system *L)
{
    if (is_fixed(f, R)) {
        for (size_t j = 0; j < R->m; j++)
            R->value[j] = value_at(at, R->u[j]);
        return LI_YES;
    }
    take_given(R);
    li_truth solved = solve_rows(f->ctx, R, LI_ROW_GIVEN, L);
    return solved == LI_NO ? solve_rows(f->ctx, R, LI_ROW_FREE, L) : solved;
}

static bool find(li_finder *f, size_t m, const li_expr *u, void (*list)(li_finder *f, li_rows *R), const li_state *at, li_family *out)
{
    li_rows R;
    li_family_system L = { 0 };
    bool found = false;

    if (li_rows_init(f->ctx, &R, "", m, u, f->digits, true) == LI_OK) {
        list(f, &R);
        found = li_ctx_status(f->ctx) == LI_OK && solve(f, &R, at, &L) == LI_YES;
        for (size_t i = 0; i < m && found; i++)
            li_finder_know(f, u[i], R.value[i]);
        if (L.n > 0)
            out->system[out->systems++] = L;
    }
    li_rows_clear(&R);
    return found;
}

li_truth li_family_find(li_ctx *ctx, li_family *out, const li_motion *S, size_t n, const li_given *given, size_t letters, const li_expr *z,
                        const li_state *at, int digits)
{
    *out = (li_family){ 0 };
    li_finder f = { .ctx = ctx, .S = S, .s = &out->state, .digits = digits, .letters = letters, .letter = z };
    bool found = li_finder_init(&f, n, given) == LI_OK && find(&f, S->coords, S->q, li_finder_positions, at, out) &&
                 find(&f, S->n, S->v, li_finder_velocities, at, out);

    li_finder_clear(&f);
    return found && li_ctx_status(ctx) == LI_OK ? LI_YES : LI_NO;
}

/* rows.c - a state from data, relations and zeros: the linear case */
#include <math.h>

#include "room.h"

li_status li_rows_init(li_ctx *ctx, li_rows *R, const char *what, size_t m, const li_expr *u, int digits, bool decimal)
{
    *R = (li_rows){ .ctx = ctx, .what = what, .m = m, .u = u, .digits = digits, .decimal = decimal };
    R->value = li_new(ctx, m + 1, sizeof *R->value);
    R->guess = li_new(ctx, m + 1, sizeof *R->guess);
    return li_ctx_status(ctx);
}

void li_rows_clear(li_rows *R)
{
    li_drop(R->ctx, R->value);
    li_drop(R->ctx, R->guess);
    li_drop(R->ctx, R->row);
}

static void add(li_rows *R, li_row row)
{
    if (R->len == R->cap) {
        size_t cap = 2 * R->cap + 16;
        li_row *grown = li_grow(R->ctx, R->row, cap, sizeof *grown);
        if (grown == NULL)
            return;
        R->row = grown;
        R->cap = cap;
    }
    R->row[R->len++] = row;
}

void li_rows_datum(li_rows *R, li_row_kind kind, const char *name, li_expr x, li_expr value)
{
    add(R, (li_row){ .kind = kind, .name = name, .x = x, .value = value, .g = li_expr_sub(R->ctx, x, value) });
}

void li_rows_relation(li_rows *R, const char *name, li_expr g) { add(R, (li_row){ .kind = LI_ROW_RELATION, .name = name, .g = g }); }
void li_rows_free(li_rows *R, const char *name, li_expr x, li_expr value) { li_rows_datum(R, LI_ROW_FREE, name, x, value); }

/* ---- what is given plainly ---- */

static size_t unknown_of(const li_rows *R, const li_row *row)
{
    for (size_t j = 0; j < R->m; j++)
        if (R->u[j] == row->x)
            return j;
    return R->m;
}

/* u_j = constant, given */
static void take_given(li_rows *R)
{
    for (size_t i = 0; i < R->len; i++) {
        li_row *row = &R->row[i];
        size_t j = unknown_of(R, row);
        if (j == R->m || R->value[j] != NULL || row->kind != LI_ROW_GIVEN)
            continue;
        R->value[j] = row->value;
        row->chosen = true;
    }
}

static void rest_clear(li_rest *Q)
{
    li_ctx *ctx = Q->R->ctx;
    li_drop(ctx, Q->u);
    li_drop(ctx, Q->g);
    li_drop(ctx, Q->of);
    li_drop(ctx, Q->index);
    li_drop(ctx, Q->use);
}

static li_status rest_init(li_rest *Q, li_rows *R)
{
    li_ctx *ctx = R->ctx;
    li_expr *from = li_new(ctx, R->m + 1, sizeof *from), *to = li_new(ctx, R->m + 1, sizeof *to);
    size_t known = 0;

    *Q = (li_rest){ .R = R };
    Q->u = li_new(ctx, R->m + 1, sizeof *Q->u);
    Q->g = li_new(ctx, R->len + 1, sizeof *Q->g);
    Q->of = li_new(ctx, R->len + 1, sizeof *Q->of);
    Q->index = li_new(ctx, R->m + 1, sizeof *Q->index);
    Q->use = li_new(ctx, R->len + 1, sizeof *Q->use);
    if (li_ctx_status(ctx) == LI_OK) {
        for (size_t j = 0; j < R->m; j++) {
            if (R->value[j] != NULL) {
                from[known] = R->u[j];
                to[known++] = R->value[j];
                continue;
            }
            Q->index[Q->m] = j;
            Q->u[Q->m++] = R->u[j];
        }
        for (size_t i = 0; i < R->len; i++)
            if (!R->row[i].chosen) {
                Q->of[Q->len] = i;
                Q->g[Q->len++] = R->row[i].g;
            }
        li_expr_subst_all(ctx, Q->len, Q->g, known, from, to);
    }
    li_drop(ctx, from);
    li_drop(ctx, to);
    return li_ctx_status(ctx);
}

/* ---- the linear case ---- */

struct linear { li_rest *Q; li_expr *coef, *right; size_t len; li_selection L; };

static long working_bits(const li_rows *R) { return (long)(3.33 * (R->digits + 20)) + 160; }

static bool is_data(const li_rest *Q, size_t i) { return Q->R->row[Q->of[i]].kind == LI_ROW_GIVEN; }

/* Are the first len rows affine in the unknowns? coef u = right */
static bool is_affine(struct linear *A)
{
    li_ctx *ctx = A->Q->R->ctx;

    for (size_t i = 0; i < A->len; i++) {
        li_expr constant = li_expr_int(ctx, 0);
        if (li_exact_affine(ctx, A->Q->g[i], A->Q->m, A->Q->u, A->coef + i * A->Q->m, &constant) != LI_YES)
            return false;
        A->right[i] = li_expr_neg(ctx, constant);
    }
    return li_ctx_status(ctx) == LI_OK;
}

static li_status evaluate(struct linear *A)
{
    li_ctx *ctx = A->Q->R->ctx;
    size_t m = A->Q->m;

    for (size_t i = 0; i < A->len * (m + 1) && li_ctx_status(ctx) == LI_OK; i++) {
        size_t row = i / (m + 1), column = i % (m + 1);
        li_expr e = column < m ? A->coef[row * m + column] : A->right[row];
        if (li_expr_is_zero(e))
            continue;
        li_status status = li_ball_value(ctx, &A->L.a[i], e, A->L.bits, 4 * A->L.bits);
        if (status != LI_OK || !li_ball_is_finite(&A->L.a[i]))
            return li_fail(ctx, status == LI_OK ? LI_DOMAIN : status, "%s is not defined at this state", A->Q->R->row[A->Q->of[row]].name);
    }
    return li_ctx_status(ctx);
}

/* Takes rows in order of priority until the unknowns are determined. Data and relations must agree with what
 * stands before them. */
static li_status choose(struct linear *A)
{
    li_rows *R = A->Q->R;

    for (size_t i = 0; i < A->len; i++) {
        li_row *row = &R->row[A->Q->of[i]];
        if (row->kind > LI_ROW_RELATION && A->L.rank == A->Q->m)
            break;
        li_truth independent = li_selection_take(&A->L, i);
        if (independent == LI_UNKNOWN)
            return li_fail(R->ctx, LI_UNDECIDED, "whether %s is independent of the other data could not be decided", row->name);
        row->chosen = independent == LI_YES;
        if (!row->chosen && row->kind <= LI_ROW_RELATION && !li_selection_agrees(&A->L, i))
            return li_rows_conflict(R, A->Q->of[i], &A->L.a[i * (A->Q->m + 1) + A->Q->m]);
    }
    return LI_OK;
}

/* Are the chosen rows? */
static bool are_rational(const struct linear *A)
{
    for (size_t k = 0; k < A->L.rank; k++) {
        size_t i = A->L.row[k];
        if (li_expr_kind(A->right[i]) != LI_NUM)
            return false;
        for (size_t j = 0; j < A->Q->m; j++)
            if (li_expr_kind(A->coef[i * A->Q->m + j]) != LI_NUM)
                return false;
    }
    return true;
}

static bool solve_exactly(struct linear *A, li_expr *x)
{
    li_ctx *ctx = A->Q->R->ctx;
    size_t m = A->Q->m;
    li_expr *matrix = li_new(ctx, m * m + 1, sizeof *matrix), *right = li_new(ctx, m + 1, sizeof *right);
    li_status status = LI_MEMORY;

    if (matrix != NULL && right != NULL) {
        for (size_t k = 0; k < m; k++) {
            right[k] = A->right[A->L.row[k]];
            for (size_t j = 0; j < m; j++)
                matrix[k * m + j] = A->coef[A->L.row[k] * m + j];
        }
        status = li_exact_solve(ctx, x, m, matrix, 1, right);
    }
    li_drop(ctx, matrix);
    li_drop(ctx, right);
    return status == LI_OK;
}

/* By balls; the exact entries are evaluated once more, for the selection has reduced them. */
static void solve_numerically(struct linear *A, li_expr *x)
{
    li_rows *R = A->Q->R;
    size_t m = A->Q->m;
    li_elimination E;
    double largest = -INFINITY, least, most;

    R->numerical = true;
    li_ball *solution = li_numbers_new(R->ctx, m);
    if (li_elimination_init(R->ctx, &E, m, m + 1, m, A->L.bits) == LI_OK && solution != NULL) {
        for (size_t k = 0; k < m * (m + 1); k++) {
            size_t row = A->L.row[k / (m + 1)], column = k % (m + 1);
            li_ball_value(R->ctx, &E.a[k], column < m ? A->coef[row * m + column] : A->right[row], A->L.bits, 4 * A->L.bits);
        }
        li_elimination_scale(&E);
        li_elimination_run(&E, -INFINITY);
        for (size_t k = 0; k < E.rank; k++) {
            li_elimination_solution(&E, &solution[E.column[k]], k, m);
            li_ball_range(&solution[E.column[k]], &least, &most);
            largest = li_log_max(largest, most);
        }
        if (E.rank < m)
            li_fail(R->ctx, LI_UNDECIDED, "the %s could not be solved for", R->what);
        for (size_t j = 0; j < m && li_ctx_status(R->ctx) == LI_OK; j++)
            x[j] = li_number_round(R->ctx, &solution[j], R->digits + 20, largest - 3.33 * (R->digits + 20));
    }
    li_elimination_clear(&E);
    li_numbers_drop(R->ctx, solution, m);
}

static void put_values(li_rest *Q, const li_expr *x)
{
    for (size_t j = 0; j < Q->m; j++)
        Q->R->value[Q->index[j]] = x[j];
}

/* The first `len` rows of Q: LI_YES solved, LI_NO they are linear but do not determine the unknowns, LI_UNKNOWN not linear. */
static li_truth solve_linear(li_rest *Q, size_t len)
{
    li_rows *R = Q->R;
    li_ctx *ctx = R->ctx;
    struct linear A = { .Q = Q, .len = len };
    li_truth answer = LI_UNKNOWN;
    li_expr *x = li_new(ctx, Q->m + 1, sizeof *x);

    A.coef = li_new(ctx, len * Q->m + 1, sizeof *A.coef);
    A.right = li_new(ctx, len + 1, sizeof *A.right);
    double threshold = R->decimal ? -R->digits * 3.3219280948873623 : -INFINITY;
    if (li_selection_init(ctx, &A.L, Q->m, len, working_bits(R), threshold) == LI_OK && x != NULL && A.coef != NULL && A.right != NULL && is_affine(&A)) {
        A.L.coef = R->decimal ? NULL : A.coef;
        answer = LI_NO;
        if (evaluate(&A) == LI_OK && choose(&A) == LI_OK && A.L.rank == Q->m) {
            if ((R->decimal && !are_rational(&A)) || !solve_exactly(&A, x))
                solve_numerically(&A, x);
            if (li_ctx_status(ctx) == LI_OK)
                put_values(Q, x);
            answer = LI_YES;
        }
    }
    li_selection_clear(&A.L);
    li_drop(ctx, A.coef);
    li_drop(ctx, A.right);
    li_drop(ctx, x);
    return answer;
}

li_status li_rows_solve(li_rows *R)
{
    li_rest Q;
    size_t data = 0;

    if (li_ctx_status(R->ctx) != LI_OK)
        return li_ctx_status(R->ctx);
    take_given(R);
    if (rest_init(&Q, R) == LI_OK) {
        while (data < Q.len && is_data(&Q, data))
            data++;
        li_truth solved = solve_linear(&Q, data);              /* a state given in full is taken as it is */
        if (solved == LI_NO && li_ctx_status(R->ctx) == LI_OK)
            solved = solve_linear(&Q, Q.len);
        if (solved != LI_YES && li_ctx_status(R->ctx) == LI_OK)
            li_rest_newton(&Q);
    }
    rest_clear(&Q);
    return li_ctx_status(R->ctx);
}

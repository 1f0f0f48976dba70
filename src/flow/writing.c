/* writing.c - programs with linear systems in them, cut into blocks */
#include <string.h>

#include "writing.h"

li_status li_linear_init(li_ctx *ctx, li_linear *L, size_t n)
{
    *L = (li_linear){ .n = n, .K = li_expr_room(ctx, n * n), .b = li_expr_room(ctx, n), .x = li_expr_room(ctx, n) };
    for (size_t i = 0; li_ctx_status(ctx) == LI_OK && i < n * n; i++)
        L->K[i] = li_expr_int(ctx, 0);
    return li_ctx_status(ctx);
}

li_solver li_linear_solver(const li_linear *L) { return L->positive ? LI_LDL : L->ideal > 0 ? LI_SADDLE : LI_LU; }

li_status li_writing_begin(li_ctx *ctx, li_writing *w, const li_flow *F, li_program *P)
{
    size_t most = LI_MOST_SOLVES * (F->own->D.n + F->S->r + 1);
    li_expr *variable = li_expr_room(ctx, F->n + 1);

    *w = (li_writing){ .ctx = ctx, .F = F, .P = P, .from = li_expr_room(ctx, most), .to = li_expr_room(ctx, most),
                       .system = li_alloc(ctx, most * sizeof *w->system) };
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    memcpy(variable, F->y, F->n * sizeof *variable);
    variable[F->n] = F->t;
    return li_program_init(ctx, P, F->params, F->param, F->n + 1, variable);
}

void li_writing_put_in(const li_writing *w, size_t count, li_expr *e)
{
    if (w->given > 0)
        li_expr_subst_all(w->ctx, count, e, w->given, w->from, w->to);
}

li_status li_writing_finish(li_writing *w, size_t count, li_expr *out)
{
    li_writing_put_in(w, count, out);
    return li_ctx_status(w->ctx) == LI_OK ? li_program_finish(w->ctx, w->P, count, out) : li_ctx_status(w->ctx);
}

/* Unknowns that hang together by entries of K get the same number, the least of their places. */
static void number_blocks(const li_linear *L, size_t *number)
{
    for (size_t i = 0; i < L->n; i++)
        number[i] = i;
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < L->n; i++)
            for (size_t j = 0; j < L->n; j++)
                if (number[i] != number[j] && !li_expr_is_zero(L->K[i * L->n + j])) {
                    number[i] = number[j] = number[i] < number[j] ? number[i] : number[j];
                    again = true;
                }
    }
}

static void take_block(li_ctx *ctx, li_linear *part, const li_linear *L, size_t m, const size_t *at)
{
    if (li_linear_init(ctx, part, m) != LI_OK)
        return;
    part->positive = L->positive;
    for (size_t i = 0; i < m; i++) {
        part->ideal += at[i] < L->ideal;
        part->x[i] = L->x[at[i]];
        part->b[i] = L->b[at[i]];
        for (size_t j = 0; j < m; j++)
            part->K[i * m + j] = L->K[at[i] * L->n + at[j]];
    }
}

static void solve_block(li_writing *w, const li_linear *L, size_t m, const size_t *at)
{
    li_ctx *ctx = w->ctx;
    li_linear part;

    take_block(ctx, &part, L, m, at);
    if (li_ctx_status(ctx) != LI_OK)
        return;
    if (m > 1) {
        li_program_solve(ctx, w->P, li_linear_solver(&part), m, part.K, part.b, part.x);
        w->system[w->systems++] = part;
    } else if (li_expr_is_zero(part.K[0])) {
        li_fail(ctx, LI_ABSENT, "the masses and the constraints do not determine %s", li_expr_name(part.x[0]));
    } else {
        w->from[w->given] = part.x[0];
        w->to[w->given++] = li_expr_div(ctx, part.b[0], part.K[0]);
    }
}

li_status li_writing_solve(li_writing *w, li_linear *L)
{
    li_ctx *ctx = w->ctx;
    size_t *number = li_new(ctx, L->n + 1, sizeof *number), *at = li_new(ctx, L->n + 1, sizeof *at);

    li_writing_put_in(w, L->n * L->n, L->K);
    li_writing_put_in(w, L->n, L->b);
    if (li_ctx_status(ctx) == LI_OK)
        number_blocks(L, number);
    for (size_t block = 0; li_ctx_status(ctx) == LI_OK && block < L->n; block++) {
        size_t m = 0;
        for (size_t i = 0; i < L->n; i++)
            if (number[i] == block)
                at[m++] = i;
        if (m > 0)
            solve_block(w, L, m, at);
    }
    li_drop(ctx, number);
    li_drop(ctx, at);
    return li_ctx_status(ctx);
}

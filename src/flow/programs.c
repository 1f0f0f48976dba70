/* programs.c - a motion as programs: the rates, events, what is written at an instant, corrections */
#include <string.h>

#include "writing.h"

enum { WORTH_SIMPLIFYING = 4000, LONG = 200 };         /* nodes, of all and of one expression: past it exact simplification takes longer than it gains */

/* ---- the field ---- */

static bool need_multipliers(li_ctx *ctx, size_t count, const li_expr *e)
{
    li_expr x;
    return count > 0 && li_expr_symbols(ctx, count, e, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0;
}

void li_writing_rates(const li_writing *w, li_expr *out)
{
    const li_flow *F = w->F;
    const struct li_system_of_flow *own = F->own;

    for (size_t r = 0; r < F->coords; r++)
        out[r] = own->D.velocity[r];
    for (size_t j = 0; j < F->n - F->coords; j++)
        out[F->coords + j] = own->D.rate[F->reduced ? own->V.independent[j] : j];
    out[F->n] = li_expr_int(w->ctx, 1);
    li_writing_put_in(w, F->n, out);
}

li_status li_flow_program(li_ctx *ctx, li_program *P, const li_flow *F, bool rates, size_t count, const li_expr *e)
{
    size_t before = rates ? F->n + 1 : 0;
    li_expr *out = li_expr_room(ctx, before + count);
    li_writing w;

    if (out == NULL || li_writing_begin(ctx, &w, F, P) != LI_OK)
        return li_ctx_status(ctx);
    if (li_writing_motion(&w, need_multipliers(ctx, count, e)) != LI_OK)
        return li_ctx_status(ctx);
    if (rates)
        li_writing_rates(&w, out);
    if (count > 0)
        memcpy(out + before, e, count * sizeof *out);
    return li_writing_finish(&w, before + count, out);
}

/* The expressions that go into the programs, in place. */
static size_t texts(const li_flow *F, li_expr **text, size_t *count)
{
    struct li_system_of_flow *own = F->own;
    li_dynamics *D = &own->D;
    size_t n = D->n, k = own->V.k, len = 0;

    text[len] = D->velocity, count[len++] = F->coords;
    if (F->reduced) {
        text[len] = own->M, count[len++] = k * k;
        text[len] = own->f, count[len++] = k;
    } else {
        text[len] = D->M, count[len++] = n * n;
        text[len] = D->h, count[len++] = n;
        text[len] = D->l, count[len++] = own->saddle ? 0 : D->r * n;
        text[len] = D->A, count[len++] = D->p * n;
        text[len] = D->rest, count[len++] = D->p;
    }
    return len;
}

/* Numbers that do not depend on the state are worth having in closed form; the rest as short as it gets. False: given up, as they get
 * longer, which they do more and more where angles add up along a chain. */
static bool simplify_all(li_ctx *ctx, size_t count, li_expr *e, const li_expr *raw)
{
    enum { SOME = 100 };
    size_t done = 0, look = 8;

    for (size_t i = 0; i < count && li_ctx_status(ctx) == LI_OK; i++) {
        if (li_expr_len(e[i]) == 0 || li_expr_size(ctx, 1, &e[i]) > LONG)
            continue;
        e[i] = li_exact_simplify(ctx, e[i]);
        if (++done < look)
            continue;
        look *= 2;
        if (li_expr_size(ctx, i + 1, e) > 2 * li_expr_size(ctx, i + 1, raw) + SOME)
            return false;
    }
    return true;
}

static void put_back(size_t len, li_expr *const *text, li_expr *const *raw, const size_t *count)
{
    for (size_t i = 0; i < len; i++)
        if (count[i] > 0)
            memcpy(text[i], raw[i], count[i] * sizeof *raw[i]);
}

/* With simpler expressions, if that makes the program shorter: often, not always. */
static li_status shorten(li_ctx *ctx, li_flow *F, size_t events, const li_expr *event)
{
    enum { MOST = 6 };
    li_expr *text[MOST], *raw[MOST];
    size_t count[MOST], len = texts(F, text, count), size = 0;
    li_program short_one = { NULL };

    for (size_t i = 0; i < len; i++)
        size += li_expr_size(ctx, count[i], text[i]);
    if (size > WORTH_SIMPLIFYING)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < len; i++) {
        raw[i] = li_expr_room(ctx, count[i]);
        if (raw[i] == NULL)
            return li_ctx_status(ctx);
        if (count[i] > 0)
            memcpy(raw[i], text[i], count[i] * sizeof *raw[i]);
    }
    bool shorter = true;
    for (size_t i = 0; i < len && shorter; i++)
        shorter = simplify_all(ctx, count[i], text[i], raw[i]);
    if (!shorter) {
        put_back(len, text, raw, count);
        return li_ctx_status(ctx);
    }
    if (li_ctx_status(ctx) != LI_OK || li_flow_program(ctx, &short_one, F, true, events, event) != LI_OK) {
        li_program_clear(ctx, &short_one);
        return li_ctx_status(ctx);
    }
    if (li_program_work(&short_one) <= li_program_work(&F->field)) {
        li_program_clear(ctx, &F->field);
        F->field = short_one;
        return LI_OK;
    }
    li_program_clear(ctx, &short_one);
    put_back(len, text, raw, count);
    return li_ctx_status(ctx);
}

/* ---- is the mass matrix positive definite where the motion starts ---- */

static li_status see_definite(li_ctx *ctx, li_flow *F)
{
    struct li_system_of_flow *own = F->own;
    size_t n = F->reduced ? own->V.k : own->D.n;
    li_program P = { NULL };
    li_real run;
    li_writing w;
    li_linear L;
    double *x = li_new(ctx, n + 1, sizeof *x);

    own->definite = false;
    if (x == NULL || !own->metric || li_linear_init(ctx, &L, n) != LI_OK || li_writing_begin(ctx, &w, F, &P) != LI_OK) {
        li_program_clear(ctx, &P);
        li_drop(ctx, x);
        return li_ctx_status(ctx);
    }
    memcpy(L.K, F->reduced ? own->M : own->D.M, n * n * sizeof *L.K);
    for (size_t i = 0; i < n; i++) {
        L.b[i] = li_expr_int(ctx, 1);
        L.x[i] = li_expr_fresh(ctx, "x", LI_ACCELERATION);
    }
    if (n > 0 && li_program_solve(ctx, &P, LI_LDL, n, L.K, L.b, L.x) == LI_OK && li_program_finish(ctx, &P, n, L.x) == LI_OK &&
        li_real_init(ctx, &run, &P) == LI_OK) {
        own->definite = li_real_parameters(&run, F->parameter) == LI_OK && li_real_step(&run, F->start, x) == LI_OK;
        li_real_clear(ctx, &run);
    }
    li_program_clear(ctx, &P);
    li_drop(ctx, x);
    return li_ctx_status(ctx);
}

/* ---- corrections ---- */

/* z in the velocities, least in the metric of T, with A z = -c in `rows` relations: M z + A^T mu = 0, A z = -c */
static li_status correction(li_ctx *ctx, const li_flow *F, li_writing *w, size_t rows, const size_t *row, const li_expr *c, li_expr *z)
{
    const struct li_system_of_flow *own = F->own;
    const li_dynamics *D = &own->D;
    size_t n = D->n, all = n + rows;
    li_linear L;

    if (li_linear_init(ctx, &L, all) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < all; i++) {
        L.x[i] = li_expr_fresh(ctx, "z", LI_ACCELERATION);
        L.b[i] = i < n ? li_expr_int(ctx, 0) : c[i - n];
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            L.K[i * all + j] = own->definite ? D->M[i * n + j] : li_expr_int(ctx, i == j);
    for (size_t k = 0; k < rows; k++)
        for (size_t j = 0; j < n; j++)
            L.K[(n + k) * all + j] = L.K[j * all + n + k] = li_expr_neg(ctx, D->A[row[k] * n + j]);
    L.ideal = n;
    memcpy(z, L.x, n * sizeof *z);
    return li_writing_solve(w, &L);
}

/* Positions: the relations of position among the independent ones; q changes by (dq'/dw) z. */
static li_status write_position_correction(li_ctx *ctx, li_flow *F)
{
    const struct li_system_of_flow *own = F->own;
    const li_motion *S = F->S;
    size_t n = own->D.n, rows = 0;
    size_t *row = li_alloc(ctx, (own->rows + 1) * sizeof *row);
    li_expr *c = li_expr_room(ctx, own->rows), *z = li_expr_room(ctx, n), *out = li_expr_room(ctx, F->n);
    li_writing w;

    if (row == NULL || c == NULL || z == NULL || out == NULL || li_writing_begin(ctx, &w, F, &F->correct) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t k = 0; k < own->rows; k++)
        if (S->position[own->row[k]] != NULL) {
            c[rows] = li_flow_expression(ctx, F, S->position[own->row[k]]);
            row[rows++] = own->row[k];
        }
    if (correction(ctx, F, &w, rows, row, c, z) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < F->n; i++) {
        out[i] = li_expr_int(ctx, 0);
        for (size_t j = 0; i < F->coords && j < n; j++)
            out[i] = li_expr_add(ctx, out[i], li_expr_mul(ctx, own->B[i * n + j], z[j]));
    }
    return li_writing_finish(&w, F->n, out);
}

static li_status write_velocity_correction(li_ctx *ctx, li_flow *F)
{
    const struct li_system_of_flow *own = F->own;
    const li_dynamics *D = &own->D;
    li_expr *c = li_expr_room(ctx, own->rows), *z = li_expr_room(ctx, D->n), *out = li_expr_room(ctx, F->n);
    li_writing w;

    if (c == NULL || z == NULL || out == NULL || li_writing_begin(ctx, &w, F, &F->correct_velocity) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t k = 0; k < own->rows; k++)
        c[k] = D->relation[own->row[k]];
    if (correction(ctx, F, &w, own->rows, own->row, c, z) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < F->n; i++)
        out[i] = i < F->coords ? li_expr_int(ctx, 0) : z[i - F->coords];
    return li_writing_finish(&w, F->n, out);
}

/* ---- an instant ---- */

/* |T| + |V|, or |H| + sum |p_r q'_r|: by this the changes of energy are measured */
static li_expr size_of_energy(li_ctx *ctx, const li_motion *S)
{
    const li_model *m = S->model;

    if (S->W != NULL)
        return li_expr_int(ctx, 0);
    if (S->H == NULL)
        return li_expr_add(ctx, li_expr_apply(ctx, LI_ABS, m->T0), li_expr_apply(ctx, LI_ABS, m->V));
    li_expr sum = li_expr_apply(ctx, LI_ABS, m->H);
    for (size_t r = 0; r < S->coords; r++)
        sum = li_expr_add(ctx, sum, li_expr_apply(ctx, LI_ABS, li_expr_mul(ctx, S->v[r], m->coord[r].v)));
    return sum;
}

/* e relative to 1 + sum |de/dx_j x_j|, as far as rounding errors go */
static li_expr relative(li_ctx *ctx, li_expr e, size_t n, const li_expr *slope, const li_expr *x)
{
    li_expr size = li_expr_int(ctx, 1);

    for (size_t j = 0; j < n; j++)
        size = li_expr_add(ctx, size, li_expr_apply(ctx, LI_ABS, li_expr_mul(ctx, slope[j], x[j])));
    return li_expr_div(ctx, e, size);
}

/* What is left of the relations of position, then of those of velocity. */
static size_t residuals(li_ctx *ctx, const li_flow *F, li_expr *out)
{
    const struct li_system_of_flow *own = F->own;
    const li_dynamics *D = &own->D;
    const li_motion *S = F->S;
    li_expr *slope = li_expr_room(ctx, S->coords), *w = li_expr_room(ctx, D->n);
    size_t count = 0;

    for (size_t i = 0; w != NULL && i < D->n; i++)
        w[i] = D->w[i];
    if (w == NULL || (F->reduced && li_expr_subst_all(ctx, D->n, w, own->substitutions, own->from, own->to) != LI_OK))
        return 0;

    for (size_t k = 0; k < S->p && slope != NULL; k++) {
        if (S->position[k] == NULL)
            continue;
        li_expr e = li_flow_expression(ctx, F, S->position[k]);
        if (li_expr_gradient(ctx, slope, e, S->coords, S->q) == LI_OK)
            out[count++] = relative(ctx, e, S->coords, slope, S->q);
    }
    for (size_t k = 0; k < S->p; k++)
        out[count++] = relative(ctx, D->relation[k], D->n, D->A + k * D->n, w);
    return count;
}

static li_status write_observation(li_ctx *ctx, li_flow *F)
{
    const li_motion *S = F->S;
    size_t count = 0;
    li_expr *out = li_expr_room(ctx, F->columns + 2 * S->p + F->guesses + 1);

    if (out == NULL)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < F->columns; i++)
        out[count++] = F->column[i].e;
    count += residuals(ctx, F, out + count);
    for (size_t h = 0; h < F->guesses; h++)
        out[count++] = S->lambda[h];
    out[count++] = li_flow_expression(ctx, F, size_of_energy(ctx, S));
    return li_flow_program(ctx, &F->observe, F, false, count, out);
}

/* The same as far as it is looked at after every step: neither multipliers nor what follows from them. */
static li_status write_measure(li_ctx *ctx, li_flow *F)
{
    const li_motion *S = F->S;
    li_expr *out = li_expr_room(ctx, F->columns + 2 * S->p + 1);
    size_t count = 0;

    F->keeps = li_new(ctx, F->columns + 1, sizeof *F->keeps);
    if (out == NULL || F->keeps == NULL)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < F->columns; i++)
        if (F->column[i].kind == LI_COLUMN_INTEGRAL || F->column[i].kind == LI_COLUMN_ENERGY) {
            F->keeps[F->kept++] = i;
            out[count++] = F->column[i].e;
        }
    count += residuals(ctx, F, out + count);
    out[count++] = li_flow_expression(ctx, F, size_of_energy(ctx, S));
    return li_flow_program(ctx, &F->measure, F, false, count, out);
}

/* ---- all of them ---- */

/* A symmetric mass matrix is taken as definite: where a pivot is not positive LDL^T goes over to LU. */
li_status li_flow_law_field(li_ctx *ctx, li_flow *F)
{
    F->own->definite = F->own->metric;
    return li_flow_program(ctx, &F->field, F, true, 0, NULL) == LI_OK ? shorten(ctx, F, 0, NULL) : li_ctx_status(ctx);
}

li_status li_flow_programs(li_ctx *ctx, li_flow *F, size_t events, const li_expr *event)
{
    li_expr *all = li_expr_room(ctx, events + F->watches);

    if (all == NULL || see_definite(ctx, F) != LI_OK)
        return li_ctx_status(ctx);
    if (events > 0)
        memcpy(all, event, events * sizeof *all);
    for (size_t i = 0; i < F->watches; i++)
        all[events + i] = F->watch[i].e;
    F->events = events + F->watches;
    if (li_flow_program(ctx, &F->field, F, true, F->events, all) != LI_OK || shorten(ctx, F, F->events, all) != LI_OK)
        return li_ctx_status(ctx);
    if (F->positions > 0)
        write_position_correction(ctx, F);
    if (!F->reduced && F->own->rows > 0)
        write_velocity_correction(ctx, F);
    return li_ctx_status(ctx) == LI_OK && write_observation(ctx, F) == LI_OK ? write_measure(ctx, F) : li_ctx_status(ctx);
}

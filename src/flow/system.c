/* system.c - a model in motion made ready for numbers: variables, parameters, columns, what is watched */
#include <math.h>
#include <string.h>

#include "system.h"

/* ---- the equations ---- */

/* Every expression of the dynamics, to be changed in place. */
typedef struct { li_expr *e; size_t count; } part;
enum { PARTS = 7 };

static void parts(li_dynamics *D, part *list)
{
    const part all[PARTS] = { { D->M, D->n * D->n }, { D->h, D->n }, { D->l, D->r * D->n }, { D->A, D->p * D->n }, { D->rest, D->p }, { D->relation, D->p },
                              { D->velocity, 0 } };
    memcpy(list, all, sizeof all);
}

static void put_functions(li_ctx *ctx, const li_flow *F, size_t count, li_expr *e)
{
    for (size_t k = 0; k < F->own->functions; k++)
        for (size_t i = 0; i < count; i++)
            if (li_expr_len(e[i]) > 0)
                e[i] = li_expr_subst_function(ctx, e[i], F->own->function[k].name, F->own->function[k].argument, F->own->function[k].body);
}

/* The arrays of a motion are its own; here they are changed. */
static li_status copy(li_ctx *ctx, li_expr **e, size_t count)
{
    li_expr *to = li_expr_room(ctx, count);

    if (to == NULL)
        return li_ctx_status(ctx);
    if (count > 0)
        memcpy(to, *e, count * sizeof *to);
    *e = to;
    return LI_OK;
}

static li_status load_dynamics(li_ctx *ctx, li_flow *F)
{
    const li_motion *S = F->S;
    li_dynamics *D = &F->own->D;
    part list[PARTS];

    if (li_motion_dynamics(ctx, D, S, S->model->quasis > 0 && !S->speeds && S->H == NULL && S->W == NULL) != LI_OK)
        return li_ctx_status(ctx);
    copy(ctx, &D->velocity, S->coords);
    parts(D, list);
    list[PARTS - 1].count = S->coords;
    for (size_t i = 0; i < PARTS; i++)
        put_functions(ctx, F, list[i].count, list[i].e);
    return li_ctx_status(ctx);
}

static void put_all(li_ctx *ctx, li_flow *F, size_t n, const li_expr *from, const li_expr *to)
{
    part list[PARTS];

    parts(&F->own->D, list);
    list[PARTS - 1].count = F->coords;
    for (size_t i = 0; i < PARTS; i++)
        li_expr_subst_all(ctx, list[i].count, list[i].e, n, from, to);
}

/* ---- which velocities ---- */

static bool has_multipliers(li_ctx *ctx, size_t count, const li_expr *e)
{
    li_expr x;
    return count > 0 && li_expr_symbols(ctx, count, e, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0;
}

/* Ideal reactions, M symmetric, and no force depends on a reaction: the case of d'Alembert's principle. */
static bool is_ideal(li_ctx *ctx, const li_flow *F)
{
    const li_motion *S = F->S;

    for (size_t h = 0; h < S->r; h++)
        if (!S->ideal[h])
            return false;
    return S->p == S->r && S->H == NULL && S->W == NULL && !has_multipliers(ctx, F->own->D.n, F->own->D.h);
}

static void substitute_dependent(li_ctx *ctx, li_flow *F)
{
    struct li_system_of_flow *own = F->own;
    const li_elimination_of_velocities *V = &own->V;
    const li_dynamics *D = &own->D;

    own->from = li_expr_room(ctx, 2 * V->p);
    own->to = li_expr_room(ctx, 2 * V->p);
    if (own->from == NULL || own->to == NULL)
        return;
    for (size_t i = 0; i < V->p; i++) {
        own->from[i] = D->w[V->dependent[i]];
        own->to[i] = V->phi[i];
    }
    for (size_t i = 0; i < V->p; i++) {
        li_expr rate = V->rho[i];
        for (size_t a = 0; a < V->k; a++)
            rate = li_expr_add(ctx, rate, li_expr_mul(ctx, V->C[i * V->k + a], D->rate[V->independent[a]]));
        own->from[V->p + i] = D->rate[V->dependent[i]];
        own->to[V->p + i] = li_expr_subst(ctx, rate, V->p, own->from, own->to);
    }
    own->substitutions = 2 * V->p;
    put_all(ctx, F, V->p, own->from, own->to);
    for (size_t i = 0; i < V->p; i++)
        own->V.rho[i] = li_expr_subst(ctx, V->rho[i], V->p, own->from, own->to);
}

/* column a of dw/du: 1 at u_a, C at the dependent ones */
static li_expr project(li_ctx *ctx, const li_elimination_of_velocities *V, const li_expr *x, size_t a)
{
    li_expr sum = x[V->independent[a]];
    for (size_t i = 0; i < V->p; i++)
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, V->C[i * V->k + a], x[V->dependent[i]]));
    return sum;
}

/* (dw/du)^T M (dw/du) u' = -(dw/du)^T (h + M rho), the reactions doing no work                        [gallissot 9] */
static void reduce(li_ctx *ctx, li_flow *F)
{
    struct li_system_of_flow *own = F->own;
    const li_elimination_of_velocities *V = &own->V;
    const li_dynamics *D = &own->D;
    size_t n = D->n, k = V->k;
    li_expr *half = li_expr_room(ctx, n * k), *force = li_expr_room(ctx, n), *column = li_expr_room(ctx, n);

    own->M = li_expr_room(ctx, k * k);
    own->f = li_expr_room(ctx, k);
    if (li_ctx_status(ctx) != LI_OK)
        return;
    for (size_t i = 0; i < n; i++) {
        for (size_t a = 0; a < k; a++)
            half[i * k + a] = project(ctx, V, D->M + i * n, a);
        force[i] = D->h[i];
        for (size_t d = 0; d < V->p; d++)
            force[i] = li_expr_add(ctx, force[i], li_expr_mul(ctx, D->M[i * n + V->dependent[d]], V->rho[d]));
    }
    for (size_t a = 0; a < k; a++) {
        own->f[a] = li_expr_neg(ctx, project(ctx, V, force, a));
        for (size_t i = 0; i < n; i++)
            column[i] = half[i * k + a];
        for (size_t b = 0; b < k; b++)
            own->M[b * k + a] = project(ctx, V, column, b);
    }
}

/* Many bodies hang together by few relations each: eliminating velocities would make a full matrix of a sparse one. */
enum { LARGE = 20 };

static void choose_velocities(li_ctx *ctx, li_flow *F, const li_state *s)
{
    struct li_system_of_flow *own = F->own;

    if (!own->saddle || (own->D.p > 0 && own->D.n > LARGE) || li_eliminate_velocities(ctx, &own->V, F, s) != LI_YES)
        return;
    F->reduced = true;
    substitute_dependent(ctx, F);
    reduce(ctx, F);
}

/* ---- expressions of the model ---- */

/* q' and q'' by the velocities w, where these are quasi-velocities */
static li_expr in_frame(li_ctx *ctx, const li_flow *F, li_expr e)
{
    const li_model *m = F->S->model;
    const li_dynamics *D = &F->own->D;
    size_t n = F->coords;
    li_expr *from = li_new(ctx, 2 * n + 1, sizeof *from), *to = li_new(ctx, 2 * n + 1, sizeof *to);

    for (size_t r = 0; from != NULL && to != NULL && r < n; r++) {
        from[r] = m->coord[r].v;
        to[r] = D->velocity[r];
        from[n + r] = m->coord[r].a;
        to[n + r] = li_derivation_apply(ctx, D->ddt, D->velocity[r]);
    }
    if (li_ctx_status(ctx) == LI_OK)
        e = li_expr_subst(ctx, e, 2 * n, from, to);
    li_drop(ctx, from);
    li_drop(ctx, to);
    return e;
}

li_expr li_flow_expression(li_ctx *ctx, const li_flow *F, li_expr e)
{
    const struct li_system_of_flow *own = F->own;

    put_functions(ctx, F, 1, &e);
    e = own->D.quasi ? in_frame(ctx, F, e) : li_model_accelerations(ctx, F->S->model, e);
    if (own->substitutions > 0)
        e = li_expr_subst(ctx, e, own->substitutions, own->from, own->to);
    li_replace_corners(ctx, (li_flow *)F, 1, &e, false);
    return e;
}

/* ---- variables ---- */

static void set_variables(li_ctx *ctx, li_flow *F)
{
    const struct li_system_of_flow *own = F->own;
    const li_motion *S = F->S;
    size_t k = F->reduced ? own->V.k : own->D.n;

    F->t = S->t;
    F->n = F->coords + k;
    F->y = li_expr_room(ctx, F->n);
    F->meaning = li_expr_room(ctx, F->n);
    for (size_t i = 0; li_ctx_status(ctx) == LI_OK && i < F->n; i++) {
        size_t j = i - F->coords;
        F->y[i] = i < F->coords ? S->q[i] : own->D.w[F->reduced ? own->V.independent[j] : j];
        F->meaning[i] = own->D.quasi ? li_model_basic(ctx, S->model, F->y[i]) : F->y[i];
    }
}

/* Parameters of the model that occur anywhere, with their values. */
static void set_parameters(li_ctx *ctx, li_flow *F, const li_state *s)
{
    const struct li_system_of_flow *own = F->own;
    size_t most = s->n + own->corners + F->S->r;

    F->param = li_expr_room(ctx, most);
    F->value = li_expr_room(ctx, most);
    if (li_ctx_status(ctx) != LI_OK)
        return;
    for (size_t i = 0; i < s->n; i++)
        if (li_expr_class(s->x[i]) == LI_PARAMETER) {
            F->param[F->given] = s->x[i];
            F->value[F->given++] = s->value[i];
        }
    F->sides = own->corners;
    F->guesses = own->implicit ? F->S->r : 0;
    for (size_t i = 0; i < F->sides; i++)
        F->param[F->given + i] = own->side[i];
    for (size_t h = 0; h < F->guesses; h++)
        F->param[F->given + F->sides + h] = own->guess[h];
    F->params = F->given + F->sides + F->guesses;
}

/* ---- columns ---- */

static void add_column(li_ctx *ctx, li_flow *F, const char *name, li_column_kind kind, li_expr e)
{
    F->column[F->columns++] = (li_column){ name, kind, li_expr_kind(e) == LI_SYM ? e : NULL, li_flow_expression(ctx, F, e) };
}

size_t li_flow_integrals(li_ctx *ctx, const li_motion *S, const char **name, li_expr *e)
{
    static const char PREFIX[] = "integral ";
    const li_model *m = S->model;
    size_t count = 0;

    for (size_t i = 0; i < m->claims; i++) {
        const li_claim *c = &m->claim[i];
        if (c->kind != LI_CLAIM_INTEGRAL)
            continue;
        size_t errors = li_diagnostic_errors(ctx);
        li_expr x = li_ast_value(ctx, m->scope, c->tree[0]);
        if (x != li_expr_undefined() && li_diagnostic_errors(ctx) == errors) {
            name[count] = strncmp(c->text, PREFIX, sizeof PREFIX - 1) == 0 ? c->text + sizeof PREFIX - 1 : c->text;
            e[count++] = x;
        } else if (li_ctx_status(ctx) == LI_INPUT || li_ctx_status(ctx) == LI_OK) {
            li_ctx_forgive(ctx);       /* it names functions of the theory: prove knows them, a table of numbers does without */
        }
    }
    return count;
}

static void add_integrals(li_ctx *ctx, li_flow *F)
{
    const li_model *m = F->S->model;
    const char **name = li_alloc(ctx, (m->claims + 1) * sizeof *name);
    li_expr *e = li_expr_room(ctx, m->claims);
    size_t count = name == NULL || e == NULL ? 0 : li_flow_integrals(ctx, F->S, name, e);

    for (size_t i = 0; i < count; i++)
        add_column(ctx, F, name[i], LI_COLUMN_INTEGRAL, e[i]);
}

static void set_columns(li_ctx *ctx, li_flow *F, const li_values *x)
{
    const li_motion *S = F->S;
    const li_model *m = S->model;

    F->column = li_alloc(ctx, (2 * m->coords + m->quasis + m->speeds + S->r + 1 + m->claims) * sizeof *F->column);
    if (F->column == NULL)
        return;
    for (size_t i = 0; i < m->coords; i++)
        add_column(ctx, F, m->coord[i].name, LI_COLUMN_COORDINATE, m->coord[i].q);
    for (size_t i = 0; i < m->coords; i++)
        add_column(ctx, F, li_expr_name(m->coord[i].v), LI_COLUMN_VELOCITY, m->coord[i].v);
    for (size_t i = 0; i < m->quasis; i++)
        add_column(ctx, F, m->quasi[i].name, LI_COLUMN_QUASI, m->quasi[i].w);
    for (size_t i = 0; i < m->speeds; i++)
        add_column(ctx, F, m->speed[i].name, LI_COLUMN_SPEED, m->speed[i].w);
    for (size_t h = 0; h < S->r; h++)
        if (x->status != LI_REDUNDANT || x->determined[h])
            add_column(ctx, F, S->multiplier[h], LI_COLUMN_MULTIPLIER, S->lambda[h]);
    if (S->W == NULL)
        add_column(ctx, F, "energy", LI_COLUMN_ENERGY, S->H != NULL ? m->H : li_expr_add(ctx, m->T0, m->V));
    add_integrals(ctx, F);
}

/* ---- what is watched ---- */

static void add_watch(li_ctx *ctx, li_flow *F, li_watch watch, li_expr e)
{
    li_text words;

    li_text_init(&words);
    li_expr_print(ctx, &words, e);
    watch.words = li_alloc_string(ctx, li_text_str(&words), words.len);
    li_text_clear(ctx, &words);
    F->watch[F->watches++] = watch;
}

/* The corners of the law, and assumptions on reactions: a unilateral contact presses. */
static void set_watches(li_ctx *ctx, li_flow *F)
{
    const struct li_system_of_flow *own = F->own;
    const li_model *m = F->S->model;

    F->watch = li_alloc(ctx, (own->corners + m->assumptions + 1) * sizeof *F->watch);
    if (F->watch == NULL)
        return;
    for (size_t i = 0; i < own->corners; i++)
        add_watch(ctx, F, (li_watch){ .kind = LI_WATCH_CORNER, .side = F->given + i, .e = own->corner[i].e }, own->corner[i].e);
    for (size_t i = 0; i < m->assumptions; i++) {
        const li_assumption *a = &m->assumption[i];
        if (!has_multipliers(ctx, 1, &a->e) || a->relation == LI_NOT)
            continue;
        li_expr e = a->relation == LI_LESS || a->relation == LI_AT_MOST ? li_expr_neg(ctx, a->e) : a->e;
        add_watch(ctx, F, (li_watch){ .kind = LI_WATCH_ASSUMED, .e = li_flow_expression(ctx, F, e) }, e);
    }
}

/* ---- laws in which reactions stand ---- */

/* Are the forces affine in the reactions? */
static bool is_implicit(li_ctx *ctx, const li_flow *F)
{
    const struct li_system_of_flow *own = F->own;
    const li_dynamics *D = &own->D;
    li_expr *J = li_expr_room(ctx, D->r);
    bool found = false;

    for (size_t i = 0; J != NULL && i < D->n && !found && li_ctx_status(ctx) == LI_OK; i++)
        if (li_expr_gradient(ctx, J, li_dynamics_force(ctx, D, F->S, i), D->r, F->S->lambda) == LI_OK)
            found = has_multipliers(ctx, D->r, J);
    return found;
}

static void set_guesses(li_ctx *ctx, li_flow *F)
{
    struct li_system_of_flow *own = F->own;
    size_t r = own->D.r;

    own->implicit = !own->saddle && is_implicit(ctx, F);
    own->guess = li_expr_room(ctx, r);
    for (size_t h = 0; own->guess != NULL && own->implicit && h < r; h++)
        own->guess[h] = li_expr_fresh(ctx, "guess", LI_PARAMETER);
}

static li_status replace_all_corners(li_ctx *ctx, li_flow *F, size_t events, li_expr *event)
{
    part list[PARTS];

    parts(&F->own->D, list);
    list[PARTS - 1].count = F->coords;
    for (size_t i = 0; i < PARTS; i++)
        li_replace_corners(ctx, F, list[i].count, list[i].e, true);
    return li_replace_corners(ctx, F, events, event, true);
}

/* ---- relations ---- */

/* Which `most` rows of an m by n matrix carry its rank; all of them where that is the rank, or is not found. */
static size_t independent_rows(li_ctx *ctx, size_t m, size_t n, const li_expr *A, size_t *row)
{
    bool *independent = li_new(ctx, m + 1, sizeof *independent);
    size_t rank = m, rows = 0;

    if (independent != NULL && (m < 2 || li_exact_rank(ctx, &rank, m, n, A, independent, NULL) != LI_OK))
        rank = m;
    for (size_t k = 0; independent != NULL && k < m; k++)
        if (rank == m || independent[k])
            row[rows++] = k;
    li_drop(ctx, independent);
    return rows;
}

/* Which rows of these numbers are independent, one after another: what is left of a row beside those before it is not 0. */
static size_t independent_numbers(size_t m, size_t n, double *A, size_t *row)
{
    static const double ROUNDING = 1e-9;
    size_t rows = 0;

    for (size_t k = 0; k < m; k++) {
        double *a = A + k * n, before = 0, after = 0;
        for (size_t j = 0; j < n; j++)
            before += a[j] * a[j];
        for (size_t i = 0; i < 2 * rows; i++) {                /* a -= (a b) b, twice */
            const double *b = A + row[i % rows] * n;
            double product = 0;
            for (size_t j = 0; j < n; j++)
                product += a[j] * b[j];
            for (size_t j = 0; j < n; j++)
                a[j] -= product * b[j];
        }
        for (size_t j = 0; j < n; j++)
            after += a[j] * a[j];
        if (!(after > ROUNDING * ROUNDING * before))
            continue;
        for (size_t j = 0; j < n; j++)
            a[j] /= sqrt(after);
        row[rows++] = k;
    }
    return rows;
}

/* Of relations that depend on each other only where the constraints hold (a mechanism with more joints than it needs), those that are
 * independent at the start. All of them, if their gradients have no values there. */
static size_t rows_at_start(li_ctx *ctx, const li_dynamics *D, const li_state *s, size_t *row)
{
    size_t size = D->p * D->n, rows = 0;
    li_expr *A = li_expr_room(ctx, size);
    double *number = li_new(ctx, size + 1, sizeof *number);

    if (A != NULL && number != NULL) {
        memcpy(A, D->A, size * sizeof *A);
        li_expr_subst_all(ctx, size, A, s->n, s->x, s->value);
        if (li_flow_numbers(ctx, number, size, A) == LI_OK)
            rows = independent_numbers(D->p, D->n, number, row);
        else if (li_ctx_status(ctx) == LI_DOMAIN)
            li_ctx_forgive(ctx);
    }
    for (size_t k = 0; rows == 0 && k < D->p; k++)
        row[k] = k;
    li_drop(ctx, number);
    return rows > 0 ? rows : D->p;
}

/* Where relations depend on each other the independent ones drive the motion; all are looked after. That reactions without power are
 * determined at the start shows that their relations do not depend on each other there, so nowhere but at exceptional states. */
static li_status choose_rows(li_ctx *ctx, li_flow *F, const li_state *s, const li_values *x)
{
    struct li_system_of_flow *own = F->own;
    const li_dynamics *D = &own->D;

    own->row = li_alloc(ctx, (D->p + 1) * sizeof *own->row);
    own->reaction = li_alloc(ctx, (D->r + 1) * sizeof *own->reaction);
    if (own->row == NULL || own->reaction == NULL)
        return li_ctx_status(ctx);
    if (own->saddle && x != NULL && x->status == LI_COMPATIBLE)
        for (size_t k = 0; k < D->p; k++)
            own->row[own->rows++] = k;
    else
        own->rows = independent_rows(ctx, D->p, D->n, D->A, own->row);
    if (x != NULL && x->status == LI_REDUNDANT && own->saddle && own->rows == D->p) {
        own->rows = rows_at_start(ctx, D, s, own->row);
        F->leaves_out = own->rows < D->p;
    }
    size_t reactions = own->rows;
    if (own->saddle)
        for (size_t k = 0; k < own->rows; k++)
            own->reaction[k] = own->row[k];
    else
        reactions = independent_rows(ctx, D->r, D->n, D->l, own->reaction);
    if (li_ctx_status(ctx) == LI_OK && reactions != own->rows)
        return li_fail(ctx, LI_ABSENT, "%zu independent reactions and %zu independent relations: the motion is not determined", reactions, own->rows);
    return li_ctx_status(ctx);
}

static void set_labels(li_ctx *ctx, li_flow *F)
{
    const li_motion *S = F->S;

    F->label = li_alloc(ctx, (2 * S->p + 1) * sizeof *F->label);
    for (size_t k = 0; F->label != NULL && k < S->p; k++)
        if (S->position[k] != NULL)
            F->label[F->positions++] = S->label[k];
    for (size_t k = 0; F->label != NULL && k < S->p; k++)
        F->label[F->positions + F->relations++] = S->label[k];
}

/* ---- where it starts ---- */

li_expr li_flow_exactly(li_ctx *ctx, double x)
{
    int e;
    double m = frexp(x, &e);

    if (!isfinite(x))
        return li_expr_undefined();
    return li_expr_mul(ctx, li_expr_int(ctx, (int64_t)ldexp(m, 53)), li_expr_power(ctx, li_expr_int(ctx, 2), e - 53));
}

li_status li_flow_numbers(li_ctx *ctx, double *out, size_t count, const li_expr *constant)
{
    enum { BITS = 80, MOST_BITS = 4096 };
    li_ball x;

    if (li_ball_init(ctx, &x) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < count && li_ctx_status(ctx) == LI_OK; i++) {
        li_status status = li_ball_value(ctx, &x, constant[i], BITS, MOST_BITS);
        if (status != LI_OK || !li_ball_is_finite(&x))
            li_fail(ctx, status == LI_OK ? LI_DOMAIN : status, "a value at the start is not defined");
        else if (!isfinite(out[i] = li_ball_double(&x)))
            li_fail(ctx, LI_DOMAIN, "a value at the start is too large for a double");
    }
    li_ball_clear(&x);
    return li_ctx_status(ctx);
}

/* The sides of the corners, one after another: one may stand inside the next. 0 on the corner itself: +1, until the motion tells. */
static void set_sides(li_ctx *ctx, li_flow *F, const li_expr *y, li_expr t, const li_values *x)
{
    const struct li_system_of_flow *own = F->own;
    size_t r = x->r, n = F->n + 1 + F->given + own->corners + r, len = 0;
    li_expr *from = li_expr_room(ctx, n), *to = li_expr_room(ctx, n);

    for (size_t i = 0; from != NULL && to != NULL && i < F->n; i++)
        from[len] = F->y[i], to[len++] = y[i];
    if (li_ctx_status(ctx) != LI_OK)
        return;
    from[len] = F->t, to[len++] = t;
    for (size_t i = 0; i < F->given; i++)
        from[len] = F->param[i], to[len++] = F->value[i];
    for (size_t h = 0; h < r && x->reacts; h++)
        from[len] = F->S->lambda[h], to[len++] = li_flow_exactly(ctx, li_ball_double(&x->multiplier[h]));
    for (size_t i = 0; i < own->corners; i++) {
        int sign = li_exact_constant_sign(ctx, li_expr_subst(ctx, own->corner[i].e, len, from, to));
        F->parameter[F->given + i] = sign == -1 ? -1 : 1;
        from[len] = own->side[i], to[len++] = li_expr_int(ctx, sign == -1 ? -1 : 1);
    }
}

static li_status set_start(li_ctx *ctx, li_flow *F, const li_state *s, const li_values *x)
{
    li_expr *y = li_expr_room(ctx, F->n), t;

    F->parameter = li_alloc(ctx, (F->params + 1) * sizeof *F->parameter);
    F->start = li_alloc(ctx, (F->n + 1) * sizeof *F->start);
    if (y == NULL || F->parameter == NULL || F->start == NULL || li_flow_start(ctx, F, s, y, &t) != LI_OK)
        return li_ctx_status(ctx);
    li_flow_numbers(ctx, F->start, F->n, y);
    li_flow_numbers(ctx, F->start + F->n, 1, &t);
    li_flow_numbers(ctx, F->parameter, F->given, F->value);
    set_sides(ctx, F, y, t, x);
    for (size_t h = 0; h < F->guesses; h++)
        F->parameter[F->given + F->sides + h] = x->reacts ? li_ball_double(&x->multiplier[h]) : 0;
    return li_ctx_status(ctx);
}

/* ---- setup ---- */

/* dq'_r/dw_j, before any of the w is eliminated */
static void set_directions(li_ctx *ctx, li_flow *F)
{
    struct li_system_of_flow *own = F->own;
    size_t n = own->D.n;

    own->B = li_expr_room(ctx, F->coords * n);
    for (size_t r = 0; own->B != NULL && r < F->coords; r++)
        li_expr_gradient(ctx, own->B + r * n, own->D.velocity[r], n, own->D.w);
}

static li_status see_energy(li_ctx *ctx, li_flow *F)
{
    F->conserves = li_motion_keeps_energy(ctx, F->S) == LI_YES;
    return li_ctx_status(ctx);
}

/* The equations, and which velocities they are in. At no particular state (s, x NULL): whatever the parameters are. */
static li_status begin(li_ctx *ctx, li_flow *F, const li_motion *S, size_t functions, const li_function *function, const li_state *s, const li_values *x)
{
    *F = (li_flow){ .ctx = ctx, .S = S, .coords = S->coords };
    struct li_system_of_flow *own = F->own = li_new(ctx, 1, sizeof *own);
    if (own == NULL)
        return li_ctx_status(ctx);
    own->functions = functions;
    own->function = function;
    own->metric = S->W == NULL;
    if (load_dynamics(ctx, F) != LI_OK)
        return li_ctx_status(ctx);
    own->saddle = is_ideal(ctx, F);
    if (choose_rows(ctx, F, s, x) != LI_OK)
        return li_ctx_status(ctx);
    set_directions(ctx, F);
    choose_velocities(ctx, F, s);
    set_variables(ctx, F);
    return li_ctx_status(ctx);
}

li_status li_flow_init(li_ctx *ctx, li_flow *F, const li_motion *S, const li_state *s, const li_values *x, size_t events, const li_expr *event)
{
    li_expr *asked = li_expr_room(ctx, events);

    if (begin(ctx, F, S, s->functions, s->function, s, x) != LI_OK || asked == NULL)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < events; i++)
        asked[i] = li_flow_expression(ctx, F, event[i]);
    replace_all_corners(ctx, F, events, asked);
    if (F->reduced)
        reduce(ctx, F);
    set_guesses(ctx, F);
    set_parameters(ctx, F, s);
    set_labels(ctx, F);
    set_columns(ctx, F, x);
    set_watches(ctx, F);
    if (li_ctx_status(ctx) != LI_OK || set_start(ctx, F, s, x) != LI_OK)
        return li_ctx_status(ctx);
    return li_flow_programs(ctx, F, events, asked) == LI_OK ? see_energy(ctx, F) : li_ctx_status(ctx);
}

/* Those of the model, whether they occur or not. */
static void set_all_parameters(li_ctx *ctx, li_flow *F)
{
    const li_model *m = F->S->model;

    F->param = li_expr_room(ctx, m->params);
    for (size_t i = 0; F->param != NULL && i < m->params; i++)
        if (!m->param[i].derived)
            F->param[F->given++] = m->param[i].symbol;
    F->params = F->given;
}

li_status li_flow_init_law(li_ctx *ctx, li_flow *F, const li_motion *S, size_t functions, const li_function *function)
{
    if (begin(ctx, F, S, functions, function, NULL, NULL) != LI_OK)
        return li_ctx_status(ctx);
    set_guesses(ctx, F);
    if (F->own->implicit)
        return li_fail(ctx, LI_UNDECIDED, "a reaction enters its own law, and is found by search, not by a formula");
    set_all_parameters(ctx, F);
    set_labels(ctx, F);
    return li_ctx_status(ctx) == LI_OK ? li_flow_law_field(ctx, F) : li_ctx_status(ctx);
}

void li_flow_clear(li_ctx *ctx, li_flow *F)
{
    li_program *const program[] = { &F->field, &F->jacobian, &F->observe, &F->measure, &F->correct, &F->correct_velocity };

    for (size_t i = 0; i < sizeof program / sizeof *program; i++)
        li_program_clear(ctx, program[i]);
    if (F->own != NULL) {
        li_drop(ctx, F->own->corner);
        li_drop(ctx, F->own->side);
    }
    li_drop(ctx, F->own);
    li_drop(ctx, F->keeps);
    *F = (li_flow){ 0 };
}

li_status li_flow_start(li_ctx *ctx, const li_flow *F, const li_state *s, li_expr *y, li_expr *t)
{
    for (size_t i = 0; i < F->n; i++)
        y[i] = F->meaning[i];
    *t = F->t;
    put_functions(ctx, F, F->n, y);
    li_expr_subst_all(ctx, F->n, y, s->n, s->x, s->value);
    li_expr_subst_all(ctx, 1, t, s->n, s->x, s->value);
    return li_ctx_status(ctx);
}

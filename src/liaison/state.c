/* state.c - a state from what is given: parameters, time, positions, velocities, one after another */
#include <string.h>

#include "finder.h"

/* ---- what is given ---- */

/* A later word on the same quantity replaces the earlier one. */
static void put(li_finder *f, li_item new)
{
    for (size_t i = 0; i < f->items; i++)
        if (f->item[i].x == new.x && f->item[i].guess == new.guess) {
            f->item[i] = new;
            return;
        }
    f->item[f->items++] = new;
}

static void put_function(li_finder *f, const li_given *given)
{
    li_state *s = f->s;
    s->function[s->functions++] = (li_function){ .name = li_expr_name(given->x), .argument = li_expr_arg(given->x, 0), .body = given->value };
    s->decimal = s->decimal || given->decimal;
}

static void gather(li_finder *f, size_t n, const li_given *given)
{
    const li_model *m = f->S->model;

    for (size_t i = 0; i < m->starts; i++)
        put(f, (li_item){ false, m->start[i].x, m->start[i].value, m->start[i].guess, m->start[i].decimal, li_expr_name(m->start[i].x) });
    for (size_t i = 0; i < n; i++)
        if (li_expr_kind(given[i].x) == LI_FUN)
            put_function(f, &given[i]);
        else
            put(f, (li_item){ true, given[i].x, given[i].value, false, given[i].decimal, li_expr_name(given[i].x) });
    for (size_t i = 0; i < m->params; i++) {
        const li_param *p = &m->param[i];
        bool mentioned = p->derived || p->value == NULL;
        for (size_t k = 0; k < f->items && !mentioned; k++)
            mentioned = f->item[k].x == p->symbol;
        if (!mentioned)
            put(f, (li_item){ false, p->symbol, p->value, false, p->decimal, p->name });
    }
}

/* A symbol of e that is no letter; NULL: there is none */
static li_expr first_symbol(const li_finder *f, li_expr e)
{
    li_expr *x = li_new(f->ctx, f->letters + 1, sizeof *x), found = NULL;
    size_t count = x == NULL ? 0 : li_expr_symbols(f->ctx, 1, &e, LI_PARAMETER, LI_GENERATOR, x, f->letters + 1);

    for (size_t i = 0; i < count && i <= f->letters && found == NULL; i++) {
        bool letter = false;
        for (size_t k = 0; k < f->letters; k++)
            letter |= x[i] == f->letter[k];
        found = letter ? NULL : x[i];
    }
    li_drop(f->ctx, x);
    return found;
}

/* Values in terms of other given quantities become constants. */
static li_status resolve(li_finder *f)
{
    li_ctx *ctx = f->ctx;
    li_expr *from = li_new(ctx, f->items + 1, sizeof *from), *to = li_new(ctx, f->items + 1, sizeof *to);

    for (size_t round = 0; from != NULL && to != NULL && round < f->items; round++) {
        size_t n = 0;
        for (size_t i = 0; i < f->items; i++)
            if (!f->item[i].guess && first_symbol(f, f->item[i].value) == NULL) {
                from[n] = f->item[i].x;
                to[n++] = f->item[i].value;
            }
        if (n == f->items)
            break;
        for (size_t i = 0; i < f->items; i++)
            if (first_symbol(f, f->item[i].value) != NULL)
                f->item[i].value = li_expr_subst(ctx, f->item[i].value, n, from, to);
    }
    li_drop(ctx, from);
    li_drop(ctx, to);
    for (size_t i = 0; i < f->items && li_ctx_status(ctx) == LI_OK; i++) {
        li_expr x = first_symbol(f, f->item[i].value);
        if (li_expr_kind(f->item[i].x) != LI_SYM || li_expr_class(f->item[i].x) == LI_MULTIPLIER || li_expr_class(f->item[i].x) > LI_VELOCITY)
            return li_fail(ctx, LI_INPUT, "%s is not a part of the state and cannot be given", f->item[i].name);
        if (x != NULL)
            return li_fail(ctx, LI_INPUT, "the value of %s contains %s, which has no value itself", f->item[i].name, li_expr_name(x));
        f->s->decimal = f->s->decimal || (f->item[i].decimal && !f->item[i].guess);
    }
    return li_ctx_status(ctx);
}

static const li_item *find(const li_finder *f, li_expr x, bool guess)
{
    for (size_t i = 0; i < f->items; i++)
        if (f->item[i].x == x && f->item[i].guess == guess)
            return &f->item[i];
    return NULL;
}

void li_finder_know(li_finder *f, li_expr x, li_expr value)
{
    f->s->x[f->known] = x;
    f->s->value[f->known++] = value;
    f->s->n = f->known;
}

/* e with all that is known put in, functions first */
li_expr li_finder_put(li_finder *f, li_expr e)
{
    const li_state *s = f->s;
    for (size_t i = 0; i < s->functions; i++)
        e = li_expr_subst_function(f->ctx, e, s->function[i].name, s->function[i].argument, s->function[i].body);
    return li_expr_subst(f->ctx, e, f->known, s->x, s->value);
}

/* ---- parameters and time ---- */

/* The expressions of which numbers will be wanted. */
static size_t wanted(const li_motion *S, li_expr *e)
{
    size_t n = 0;

    e[n++] = S->T;
    e[n++] = S->V;
    if (S->H != NULL)
        e[n++] = S->H;
    for (size_t i = 0; i < S->n; i++)
        e[n++] = S->F[i];
    for (size_t i = 0; i < S->coords; i++)
        e[n++] = S->phi[i];
    for (size_t k = 0; k < S->p; k++) {
        e[n++] = S->relation[k];
        if (S->position[k] != NULL)
            e[n++] = S->position[k];
    }
    for (size_t i = 0; i < S->r * S->n; i++)
        e[n++] = S->l[i];
    for (size_t i = 0; i < S->model->quasis; i++)
        e[n++] = S->model->quasi[i].value;
    return n;
}

/* LI_ABSENT names every parameter that occurs and has no value. */
static li_status check_parameters(li_finder *f)
{
    li_ctx *ctx = f->ctx;
    const li_motion *S = f->S;
    li_expr *e = li_new(ctx, 4 + 2 * S->n + 2 * S->p + S->r * S->n + S->model->quasis, sizeof *e), *x = NULL;
    size_t missing = 0;
    li_text names;

    if (e == NULL)
        return li_ctx_status(ctx);
    li_text_init(&names);
    size_t n = wanted(S, e), count = li_expr_symbols(ctx, n, e, LI_PARAMETER, LI_PARAMETER, NULL, 0);
    x = li_new(ctx, count + 1, sizeof *x);
    if (x != NULL)
        li_expr_symbols(ctx, n, e, LI_PARAMETER, LI_PARAMETER, x, count);
    for (size_t i = 0; x != NULL && i < count; i++)
        if (find(f, x[i], false) == NULL)
            li_text_printf(ctx, &names, "%s%s", missing++ > 0 ? ", " : "", li_expr_name(x[i]));
    if (missing > 0)
        li_fail(ctx, LI_ABSENT, "%s %s no value (--set NAME=VALUE)", li_text_str(&names), missing > 1 ? "have" : "has");
    li_drop(ctx, e);
    li_drop(ctx, x);
    li_text_clear(ctx, &names);
    return li_ctx_status(ctx);
}

static void find_parameters(li_finder *f)
{
    const li_model *m = f->S->model;

    for (size_t i = 0; i < m->params; i++) {
        const li_item *given = find(f, m->param[i].symbol, false);
        if (given != NULL && m->param[i].derived)
            li_fail(f->ctx, LI_INPUT, "the parameter %s is defined by others; set those", m->param[i].name);
        else if (given != NULL)
            li_finder_know(f, m->param[i].symbol, given->value);
    }
    const li_item *t = find(f, f->S->t, false);
    li_finder_know(f, f->S->t, t != NULL ? t->value : li_expr_int(f->ctx, 0));
}

/* ---- positions and velocities ---- */

static void assume(li_finder *f, const li_rows *R)
{
    for (size_t i = 0; i < R->len; i++)
        if (R->row[i].kind == LI_ROW_FREE && R->row[i].chosen)
            f->s->assumption[f->s->assumed++] = R->row[i].name;
    f->s->decimal = f->s->decimal || R->numerical;
}

static bool is_datum(const li_item *d, li_class cls) { return !d->guess && li_expr_class(d->x) == cls; }

/* What the model starts with is given too, unless the command line speaks of quantities of this kind or of those it
 * depends on: then it is only wished for. */
static void add_data(li_finder *f, li_rows *R, li_class cls, li_row_kind kind)
{
    bool set = false;

    for (size_t i = 0; i < f->items; i++)
        set = set || (f->item[i].set && li_expr_class(f->item[i].x) <= cls);
    for (size_t i = 0; i < f->items; i++) {
        const li_item *d = &f->item[i];
        if (is_datum(d, cls) && (d->set || !set ? LI_ROW_GIVEN : LI_ROW_WISH) == kind)
            li_rows_datum(R, kind, d->name, li_finder_put(f, li_model_basic(f->ctx, f->S->model, d->x)), d->value);
    }
}

/* Where to look for x: its guess, else what the model starts with. */
static li_expr guess_of(const li_finder *f, li_expr x)
{
    const li_item *guess = find(f, x, true), *start = find(f, x, false);
    return guess != NULL ? guess->value : start != NULL ? start->value : NULL;
}

void li_finder_positions(li_finder *f, li_rows *R)
{
    const li_motion *S = f->S;

    add_data(f, R, LI_COORDINATE, LI_ROW_GIVEN);
    for (size_t k = 0; k < S->p; k++)
        if (S->position[k] != NULL)
            li_rows_relation(R, S->label[k], li_finder_put(f, S->position[k]));
    add_data(f, R, LI_COORDINATE, LI_ROW_WISH);
    for (int guessed = 0; guessed <= 1; guessed++)             /* what has a guess is meant to be determined */
        for (size_t i = 0; i < S->coords; i++) {
            const li_item *guess = find(f, S->q[i], true);
            if ((guess != NULL) != (guessed == 1))
                continue;
            R->guess[i] = guess_of(f, S->q[i]);
            li_rows_free(R, li_expr_name(S->q[i]), S->q[i], guess != NULL ? guess->value : li_expr_int(f->ctx, 0));
        }
}

void li_finder_velocities(li_finder *f, li_rows *R)
{
    const li_motion *S = f->S;
    const li_model *m = S->model;
    li_ctx *ctx = f->ctx;
    li_expr zero = li_expr_int(ctx, 0);

    add_data(f, R, LI_VELOCITY, LI_ROW_GIVEN);
    for (size_t k = 0; k < S->p; k++)
        li_rows_relation(R, S->label[k], li_finder_put(f, S->relation[k]));
    add_data(f, R, LI_VELOCITY, LI_ROW_WISH);
    for (size_t i = 0; i < m->quasis; i++)
        li_rows_free(R, m->quasi[i].name, li_finder_put(f, li_model_basic(ctx, m, m->quasi[i].value)), zero);
    for (size_t i = 0; i < S->n; i++) {
        const li_item *guess = find(f, S->v[i], true);
        R->guess[i] = guess_of(f, S->v[i]);
        li_rows_free(R, li_expr_name(S->v[i]), S->v[i], guess != NULL ? guess->value : zero);
    }
}

/* The rows solved; their unknowns are known from here on. */
static li_status find_unknowns(li_finder *f, const char *what, size_t m, const li_expr *u, void (*fill)(li_finder *f, li_rows *R))
{
    li_rows R;

    if (li_rows_init(f->ctx, &R, what, m, u, f->digits, f->s->decimal) == LI_OK) {
        fill(f, &R);
        if (li_rows_solve(&R) == LI_OK) {
            assume(f, &R);
            for (size_t i = 0; i < m; i++)
                li_finder_know(f, u[i], R.value[i]);
        }
    }
    li_rows_clear(&R);
    return li_ctx_status(f->ctx);
}

/* ---- the state ---- */

static bool reserve(li_finder *f, size_t n)
{
    const li_model *m = f->S->model;
    li_state *s = f->s;
    size_t most = m->params + 1 + 2 * f->S->n;

    s->x = li_alloc(f->ctx, (most + 1) * sizeof *s->x);
    s->value = li_alloc(f->ctx, (most + 1) * sizeof *s->value);
    s->function = li_alloc(f->ctx, (n + 1) * sizeof *s->function);
    s->assumption = li_alloc(f->ctx, (2 * f->S->n + 1) * sizeof *s->assumption);
    f->item = li_new(f->ctx, m->starts + n + m->params + 1, sizeof *f->item);
    return li_ctx_status(f->ctx) == LI_OK;
}

li_status li_finder_init(li_finder *f, size_t n, const li_given *given)
{
    *f->s = (li_state){ 0 };
    if (li_ctx_status(f->ctx) != LI_OK || !reserve(f, n))
        return li_ctx_status(f->ctx);
    gather(f, n, given);
    if (resolve(f) == LI_OK && check_parameters(f) == LI_OK)
        find_parameters(f);
    return li_ctx_status(f->ctx);
}

void li_finder_clear(li_finder *f)
{
    li_drop(f->ctx, f->item);
    f->item = NULL;
}

li_status li_state_find(li_ctx *ctx, li_state *s, const li_motion *S, size_t n, const li_given *given, int digits)
{
    li_finder f = { .ctx = ctx, .S = S, .s = s, .digits = digits };

    if (li_finder_init(&f, n, given) == LI_OK && find_unknowns(&f, "positions", S->coords, S->q, li_finder_positions) == LI_OK)
        find_unknowns(&f, "velocities", S->n, S->v, li_finder_velocities);
    li_finder_clear(&f);
    return li_ctx_status(ctx);
}

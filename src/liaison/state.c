/* state.c - a state from what is given: parameters, time, positions, velocities, one after another */
#include <string.h>

#include "room.h"

typedef struct { bool set; li_expr x, value; bool guess, decimal; const char *name; } item;   /* set: on the command line */

typedef struct {
    li_ctx *ctx;
    const li_motion *S;
    li_state *s;
    int     digits;
    size_t  items, cap;
    item   *item;
    size_t  known;                     /* of s->x */
} finder;

/* ---- what is given ---- */

/* A later word on the same quantity replaces the earlier one. */
static void put(finder *f, item new)
{
    for (size_t i = 0; i < f->items; i++)
        if (f->item[i].x == new.x && f->item[i].guess == new.guess) {
            f->item[i] = new;
            return;
        }
    f->item[f->items++] = new;
}

static void put_function(finder *f, const li_given *given)
{
    li_state *s = f->s;
    s->function[s->functions++] = (li_function){ .name = li_expr_name(given->x), .argument = li_expr_arg(given->x, 0), .body = given->value };
    s->decimal = s->decimal || given->decimal;
}

static void gather(finder *f, size_t n, const li_given *given)
{
    const li_model *m = f->S->model;

    for (size_t i = 0; i < m->starts; i++)
        put(f, (item){ false, m->start[i].x, m->start[i].value, m->start[i].guess, m->start[i].decimal, li_expr_name(m->start[i].x) });
    for (size_t i = 0; i < n; i++)
        if (li_expr_kind(given[i].x) == LI_FUN)
            put_function(f, &given[i]);
        else
            put(f, (item){ true, given[i].x, given[i].value, false, given[i].decimal, li_expr_name(given[i].x) });
    for (size_t i = 0; i < m->params; i++) {
        const li_param *p = &m->param[i];
        bool mentioned = p->derived || p->value == NULL;
        for (size_t k = 0; k < f->items && !mentioned; k++)
            mentioned = f->item[k].x == p->symbol;
        if (!mentioned)
            put(f, (item){ false, p->symbol, p->value, false, p->decimal, p->name });
    }
}

static bool has_symbols(li_ctx *ctx, li_expr e)
{
    li_expr x;
    return li_expr_symbols(ctx, 1, &e, LI_PARAMETER, LI_GENERATOR, &x, 1) > 0;
}

/* Values in terms of other given quantities become constants. */
static li_status resolve(finder *f)
{
    li_ctx *ctx = f->ctx;
    li_expr *from = li_new(ctx, f->items + 1, sizeof *from), *to = li_new(ctx, f->items + 1, sizeof *to);

    for (size_t round = 0; from != NULL && to != NULL && round < f->items; round++) {
        size_t n = 0;
        for (size_t i = 0; i < f->items; i++)
            if (!f->item[i].guess && !has_symbols(ctx, f->item[i].value)) {
                from[n] = f->item[i].x;
                to[n++] = f->item[i].value;
            }
        if (n == f->items)
            break;
        for (size_t i = 0; i < f->items; i++)
            if (has_symbols(ctx, f->item[i].value))
                f->item[i].value = li_expr_subst(ctx, f->item[i].value, n, from, to);
    }
    li_drop(ctx, from);
    li_drop(ctx, to);
    for (size_t i = 0; i < f->items && li_ctx_status(ctx) == LI_OK; i++) {
        li_expr x, e = f->item[i].value;
        if (li_expr_kind(f->item[i].x) != LI_SYM || li_expr_class(f->item[i].x) == LI_MULTIPLIER || li_expr_class(f->item[i].x) > LI_VELOCITY)
            return li_fail(ctx, LI_INPUT, "%s is not a part of the state and cannot be given", f->item[i].name);
        if (li_expr_symbols(ctx, 1, &e, LI_PARAMETER, LI_GENERATOR, &x, 1) > 0)
            return li_fail(ctx, LI_INPUT, "the value of %s contains %s, which has no value itself", f->item[i].name, li_expr_name(x));
        f->s->decimal = f->s->decimal || (f->item[i].decimal && !f->item[i].guess);
    }
    return li_ctx_status(ctx);
}

static const item *find(const finder *f, li_expr x, bool guess)
{
    for (size_t i = 0; i < f->items; i++)
        if (f->item[i].x == x && f->item[i].guess == guess)
            return &f->item[i];
    return NULL;
}

static void know(finder *f, li_expr x, li_expr value)
{
    f->s->x[f->known] = x;
    f->s->value[f->known++] = value;
    f->s->n = f->known;
}

/* e with all that is known put in, functions first */
static li_expr at_state(finder *f, li_expr e)
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
static li_status check_parameters(finder *f)
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

static void find_parameters(finder *f)
{
    const li_model *m = f->S->model;

    for (size_t i = 0; i < m->params; i++) {
        const item *given = find(f, m->param[i].symbol, false);
        if (given != NULL && m->param[i].derived)
            li_fail(f->ctx, LI_INPUT, "the parameter %s is defined by others; set those", m->param[i].name);
        else if (given != NULL)
            know(f, m->param[i].symbol, given->value);
    }
    const item *t = find(f, f->S->t, false);
    know(f, f->S->t, t != NULL ? t->value : li_expr_int(f->ctx, 0));
}

/* ---- positions and velocities ---- */

static void assume(finder *f, const li_rows *R)
{
    for (size_t i = 0; i < R->len; i++)
        if (R->row[i].kind == LI_ROW_FREE && R->row[i].chosen)
            f->s->assumption[f->s->assumed++] = R->row[i].name;
    f->s->decimal = f->s->decimal || R->numerical;
}

static bool is_datum(const item *d, li_class cls) { return !d->guess && li_expr_class(d->x) == cls; }

/* What the model starts with is given too, unless the command line speaks of quantities of this kind or of those it
 * depends on: then it is only wished for. */
static void add_data(finder *f, li_rows *R, li_class cls, li_row_kind kind)
{
    bool set = false;

    for (size_t i = 0; i < f->items; i++)
        set = set || (f->item[i].set && li_expr_class(f->item[i].x) <= cls);
    for (size_t i = 0; i < f->items; i++) {
        const item *d = &f->item[i];
        if (is_datum(d, cls) && (d->set || !set ? LI_ROW_GIVEN : LI_ROW_WISH) == kind)
            li_rows_datum(R, kind, d->name, at_state(f, li_model_basic(f->ctx, f->S->model, d->x)), d->value);
    }
}

/* Where to look for x: its guess, else what the model starts with. */
static li_expr guess_of(const finder *f, li_expr x)
{
    const item *guess = find(f, x, true), *start = find(f, x, false);
    return guess != NULL ? guess->value : start != NULL ? start->value : NULL;
}

static li_status find_positions(finder *f)
{
    const li_motion *S = f->S;
    li_ctx *ctx = f->ctx;
    li_rows R;

    if (li_rows_init(ctx, &R, "positions", S->coords, S->q, f->digits, f->s->decimal) == LI_OK) {
        add_data(f, &R, LI_COORDINATE, LI_ROW_GIVEN);
        for (size_t k = 0; k < S->p; k++)
            if (S->position[k] != NULL)
                li_rows_relation(&R, S->label[k], at_state(f, S->position[k]));
        add_data(f, &R, LI_COORDINATE, LI_ROW_WISH);
        for (int guessed = 0; guessed <= 1; guessed++)         /* what has a guess is meant to be determined */
            for (size_t i = 0; i < S->coords; i++) {
                const item *guess = find(f, S->q[i], true);
                if ((guess != NULL) != (guessed == 1))
                    continue;
                R.guess[i] = guess_of(f, S->q[i]);
                li_rows_free(&R, li_expr_name(S->q[i]), S->q[i], guess != NULL ? guess->value : li_expr_int(ctx, 0));
            }
        if (li_rows_solve(&R) == LI_OK) {
            assume(f, &R);
            for (size_t i = 0; i < S->coords; i++)
                know(f, S->q[i], R.value[i]);
        }
    }
    li_rows_clear(&R);
    return li_ctx_status(ctx);
}

static li_status find_velocities(finder *f)
{
    const li_motion *S = f->S;
    const li_model *m = S->model;
    li_ctx *ctx = f->ctx;
    li_rows R;

    if (li_rows_init(ctx, &R, "velocities", S->n, S->v, f->digits, f->s->decimal) == LI_OK) {
        li_expr zero = li_expr_int(ctx, 0);
        add_data(f, &R, LI_VELOCITY, LI_ROW_GIVEN);
        for (size_t k = 0; k < S->p; k++)
            li_rows_relation(&R, S->label[k], at_state(f, S->relation[k]));
        add_data(f, &R, LI_VELOCITY, LI_ROW_WISH);
        for (size_t i = 0; i < m->quasis; i++)
            li_rows_free(&R, m->quasi[i].name, at_state(f, li_model_basic(ctx, m, m->quasi[i].value)), zero);
        for (size_t i = 0; i < S->n; i++) {
            const item *guess = find(f, S->v[i], true);
            R.guess[i] = guess_of(f, S->v[i]);
            li_rows_free(&R, li_expr_name(S->v[i]), S->v[i], guess != NULL ? guess->value : zero);
        }
        if (li_rows_solve(&R) == LI_OK) {
            assume(f, &R);
            for (size_t i = 0; i < S->n; i++)
                know(f, S->v[i], R.value[i]);
        }
    }
    li_rows_clear(&R);
    return li_ctx_status(ctx);
}

/* ---- the state ---- */

static bool reserve(finder *f, size_t n)
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

li_status li_state_find(li_ctx *ctx, li_state *s, const li_motion *S, size_t n, const li_given *given, int digits)
{
    finder f = { .ctx = ctx, .S = S, .s = s, .digits = digits };

    *s = (li_state){ 0 };
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    if (reserve(&f, n)) {
        gather(&f, n, given);
        if (resolve(&f) == LI_OK && check_parameters(&f) == LI_OK) {
            find_parameters(&f);
            if (find_positions(&f) == LI_OK)
                find_velocities(&f);
        }
    }
    li_drop(ctx, f.item);
    return li_ctx_status(ctx);
}

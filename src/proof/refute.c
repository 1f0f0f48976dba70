/* refute.c - states that refute a claim
 *
 * What fails in algebra is refuted only by a state of the system, which is found and judged exactly as `eval` does with what
 * is printed: the constraints are satisfied, something moves, the assumptions hold, and balls certify that left - right is
 * not 0. The state is given as briefly as it will do: first what the difference contains; then, where other quantities matter
 * (a chart, a sheet of a root), everything, of which what can be left out is left out again. */
#include <string.h>

#include "../liaison/room.h"
#include "hearing.h"

enum { DIGITS = 30, BITS = 256, DRAWS = 12, BLIND = 40, LONG = 40 };

/* ---- lists x = value ---- */

typedef struct { size_t n, cap; li_expr *x, *value; } list;

static bool list_init(li_ctx *ctx, list *l, size_t cap)
{
    *l = (list){ .cap = cap, .x = li_expr_room(ctx, cap), .value = li_expr_room(ctx, cap) };
    return l->x != NULL && l->value != NULL;
}

static li_expr find(const list *l, li_expr x)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->x[i] == x)
            return l->value[i];
    return NULL;
}

static void give(list *l, li_expr x, li_expr value)
{
    if (find(l, x) != NULL || l->n == l->cap)
        return;
    l->x[l->n] = x;
    l->value[l->n++] = value;
}

/* ---- the judge ---- */

typedef struct {
    li_hearing *h;
    const li_motion *S;
    const li_branch *b;
    li_expr e;                         /* in the velocities of the chart, accelerations and multipliers */
    bool massless;                     /* eval knows no motion without a mass matrix: algebra does */
    bool judged;                       /* it can be evaluated: no rates of accelerations */
    const list *foreign;               /* letters that only the claim knows */
} judge;

static bool is_own(const judge *j, li_expr x)
{
    const li_model *m = j->S->model;

    if (li_expr_kind(x) == LI_FUN)
        return true;
    if (li_expr_kind(x) != LI_SYM || li_expr_class(x) == LI_MULTIPLIER || li_expr_class(x) > LI_VELOCITY)
        return false;
    bool own = li_expr_class(x) != LI_PARAMETER;
    for (size_t i = 0; i < m->params && !own; i++)
        own = m->param[i].symbol == x;
    return own;
}

/* e at a state: what is exact goes in; accelerations and multipliers stay */
static li_expr at_state(const judge *j, const li_state *s, li_expr e)
{
    li_ctx *ctx = j->h->ctx;

    for (size_t i = 0; i < s->functions; i++)
        e = li_expr_subst_function(ctx, e, s->function[i].name, s->function[i].argument, s->function[i].body);
    e = li_expr_subst(ctx, e, s->n, s->x, s->value);
    return li_expr_subst(ctx, e, j->foreign->n, j->foreign->x, j->foreign->value);
}

/* q'', the rates of speeds, and multipliers, from row `root` of the roots, or where there is one motion (root < 0) */
static void motion_at(const judge *j, const li_values *x, long root, li_expr *symbol, li_ball *value)
{
    const li_motion *S = j->S;
    size_t n = S->coords, k = 0;

    for (size_t i = 0; i < n; i++, k++) {
        symbol[k] = S->model->coord[i].a;
        li_ball_set(&value[k], root < 0 ? &x->acceleration[i] : &x->root_acceleration[(size_t)root * n + i]);
    }
    for (size_t i = 0; i < x->speeds; i++, k++) {
        symbol[k] = S->model->speed[i].rate;
        if (root < 0)
            li_ball_set(&value[k], &x->speed_acceleration[i]);
    }
    for (size_t h = 0; h < S->r; h++, k++) {
        symbol[k] = S->lambda[h];
        li_ball_set(&value[k], root < 0 ? &x->multiplier[h] : &x->root[(size_t)root * S->r + h]);
    }
}

/* The value of e there; false: it has none, or is not known */
static bool value_of(const judge *j, const li_state *s, const li_values *x, long root, li_expr e, li_ball *out)
{
    li_ctx *ctx = j->h->ctx;
    size_t n = j->S->coords + x->speeds + j->S->r;
    li_expr *symbol = li_expr_room(ctx, n), exact = at_state(j, s, e);
    li_ball *value = li_numbers_new(ctx, n);
    bool known = false;

    if (symbol != NULL && value != NULL && li_ctx_status(ctx) == LI_OK) {
        motion_at(j, x, root, symbol, value);
        known = li_numbers_run(ctx, out, 1, &exact, n, symbol, value, BITS) == LI_OK && li_ball_is_finite(out);
    }
    li_numbers_drop(ctx, value, n);
    if (li_ctx_status(ctx) != LI_OK && li_ctx_status(ctx) != LI_MEMORY)
        li_ctx_forgive(ctx);
    return known;
}

/* The sign of e there: -1, 0, 1, or 2 if it is not known */
static int sign_of(const judge *j, const li_state *s, const li_values *x, long root, li_expr e)
{
    li_ball value;
    int sign = 2;

    if (li_ball_init(j->h->ctx, &value) == LI_OK && value_of(j, s, x, root, e, &value))
        sign = li_ball_sign(&value);
    li_ball_clear(&value);
    return sign;
}

/* What was solved for numerically is 0 to all digits but a few. */
static bool is_zero(const judge *j, const li_state *s, const li_ball *value)
{
    enum { ROUNDED = 6 };
    li_ball one;
    bool yes = li_ball_contains_zero(value);

    if (!yes && s->decimal && li_ball_init(j->h->ctx, &one) == LI_OK) {
        yes = li_ball_below(value, DIGITS - ROUNDED, &one);
        li_ball_clear(&one);
    }
    return yes;
}

/* Does the state satisfy the constraints, given in full or not? */
static bool satisfies(const judge *j, const li_state *s, const li_values *x)
{
    bool yes = true;

    for (size_t k = 0; k < j->S->p && yes; k++)
        yes = is_zero(j, s, &x->residual[k]) && is_zero(j, s, &x->rate[k]);
    return yes;
}

/* Is it at the place that the claim names? */
static bool is_there(const judge *j, const li_state *s, const li_values *x, long root)
{
    const li_hearing *h = j->h;
    li_ball value;
    bool yes = li_ball_init(h->ctx, &value) == LI_OK;

    for (size_t i = 0; i < h->claim->at_n && h->place != NULL && yes; i++)
        yes = value_of(j, s, x, root, li_model_accelerations(h->ctx, j->S->model, h->place[i]), &value) && is_zero(j, s, &value);
    li_ball_clear(&value);
    return yes;
}

static bool admits(const judge *j, const li_state *s, const li_values *x, long root)
{
    const li_model *m = j->S->model;
    bool yes = true;

    for (size_t i = 0; i < m->assumptions && yes; i++) {
        int sign = sign_of(j, s, x, root, li_model_accelerations(j->h->ctx, m, m->assumption[i].e));
        li_relation r = m->assumption[i].relation;
        yes = sign != 2 && (r == LI_MORE ? sign > 0 : r == LI_AT_LEAST ? sign >= 0 : r == LI_LESS ? sign < 0 : r == LI_AT_MOST ? sign <= 0 : sign != 0);
    }
    return yes;
}

/* Has what the claim is about a real value here? */
static bool has_subject(const judge *j, const li_state *s, const li_values *x, long root)
{
    li_ball value;

    if (j->h->subject == NULL)
        return true;
    bool yes = li_ball_init(j->h->ctx, &value) == LI_OK && value_of(j, s, x, root, li_model_accelerations(j->h->ctx, j->S->model, j->h->subject), &value);
    li_ball_clear(&value);
    return yes;
}

static bool is_state(li_expr x)
{
    return li_expr_kind(x) == LI_SYM && (li_expr_class(x) == LI_COORDINATE || li_expr_class(x) == LI_VELOCITY);
}

/* Is it a state of the branch? What eval takes may satisfy a relation, and its rate, without being on any of its sheets: at 0
 * x^3 = y^3 says nothing of the velocities, and what was divided by is 0 there. */
static bool is_on_branch(const judge *j, const li_state *s, const li_values *x, long root)
{
    li_ctx *ctx = j->h->ctx;
    li_ball value;
    bool yes = li_ball_init(ctx, &value) == LI_OK;

    for (size_t i = 0; i < j->b->len && yes; i++)
        if (is_state(j->b->from[i])) {
            li_expr off = li_model_accelerations(ctx, j->S->model, li_expr_sub(ctx, j->b->from[i], j->b->to[i]));
            yes = value_of(j, s, x, root, off, &value) && is_zero(j, s, &value);
        }
    li_ball_clear(&value);
    return yes;
}

/* Certainly not 0, rounding errors of a state that was found numerically included */
static bool is_certain(const judge *j, const li_state *s, const li_values *x, long root)
{
    li_ball value;
    bool yes = li_ball_init(j->h->ctx, &value) == LI_OK && value_of(j, s, x, root, j->e, &value) && !is_zero(j, s, &value) &&
               (li_ball_sign(&value) == 1 || li_ball_sign(&value) == -1);
    li_ball_clear(&value);
    return yes;
}

/* One motion through the state: is e certainly not 0 on it? What cannot be evaluated is the algebra's word. */
static bool refutes_with(const judge *j, const li_state *s, const li_values *x, long root)
{
    return admits(j, s, x, root) && has_subject(j, s, x, root) && is_there(j, s, x, root) && is_on_branch(j, s, x, root) && (!j->judged || is_certain(j, s, x, root));
}

static bool is_refuted(const judge *j, const li_state *s, const li_values *x)
{
    if (satisfies(j, s, x) && x->status == LI_SINGULAR_CHART && j->massless && is_there(j, s, x, -1))
        return true;
    if (!satisfies(j, s, x) || x->status == LI_INCOMPATIBLE || x->status == LI_IMPOSSIBLE || x->status == LI_SINGULAR_CHART)
        return false;
    if (x->moves)
        return refutes_with(j, s, x, -1);
    for (size_t i = 0; i < x->roots; i++)
        if (refutes_with(j, s, x, (long)i))
            return true;
    return false;
}

/* Everything as the command eval would do it. */
static bool holds_up(const judge *j, const list *l)
{
    li_ctx *ctx = j->h->ctx;
    li_given *given = li_alloc(ctx, (l->n + 1) * sizeof *given);
    li_state s;
    li_values x;
    size_t n = 0;
    bool refuted = false;

    for (size_t i = 0; given != NULL && i < l->n; i++)
        if (is_own(j, l->x[i]))
            given[n++] = (li_given){ .x = l->x[i], .value = l->value[i], .text = "" };
    if (given != NULL && li_state_find(ctx, &s, j->S, n, given, DIGITS) == LI_OK) {
        refuted = li_values_find(ctx, &x, j->S, &s, NULL, DIGITS) == LI_OK && is_refuted(j, &s, &x);
        li_values_clear(ctx, &x);
    }
    if (li_ctx_status(ctx) != LI_OK && li_ctx_status(ctx) != LI_MEMORY)
        li_ctx_forgive(ctx);
    return refuted && li_ctx_status(ctx) == LI_OK;
}

/* ---- states of a branch ---- */

typedef struct {
    li_hearing *h;
    const li_branch *b;
    const li_decision *d;
    size_t velocities;
    li_expr *w;                        /* quasi-velocities where there are any, else those of the chart */
} source;

static void list_velocities(li_ctx *ctx, source *of, const li_motion *S)
{
    li_quasi Q;
    bool quasi = !S->speeds && S->model->quasis > 0 && li_quasi_init(ctx, &Q, S) == LI_OK;

    of->w = quasi ? Q.w : S->v;
    of->velocities = S->n;
}

static li_expr draw(li_ctx *ctx, li_rand *rng, int round, li_expr x)
{
    int sign = li_exact_sign(ctx, x);
    int64_t num = 1 + li_rand_below(rng, 2 + round), den = round < 3 ? 1 : 1 + li_rand_below(rng, 3);

    return li_expr_frac(ctx, sign == -1 || (sign == 2 && round > 2 && li_rand_below(rng, 2)) ? -num : num, den);
}

/* What must have a value for numbers: parameters and functions that have none, and all that the difference contains. */
static void give_constants(const source *of, list *l, li_rand *rng, int round)
{
    li_ctx *ctx = of->h->ctx;
    const li_model *m = of->h->court->S->model;

    for (size_t i = 0; i < of->d->n; i++)
        if (li_expr_kind(of->d->x[i]) == LI_FUN ||
            (li_expr_class(of->d->x[i]) == LI_PARAMETER && li_solution_apply(ctx, of->b, of->d->x[i]) == of->d->x[i]))
            give(l, of->d->x[i], of->d->value[i]);
    for (size_t i = 0; i < m->params; i++)
        if (m->param[i].value == NULL && li_solution_apply(ctx, of->b, m->param[i].symbol) == m->param[i].symbol)
            give(l, m->param[i].symbol, round <= 1 ? li_expr_int(ctx, li_exact_sign(ctx, m->param[i].symbol) == -1 ? -1 : 1) : draw(ctx, rng, round, m->param[i].symbol));
    for (size_t i = 0; i < m->functions; i++) {
        bool given = m->function[i].body != NULL;
        for (size_t k = 0; k < l->n && !given; k++)
            given = li_expr_kind(l->x[k]) == LI_FUN && strcmp(li_expr_name(l->x[k]), m->function[i].name) == 0;
        if (!given)
            give(l, li_expr_fun(ctx, m->function[i].name, 0, m->function[i].argument), m->function[i].argument);
    }
}

/* The value of x where the state is `all`, parameters that have a value included */
static li_expr value_at(const source *of, const list *all, li_expr x)
{
    li_ctx *ctx = of->h->ctx;
    const li_model *m = of->h->court->S->model;
    li_expr e = li_solution_apply(ctx, of->b, x);

    for (size_t i = 0; i < all->n; i++)
        if (li_expr_kind(all->x[i]) == LI_FUN)
            e = li_expr_subst_function(ctx, e, li_expr_name(all->x[i]), li_expr_arg(all->x[i], 0), all->value[i]);
    e = li_expr_subst(ctx, e, all->n, all->x, all->value);
    for (size_t i = 0; i < m->params; i++)
        if (m->param[i].value != NULL && !m->param[i].derived)
            e = li_expr_subst(ctx, e, 1, &m->param[i].symbol, &m->param[i].value);
    return li_exact_simplify(ctx, e);
}

static bool is_number(li_ctx *ctx, li_expr e)
{
    li_expr x;
    return li_ctx_status(ctx) == LI_OK && li_expr_symbols(ctx, 1, &e, LI_PARAMETER, LI_GENERATOR, &x, 1) == 0;
}

/* What the branch determines of x, added with its value */
static bool give_dependent(const source *of, list *l, const list *all, li_expr x)
{
    if (li_solution_apply(of->h->ctx, of->b, x) == x)
        return true;
    li_expr value = value_at(of, all, x);
    if (!is_number(of->h->ctx, value))
        return false;
    give(l, x, value);
    return true;
}

/* Independent variables of the state get numbers; then the dependent ones, parameters among them. */
static bool full_state(const source *of, list *l, li_rand *rng, int round)
{
    li_ctx *ctx = of->h->ctx;
    const li_motion *S = of->h->court->S;
    bool ok = true;

    give_constants(of, l, rng, round);
    for (size_t i = 0; i < of->d->n; i++)
        if (li_solution_apply(ctx, of->b, of->d->x[i]) == of->d->x[i])           /* what is assumed may speak of others */
            give(l, of->d->x[i], of->d->value[i]);
    for (size_t i = 0; i < S->coords + of->velocities; i++) {
        li_expr x = i < S->coords ? S->q[i] : of->w[i - S->coords];
        if (li_solution_apply(ctx, of->b, x) == x)
            give(l, x, draw(ctx, rng, round, x));
    }
    list all;
    if (!list_init(ctx, &all, l->cap + 1))
        return false;
    for (size_t i = 0; i < l->n; i++)
        give(&all, l->x[i], l->value[i]);
    if (li_solution_apply(ctx, of->b, S->t) == S->t)
        give(&all, S->t, li_expr_int(ctx, 0));
    else
        ok = give_dependent(of, l, &all, S->t);
    for (size_t i = 0; i < S->model->params && ok; i++)
        ok = S->model->param[i].derived || give_dependent(of, l, &all, S->model->param[i].symbol);
    for (size_t i = 0; i < S->coords + of->velocities && ok; i++)
        ok = give_dependent(of, l, &all, i < S->coords ? S->q[i] : of->w[i - S->coords]);
    if (li_ctx_status(ctx) != LI_OK && li_ctx_status(ctx) != LI_MEMORY)
        li_ctx_forgive(ctx);
    return ok;
}

/* What the difference contains and what the place names */
static bool brief_state(const source *of, list *l, li_rand *rng)
{
    li_ctx *ctx = of->h->ctx;
    list all;

    if (!list_init(ctx, &all, l->cap) || !full_state(of, &all, rng, 1))
        return false;
    for (size_t i = 0; i < all.n; i++) {
        bool wanted = li_expr_kind(all.x[i]) == LI_FUN || li_expr_class(all.x[i]) <= LI_TIME;
        for (size_t k = 0; k < of->d->n && !wanted; k++)
            wanted = of->d->x[k] == all.x[i];
        for (size_t k = 0; k < of->h->claim->at_n && of->h->place != NULL && !wanted; k++)
            wanted = li_expr_contains(ctx, of->h->place[k], all.x[i]);
        if (wanted)
            give(l, all.x[i], all.value[i]);
    }
    return true;
}

/* Coordinates and velocities without which it still refutes are left out. */
static void shorten(const judge *j, const source *of, list *l)
{
    for (size_t i = l->n; l->n <= LONG && l->n > 1 && i-- > 0;) {
        bool needed = li_expr_kind(l->x[i]) == LI_FUN || li_expr_class(l->x[i]) == LI_PARAMETER;
        for (size_t k = 0; k < of->d->n && !needed; k++)
            needed = of->d->x[k] == l->x[i];
        if (needed)
            continue;
        li_expr x = l->x[i], value = l->value[i];
        memmove(l->x + i, l->x + i + 1, (l->n - i - 1) * sizeof *l->x);
        memmove(l->value + i, l->value + i + 1, (l->n - i - 1) * sizeof *l->value);
        l->n--;
        if (holds_up(j, l))
            continue;
        memmove(l->x + i + 1, l->x + i, (l->n - i) * sizeof *l->x);
        memmove(l->value + i + 1, l->value + i, (l->n - i) * sizeof *l->value);
        l->x[i] = x;
        l->value[i] = value;
        l->n++;
    }
}

/* ---- without algebra: random states ---- */

/* Independent variables are drawn, some are left to the constraints that were not used. */
static bool blind_state(const source *of, list *l, li_rand *rng, int round)
{
    li_ctx *ctx = of->h->ctx;
    const li_motion *S = of->h->court->S;

    give_constants(of, l, rng, round + 2);
    for (size_t i = 0; i < S->coords + of->velocities; i++) {
        li_expr x = i < S->coords ? S->q[i] : of->w[i - S->coords];
        bool left = of->b->unused && li_rand_below(rng, (int)(S->n + 1)) == 0;
        if (!left && li_solution_apply(ctx, of->b, x) == x)
            give(l, x, draw(ctx, rng, round, x));
    }
    return true;
}

/* ---- the refutation ---- */

/* The letters of another model */
static void part_foreign(const judge *j, const li_decision *d, list *foreign)
{
    for (size_t i = 0; i < d->n; i++)
        if (li_expr_kind(d->x[i]) == LI_SYM && li_expr_class(d->x[i]) == LI_PARAMETER && !is_own(j, d->x[i]))
            give(foreign, d->x[i], d->value[i]);
}

static void keep(li_hearing *h, const judge *j, const list *l)
{
    li_proof *p = h->out;
    li_expr *x = li_expr_room(h->ctx, l->n + j->foreign->n), *value = li_expr_room(h->ctx, l->n + j->foreign->n);

    p->n = 0;
    if (x == NULL || value == NULL)
        return;
    for (size_t i = 0; i < l->n; i++)
        if (is_own(j, l->x[i])) {
            x[p->n] = l->x[i];
            value[p->n++] = l->value[i];
        }
    for (size_t i = 0; i < j->foreign->n; i++) {
        x[p->n] = j->foreign->x[i];
        value[p->n++] = j->foreign->value[i];
    }
    p->foreign = j->foreign->n;
    p->x = x;
    p->value = value;
    p->how = LI_BY_STATE;
}

/* The symbols of the claim that a state may have; none: it fails everywhere, or nowhere */
static bool speaks_of_states(li_hearing *h, li_expr e)
{
    li_expr x;
    return li_expr_symbols(h->ctx, 1, &e, LI_PARAMETER, LI_ACCELERATION, &x, 1) > 0;
}

bool li_hearing_refute(li_hearing *h, const li_branch *b, li_expr e, const li_decision *d)
{
    li_ctx *ctx = h->ctx;
    const li_motion *S = h->court->S;
    list foreign, l;
    li_rand rng;
    source of = { .h = h, .b = b, .d = d };
    size_t cap = d->n + S->model->params + S->model->functions + 4 * S->n + 8;
    bool found = false, algebra = d->zero == LI_NO && !b->unused;

    if (li_ctx_status(ctx) != LI_OK || !list_init(ctx, &foreign, d->n) || (d->zero != LI_NO && !b->unused && b->unknowns == 0))
        return false;
    if (algebra && !speaks_of_states(h, e)) {
        h->out->n = 0;
        return true;
    }
    judge j = { h, S, b, li_model_accelerations(ctx, S->model, e), b->massless, !li_motion_has_rates(ctx, S, e), &foreign };
    part_foreign(&j, d, &foreign);
    list_velocities(ctx, &of, S);
    li_rand_init(&rng, 17);
    for (int round = 0; round < (algebra ? DRAWS : BLIND) && !found && li_ctx_status(ctx) == LI_OK; round++) {
        if (!list_init(ctx, &l, cap))
            return false;
        bool made = !algebra ? blind_state(&of, &l, &rng, round) : round == 0 ? brief_state(&of, &l, &rng) : full_state(&of, &l, &rng, round);
        found = made && l.n > 0 && holds_up(&j, &l);
        if (found && round > 0)
            shorten(&j, &of, &l);
    }
    if (found)
        keep(h, &j, &l);
    return found;
}

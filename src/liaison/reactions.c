/* reactions.c - the reactions as functions of the state: in which variables they are written      [gallissot 6, 9, 13] */
#include <string.h>

#include "reactions.h"

enum { PRINTABLE = 100000 };           /* the cost of all functions together */

li_expr li_reacting_neat(const li_reacting *w, li_expr e) { return li_exact_simplify(w->ctx, li_reading_apply(w->ctx, w->X, e)); }

li_expr li_reacting_for_people(const li_reacting *w, li_expr e)
{
    return li_reading_shorten(w->ctx, w->Y, li_exact_simplify(w->ctx, e));
}

bool li_reacting_eliminates(const li_reading *X, li_expr x)
{
    for (size_t i = 0; i < X->len; i++)
        if (X->from[i] == x)
            return true;
    return false;
}

void li_reacting_say(li_reactions *out, li_verdict status, const char *words)
{
    out->status = status;
    out->message = words;
}

/* ---- in one set of variables ---- */

static size_t cost_of(li_ctx *ctx, size_t n, const li_expr *e)
{
    size_t cost = 0;
    for (size_t i = 0; i < n; i++)
        cost += e[i] == NULL ? 0 : li_exact_cost(ctx, e[i]);
    return cost;
}

static size_t cost(li_ctx *ctx, const li_reactions *x)
{
    return cost_of(ctx, x->r, x->multiplier) + cost_of(ctx, x->combinations * (x->r + 1), x->combination) + cost_of(ctx, x->equations, x->equation) +
           cost_of(ctx, x->p * x->r, x->coupling) + cost_of(ctx, x->p, x->drive) + cost_of(ctx, 1, &x->compatibility);
}

static li_status reserve(li_ctx *ctx, li_reactions *out, const li_motion *S)
{
    size_t p = S->p, r = S->r;

    *out = (li_reactions){ .p = p, .r = r, .status = LI_NOT_DECIDED, .message = "" };
    out->velocity = li_expr_room(ctx, S->n);
    out->coupling = li_expr_room(ctx, r * p);
    out->drive = li_expr_room(ctx, p);
    out->multiplier = li_expr_room(ctx, r);
    out->combination = li_expr_room(ctx, r * (r + 1));
    out->equation = li_expr_room(ctx, p);
    return li_ctx_status(ctx);
}

static li_status find(li_reacting *w, bool all)
{
    li_reactions *out = w->out;

    if (reserve(w->ctx, out, w->S) != LI_OK)
        return li_ctx_status(w->ctx);
    for (size_t j = 0; j < w->D->n; j++)
        if (!li_reacting_eliminates(w->X, w->D->w[j]))
            out->velocity[out->velocities++] = w->D->w[j];
    if (li_reacting_couple(w) != LI_OK || li_reacting_blocks(w) != LI_OK)
        return li_ctx_status(w->ctx);
    li_reacting_determinant(w);
    if (all && li_ctx_status(w->ctx) == LI_OK)
        (w->implicit ? li_reacting_own_law : li_reacting_solve)(w);
    if (li_ctx_status(w->ctx) == LI_OK && cost(w->ctx, out) > PRINTABLE)
        return li_fail(w->ctx, LI_BUDGET, "the reactions as functions of the state would be too long to be read; eval gives their values at a state");
    return li_ctx_status(w->ctx);
}

/* ---- the choice of variables ---- */

/* Is e free of functions of the state below fractions? */
static bool is_plain(li_ctx *ctx, li_expr e)
{
    li_list list;
    bool plain = li_list_init(ctx, &list, 1, &e, true) == LI_OK;
    li_expr symbol;

    for (size_t i = 0; plain && i < list.len; i++)
        for (size_t k = 0; k < li_expr_len(list.e[i]) && li_expr_kind(list.e[i]) == LI_MON; k++)
            plain &= li_expr_exponent(list.e[i], k) > 0 || li_expr_symbols(ctx, 1, (li_expr[]){ li_expr_arg(list.e[i], k) }, LI_TIME, LI_GENERATOR, &symbol, 1) == 0;
    li_list_clear(ctx, &list);
    return plain;
}

/* What of X brings no function of the state below a fraction. */
static li_status plain_part(li_ctx *ctx, li_reading *out, const li_reading *X)
{
    *out = (li_reading){ .from = li_expr_room(ctx, X->len), .to = li_expr_room(ctx, X->len) };
    for (size_t i = 0; out->to != NULL && i < X->len; i++)
        if (is_plain(ctx, X->to[i])) {
            out->from[out->len] = X->from[i];
            out->to[out->len++] = X->to[i];
        }
    return li_ctx_status(ctx);
}

/* Were the dependent velocities solved for without dividing by a function of the state? */
static bool is_solved_plainly(const li_reacting *w)
{
    li_expr minor = li_reacting_minor(w), symbol;
    return minor != NULL && li_expr_symbols(w->ctx, 1, &minor, LI_TIME, LI_GENERATOR, &symbol, 1) == 0;
}

/* With the dependent velocities eliminated; and, where that brings functions of the state below fractions, without those that
 * do: that is kept if it is not much longer. */
static li_status choose(li_reacting *w, bool all)
{
    li_ctx *ctx = w->ctx;
    li_reactions *out = w->out, other;
    li_reading part, squares;
    li_status status = find(w, all);

    if (status != LI_OK && status != LI_BUDGET && status != LI_UNDECIDED)
        return status;
    const char *why = li_alloc_string(ctx, li_ctx_message(ctx), strlen(li_ctx_message(ctx)));
    li_ctx_forgive(ctx);
    if (is_solved_plainly(w) || plain_part(ctx, &part, w->X) != LI_OK || part.len == w->X->len || li_reading_squares(ctx, &squares, w->S, w->D, &part) != LI_OK)
        return status == LI_OK ? li_ctx_status(ctx) : li_fail(ctx, status, "%s", why != NULL ? why : "");
    w->X = &part;
    w->Y = &squares;
    w->out = &other;
    li_status again = find(w, all);
    if (again == LI_OK && (status != LI_OK || cost(ctx, &other) < 2 * cost(ctx, out)))
        *out = other;
    else if (status == LI_OK)
        li_ctx_forgive(ctx);
    return li_ctx_status(ctx);
}

/* The law of the reactions, where they enter it; then the rest. */
static li_status open_law(li_reacting *w, bool all)
{
    li_ctx *ctx = w->ctx;
    const li_dynamics *D = w->D;
    li_law law;
    li_expr *h = li_expr_room(ctx, D->n), *l = li_expr_room(ctx, D->r * D->n), x;

    w->implicit = li_expr_symbols(ctx, D->n, D->h, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0 ||
                  li_expr_symbols(ctx, D->r * D->n, D->l, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0;
    if (h == NULL || l == NULL)
        return li_ctx_status(ctx);
    if (w->implicit) {
        if (li_law_init(ctx, &law, w->S, D->h, D->l) == LI_OK && li_law_affine(&law, h, l)) {
            w->implicit = false;
            w->h = h;
            w->l = l;
        }
        li_law_clear(&law);
    }
    return li_ctx_status(ctx) == LI_OK ? choose(w, all) : li_ctx_status(ctx);
}

typedef enum { EVERYTHING, COUPLING_OFF_CONSTRAINTS } question;

static li_status open(li_ctx *ctx, li_reactions *out, const li_motion *S, question asked)
{
    li_dynamics D;
    li_reading X = { 0 }, Y = { 0 };
    li_branch free = { 0 };
    li_solution everywhere = { .len = 1, .branch = &free }, on;
    li_reacting w = { .ctx = ctx, .S = S, .D = &D, .X = &X, .Y = &Y, .dependent = &X, .on = &everywhere, .out = out };

    *out = (li_reactions){ .status = S->p == 0 ? LI_COMPATIBLE : LI_NOT_DECIDED, .message = "" };
    if (S->p == 0 || li_motion_dynamics(ctx, &D, S, S->model->quasis > 0 && !S->speeds) != LI_OK)
        return li_ctx_status(ctx);
    w.h = D.h;
    w.l = D.l;
    if (asked == COUPLING_OFF_CONSTRAINTS)
        return open_law(&w, false);
    if (li_reading_init(ctx, &X, S, &D) != LI_OK || li_reading_squares(ctx, &Y, S, &D, &X) != LI_OK)
        return li_ctx_status(ctx);
    bool found = li_solution_at(ctx, &on, S, 0, NULL, false) == LI_OK;
    if (found && on.len > 0)
        w.on = &on;
    else if (li_ctx_status(ctx) != LI_MEMORY)
        li_ctx_forgive(ctx);
    free.unused = !found || on.partial;              /* else the relations contradict each other: nothing to put in */
    return li_ctx_status(ctx) == LI_OK ? open_law(&w, true) : li_ctx_status(ctx);
}

li_status li_reactions_find(li_ctx *ctx, li_reactions *out, const li_motion *S) { return open(ctx, out, S, EVERYTHING); }

li_status li_reactions_free(li_ctx *ctx, li_reactions *out, const li_motion *S) { return open(ctx, out, S, COUPLING_OFF_CONSTRAINTS); }

/* states.c - the states that relations admit, in branches
 *
 * Relations are used one after another. Each is taken apart into irreducible factors, and every factor that may vanish is a
 * case; it gives the quantity that it determines most simply, x = -b/a where it is a x + b. Then a is not 0 on this branch, and
 * a = b = 0 is another case. By Krull's theorem no component of the states of N relations has a codimension above N, so a case
 * that has taken more than N quantities lies in the closure of others and is left: of a single relation a x + b the second case
 * always. Parameters are general: where a factor of parameters alone might vanish, the relation is the rest of it. A relation quadratic in x has two branches with the discriminant >= 0 as a fact; sqrt(R) = C says R = C^2 and
 * C >= 0; A sin x + B cos x = C is solved for the angle. What is not determined so simply stays unused, and the branch says so. */
#include <string.h>

#include "states.h"

enum { SYMBOLS = 128, DEPTH = 6, SQUARE = 100000, TURN = 10000000 };      /* costs: any other way comes first */

/* ---- ways ---- */

bool li_way_init(li_states *W, li_way *way)
{
    *way = (li_way){ .b = { .from = li_expr_room(W->ctx, W->most), .to = li_expr_room(W->ctx, W->most), .fact = li_expr_room(W->ctx, W->most), .pivot = li_expr_room(W->ctx, W->most) } };
    return li_ctx_status(W->ctx) == LI_OK;
}

static void copy_list(li_expr *to, size_t n, const li_expr *from)
{
    if (n > 0)
        memcpy(to, from, n * sizeof *to);
}

bool li_way_copy(li_states *W, li_way *way, const li_way *from)
{
    li_way new;

    if (!li_way_init(W, &new))
        return false;
    *way = *from;
    way->b.from = new.b.from;
    way->b.to = new.b.to;
    way->b.fact = new.b.fact;
    way->b.pivot = new.b.pivot;
    copy_list(way->b.from, from->b.len, from->b.from);
    copy_list(way->b.to, from->b.len, from->b.to);
    copy_list(way->b.fact, from->b.facts, from->b.fact);
    copy_list(way->b.pivot, from->b.pivots, from->b.pivot);
    return true;
}

void li_branch_put(li_branch *b, li_expr from, li_expr to)
{
    b->from[b->len] = from;
    b->to[b->len++] = to;
}

li_expr li_solution_apply(li_ctx *ctx, const li_branch *b, li_expr e) { return li_expr_subst(ctx, e, b->len, b->from, b->to); }

/* Something on the way has no value any more: nobody passes there. */
static bool is_blocked(li_ctx *ctx)
{
    bool blocked = li_ctx_status(ctx) == LI_DOMAIN || li_ctx_status(ctx) == LI_LIMIT;
    if (blocked)
        li_ctx_forgive(ctx);
    return blocked || li_ctx_status(ctx) != LI_OK;
}

static void add_fact(const li_states *W, li_way *way, li_expr e)
{
    if (way->b.facts < W->most && li_expr_kind(e) != LI_NUM)
        way->b.fact[way->b.facts++] = e;
}

static void add_pivot(const li_states *W, li_way *way, li_expr e)
{
    if (way->b.pivots < W->most && li_expr_kind(e) != LI_NUM)
        way->b.pivot[way->b.pivots++] = e;
}

/* x = value from now on, also in what was eliminated before. False if no state is left. */
static bool eliminate(li_states *W, li_way *way, li_expr x, li_expr value)
{
    li_ctx *ctx = W->ctx;

    if (way->b.len == W->most)
        return false;
    li_expr_subst_all(ctx, way->b.len, way->b.to, 1, &x, &value);
    li_branch_put(&way->b, x, value);
    way->used++;
    for (size_t i = 0; i < way->b.pivots && li_ctx_status(ctx) == LI_OK; i++) {
        li_expr c = li_expr_subst(ctx, way->b.pivot[i], 1, &x, &value);
        if (c != way->b.pivot[i] && li_exact_is_zero(ctx, c) == LI_YES)
            return false;
        way->b.pivot[i] = c;
    }
    for (size_t i = 0; i < way->b.facts && li_ctx_status(ctx) == LI_OK; i++) {
        li_expr f = li_expr_subst(ctx, way->b.fact[i], 1, &x, &value);
        if (f != way->b.fact[i] && li_exact_sign(ctx, f) == -1)
            return false;
        way->b.fact[i] = f;
    }
    return !is_blocked(ctx);
}

/* ---- how a relation is solved ---- */

typedef enum { NOTHING, LINEAR, QUADRATIC, ANGLE } choice_kind;
typedef struct {
    choice_kind kind;
    size_t  cost;
    li_expr x, pivot, rest;            /* a = pivot x + rest; the pivot of the others */
    li_expr value[2], fact;            /* one value, or two with fact >= 0 */
} choice;

/* a = pivot x + rest with pivot free of x: how much it costs to solve for x */
static void try_linear(li_ctx *ctx, choice *best, li_expr a, li_expr x)
{
    li_expr pivot, rest;

    if (!li_expr_contains(ctx, a, x) || li_exact_affine(ctx, a, 1, &x, &pivot, &rest) != LI_YES)
        return;
    pivot = li_exact_simplify(ctx, pivot);
    size_t cost = li_expr_kind(pivot) == LI_NUM ? 0 : 1 + li_exact_cost(ctx, pivot);
    if (cost >= best->cost || li_exact_is_zero(ctx, pivot) != LI_NO)
        return;
    li_expr value = li_exact_simplify(ctx, li_expr_neg(ctx, li_expr_div(ctx, rest, pivot)));
    *best = (choice){ LINEAR, cost, x, pivot, rest, { value, NULL }, NULL };
}

/* a = c2 x^2 + c1 x + c0:  x = (-c1 +- sqrt(c1^2 - 4 c2 c0))/(2 c2) */
static void try_square(li_ctx *ctx, choice *best, li_expr a, li_expr x)
{
    size_t degree;
    li_expr *c;

    if (!li_expr_contains(ctx, a, x) || li_exact_numerator(ctx, a, x, &degree, &c) != LI_OK || degree != 2)
        return;
    li_expr half = li_exact_simplify(ctx, li_expr_div(ctx, c[1], li_expr_mul(ctx, li_expr_int(ctx, -2), c[2])));
    li_expr R = li_expr_sub(ctx, li_expr_power(ctx, half, 2), li_expr_div(ctx, c[0], c[2]));
    R = li_exact_simplify(ctx, R);
    size_t cost = SQUARE + li_exact_cost(ctx, R) + li_exact_cost(ctx, half);
    if (li_ctx_status(ctx) != LI_OK || cost >= best->cost)
        return;
    li_expr root = li_expr_sqrt(ctx, R);
    *best = (choice){ QUADRATIC, cost, x, c[2], NULL, { li_expr_add(ctx, half, root), li_expr_sub(ctx, half, root) }, R };
}

/* S = sin x, C = cos x:  a = cs S + cc C + c0 */
static void try_angle(li_ctx *ctx, choice *best, li_expr a, li_expr x)
{
    li_expr from[2] = { li_expr_apply(ctx, LI_SIN, x), li_expr_apply(ctx, LI_COS, x) }, c[2], c0;
    li_expr to[2] = { li_expr_fresh(ctx, "S", LI_GENERATOR), li_expr_fresh(ctx, "C", LI_GENERATOR) };

    if (!li_expr_contains(ctx, a, x) || best->cost < TURN)
        return;
    a = li_expr_subst(ctx, a, 2, from, to);
    if (li_expr_contains(ctx, a, x) || li_exact_affine(ctx, a, 2, to, c, &c0) != LI_YES)
        return;
    li_truth no_sine = li_exact_is_zero(ctx, c[0]), no_cosine = li_exact_is_zero(ctx, c[1]);
    if ((no_sine == LI_YES && no_cosine == LI_YES) || no_sine == LI_UNKNOWN || no_cosine == LI_UNKNOWN)
        return;
    li_expr one = li_expr_int(ctx, 1), pi = li_expr_pi(ctx), size2 = li_expr_add(ctx, li_expr_power(ctx, c[0], 2), li_expr_power(ctx, c[1], 2));
    li_expr size = no_cosine == LI_YES ? c[0] : no_sine == LI_YES ? c[1] : li_expr_sqrt(ctx, size2);
    li_expr E = li_exact_simplify(ctx, li_expr_neg(ctx, li_expr_div(ctx, c0, size)));
    li_expr fact = li_exact_simplify(ctx, li_expr_sub(ctx, one, li_expr_power(ctx, E, 2)));
    size_t cost = TURN + li_exact_cost(ctx, E);
    if (li_ctx_status(ctx) != LI_OK || cost >= best->cost)
        return;
    *best = (choice){ .kind = ANGLE, .cost = cost, .x = x, .pivot = size, .fact = fact };
    if (no_cosine == LI_YES) {
        best->value[0] = li_expr_apply(ctx, LI_ASIN, E);
        best->value[1] = li_expr_sub(ctx, pi, best->value[0]);
        return;
    }
    li_expr middle = no_sine == LI_YES ? li_expr_int(ctx, 0) : li_expr_apply2(ctx, LI_ATAN2, c[0], c[1]), acos = li_expr_apply(ctx, LI_ACOS, E);
    best->value[0] = li_expr_add(ctx, middle, acos);
    best->value[1] = li_expr_sub(ctx, middle, acos);
}

/* May it be 0 at a real state, the parameters being general? */
static bool may_vanish(li_ctx *ctx, li_expr a)
{
    li_expr x;

    if (li_expr_symbols(ctx, 1, &a, LI_TIME, LI_ACCELERATION, &x, 1) == 0)
        return false;
    int sign = li_exact_sign(ctx, a);
    return sign == 0 || sign == 2;
}

/* ---- for which quantity ---- */

static size_t those_in(li_ctx *ctx, li_expr a, size_t n, const li_expr *all, li_expr *x)
{
    size_t found = 0;
    for (size_t i = 0; i < n && found < SYMBOLS; i++)
        if (li_expr_contains(ctx, a, all[i]))
            x[found++] = all[i];
    return found;
}

/* The symbols of a, of the kind that a relation like this determines first; 0: it speaks of nothing that a motion could obey. */
static size_t candidates(const li_states *W, li_says kind, li_expr a, li_expr *x)
{
    size_t n = 0;

    if (kind == LI_SAYS_REACTION)
        return li_expr_symbols(W->ctx, 1, &a, LI_MULTIPLIER, LI_MULTIPLIER, x, SYMBOLS);
    if (kind != LI_SAYS_POSITION)
        n = those_in(W->ctx, a, W->n, W->w, x);
    if (n == 0)
        n = those_in(W->ctx, a, W->S->coords, W->S->q, x);
    if (n > 0)
        return n;
    bool time = li_expr_contains(W->ctx, a, W->S->t);
    if (time && W->placed)
        x[n++] = W->S->t;
    else if (!time)
        n = li_expr_symbols(W->ctx, 1, &a, LI_PARAMETER, LI_PARAMETER, x, SYMBOLS);
    return n < SYMBOLS ? n : SYMBOLS;
}

static bool contains_any(li_ctx *ctx, li_expr a, size_t n, const li_expr *x)
{
    size_t i = 0;
    while (i < n && !li_expr_contains(ctx, a, x[i]))
        i++;
    return i < n;
}

static bool has_multiplier(li_ctx *ctx, li_expr a)
{
    li_expr x;
    return li_expr_symbols(ctx, 1, &a, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0;
}

/* ---- the cases of a relation ---- */

static void go_on(li_states *W, const li_way *way, size_t n, const li_saying *saying, size_t more, const li_saying *first);

/* Both pivot and rest 0 instead: a component only if it takes no more quantities than there are relations. */
static void try_without_pivot(li_states *W, const li_way *way, const choice *c, li_says kind, size_t n, const li_saying *saying)
{
    li_saying both[2] = { { kind, c->pivot }, { kind, c->kind == LINEAR ? c->rest : li_expr_int(W->ctx, 0) } };

    if (c->kind == LINEAR && (kind == LI_SAYS_POSITION || kind == LI_SAYS_VELOCITY || kind == LI_SAYS_PLACE) &&
        li_expr_kind(c->pivot) != LI_NUM && way->used + 2 <= W->total && may_vanish(W->ctx, c->pivot))
        go_on(W, way, n, saying, 2, both);
}

static void take(li_states *W, const li_way *from, const choice *c, li_expr value, size_t n, const li_saying *saying)
{
    li_way way;

    if (!li_way_copy(W, &way, from))
        return;
    way.depth = 0;
    add_pivot(W, &way, c->pivot);
    if (c->fact != NULL)
        add_fact(W, &way, c->fact);
    if (eliminate(W, &way, c->x, value))
        li_states_descend(W, &way, n, saying);
}

static void use_choice(li_states *W, const li_way *way, const choice *c, li_says kind, size_t n, const li_saying *saying)
{
    li_ctx *ctx = W->ctx;

    if (c->fact != NULL && li_exact_sign(ctx, c->fact) == -1)
        return;
    if (c->fact != NULL && li_exact_is_nonnegative(ctx, li_expr_neg(ctx, c->fact))) {      /* a sum of squares: all are 0 */
        li_expr twice = li_expr_add(ctx, c->value[0], c->value[1]), middle = li_expr_div(ctx, twice, li_expr_int(ctx, 2));
        li_saying both[2] = { { kind, c->fact }, { kind, li_expr_sub(ctx, c->x, middle) } };
        li_way real;
        if (li_way_copy(W, &real, way)) {
            real.used--;                       /* one relation for complex states is two for real ones */
            go_on(W, &real, n, saying, 2, both);
        }
        return;
    }
    take(W, way, c, c->value[0], n, saying);
    if (c->value[1] != NULL)
        take(W, way, c, c->value[1], n, saying);
    try_without_pivot(W, way, c, kind, n, saying);
}

/* A square root or absolute value r in a that contains an x, with a = c r + c0 otherwise free of r: r = C, C >= 0, and
 * r^2 = C^2 says it without r. */
static bool isolate_root(li_states *W, const li_way *from, li_expr a, size_t nx, const li_expr *x, li_saying *out, li_way *way)
{
    li_ctx *ctx = W->ctx;
    li_list list;
    bool found = false;

    if (from->depth == DEPTH || li_list_init(ctx, &list, 1, &a, false) != LI_OK)
        return false;
    for (size_t i = list.len; i-- > 0 && !found;) {
        li_expr r = list.e[i], R = li_expr_fresh(ctx, "R", LI_GENERATOR), c, c0;
        bool root = li_expr_kind(r) == LI_ROOT && li_expr_order(r) == 2;
        if ((!root && li_expr_kind(r) != LI_ABS) || !contains_any(ctx, r, nx, x))
            continue;
        if (li_exact_affine(ctx, li_expr_subst(ctx, a, 1, &r, &R), 1, &R, &c, &c0) != LI_YES || li_exact_is_zero(ctx, c) != LI_NO)
            continue;
        li_expr C = li_exact_simplify(ctx, li_expr_neg(ctx, li_expr_div(ctx, c0, c))), inside = li_expr_arg(r, 0);
        out->a = li_expr_sub(ctx, root ? inside : li_expr_power(ctx, inside, 2), li_expr_power(ctx, C, 2));
        found = li_exact_sign(ctx, C) != -1 && li_way_copy(W, way, from);
        if (found) {
            way->depth++;
            add_fact(W, way, C);
            add_pivot(W, way, c);
        }
    }
    li_list_clear(ctx, &list);
    return found;
}

/* Where a reaction enters its own law, or a law is not solved for it, a parameter in which the relation is linear stands for
 * it; a drive that no multiplier balances lets nothing move. */
static void use_reaction(li_states *W, choice *best, li_expr a)
{
    li_expr x[SYMBOLS];
    size_t n = has_multiplier(W->ctx, a) ? li_expr_symbols(W->ctx, 1, &a, LI_PARAMETER, LI_PARAMETER, x, SYMBOLS) : 0;

    for (size_t i = 0; i < n && i < SYMBOLS; i++)
        try_linear(W->ctx, best, a, x[i]);
}

/* A factor without velocities of a relation between velocities: a motion that keeps it 0 is at a position with a rate. */
static bool use_as_position(li_states *W, const li_way *from, li_says kind, li_expr a, size_t n, const li_saying *saying)
{
    li_saying both[2] = { { LI_SAYS_POSITION, a }, { LI_SAYS_RATE, li_motion_ddt(W->ctx, W->S, a) } };
    li_way way;

    if (kind != LI_SAYS_VELOCITY || W->placed || contains_any(W->ctx, a, W->n, W->w) || !contains_any(W->ctx, a, W->S->n, W->S->q))
        return false;
    if (li_way_copy(W, &way, from)) {
        way.used--;                            /* two relations instead of one */
        go_on(W, &way, n, saying, 2, both);
    }
    return true;
}

/* One case: the factor a of a relation is 0. */
static void use_factor(li_states *W, const li_way *way, li_says kind, li_expr a, size_t n, const li_saying *saying)
{
    li_ctx *ctx = W->ctx;
    li_expr x[SYMBOLS];
    size_t nx = candidates(W, kind, a, x);
    choice best = { .cost = SIZE_MAX };
    li_way next;
    li_saying isolated = { kind, a };

    if (use_as_position(W, way, kind, a, n, saying))
        return;
    for (size_t i = 0; i < nx; i++)
        try_linear(ctx, &best, a, x[i]);
    for (size_t i = 0; i < nx && best.kind != LINEAR; i++)
        try_square(ctx, &best, a, x[i]);
    for (size_t i = 0; i < nx && best.kind == NOTHING; i++)
        try_angle(ctx, &best, a, x[i]);
    if (best.kind == NOTHING && kind == LI_SAYS_REACTION)
        use_reaction(W, &best, a);
    if (is_blocked(ctx))
        return;
    if (best.kind != NOTHING) {
        use_choice(W, way, &best, kind, n, saying);
        return;
    }
    if (isolate_root(W, way, a, nx, x, &isolated, &next)) {
        go_on(W, &next, n, saying, 1, &isolated);
        return;
    }
    if (nx == 0 && !W->placed && kind != LI_SAYS_REACTION)
        return;                                /* it speaks of time alone: no motion obeys it for long */
    if (!li_way_copy(W, &next, way))
        return;
    next.b.unused = true;
    next.idle |= kind == LI_SAYS_REACTION && !has_multiplier(ctx, a);
    li_states_descend(W, &next, n, saying);
}

/* `more` relations before the n others */
static void go_on(li_states *W, const li_way *way, size_t n, const li_saying *saying, size_t more, const li_saying *first)
{
    li_saying *all = li_alloc(W->ctx, (n + more + 1) * sizeof *all);

    if (all == NULL)
        return;
    for (size_t i = 0; i < n + more; i++)
        all[i] = i < more ? first[i] : saying[i - more];
    li_states_descend(W, way, n + more, all);
}

/* The factors that are cases: of the rate of a position those that contain velocities, where there are any (the others are
 * singular positions); of what determines multipliers those that contain some. */
static bool is_case(const li_states *W, li_says kind, bool any, li_expr f)
{
    li_expr x[SYMBOLS];

    if (!any || (kind != LI_SAYS_RATE && kind != LI_SAYS_REACTION))
        return true;
    return kind == LI_SAYS_RATE ? contains_any(W->ctx, f, W->n, W->w) : candidates(W, kind, f, x) > 0;
}

static void use_relation(li_states *W, const li_way *way, li_says kind, li_expr a, size_t n, const li_saying *saying)
{
    size_t len;
    li_expr *f, x[SYMBOLS];
    bool any = kind == LI_SAYS_RATE ? contains_any(W->ctx, a, W->n, W->w) : candidates(W, kind, a, x) > 0;

    if (li_exact_factors(W->ctx, a, &len, &f) != LI_OK) {
        if (!is_blocked(W->ctx))
            use_factor(W, way, kind, a, n, saying);
        return;
    }
    size_t degree;
    li_expr *c;
    bool whole = len == 1 && (candidates(W, kind, a, x) == 0 || li_exact_numerator(W->ctx, a, x[0], &degree, &c) != LI_OK || degree == 1);
    bool state = false;                        /* else the relation speaks of parameters alone */
    for (size_t i = 0; i < len && !state; i++)
        state = may_vanish(W->ctx, f[i]);
    for (size_t i = 0; i < len && li_ctx_status(W->ctx) == LI_OK; i++) {
        int sign = li_exact_sign(W->ctx, f[i]);
        if (sign != 1 && sign != -1 && (!state || may_vanish(W->ctx, f[i])) && is_case(W, kind, any, f[i]))
            use_factor(W, way, kind, whole ? a : f[i], n, saying);
    }
}

void li_states_descend(li_states *W, const li_way *way, size_t n, const li_saying *saying)
{
    li_ctx *ctx = W->ctx;
    li_way here;

    for (; n > 0 && li_ctx_status(ctx) == LI_OK; n--, saying++) {
        li_expr a = li_solution_apply(ctx, &way->b, saying->a);
        if (is_blocked(ctx))
            return;
        if (li_exact_is_zero(ctx, a) == LI_YES)
            continue;                          /* it follows from the others */
        if (way->used < W->total || saying->kind == LI_SAYS_REACTION)
            use_relation(W, way, saying->kind, a, n - 1, saying + 1);
        return;
    }
    if (li_ctx_status(ctx) == LI_OK && li_way_copy(W, &here, way))
        W->reached(W, &here);
}

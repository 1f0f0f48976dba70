/* tower.c - which generators do some expressions need? */
#include "tower.h"

#include <stdio.h>
#include <stdlib.h>

#include "combination.h"

/* ---- tables that grow ---- */

/* Where the symbol with this id stands in the table, or would stand. */
static size_t place_of(const li_tower *t, uint32_t id)
{
    size_t k = (size_t)li_hash_mix(id, 0) & (t->places - 1);
    while (t->place[k] != 0 && li_expr_id(t->gen[t->place[k] - 1].symbol) != id)
        k = (k + 1) & (t->places - 1);
    return k;
}

static bool grow_places(li_tower *t)
{
    size_t places = t->places == 0 ? 64 : 2 * t->places, *table = li_new(t->ctx, places, sizeof *table);
    if (table == NULL)
        return false;
    li_drop(t->ctx, t->place);
    t->place = table;
    t->places = places;
    for (size_t g = 0; g < t->len; g++)
        t->place[place_of(t, li_expr_id(t->gen[g].symbol))] = g + 1;
    return true;
}

size_t li_tower_generator(const li_tower *t, li_expr symbol)
{
    size_t at = t->places == 0 ? 0 : t->place[place_of(t, li_expr_id(symbol))];
    return at == 0 ? SIZE_MAX : at - 1;
}

static int add_generator(li_tower *t, li_kind kind, li_expr symbol, li_expr meaning)
{
    if (t->len == t->cap) {
        size_t cap = 2 * t->cap + 16;
        struct generator *gen = li_grow(t->ctx, t->gen, cap, sizeof *gen);
        if (gen == NULL)
            return -1;
        t->gen = gen;
        t->cap = cap;
    }
    if (symbol == NULL) {                 /* the same names in every tower: no node is made twice */
        char name[32];
        snprintf(name, sizeof name, "~g%zu", t->len);
        symbol = li_expr_symbol(t->ctx, name, LI_GENERATOR);
    }
    if (li_ctx_status(t->ctx) != LI_OK || (2 * (t->len + 1) > t->places && !grow_places(t)))
        return -1;
    t->gen[t->len] = (struct generator){ .kind = kind, .symbol = symbol, .meaning = meaning };
    t->place[place_of(t, li_expr_id(symbol))] = t->len + 1;
    return (int)t->len++;
}

/* ---- the functions met where a rational expression ends ---- */

static bool is_rational_node(li_expr e)
{
    return li_expr_kind(e) == LI_SUM || li_expr_kind(e) == LI_MON || li_expr_kind(e) == LI_NUM;
}

/* Roots and absolute values are opened: their relations are rational in what is inside. */
static bool is_open(li_expr e) { return is_rational_node(e) || li_expr_kind(e) == LI_ROOT || li_expr_kind(e) == LI_ABS; }

/* What is known of a node on the way, by its place in the list. */
struct mark {
    bool seen, number;         /* number: an algebraic number, as far as this room knows them */
    li_expr image;             /* the rational expression that replaces it */
    ulong order;               /* of a radicand: the least common order of its roots */
    size_t argument;           /* of an argument: its number, from 1 */
    int generator;             /* of a radicand: its root, from 1 */
};

/* The nodes below some expressions, not looking into closed functions, in order of id. */
struct walk {
    li_tower *t;
    li_list list;              /* all nodes below, closed functions too: gives every node a place */
    struct mark *mark;
    li_expr *e;
    size_t len;
};

static struct mark *mark_of(const struct walk *w, li_expr e) { return &w->mark[li_list_index(&w->list, e)]; }

static int by_id(const void *a, const void *b)
{
    uint32_t x = li_expr_id(*(const li_expr *)a), y = li_expr_id(*(const li_expr *)b);
    return (x > y) - (x < y);
}

static void see(struct walk *w, li_expr e)
{
    struct mark *m = mark_of(w, e);
    if (!m->seen)
        w->e[w->len++] = e;
    m->seen = true;
}

static void walk_open(li_tower *t, struct walk *w, size_t n, const li_expr *e)
{
    *w = (struct walk){ .t = t };
    if (li_list_init(t->ctx, &w->list, n, e, true) != LI_OK)
        return;
    w->mark = li_new(t->ctx, w->list.len + 1, sizeof *w->mark);
    w->e = li_new(t->ctx, w->list.len + 1, sizeof *w->e);
    if (w->mark == NULL || w->e == NULL)
        return;
    for (size_t i = 0; i < n; i++)
        see(w, e[i]);
    for (size_t done = 0; done < w->len; done++)
        for (size_t k = 0; is_open(w->e[done]) && k < li_expr_len(w->e[done]); k++)
            see(w, li_expr_arg(w->e[done], k));
    if (w->len > 1)
        qsort(w->e, w->len, sizeof *w->e, by_id);
}

static void clear_walk(struct walk *w)
{
    li_drop(w->t->ctx, w->mark);
    li_drop(w->t->ctx, w->e);
    li_list_clear(w->t->ctx, &w->list);
}

/* ---- angles and exponents ---- */

static bool is_multiple_of_pi(li_expr a)
{
    return li_expr_kind(a) == LI_PI || (li_expr_kind(a) == LI_SUM && li_expr_len(a) == 1 && li_expr_kind(li_expr_arg(a, 0)) == LI_PI && li_rational_is_zero(li_expr_number(a)));
}

static bool is_angle(li_expr e) { return (li_expr_kind(e) == LI_SIN || li_expr_kind(e) == LI_COS) && !is_multiple_of_pi(li_expr_arg(e, 0)); }
static bool is_exponential(li_expr e) { return li_expr_kind(e) == LI_EXP; }

/* The distinct arguments of the functions `wanted`, numbered in their marks; returns how many. */
static size_t collect_arguments(struct walk *w, bool (*wanted)(li_expr), li_expr *out)
{
    size_t n = 0;
    for (size_t i = 0; i < w->len; i++) {
        if (!wanted(w->e[i]))
            continue;
        struct mark *m = mark_of(w, li_expr_arg(w->e[i], 0));
        if (m->argument == 0) {
            out[n++] = li_expr_arg(w->e[i], 0);
            m->argument = n;
        }
    }
    return n;
}

/* The numbers go, for the next kind of function. */
static void forget_arguments(struct walk *w, size_t n, const li_expr *a)
{
    for (size_t j = 0; j < n; j++)
        mark_of(w, a[j])->argument = 0;
}

/* (sin, cos) of a_j = sum_i k_i b_i, the cosines of the b_i being every second generator from `first` */
static struct turn combine_turns(li_tower *t, const li_combination *c, size_t j, size_t first)
{
    struct turn out = li_turn_none(t->ctx);
    for (size_t i = c->first[j]; i < c->first[j] + c->count[j]; i++) {
        const struct generator *cosine = &t->gen[first + 2 * c->term[i].base];
        struct turn b = { cosine[1].symbol, cosine[0].symbol };
        out = li_turn_add(t->ctx, out, li_turn_multiply(t->ctx, b, c->term[i].k));
    }
    return out;
}

static bool add_angle(li_tower *t, li_expr b)
{
    li_ctx *ctx = t->ctx;
    int c = add_generator(t, LI_COS, NULL, li_expr_apply(ctx, LI_COS, b));
    int s = add_generator(t, LI_SIN, NULL, li_expr_apply(ctx, LI_SIN, b));
    if (c < 0 || s < 0)
        return false;
    t->gen[s].degree = 2;
    t->gen[s].relation = li_expr_sub(ctx, li_expr_int(ctx, 1), li_expr_power(ctx, t->gen[c].symbol, 2));
    return true;
}

static void angle_generators(struct walk *w)
{
    li_tower *t = w->t;
    li_combination c = { 0 };
    li_expr *a = li_new(t->ctx, w->len + 1, sizeof *a);
    size_t n = a == NULL ? 0 : collect_arguments(w, is_angle, a), first = t->len;

    if (n > 0 && li_combination_init(t->ctx, &c, n, a) == LI_OK && !c.over) {
        bool ok = true;
        for (size_t i = 0; i < c.bases && ok; i++)
            ok = add_angle(t, c.base[i]);
        for (size_t i = 0; i < w->len && ok; i++) {
            if (!is_angle(w->e[i]))
                continue;
            struct turn out = combine_turns(t, &c, mark_of(w, li_expr_arg(w->e[i], 0))->argument - 1, first);
            mark_of(w, w->e[i])->image = li_expr_kind(w->e[i]) == LI_SIN ? out.S : out.C;
        }
    }
    t->over |= c.over;
    forget_arguments(w, n, a);
    li_combination_clear(t->ctx, &c);
    li_drop(t->ctx, a);
}

/* exp(sum k_i b_i) = prod exp(b_i)^k_i */
static li_expr combine_powers(li_tower *t, const li_combination *c, size_t j, size_t first)
{
    li_expr image = li_expr_int(t->ctx, 1);
    for (size_t i = c->first[j]; i < c->first[j] + c->count[j]; i++)
        image = li_expr_mul(t->ctx, image, li_expr_power(t->ctx, t->gen[first + c->term[i].base].symbol, c->term[i].k));
    return image;
}

static void exponent_generators(struct walk *w)
{
    li_tower *t = w->t;
    li_combination c = { 0 };
    li_expr *a = li_new(t->ctx, w->len + 1, sizeof *a);
    size_t n = a == NULL ? 0 : collect_arguments(w, is_exponential, a), first = t->len;

    if (n > 0 && li_combination_init(t->ctx, &c, n, a) == LI_OK && !c.over) {
        bool ok = true;
        for (size_t i = 0; i < c.bases && ok; i++)
            ok = add_generator(t, LI_EXP, NULL, li_expr_apply(t->ctx, LI_EXP, c.base[i])) >= 0;
        for (size_t i = 0; i < w->len && ok; i++)
            if (is_exponential(w->e[i]))
                mark_of(w, w->e[i])->image = combine_powers(t, &c, mark_of(w, li_expr_arg(w->e[i], 0))->argument - 1, first);
    }
    t->over |= c.over;
    forget_arguments(w, n, a);
    li_combination_clear(t->ctx, &c);
    li_drop(t->ctx, a);
}

/* ---- cos(k pi/M), 0 < k/M < 1/2: one generator g = 2 cos(pi/M) for the least common M ---- */

static bool pi_fraction(li_expr a, int64_t *num, int64_t *den)
{
    li_rational c;
    bool ok = false;

    if (li_expr_kind(a) != LI_SUM || li_expr_len(a) != 1 || li_expr_kind(li_expr_arg(a, 0)) != LI_PI || !li_rational_is_zero(li_expr_number(a)))
        return false;
    li_rational_init(&c);
    for (*den = 1; *den <= 240 && !ok; ++*den) {
        li_rational_set_int(&c, *den, 1);
        li_rational_mul(&c, &c, li_expr_coef(a, 0));
        ok = li_rational_get_int(num, &c);
    }
    --*den;
    li_rational_clear(&c);
    return ok;
}

static void constant_generator(struct walk *w)
{
    int64_t M = 1, num, den;
    li_tower *t = w->t;
    li_ctx *ctx = t->ctx;

    for (size_t i = 0; i < w->len && M <= 240; i++)
        if (li_expr_kind(w->e[i]) == LI_COS && pi_fraction(li_expr_arg(w->e[i], 0), &num, &den))
            M = M * den / (int64_t)n_gcd((ulong)M, (ulong)den);
    if (M == 1 || M > 240)
        return;                          /* past that such cosines are generators of their own */
    li_expr two = li_expr_int(ctx, 2), angle = li_expr_div(ctx, li_expr_pi(ctx), li_expr_int(ctx, M));
    int g = add_generator(t, LI_COS, NULL, li_expr_mul(ctx, two, li_expr_apply(ctx, LI_COS, angle)));
    if (g < 0)
        return;
    fmpz_poly_t p;
    fmpz_poly_init(p);
    arb_fmpz_poly_cos_minpoly(p, (ulong)(2 * M));
    t->gen[g].constant = (int)M;
    t->gen[g].degree = (int)fmpz_poly_degree(p);
    fmpz_poly_clear(p);
    for (size_t i = 0; i < w->len; i++) {
        if (li_expr_kind(w->e[i]) != LI_COS || !pi_fraction(li_expr_arg(w->e[i], 0), &num, &den))
            continue;
        /* u_k = 2 cos(k pi/M):  u_0 = 2, u_1 = g, u_(k+1) = g u_k - u_(k-1) */
        li_expr u = two, next = t->gen[g].symbol;
        for (int64_t k = num * (M / den); k > 0; k--) {
            li_expr after = li_expr_sub(ctx, li_expr_mul(ctx, t->gen[g].symbol, next), u);
            u = next;
            next = after;
        }
        mark_of(w, w->e[i])->image = li_expr_div(ctx, u, two);
        mark_of(w, w->e[i])->number = true;
    }
}

/* ---- roots and all others ---- */

static void common_orders(struct walk *w)
{
    for (size_t i = 0; i < w->len; i++) {
        if (li_expr_kind(w->e[i]) != LI_ROOT)
            continue;
        struct mark *inside = mark_of(w, li_expr_arg(w->e[i], 0));
        ulong n = (ulong)li_expr_order(w->e[i]), L = inside->order == 0 ? 1 : inside->order;
        L = L / n_gcd(L, n) * n;
        inside->order = L > 1000 ? 1000 : L;
    }
}

/* a^(1/n) = g^(L/n), g^L = a; where no L is common to all roots of a, each is free */
static void root_generator(struct walk *w, li_expr e)
{
    li_tower *t = w->t;
    struct mark *inside = mark_of(w, li_expr_arg(e, 0)), *m = mark_of(w, e);
    int n = li_expr_order(e), L = (int)inside->order;
    bool common = L % n == 0;

    int g = common && inside->generator > 0 ? inside->generator - 1 : add_generator(t, LI_ROOT, NULL, common ? li_expr_root(t->ctx, li_expr_arg(e, 0), L) : e);
    if (g < 0)
        return;
    if (common) {
        inside->generator = g + 1;
        t->gen[g].degree = L;
        t->gen[g].relation = inside->image;
        t->gen[g].number = inside->number;
    }
    m->number = common && inside->number;
    m->image = li_expr_power(t->ctx, t->gen[g].symbol, common ? L / n : 1);
}

static void abs_generator(struct walk *w, li_expr e)
{
    li_tower *t = w->t;
    int g = add_generator(t, LI_ABS, NULL, e);
    if (g < 0)
        return;
    t->gen[g].degree = 2;
    t->gen[g].relation = li_expr_power(t->ctx, mark_of(w, li_expr_arg(e, 0))->image, 2);
    mark_of(w, e)->image = t->gen[g].symbol;
}

/* A sum or product over the images of its arguments. */
static void rational_image(struct walk *w, li_expr e)
{
    li_ctx *ctx = w->t->ctx;
    struct mark *m = mark_of(w, e);
    size_t n = li_expr_len(e);
    li_expr few[16], *arg = n <= 16 ? few : li_new(ctx, n, sizeof *arg);
    bool changed = false;

    m->number = true;
    for (size_t k = 0; arg != NULL && k < n; k++) {
        struct mark *below = mark_of(w, li_expr_arg(e, k));
        arg[k] = below->image;
        changed |= arg[k] != li_expr_arg(e, k);
        m->number &= below->number;
    }
    m->image = arg == NULL ? li_expr_undefined() : changed ? li_expr_rebuild(ctx, e, arg) : e;
    if (arg != few)
        li_drop(ctx, arg);
}

static void set_image(struct walk *w, li_expr e)
{
    struct mark *m = mark_of(w, e);
    int g;

    if (m->image != NULL)
        return;
    switch (li_expr_kind(e)) {
    case LI_SUM: case LI_MON: case LI_NUM:
        rational_image(w, e);
        return;
    case LI_ROOT:
        root_generator(w, e);
        return;
    case LI_ABS:
        abs_generator(w, e);
        return;
    default:
        g = add_generator(w->t, li_expr_kind(e), li_expr_kind(e) == LI_SYM || li_expr_kind(e) == LI_PI ? e : NULL, e);
        if (g >= 0)
            m->image = w->t->gen[g].symbol;
    }
}

li_status li_tower_init(li_ctx *ctx, li_tower *t, size_t n, li_expr *e)
{
    struct room *r = li_exact_room(ctx);
    struct walk w;

    *t = (li_tower){ .ctx = ctx, .budget = r == NULL ? 0 : r->budget };
    for (size_t i = 0; i < n; i++)
        e[i] = li_exact_canonical(ctx, e[i]);
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    walk_open(t, &w, n, e);
    if (li_ctx_status(ctx) == LI_OK) {
        li_exact_afford(r, w.list.len);
        angle_generators(&w);
        exponent_generators(&w);
        constant_generator(&w);
        common_orders(&w);
        for (size_t i = 0; i < w.len && li_ctx_status(ctx) == LI_OK && !t->over; i++)
            set_image(&w, w.e[i]);
        for (size_t i = 0; i < n && li_ctx_status(ctx) == LI_OK && !t->over; i++)
            e[i] = mark_of(&w, e[i])->image;
    }
    clear_walk(&w);
    return li_ctx_status(ctx);
}

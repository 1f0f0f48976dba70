/* order.c - terms and factors in the order of a reader */
#include <stdlib.h>

#include "node.h"

static int rank_of(const li_order *o, li_expr e) { return o->rank[li_list_index(&o->list, e)]; }

bool li_order_init(li_ctx *ctx, li_order *o, li_expr e)
{
    *o = (li_order){ 0 };
    if (li_list_init(ctx, &o->list, 1, &e, true) != LI_OK)
        return false;
    o->rank = li_new(ctx, o->list.len + 1, sizeof *o->rank);
    for (size_t i = 0; o->rank != NULL && i < o->list.len; i++) {
        li_expr node = o->list.e[i];
        bool named = li_expr_kind(node) == LI_SYM && li_expr_name(node)[0] != '~';      /* not a variable of integration */
        o->rank[i] = named ? (signed char)li_expr_class(node) : -1;
        for (size_t k = 0; k < li_expr_len(node); k++)
            if (rank_of(o, li_expr_arg(node, k)) > o->rank[i])
                o->rank[i] = (signed char)rank_of(o, li_expr_arg(node, k));
    }
    return o->rank != NULL;
}

void li_order_clear(li_ctx *ctx, li_order *o)
{
    li_drop(ctx, o->rank);
    li_list_clear(ctx, &o->list);
    *o = (li_order){ 0 };
}

/* ---- factors ---- by rank, f'(theta) before sin(theta), else as made */

static int by_rank(const void *a, const void *b)
{
    const li_factor *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    if ((x->e->kind == LI_FUN) != (y->e->kind == LI_FUN))
        return x->e->kind == LI_FUN ? -1 : 1;
    return (li_expr_id(x->e) > li_expr_id(y->e)) - (li_expr_id(x->e) < li_expr_id(y->e));
}

size_t li_order_tangent(li_expr e, size_t i)
{
    li_expr x = li_expr_arg(e, i);
    li_kind kind = li_expr_kind(x), other = kind == LI_SIN ? LI_COS : LI_SIN;
    size_t n = li_expr_len(e);

    for (size_t k = 0; n <= LI_FLAT && (kind == LI_SIN || kind == LI_COS) && k < n; k++) {
        li_expr y = li_expr_arg(e, k);
        if (li_expr_kind(y) == other && li_expr_arg(y, 0) == li_expr_arg(x, 0) && li_expr_exponent(e, k) == -li_expr_exponent(e, i))
            return k;
    }
    return n;
}

size_t li_order_factors(const li_order *o, li_factor *f, li_expr x)
{
    size_t n = 0, len = li_expr_len(x);

    if (li_expr_kind(x) != LI_MON) {
        f[0] = (li_factor){ x, 1, 0, false };
        return 1;
    }
    for (size_t i = 0; i < len; i++) {
        li_expr e = li_expr_arg(x, i);
        bool tangent = li_order_tangent(x, i) < len;
        if (!tangent || li_expr_exponent(x, i) > 0)
            f[n++] = (li_factor){ e, li_expr_exponent(x, i), rank_of(o, e), tangent };
    }
    qsort(f, n, sizeof *f, by_rank);
    return n;
}

/* ---- terms ---- accelerations before velocities before multipliers, each kind in the order in which its symbols
 * were made; then parameters, the lower degrees first, before coordinates; else as made */

struct term { size_t at; uint32_t id, first; int rank, degree; };

static int by_reader(const void *a, const void *b)
{
    const struct term *x = a, *y = b;
    int moving = LI_MULTIPLIER;

    if (x->rank != y->rank)
        return (x->rank > y->rank) == (x->rank >= moving || y->rank >= moving) ? -1 : 1;
    if (x->degree != y->degree)
        return x->degree < y->degree ? -1 : 1;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

static int degree_of(li_expr x)
{
    int degree = 0;
    for (size_t i = 0; li_expr_kind(x) == LI_MON && i < li_expr_len(x); i++)
        degree += abs(li_expr_exponent(x, i));
    return li_expr_kind(x) == LI_MON ? degree : 1;
}

/* The first of the factors of x with the rank of x, for x that moves; else 0. */
static uint32_t first_factor(const li_order *o, li_expr x, int rank)
{
    uint32_t first = UINT32_MAX;

    if (rank < LI_MULTIPLIER)
        return 0;
    if (li_expr_kind(x) != LI_MON)
        return li_expr_id(x);
    for (size_t i = 0; i < li_expr_len(x); i++)
        if (rank_of(o, li_expr_arg(x, i)) == rank && li_expr_id(li_expr_arg(x, i)) < first)
            first = li_expr_id(li_expr_arg(x, i));
    return first;
}

bool li_order_terms(li_ctx *ctx, const li_order *o, size_t *at, li_expr e)
{
    size_t n = li_expr_len(e);
    struct term *t = li_new(ctx, n + 1, sizeof *t);

    if (t == NULL)
        return false;
    for (size_t i = 0; i < n; i++) {
        li_expr x = li_expr_arg(e, i);
        int rank = rank_of(o, x);
        t[i] = (struct term){ i, li_expr_id(x), first_factor(o, x, rank), rank, rank == LI_PARAMETER ? degree_of(x) : 0 };
    }
    qsort(t, n, sizeof *t, by_reader);
    for (size_t i = 0; i < n; i++)
        at[i] = t[i].at;
    li_drop(ctx, t);
    return true;
}

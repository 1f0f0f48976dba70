/* combination.c - the arguments of sin and cos (or of exp) over a basis of theirs */
#include "combination.h"

#include <stdlib.h>

#include "lattice.h"

enum { MULTIPLES = 4096, LARGEST = 300 };      /* |k| in sin(k x); arguments of one component */

/* The terms have places: that of their node in the list, and the last for the number 1. */
struct parts {
    li_ctx *ctx;
    size_t n;
    const li_expr *a;
    li_list list;
    size_t *parent;            /* union-find over the places */
    size_t *column;            /* of a place in the matrix of its component, from 1 */
    struct member { size_t root, j; } *member;       /* arguments sorted by component */
};

static size_t terms_of(li_expr a) { return li_expr_kind(a) == LI_SUM ? li_expr_len(a) + !li_rational_is_zero(li_expr_number(a)) : 1; }

/* The place of the i-th term of a, and its coefficient. */
static size_t place_of(const struct parts *p, li_expr a, size_t i, const li_rational **c)
{
    if (li_expr_kind(a) == LI_SUM && i < li_expr_len(a)) {
        *c = li_expr_coef(a, i);
        return li_list_index(&p->list, li_expr_arg(a, i));
    }
    *c = li_expr_kind(a) == LI_SUM || li_expr_kind(a) == LI_NUM ? li_expr_number(a) : NULL;      /* NULL: 1 */
    return *c != NULL ? p->list.len : li_list_index(&p->list, a);
}

static size_t root_of(size_t *parent, size_t x)
{
    while (parent[x] != x)
        x = parent[x] = parent[parent[x]];
    return x;
}

static int by_component(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    return x->root != y->root ? (x->root > y->root) - (x->root < y->root) : (x->j > y->j) - (x->j < y->j);
}

/* A component is known by the place of its first argument's first term. */
static void find_components(struct parts *p)
{
    const li_rational *c;
    for (size_t i = 0; i <= p->list.len; i++)
        p->parent[i] = i;
    for (size_t j = 0; j < p->n; j++) {
        size_t first = place_of(p, p->a[j], 0, &c);
        for (size_t i = 1; i < terms_of(p->a[j]); i++) {
            size_t x = root_of(p->parent, first), y = root_of(p->parent, place_of(p, p->a[j], i, &c));
            p->parent[x > y ? x : y] = x > y ? y : x;
        }
    }
    for (size_t j = 0; j < p->n; j++)
        p->member[j] = (struct member){ root_of(p->parent, place_of(p, p->a[j], 0, &c)), j };
    qsort(p->member, p->n, sizeof *p->member, by_component);
}

static bool put_term(li_ctx *ctx, li_combination *c, size_t base, int64_t k)
{
    if (c->len == c->cap) {
        size_t cap = 2 * c->cap + 16;
        void *term = li_grow(ctx, c->term, cap, sizeof *c->term);
        if (term == NULL)
            return false;
        c->term = term;
        c->cap = cap;
    }
    c->term[c->len].base = base;
    c->term[c->len++].k = k;
    return true;
}

/* The arguments m[0..n-1] as rows over the terms of the component. */
static void set_rows(struct parts *p, fmpq_mat_t v, const struct member *m, size_t n)
{
    const li_rational *c;
    size_t columns = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < terms_of(p->a[m[i].j]); k++) {
            size_t place = place_of(p, p->a[m[i].j], k, &c);
            if (p->column[place] == 0)
                p->column[place] = ++columns;
        }
    fmpq_mat_init(v, (slong)n, (slong)columns);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < terms_of(p->a[m[i].j]); k++) {
            fmpq *entry = fmpq_mat_entry(v, (slong)i, (slong)p->column[place_of(p, p->a[m[i].j], k, &c)] - 1);
            if (c == NULL)
                fmpq_set_si(entry, 1, 1);
            else
                fmpq_set(entry, li_fmpq_const(c));
        }
}

static li_expr divided(li_ctx *ctx, li_expr a, const fmpz_t d)
{
    li_rational c;
    if (fmpz_is_one(d))
        return a;
    li_rational_init(&c);
    fmpz_one(fmpq_numref(li_fmpq(&c)));
    fmpz_set(fmpq_denref(li_fmpq(&c)), d);
    li_expr e = li_expr_expand(ctx, li_expr_scale(ctx, &c, a), 10000);
    li_rational_clear(&c);
    return e;
}

/* The lattice of one component. */
static void add_component(struct parts *p, li_combination *c, const struct member *m, size_t n)
{
    li_lattice L;
    fmpq_mat_t v;

    set_rows(p, v, m, n);
    li_lattice_init(&L, v);
    size_t first = c->bases;
    for (slong i = 0; i < L.rank; i++)
        c->base[c->bases++] = divided(p->ctx, p->a[m[L.pick[i]].j], L.d + i);
    for (size_t j = 0; j < n; j++) {
        c->first[m[j].j] = c->len;
        for (slong i = 0; i < L.rank; i++) {
            const fmpz *k = fmpz_mat_entry(L.k, (slong)j, i);
            if (fmpz_cmp_si(k, MULTIPLES) > 0 || fmpz_cmp_si(k, -MULTIPLES) < 0)
                c->over = true;
            else if (!fmpz_is_zero(k))
                put_term(p->ctx, c, first + (size_t)i, fmpz_get_si(k));
        }
        c->count[m[j].j] = c->len - c->first[m[j].j];
    }
    li_lattice_clear(&L);
    fmpq_mat_clear(v);
}

li_status li_combination_init(li_ctx *ctx, li_combination *c, size_t n, const li_expr *a)
{
    struct parts p = { .ctx = ctx, .n = n, .a = a };

    *c = (li_combination){ .n = n };
    if (li_list_init(ctx, &p.list, n, a, true) == LI_OK) {
        p.parent = li_new(ctx, p.list.len + 1, sizeof *p.parent);
        p.column = li_new(ctx, p.list.len + 1, sizeof *p.column);
        p.member = li_new(ctx, n + 1, sizeof *p.member);
        c->first = li_new(ctx, n + 1, sizeof *c->first);
        c->count = li_new(ctx, n + 1, sizeof *c->count);
        c->base = li_new(ctx, n + 1, sizeof *c->base);
    }
    if (li_ctx_status(ctx) == LI_OK) {
        find_components(&p);
        for (size_t i = 0, end; i < n && li_ctx_status(ctx) == LI_OK; i = end) {
            for (end = i + 1; end < n && p.member[end].root == p.member[i].root; end++)
                continue;
            c->over |= end - i > LARGEST;
            if (!c->over)
                add_component(&p, c, p.member + i, end - i);
        }
    }
    li_drop(ctx, p.parent);
    li_drop(ctx, p.column);
    li_drop(ctx, p.member);
    li_list_clear(ctx, &p.list);
    return li_ctx_status(ctx);
}

void li_combination_clear(li_ctx *ctx, li_combination *c)
{
    li_drop(ctx, c->first);
    li_drop(ctx, c->count);
    li_drop(ctx, c->term);
    li_drop(ctx, c->base);
    *c = (li_combination){ 0 };
}

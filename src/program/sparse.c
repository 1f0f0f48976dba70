/* sparse.c - in which order the unknowns of a sparse symmetric system are eliminated, and what that fills in
 *
 * Minimum degree: the unknown next to the fewest others goes first. Eliminating it makes its neighbours each other's. */
#include <stdlib.h>
#include <string.h>

#include "sparse.h"

typedef struct { size_t len; uint32_t *i; } set;             /* increasing */

typedef struct {
    li_ctx   *ctx;
    size_t    n, work, most;
    set      *next;              /* neighbours; of what is eliminated: those it had then */
    set      *entry;             /* neighbours in A */
    bool     *square, *done;     /* has a diagonal entry; is eliminated */
    size_t   *waits;             /* of a row without diagonal entry: unknowns in it that are not eliminated */
    uint32_t *order, *number;    /* inverse to each other */
    uint32_t *merged;
} elimination;

/* What a dense elimination costs, and what a number of a sparse one does: in products of a dense one. Without a positive definite matrix
 * the dense one looks for pivots, and is LU. */
enum { SMALL = 12, SMALL_BORDERED = 4, UPDATE = 3, PIVOT = 12, LU = 6 };

static size_t dense_work(size_t n, bool bordered)
{
    size_t products = n * n * n / 6 + n * n;
    return n < (bordered ? SMALL_BORDERED : SMALL) ? 0 : bordered ? LU * products : products;
}

/* ---- sets ---- */

static bool set_copy(li_ctx *ctx, set *to, size_t len, const uint32_t *i)
{
    uint32_t *copy = li_new(ctx, len + 1, sizeof *copy);

    if (copy == NULL)
        return false;
    memcpy(copy, i, len * sizeof *copy);
    li_drop(ctx, to->i);
    *to = (set){ len, copy };
    return true;
}

/* next_i = next_i + next_k - i - k */
static bool join(elimination *E, uint32_t i, uint32_t k)
{
    const set *a = &E->next[i], *b = &E->next[k];
    size_t len = 0;

    for (size_t p = 0, q = 0; p < a->len || q < b->len;) {
        uint32_t x = q == b->len || (p < a->len && a->i[p] < b->i[q]) ? a->i[p] : b->i[q];
        p += p < a->len && a->i[p] == x;
        q += q < b->len && b->i[q] == x;
        if (x != i && x != k)
            E->merged[len++] = x;
    }
    return set_copy(E->ctx, &E->next[i], len, E->merged);
}

/* ---- the order ---- */

static bool read_pattern(elimination *E, bool (*present)(const void *self, size_t i, size_t j), const void *self)
{
    bool ok = true;

    for (size_t i = 0; i < E->n && ok; i++) {
        size_t len = 0;
        for (size_t j = 0; j < E->n; j++)
            if (j != i && present(self, i > j ? i : j, i > j ? j : i))
                E->merged[len++] = (uint32_t)j;
        E->square[i] = present(self, i, i);
        ok = set_copy(E->ctx, &E->entry[i], len, E->merged) && set_copy(E->ctx, &E->next[i], len, E->merged);
    }
    for (size_t i = 0; i < E->n && ok; i++)
        for (size_t k = 0; k < E->entry[i].len && !E->square[i]; k++)
            E->waits[i] += E->square[E->entry[i].i[k]];
    return ok;
}

/* Among equals the first and the last in turn: a chain is eliminated from both ends, two pivots that need not wait for each other. */
static size_t choose(const elimination *E, bool last)
{
    size_t best = E->n;

    for (size_t i = 0; i < E->n; i++)
        if (!E->done[i] && E->waits[i] == 0 && (best == E->n || E->next[i].len < E->next[best].len + last))
            best = i;
    return best;
}

static bool eliminate(elimination *E, uint32_t k)
{
    const set *row = &E->next[k], *entry = &E->entry[k];
    bool ok = true;

    E->work += PIVOT + UPDATE * row->len * (row->len + 5) / 2;
    E->done[k] = true;
    for (size_t i = 0; i < row->len && ok; i++)
        ok = join(E, row->i[i], k);
    for (size_t i = 0; i < entry->len && E->square[k]; i++)
        E->waits[entry->i[i]] -= !E->square[entry->i[i]];
    return ok && E->work <= E->most;
}

static bool find_order(elimination *E)
{
    for (uint32_t k = 0; k < E->n; k++) {
        E->order[k] = (uint32_t)choose(E, k % 2);
        E->number[E->order[k]] = k;
        if (!eliminate(E, E->order[k]))
            return false;
    }
    return true;
}

/* ---- the plan ---- */

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Where U_ij stands, i < j. */
static uint32_t place_of(const li_schedule *Z, uint32_t i, uint32_t j)
{
    const uint32_t *found = bsearch(&j, Z->at + Z->start[i], Z->start[i + 1] - Z->start[i], sizeof j, compare);
    return (uint32_t)(found - Z->at);
}

static bool take_rows(const elimination *E, li_schedule *Z)
{
    Z->numbers = E->n;
    for (size_t k = 0; k < E->n; k++) {
        size_t m = E->next[k].len, entries = E->entry[k].len;
        Z->numbers += m;
        Z->targets += m == 0 ? 0 : m * (m - 1) / 2;
        Z->entries += entries + 2 * (size_t)E->square[k];      /* twice each */
    }
    Z->entries /= 2;
    uint32_t **array[] = { &Z->order, &Z->start, &Z->at, &Z->target, &Z->row, &Z->column, &Z->place };
    size_t size[] = { E->n, E->n + 1, Z->numbers, Z->targets, Z->entries, Z->entries, Z->entries };
    for (size_t i = 0; i < sizeof size / sizeof *size; i++)
        if ((*array[i] = li_new(E->ctx, size[i] + 1, sizeof **array[i])) == NULL)
            return false;
    uint32_t next = (uint32_t)E->n;
    for (size_t k = 0; k < E->n; k++) {
        const set *row = &E->next[E->order[k]];
        Z->order[k] = E->order[k];
        Z->at[k] = (uint32_t)k;
        Z->start[k] = next;
        for (size_t i = 0; i < row->len; i++)
            Z->at[next + i] = E->number[row->i[i]];
        qsort(Z->at + next, row->len, sizeof *Z->at, compare);
        next += (uint32_t)row->len;
    }
    Z->start[E->n] = next;
    return true;
}

static void take_targets(li_schedule *Z)
{
    size_t len = 0;

    for (size_t k = 0; k < Z->n; k++)
        for (size_t i = Z->start[k]; i < Z->start[k + 1]; i++)
            for (size_t j = i + 1; j < Z->start[k + 1]; j++)
                Z->target[len++] = place_of(Z, Z->at[i], Z->at[j]);
}

static void take_entries(const elimination *E, li_schedule *Z)
{
    size_t len = 0;

    for (uint32_t k = 0; k < Z->n; k++) {
        const set *entry = &E->entry[Z->order[k]];
        if (E->square[Z->order[k]])
            Z->row[len] = Z->column[len] = Z->place[len] = k, len++;
        for (size_t i = 0; i < entry->len; i++) {
            uint32_t j = E->number[entry->i[i]];
            if (j > k)
                Z->row[len] = k, Z->column[len] = j, Z->place[len++] = place_of(Z, k, j);
        }
    }
}

static li_schedule *plan(const elimination *E)
{
    li_schedule *Z = li_new(E->ctx, 1, sizeof *Z);

    if (Z == NULL)
        return NULL;
    Z->n = E->n;
    if (!take_rows(E, Z))
        return li_schedule_drop(E->ctx, Z), NULL;
    take_targets(Z);
    take_entries(E, Z);
    return Z;
}

li_schedule *li_schedule_new(li_ctx *ctx, size_t n, bool (*present)(const void *self, size_t i, size_t j), const void *self)
{
    elimination E = { .ctx = ctx, .n = n };
    li_schedule *Z = NULL;

    E.next = li_new(ctx, n, sizeof *E.next);
    E.entry = li_new(ctx, n, sizeof *E.entry);
    E.square = li_new(ctx, n, sizeof *E.square);
    E.done = li_new(ctx, n, sizeof *E.done);
    E.waits = li_new(ctx, n, sizeof *E.waits);
    E.order = li_new(ctx, n, sizeof *E.order);
    E.number = li_new(ctx, n, sizeof *E.number);
    E.merged = li_new(ctx, n, sizeof *E.merged);
    bool bordered = false;
    for (size_t i = 0; i < n && !bordered; i++)
        bordered = !present(self, i, i);
    E.most = dense_work(n, bordered);
    if (li_ctx_status(ctx) == LI_OK && E.most > 0 && read_pattern(&E, present, self) && find_order(&E))
        Z = plan(&E);
    for (size_t i = 0; i < n && E.next != NULL; i++)
        li_drop(ctx, E.next[i].i);
    for (size_t i = 0; i < n && E.entry != NULL; i++)
        li_drop(ctx, E.entry[i].i);
    void *const all[] = { E.next, E.entry, E.square, E.done, E.waits, E.order, E.number, E.merged };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        li_drop(ctx, all[i]);
    return Z;
}

void li_schedule_drop(li_ctx *ctx, li_schedule *Z)
{
    if (Z == NULL)
        return;
    uint32_t *const all[] = { Z->order, Z->start, Z->at, Z->target, Z->row, Z->column, Z->place };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        li_drop(ctx, all[i]);
    li_drop(ctx, Z);
}

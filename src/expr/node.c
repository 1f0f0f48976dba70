/* node.c - the table of nodes: equal structure, equal address */
#include "node.h"

#include <stdio.h>
#include <string.h>

struct table {
    li_expr *slot;              /* open addressing; a power of two */
    size_t cap, len;
    struct li_node **all;       /* in order of id */
    size_t all_cap;
    uint32_t epoch, fresh;
    li_derivation *derivations;
};

static const struct li_node undefined = { .kind = LI_UNDEFINED };

li_expr li_expr_undefined(void) { return &undefined; }

static void clear_table(li_ctx *ctx, void *state)
{
    struct table *t = state;
    li_derivation_clear_all(ctx, t->derivations);
    for (size_t i = 0; i < t->len; i++) {
        struct li_node *e = t->all[i];
        li_rational_clear(&e->c);
        for (uint32_t k = 0; e->kind == LI_SUM && k < e->len; k++)
            li_rational_clear((li_rational *)&e->coef[k]);
    }
    li_drop(ctx, t->slot);
    li_drop(ctx, t->all);
}

static struct table *table_of(li_ctx *ctx)
{
    struct table *t = li_ctx_slot(ctx, LI_SLOT_EXPR);
    if (t == NULL) {
        t = li_alloc(ctx, sizeof *t);
        if (t != NULL)
            li_ctx_attach(ctx, LI_SLOT_EXPR, t, clear_table);
    }
    return t;
}

uint32_t li_expr_count(const li_ctx *ctx)
{
    const struct table *t = li_ctx_slot(ctx, LI_SLOT_EXPR);
    return t == NULL ? 0 : (uint32_t)t->len;
}

uint32_t li_expr_epoch(li_ctx *ctx)
{
    struct table *t = table_of(ctx);
    if (t == NULL)
        return 0;
    if (++t->epoch == 0) {              /* the numbers are used up: forget all marks, begin again */
        for (size_t i = 0; i < t->len; i++)
            t->all[i]->mark = 0;
        t->epoch = 1;
    }
    return t->epoch;
}

li_derivation **li_expr_derivations(li_ctx *ctx)
{
    struct table *t = table_of(ctx);
    return t == NULL ? NULL : &t->derivations;
}

static uint64_t hash_of(const struct li_node *e)
{
    uint64_t h = li_hash_mix((uint64_t)e->kind, (uint64_t)(uint32_t)e->order);
    if (e->name != NULL)
        h = li_hash_bytes(e->name, strlen(e->name), h);
    h = li_hash_mix(h, li_rational_hash(&e->c));
    for (uint32_t i = 0; i < e->len; i++) {
        h = li_hash_mix(h, e->arg[i]->id);
        if (e->coef != NULL)
            h = li_hash_mix(h, li_rational_hash(&e->coef[i]));
        if (e->power != NULL)
            h = li_hash_mix(h, (uint64_t)(uint32_t)e->power[i]);
    }
    return h;
}

static bool same(const struct li_node *a, const struct li_node *b)
{
    if (a->hash != b->hash || a->kind != b->kind || a->len != b->len || a->order != b->order)
        return false;
    if ((a->name == NULL) != (b->name == NULL) || (a->name != NULL && strcmp(a->name, b->name) != 0))
        return false;
    if (!li_rational_equal(&a->c, &b->c))
        return false;
    for (uint32_t i = 0; i < a->len; i++) {
        if (a->arg[i] != b->arg[i])
            return false;
        if (a->coef != NULL && !li_rational_equal(&a->coef[i], &b->coef[i]))
            return false;
        if (a->power != NULL && a->power[i] != b->power[i])
            return false;
    }
    return true;
}

static bool grow_table(li_ctx *ctx, struct table *t)
{
    size_t cap = t->cap == 0 ? 1024 : 2 * t->cap;
    li_expr *slot = li_new(ctx, cap, sizeof *slot);

    if (slot == NULL)
        return false;
    for (size_t i = 0; i < t->len; i++) {
        size_t k = t->all[i]->hash & (cap - 1);
        while (slot[k] != NULL)
            k = (k + 1) & (cap - 1);
        slot[k] = t->all[i];
    }
    li_drop(ctx, t->slot);
    t->slot = slot;
    t->cap = cap;
    return true;
}

static bool grow_all(li_ctx *ctx, struct table *t)
{
    size_t cap = t->all_cap == 0 ? 512 : 2 * t->all_cap;
    struct li_node **all = li_grow(ctx, t->all, cap, sizeof *all);
    if (all == NULL)
        return false;
    t->all = all;
    t->all_cap = cap;
    return true;
}

/* A node with its own copies of the key's arrays. */
static struct li_node *copy_node(li_ctx *ctx, const struct li_node *key)
{
    struct li_node *e = li_alloc(ctx, sizeof *e);
    li_expr *arg = li_alloc(ctx, (key->len + 1) * sizeof *arg);
    li_rational *coef = key->coef == NULL ? NULL : li_alloc(ctx, key->len * sizeof *coef);
    int32_t *power = key->power == NULL ? NULL : li_alloc(ctx, key->len * sizeof *power);
    char *name = key->name == NULL ? NULL : li_alloc_string(ctx, key->name, strlen(key->name));

    if (li_ctx_status(ctx) != LI_OK)
        return NULL;
    *e = *key;
    if (key->len > 0)
        memcpy(arg, key->arg, key->len * sizeof *arg);
    for (uint32_t i = 0; coef != NULL && i < key->len; i++) {
        li_rational_init(&coef[i]);
        li_rational_set(&coef[i], &key->coef[i]);
    }
    if (power != NULL)
        memcpy(power, key->power, key->len * sizeof *power);
    e->arg = arg;
    e->coef = coef;
    e->power = power;
    e->name = name;
    li_rational_init(&e->c);
    li_rational_set(&e->c, &key->c);
    return e;
}

li_expr li_expr_intern(li_ctx *ctx, struct li_node *key)
{
    struct table *t = table_of(ctx);

    if (li_ctx_status(ctx) != LI_OK)
        return &undefined;
    for (uint32_t i = 0; i < key->len; i++)      /* what is made of a mistake is a mistake */
        if (key->arg[i]->kind == LI_UNDEFINED)
            return &undefined;
    if (2 * (t->len + 1) > t->cap && !grow_table(ctx, t))
        return &undefined;
    if (t->len == t->all_cap && !grow_all(ctx, t))
        return &undefined;
    key->hash = hash_of(key);
    size_t k = key->hash & (t->cap - 1);
    for (; t->slot[k] != NULL; k = (k + 1) & (t->cap - 1))
        if (same(t->slot[k], key))
            return t->slot[k];
    struct li_node *e = copy_node(ctx, key);
    if (e == NULL)
        return &undefined;
    e->id = (uint32_t)t->len;
    e->mark = e->slot = 0;
    t->all[t->len++] = e;
    t->slot[k] = e;
    return e;
}

li_kind li_expr_kind(li_expr e) { return e->kind; }
uint32_t li_expr_id(li_expr e) { return e->id; }
size_t li_expr_len(li_expr e) { return e->len; }
li_expr li_expr_arg(li_expr e, size_t i) { return e->arg[i]; }
const li_rational *li_expr_number(li_expr e) { return &e->c; }
const li_rational *li_expr_coef(li_expr e, size_t i) { return &e->coef[i]; }
int32_t li_expr_exponent(li_expr e, size_t i) { return e->power[i]; }
int li_expr_order(li_expr e) { return e->order; }
const char *li_expr_name(li_expr e) { return e->name; }
li_class li_expr_class(li_expr e) { return e->kind == LI_SYM ? (li_class)(e->order & 0xff) : LI_PARAMETER; }
bool li_expr_is_zero(li_expr e) { return e->kind == LI_NUM && li_rational_is_zero(&e->c); }
bool li_expr_is_one(li_expr e) { return e->kind == LI_NUM && li_rational_is_one(&e->c); }
bool li_expr_is_scaled(li_expr e) { return e->kind == LI_SUM && e->len == 1 && li_rational_is_zero(&e->c); }

/* One name is one symbol whatever its class: the class is looked up, not part of the key. */
li_expr li_expr_symbol(li_ctx *ctx, const char *name, li_class cls)
{
    struct table *t = table_of(ctx);

    if (li_ctx_status(ctx) != LI_OK)
        return &undefined;
    for (int other = LI_PARAMETER; other <= LI_GENERATOR; other++) {
        struct li_node key = { .kind = LI_SYM, .order = other, .name = name };
        li_rational_init(&key.c);
        key.hash = hash_of(&key);
        for (size_t k = key.hash & (t->cap - 1); t->cap > 0 && t->slot[k] != NULL; k = (k + 1) & (t->cap - 1))
            if (same(t->slot[k], &key))
                return t->slot[k];
    }
    struct li_node key = { .kind = LI_SYM, .order = (int32_t)cls, .name = name };
    li_rational_init(&key.c);
    return li_expr_intern(ctx, &key);
}

li_expr *li_expr_room(li_ctx *ctx, size_t n) { return li_alloc(ctx, (n + 1) * sizeof(li_expr)); }

/* Bits 8 and up of the order number the fresh symbols. */
li_expr li_expr_fresh(li_ctx *ctx, const char *name, li_class cls)
{
    struct table *t = table_of(ctx);

    if (li_ctx_status(ctx) != LI_OK)
        return &undefined;
    if (t->fresh == 0x7fffff)
        return li_fail(ctx, LI_LIMIT, "more than %u fresh symbols", (unsigned)t->fresh), &undefined;
    t->fresh++;
    struct li_node key = { .kind = LI_SYM, .order = (int32_t)(t->fresh << 8 | (uint32_t)cls), .name = name };
    li_rational_init(&key.c);
    return li_expr_intern(ctx, &key);
}

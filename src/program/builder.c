/* builder.c - values and operations of a program that is being written, equal ones once */
#include "builder.h"

void li_builder_clear(li_ctx *ctx, li_builder *B)
{
    if (B == NULL)
        return;
    for (size_t i = 0; i < B->constants; i++)
        li_rational_clear(&B->constant[i]);
    li_drop(ctx, B->constant);
    li_drop(ctx, B->value);
    li_drop(ctx, B->text);
    li_drop(ctx, B->table);
    li_drop(ctx, B->node);
    li_drop(ctx, B->node_value);
    li_drop(ctx, B);
}

/* The array, grown if it is full; NULL without memory, and the old one stays. */
static void *room(li_ctx *ctx, void *array, size_t len, size_t *cap, size_t size)
{
    if (len < *cap)
        return array;
    size_t more = *cap == 0 ? 32 : 2 * *cap;
    void *grown = li_grow(ctx, array, more, size);
    if (grown != NULL)
        *cap = more;
    return grown;
}

/* ---- nodes ---- */

static size_t node_slot(const li_builder *B, li_expr e)
{
    size_t k = (size_t)li_hash_mix(li_expr_id(e), 1) & (B->node_cap - 1);
    while (B->node[k] != NULL && B->node[k] != e)
        k = (k + 1) & (B->node_cap - 1);
    return k;
}

uint32_t li_builder_find(const li_builder *B, li_expr e)
{
    if (B->node_cap == 0)
        return LI_NO_VALUE;
    size_t k = node_slot(B, e);
    return B->node[k] == NULL ? LI_NO_VALUE : B->node_value[k];
}

static bool grow_nodes(li_ctx *ctx, li_builder *B)
{
    li_builder old = *B;
    size_t cap = old.node_cap == 0 ? 64 : 2 * old.node_cap;
    li_expr *node = li_new(ctx, cap, sizeof *node);
    uint32_t *value = li_new(ctx, cap, sizeof *value);

    if (node == NULL || value == NULL) {
        li_drop(ctx, node);
        li_drop(ctx, value);
        return false;
    }
    B->node = node;
    B->node_value = value;
    B->node_cap = cap;
    for (size_t i = 0; i < old.node_cap; i++)
        if (old.node[i] != NULL) {
            size_t k = node_slot(B, old.node[i]);
            node[k] = old.node[i];
            value[k] = old.node_value[i];
        }
    li_drop(ctx, old.node);
    li_drop(ctx, old.node_value);
    return true;
}

void li_builder_bind(li_ctx *ctx, li_builder *B, li_expr e, uint32_t value)
{
    if (value == LI_NO_VALUE || (2 * (B->node_len + 1) > B->node_cap && !grow_nodes(ctx, B)))
        return;
    size_t k = node_slot(B, e);
    B->node_len += B->node[k] == NULL;
    B->node[k] = e;
    B->node_value[k] = value;
}

/* ---- values ---- */

bool li_builder_in_body(const li_builder *B, uint32_t value) { return value < B->values && B->value[value].body; }

static uint32_t new_value(li_ctx *ctx, li_builder *B, li_value_kind kind, size_t index, bool body)
{
    li_value *all = room(ctx, B->value, B->values, &B->value_cap, sizeof *all);
    if (all == NULL)
        return LI_NO_VALUE;
    B->value = all;
    B->value[B->values] = (li_value){ kind, body, (uint32_t)index };
    return (uint32_t)B->values++;
}

uint32_t li_builder_input(li_ctx *ctx, li_builder *B, uint32_t index, bool body)
{
    return new_value(ctx, B, LI_VALUE_INPUT, index, body);
}

static uint64_t hash_operation(const li_instruction *ins)
{
    uint64_t h = li_hash_mix(ins->op, ins->in[0]);
    return li_hash_mix(li_hash_mix(h, ins->in[1]), ins->in[2]);
}

static uint64_t hash_value(const li_builder *B, uint32_t value)
{
    const li_value *v = &B->value[value];
    return v->kind == LI_VALUE_CONSTANT ? li_rational_hash(&B->constant[v->index]) : hash_operation(&B->text[v->index]);
}

static bool grow_table(li_ctx *ctx, li_builder *B)
{
    size_t cap = B->table_cap == 0 ? 128 : 2 * B->table_cap;
    uint32_t *table = li_new(ctx, cap, sizeof *table);

    if (table == NULL)
        return false;
    for (size_t i = 0; i < B->table_cap; i++) {
        if (B->table[i] == 0)
            continue;
        size_t k = (size_t)hash_value(B, B->table[i] - 1) & (cap - 1);
        while (table[k] != 0)
            k = (k + 1) & (cap - 1);
        table[k] = B->table[i];
    }
    li_drop(ctx, B->table);
    B->table = table;
    B->table_cap = cap;
    return true;
}

/* The slot of the constant c (or, c NULL, of the operation): free, or holding the equal value. */
static size_t table_slot(const li_builder *B, const li_rational *c, const li_instruction *ins)
{
    size_t k = (size_t)(c != NULL ? li_rational_hash(c) : hash_operation(ins)) & (B->table_cap - 1);

    for (; B->table[k] != 0; k = (k + 1) & (B->table_cap - 1)) {
        const li_value *v = &B->value[B->table[k] - 1];
        if (c != NULL) {
            if (v->kind == LI_VALUE_CONSTANT && li_rational_equal(&B->constant[v->index], c))
                break;
        } else if (v->kind == LI_VALUE_RESULT) {
            const li_instruction *other = &B->text[v->index];
            if (other->op == ins->op && other->in[0] == ins->in[0] && other->in[1] == ins->in[1] && other->in[2] == ins->in[2])
                break;
        }
    }
    return k;
}

uint32_t li_builder_constant(li_ctx *ctx, li_builder *B, const li_rational *c)
{
    if (2 * (B->table_len + 1) > B->table_cap && !grow_table(ctx, B))
        return LI_NO_VALUE;
    size_t k = table_slot(B, c, NULL);
    if (B->table[k] != 0)
        return B->table[k] - 1;
    li_rational *all = room(ctx, B->constant, B->constants, &B->constant_cap, sizeof *all);
    if (all == NULL)
        return LI_NO_VALUE;
    B->constant = all;
    uint32_t value = new_value(ctx, B, LI_VALUE_CONSTANT, B->constants, false);
    if (value == LI_NO_VALUE)
        return value;
    li_rational_init(&B->constant[B->constants]);
    li_rational_set(&B->constant[B->constants++], c);
    B->table[k] = value + 1;
    B->table_len++;
    return value;
}

/* ---- operations ---- */

static uint32_t append(li_ctx *ctx, li_builder *B, li_instruction ins, size_t results)
{
    li_instruction *all = room(ctx, B->text, B->len, &B->text_cap, sizeof *all);
    if (all == NULL)
        return LI_NO_VALUE;
    B->text = all;
    ins.out = (uint32_t)B->values;
    for (size_t i = 0; i < results; i++)
        if (new_value(ctx, B, LI_VALUE_RESULT, B->len, ins.body) == LI_NO_VALUE)
            return LI_NO_VALUE;
    B->text[B->len++] = ins;
    return ins.out;
}

static bool commutes(li_operation op)
{
    return op == LI_OP_ADD || op == LI_OP_MUL || op == LI_OP_FMA || op == LI_OP_FNMA || op == LI_OP_MIN || op == LI_OP_MAX;
}

uint32_t li_builder_operate(li_ctx *ctx, li_builder *B, li_operation op, uint32_t a, uint32_t b, uint32_t c)
{
    li_instruction ins = { .op = (uint16_t)op, .in = { a, b, c } };

    if (li_ctx_status(ctx) != LI_OK)
        return LI_NO_VALUE;
    if (commutes(op) && a > b) {
        ins.in[0] = b;
        ins.in[1] = a;
    }
    if (2 * (B->table_len + 1) > B->table_cap && !grow_table(ctx, B))
        return LI_NO_VALUE;
    size_t k = table_slot(B, NULL, &ins);
    if (B->table[k] != 0)
        return B->table[k] - 1;
    for (int i = 0; i < li_operation_info[op].operands; i++)
        ins.body |= li_builder_in_body(B, ins.in[i]);
    uint32_t value = append(ctx, B, ins, li_operation_info[op].results);
    if (value == LI_NO_VALUE)
        return value;
    B->table[k] = value + 1;
    B->table_len++;
    return value;
}

uint32_t li_builder_special(li_ctx *ctx, li_builder *B, li_operation op, uint32_t entry, size_t results, bool body)
{
    return append(ctx, B, (li_instruction){ .op = (uint16_t)op, .body = body, .in = { entry } }, results);
}

/* series.c - the products of series that a program asks for */
#include <string.h>

#include "series.h"

/* Auxiliary rows, and pairs of factors, called as li_series_row does. */
static const struct { uint8_t rows; const char *pairs; } needs[LI_OP_COUNT] = {
    [LI_OP_MUL] = { 0, "ab" }, [LI_OP_FMA] = { 0, "ab" }, [LI_OP_FNMA] = { 0, "ab" }, [LI_OP_INV] = { 0, "ar" },
    [LI_OP_SINCOS] = { 1, "pspr" }, [LI_OP_SINHCOSH] = { 1, "pspr" }, [LI_OP_TANH] = { 2, "pqrr" }, [LI_OP_EXP] = { 1, "pr" },
    [LI_OP_LOG] = { 2, "pa" }, [LI_OP_ASIN] = { 4, "aappqp" }, [LI_OP_ACOS] = { 4, "aappqp" }, [LI_OP_ATAN] = { 3, "aaqp" },
    [LI_OP_ATAN2] = { 4, "bbaaqbuavp" }, [LI_OP_ABS] = { 1, "" }, [LI_OP_SIGN] = { 1, "" }, [LI_OP_MIN] = { 2, "" }, [LI_OP_MAX] = { 2, "" },
};

static const char *pairs_of(const li_instruction *i)
{
    const char *pairs = i->op == LI_OP_ROOT ? (i->in[1] == 2 ? "rr" : "prqa") : needs[i->op].pairs;
    return pairs == NULL ? "" : pairs;
}

static size_t rows_of(const li_instruction *i) { return i->op == LI_OP_ROOT ? 3 : needs[i->op].rows; }

bool li_series_varies(const li_series *S, uint32_t row)
{
    return row >= S->result || (row >= S->variable && row < S->variable + S->code->nv);
}

uint32_t li_series_row(const li_series *S, size_t at, char letter)
{
    const li_instruction *i = &S->code->text[at];

    switch (letter) {
    case 'a': case 'b': case 'c': return i->in[letter - 'a'];
    case 'r': case 's': return i->out + (uint32_t)(letter - 'r');
    case 'p': case 'q': return S->auxiliary[at] + (uint32_t)(letter - 'p');
    default: return S->auxiliary[at] + 2 + (uint32_t)(letter - 'u');
    }
}

/* A product with a factor that is no series is none, but keeps its place. */
static void add_product(li_series *S, uint32_t left, uint32_t right)
{
    bool both = li_series_varies(S, left) && li_series_varies(S, right);
    if (S->product != NULL)
        S->product[S->products] = both ? (li_product){ left, right } : (li_product){ LI_NO_PRODUCT, LI_NO_PRODUCT };
    S->products++;
}

static void add_products(li_series *S, size_t at)
{
    const li_instruction *i = &S->code->text[at];
    const char *pair = pairs_of(i);

    for (; *pair != '\0'; pair += 2)
        add_product(S, li_series_row(S, at, pair[0]), li_series_row(S, at, pair[1]));
    if (!li_code_solves(i))
        return;
    const li_system *A = &S->code->system[i->in[0]];
    const li_schedule *Z = A->plan;
    for (size_t e = 0; e < A->entries; e++) {
        if (!li_series_varies(S, A->in[e]))
            continue;
        add_product(S, A->in[e], i->out + (Z != NULL ? Z->column[e] : (uint32_t)(e % A->n)));
        if (Z != NULL && Z->row[e] != Z->column[e])
            add_product(S, A->in[e], i->out + Z->row[e]);
    }
}

/* Counts the products while there is no place for them. */
static void list_products(li_series *S)
{
    S->products = 0;
    for (size_t at = S->code->prologue; at < S->code->len; at++) {
        S->first[at] = (uint32_t)S->products;
        add_products(S, at);
    }
}

static void find_levels(li_series *S)
{
    const li_code *code = S->code;

    for (size_t at = code->prologue; at < code->len; at++) {
        size_t count;
        li_instruction i = code->text[at];
        const uint32_t *in = li_code_reads(code, &i, &count);
        uint32_t level = 0;
        for (size_t k = 0; k < count; k++)
            level = S->level[in[k]] > level ? S->level[in[k]] : level;
        for (size_t k = 0; k < li_code_results(code, &i); k++)
            S->level[i.out + k] = level + 1;
    }
}

li_status li_series_init(li_ctx *ctx, li_series *S, const li_code *code)
{
    *S = (li_series){ .code = code, .variable = (uint32_t)(code->constants + code->np), .rows = code->values };
    S->result = code->prologue < code->len ? code->text[code->prologue].out : (uint32_t)code->values;
    S->auxiliary = li_new(ctx, code->len + 1, sizeof *S->auxiliary);
    S->first = li_new(ctx, code->len + 1, sizeof *S->first);
    S->level = li_new(ctx, code->values + 1, sizeof *S->level);
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t at = code->prologue; at < code->len; at++) {
        S->auxiliary[at] = (uint32_t)S->rows;
        S->rows += rows_of(&code->text[at]);
    }
    list_products(S);
    S->product = li_new(ctx, S->products + 1, sizeof *S->product);
    if (S->product != NULL)
        list_products(S);
    find_levels(S);
    return li_ctx_status(ctx);
}

void li_series_clear(li_ctx *ctx, li_series *S)
{
    li_drop(ctx, S->product);
    li_drop(ctx, S->auxiliary);
    li_drop(ctx, S->first);
    li_drop(ctx, S->level);
    *S = (li_series){ 0 };
}

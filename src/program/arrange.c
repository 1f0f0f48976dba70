/* arrange.c - from values to registers: dead code dropped, the prologue in front */
#include <string.h>

#include "builder.h"

const struct li_operation_info li_operation_info[LI_OP_COUNT] = {
#define X(op, name, operands, results) { name, operands, results },
    LI_OPERATIONS(X)
#undef X
};

uint32_t *li_code_reads(const li_code *code, li_instruction *ins, size_t *count)
{
    switch (ins->op) {
    case LI_OP_LDL: case LI_OP_LU: case LI_OP_SPARSE: {
        const li_system *S = &code->system[ins->in[0]];
        *count = S->entries + S->n;
        return S->in;
    }
    case LI_OP_INTEGRAL:
        *count = code->integral[ins->in[0]].n + 2;
        return code->integral[ins->in[0]].in;
    default:
        *count = li_operation_info[ins->op].operands;
        return ins->in;
    }
}

bool li_code_solves(const li_instruction *ins) { return ins->op == LI_OP_LDL || ins->op == LI_OP_LU || ins->op == LI_OP_SPARSE; }

size_t li_system_numbers(const li_system *S) { return S->plan == NULL ? S->n * (S->n + 3) : S->plan->numbers + 2 * S->n + 1 + S->entries; }

size_t li_code_results(const li_code *code, const li_instruction *ins)
{
    return li_code_solves(ins) ? code->system[ins->in[0]].n : li_operation_info[ins->op].results;
}

li_status li_code_check(li_ctx *ctx, const li_program *P)
{
    if (li_ctx_status(ctx) == LI_OK && (P->code == NULL || P->code->builder != NULL))
        li_fail(ctx, LI_DOMAIN, "a program is run before it is finished");
    return li_ctx_status(ctx);
}

/* used[v]: an output depends on the value v */
static void mark_used(const li_code *code, bool *used)
{
    const li_builder *B = code->builder;

    for (size_t i = 0; i < code->outs; i++)
        used[code->out[i]] = true;
    for (size_t i = B->len; i-- > 0;) {
        li_instruction *ins = &B->text[i];
        size_t results = li_code_results(code, ins), count;
        const uint32_t *in = li_code_reads(code, ins, &count);
        bool live = false;
        for (size_t k = 0; k < results; k++)
            live |= used[ins->out + k];
        for (size_t k = 0; live && k < count; k++)
            used[in[k]] = true;
        for (size_t k = 0; live && k < results; k++)      /* all results of a live instruction are written */
            used[ins->out + k] = true;
    }
}

/* reg[v]: constants, inputs, then results in the order of the text */
static size_t number_leaves(li_code *code, const bool *used, uint32_t *reg)
{
    li_builder *B = code->builder;
    uint32_t next = 0;

    for (size_t v = 0; v < B->values; v++)
        if (B->value[v].kind == LI_VALUE_CONSTANT && used[v]) {
            li_rational *c = &code->constant[next];
            li_rational_init(c);
            li_rational_swap(c, &B->constant[B->value[v].index]);
            reg[v] = next++;
        }
    code->constants = next;
    for (size_t v = 0; v < B->values; v++)
        if (B->value[v].kind == LI_VALUE_INPUT)
            reg[v] = next + B->value[v].index;
    return next + code->np + code->nv;
}

/* Appends the live instructions of the prologue (of the body) to the text, in registers. */
static void place_part(li_code *code, bool body, const bool *used, uint32_t *reg)
{
    const li_builder *B = code->builder;

    for (size_t i = 0; i < B->len; i++) {
        size_t count, results = li_code_results(code, &B->text[i]);
        if (B->text[i].body != body || results == 0 || !used[B->text[i].out])
            continue;
        li_instruction *ins = &code->text[code->len++];
        *ins = B->text[i];
        uint32_t *in = li_code_reads(code, ins, &count);
        for (size_t k = 0; k < count; k++)
            in[k] = reg[in[k]];
        for (size_t k = 0; k < results; k++)
            reg[ins->out + k] = (uint32_t)code->values++;
        ins->out = reg[ins->out];
    }
}

static void place_workspace(li_code *code)
{
    for (size_t i = 0; i < code->systems; i++) {
        size_t numbers = li_system_numbers(&code->system[i]);
        if (numbers > code->scratch)
            code->scratch = numbers;
    }
    for (size_t i = 0; i < code->integrals; i++) {
        li_integral *I = &code->integral[i];
        const li_code *inside = I->integrand.code;
        I->place = code->values + code->scratch + code->inner;
        code->inner += inside->values + inside->scratch + inside->inner;
    }
}

li_status li_code_arrange(li_ctx *ctx, li_code *code)
{
    li_builder *B = code->builder;
    bool *used = li_new(ctx, B->values + 1, sizeof *used);
    uint32_t *reg = li_new(ctx, B->values + 1, sizeof *reg);

    code->constant = li_new(ctx, B->constants + 1, sizeof *code->constant);
    code->text = li_new(ctx, B->len + 1, sizeof *code->text);
    if (used != NULL && reg != NULL && code->constant != NULL && code->text != NULL) {
        mark_used(code, used);
        code->values = number_leaves(code, used, reg);
        place_part(code, false, used, reg);
        code->prologue = code->len;
        place_part(code, true, used, reg);
        place_workspace(code);
        for (size_t i = 0; i < code->outs; i++)
            code->out[i] = reg[code->out[i]];
        li_builder_clear(ctx, B);
        code->builder = NULL;
        li_code_group(ctx, code);
    }
    li_drop(ctx, used);
    li_drop(ctx, reg);
    return li_ctx_status(ctx);
}

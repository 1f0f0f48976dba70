/* json.c - a program as JSON: registers, each computed once from earlier ones */
#include "code.h"

/* n registers as a list */
static void put_registers(li_ctx *ctx, li_text *out, const char *key, size_t n, const uint32_t *r)
{
    li_text_printf(ctx, out, "%s[", key);
    for (size_t k = 0; k < n; k++)
        li_text_printf(ctx, out, k == 0 ? "%u" : ",%u", (unsigned)r[k]);
    li_text_put(ctx, out, "]");
}

static void put_constants(li_ctx *ctx, li_text *out, const li_code *code)
{
    li_text_put(ctx, out, "\"constants\":[");
    for (size_t i = 0; i < code->constants; i++) {
        li_text_put(ctx, out, i == 0 ? "\"" : ",\"");
        li_rational_print(ctx, out, &code->constant[i]);
        li_text_put(ctx, out, "\"");
    }
    li_text_put(ctx, out, "]");
}

static void put_system(li_ctx *ctx, li_text *out, const li_system *S, bool symmetric)
{
    li_text_printf(ctx, out, ",\"size\":%zu,\"symmetric\":%s", S->n, symmetric ? "true" : "false");
    if (S->plan == NULL)
        return;
    put_registers(ctx, out, ",\"rows\":", S->entries, S->plan->row);
    put_registers(ctx, out, ",\"columns\":", S->entries, S->plan->column);
}

static void put_program(li_ctx *ctx, li_text *out, const li_code *code);

/* What an instruction reads: registers, and beside them the degree of a root, the size of a system, an integrand */
static void put_instruction(li_ctx *ctx, li_text *out, const li_code *code, const li_instruction *i)
{
    size_t count;
    const uint32_t *in = li_code_reads(code, (li_instruction *)i, &count);

    li_text_printf(ctx, out, "{\"op\":\"%s\",\"out\":%u,\"results\":%zu", li_code_solves(i) ? "solve" : li_operation_info[i->op].name,
                   (unsigned)i->out, li_code_results(code, i));
    put_registers(ctx, out, ",\"in\":", count, in);
    if (i->op == LI_OP_ROOT)
        li_text_printf(ctx, out, ",\"degree\":%u", (unsigned)i->in[1]);
    if (li_code_solves(i))
        put_system(ctx, out, &code->system[i->in[0]], i->op != LI_OP_LU);
    if (i->op == LI_OP_INTEGRAL) {
        li_text_put(ctx, out, ",\"integrand\":");
        put_program(ctx, out, code->integral[i->in[0]].integrand.code);
    }
    li_text_put(ctx, out, "}");
}

static void put_program(li_ctx *ctx, li_text *out, const li_code *code)
{
    li_text_put(ctx, out, "{");
    put_constants(ctx, out, code);
    li_text_printf(ctx, out, ",\"parameters\":%zu,\"variables\":%zu,\"registers\":%zu,\"prologue\":%zu,\"instructions\":[", code->np, code->nv, code->values, code->prologue);
    for (size_t at = 0; at < code->len; at++) {
        li_text_put(ctx, out, at == 0 ? "" : ",");
        put_instruction(ctx, out, code, &code->text[at]);
    }
    put_registers(ctx, out, "],\"outputs\":", code->outs, code->out);
    li_text_put(ctx, out, "}");
}

li_status li_program_json(li_ctx *ctx, li_text *out, const li_program *P)
{
    if (li_code_check(ctx, P) == LI_OK)
        put_program(ctx, out, P->code);
    return li_ctx_status(ctx);
}

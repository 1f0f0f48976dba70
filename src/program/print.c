/* print.c - a program as a listing of three-address code */
#include "code.h"

/* Constants and inputs by their own names, results as v1, v2, ... */
static void print_register(li_ctx *ctx, li_text *out, const li_code *code, uint32_t r)
{
    size_t inputs = code->np + code->nv;

    if (r < code->constants) {
        li_rational_print(ctx, out, &code->constant[r]);
        return;
    }
    if (r >= code->constants + inputs) {
        li_text_printf(ctx, out, "v%zu", r - code->constants - inputs + 1);
        return;
    }
    size_t i = r - code->constants;
    li_expr x = code->input[i];
    li_kind kind = li_expr_kind(x);
    if (kind != LI_SYM && kind != LI_FUN) {          /* an integrand's parameter */
        li_text_printf(ctx, out, "p%zu", i + 1);
        return;
    }
    li_text_put(ctx, out, li_expr_name(x));
    for (int k = 0; kind == LI_FUN && k < li_expr_order(x); k++)
        li_text_put(ctx, out, "'");
    if (kind == LI_FUN)
        li_text_put(ctx, out, "()");
}

static void print_list(li_ctx *ctx, li_text *out, const li_code *code, size_t n, const uint32_t *r)
{
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            li_text_put(ctx, out, ", ");
        print_register(ctx, out, code, r[i]);
    }
}

static void print_instruction(li_ctx *ctx, li_text *out, const li_code *code, li_instruction ins)
{
    size_t count, results = li_code_results(code, &ins);
    const uint32_t *in = li_code_reads(code, &ins, &count);
    bool infix = ins.op == LI_OP_ADD || ins.op == LI_OP_SUB || ins.op == LI_OP_MUL;

    for (size_t i = 0; i < results; i++) {
        li_text_put(ctx, out, i == 0 ? "  " : ", ");
        print_register(ctx, out, code, ins.out + (uint32_t)i);
    }
    li_text_put(ctx, out, " = ");
    if (infix) {
        print_register(ctx, out, code, in[0]);
        li_text_printf(ctx, out, " %s ", li_operation_info[ins.op].name);
        print_register(ctx, out, code, in[1]);
    } else {
        li_text_put(ctx, out, li_operation_info[ins.op].name);
        if (ins.op == LI_OP_ROOT)
            li_text_printf(ctx, out, "%u", (unsigned)ins.in[1]);
        if (ins.op == LI_OP_INTEGRAL)
            li_text_printf(ctx, out, "%u", (unsigned)ins.in[0] + 1);
        if (count > 0) {
            li_text_put(ctx, out, "(");
            print_list(ctx, out, code, count, in);
            li_text_put(ctx, out, ")");
        }
    }
    li_text_put(ctx, out, "\n");
}

void li_program_print(li_ctx *ctx, li_text *out, const li_program *P)
{
    const li_code *code = P->code;

    if (li_code_check(ctx, P) != LI_OK)
        return;
    for (size_t i = 0; i < code->len; i++) {
        if (i == 0 && code->prologue > 0)
            li_text_put(ctx, out, "prologue\n");
        if (i == code->prologue)
            li_text_put(ctx, out, "body\n");
        print_instruction(ctx, out, code, code->text[i]);
    }
    li_text_put(ctx, out, "out ");
    print_list(ctx, out, code, code->outs, code->out);
    li_text_put(ctx, out, "\n");
    for (size_t i = 0; i < code->integrals; i++) {
        li_text_printf(ctx, out, "integrand %zu\n", i + 1);
        li_program_print(ctx, out, &code->integral[i].integrand);
    }
}

/* jet-lanes.c - programs over power series with 16 doubles in each coefficient; the work is in lanes-kernel.h */
#include "lanes.h"

li_status li_jet_lanes_init_kernel(li_ctx *ctx, li_jet_lanes *run, const li_program *P, size_t order, const li_lanes_kernel *kernel)
{
    *run = (li_jet_lanes){ .order = order, .kernel = kernel, .ready = LI_ABSENT };
    if (li_code_check(ctx, P) != LI_OK)
        return li_ctx_status(ctx);
    run->jet = kernel->jet_new(ctx, P, order);
    if (li_ctx_status(ctx) != LI_OK) {
        li_jet_lanes_clear(ctx, run);
        return li_ctx_status(ctx);
    }
    run->code = P->code;
    if (P->code->np == 0)
        li_jet_lanes_parameters(run, NULL);
    return LI_OK;
}

li_status li_jet_lanes_init(li_ctx *ctx, li_jet_lanes *run, const li_program *P, size_t order)
{
    return li_jet_lanes_init_kernel(ctx, run, P, order, li_lanes_best());
}

void li_jet_lanes_clear(li_ctx *ctx, li_jet_lanes *run)
{
    const li_lanes_kernel *kernel = run->kernel;

    if (kernel != NULL)
        kernel->jet_drop(ctx, run->jet);
    *run = (li_jet_lanes){ .ready = LI_ABSENT };
}

li_status li_jet_lanes_parameters(li_jet_lanes *run, const double *parameter)
{
    const li_lanes_kernel *kernel = run->kernel;
    const li_code *code = run->code;

    if (code == NULL)
        return run->ready;
    for (size_t i = 0; i < code->np * 16; i++)
        kernel->jet_register(run->jet, code->constants)[i] = parameter[i];
    return run->ready = kernel->jet_parameters(run->jet);
}

li_status li_jet_lanes_step_order(li_jet_lanes *run, size_t k)
{
    const li_lanes_kernel *kernel = run->kernel;
    return run->ready != LI_OK ? run->ready : kernel->jet_step(run->jet, k);
}

void li_jet_lanes_advance(li_jet_lanes *run, size_t k)
{
    const li_lanes_kernel *kernel = run->kernel;
    if (run->jet != NULL)
        kernel->jet_advance(run->jet, k);
}

double *li_jet_lanes_variable(const li_jet_lanes *run, size_t i)
{
    const li_lanes_kernel *kernel = run->kernel;
    return kernel->jet_row(run->jet, run->code->constants + run->code->np + i);
}

const double *li_jet_lanes_output(const li_jet_lanes *run, size_t i)
{
    const li_lanes_kernel *kernel = run->kernel;
    return kernel->jet_row(run->jet, run->code->out[i]);
}

bool li_jet_lanes_smooth(const li_jet_lanes *run)
{
    const li_lanes_kernel *kernel = run->kernel;
    return kernel->jet_smooth(run->jet);
}

uint32_t li_jet_lanes_singular(const li_jet_lanes *run)
{
    const li_lanes_kernel *kernel = run->kernel;
    return kernel->jet_singular(run->jet);
}

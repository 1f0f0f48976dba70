/* lanes.c - programs over 16 or 32 doubles at once: the runs, and which instructions they use */
#include <string.h>

#include "lanes.h"

enum { LINE = 64 };              /* bytes of the widest vector */

double *li_lanes_memory(li_ctx *ctx, size_t count)
{
    char *block = li_new(ctx, count * sizeof(double) + 2 * LINE, 1);

    if (block == NULL)
        return NULL;
    char *start = block + LINE + (LINE - (uintptr_t)block % LINE) % LINE;
    ((void **)(void *)start)[-1] = block;
    return (double *)(void *)start;
}

void li_lanes_forget(li_ctx *ctx, double *x)
{
    if (x != NULL)
        li_drop(ctx, ((void **)(void *)x)[-1]);
}

const li_lanes_kernel *li_lanes_best(void)
{
    const li_lanes_kernel *best = li_lanes_avx512();

    if (best == NULL)
        best = li_lanes_avx2();
    return best != NULL ? best : li_lanes_baseline();
}

/* The constants of each lane; `one` is a run of doubles, for what is done lane by lane. */
static void set_constants(const li_code *code, li_lanes *run)
{
    li_real_constants(code, run->one);
    for (size_t i = 0; i < code->constants * run->width; i++)
        run->value[i] = run->one[i / run->width];
}

li_status li_lanes_init_kernel(li_ctx *ctx, li_lanes *run, const li_program *P, size_t width, const li_lanes_kernel *kernel)
{
    *run = (li_lanes){ .width = width, .ready = LI_ABSENT };
    if (li_code_check(ctx, P) != LI_OK)
        return li_ctx_status(ctx);
    if (width != 16 && width != 32)
        return li_fail(ctx, LI_DOMAIN, "a run has 16 or 32 lanes, not %zu", width);
    const li_code *code = P->code;
    run->value = li_lanes_memory(ctx, (code->values + 2 * code->scratch) * width);
    run->one = li_new(ctx, code->values + code->scratch + code->inner + 1, sizeof *run->one);
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    run->code = code;
    run->kernel = kernel;
    set_constants(code, run);
    if (code->np == 0)
        li_lanes_parameters(run, NULL);
    return LI_OK;
}

li_status li_lanes_init(li_ctx *ctx, li_lanes *run, const li_program *P, size_t width)
{
    return li_lanes_init_kernel(ctx, run, P, width, li_lanes_best());
}

void li_lanes_clear(li_ctx *ctx, li_lanes *run)
{
    li_lanes_forget(ctx, run->value);
    li_drop(ctx, run->one);
    *run = (li_lanes){ .ready = LI_ABSENT };
}

static li_status text(li_lanes *run, size_t from, size_t to)
{
    const li_lanes_kernel *kernel = run->kernel;
    return kernel->text(run, from, to);
}

li_status li_lanes_parameters(li_lanes *run, const double *parameter)
{
    const li_code *code = run->code;

    if (code == NULL)
        return run->ready;
    for (size_t i = 0; i < code->np * run->width; i++)
        run->value[code->constants * run->width + i] = parameter[i];
    run->singular = 0;
    run->ready = text(run, 0, code->prologue);
    run->never = run->singular;
    return run->ready;
}

li_status li_lanes_step(li_lanes *run, const double *variable, double *out)
{
    const li_code *code = run->code;
    size_t width = run->width;

    if (run->ready != LI_OK)
        return run->ready;
    if (code->nv > 0)
        memcpy(run->value + (code->constants + code->np) * width, variable, code->nv * width * sizeof *variable);
    run->singular = run->never;
    li_status status = text(run, code->prologue, code->len);
    for (size_t i = 0; i < code->outs && status == LI_OK; i++)
        memcpy(out + i * width, run->value + code->out[i] * width, width * sizeof *out);
    return status;
}

void li_lanes_series(const li_lanes *run, size_t order, const double *c, size_t stride, const double *h, double *sum, double *slope)
{
    const li_lanes_kernel *kernel = run->kernel;
    kernel->series_at(order, c, stride, h, sum, slope);
}

void li_lanes_sizes(const li_lanes *run, size_t order, size_t count, const double *c, size_t stride, const double *by, double *size)
{
    const li_lanes_kernel *kernel = run->kernel;
    kernel->series_sizes(order, count, c, stride, by, size);
}

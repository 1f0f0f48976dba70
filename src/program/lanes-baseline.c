/* lanes-baseline.c - lanes with the instructions that every machine of its kind has */
#include "lanes-kernel.h"

static li_status plain_init(li_ctx *ctx, plain *run, const li_program *P, long bits)
{
    (void)bits;
    return li_lanes_init_kernel(ctx, run, P, LANES, li_lanes_baseline());
}

const li_lanes_kernel *li_lanes_baseline(void)
{
    static const li_lanes_kernel kernel = LI_LANES_KERNEL("baseline");
    return &kernel;
}

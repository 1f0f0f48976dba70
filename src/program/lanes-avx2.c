/* lanes-avx2.c - lanes with AVX2 and FMA (compiled with the options for it, see CMakeLists.txt) */
#include "lanes.h"

#if defined(__AVX2__) && defined(__FMA__)
#include "lanes-kernel.h"

static li_status plain_init(li_ctx *ctx, plain *run, const li_program *P, long bits)
{
    (void)bits;
    return li_lanes_init_kernel(ctx, run, P, LANES, li_lanes_avx2());
}

const li_lanes_kernel *li_lanes_avx2(void)
{
    static const li_lanes_kernel kernel = LI_LANES_KERNEL("avx2");
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &kernel : NULL;
}
#else
const li_lanes_kernel *li_lanes_avx2(void) { return NULL; }
#endif

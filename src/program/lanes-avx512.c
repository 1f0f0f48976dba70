/* lanes-avx512.c - lanes with AVX-512 (compiled with the options for it, see CMakeLists.txt) */
#include "lanes.h"

#if defined(__AVX512F__)
#include "lanes-kernel.h"

static li_status plain_init(li_ctx *ctx, plain *run, const li_program *P, long bits)
{
    (void)bits;
    return li_lanes_init_kernel(ctx, run, P, LANES, li_lanes_avx512());
}

const li_lanes_kernel *li_lanes_avx512(void)
{
    static const li_lanes_kernel kernel = LI_LANES_KERNEL("avx512");
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") ? &kernel : NULL;
}
#else
const li_lanes_kernel *li_lanes_avx512(void) { return NULL; }
#endif

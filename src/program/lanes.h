/* lanes.h - the kernels of the lanes: the same source compiled for several instruction sets
 *
 * lanes-kernel.h is included by lanes-baseline.c, lanes-avx2.c and lanes-avx512.c, which the build compiles with the
 * options of their names. Which one runs is chosen when a run is set up. */
#ifndef LI_PROGRAM_LANES_H
#define LI_PROGRAM_LANES_H

#include "code.h"

typedef struct {
    const char *name;
    li_status (*text)(li_lanes *run, size_t from, size_t to);
    void       (*series_at)(size_t order, const double *c, size_t stride, const double *h, double *sum, double *slope);
    void       (*series_sizes)(size_t order, size_t count, const double *c, size_t stride, const double *by, double *size);
    void       (*series_sums)(size_t k, size_t groups, size_t order, const double *factor, double *sum);         /* jet-sums.h */
    /* series with 16 lanes as coefficients: J is the kernel's own */
    void      *(*jet_new)(li_ctx *ctx, const li_program *P, size_t order);
    void       (*jet_drop)(li_ctx *ctx, void *J);
    double    *(*jet_register)(void *J, size_t r);           /* order 0 of register r, before the step */
    li_status  (*jet_parameters)(void *J);
    li_status  (*jet_step)(void *J, size_t k);
    void       (*jet_advance)(void *J, size_t k);
    double    *(*jet_row)(void *J, size_t r);
    bool       (*jet_smooth)(const void *J);
    uint32_t   (*jet_singular)(const void *J);
} li_lanes_kernel;

/* NULL where the compiler or the machine does not know the instructions */
const li_lanes_kernel *li_lanes_baseline(void);
const li_lanes_kernel *li_lanes_avx2(void);
const li_lanes_kernel *li_lanes_avx512(void);
const li_lanes_kernel *li_lanes_best(void);
/* A run over a given kernel. */
li_status li_lanes_init_kernel(li_ctx *ctx, li_lanes *run, const li_program *P, size_t width, const li_lanes_kernel *kernel);
li_status li_jet_lanes_init_kernel(li_ctx *ctx, li_jet_lanes *run, const li_program *P, size_t order, const li_lanes_kernel *kernel);

/* Numbers that start at a multiple of 64 bytes. */
double *li_lanes_memory(li_ctx *ctx, size_t count);
void    li_lanes_forget(li_ctx *ctx, double *x);

#endif

/* native.h - a program as machine code
 *
 * The C text of a program (program.h) is compiled by the C compiler of this machine into a shared object, which is loaded and hands
 * out its functions. Compiling takes tenths of a second and more, so objects are kept in a directory of the user, each under the
 * SHA-256 of all that it depends on: the text, the compiler (path, size, date) and its flags, the processor, the version of this
 * library. A second run finds it there, and no compiler is started.
 *
 *     li_native N;
 *     if (li_native_init(ctx, &N, &P, NULL) != LI_OK) ...   LI_ABSENT: no compiler, or it failed: go on interpreted (li_ctx_forgive)
 *     N.code.prepare(parameter, prepared);
 *     N.code.step(prepared, variable, out);
 *     li_native_clear(ctx, &N);
 *
 * The cache is $XDG_CACHE_HOME/liaison or ~/.cache/liaison. It is used only if it belongs to this user and others cannot write to
 * it; an object in it only if it is a file of this user and its seal (key and SHA-256) fits; what does not fit is compiled again.
 * Where there is no such directory objects are compiled in a temporary one, which is removed at once. It holds at most 200 objects
 * and 256 MB; those that were not used for the longest time go. Removing it at any time is harmless.
 *
 * Values are the doubles of li_real_step to the last bit: the compiler may not contract products and sums. Series and lanes agree with
 * those of the library up to rounding. Texts above 2 MB (about 50 000 operations) are compiled with -O1. Two threads, or two
 * processes, may want the same object at the same time. */
#ifndef LIAISON_NATIVE_H
#define LIAISON_NATIVE_H

#include "liaison/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The functions and the numbers of doubles that their arguments take. `prepare` fills `prepared` from the parameters; the others only
 * read it: they may run in many threads at once, each with its own `work`. A singular system leaves nan.
 * The series are those of the motion whose rates are the first outputs: coefficients 0 .. order, order at most the largest one, in rows
 * of that largest order + 1 numbers: of the variables, then of the outputs beside their rates. */
typedef struct li_compiled {
    size_t parameters, prepared, work, order;
    void (*prepare)(const double *parameter, double *prepared);
    void (*step)(const double *prepared, const double *variable, double *out);
    void (*taylor)(const double *prepared, size_t order, const double *variable, double *series, double *work);
    size_t variables, outputs, work_lanes;
    /* eight at once: number i of lane l at [8 i + l], of a series coefficient k of row i at [8 (i (order + 1) + k) + l] */
    void (*lanes)(const double *prepared, const double *variable, double *out);
    void (*taylor_lanes)(const double *prepared, size_t order, const double *variable, double *series, double *work);
} li_compiled;

typedef struct {
    size_t order;                  /* of the longest series; 0: no `taylor`, else the first outputs are the rates of the variables */
    bool   lanes;                  /* `lanes` is wanted, and `taylor_lanes` */
    const char *cache;             /* a directory; NULL: that of the user; "": nothing is kept */
    const char *compiler;          /* a name or a path, then arguments, between blanks; NULL: that of the environment's CC, else cc */
    double seconds;                /* the compiler is stopped then; 0: 120 */
} li_native_options;

typedef struct {
    li_compiled code;              /* valid until li_native_clear */
    bool found;                    /* in the cache: no compiler was started */
    bool kept;                     /* in the cache for the next time */
    void *library;
} li_native;

/* `o` NULL: all zero. LI_ABSENT, with the reason: there is no machine code (an integral along the motion has no series as C text). */
li_status li_native_init (li_ctx *ctx, li_native *N, const li_program *P, const li_native_options *o);
void      li_native_clear(li_ctx *ctx, li_native *N);

#ifdef __cplusplus
}
#endif
#endif

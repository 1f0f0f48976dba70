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
 * The code gives the doubles of li_real_step to the last bit: the compiler may not contract products and sums. Texts above 2 MB (about 50 000 operations) are
 * compiled with -O1. Two threads, or two processes, may want the same object at the same time. */
#ifndef LIAISON_NATIVE_H
#define LIAISON_NATIVE_H

#include "liaison/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The functions and the numbers of doubles that their arguments take. `prepare` fills `prepared` from the parameters; the others
 * only read it: they may run in many threads at once. A singular system leaves nan. */
typedef struct li_compiled {
    size_t parameters, prepared, work, order;
    void (*prepare)(const double *parameter, double *prepared);
    void (*step)(const double *prepared, const double *variable, double *out);
    void (*taylor)(const double *prepared, size_t order, const double *variable, double *series, double *work);
    size_t variables, outputs;
    void (*lanes)(const double *prepared, const double *variable, double *out);      /* eight at once: number i of lane l at [8 i + l] */
} li_compiled;

typedef struct {
    size_t order;                  /* of the longest series; 0: no `taylor` */
    bool   lanes;                  /* `lanes` is wanted */
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

/* `o` NULL: all zero. LI_ABSENT, with the reason: there is no machine code. What the program cannot be written as: that status. */
li_status li_native_init (li_ctx *ctx, li_native *N, const li_program *P, const li_native_options *o);
void      li_native_clear(li_ctx *ctx, li_native *N);

#ifdef __cplusplus
}
#endif
#endif

/* guard.c - from an abort of FLINT or GMP back to a status */
#include "guard.h"

#include <flint/flint.h>
#include <gmp.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { NO_MEMORY = 1, ABORTED };

static _Thread_local jmp_buf *landing;         /* of the innermost guard of this thread, NULL outside */

/* What was installed before the hooks, not always by FLINT and GMP; written once, by install. */
static struct {
    void *(*allocate)(size_t);
    void *(*clear_allocate)(size_t, size_t);
    void *(*reallocate)(void *, size_t);
    void (*release)(void *);
} flint;

static struct {
    void *(*allocate)(size_t);
    void *(*reallocate)(void *, size_t, size_t);
    void (*release)(void *, size_t);
} gmp;

static FLINT_NORETURN void aborted(void)
{
    if (landing != NULL)
        longjmp(*landing, ABORTED);
    abort();                                   /* FLINT's own behaviour */
}

static void *caught(void *p, size_t bytes)
{
    if (p == NULL && bytes != 0 && landing != NULL)
        longjmp(*landing, NO_MEMORY);
    return p;
}

static void *flint_allocate(size_t n) { return caught(flint.allocate(n), n); }
static void *flint_clear_allocate(size_t n, size_t size) { return caught(flint.clear_allocate(n, size), n * size); }
static void *flint_reallocate(void *p, size_t n) { return caught(flint.reallocate(p, n), n); }

/* GMP's own functions end the process themselves, so a guard asks malloc, which they also use. */
static void *gmp_allocate(size_t n) { return landing != NULL ? caught(malloc(n), n) : gmp.allocate(n); }

/* What is released may have to be wiped first (GnuTLS, which HDF5 brings along, does that), so not by realloc */
static void *gmp_reallocate(void *p, size_t old, size_t n)
{
    if (landing == NULL)
        return gmp.reallocate(p, old, n);
    void *out = caught(malloc(n), n);
    memcpy(out, p, old < n ? old : n);
    gmp.release(p, old);
    return out;
}

static void install(void)
{
    void *(*own)(size_t);

    flint_set_abort(aborted);
    __flint_get_memory_functions(&flint.allocate, &flint.clear_allocate, &flint.reallocate, &flint.release);
    __flint_set_memory_functions(flint_allocate, flint_clear_allocate, flint_reallocate, flint.release);

    mp_get_memory_functions(&gmp.allocate, &gmp.reallocate, &gmp.release);
    mp_set_memory_functions(NULL, NULL, NULL);                 /* back to GMP's own for a moment, to see which they are */
    mp_get_memory_functions(&own, NULL, NULL);
    bool from_malloc = gmp.allocate == own;
    mp_set_memory_functions(from_malloc ? gmp_allocate : gmp.allocate, from_malloc ? gmp_reallocate : gmp.reallocate, gmp.release);
}

li_status li_guard(li_ctx *ctx, void (*work)(void *arg), void *arg)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    jmp_buf here;
    jmp_buf *const outer = landing;

    pthread_once(&once, install);
    switch (setjmp(here)) {
    case 0:
        landing = &here;
        work(arg);
        break;
    case NO_MEMORY:
        li_fail(ctx, LI_MEMORY, "out of memory in exact arithmetic");
        break;
    default:
        li_fail(ctx, LI_LIMIT, "exact arithmetic met a limit of FLINT");
    }
    landing = outer;
    return li_ctx_status(ctx);
}

void li_thread_end(void) { flint_cleanup(); }

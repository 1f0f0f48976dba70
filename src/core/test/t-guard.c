/* t-guard.c - FLINT and GMP without memory: a status, not the end of the process */
#include <flint/fmpz.h>
#include <gmp.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include "core/guard.h"
#include "harness.h"

/* AddressSanitizer calls this before main: malloc shall return NULL here as everywhere. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }

static const size_t huge = SIZE_MAX / 4;

static void flint_asks(void *arg)
{
    *(void **)arg = flint_malloc(huge);
}

static void flint_asks_zeroed(void *arg)
{
    *(void **)arg = flint_calloc(huge, 2);
}

static void flint_asks_more(void *arg)
{
    *(void **)arg = flint_realloc(*(void **)arg, huge);
}

static void gmp_asks(void *arg)
{
    void *(*allocate)(size_t);
    mp_get_memory_functions(&allocate, NULL, NULL);
    *(void **)arg = allocate(huge);
}

static void gmp_asks_more(void *arg)
{
    void *(*reallocate)(void *, size_t, size_t);
    mp_get_memory_functions(NULL, &reallocate, NULL);
    *(void **)arg = reallocate(*(void **)arg, 16, huge);
}

static void flint_gives_up(void *arg)
{
    (void)arg;
    flint_abort();
}

/* 3^1000 mod 7 by way of a large number; 3^6 = 1, 1000 = 4 mod 6, 3^4 = 81 = 4 mod 7 */
static void computes(void *arg)
{
    fmpz_t x;
    fmpz_init_set_ui(x, 3);
    fmpz_pow_ui(x, x, 1000);
    *(ulong *)arg = fmpz_fdiv_ui(x, 7);
    fmpz_clear(x);
}

static void works(li_ctx *ctx)
{
    ulong rest = 0;
    li_check(ctx, li_guard(ctx, computes, &rest) == LI_OK && rest == 4, "work that succeeds");
}

static void catches(li_ctx *ctx, li_rand *rng)
{
    void (*const work[])(void *) = { flint_asks, flint_asks_zeroed, flint_asks_more, gmp_asks, gmp_asks_more };
    (void)rng;

    works(ctx);
    for (size_t i = 0; i < sizeof work / sizeof *work; i++) {
        void *p = flint_malloc(16), *old = p;
        li_check(ctx, li_guard(ctx, work[i], &p) == LI_MEMORY && p == old, "request %zu", i);
        li_ctx_forgive(ctx);
        flint_free(old);
        works(ctx);
    }
    li_check(ctx, li_guard(ctx, flint_gives_up, NULL) == LI_LIMIT, "another abort");
    li_ctx_forgive(ctx);
    works(ctx);
}

struct nest { li_ctx *ctx; void *p; };

static void nested(void *arg)
{
    struct nest *n = arg;
    li_check(n->ctx, li_guard(n->ctx, gmp_asks, &n->p) == LI_MEMORY, "the inner guard catches");
    li_ctx_forgive(n->ctx);
    works(n->ctx);
    flint_asks(&n->p);
}

/* After an inner guard the outer one catches again; a failure before the guard stays the first. */
static void nesting(li_ctx *ctx, li_rand *rng)
{
    struct nest n = { ctx, NULL };
    (void)rng;

    li_check(ctx, li_guard(ctx, nested, &n) == LI_MEMORY, "the outer guard catches");
    li_ctx_forgive(ctx);
    li_fail(ctx, LI_DOMAIN, "before");
    li_check(ctx, li_guard(ctx, gmp_asks, &n.p) == LI_DOMAIN && strcmp(li_ctx_message(ctx), "before") == 0, "the first failure stays");
}

static void *thread(void *arg)
{
    bool *ok = arg;
    li_ctx *ctx = li_ctx_new();
    void *p = NULL;

    *ok = ctx != NULL;
    for (int i = 0; *ok && i < 6; i++) {
        *ok = li_guard(ctx, i % 2 ? gmp_asks : flint_asks, &p) == LI_MEMORY;
        li_ctx_forgive(ctx);
    }
    li_ctx_free(ctx);
    flint_cleanup();
    return NULL;
}

/* Every thread lands in its own guard. */
static void threads(li_ctx *ctx, li_rand *rng)
{
    enum { N = 4 };
    pthread_t id[N];
    bool ok[N] = { false };
    (void)rng;

    for (int i = 0; i < N; i++)
        pthread_create(&id[i], NULL, thread, &ok[i]);
    for (int i = 0; i < N; i++) {
        pthread_join(id[i], NULL);
        li_check(ctx, ok[i], "thread %d", i);
    }
}

int main(void)
{
    li_test_run("threads", threads, 1);
    li_test_run("catches", catches, 2);
    li_test_run("nesting", nesting, 2);
    flint_cleanup_master();
    return li_test_done();
}

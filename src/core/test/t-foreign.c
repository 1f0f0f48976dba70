/* t-foreign.c - a guard where another library gave GMP its own functions first, as GnuTLS does: memory from malloc, wiped before it is released */
#include <gmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/guard.h"
#include "harness.h"

static size_t wiped;

static void wipe(void *p, size_t n)
{
    memset(p, 0, n);
    wiped += n;
    free(p);
}

static void *move(void *p, size_t old, size_t n)
{
    void *out = malloc(n);
    if (out == NULL)
        abort();
    memcpy(out, p, old < n ? old : n);
    wipe(p, old);
    return out;
}

/* AddressSanitizer calls this before main: malloc shall return NULL here as everywhere. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }

static void asks_more(void *arg)
{
    void *(*reallocate)(void *, size_t, size_t);
    mp_get_memory_functions(NULL, &reallocate, NULL);
    *(void **)arg = reallocate(*(void **)arg, 16, SIZE_MAX / 4);
}

/* n! twice, in ways that move numbers about: they differ by 0 */
static void computes(void *arg)
{
    mpz_t product, factorial;
    unsigned long n = *(unsigned long *)arg;
    mpz_init_set_ui(product, 1);
    mpz_init(factorial);
    for (unsigned long k = 1; k <= n; k++)
        mpz_mul_ui(product, product, k);
    mpz_fac_ui(factorial, n);
    *(unsigned long *)arg = mpz_cmp(product, factorial) == 0;
    mpz_clear(product);
    mpz_clear(factorial);
}

static void foreign(li_ctx *ctx, li_rand *rng)
{
    unsigned long n = 100 + (unsigned long)li_rand_below(rng, 400);
    void *p = calloc(1, 16), *old = p;

    wiped = 0;
    li_check(ctx, li_guard(ctx, computes, &n) == LI_OK && n == 1, "numbers keep their digits");
    li_check(ctx, wiped > 100, "numbers are released as the other library wants it: %zu", wiped);
    li_check(ctx, li_guard(ctx, asks_more, &p) == LI_MEMORY && p == old, "no memory: a status");
    li_ctx_forgive(ctx);
    free(old);
}

int main(void)
{
    mp_set_memory_functions(NULL, move, wipe);
    li_test_run("foreign", foreign, 20);
    return li_test_done();
}

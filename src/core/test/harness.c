/* harness.c - rounds, seeds and counts of the tests */
#include "harness.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* One test program is one thread, and its counts are its result: the only state outside a context. */
static struct {
    const char *test;
    uint64_t seed;
    long checks, failed, undecided;
} now;

void li_check(li_ctx *ctx, bool ok, const char *format, ...)
{
    now.checks++;
    if (ok)
        return;
    now.failed++;

    va_list args;
    va_start(args, format);
    printf("%s: FAILED: ", now.test);
    vprintf(format, args);
    va_end(args);
    if (ctx != NULL && li_ctx_status(ctx) != LI_OK)
        printf(" [%s: %s]", li_status_name(li_ctx_status(ctx)), li_ctx_message(ctx));
    printf("   (LIAISON_SEED=0x%" PRIx64 ")\n", now.seed);
}

void li_test_undecided(void) { now.undecided++; }

/* The value of an environment variable, or `otherwise` when it is not set or no number. */
static uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *s = getenv(name);
    char *end;

    if (s == NULL || *s == '\0')
        return otherwise;
    uint64_t value = strtoull(s, &end, 0);
    return *end == '\0' ? value : otherwise;
}

static void run_round(void (*test)(li_ctx *, li_rand *), uint64_t seed)
{
    li_rand rng;
    li_ctx *ctx = li_ctx_new();

    now.seed = seed;
    if (ctx == NULL) {
        li_check(NULL, false, "no memory for a context");
        return;
    }
    li_rand_init(&rng, seed);
    test(ctx, &rng);
    li_ctx_free(ctx);
}

int li_test_run(const char *name, void (*test)(li_ctx *ctx, li_rand *rng), int rounds)
{
    long before = now.failed;
    uint64_t n = (uint64_t)rounds * setting("LIAISON_ROUNDS", 1);
    uint64_t name_hash = 0;

    now.test = name;
    if (getenv("LIAISON_SEED") != NULL) {
        run_round(test, setting("LIAISON_SEED", 0));
        return now.failed > before;
    }
    for (const char *c = name; *c != '\0'; c++)      /* tests with one name and round draw alike everywhere */
        name_hash = li_hash_mix(name_hash, (unsigned char)*c);
    for (uint64_t round = 0; round < n && now.failed == before; round++)
        run_round(test, li_hash_mix(name_hash, round));
    return now.failed > before;
}

int li_test_done(void)
{
    printf("%ld checks, %ld failed, %ld undecided\n", now.checks, now.failed, now.undecided);
    return now.failed > 0 || now.checks == 0;
}

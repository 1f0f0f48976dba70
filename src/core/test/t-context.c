/* t-context.c - memory, its limit and planned failures; the sticky status; the rooms' slots */
#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include "harness.h"

enum { BLOCKS = 40 };

static bool all_are(const unsigned char *p, size_t n, int byte)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] != byte)
            return false;
    return true;
}

/* Pieces of the arena are zeroed, aligned, and do not overlap: each is filled, and all keep their bytes. */
static void arena(li_ctx *ctx, li_rand *rng)
{
    unsigned char *p[BLOCKS];
    size_t size[BLOCKS];

    for (int i = 0; i < BLOCKS; i++) {
        size[i] = (size_t)li_rand_below(rng, li_rand_below(rng, 10) ? 200 : 200000);
        p[i] = li_alloc(ctx, size[i]);
        li_check(ctx, p[i] != NULL && all_are(p[i], size[i], 0), "%zu zeroed bytes", size[i]);
        li_check(ctx, (uintptr_t)p[i] % alignof(max_align_t) == 0, "alignment");
        memset(p[i], i + 1, size[i]);
    }
    for (int i = 0; i < BLOCKS; i++)
        li_check(ctx, all_are(p[i], size[i], i + 1), "piece %d", i);

    char *s = li_alloc_string(ctx, "abcdef", 3), *empty = li_alloc_string(ctx, NULL, 0);
    li_check(ctx, strcmp(s, "abc") == 0 && strcmp(empty, "") == 0, "strings");
}

/* Blocks grow and shrink: what was there stays, what is new is zero. */
static void blocks(li_ctx *ctx, li_rand *rng)
{
    unsigned char *p = NULL;
    size_t had = 0;

    for (int i = 0; i < 30; i++) {
        size_t n = (size_t)li_rand_below(rng, 3000);
        unsigned char *q = li_grow(ctx, p, n, 1);
        li_check(ctx, q != NULL && (uintptr_t)q % alignof(max_align_t) == 0, "%zu bytes", n);
        li_check(ctx, all_are(q, had < n ? had : n, 7), "%zu of %zu kept", had < n ? had : n, had);
        li_check(ctx, n <= had || all_are(q + had, n - had, 0), "%zu zeroed", n - had);
        memset(q, 7, n);
        p = q;
        had = n;
    }
    li_drop(ctx, p);
    li_drop(ctx, NULL);
}

/* Under a limit exactly what fits is given, and what is dropped can be had again. */
static void limit(li_ctx *ctx, li_rand *rng)
{
    size_t bytes = 1 + (size_t)li_rand_below(rng, 100000), step = 1 + (size_t)li_rand_below(rng, 5000), held = 0;
    void *p[BLOCKS * 2];
    int n = 0;

    li_ctx_limit(ctx, bytes);
    while (n < BLOCKS * 2 && (p[n] = li_new(ctx, step, 1)) != NULL) {
        held += step;
        n++;
    }
    li_check(ctx, held <= bytes, "%zu bytes held under a limit of %zu", held, bytes);
    li_check(ctx, n == BLOCKS * 2 || held + step + 32 * (size_t)(n + 1) > bytes, "only %zu bytes under a limit of %zu", held, bytes);
    if (n < BLOCKS * 2) {
        li_check(ctx, li_ctx_status(ctx) == LI_MEMORY && strstr(li_ctx_message(ctx), "limit") != NULL, "the words");
        li_ctx_forgive(ctx);
    }
    if (n > 0) {
        li_check(ctx, n == BLOCKS * 2 || li_grow(ctx, p[n - 1], bytes + 1, 1) == NULL, "growing past the limit");
        li_ctx_forgive(ctx);
        li_drop(ctx, p[n - 1]);
        p[n - 1] = li_new(ctx, step, 1);
        li_check(ctx, p[n - 1] != NULL, "a block dropped can be had again");
    }
    while (n > 0)
        li_drop(ctx, p[--n]);

    size_t piece = 1 + (size_t)li_rand_below(rng, 2000), got = 0;
    li_ctx_forgive(ctx);
    while (got < 10 * bytes && li_alloc(ctx, piece) != NULL)
        got += piece;
    li_check(ctx, got <= bytes && li_ctx_status(ctx) == LI_MEMORY, "%zu arena bytes under a limit of %zu", got, bytes);
    li_check(ctx, 2 * got + 4 * (piece + 64) >= bytes || piece < 64, "only %zu arena bytes under a limit of %zu", got, bytes);
    li_ctx_limit(ctx, 0);
    li_ctx_forgive(ctx);
    li_check(ctx, li_alloc(ctx, 10 * bytes) != NULL, "no limit any more");
}

/* The n-th allocation fails, those before and after succeed. */
static void fail_at(li_ctx *ctx, li_rand *rng)
{
    int n = 1 + li_rand_below(rng, 20);
    void *kept = NULL;

    li_ctx_fail_at(ctx, (uint64_t)n);
    for (int i = 1; i <= 25; i++) {
        bool ok;
        switch (li_rand_below(rng, 3)) {
        case 0: ok = li_alloc(ctx, 8) != NULL; break;
        case 1: ok = li_alloc_string(ctx, "x", 1) != NULL; break;
        default: {
            void *p = li_grow(ctx, kept, (size_t)i, 3);
            ok = p != NULL;
            kept = ok ? p : kept;
        }
        }
        li_check(ctx, ok == (i != n) && (li_ctx_status(ctx) == LI_MEMORY) == (i >= n), "allocation %d of %d", i, n);
    }
    li_drop(ctx, kept);
}

static void impossible(li_ctx *ctx, li_rand *rng)
{
    (void)rng;
    li_check(ctx, li_alloc(ctx, SIZE_MAX) == NULL && li_ctx_status(ctx) == LI_MEMORY, "SIZE_MAX bytes");
    li_ctx_forgive(ctx);
    li_check(ctx, li_alloc(ctx, SIZE_MAX - 40) == NULL && li_ctx_status(ctx) == LI_MEMORY, "nearly SIZE_MAX bytes");
    li_ctx_forgive(ctx);
    li_check(ctx, li_alloc_string(ctx, "", SIZE_MAX) == NULL && li_ctx_status(ctx) == LI_MEMORY, "a string of SIZE_MAX");
    li_ctx_forgive(ctx);
    li_check(ctx, li_new(ctx, SIZE_MAX / 2, 3) == NULL && li_ctx_status(ctx) == LI_MEMORY, "a product that overflows");
    li_ctx_forgive(ctx);
    li_check(ctx, li_new(ctx, SIZE_MAX, 1) == NULL && li_ctx_status(ctx) == LI_MEMORY, "a sum that overflows");
    li_ctx_forgive(ctx);
    void *p = li_new(ctx, 0, 8);
    li_check(ctx, p != NULL && li_ctx_status(ctx) == LI_OK, "no elements");
    li_drop(ctx, p);
}

/* The first failure and its words stay until they are forgiven. */
static void sticky(li_ctx *ctx, li_rand *rng)
{
    li_status first = (li_status)(1 + li_rand_below(rng, LI_ABSENT)), second = (li_status)(1 + li_rand_below(rng, LI_ABSENT));
    char longer[3000];

    li_check(ctx, li_ctx_status(ctx) == LI_OK && strcmp(li_ctx_message(ctx), "") == 0, "a fresh context");
    li_check(ctx, li_fail(ctx, LI_OK, "nothing") == LI_OK && strcmp(li_ctx_message(ctx), "") == 0, "LI_OK is no failure");
    li_check(ctx, li_fail(ctx, first, "first %d", 1) == first, "the first failure");
    li_check(ctx, li_fail(ctx, second, "second") == first && li_ctx_status(ctx) == first, "the second failure");
    li_check(ctx, strcmp(li_ctx_message(ctx), "first 1") == 0, "the words: %s", li_ctx_message(ctx));
    li_ctx_forgive(ctx);
    li_check(ctx, li_ctx_status(ctx) == LI_OK && strcmp(li_ctx_message(ctx), "") == 0, "forgiven");
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    li_check(ctx, li_fail(ctx, second, "%s", longer) == second && strlen(li_ctx_message(ctx)) < sizeof longer, "long words are cut");
    li_ctx_forgive(ctx);
    li_check(ctx, strcmp(li_status_name(first), li_status_name(LI_OK)) != 0, "statuses have names");
    li_check(ctx, strcmp(li_status_name((li_status)1000), "?") == 0, "but not all numbers");
}

static void note(li_ctx *ctx, void *state)
{
    (void)ctx;
    int **next = state;
    *(*next)++ = 1;
}

/* Slots are cleared once, with the context, and belong to it alone. */
static void slots(li_ctx *ctx, li_rand *rng)
{
    int calls[LI_SLOTS + 1] = { 0 }, *next = calls;
    li_ctx *other = li_ctx_new();
    (void)rng;

    li_check(ctx, li_ctx_slot(other, LI_SLOT_EXPR) == NULL, "an empty slot");
    for (int i = 0; i < LI_SLOTS; i++)
        li_ctx_attach(other, (li_slot)i, &next, note);
    li_check(ctx, li_ctx_slot(other, LI_SLOT_EXPR) == &next && li_ctx_slot(ctx, LI_SLOT_EXPR) == NULL, "its own");
    li_ctx_free(other);
    li_check(ctx, next == calls + LI_SLOTS, "cleared once each");
    li_ctx_free(NULL);
}

int main(void)
{
    li_test_run("arena", arena, 100);
    li_test_run("blocks", blocks, 200);
    li_test_run("limit", limit, 300);
    li_test_run("fail_at", fail_at, 200);
    li_test_run("impossible", impossible, 1);
    li_test_run("sticky", sticky, 100);
    li_test_run("slots", slots, 1);
    return li_test_done();
}

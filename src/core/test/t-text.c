/* t-text.c - strings that grow, against a plain array */
#include <stdio.h>
#include <string.h>

#include "harness.h"

enum { MOST = 4000 };

/* Random appends and cuts; an append may be told to fail and then must leave the text as it was. */
static void appends(li_ctx *ctx, li_rand *rng)
{
    char want[MOST + 1] = "", piece[64];
    size_t len = 0;
    li_text text;

    li_text_init(&text);
    li_check(ctx, strcmp(li_text_str(&text), "") == 0, "empty before the first byte");
    for (int step = li_rand_below(rng, 40); step > 0; step--) {
        size_t n = (size_t)li_rand_below(rng, 60);
        for (size_t i = 0; i < n; i++)
            piece[i] = (char)(1 + li_rand_below(rng, 255));
        piece[n] = '\0';

        bool fails = li_rand_below(rng, 8) == 0;
        size_t before = text.len;
        li_ctx_fail_at(ctx, fails ? 1 : 0);
        switch (li_rand_below(rng, 4)) {
        case 0: li_text_put(ctx, &text, piece); break;
        case 1: li_text_put_n(ctx, &text, piece, n); break;
        case 2: li_text_printf(ctx, &text, "%s", piece); break;
        default:
            n = n < len ? n : len;
            li_text_cut(&text, len - n);
            len -= n;
            n = 0;
            before = text.len;
        }
        li_ctx_fail_at(ctx, 0);
        if (li_ctx_status(ctx) != LI_OK) {
            li_check(ctx, fails && li_ctx_status(ctx) == LI_MEMORY && text.len == before, "a failed append");
            li_ctx_forgive(ctx);
        } else {
            memcpy(want + len, piece, n);
            len += n;
        }
        want[len] = '\0';
        li_check(ctx, text.len == len && memcmp(li_text_str(&text), want, len + 1) == 0, "%zu bytes", len);
    }
    li_text_clear(ctx, &text);
    li_check(ctx, text.len == 0 && strcmp(li_text_str(&text), "") == 0, "cleared");
}

static void corners(li_ctx *ctx, li_rand *rng)
{
    li_text text;
    (void)rng;

    li_text_init(&text);
    li_text_put_n(ctx, &text, NULL, 0);
    li_text_cut(&text, 0);
    li_text_cut(&text, 5);
    li_text_printf(ctx, &text, "%s", "");
    li_check(ctx, li_ctx_status(ctx) == LI_OK && text.len == 0 && *li_text_str(&text) == '\0', "nothing appended");
    li_text_put_n(ctx, &text, "a\0b", 3);
    li_check(ctx, text.len == 3 && memcmp(li_text_str(&text), "a\0b", 4) == 0, "a zero byte inside");
    li_text_cut(&text, 3);
    li_check(ctx, text.len == 3, "cut to its own length");
    li_text_put_n(ctx, &text, "", SIZE_MAX);
    li_check(ctx, li_ctx_status(ctx) == LI_MEMORY && text.len == 3, "an impossible length");
    li_text_clear(ctx, &text);
}

/* Appending one byte at a time costs few allocations, not one a byte. */
static void growth(li_ctx *ctx, li_rand *rng)
{
    li_text text;
    int moved = 0;
    (void)rng;

    li_text_init(&text);
    for (int i = 0; i < 100000; i++) {
        size_t cap = text.cap;
        li_text_put(ctx, &text, "x");
        moved += text.cap != cap;
    }
    li_check(ctx, text.len == 100000 && moved < 30, "%d allocations", moved);
    li_text_clear(ctx, &text);
}

int main(void)
{
    li_test_run("appends", appends, 1000);
    li_test_run("corners", corners, 1);
    li_test_run("growth", growth, 1);
    return li_test_done();
}

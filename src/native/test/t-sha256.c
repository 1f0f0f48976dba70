/* t-sha256.c - the examples of the standard, and that a text may come in pieces */
#include <string.h>

#include "../../core/test/harness.h"
#include "../sha256.h"

typedef struct { const char *text; int times; const char *sum; } example;

static const example examples[] = {
    { "", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
    { "abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
    { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
    { "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu", 1,
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1" },
    { "a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0" },
};

static void standard(li_ctx *ctx, li_rand *rng)
{
    (void)rng;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        char sum[LI_SHA256_HEX + 1];
        li_sha256 s;
        li_sha256_init(&s);
        for (int k = 0; k < examples[i].times; k++)
            li_sha256_put(&s, examples[i].text, strlen(examples[i].text));
        li_sha256_hex(&s, sum);
        li_check(ctx, strcmp(sum, examples[i].sum) == 0, "%.20s: %s", examples[i].text, sum);
    }
}

static void pieces(li_ctx *ctx, li_rand *rng)
{
    enum { MOST = 300 };
    unsigned char text[MOST];
    char whole[LI_SHA256_HEX + 1], parts[LI_SHA256_HEX + 1];
    size_t len = (size_t)li_rand_below(rng, MOST);
    li_sha256 s;

    for (size_t i = 0; i < len; i++)
        text[i] = (unsigned char)li_rand_below(rng, 256);
    li_sha256_init(&s);
    li_sha256_put(&s, text, len);
    li_sha256_hex(&s, whole);
    li_sha256_init(&s);
    for (size_t at = 0, n; at < len; at += n) {
        n = (size_t)li_rand_below(rng, (int)(len - at) + 1);
        li_sha256_put(&s, text + at, n);
    }
    li_sha256_hex(&s, parts);
    li_check(ctx, strcmp(whole, parts) == 0, "%zu bytes: %s, in pieces %s", len, whole, parts);
}

int main(void)
{
    li_test_run("standard", standard, 1);
    li_test_run("pieces", pieces, 500);
    return li_test_done();
}

/* t-source.c - source text: memory that runs out at any moment leaves a clean failure and the text as it was; what is written twice is
 * the same; names become identifiers, each once */
#include <ctype.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "../source.h"
#include "systems.h"

typedef li_status writer(li_ctx *, li_text *, const li_source_options *);
static writer *const writers[] = { li_emit_c, li_emit_python, li_emit_sympy, li_emit_law_json };
enum { WRITERS = 4, POINTS = 40 };

static li_source_options options_of(const test_system *s)
{
    return (li_source_options){ .motion = &s->motion, .jacobian = true, .lanes = true, .order = 6 };
}

/* With the n-th allocation failing; false: it did not fail any more, or there is no such text of this system */
static bool try(int system, int which, uint64_t n)
{
    static const char before[] = "before";
    li_ctx *ctx = li_ctx_new();
    li_status status = LI_OK;
    test_system s;
    li_text out;

    if (ctx == NULL)
        return false;
    li_text_init(&out);
    if (read_system(ctx, &s, system)) {
        const li_source_options o = options_of(&s);
        li_text_put(ctx, &out, before);
        li_ctx_fail_at(ctx, n);
        status = writers[which](ctx, &out, &o);
        li_ctx_fail_at(ctx, 0);
        li_check(NULL, status == LI_OK || status == LI_MEMORY || status == LI_ABSENT || status == LI_UNDECIDED, "system %d, writer %d, allocation %d: %s", system, which,
                 (int)n, li_ctx_message(ctx));
        li_check(NULL, status == LI_OK ? out.len > sizeof before : strcmp(li_text_str(&out), before) == 0, "system %d, writer %d, allocation %d: %s", system,
                 which, (int)n, "the text is not as it was");
    }
    li_text_clear(ctx, &out);
    li_ctx_free(ctx);
    return status == LI_MEMORY;
}

static void allocations(li_ctx *ctx, li_rand *rng)
{
    int system = li_rand_below(rng, SYSTEMS), which = li_rand_below(rng, WRITERS);
    uint64_t n = 1 + (uint64_t)li_rand_below(rng, 50);

    (void)ctx;
    for (int k = 0; k < POINTS && try(system, which, n); k++)
        n += 1 + n / 5;
}

/* The text depends on nothing but the model. */
static void twice(li_ctx *ctx, li_rand *rng)
{
    int system = li_rand_below(rng, SYSTEMS), which = li_rand_below(rng, WRITERS);
    li_ctx *own[2] = { li_ctx_new(), li_ctx_new() };
    li_text text[2];
    test_system s;

    for (int i = 0; i < 2; i++) {
        li_text_init(&text[i]);
        if (own[i] == NULL || !read_system(own[i], &s, system))
            continue;
        const li_source_options o = options_of(&s);
        writers[which](own[i], &text[i], &o);
    }
    li_check(ctx, strcmp(li_text_str(&text[0]), li_text_str(&text[1])) == 0, "system %d, writer %d", system, which);
    for (int i = 0; i < 2; i++) {
        li_text_clear(own[i], &text[i]);
        li_ctx_free(own[i]);
    }
}

static bool is_identifier(const char *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_')
        n++;
    return n > 0 && s[n] == '\0' && !isdigit((unsigned char)s[0]);
}

/* Random names, many of them alike: letters, digits, primes, dots, Greek, others, keywords */
static void names(li_ctx *ctx, li_rand *rng)
{
    static const char *const piece[] = { "x", "x", "_", "1", "2", "_dot", "θ", "theta", "名", "if", "lambda", ".", "int", "é" };
    enum { COUNT = 30, PIECES = sizeof piece / sizeof *piece };
    const char *word[COUNT], *prefix = li_rand_below(rng, 2) == 0 ? "" : "m_y_";
    li_identifiers I;
    li_text name;

    li_identifiers_init(&I, ctx);
    li_text_init(&name);
    for (int i = 0; i < COUNT; i++) {
        li_text_cut(&name, 0);
        for (int k = li_rand_below(rng, 3); k >= 0; k--)
            li_text_put(ctx, &name, piece[li_rand_below(rng, PIECES)]);
        for (int k = li_rand_below(rng, 4); k > 0; k--)
            li_text_put(ctx, &name, "'");
        word[i] = li_identifier(&I, prefix, li_text_str(&name));
        li_check(ctx, is_identifier(word[i]), "%s becomes %s", li_text_str(&name), word[i]);
        for (int k = 0; k < i; k++)
            li_check(ctx, strcmp(word[k], word[i]) != 0, "%s is called %s, like another", li_text_str(&name), word[i]);
    }
    li_text_clear(ctx, &name);
    li_identifiers_clear(&I);
}

/* No comment ends in its words, no trigraph or line's end stands there; a string constant has no quote but its own. */
static void words(li_ctx *ctx, li_rand *rng)
{
    static const char letters[] = "*/*/?\\\"\n ab%'\t";
    char s[40];
    int len = li_rand_below(rng, 30);
    li_text out;

    for (int i = 0; i < len; i++)
        s[i] = letters[li_rand_below(rng, (int)sizeof letters - 1)];
    s[len] = '\0';
    li_text_init(&out);
    li_put_comment(ctx, &out, s);
    const char *t = li_text_str(&out);
    li_check(ctx, strstr(t, "*/") == NULL && strstr(t, "/*") == NULL && strstr(t, "?" "?") == NULL && strchr(t, '\n') == NULL, "%s", s);
    li_text_cut(&out, 0);
    li_put_c_string(ctx, &out, s);
    li_check(ctx, strcspn(li_text_str(&out) + 1, "\"\n?") == out.len - 2, "%s", li_text_str(&out));
    li_text_cut(&out, 0);
    li_put_python_string(ctx, &out, s);
    li_check(ctx, strcspn(li_text_str(&out) + 1, "\"\n") == out.len - 2, "%s", li_text_str(&out));
    li_text_clear(ctx, &out);
}

int main(void)
{
    li_test_run("allocations", allocations, 200);
    li_test_run("twice", twice, 20);
    li_test_run("names", names, 300);
    li_test_run("words", words, 1000);
    return li_test_done();
}

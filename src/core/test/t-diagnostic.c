/* t-diagnostic.c - where a mistake is shown: carets, long lines, order, repetitions */
#include <stdio.h>
#include <string.h>

#include "harness.h"

enum { LINES = 6, LONGEST = 400, SOURCE = LINES * (4 * LONGEST + 1) + 1 };

static const char *const character[] = { "a", "x", " ", "\t", "\r", "\x7f", "+", "θ", "é", "→", "𝜃" };   /* 1, 2, 3, 4 bytes */

/* The place of the character `column` (from 0) of `line`, found by walking. */
static li_place place_of(const char *source, int line, int column, int length)
{
    int offset = 0;

    for (int i = 0; i < line; offset++)
        i += source[offset] == '\n';
    for (int i = 0; i < column; i++)
        do
            offset++;
        while (((unsigned char)source[offset] & 0xC0) == 0x80);
    return (li_place){ line + 1, column + 1, offset, length };
}

static const char *next_line(const char *s)
{
    const char *end = strchr(s, '\n');
    return end == NULL ? s + strlen(s) : end + 1;
}

static int characters(const char *s, const char *end)
{
    int n = 0;

    for (; s < end; s++)
        n += ((unsigned char)*s & 0xC0) != 0x80;
    return n;
}

/* The character of s that stands in column n (from 0), as bytes; "" past the end. */
static const char *at_column(const char *s, int n)
{
    for (; n > 0 && *s != '\0' && *s != '\n'; n--)
        do
            s++;
        while (((unsigned char)*s & 0xC0) == 0x80);
    return s;
}

/* Random lines of characters of all widths: the caret stands under the character that is meant. */
static void carets(li_ctx *ctx, li_rand *rng)
{
    char *source = li_new(ctx, SOURCE, 1);
    int width[LINES], line = li_rand_below(rng, LINES), len = 0;
    bool plain = li_rand_below(rng, 2);
    li_text out;

    for (int i = 0; i < LINES; i++) {
        width[i] = li_rand_below(rng, li_rand_below(rng, 2) ? 20 : LONGEST);
        for (int k = 0; k < width[i]; k++) {
            const char *c = character[li_rand_below(rng, plain ? 4 : 11)];
            len += snprintf(source + len, SOURCE - (size_t)len, "%s", c);
        }
        source[len++] = '\n';
    }
    source[len] = '\0';
    int column = li_rand_below(rng, width[line] + 1), span = li_rand_below(rng, 4);   /* may be the end of the line */
    int last = column + span < width[line] ? column + span : width[line];
    li_place place = place_of(source, line, column, 0);
    place.length = place_of(source, line, last, 0).offset - place.offset;

    li_text_init(&out);
    li_diagnose(ctx, LI_ERROR, place, "wrong");
    li_diagnostic_print(ctx, &out, "f.lia", source, (size_t)len);

    char head[64];
    snprintf(head, sizeof head, "f.lia:%d:%d: error: wrong\n", line + 1, column + 1);
    const char *first = li_text_str(&out), *shown = next_line(first), *marks = next_line(shown), *after = next_line(marks);
    li_check(ctx, strncmp(first, head, strlen(head)) == 0 && *after == '\0', "three lines, the first %s", head);
    li_check(ctx, characters(shown, marks) <= 180, "a line of %d characters", characters(shown, marks));

    const char *caret = memchr(marks, '^', (size_t)(after - marks));
    li_check(ctx, caret != NULL, "a caret");
    int at = caret == NULL ? 0 : (int)(caret - marks), carets = caret == NULL ? 0 : (int)strspn(caret, "^");
    const char *under = at_column(shown, at), *meant = source + place.offset;
    if (column == width[line])
        li_check(ctx, *under == '\n', "the caret stands after the line");
    else if ((unsigned char)*meant < ' ' || *meant == 127)
        li_check(ctx, *under == ' ', "a control character is shown as a space");
    else
        li_check(ctx, strncmp(under, meant, (size_t)(at_column(meant, 1) - meant)) == 0,
                 "line %d column %d: %.4s, not %.4s", line + 1, column + 1, under, meant);
    li_check(ctx, carets == (last > column ? last - column : 1) || column > 80, "%d carets for %d characters", carets, span);
    li_text_clear(ctx, &out);
    li_drop(ctx, source);
}

static void exact_text(li_ctx *ctx, li_rand *rng)
{
    const char *source = "coord θ, x\n\tkinetic teta^2\nlast";
    li_text out;
    (void)rng;

    li_text_init(&out);
    li_diagnose(ctx, LI_ERROR, (li_place){ 3, 5, (int)strlen(source), 0 }, "more is expected");
    li_diagnose(ctx, LI_WARNING, (li_place){ 1, 10, 10, 1 }, "%s is not used", "x");
    li_diagnose(ctx, LI_ERROR, (li_place){ 2, 10, 21, 4 }, "'teta' is not declared");
    li_diagnose(ctx, LI_ERROR, (li_place){ 0, 0, 0, 0 }, "no kinetic energy");
    li_diagnostic_print(ctx, &out, "m.lia", source, strlen(source));
    li_check(ctx, strcmp(li_text_str(&out),
                         "m.lia: error: no kinetic energy\n"
                         "m.lia:1:10: warning: x is not used\n"
                         "   1 | coord θ, x\n"
                         "     |          ^\n"
                         "m.lia:2:10: error: 'teta' is not declared\n"
                         "   2 |  kinetic teta^2\n"
                         "     |          ^^^^\n"
                         "m.lia:3:5: error: more is expected\n"
                         "   3 | last\n"
                         "     |     ^\n") == 0, "printed:\n%s", li_text_str(&out));
    li_check(ctx, li_diagnostic_count(ctx) == 4 && li_diagnostic_errors(ctx) == 3, "counted");
    li_check(ctx, li_diagnostic_at(ctx, 3)->place.line == 3 && li_diagnostic_at(ctx, 4) == NULL, "the last one");
    li_diagnostic_forget(ctx);
    li_check(ctx, li_diagnostic_count(ctx) == 0 && li_diagnostic_errors(ctx) == 0, "forgotten");
    li_text_clear(ctx, &out);
}

/* Kept in order of place, in order of issue at one place, each once. */
static void order(li_ctx *ctx, li_rand *rng)
{
    bool seen[10][4] = { { false } };
    size_t distinct = 0, errors = 0;

    for (int i = li_rand_below(rng, 60); i > 0; i--) {
        int offset = li_rand_below(rng, 10), words = li_rand_below(rng, 4);
        bool warning = words == 0;
        distinct += !seen[offset][words];
        seen[offset][words] = true;
        errors += !warning;
        li_diagnose(ctx, warning ? LI_WARNING : LI_ERROR, (li_place){ 1, offset + 1, offset, 1 }, "words %d", words);
    }
    li_check(ctx, li_diagnostic_count(ctx) == distinct, "%zu kept of %zu", li_diagnostic_count(ctx), distinct);
    li_check(ctx, li_diagnostic_errors(ctx) == errors, "%zu errors", errors);
    for (size_t i = 1; i < li_diagnostic_count(ctx); i++)
        li_check(ctx, li_diagnostic_at(ctx, i - 1)->place.offset <= li_diagnostic_at(ctx, i)->place.offset, "order");
}

static void order_of_issue(li_ctx *ctx, li_rand *rng)
{
    int offset = li_rand_below(rng, 3);

    for (int i = 0; i < 40; i++)
        li_diagnose(ctx, LI_ERROR, (li_place){ 1, 1, i % 2 ? offset : 1, 1 }, "%d", i);
    for (size_t i = 1; i < 40; i++) {
        const li_diagnostic *a = li_diagnostic_at(ctx, i - 1), *b = li_diagnostic_at(ctx, i);
        int m = 0, n = 0;
        sscanf(a->message, "%d", &m);
        sscanf(b->message, "%d", &n);
        li_check(ctx, a->place.offset < b->place.offset || (a->place.offset == b->place.offset && m < n), "%d before %d", m, n);
    }
}

/* Many warnings do not hide an error, and what is left out is counted. */
static void too_many(li_ctx *ctx, li_rand *rng)
{
    li_text out;
    char words[2000];
    (void)rng;

    li_text_init(&out);
    for (int i = 0; i < 80; i++)
        li_diagnose(ctx, LI_WARNING, (li_place){ 1, i + 1, i, 1 }, "warning %d", i);
    li_diagnose(ctx, LI_ERROR, (li_place){ 0, 0, 0, 0 }, "the error");
    li_check(ctx, li_diagnostic_count(ctx) == 51 && li_diagnostic_errors(ctx) == 1, "%zu kept", li_diagnostic_count(ctx));
    li_diagnostic_print(ctx, &out, "f", "", 0);                   /* places beyond the source are no harm */
    li_check(ctx, strncmp(li_text_str(&out), "f: error: the error\n", 20) == 0, "the error is there");
    li_check(ctx, strstr(li_text_str(&out), "f: and 30 more\n") != NULL, "the rest is counted");

    memset(words, 'x', sizeof words);
    for (int start = 0; start < 4; start++) {                     /* long words are cut between characters */
        li_diagnostic_forget(ctx);
        for (size_t i = (size_t)start; i + 2 < sizeof words; i += 2)
            memcpy(words + i, "θ", 2);
        words[sizeof words - 1] = '\0';
        li_diagnose(ctx, LI_ERROR, (li_place){ 1, 1, 0, 1 }, "%s", words);
        const char *kept = li_diagnostic_at(ctx, 0)->message;
        size_t n = strlen(kept);
        li_check(ctx, n > 1000 && n < 1100 && (n - (size_t)start) % 2 == 0, "cut after %zu bytes", n);
    }
    li_text_clear(ctx, &out);
}

/* No memory at any moment: a status, and what was kept before is still there. */
static void no_memory(li_ctx *ctx, li_rand *rng)
{
    li_text out;

    li_text_init(&out);
    li_ctx_fail_at(ctx, (uint64_t)(1 + li_rand_below(rng, 30)));
    for (int i = 0; i < 20; i++)
        li_diagnose(ctx, LI_ERROR, (li_place){ 1, i + 1, i, 1 }, "error %d", i);
    li_diagnostic_print(ctx, &out, "f", "a line of text with some words", 30);
    li_check(ctx, li_diagnostic_errors(ctx) == 20 && li_diagnostic_count(ctx) >= 19 - 1, "%zu kept", li_diagnostic_count(ctx));
    li_check(ctx, li_ctx_status(ctx) == LI_MEMORY || li_diagnostic_count(ctx) == 20, "the status");
    li_text_clear(ctx, &out);
}

int main(void)
{
    li_test_run("carets", carets, 1000);
    li_test_run("exact text", exact_text, 1);
    li_test_run("order", order, 300);
    li_test_run("order of issue", order_of_issue, 20);
    li_test_run("too many", too_many, 1);
    li_test_run("no memory", no_memory, 60);
    return li_test_done();
}

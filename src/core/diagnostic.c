/* diagnostic.c - what is wrong with a source text, and where */
#include <stdio.h>
#include <string.h>

#include "context.h"

enum { MOST = 50, WIDEST = 160 };     /* errors and warnings kept; bytes of a source line shown */

static bool starts_character(char c) { return ((unsigned char)c & 0xC0) != 0x80; }

/* Takes the last character, whole or not, off the text. */
static void cut_character(char *s)
{
    size_t n = strlen(s);

    while (n > 0 && !starts_character(s[n - 1]))
        n--;
    if (n > 0)
        s[n - 1] = '\0';
}

static bool before(const li_place *a, const li_place *b)
{
    if ((a->line == 0) != (b->line == 0))      /* what concerns the whole source comes first */
        return a->line == 0;
    return a->offset < b->offset;
}

/* Is it wanted: not issued before, and not one too many of its kind? */
static bool wanted(struct li_diagnostics *d, const li_diagnostic *x)
{
    size_t alike = 0;

    for (size_t i = 0; i < d->len; i++) {
        const li_diagnostic *y = &d->item[i];
        if (!before(&x->place, &y->place) && !before(&y->place, &x->place) && strcmp(x->message, y->message) == 0)
            return false;
        alike += x->severity == y->severity;
    }
    d->left_out += alike >= MOST;
    return alike < MOST;
}

static void insert(li_ctx *ctx, struct li_diagnostics *d, li_diagnostic x)
{
    if (d->len == d->cap) {
        li_diagnostic *item = li_grow(ctx, d->item, d->cap + 8, sizeof *item);
        if (item == NULL)
            return;
        d->item = item;
        d->cap += 8;
    }
    size_t i = d->len++;
    for (; i > 0 && before(&x.place, &d->item[i - 1].place); i--)
        d->item[i] = d->item[i - 1];
    d->item[i] = x;
}

void li_diagnose(li_ctx *ctx, li_severity severity, li_place place, const char *format, ...)
{
    struct li_diagnostics *d = li_ctx_diagnostics(ctx);
    char words[1024];
    li_diagnostic x = { severity, place, words };
    va_list args;

    va_start(args, format);
    int n = vsnprintf(words, sizeof words, format, args);
    va_end(args);
    if (n >= (int)sizeof words)                /* cut between characters, not inside one */
        cut_character(words);

    if (severity == LI_ERROR)
        d->errors++;
    if (!wanted(d, &x))
        return;
    x.message = li_alloc_string(ctx, words, strlen(words));
    if (x.message != NULL)
        insert(ctx, d, x);
}

size_t li_diagnostic_count(const li_ctx *ctx) { return li_ctx_diagnostics(ctx)->len; }
size_t li_diagnostic_errors(const li_ctx *ctx) { return li_ctx_diagnostics(ctx)->errors; }

const li_diagnostic *li_diagnostic_at(const li_ctx *ctx, size_t i)
{
    const struct li_diagnostics *d = li_ctx_diagnostics(ctx);
    return i < d->len ? &d->item[i] : NULL;
}

void li_diagnostic_forget(li_ctx *ctx)
{
    struct li_diagnostics *d = li_ctx_diagnostics(ctx);
    d->len = d->errors = d->left_out = 0;
}

/* The part [begin, end) of the line around the place that is shown: all of it unless it is very long. */
static void visible(const char *source, size_t len, size_t at, size_t *begin, size_t *end)
{
    *begin = *end = at;
    while (*begin > 0 && source[*begin - 1] != '\n')
        --*begin;
    while (*end < len && source[*end] != '\n')
        ++*end;
    if (*end - *begin > WIDEST && at - *begin > WIDEST / 2)
        for (*begin = at - WIDEST / 2; *begin < at && !starts_character(source[*begin]);)
            ++*begin;
    if (*end - *begin > WIDEST)
        for (*end = *begin + WIDEST; *end > at && !starts_character(source[*end]);)
            --*end;
}

/* The line of the source with a row of carets under the place; control characters become spaces. */
static void print_line(li_ctx *ctx, li_text *out, li_place place, const char *source, size_t len)
{
    size_t at = place.offset >= 0 && (size_t)place.offset <= len ? (size_t)place.offset : len, begin, end;

    visible(source, len, at, &begin, &end);
    bool from_start = begin == 0 || source[begin - 1] == '\n', to_end = end == len || source[end] == '\n';

    li_text_printf(ctx, out, "%4d | %s", place.line, from_start ? "" : "...");
    for (size_t i = begin; i < end; i++) {
        char c = (unsigned char)source[i] < ' ' || source[i] == 127 ? ' ' : source[i];
        li_text_put_n(ctx, out, &c, 1);
    }
    li_text_printf(ctx, out, "%s\n     | %s", to_end ? "" : "...", from_start ? "" : "   ");
    for (size_t i = begin; i < at; i++)
        if (starts_character(source[i]))
            li_text_put(ctx, out, " ");
    li_text_put(ctx, out, "^");
    for (size_t i = at + 1; i < end && i - at < (size_t)(place.length > 0 ? place.length : 0); i++)
        if (starts_character(source[i]))
            li_text_put(ctx, out, "^");
    li_text_put(ctx, out, "\n");
}

void li_diagnostic_print(li_ctx *ctx, li_text *out, const char *file, const char *source, size_t len)
{
    const struct li_diagnostics *d = li_ctx_diagnostics(ctx);

    for (size_t i = 0; i < d->len; i++) {
        const li_diagnostic *x = &d->item[i];
        const char *kind = x->severity == LI_ERROR ? "error" : "warning";
        if (x->place.line == 0) {
            li_text_printf(ctx, out, "%s: %s: %s\n", file, kind, x->message);
            continue;
        }
        li_text_printf(ctx, out, "%s:%d:%d: %s: %s\n", file, x->place.line, x->place.column, kind, x->message);
        print_line(ctx, out, x->place, source, len);
    }
    if (d->left_out > 0)
        li_text_printf(ctx, out, "%s: and %zu more\n", file, d->left_out);
}

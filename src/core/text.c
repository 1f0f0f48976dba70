/* text.c - strings that grow */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "liaison/core.h"

void li_text_init(li_text *text) { *text = (li_text){ 0 }; }

void li_text_clear(li_ctx *ctx, li_text *text)
{
    li_drop(ctx, text->s);
    li_text_init(text);
}

const char *li_text_str(const li_text *text) { return text->s != NULL ? text->s : ""; }

/* Room for `more` bytes and the terminating zero. */
static bool reserve(li_ctx *ctx, li_text *text, size_t more)
{
    if (text->cap > text->len && more < text->cap - text->len)
        return true;
    if (more > SIZE_MAX / 4) {                 /* so that the sums below cannot overflow */
        li_fail(ctx, LI_MEMORY, "out of memory");
        return false;
    }
    size_t cap = 2 * text->cap > text->len + more ? 2 * text->cap : text->len + more + 32;
    char *s = li_grow(ctx, text->s, cap, 1);
    if (s == NULL)
        return false;
    text->s = s;
    text->cap = cap;
    return true;
}

void li_text_put_n(li_ctx *ctx, li_text *text, const char *s, size_t n)
{
    if (n == 0 || !reserve(ctx, text, n))
        return;
    memcpy(text->s + text->len, s, n);
    text->len += n;
    text->s[text->len] = '\0';
}

void li_text_put(li_ctx *ctx, li_text *text, const char *s) { li_text_put_n(ctx, text, s, strlen(s)); }

void li_text_printf(li_ctx *ctx, li_text *text, const char *format, ...)
{
    va_list args, again;

    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0)
        li_fail(ctx, LI_LIMIT, "a text of more than %d bytes in one piece", INT_MAX);
    if (n > 0 && reserve(ctx, text, (size_t)n)) {
        vsnprintf(text->s + text->len, (size_t)n + 1, format, again);
        text->len += (size_t)n;
    }
    va_end(again);
}

void li_text_cut(li_text *text, size_t len)
{
    if (len < text->len) {
        text->len = len;
        text->s[len] = '\0';
    }
}

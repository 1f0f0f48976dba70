/* identifier.c - names of a model in the source text of another language */
#include <stdio.h>
#include <string.h>

#include "../expr/utf8.h"
#include "latex.h"
#include "source.h"

/* Words of C, C++ and Python, and names that their standard headers or our texts use. */
static const char *const reserved[] = {
    "alignas", "alignof", "and", "and_eq", "as", "asm", "assert", "async", "auto", "await", "bitand", "bitor", "bool", "break", "case", "catch",
    "char", "class", "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue", "co_await", "co_return", "co_yield",
    "decltype", "def", "default", "del", "delete", "do", "double", "dynamic_cast", "elif", "else", "enum", "except", "explicit", "export", "extern",
    "false", "finally", "float", "for", "friend", "from", "global", "goto", "if", "import", "in", "inline", "int", "is", "lambda", "long", "main", "match",
    "mutable", "namespace", "new", "noexcept", "nonlocal", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "pass", "private", "protected",
    "public", "raise", "register", "reinterpret_cast", "requires", "restrict", "return", "short", "signed", "sizeof", "static", "static_assert",
    "static_cast", "struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "type", "typedef", "typeid", "typename", "typeof",
    "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "with", "xor", "xor_eq", "yield", "False", "None", "True",
};

void li_identifiers_init(li_identifiers *I, li_ctx *ctx) { *I = (li_identifiers){ .ctx = ctx }; }

void li_identifiers_clear(li_identifiers *I)
{
    li_drop(I->ctx, I->taken);
    I->taken = NULL;
}

void li_identifier_take(li_identifiers *I, const char *word)
{
    if (I->count == I->cap) {
        const char **taken = li_grow(I->ctx, I->taken, 2 * I->cap + 64, sizeof *taken);
        if (taken == NULL)
            return;
        I->taken = taken;
        I->cap = 2 * I->cap + 64;
    }
    I->taken[I->count++] = word;
}

static bool is_free(const li_identifiers *I, const char *word)
{
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strcmp(word, reserved[i]) == 0)
            return false;
    for (size_t i = 0; i < I->count; i++)
        if (strcmp(word, I->taken[i]) == 0)
            return false;
    return true;
}

/* One character of a name; letters of other scripts than Latin and Greek by their number. */
static void put_character(li_ctx *ctx, li_text *out, const char *s, size_t len, uint32_t code)
{
    const char *greek = code >= 0x80 ? li_greek_name(s, len) : NULL;

    if (greek != NULL)
        li_text_put(ctx, out, greek);
    else if (code >= 0x80)
        li_text_printf(ctx, out, "u%04X", (unsigned)code);
    else if (li_utf8_is_letter(code) || li_utf8_is_digit(code))
        li_text_put_n(ctx, out, s, 1);
    else
        li_text_put(ctx, out, "_");
}

/* Primes at the end are dots of Newton. */
void li_put_identifier(li_ctx *ctx, li_text *out, const char *prefix, const char *name)
{
    static const char *const dot[] = { "", "_dot", "_ddot", "_dddot" };
    size_t len = strlen(name), primes = 0;

    while (len > 0 && name[len - 1] == '\'')
        len--, primes++;
    li_text_put(ctx, out, prefix);
    if (out->len == 0 && (len == 0 || li_utf8_is_digit((unsigned char)name[0])))
        li_text_put(ctx, out, "_");
    for (size_t i = 0; i < len;) {
        uint32_t code;
        size_t n;
        if (!li_utf8_decode(name + i, len - i, &code, &n))
            code = '_';
        put_character(ctx, out, name + i, n, code);
        i += n;
    }
    li_text_put(ctx, out, dot[primes < 3 ? primes : 3]);
}

const char *li_identifier(li_identifiers *I, const char *prefix, const char *name)
{
    li_ctx *ctx = I->ctx;
    li_text s;

    li_text_init(&s);
    li_put_identifier(ctx, &s, prefix, name);
    size_t len = s.len;
    for (unsigned number = 1; !is_free(I, li_text_str(&s)) && li_ctx_status(ctx) == LI_OK; number++) {
        li_text_cut(&s, len);
        if (number == 1)
            li_text_put(ctx, &s, "_");
        else
            li_text_printf(ctx, &s, "_%u", number);
    }
    const char *word = li_alloc_string(ctx, li_text_str(&s), s.len);
    li_text_clear(ctx, &s);
    if (word == NULL)
        return "";
    li_identifier_take(I, word);
    return word;
}

/* ---- words ---- */

/* No end or beginning of a comment, no trigraph, no line's end. */
void li_put_comment(li_ctx *ctx, li_text *out, const char *words)
{
    char before = '\0';

    for (; *words != '\0'; words++) {
        char c = (unsigned char)*words < 0x20 || *words == 0x7F ? ' ' : *words;
        if ((before == '*' && c == '/') || (before == '/' && c == '*') || (before == '?' && c == '?'))
            li_text_put(ctx, out, " ");
        li_text_put_n(ctx, out, &c, 1);
        before = c;
    }
}

void li_put_docstring(li_ctx *ctx, li_text *out, const char *words)
{
    for (; *words != '\0'; words++) {
        char c = (unsigned char)*words < 0x20 || *words == 0x7F ? ' ' : *words;
        if (c == '\\' || c == '"')
            li_text_put(ctx, out, "\\");
        li_text_put_n(ctx, out, &c, 1);
    }
}

/* Three octal digits: what follows cannot become part of the number. */
void li_put_c_string(li_ctx *ctx, li_text *out, const char *s)
{
    li_text_put(ctx, out, "\"");
    for (; *s != '\0'; s++) {
        unsigned char c = (unsigned char)*s;
        if (c < 0x20 || c >= 0x7F || c == '"' || c == '\\' || c == '?')
            li_text_printf(ctx, out, "\\%03o", c);
        else
            li_text_put_n(ctx, out, s, 1);
    }
    li_text_put(ctx, out, "\"");
}

void li_put_python_string(li_ctx *ctx, li_text *out, const char *s)
{
    size_t len = strlen(s);

    li_text_put(ctx, out, "\"");
    for (size_t i = 0; i < len;) {
        uint32_t code;
        size_t n;
        if (!li_utf8_decode(s + i, len - i, &code, &n))
            code = '?';
        if (code >= 0x10000)
            li_text_printf(ctx, out, "\\U%08X", (unsigned)code);
        else if (code < 0x20 || code >= 0x7F || code == '"' || code == '\\')
            li_text_printf(ctx, out, "\\u%04X", (unsigned)code);
        else
            li_text_put_n(ctx, out, s + i, 1);
        i += n;
    }
    li_text_put(ctx, out, "\"");
}

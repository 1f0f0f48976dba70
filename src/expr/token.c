/* token.c - the source cut into tokens */
#include <string.h>

#include "liaison/expr.h"
#include "utf8.h"

enum { SHOWN = 40, WIDEST_SOURCE = 1 << 30 };      /* bytes of a token quoted in a message; of a source */
static const uint32_t BAD = UINT32_MAX;            /* no valid UTF-8 */

struct lexer {
    li_parser *p;
    size_t at;                  /* the next byte */
    int line, column;
    int brackets;               /* open here: a line end inside them is a blank */
};

li_place li_place_span(li_place from, li_place to)
{
    from.length = to.offset + to.length - from.offset;
    return from;
}

/* ---- characters ---- */

static uint32_t look_at(const struct lexer *lx, size_t at, size_t *len)
{
    uint32_t code = 0;
    *len = 0;
    if (at >= lx->p->len)
        return '\n';            /* the source ends like a line */
    return li_utf8_decode(lx->p->source + at, lx->p->len - at, &code, len) ? code : BAD;
}

static uint32_t look(const struct lexer *lx, size_t *len) { return look_at(lx, lx->at, len); }

static bool sees(const struct lexer *lx, size_t at, char c) { return at < lx->p->len && lx->p->source[at] == c; }

static void step(struct lexer *lx, size_t len)
{
    lx->at += len;
    lx->column++;
}

static li_place here(const struct lexer *lx) { return (li_place){ lx->line, lx->column, (int)lx->at, 0 }; }

static li_place since(const struct lexer *lx, li_place begin)
{
    begin.length = (int)lx->at - begin.offset;
    return begin;
}

static bool continues_name(uint32_t code) { return code != BAD && (li_utf8_is_letter(code) || li_utf8_is_digit(code)); }

/* Bytes that are no text: one diagnostic for a run of them. */
static bool skip_broken(struct lexer *lx)
{
    li_place place = here(lx);
    size_t len;
    uint32_t first = look(lx, &len), code = first;

    if (lx->at >= lx->p->len || sees(lx, lx->at, '\n') || (sees(lx, lx->at, '\r') && sees(lx, lx->at + 1, '\n')))
        return false;
    if (first != BAD && !li_utf8_is_control(first))
        return false;
    while (len > 0 && (first == BAD ? code == BAD : code == first)) {
        step(lx, len);
        code = look(lx, &len);
    }
    place = since(lx, place);
    if (first == BAD)
        li_diagnose(lx->p->ctx, LI_ERROR, place, "this is not UTF-8 text (byte 0x%02X)", (unsigned char)lx->p->source[place.offset]);
    else
        li_diagnose(lx->p->ctx, LI_ERROR, place, "a control character, U+%04X", (unsigned)first);
    return true;
}

/* A character that is text but means nothing here; what a person may have meant by it. */
static void skip_foreign(struct lexer *lx, uint32_t code, size_t len)
{
    static const struct { uint32_t code; const char *write; } known[] = {
        { 0xD7, "*" }, { 0xB7, "*" }, { 0x22C5, "*" }, { 0x2219, "*" }, { 0xF7, "/" }, { 0x2212, "-" }, { 0x2013, "-" },
        { 0x2032, "'" }, { 0x2019, "'" }, { 0x201C, "\"" }, { 0x201D, "\"" }, { 0xB2, "^2" }, { 0xB3, "^3" },
        { 0x2264, "<=" }, { 0x2265, ">=" }, { 0x2260, "!=" }, { 0x221A, "sqrt(...)" }, { 0xA0, "a plain space" },
        { 0x3000, "a plain space" }, { '{', "(" }, { '}', ")" }, { '\\', "/\\" }, { '!', "!=" }
    };
    li_place place = here(lx);
    const char *at = lx->p->source + lx->at;

    step(lx, len);
    place = since(lx, place);
    if (code == '\'') {
        li_diagnose(lx->p->ctx, LI_ERROR, place, "a prime stands directly after a name");
        return;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].code == code) {
            li_diagnose(lx->p->ctx, LI_ERROR, place, "'%.*s' (U+%04X) is not part of the language; write %s", (int)len, at, (unsigned)code, known[i].write);
            return;
        }
    li_diagnose(lx->p->ctx, LI_ERROR, place, "'%.*s' (U+%04X) is not part of the language", (int)len, at, (unsigned)code);
}

/* ---- tokens ---- */

static void put(struct lexer *lx, li_token_kind kind, li_place place, const char *s, int primes)
{
    li_parser *p = lx->p;
    if (p->count == p->cap) {
        size_t cap = p->cap == 0 ? 64 : 2 * p->cap;
        li_token *token = li_grow(p->ctx, p->token, cap, sizeof *token);
        if (token == NULL)
            return;
        p->token = token;
        p->cap = cap;
    }
    p->token[p->count++] = (li_token){ kind, place, s, primes };
}

static const char *copy(struct lexer *lx, size_t from, size_t to)
{
    return li_alloc_string(lx->p->ctx, lx->p->source + from, to - from);
}

/* Moves over letters, digits, and dots between them. */
static void step_name(struct lexer *lx)
{
    size_t len, next;
    for (;;) {
        uint32_t code = look(lx, &len);
        if (!continues_name(code) && !(code == '.' && continues_name(look_at(lx, lx->at + 1, &next))))
            return;
        step(lx, len);
    }
}

static void scan_name(struct lexer *lx)
{
    li_place place = here(lx);
    size_t begin = lx->at;
    int primes = 0;

    step_name(lx);
    size_t end = lx->at;
    for (; sees(lx, lx->at, '\''); primes++)
        step(lx, 1);
    place = since(lx, place);
    if (end - begin > LI_MAX_NAME) {
        li_diagnose(lx->p->ctx, LI_ERROR, place, "a name of %zu bytes; the limit is %d", end - begin, LI_MAX_NAME);
        end = begin + li_utf8_cut(lx->p->source + begin, end - begin, LI_MAX_NAME);
    }
    put(lx, LI_TOKEN_NAME, place, copy(lx, begin, end), primes);
}

static void step_digits(struct lexer *lx)
{
    while (lx->at < lx->p->len && li_utf8_is_digit((unsigned char)lx->p->source[lx->at]))
        step(lx, 1);
}

/* What follows a number without a space: 2x, 2e, 1.2.3 */
static void skip_tail(struct lexer *lx, li_place place)
{
    const char *s = lx->p->source, *number = s + place.offset, *tail = s + lx->at;
    size_t digits = (size_t)(tail - number), len;
    bool letter = li_utf8_is_letter(look(lx, &len));

    while (continues_name(look(lx, &len)) || sees(lx, lx->at, '.') || sees(lx, lx->at, '\''))
        step(lx, len);
    size_t rest = (size_t)(s + lx->at - tail);
    int n = (int)li_utf8_cut(number, digits, SHOWN), m = (int)li_utf8_cut(tail, rest, SHOWN);
    bool exponent = *tail == 'e' || *tail == 'E';
    if (letter)
        li_diagnose(lx->p->ctx, LI_ERROR, since(lx, place), "'%.*s%.*s' is not a number; for a product write %.*s*%.*s%s", n, number, m, tail, n, number, m, tail,
                    exponent && rest == 1 ? ", for a power of ten give its exponent, 1e-3" : "");
    else
        li_diagnose(lx->p->ctx, LI_ERROR, since(lx, place), "'%.*s%.*s' is not a number", n, number, m, tail);
}

static void scan_number(struct lexer *lx)
{
    li_place place = here(lx);
    size_t begin = lx->at, len;

    step_digits(lx);
    if (sees(lx, lx->at, '.')) {
        step(lx, 1);
        step_digits(lx);
    }
    if (sees(lx, lx->at, 'e') || sees(lx, lx->at, 'E')) {
        size_t sign = sees(lx, lx->at + 1, '-') || sees(lx, lx->at + 1, '+');
        if (li_utf8_is_digit(look_at(lx, lx->at + 1 + sign, &len))) {
            lx->at += 1 + sign;
            lx->column += 1 + (int)sign;
            step_digits(lx);
        }
    }
    size_t end = lx->at;
    if (continues_name(look(lx, &len)) || sees(lx, lx->at, '.'))
        skip_tail(lx, place);
    place = since(lx, place);
    if (end - begin <= LI_MAX_DIGITS + 16) {
        put(lx, LI_TOKEN_NUMBER, place, copy(lx, begin, end), 0);
        return;
    }
    li_diagnose(lx->p->ctx, LI_ERROR, place, "a number of %zu characters; the limit is %d digits", end - begin, LI_MAX_DIGITS);
    put(lx, LI_TOKEN_NUMBER, place, "1", 0);
}

static void scan_string(struct lexer *lx)
{
    li_place place = here(lx);
    size_t begin = lx->at + 1, len;

    step(lx, 1);
    for (uint32_t code; (code = look(lx, &len)) != '"' && code != '\n';)
        if (!skip_broken(lx))
            step(lx, len);
    size_t end = lx->at;
    if (sees(lx, lx->at, '"'))
        step(lx, 1);
    else
        li_diagnose(lx->p->ctx, LI_ERROR, since(lx, place), "the text that begins here has no closing \"");
    put(lx, LI_TOKEN_STRING, since(lx, place), copy(lx, begin, end), 0);
}

static void skip_comment(struct lexer *lx)
{
    size_t len;
    while (look(lx, &len) != '\n')
        if (!skip_broken(lx))
            step(lx, len);
}

/* A statement ends with its line unless a bracket is open or the line ends with an operator or a comma. */
static void end_line(struct lexer *lx)
{
    const li_token *last = lx->p->count > 0 ? &lx->p->token[lx->p->count - 1] : NULL;
    bool goes_on = last == NULL || last->kind == LI_TOKEN_NEWLINE ||
                   (last->kind == LI_TOKEN_MARK && strcmp(last->s, ")") != 0 && strcmp(last->s, "]") != 0);
    li_place place = here(lx);

    step(lx, 1);
    if (lx->brackets == 0 && !goes_on)
        put(lx, LI_TOKEN_NEWLINE, since(lx, place), "\n", 0);
    lx->line++;
    lx->column = 1;
}

static bool scan_mark(struct lexer *lx)
{
    static const struct { const char *text, *mark; } marks[] = {        /* the longer ones first */
        { "\xE2\x88\xA7", "/\\" }, { "/\\", "/\\" }, { "<=", "<=" }, { ">=", ">=" }, { "!=", "!=" }, { "+", "+" },
        { "-", "-" }, { "*", "*" }, { "/", "/" }, { "^", "^" }, { "(", "(" }, { ")", ")" }, { "[", "[" }, { "]", "]" },
        { ",", "," }, { ":", ":" }, { "=", "=" }, { "~", "~" }, { "<", "<" }, { ">", ">" }, { "|", "|" }
    };
    const char *s = lx->p->source + lx->at;
    size_t left = lx->p->len - lx->at;

    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *text = marks[i].text, *mark = marks[i].mark;
        size_t len = strlen(text);
        if (len > left || memcmp(s, text, len) != 0)
            continue;
        li_place place = here(lx);
        lx->at += len;
        lx->column += (unsigned char)*text < 0x80 ? (int)len : 1;
        put(lx, LI_TOKEN_MARK, since(lx, place), mark, 0);
        if (*mark == '(' || *mark == '[')
            lx->brackets++;
        else if ((*mark == ')' || *mark == ']') && lx->brackets > 0)
            lx->brackets--;
        return true;
    }
    return false;
}

static void scan(struct lexer *lx)
{
    size_t len, next;
    uint32_t code = look(lx, &len);

    if (code == ' ' || code == '\t' || (code == '\r' && sees(lx, lx->at + 1, '\n')))
        step(lx, len);
    else if (code == '\n')
        end_line(lx);
    else if (code == '#')
        skip_comment(lx);
    else if (code == '"')
        scan_string(lx);
    else if (skip_broken(lx))
        return;
    else if (li_utf8_is_letter(code))
        scan_name(lx);
    else if (li_utf8_is_digit(code) || (code == '.' && li_utf8_is_digit(look_at(lx, lx->at + 1, &next))))
        scan_number(lx);
    else if (!scan_mark(lx))
        skip_foreign(lx, code, len);
}

li_status li_parser_init(li_ctx *ctx, li_parser *p, const char *source, size_t len)
{
    struct lexer lx = { .p = p, .line = 1, .column = 1 };

    *p = (li_parser){ .ctx = ctx, .source = source, .len = len };
    if (len > WIDEST_SOURCE)
        return li_fail(ctx, LI_LIMIT, "a text of %zu bytes; the limit is %d", len, WIDEST_SOURCE);
    if (len >= 3 && memcmp(source, "\xEF\xBB\xBF", 3) == 0)
        lx.at = 3;              /* a byte order mark */
    while (lx.at < len && li_ctx_status(ctx) == LI_OK)
        scan(&lx);
    put(&lx, LI_TOKEN_END, here(&lx), "", 0);
    return li_ctx_status(ctx);
}

void li_parser_clear(li_parser *p)
{
    li_drop(p->ctx, p->token);
    *p = (li_parser){ 0 };
}

/* ---- reading them ---- */

const li_token *li_parser_peek(const li_parser *p)
{
    static const li_token end = { .kind = LI_TOKEN_END, .s = "" };
    return p->at < p->count ? &p->token[p->at] : &end;
}

const li_token *li_parser_next(li_parser *p)
{
    const li_token *token = li_parser_peek(p);
    if (token->kind != LI_TOKEN_END)
        p->at++;
    return token;
}

static bool is_word(const li_token *token, const char *word)
{
    bool kind = token->kind == LI_TOKEN_MARK || (token->kind == LI_TOKEN_NAME && token->primes == 0);
    return kind && strcmp(token->s, word) == 0;
}

bool li_parser_accept(li_parser *p, const char *word)
{
    if (!is_word(li_parser_peek(p), word))
        return false;
    p->at++;
    return true;
}

bool li_parser_expect(li_parser *p, const char *word, const char *after)
{
    li_text expected;

    if (li_parser_accept(p, word))
        return true;
    li_text_init(&expected);
    li_text_printf(p->ctx, &expected, "'%s'%s%s", word, after == NULL ? "" : " after ", after == NULL ? "" : after);
    li_parser_unexpected(p, li_text_str(&expected));
    li_text_clear(p->ctx, &expected);
    return false;
}

/* Do two tokens side by side look like a product without its sign? */
static bool looks_like_product(const li_token *left, const li_token *right)
{
    bool ends = left->kind == LI_TOKEN_NAME || left->kind == LI_TOKEN_NUMBER || is_word(left, ")");
    bool begins = right->kind == LI_TOKEN_NAME || right->kind == LI_TOKEN_NUMBER || is_word(right, "(");
    return ends && begins && left->place.line == right->place.line;
}

static int shown(const li_parser *p, const li_token *token)
{
    return (int)li_utf8_cut(p->source + token->place.offset, (size_t)token->place.length, SHOWN);
}

void li_parser_unexpected(li_parser *p, const char *expected)
{
    const li_token *token = li_parser_peek(p), *last = p->at > 0 ? &p->token[p->at - 1] : NULL;
    const char *s = p->source + token->place.offset;
    int len = shown(p, token);

    if (token->kind == LI_TOKEN_END)
        li_diagnose(p->ctx, LI_ERROR, token->place, "expected %s, but the text ends here", expected);
    else if (token->kind == LI_TOKEN_NEWLINE)
        li_diagnose(p->ctx, LI_ERROR, token->place, "expected %s, but the line ends here", expected);
    else if (last != NULL && looks_like_product(last, token))
        li_diagnose(p->ctx, LI_ERROR, token->place, "expected %s, found '%.*s'; for a product write %s%.*s*%.*s%s", expected, len, s,
                    is_word(last, ")") ? "(..." : "", shown(p, last), p->source + last->place.offset,
                    len, s, is_word(token, "(") ? "...)" : "");
    else
        li_diagnose(p->ctx, LI_ERROR, token->place, "expected %s, found '%.*s'", expected, len, s);
}

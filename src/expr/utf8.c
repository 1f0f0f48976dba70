/* utf8.c - characters of a source text */
#include "utf8.h"

bool li_utf8_decode(const char *s, size_t n, uint32_t *code, size_t *len)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    unsigned char first = (unsigned char)s[0];
    size_t need = first < 0x80 ? 1 : first >> 5 == 0x06 ? 2 : first >> 4 == 0x0E ? 3 : first >> 3 == 0x1E ? 4 : 0;

    *len = 1;
    if (need == 0 || need > n)
        return false;
    uint32_t c = need == 1 ? first : first & (0x7Fu >> need);
    for (size_t k = 1; k < need; k++) {
        if (((unsigned char)s[k] & 0xC0) != 0x80)
            return false;
        c = c << 6 | ((unsigned char)s[k] & 0x3Fu);
    }
    if (c < least[need] || c > 0x10FFFF || c >> 11 == 0x1B)
        return false;
    *code = c;
    *len = need;
    return true;
}

bool li_utf8_is_control(uint32_t code)
{
    return (code < 0x20 && code != '\t' && code != '\n') || (code >= 0x7F && code < 0xA0);
}

bool li_utf8_is_digit(uint32_t code) { return code >= '0' && code <= '9'; }

/* Beyond ASCII everything is a letter except spaces, punctuation and symbols. */
bool li_utf8_is_letter(uint32_t code)
{
    static const struct { uint32_t from, to; } no[] = {
        { 0xA0, 0xA9 }, { 0xAB, 0xB4 }, { 0xB6, 0xB9 }, { 0xBB, 0xBF }, { 0xD7, 0xD7 }, { 0xF7, 0xF7 },
        { 0x2000, 0x207F }, { 0x20A0, 0x20CF }, { 0x2190, 0x2BFF }, { 0x2E00, 0x2E7F }, { 0x3000, 0x3004 },
        { 0x3008, 0x3020 }, { 0xD800, 0xF8FF }, { 0xFE00, 0xFE6F }, { 0xFEFF, 0xFEFF }, { 0xFF00, 0xFF20 },
        { 0xFFF0, 0xFFFF }, { 0x1F000, 0x1FAFF }, { 0xE0000, 0x10FFFF }
    };

    if (code < 0x80)
        return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || code == '_';
    if (code < 0xA0)
        return false;
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (code >= no[i].from && code <= no[i].to)
            return false;
    return true;
}

size_t li_utf8_cut(const char *s, size_t len, size_t most)
{
    if (len <= most)
        return len;
    while (most > 0 && ((unsigned char)s[most] & 0xC0) == 0x80)
        most--;
    return most;
}

/* utf8.h - characters of a source text */
#ifndef LI_EXPR_UTF8_H
#define LI_EXPR_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The code point at s (n >= 1 bytes are there) and its length in bytes; false, with length 1, where no valid
 * UTF-8 begins: overlong forms, surrogates, cut sequences. */
bool li_utf8_decode(const char *s, size_t n, uint32_t *code, size_t *len);

bool li_utf8_is_control(uint32_t code);       /* not \t and \n */
bool li_utf8_is_letter(uint32_t code);        /* may begin a name: letters of any script and _ */
bool li_utf8_is_digit(uint32_t code);         /* 0 .. 9 */

/* The largest length <= most at which s[0 .. len) may be cut without splitting a character. */
size_t li_utf8_cut(const char *s, size_t len, size_t most);

#endif

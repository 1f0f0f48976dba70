/* decimal.c - the shortest digits that read back to a double
 *
 * x = m 2^e is written by every decimal number nearer to it than half a unit, 2^(e-1), of its last bit. With k such that
 * v = x 10^k has 17 or 18 digits before its point, v is known to 2^-60 and half a unit, w, is more than 0.55: the nearest integer
 * will do, and of the multiples of 10, 100, ... nearest to v the last that lies within w. */
#include <string.h>

#include "record.h"

__extension__ typedef unsigned __int128 wide;

enum { STRIDE = 27, FIRST = -11,               /* 5^27 < 2^64 */
       LONGEST_INTEGER = 17, MOST_ZEROS = 4 }; /* before the point, behind it; beyond that a power of ten stands behind the digits */

/* 10^(27 j) = C 2^e, rounded down to 128 bits, j = -11 ... 13 */
static const struct { uint64_t high, low; int e; } power[] = {
    { 0xa76c582338ed2621, 0xaf2af2b80af6f24e, -1114 }, { 0x873e4f75e2224e68, 0x5a7744a6e804a291, -1024 },
    { 0xda7f5bf590966848, 0xaf39a475506a899e, -935 }, { 0xb080392cc4349dec, 0xbd8d794d96aacfb3, -845 },
    { 0x8e938662882af53e, 0x547eb47b7282ee9c, -755 }, { 0xe65829b3046b0afa, 0x0cb4a5a3112a5112, -666 },
    { 0xba121a4650e4ddeb, 0x92f34d62616ce413, -576 }, { 0x964e858c91ba2655, 0x3a6a07f8d510f86f, -486 },
    { 0xf2d56790ab41c2a2, 0xfae27299423fb9c3, -397 }, { 0xc428d05aa4751e4c, 0xaa97e14c3c26b886, -307 },
    { 0x9e74d1b791e07e48, 0x775ea264cf55347d, -217 }, { 0x8000000000000000, 0x0000000000000000, -127 },
    { 0xcecb8f27f4200f3a, 0x0000000000000000, -38 }, { 0xa70c3c40a64e6c51, 0x999090b65f67d924, 52 },
    { 0x86f0ac99b4e8dafd, 0x69a028bb3ded71a3, 142 }, { 0xda01ee641a708de9, 0xe80e6f4820cc9495, 231 },
    { 0xb01ae745b101e9e4, 0x5ec05dcff72e7f8f, 321 }, { 0x8e41ade9fbebc27d, 0x14588f13be847307, 411 },
    { 0xe5d3ef282a242e81, 0x8f1668c8a86da5fa, 500 }, { 0xb9a74a0637ce2ee1, 0x6d953e2bd7173692, 590 },
    { 0x95f83d0a1fb69cd9, 0x4abdaf101564f98e, 680 }, { 0xf24a01a73cf2dccf, 0xbc633b39673c8cec, 769 },
    { 0xc3b8358109e84f07, 0x0a862f80ec4700c8, 859 }, { 0x9e19db92b4e31ba9, 0x6c07a2c26a8346d1, 949 },
    { 0xff6d0b3492801150, 0x9798278aea58efff, 1038 },
};

static const wide MARGIN = 1 << 14;            /* 2^-50: what is nearer than that to w may lie beyond it */

static int leading_zeros(uint64_t x) { return __builtin_clzll(x); }          /* x != 0 */

/* a b 2^-64 */
static wide product(wide a, uint64_t b) { return (a >> 64) * b + (((wide)(uint64_t)a * b) >> 64); }

/* 5^r 2^z, z the zeros before it, r = 0 ... 26 */
static const uint64_t five[STRIDE] = {
    0x8000000000000000, 0xa000000000000000, 0xc800000000000000, 0xfa00000000000000, 0x9c40000000000000, 0xc350000000000000,
    0xf424000000000000, 0x9896800000000000, 0xbebc200000000000, 0xee6b280000000000, 0x9502f90000000000, 0xba43b74000000000,
    0xe8d4a51000000000, 0x9184e72a00000000, 0xb5e620f480000000, 0xe35fa931a0000000, 0x8e1bc9bf04000000, 0xb1a2bc2ec5000000,
    0xde0b6b3a76400000, 0x8ac7230489e80000, 0xad78ebc5ac620000, 0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400,
    0xd3c21bcecceda100, 0x84595161401484a0, 0xa56fa5b99019a5c8,
};

/* 10^k = C 2^e, 2^126 <= C < 2^128; r log2(5), whose integer part is 63 - z, is near 2.3219281 r */
static wide power_of_ten(int k, int *e)
{
    int j = (k - STRIDE * FIRST) / STRIDE, r = (k - STRIDE * FIRST) % STRIDE;

    *e = power[j].e + r - 63 + r * 23219281 / 10000000 + 64;
    return product((wide)power[j].high << 64 | power[j].low, five[r]);
}

/* |x| = n 10^p, n of at most 17 digits without zeros at its end */
static uint64_t shortest(uint64_t bits, int *p)
{
    int biased = (int)(bits >> 52 & 0x7ff), e = (biased > 0 ? biased : 1) - 1075;
    uint64_t m = (bits & ((UINT64_C(1) << 52) - 1)) | (uint64_t)(biased > 0) << 52;
    bool corner = m == UINT64_C(1) << 52 && biased > 1;           /* below a power of two, units are half as large */
    int z = leading_zeros(m), top = e + 63 - z, ten;              /* 2^top <= x */
    int k = 16 - ((top * 78913 + (400 << 18)) / (1 << 18) - 400); /* the integer part of top log10(2), which is that of log10(x) or 1 less */
    wide C = power_of_ten(k, &ten);
    int shift = -(ten + 64 + e - z) - 64;      /* to 64 bits behind the point */
    wide v = product(C, m << z) >> shift, w = C >> (65 - z) >> shift, w_below = w >> corner;
    uint64_t n = (uint64_t)(v >> 64), tens = n, best = n + (uint64_t)((uint64_t)v >> 63);

    *p = -k;
    for (uint64_t u = 10;; u *= 10) {
        tens /= 10;                            /* of u */
        wide above = (wide)(n - tens * u) << 64 | (uint64_t)v, below = ((wide)u << 64) - above;
        bool lower = above + MARGIN < w_below, upper = below + MARGIN < w;
        if (!lower && !upper)
            return best;
        best = tens + !(lower && (!upper || above < below));
        ++*p;
    }
}

/* The digits of n at the end of a field of 20; how many */
static int put_digits(char *field, uint64_t n)
{
    char *s = field + 20;

    while (n >= 100000000) {
        uint32_t part = (uint32_t)(n % 100000000);
        n /= 100000000;
        for (int i = 0; i < 8; i++, part /= 10)
            *--s = (char)('0' + part % 10);
    }
    for (uint32_t part = (uint32_t)n; part > 0; part /= 10)
        *--s = (char)('0' + part % 10);
    return (int)(field + 20 - s);
}

/* e-05, e+300 */
static size_t put_power(char *out, int p)
{
    size_t len = 0;
    unsigned a = (unsigned)(p < 0 ? -p : p);

    out[len++] = 'e';
    out[len++] = p < 0 ? '-' : '+';
    if (a >= 100)
        out[len++] = (char)('0' + a / 100);
    out[len++] = (char)('0' + a / 10 % 10);
    out[len++] = (char)('0' + a % 10);
    return len;
}

/* `len` digits, the point behind the first `before` of them; zeros where there are none */
static size_t put_point(char *out, const char *digit, int len, int before)
{
    char *s = out;
    int whole = before < 0 ? 0 : before < len ? before : len;

    if (before <= 0)
        *s++ = '0';
    memcpy(s, digit, (size_t)whole);
    s += whole;
    for (int i = len; i < before; i++)
        *s++ = '0';
    if (whole < len)
        *s++ = '.';
    for (int i = before; i < 0; i++)
        *s++ = '0';
    memcpy(s, digit + whole, (size_t)(len - whole));
    return (size_t)(s + len - whole - out);
}

size_t li_decimal(char *out, double x)
{
    uint64_t bits;
    char *s = out, field[20];
    int p = 0;

    memcpy(&bits, &x, sizeof bits);
    if (bits >> 63 != 0)
        *s++ = '-';
    if (x == 0) {
        *s++ = '0';
        return (size_t)(s - out);
    }
    int len = put_digits(field, shortest(bits, &p)), before = len + p;         /* digits before the point */
    bool powered = before > LONGEST_INTEGER || before <= -MOST_ZEROS;
    s += put_point(s, field + 20 - len, len, powered ? 1 : before);
    if (powered)
        s += put_power(s, before - 1);
    return (size_t)(s - out);
}

/* rational.c - exact rationals: FLINT's fmpq behind li_rational */
#include "rational.h"

#include <ctype.h>
#include <flint/fmpz.h>
#include <float.h>
#include <mpfr.h>
#include <string.h>

enum { POWER_BITS = 1 << 20 };       /* x^n is refused beyond this size */

void li_rational_init(li_rational *x) { fmpq_init(li_fmpq(x)); }
void li_rational_clear(li_rational *x) { fmpq_clear(li_fmpq(x)); }
void li_rational_set(li_rational *x, const li_rational *y) { fmpq_set(li_fmpq(x), li_fmpq_const(y)); }
void li_rational_swap(li_rational *x, li_rational *y) { fmpq_swap(li_fmpq(x), li_fmpq(y)); }

void li_rational_set_int(li_rational *x, int64_t num, int64_t den)
{
    fmpz_t p, q;
    fmpz_init_set_si(p, num);
    fmpz_init_set_si(q, den);
    fmpq_set_fmpz_frac(li_fmpq(x), p, q);
    fmpz_clear(p);
    fmpz_clear(q);
}

/* Digits with at most one point go to one integer; the point and the exponent to a power of ten. */
bool li_rational_set_decimal(li_rational *x, const char *s, size_t len, int digits)
{
    char buffer[64], *text = buffer;
    size_t i = 0, n = 0;
    long shift = 0, exponent = 0;
    bool point = false, ok = false;

    if (len == 0 || len > (size_t)digits + 16)
        return false;
    if (len + 1 > sizeof buffer)
        text = flint_malloc(len + 1);
    for (; i < len && (isdigit((unsigned char)s[i]) || (s[i] == '.' && !point)); i++) {
        if (s[i] == '.') {
            point = true;
            continue;
        }
        text[n++] = s[i];
        shift += point;
    }
    text[n] = '\0';
    if (n > 0 && i < len && (s[i] == 'e' || s[i] == 'E')) {
        bool negative = ++i < len && s[i] == '-';
        if (i < len && (s[i] == '-' || s[i] == '+'))
            i++;
        size_t first = i;
        for (; i < len && isdigit((unsigned char)s[i]) && exponent <= digits; i++)
            exponent = 10 * exponent + (s[i] - '0');
        if (i == first)
            n = 0;
        if (negative)
            exponent = -exponent;
    }
    exponent -= shift;
    if (n > 0 && n <= (size_t)digits && i == len && exponent <= digits && exponent >= -digits) {
        fmpz_t p, q;
        fmpz_init(p);
        fmpz_init(q);
        fmpz_set_str(p, text, 10);
        fmpz_set_ui(q, 10);
        fmpz_pow_ui(q, q, (ulong)(exponent < 0 ? -exponent : exponent));
        if (exponent < 0)
            fmpq_set_fmpz_frac(li_fmpq(x), p, q);
        else {
            fmpz_mul(fmpq_numref(li_fmpq(x)), p, q);
            fmpz_one(fmpq_denref(li_fmpq(x)));
        }
        fmpz_clear(p);
        fmpz_clear(q);
        ok = true;
    }
    if (text != buffer)
        flint_free(text);
    return ok;
}

void li_rational_add(li_rational *out, const li_rational *x, const li_rational *y)
{
    fmpq_add(li_fmpq(out), li_fmpq_const(x), li_fmpq_const(y));
}

void li_rational_sub(li_rational *out, const li_rational *x, const li_rational *y)
{
    fmpq_sub(li_fmpq(out), li_fmpq_const(x), li_fmpq_const(y));
}

void li_rational_mul(li_rational *out, const li_rational *x, const li_rational *y)
{
    fmpq_mul(li_fmpq(out), li_fmpq_const(x), li_fmpq_const(y));
}

void li_rational_neg(li_rational *out, const li_rational *x) { fmpq_neg(li_fmpq(out), li_fmpq_const(x)); }

void li_rational_floor(li_rational *out, const li_rational *x)
{
    fmpz_fdiv_q(fmpq_numref(li_fmpq(out)), fmpq_numref(li_fmpq_const(x)), fmpq_denref(li_fmpq_const(x)));
    fmpz_one(fmpq_denref(li_fmpq(out)));
}

bool li_rational_div(li_rational *out, const li_rational *x, const li_rational *y)
{
    if (li_rational_is_zero(y))
        return false;
    fmpq_div(li_fmpq(out), li_fmpq_const(x), li_fmpq_const(y));
    return true;
}

bool li_rational_pow(li_rational *out, const li_rational *x, int64_t n)
{
    if (li_rational_is_zero(x)) {
        if (n < 0)
            return false;
        li_rational_set_int(out, n == 0, 1);
        return true;
    }
    uint64_t k = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    uint64_t bits = fmpz_bits(fmpq_numref(li_fmpq_const(x))) + fmpz_bits(fmpq_denref(li_fmpq_const(x)));
    bool unit = fmpz_is_pm1(fmpq_numref(li_fmpq_const(x))) && fmpz_is_one(fmpq_denref(li_fmpq_const(x)));
    if (unit) {
        k &= 1;
        n = (int64_t)k;
    }
    if (k > POWER_BITS || bits * k > POWER_BITS)
        return false;
    fmpq_pow_si(li_fmpq(out), li_fmpq_const(x), (slong)n);
    return true;
}

bool li_rational_root(li_rational *out, const li_rational *x, unsigned n)
{
    if (li_rational_sign(x) < 0 || n == 0)
        return false;
    fmpz_t p, q;
    fmpz_init(p);
    fmpz_init(q);
    bool exact = fmpz_root(p, fmpq_numref(li_fmpq_const(x)), (slong)n) != 0 &&
                 fmpz_root(q, fmpq_denref(li_fmpq_const(x)), (slong)n) != 0;
    if (exact)
        fmpq_set_fmpz_frac(li_fmpq(out), p, q);
    fmpz_clear(p);
    fmpz_clear(q);
    return exact;
}

int li_rational_cmp(const li_rational *x, const li_rational *y)
{
    return fmpq_cmp(li_fmpq_const(x), li_fmpq_const(y));
}

bool li_rational_equal(const li_rational *x, const li_rational *y)
{
    return fmpq_equal(li_fmpq_const(x), li_fmpq_const(y)) != 0;
}

bool li_rational_is_zero(const li_rational *x) { return fmpq_is_zero(li_fmpq_const(x)) != 0; }
bool li_rational_is_one(const li_rational *x) { return fmpq_is_one(li_fmpq_const(x)) != 0; }
bool li_rational_is_integer(const li_rational *x) { return fmpz_is_one(fmpq_denref(li_fmpq_const(x))) != 0; }
int li_rational_sign(const li_rational *x) { return fmpq_sgn(li_fmpq_const(x)); }

bool li_rational_is_unit_fraction(const li_rational *x) { return fmpz_is_pm1(fmpq_numref(li_fmpq_const(x))) != 0; }

bool li_rational_get_int(int64_t *out, const li_rational *x)
{
    if (!li_rational_is_integer(x) || !fmpz_fits_si(fmpq_numref(li_fmpq_const(x))))
        return false;
    *out = fmpz_get_si(fmpq_numref(li_fmpq_const(x)));
    return true;
}

/* Rounded once, also where doubles have fewer bits: MPFR is told their range meanwhile. */
double li_rational_double(const li_rational *x)
{
    mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    mpq_t q;
    mpfr_t f;

    mpq_init(q);
    mpfr_init2(f, DBL_MANT_DIG);
    fmpq_get_mpq(q, li_fmpq_const(x));
    mpfr_set_emin(DBL_MIN_EXP - DBL_MANT_DIG + 1);
    mpfr_set_emax(DBL_MAX_EXP);
    int inexact = mpfr_set_q(f, q, MPFR_RNDN);
    mpfr_subnormalize(f, inexact, MPFR_RNDN);
    double d = mpfr_get_d(f, MPFR_RNDN);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    mpfr_clear(f);
    mpq_clear(q);
    return d;
}

static uint64_t hash_integer(const fmpz_t x, uint64_t seed)
{
    if (!COEFF_IS_MPZ(*x))
        return li_hash_mix(seed, (uint64_t)*x);
    const __mpz_struct *z = COEFF_TO_PTR(*x);
    size_t limbs = (size_t)(z->_mp_size < 0 ? -z->_mp_size : z->_mp_size);
    return li_hash_bytes(z->_mp_d, limbs * sizeof(mp_limb_t), seed + (z->_mp_size < 0));
}

uint64_t li_rational_hash(const li_rational *x)
{
    return hash_integer(fmpq_denref(li_fmpq_const(x)), hash_integer(fmpq_numref(li_fmpq_const(x)), 7));
}

static void print_integer(li_ctx *ctx, li_text *out, const fmpz_t x)
{
    char *s = fmpz_get_str(NULL, 10, x);
    li_text_put(ctx, out, s);
    flint_free(s);
}

void li_rational_print_numerator(li_ctx *ctx, li_text *out, const li_rational *x)
{
    print_integer(ctx, out, fmpq_numref(li_fmpq_const(x)));
}

void li_rational_print_denominator(li_ctx *ctx, li_text *out, const li_rational *x)
{
    print_integer(ctx, out, fmpq_denref(li_fmpq_const(x)));
}

void li_rational_print(li_ctx *ctx, li_text *out, const li_rational *x)
{
    li_rational_print_numerator(ctx, out, x);
    if (!li_rational_is_integer(x)) {
        li_text_put(ctx, out, "/");
        li_rational_print_denominator(ctx, out, x);
    }
}

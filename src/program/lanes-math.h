/* lanes-math.h - arithmetic and elementary functions of vectors of doubles
 *
 * sine, cosine, exponential and logarithm: reduction of the argument in more than double precision, then the
 * polynomials of Sun's fdlibm; within one unit of the last place. Arguments out of range (large, not positive, no
 * number) are handed to the C library lane by lane. */
#ifndef LI_PROGRAM_LANES_MATH_H
#define LI_PROGRAM_LANES_MATH_H

#include <math.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#if defined(__AVX512F__)
enum { WIDE = 8 };
#elif defined(__AVX2__)
enum { WIDE = 4 };
#else
enum { WIDE = 2 };
#endif

typedef double  vector __attribute__((vector_size(8 * WIDE)));
typedef int64_t mask __attribute__((vector_size(8 * WIDE)));      /* of a comparison: 0 or -1 */
typedef uint64_t word __attribute__((vector_size(8 * WIDE)));     /* the bits of numbers, for arithmetic modulo 2^64 */

static inline vector all(double x) { return x - (vector){ 0 }; }
static inline vector choose_vector(mask m, vector a, vector b) { return (vector)((m & (mask)a) | (~m & (mask)b)); }
static inline vector absolute(vector x) { return (vector)((mask)x & INT64_MAX); }

static inline bool any(mask m)
{
#if defined(__AVX512F__)
    return _mm512_test_epi64_mask((__m512i)m, (__m512i)m) != 0;
#elif defined(__AVX2__)
    return _mm256_testz_si256((__m256i)m, (__m256i)m) == 0;
#elif defined(__SSE2__)
    return _mm_movemask_pd((__m128d)m) != 0;
#else
    int64_t found = 0;
    for (int l = 0; l < WIDE; l++)
        found |= m[l];
    return found != 0;
#endif
}

static inline vector vector_sqrt(vector x)
{
#if defined(__AVX512F__)
    return (vector)_mm512_sqrt_pd((__m512d)x);
#elif defined(__AVX2__)
    return (vector)_mm256_sqrt_pd((__m256d)x);
#elif defined(__SSE2__)
    return (vector)_mm_sqrt_pd((__m128d)x);
#else
    for (int l = 0; l < WIDE; l++)
        x[l] = sqrt(x[l]);
    return x;
#endif
}

/* a b + c and c - a b, rounded once where the machine can. Nothing else is contracted: every lane computes the same numbers. */
static inline vector times_plus(vector a, vector b, vector c)
{
#if defined(__AVX512F__)
    return (vector)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
#elif defined(__AVX2__) && defined(__FMA__)
    return (vector)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#else
    return a * b + c;
#endif
}

static inline vector minus_times(vector c, vector a, vector b)
{
#if defined(__AVX512F__)
    return (vector)_mm512_fnmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
#elif defined(__AVX2__) && defined(__FMA__)
    return (vector)_mm256_fnmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#else
    return c - a * b;
#endif
}

/* The polynomial c[0] + c[1] z + ... */
static inline vector polynomial(vector z, int degree, const double *c)
{
    vector sum = all(c[degree]);
    for (int k = degree - 1; k >= 0; k--)
        sum = times_plus(sum, z, all(c[k]));
    return sum;
}

static const double SHIFT = 0x1.8p52;        /* x + SHIFT holds the integer nearest to x in its last bits */

/* x = n pi/2 + r + tail, pi/2 in three parts: the products with the first two are exact for n < 2^20 */
static inline void vector_sincos(vector x, vector *sine, vector *cosine)
{
    static const double S[] = { -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
                                2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10 };
    static const double C[] = { 4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
                                -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11 };
    vector shifted = x * 0x1.45f306dc9c883p-1 + SHIFT, n = shifted - SHIFT;
    word quadrant = (word)shifted;
    mask large = ~(absolute(x) < all(1e5));

    vector r0 = minus_times(x, n, all(0x1.921fb544p0)), t = n * 0x1.0b4611a6p-34, r1 = r0 - t, back = r1 - r0;
    vector error = minus_times((r0 - (r1 - back)) - (t + back), n, all(0x1.3198a2e037073p-69));
    vector r = r1 + error, tail = (r1 - r) + error, z = r * r, cube = z * r, half = 0.5 * z, w = 1 - half;
    vector s = r - ((z * (0.5 * tail - cube * polynomial(z, 4, S + 1)) - tail) - cube * S[0]);
    vector c = w + (((1 - w) - half) + (z * z * polynomial(z, 5, C) - r * tail));

    mask odd = (mask)-(quadrant & 1);
    *sine = (vector)((word)choose_vector(odd, c, s) ^ ((quadrant & 2) << 62));
    *cosine = (vector)((word)choose_vector(odd, s, c) ^ (((quadrant + 1) & 2) << 62));
    for (int l = 0; any(large) && l < WIDE; l++)
        if (large[l]) {
            (*sine)[l] = sin(x[l]);
            (*cosine)[l] = cos(x[l]);
        }
}

/* x = n log 2 + hi - lo;  exp r = 1 + r + r c/(2 - c) */
static inline vector vector_exp(vector x)
{
    static const double P[] = { 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05,
                                -1.65339022054652515390e-06, 4.13813679705723846039e-08 };
    vector shifted = x * 0x1.71547652b82fep0 + SHIFT, n = shifted - SHIFT;
    mask outside = ~(absolute(x) < all(707));
    vector hi = x - n * 6.93147180369123816490e-01, lo = n * 1.90821492927058770002e-10, r = hi - lo, z = r * r;
    vector c = r - z * polynomial(z, 4, P), y = 1 - ((lo - (r * c) / (2 - c)) - hi);

    y = (vector)((word)y + ((word)shifted << 52));
    for (int l = 0; any(outside) && l < WIDE; l++)
        if (outside[l])
            y[l] = exp(x[l]);
    return y;
}

/* x = 2^k (1 + f), 1 + f between sqrt(1/2) and sqrt 2;  log(1 + f) = 2 s + 2/3 s^3 + ..., s = f/(2 + f) */
static inline vector vector_log(vector x)
{
    static const double L[] = { 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
                                1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01 };
    mask outside = ~((x >= all(0x1p-1022)) & (x < all(INFINITY)));
    word bits = (word)x, k = ((bits + (UINT64_C(0x3ff0000000000000) - UINT64_C(0x3fe6a09e667f3bcd))) >> 52) - 1023;
    vector f = (vector)(bits - (k << 52)) - 1, n = (vector)((word)all(SHIFT) + k) - SHIFT;
    vector s = f / (2 + f), z = s * s, half = 0.5 * f * f, R = z * polynomial(z, 6, L);
    vector y = n * 6.93147180369123816490e-01 - ((half - (s * (half + R) + n * 1.90821492927058770002e-10)) - f);

    for (int l = 0; any(outside) && l < WIDE; l++)
        if (outside[l])
            y[l] = log(x[l]);
    return y;
}

#endif

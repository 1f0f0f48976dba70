/* reference.c - the motions of motions.h at their ends, in quadruple precision: what bench/reference.h holds
 *
 * Extrapolation of the modified midpoint rule to order 24, twice: the difference of both is printed beside.
 *
 *     cc -O2 bench/reference.c -lquadmath -lm && ./a.out >bench/reference.h */
#include <quadmath.h>
#include <stdio.h>
#include <string.h>

typedef __float128 number, scalar;
static void sine_cosine(number x, number *s, number *c) { sincosq(x, s, c); }
static number square_root(number x) { return sqrtq(x); }
#include "fields.h"

typedef void field(const number *y, number *f);
static field *const fields[MOTIONS] = { hoop_field, double_field, chain_field, andrews_field };

enum { ROWS = 12 };

/* y(H) by n midpoints of length h = H/n, with the last half step of Gragg */
static void midpoint(const motion *m, field *f_of, const number *y, number H, int n, number *out)
{
    number before[MOST], now[MOST], f[MOST], h = H / n;

    memcpy(before, y, sizeof before);
    f_of(y, f);
    for (size_t i = 0; i < m->n; i++)
        now[i] = y[i] + h * f[i];
    for (int k = 1; k <= n; k++) {
        f_of(now, f);
        for (size_t i = 0; i < m->n; i++) {
            number next = before[i] + 2 * h * f[i];
            if (k == n)
                out[i] = (now[i] + before[i] + h * f[i]) / 2;
            before[i] = now[i];
            now[i] = next;
        }
    }
}

/* n = 2, 4, 6, ..: T_jk = T_j,k-1 + (T_j,k-1 - T_j-1,k-1)/((n_j/n_(j-k))^2 - 1) */
static void step(const motion *m, field *f, number *y, number H)
{
    number T[ROWS][MOST], old, keep;

    for (int j = 0; j < ROWS; j++)
        midpoint(m, f, y, H, 2 * (j + 1), T[j]);
    for (size_t i = 0; i < m->n; i++)
        for (int k = 1; k < ROWS; k++) {
            old = T[k - 1][i];
            for (int j = k; j < ROWS; j++) {
                number q = (number)(j + 1) / (j + 1 - k);
                keep = T[j][i];
                T[j][i] += (T[j][i] - old) / (q * q - 1);
                old = keep;
            }
        }
    memcpy(y, T[ROWS - 1], sizeof T[ROWS - 1]);
}

static void go(const motion *m, field *f, int steps, number *y)
{
    number T = m->until < 1 ? (number)(100 * m->until) / 100 : (number)m->until;       /* 0.03 is not a double */

    for (size_t i = 0; i < MOST; i++)
        y[i] = m->start[i] != NULL ? strtoflt128(m->start[i], NULL) : 0;
    for (int k = 0; k < steps; k++)
        step(m, f, y, T / steps);
}

int main(void)
{
    static const int steps[MOTIONS] = { 2000, 4000, 300, 1000 };
    char text[80];

    printf("/* reference.h - the motions of motions.h at their ends, as bench/reference.c finds them */\n#ifndef BENCH_REFERENCE_H\n#define BENCH_REFERENCE_H\n\n"
           "#include \"motions.h\"\n\n"
           "static const double reference[MOTIONS][MOST] = {\n");
    for (size_t k = 0; k < MOTIONS; k++) {
        number y[MOST], z[MOST], most = 0;
        go(&motions[k], fields[k], steps[k], y);
        go(&motions[k], fields[k], steps[k] * 3 / 2, z);
        for (size_t i = 0; i < motions[k].n; i++) {
            number scale = fabsq(z[i]) > 1 ? fabsq(z[i]) : 1;
            most = fmaxq(most, fabsq(y[i] - z[i]) / scale);
        }
        quadmath_snprintf(text, sizeof text, "%.1Qg", most);
        printf("    {   /* %s, t = %g; both runs agree to %s */\n", motions[k].name, motions[k].until, text);
        for (size_t i = 0; i < motions[k].n; i++) {
            quadmath_snprintf(text, sizeof text, "%.25Qg", z[i]);
            printf("        %s,    /* %s */\n", text, motions[k].column[i]);
        }
        printf("    },\n");
        fflush(stdout);
    }
    printf("};\n\n#endif\n");
    return 0;
}

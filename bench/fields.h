/* fields.h - right-hand sides y' = f(y) written by hand, for any kind of number
 *
 * The file that includes this one says before what a `number` is and a `scalar` among them (they differ where a number is a vector), and
 * their sine_cosine(x, &s, &c) and square_root(x). Masses, lengths and radii are 1 where nothing else is said, g = 9.81. */
#ifndef BENCH_FIELDS_H
#define BENCH_FIELDS_H

#include "motions.h"

/* A decimal number, as near as such numbers come to it. */
static inline scalar ratio(double p, double q) { return (scalar)p / (scalar)q; }
static inline number constant(scalar x) { return (number){ 0 } + x; }

/* The rolling hoop in the components of its angular velocity: theta, psi, phi, xi, eta, p, q, r; A = 1/2, C = 1. */
static void hoop_field(const number *y, number *f)
{
    const scalar A = 0.5, C = 1, a = 1, g = ratio(981, 100);
    number s, c, sp, cp, p = y[5], q = y[6], r = y[7];

    sine_cosine(y[0], &s, &c);
    sine_cosine(y[1], &sp, &cp);
    number d = q / s, w = d * c, u = A * w - C * r, ps = p * s;

    f[0] = p;
    f[1] = d;
    f[2] = r - w;
    f[3] = a * (ps * sp - r * cp);
    f[4] = -a * (ps * cp + r * sp);
    f[5] = (q * (u - a * a * r) - g * a * c) * (1 / (A + a * a));
    f[6] = p * u * (-1 / A);
    f[7] = p * q * (a * a / (C + a * a));
}

/* Two links, angles from the vertical. */
static void double_field(const number *y, number *f)
{
    const scalar g = ratio(981, 100);
    number s1, c1, s2, c2;

    sine_cosine(y[0], &s1, &c1);
    sine_cosine(y[1], &s2, &c2);
    number c = c1 * c2 + s1 * s2, s = s1 * c2 - c1 * s2;
    number b1 = -s * y[3] * y[3] - 2 * g * s1, b2 = s * y[2] * y[2] - g * s2, inverse = 1 / (2 - c * c);

    f[0] = y[2];
    f[1] = y[3];
    f[2] = (b1 - c * b2) * inverse;
    f[3] = (2 * b2 - c * b1) * inverse;
}

/* x = A^-1 b by L D L^T; only the upper triangle of A is read, and it is lost. x holds b at first. */
static inline void solve_symmetric(size_t n, number *A, number *x)
{
    for (size_t k = 0; k < n; k++) {
        number inverse = 1 / A[k * n + k];
        for (size_t i = k + 1; i < n; i++) {
            number l = A[k * n + i] * inverse;
            for (size_t j = i; j < n; j++)
                A[i * n + j] -= l * A[k * n + j];
            x[i] -= l * x[k];
            A[k * n + i] = l;
        }
        x[k] *= inverse;
    }
    for (size_t k = n; k-- > 0;)
        for (size_t i = k + 1; i < n; i++)
            x[k] -= A[k * n + i] * x[i];
}

/* M_ij = m_ij cos(q_i - q_j), b_i = -sum m_ij sin(q_i - q_j) w_j^2 - g m_ii sin q_i, m_ij links below both i and j */
static void chain_field(const number *y, number *f)
{
    const scalar g = ratio(981, 100);
    number s[LINKS], c[LINKS], M[LINKS * LINKS], *x = f + LINKS;

    for (int i = 0; i < LINKS; i++) {
        sine_cosine(y[i], &s[i], &c[i]);
        x[i] = -g * (scalar)(LINKS - i) * s[i];
        f[i] = y[LINKS + i];
    }
    for (int i = 0; i < LINKS; i++)
        for (int j = i; j < LINKS; j++) {
            number m = (scalar)(LINKS - j) * (s[i] * c[j] - c[i] * s[j]);
            M[i * LINKS + j] = (scalar)(LINKS - j) * (c[i] * c[j] + s[i] * s[j]);
            x[i] -= m * y[LINKS + j] * y[LINKS + j];
            x[j] += m * y[LINKS + i] * y[LINKS + i];
        }
    solve_symmetric(LINKS, M, x);
}

/* ---- Andrews' squeezer ---- beta, Theta, gamma, Phi, delta, Omega, epsilon; equations of tests/gold/iftomm.json
 *
 * M q'' = F - G^T lambda, G q'' = -G' q': M has blocks of two, and S = G M^-1 G^T is solved for lambda. */

/* of `m` the inverse of a symmetric block a b; b c */
typedef struct { number a, b, c; } pair;

static inline pair inverse_pair(number a, number b, number c)
{
    number by = 1 / (a * c - b * b);
    return (pair){ c * by, -b * by, a * by };
}

static void andrews_field(const number *y, number *f)
{
    enum { JOINTS = 6 };
    const scalar u5 = 100000, m1 = 4325 / u5, m2 = 365 / u5, m3 = 2373 / u5, m4 = 706 / u5, m5 = 7050 / u5, m6 = 706 / u5, m7 = 5498 / u5;
    const scalar I1 = ratio(2194, 1e9), I2 = ratio(441, 1e9), I3 = ratio(5255, 1e9), I4 = ratio(5667, 1e10), I5 = ratio(11690, 1e9), I6 = ratio(5667, 1e10),
                 I7 = ratio(19120, 1e9);
    const scalar xb = -3635 / u5, yb = 3273 / u5, xc = 1400 / u5, yc = 7200 / u5, c0 = 4530, l0 = 7785 / u5, d = 2800 / u5, da = 1150 / u5, e = 2000 / u5,
                 ea = 1421 / u5, rr = 700 / u5, ra = 92 / u5, ss = 3500 / u5, sa = 1874 / u5, sb = 1043 / u5, sc = 1800 / u5, sd = 2000 / u5, ta = 2308 / u5,
                 tb = 916 / u5, u = 4000 / u5, ua = 1228 / u5, ub = 449 / u5, zf = 2000 / u5, zt = 4000 / u5, fa = 1421 / u5, mom = ratio(33, 1000), e1 = e - ea, f1 = zf - fa;
    const number *w = y + BODIES;
    number *x = f + BODIES;
    number sbe, cbe, sth, cth, sga, cga, sph, cph, sde, cde, som, com, sep, cep;

    sine_cosine(y[0], &sbe, &cbe);
    sine_cosine(y[1], &sth, &cth);
    sine_cosine(y[2], &sga, &cga);
    sine_cosine(y[3], &sph, &cph);
    sine_cosine(y[4], &sde, &cde);
    sine_cosine(y[5], &som, &com);
    sine_cosine(y[6], &sep, &cep);
    number sbt = sbe * cth + cbe * sth, cbt = cbe * cth - sbe * sth, spd = sph * cde + cph * sde, cpd = cph * cde - sph * sde;
    number soe = som * cep + com * sep, coe = com * cep - som * sep;
    number bt = w[0] + w[1], pd = w[3] + w[4], oe = w[5] + w[6];
    number F[BODIES], G[JOINTS][BODIES], H[JOINTS][BODIES], S[JOINTS * JOINTS], l[JOINTS], rest[JOINTS];

    /* masses and forces: the spring pulls D towards C */
    number xd = sd * cga + sc * sga + xb, yd = sd * sga - sc * cga + yb, length = square_root((xd - xc) * (xd - xc) + (yd - yc) * (yd - yc));
    number pull = -c0 * (length - l0) / length, fx = pull * (xd - xc), fy = pull * (yd - yc);
    pair A = inverse_pair(m1 * ra * ra + m2 * (rr * rr - 2 * da * rr * cth + da * da) + I1 + I2, m2 * (da * da - da * rr * cth) + I2, constant(m2 * da * da + I2));
    const scalar B = 1 / (m3 * (sa * sa + sb * sb) + I3);
    pair C = inverse_pair(constant(m4 * e1 * e1 + I4), m4 * (e1 * e1 + zt * e1 * sph) + I4, m4 * (zt * zt + 2 * zt * e1 * sph + e1 * e1) + m5 * (ta * ta + tb * tb) + I4 + I5);
    pair D = inverse_pair(constant(m6 * f1 * f1 + I6), m6 * (f1 * f1 - u * f1 * som) + I6, m6 * (f1 * f1 - 2 * u * f1 * som + u * u) + m7 * (ua * ua + ub * ub) + I6 + I7);
    F[0] = mom - m2 * da * rr * w[1] * (w[1] + 2 * w[0]) * sth;
    F[1] = m2 * da * rr * w[0] * w[0] * sth;
    F[2] = fx * (sc * cga - sd * sga) + fy * (sd * cga + sc * sga);
    F[3] = m4 * zt * e1 * w[4] * w[4] * cph;
    F[4] = -m4 * zt * e1 * w[3] * (w[3] + 2 * w[4]) * cph;
    F[5] = -m6 * u * f1 * w[6] * w[6] * com;
    F[6] = m6 * u * f1 * w[5] * (w[5] + 2 * w[6]) * com;

    /* the joints: G q' = 0, rest = -G' q' */
    number gx = -rr * sbe + d * sbt, gy = rr * cbe - d * cbt, rx = rr * cbe * w[0] * w[0] - d * cbt * bt * bt, ry = rr * sbe * w[0] * w[0] - d * sbt * bt * bt;
    for (int k = 0; k < JOINTS; k++)
        for (int j = 2; j < BODIES; j++)
            G[k][j] = constant(0);
    for (int k = 0; k < JOINTS; k += 2) {
        G[k][0] = gx, G[k][1] = d * sbt, G[k + 1][0] = gy, G[k + 1][1] = -d * cbt;
        rest[k] = rx, rest[k + 1] = ry;
    }
    G[0][2] = -ss * cga, G[1][2] = -ss * sga;
    rest[0] -= ss * sga * w[2] * w[2], rest[1] += ss * cga * w[2] * w[2];
    G[2][3] = -e * cpd, G[2][4] = -e * cpd + zt * sde, G[3][3] = -e * spd, G[3][4] = -e * spd - zt * cde;
    rest[2] -= e * spd * pd * pd + zt * cde * w[4] * w[4], rest[3] += e * cpd * pd * pd - zt * sde * w[4] * w[4];
    G[4][5] = zf * soe, G[4][6] = zf * soe - u * cep, G[5][5] = -zf * coe, G[5][6] = -zf * coe - u * sep;
    rest[4] -= zf * coe * oe * oe + u * sep * w[6] * w[6], rest[5] += u * cep * w[6] * w[6] - zf * soe * oe * oe;

    /* q'' = M^-1 (F - G^T lambda), S lambda = G M^-1 F + G' q' */
    x[0] = A.a * F[0] + A.b * F[1], x[1] = A.b * F[0] + A.c * F[1], x[2] = B * F[2];
    x[3] = C.a * F[3] + C.b * F[4], x[4] = C.b * F[3] + C.c * F[4], x[5] = D.a * F[5] + D.b * F[6], x[6] = D.b * F[5] + D.c * F[6];
    for (int k = 0; k < JOINTS; k++) {
        const number *g = G[k];
        H[k][0] = A.a * g[0] + A.b * g[1], H[k][1] = A.b * g[0] + A.c * g[1], H[k][2] = B * g[2];
        H[k][3] = C.a * g[3] + C.b * g[4], H[k][4] = C.b * g[3] + C.c * g[4], H[k][5] = D.a * g[5] + D.b * g[6], H[k][6] = D.b * g[5] + D.c * g[6];
        l[k] = -rest[k];
        for (int j = 0; j < BODIES; j++)
            l[k] += g[j] * x[j];
    }
    for (int i = 0; i < JOINTS; i++)
        for (int k = i; k < JOINTS; k++) {
            number sum = G[i][0] * H[k][0] + G[i][1] * H[k][1];
            for (int j = 2; j < BODIES && i / 2 == k / 2; j++)
                sum += G[i][j] * H[k][j];
            S[i * JOINTS + k] = sum;
        }
    solve_symmetric(JOINTS, S, l);
    for (int j = 0; j < BODIES; j++) {
        f[j] = w[j];
        for (int k = 0; k < JOINTS; k++)
            x[j] -= H[k][j] * l[k];
    }
}


#endif

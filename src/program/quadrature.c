/* quadrature.c - integrals in doubles: Gauss-Kronrod with 7 and 15 points, adaptive bisection */
#include <math.h>

#include "code.h"

enum { DEEPEST = 50, INTERVALS = 4000 };      /* bisections of one interval; intervals in all */

static const double TOLERANCE = 1e-15;        /* of an interval, relative to the whole integral of |f| */

/* Points in (0, 1], Kronrod weights, Gauss weights of every second point. */
static const double node[8] = {
    0.991455371120812639206854697526329, 0.949107912342758524526189684047851, 0.864864423359769072789712788640926,
    0.741531185599394439863864773280788, 0.586087235467691130294144838258730, 0.405845151377397166906606412076961,
    0.207784955007898467600689403773245, 0.0
};
static const double kronrod[8] = {
    0.022935322010529224963732008058970, 0.063092092629978553290700663189204, 0.104790010322250183839876322541518,
    0.140653259715525918745189590510238, 0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
    0.204432940075298892414161999234649, 0.209482141084727828012999174891714
};
static const double gauss[4] = {
    0.129484966168869693270611432679082, 0.279705391489276667901467771423780, 0.381830050505118944950369775488975,
    0.417959183673469387755102040816327
};

typedef struct { double a, b; int depth; } interval;
typedef struct { double value, error, absolute; } estimate;

static double integrand(const li_code *code, double *v, double s)
{
    v[code->constants + code->np] = s;
    return li_real_run(code, v, code->prologue, code->len) == LI_OK ? v[code->out[0]] : NAN;
}

/* The error of the Kronrod rule is estimated as QUADPACK does: min(1, (200 |K - G| / D)^1.5) D, D the
 * integral of |f - mean|. */
static estimate rule(const li_code *code, double *v, interval x)
{
    double h = 0.5 * (x.b - x.a), middle = 0.5 * (x.a + x.b), f[15], K = 0, G = 0, D = 0;
    estimate e = { 0, 0, 0 };

    for (int k = 0; k < 15; k++) {
        int j = k < 8 ? k : 14 - k;
        f[k] = integrand(code, v, k < 8 ? middle - h * node[j] : middle + h * node[j]);
        K += kronrod[j] * f[k];
        G += j % 2 == 1 ? gauss[j / 2] * f[k] : 0;
        e.absolute += fabs(h) * kronrod[j] * fabs(f[k]);
    }
    for (int k = 0; k < 15; k++)
        D += fabs(h) * kronrod[k < 8 ? k : 14 - k] * fabs(f[k] - 0.5 * K);
    e.value = h * K;
    e.error = fabs(h * (K - G));
    if (D > 0)
        e.error = D * fmin(1, pow(200 * e.error / D, 1.5));
    return e;
}

double li_real_integral(const li_integral *I, const double *outer, double *v)
{
    const li_code *code = I->integrand.code;
    interval stack[DEEPEST + 2];
    double sum = 0, whole = 0;
    int depth = 0;

    for (size_t i = 0; i < I->n; i++)
        v[code->constants + i] = outer[I->in[i + 2]];
    if (li_real_run(code, v, 0, code->prologue) != LI_OK)
        return NAN;
    stack[depth++] = (interval){ outer[I->in[1]], outer[I->in[0]], 0 };
    for (int count = 1; depth > 0; count++) {
        interval x = stack[--depth];
        estimate e = rule(code, v, x);
        whole = fmax(whole, e.absolute);
        /* written so that a nan ends the search */
        if (!(e.error > TOLERANCE * whole) || x.depth >= DEEPEST || count >= INTERVALS) {
            sum += e.value;
            continue;
        }
        double middle = 0.5 * (x.a + x.b);
        stack[depth++] = (interval){ middle, x.b, x.depth + 1 };
        stack[depth++] = (interval){ x.a, middle, x.depth + 1 };
    }
    return sum;
}

/* chain_hand.c - the chain written by hand: what code made for nothing else can reach
 *
 * Articulated bodies in the plane, O(n): from the tip to the hinge the inertia A of what hangs on a joint and the force p that it
 * would need, both about the joint, in the components turn, x, y; then the accelerations outward. */
#include "chain.h"

#include <math.h>

typedef struct { double a00, a01, a02, a11, a12, a22, p0, p1, p2; } articulated;

/* From the far end of a link (X, Y) to its joint. */
static void move(articulated *A, double X, double Y)
{
    double b01 = A->a01 - Y * A->a11 + X * A->a12, b02 = A->a02 - Y * A->a12 + X * A->a22;

    A->a00 += 2 * (-Y * A->a01 + X * A->a02) + Y * Y * A->a11 - 2 * X * Y * A->a12 + X * X * A->a22;
    A->a01 = b01;
    A->a02 = b02;
    A->p0 += -Y * A->p1 + X * A->p2;
}

void chain_by_hand(int n, const double *q, const double *u, double *a)
{
    const double m = CHAIN_MASS, g = CHAIN_GRAVITY;
    double X[CHAIN_MOST], Y[CHAIN_MOST], w2[CHAIN_MOST], D[CHAIN_MOST], U1[CHAIN_MOST], U2[CHAIN_MOST], force[CHAIN_MOST], angle = 0, w = 0;
    articulated A = { 0 };

    for (int i = 0; i < n; i++) {
        angle += q[i];
        w += u[i];
        X[i] = CHAIN_LENGTH * cos(angle);
        Y[i] = CHAIN_LENGTH * sin(angle);
        w2[i] = w * w;
    }
    for (int i = n - 1; i >= 0; i--) {
        double x = 0.5 * X[i], y = 0.5 * Y[i];
        if (i < n - 1)
            move(&A, X[i], Y[i]);
        A.a00 += CHAIN_INERTIA + m * (x * x + y * y);
        A.a01 -= m * y;
        A.a02 += m * x;
        A.a11 += m;
        A.a22 += m;
        A.p0 += m * g * x;
        A.p1 -= m * w2[i] * x;
        A.p2 += m * g - m * w2[i] * y;
        D[i] = 1 / A.a00;
        U1[i] = A.a01;
        U2[i] = A.a02;
        force[i] = -A.p0;
        if (i > 0) {                         /* what is left when the joint is free to turn, and the link before it moves */
            double k = force[i] * D[i], c1 = -w2[i - 1] * X[i - 1], c2 = -w2[i - 1] * Y[i - 1];
            double i11 = A.a11 - A.a01 * A.a01 * D[i], i12 = A.a12 - A.a01 * A.a02 * D[i], i22 = A.a22 - A.a02 * A.a02 * D[i];
            A = (articulated){ .a11 = i11, .a12 = i12, .a22 = i22, .p1 = A.p1 + i11 * c1 + i12 * c2 + A.a01 * k,
                               .p2 = A.p2 + i12 * c1 + i22 * c2 + A.a02 * k };
        }
    }
    double turn = 0, ax = 0, ay = 0;
    for (int i = 0; i < n; i++) {
        if (i > 0) {
            ax += -turn * Y[i - 1] - w2[i - 1] * X[i - 1];
            ay += turn * X[i - 1] - w2[i - 1] * Y[i - 1];
        }
        a[i] = (force[i] - U1[i] * ax - U2[i] * ay) * D[i] - turn;
        turn += a[i];
    }
}

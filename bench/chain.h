/* chain.h - the hinge chain that all programs of this benchmark compute
 *
 * n equal links in a vertical plane: capsules of length L and radius r, density 1000, the first hinged at the origin. Relative
 * angles q_i = sin(i)/10 from the horizontal, their rates u_i = cos(i)/10. */
#ifndef LIAISON_BENCH_CHAIN_H
#define LIAISON_BENCH_CHAIN_H

#define CHAIN_LENGTH 0.2
#define CHAIN_RADIUS 0.02
#define CHAIN_GRAVITY 9.81
#define CHAIN_PI 3.14159265358979323846
#define CHAIN_MASS (1000 * (CHAIN_PI * CHAIN_RADIUS * CHAIN_RADIUS * CHAIN_LENGTH + 4.0 / 3 * CHAIN_PI * CHAIN_RADIUS * CHAIN_RADIUS * CHAIN_RADIUS))
#define CHAIN_INERTIA (CHAIN_MASS * (3 * CHAIN_RADIUS * CHAIN_RADIUS + CHAIN_LENGTH * CHAIN_LENGTH) / 12)      /* about its centre */

enum { CHAIN_MOST = 100 };

/* chain_hand.c: relative angles, their rates, their accelerations */
void chain_by_hand(int n, const double *q, const double *u, double *a);

#endif

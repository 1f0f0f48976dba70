/* peers.h - integrators of others, with right-hand sides written by hand */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include <stdbool.h>

#include "by-hand.h"

enum { PEERS = 2 };
typedef struct {
    const char *name;              /* with its version */
    /* y(0) becomes y(until), at the relative and absolute tolerance tol; NULL: not installed */
    bool (*go)(right_side *f, size_t n, double *y, double until, double tol, long *calls);
} peer;

extern const peer peers[PEERS];

#endif

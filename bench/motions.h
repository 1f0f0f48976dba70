/* motions.h - the motions that are measured */
#ifndef BENCH_MOTIONS_H
#define BENCH_MOTIONS_H

#include <stddef.h>

enum { LINKS = 10, BODIES = 7, MOST = 2 * LINKS, MOTIONS = 4 };

/* Of an ensemble about it `varied` is given otherwise: `middle` + width (2 k/(N - 1) - 1). `place`: the y_i that it is; MOST: a parameter,
 * which the right-hand sides by hand do not have. */
typedef struct {
    const char *name, *model;      /* model: a file of bench/models */
    size_t n;
    double until;
    const char *varied;
    size_t place;
    double middle, width;
    const char *column[MOST];      /* what the y_i are called there */
    const char *start[MOST];       /* decimal numbers; NULL: 0 */
} motion;

static const motion motions[MOTIONS] = {
    { "rolling hoop", "hoop.lia", 8, 100, "r", 7, 4, 0.25, { "theta", "psi", "phi", "xi", "eta", "p", "q", "r" },
      { "1.2", NULL, NULL, NULL, NULL, "0.2", "1", "4" } },
    { "double pendulum", "double.lia", 4, 100, "q1", 0, 1, 0.125, { "q1", "q2", "q1'", "q2'" }, { "1", "0.5" } },
    { "pendulum n=10", "pendulum.lia", 2 * LINKS, 10, "q10'", 2 * LINKS - 1, 0, 0.125,
      { "q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8", "q9", "q10", "q1'", "q2'", "q3'", "q4'", "q5'", "q6'", "q7'", "q8'", "q9'", "q10'" },
      { "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1" } },
    { "Andrews' squeezer", "andrews.lia", 2 * BODIES, 0.03, "mom", MOST, 0.033, 0.001,
      { "beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon", "beta'", "Theta'", "gamma'", "Phi'", "delta'", "Omega'", "epsilon'" },
      { "-0.0617138900142764496358948458001", NULL, "0.455279819163070380255912382449", "0.222668390165885884674473185609",
        "0.487364979543842550225598953530", "-0.222668390165885884674473185609", "1.23054744454982119249735015568" } },
};

#endif

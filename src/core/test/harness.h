/* harness.h - randomised tests: every round has a fresh context and a seed that can be replayed
 *
 * A test file is a main() that calls li_test_run for each of its tests and ends with
 * `return li_test_done();`. A failure prints the test, its message and the seed of the round:
 *
 *     LIAISON_SEED=0x1234 build/test/core-text      runs one round of every test, with that seed
 *     LIAISON_ROUNDS=100  build/test/core-text      a hundred times as many rounds */
#ifndef LI_CORE_TEST_HARNESS_H
#define LI_CORE_TEST_HARNESS_H

#include "liaison/core.h"

/* Counts one check; when !ok, prints the test, the seed and the message (and the failure in ctx, if any). */
void li_check(li_ctx *ctx, bool ok, const char *format, ...) LI_PRINTF(3, 4);

/* Runs `rounds` rounds; stops after the first round with a failed check. 0: all passed, 1: not. */
int li_test_run(const char *name, void (*test)(li_ctx *ctx, li_rand *rng), int rounds);

/* Counts an LI_UNKNOWN answer, so that no test passes by not deciding. */
void li_test_undecided(void);

/* Prints "N checks, N failed, N undecided"; 1 if a check failed or there was none, else 0. */
int li_test_done(void);

#endif

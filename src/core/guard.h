/* guard.h - work that may run FLINT and GMP out of memory
 *
 * FLINT and GMP end the process when malloc fails, and know no other way. Inside li_guard they jump back
 * instead. This needs hooks that belong to the process and one thread-local address: the only state of
 * Liaison outside a context. The hooks pass everything on unchanged outside a guard, and GMP's are
 * left alone when the embedding program has set its own. */
#ifndef LI_CORE_GUARD_H
#define LI_CORE_GUARD_H

#include "liaison/core.h"

/* Runs work(arg). No memory for FLINT or GMP: LI_MEMORY; another abort of FLINT, such as an exponent that
 * overflows: LI_LIMIT. After such a jump what work was changing inside FLINT is lost: it is neither used
 * nor cleared (a leak is accepted). Guards may be nested; the innermost one catches. */
li_status li_guard(li_ctx *ctx, void (*work)(void *arg), void *arg);

#endif

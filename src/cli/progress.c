/* progress.c - on a terminal, how far long work is and about how long it will take */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

static const double PATIENCE = 0.5;            /* seconds before anything is shown, and between two lines */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void show(void *self, const char *work, size_t done, size_t total)
{
    progress *p = self;
    double t = now();

    if (done == 0 || p->since == 0)
        p->since = t;
    if (t - p->since < PATIENCE || t - p->shown < PATIENCE || done == 0)
        return;
    p->shown = t;
    fprintf(stderr, "\r%s  %zu of %zu   %.0f s left \033[K", work, done, total, (t - p->since) / (double)done * (double)(total - done));
    fflush(stderr);
}

void start_progress(progress *p, li_ctx *ctx, bool quiet)
{
    *p = (progress){ 0 };
    if (!quiet && isatty(STDERR_FILENO))
        li_ctx_listen(ctx, show, p);
}

void end_progress(progress *p)
{
    if (p->shown > 0)
        fputs("\r\033[K", stderr);
    p->shown = 0;
}

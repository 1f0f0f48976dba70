/* prove.c - liaison prove: the claims of models */
#include <time.h>

#include "cli.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int prove_against(session *s, li_verdicts *r)
{
    options one = *s->o;
    session other;

    one.file = s->o->against;
    one.dependent = one.chart = one.eliminate = one.eliminate_rates = one.reduce = NULL;
    one.quiet = true;
    one.sets = 0;
    int status = open_session(&other, &one, LI_DESCRIPTION);           /* its mistakes are shown in its own name */
    if (status == DONE)
        status = exit_status(li_session_compare(s, &other.source, r));
    close_session(&other);
    return status;
}

static int prove_file(const options *o, const char *file, li_verdicts *r)
{
    options one = *o;
    session s;
    progress p;

    one.file = file;
    int status = open_session(&s, &one, LI_SYMBOLIC);
    if (status == DONE) {
        start_progress(&p, s.ctx, o->quiet);
        status = o->against != NULL ? prove_against(&s, r) : exit_status(li_session_prove(&s, r, o->identities));
        end_progress(&p);
    }
    close_session(&s);
    return status;
}

static void put_tally(li_ctx *desk, li_text *out, const li_verdicts *n, double seconds)
{
    li_text_printf(desk, out, "%zu proved", n->proved);
    if (n->failed > 0)
        li_text_printf(desk, out, ", %zu false", n->failed);
    if (n->undecided > 0)
        li_text_printf(desk, out, ", %zu undecided", n->undecided);
    li_text_printf(desk, out, " (%.3f s)\n", seconds);
}

int run_prove(const options *o)
{
    li_ctx *desk = li_ctx_new();
    li_text out;
    double start = now();

    if (desk == NULL) {
        say("out of memory");
        return MACHINE_FAILED;
    }
    if (o->format == LI_AS_LATEX) {
        say("prove writes text or json, not latex");
        li_ctx_free(desk);
        return WRONG_INPUT;
    }
    li_text_init(&out);
    li_verdicts r = { .desk = desk, .out = &out, .format = o->format };
    if (o->format == LI_AS_JSON)
        li_text_put(desk, &out, "{\"claims\":[");
    int status = prove_file(o, o->file, &r);
    for (size_t i = 0; i < o->mores && status != MACHINE_FAILED; i++) {      /* what is wrong with one file does not concern the next */
        int one = prove_file(o, o->more[i], &r);
        status = status == DONE || one == MACHINE_FAILED ? one : status;
    }
    if (o->format == LI_AS_JSON)
        li_text_put(desk, &out, "\n]}\n");
    else
        put_tally(desk, &out, &r, now() - start);
    int written = status != DONE && o->mores == 0 ? DONE : li_ctx_status(desk) == LI_OK ? write_result(&out) : MACHINE_FAILED;
    status = written != DONE ? written : status;
    if (status == DONE)
        status = r.failed > 0 ? FALSE_CLAIM : r.undecided > 0 ? NOT_FINISHED : DONE;
    li_text_clear(desk, &out);
    li_ctx_free(desk);
    return status;
}

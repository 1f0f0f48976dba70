/* checkpoint.c - a run that can be killed: all that the next step depends on, in a file that is there whole or not at all
 *
 * One description of the state serves both directions: `carry` writes a block or reads it. Numbers stand in the file as they stand in
 * memory, so a motion goes on to the same bits, on the same kind of machine. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "record.h"
#include "runner.h"

enum { RENEW = 2048 };             /* steps after which a method that keeps its past begins anew */
static const char TITLE[] = "liaison checkpoint 1\n";

typedef struct { FILE *from; li_file *to; bool ok; uint64_t sum; } tape;       /* one of the two is NULL */

static void carry(tape *T, void *data, size_t bytes)
{
    if (!T->ok || bytes == 0)
        return;
    if (T->to != NULL)
        li_file_put(T->to, data, bytes);
    T->ok = T->to != NULL ? !T->to->failed : fread(data, 1, bytes, T->from) == bytes;
    if (T->ok)
        T->sum = li_hash_bytes(data, bytes, T->sum);
}

/* A block that must be the same; in parts, in both directions. */
static bool agree(tape *T, const void *data, size_t bytes)
{
    const char *expected = data;
    char part[256];

    for (size_t at = 0; at < bytes && T->ok; at += sizeof part) {
        size_t count = bytes - at < sizeof part ? bytes - at : sizeof part;
        memcpy(part, expected + at, count);
        carry(T, part, count);
        if (T->ok && memcmp(part, expected + at, count) != 0)
            return false;
    }
    return T->ok;
}

/* LI_INPUT: of something else, or no checkpoint at all */
static li_status head(li_ctx *ctx, tape *T, const char *path, const char *identity, li_checkpoint *c)
{
    uint64_t len = strlen(identity);

    if (!agree(T, TITLE, sizeof TITLE - 1))
        return li_fail(ctx, LI_INPUT, "%s is no checkpoint", path);
    if (!agree(T, &len, sizeof len) || !agree(T, identity, len))
        return li_fail(ctx, LI_INPUT, "%s was made for another model, other numbers or other options", path);
    carry(T, c, sizeof *c);
    return LI_OK;
}

/* ---- the state ---- */

static void numbers(tape *T, double *x, size_t count) { carry(T, x, count * sizeof *x); }

static void stepper(tape *T, li_runner *r)
{
    li_stepper *s = &r->stepper;

    numbers(T, &s->t, 1);
    numbers(T, &s->t_low, 1);
    numbers(T, s->y, s->n);
    numbers(T, s->y_low, s->n);
    numbers(T, &s->h, 1);
    numbers(T, &s->longest, 1);
    numbers(T, s->past, s->pasts);
    carry(T, &s->steps, sizeof s->steps);
    carry(T, &s->rejected, sizeof s->rejected);
    carry(T, &s->passed, sizeof s->passed);
    r->mended = s->passed;                     /* checkpoints are made between steps */
    carry(T, &r->engine.evaluations, sizeof r->engine.evaluations);
    carry(T, &r->engine.expansions, sizeof r->engine.expansions);
}

static void crossings(tape *T, li_runner *r)
{
    li_run *R = r->R;
    size_t kept = R->kept;

    carry(T, &R->crossings, sizeof R->crossings);
    carry(T, &kept, sizeof kept);
    for (size_t i = 0; i < kept && T->ok; i++) {
        if (T->to == NULL && !li_runner_keep(r, (li_crossing){ 0 })) {
            T->ok = false;
            return;
        }
        li_crossing *c = &R->crossing[i];
        carry(T, &c->event, sizeof c->event);
        carry(T, &c->direction, sizeof c->direction);
        numbers(T, &c->t, 1);
        numbers(T, c->column, r->F->columns);
    }
}

static void report(tape *T, li_runner *r)
{
    li_run *R = r->R;

    carry(T, &R->rows, sizeof R->rows);
    numbers(T, R->drift, r->F->columns);
    numbers(T, &R->residual, 1);
    numbers(T, &R->start_residual, 1);
    carry(T, &R->ending, sizeof R->ending);
    carry(T, R->message, sizeof R->message);
    crossings(T, r);
}

static void state(tape *T, li_runner *r)
{
    const li_flow *F = r->F;

    numbers(T, r->parameter, F->params);
    numbers(T, r->turned, F->events);
    carry(T, &r->sample, sizeof r->sample);
    numbers(T, r->first, F->columns);
    numbers(T, &r->scale, 1);
    numbers(T, &r->held, 1);
    stepper(T, r);
    report(T, r);
    uint64_t sum = T->sum, read = sum;
    carry(T, &read, sizeof read);
    T->ok = T->ok && read == sum;
}

/* ---- writing ---- */

static double clock_of_machine(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The words of the file, and what it was for. */
static li_status cannot_write(li_ctx *ctx)
{
    char why[256];

    if (li_ctx_status(ctx) != LI_FILE)
        return li_ctx_status(ctx);
    snprintf(why, sizeof why, "%s", li_ctx_message(ctx));
    li_ctx_forgive(ctx);
    return li_fail(ctx, LI_FILE, "no checkpoint can be made: %s", why);
}

static li_status write_to(li_runner *r, const char *path)
{
    const li_run_options *o = r->o;
    li_checkpoint c = { .ended = r->finished && r->R->ending != LI_ENDED_INTERRUPTED, .native = r->R->native, .rows = r->R->rows };
    li_file file;
    tape T = { .to = &file, .ok = true };

    if (o->save != NULL && o->save(o->self, c.mark) != LI_OK)
        return LI_FILE;
    if (li_file_open(r->ctx, &file, path, ".part", LI_FILE_NEW) != LI_OK)
        return cannot_write(r->ctx);
    if (head(r->ctx, &T, path, o->identity != NULL ? o->identity : "", &c) == LI_OK)
        state(&T, r);
    if (T.ok && li_file_name(&file) == LI_OK)
        return LI_OK;
    li_file_close(&file, true);
    return cannot_write(r->ctx);
}

/* A method that keeps its past begins anew where every run does, whether checkpoints are made or not. */
static void renew(li_runner *r)
{
    if (!r->stepper.method->keeps_past || r->stepper.steps % RENEW != 0)
        return;
    r->stepper.h = 0;
    li_stepper_restart(&r->stepper);
}

static bool is_due(const li_runner *r, bool now)
{
    size_t apart = r->stepper.method->keeps_past ? RENEW : 64;

    if (r->finished && r->R->ending != LI_ENDED_INTERRUPTED)
        return true;
    if (r->stepper.steps % apart != 0)
        return now && !r->stepper.method->keeps_past;
    if (now)
        return true;
    return clock_of_machine() - r->saved >= r->o->seconds;
}

li_status li_runner_save(li_runner *r, bool now)
{
    const char *path = r->o->checkpoint;

    renew(r);
    if (path == NULL || r->within || !is_due(r, now))
        return LI_OK;
    li_status status = write_to(r, path);
    r->saved = clock_of_machine();
    return status;
}

/* ---- reading ---- */

static li_status open_for_reading(li_ctx *ctx, tape *T, const char *path)
{
    errno = 0;
    *T = (tape){ .from = fopen(path, "rb"), .ok = true };
    return T->from == NULL ? li_fail(ctx, LI_FILE, "cannot read the checkpoint %s: %s", path, strerror(errno)) : LI_OK;
}

li_status li_checkpoint_read(li_ctx *ctx, li_checkpoint *out, const char *path, const char *identity)
{
    tape T;

    if (open_for_reading(ctx, &T, path) != LI_OK)
        return li_ctx_status(ctx);
    li_status status = head(ctx, &T, path, identity, out);
    fclose(T.from);
    return status == LI_OK && !T.ok ? li_fail(ctx, LI_INPUT, "%s is damaged: it ends too early", path) : status;
}

li_status li_runner_load(li_runner *r)
{
    const li_run_options *o = r->o;
    li_checkpoint c;
    tape T;

    if (open_for_reading(r->ctx, &T, o->resume) != LI_OK)
        return li_ctx_status(r->ctx);
    if (head(r->ctx, &T, o->resume, o->identity != NULL ? o->identity : "", &c) == LI_OK)
        state(&T, r);
    fclose(T.from);
    if (li_ctx_status(r->ctx) == LI_OK && !T.ok)
        li_fail(r->ctx, LI_INPUT, "%s is damaged", o->resume);
    if (li_ctx_status(r->ctx) == LI_OK && c.native != r->R->native)
        li_fail(r->ctx, LI_INPUT, "%s was made %s compiled equations: --native %s", o->resume, c.native ? "with" : "without", c.native ? "on" : "off");
    if (li_ctx_status(r->ctx) != LI_OK)
        return li_ctx_status(r->ctx);
    r->finished = c.ended;
    if (li_runner_parameters(r) != LI_OK)
        return li_fail(r->ctx, LI_SINGULAR, "the equations of motion have no value at the state of %s", o->resume);
    if (r->stepper.method->keeps_past)
        li_stepper_restart(&r->stepper);
    return LI_OK;
}

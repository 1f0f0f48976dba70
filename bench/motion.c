/* motion.c - motions in time: our Taylor series, interpreted, compiled and in lanes, against integrators of others
 *
 * A line of JSON a motion and a way: seconds of processor time of one motion, the best of some rounds in which all ways take turns; the
 * error at the end, against quadruple precision, relative to max(1, |y_i|). What is done once for a model has lines of its own.
 * usage: bench_motion DIRECTORY-OF-MODELS */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "cart.h"
#include "peers.h"
#include "reference.h"

#include "liaison/flow.h"

/* Members: an odd number, so that one stands in the middle, and nearly all lanes are busy to the end. */
enum { ROUNDS = 6, MEMBERS = 319, TOLERANCES = 7, TEXT = 1 << 14, PEER_MEMBERS = 8 };

static const double STRICT = 1e-12, LOOSER = 1e-9, tolerance[TOLERANCES] = { 1e-12, 1e-11, 1e-10, 3e-10, 1e-9, 3e-9, 1e-8 };

/* What came of one way. */
typedef struct { double seconds, error; long work; } outcome;

typedef struct {
    const motion *m;
    size_t k;                      /* its number */
    char source[TEXT];
    size_t len;
    li_ctx *ctx;
    li_model model;
    li_motion motion;
    li_state state;
    li_values values;
    li_flow flow;
    li_native native;
    bool compiled;
    li_ensemble ensemble, native_ensemble;
    li_ensemble_options options;
    double error;                  /* of the member in the middle */
    bool lanes_compiled;           /* there are two ensembles: interpreted, compiled */
    outcome interpreted[TOLERANCES], machine[TOLERANCES], lanes[TOLERANCES], machine_lanes[TOLERANCES], of_peer[PEERS], ensemble_of_peer;
} subject;

static double error_of(const subject *s, const double *y)
{
    double most = 0;

    for (size_t i = 0; i < s->m->n; i++)
        most = fmax(most, fabs(y[i] - reference[s->k][i]) / fmax(1, fabs(reference[s->k][i])));
    return most;
}

/* The columns of a flow that are the y_i. */
static void pick(const subject *s, const li_flow *F, const double *column, double *y)
{
    for (size_t i = 0; i < s->m->n; i++) {
        y[i] = NAN;
        for (size_t k = 0; k < F->columns; k++)
            if (strcmp(F->column[k].name, s->m->column[i]) == 0)
                y[i] = column[k];
    }
}

static void keep(outcome *best, outcome o)
{
    if (best->seconds == 0 || o.seconds < best->seconds)
        *best = o;
}

/* ---- the ways ---- */

static outcome run(const subject *s, double tol, const li_compiled *code)
{
    const li_run_options o = { .method = LI_RUN_TAYLOR, .tol = tol, .until = s->m->until, .native = code };
    outcome out = { INFINITY, INFINITY, 0 };
    double y[MOST], t0 = seconds();
    li_run R;

    if (li_run_init(s->ctx, &R, &s->flow, &o) == LI_OK && R.ending == LI_ENDED) {
        out.seconds = seconds() - t0;
        pick(s, &s->flow, R.column, y);
        out.error = error_of(s, y);
        out.work = (long)R.steps;
    }
    li_run_clear(s->ctx, &R);
    return out;
}

static outcome run_peer(const subject *s, const peer *p, double varied, bool is_varied)
{
    outcome out = { INFINITY, INFINITY, 0 };
    double y[MOST] = { 0 };

    for (size_t i = 0; i < s->m->n; i++)
        y[i] = s->m->start[i] != NULL ? strtod(s->m->start[i], NULL) : 0;
    if (is_varied)
        y[s->m->place] = varied;
    double t0 = seconds();
    if (p->go(by_hand_here[s->k], s->m->n, y, s->m->until, STRICT, &out.work)) {
        out.seconds = seconds() - t0;
        out.error = is_varied ? NAN : error_of(s, y);
    }
    return out;
}

/* ---- the ensemble ---- */

static double varied(const motion *m, uint64_t k) { return m->middle + m->width * (2 * (double)k / (MEMBERS - 1) - 1); }

static void value_of(void *self, uint64_t k, double *x)
{
    const subject *s = self;
    *x = varied(s->m, k);
}

static li_status read_member(void *self, li_ctx *ctx, uint64_t k, li_member_model *out)
{
    static const size_t place[] = { 0 };
    const subject *s = self;
    const char *name = s->m->varied;
    li_model *model = li_alloc(ctx, sizeof *model);
    li_motion *S = li_alloc(ctx, sizeof *S);
    li_given *give = li_alloc(ctx, sizeof *give);

    if (model == NULL || S == NULL || give == NULL || li_model_read(ctx, model, s->source, s->len) != LI_OK || li_motion_of_model(ctx, S, model) != LI_OK)
        return li_ctx_status(ctx);
    *give = (li_given){ li_model_expression(ctx, model, name, strlen(name), NULL), li_flow_exactly(ctx, varied(s->m, k)), false, name };
    *out = (li_member_model){ .motion = S, .given = 1, .give = give, .place = place };
    return li_ctx_status(ctx);
}

static li_status row(void *self, const li_member *m)
{
    subject *s = self;
    double y[MOST];

    if (m->index == MEMBERS / 2) {
        pick(s, &s->ensemble.flow, m->column, y);
        s->error = error_of(s, y);
    }
    return m->ending == LI_ENDED ? LI_OK : LI_FILE;
}

static outcome run_ensemble(subject *s, const li_ensemble *E, double tol)
{
    outcome out = { INFINITY, INFINITY, 0 };
    uint64_t done;
    double t0 = seconds();

    s->options.run.tol = tol;
    if (li_ensemble_run(s->ctx, E, &s->options, 0, &done) == LI_OK && done == MEMBERS)
        out = (outcome){ (seconds() - t0) / MEMBERS, s->error, 0 };
    return out;
}

/* Some of the members, by a peer. */
static outcome run_some(const subject *s, const peer *p)
{
    outcome sum = { 0, NAN, 0 };

    for (uint64_t k = 0; k < PEER_MEMBERS; k++)
        sum.seconds += run_peer(s, p, varied(s->m, k * (MEMBERS - 1) / (PEER_MEMBERS - 1)), true).seconds;
    sum.seconds /= PEER_MEMBERS;
    return sum;
}

/* ---- setup ---- */

static double with_children(void)
{
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return seconds() + (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

static bool read_source(subject *s, const char *directory)
{
    char path[1000];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", directory, s->m->model);
    if ((file = fopen(path, "r")) == NULL)
        return false;
    s->len = fread(s->source, 1, sizeof s->source, file);
    fclose(file);
    return s->len > 0 && s->len < sizeof s->source;
}

static void say_setup(const subject *s, const char *what, double t0)
{
    printf("{\"motion\":\"%s\",\"setup\":\"%s\",\"seconds\":%.6g,\"operations\":%zu}\n", s->m->name, what, with_children() - t0,
           s->flow.field.code == NULL ? 0 : li_program_operations(&s->flow.field));
}

static bool set_up(subject *s, const char *directory)
{
    const li_run_options o = { .method = LI_RUN_TAYLOR, .tol = STRICT };
    double t0 = with_children();

    if ((s->ctx = li_ctx_new()) == NULL || !read_source(s, directory) || li_model_read(s->ctx, &s->model, s->source, s->len) != LI_OK ||
        li_motion_of_model(s->ctx, &s->motion, &s->model) != LI_OK || li_state_find(s->ctx, &s->state, &s->motion, 0, NULL, 17) != LI_OK ||
        li_values_find(s->ctx, &s->values, &s->motion, &s->state, NULL, 17) != LI_OK ||
        li_flow_init(s->ctx, &s->flow, &s->motion, &s->state, &s->values, 0, NULL) != LI_OK)
        return false;
    say_setup(s, "text to right-hand side", t0);
    t0 = with_children();
    s->compiled = li_run_compile(s->ctx, &s->native, &s->flow, &o) == LI_OK;
    if (!s->compiled)
        li_ctx_forgive(s->ctx);
    else
        say_setup(s, s->native.found ? "compiled before, found" : "compiled", t0);
    s->options = (li_ensemble_options){ .run = { .method = LI_RUN_TAYLOR, .tol = STRICT, .until = s->m->until }, .members = MEMBERS, .varied = 1, .digits = 17,
                                        .threads = 1, .self = s, .value = value_of, .read = read_member, .row = row };
    t0 = with_children();
    if (li_ensemble_init(s->ctx, &s->ensemble, &s->options) != LI_OK)
        return false;
    say_setup(s, s->ensemble.swift ? "ensemble, abreast" : "ensemble, one by one", t0);
    t0 = with_children();
    s->lanes_compiled = li_ensemble_init(s->ctx, &s->native_ensemble, &s->options) == LI_OK && li_ensemble_compile(s->ctx, &s->native_ensemble, &s->options) == LI_OK;
    if (!s->lanes_compiled)
        li_ctx_forgive(s->ctx);
    else
        say_setup(s, s->native_ensemble.native.found ? "ensemble, lanes compiled before" : "ensemble, lanes compiled", t0);
    return true;
}

static void take_down(subject *s)
{
    li_ensemble_clear(s->ctx, &s->native_ensemble);
    li_ensemble_clear(s->ctx, &s->ensemble);
    li_native_clear(s->ctx, &s->native);
    li_flow_clear(s->ctx, &s->flow);
    li_values_clear(s->ctx, &s->values);
    li_ctx_free(s->ctx);
}

/* ---- rounds ---- */

static void one_round(subject *s)
{
    for (size_t i = 0; i < TOLERANCES; i++) {
        keep(&s->interpreted[i], run(s, tolerance[i], NULL));
        if (s->compiled)
            keep(&s->machine[i], run(s, tolerance[i], &s->native.code));
        if (tolerance[i] != STRICT && tolerance[i] != LOOSER)
            continue;
        keep(&s->lanes[i], run_ensemble(s, &s->ensemble, tolerance[i]));
        if (s->lanes_compiled)
            keep(&s->machine_lanes[i], run_ensemble(s, &s->native_ensemble, tolerance[i]));
    }
    for (size_t i = 0; i < PEERS; i++)
        if (peers[i].go != NULL)
            keep(&s->of_peer[i], run_peer(s, &peers[i], 0, false));
    if (peers[0].go != NULL && s->m->place < MOST)
        keep(&s->ensemble_of_peer, run_some(s, &peers[0]));
}

static void put(const subject *s, const char *way, double tol, outcome o)
{
    if (o.seconds == 0 || !isfinite(o.seconds))
        return;
    printf("{\"motion\":\"%s\",\"way\":\"%s\",\"tol\":%g,\"seconds\":%.6g,\"error\":", s->m->name, way, tol, o.seconds);
    printf(isfinite(o.error) ? "%.3g" : "null", o.error);
    printf(",\"work\":%ld}\n", o.work);
}

static void report(const subject *s)
{
    for (size_t i = 0; i < TOLERANCES; i++) {
        put(s, "interpreted", tolerance[i], s->interpreted[i]);
        put(s, "native", tolerance[i], s->machine[i]);
        put(s, s->ensemble.swift ? "lanes" : "one by one", tolerance[i], s->lanes[i]);
        put(s, "native lanes", tolerance[i], s->machine_lanes[i]);
    }
    for (size_t i = 0; i < PEERS; i++)
        put(s, peers[i].name, STRICT, s->of_peer[i]);
    put(s, "ensemble of rk8pd", STRICT, s->ensemble_of_peer);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static subject s;

    for (size_t k = 0; k < MOTIONS && argc == 2; k++) {
        s = (subject){ .m = &motions[k], .k = k };
        if (!set_up(&s, argv[1])) {
            fprintf(stderr, "%s: %s\n", s.m->model, s.ctx != NULL ? li_ctx_message(s.ctx) : "out of memory");
            return 1;
        }
        for (int round = 0; round < ROUNDS; round++)
            one_round(&s);
        report(&s);
        take_down(&s);
    }
    return argc == 2 ? 0 : 2;
}

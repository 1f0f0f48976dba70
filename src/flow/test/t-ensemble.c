/* t-ensemble.c - members of ensembles against single runs, whatever the threads and the lanes they meet in */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "liaison/flow.h"

enum { MOST_VARIED = 3, MOST_MEMBERS = 90, COLUMNS = 24, DENOMINATOR = 64 };

/* A model, what is varied in it, in 64ths, and how far it moves. */
typedef struct {
    const char *source;
    size_t varied;
    const char *name[MOST_VARIED];
    int from[MOST_VARIED], width[MOST_VARIED];
    double until;
    const char *event;             /* NULL: none */
    double loss;                   /* of digits on the way: how far apart runs may be */
} subject;

static const char PENDULUM[] = "param l = 2, g = 9\ncoord theta\nkinetic l^2*theta'^2/2\npotential -g*l*cos(theta)\nstart theta = 1/2, theta' = 1\n";
static const char DOUBLE[] = "param m = 1, g = 9\ncoord a, b\nkinetic a'^2 + m*(b'^2/2 + a'*b'*cos(a - b))\npotential -2*g*cos(a) - g*m*cos(b)\nstart a = 1/2\n";
static const char HOOP[] = "param a = 1, A = 1/2, C = 1, g = 9\ncoord xi, eta, zeta, theta, psi, phi\n"
                           "quasi u = xi'*cos(psi) + eta'*sin(psi), v = (-xi'*sin(psi) + eta'*cos(psi))*cos(theta) + zeta'*sin(theta)\n"
                           "quasi w = (xi'*sin(psi) - eta'*cos(psi))*sin(theta) + zeta'*cos(theta)\n"
                           "quasi p = theta', q = psi'*sin(theta), r = phi' + psi'*cos(theta)\n"
                           "kinetic (u^2 + v^2 + w^2)/2 + A*(p^2 + q^2)/2 + C*r^2/2\npotential g*zeta\nconstraint rolling: u = -a*r, v = 0, w = a*p\n"
                           "start theta = 6/5, zeta = a*sin(6/5), q = 1, r = 4\n";
static const char WIRE[] = "param l = 1, g = 9\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential g*y\nconstraint rod: x^2 + y^2 = l^2\nstart x = 3/5, y = -4/5\n";
static const char FRICTION[] = "param k = 4, mu = 1/2\ncoord x\nkinetic x'^2/2\npotential k*x^2/2\nforce -mu*sign(x') on x'\nstart x = 3\n";
static const char FALL[] = "param k = 1\ncoord r\nkinetic r'^2/2\npotential -k/r\nstart r = 1\n";
static const char SLED[] = "param mu = 1/4\ncoord x, y\nkinetic x'^2/2 + y'^2/2\nforce -9 on y'\nconstraint floor: y' = 0 by 1 on y' and -mu*sign(x') on x'\nstart x' = 3\n";
static const char BRAKE[] = "param f = 1/4, g = 9\ncoord x, y\nkinetic x'^2/2 + y'^2/2\nforce -g on y'\n"
                            "contact tip: normal y', sliding x', friction f, bilateral, multiplier N\nstart x' = 3\n";
static const char KEPLER[] = "param m = 1, k = 1\nassume m > 0, k > 0\ncoord r, phi\nassume r > 0\nmomentum p of r, L of phi\n"
                             "hamiltonian p^2/(2*m) + L^2/(2*m*r^2) - k/r\nstart r = 1, phi = 0, r' = 0, phi' = 6/5\n";
static const char PIVOT[] = "param b = 1\ncoord x, y\nkinetic x'^2/2 + y'^2/2\npotential x^2 + y^2\nconstraint c: b*x' = y'\nstart x = 1, x' = 1\n";

static const subject all[] = {
    { PENDULUM, 2, { "theta", "l" }, { -120, 40 }, { 240, 200 }, 12, "theta", 1e-10 },
    { PENDULUM, 2, { "theta'", "g" }, { -500, 100 }, { 1000, 900 }, 7, NULL, 1e-10 },
    { DOUBLE, 3, { "a", "b'", "m" }, { -60, -60, 16 }, { 120, 120, 100 }, 4, "b - a", 1e-9 },
    { HOOP, 3, { "r", "q", "A" }, { 60, 60, 30 }, { 260, 60, 30 }, 5, "p", 1e-10 },
    { HOOP, 1, { "theta" }, { 40 }, { 50 }, 3, NULL, 1e-10 },
    { WIRE, 1, { "x'" }, { -300 }, { 600 }, 4, "x", 1e-10 },
    { WIRE, 1, { "x" }, { 1 }, { 60 }, 1, "x", 1e-10 },
    { FRICTION, 2, { "x", "mu" }, { -400, 8 }, { 800, 60 }, 8, "x - 1", 1e-10 },
    { FALL, 2, { "r'", "r" }, { -64, 32 }, { 300, 64 }, 9, "r - 2", 1e-7 },
    { SLED, 2, { "x'", "mu" }, { -200, 0 }, { 400, 20 }, 1, NULL, 1e-11 },
    { BRAKE, 2, { "x'", "f" }, { -100, 0 }, { 200, 40 }, 1, NULL, 1e-11 },
    { KEPLER, 3, { "phi'", "m", "phi" }, { 60, 50, -100 }, { 60, 30, 200 }, 10, "p", 1e-9 },
    { PIVOT, 2, { "b", "x'" }, { -2, -64 }, { 5, 128 }, 3, "y", 1e-10 },
};
enum { SUBJECTS = sizeof all / sizeof *all };

typedef struct {
    const subject *s;
    li_ctx *ctx;
    uint64_t members;
    int number[MOST_MEMBERS][MOST_VARIED];     /* 64ths */
    bool ends;                     /* the event ends the motion */
    uint64_t stop;                 /* after so many rows */
    uint64_t rows;                 /* received */
    li_member got[MOST_MEMBERS];
    double column[MOST_MEMBERS][COLUMNS], value[MOST_MEMBERS][MOST_VARIED];
    size_t columns;
} sample;

static void value(void *self, uint64_t i, double *x)
{
    const sample *a = self;
    for (size_t j = 0; j < a->s->varied; j++)
        x[j] = (double)a->number[i][j] / DENOMINATOR;
}

static li_status read_member(void *self, li_ctx *ctx, uint64_t i, li_member_model *m)
{
    static const size_t place[] = { 0, 1, 2 };
    const sample *a = self;
    const subject *s = a->s;

    *m = (li_member_model){ .given = s->varied, .place = place };
    li_model *model = li_alloc(ctx, sizeof *model);
    li_motion *motion = li_alloc(ctx, sizeof *motion);
    if (model == NULL || motion == NULL || li_model_read(ctx, model, s->source, strlen(s->source)) != LI_OK || li_motion_of_model(ctx, motion, model) != LI_OK)
        return li_ctx_status(ctx);
    m->motion = motion;
    m->give = li_alloc(ctx, MOST_VARIED * sizeof *m->give);
    m->event = li_alloc(ctx, sizeof *m->event);
    if (m->give == NULL || m->event == NULL)
        return li_ctx_status(ctx);
    for (size_t j = 0; j < s->varied; j++)
        m->give[j] = (li_given){ li_model_expression(ctx, model, s->name[j], strlen(s->name[j]), NULL), li_expr_frac(ctx, a->number[i][j], DENOMINATOR), false, s->name[j] };
    if (s->event != NULL)
        m->event[m->events++] = li_model_expression(ctx, model, s->event, strlen(s->event), NULL);
    return li_ctx_status(ctx);
}

static li_status row(void *self, const li_member *m)
{
    sample *a = self;

    li_check(a->ctx, m->index == a->rows, "row %d is of member %d", (int)a->rows, (int)m->index);
    a->got[a->rows] = *m;
    memcpy(a->column[a->rows], m->column, a->columns * sizeof(double));
    memcpy(a->value[a->rows], m->value, a->s->varied * sizeof(double));
    a->rows++;
    return a->stop > 0 && a->rows > a->stop ? LI_LIMIT : LI_OK;
}

static void draw(li_ctx *ctx, sample *a, const subject *s, li_rand *rng)
{
    *a = (sample){ .s = s, .ctx = ctx, .members = 1 + (uint64_t)li_rand_below(rng, MOST_MEMBERS - 1), .ends = li_rand_below(rng, 2) == 0 };
    for (uint64_t i = 0; i < a->members; i++)
        for (size_t j = 0; j < s->varied; j++)
            a->number[i][j] = s->from[j] + li_rand_below(rng, s->width[j]);
}

static li_ensemble_options options(sample *a, const li_run_event *event)
{
    const li_run_options run = { .tol = 1e-12, .until = a->s->until, .event = event };
    return (li_ensemble_options){ .run = run, .members = a->members, .varied = a->s->varied, .digits = 17, .self = a, .value = value, .read = read_member, .row = row };
}

/* Member i as a single run, in a context of its own. */
static void against(li_ctx *test, sample *a, uint64_t i, const li_ensemble_options *o)
{
    li_ctx *ctx = li_ctx_new();
    const li_member *m = &a->got[i];
    li_member_model model;
    li_state s;
    li_values x = { 0 };
    li_flow F = { 0 };
    li_run R = { 0 };
    li_run_options run = o->run;

    run.method = LI_RUN_TAYLOR;
    run.most_crossings = 1;
    bool found = read_member(a, ctx, i, &model) == LI_OK && li_state_find(ctx, &s, model.motion, model.given, model.give, 17) == LI_OK;
    bool valued = found && li_values_find(ctx, &x, model.motion, &s, NULL, 17) == LI_OK, moves = valued && x.moves;
    if (moves && li_flow_init(ctx, &F, model.motion, &s, &x, model.events, model.event) == LI_OK && li_run_init(ctx, &R, &F, &run) == LI_OK) {
        double scale = 1, loss = a->s->loss;
        li_check(test, m->ending == R.ending, "member %d: %s, alone %s", (int)i, li_ending_name(m->ending), li_ending_name(R.ending));
        li_check(test, fabs(m->t - R.t) <= loss * fmax(1, R.t), "member %d: to t = %.17g, alone %.17g", (int)i, m->t, R.t);
        li_check(test, m->crossings == R.crossings, "member %d: %d events, alone %d", (int)i, (int)m->crossings, (int)R.crossings);
        li_check(test, R.kept == 0 ? isnan(m->first) : fabs(m->first - R.crossing[0].t) <= loss, "member %d: first event", (int)i);
        for (size_t k = 0; k < F.columns && R.ending != LI_ENDED_SINGULAR; k++) {
            scale = fmax(scale, fabs(R.column[k]));
            li_check(test, fabs(a->column[i][k] - R.column[k]) <= loss * scale, "member %d: %s = %.17g, alone %.17g", (int)i, F.column[k].name, a->column[i][k], R.column[k]);
        }
        li_check(test, m->energy_drift < 1e-10 || R.ending == LI_ENDED_SINGULAR, "member %d: energy %g", (int)i, m->energy_drift);
        li_check(test, m->residual < 1e-12, "member %d: residual %g", (int)i, m->residual);
    } else {
        li_check(test, m->ending >= LI_ENDED_SINGULAR && m->steps == 0, "member %d has no motion: %s", (int)i, li_ending_name(m->ending));
        li_check(test, m->message[0] != '\0', "and says why");
    }
    li_run_clear(ctx, &R);
    li_flow_clear(ctx, &F);
    if (valued)
        li_values_clear(ctx, &x);
    li_ctx_free(ctx);
}

static bool same_bits(double x, double y) { return memcmp(&x, &y, sizeof x) == 0 || (isnan(x) && isnan(y)); }

static void compare(li_ctx *ctx, const sample *a, const sample *b, uint64_t first)
{
    li_check(ctx, a->rows == b->rows, "as many rows");
    for (uint64_t i = first; i < a->rows; i++) {
        const li_member *m = &a->got[i], *k = &b->got[i];
        bool same = same_bits(m->t, k->t) && m->steps == k->steps && m->crossings == k->crossings && same_bits(m->first, k->first) && m->ending == k->ending &&
                    same_bits(m->energy_drift, k->energy_drift) && same_bits(m->residual, k->residual);
        for (size_t c = 0; c < a->columns; c++)
            same &= same_bits(a->column[i][c], b->column[i][c]);
        li_check(ctx, same, "member %d is the same again: t %.17g %.17g, %d %d steps, energy %g %g, residual %g %g, first %.17g %.17g", (int)i, m->t, k->t, (int)m->steps,
                 (int)k->steps, m->energy_drift, k->energy_drift, m->residual, k->residual, m->first, k->first);
    }
}

/* Members are the single runs; threads change nothing; nor does it if the first members were done before. */
static void members(li_ctx *ctx, li_rand *rng)
{
    static sample a, b;            /* too large for the stack */
    const subject *s = &all[li_rand_below(rng, SUBJECTS)];
    li_ensemble E;
    uint64_t done;

    draw(ctx, &a, s, rng);
    const li_run_event event = { s->event, a.ends };
    li_ensemble_options o = options(&a, &event);
    if (li_ensemble_init(ctx, &E, &o) != LI_OK) {
        li_check(ctx, a.members < 40, "some member moves: %s", li_ctx_message(ctx));
        li_ctx_forgive(ctx);
        return;
    }
    a.columns = E.flow.columns;
    li_check(ctx, a.columns <= COLUMNS, "room for columns");
    b = a;
    li_check(ctx, li_ensemble_run(ctx, &E, &o, 0, &done) == LI_OK && done == a.members && a.rows == done, "all are done");
    for (int k = 0; k < 6; k++)
        against(ctx, &a, (uint64_t)li_rand_below(rng, (int)a.members), &o);
    o.threads = 1 + li_rand_below(rng, 4);
    o.self = &b;
    b.rows = (uint64_t)li_rand_below(rng, (int)a.members + 1);
    uint64_t first = b.rows;
    li_check(ctx, li_ensemble_run(ctx, &E, &o, first, &done) == LI_OK && done == a.members, "again from %d on", (int)first);
    compare(ctx, &a, &b, first);
    li_ensemble_clear(ctx, &E);
}

/* Which of them go abreast: nothing is gained otherwise. */
static void swift(li_ctx *ctx, li_rand *rng)
{
    static sample a;
    for (size_t k = 0; k < SUBJECTS; k++) {
        const subject *s = &all[k];
        li_ensemble E;
        draw(ctx, &a, s, rng);
        a.members = MOST_MEMBERS;
        const li_run_event event = { s->event, false };
        li_ensemble_options o = options(&a, &event);
        bool expected = s->source != BRAKE && !(s->source == WIRE && strcmp(s->name[0], "x") == 0);
        li_check(ctx, li_ensemble_init(ctx, &E, &o) == LI_OK && E.swift == expected, "subject %d: %d", (int)k, E.swift);
        li_ensemble_clear(ctx, &E);
    }
}

/* As machine code: the same motions, whatever the threads. */
static void compiled(li_ctx *ctx, li_rand *rng)
{
    static sample a, b;
    static const size_t subjects[] = { 1, 4, 5 };          /* not alike: g is varied; alike: theta of the hoop, x' of the wire */
    size_t k = (size_t)li_rand_below(rng, 3);
    const subject *s = &all[subjects[k]];
    const li_run_event event = { s->event, false };
    li_ensemble E;
    uint64_t done;

    draw(ctx, &a, s, rng);
    li_ensemble_options o = options(&a, &event);
    li_check(ctx, li_ensemble_init(ctx, &E, &o) == LI_OK && E.alike == (k > 0), "alike: %d", E.alike);
    bool can = li_ensemble_compile(ctx, &E, &o) == LI_OK;
    li_check(ctx, can == (k > 0), "compiled: %s", li_ctx_message(ctx));
    li_ctx_forgive(ctx);
    a.columns = E.flow.columns;
    b = a;
    li_check(ctx, li_ensemble_run(ctx, &E, &o, 0, &done) == LI_OK && done == a.members, "all are done");
    for (int i = 0; i < 4; i++)
        against(ctx, &a, (uint64_t)li_rand_below(rng, (int)a.members), &o);
    o.threads = 3;
    o.self = &b;
    li_check(ctx, li_ensemble_run(ctx, &E, &o, 0, &done) == LI_OK && done == a.members, "in threads");
    compare(ctx, &a, &b, 0);
    li_ensemble_clear(ctx, &E);
}

static bool not_long(void *self, uint64_t done)
{
    (void)self, (void)done;
    return false;
}

/* Who receives the rows may stop it, and who is asked to go on. */
static void stopped(li_ctx *ctx, li_rand *rng)
{
    static sample a;
    const subject *s = &all[0];
    const li_run_event event = { s->event, false };
    li_ensemble E;
    uint64_t done;

    draw(ctx, &a, s, rng);
    a.members = MOST_MEMBERS;
    a.stop = 1 + (uint64_t)li_rand_below(rng, 40);
    li_ensemble_options o = options(&a, &event);
    o.threads = 1 + li_rand_below(rng, 3);
    li_check(ctx, li_ensemble_init(ctx, &E, &o) == LI_OK, "ready");
    a.columns = E.flow.columns;
    li_check(ctx, li_ensemble_run(ctx, &E, &o, 0, &done) == LI_LIMIT && done == a.stop, "stopped by rows: %d of %d", (int)done, (int)a.stop);
    li_ctx_forgive(ctx);
    a.rows = a.stop = 0;
    o.run.until = 1e7;
    o.go_on = not_long;
    li_check(ctx, li_ensemble_run(ctx, &E, &o, 0, &done) == LI_OK && done == 0, "stopped");
    li_ensemble_clear(ctx, &E);
}

int main(void)
{
    setenv("XDG_CACHE_HOME", "", 1);           /* no directory of the user: nothing is kept */
    setenv("HOME", "", 1);
    li_test_run("members", members, 60);
    li_test_run("swift", swift, 1);
    li_test_run("stopped", stopped, 3);
    li_test_run("compiled", compiled, 4);
    return li_test_done();
}

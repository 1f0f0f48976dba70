/* chain.c - right-hand sides of the hinge chain: by relative angles, by absolute angles, by free bodies held by multipliers
 *
 * One line of JSON a size and a way: nanoseconds of processor time for the accelerations (and the multipliers) at a changed
 * state; seconds from text to program. All agree with the chain written by hand, or it fails. usage: bench_chain FORM n [n ...]
 * with FORM relative, absolute, free or hand */
#include "chain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cart.h"

#include "liaison/flow.h"

enum { ROUNDS = 9 };

typedef enum { RELATIVE, ABSOLUTE, FREE, HAND } form;

/* ---- the models ---- */

static double angle(int i) { return 0.1 * sin(i + 1.0); }
static double rate(int i) { return 0.1 * cos(i + 1.0); }

static void write_head(li_ctx *ctx, li_text *s)
{
    li_text_printf(ctx, s, "system chain\nparam g = %.17g, m = %.17g, J = %.17g, L = %.17g\n", CHAIN_GRAVITY, CHAIN_MASS, CHAIN_INERTIA, CHAIN_LENGTH);
}

/* a_i: the angle of link i from the horizontal, from coordinates q_i that are angles of the links, or of the joints */
static void write_angles(li_ctx *ctx, li_text *s, int n, bool relative)
{
    li_text_put(ctx, s, "let x0 = 0\nlet y0 = 0\nlet a0 = 0\n");
    for (int i = 1; i <= n; i++) {
        li_text_printf(ctx, s, relative ? "coord q%d\nlet a%d = a%d + q%d\n" : "coord q%d\nlet a%d = 0*a%d + q%d\n", i, i, i - 1, i);
        li_text_printf(ctx, s, "let x%d = x%d + L*cos(a%d)\nlet y%d = y%d + L*sin(a%d)\n", i, i - 1, i, i, i - 1, i);
        li_text_printf(ctx, s, "kinetic m*(ddt((x%d + x%d)/2)^2 + ddt((y%d + y%d)/2)^2)/2 + J*ddt(a%d)^2/2\n", i - 1, i, i - 1, i, i);
        li_text_printf(ctx, s, "potential m*g*(y%d + y%d)/2\n", i - 1, i);
    }
}

static void write_bodies(li_ctx *ctx, li_text *s, int n)
{
    for (int i = 1; i <= n; i++)
        li_text_printf(ctx, s, "coord x%d, y%d, q%d\nkinetic m*(x%d'^2 + y%d'^2)/2 + J*q%d'^2/2\npotential m*g*y%d\n", i, i, i, i, i, i, i);
    li_text_put(ctx, s, "constraint j1: x1 - L*cos(q1)/2 = 0, y1 - L*sin(q1)/2 = 0\n");
    for (int i = 2; i <= n; i++)
        li_text_printf(ctx, s, "constraint j%d: x%d - L*cos(q%d)/2 = x%d + L*cos(q%d)/2, y%d - L*sin(q%d)/2 = y%d + L*sin(q%d)/2\n", i, i, i, i - 1, i - 1, i, i,
                       i - 1, i - 1);
}

static void write_start(li_ctx *ctx, li_text *s, int n, bool relative)
{
    double a = 0, w = 0;

    for (int i = 0; i < n; i++) {
        a = relative ? angle(i) : a + angle(i);
        w = relative ? rate(i) : w + rate(i);
        li_text_printf(ctx, s, "start q%d = %.17g, q%d' = %.17g\n", i + 1, a, i + 1, w);
    }
}

/* ---- one chain ---- */

typedef struct {
    form form;
    int n;
    li_model m;
    li_motion S;
    li_state s;
    li_values x;
    li_flow F;
    li_real run;
    li_native N;
    double *prepared, *y, *f;
} chain;

static bool prepare(li_ctx *ctx, chain *c)
{
    li_text s;

    li_text_init(&s);
    write_head(ctx, &s);
    if (c->form == FREE)
        write_bodies(ctx, &s, c->n);
    else
        write_angles(ctx, &s, c->n, c->form == RELATIVE);
    write_start(ctx, &s, c->n, c->form == RELATIVE);
    bool ok = li_model_read(ctx, &c->m, li_text_str(&s), s.len) == LI_OK && li_motion_init(ctx, &c->S, &c->m) == LI_OK &&
              li_state_find(ctx, &c->s, &c->S, 0, NULL, 17) == LI_OK && li_values_find(ctx, &c->x, &c->S, &c->s, NULL, 17) == LI_OK &&
              li_flow_init(ctx, &c->F, &c->S, &c->s, &c->x, 0, NULL) == LI_OK && li_real_init(ctx, &c->run, &c->F.field) == LI_OK &&
              li_real_parameters(&c->run, c->F.parameter) == LI_OK;
    li_text_clear(ctx, &s);
    c->y = li_alloc(ctx, (c->F.n + 1) * sizeof *c->y);
    c->f = li_alloc(ctx, (c->F.n + 1) * sizeof *c->f);
    if (!ok || c->y == NULL || c->f == NULL)
        return false;
    memcpy(c->y, c->F.start, (c->F.n + 1) * sizeof *c->y);
    return true;
}

/* The largest difference from the chain by hand, relative to the largest acceleration. */
static double error(const chain *c)
{
    double q[CHAIN_MOST], u[CHAIN_MOST], a[CHAIN_MOST], most = 0, worst = 0, turn = 0;
    size_t at = 0;

    for (int i = 0; i < c->n; i++) {
        q[i] = angle(i);
        u[i] = rate(i);
    }
    chain_by_hand(c->n, q, u, a);
    for (int i = 0; i < c->n; i++, at++) {
        char name[20];
        snprintf(name, sizeof name, "q%d'", i + 1);
        while (at < c->F.n && strcmp(li_expr_name(c->F.y[at]), name) != 0)
            at++;
        if (at == c->F.n)
            return INFINITY;
        turn = c->form == RELATIVE ? a[i] : turn + a[i];
        most = fmax(most, fabs(turn));
        worst = fmax(worst, fabs(turn - c->f[at]));
    }
    return worst / most;
}

/* ---- the clock ---- */

static void interpreted(chain *c) { li_real_step(&c->run, c->y, c->f); }
static void native(chain *c) { c->N.code.step(c->prepared, c->y, c->f); }
static void by_hand(chain *c) { chain_by_hand(c->n, c->y, c->y + c->n, c->f); }

static double nanoseconds(chain *c, void (*call)(chain *))
{
    double best = INFINITY;
    long calls = 20 + 40000 / c->n;

    for (int round = 0; round < ROUNDS; round++) {
        double t0 = seconds();
        for (long k = 0; k < calls; k++) {
            call(c);
            c->y[0] += 1e-30 * c->f[0];
        }
        best = fmin(best, (seconds() - t0) / (double)calls);
    }
    return 1e9 * best;
}

static const char *const names[] = { "relative", "absolute", "free", "hand" };

static void report(const chain *c, const char *way, double ns, double setup, double wrong)
{
    printf("{\"n\":%d,\"form\":\"%s\",\"way\":\"%s\",\"ns\":%.2f,\"setup\":%.4f,\"error\":%.2g,\"operations\":%zu}\n", c->n, names[c->form], way, ns, setup, wrong,
           c->form == HAND ? 0 : li_program_operations(&c->F.field));
    fflush(stdout);
}

static bool measure_native(li_ctx *ctx, chain *c)
{
    double t0 = seconds();

    if (li_native_init(ctx, &c->N, &c->F.field, NULL) != LI_OK)
        return false;
    c->prepared = li_alloc(ctx, (c->N.code.prepared + 1) * sizeof *c->prepared);
    if (c->prepared == NULL)
        return false;
    c->N.code.prepare(c->F.parameter, c->prepared);
    double setup = seconds() - t0;
    native(c);
    double wrong = error(c);
    report(c, "native", nanoseconds(c, native), setup, wrong);
    li_native_clear(ctx, &c->N);
    return wrong < 1e-9;
}

static bool measure_form(li_ctx *ctx, chain *c)
{
    double t0 = seconds();

    if (!prepare(ctx, c))
        return false;
    double setup = seconds() - t0;
    interpreted(c);
    double wrong = error(c);
    report(c, "interpreted", nanoseconds(c, interpreted), setup, wrong);
    bool ok = wrong < 1e-9 && measure_native(ctx, c);
    li_real_clear(ctx, &c->run);
    li_flow_clear(ctx, &c->F);
    return ok;
}

static bool measure_hand(chain *c)
{
    double y[2 * CHAIN_MOST], f[CHAIN_MOST];

    c->y = y;
    c->f = f;
    for (int i = 0; i < c->n; i++) {
        y[i] = angle(i);
        y[c->n + i] = rate(i);
    }
    report(c, "C", nanoseconds(c, by_hand), 0, 0);
    return true;
}

static bool measure(form f, int n)
{
    li_ctx *ctx = li_ctx_new();
    chain c = { .form = f, .n = n };

    if (ctx == NULL || n < 1 || n > CHAIN_MOST)
        return false;
    bool ok = f == HAND ? measure_hand(&c) : measure_form(ctx, &c);
    if (!ok)
        fprintf(stderr, "%s n=%d: %s\n", names[f], n, li_ctx_status(ctx) != LI_OK ? li_ctx_message(ctx) : "not what was written by hand");
    li_ctx_free(ctx);
    return ok;
}

int main(int argc, char **argv)
{
    for (int f = RELATIVE; f <= HAND && argc > 1; f++)
        for (int i = 2; i < argc && strcmp(argv[1], names[f]) == 0; i++)
            if (!measure((form)f, atoi(argv[i])))
                return 1;
    return 0;
}

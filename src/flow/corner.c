/* corner.c - the law on either side of a corner, and which side the motion takes
 *
 * At e = 0 the motion leaves to the side s if, by the law of that side, the first derivative of e that is not 0 has the sign of s.
 * Where it would leave to neither side it stays, by forces that this law does not give (friction at rest); where it may leave to
 * both, nothing in the model chooses. Both are said.                                                  [gallissot 8] */
#include <math.h>
#include <string.h>

#include "runner.h"

static const double ROUNDING = 1e-13;      /* of a derivative, relative to the largest */

static size_t event_of(const li_runner *r, size_t watch) { return r->F->events - r->F->watches + watch; }

/* The series of e along the motion from the state, with the sides as they are; false: there is none. */
static bool expand(li_runner *r, size_t watch, double *c)
{
    const li_stepper *s = &r->stepper;

    if (r->probe.jet == NULL || li_runner_parameters(r) != LI_OK)
        return false;
    for (size_t i = 0; i < s->n; i++)
        li_jet_variable(&r->probe, i)[0] = s->y[i];
    li_jet_variable(&r->probe, s->n)[0] = s->t;
    for (size_t k = 0; k <= LI_PROBE; k++) {
        if (li_jet_step_order(&r->probe, k) != LI_OK)
            return false;
        if (k < LI_PROBE)
            li_jet_advance(&r->probe, k);
    }
    memcpy(c, li_jet_output(&r->probe, s->n + 1 + event_of(r, watch)), (LI_PROBE + 1) * sizeof *c);
    return true;
}

/* The sign that e takes at once, by the law of the side; 0: it stays 0, as far as is seen; 2: not known */
static int leaves_to(li_runner *r, size_t watch, int side)
{
    const li_watch *w = &r->F->watch[watch];
    double c[LI_PROBE + 1], most = 0, keep = r->parameter[w->side];

    r->parameter[w->side] = side;
    bool known = expand(r, watch, c);
    r->parameter[w->side] = keep;
    if (!known)
        return 2;
    for (size_t k = 1; k <= LI_PROBE; k++)
        most = fmax(most, fabs(c[k]));
    for (size_t k = 1; k <= LI_PROBE; k++)
        if (fabs(c[k]) > ROUNDING * most)
            return c[k] > 0 ? 1 : -1;
    return isnan(most) ? 2 : 0;
}

static void take_side(li_runner *r, size_t watch, int side)
{
    r->parameter[r->F->watch[watch].side] = side;
    if (li_runner_parameters(r) != LI_OK)
        li_runner_end(r, LI_ENDED_SINGULAR, "the equations of motion have no value beyond %s = 0", r->F->watch[watch].words);
}

static void decide(li_runner *r, size_t watch, int expected)
{
    int plus = leaves_to(r, watch, 1), minus = leaves_to(r, watch, -1);
    bool to_plus = plus == 1, to_minus = minus == -1;
    const char *words = r->F->watch[watch].words;

    if (plus == 2 || minus == 2)
        take_side(r, watch, expected);
    else if (to_plus && to_minus)
        li_runner_end(r, LI_ENDED_UNDETERMINED, "at %s = 0 the motion may go on to either side: the model does not choose", words);
    else if (plus == -1 && minus == 1)
        li_runner_end(r, LI_ENDED_UNDETERMINED, "%s = 0 is reached and held: the law has no direction there (friction at rest: see verdict)", words);
    else
        take_side(r, watch, to_plus ? 1 : to_minus ? -1 : expected);
}

void li_runner_turn(li_runner *r, size_t watch, int side) { decide(r, watch, side); }

void li_runner_settle(li_runner *r)
{
    const li_flow *F = r->F;
    const li_stepper *s = &r->stepper;
    double size = 1;

    for (size_t i = 0; i < s->n; i++)
        size = fmax(size, fabs(s->y[i]));
    for (size_t i = 0; i < F->watches && !r->finished; i++) {
        double *g = r->engine.out + F->n + 1 + event_of(r, i);
        if (F->watch[i].kind != LI_WATCH_CORNER)
            continue;
        if (li_engine_rates(&r->engine, s->y, s->t, r->engine.out) == LI_OK && fabs(*g) <= 4e-16 * size)
            decide(r, i, (int)r->parameter[F->watch[i].side]);
    }
    if (!r->finished && li_runner_parameters(r) != LI_OK)
        li_runner_end(r, LI_ENDED_SINGULAR, "the equations of motion have no value at the start");
}

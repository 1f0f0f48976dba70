/* own-law.c - reactions that stand in their own law, from step to step
 *
 * A step finds them by Newton's method from their values at its beginning, which are parameters of the programs. Whether these led to
 * a solution at its end as well is seen there: from what was found, the method must not move any more. A shorter step has a better
 * beginning; where none is short enough, the law has no solution any more.                            [gallissot 8] */
#include <math.h>
#include <string.h>

#include "runner.h"

static const double MET = 1e-10;               /* relative to max(1, |lambda|) */

static double *guesses(const li_runner *r) { return r->parameter + r->F->given + r->F->sides; }
static const double *found(const li_runner *r) { return r->seen + r->F->columns + r->F->positions + r->F->relations; }

static void look(li_runner *r)
{
    li_runner_parameters(r);
    li_runner_observe(r, r->stepper.y, r->stepper.t);
}

/* At the state, from the guesses as they are; these become what was found. */
static bool is_met(li_runner *r)
{
    size_t count = r->F->guesses;
    bool met = true;

    look(r);
    memcpy(guesses(r), found(r), count * sizeof(double));
    look(r);
    for (size_t h = 0; h < count; h++)
        met &= fabs(found(r)[h] - guesses(r)[h]) <= MET * fmax(1, fabs(found(r)[h]));
    return met;
}

static void go_back(li_runner *r, const double *y, const double *y_low, double t, double t_low, const double *guess)
{
    li_stepper *s = &r->stepper;

    memcpy(s->y, y, s->n * sizeof *y);
    memcpy(s->y_low, y_low, s->n * sizeof *y_low);
    s->t = t;
    s->t_low = t_low;
    memcpy(guesses(r), guess, r->F->guesses * sizeof *guess);
    li_runner_parameters(r);
    li_stepper_restart(s);
}

/* A step, so short that the law is met at its end. */
li_stepped li_runner_step_by_law(li_runner *r)
{
    li_stepper *s = &r->stepper;
    size_t n = s->n, count = r->F->guesses;
    double *y = r->before, *y_low = y + n, *guess = y_low + n, t = s->t, t_low = s->t_low;

    if (count == 0)
        return li_stepper_step(s, r->until);
    if (!is_met(r))
        return li_step_without(s, LI_STEP_NOWHERE, "t = %.10g: no reaction satisfies its own law", s->t);
    memcpy(y, s->y, n * sizeof *y);
    memcpy(y_low, s->y_low, n * sizeof *y_low);
    memcpy(guess, guesses(r), count * sizeof *guess);
    li_runner_parameters(r);
    li_stepped stepped = li_stepper_step(s, r->until);
    while (stepped == LI_STEPPED && !is_met(r)) {
        double h = (s->t - t) / 2;
        go_back(r, y, y_low, t, t_low, guess);
        if (li_step_too_small(s, h) || s->method->keeps_past)
            return li_step_without(s, LI_STEP_NOWHERE, "t = %.10g: from here on no reaction satisfies its own law", t);
        stepped = li_stepper_step(s, t + h);
        s->rejected++;
    }
    memcpy(guesses(r), guess, count * sizeof *guess);
    li_runner_parameters(r);                   /* those of the step, for its rows */
    return stepped;
}

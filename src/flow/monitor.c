/* monitor.c - what a motion should keep, and whether it does: energy, declared integrals, the relations */
#include <math.h>
#include <string.h>

#include "runner.h"

li_status li_runner_observe(li_runner *r, const double *y, double t)
{
    size_t n = r->F->n;

    if (y != r->y)
        memcpy(r->y, y, n * sizeof *r->y);
    r->y[n] = t;
    return li_real_step(&r->observe, r->y, r->seen);
}

static bool is_kept(const li_runner *r, size_t i) { return r->F->column[i].kind == LI_COLUMN_INTEGRAL || r->F->conserves; }

static const double LOST = 1e-3, NOTHING = 1e-9;      /* of the energy: this is no motion; an energy that is rounding errors */
static const double ASTRAY = 1e-9;             /* of relations that are left out */
static const double FOLDED = 3e4, SEEN = 3e-9, SHORT = 0.01; /* in tolerances, but of the energy at least; of the mean step so far: has_folded */
static const double LEAST = 1e-12;             /* a system that is all but at rest has no energy to measure by */

/* The largest changes so far. */
static void measure_drift(li_runner *r)
{
    const li_flow *F = r->F;
    li_run *R = r->R;
    bool start = r->stepper.t == r->t0 && r->stepper.steps == 0;

    r->scale = fmax(r->scale, r->measured[F->kept + F->positions + F->relations]);
    for (size_t k = 0; k < F->kept; k++) {
        size_t i = F->keeps[k];
        if (start)
            r->first[i] = r->measured[k];
        if (i == r->energy) {
            const li_stepper *s = &r->stepper;
            r->jump = start ? 0 : fabs(r->measured[k] - r->held);
            if (start || fabs(s->arc.to - s->arc.from) > SHORT * fabs(s->t - r->t0) / (double)s->steps)
                r->held = r->measured[k];
        }
        double change = is_kept(r, i) ? fabs(r->measured[k] - r->first[i]) : 0;
        R->drift[i] = change > R->drift[i] || isnan(change) ? change : R->drift[i];
    }
}

void li_runner_report_drift(li_runner *r)
{
    li_run *R = r->R;

    for (size_t i = 0; i < r->F->columns; i++) {
        double size = i == r->energy ? fmax(r->scale, LEAST) : fmax(1, fabs(r->first[i]));
        R->drift[i] /= size;
    }
    if (r->energy != SIZE_MAX)
        R->energy_drift = R->drift[r->energy];
}

/* A multistep method gets over a place where constraints lose their rank by steps that become very short, and may come out on the other
 * branch; its error estimate does not see it, the energy does: no other step changes it by so many tolerances. Short steps in a row count as one. */
static bool has_folded(const li_runner *r)
{
    const li_flow *F = r->F;
    return r->stepper.method->keeps_past && F->relations > 0 && F->conserves && r->jump > fmax(FOLDED * r->o->tol, SEEN) * fmax(r->scale, 1);
}

void li_runner_compare(li_runner *r)
{
    const li_flow *F = r->F;

    measure_drift(r);
    for (size_t k = 0; k < F->positions + F->relations; k++)
        r->R->residual = fmax(r->R->residual, fabs(r->measured[F->kept + k]));
    if (F->leaves_out && r->R->residual > fmax(ASTRAY, 1e3 * r->o->tol))
        li_runner_end(r, LI_ENDED_UNDETERMINED, "t = %.10g: a relation that follows from the others at the start does so no longer: the motion has more "
                      "freedom at the start than near it, and there is no telling how it goes on", r->stepper.t);
    if (has_folded(r))
        li_runner_end(r, LI_ENDED_SINGULAR, "t = %.10g: the last steps changed the energy by %.1g although the motion conserves it, as where constraints lose "
                      "their rank: there is no telling how it goes on (the method taylor steps over such places)", r->stepper.t, r->jump);
    if (F->conserves && r->energy != SIZE_MAX && !(r->R->drift[r->energy] <= fmax(LOST, 1e3 * r->o->tol) * r->scale + NOTHING))
        li_runner_end(r, LI_ENDED_FAILED, "t = %.10g: the energy changed by %.1g although the motion conserves it: the numbers mean nothing any more",
                      r->stepper.t, r->R->drift[r->energy]);
}

void li_runner_monitor(li_runner *r)
{
    size_t n = r->F->n;

    memcpy(r->y, r->stepper.y, n * sizeof *r->y);
    r->y[n] = r->stepper.t;
    if (li_real_step(&r->measure, r->y, r->measured) == LI_OK)
        li_runner_compare(r);
}

/* project.c - the state brought back to the relations of position, then to those of velocity
 *
 * The nearest state in the metric of T, by Newton's method: after a step from so near that one or two steps do.      [gallissot 9] */
#include <math.h>
#include <string.h>

#include "runner.h"

enum { STEPS = 4, FIRST = 50 };    /* after a step; from a start that may be far */

static const double ENOUGH = 4e-16, FAR = 1e-3, ASTRAY = 1e-6,     /* of a correction, relative to max(1, |y|) */
                    PATIENCE = 30;                                 /* of a method that keeps its past, in tolerances */

/* The size of the correction d of y; infinite if it is no number */
static double size_of(const li_runner *r, const double *d, const double *y)
{
    double most = 0;

    for (size_t i = 0; i < r->F->n; i++) {
        double size = fabs(d[i]) / li_step_scale(y[i]);
        most = size <= most ? most : isnan(size) ? INFINITY : size;
    }
    return most;
}

/* y += correction until there is nothing to correct. `low` may be NULL. */
static li_status correct(li_runner *r, li_real *by, double *y, double *low, double t, double *most)
{
    size_t n = r->F->n;
    double *at = r->y, *d = r->correction;
    int steps = r->stepper.steps == 0 ? FIRST : STEPS;

    for (int step = 0; step < steps; step++) {
        memmove(at, y, n * sizeof *at);
        at[n] = t;
        if (li_real_step(by, at, d) != LI_OK)
            return LI_SINGULAR;
        double size = size_of(r, d, y);
        if (!isfinite(size))
            return LI_SINGULAR;
        *most = fmax(*most, size);
        for (size_t i = 0; i < n && size > 0; i++)
            if (low != NULL)
                li_twofold_add(&y[i], &low[i], d[i]);
            else
                y[i] += d[i];
        if (size <= ENOUGH)
            break;
    }
    return LI_OK;
}

static li_status correct_all(li_runner *r, double *y, double *low, double t, double *most)
{
    li_status status = LI_OK;

    if (r->correct.code != NULL)
        status = correct(r, &r->correct, y, low, t, most);
    if (status == LI_OK && r->correct_velocity.code != NULL)
        status = correct(r, &r->correct_velocity, y, low, t, most);
    return status;
}

void li_runner_correct(li_runner *r, double *y, double t)
{
    size_t n = r->F->n;
    double *keep = r->corrected, most = 0;

    if (r->correct.code == NULL && r->correct_velocity.code == NULL)
        return;
    memcpy(keep, y, n * sizeof *keep);
    if (correct_all(r, keep, NULL, t, &most) == LI_OK && most < FAR)
        memcpy(y, keep, n * sizeof *keep);
}

/* A method that keeps its past is disturbed only when the relations are violated by more than it errs while it begins anew: each of its
 * first short steps has the tolerance for its error, and a correction after every one would never let it out of them. */
static bool is_due(li_runner *r)
{
    const li_flow *F = r->F;
    double most = 0;

    if (!r->stepper.method->keeps_past)
        return true;
    li_runner_observe(r, r->stepper.y, r->stepper.t);
    for (size_t k = 0; k < F->positions + F->relations; k++)
        most = fmax(most, fabs(r->seen[F->columns + k]));
    return most > PATIENCE * r->o->tol;
}

/* ---- the energy, after a place where constraints lost their rank ----
 *
 * What was lost there is more than rounding. All velocities are scaled so that the energy is the first one again: by 1 + (E_0 - E)/(dE/ds),
 * if E is conserved and the relations stand that. */

static double energy_at(li_runner *r, size_t energy, double s, double *residual)
{
    const li_flow *F = r->F;

    for (size_t i = 0; i < F->n; i++)
        r->y[i] = i < F->coords ? r->stepper.y[i] : s * r->stepper.y[i];
    r->y[F->n] = r->stepper.t;
    *residual = 0;
    if (li_real_step(&r->measure, r->y, r->measured) != LI_OK)
        return NAN;
    for (size_t k = 0; k < F->positions + F->relations; k++)
        *residual = fmax(*residual, fabs(r->measured[F->kept + k]));
    return r->measured[energy];
}

void li_runner_restore_energy(li_runner *r)
{
    static const double STEP = 1e-6, LEAST = 1e-3, MOST = 1e-7, KEPT = 1e-14;
    const li_flow *F = r->F;
    li_stepper *s = &r->stepper;
    double before, after;
    size_t energy = 0;                         /* among what is measured */

    while (energy < F->kept && F->keeps[energy] != r->energy)
        energy++;
    if (!F->conserves || energy == F->kept)
        return;
    double E = energy_at(r, energy, 1, &before), slope = (energy_at(r, energy, 1 + STEP, &after) - E) / STEP, by = (r->first[r->energy] - E) / slope;
    if (!(slope > LEAST * r->scale) || !(fabs(by) < MOST))
        return;
    energy_at(r, energy, 1 + by, &after);
    for (size_t i = F->coords; i < F->n && after <= before + KEPT; i++)
        li_twofold_add(&s->y[i], &s->y_low[i], by * s->y[i]);
}

li_status li_runner_project(li_runner *r, bool always)
{
    li_stepper *s = &r->stepper;
    double most = 0;

    if ((r->correct.code == NULL && r->correct_velocity.code == NULL) || (!always && !is_due(r)))
        return LI_OK;
    li_status status = correct_all(r, s->y, s->y_low, s->t, &most);
    bool begins = s->steps == 0;
    if (status == LI_OK && !begins && most > fmax(ASTRAY, 1e3 * r->o->tol))
        return LI_SINGULAR;                    /* the step came to a place that has little to do with the constraints */
    if (status == LI_OK && s->method->keeps_past)
        li_stepper_restart(s);
    return status;
}

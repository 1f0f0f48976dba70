/* stepper.c - what the methods share: the state, the clock */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "stepper.h"

/* ---- setup ---- */

static li_status take_room(li_ctx *ctx, li_stepper *s)
{
    size_t n = s->n, events = s->engine->events;

    s->arc.n = n;
    s->arc.degree = s->method->degree > 0 ? s->method->degree : s->engine->order;
    s->arc.event_degree = s->arc.degree;
    s->y = li_new(ctx, n + 1, sizeof *s->y);
    s->y_low = li_new(ctx, n + 1, sizeof *s->y_low);
    s->arc.c = li_new(ctx, (n + 1) * (s->arc.degree + 1), sizeof *s->arc.c);
    s->arc.g = li_new(ctx, (events + 1) * (s->arc.event_degree + 1), sizeof *s->arc.g);
    s->end = li_new(ctx, n + 1, sizeof *s->end);
    s->increment = li_new(ctx, n + 1, sizeof *s->increment);
    s->slope = li_new(ctx, n + 1, sizeof *s->slope);
    return li_ctx_status(ctx);
}

li_status li_stepper_init(li_ctx *ctx, li_stepper *s, const li_method *method, li_engine *E, li_engine *jacobian, double tol)
{
    *s = (li_stepper){ .ctx = ctx, .engine = E, .jacobian = jacobian, .tol = tol, .method = method, .n = E->n };
    return take_room(ctx, s) == LI_OK ? method->init(s) : li_ctx_status(ctx);
}

void li_stepper_clear(li_stepper *s)
{
    if (s->method == NULL)
        return;
    s->method->clear(s);
    double *const numbers[] = { s->y, s->y_low, s->arc.c, s->arc.g, s->end, s->increment, s->slope };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        li_drop(s->ctx, numbers[i]);
    *s = (li_stepper){ 0 };
}

void li_stepper_start(li_stepper *s, double t, const double *y)
{
    memcpy(s->y, y, s->n * sizeof *y);
    memset(s->y_low, 0, s->n * sizeof *s->y_low);
    s->t = t;
    s->t_low = 0;
    s->h = 0;
    s->arc.from = s->arc.to = s->arc.centre = t;
    s->arc.h = 1;
    li_stepper_restart(s);
}

void li_stepper_restart(li_stepper *s)
{
    s->longest = 0;
    s->method->restart(s);
}

li_stepped li_stepper_step(li_stepper *s, double limit)
{
    s->words[0] = '\0';
    s->arc.events = s->method->gives_events ? s->engine->events : 0;
    li_stepped stepped = s->method->step(s, limit);
    if (stepped != LI_STEPPED)
        return stepped;
    s->steps++;
    s->longest = fmax(s->longest, fabs(s->arc.to - s->arc.from));
    return LI_STEPPED;
}

/* ---- for the methods ---- */

li_stepped li_step_without(li_stepper *s, li_stepped why, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(s->words, sizeof s->words, format, args);
    va_end(args);
    return why;
}

li_stepped li_step_nowhere(li_stepper *s, li_status status)
{
    const char *why = status == LI_SINGULAR ? "a linear system of the equations of motion is singular" :
                      status == LI_DOMAIN   ? "the forces have no series there: a corner" :
                                              "the equations of motion have no finite value";
    return li_step_without(s, LI_STEP_NOWHERE, "t = %.10g: %s", s->t, why);
}

bool li_step_too_small(const li_stepper *s, double h) { return !(fabs(h) > 4e-16 * fabs(s->t)) || fabs(h) < 1e-13 * s->longest; }

li_stepped li_step_underrun(li_stepper *s, double h)
{
    return li_step_without(s, LI_STEP_UNDERRUN, "t = %.10g: steps became too small (%.1e): a singularity", s->t, fabs(h));
}

double li_step_left(const li_stepper *s, double limit) { return (limit - s->t) - s->t_low; }

void li_step_clock(li_stepper *s, double h, bool reaches, double limit)
{
    s->arc.from = s->t;
    if (reaches) {
        s->t = limit;
        s->t_low = 0;
    } else {
        li_twofold_add(&s->t, &s->t_low, h);
    }
    s->arc.to = s->t;
}

/* arc.c - the motion on one step, as polynomials */
#include <math.h>

#include "stepper.h"

static double horner(const double *c, size_t degree, double s)
{
    double sum = c[degree];
    for (size_t k = degree; k-- > 0;)
        sum = sum * s + c[k];
    return sum;
}

double li_arc_place(const li_arc *arc, double t) { return ((t - arc->centre) - arc->centre_low) / arc->h; }

double li_arc_time(const li_arc *arc, double s)
{
    double t = arc->centre + (arc->h * s + arc->centre_low), first = fmin(arc->from, arc->to), last = fmax(arc->from, arc->to);
    return fmin(fmax(t, first), last);
}

void li_arc_at(const li_arc *arc, double t, double *y)
{
    double s = li_arc_place(arc, t);
    for (size_t i = 0; i < arc->n; i++)
        y[i] = horner(arc->c + i * (arc->degree + 1), arc->degree, s);
}

double li_arc_event(const li_arc *arc, size_t i, double t)
{
    return horner(arc->g + i * (arc->event_degree + 1), arc->event_degree, li_arc_place(arc, t));
}

/* arc.c - the motion on one step, as polynomials */
#include "stepper.h"

static double horner(const double *c, size_t degree, double s)
{
    double sum = c[degree];
    for (size_t k = degree; k-- > 0;)
        sum = sum * s + c[k];
    return sum;
}

void li_arc_at(const li_arc *arc, double t, double *y)
{
    double s = (t - arc->centre) / arc->h;
    for (size_t i = 0; i < arc->n; i++)
        y[i] = horner(arc->c + i * (arc->degree + 1), arc->degree, s);
}

double li_arc_event(const li_arc *arc, size_t i, double t)
{
    return horner(arc->g + i * (arc->event_degree + 1), arc->event_degree, (t - arc->centre) / arc->h);
}

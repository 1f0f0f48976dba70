/* stepper.h - one step of a motion, by one method or another
 *
 * A stepper keeps the state (t, y), each number as a sum of two doubles, and advances it. Of every step it leaves the *arc*: each
 * variable as a polynomial in time, from which samples and events are taken. Methods: taylor.c, rk.c, cvode.c.
 *
 *     li_stepper_init(ctx, &s, &li_method_taylor, &engine, NULL, tol);
 *     li_stepper_start(&s, t, y);
 *     while (li_stepper_step(&s, limit) == LI_STEPPED && s.t != limit)
 *         ... li_arc_at(&s.arc, t, y) for t between s.arc.from and s.arc.to ...
 *     li_stepper_clear(&s);
 *
 * Who changes the state (an impact, a correction) writes s.y, s.y_low, s.t, s.t_low and calls li_stepper_restart. */
#ifndef LI_FLOW_STEPPER_H
#define LI_FLOW_STEPPER_H

#include <math.h>

#include "engine.h"

/* ---- numbers as sums of two doubles ---- high + low, |low| at most half a unit of the last place of high */

/* (high, low) += x */
static inline void li_twofold_add(double *high, double *low, double x)
{
    double sum = *high + x, part = sum - *high;
    double rest = ((*high - (sum - part)) + (x - part)) + *low;
    *high = sum + rest;
    *low = rest - (*high - sum);
}

/* ---- arcs ---- */

/* y_i(t) = sum_k c[i (degree + 1) + k] s^k with s = (t - centre)/h, for t between `from` and `to`. g: likewise the events, where
 * the method gives them, else `events` is 0. Taylor: s = t - from. The others: s from -1 to 1. */
typedef struct {
    double from, to, centre, centre_low, h;
    size_t n, degree;
    double *c;
    size_t events, event_degree;
    double *g;
} li_arc;

/* y(t), and event i at t */
void   li_arc_at(const li_arc *arc, double t, double *y);
double li_arc_event(const li_arc *arc, size_t i, double t);
/* s as a function of t, t as a function of s; the latter never outside the arc */
double li_arc_place(const li_arc *arc, double t);
double li_arc_time(const li_arc *arc, double s);

typedef enum {
    LI_STEPPED,
    LI_STEP_NOWHERE,               /* the field has no value at (t, y) */
    LI_STEP_UNDERRUN,              /* steps became too small for the clock */
    LI_STEP_FAILED                 /* no memory, or the method gave up: `words` */
} li_stepped;

/* Constraints lose their rank at some places. There are none; velocities are eliminated by them; they are kept by corrections after
 * every step. */
typedef enum { LI_NO_RELATIONS, LI_RELATIONS_ELIMINATED, LI_RELATIONS_KEPT } li_relations;

typedef struct li_stepper li_stepper;

typedef struct {
    const char *name;              /* "taylor" */
    bool   keeps_past;             /* a multistep method: a restart is dear */
    size_t degree;                 /* of its arcs; 0: the order of the engine */
    bool   gives_events;           /* their polynomials come with the step */
    li_status  (*init)   (li_stepper *s);          /* takes `own` */
    void       (*clear)  (li_stepper *s);
    void       (*restart)(li_stepper *s);          /* t, y were set from outside: nothing of the past counts; h is a proposal, 0: none */
    li_stepped (*step)   (li_stepper *s, double limit);        /* one step, not beyond `limit` (which is > t or < t); fills the arc */
} li_method;

extern const li_method li_method_taylor, li_method_rk, li_method_adams, li_method_bdf;

struct li_stepper {
    li_ctx *ctx;
    li_engine *engine;
    li_engine *jacobian;           /* y', 1, then dy'_i/dy_j row by row as its events; NULL: difference quotients (bdf only) */
    double  tol;                   /* of the error of a step, relative to max(1, |y_i|) */
    const li_method *method;
    size_t  n;
    double  t, t_low, *y, *y_low;  /* the state */
    double  h;                     /* proposed for the next step, without sign; 0: none */
    double  longest;               /* step since the last restart */
    li_arc  arc;
    size_t  steps, rejected;       /* and the engine counts its evaluations */
    li_relations relations;        /* of the motion; the caller knows */
    size_t  passed;                /* places stepped over where only the numbers are singular: taylor.c */
    double *end;                   /* room for a state */
    double *increment, *slope;     /* taylor: of the polynomials at their end */
    size_t  pasts;                 /* numbers that a method remembers of the last step; with keeps_past: even in a restart */
    double *past;
    char    words[200];            /* why there was no step */
    void   *own;
};

/* The engine stays the caller's and may be used between steps. li_method_taylor needs one with series: see li_taylor_order. A stepper
 * is not moved after its setup. */
li_status  li_stepper_init   (li_ctx *ctx, li_stepper *s, const li_method *method, li_engine *E, li_engine *jacobian, double tol);
void       li_stepper_clear  (li_stepper *s);
void       li_stepper_start  (li_stepper *s, double t, const double *y);       /* sets the state, y_low = 0 */
void       li_stepper_restart(li_stepper *s);
/* Not beyond `limit`, and where it reaches it, t = limit exactly. Nothing changes when there is no step. */
li_stepped li_stepper_step   (li_stepper *s, double limit);

/* The order of series that suits a tolerance. */
size_t     li_taylor_order(double tol);
/* ---- the parts of a Taylor step ---- taylor.c; also for motions abreast */
enum { LI_TAYLOR_TOLD = 8 };       /* coefficients that tell the length of a step, */
size_t     li_taylor_told(size_t order);       /* ... or as many as there are */
/* From size[i] = max_j |c_j,order-i|/max(1, |y_j|). Infinite: no limit; 0: there is no series. */
double     li_taylor_length(double tol, size_t order, const double *size);
/* A motion that is a polynomial may be followed as far as one likes: without a limit, so far at once. rate: max |y'|/max(1, |y|) */
double     li_taylor_without_end(const li_stepper *s, double rate);
/* Do steps become so much shorter that a singularity must be near? Then it is looked at. */
bool       li_taylor_slows(const li_stepper *s, double h);
/* How far the polynomial may miss the equations of motion at its end: |y' - f| h, relative to max(1, |y|) + |f h| */
double     li_taylor_allowed(double tol);
/* The step, its series being in the arc. */
li_stepped li_taylor_go(li_stepper *s, double limit);

/* ---- for the methods ---- */

li_stepped li_step_without(li_stepper *s, li_stepped why, const char *format, ...) LI_PRINTF(3, 4);
/* the field has no value at the state: the words follow from the status of the engine */
li_stepped li_step_nowhere(li_stepper *s, li_status status);
/* |h| is too small for the clock. It is compared with the time and with earlier steps, not with a unit of time. */
bool       li_step_too_small(const li_stepper *s, double h);
li_stepped li_step_underrun(li_stepper *s, double h);
double     li_step_left(const li_stepper *s, double limit);                    /* limit - t, with sign */
/* t += h, exactly `limit` if that is where the step ends; the ends of the arc */
void       li_step_clock(li_stepper *s, double h, bool reaches, double limit);
static inline double li_step_scale(double y) { return fabs(y) > 1 ? fabs(y) : 1; }

#endif

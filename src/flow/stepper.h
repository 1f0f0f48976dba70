/* stepper.h - one step of a motion, by one method or another
 *
 * A stepper keeps the state (t, y), each number as a sum of two doubles, and advances it. Of every step it leaves the *arc*: each
 * variable as a polynomial in time, from which samples and events are taken. Methods: taylor.c, rk.c, cvode.c. */
#ifndef LI_FLOW_STEPPER_H
#define LI_FLOW_STEPPER_H

#include "liaison/flow.h"

/* y_i(t) = sum_k c[i (degree + 1) + k] s^k with s = (t - centre)/h, for t between `from` and `to`. g: likewise the events, if the method
 * gives them; else `events` is 0. */
typedef struct {
    double from, to, centre, h;
    size_t n, degree;
    double *c;
    size_t events, event_degree;
    double *g;
} li_arc;

/* y(t), and event i at t */
void   li_arc_at(const li_arc *arc, double t, double *y);
double li_arc_event(const li_arc *arc, size_t i, double t);

typedef enum {
    LI_STEPPED,
    LI_STEP_NOWHERE,               /* the field has no value at (t, y) */
    LI_STEP_UNDERRUN,              /* steps became too small for the clock */
    LI_STEP_FAILED                 /* no memory, or the method gave up: `words` */
} li_stepped;

typedef struct li_stepper li_stepper;

typedef struct {
    const char *name;              /* "taylor" */
    bool   keeps_past;             /* a multistep method: whoever changes the state calls `restart` */
    li_status  (*init)   (li_stepper *s);          /* takes `own` */
    void       (*clear)  (li_stepper *s);
    void       (*restart)(li_stepper *s);          /* t, y were set from outside: nothing of the past counts; h is a proposal, 0: none */
    li_stepped (*step)   (li_stepper *s, double limit);        /* one step, not beyond `limit` (which is > t or < t); fills the arc */
} li_method;

extern const li_method li_method_taylor, li_method_rk, li_method_adams, li_method_bdf;

struct li_stepper {
    li_ctx *ctx;
    const li_flow *F;
    const li_program *P;           /* y', 1, then `events` functions */
    size_t  events;
    const double *parameter;
    double  tol;                   /* of the error of a step, relative to max(1, |y_i|) */
    const li_method *method;
    size_t  n;
    double  t, t_low, *y, *y_low;  /* the state */
    double  h;                     /* proposed for the next step; its sign is the direction of time */
    li_arc  arc;
    size_t  steps, rejected, evaluations;
    char    words[200];
    void   *own;
};

#endif

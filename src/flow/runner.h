/* runner.h - a run on its way */
#ifndef LI_FLOW_RUNNER_H
#define LI_FLOW_RUNNER_H

#include "roots.h"
#include "stepper.h"
#include "system.h"

enum { LI_PROBE = 6 };             /* order of the series behind a corner */
typedef struct { size_t event; int direction; double t, within; } li_zero;

typedef struct {
    li_ctx *ctx;
    const li_flow *F;
    const li_run_options *o;
    li_run *R;
    double     t0, until;
    double    *parameter, *y;      /* the parameters now; room for a state and t */
    li_engine  engine, jacobian;
    li_stepper stepper;
    li_jet     probe;              /* short series, to see what follows a corner */
    li_real    observe, measure, correct, correct_velocity;
    double    *seen;               /* of observe: columns, residuals, guesses, |T| + |V| */
    double    *measured;           /* of measure */
    double    *correction, *corrected, *before;            /* before: the state and the guesses at the beginning of a step */
    double    *turned;             /* of each event: when it was last found */
    size_t     zeros, zero_room;
    li_zero   *zero;               /* what happens in a step */
    size_t     sample;             /* the next row */
    size_t     energy;             /* its column; SIZE_MAX: none */
    double    *first, scale;       /* the columns at the start; the largest |energy| and the like */
    double     held, jump;         /* the energy after the last step that was not short; its change since */
    bool       lane;               /* one of many abreast: its series come from outside, R->order long (abreast.h) */
    bool       changed;            /* the parameters, since somebody looked */
    size_t     mended;             /* of the places that the stepper passed */
    bool       finished, within;   /* within: among the rows of a step */
    double     saved;              /* when the last checkpoint was made, by the clock of the machine */
} li_runner;

/* Everything that a run owns (ctx, F, o, R are set); then motions, one after another: from y_1 .. y_n, t with these parameters, step by
 * step until it is finished.      run.c */
li_status li_runner_init   (li_runner *r);
li_status li_runner_start  (li_runner *r, const double *parameter, const double *start);
li_status li_runner_advance(li_runner *r);
void      li_runner_leave  (li_runner *r);     /* where it ended, into R */
void      li_runner_clear  (li_runner *r);
/* The parts of advance, for who makes the steps himself: before a step; after one, which has its arc, or is quiet: no event has
 * happened; after a quiet one that needs no correction either, with what is measured at its end in `measured`. */
void      li_runner_prepare(li_runner *r);
li_status li_runner_stepped(li_runner *r, bool quiet);
void      li_runner_judge  (li_runner *r);
bool      li_flow_has_series(const li_flow *F);

/* y, t and what is to be seen there, into `seen`.      monitor.c */
li_status li_runner_observe(li_runner *r, const double *y, double t);
/* The columns at the start, then what changed since. */
void      li_runner_monitor(li_runner *r);
void      li_runner_compare(li_runner *r);     /* the same, of what is measured already */
/* In the end: changes relative to the largest |T| + |V|, or to max(1, |the first value|) of an integral. */
void      li_runner_report_drift(li_runner *r);
/* A step; with reactions in their own law one at whose end this law is met.      own-law.c */
li_stepped li_runner_step_by_law(li_runner *r);
/* The state brought back to the relations.             project.c */
li_status li_runner_project(li_runner *r, bool always);
void      li_runner_correct(li_runner *r, double *y, double t);      /* y alone, for a row */
void      li_runner_restore_energy(li_runner *r);     /* behind a place where constraints lost their rank */
/* What happened in the last step, up to the first event that ends it or changes the law.      crossings.c */
typedef enum { LI_NOTHING, LI_ENDS_THERE, LI_CORNER_THERE, LI_LAW_ENDS_THERE } li_happening;
li_status li_runner_crossings(li_runner *r, li_happening *what, size_t *event, int *direction, double *when);
/* The zeros of an event in the last step, in order, behind those that are in `zero` already.      zeros.c */
li_status li_runner_zeros(li_runner *r, size_t event);
bool li_runner_keep(li_runner *r, li_crossing c);      /* in the list, with room for the columns */
/* The law on the other side of a corner; where the motion is not determined, it ends.      corner.c */
void      li_runner_turn(li_runner *r, size_t watch, int side);
void      li_runner_settle(li_runner *r);      /* the sides at the start */
/* A checkpoint, if one is wanted and due, or `now`; the runner as it was at one.      checkpoint.c */
li_status li_runner_save(li_runner *r, bool now);
li_status li_runner_load(li_runner *r);

/* Why there is no step any more.                       ending.c */
void      li_runner_end(li_runner *r, li_ending ending, const char *format, ...) LI_PRINTF(3, 4);
void      li_runner_explain(li_runner *r, li_stepped why);

li_status li_runner_parameters(li_runner *r);

#endif

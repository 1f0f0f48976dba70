/* flow.h - motion in time
 *
 * A motion is a curve y(t) with y' = f(t, y). y are the coordinates q and, behind them, velocities w: independent ones where the
 * constraints are solved for the others once and for all, else all of the chart, with the multipliers found at every instant.
 * The numbers of a run are doubles; what a run reports about its own accuracy (energy, integrals, residuals) is measured. Where
 * a motion ends, it says why and at which state; it never goes on with numbers that mean nothing.     (theory: gallissot 5, 9) */
#ifndef LIAISON_FLOW_H
#define LIAISON_FLOW_H

#include "liaison/native.h"
#include "liaison/proof.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- a motion as numbers see it ---- */

typedef enum {
    LI_COLUMN_COORDINATE, LI_COLUMN_VELOCITY, LI_COLUMN_QUASI, LI_COLUMN_SPEED, LI_COLUMN_MULTIPLIER, LI_COLUMN_ENERGY, LI_COLUMN_INTEGRAL,
    LI_COLUMN_OVER, LI_COLUMN_OUTCOME, LI_COLUMN_ENDING            /* of ensembles: what is varied, what came of it, how it ended: a li_ending */
} li_column_kind;
typedef struct { const char *name; li_column_kind kind; li_expr symbol, e; } li_column;    /* symbol: what the model calls it; NULL: an expression */

/* What a motion meets on its way. CORNER: e changes its sign, and with it the law: abs(e), sign(e), min, max. Between two of them
 * the field is analytic, the side +1 or -1 of each being a parameter. ASSUMED: the law holds only while e > 0 (a contact presses). */
typedef enum { LI_WATCH_CORNER, LI_WATCH_ASSUMED } li_watch_kind;
typedef struct { li_watch_kind kind; size_t side; li_expr e; const char *words; } li_watch;      /* side: a parameter of the programs */

/* All programs have the parameters `param` and the variables y_1 .. y_n, t, in this order. Nothing in a flow changes after its
 * setup, so many runs may use it at once. */
typedef struct {
    li_ctx  *ctx;
    const li_motion *S;
    size_t   n, coords;            /* variables; the first are the coordinates */
    li_expr *y, t;
    li_expr *meaning;              /* y_i in the coordinates and the velocities of the chart of S */
    bool     reduced;              /* the dependent velocities are eliminated: no relation of velocities is left to be kept */
    size_t   params, given;        /* parameters: those of the model that occur, with values; then the sides; then multipliers */
    li_expr *param, *value;        /* value: constants, of the given ones */
    size_t   sides, guesses;       /* guesses: where reactions enter their own law, their values at the beginning of a step */
    size_t   watches;
    li_watch *watch;
    double  *parameter, *start;    /* at the start: of every parameter; y_1 .. y_n, t */
    size_t   events;               /* what was asked for, then the e of the watches */
    li_program field;              /* y'_1 .. y'_n, 1, then the events */
    size_t   columns;              /* what is written at an instant, after t */
    li_column *column;
    size_t   positions, relations; /* of the constraints: those of position; all, at the level of velocities */
    const char **label;            /* of these positions, then of the relations */
    li_program observe;            /* the columns, then the residuals of position, then those of velocity, then the guesses, |T| + |V| */
    size_t   kept, *keeps;         /* columns that may be kept: integrals, energy */
    li_program measure;            /* these alone, then the residuals, then |T| + |V|: at the end of every step */
    li_program correct;            /* positions > 0: y + these n numbers keep the relations of position, nearest in the metric of T; */
    li_program correct_velocity;   /* not reduced: ... of velocity */
    li_program jacobian;           /* by li_flow_with_jacobian: y', 1, then dy'_i/dy_j row by row */
    bool     conserves;            /* energy */
    bool     leaves_out;           /* relations that follow from the others at the start; a run sees to it that they go on to hold */
    struct li_system_of_flow *own; /* src/flow/system.h */
} li_flow;

/* From a system, a state, and its numbers x, which move; with `events` functions of the state, accelerations and multipliers.
 * LI_INPUT, LI_ABSENT with words where there is no motion that numbers could follow. */
li_status li_flow_init (li_ctx *ctx, li_flow *F, const li_motion *S, const li_state *s, const li_values *x, size_t events, const li_expr *event);
void      li_flow_clear(li_ctx *ctx, li_flow *F);
/* e of the model, its accelerations and multipliers too, as a function of y and t and of symbols that the programs solve for */
li_expr   li_flow_expression(li_ctx *ctx, const li_flow *F, li_expr e);
/* The integrals that the model claims, as it writes them: names and functions, `S->model->claims` at most; how many */
size_t    li_flow_integrals(li_ctx *ctx, const li_motion *S, const char **name, li_expr *e);
/* A program of the same variables with these outputs, given by li_flow_expression, behind y' and 1 if `rates` */
li_status li_flow_program(li_ctx *ctx, li_program *P, const li_flow *F, bool rates, size_t count, const li_expr *e);
/* Constants, to the nearest double. LI_DOMAIN where one is not defined. */
li_status li_flow_numbers(li_ctx *ctx, double *out, size_t count, const li_expr *constant);
/* The number that a double is, exactly; the undefined node if it is none */
li_expr   li_flow_exactly(li_ctx *ctx, double x);
/* y at a state, exactly: n constants; and the time */
li_status li_flow_start(li_ctx *ctx, const li_flow *F, const li_state *s, li_expr *y, li_expr *t);

/* LI_INPUT where the start violates a relation by more than `allowed`, relative to its terms: the words have the nearest consistent state.
 * What is less is corrected as the motion begins. */
li_status li_flow_check_start(li_ctx *ctx, const li_flow *F, double allowed);

/* Also F->jacobian, which the method bdf wants. */
li_status li_flow_with_jacobian(li_ctx *ctx, li_flow *F);

/* The law alone, at no particular state, to be written down rather than run: `field` is the only program of the flow, its parameters are
 * all those of the model but derived ones, there are no values, columns, watches and no start. abs, sign, min and max of the state stand in
 * the law as they are. LI_UNDECIDED: a reaction enters its own law, so that no formula gives it. */
li_status li_flow_init_law(li_ctx *ctx, li_flow *F, const li_motion *S, size_t functions, const li_function *function);
/* A program of this law: y'_1 .. y'_n, then e, given by li_flow_expression, then, if `slopes`, dy'_i/dy_1 .. dy'_i/dy_n, dy'_i/dt for each i */
li_status li_flow_law_program(li_ctx *ctx, li_program *P, const li_flow *F, size_t count, const li_expr *e, bool slopes);

/* ---- a run ---- */

/* AUTO: bdf where, at the start, a part of the motion dies away 10^7 times in its time (the dominant eigenvalue of dy'/dy is real and
 * negative; steps of other methods would be as short as that for good); else rk where the tolerance is looser than 1e-6 or the field has no
 * Taylor series; else taylor. */
typedef enum { LI_RUN_AUTO, LI_RUN_TAYLOR, LI_RUN_RK, LI_RUN_ADAMS, LI_RUN_BDF } li_run_method;
const char *li_run_method_name(li_run_method method);             /* "taylor" */

/* What the event number i of the flow is called, and whether it ends the motion. */
typedef struct { const char *name; bool ends; } li_run_event;

/* How a motion ended. EVENT: one that ends it. SINGULAR: the chart fails there, or the field has a singularity; INCOMPATIBLE: no
 * reaction can keep the constraints; UNDETERMINED: rigid bodies do not say how it goes on; INTERRUPTED: `go_on` said so; FAILED: the
 * method gave up; NO_START: of a member of an ensemble, what is given has no state, or lies behind the last time. */
typedef enum { LI_ENDED, LI_ENDED_EVENT, LI_ENDED_SINGULAR, LI_ENDED_INCOMPATIBLE, LI_ENDED_UNDETERMINED, LI_ENDED_INTERRUPTED, LI_ENDED_FAILED,
               LI_ENDED_NO_START } li_ending;
const char *li_ending_name(li_ending ending);                     /* "end", "event", "singular", ... */

typedef struct {
    li_run_method method;
    double tol;                    /* of the error of a step, relative to max(1, |y_i|) */
    double until;                  /* the last time, >= the first; may be infinite where an event ends the motion */
    const double *start;           /* y_1 .. y_n, t instead of those of the flow; NULL: those */
    double every;                  /* rows at t_0 + k every and at the end; 0: `points` of them, evenly; both 0: none */
    size_t points;
    const li_run_event *event;     /* as many as were given to li_flow_init */
    size_t section;                /* 1 + number of an event: rows only where it happens */
    size_t most_crossings;         /* how many are kept, of all that are counted */
    bool   explain;                /* where the motion ends before its time, ask exact algebra why: not beside other threads */
    const li_compiled *native;                                /* the field as machine code; NULL: interpreted */
    const char *checkpoint, *resume;                              /* files; NULL: none */
    double seconds;                /* between two checkpoints, at least */
    const char *identity;          /* what checkpoint and resume must agree on: the model, its numbers, options */
    void  *self;                   /* of the three: each may be NULL */
    bool (*go_on)(void *self, double t, double fraction, size_t steps);             /* after every step; false: stop */
    li_status (*row)(void *self, double t, const double *column);                   /* another status than LI_OK stops */
    li_status (*save)(void *self, uint64_t mark[2]);                                /* a checkpoint is made: rows so far are to be safe; mark goes into it */
} li_run_options;

typedef struct { size_t event; int direction; double t, *column; } li_crossing;     /* direction: +1 rising, -1 falling, 0 touching */

typedef struct {
    li_run_method method;          /* never AUTO */
    size_t   order;                /* taylor: of its series */
    bool     native;
    double   t, *y, *column;       /* where it ended */
    size_t   steps, rejected, evaluations, rows;
    size_t   passed;               /* places where the constraints lose their rank for a moment; the motion went on smoothly */
    bool     conserves;            /* energy: then its drift, relative to the largest |T| + |V|; for each column that is an integral likewise */
    double   energy_drift, *drift;
    double   residual;             /* the largest of a relation, relative to its terms or 1, after the corrections */
    double   start_residual;       /* before the first one */
    size_t   crossings, kept;      /* of the events that do not end the motion, and of the one that does */
    li_crossing *crossing;
    li_ending ending;
    char     message[400];         /* "" if there is nothing to say */
} li_run;

/* What AUTO is for this motion; otherwise o->method. */
li_run_method li_flow_method(const li_flow *F, const li_run_options *o);

/* The field as machine code for such a run, for o->native. LI_ABSENT: there is none, the reason in the context. */
li_status li_run_compile(li_ctx *ctx, li_native *N, const li_flow *F, const li_run_options *o);
/* Is the run so long that compiling pays? It follows from the length of the first step and the number of operations, from no clock:
 * equal runs get equal answers. Never with bdf, whose steps do not follow from that. */
bool      li_run_is_long(const li_flow *F, const li_run_options *o);

/* What a checkpoint tells before it is resumed. A motion goes on from it to the same bits as if it had never stopped; adams and bdf, which
 * cannot be stopped, begin every run anew at certain steps for that. */
typedef struct { bool ended, native; uint64_t rows, mark[2]; } li_checkpoint;
/* LI_FILE, LI_INPUT with words: no checkpoint, a damaged one, or of another identity. */
li_status li_checkpoint_read(li_ctx *ctx, li_checkpoint *out, const char *path, const char *identity);

/* LI_OK however the motion ends; another status where there is no run at all. May be called for one flow in many threads, each with a
 * context of its own. */
li_status li_run_init (li_ctx *ctx, li_run *R, const li_flow *F, const li_run_options *o);
void      li_run_clear(li_ctx *ctx, li_run *R);

/* ---- a closed curve of starts ----
 *
 * Members s_k = 2 pi k/N of a closed curve of states, moved together. Its circulation is the integral of sum p_r dq_r along it, which
 * converges very fast with N while the curve is smooth. */
typedef struct {
    size_t members, instants;      /* instants: that all members came to */
    double *t, *value, *error;     /* error: the difference to every second member alone */
    li_ending ending;              /* of the member that did not come to the last instant; LI_ENDED: all did */
    size_t member;
    char   message[400];
} li_circulation;

/* start: N rows y_1 .. y_n, t, the t being the same; turn: by how much each coordinate grows along the whole curve (0, or 2 pi of an
 * angle); t: the instants, growing. Of the options tol, method, native, explain and go_on count. */
li_status li_circulation_init (li_ctx *ctx, li_circulation *C, const li_flow *F, size_t members, const double *start, const double *turn, size_t instants,
                               const double *t, const li_run_options *o);
void      li_circulation_clear(li_ctx *ctx, li_circulation *C);

/* ---- an ensemble ----
 *
 * Many motions of one model, the members, that differ in some of what is given: parameters, t, coordinates, velocities. They run in
 * lanes beside each other and in several threads; which member meets which changes none of their numbers. (Machine code may change their
 * last bits: the series of lanes are contracted where the library has them.)
 *
 * One flow serves all members whose starts are functions of these numbers (li_family_find) and whose law has no other choice than this
 * flow's: sixteen abreast with the method taylor, else one by one. All others, and those that cannot leave their start or begin on a
 * corner of the law, are found and run alone, as li_state_find, li_flow_init and li_run_init do it. */

/* What is given for one member, in a context that knows nothing else: `place[j]` says which of `give` is the j-th varied number; SIZE_MAX:
 * it stands in the model itself. */
typedef struct {
    const li_motion *motion;       /* in that context, with its model */
    size_t    given;
    li_given *give;
    const size_t *place;
    size_t    events;
    li_expr  *event;
} li_member_model;

typedef struct {
    uint64_t index;
    const double *value;           /* of what is varied */
    double   t;                    /* where it ended; without a start: nan, and the columns too */
    const double *column;          /* as many as the flow has; nan for one that this member's own flow does not have */
    size_t   steps, crossings;
    double   first;                /* time of its first event; nan: none */
    double   energy_drift, residual, start_residual;
    li_ending ending;
    const char *message;
} li_member;

typedef struct {
    li_run_options run;            /* method, tol, until, event; AUTO: taylor if the field has series, else rk. The others do not count. */
    uint64_t members;
    size_t   varied;
    int      digits, threads;      /* threads: 0: one */
    void    *self;
    /* Of member i, in any order, in several threads at once: what is varied, to the nearest double; all that is given */
    void      (*value)(void *self, uint64_t i, double *x);
    li_status (*read) (void *self, li_ctx *ctx, uint64_t i, li_member_model *out);
    li_status (*row)  (void *self, const li_member *m);         /* in their order, one at a time; another status than LI_OK stops */
    bool      (*go_on)(void *self, uint64_t done);              /* several times a second, in the thread of the caller; false: stop. May be NULL */
} li_ensemble_options;

typedef struct {
    li_ctx  *ctx;                  /* its own: of the flow */
    li_member_model model;         /* of the member that the flow was made from */
    uint64_t member;
    li_flow  flow;
    bool     swift;                /* the flow serves others too: */
    li_program start;              /* of what is varied: y_1 .. y_n, t, then the parameters that are given */
    bool     alike;                /* the parameters of the flow are the same in all members, and stay so */
    li_run_method method;
    li_native native;              /* of the flow, by li_ensemble_compile */
    bool     compiled;
} li_ensemble;

/* From the first member that moves, of some that are tried; LI_ABSENT with the words of the first one if none does. */
li_status li_ensemble_init (li_ctx *ctx, li_ensemble *E, const li_ensemble_options *o);
void      li_ensemble_clear(li_ctx *ctx, li_ensemble *E);
/* The field as machine code for all members that the flow serves, and whether that pays, as for a single run. Abreast the parameters must
 * be alike; else LI_ABSENT, as where there is no compiler. */
li_status li_ensemble_compile(li_ctx *ctx, li_ensemble *E, const li_ensemble_options *o);
bool      li_ensemble_is_long(const li_ensemble *E, const li_ensemble_options *o);
/* The members from `first` on; `done`: how many are done, with those before. LI_OK also when `go_on` stopped it. */
li_status li_ensemble_run  (li_ctx *ctx, const li_ensemble *E, const li_ensemble_options *o, uint64_t first, uint64_t *done);

/* ---- a record: rows of a motion in a file ----
 *
 * The format follows from the ending of the name; "-" is CSV on the descriptor `standard`.
 *
 *   .csv        a line t,theta,...: names in quotes where they hold a comma, a quote or a line break; then a line for every row. Numbers
 *               that are none are nan, inf, -inf. The facts have no place there. A LI_COLUMN_ENDING is written as its name, as in JSON.
 *   .json       {"system","title","version","model", the facts known at the start, "columns":["t",...],"kinds":["time",...],
 *               "rows":[[t,...],...], the facts at the end}; null for numbers that are none
 *   .h5, .hdf5  /t, and a table of rows x columns for every kind that occurs: /coordinates, /velocities, /quasi_velocities, /speeds,
 *               /multipliers, /integrals, /over, /outcome, whose attribute `columns` holds the names; /energy alone is a list as /t is, and
 *               /ending, of numbers. /model, the text.
 *               Attributes of the file: system, title, version, the facts.
 *                   x = h5py.File("hoop.h5"); pandas.DataFrame(x["coordinates"][:], x["t"][:], x["coordinates"].attrs["columns"])
 *
 * Numbers are written with as few digits as read back to the same bits, 17 at most.
 *
 * A file appears whole or not at all: the rows go to FILE.part beside it, which gets the name of the file at the end. A failure is LI_FILE
 * with words that name the file; what is left to be done then is li_record_discard. Two runs cannot write one file at a time. */
typedef struct { const char *name, *words; double number; } li_fact;       /* words NULL: the number */

typedef struct {
    size_t columns;
    const li_column *column;
    const char *system, *title, *version, *model;                 /* model: its text; each may be NULL */
    int standard;                  /* a file descriptor */
    size_t facts;                  /* known at the start, named differently from those at the end */
    const li_fact *fact;
} li_record_head;

typedef struct { li_ctx *ctx; struct li_record_writer *own; } li_record;   /* src/flow/record.h; all zero: none */
typedef struct { uint64_t rows, bytes; } li_record_place;         /* of FILE.part */

/* What the head refers to must last as long as the record. LI_INPUT: no format has this ending. After a failure nothing is to be done. */
li_status li_record_open   (li_ctx *ctx, li_record *record, const char *path, const li_record_head *head);
li_status li_record_row    (li_record *record, double t, const double *column);      /* the columns in their order */
/* The file stands under its name; what was there is replaced. */
li_status li_record_finish (li_record *record, size_t count, const li_fact *fact);
/* Nothing is left. After li_record_finish too, where it does nothing. */
void      li_record_discard(li_record *record);

/* A checkpoint: all rows so far are safe on the disk, and `place` says where they end. */
li_status li_record_save   (li_record *record, li_record_place *place);
/* Leaves FILE.part as it was last saved, to be taken up again. */
void      li_record_leave  (li_record *record);
/* Goes on from there: what was written after it is cut off. LI_FILE where FILE.part is missing, too short or of another head; it stays. */
li_status li_record_reopen (li_ctx *ctx, li_record *record, const char *path, const li_record_head *head, const li_record_place *place);

/* A text as a file: it appears whole or not at all, by way of FILE.part. LI_FILE. */
li_status li_file_whole(li_ctx *ctx, const char *path, const char *text, size_t len);

/* ---- a certified run ----
 * Enclosures of the motion from an exact start: the true state and all columns lie in the balls, whatever the program rounded. Taylor
 * steps over balls with the remainder of Lagrange over a box that is shown to hold the motion; the precision is raised until `digits`
 * digits are proved at all rows and at the end: every y_i, and every column that has so many at the start and is no integral, has an
 * absolute error below 10^-digits max(1, |value|). Nothing is projected: the field keeps the constraints. A certified run does not pass
 * corners of the law, and knows no multipliers that stand in their own law (LI_DOMAIN).                        (src/flow/enclosure.h) */
typedef struct {
    int      digits;
    li_expr  until;                /* the last time, a constant */
    li_expr  every;                /* rows at t_0 + k every and at the end, a constant; NULL: `points` of them, evenly; 0: none */
    size_t   points;
    long     most_bits;            /* 0: 20000 */
    size_t   most_steps;           /* of one attempt; 0: no limit */
    double   seconds;              /* 0: no limit */
    void    *self;                 /* of the two: each may be NULL */
    bool (*go_on)(void *self, double t, double fraction, size_t steps);             /* after every step; false: stop */
    li_status (*row)(void *self, li_expr t, const li_ball *y, const li_ball *column);     /* each once, in order; another status than LI_OK stops */
} li_certify_options;

typedef struct {
    size_t   n, columns;
    li_expr  t;                    /* where it ended, exactly */
    li_ball  at, *y, *column;      /* t; the state and the columns there. A column that is not finite is not known */
    int      digits;               /* proved there, of the promised numbers */
    long     bits;                 /* of the last attempt; so are order and steps */
    size_t   order, attempts, steps, rows;
    double   start_residual;       /* > 0: the start certainly violates a constraint by so much, and this is the motion of the field from there */
    li_ending ending;              /* SINGULAR: no box holds the motion further on; FAILED: a corner, or a limit was reached before the digits were proved */
    char     message[400];
} li_certified;

/* `s`: the state F was made from; F has its Jacobian (li_flow_with_jacobian). LI_OK however the motion ends. */
li_status li_certified_init (li_ctx *ctx, li_certified *R, const li_flow *F, const li_state *s, const li_certify_options *o);
void      li_certified_clear(li_ctx *ctx, li_certified *R);

#ifdef __cplusplus
}
#endif
#endif

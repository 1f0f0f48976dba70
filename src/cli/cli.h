/* cli.h - the program: arguments in, text out, an exit status */
#ifndef LI_CLI_H
#define LI_CLI_H

#include "liaison/session.h"

/* exit statuses */
enum { DONE = 0, FALSE_CLAIM = 1, WRONG_INPUT = 2, MACHINE_FAILED = 3, NOT_FINISHED = 4 };

typedef struct li_owner {        /* who asks: a session leads back to it */
    const char *file;            /* "-": standard input */
    size_t mores;
    const char **more;           /* the files after the first, of a command that takes many */
    size_t sets;
    const char **set;            /* NAME=VALUE, as typed; belongs to the options */
    int digits;
    li_format format;
    bool quiet, values, dots, identities, functions, omega, help;
    const char *form;            /* NULL: the default one; "all" */
    const char *dependent;       /* names of velocities, with commas between */
    const char *against;         /* another model */
    const char *chart, *eliminate, *eliminate_rates, *reduce;      /* of Omega */
    double budget;               /* seconds; 0: not given */
    int threads;                 /* 0: not given */
    size_t untils, events, curves, overs;        /* of run and map, as typed */
    const char **until, **event, **curve, **over;
    const char *starts, *what, *section, *method, *out, *checkpoint, *resume, *native;
    double tol, every;           /* 0: not given */
    int points, certify, members;
    const char *lang, *name;                     /* of emit */
    int taylor;                  /* 0: not given */
    bool lanes, no_jacobian;
} options;

typedef struct command command;
struct command {
    const char *name, *summary;
    int (*run)(const options *o);
    const char *accepts;         /* its own options, besides the common ones: " --form --values " */
    const char *help;
    bool many;                   /* takes several files */
};

extern const command commands[];               /* ends with a NULL name */
const command *find_command(const char *name);
/* Fills o from the arguments after the command's name. DONE, or an exit status after a message. */
int  read_options(options *o, const command *c, int argc, char **argv);
void clear_options(options *o);

void print_help(const command *c);             /* NULL: of the program */
int  run_check(const options *o), run_derive(const options *o), run_reactions(const options *o), run_eval(const options *o), run_prove(const options *o),
     run_forms(const options *o), run_run(const options *o), run_map(const options *o), run_emit(const options *o);
extern const char check_help[], derive_help[], reactions_help[], eval_help[], prove_help[], forms_help[], run_help[], map_help[], emit_help[];

/* ---- the model of a run ---- */
int  read_source(li_source *s, const char *file);     /* source.c: DONE, or an exit status after a message */
void clear_source(li_source *s);

typedef li_session session;

/* session.c: reads the model and the settings. */
int  open_session(session *s, const options *o, li_purpose p);
void close_session(session *s);
int  finish_session(session *s, li_text *out, int status);     /* the answer written, all closed; an exit status */
/* The same once more, for other options: li_session_again. */
int  read_again(session *s, const session *of, li_ctx *ctx, const options *o, size_t redefinitions, li_redefinition *with);
int  check_reducing(const options *o, bool omega);     /* are options of Omega given where it is not asked for */

bool add_setting(session *s, const char *option, const char *typed, const char *text);
int  read_curve(session *s, size_t count, const char *const *text, li_expr along, li_given *out);

/* ---- run, map ---- */
/* --until, --event, --section, --method, --tol; time, if it is wanted: the last one as it was typed */
int  read_asked(session *s, li_run_options *run, size_t *events, li_expr **event, li_expr *time);
li_expr with_values(session *s, li_expr e);    /* parameters have the values that are given, or those of the model */
/* signals.c */
void listen_to_signals(void);
bool interrupted(void);                        /* Ctrl-C */

/* varied.c: what differs from motion to motion: --over NAME=LO:HI:N, one or more: all combinations, the last one changing first; or a
 * row each of the file --starts. */
typedef struct {
    const char *name;                          /* as for --set */
    const char *low, *high;                    /* LO, HI; NULL: from a file */
    bool     redefines;                        /* it stands in the model */
    uint64_t count;
    double   from[2], step[2], last;           /* numbers as sums of two */
} axis;
typedef struct { size_t axes; axis *axis; uint64_t members; double *value; } varied;

int  read_varied(varied *v, session *s);
void varied_values(const varied *v, uint64_t i, double *x);
/* "NAME=VALUE" of member i, in the context; NULL without memory */
const char *varied_setting(li_ctx *ctx, const varied *v, uint64_t i, size_t j);
int  run_curve(session *s, const li_run_options *o);           /* curve.c: --curve */
int  run_certified(session *s, const li_run_options *o, li_expr time);       /* certified.c: --certify, to this time */
/* The motion of the state that is asked for, ready to run. */
int  begin_flow(session *s, li_flow *F, li_state *state, size_t events, const li_expr *event);
li_record_head record_head(const session *s, const li_flow *F);

/* ---- what is said ---- */
int  exit_status(li_status status);
int  complain(const session *s);               /* the failure in the context, as a message and an exit status */
void say(const char *format, ...) LI_PRINTF(1, 2);     /* liaison: ... on standard error */
int  write_result(const li_text *text);        /* to standard output, whole; DONE or MACHINE_FAILED */

/* ---- progress.c ---- */
typedef struct { double since, shown; } progress;
void start_progress(progress *p, li_ctx *ctx, bool quiet);
void end_progress(progress *p);

#endif

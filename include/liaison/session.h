/* session.h - a model that is asked in words: its text, settings like theta=1.2, names of forms, events like "theta = 0"
 *
 * Whoever asks has strings: the program, from its arguments; the bridge to other languages, from theirs. A session reads a model with
 * them in a context of its own and keeps it open; the questions append their answers to a text.
 *
 *     li_asking asking = { .digits = 17 };
 *     li_session s;
 *     if (li_session_open(&s, &asking, &source, LI_SYMBOLIC) == LI_OK)
 *         li_session_derive(&s, &out, "X", LI_AS_TEXT, false);
 *     li_session_close(&s);
 *
 * What is wrong is said as it happens, to the voice of who asks: diagnostics with their line and caret, and sentences; the status tells
 * which kind it was. Nothing is printed here. Several sessions in several threads never meet. */
#ifndef LIAISON_SESSION_H
#define LIAISON_SESSION_H

#include "liaison/emit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what is asked ---- strings as a person types them; NULL, 0: not given */
typedef struct {
    size_t sets;
    const char *const *set;      /* NAME=VALUE */
    int    digits;
    bool   quiet, values;        /* no warnings; parameters that have values become numbers */
    bool   lenient;              /* settings of the state are passed over where no state is asked for */
    bool   plain;                /* messages say `until` of what the program calls --until */
    double budget;               /* of exact work, in seconds */
    const char *dependent;       /* names of velocities, with commas between */
    const char *chart, *eliminate, *eliminate_rates, *reduce;      /* of Omega */
    size_t untils, events;       /* of runs */
    const char *const *until, *const *event;
    const char *section, *method;
    double tol;
} li_asking;

typedef struct { const char *file, *source; size_t len; } li_source;           /* file: as it is called in messages */

/* ---- the model, open ---- */
typedef enum { LI_WORDS_PLACE, LI_WORDS_SENTENCE } li_words;                   /* diagnostics as they are printed; one sentence, without an end of line */
typedef struct li_session li_session;
typedef void li_voice(void *self, const li_session *s, li_words kind, const char *words);

struct li_session {
    li_ctx *desk;                /* keeps what outlives a reading of the model */
    li_ctx *ctx;
    li_asking asking;
    li_voice *voice;             /* NULL: nobody listens */
    void   *self;
    const struct li_owner *o;    /* of who asks; the library does not look at it */
    li_source source;
    li_model  model;
    li_motion motion;
    size_t given;                /* the state of the settings */
    li_given *give;
    size_t redefinitions;        /* parameters and functions of the settings that are put into the model */
    li_redefinition *with;
    bool   again;                /* the second reading, with them */
    size_t memory;               /* of its context, at most: LIAISON_MEMORY of the environment, in MB, else 4096 */
};

/* What is done with the model. */
typedef enum {
    LI_AT_A_STATE,               /* numbers; settings give a state */
    LI_SYMBOLIC,                 /* no state: parameters that are set become numbers in the model (with `values` all that have one do) */
    LI_DESCRIPTION,              /* the same; contacts without a mode are left open */
    LI_CALCULATION,              /* the same; the file may declare a chart and no system */
    LI_READING                   /* the model and the settings are read, and that is all */
} li_purpose;

/* Reads the model and the settings. `s` is zero but for voice, self, o. What it refers to lasts as long as the session; after a failure
 * too it is closed. LI_INPUT: what was given is wrong; else the status of its context. */
li_status li_session_open (li_session *s, const li_asking *asking, const li_source *source, li_purpose purpose);
void      li_session_close(li_session *s);

/* For its owner: a sentence; the failure in the context, as one; the diagnostics. */
void      li_session_say     (const li_session *s, const char *format, ...) LI_PRINTF(2, 3);
li_status li_session_complain(const li_session *s);
void      li_session_show    (const li_session *s);

/* One more setting, at a state, from what was typed after an option or in a file: `text` has it at the same places. False where it is
 * wrong. */
enum { LI_MORE_SETTINGS = 1000 };              /* so many at most */
bool      li_session_add(li_session *s, const char *option, const char *typed, const char *text);
/* The same model once more, in another context, with other settings and these redefinitions, known before. Its session lives as long as
 * the context, and is not closed. */
li_status li_session_again(li_session *s, const li_session *of, li_ctx *ctx, const li_asking *asking, size_t redefinitions, li_redefinition *with);
/* Of curves, "theta = 1 + cos(s)/10": what stands on the left, and its value as a function of the symbol `along` */
li_status li_session_curve(li_session *s, size_t count, const char *const *text, li_expr along, li_given *out);

/* ---- answers ---- appended to `out`, in the session's context */
typedef enum { LI_AS_TEXT, LI_AS_LATEX, LI_AS_JSON } li_format;

/* The equations of motion in one form (NULL: the default one) or "all" */
li_status li_session_derive   (li_session *s, li_text *out, const char *form, li_format format, bool dots);
/* What the model is; opened for a DESCRIPTION. Text or JSON, as the two below it. */
li_status li_session_check    (li_session *s, li_text *out, li_format format);
/* LI_UNDECIDED: there is an answer, and it is that something is not known or does not exist */
li_status li_session_reactions(li_session *s, li_text *out, li_format format, bool dots);
/* At a state; with the functions of the theory, and those of Omega */
li_status li_session_eval     (li_session *s, li_text *out, li_format format, bool functions, bool omega);

/* The calculator: what the statements form, field and show define; opened for a CALCULATION */
li_status li_session_forms    (li_session *s, li_text *out, li_format format, bool dots);

/* Verdicts, in lines or as a list of JSON objects without brackets, in a text of a desk; they may be those of several sessions. */
typedef struct { li_ctx *desk; li_text *out; li_format format; size_t proved, failed, undecided; } li_verdicts;
/* On the claims; then, if asked for, on the identities of the theory */
li_status li_session_prove    (li_session *s, li_verdicts *r, bool identities);
/* On the claim that the motions of another model, which has been read without an error, are the same */
li_status li_session_compare  (li_session *s, const li_source *other, li_verdicts *r);

/* ---- motions ---- */

/* until, event, section, method, tol: in `run`, which may have its points, and the events as functions of the state. Without a time or an
 * event that ends it a motion lasts until t = 10; without a tolerance it is 1e-12. `time`, if not NULL: the last time as it was typed, in
 * which parameters have no values yet; li_session_with_values: they have those that are given, or those of the model. */
li_status li_session_asked  (li_session *s, li_run_options *run, size_t *events, li_expr **event, li_expr *time);
li_expr   li_session_with_values(li_session *s, li_expr e);
/* The motion of the state that is asked for. LI_UNDECIDED: there is none from there. */
li_status li_session_begin  (li_session *s, li_flow *F, li_state *state, size_t events, const li_expr *event);
/* ... ready for the method and the last time of a run, */
li_status li_session_course (li_session *s, li_flow *F, li_state *state, li_run_options *run, size_t events, const li_expr *event);
/* Machine code: "on", it must be; "off"; "auto", NULL: where it pays and there is a compiler. LI_INPUT: another word */
li_status li_session_native (const li_session *s, const char *wish, bool *must, bool *never);
/* ... and as machine code, if wished */
li_status li_session_compile(li_session *s, li_native *N, const li_flow *F, li_run_options *run, const char *wish);
/* Says it if the start did not keep the constraints. */
void      li_session_mind_start(const li_session *s, const li_run *R);

#ifdef __cplusplus
}
#endif
#endif

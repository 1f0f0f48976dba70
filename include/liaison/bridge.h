/* bridge.h - the library for other languages: one handle, strings and arrays of doubles
 *
 * What calls C functions but knows nothing of its structs (ctypes, cffi, Julia's ccall) finds here all that the program does with a
 * model. A bridge holds the text of a model and its settings; it answers questions with text and motions with numbers.
 *
 *     li_bridge *b = li_bridge_new("hoop.lia", text, strlen(text));
 *     const char *set[] = { "a=1", "theta=1.2" }, *option[] = { "form=kane", "format=json" };
 *     if (li_bridge_set(b, 2, set) == 0 && li_bridge_ask(b, "derive", 2, option) == 0)
 *         puts(li_bridge_text(b));
 *     else
 *         fputs(li_bridge_said(b), stderr);
 *     li_bridge_free(b);
 *
 * All memory belongs to the handle: a pointer that it gives is good until the next call that is not a question for what is known, or
 * until it is freed. A handle is for one thread at a time; different handles never meet. Whatever the model: nothing is printed and
 * the process goes on, within the memory of LIAISON_MEMORY (MB, 4096 unless set). Numbers in texts have a point, whatever the locale.
 *
 * Functions that return int return a li_status: 0, or what kind of failure it was, with words in li_bridge_said: diagnostics as
 * file:line:column: error: words, the line, a caret; sentences a line each. Warnings are there also after a success. */
#ifndef LIAISON_BRIDGE_H
#define LIAISON_BRIDGE_H

#include "liaison/session.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct li_bridge li_bridge;

/* ---- a model ---- `name`: what it is called in messages. NULL: no memory. The text is not read yet. */
li_bridge *li_bridge_new (const char *name, const char *text, size_t len);
void       li_bridge_free(li_bridge *b);                       /* NULL: nothing */
/* All settings there are from now on, NAME=VALUE, if the model and they can be read; else the old ones stay. */
int        li_bridge_set (li_bridge *b, size_t count, const char *const *setting);

const char *li_bridge_text  (const li_bridge *b);              /* the last answer, "" if there was none */
const char *li_bridge_said  (const li_bridge *b);              /* what was said on the way, "" if nothing */
int         li_bridge_line  (const li_bridge *b);              /* where the first mistake of the model is, from 1; 0: nowhere in it */
int         li_bridge_column(const li_bridge *b);
const char *li_bridge_version(void);

/* ---- answers in words ---- `what` is check, derive, reactions, eval, prove, forms or names; the options are those of the program, without the
 * dashes: form=F, format=text|latex|json, dots, values, quiet, digits=N, budget=S, dependent=v,w, chart=C, eliminate=L,
 * eliminate-rates=L, reduce=L, functions, omega, identities. `names` are lines, a kind and what it is:
 * system NAME, title WORDS, coordinate NAME, quasi NAME, speed NAME, parameter NAME VALUE (or without), function NAME. A question ends
 * a motion that has begun. Settings of the state do not disturb questions about all states. A failure may leave a text beside its words: an answer
 * that is not complete, or that there is no motion. */
int li_bridge_ask(li_bridge *b, const char *what, size_t options, const char *const *option);

/* ---- a motion ----
 * From the state of `start` and the settings; options: until=T, until=EVENT, event=E (each any number of times), section=E, method=M, tol=E, every=DT, points=N,
 * native=auto|on|off, and digits, budget, dependent as above. Without every, points or section there are 1001 rows; where nobody
 * knows the last time, two: the first and the last. */
int li_bridge_begin(li_bridge *b, size_t options, const char *const *option);

/* Of the motion that has begun: names, and as many numbers, NULL if there are none. */
typedef enum {
    LI_BRIDGE_VARIABLES,         /* y_1 .. y_n; at the start */
    LI_BRIDGE_PARAMETERS,
    LI_BRIDGE_COLUMNS,           /* of rows, behind t; where the run ended */
    LI_BRIDGE_EVENTS,            /* no numbers */
    LI_BRIDGE_TIMES              /* the start; where the run ended. No names */
} li_bridge_list;
size_t        li_bridge_count  (const li_bridge *b, li_bridge_list list);
const char   *li_bridge_name   (const li_bridge *b, li_bridge_list list, size_t i);      /* NULL past the last */
const double *li_bridge_numbers(const li_bridge *b, li_bridge_list list);

/* y' at (t, y); the columns there; dy'_i/dy_j row by row. Numbers that do not exist are nan, a singular system's all; the law is that of the
 * side of each corner on which y lies. The status is a failure only without a motion, or without memory. */
int li_bridge_rates   (li_bridge *b, double t, const double *y, double *out);
int li_bridge_observe (li_bridge *b, double t, const double *y, double *out);
int li_bridge_jacobian(li_bridge *b, double t, const double *y, double *out);

/* ---- a run ----
 * From the start to the end, which is told in the text as JSON (that of `liaison run --json`). `tick`, which may be NULL, is called
 * several times a second. The rows, each t and the columns, stand one after another; so do the events that were met, each its number,
 * direction (+1 rising, -1 falling, 0 touching), t and the columns. */
typedef void li_bridge_tick(void *self, double t, double fraction);
int           li_bridge_run      (li_bridge *b, li_bridge_tick *tick, void *self);
size_t        li_bridge_rows     (const li_bridge *b, const double **row);
size_t        li_bridge_crossings(const li_bridge *b, const double **crossing);
/* Ends the run of this handle after its present step: from `tick`, from a signal handler, from another thread. */
void          li_bridge_stop     (li_bridge *b);

#ifdef __cplusplus
}
#endif
#endif

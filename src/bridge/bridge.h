/* bridge.h - what the handle holds */
#ifndef LI_BRIDGE_BRIDGE_H
#define LI_BRIDGE_BRIDGE_H

#include <stdatomic.h>

#include "liaison/bridge.h"

typedef struct { double *number; size_t len, cap; } li_bridge_table;

struct li_bridge {
    li_ctx *desk;                /* all texts and tables of the handle */
    char   *name, *text;
    size_t  len, sets;
    char  **set;
    li_text answer, said;
    int     line, column;
    atomic_bool stop;
    /* the motion that has begun */
    bool    open, moving, differentiated;      /* a session; a flow; its Jacobian */
    li_session s;
    li_flow flow;
    li_state state;
    li_run_options run;
    li_native native;
    li_real field, observe, jacobian;
    double *parameter, *variable, *out, *columns;  /* out: of field and jacobian */
    char  **label;               /* of y */
    double  ends[2];             /* times */
    double *at_end;              /* columns */
    li_bridge_table rows, crossings;
    li_bridge_tick *tick;
    void   *self;
    double  ticked;
};

/* What a request asks, from its options */
typedef struct {
    li_asking asking;
    li_format format;
    const char *form, *native;
    bool   dots, functions, omega, identities;
    double every;
    int    points;
    const char **until, **event;
} li_bridge_wish;

/* LI_INPUT with words for what is no option; `wish` is cleared after a failure too. */
li_status li_bridge_read_options (li_bridge *b, li_bridge_wish *wish, size_t options, const char *const *option);
void      li_bridge_clear_options(li_bridge *b, li_bridge_wish *wish);

/* A request: what was said before is forgotten; work(b, arg) under a guard, with numbers as in C; its status. After an abort of what is below the
 * library the session of the handle is left alone for good. */
typedef li_status li_bridge_work(li_bridge *b, void *arg);
li_status li_bridge_request(li_bridge *b, li_bridge_work *work, void *arg);
void      li_bridge_say    (li_bridge *b, const char *format, ...) LI_PRINTF(2, 3);
/* The session, opened on text and settings for this purpose */
li_status li_bridge_open   (li_bridge *b, const li_asking *asking, li_purpose purpose);
void      li_bridge_close  (li_bridge *b);     /* it, and the motion */
void      li_bridge_end_motion(li_bridge *b);  /* motion.c */

#endif

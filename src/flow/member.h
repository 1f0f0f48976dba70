/* member.h - one member of an ensemble: where it starts; the same alone */
#ifndef LI_FLOW_MEMBER_H
#define LI_FLOW_MEMBER_H

#include "runner.h"

/* The start of members as a program, if their law allows: E->swift, E->start. */
li_status li_member_family(li_ensemble *E, const li_ensemble_options *o, const li_state *at);

/* Where a member starts, by that program. */
typedef struct {
    li_real  run;
    double  *out;                  /* y, t, parameters that are given */
    double  *parameter;            /* all of the flow */
} li_member_start;

li_status li_member_start_init (li_ctx *ctx, li_member_start *s, const li_ensemble *E);
void      li_member_start_clear(li_ctx *ctx, li_member_start *s);
/* False: it has to be found alone. The engine of the flow serves to look at its corners. */
bool      li_member_start_find (li_member_start *s, const li_ensemble *E, li_engine *engine, const double *value);

/* The member found and run as if it were the only one. out->column, room for the columns of E->flow, and `words` are filled. */
void      li_member_alone(const li_ensemble *E, const li_ensemble_options *o, uint64_t i, li_member *out, double *column, char *words, size_t room);

#endif

/* reactions.c - liaison reactions: the multipliers as functions of the state */
#include "cli.h"

int run_reactions(const options *o)
{
    session s;
    li_text out;
    progress p;
    int status = open_session(&s, o, LI_SYMBOLIC);

    li_text_init(&out);
    if (status == DONE) {
        start_progress(&p, s.ctx, o->quiet);
        status = exit_status(li_session_reactions(&s, &out, o->format, o->dots));
        end_progress(&p);
    }
    return finish_session(&s, &out, status);
}

/* derive.c - liaison derive: the equations of motion */
#include <string.h>

#include "cli.h"

int run_derive(const options *o)
{
    session s;
    li_text out;
    progress p;
    bool omega = o->form != NULL && (strncmp(o->form, "omega", 5) == 0 || strcmp(o->form, "all") == 0);
    int status = check_reducing(o, omega);

    if (status != DONE)
        return status;
    status = open_session(&s, o, LI_SYMBOLIC);
    li_text_init(&out);
    if (status == DONE) {
        start_progress(&p, s.ctx, o->quiet);
        status = exit_status(li_session_derive(&s, &out, o->form, o->format, o->dots));
        end_progress(&p);
    }
    return finish_session(&s, &out, status);
}

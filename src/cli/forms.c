/* forms.c - liaison forms: the calculator with exterior forms */
#include "cli.h"

int run_forms(const options *o)
{
    session s;
    li_text out;
    progress p;
    int status = open_session(&s, o, LI_CALCULATION);

    li_text_init(&out);
    if (status == DONE) {
        start_progress(&p, s.ctx, o->quiet);
        status = exit_status(li_session_forms(&s, &out, o->format, o->dots));
        end_progress(&p);
    }
    return finish_session(&s, &out, status);
}

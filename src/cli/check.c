/* check.c - liaison check: what the model is */
#include "cli.h"

int run_check(const options *o)
{
    session s;
    li_text out;
    int status = open_session(&s, o, LI_DESCRIPTION);

    li_text_init(&out);
    if (status == DONE && o->format == LI_AS_LATEX) {
        say("check writes text or json, not latex");
        status = WRONG_INPUT;
    }
    if (status == DONE)
        status = exit_status(li_session_check(&s, &out, o->format));
    return finish_session(&s, &out, status);
}

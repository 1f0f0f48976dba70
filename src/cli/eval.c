/* eval.c - liaison eval: numbers at one state */
#include "cli.h"

int run_eval(const options *o)
{
    session s;
    li_text out;
    int status = check_reducing(o, o->omega);

    if (status != DONE)
        return status;
    status = open_session(&s, o, LI_AT_A_STATE);
    li_text_init(&out);
    if (status == DONE && o->format == LI_AS_LATEX) {
        say("eval writes text or json, not latex");
        status = WRONG_INPUT;
    }
    if (status == DONE)
        status = exit_status(li_session_eval(&s, &out, o->format, o->functions, o->omega));
    return finish_session(&s, &out, status);
}

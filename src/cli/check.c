/* check.c - liaison check: what the model is */
#include "cli.h"

int run_check(const options *o)
{
    session s;
    li_description d;
    li_text out;
    int status = open_session(&s, o, DESCRIPTION);

    li_text_init(&out);
    if (status == DONE && o->format == FORMAT_LATEX) {
        say("check writes text or json, not latex");
        status = WRONG_INPUT;
    }
    if (status == DONE && li_describe(s.ctx, &d, &s.motion) == LI_OK) {
        if (o->format == FORMAT_JSON)
            li_emit_description_json(s.ctx, &out, &s.motion, &d);
        else
            li_emit_description_text(s.ctx, &out, &s.motion, &d);
    }
    if (status == DONE)
        status = li_ctx_status(s.ctx) == LI_OK ? write_result(&out) : complain(&s);
    if (s.ctx != NULL)
        li_text_clear(s.ctx, &out);
    close_session(&s);
    return status;
}

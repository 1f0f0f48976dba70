/* reactions.c - liaison reactions: the multipliers as functions of the state */
#include "cli.h"

static int put(session *s, const li_reactions *x)
{
    li_text out;

    li_text_init(&out);
    if (s->o->format == FORMAT_JSON)
        li_emit_reactions_json(s->ctx, &out, &s->motion, x);
    else if (s->o->format == FORMAT_LATEX)
        li_emit_reactions_latex(s->ctx, &out, &s->motion, x, s->o->dots);
    else
        li_emit_reactions_text(s->ctx, &out, &s->motion, x);
    int status = li_ctx_status(s->ctx) == LI_OK ? write_result(&out) : complain(s);
    li_text_clear(s->ctx, &out);
    if (status == DONE && (x->status == LI_INCOMPATIBLE || (x->status == LI_NOT_DECIDED && !x->implicit))) {
        say("%s: %s: %s", s->source.file, li_verdict_name(x->status), x->message);
        status = NOT_FINISHED;
    }
    return status;
}

int run_reactions(const options *o)
{
    session s;
    li_reactions x;
    progress p;
    int status = open_session(&s, o, true);

    if (status == DONE) {
        start_progress(&p, s.ctx, o->quiet);
        li_reactions_find(s.ctx, &x, &s.motion);
        end_progress(&p);
        status = li_ctx_status(s.ctx) == LI_OK ? put(&s, &x) : complain(&s);
    }
    close_session(&s);
    return status;
}

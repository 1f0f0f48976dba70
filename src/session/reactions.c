/* reactions.c - the multipliers as functions of the state, as text */
#include "session.h"

li_status li_session_reactions(li_session *s, li_text *out, li_format format, bool dots)
{
    li_reactions x;

    if (li_reactions_find(s->ctx, &x, &s->motion) == LI_OK) {
        if (format == LI_AS_JSON)
            li_emit_reactions_json(s->ctx, out, &s->motion, &x);
        else if (format == LI_AS_LATEX)
            li_emit_reactions_latex(s->ctx, out, &s->motion, &x, dots);
        else
            li_emit_reactions_text(s->ctx, out, &s->motion, &x);
    }
    if (li_ctx_status(s->ctx) != LI_OK)
        return li_session_complain(s);
    if (x.status != LI_INCOMPATIBLE && (x.status != LI_NOT_DECIDED || x.implicit))
        return LI_OK;
    li_session_say(s, "%s: %s: %s", s->source.file, li_verdict_name(x.status), x.message);
    return LI_UNDECIDED;
}

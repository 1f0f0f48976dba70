/* check.c - what the model is, as text */
#include "session.h"

li_status li_session_check(li_session *s, li_text *out, li_format format)
{
    li_description d;

    if (li_describe(s->ctx, &d, &s->motion) == LI_OK) {
        if (format == LI_AS_JSON)
            li_emit_description_json(s->ctx, out, &s->motion, &d);
        else
            li_emit_description_text(s->ctx, out, &s->motion, &d);
    }
    return li_ctx_status(s->ctx) == LI_OK ? LI_OK : li_session_complain(s);
}

/* say.c - what is said to who asks */
#include <stdio.h>
#include <string.h>

#include "session.h"

const char *li_session_called(const li_session *s, const char *option) { return option + (s->asking.plain ? strlen("--") : 0); }

void li_session_tell(const li_session *s, const li_text *words)
{
    if (s->voice != NULL)
        s->voice(s->self, s, LI_WORDS_PLACE, li_text_str(words));
}

void li_session_say(const li_session *s, const char *format, ...)
{
    enum { LONGEST = 4096 };
    char words[LONGEST];                       /* of the stack: also without memory there are words */
    va_list args;

    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    if (s->voice != NULL)
        s->voice(s->self, s, LI_WORDS_SENTENCE, words);
}

li_status li_session_complain(const li_session *s)
{
    li_status status = li_ctx_status(s->ctx);

    if (status == LI_ABSENT)
        li_session_say(s, "%s: %s (%s gives it)", s->source.file, li_ctx_message(s->ctx), li_session_called(s, "--set"));
    else
        li_session_say(s, "%s: %s", s->source.file, li_ctx_message(s->ctx));
    return status;
}

void li_session_show(const li_session *s)
{
    li_text text;

    li_text_init(&text);
    li_diagnostic_print(s->ctx, &text, s->source.file, s->source.source, s->source.len);
    li_session_tell(s, &text);
    li_text_clear(s->ctx, &text);
}

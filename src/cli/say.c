/* say.c - messages, results, exit statuses */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

void say(const char *format, ...)
{
    va_list args;

    fputs("liaison: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputs("\n", stderr);
}

int write_result(const li_text *text)
{
    errno = 0;
    if (fwrite(li_text_str(text), 1, text->len, stdout) == text->len && fflush(stdout) == 0)
        return DONE;
    say("the output could not be written: %s", strerror(errno));
    return MACHINE_FAILED;
}

int exit_status(li_status status)
{
    switch (status) {
    case LI_OK:
        return DONE;
    case LI_INPUT: case LI_ABSENT:
        return WRONG_INPUT;
    case LI_MEMORY: case LI_FILE:
        return MACHINE_FAILED;
    default:
        return NOT_FINISHED;
    }
}

int complain(const session *s)
{
    li_status status = li_ctx_status(s->ctx);

    if (status == LI_ABSENT)
        say("%s: %s (--set gives it)", s->source.file, li_ctx_message(s->ctx));
    else
        say("%s: %s", s->source.file, li_ctx_message(s->ctx));
    return exit_status(status);
}

void show_diagnostics(session *s)
{
    li_text text;

    li_text_init(&text);
    li_diagnostic_print(s->ctx, &text, s->source.file, s->source.source, s->source.len);
    fputs(li_text_str(&text), stderr);
    li_text_clear(s->ctx, &text);
}

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

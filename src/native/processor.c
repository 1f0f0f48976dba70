/* processor.c - what code that is made for this processor depends on */
#include <stdio.h>
#include <string.h>

#include "compiler.h"

/* Beside these there are speeds and numbers of cores, which do not matter. */
static bool matters(const char *line)
{
    static const char *const word[] = { "vendor_id", "cpu family", "model", "stepping", "flags", "Features", "CPU implementer", "CPU architecture",
                                        "CPU variant", "CPU part", "CPU revision", "isa", "uarch" };

    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (strncmp(line, word[i], strlen(word[i])) == 0)
            return true;
    return false;
}

/* The first of the processors: up to an empty line. */
void li_processor(li_ctx *ctx, li_text *out)
{
    char line[8192];
    FILE *file = fopen("/proc/cpuinfo", "re");

    if (file == NULL)
        return;
    while (fgets(line, sizeof line, file) != NULL && line[0] != '\n')
        if (matters(line))
            li_text_put(ctx, out, line);
    fclose(file);
}

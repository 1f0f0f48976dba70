/* source.c - the text of a model, from a file or standard input */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"

enum { MOST = 16 << 20, STEP = 1 << 16 };      /* bytes of a model; bytes read at once */

/* All of it, as long as it is no longer than MOST; NULL after a message. */
static char *read_all(FILE *f, const char *name, size_t *len, int *status)
{
    char *text = NULL;
    size_t cap = 0;

    *len = 0;
    do {
        if (cap - *len < STEP) {
            char *wider = realloc(text, cap = 2 * cap + STEP + 1);
            if (wider == NULL) {
                say("%s: out of memory", name);
                *status = MACHINE_FAILED;
                free(text);
                return NULL;
            }
            text = wider;
        }
        *len += fread(text + *len, 1, STEP, f);
    } while (!feof(f) && !ferror(f) && *len <= MOST);
    if (ferror(f) || *len > MOST) {
        if (ferror(f))
            say("%s: %s", name, strerror(errno));
        else
            say("%s: longer than %d MB, which is no model", name, MOST >> 20);
        *status = ferror(f) ? MACHINE_FAILED : WRONG_INPUT;
        free(text);
        return NULL;
    }
    return text;
}

int read_source(li_source *s, const char *file)
{
    bool standard = strcmp(file, "-") == 0;
    FILE *f = standard ? stdin : fopen(file, "rb");
    struct stat about;
    int status = DONE;

    *s = (li_source){ .file = standard ? "(standard input)" : file };
    if (f == NULL) {
        say("%s: %s", file, strerror(errno));
        return WRONG_INPUT;
    }
    if (fstat(fileno(f), &about) == 0 && S_ISDIR(about.st_mode)) {
        say("%s: is a directory, not a model", file);
        status = WRONG_INPUT;
    } else {
        s->source = read_all(f, s->file, &s->len, &status);
    }
    if (!standard)
        fclose(f);
    return status;
}

void clear_source(li_source *s)
{
    free((char *)s->source);
    s->source = NULL;
}

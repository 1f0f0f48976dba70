/* folder.h - directories that nobody else can write to; files are reached through their descriptors */
#ifndef LI_NATIVE_FOLDER_H
#define LI_NATIVE_FOLDER_H

#include "liaison/core.h"

typedef struct { const char *path; int fd; } li_folder;      /* fd -1: there is none. The path lives in the context. */

/* The cache: `wish`, NULL: $XDG_CACHE_HOME/liaison or ~/.cache/liaison; it is made if it is not there. fd -1 unless it is a directory of
 * this user (or leads to one) that others cannot write to. */
void li_folder_cache(li_ctx *ctx, li_folder *f, const char *wish);
/* A new one in $TMPDIR or /tmp; clearing removes it with its files. */
li_status li_folder_temporary(li_ctx *ctx, li_folder *f);
void li_folder_remove(li_folder *f);
void li_folder_close (li_folder *f);

#endif

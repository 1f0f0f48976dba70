/* folder.c - directories that nobody else can write to */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder.h"

static bool is_ours(const struct stat *s) { return s->st_uid == geteuid() && (s->st_mode & (S_IWGRP | S_IWOTH)) == 0; }

/* Asked of what is open, not of the name, which others may turn elsewhere meanwhile. */
static int open_ours(const char *path)
{
    struct stat s;
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0 && (fstat(fd, &s) != 0 || !is_ours(&s))) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* ---- the cache ---- */

/* A path to be trusted starts at the root; a home of somebody else is left as it is. */
static const char *base_of(const char *variable)
{
    struct stat s;
    const char *path = getenv(variable);

    if (path == NULL || path[0] != '/' || (stat(path, &s) == 0 && s.st_uid != geteuid()))
        return NULL;
    return path;
}

/* Path and directory of the user's cache; "": there is none. */
static void find_users(li_ctx *ctx, li_text *path)
{
    const char *set = getenv("XDG_CACHE_HOME"), *base = base_of(set != NULL && set[0] == '/' ? "XDG_CACHE_HOME" : "HOME");

    if (base == NULL)
        return;
    li_text_put(ctx, path, base);
    if (base != set)
        li_text_put(ctx, path, "/.cache");
    mkdir(li_text_str(path), S_IRWXU);
    li_text_put(ctx, path, "/liaison");
}

void li_folder_cache(li_ctx *ctx, li_folder *f, const char *wish)
{
    li_text path;

    *f = (li_folder){ .fd = -1 };
    li_text_init(&path);
    if (wish != NULL)
        li_text_put(ctx, &path, wish);
    else
        find_users(ctx, &path);
    if (path.len > 0 && li_ctx_status(ctx) == LI_OK) {
        mkdir(path.s, S_IRWXU);
        f->path = li_alloc_string(ctx, path.s, path.len);
        f->fd = open_ours(path.s);
    }
    li_text_clear(ctx, &path);
}

/* ---- for one compilation ---- */

li_status li_folder_temporary(li_ctx *ctx, li_folder *f)
{
    const char *base = getenv("TMPDIR");
    li_text path;

    *f = (li_folder){ .fd = -1 };
    li_text_init(&path);
    li_text_printf(ctx, &path, "%s/liaison-XXXXXX", base != NULL && base[0] == '/' ? base : "/tmp");
    char *name = li_alloc_string(ctx, li_text_str(&path), path.len);
    li_text_clear(ctx, &path);
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    if (mkdtemp(name) == NULL)
        return li_fail(ctx, LI_ABSENT, "no directory to compile in: %s: %s", name, strerror(errno));
    f->path = name;
    f->fd = open_ours(name);
    if (f->fd >= 0)
        return LI_OK;
    rmdir(name);
    return li_fail(ctx, LI_ABSENT, "no directory to compile in: '%s' is not ours", name);
}

static void remove_files(int folder)
{
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = fd >= 0 ? fdopendir(fd) : NULL;

    for (struct dirent *e; list != NULL && (e = readdir(list)) != NULL;)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            unlinkat(folder, e->d_name, 0);
    if (list != NULL)
        closedir(list);
    else if (fd >= 0)
        close(fd);
}

void li_folder_remove(li_folder *f)
{
    if (f->fd >= 0) {
        remove_files(f->fd);
        rmdir(f->path);
    }
    li_folder_close(f);
}

void li_folder_close(li_folder *f)
{
    if (f->fd >= 0)
        close(f->fd);
    *f = (li_folder){ .fd = -1 };
}

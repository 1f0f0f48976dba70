/* record-file.c - a file that appears whole or not at all */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record.h"

li_status li_file_fail(li_file *f, const char *what, const char *path, int error)
{
    char words[128] = "";

    f->failed = true;
    if (strerror_r(error, words, sizeof words) != 0)
        snprintf(words, sizeof words, "error %d", error);
    return li_fail(f->ctx, LI_FILE, "cannot %s %s: %s", what, path, words);
}

/* ---- open, close ---- */

static char *joined(li_ctx *ctx, const char *a, const char *b)
{
    size_t len = strlen(a), more = strlen(b);
    char *s = li_new(ctx, len + more + 1, 1);

    if (s != NULL) {
        memcpy(s, a, len);
        memcpy(s + len, b, more);
    }
    return s;
}

/* The name at the end must be free, or that of a file. */
static li_status look_at_target(li_file *f)
{
    struct stat there;

    if (stat(f->path, &there) != 0 || S_ISREG(there.st_mode))
        return LI_OK;
    return S_ISDIR(there.st_mode) ? li_file_fail(f, "write", f->path, EISDIR) : li_fail(f->ctx, LI_FILE, "%s is not a file that can be replaced", f->path);
}

/* No other program may write it, nor have given it its name at the end meanwhile. Where files cannot be locked, none is asked. */
static bool lock(li_file *f)
{
    struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    struct stat here, there;

    if (fcntl(f->fd, F_SETLK, &whole) != 0 && (errno == EACCES || errno == EAGAIN))
        return false;
    return fstat(f->fd, &here) == 0 && stat(f->part, &there) == 0 && here.st_ino == there.st_ino && here.st_dev == there.st_dev;
}

/* The file under its name for now, ours alone. One that another program is writing is left as it is. */
static li_status take_part(li_file *f, li_file_age age)
{
    int fd = open(f->part, O_RDWR | O_NOFOLLOW | O_CLOEXEC | (age == LI_FILE_NEW ? O_CREAT : 0), 0666);
    struct stat there;

    if (fd < 0)
        return li_file_fail(f, age == LI_FILE_NEW ? "write" : "go on with", f->part, errno);
    f->fd = fd;
    if (fstat(fd, &there) != 0 || !S_ISREG(there.st_mode))
        li_fail(f->ctx, LI_FILE, "%s is not a file", f->part);
    else if (!lock(f))
        li_fail(f->ctx, LI_FILE, "%s is being written by another program", f->part);
    else if (age == LI_FILE_NEW && ftruncate(fd, 0) != 0)
        li_file_fail(f, "write", f->part, errno);
    else
        return LI_OK;
    close(fd);
    return LI_FILE;
}

static void forget(li_file *f)
{
    li_drop(f->ctx, f->path);
    li_drop(f->ctx, f->part);
    li_drop(f->ctx, f->buffer);
    *f = (li_file){ .ctx = f->ctx, .fd = -1, .failed = true };
}

li_status li_file_open(li_ctx *ctx, li_file *f, const char *path, const char *ending, li_file_age age)
{
    *f = (li_file){ .ctx = ctx, .fd = -1, .path = joined(ctx, path, ""), .part = joined(ctx, path, ending), .buffer = li_new(ctx, LI_BUFFER, 1) };
    li_status status = f->path == NULL || f->part == NULL || f->buffer == NULL ? LI_MEMORY : look_at_target(f);

    if (status == LI_OK)
        status = take_part(f, age);
    if (status != LI_OK)
        forget(f);
    return status;
}

li_status li_file_on(li_ctx *ctx, li_file *f, int fd)
{
    *f = (li_file){ .ctx = ctx, .fd = fd, .part = joined(ctx, "the standard output", ""), .buffer = li_new(ctx, LI_BUFFER, 1) };
    if (f->part != NULL && f->buffer != NULL)
        return LI_OK;
    forget(f);
    return LI_MEMORY;
}

void li_file_close(li_file *f, bool remove)
{
    if (f->path != NULL && remove)
        unlink(f->part);
    if (f->path != NULL)
        close(f->fd);
    forget(f);
}

/* ---- bytes ---- */

static bool write_all(li_file *f, const char *s, size_t len)
{
    while (len > 0 && !f->failed) {
        ssize_t n = write(f->fd, s, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            li_file_fail(f, "write", f->part, n < 0 ? errno : ENOSPC);
            return false;
        }
        s += n;
        len -= (size_t)n;
    }
    return !f->failed;
}

static li_status state(const li_file *f) { return f->failed ? LI_FILE : LI_OK; }

li_status li_file_flush(li_file *f)
{
    write_all(f, f->buffer, f->used);
    f->used = 0;
    return state(f);
}

char *li_file_room(li_file *f)
{
    if (LI_BUFFER - f->used < LI_LONGEST_NUMBER)
        li_file_flush(f);
    return f->buffer + f->used;
}

void li_file_take(li_file *f, size_t len)
{
    f->used += len;
    f->bytes += len;
}

void li_file_put(li_file *f, const char *s, size_t len)
{
    while (len > 0) {
        size_t room = LI_BUFFER - f->used, n = len < room ? len : room;
        memcpy(f->buffer + f->used, s, n);
        li_file_take(f, n);
        s += n;
        len -= n;
        if (f->used == LI_BUFFER)
            li_file_flush(f);
    }
}

void li_file_put_text(li_file *f, const char *s) { li_file_put(f, s, strlen(s)); }

li_status li_file_read(li_file *f, void *to, size_t count, uint64_t at)
{
    char *s = to;

    while (count > 0 && !f->failed) {
        ssize_t n = pread(f->fd, s, count, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return li_file_fail(f, "read", f->part, n < 0 ? errno : EIO);
        s += n;
        at += (uint64_t)n;
        count -= (size_t)n;
    }
    return state(f);
}

li_status li_file_write_at(li_file *f, const void *from, size_t count, uint64_t at)
{
    if (!f->failed && lseek(f->fd, (off_t)at, SEEK_SET) < 0)
        li_file_fail(f, "write", f->part, errno);
    write_all(f, from, count);
    return state(f);
}

li_status li_file_cut(li_file *f, uint64_t bytes)
{
    f->bytes = bytes;
    if (ftruncate(f->fd, (off_t)bytes) != 0 || lseek(f->fd, (off_t)bytes, SEEK_SET) < 0)
        return li_file_fail(f, "cut", f->part, errno);
    return LI_OK;
}

uint64_t li_file_size(const li_file *f)
{
    struct stat there;
    return fstat(f->fd, &there) == 0 && there.st_size > 0 ? (uint64_t)there.st_size : 0;
}

/* ---- safety ---- */

/* A new name is safe when its directory is; some systems cannot do that, and then it is not asked. */
static void sync_directory(li_file *f)
{
    char *slash = strrchr(f->path, '/');

    if (slash != NULL && slash > f->path)
        *slash = '\0';
    int fd = open(slash == NULL ? "." : slash > f->path ? f->path : "/", O_RDONLY | O_CLOEXEC);
    if (slash != NULL)
        *slash = '/';
    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

li_status li_file_sync(li_file *f)
{
    if (li_file_flush(f) == LI_OK && f->path != NULL && fsync(f->fd) != 0)
        li_file_fail(f, "write", f->part, errno);
    if (!f->failed && f->path != NULL)
        sync_directory(f);
    return state(f);
}

/* The lock is held until the file has its name; after fsync, close has nothing to add. */
li_status li_file_name(li_file *f)
{
    if (li_file_sync(f) != LI_OK)
        return LI_FILE;
    if (f->path != NULL && rename(f->part, f->path) != 0)
        return li_file_fail(f, "write", f->path, errno);
    if (f->path != NULL)
        sync_directory(f);
    li_file_close(f, false);
    return LI_OK;
}

li_status li_file_whole(li_ctx *ctx, const char *path, const char *text, size_t len)
{
    li_file f;

    if (li_file_open(ctx, &f, path, ".part", LI_FILE_NEW) != LI_OK)
        return LI_FILE;
    li_file_put(&f, text, len);
    li_status status = li_file_name(&f);
    if (status != LI_OK)
        li_file_close(&f, true);
    return status;
}

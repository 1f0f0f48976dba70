/* object.c - compiled objects in the cache */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "object.h"

enum { MOST_FILES = 200, PART = 1 << 14, NAME = LI_SHA256_HEX + 60, FORGOTTEN = 3600 };      /* seconds after which nobody writes any more */

static const char word[] = "liaison object 1";
static const int64_t most_bytes = INT64_C(256) << 20;

typedef struct { char text[sizeof word - 1 + 2 * LI_SHA256_HEX + 1]; } seal;

enum { SEAL = sizeof(seal) - 1 };

/* ---- one object ---- */

int li_object_open(int folder, const char *name)
{
    struct stat s;
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

    if (fd < 0)
        return -1;
    if (fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_uid == geteuid() && (s.st_mode & (S_IWGRP | S_IWOTH)) == 0 && s.st_nlink <= 1)
        return fd;                     /* without a link: replaced since by a newer one */
    close(fd);
    return -1;
}

static bool read_all(int fd, void *data, size_t len, off_t from)
{
    for (char *to = data; len > 0;) {
        ssize_t n = pread(fd, to, len, from);
        if (n <= 0)
            return false;
        to += n, len -= (size_t)n, from += n;
    }
    return true;
}

static bool write_all(int fd, const void *data, size_t len)
{
    for (const char *from = data; len > 0;) {
        ssize_t n = write(fd, from, len);
        if (n <= 0)
            return false;
        from += n, len -= (size_t)n;
    }
    return true;
}

/* The seal of the first `size` bytes of a file, which are copied on the way (to >= 0). */
static bool seal_of(seal *out, const char *key, int fd, off_t size, int to)
{
    char part[PART], sum[LI_SHA256_HEX + 1];
    li_sha256 s;

    li_sha256_init(&s);
    for (off_t at = 0; at < size;) {
        size_t n = size - at < PART ? (size_t)(size - at) : PART;
        if (!read_all(fd, part, n, at) || (to >= 0 && !write_all(to, part, n)))
            return false;
        li_sha256_put(&s, part, n);
        at += (off_t)n;
    }
    li_sha256_hex(&s, sum);
    snprintf(out->text, sizeof out->text, "%s%s%s", word, key, sum);
    return true;
}

static bool is_sealed(int fd, const char *key)
{
    seal expected, found;
    struct stat s;

    return fstat(fd, &s) == 0 && s.st_size > SEAL && seal_of(&expected, key, fd, s.st_size - SEAL, -1) &&
           read_all(fd, found.text, SEAL, s.st_size - SEAL) && memcmp(expected.text, found.text, SEAL) == 0;
}

int li_object_find(int folder, const char *key)
{
    char name[NAME];

    snprintf(name, sizeof name, "%s.so", key);
    int fd = li_object_open(folder, name);
    if (fd >= 0 && is_sealed(fd, key)) {
        futimens(fd, NULL);
        return fd;
    }
    if (fd >= 0)
        close(fd);
    return -1;
}

void li_object_drop(int folder, const char *key)
{
    char name[NAME];
    snprintf(name, sizeof name, "%s.so", key);
    unlinkat(folder, name, 0);
}

/* ---- keeping ---- */

static int new_file(int folder, const char *key, char name[NAME])
{
    int fd = -1;

    for (int k = 0; k < 100 && fd < 0; k++) {
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        snprintf(name, NAME, "%s.%ld-%ld", key, (long)getpid(), t.tv_nsec);
        fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    }
    return fd;
}

typedef struct { char name[NAME]; struct timespec used; int64_t bytes; } entry;

static int by_last_use(const void *a, const void *b)
{
    const struct timespec *x = &((const entry *)a)->used, *y = &((const entry *)b)->used;

    if (x->tv_sec != y->tv_sec)
        return x->tv_sec < y->tv_sec ? 1 : -1;
    return x->tv_nsec < y->tv_nsec ? 1 : x->tv_nsec > y->tv_nsec ? -1 : 0;
}

/* 1: an object; -1: one that was being written; 0: not ours to remove. */
static int kind_of(const char *name)
{
    if (strspn(name, "0123456789abcdef") != LI_SHA256_HEX || strlen(name) >= NAME)
        return 0;
    const char *rest = name + LI_SHA256_HEX;
    return strcmp(rest, ".so") == 0 ? 1 : rest[0] == '.' && strspn(rest + 1, "0123456789-") == strlen(rest + 1) ? -1 : 0;
}

/* The objects of the cache; files that a process did not finish are removed on the way. */
static size_t list_objects(DIR *list, entry *e, size_t most)
{
    size_t count = 0;
    struct stat s;
    time_t now = time(NULL);

    for (struct dirent *d; (d = readdir(list)) != NULL && count < most;) {
        int kind = kind_of(d->d_name);
        if (kind == 0 || fstatat(dirfd(list), d->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (kind < 0 && s.st_mtim.tv_sec < now - FORGOTTEN)
            unlinkat(dirfd(list), d->d_name, 0);
        if (kind < 0)
            continue;
        e[count] = (entry){ .used = s.st_mtim, .bytes = s.st_size };
        strcpy(e[count++].name, d->d_name);
    }
    return count;
}

/* The objects that were not used for the longest time go. */
static void keep_small(int folder)
{
    enum { MOST = 2 * MOST_FILES };
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = fd >= 0 ? fdopendir(fd) : NULL;
    entry *e = malloc(MOST * sizeof *e);
    int64_t bytes = 0;

    size_t count = list != NULL && e != NULL ? list_objects(list, e, MOST) : 0;
    if (count > 0)
        qsort(e, count, sizeof *e, by_last_use);
    for (size_t i = 0; i < count; i++) {
        bytes += e[i].bytes;
        if (i >= MOST_FILES || (i > 0 && bytes > most_bytes))
            unlinkat(folder, e[i].name, 0);
    }
    free(e);
    if (list != NULL)
        closedir(list);
    else if (fd >= 0)
        close(fd);
}

bool li_object_keep(int folder, const char *key, int from)
{
    char name[NAME], final[NAME];
    struct stat s;
    seal end;

    int to = fstat(from, &s) == 0 ? new_file(folder, key, name) : -1;
    if (to < 0)
        return false;
    bool kept = seal_of(&end, key, from, s.st_size, to) && write_all(to, end.text, SEAL);
    kept = close(to) == 0 && kept;
    snprintf(final, sizeof final, "%s.so", key);
    kept = kept && renameat(folder, name, folder, final) == 0;
    if (!kept)
        unlinkat(folder, name, 0);
    else
        keep_small(folder);
    return kept;
}

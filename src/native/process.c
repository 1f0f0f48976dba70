/* process.c - another program is run
 *
 * Between fork and exec there are only calls that are safe beside threads. The end is seen by waiting for this child alone; the pipe
 * tells no end, since what the child leaves behind may hold it. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "process.h"

enum { TICK = 5, SIGNALS = 32 };       /* milliseconds between two looks; signals with an old name are below */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- the child ---- */

static void as_if_started_alone(void)
{
    struct sigaction usual = { .sa_handler = SIG_DFL };
    sigset_t none;

    setpgid(0, 0);                     /* what it starts is killed with it */
    umask(S_IRWXG | S_IRWXO);
    for (int s = 1; s < SIGNALS; s++)
        sigaction(s, &usual, NULL);
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
}

static void become(const li_process *p, int nothing, int words)
{
    as_if_started_alone();
    if (fchdir(p->folder) == 0 && dup2(nothing, 0) == 0 && dup2(words, 1) == 1 && dup2(words, 2) == 2)
        execve(p->program, p->argument, p->environment);
    _exit(127);
}

/* ---- the parent ---- */

/* A number that is not 0, 1 or 2, so that a child may replace those; closed by exec. */
static int moved_up(int fd)
{
    if (fd < 0)
        return -1;
    int up = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    close(fd);
    return up;
}

static bool open_pipe(int end[2])
{
    if (pipe(end) != 0)
        return end[0] = end[1] = -1, false;
    end[0] = moved_up(end[0]);
    end[1] = moved_up(end[1]);
    return end[0] >= 0 && end[1] >= 0 && fcntl(end[0], F_SETFL, O_NONBLOCK) == 0;
}

/* No handler of the caller runs in the child. */
static pid_t fork_child(const li_process *p, int nothing, int words)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0)
        become(p, nothing, words);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (child > 0)
        setpgid(child, child);         /* here too: whoever comes first */
    return child;
}

typedef struct { char *s; size_t size, len; } words;

static void keep_words(words *w, const char *s, ssize_t n)
{
    for (ssize_t i = 0; i < n && w->len + 1 < w->size; i++) {
        char c = (unsigned char)s[i] < ' ' || s[i] == 127 ? ' ' : s[i];
        if (c != ' ' || (w->len > 0 && w->s[w->len - 1] != ' '))
            w->s[w->len++] = c;
    }
    w->s[w->len] = '\0';
}

/* All that is there now; false: there will be no more. */
static bool listen_to(int from, words *w)
{
    char part[4096];
    ssize_t n;

    while ((n = read(from, part, sizeof part)) > 0)
        keep_words(w, part, n);
    return n < 0 && (errno == EAGAIN || errno == EINTR);
}

static void pause_briefly(int from, bool talks)
{
    struct pollfd one = { .fd = from, .events = POLLIN };
    struct timespec tick = { .tv_nsec = TICK * 1000000L };

    if (talks)
        poll(&one, 1, TICK);
    else
        nanosleep(&tick, NULL);
}

static li_process_end end_of(pid_t got, int status)
{
    if (got < 0)
        return LI_PROCESS_UNKNOWN;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return LI_PROCESS_NOT_STARTED;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? LI_PROCESS_DONE : LI_PROCESS_FAILED;
}

static li_process_end wait_for(pid_t child, int from, double until, words *w)
{
    bool talks = true;
    int status = 0;
    pid_t got;

    while ((got = waitpid(child, &status, WNOHANG)) == 0 && now() < until) {
        pause_briefly(from, talks);
        talks = talks && listen_to(from, w);
    }
    if (got == 0) {
        kill(-child, SIGKILL);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
        return LI_PROCESS_LATE;
    }
    listen_to(from, w);
    return end_of(got, status);
}

li_process_end li_process_run(const li_process *p, char *said, size_t size)
{
    words w = { .s = said, .size = size };
    int pipes[2] = { -1, -1 }, nothing = moved_up(open("/dev/null", O_RDONLY));
    li_process_end end = LI_PROCESS_NOT_STARTED;

    said[0] = '\0';
    pid_t child = open_pipe(pipes) && nothing >= 0 ? fork_child(p, nothing, pipes[1]) : -1;
    if (pipes[1] >= 0)
        close(pipes[1]);
    if (child > 0)
        end = wait_for(child, pipes[0], now() + p->seconds, &w);
    if (pipes[0] >= 0)
        close(pipes[0]);
    if (nothing >= 0)
        close(nothing);
    return end;
}

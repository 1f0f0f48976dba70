/* process.h - another program is run: no shell, a time limit, what it says is kept */
#ifndef LI_NATIVE_PROCESS_H
#define LI_NATIVE_PROCESS_H

#include <stddef.h>

typedef struct {
    const char *program;               /* its path */
    char *const *argument, *const *environment;
    int    folder;                     /* a descriptor: where it runs */
    double seconds;                    /* it is killed then, with all that it started */
} li_process;

/* UNKNOWN: it has ended, but who else waits for children has taken its status. */
typedef enum { LI_PROCESS_DONE, LI_PROCESS_FAILED, LI_PROCESS_UNKNOWN, LI_PROCESS_LATE, LI_PROCESS_NOT_STARTED } li_process_end;

/* Its input is empty; the beginning of what it writes to its output or to its errors comes to `said`, on one line. Signals, children
 * and threads of the caller are left alone. */
li_process_end li_process_run(const li_process *p, char *said, size_t size);

#endif

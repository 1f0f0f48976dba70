/* signals.c - Ctrl-C, which ends what is long */
#include <signal.h>

#include "cli.h"

static volatile sig_atomic_t signalled;

static void interrupt(int signal) { (void)signal; signalled = 1; }

bool interrupted(void) { return signalled != 0; }

void listen_to_signals(void)
{
    struct sigaction action = { .sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND };    /* a second one ends the program */

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* A run under way, watched from a line: Ctrl-C stops the run (not the program), and progress is
 * said in words, at most every 10 % or 10 s.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_WATCH_H
#define CLI_WATCH_H

#include <signal.h>

#include "app/cli/cli.h"

struct cli_watch {
    struct gr_watch watch; /* hand &watch to the grader */
    int out;               /* file descriptor for progress; -1: none */
    char step[64];         /* what was said last */
    uint64_t tenth;
    int64_t said_ms;
    sigset_t before; /* the signal mask to go back to */
};

/* From here to cli_watch_end SIGINT is held back and asked for. Progress goes to standard error
 * where somebody looks at it, or to `out` >= 0. */
void cli_watch_start(struct cli_watch *watch, const struct cli *cli, int out);
void cli_watch_end(struct cli_watch *watch);

/* Takes a SIGINT that was held back; whether there was one. */
bool cli_take_interrupt(void);

#endif

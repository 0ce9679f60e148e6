/* A program on a terminal of its own, under a parent that does what an interactive shell does:
 * gives it the terminal, notices when it stops, takes the terminal back with its own settings and
 * switches bracketed paste off, and continues it on demand. Tests of job control need that parent:
 * a program that is session leader itself cannot be stopped.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEST_PTY_H
#define TEST_PTY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum pty_news { PTY_NOTHING, PTY_STARTED, PTY_STOPPED, PTY_ENDED };

struct pty {
    int master;       /* our end of the terminal; -1 when closed */
    int news, orders; /* pipes from and to the parent */
    pid_t parent, program;
    enum pty_news last;
    int status;        /* of PTY_ENDED: exit status, or 128+n */
    bool same_termios; /* of PTY_STOPPED and PTY_ENDED: the terminal is as it was at first */
};

/* Starts argv[0] with this environment on a terminal of this size; ends the test when the system
 * does not let it. Waits until the program has been started. */
void pty_start(struct pty *pty, const char *const *argv, const char *const *env, int rows,
               int columns);
/* Takes what has come from the parent, waiting at most this long for it. */
enum pty_news pty_news(struct pty *pty, int wait_ms);
void pty_continue(struct pty *pty);
void pty_signal(const struct pty *pty, int signal_number);
void pty_resize(const struct pty *pty, int rows, int columns);
/* Closes the terminal under the program. */
void pty_hang_up(struct pty *pty);
/* Ends whatever still runs. */
void pty_end(struct pty *pty);

#endif

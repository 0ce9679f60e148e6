/* One helper process: started, spoken to over a socket, listened to, killed. It never outlives us,
 * can never make us wait, and its death cannot kill us.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_KN_CHILD_H
#define GR_KN_CHILD_H

#include <stdbool.h>
#include <stddef.h>

#include <sys/types.h>

#include "grader/base/err.h"
#include "grader/base/str.h"

enum { GR_KN_WORDS = 512 };

struct gr_kn_child {
    pid_t pid;                    /* 0: none */
    pid_t stray;                  /* killed but not yet gone (a driver holds it); 0: none */
    int socket;                   /* its standard input and output; -1: none */
    int errors;                   /* its standard error; -1: none */
    size_t words;                 /* bytes used in last_words */
    char last_words[GR_KN_WORDS]; /* the end of what it wrote to standard error */
};

void gr_kn_child_init(struct gr_kn_child *child);
/* argv is NULL-ended; argv[0] is the program's path. GR_E_MACHINE when it cannot be run. */
GR_MUST_CHECK bool gr_kn_child_start(struct gr_kn_child *child, char *const argv[],
                                     struct gr_err *err);
/* Sends all of `text` at once; false when the child is gone or does not read. */
GR_MUST_CHECK bool gr_kn_child_send(struct gr_kn_child *child, struct gr_str text);
/* Bytes received; 0 nothing now; -1 the child closed its end. */
ssize_t gr_kn_child_receive(struct gr_kn_child *child, char *out, size_t size);
/* Collects standard error, so that the child never waits for us. */
void gr_kn_child_listen(struct gr_kn_child *child);
/* The last line it wrote to standard error, made fit for one line of text; returns out. */
const char *gr_kn_child_last_line(const struct gr_kn_child *child, char *out, size_t size);
/* Kills the whole process group and reaps. Returns the wait status, or -1 when the process did not
 * go within a tenth of a second (then it is reaped later). `grace_ms`: time to end by itself. */
int gr_kn_child_end(struct gr_kn_child *child, int grace_ms);
/* Collects an earlier child that was killed but had not gone when it was ended: on a busy machine
 * that takes longer than a screen may wait. Waits a few seconds at most. */
void gr_kn_child_bury(struct gr_kn_child *child);

#endif

/* A program under test as a process: arguments, environment, input; its output, errors and status,
 * with a deadline. Nothing of the caller's environment leaks in except what is passed.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEST_PROC_H
#define TEST_PROC_H

#include <stdbool.h>
#include <sys/types.h>

#include "grader/base/str.h"

enum { PROC_DEADLINE_MS = 30000 };

struct proc_spec {
    const char *const *argv; /* argv[0] is the path of the program; ends with NULL */
    const char *const *env;  /* "NAME=value"; ends with NULL */
    const char *folder;      /* to start in; NULL: where the test stands */
    const char *output;      /* standard output goes to this file; NULL: it is kept */
    int most_file_bytes;     /* RLIMIT_FSIZE; 0: none */
    bool no_output;          /* starts with standard output closed */
};

struct proc { /* {0} before proc_start */
    pid_t pid;
    int in, out, err; /* our ends; -1 when closed */
    struct gr_buf out_text, err_text;
    int status; /* exit status, or 128+n */
    bool has_ended;
};

/* These fail the running test when the system does not let them. */
void proc_start(struct proc *proc, const struct proc_spec *spec);
/* Writes to its input while taking its output. False when it no longer reads. */
bool proc_write(struct proc *proc, struct gr_str text);
void proc_close_input(struct proc *proc);
/* Stops reading its output, as `head` does. */
void proc_close_output(struct proc *proc);
/* Waits until its output so far contains `text`; false at the deadline or its end. */
bool proc_wait_text(struct proc *proc, const char *text);
/* Waits until its output is at least `bytes` long, or ended. */
void proc_wait_bytes(struct proc *proc, size_t bytes);
/* Takes output for `ms`, or until it ends. */
void proc_take(struct proc *proc, int ms);
/* To the end of the process; kills it (and fails the test) at the deadline. */
void proc_wait(struct proc *proc);
void proc_kill(struct proc *proc, int signal_number);
void proc_free(struct proc *proc);

/* Start, input, wait. */
void proc_run(struct proc *proc, const struct proc_spec *spec, struct gr_str input);

#endif

/* `kn` as a process: started with words, fed text, its output collected up to a deadline.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_KN_PROCESS_H
#define TESTS_KN_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include <sys/types.h>

enum { KN_OUTPUT_MAX = 1 << 20, KN_PROCESS_WORDS_MAX = 12 };

struct kn_process {
    pid_t pid;
    int to, from; /* its standard input and output; -1 when closed */
};

struct kn_outcome {
    int exit_code; /* -1 when a signal ended it */
    int signal_number;
    char *text; /* owned: what it printed, NUL-terminated */
    size_t length;
};

/* Starts the kn of WALLCLOCK_BIN with the words of `line`, cut at spaces; standard error goes to
 * /dev/null. `isa` is WALLCLOCK_ISA for it, or NULL. Fails the test when it cannot. */
struct kn_process kn_process_start(const char *line, const char *isa);

/* Writes to its input; false when it is gone. */
bool kn_process_feed(struct kn_process *process, const char *bytes, size_t size);
void kn_process_close_input(struct kn_process *process);

/* Reads until `until` has been printed (NULL: until it closes its output); fails the test after 30
 * s. The caller frees the text. */
char *kn_process_read(struct kn_process *process, const char *until);

/* Closes its input, reads all and waits for it. Free the text. */
struct kn_outcome kn_process_end(struct kn_process *process);

/* All of it: start, feed `input`, end. */
struct kn_outcome kn_process_run(const char *line, const char *isa, const char *input, size_t size);

#endif

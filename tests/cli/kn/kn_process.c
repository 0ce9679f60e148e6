/* fork, exec, two pipes and poll. Every wait has a deadline; none sleeps.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "kn_process.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEADLINE_MS = 30000 };

static void exec_kn(const char *line, const char *isa)
{
    char path[1024], words[1024];
    char *argv[KN_PROCESS_WORDS_MAX + 2] = {path};
    size_t count = 1;
    const char *bin = getenv("WALLCLOCK_BIN");
    (void)snprintf(path, sizeof path, "%s/kn", bin != NULL ? bin : ".");
    (void)snprintf(words, sizeof words, "%s", line);
    char *at = words[0] != '\0' ? words : NULL;
    while (at != NULL && count <= KN_PROCESS_WORDS_MAX) {
        argv[count++] = at;
        at = strchr(at, ' ');
        if (at != NULL) {
            *at++ = '\0';
        }
    }
    argv[count] = NULL;
    if (isa != NULL) {
        (void)setenv("WALLCLOCK_ISA", isa, 1);
    } else {
        (void)unsetenv("WALLCLOCK_ISA");
    }
    (void)execv(path, argv);
    _exit(126);
}

struct kn_process kn_process_start(const char *line, const char *isa)
{
    int in[2], out[2];
    ck_assert_int_eq(pipe(in), 0);
    ck_assert_int_eq(pipe(out), 0);
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        (void)dup2(in[0], STDIN_FILENO);
        (void)dup2(out[1], STDOUT_FILENO);
        (void)dup2(nowhere, STDERR_FILENO);
        (void)close(in[0]);
        (void)close(in[1]);
        (void)close(out[0]);
        (void)close(out[1]);
        exec_kn(line, isa);
    }
    (void)close(in[0]);
    (void)close(out[1]);
    (void)fcntl(in[1], F_SETFD, FD_CLOEXEC);
    (void)fcntl(out[0], F_SETFD, FD_CLOEXEC);
    return (struct kn_process){.pid = pid, .to = in[1], .from = out[0]};
}

bool kn_process_feed(struct kn_process *process, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(process->to, bytes, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

void kn_process_close_input(struct kn_process *process)
{
    if (process->to >= 0) {
        (void)close(process->to);
    }
    process->to = -1;
}

static char *read_until(struct kn_process *process, const char *until, size_t *length)
{
    char *text = calloc(KN_OUTPUT_MAX + 1, 1);
    ck_assert_ptr_nonnull(text);
    *length = 0;
    while (until == NULL || strstr(text, until) == NULL) {
        struct pollfd wait_for = {.fd = process->from, .events = POLLIN};
        int ready = poll(&wait_for, 1, DEADLINE_MS);
        ck_assert_msg(ready > 0, "kn said nothing for %d ms after: %s", DEADLINE_MS, text);
        ssize_t got = read(process->from, text + *length, KN_OUTPUT_MAX - *length);
        if (got <= 0) {
            break;
        }
        *length += (size_t)got;
        ck_assert_uint_lt(*length, KN_OUTPUT_MAX);
    }
    return text;
}

char *kn_process_read(struct kn_process *process, const char *until)
{
    size_t length = 0;
    return read_until(process, until, &length);
}

struct kn_outcome kn_process_end(struct kn_process *process)
{
    struct kn_outcome outcome = {.exit_code = -1, .signal_number = 0};
    int status = 0;
    kn_process_close_input(process);
    outcome.text = read_until(process, NULL, &outcome.length);
    (void)close(process->from);
    ck_assert_int_eq(waitpid(process->pid, &status, 0), process->pid);
    if (WIFEXITED(status)) {
        outcome.exit_code = WEXITSTATUS(status);
    } else {
        outcome.signal_number = WTERMSIG(status);
    }
    return outcome;
}

struct kn_outcome kn_process_run(const char *line, const char *isa, const char *input, size_t size)
{
    struct kn_process process = kn_process_start(line, isa);
    if (size > 0) {
        ck_assert(kn_process_feed(&process, input, size));
    }
    return kn_process_end(&process);
}

/* See process.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CANNOT_RUN = 127 };

static int64_t now_ms(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* We ignore SIGPIPE and may hold SIGINT back; a program of its own starts with neither. */
static void usual_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    struct sigaction usual = {.sa_handler = SIG_DFL};
    (void)sigaction(SIGPIPE, &usual, NULL);
}

static void run_child(char *const *argv, int out)
{
    int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
        dup2(nothing, STDERR_FILENO) < 0)
        _exit(CANNOT_RUN);
    usual_signals();
    (void)execv(argv[0], argv);
    _exit(CANNOT_RUN);
}

/* Until the end of its output; false when the deadline came first. */
static bool collect(int fd, int deadline_ms, struct gr_buf *out)
{
    int64_t until = now_ms() + deadline_ms;
    for (;;) {
        int64_t left = until - now_ms();
        struct pollfd news = {.fd = fd, .events = POLLIN};
        int ready = left <= 0 ? 0 : poll(&news, 1, (int)left);
        if (ready == 0)
            return false;
        if (ready < 0)
            continue; /* EINTR: the deadline still ends it */
        char piece[4096];
        ssize_t got = read(fd, piece, sizeof piece);
        if (got == 0 || (got < 0 && errno != EINTR))
            return true;
        if (got > 0)
            gr_buf_add(out, (struct gr_str){.ptr = piece, .len = (size_t)got});
    }
}

static int reap(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

bool process_capture(char *const *argv, int deadline_ms, struct gr_buf *out, int *status,
                     struct gr_err *err)
{
    int ends[2];
    if (pipe(ends) != 0)
        return gr_fail(err, GR_E_MACHINE, "no pipe: %s", strerror(errno));
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    pid_t child = fork();
    if (child == 0)
        run_child(argv, ends[1]);
    int cause = errno;
    (void)close(ends[1]);
    if (child < 0) {
        (void)close(ends[0]);
        return gr_fail(err, GR_E_MACHINE, "no process: %s", strerror(cause));
    }
    bool ended = collect(ends[0], deadline_ms, out);
    (void)close(ends[0]);
    if (!ended)
        (void)kill(child, SIGKILL);
    *status = reap(child);
    if (!ended)
        return gr_fail(err, GR_E_MACHINE, "%s did not end within %d ms and was stopped", argv[0],
                       deadline_ms);
    if (*status == CANNOT_RUN)
        return gr_fail(err, GR_E_MACHINE, "cannot run %s", argv[0]);
    return true;
}

bool process_become(char *const *argv, struct gr_err *err)
{
    usual_signals();
    (void)execv(argv[0], argv);
    return gr_fail(err, GR_E_MACHINE, "cannot run %s: %s", argv[0], strerror(errno));
}

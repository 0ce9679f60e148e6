/* See proc.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/proc.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OUTPUT_MOST = 64 << 20 };

static long long now_ms(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Ends above the standard descriptors, whatever of those is closed here: dup2 onto itself would
 * keep the close-on-exec flag. */
static void make_pipe(int ends[2])
{
    int low[2];
    ck_assert_int_eq(pipe(low), 0);
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, 3);
        ck_assert_int_ge(ends[i], 3);
        (void)close(low[i]);
    }
}

static void become(const struct proc_spec *spec, int in, int out, int err)
{
    sigset_t none;
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)sigaction(SIGPIPE, &usual, NULL);
    if (spec->output != NULL)
        out = open(spec->output, O_WRONLY | O_CREAT, 0600);
    if (spec->most_file_bytes > 0) {
        struct rlimit limit = {.rlim_cur = (rlim_t)spec->most_file_bytes,
                               .rlim_max = (rlim_t)spec->most_file_bytes};
        (void)sigaction(SIGXFSZ, &usual, NULL);
        (void)setrlimit(RLIMIT_FSIZE, &limit);
    }
    if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0)
        _exit(126);
    if (spec->no_output)
        (void)close(STDOUT_FILENO);
    if (spec->folder != NULL && chdir(spec->folder) != 0)
        _exit(126);
    char *argv[320], *env[64];
    size_t i = 0;
    for (; i < 319 && spec->argv[i] != NULL; i++)
        memcpy(&argv[i], &spec->argv[i], sizeof argv[i]);
    argv[i] = NULL;
    for (i = 0; i < 63 && spec->env[i] != NULL; i++)
        memcpy(&env[i], &spec->env[i], sizeof env[i]);
    env[i] = NULL;
    if (argv[0] != NULL)
        (void)execve(argv[0], argv, env);
    _exit(127);
}

void proc_start(struct proc *proc, const struct proc_spec *spec)
{
    int in[2], out[2], err[2];
    make_pipe(in);
    make_pipe(out);
    make_pipe(err);
    *proc = (struct proc){.in = in[1], .out = out[0], .err = err[0], .status = -1};
    gr_buf_start(&proc->out_text, OUTPUT_MOST);
    gr_buf_start(&proc->err_text, OUTPUT_MOST);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    (void)sigaction(SIGPIPE, &ignore, NULL);
    proc->pid = fork();
    ck_assert_int_ge(proc->pid, 0);
    if (proc->pid == 0)
        become(spec, in[0], out[1], err[1]);
    (void)close(in[0]);
    (void)close(out[1]);
    (void)close(err[1]);
    (void)fcntl(proc->in, F_SETFL, O_NONBLOCK);
}

static void close_end(int *fd)
{
    if (*fd >= 0)
        (void)close(*fd);
    *fd = -1;
}

static void take(int *fd, struct gr_buf *text)
{
    char piece[65536];
    ssize_t got = read(*fd, piece, sizeof piece);
    if (got > 0)
        gr_buf_add(text, (struct gr_str){.ptr = piece, .len = (size_t)got});
    else if (got == 0 || errno != EINTR)
        close_end(fd);
}

/* Waits at most `ms` for output, or for room to write when `writes`; true when it can be written.
 */
static bool turn(struct proc *proc, int ms, bool writes)
{
    struct pollfd fds[3] = {{.fd = proc->out, .events = POLLIN},
                            {.fd = proc->err, .events = POLLIN},
                            {.fd = writes ? proc->in : -1, .events = POLLOUT}};
    if (poll(fds, 3, ms) <= 0)
        return false;
    if (fds[0].revents != 0)
        take(&proc->out, &proc->out_text);
    if (fds[1].revents != 0)
        take(&proc->err, &proc->err_text);
    return fds[2].revents != 0;
}

bool proc_write(struct proc *proc, struct gr_str text)
{
    long long until = now_ms() + PROC_DEADLINE_MS;
    while (text.len > 0 && proc->in >= 0 && now_ms() < until) {
        if (!turn(proc, 100, true))
            continue;
        ssize_t wrote = write(proc->in, text.ptr, text.len);
        if (wrote > 0)
            text = gr_str_from(text, (size_t)wrote);
        else if (errno != EAGAIN && errno != EINTR)
            return false;
    }
    return text.len == 0;
}

void proc_close_input(struct proc *proc)
{
    close_end(&proc->in);
}

void proc_close_output(struct proc *proc)
{
    close_end(&proc->out);
}

bool proc_wait_text(struct proc *proc, const char *text)
{
    long long until = now_ms() + PROC_DEADLINE_MS;
    while (strstr(gr_buf_cstr(&proc->out_text), text) == NULL) {
        if (proc->out < 0 || now_ms() >= until)
            return false;
        (void)turn(proc, 100, false);
    }
    return true;
}

void proc_wait_bytes(struct proc *proc, size_t bytes)
{
    long long until = now_ms() + PROC_DEADLINE_MS;
    while (proc->out_text.len < bytes && proc->out >= 0 && now_ms() < until)
        (void)turn(proc, 100, false);
}

void proc_take(struct proc *proc, int ms)
{
    long long until = now_ms() + ms;
    for (long long left = ms; left > 0 && (proc->out >= 0 || proc->err >= 0);
         left = until - now_ms())
        (void)turn(proc, (int)left, false);
}

void proc_kill(struct proc *proc, int signal_number)
{
    if (!proc->has_ended)
        (void)kill(proc->pid, signal_number);
}

/* The status, once; -1 while it runs. */
static bool reap(struct proc *proc)
{
    int status = 0;
    if (proc->has_ended || waitpid(proc->pid, &status, WNOHANG) != proc->pid)
        return proc->has_ended;
    proc->has_ended = true;
    proc->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return true;
}

void proc_wait(struct proc *proc)
{
    long long until = now_ms() + PROC_DEADLINE_MS;
    while ((proc->out >= 0 || proc->err >= 0) && now_ms() < until)
        (void)turn(proc, 200, false);
    while (!reap(proc) && now_ms() < until)
        (void)poll(NULL, 0, 1); /* its output has ended, so its end is near */
    bool ended = reap(proc);
    if (!ended)
        proc_kill(proc, SIGKILL);
    ck_assert_msg(ended, "still running after %d ms; it said:\n%s%s", PROC_DEADLINE_MS,
                  gr_buf_cstr(&proc->out_text), gr_buf_cstr(&proc->err_text));
}

void proc_free(struct proc *proc)
{
    if (proc->pid == 0)
        return; /* never started */
    close_end(&proc->in);
    close_end(&proc->out);
    close_end(&proc->err);
    if (!proc->has_ended && proc->pid > 0) {
        proc_kill(proc, SIGKILL);
        (void)waitpid(proc->pid, NULL, 0);
    }
    gr_buf_free(&proc->out_text);
    gr_buf_free(&proc->err_text);
}

void proc_run(struct proc *proc, const struct proc_spec *spec, struct gr_str input)
{
    proc_start(proc, spec);
    (void)proc_write(proc, input); /* a program may end without reading all of it */
    proc_close_input(proc);
    proc_wait(proc);
}

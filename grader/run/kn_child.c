/* See kn_child.h. A socket pair stands for standard input and output, because only sending on a
 * socket can be told not to raise SIGPIPE (MSG_NOSIGNAL), whatever signal state the program has.
 * Standard error is a pipe whose write end does not block: a flood there is cut, it never stops the
 * child. Between fork and exec only async-signal-safe calls are made.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/run/kn_child.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

extern char **environ;

void gr_kn_child_init(struct gr_kn_child *child)
{
    *child = (struct gr_kn_child){.socket = -1, .errors = -1};
}

struct ends {       /* what a start holds; -1 is closed */
    int socket[2];  /* ours, the child's */
    int errors[2];  /* read end ours, write end the child's */
    int failure[2]; /* closes at exec; carries errno when exec fails */
};

static void close_end(int *fd)
{
    if (*fd >= 0)
        (void)close(*fd);
    *fd = -1;
}

/* Off the numbers 0 to 2, which the child's own descriptors take. */
static bool lift(int *fd)
{
    if (*fd > 2)
        return true;
    int lifted = fcntl(*fd, F_DUPFD_CLOEXEC, 3);
    if (lifted < 0)
        return false;
    (void)close(*fd);
    *fd = lifted;
    return true;
}

static bool make_pair(int pair[2], bool is_socket)
{
    if ((is_socket ? socketpair(AF_UNIX, SOCK_STREAM, 0, pair) : pipe(pair)) != 0) {
        pair[0] = pair[1] = -1;
        return false;
    }
    for (size_t i = 0; i < 2; i++)
        if (!lift(&pair[i]) || fcntl(pair[i], F_SETFD, FD_CLOEXEC) != 0)
            return false;
    return true;
}

static bool unblock(int fd)
{
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

static bool open_ends(struct ends *ends)
{
    *ends = (struct ends){{-1, -1}, {-1, -1}, {-1, -1}};
    return make_pair(ends->socket, true) && make_pair(ends->errors, false) &&
           make_pair(ends->failure, false) && unblock(ends->socket[0]) &&
           unblock(ends->errors[0]) && unblock(ends->errors[1]);
}

static void close_ends(struct ends *ends)
{
    for (size_t i = 0; i < 2; i++) {
        close_end(&ends->socket[i]);
        close_end(&ends->errors[i]);
        close_end(&ends->failure[i]);
    }
}

/* Signals as a shell would hand them over. */
static void reset_signals(void)
{
    struct sigaction plain = {.sa_handler = SIG_DFL};
    static const int reset[] = {SIGPIPE, SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGTSTP,
                                SIGTTIN, SIGTTOU, SIGCHLD, SIGUSR1, SIGUSR2};
    for (size_t i = 0; i < sizeof reset / sizeof reset[0]; i++)
        (void)sigaction(reset[i], &plain, NULL);
    sigset_t none;
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

/* In the child. Does not come back. */
static void become(const struct ends *ends, char *const argv[], pid_t parent)
{
    (void)setsid(); /* no terminal, and a group of its own to be killed with */
    reset_signals();
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    bool is_ready = getppid() == parent && dup2(ends->socket[1], STDIN_FILENO) >= 0 &&
                    dup2(ends->socket[1], STDOUT_FILENO) >= 0 &&
                    dup2(ends->errors[1], STDERR_FILENO) >= 0;
    if (is_ready)
        (void)execve(argv[0], argv, environ);
    int why = errno;
    ssize_t told = write(ends->failure[1], &why, sizeof why);
    (void)told; /* a parent that is gone needs no telling */
    /* A library ends no process but this copy, which has no way back into the program. */
    (void)kill(getpid(), SIGKILL);
}

/* Waits for exec, which takes milliseconds; 0 or the errno of its failure. */
static int await_exec(int fd)
{
    int why = 0;
    ssize_t got;
    do
        got = read(fd, &why, sizeof why);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof why ? why : 0;
}

static bool fail_start(const char *path, int why, struct gr_err *err)
{
    return gr_fail(err, GR_E_MACHINE,
                   "cannot start the helper %s: %s; build it, or name another one with "
                   "WALLCLOCK_KN",
                   path, strerror(why));
}

bool gr_kn_child_start(struct gr_kn_child *child, char *const argv[], struct gr_err *err)
{
    struct ends ends;
    if (!open_ends(&ends)) {
        int why = errno;
        close_ends(&ends);
        return fail_start(argv[0], why, err);
    }
    pid_t parent = getpid();
    pid_t pid = fork();
    if (pid == 0)
        become(&ends, argv, parent);
    if (pid < 0) {
        int why = errno;
        close_ends(&ends);
        return fail_start(argv[0], why, err);
    }
    close_end(&ends.failure[1]);
    int why = await_exec(ends.failure[0]);
    child->pid = pid;
    child->socket = ends.socket[0];
    child->errors = ends.errors[0];
    child->words = 0;
    ends.socket[0] = ends.errors[0] = -1;
    close_ends(&ends);
    if (why == 0)
        return true;
    (void)gr_kn_child_end(child, 0);
    return fail_start(argv[0], why, err);
}

bool gr_kn_child_send(struct gr_kn_child *child, struct gr_str text)
{
    /* A request is smaller than the socket's buffer, and none is sent before the last was answered:
     * what does not go at once never will. */
    ssize_t sent;
    do
        sent = send(child->socket, text.ptr, text.len, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)text.len;
}

ssize_t gr_kn_child_receive(struct gr_kn_child *child, char *out, size_t size)
{
    ssize_t got;
    do
        got = recv(child->socket, out, size, MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1;
    return got == 0 ? -1 : got;
}

static void keep_words(struct gr_kn_child *child, const char *bytes, size_t count)
{
    if (count >= GR_KN_WORDS) {
        bytes += count - GR_KN_WORDS;
        count = GR_KN_WORDS;
    }
    size_t room = GR_KN_WORDS - child->words;
    if (count > room) {
        size_t drop = count - room;
        memmove(child->last_words, child->last_words + drop, child->words - drop);
        child->words -= drop;
    }
    memcpy(child->last_words + child->words, bytes, count);
    child->words += count;
}

void gr_kn_child_listen(struct gr_kn_child *child)
{
    char bytes[4096];
    /* Bounded: a child that writes faster than we read must not hold us here. */
    for (int i = 0; i < 64 && child->errors >= 0; i++) {
        ssize_t got = read(child->errors, bytes, sizeof bytes);
        if (got <= 0)
            return;
        keep_words(child, bytes, (size_t)got);
    }
}

const char *gr_kn_child_last_line(const struct gr_kn_child *child, char *out, size_t size)
{
    struct gr_str text = gr_str_trim((struct gr_str){child->last_words, child->words});
    for (size_t i = text.len; i > 0; i--)
        if (text.ptr[i - 1] == '\n') {
            text = gr_str_from(text, i);
            break;
        }
    size_t used = 0;
    for (; used < text.len && used + 1 < size; used++) {
        char c = text.ptr[used];
        out[used] = c >= ' ' && c < 127 ? c : '?';
    }
    out[used] = '\0';
    return out;
}

/* END: what a screen may wait for a killed child; BURY: what leaving may. */
enum { END_MOST_MS = 100, BURY_MOST_MS = 3000 };

/* True when `pid` is gone (or was never ours); waits at most `most_ms`. */
static bool reap(pid_t pid, int most_ms, int *status)
{
    for (int waited_ms = 0;; waited_ms++) {
        pid_t got = waitpid(pid, status, WNOHANG);
        if (got == pid || (got < 0 && errno != EINTR))
            return true;
        if (waited_ms >= most_ms)
            return false;
        (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

void gr_kn_child_bury(struct gr_kn_child *child)
{
    int status;
    if (child->stray > 0 && reap(child->stray, BURY_MOST_MS, &status))
        child->stray = 0;
}

int gr_kn_child_end(struct gr_kn_child *child, int grace_ms)
{
    int status = -1;
    if (child->pid <= 0)
        return status;
    gr_kn_child_bury(child);
    bool is_gone = grace_ms > 0 && reap(child->pid, grace_ms, &status);
    /* The group too: its leader may be gone while others of it run. */
    (void)kill(-child->pid, SIGKILL);
    if (!is_gone) {
        (void)kill(child->pid, SIGKILL);
        if (!reap(child->pid, END_MOST_MS, &status)) {
            child->stray = child->pid;
            status = -1;
        }
    }
    gr_kn_child_listen(child);
    child->pid = 0;
    close_end(&child->socket);
    close_end(&child->errors);
    return status;
}

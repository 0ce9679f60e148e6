/* See pty.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* forkpty */
#include "tests/support/pty.h"

#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <check.h>

struct message {
    enum pty_news news;
    int value;
    bool same;
};

/* ---- the parent of the program ----------------------------------------------------------------
 */

struct shell {
    struct termios first;
    pid_t program;
    int news, orders;
};

static void tell(const struct shell *shell, enum pty_news news, int value, bool same)
{
    struct message message = {.news = news, .value = value, .same = same};
    ssize_t ignored = write(shell->news, &message, sizeof message);
    (void)ignored;
}

static bool is_same(const struct shell *shell)
{
    struct termios now;
    if (tcgetattr(STDIN_FILENO, &now) != 0)
        return false;
    return now.c_iflag == shell->first.c_iflag && now.c_oflag == shell->first.c_oflag &&
           now.c_cflag == shell->first.c_cflag && now.c_lflag == shell->first.c_lflag &&
           memcmp(now.c_cc, shell->first.c_cc, sizeof now.c_cc) == 0;
}

/* As the line editor of a shell leaves the terminal between two commands. */
static void take_terminal(const struct shell *shell)
{
    static const char paste_off[] = "\033[?2004l";
    (void)tcsetpgrp(STDIN_FILENO, getpgrp());
    ssize_t ignored = write(STDOUT_FILENO, paste_off, sizeof paste_off - 1);
    (void)ignored;
    (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &shell->first);
}

static void give_terminal(const struct shell *shell)
{
    (void)tcsetpgrp(STDIN_FILENO, shell->program);
}

/* Waits for the program; on a stop waits for the order to continue. */
static int watch(const struct shell *shell)
{
    for (;;) {
        int status = 0;
        pid_t changed = waitpid(shell->program, &status, WUNTRACED);
        if (changed < 0 && errno == EINTR)
            continue;
        if (changed < 0)
            return 1;
        bool same = is_same(shell);
        if (!WIFSTOPPED(status)) {
            int value = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            take_terminal(shell);
            tell(shell, PTY_ENDED, value, same);
            return 0;
        }
        take_terminal(shell);
        tell(shell, PTY_STOPPED, WSTOPSIG(status), same);
        char order;
        if (read(shell->orders, &order, 1) != 1)
            return 1;
        give_terminal(shell);
        (void)kill(-shell->program, SIGCONT);
    }
}

static int be_shell(const char *const *argv, const char *const *env, int news, int orders)
{
    static const int ignored[] = {SIGTTOU, SIGTTIN, SIGTSTP, SIGHUP, SIGINT, SIGQUIT};
    struct shell shell = {.news = news, .orders = orders};
    struct sigaction ignore = {.sa_handler = SIG_IGN}, plain = {.sa_handler = SIG_DFL};
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        (void)sigaction(ignored[i], &ignore, NULL);
    (void)tcgetattr(STDIN_FILENO, &shell.first);
    shell.program = fork();
    if (shell.program == 0) {
        (void)setpgid(0, 0);
        (void)tcsetpgrp(STDIN_FILENO, getpid());
        for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
            (void)sigaction(ignored[i], &plain, NULL);
        (void)close(news);
        (void)close(orders);
        char *const *args, *const *vars; /* execve changes neither, its type came before const */
        memcpy(&args, &argv, sizeof args);
        memcpy(&vars, &env, sizeof vars);
        (void)execve(argv[0], args, vars);
        _exit(127);
    }
    if (shell.program < 0)
        return 1;
    (void)setpgid(shell.program, shell.program);
    give_terminal(&shell);
    tell(&shell, PTY_STARTED, (int)shell.program, true);
    return watch(&shell);
}

/* ---- the test's side --------------------------------------------------------------------------
 */

void pty_start(struct pty *pty, const char *const *argv, const char *const *env, int rows,
               int columns)
{
    int up[2], down[2];
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    ck_assert_int_eq(pipe(up), 0);
    ck_assert_int_eq(pipe(down), 0);
    *pty = (struct pty){.master = -1, .news = up[0], .orders = down[1]};
    pty->parent = forkpty(&pty->master, NULL, NULL, &size);
    ck_assert_msg(pty->parent >= 0, "no terminal: %s", strerror(errno));
    if (pty->parent == 0) {
        (void)close(up[0]);
        (void)close(down[1]);
        _exit(be_shell(argv, env, up[1], down[0]));
    }
    (void)close(up[1]);
    (void)close(down[0]);
    ck_assert_int_eq(pty_news(pty, 10000), PTY_STARTED);
}

enum pty_news pty_news(struct pty *pty, int wait_ms)
{
    struct pollfd from = {.fd = pty->news, .events = POLLIN};
    struct message message;
    if (poll(&from, 1, wait_ms) <= 0 ||
        read(pty->news, &message, sizeof message) != (ssize_t)sizeof message)
        return PTY_NOTHING;
    pty->last = message.news;
    if (message.news == PTY_STARTED)
        pty->program = message.value;
    else
        pty->same_termios = message.same;
    if (message.news == PTY_ENDED)
        pty->status = message.value;
    return message.news;
}

void pty_continue(struct pty *pty)
{
    ck_assert_int_eq(write(pty->orders, "c", 1), 1);
    pty->last = PTY_STARTED;
}

void pty_signal(const struct pty *pty, int signal_number)
{
    (void)kill(pty->program, signal_number);
}

void pty_resize(const struct pty *pty, int rows, int columns)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    (void)ioctl(pty->master, TIOCSWINSZ, &size);
}

void pty_hang_up(struct pty *pty)
{
    if (pty->master >= 0)
        (void)close(pty->master);
    pty->master = -1;
}

void pty_end(struct pty *pty)
{
    if (pty->last != PTY_ENDED && pty->program > 0)
        (void)kill(-pty->program, SIGKILL);
    pty_hang_up(pty);
    (void)close(pty->orders);
    (void)close(pty->news);
    (void)kill(pty->parent, SIGKILL);
    (void)waitpid(pty->parent, NULL, 0);
}

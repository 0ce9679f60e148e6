/* See pty_child.h.
 * _DEFAULT_SOURCE: forkpty.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE
#include "tests/bench/pty_child.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <vterm.h>

struct pty_child {
    pid_t pid;
    int master;
    uint64_t started_ns;
    VTerm *vterm;
};

uint64_t bench_now_ns(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The argument list of execvp is not const in C; it does not write to it either. */
static void run_program(const char *const *argv)
{
    char *copy[16] = {NULL};
    for (size_t i = 0; i + 1 < sizeof copy / sizeof copy[0] && argv[i] != NULL; i++)
        copy[i] = strdup(argv[i]);
    if (copy[0] != NULL)
        (void)execvp(copy[0], copy);
    _exit(127);
}

/* What the terminal answers to a question (vim asks several) goes back as a terminal would. */
static void send_reply(const char *bytes, size_t count, void *user)
{
    const struct pty_child *child = user;
    ssize_t written = write(child->master, bytes, count);
    (void)written;
}

struct pty_child *pty_child_start(const char *const *argv)
{
    struct pty_child *child = calloc(1, sizeof *child);
    if (child == NULL)
        return NULL;
    child->vterm = vterm_new(PTY_ROWS, PTY_COLUMNS);
    vterm_set_utf8(child->vterm, 1);
    vterm_screen_enable_altscreen(vterm_obtain_screen(child->vterm), 1);
    vterm_screen_reset(vterm_obtain_screen(child->vterm), 1);
    vterm_output_set_callback(child->vterm, send_reply, child);
    struct winsize size = {.ws_row = PTY_ROWS, .ws_col = PTY_COLUMNS};
    child->started_ns = bench_now_ns();
    child->pid = forkpty(&child->master, NULL, NULL, &size);
    if (child->pid == 0)
        run_program(argv);
    if (child->pid < 0) {
        vterm_free(child->vterm);
        free(child);
        return NULL;
    }
    return child;
}

uint64_t pty_child_type(struct pty_child *child, const char *keys)
{
    uint64_t sent_ns = bench_now_ns();
    size_t length = strlen(keys);
    return write(child->master, keys, length) == (ssize_t)length ? sent_ns : 0;
}

bool pty_child_read_answer(struct pty_child *child, int quiet_ms, int deadline_ms,
                           uint64_t *last_ns)
{
    bool has_answer = false;
    char bytes[16384];
    for (;;) {
        struct pollfd ready = {.fd = child->master, .events = POLLIN};
        if (poll(&ready, 1, has_answer ? quiet_ms : deadline_ms) <= 0)
            return has_answer;
        ssize_t count = read(child->master, bytes, sizeof bytes);
        uint64_t read_ns = bench_now_ns();
        if (count <= 0)
            return false;
        *last_ns = read_ns;
        has_answer = true;
        (void)vterm_input_write(child->vterm, bytes, (size_t)count);
    }
}

pid_t pty_child_pid(const struct pty_child *child)
{
    return child->pid;
}

uint64_t pty_child_started_ns(const struct pty_child *child)
{
    return child->started_ns;
}

int pty_child_cells_written(const struct pty_child *child)
{
    VTermScreen *screen = vterm_obtain_screen(child->vterm);
    int count = 0;
    for (int row = 0; row < PTY_ROWS; row++) {
        for (int column = 0; column < PTY_COLUMNS; column++) {
            VTermScreenCell cell;
            VTermPos at = {.row = row, .col = column};
            bool is_read = vterm_screen_get_cell(screen, at, &cell) != 0;
            count += is_read && cell.chars[0] != 0 && cell.chars[0] != ' ';
        }
    }
    return count;
}

static bool has_ended_within(pid_t pid, int wait_ms)
{
    uint64_t until_ns = bench_now_ns() + (uint64_t)wait_ms * 1000000u;
    while (waitpid(pid, NULL, WNOHANG) == 0) {
        if (bench_now_ns() > until_ns)
            return false;
        (void)poll(NULL, 0, 1);
    }
    return true;
}

void pty_child_end(struct pty_child *child)
{
    if (child == NULL)
        return;
    (void)close(child->master);
    (void)kill(child->pid, SIGHUP);
    if (!has_ended_within(child->pid, 1000)) {
        (void)kill(child->pid, SIGKILL);
        (void)waitpid(child->pid, NULL, 0);
    }
    vterm_free(child->vterm);
    free(child);
}

/* A program on a pseudo-terminal, watched with a clock: start it, send keys, and learn when the
 * last byte of each answer arrived. Bytes go into a libvterm screen only after their time was
 * taken, so the emulator's own work is in no figure. One child at a time belongs to one struct.
 *
 * An answer is over when the terminal has been quiet for a while; its time is that of its last
 * byte, so the quiet is in no figure either.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCH_PTY_CHILD_H
#define BENCH_PTY_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct pty_child;

enum { PTY_ROWS = 24, PTY_COLUMNS = 80 };

/* Forks and runs argv; `started_ns` is taken just before the fork. NULL when that failed. */
struct pty_child *pty_child_start(const char *const *argv);

/* Writes the keys; the time just before the write, or 0 when the terminal is gone. */
uint64_t pty_child_type(struct pty_child *child, const char *keys);

/* Reads until `quiet_ms` without a byte, or until `deadline_ms` without any byte at all. True when
 * something came; then *last_ns is the time at which its last byte was read. */
bool pty_child_read_answer(struct pty_child *child, int quiet_ms, int deadline_ms,
                           uint64_t *last_ns);

pid_t pty_child_pid(const struct pty_child *child);
uint64_t pty_child_started_ns(const struct pty_child *child);

/* Cells of the screen that hold something other than a blank. */
int pty_child_cells_written(const struct pty_child *child);

/* Hangs up, waits for the end, by force after a second. Takes NULL. */
void pty_child_end(struct pty_child *child);

uint64_t bench_now_ns(void);

#endif

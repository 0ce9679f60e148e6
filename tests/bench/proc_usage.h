/* What a process and its descendants cost right now, from /proc: memory, CPU time, wake-ups. The
 * whole family counts, so a program cannot look small by letting a helper do its work.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCH_PROC_USAGE_H
#define BENCH_PROC_USAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct proc_usage {
    uint64_t resident_bytes; /* sum of resident sets; pages that two share count twice */
    uint64_t cpu_ns;         /* user and system time since start */
    uint64_t wakeups;        /* context switches since start, wanted or not, of the main threads */
};

/* False when the process is not there. */
bool proc_usage_read(pid_t pid, struct proc_usage *usage);

#endif

/* See proc_usage.h. /proc/PID/status gives parent, memory and switches as `Name:<TAB>value` lines;
 * CPU time comes from the process's own clock, which counts nanoseconds where stat counts ticks.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/proc_usage.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MAX_DEPTH = 8 };

struct status {
    uint64_t parent;
    uint64_t resident_kib;
    uint64_t switches;
};

static uint64_t first_number(const char *text)
{
    uint64_t value = 0;
    while (*text != '\0' && !isdigit((unsigned char)*text))
        text++;
    for (; isdigit((unsigned char)*text); text++)
        value = value * 10 + (uint64_t)(*text - '0');
    return value;
}

static bool read_status(pid_t pid, struct status *status)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    *status = (struct status){0};
    char line[256];
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "PPid:", 5) == 0)
            status->parent = first_number(line);
        else if (strncmp(line, "VmRSS:", 6) == 0)
            status->resident_kib = first_number(line);
        else if (strstr(line, "voluntary_ctxt_switches:") != NULL)
            status->switches += first_number(line);
    }
    (void)fclose(file);
    return true;
}

static uint64_t cpu_time_ns(pid_t pid)
{
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return 0;
    return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}

static void add_usage(pid_t pid, const struct status *status, struct proc_usage *usage)
{
    usage->resident_bytes += status->resident_kib * 1024;
    usage->wakeups += status->switches;
    usage->cpu_ns += cpu_time_ns(pid);
}

/* Adds everything below `pid`; a family of processes is a few levels deep at most. */
static void add_descendants(pid_t pid, int depth, struct proc_usage *usage)
{
    DIR *all = depth < MAX_DEPTH ? opendir("/proc") : NULL;
    if (all == NULL)
        return;
    for (const struct dirent *entry = readdir(all); entry != NULL; entry = readdir(all)) {
        struct status status;
        pid_t candidate = (pid_t)first_number(entry->d_name);
        if (!isdigit((unsigned char)entry->d_name[0]) || !read_status(candidate, &status))
            continue;
        if (status.parent == (uint64_t)pid) {
            add_usage(candidate, &status, usage);
            add_descendants(candidate, depth + 1, usage);
        }
    }
    (void)closedir(all);
}

bool proc_usage_read(pid_t pid, struct proc_usage *usage)
{
    struct status status;
    *usage = (struct proc_usage){0};
    if (!read_status(pid, &status))
        return false;
    add_usage(pid, &status, usage);
    add_descendants(pid, 0, usage);
    return true;
}

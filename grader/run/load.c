/* See load.h. Between fork and kill a child only makes calls that are safe after fork, keeps no
 * descriptor of ours open (kn notices the end of its caller by them) and never returns.
 *
 * _GNU_SOURCE: sched_setaffinity, CPU_SET and close_range have no POSIX form.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "grader/run/load.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The core for child `index`: from the last one that we may use backwards, because the first is
 * where interrupts and the measuring process like to be. */
static bool pick_core(const cpu_set_t *allowed, uint32_t index, cpu_set_t *out)
{
    uint32_t seen = 0, count = (uint32_t)CPU_COUNT(allowed);
    if (count == 0)
        return false;
    for (int core = CPU_SETSIZE - 1; core >= 0; core--) {
        if (CPU_ISSET((size_t)core, allowed) && seen++ == index % count) {
            CPU_ZERO(out);
            CPU_SET((size_t)core, out);
            return true;
        }
    }
    return false;
}

/* Never returns. */
static void be_busy(uint32_t index, const cpu_set_t *allowed, pid_t parent)
{
    cpu_set_t core;
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        (void)kill(getpid(), SIGKILL); /* the parent ended before the line above */
    (void)close_range(3, ~0U, 0);
    if (pick_core(allowed, index, &core))
        (void)sched_setaffinity(0, sizeof core, &core);
    for (volatile uint64_t turns = 0;; turns++) {
    }
}

bool gr_load_start(struct gr_load *load, uint32_t count, struct gr_err *err)
{
    cpu_set_t allowed;
    pid_t parent = getpid();
    *load = (struct gr_load){0};
    CPU_ZERO(&allowed);
    (void)sched_getaffinity(0, sizeof allowed, &allowed);
    if (count > GR_LOAD_MOST)
        return gr_fail(err, GR_E_USAGE, "a load of %u is too much; %d at most", (unsigned)count,
                       (int)GR_LOAD_MOST);
    while (load->count < count) {
        pid_t pid = fork();
        if (pid == 0)
            be_busy(load->count, &allowed, parent);
        if (pid < 0) {
            int why = errno;
            gr_load_stop(load);
            return gr_fail(err, GR_E_MACHINE, "cannot start a busy process: %s", strerror(why));
        }
        load->pids[load->count++] = pid;
    }
    return true;
}

void gr_load_stop(struct gr_load *load)
{
    for (uint32_t i = 0; i < load->count; i++)
        (void)kill(load->pids[i], SIGKILL);
    for (uint32_t i = 0; i < load->count; i++) {
        while (waitpid(load->pids[i], NULL, 0) < 0 && errno == EINTR) {
        }
    }
    load->count = 0;
}

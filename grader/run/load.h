/* Busy neighbours for a trial: child processes that do nothing but compute, each on its own core
 * where there are enough. They die with the caller whatever happens to it.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_LOAD_H
#define GR_LOAD_H

#include <stdint.h>
#include <sys/types.h>

#include "grader/base/err.h"

enum { GR_LOAD_MOST = 64 };

struct gr_load {
    pid_t pids[GR_LOAD_MOST];
    uint32_t count;
};

/* Starts `count` of them (GR_LOAD_MOST at most). On failure those already started are ended. Call
 * it before any thread is started. */
GR_MUST_CHECK bool gr_load_start(struct gr_load *load, uint32_t count, struct gr_err *err);
void gr_load_stop(struct gr_load *load);

#endif

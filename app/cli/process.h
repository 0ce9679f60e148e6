/* A helper program run to its end, or in our place. No shell is ever involved.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PROCESS_H
#define CLI_PROCESS_H

#include "grader/base/err.h"
#include "grader/base/str.h"

/* Runs argv[0] with nothing to read, waits at most `deadline_ms`, and appends what it wrote on
 * standard output. *status is its exit status, 128+n when a signal ended it. An error only when it
 * could not be run or had to be killed. */
GR_MUST_CHECK bool process_capture(char *const *argv, int deadline_ms, struct gr_buf *out,
                                   int *status, struct gr_err *err);
/* Becomes argv[0]; returns only when that fails. */
GR_MUST_CHECK bool process_become(char *const *argv, struct gr_err *err);

#endif

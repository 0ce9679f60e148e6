/* Where the store lies: its folder, the kind of file system below it, and what stands there
 * already.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_STORE_PLACE_H
#define GR_STORE_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/base/err.h"

#define GR_PATH_MAX 4096

enum gr_place {
    GR_PLACE_NOTHING,
    GR_PLACE_EMPTY, /* a file of 0 bytes */
    GR_PLACE_OURS,  /* the header of a store of ours */
    GR_PLACE_OTHER  /* something else: another file, or ours with a damaged header */
};

/* The system's last error (errno) as ours: "what path: why; what to do". Returns false. */
bool gr_place_fail(const char *what, const char *path, struct gr_err *err);
/* Writes the store's path, its folder resolved, to out. A missing folder is an error. */
GR_MUST_CHECK bool gr_place_reach(const char *path, char out[GR_PATH_MAX], struct gr_err *err);
/* The same; makes the folder of `path` (0700) where it is missing. */
GR_MUST_CHECK bool gr_place_settle(const char *path, char out[GR_PATH_MAX], struct gr_err *err);
/* Whether something stands at `path`. Only "no such file" is a no: what cannot be looked at is an
 * error. */
GR_MUST_CHECK bool gr_place_is_taken(const char *path, bool *is_taken, struct gr_err *err);
/* Whether rights and file system let a store be kept at `path`; makes nothing. */
GR_MUST_CHECK bool gr_place_may_write(const char *path, struct gr_err *err);
/* Reads the first bytes of the file. A folder in its place and missing rights are errors. */
GR_MUST_CHECK bool gr_place_look(const char *path, enum gr_place *out, struct gr_err *err);
/* Whether the file system is one whose shared memory and locks are known to work between processes
 * of one host, which WAL needs. Unknown ones are not. */
bool gr_place_is_local(const char *path);
/* `path` followed by `suffix`; false when it does not fit. */
GR_MUST_CHECK bool gr_place_beside(const char *path, const char *suffix, char out[GR_PATH_MAX],
                                   struct gr_err *err);
/* Flushes the folder of `path`, so that a name made or changed in it survives loss of power. */
void gr_place_sync_folder(const char *path);

#endif

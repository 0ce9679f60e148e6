/* Where the store lies: its folder, the kind of file system below it, and what stands there
 * already.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_STORE_PLACE_H
#define GR_STORE_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/base/err.h"

#define GR_PATH_MAX 4096

enum gr_found {
    GR_FOUND_NOTHING,
    GR_FOUND_EMPTY, /* a file of 0 bytes */
    GR_FOUND_OURS,  /* the header of a store of ours */
    GR_FOUND_OTHER  /* something else: another file, or ours with a damaged header */
};

/* The system's last error (errno) as ours: "what path: why; what to do". Returns false. */
bool gr_place_fail(const char *what, const char *path, struct gr_err *err);
/* Makes the folder of `path` (0700) where it is missing and writes the store's path, its folder
 * resolved, to out. */
GR_MUST_CHECK bool gr_place_settle(const char *path, char out[GR_PATH_MAX], struct gr_err *err);
/* Reads the first bytes of the file. A folder in its place and missing rights are errors. */
GR_MUST_CHECK bool gr_place_look(const char *path, enum gr_found *out, struct gr_err *err);
/* Whether the file system is one whose shared memory and locks are known to work between processes
 * of one host, which WAL needs. Unknown ones are not. */
bool gr_place_is_local(const char *path);
/* `path` followed by `suffix`; false when it does not fit. */
GR_MUST_CHECK bool gr_place_beside(const char *path, const char *suffix, char out[GR_PATH_MAX],
                                   struct gr_err *err);
/* Flushes the folder of `path`, so that a name made or changed in it survives loss of power. */
void gr_place_sync_folder(const char *path);

#endif

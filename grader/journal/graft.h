/* Opening a damaged store to read what is left of it. When even its first page is unreadable, that
 * page is replaced, in a copy, by the first page of a fresh store: all our stores are made by the
 * same steps, so their tables begin at the same pages.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_GRAFT_H
#define GR_GRAFT_H

#include <sqlite3.h>

#include "grader/journal/store_place.h"

struct gr_graft {
    char copy[GR_PATH_MAX]; /* "" when the damaged file itself was opened */
};

/* *db is NULL when nothing helps. `fresh` is a store just made by gr_schema_create. False only when
 * memory gives out. */
GR_MUST_CHECK bool gr_graft_open(struct gr_graft *graft, const char *damaged, const char *fresh,
                                 sqlite3 **db, struct gr_err *err);
/* Closes (NULL is allowed) and removes the copy. */
void gr_graft_close(struct gr_graft *graft, sqlite3 *db);

#endif

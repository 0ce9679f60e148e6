/* The daily copies in the folder `backup` beside the store, named after the store and the day.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_BACKUP_H
#define GR_BACKUP_H

#include <stddef.h>

#include "grader/journal/store_place.h"
#include "grader/journal/wall_time.h"

enum { GR_BACKUPS_KEPT = 7, GR_BACKUPS_SEEN = 64 };

struct gr_backups { /* newest first; older ones than the newest GR_BACKUPS_SEEN are not listed */
    char prefix[GR_PATH_MAX]; /* ".../backup/progress-" */
    char days[GR_BACKUPS_SEEN][GR_WALL_TEXT];
    size_t count;
};

/* An absent folder gives an empty list. */
GR_MUST_CHECK bool gr_backups_find(const char *store_path, struct gr_backups *out,
                                   struct gr_err *err);
GR_MUST_CHECK bool gr_backup_path(const struct gr_backups *backups, const char *day,
                                  char out[GR_PATH_MAX], struct gr_err *err);

#endif

/* What happens when the store is damaged or gone: nothing is overwritten, everything readable is
 * kept, and the student is told.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_REPAIR_H
#define GR_REPAIR_H

#include "grader/journal/store_place.h"

struct gr_repair {
    const char *path;
    int64_t recorded_seq; /* newest event that the last holder of the lock acknowledged */
    char *notice;         /* for the student */
    size_t notice_size;
};

/* Moves what stands at `path` aside and puts a whole store there, made of the newest good backup
 * and of every event that the damaged file still gives. On failure the damaged file stays kept
 * under one of the two names. The caller holds the lock. */
GR_MUST_CHECK bool gr_repair(const struct gr_repair *repair, struct gr_err *err);
/* The newest event of the newest good backup, 0 when there is none. */
GR_MUST_CHECK bool gr_repair_backup_seq(const char *path, int64_t *seq, struct gr_err *err);

#endif

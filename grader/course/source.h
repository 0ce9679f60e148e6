/* The text of a course file at the border: whatever bytes the disk gives come out as valid UTF-8
 * with plain line ends and nothing invisible in it, and with the start of each line known, so that
 * every later position is exact.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_SOURCE_H
#define GR_SOURCE_H

#include "grader/base/arena.h"
#include "grader/base/diag.h"

enum { GR_PAGE_BYTES = 1024 * 1024 };

struct gr_source {
    struct gr_str text;
    const char *file;
    uint32_t first_line;       /* line number of the first line */
    const size_t *line_starts; /* byte offset of each line */
    size_t line_count;
    size_t findings; /* how many were added while cleaning */
};

enum gr_tabs { GR_TABS_ALLOWED, GR_TABS_REFUSED }; /* in indentation */

/* Drops a BOM, folds CRLF, refuses control, bidirectional and invisible characters (each is
 * reported and replaced by '_', so that reading can go on). False when nothing can be read:
 * malformed UTF-8, or no memory. The result lives in the arena. */
GR_MUST_CHECK bool gr_source_clean(struct gr_arena *arena, struct gr_str raw, struct gr_pos at,
                                   enum gr_tabs tabs, struct gr_source *out,
                                   struct gr_diags *diags);
/* Line `number` as numbered in the file, without its line end; empty when there is no such line. */
struct gr_str gr_source_line(const struct gr_source *source, uint32_t number);
/* A name for the character when it must not stand in a course file, else NULL. */
const char *gr_character_refused(uint32_t code_point);
/* The report every reader makes when memory gives out: the list is then never clean. */
void gr_report_memory(struct gr_diags *diags, const char *file);

#endif

/* Memory that is given back all at once: a chain of blocks, each allocation bumped from the newest.
 * Everything that a loaded file points to lives in its arena; nothing is freed one by one.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_ARENA_H
#define GR_ARENA_H

#include <stddef.h>

#include "grader/base/attr.h"
#include "grader/base/str.h"

struct gr_arena_block;
struct gr_arena {
    struct gr_arena_block *newest; /* {0} is an empty arena */
};

/* Zeroed memory for `count` items of `size` bytes, aligned for any type; NULL when memory or the
 * product of sizes gives out. count 0 gives a valid pointer. */
void *gr_arena_array(struct gr_arena *arena, size_t count, size_t size) GR_MUST_CHECK;
/* A NUL-ended copy of the view; NULL when memory gives out. */
char *gr_arena_text(struct gr_arena *arena, struct gr_str text) GR_MUST_CHECK;
void gr_arena_free(struct gr_arena *arena);

#endif

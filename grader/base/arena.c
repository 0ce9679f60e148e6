/* See arena.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/base/arena.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 16 * 1024 };

struct gr_arena_block {
    struct gr_arena_block *older;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

static struct gr_arena_block *block_new(struct gr_arena *arena, size_t at_least)
{
    size_t size = at_least > BLOCK_BYTES ? at_least : BLOCK_BYTES;
    size_t whole;
    if (__builtin_add_overflow(size, sizeof(struct gr_arena_block), &whole))
        return NULL;
    struct gr_arena_block *block = calloc(1, whole);
    if (block == NULL)
        return NULL;
    block->older = arena->newest;
    block->size = size;
    arena->newest = block;
    return block;
}

void *gr_arena_array(struct gr_arena *arena, size_t count, size_t size)
{
    size_t want;
    if (__builtin_mul_overflow(count, size, &want) ||
        __builtin_add_overflow(want, alignof(max_align_t) - 1, &want))
        return NULL;
    want &= ~(alignof(max_align_t) - 1);
    struct gr_arena_block *block = arena->newest;
    if (block == NULL || block->size - block->used < want)
        block = block_new(arena, want);
    if (block == NULL)
        return NULL;
    void *out = block->bytes + block->used;
    block->used += want;
    return out;
}

char *gr_arena_text(struct gr_arena *arena, struct gr_str text)
{
    char *out = gr_arena_array(arena, text.len + 1, 1);
    if (out != NULL && text.len > 0)
        memcpy(out, text.ptr, text.len);
    return out;
}

void gr_arena_free(struct gr_arena *arena)
{
    while (arena->newest != NULL) {
        struct gr_arena_block *older = arena->newest->older;
        free(arena->newest);
        arena->newest = older;
    }
}

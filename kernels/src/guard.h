/* Aligned working memory with a canary zone on both sides. A kernel that writes one element outside
 * its array is found after the run, on any machine, without a sanitizer.
 * SPDX-License-Identifier: MIT */
#ifndef KN_GUARD_H
#define KN_GUARD_H

#include <stdbool.h>
#include <stddef.h>

struct kn_guard {
    unsigned char *block; /* owned: what was allocated; NULL when empty */
    void *data;           /* the array: 64-byte aligned, 2 MiB aligned from 4 MiB on */
    size_t data_bytes;    /* its size; the rear zone starts at the very next byte */
};

/* Room for count elements of element_bytes each, not cleared; false when the product overflows or
 * memory is short (then *guard is empty). From 4 MiB on the kernel is asked for huge pages. */
bool kn_guard_open(struct kn_guard *guard, size_t count, size_t element_bytes);

/* Whether both zones are still as they were laid. True for an empty guard. */
bool kn_guard_is_whole(const struct kn_guard *guard);

/* Frees and empties. */
void kn_guard_close(struct kn_guard *guard);

#endif

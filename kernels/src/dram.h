/* How large a working set must be so that every slice of it comes from DRAM.
 * SPDX-License-Identifier: MIT */
#ifndef KN_DRAM_H
#define KN_DRAM_H

#include <stddef.h>

#include "kn/run.h"

/* Bytes in all for the arrays of one streaming kernel, or 0 with the reply failed (KN_NO_MEMORY):
 * four times the last-level cache, between 64 and 256 MiB, at most a quarter of free memory; failed
 * where that leaves less than twice the cache or 8 MiB. */
size_t kn_dram_bytes(struct kn_reply *reply);

#endif

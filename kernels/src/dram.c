/* Sizing of streams. Four times the cache is STREAM's rule; the cap keeps a container that reports
 * a huge host cache from asking for gigabytes, and the first touch within a tenth of a second.
 * SPDX-License-Identifier: MIT */
#include "dram.h"

#include "host.h"

static const size_t mebibyte = (size_t)1024 * 1024;

size_t kn_dram_bytes(struct kn_reply *reply)
{
    struct kn_caches caches;
    kn_caches_read(&caches);
    const size_t least = 64 * mebibyte, most = 256 * mebibyte;
    size_t bytes = 4 * caches.last_level_bytes;
    bytes = bytes < least ? least : bytes;
    bytes = bytes > most ? most : bytes;
    /* The first slices of a kernel, before it knows how fast it is, have a fixed size. */
    const size_t floor = 8 * mebibyte;
    size_t useful = 2 * caches.last_level_bytes < bytes ? 2 * caches.last_level_bytes : bytes;
    useful = useful < floor ? floor : useful;
    uint64_t spare_bytes = kn_memory_free_bytes() / 4;
    if (bytes > spare_bytes) {
        bytes = (size_t)spare_bytes;
    }
    if (bytes < useful) {
        kn_reply_fail(reply, KN_NO_MEMORY, "streaming from DRAM needs %zu MiB, %zu MiB can be had",
                      useful / mebibyte, bytes / mebibyte);
        return 0;
    }
    return bytes;
}

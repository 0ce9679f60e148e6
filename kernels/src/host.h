/* What the machine offers besides its instruction sets: caches, memory, cores, quota, load.
 * Containers report the host's figures, so every source is read and the smallest answer wins.
 * SPDX-License-Identifier: MIT */
#ifndef KN_HOST_H
#define KN_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Last-level cache in bytes by source; 0 where a source is silent. */
struct kn_caches {
    size_t sysconf_bytes, sysfs_bytes, cpuid_bytes;
    size_t last_level_bytes; /* the smallest of them, at most 256 MiB; 32 MiB when all are silent */
    bool is_assumed;         /* all were silent */
};

struct kn_machine {
    unsigned cores_online;  /* at least 1 */
    unsigned cores_allowed; /* by the affinity mask; at least 1 */
    double quota_cores;     /* CPU quota of the control group; 0: none found */
    double load_one_minute; /* run queue average; negative when unknown */
    uint64_t memory_free_bytes;
};

void kn_caches_read(struct kn_caches *caches);
/* The rule alone: fills last_level_bytes and is_assumed from the three sources. */
void kn_caches_decide(struct kn_caches *caches);

void kn_machine_read(struct kn_machine *machine);

/* Bytes that can be allocated without pushing the machine into trouble; a generous guess when the
 * system does not say. */
uint64_t kn_memory_free_bytes(void);

/* "12", "32768K", "8M", "1G" to bytes; false on anything else or overflow. The text may end with
 * white space. */
bool kn_size_read(const char *text, uint64_t *bytes);

/* The quota in cores from the text of cgroup v2's cpu.max ("max 100000", "150000 100000"); 0: none.
 */
double kn_quota_read(const char *text);

#endif

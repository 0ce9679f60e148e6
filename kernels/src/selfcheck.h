/* Checking every set of inner loops against the scalar one, over awkward sizes, inside guard zones,
 * with infinities and NaN among the inputs. `kn check` prints the rows; the unit tests require them
 * clean.
 * SPDX-License-Identifier: MIT */
#ifndef KN_SELFCHECK_H
#define KN_SELFCHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "kn/run.h"
#include "ops.h"

struct kn_check_row {
    const char *kernel;
    const char *isa;  /* which loops were tried */
    const char *rule; /* what was required, a short phrase */
    size_t cases, faults;
    char first_fault[128]; /* the first that failed; "" when none did */
};

typedef void kn_check_fn(void *context, const struct kn_check_row *row);

/* Runs the checks of `kernel` (NULL: of all) on every backend that this machine has, and tells each
 * row. True when there was no fault. */
bool kn_check(const char *kernel, const struct kn_host *host, kn_check_fn *tell, void *context);

/* One case of a row: counts it, and keeps the text of the first that failed. printf-like. */
__attribute__((format(printf, 3, 4))) void kn_check_case(struct kn_check_row *row, bool is_right,
                                                         const char *format, ...);

/* The checks of the loops of one table. */
typedef void kn_check_ops_fn(const struct kn_ops *ops, struct kn_check_row *row);
kn_check_ops_fn kn_check_roof, kn_check_chains, kn_check_stream, kn_check_tile, kn_check_sum,
    kn_check_convert;

#endif

/* The one clock: CLOCK_MONOTONIC, about 20 ns a call. CPU-time clocks cost twenty times that and
 * count stolen time anyway, so they are no shield against a neighbour.
 * SPDX-License-Identifier: MIT */
#ifndef KN_CLOCK_H
#define KN_CLOCK_H

#include <stdint.h>

/* Nanoseconds since an arbitrary start; never goes back. */
int64_t kn_clock_ns(void);

/* Median cost of one kn_clock_ns call, in ns, and the smallest step other than 0 that it showed. */
void kn_clock_cost(double *cost_ns, double *step_ns);

#endif

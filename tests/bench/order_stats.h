/* Medians with a distribution-free interval: the order statistics that hold the median with 95 %,
 * whatever the shape of the noise. The same rule that the product uses for its own timings.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCH_ORDER_STATS_H
#define BENCH_ORDER_STATS_H

#include <stddef.h>

enum { ORDER_STATS_MAX = 4096 };

struct order_stats {
    double median;
    double low;
    double high;
};

/* Of 1 to ORDER_STATS_MAX samples, which are left as they are; NaN everywhere for none. */
struct order_stats order_stats_of(const double *samples, size_t count);

#endif

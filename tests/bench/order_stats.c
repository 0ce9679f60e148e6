/* See order_stats.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/order_stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The rank r for which the median lies in [x_r, x_(n-1-r)] with about 95 %: normal approximation of
 * the binomial, rounded outwards. */
static size_t interval_rank(size_t count)
{
    double rank = floor(((double)count - 1.96 * sqrt((double)count)) / 2.0);
    return rank > 0 ? (size_t)rank : 0;
}

struct order_stats order_stats_of(const double *samples, size_t count)
{
    double sorted[ORDER_STATS_MAX];
    if (count == 0 || count > ORDER_STATS_MAX)
        return (struct order_stats){NAN, NAN, NAN};
    memcpy(sorted, samples, count * sizeof *samples);
    qsort(sorted, count, sizeof *sorted, by_size);
    size_t rank = interval_rank(count);
    return (struct order_stats){
        .median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2.0,
        .low = sorted[rank],
        .high = sorted[count - 1 - rank],
    };
}

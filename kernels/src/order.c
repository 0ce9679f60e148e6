/* Quantiles and order-statistic intervals. The number B of samples under the true q-quantile is
 * binomial(n, q), so [x_(l), x_(u)] misses it with probability P(B < l) + P(B >= u): the ranks are
 * the tightest with at most 2.5 % on either side (Conover, Practical Nonparametric
 * Statistics, 3.2).
 * SPDX-License-Identifier: MIT */
#include "order.h"

#include <math.h>
#include <stdlib.h>

static const double side = 0.025;

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

void kn_sort(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_doubles);
}

double kn_quantile(const double *sorted, size_t count, double q)
{
    double place = q * (double)(count - 1);
    size_t below = (size_t)place;
    if (below + 1 >= count) {
        return sorted[count - 1];
    }
    double share = place - (double)below;
    return sorted[below] + share * (sorted[below + 1] - sorted[below]);
}

static double binomial_share(size_t count, double q, size_t hits)
{
    double n = (double)count, k = (double)hits;
    double ways_log = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1);
    return exp(ways_log + k * log(q) + (n - k) * log1p(-q));
}

void kn_quantile_ranks(size_t count, double q, size_t *low, size_t *high)
{
    *low = 1;
    *high = count;
    if (count == 0 || !(q > 0 && q < 1)) {
        return;
    }
    double below = 0; /* P(B < low) */
    for (size_t hits = 0; hits < count; hits++) {
        below += binomial_share(count, q, hits);
        if (below > side) {
            break;
        }
        *low = hits + 1;
    }
    double above = 0; /* P(B >= high) */
    for (size_t hits = count; hits > 0; hits--) {
        above += binomial_share(count, q, hits);
        if (above > side) {
            break;
        }
        *high = hits;
    }
}

struct kn_estimate kn_estimate_quantile(double *values, size_t count, double q)
{
    kn_sort(values, count);
    size_t low = 1, high = count;
    kn_quantile_ranks(count, q, &low, &high);
    struct kn_estimate estimate = {
        .value = kn_quantile(values, count, q),
        .low = values[low - 1],
        .high = values[high - 1],
        .samples = count,
    };
    return estimate;
}

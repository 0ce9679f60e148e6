/* Order statistics: quantiles and the distribution-free intervals that go with them. No assumption
 * on the shape of the noise, which on a shared machine is one-sided and often has two peaks.
 * SPDX-License-Identifier: MIT */
#ifndef KN_ORDER_H
#define KN_ORDER_H

#include <stddef.h>

/* A quantile with its interval of at least 95 % coverage, from `samples` samples. */
struct kn_estimate {
    double value, low, high;
    size_t samples;
};

/* Ascending, in place. The values must not be NaN. */
void kn_sort(double *values, size_t count);

/* Linear interpolation between the two nearest of `count` >= 1 sorted values; 0 <= q <= 1. */
double kn_quantile(const double *sorted, size_t count, double q);

/* 1-based ranks low <= high such that [x_(low), x_(high)] covers the q-quantile with probability at
 * least 0.95; 1 and count where so few samples cannot promise that. */
void kn_quantile_ranks(size_t count, double q, size_t *low, size_t *high);

/* Sorts `values` in place and gives the q-quantile with its interval. count >= 1. */
struct kn_estimate kn_estimate_quantile(double *values, size_t count, double q);

#endif

/* Reading time, and what reading it costs. The cost is the median over batches, so a tick in one
 * batch does not show.
 * SPDX-License-Identifier: MIT */
#include "clock.h"

#include <time.h>

#include "order.h"

enum { BATCHES = 101, BATCH_CALLS = 32 };

int64_t kn_clock_ns(void)
{
    struct timespec now;
    /* Cannot fail for a clock that POSIX requires and an address of ours. */
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void kn_clock_cost(double *cost_ns, double *step_ns)
{
    double costs[BATCHES];
    int64_t smallest_ns = INT64_MAX;
    for (int batch = 0; batch < BATCHES; batch++) {
        int64_t start_ns = kn_clock_ns();
        int64_t before_ns = start_ns;
        for (int call = 0; call < BATCH_CALLS; call++) {
            int64_t now_ns = kn_clock_ns();
            if (now_ns > before_ns && now_ns - before_ns < smallest_ns) {
                smallest_ns = now_ns - before_ns;
            }
            before_ns = now_ns;
        }
        costs[batch] = (double)(before_ns - start_ns) / BATCH_CALLS;
    }
    kn_sort(costs, BATCHES);
    *cost_ns = kn_quantile(costs, BATCHES, 0.5);
    *step_ns = smallest_ns == INT64_MAX ? 0 : (double)smallest_ns;
}

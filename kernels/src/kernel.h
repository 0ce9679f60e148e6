/* Between the dispatcher and the kernels: a call with checked arguments, and one function per
 * kernel.
 * SPDX-License-Identifier: MIT */
#ifndef KN_KERNEL_H
#define KN_KERNEL_H

#include "kn/run.h"
#include "ops.h"

/* A checked argument, at the index of its row in the catalogue. */
struct kn_value {
    int64_t integer;  /* KN_INTEGER */
    double real;      /* KN_REAL and KN_INTEGER */
    const char *text; /* KN_TEXT: one of the row's choices */
};

struct kn_call {
    const struct kn_kernel *kernel;
    struct kn_value args[KN_ARGS_MAX];
    const struct kn_ops *ops; /* of the chosen CPU backend; NULL on a GPU */
    const struct kn_host *host;
    int64_t start_ns; /* when the run began, by kn_clock_ns */
};

/* Each fills outputs (and gates) of a zeroed reply, or fails it with kn_reply_fail. */
typedef void kn_kernel_fn(const struct kn_call *call, struct kn_reply *reply);

kn_kernel_fn kn_roof_run, kn_chains_run, kn_stream_run, kn_sum_run, kn_tiled_run, kn_ring_run;

/* Sets output `index` of the call's kernel. */
void kn_reply_exact(struct kn_reply *reply, size_t index, double value);

/* False, with the reply failed, when the host wants to stop. */
bool kn_keep_going(const struct kn_host *host, struct kn_reply *reply, const char *step,
                   double done, double total);

#endif

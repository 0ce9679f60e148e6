/* Running a kernel of the catalogue inside this process: settings as text in, a reply of plain
 * values out. `kn` is a thin program around this; tests call it directly. Nothing here prints,
 * exits or remembers anything. Timed kernels want a process of their own: the grader uses `kn` for
 * them.
 * SPDX-License-Identifier: MIT */
#ifndef KN_RUN_H
#define KN_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kn/catalogue.h"
#include "kn/status.h"

enum { KN_ARGS_MAX = 8, KN_OUTPUTS_MAX = 8, KN_GATES_MAX = 8, KN_MESSAGE_MAX = 256 };

/* One setting as the caller wrote it. */
struct kn_setting {
    const char *name;
    const char *value;
};

/* One output; for an exact one low == value == high and samples is 1. */
struct kn_result {
    double value, low, high;
    uint64_t samples;
};

/* A validity gate of a timed run. */
struct kn_gate {
    const char *name;
    bool is_passed;
    char detail[112];
};

struct kn_reply {
    enum kn_status status;
    bool is_poor;                             /* ran, but a gate failed: grade nobody by it */
    char message[KN_MESSAGE_MAX];             /* one line, why the status is not KN_OK; or "" */
    enum kn_backend backend;                  /* what it ran on */
    char isa[32];                             /* the same, more exactly: "avx512+bf16" */
    struct kn_result outputs[KN_OUTPUTS_MAX]; /* in the order of the kernel's row */
    struct kn_gate gates[KN_GATES_MAX];
    size_t gate_count;
};

/* Called between the pieces of a run, as often as they come: a teller limits what it prints. False
 * stops the run. */
typedef bool kn_tick_fn(void *context, const char *step, double done, double total);

struct kn_gpu; /* the CUDA part of a build, or absent: gpu.h */

/* How and where to run. All zero: best CPU backend, no progress. */
struct kn_host {
    bool has_limit; /* use no CPU backend above `limit`; unsupported where this CPU lacks it */
    enum kn_backend limit;
    bool wants_gpu; /* run on CUDA device number `device` */
    int device;
    const struct kn_gpu *gpu; /* NULL: this build has no CUDA */
    kn_tick_fn *tick;         /* may be NULL */
    void *tick_context;
};

/* Runs `kernel` with `count` settings. Always fills *reply; outputs are valid when status is KN_OK.
 */
void kn_run(const struct kn_kernel *kernel, const struct kn_setting *settings, size_t count,
            const struct kn_host *host, struct kn_reply *reply);

/* Gives a reply its status and its message, which replaces an earlier one; printf-like. For kernels
 * and for `kn`. */
__attribute__((format(printf, 3, 4))) void
kn_reply_fail(struct kn_reply *reply, enum kn_status status, const char *format, ...);

#endif

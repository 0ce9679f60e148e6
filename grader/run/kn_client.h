/* The grader's end of kn: one `kn serve` child, started at the first request, spoken to in lines
 * (kn/protocol.h), never trusted: a deadline, a kill, a crash, a flood or garbage all end in an
 * error and a fresh child next time. Nothing here blocks.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_KN_CLIENT_H
#define GR_KN_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/base/arena.h"
#include "grader/base/err.h"

struct gr_kn;

struct gr_kn_options {
    const char *path;    /* of the kn program */
    const char *isa;     /* NULL: kn decides */
    const char *device;  /* NULL: cpu */
    int64_t deadline_ms; /* for one request; 0: 20 s */
};

struct gr_kn_arg {
    const char *name, *value; /* value as text, numbers by gr_decimal_print */
};

struct gr_kn_output {
    const char *name, *unit;
    double value, low, high;
    uint64_t samples;
};

struct gr_kn_reply { /* texts live in the caller's arena */
    struct gr_kn_output *outputs;
    size_t output_count;
    const char *backend, *machine; /* "" when not said */
    bool is_good;                  /* quality good */
    const char *reason;            /* which gate failed, in words; "" when good */
    uint64_t request;              /* the number of the request that it answers; 0: not said */
};

struct gr_progress {
    char step[64];
    uint64_t done, total; /* total 0: unknown */
};

GR_MUST_CHECK bool gr_kn_new(struct gr_kn **out, const struct gr_kn_options *options,
                             struct gr_err *err);
void gr_kn_free(struct gr_kn *kn); /* ends the child; NULL is allowed */

/* Sends one request (at most one is under way). */
GR_MUST_CHECK bool gr_kn_send(struct gr_kn *kn, const char *kernel, const struct gr_kn_arg *args,
                              size_t arg_count, struct gr_err *err);
int gr_kn_fd(const struct gr_kn *kn);      /* readable when there is news; -1 when idle */
int gr_kn_wait_ms(const struct gr_kn *kn); /* until the deadline; -1 when idle */
enum gr_kn_news { GR_KN_NOTHING, GR_KN_PROGRESS, GR_KN_REPLY, GR_KN_FAILED };
/* Takes what has arrived without blocking, and notices the deadline. REPLY fills *reply; PROGRESS
 * fills *progress; FAILED fills err: GR_E_MACHINE (absent, unsupported, no memory, crashed, killed,
 * timed out, no such program), GR_E_COURSE (bad argument) or GR_E_MEMORY (ours). */
enum gr_kn_news gr_kn_take(struct gr_kn *kn, struct gr_arena *arena, struct gr_kn_reply *reply,
                           struct gr_progress *progress, struct gr_err *err);
/* Ends the request and the child at once. */
void gr_kn_cancel(struct gr_kn *kn);

/* Where kn is: WALLCLOCK_KN, beside the executable, ../libexec/wallclock/. False when none exists.
 */
GR_MUST_CHECK bool gr_kn_find(char *out, size_t size, struct gr_err *err);

#endif

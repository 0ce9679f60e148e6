/* What a kernel call can come to. kernels/ stands alone: it knows nothing of the grader's errors.
 * SPDX-License-Identifier: MIT */
#ifndef KN_STATUS_H
#define KN_STATUS_H

enum kn_status {
    KN_OK,           /* outputs are valid */
    KN_BAD_ARGUMENT, /* unknown name, wrong type, out of range: nothing was run */
    KN_UNSUPPORTED,  /* this processor or build lacks the asked instruction set or device */
    KN_ABSENT,       /* no GPU answers; the message says why */
    KN_NO_MEMORY,    /* the working set does not fit */
    KN_FAILED        /* the kernel ran and its own check failed, or the system refused */
};

/* The stable word of the protocol: "ok", "bad-argument", "unsupported", "absent", "no-memory",
 * "failed". Never NULL. */
const char *kn_status_word(enum kn_status status);

#endif

/* The border to CUDA. The library never touches the CUDA runtime: `kn` brings this table when it
 * was built with nvcc, so that the grader, which links the library, does not carry the runtime
 * along.
 * SPDX-License-Identifier: MIT */
#ifndef KN_GPU_H
#define KN_GPU_H

#include "kernel.h"

struct kn_gpu {
    /* KN_OK and the name of the device; or KN_ABSENT, KN_UNSUPPORTED, KN_FAILED and why. Both texts
     * are one line of printable ASCII. */
    enum kn_status (*probe)(int device, char *text, size_t text_size);
    kn_kernel_fn *stream;
    /* Running sum on the device; false with the reply failed. As kn_ops.sum_*, see ops.h. */
    bool (*sum)(const struct kn_call *call, int format, struct kn_lanes *lanes,
                struct kn_reply *reply);
};

#endif

/* The CUDA part of `kn`. Kernels travel inside the program as fat binaries and are loaded through
 * the CUDA runtime's C interface; the runtime is linked statically and finds the driver by itself,
 * so the same `kn` runs with and without one.
 * SPDX-License-Identifier: MIT */
#ifndef KN_CUDA_DEVICE_H
#define KN_CUDA_DEVICE_H

#include "gpu.h"

/* The table for struct kn_host. */
const struct kn_gpu *kn_cuda_gpu(void);

/* What a CUDA error code stands for: no GPU at all, code that does not fit, or a fault. */
enum kn_status kn_cuda_status(int code);

extern const unsigned char kn_sum_fatbin[];
extern const unsigned char kn_stream_fatbin[];

#endif

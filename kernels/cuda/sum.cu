/* Running sums on a GPU: one thread an accumulator, see ops.h for struct kn_lanes. bf16 is rounded
 * by the integer steps of formats.c, flushing subnormals as the processors do; fp16 by the device's
 * own conversion, which rounds to nearest even and underflows gradually. Built with -fmad=false.
 * How to run me: kn run sum format=bf16 v=1.25 n=5000 lanes=1 --device cuda:0
 * SPDX-License-Identifier: MIT */
#include <cuda_fp16.h>

enum { FP32, BF16, FP16 }; /* as enum kn_format */

static __device__ float round_bf16(float value)
{
    unsigned bits = __float_as_uint(value);
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u) {
        return __uint_as_float((bits | 0x00400000u) & 0xFFFF0000u);
    }
    if ((bits & 0x7F800000u) == 0) {
        return __uint_as_float(bits & 0x80000000u);
    }
    return __uint_as_float((bits + 0x7FFFu + (bits >> 16 & 1u)) & 0xFFFF0000u);
}

static __device__ float round_to(int format, float value)
{
    if (format == BF16) {
        return round_bf16(value);
    }
    return format == FP16 ? __half2float(__float2half_rn(value)) : value;
}

/* accumulators[lane] takes `turns` copies of addend; *moves: how many of lane 0's changed it. */
extern "C" __global__ void kn_cuda_sum(int format, float *accumulators, unsigned lanes,
                                       unsigned long long turns, float addend,
                                       unsigned long long *moves)
{
    unsigned lane = blockIdx.x * blockDim.x + threadIdx.x;
    if (lane >= lanes) {
        return;
    }
    unsigned long long moved = 0;
    float sum = accumulators[lane];
    for (unsigned long long turn = 0; turn < turns; turn++) {
        float next = round_to(format, __fadd_rn(sum, addend));
        moved += next != sum;
        sum = next;
    }
    accumulators[lane] = sum;
    if (lane == 0) {
        *moves = moved;
    }
}

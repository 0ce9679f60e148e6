/* In-place stream on a GPU: p -= c*g, rounded after the product and after the difference, so
 * bit-equal to scalar code. Shape: one element a thread and step, neighbours in neighbouring
 * threads.
 * How to run me: kn run stream --device cuda:0
 * SPDX-License-Identifier: MIT */
extern "C" __global__ void kn_cuda_stream(float *p, const float *g, float c, unsigned long long n)
{
    unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n; i += step) {
        p[i] = __fsub_rn(p[i], __fmul_rn(c, g[i]));
    }
}

/* The inner loops, one table of functions per instruction set. Everything above this line (sizes,
 * timing, checks, counting) is written once; a new instruction set is one more const table, and
 * starts from scalar functions where it has none of its own.
 * SPDX-License-Identifier: MIT */
#ifndef KN_OPS_H
#define KN_OPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpu.h"
#include "kn/catalogue.h"

/* Constants of the roof and chain kernels: x <- ROOF_A * x + ROOF_B has the fixed point 1, so
 * values that start near 1 stay near 1 for any k and any number of passes. */
#define KN_ROOF_A 0.9990234375f /* 1 - 2^-10 */
#define KN_ROOF_B 0.0009765625f /* 2^-10 */

enum { KN_LANES_MAX = 64, KN_CHAINS_MAX = 12 };

/* Accumulators of a running sum in one format. `turns` is how many copies each lane of the first
 * `lanes` adds; `moves` comes back as how many of lane 0's additions changed it. */
struct kn_lanes {
    float accumulators[KN_LANES_MAX];
    size_t lanes;
    uint64_t turns;
    float addend;
    uint64_t moves;
};

/* c[i][j] += sum over p of a[i][p] * b[p][j]; row-major, each with its own row length in elements.
 */
struct kn_tile {
    const float *a, *b;
    float *c;
    size_t rows, columns, depth;
    size_t a_stride, b_stride, c_stride;
};

struct kn_ops {
    enum kn_backend backend;
    const char *isa; /* the backend more exactly, for people */
    size_t width;    /* floats in one vector */

    /* k multiply-adds on each of p[0..n), in place; p 64-byte aligned. 1 <= k <= 256. */
    void (*roof)(float *p, size_t n, int k);
    /* `steps` multiply-adds, a multiple of 8, in each of k chains of vectors that start from out;
     * lane 0 of each chain is left there. 1 <= k <= KN_CHAINS_MAX. */
    void (*chains)(int k, size_t steps, float out[KN_CHAINS_MAX]);
    /* p[i] -= c * g[i], rounded after the product and after the difference. */
    void (*stream)(float *p, const float *g, float c, size_t n);
    void (*tile)(const struct kn_tile *tile);
    /* Running sums: every addition rounded to the named format, to nearest, ties to even. */
    void (*sum_fp32)(struct kn_lanes *lanes);
    void (*sum_bf16)(struct kn_lanes *lanes);
    void (*sum_fp16)(struct kn_lanes *lanes);
    /* Conversions of whole arrays. */
    void (*bf16_from_f32)(uint16_t *to, const float *from, size_t n);
    void (*fp16_from_f32)(uint16_t *to, const float *from, size_t n);
    void (*f32_from_fp16)(float *to, const uint16_t *from, size_t n);
};

/* The table of a backend, or NULL when this processor, its operating system or this build cannot
 * run it. Never NULL for KN_SCALAR. KN_CUDA has no table. */
const struct kn_ops *kn_ops_for(enum kn_backend backend, const struct kn_cpu *cpu);

/* Every table in turn, for checks: avx512 is there twice, with emulated and with hardware bf16.
 * NULL for one that cannot run here. */
enum { KN_OPS_COUNT = 4 };
const struct kn_ops *kn_ops_at(size_t index, const struct kn_cpu *cpu);

#endif

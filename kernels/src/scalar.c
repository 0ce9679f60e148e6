/* The inner loops in plain C, one float at a time; compiled without the vectoriser, so that
 * "scalar" means what it says. A multiply-add is two instructions here and rounds twice: results of
 * `roof` and `chains` differ from the fused ones by roundings, all others are bit-identical on
 * every backend.
 * SPDX-License-Identifier: MIT */
#include "scalar.h"

#include "formats.h"

enum { ROOF_VALUES = 12, UNROLL = 8 };

void kn_roof_scalar(float *p, size_t n, int k)
{
    size_t whole = n - n % ROOF_VALUES;
    for (size_t i = 0; i < whole; i += ROOF_VALUES) {
        float v[ROOF_VALUES];
        for (int j = 0; j < ROOF_VALUES; j++) {
            v[j] = p[i + (size_t)j];
        }
        for (int step = 0; step < k; step++) {
            for (int j = 0; j < ROOF_VALUES; j++) {
                v[j] = v[j] * KN_ROOF_A + KN_ROOF_B;
            }
        }
        for (int j = 0; j < ROOF_VALUES; j++) {
            p[i + (size_t)j] = v[j];
        }
    }
    for (size_t i = whole; i < n; i++) {
        float v = p[i];
        for (int step = 0; step < k; step++) {
            v = v * KN_ROOF_A + KN_ROOF_B;
        }
        p[i] = v;
    }
}

/* Always inlined with a constant k, so that the chains live in registers. They start from memory:
 * the compiler cannot know that they are equal and merge them. */
__attribute__((always_inline)) static inline void chains_of(int k, size_t steps, float *out)
{
    float v[KN_CHAINS_MAX];
    for (int i = 0; i < k; i++) {
        v[i] = out[i];
    }
    for (size_t step = 0; step < steps; step += UNROLL) {
        for (int turn = 0; turn < UNROLL; turn++) {
            for (int i = 0; i < k; i++) {
                v[i] = v[i] * KN_ROOF_A + KN_ROOF_B;
            }
        }
    }
    for (int i = 0; i < k; i++) {
        out[i] = v[i];
    }
}

#define CHAINS(count)                                                                              \
    case count:                                                                                    \
        chains_of(count, steps, out);                                                              \
        break;

void kn_chains_scalar(int k, size_t steps, float out[KN_CHAINS_MAX])
{
    switch (k) {
        CHAINS(1)
        CHAINS(2)
        CHAINS(3)
        CHAINS(4)
        CHAINS(5)
        CHAINS(6)
        CHAINS(7)
        CHAINS(8)
        CHAINS(9)
        CHAINS(10)
        CHAINS(11)
        CHAINS(12)
    default:
        break;
    }
}

void kn_stream_scalar(float *p, const float *g, float c, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p[i] -= c * g[i];
    }
}

void kn_tile_scalar(const struct kn_tile *tile)
{
    for (size_t i = 0; i < tile->rows; i++) {
        float *c = tile->c + i * tile->c_stride;
        for (size_t p = 0; p < tile->depth; p++) {
            const float a = tile->a[i * tile->a_stride + p];
            const float *b = tile->b + p * tile->b_stride;
            for (size_t j = 0; j < tile->columns; j++) {
                c[j] += a * b[j];
            }
        }
    }
}

__attribute__((always_inline)) static inline void sum_of(struct kn_lanes *lanes,
                                                         enum kn_format format)
{
    for (uint64_t turn = 0; turn < lanes->turns; turn++) {
        float first = lanes->accumulators[0];
        for (size_t lane = 0; lane < lanes->lanes; lane++) {
            float sum = lanes->accumulators[lane] + lanes->addend;
            lanes->accumulators[lane] = kn_round_float(format, sum);
        }
        lanes->moves += lanes->lanes > 0 && lanes->accumulators[0] != first;
    }
}

void kn_sum_fp32_scalar(struct kn_lanes *lanes)
{
    sum_of(lanes, KN_FP32);
}

void kn_sum_bf16_scalar(struct kn_lanes *lanes)
{
    sum_of(lanes, KN_BF16);
}

void kn_sum_fp16_scalar(struct kn_lanes *lanes)
{
    sum_of(lanes, KN_FP16);
}

void kn_bf16_from_f32_scalar(uint16_t *to, const float *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        to[i] = kn_bf16_from_float(from[i]);
    }
}

void kn_fp16_from_f32_scalar(uint16_t *to, const float *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        to[i] = kn_fp16_from_float(from[i]);
    }
}

void kn_f32_from_fp16_scalar(float *to, const uint16_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        to[i] = kn_float_from_fp16(from[i]);
    }
}

/* The tables of inner loops and the choice between them. A table for a processor that lacks its
 * instructions is never handed out, so no caller can run into an illegal instruction by forcing
 * one.
 * SPDX-License-Identifier: MIT */
#include "ops.h"

#include "scalar.h"

static const struct kn_ops scalar_ops = {
    .backend = KN_SCALAR,
    .isa = "scalar",
    .width = 1,
    .roof = kn_roof_scalar,
    .chains = kn_chains_scalar,
    .stream = kn_stream_scalar,
    .tile = kn_tile_scalar,
    .sum_fp32 = kn_sum_fp32_scalar,
    .sum_bf16 = kn_sum_bf16_scalar,
    .sum_fp16 = kn_sum_fp16_scalar,
    .bf16_from_f32 = kn_bf16_from_f32_scalar,
    .fp16_from_f32 = kn_fp16_from_f32_scalar,
    .f32_from_fp16 = kn_f32_from_fp16_scalar,
};

#if defined(__x86_64__)
#include "x86/x86.h"

static const struct kn_ops avx2_ops = {
    .backend = KN_AVX2,
    .isa = "avx2+fma+f16c",
    .width = 8,
    .roof = kn_roof_avx2,
    .chains = kn_chains_avx2,
    .stream = kn_stream_avx2,
    .tile = kn_tile_avx2,
    .sum_fp32 = kn_sum_fp32_avx2,
    .sum_bf16 = kn_sum_bf16_avx2,
    .sum_fp16 = kn_sum_fp16_avx2,
    .bf16_from_f32 = kn_bf16_from_f32_avx2,
    .fp16_from_f32 = kn_fp16_from_f32_avx2,
    .f32_from_fp16 = kn_f32_from_fp16_avx2,
};

#define AVX512_COMMON                                                                              \
    .backend = KN_AVX512, .width = 16, .roof = kn_roof_avx512, .chains = kn_chains_avx512,         \
    .stream = kn_stream_avx512, .tile = kn_tile_avx512, .sum_fp32 = kn_sum_fp32_avx512,            \
    .sum_fp16 = kn_sum_fp16_avx512, .fp16_from_f32 = kn_fp16_from_f32_avx512,                      \
    .f32_from_fp16 = kn_f32_from_fp16_avx512

static const struct kn_ops avx512_ops = {
    AVX512_COMMON,
    .isa = "avx512",
    .sum_bf16 = kn_sum_bf16_avx512,
    .bf16_from_f32 = kn_bf16_from_f32_avx512,
};

static const struct kn_ops avx512_bf16_ops = {
    AVX512_COMMON,
    .isa = "avx512+bf16",
    .sum_bf16 = kn_sum_bf16_avx512_bf16,
    .bf16_from_f32 = kn_bf16_from_f32_avx512_bf16,
};

const struct kn_ops *kn_ops_at(size_t index, const struct kn_cpu *cpu)
{
    switch (index) {
    case 0:
        return &scalar_ops;
    case 1:
        return cpu->has_avx2 ? &avx2_ops : NULL;
    case 2:
        return cpu->has_avx512 ? &avx512_ops : NULL;
    case 3:
        return cpu->has_avx512_bf16 ? &avx512_bf16_ops : NULL;
    default:
        return NULL;
    }
}
#else
const struct kn_ops *kn_ops_at(size_t index, const struct kn_cpu *cpu)
{
    (void)cpu;
    return index == 0 ? &scalar_ops : NULL;
}
#endif

const struct kn_ops *kn_ops_for(enum kn_backend backend, const struct kn_cpu *cpu)
{
    const struct kn_ops *best = NULL;
    for (size_t index = 0; index < KN_OPS_COUNT; index++) {
        const struct kn_ops *ops = kn_ops_at(index, cpu);
        if (ops != NULL && ops->backend == backend) {
            best = ops;
        }
    }
    return best;
}

/* The inner loops in AVX2 and AVX-512. Each pair of files is compiled with its own flags and holds
 * nothing that other files could pick up inline. See ops.h for what each function does.
 * SPDX-License-Identifier: MIT */
#ifndef KN_X86_H
#define KN_X86_H

#include "ops.h"

void kn_roof_avx2(float *p, size_t n, int k);
void kn_chains_avx2(int k, size_t steps, float out[KN_CHAINS_MAX]);
void kn_stream_avx2(float *p, const float *g, float c, size_t n);
void kn_tile_avx2(const struct kn_tile *tile);
void kn_sum_fp32_avx2(struct kn_lanes *lanes);
void kn_sum_bf16_avx2(struct kn_lanes *lanes);
void kn_sum_fp16_avx2(struct kn_lanes *lanes);
void kn_bf16_from_f32_avx2(uint16_t *to, const float *from, size_t n);
void kn_fp16_from_f32_avx2(uint16_t *to, const float *from, size_t n);
void kn_f32_from_fp16_avx2(float *to, const uint16_t *from, size_t n);

void kn_roof_avx512(float *p, size_t n, int k);
void kn_chains_avx512(int k, size_t steps, float out[KN_CHAINS_MAX]);
void kn_stream_avx512(float *p, const float *g, float c, size_t n);
void kn_tile_avx512(const struct kn_tile *tile);
void kn_sum_fp32_avx512(struct kn_lanes *lanes);
void kn_sum_bf16_avx512(struct kn_lanes *lanes);
void kn_sum_fp16_avx512(struct kn_lanes *lanes);
void kn_bf16_from_f32_avx512(uint16_t *to, const float *from, size_t n);
void kn_fp16_from_f32_avx512(uint16_t *to, const float *from, size_t n);
void kn_f32_from_fp16_avx512(float *to, const uint16_t *from, size_t n);

/* With the processor's own conversion to bf16. */
void kn_sum_bf16_avx512_bf16(struct kn_lanes *lanes);
void kn_bf16_from_f32_avx512_bf16(uint16_t *to, const float *from, size_t n);

#endif

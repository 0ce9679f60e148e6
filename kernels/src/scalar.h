/* The portable inner loops: what every other instruction set is tested against. See ops.h.
 * SPDX-License-Identifier: MIT */
#ifndef KN_SCALAR_H
#define KN_SCALAR_H

#include "ops.h"

void kn_roof_scalar(float *p, size_t n, int k);
void kn_chains_scalar(int k, size_t steps, float out[KN_CHAINS_MAX]);
void kn_stream_scalar(float *p, const float *g, float c, size_t n);
void kn_tile_scalar(const struct kn_tile *tile);
void kn_sum_fp32_scalar(struct kn_lanes *lanes);
void kn_sum_bf16_scalar(struct kn_lanes *lanes);
void kn_sum_fp16_scalar(struct kn_lanes *lanes);
void kn_bf16_from_f32_scalar(uint16_t *to, const float *from, size_t n);
void kn_fp16_from_f32_scalar(uint16_t *to, const float *from, size_t n);
void kn_f32_from_fp16_scalar(float *to, const uint16_t *from, size_t n);

#endif

/* Running sums and conversions in AVX-512: sixteen accumulators a vector, one vector at a time
 * (lanes do not depend on each other, so the order between vectors cannot show). bf16 is rounded by
 * integer arithmetic here, see formats.c; fp16 by the processor's own VCVTPS2PH.
 * SPDX-License-Identifier: MIT */
#include <immintrin.h>

#include "x86/x86.h"

enum { WIDTH = 16 };

static __mmask16 mask_of(size_t left)
{
    return (__mmask16)(left >= WIDTH ? 0xFFFFu : (1u << left) - 1);
}

/* Floats to bf16 in the upper halves of the same places, lower halves zero. */
static __m512i bf16_bits(__m512 value)
{
    const __m512i bits = _mm512_castps_si512(value);
    const __m512i sign = _mm512_set1_epi32((int)0x80000000u);
    const __m512i upper = _mm512_set1_epi32((int)0xFFFF0000u);
    __m512i last = _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1));
    __m512i rounded = _mm512_add_epi32(bits, _mm512_add_epi32(last, _mm512_set1_epi32(0x7FFF)));
    __mmask16 is_small = _mm512_testn_epi32_mask(bits, _mm512_set1_epi32(0x7F800000));
    __mmask16 is_nan = _mm512_cmp_ps_mask(value, value, _CMP_UNORD_Q);
    rounded = _mm512_mask_and_epi32(rounded, is_small, bits, sign);
    rounded = _mm512_mask_or_epi32(rounded, is_nan, bits, _mm512_set1_epi32(0x00400000));
    return _mm512_and_si512(rounded, upper);
}

static __m512 round_fp32(__m512 value)
{
    return value;
}

static __m512 round_bf16(__m512 value)
{
    return _mm512_castsi512_ps(bf16_bits(value));
}

static __m512 round_fp16(__m512 value)
{
    return _mm512_cvtph_ps(_mm512_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}

__attribute__((always_inline)) static inline void sum_of(struct kn_lanes *lanes,
                                                         __m512 (*round)(__m512))
{
    const __m512 addend = _mm512_set1_ps(lanes->addend);
    for (size_t lane = 0; lane < lanes->lanes; lane += WIDTH) {
        const __mmask16 mask = mask_of(lanes->lanes - lane);
        const unsigned watched = lane == 0 ? 1u : 0u;
        __m512 sums = _mm512_maskz_loadu_ps(mask, lanes->accumulators + lane);
        for (uint64_t turn = 0; turn < lanes->turns; turn++) {
            __m512 next = round(_mm512_add_ps(sums, addend));
            lanes->moves += _mm512_cmp_ps_mask(next, sums, _CMP_NEQ_UQ) & watched;
            sums = next;
        }
        _mm512_mask_storeu_ps(lanes->accumulators + lane, mask, sums);
    }
}

void kn_sum_fp32_avx512(struct kn_lanes *lanes)
{
    sum_of(lanes, round_fp32);
}

void kn_sum_bf16_avx512(struct kn_lanes *lanes)
{
    sum_of(lanes, round_bf16);
}

void kn_sum_fp16_avx512(struct kn_lanes *lanes)
{
    sum_of(lanes, round_fp16);
}

void kn_bf16_from_f32_avx512(uint16_t *to, const float *from, size_t n)
{
    for (size_t i = 0; i < n; i += WIDTH) {
        const __mmask16 mask = mask_of(n - i);
        __m512i bits = bf16_bits(_mm512_maskz_loadu_ps(mask, from + i));
        __m256i halves = _mm512_cvtepi32_epi16(_mm512_srli_epi32(bits, 16));
        _mm256_mask_storeu_epi16(to + i, mask, halves);
    }
}

void kn_fp16_from_f32_avx512(uint16_t *to, const float *from, size_t n)
{
    for (size_t i = 0; i < n; i += WIDTH) {
        const __mmask16 mask = mask_of(n - i);
        __m512 value = _mm512_maskz_loadu_ps(mask, from + i);
        __m256i halves = _mm512_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
        _mm256_mask_storeu_epi16(to + i, mask, halves);
    }
}

void kn_f32_from_fp16_avx512(float *to, const uint16_t *from, size_t n)
{
    for (size_t i = 0; i < n; i += WIDTH) {
        const __mmask16 mask = mask_of(n - i);
        __m256i halves = _mm256_maskz_loadu_epi16(mask, from + i);
        _mm512_mask_storeu_ps(to + i, mask, _mm512_cvtph_ps(halves));
    }
}

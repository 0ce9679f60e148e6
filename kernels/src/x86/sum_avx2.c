/* Running sums and conversions in AVX2: eight accumulators a vector, one vector at a time (lanes do
 * not depend on each other, so the order between vectors cannot show). bf16 is rounded by integer
 * arithmetic, see formats.c; fp16 by the processor's own VCVTPS2PH (F16C).
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include <immintrin.h>

#include "formats.h"
#include "x86/x86.h"

enum { WIDTH = 8 };

/* Floats to bf16 in the upper halves of the same places, lower halves zero. */
static __m256i bf16_bits(__m256 value)
{
    const __m256i bits = _mm256_castps_si256(value);
    const __m256i sign = _mm256_set1_epi32((int)0x80000000u);
    const __m256i upper = _mm256_set1_epi32((int)0xFFFF0000u);
    const __m256i exponent = _mm256_set1_epi32(0x7F800000);
    __m256i last = _mm256_and_si256(_mm256_srli_epi32(bits, 16), _mm256_set1_epi32(1));
    __m256i rounded = _mm256_add_epi32(bits, _mm256_add_epi32(last, _mm256_set1_epi32(0x7FFF)));
    __m256i is_small = _mm256_cmpeq_epi32(_mm256_and_si256(bits, exponent), _mm256_setzero_si256());
    __m256i is_nan = _mm256_castps_si256(_mm256_cmp_ps(value, value, _CMP_UNORD_Q));
    __m256i quiet = _mm256_or_si256(bits, _mm256_set1_epi32(0x00400000));
    rounded = _mm256_blendv_epi8(rounded, _mm256_and_si256(bits, sign), is_small);
    rounded = _mm256_blendv_epi8(rounded, quiet, is_nan);
    return _mm256_and_si256(rounded, upper);
}

static __m256 round_fp32(__m256 value)
{
    return value;
}

static __m256 round_bf16(__m256 value)
{
    return _mm256_castsi256_ps(bf16_bits(value));
}

static __m256 round_fp16(__m256 value)
{
    return _mm256_cvtph_ps(_mm256_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT));
}

__attribute__((always_inline)) static inline void sum_of(struct kn_lanes *lanes,
                                                         __m256 (*round)(__m256))
{
    const __m256 addend = _mm256_set1_ps(lanes->addend);
    for (size_t lane = 0; lane < lanes->lanes; lane += WIDTH) {
        float some[WIDTH] = {0};
        size_t left = lanes->lanes - lane;
        size_t used_bytes = (left < WIDTH ? left : WIDTH) * sizeof(float);
        memcpy(some, lanes->accumulators + lane, used_bytes);
        __m256 sums = _mm256_loadu_ps(some);
        for (uint64_t turn = 0; turn < lanes->turns; turn++) {
            __m256 next = round(_mm256_add_ps(sums, addend));
            int moved = _mm256_movemask_ps(_mm256_cmp_ps(next, sums, _CMP_NEQ_UQ));
            lanes->moves += lane == 0 && (moved & 1) != 0;
            sums = next;
        }
        _mm256_storeu_ps(some, sums);
        memcpy(lanes->accumulators + lane, some, used_bytes);
    }
}

void kn_sum_fp32_avx2(struct kn_lanes *lanes)
{
    sum_of(lanes, round_fp32);
}

void kn_sum_bf16_avx2(struct kn_lanes *lanes)
{
    sum_of(lanes, round_bf16);
}

void kn_sum_fp16_avx2(struct kn_lanes *lanes)
{
    sum_of(lanes, round_fp16);
}

static __m128i bf16_halves(__m256 value)
{
    __m256i low = _mm256_srli_epi32(bf16_bits(value), 16);
    return _mm_packus_epi32(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1));
}

void kn_bf16_from_f32_avx2(uint16_t *to, const float *from, size_t n)
{
    size_t i = 0;
    for (; i + WIDTH <= n; i += WIDTH) {
        __m128i halves = bf16_halves(_mm256_loadu_ps(from + i));
        _mm_storeu_si128((__m128i *)(void *)(to + i), halves);
    }
    for (; i < n; i++) {
        to[i] = kn_bf16_from_float(from[i]);
    }
}

void kn_fp16_from_f32_avx2(uint16_t *to, const float *from, size_t n)
{
    size_t i = 0;
    for (; i + WIDTH <= n; i += WIDTH) {
        __m128i halves = _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT);
        _mm_storeu_si128((__m128i *)(void *)(to + i), halves);
    }
    for (; i < n; i++) {
        to[i] = kn_fp16_from_float(from[i]);
    }
}

void kn_f32_from_fp16_avx2(float *to, const uint16_t *from, size_t n)
{
    size_t i = 0;
    for (; i + WIDTH <= n; i += WIDTH) {
        __m128i halves = _mm_loadu_si128((const __m128i *)(const void *)(from + i));
        _mm256_storeu_ps(to + i, _mm256_cvtph_ps(halves));
    }
    for (; i < n; i++) {
        to[i] = kn_float_from_fp16(from[i]);
    }
}

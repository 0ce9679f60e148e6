/* Running sums and conversion with the processor's own VCVTNEPS2BF16 (AVX512_BF16): rounds to
 * nearest even whatever MXCSR says, takes subnormal inputs for zero. The emulation of formats.c is
 * bit-equal to it, which the tests and `kn check` verify where this file may run.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include <immintrin.h>

#include "x86/x86.h"

enum { WIDTH = 16 };

static __mmask16 mask_of(size_t left)
{
    return (__mmask16)(left >= WIDTH ? 0xFFFFu : (1u << left) - 1);
}

/* __m256bh is a type of its own that compilers convert in different ways; memcpy is free. */
static __m256i halves_of(__m512 value)
{
    __m256bh converted = _mm512_cvtneps_pbh(value);
    __m256i halves;
    memcpy(&halves, &converted, sizeof halves);
    return halves;
}

static __m512 round_bf16(__m512 value)
{
    __m512i wide = _mm512_cvtepu16_epi32(halves_of(value));
    return _mm512_castsi512_ps(_mm512_slli_epi32(wide, 16));
}

void kn_sum_bf16_avx512_bf16(struct kn_lanes *lanes)
{
    const __m512 addend = _mm512_set1_ps(lanes->addend);
    for (size_t lane = 0; lane < lanes->lanes; lane += WIDTH) {
        const __mmask16 mask = mask_of(lanes->lanes - lane);
        const unsigned watched = lane == 0 ? 1u : 0u;
        __m512 sums = _mm512_maskz_loadu_ps(mask, lanes->accumulators + lane);
        for (uint64_t turn = 0; turn < lanes->turns; turn++) {
            __m512 next = round_bf16(_mm512_add_ps(sums, addend));
            lanes->moves += _mm512_cmp_ps_mask(next, sums, _CMP_NEQ_UQ) & watched;
            sums = next;
        }
        _mm512_mask_storeu_ps(lanes->accumulators + lane, mask, sums);
    }
}

void kn_bf16_from_f32_avx512_bf16(uint16_t *to, const float *from, size_t n)
{
    for (size_t i = 0; i < n; i += WIDTH) {
        const __mmask16 mask = mask_of(n - i);
        __m256i halves = halves_of(_mm512_maskz_loadu_ps(mask, from + i));
        _mm256_mask_storeu_epi16(to + i, mask, halves);
    }
}

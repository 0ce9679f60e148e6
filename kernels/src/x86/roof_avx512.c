/* Roof and chain kernels in AVX-512. Shape: 8 independent vectors of 16 floats an iteration, so
 * that eight chains cover a latency of four cycles on two pipes; k steps of 8 FMAs run from
 * registers. The steps are unrolled by 16 with one computed entry for the rest: a counted inner
 * loop of k turns would end in a mispredicted branch once an iteration and cost more than some
 * values of k.
 * SPDX-License-Identifier: MIT */
#include "x86/x86.h"

#include <immintrin.h>

enum { WIDTH = 16, VECTORS = 8, GROUP = WIDTH * VECTORS, UNROLL = 8 };

#define FMA(i)  v##i = _mm512_fmadd_ps(v##i, a, b);
#define STEP    EACH(FMA)
#define LOAD(i) __m512 v##i = _mm512_load_ps(p + (i)*WIDTH);
#define SAVE(i) _mm512_store_ps(p + (i)*WIDTH, v##i);
#define EACH(D) D(0) D(1) D(2) D(3) D(4) D(5) D(6) D(7)
#define REST(r)                                                                                    \
    case r:                                                                                        \
        STEP __attribute__((fallthrough));

static void roof_groups(float *p, size_t groups, int k)
{
    const __m512 a = _mm512_set1_ps(KN_ROOF_A);
    const __m512 b = _mm512_set1_ps(KN_ROOF_B);
    const int wholes = k / 16;
    const int rest = k % 16;
    for (size_t group = 0; group < groups; group++, p += GROUP) {
        EACH(LOAD)
        for (int whole = 0; whole < wholes; whole++) {
            STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP
        }
        switch (rest) {
            REST(15) /* NOLINT(bugprone-branch-clone): one entry a case into unrolled steps */
            REST(14)
            REST(13)
            REST(12)
            REST(11)
            REST(10)
            REST(9)
            REST(8)
            REST(7)
            REST(6)
            REST(5)
            REST(4)
            REST(3)
            REST(2)
            REST(1)
        default:
            break;
        }
        EACH(SAVE)
    }
}

void kn_roof_avx512(float *p, size_t n, int k)
{
    const __m512 a = _mm512_set1_ps(KN_ROOF_A);
    const __m512 b = _mm512_set1_ps(KN_ROOF_B);
    const size_t groups = n / GROUP;
    roof_groups(p, groups, k);
    for (size_t i = groups * GROUP; i < n; i += WIDTH) {
        __mmask16 mask = (__mmask16)(n - i >= WIDTH ? 0xFFFFu : (1u << (n - i)) - 1);
        __m512 v = _mm512_maskz_loadu_ps(mask, p + i);
        for (int step = 0; step < k; step++) {
            v = _mm512_fmadd_ps(v, a, b);
        }
        _mm512_mask_storeu_ps(p + i, mask, v);
    }
}

/* Always inlined with a constant k, so that the chains live in registers. They start from memory:
 * the compiler cannot know that they are equal and merge them. */
__attribute__((always_inline)) static inline void chains_of(int k, size_t steps, float *out)
{
    const __m512 a = _mm512_set1_ps(KN_ROOF_A);
    const __m512 b = _mm512_set1_ps(KN_ROOF_B);
    __m512 v[KN_CHAINS_MAX];
    for (int i = 0; i < k; i++) {
        v[i] = _mm512_set1_ps(out[i]);
    }
    for (size_t step = 0; step < steps; step += UNROLL) {
        for (int turn = 0; turn < UNROLL; turn++) {
            for (int i = 0; i < k; i++) {
                v[i] = _mm512_fmadd_ps(v[i], a, b);
            }
        }
    }
    for (int i = 0; i < k; i++) {
        out[i] = _mm512_cvtss_f32(v[i]);
    }
}

#define CHAINS(count)                                                                              \
    case count:                                                                                    \
        chains_of(count, steps, out);                                                              \
        break;

void kn_chains_avx512(int k, size_t steps, float out[KN_CHAINS_MAX])
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

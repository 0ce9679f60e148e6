/* Roof and chain kernels in AVX2. Shape: 12 independent vectors of 8 floats an iteration, which
 * covers a latency of five cycles on two pipes and leaves registers for the constants; k steps of
 * 12 FMAs run from registers. The steps are unrolled by 16 with one computed entry for the rest: a
 * counted inner loop of k turns would end in a mispredicted branch once an iteration.
 * SPDX-License-Identifier: MIT */
#include "x86/x86.h"

#include <immintrin.h>

enum { WIDTH = 8, VECTORS = 12, GROUP = WIDTH * VECTORS, UNROLL = 8 };

#define FMA(i)  v##i = _mm256_fmadd_ps(v##i, a, b);
#define STEP    EACH(FMA)
#define LOAD(i) __m256 v##i = _mm256_load_ps(p + (i)*WIDTH);
#define SAVE(i) _mm256_store_ps(p + (i)*WIDTH, v##i);
#define EACH(D) D(0) D(1) D(2) D(3) D(4) D(5) D(6) D(7) D(8) D(9) D(10) D(11)
#define REST(r)                                                                                    \
    case r:                                                                                        \
        STEP __attribute__((fallthrough));

static void roof_groups(float *p, size_t groups, int k)
{
    const __m256 a = _mm256_set1_ps(KN_ROOF_A);
    const __m256 b = _mm256_set1_ps(KN_ROOF_B);
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

void kn_roof_avx2(float *p, size_t n, int k)
{
    const __m256 a = _mm256_set1_ps(KN_ROOF_A);
    const __m256 b = _mm256_set1_ps(KN_ROOF_B);
    const size_t groups = n / GROUP;
    roof_groups(p, groups, k);
    size_t i = groups * GROUP;
    for (; i + WIDTH <= n; i += WIDTH) {
        __m256 v = _mm256_loadu_ps(p + i);
        for (int step = 0; step < k; step++) {
            v = _mm256_fmadd_ps(v, a, b);
        }
        _mm256_storeu_ps(p + i, v);
    }
    for (; i < n; i++) {
        __m128 v = _mm_load_ss(p + i);
        for (int step = 0; step < k; step++) {
            v = _mm_fmadd_ss(v, _mm256_castps256_ps128(a), _mm256_castps256_ps128(b));
        }
        _mm_store_ss(p + i, v);
    }
}

/* Always inlined with a constant k, so that the chains live in registers. They start from memory:
 * the compiler cannot know that they are equal and merge them. */
__attribute__((always_inline)) static inline void chains_of(int k, size_t steps, float *out)
{
    const __m256 a = _mm256_set1_ps(KN_ROOF_A);
    const __m256 b = _mm256_set1_ps(KN_ROOF_B);
    __m256 v[KN_CHAINS_MAX];
    for (int i = 0; i < k; i++) {
        v[i] = _mm256_set1_ps(out[i]);
    }
    for (size_t step = 0; step < steps; step += UNROLL) {
        for (int turn = 0; turn < UNROLL; turn++) {
            for (int i = 0; i < k; i++) {
                v[i] = _mm256_fmadd_ps(v[i], a, b);
            }
        }
    }
    for (int i = 0; i < k; i++) {
        out[i] = _mm256_cvtss_f32(v[i]);
    }
}

#define CHAINS(count)                                                                              \
    case count:                                                                                    \
        chains_of(count, steps, out);                                                              \
        break;

void kn_chains_avx2(int k, size_t steps, float out[KN_CHAINS_MAX])
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

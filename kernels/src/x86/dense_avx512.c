/* In-place stream and tile product in AVX-512. The stream rounds after the product and after the
 * difference, as scalar code does, so results are bit-identical; a fused form would differ in the
 * last place. The tile keeps four rows of c by one vector in registers and walks the depth: four
 * chains.
 * SPDX-License-Identifier: MIT */
#include <immintrin.h>

#include "x86/x86.h"

enum { WIDTH = 16, ROWS = 4 };

static __mmask16 mask_of(size_t left)
{
    return (__mmask16)(left >= WIDTH ? 0xFFFFu : (1u << left) - 1);
}

void kn_stream_avx512(float *p, const float *g, float c, size_t n)
{
    const __m512 factor = _mm512_set1_ps(c);
    size_t i = 0;
    for (; i + WIDTH <= n; i += WIDTH) {
        __m512 step = _mm512_mul_ps(factor, _mm512_loadu_ps(g + i));
        _mm512_storeu_ps(p + i, _mm512_sub_ps(_mm512_loadu_ps(p + i), step));
    }
    __mmask16 mask = mask_of(n - i);
    __m512 step = _mm512_mul_ps(factor, _mm512_maskz_loadu_ps(mask, g + i));
    _mm512_mask_storeu_ps(p + i, mask, _mm512_sub_ps(_mm512_maskz_loadu_ps(mask, p + i), step));
}

/* `rows` <= ROWS rows of c from row i, the vector of columns at j. */
__attribute__((always_inline)) static inline void block(const struct kn_tile *tile, size_t i,
                                                        size_t j, size_t rows)
{
    const __mmask16 mask = mask_of(tile->columns - j);
    const float *a = tile->a + i * tile->a_stride;
    const float *b = tile->b + j;
    float *c = tile->c + i * tile->c_stride + j;
    __m512 sums[ROWS];
    for (size_t row = 0; row < rows; row++) {
        sums[row] = _mm512_maskz_loadu_ps(mask, c + row * tile->c_stride);
    }
    for (size_t p = 0; p < tile->depth; p++, b += tile->b_stride) {
        __m512 right = _mm512_maskz_loadu_ps(mask, b);
        for (size_t row = 0; row < rows; row++) {
            __m512 left = _mm512_set1_ps(a[row * tile->a_stride + p]);
            sums[row] = _mm512_fmadd_ps(left, right, sums[row]);
        }
    }
    for (size_t row = 0; row < rows; row++) {
        _mm512_mask_storeu_ps(c + row * tile->c_stride, mask, sums[row]);
    }
}

void kn_tile_avx512(const struct kn_tile *tile)
{
    for (size_t j = 0; j < tile->columns; j += WIDTH) {
        size_t i = 0;
        for (; i + ROWS <= tile->rows; i += ROWS) {
            block(tile, i, j, ROWS);
        }
        for (; i < tile->rows; i++) {
            block(tile, i, j, 1);
        }
    }
}

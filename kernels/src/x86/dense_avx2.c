/* In-place stream and tile product in AVX2. The stream rounds after the product and after the
 * difference, as scalar code does, so results are bit-identical; a fused form would differ in the
 * last place. The tile keeps four rows of c by one vector in registers and walks the depth: four
 * chains.
 * SPDX-License-Identifier: MIT */
#include <immintrin.h>

#include "x86/x86.h"

enum { WIDTH = 8, ROWS = 4 };

/* All ones in the first `left` of 8 elements: a window on ones followed by zeros. */
static __m256i mask_of(size_t left)
{
    static const int32_t window[2 * WIDTH] = {-1, -1, -1, -1, -1, -1, -1, -1};
    size_t taken = left < WIDTH ? left : WIDTH;
    return _mm256_loadu_si256((const __m256i *)(const void *)(window + WIDTH - taken));
}

void kn_stream_avx2(float *p, const float *g, float c, size_t n)
{
    const __m256 factor = _mm256_set1_ps(c);
    size_t i = 0;
    for (; i + WIDTH <= n; i += WIDTH) {
        __m256 step = _mm256_mul_ps(factor, _mm256_loadu_ps(g + i));
        _mm256_storeu_ps(p + i, _mm256_sub_ps(_mm256_loadu_ps(p + i), step));
    }
    __m256i mask = mask_of(n - i);
    __m256 step = _mm256_mul_ps(factor, _mm256_maskload_ps(g + i, mask));
    _mm256_maskstore_ps(p + i, mask, _mm256_sub_ps(_mm256_maskload_ps(p + i, mask), step));
}

/* `rows` <= ROWS rows of c from row i, the vector of columns at j. */
__attribute__((always_inline)) static inline void block(const struct kn_tile *tile, size_t i,
                                                        size_t j, size_t rows)
{
    const __m256i mask = mask_of(tile->columns - j);
    const float *a = tile->a + i * tile->a_stride;
    const float *b = tile->b + j;
    float *c = tile->c + i * tile->c_stride + j;
    __m256 sums[ROWS];
    for (size_t row = 0; row < rows; row++) {
        sums[row] = _mm256_maskload_ps(c + row * tile->c_stride, mask);
    }
    for (size_t p = 0; p < tile->depth; p++, b += tile->b_stride) {
        __m256 right = _mm256_maskload_ps(b, mask);
        for (size_t row = 0; row < rows; row++) {
            __m256 left = _mm256_set1_ps(a[row * tile->a_stride + p]);
            sums[row] = _mm256_fmadd_ps(left, right, sums[row]);
        }
    }
    for (size_t row = 0; row < rows; row++) {
        _mm256_maskstore_ps(c + row * tile->c_stride, mask, sums[row]);
    }
}

void kn_tile_avx2(const struct kn_tile *tile)
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

/* The cases. Sizes straddle every vector width and unrolling: 0, 1, one less and one more than
 * each, and primes. Inputs are ordinary values with NaN, infinities, zeros of both signs and
 * subnormals among them; the rule is NaN for NaN, equal infinities, and equal bits or the stated
 * tolerance for the rest. Short of memory, a case counts as a fault: a check that did not run has
 * not passed.
 * SPDX-License-Identifier: MIT */
#include <math.h>

#include "compare.h"
#include "formats.h"
#include "guard.h"
#include "kn/rng.h"
#include "selfcheck.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static const size_t sizes[] = {0,  1,  2,  3,  7,   8,   9,   15,  16,  17,  31,  32,
                               33, 95, 96, 97, 127, 128, 129, 191, 257, 384, 1009};

static const float specials[] = {INFINITY, -INFINITY, 0.0f, -0.0f, 0x1p-140f, -0x1.8p-130f, NAN};

/* An input for place i: in [0.5, 1.5), every eleventh a special one when asked. */
static float input(size_t i, bool has_specials)
{
    if (has_specials && i % 11 == 3) {
        return specials[(i / 11) % COUNT(specials)];
    }
    return 0.5f + (float)kn_rng_uniform(3, 0, i);
}

static bool same_bits(const float *left, const float *right, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool is_nan_both = isnan(left[i]) && isnan(right[i]);
        if (!is_nan_both && kn_bits_of(left[i]) != kn_bits_of(right[i])) {
            return false;
        }
    }
    return true;
}

/* k multiply-adds, each rounded once: what fused hardware does. */
static float fused(float value, size_t k)
{
    for (size_t step = 0; step < k; step++) {
        value = fmaf(value, KN_ROOF_A, KN_ROOF_B);
    }
    return value;
}

/* An unfused step rounds twice, and half a unit each time is at most 2^-23 of a value below 2. */
static double tolerance_of(const struct kn_ops *ops, size_t k)
{
    return ops->backend == KN_SCALAR ? (double)k * 0x1p-23 : 0;
}

static bool roof_case(const struct kn_ops *ops, size_t n, int k)
{
    struct kn_guard got, want;
    bool is_open = kn_guard_open(&got, n, sizeof(float));
    is_open = kn_guard_open(&want, n, sizeof(float)) && is_open;
    bool is_right = is_open;
    if (is_open) {
        float *p = got.data, *reference = want.data;
        for (size_t i = 0; i < n; i++) {
            p[i] = input(i, true);
            reference[i] = fused(p[i], (size_t)k);
        }
        ops->roof(p, n, k);
        is_right = kn_compare_f32(p, reference, n, tolerance_of(ops, (size_t)k)) == n &&
                   kn_guard_is_whole(&got);
    }
    kn_guard_close(&got);
    kn_guard_close(&want);
    return is_right;
}

void kn_check_roof(const struct kn_ops *ops, struct kn_check_row *row)
{
    const int ks[] = {1, 2, 3, 12, 15, 16, 17, 33, 128, 256};
    for (size_t i = 0; i < COUNT(sizes); i++) {
        for (size_t j = 0; j < COUNT(ks); j++) {
            kn_check_case(row, roof_case(ops, sizes[i], ks[j]), "n %zu, k %d", sizes[i], ks[j]);
        }
    }
}

void kn_check_chains(const struct kn_ops *ops, struct kn_check_row *row)
{
    const size_t steps[] = {8, 16, 1000};
    for (int k = 1; k <= KN_CHAINS_MAX; k++) {
        for (size_t j = 0; j < COUNT(steps); j++) {
            float out[KN_CHAINS_MAX], reference[KN_CHAINS_MAX];
            for (size_t i = 0; i < KN_CHAINS_MAX; i++) {
                out[i] = input(i, false);
                reference[i] = i < (size_t)k ? fused(out[i], steps[j]) : out[i];
            }
            ops->chains(k, steps[j], out);
            bool is_right = kn_compare_f32(out, reference, KN_CHAINS_MAX,
                                           tolerance_of(ops, steps[j])) == KN_CHAINS_MAX;
            kn_check_case(row, is_right, "k %d, %zu steps", k, steps[j]);
        }
    }
}

static bool stream_case(const struct kn_ops *ops, size_t n)
{
    struct kn_guard got, step, want;
    bool is_open = kn_guard_open(&got, n, sizeof(float));
    is_open = kn_guard_open(&step, n, sizeof(float)) && is_open;
    is_open = kn_guard_open(&want, n, sizeof(float)) && is_open;
    bool is_right = is_open;
    if (is_open) {
        float *p = got.data, *g = step.data, *reference = want.data;
        for (size_t i = 0; i < n; i++) {
            p[i] = reference[i] = input(i, true);
            g[i] = input(i + 5, true);
        }
        struct kn_cpu none = {.has_avx2 = false};
        kn_ops_at(0, &none)->stream(reference, g, 0.7f, n);
        ops->stream(p, g, 0.7f, n);
        is_right =
            same_bits(p, reference, n) && kn_guard_is_whole(&got) && kn_guard_is_whole(&step);
    }
    kn_guard_close(&got);
    kn_guard_close(&step);
    kn_guard_close(&want);
    return is_right;
}

void kn_check_stream(const struct kn_ops *ops, struct kn_check_row *row)
{
    for (size_t i = 0; i < COUNT(sizes); i++) {
        kn_check_case(row, stream_case(ops, sizes[i]), "n %zu", sizes[i]);
    }
}

/* c += a b for whole numbers, exact whatever the order; the reference is the definition. */
static bool tile_case(const struct kn_ops *ops, size_t rows, size_t columns, size_t depth)
{
    struct kn_guard a, b, c;
    bool is_open = kn_guard_open(&a, rows * depth, sizeof(float));
    is_open = kn_guard_open(&b, depth * columns, sizeof(float)) && is_open;
    is_open = kn_guard_open(&c, rows * columns, sizeof(float)) && is_open;
    bool is_right = is_open;
    if (is_open) {
        float *left = a.data, *right = b.data, *product = c.data;
        for (size_t i = 0; i < rows * depth; i++) {
            left[i] = (float)(i * 5 % 7) - 3;
        }
        for (size_t i = 0; i < depth * columns; i++) {
            right[i] = (float)(i * 3 % 5) - 2;
        }
        for (size_t i = 0; i < rows * columns; i++) {
            product[i] = (float)(i % 3);
        }
        const struct kn_tile tile = {left,  right, product, rows,   columns,
                                     depth, depth, columns, columns};
        ops->tile(&tile);
        for (size_t i = 0; i < rows * columns; i++) {
            float sum = (float)(i % 3);
            for (size_t p = 0; p < depth; p++) {
                sum += left[i / columns * depth + p] * right[p * columns + i % columns];
            }
            is_right = is_right && product[i] == sum;
        }
        is_right =
            is_right && kn_guard_is_whole(&a) && kn_guard_is_whole(&b) && kn_guard_is_whole(&c);
    }
    kn_guard_close(&a);
    kn_guard_close(&b);
    kn_guard_close(&c);
    return is_right;
}

void kn_check_tile(const struct kn_ops *ops, struct kn_check_row *row)
{
    const size_t edges[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33};
    for (size_t i = 0; i < COUNT(edges); i++) {
        for (size_t j = 0; j < COUNT(edges); j++) {
            size_t depth = edges[(i + j) % COUNT(edges)];
            kn_check_case(row, tile_case(ops, edges[i], edges[j], depth), "%zu x %zu x %zu",
                          edges[i], edges[j], depth);
        }
    }
}

static void sum_in(const struct kn_ops *ops, enum kn_format format, struct kn_lanes *lanes)
{
    if (format == KN_FP32) {
        ops->sum_fp32(lanes);
    } else if (format == KN_BF16) {
        ops->sum_bf16(lanes);
    } else {
        ops->sum_fp16(lanes);
    }
}

static bool sum_case(const struct kn_ops *ops, enum kn_format format, float addend, size_t lanes)
{
    struct kn_cpu none = {.has_avx2 = false};
    struct kn_lanes got = {.lanes = lanes, .turns = 700, .addend = addend};
    for (size_t i = 0; i < lanes; i++) {
        got.accumulators[i] = kn_round_float(format, (float)i * addend);
    }
    struct kn_lanes want = got;
    sum_in(ops, format, &got);
    sum_in(kn_ops_at(0, &none), format, &want);
    return same_bits(got.accumulators, want.accumulators, KN_LANES_MAX) && got.moves == want.moves;
}

void kn_check_sum(const struct kn_ops *ops, struct kn_check_row *row)
{
    const double values[] = {0,   0.1, 0.3,  0.75, 1,     1.25,  1.5,     3,    6,    -1.75,
                             1e3, 6e4, 1e-3, 1e-7, -6e-8, 1e-38, 1.2e-38, 3e38, -2e30};
    const size_t counts[] = {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64};
    for (enum kn_format format = KN_FP32; format <= KN_FP16; format++) {
        for (size_t i = 0; i < COUNT(values); i++) {
            float addend = kn_round_double(format, values[i]);
            for (size_t j = 0; j < COUNT(counts); j++) {
                kn_check_case(row, sum_case(ops, format, addend, counts[j]),
                              "format %d, v %g, %zu lanes", (int)format, values[i], counts[j]);
            }
        }
    }
}

/* A pattern for place i that walks all exponents and the fractions around every rounding boundary.
 */
static float pattern(size_t i)
{
    static const uint32_t fractions[] = {0x000000, 0x000001, 0x000FFF, 0x001000, 0x001001,
                                         0x003000, 0x007FFF, 0x008000, 0x008001, 0x018000,
                                         0x3FFFFF, 0x400000, 0x7FEFFF, 0x7FF000, 0x7FFFFF};
    uint32_t exponent = (uint32_t)(i / COUNT(fractions)) & 0xFFu;
    uint32_t sign = (uint32_t)(i / COUNT(fractions) / 256) & 1u;
    return kn_float_of(sign << 31 | exponent << 23 | fractions[i % COUNT(fractions)]);
}

static bool convert_case(const struct kn_ops *ops, size_t start, size_t n)
{
    struct kn_guard from, bf16, fp16, back;
    bool is_open = kn_guard_open(&from, n, sizeof(float));
    is_open = kn_guard_open(&bf16, n, sizeof(uint16_t)) && is_open;
    is_open = kn_guard_open(&fp16, n, sizeof(uint16_t)) && is_open;
    is_open = kn_guard_open(&back, n, sizeof(float)) && is_open;
    bool is_right = is_open;
    if (is_open) {
        float *values = from.data, *widened = back.data;
        const uint16_t *brains = bf16.data, *halves = fp16.data;
        for (size_t i = 0; i < n; i++) {
            values[i] = pattern(start + i);
        }
        ops->bf16_from_f32(bf16.data, values, n);
        ops->fp16_from_f32(fp16.data, values, n);
        ops->f32_from_fp16(widened, halves, n);
        for (size_t i = 0; i < n; i++) {
            is_right = is_right && brains[i] == kn_bf16_from_float(values[i]) &&
                       halves[i] == kn_fp16_from_float(values[i]) &&
                       kn_bits_of(widened[i]) == kn_bits_of(kn_float_from_fp16(halves[i]));
        }
        is_right = is_right && kn_guard_is_whole(&from) && kn_guard_is_whole(&bf16) &&
                   kn_guard_is_whole(&fp16) && kn_guard_is_whole(&back);
    }
    kn_guard_close(&from);
    kn_guard_close(&bf16);
    kn_guard_close(&fp16);
    kn_guard_close(&back);
    return is_right;
}

void kn_check_convert(const struct kn_ops *ops, struct kn_check_row *row)
{
    enum { PATTERNS = 15 * 256 * 2 };
    for (size_t i = 0; i < COUNT(sizes); i++) {
        kn_check_case(row, convert_case(ops, 300 * i, sizes[i]), "%zu values", sizes[i]);
    }
    kn_check_case(row, convert_case(ops, 0, PATTERNS), "all exponents and boundaries");
}

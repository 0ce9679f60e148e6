/* Conversions by integer arithmetic on the bits. Round to nearest even by adding half a unit less
 * the last kept bit: the carry does the rest, into the exponent and to infinity where it must.
 * Emulated addition is float addition and one rounding: 24 >= 2p + 2 for p = 8 and p = 11, so
 * rounding twice never differs from rounding once (Figueroa 1995).
 * SPDX-License-Identifier: MIT */
#include "formats.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "compare.h"

static const uint32_t exponent_mask = 0x7F800000u;
static const uint32_t sign_mask = 0x80000000u;

uint16_t kn_bf16_from_float(float value)
{
    uint32_t bits = kn_bits_of(value);
    uint32_t size = bits & ~sign_mask;
    if (size > exponent_mask) {
        return (uint16_t)(bits >> 16 | 0x0040u);
    }
    if ((bits & exponent_mask) == 0) {
        return (uint16_t)((bits & sign_mask) >> 16);
    }
    return (uint16_t)((bits + 0x7FFFu + (bits >> 16 & 1u)) >> 16);
}

float kn_float_from_bf16(uint16_t bits)
{
    return kn_float_of((uint32_t)bits << 16);
}

/* `size` is a finite float's bits without sign, below the smallest normal fp16, 2^-14: the
 * significand is shifted to units of 2^-24 and rounded there. */
static uint32_t small_fp16(uint32_t size)
{
    uint32_t exponent = size >> 23;
    if (exponent < 102) {
        return 0; /* below 2^-25: nearer to 0 than to 2^-24 */
    }
    uint32_t significand = (size & 0x007FFFFFu) | 0x00800000u;
    uint32_t shift = 126 - exponent; /* 14 at 2^-14's binade .. 24 at 2^-25 */
    uint32_t kept = significand >> shift;
    uint32_t rest = significand & ((1u << shift) - 1);
    uint32_t half = 1u << (shift - 1);
    return kept + (rest > half || (rest == half && (kept & 1u) != 0));
}

uint16_t kn_fp16_from_float(float value)
{
    uint32_t bits = kn_bits_of(value);
    uint32_t sign = bits >> 16 & 0x8000u;
    uint32_t size = bits & ~sign_mask;
    if (size > exponent_mask) {
        return (uint16_t)(sign | 0x7E00u | (size >> 13 & 0x01FFu));
    }
    if (size >= 0x47800000u) { /* 2^16 and above, infinity too */
        return (uint16_t)(sign | 0x7C00u);
    }
    if (size < 0x38800000u) {
        return (uint16_t)(sign | small_fp16(size));
    }
    uint32_t rebiased = size - (112u << 23);
    return (uint16_t)(sign | (rebiased + 0x0FFFu + (rebiased >> 13 & 1u)) >> 13);
}

float kn_float_from_fp16(uint16_t bits)
{
    uint32_t sign = (uint32_t)(bits & 0x8000u) << 16;
    uint32_t exponent = bits >> 10 & 31u;
    uint32_t fraction = bits & 0x03FFu;
    if (exponent == 31) {
        uint32_t quiet = fraction != 0 ? 0x00400000u : 0;
        return kn_float_of(sign | exponent_mask | quiet | fraction << 13);
    }
    if (exponent == 0) {
        float small = (float)fraction * 0x1p-24f;
        return sign != 0 ? -small : small;
    }
    return kn_float_of(sign | (exponent + 112) << 23 | fraction << 13);
}

float kn_round_float(enum kn_format format, float value)
{
    switch (format) {
    case KN_BF16:
        return kn_float_from_bf16(kn_bf16_from_float(value));
    case KN_FP16:
        return kn_float_from_fp16(kn_fp16_from_float(value));
    case KN_FP32:
        break;
    }
    return value;
}

/* To `precision` significant bits, units no smaller than 2^lowest. The scaling is by powers of two
 * and exact; rint rounds to nearest even, the mode that no part of this program changes. */
static double round_to_grid(double value, int precision, int lowest)
{
    int exponent = 0;
    (void)frexp(value, &exponent);
    int unit = exponent - precision > lowest ? exponent - precision : lowest;
    return ldexp(rint(ldexp(value, -unit)), unit);
}

float kn_round_double(enum kn_format format, double value)
{
    if (format == KN_FP32 || !isfinite(value)) {
        return (float)value;
    }
    if (format == KN_BF16 && fabs(value) < 0x1p-126) {
        return copysignf(0.0f, (float)value);
    }
    bool is_bf16 = format == KN_BF16;
    double rounded = is_bf16 ? round_to_grid(value, 8, -133) : round_to_grid(value, 11, -24);
    double limit = is_bf16 ? 0x1.FEp127 : 65504;
    return fabs(rounded) > limit ? copysignf(INFINITY, (float)value) : (float)rounded;
}

enum kn_format kn_format_read(const char *word)
{
    if (strcmp(word, "bf16") == 0) {
        return KN_BF16;
    }
    return strcmp(word, "fp16") == 0 ? KN_FP16 : KN_FP32;
}

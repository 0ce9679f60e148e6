/* Short number formats in portable C, bit-equal to the hardware that has them.
 *   bf16: 1 sign, 8 exponent, 7 fraction bits, p = 8; subnormals count as zero on the way in and
 * never come out, as VCVTNEPS2BF16 has it. fp16: 1, 5, 10, p = 11; gradual underflow, as VCVTPS2PH
 * has it. Rounding is to nearest, ties to even. A NaN stays a NaN (quieted, upper payload bits
 * kept).
 * SPDX-License-Identifier: MIT */
#ifndef KN_FORMATS_H
#define KN_FORMATS_H

#include <stddef.h>
#include <stdint.h>

enum kn_format { KN_FP32, KN_BF16, KN_FP16 };

uint16_t kn_bf16_from_float(float value);
float kn_float_from_bf16(uint16_t bits);
uint16_t kn_fp16_from_float(float value);
float kn_float_from_fp16(uint16_t bits);

/* A float rounded to the format and widened again: one addition of a running sum. */
float kn_round_float(enum kn_format format, float value);

/* A double rounded once to the format (through float it would be rounded twice). */
float kn_round_double(enum kn_format format, double value);

/* "fp32", "bf16", "fp16" as the catalogue spells them; anything else is KN_FP32. */
enum kn_format kn_format_read(const char *word);

#endif

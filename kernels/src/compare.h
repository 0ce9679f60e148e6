/* The one comparison of floating-point results. NaN is rejected first, so no tolerance, however
 * large, lets it pass; the interval is closed.
 * SPDX-License-Identifier: MIT */
#ifndef KN_COMPARE_H
#define KN_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* |value - reference| <= max(tolerance_abs, tolerance_rel * |reference|); equal infinities agree.
 */
bool kn_compare(double value, double reference, double tolerance_abs, double tolerance_rel);

/* The first index at which the arrays differ by more than tolerance_rel of the reference, or count.
 */
size_t kn_compare_f32(const float *values, const float *reference, size_t count,
                      double tolerance_rel);

/* Bits of a float and back, without breaking aliasing rules. */
uint32_t kn_bits_of(float value);
float kn_float_of(uint32_t bits);

#endif

/* Closed-interval comparison that NaN cannot pass. `diff > tolerance` would accept NaN, which is
 * why nothing here is written that way round.
 * SPDX-License-Identifier: MIT */
#include "compare.h"

#include <math.h>
#include <string.h>

bool kn_compare(double value, double reference, double tolerance_abs, double tolerance_rel)
{
    if (isnan(value) || isnan(reference) || isnan(tolerance_abs) || isnan(tolerance_rel)) {
        return false;
    }
    if (isinf(value) || isinf(reference)) {
        return isinf(value) && isinf(reference) && (value > 0) == (reference > 0);
    }
    return fabs(value - reference) <= fmax(tolerance_abs, tolerance_rel * fabs(reference));
}

size_t kn_compare_f32(const float *values, const float *reference, size_t count,
                      double tolerance_rel)
{
    for (size_t i = 0; i < count; i++) {
        bool is_nan_both = isnan(values[i]) && isnan(reference[i]);
        if (!is_nan_both &&
            !kn_compare((double)values[i], (double)reference[i], 0, tolerance_rel)) {
            return i;
        }
    }
    return count;
}

uint32_t kn_bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

float kn_float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* C99 hex floats, the journal's spelling of a double: every bit kept, readable by any C library.
 * One form for all finite values: 0x1.<13 digits, zeros dropped>p<exponent>, subnormals as 0x0.….
 * Invariant: gr_hex_read(gr_hex_print(x)) is x to the bit, for inf, -inf and nan too (a NaN's
 * payload is not kept).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/decimal.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { FRACTION_BITS = 52, LEAST_EXPONENT = -1022, MOST_EXPONENT_DIGITS = 5 };

const char *gr_hex_print(double value, char out[GR_DECIMAL_PRINT])
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const char *sign = (bits >> 63) != 0 ? "-" : "";
    if (!isfinite(value)) {
        (void)snprintf(out, GR_DECIMAL_PRINT, "%s",
                       isnan(value) ? "nan"
                       : sign[0]    ? "-inf"
                                    : "inf");
        return out;
    }
    uint64_t fraction = bits & (((uint64_t)1 << FRACTION_BITS) - 1);
    int exponent = (int)((bits >> FRACTION_BITS) & 0x7FF);
    bool is_normal = exponent > 0;
    int shown = is_normal ? exponent - 1023 : (fraction == 0 ? 0 : LEAST_EXPONENT);
    char digits[14];
    (void)snprintf(digits, sizeof digits, "%013llx", (unsigned long long)fraction);
    size_t count = 13;
    while (count > 0 && digits[count - 1] == '0')
        count--;
    (void)snprintf(out, GR_DECIMAL_PRINT, "%s0x%d%s%.*sp%+d", sign, is_normal ? 1 : 0,
                   count > 0 ? "." : "", (int)count, digits, shown);
    return out;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* Hex digits with at most one point, into a whole number and the power of two it is short of. False
 * when there are none or they do not fit 60 bits. */
static bool take_mantissa(struct gr_str text, size_t *at, uint64_t *whole, int *exponent)
{
    bool has_point = false;
    size_t digits = 0;
    *whole = 0;
    *exponent = 0;
    for (; *at < text.len; (*at)++) {
        int digit = hex_digit(text.ptr[*at]);
        if (digit < 0 && (text.ptr[*at] != '.' || has_point))
            break;
        if (digit < 0) {
            has_point = true;
            continue;
        }
        if (++digits > 16 || (*whole >> 56) != 0)
            return false;
        *whole = (*whole << 4) | (uint64_t)digit;
        *exponent -= has_point ? 4 : 0;
    }
    return digits > 0;
}

static bool take_power(struct gr_str text, size_t *at, int *exponent)
{
    if (*at >= text.len || (text.ptr[*at] != 'p' && text.ptr[*at] != 'P'))
        return false;
    (*at)++;
    bool is_negative = *at < text.len && text.ptr[*at] == '-';
    if (*at < text.len && (text.ptr[*at] == '-' || text.ptr[*at] == '+'))
        (*at)++;
    size_t start = *at;
    int power = 0;
    for (; *at < text.len && text.ptr[*at] >= '0' && text.ptr[*at] <= '9'; (*at)++) {
        if (*at - start >= MOST_EXPONENT_DIGITS)
            return false;
        power = power * 10 + (text.ptr[*at] - '0');
    }
    *exponent += is_negative ? -power : power;
    return *at > start;
}

static bool special(struct gr_str text, double *out)
{
    if (gr_str_is(text, "inf"))
        *out = (double)INFINITY;
    else if (gr_str_is(text, "nan"))
        *out = (double)NAN;
    else
        return false;
    return true;
}

bool gr_hex_read(struct gr_str text, double *out)
{
    *out = 0.0;
    bool is_negative = gr_str_starts(text, "-");
    if (is_negative)
        text = gr_str_from(text, 1);
    double value = 0.0;
    if (!special(text, &value)) {
        size_t at = 2;
        uint64_t whole;
        int exponent;
        if (!gr_str_starts(text, "0x") || !take_mantissa(text, &at, &whole, &exponent) ||
            !take_power(text, &at, &exponent) || at != text.len || whole >> 53 != 0)
            return false;
        value = ldexp((double)whole, exponent);
        /* Exact or refused: what was lost to overflow or below 2^-1074 was never written by us. */
        if (isinf(value) || ldexp(value, -exponent) < (double)whole ||
            ldexp(value, -exponent) > (double)whole)
            return false;
    }
    *out = is_negative ? -value : value;
    return true;
}

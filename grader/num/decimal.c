/* Text to double. The digits and the power of ten make an exact fraction of two whole numbers; one
 * long division gives the 53 bits and the remainder decides the rounding. Numbers of at most 15
 * digits and a power of ten within 22 take Clinger's exact short cut.
 * Invariants: at most GR_DECIMAL_MAX digits, and decimal magnitudes outside [-345, 310] are settled
 * before any big number is made, so nothing exceeds 10^(345 + 128 + 17).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/decimal.h"

#include <math.h>
#include <stdint.h>

#include "grader/num/bignum.h"

enum {
    MOST_MAGNITUDE = 310,   /* 10^309 is already infinite */
    LEAST_MAGNITUDE = -345, /* 10^-345 is under half of the smallest subnormal */
    MOST_SHIFT = 1074,      /* a double is a whole multiple of 2^-1074 */
    SATURATED = 1000000     /* exponents beyond this say the same as this */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Rounds num/den to 53 bits, fewer near zero. */
static double nearest_double(struct gr_big *num, struct gr_big *den)
{
    /* The quotient of num * 2^shift has 53 or 54 bits; 54 would round twice, so shift one less. */
    int shift = 53 - ((int)gr_big_bits(num) - (int)gr_big_bits(den));
    if (shift > MOST_SHIFT)
        shift = MOST_SHIFT;
    for (;;) {
        struct gr_big over = *num, under = *den;
        if (shift >= 0)
            gr_big_shift_left(&over, (unsigned)shift);
        else
            gr_big_shift_left(&under, (unsigned)-shift);
        uint64_t bits = gr_big_ratio(&over, &under);
        if (bits <= (uint64_t)1 << 53)
            return ldexp((double)bits, -shift);
        shift--;
    }
}

static const double exact_pow10[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static double short_cut(struct gr_str digits, int exponent)
{
    uint64_t whole = 0;
    for (size_t i = 0; i < digits.len; i++)
        whole = whole * 10 + (uint64_t)(digits.ptr[i] - '0');
    return exponent < 0 ? (double)whole / exact_pow10[-exponent]
                        : (double)whole * exact_pow10[exponent];
}

static double exact_value(struct gr_str digits, int exponent)
{
    struct gr_big num, den;
    gr_big_set(&num, 0);
    gr_big_set(&den, 1);
    for (size_t i = 0; i < digits.len; i++) {
        if (num.used == 0)
            gr_big_set(&num, (uint64_t)(digits.ptr[i] - '0'));
        else
            gr_big_mul_add(&num, 10, (uint32_t)(digits.ptr[i] - '0'));
    }
    if (exponent >= 0)
        gr_big_mul_pow10(&num, (unsigned)exponent);
    else
        gr_big_mul_pow10(&den, (unsigned)-exponent);
    return nearest_double(&num, &den);
}

enum gr_decimal_status gr_decimal_make(struct gr_str digits, long long exponent, double *out)
{
    *out = 0.0;
    if (digits.len == 0 || digits.len > GR_DECIMAL_MAX)
        return GR_DECIMAL_NOT;
    for (size_t i = 0; i < digits.len; i++)
        if (!is_digit(digits.ptr[i]))
            return GR_DECIMAL_NOT;
    if (exponent > SATURATED)
        exponent = SATURATED;
    if (exponent < -SATURATED)
        exponent = -SATURATED;
    while (digits.len > 0 && digits.ptr[0] == '0')
        digits = gr_str_from(digits, 1);
    for (; digits.len > 0 && digits.ptr[digits.len - 1] == '0'; digits.len--)
        exponent++;
    if (digits.len == 0)
        return GR_DECIMAL_OK;
    long long magnitude = (long long)digits.len + exponent;
    if (magnitude > MOST_MAGNITUDE)
        return GR_DECIMAL_TOO_LARGE;
    if (magnitude < LEAST_MAGNITUDE)
        return GR_DECIMAL_TOO_SMALL;
    bool is_short = digits.len <= 15 && exponent >= -22 && exponent <= 22;
    double value = is_short ? short_cut(digits, (int)exponent) : exact_value(digits, (int)exponent);
    if (isinf(value))
        return GR_DECIMAL_TOO_LARGE;
    if (value <= 0.0)
        return GR_DECIMAL_TOO_SMALL;
    *out = value;
    return GR_DECIMAL_OK;
}

/* Moves *at over digits, copying them to `digits` at *count; the number of digits seen. */
static size_t take_digits(struct gr_str text, size_t *at, char *digits, size_t *count)
{
    size_t start = *at;
    for (; *at < text.len && is_digit(text.ptr[*at]); (*at)++)
        digits[(*count)++] = text.ptr[*at];
    return *at - start;
}

/* "e-12" at *at. False when an e is there without digits; *exponent 0 when there is no e. */
static bool take_exponent(struct gr_str text, size_t *at, long long *exponent)
{
    *exponent = 0;
    if (*at >= text.len || (text.ptr[*at] != 'e' && text.ptr[*at] != 'E'))
        return true;
    (*at)++;
    bool is_negative = *at < text.len && text.ptr[*at] == '-';
    if (*at < text.len && (text.ptr[*at] == '-' || text.ptr[*at] == '+'))
        (*at)++;
    size_t start = *at;
    for (; *at < text.len && is_digit(text.ptr[*at]); (*at)++)
        if (*exponent < SATURATED)
            *exponent = *exponent * 10 + (text.ptr[*at] - '0');
    if (is_negative)
        *exponent = -*exponent;
    return *at > start;
}

enum gr_decimal_status gr_decimal_read(struct gr_str text, double *out)
{
    *out = 0.0;
    if (text.len == 0 || text.len > GR_DECIMAL_MAX)
        return GR_DECIMAL_NOT;
    char digits[GR_DECIMAL_MAX];
    size_t at = 0, count = 0, fraction = 0;
    bool is_negative = text.ptr[0] == '-';
    if (text.ptr[0] == '-' || text.ptr[0] == '+')
        at++;
    if (take_digits(text, &at, digits, &count) == 0)
        return GR_DECIMAL_NOT;
    if (at < text.len && text.ptr[at] == '.') {
        at++;
        fraction = take_digits(text, &at, digits, &count);
        if (fraction == 0)
            return GR_DECIMAL_NOT;
    }
    long long exponent;
    if (!take_exponent(text, &at, &exponent) || at != text.len)
        return GR_DECIMAL_NOT;
    enum gr_decimal_status status = gr_decimal_make((struct gr_str){.ptr = digits, .len = count},
                                                    exponent - (long long)fraction, out);
    if (is_negative)
        *out = -*out;
    return status;
}

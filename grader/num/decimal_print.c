/* Double to text: the value as an exact fraction, scaled by a power of ten so that one rounded
 * division gives the wanted number of digits as one whole number.
 * Shortest form: any decimal of 15 digits survives a double (Goldberg 1991), so 15 digits with the
 * zeros dropped are the shortest when they read back, else 16 do or 17; only subnormals, which
 * carry fewer bits, start at 1 digit.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/decimal.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "grader/num/bignum.h"

enum { MOST_DIGITS = 17 };

struct digits { /* 0.d1d2d3... * 10^point, d1 not 0 */
    char text[MOST_DIGITS + 1];
    int count, point;
};

/* |value| * 10^scale, rounded half to even. */
static uint64_t scaled(double value, int scale)
{
    int exponent;
    double half = frexp(fabs(value), &exponent);
    struct gr_big num, den;
    gr_big_set(&num, (uint64_t)ldexp(half, 53));
    gr_big_set(&den, 1);
    exponent -= 53;
    if (exponent >= 0)
        gr_big_shift_left(&num, (unsigned)exponent);
    else
        gr_big_shift_left(&den, (unsigned)-exponent);
    if (scale >= 0)
        gr_big_mul_pow10(&num, (unsigned)scale);
    else
        gr_big_mul_pow10(&den, (unsigned)-scale);
    return gr_big_ratio(&num, &den);
}

static uint64_t pow10_of(int exponent)
{
    uint64_t power = 1;
    for (; exponent > 0; exponent--)
        power *= 10;
    return power;
}

static void spell(uint64_t whole, int count, struct digits *out)
{
    for (int i = count; i > 0; i--) {
        out->text[i - 1] = (char)('0' + (int)(whole % 10));
        whole /= 10;
    }
    out->text[count] = '\0';
    out->count = count;
}

/* `value` finite and not 0. `more` is 1 to take the next larger decimal instead of the nearest. */
static void round_to(double value, int count, unsigned more, struct digits *out)
{
    /* log10 may be one off just beside a power of ten; start one high and come down. */
    int point = (int)floor(log10(fabs(value))) + 2;
    uint64_t least = pow10_of(count - 1), whole = scaled(value, count - point);
    for (uint64_t finer; whole <= least; whole = finer, point--) {
        finer = scaled(value, count - point + 1);
        if (finer >= least * 10)
            break;
    }
    whole += more;
    if (whole >= least * 10) {
        whole = (whole + 5) / 10; /* 9.99 became 10.0: the digits are 1, 0, 0 */
        point++;
    }
    spell(whole, count, out);
    out->point = point;
}

static void drop_zeros(struct digits *digits)
{
    while (digits->count > 1 && digits->text[digits->count - 1] == '0')
        digits->count--;
}

static char *put(char *out, const char *text, int count)
{
    memcpy(out, text, (size_t)count);
    return out + count;
}

static char *put_zeros(char *out, int count)
{
    for (; count > 0; count--)
        *out++ = '0';
    return out;
}

static char *put_exponent(char *out, int exponent)
{
    unsigned rest = (unsigned)(exponent < 0 ? -exponent : exponent);
    *out++ = 'e';
    if (exponent < 0)
        *out++ = '-';
    if (rest >= 100)
        *out++ = (char)('0' + rest / 100);
    if (rest >= 10)
        *out++ = (char)('0' + rest / 10 % 10);
    *out++ = (char)('0' + rest % 10);
    return out;
}

static char *put_scientific(char *out, const struct digits *digits)
{
    out = put(out, digits->text, 1);
    if (digits->count > 1) {
        *out++ = '.';
        out = put(out, digits->text + 1, digits->count - 1);
    }
    return put_exponent(out, digits->point - 1);
}

static char *put_plain(char *out, const struct digits *digits)
{
    int count = digits->count, point = digits->point;
    if (point >= count)
        return put_zeros(put(out, digits->text, count), point - count);
    if (point <= 0) {
        out = put_zeros(put(out, "0.", 2), -point);
        return put(out, digits->text, count);
    }
    out = put(out, digits->text, point);
    *out++ = '.';
    return put(out, digits->text + point, count - point);
}

static const char *put_number(double value, const struct digits *digits, bool is_scientific,
                              char *out)
{
    char *end = out;
    if (signbit(value))
        *end++ = '-';
    /* The border is asked of the rounded digits, so 9999.9995e12 to 6 digits is 1e16. */
    bool is_plain = digits->point > -4 && digits->point <= 16;
    end = is_plain && !is_scientific ? put_plain(end, digits) : put_scientific(end, digits);
    *end = '\0';
    return out;
}

/* Values that have no digits: true when `out` was filled. */
static bool put_special(double value, char *out)
{
    const char *word = NULL;
    if (isnan(value))
        word = "nan";
    else if (isinf(value))
        word = signbit(value) ? "-inf" : "inf";
    else if (fpclassify(value) == FP_ZERO)
        word = signbit(value) ? "-0" : "0";
    if (word != NULL)
        memcpy(out, word, strlen(word) + 1);
    return word != NULL;
}

static double value_of(double value, const struct digits *digits)
{
    double back;
    (void)gr_decimal_make((struct gr_str){.ptr = digits->text, .len = (size_t)digits->count},
                          digits->point - digits->count, &back);
    return signbit(value) ? -back : back;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool reads_back(double value, const struct digits *digits)
{
    return bits_of(value_of(value, digits)) == bits_of(value);
}

static void shortest(double value, struct digits *out)
{
    int unused;
    /* Below a power of two doubles lie twice as dense, so there the nearest decimal may miss where
     * its upper neighbour of the same length still hits. */
    unsigned most_more = frexp(fabs(value), &unused) > 0.5 ? 0 : 1;
    for (int count = fabs(value) < DBL_MIN ? 1 : 15; count <= MOST_DIGITS; count++)
        for (unsigned more = 0; more <= most_more; more++) {
            round_to(value, count, more, out);
            if (reads_back(value, out))
                return;
        }
}

static int clamp_digits(int digits)
{
    if (digits < 1)
        return 1;
    return digits > MOST_DIGITS ? MOST_DIGITS : digits;
}

const char *gr_decimal_print(double value, char out[GR_DECIMAL_PRINT])
{
    if (put_special(value, out))
        return out;
    struct digits digits;
    shortest(value, &digits);
    drop_zeros(&digits);
    return put_number(value, &digits, false, out);
}

const char *gr_decimal_print_digits(double value, int digits, char out[GR_DECIMAL_PRINT])
{
    if (put_special(value, out))
        return out;
    struct digits rounded;
    round_to(value, clamp_digits(digits), 0, &rounded);
    drop_zeros(&rounded);
    return put_number(value, &rounded, false, out);
}

const char *gr_decimal_print_scientific(double value, int digits, char out[GR_DECIMAL_PRINT])
{
    if (put_special(value, out))
        return out;
    struct digits rounded;
    round_to(value, clamp_digits(digits), 0, &rounded);
    return put_number(value, &rounded, true, out);
}

double gr_decimal_round(double value, int digits)
{
    if (!isfinite(value) || fpclassify(value) == FP_ZERO)
        return value;
    struct digits rounded;
    round_to(value, clamp_digits(digits), 0, &rounded);
    return value_of(value, &rounded);
}

int gr_decimal_digits_in_full(double value, int least)
{
    int digits = 2; /* one before the point, one after it */
    if (!(fabs(value) < 1e15))
        return least;
    for (uint64_t whole = (uint64_t)fabs(value); whole >= 10; whole /= 10)
        digits++;
    return digits > least ? digits : least;
}

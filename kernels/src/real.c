/* Decimal to binary, exactly: the digits become one big integer D with value D * 10^e. For e < 0 it
 * is shifted left far enough that dividing by 10^-e leaves 64 bits or more; what division drops is
 * only remembered as "sticky". The top 53 bits are then rounded once, to nearest even. Slow and
 * short: a handful of numbers is read in a run.
 * SPDX-License-Identifier: MIT */
#include "real.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { LIMBS = 128, DIGITS_MAX = 400, EXPONENT_MAX = 1000, BITS = 53, LOWEST_UNIT = -1074 };

struct big {
    uint32_t limbs[LIMBS]; /* little end first */
    size_t count;          /* in use; the last one is not 0 */
};

static void multiply_add(struct big *big, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (size_t i = 0; i < big->count; i++) {
        carry += (uint64_t)big->limbs[i] * factor;
        big->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0 && big->count < LIMBS) {
        big->limbs[big->count++] = (uint32_t)carry;
    }
}

/* Divides by ten; true when something was left over. */
static bool divide_by_ten(struct big *big)
{
    uint64_t rest = 0;
    for (size_t i = big->count; i > 0; i--) {
        uint64_t part = rest << 32 | big->limbs[i - 1];
        big->limbs[i - 1] = (uint32_t)(part / 10);
        rest = part % 10;
    }
    while (big->count > 0 && big->limbs[big->count - 1] == 0) {
        big->count--;
    }
    return rest != 0;
}

static void shift_limbs(struct big *big, size_t limbs)
{
    if (big->count == 0) {
        return;
    }
    memmove(big->limbs + limbs, big->limbs, big->count * sizeof big->limbs[0]);
    memset(big->limbs, 0, limbs * sizeof big->limbs[0]);
    big->count += limbs;
}

static int bit_length(const struct big *big)
{
    if (big->count == 0) {
        return 0;
    }
    return (int)(32 * big->count) - __builtin_clz(big->limbs[big->count - 1]);
}

static bool bit_at(const struct big *big, int place)
{
    return place >= 0 && (big->limbs[place / 32] >> (place % 32) & 1u) != 0;
}

static bool any_below(const struct big *big, int place)
{
    for (int at = 0; at < place; at++) {
        if (bit_at(big, at)) {
            return true;
        }
    }
    return false;
}

/* big * 2^exponent, plus less than one unit where sticky, to the nearest double. */
static double round_big(const struct big *big, int exponent, bool is_sticky)
{
    int length = bit_length(big);
    int unit = length - BITS; /* place of the last kept bit */
    if (unit + exponent < LOWEST_UNIT) {
        unit = LOWEST_UNIT - exponent;
    }
    uint64_t kept = 0;
    for (int place = length - 1; place >= unit && place >= 0; place--) {
        kept = kept << 1 | bit_at(big, place);
    }
    if (unit < 0) {
        return ldexp((double)kept, exponent); /* short of 53 bits: exact */
    }
    bool is_half = unit > 0 && unit <= length && bit_at(big, unit - 1);
    bool is_more = is_sticky || any_below(big, unit - 1 < length ? unit - 1 : length);
    if (is_half && (is_more || (kept & 1u) != 0)) {
        kept++;
    }
    return ldexp((double)kept, unit + exponent);
}

static double scale(struct big *big, int exponent_ten)
{
    if (big->count == 0) {
        return 0;
    }
    for (int i = 0; i < exponent_ten; i++) {
        multiply_add(big, 10, 0);
    }
    if (exponent_ten >= 0) {
        return round_big(big, 0, false);
    }
    /* 10^k has fewer than 107 k / 32 + 1 bits; two limbs more keep 64 bits of the quotient. */
    size_t limbs = (size_t)(-exponent_ten) * 107 / 1024 + 3;
    bool is_sticky = false;
    shift_limbs(big, limbs);
    for (int i = 0; i < -exponent_ten; i++) {
        is_sticky = divide_by_ten(big) || is_sticky;
    }
    return round_big(big, -32 * (int)limbs, is_sticky);
}

/* Digits with an optional point; counts what stands behind the point. At least one digit. */
static bool read_digits(const char **at, struct big *big, int *behind_point)
{
    int digits = 0, significant = 0;
    bool is_behind = false;
    for (;; (*at)++) {
        if (**at == '.' && !is_behind && digits > 0) {
            is_behind = true;
            continue;
        }
        if (**at < '0' || **at > '9') {
            break;
        }
        multiply_add(big, 10, (uint32_t)(**at - '0'));
        digits++;
        significant += big->count > 0;
        *behind_point += is_behind;
        if (significant > DIGITS_MAX || *behind_point > DIGITS_MAX) {
            return false;
        }
    }
    return digits > 0 && (*at)[-1] != '.';
}

static bool read_exponent(const char **at, int *exponent)
{
    if (**at != 'e' && **at != 'E') {
        return true;
    }
    (*at)++;
    bool is_negative = **at == '-';
    *at += **at == '-' || **at == '+';
    const char *first = *at;
    int value = 0;
    for (; **at >= '0' && **at <= '9'; (*at)++) {
        value = value < EXPONENT_MAX ? 10 * value + (**at - '0') : EXPONENT_MAX;
    }
    *exponent = is_negative ? -value : value;
    return *at != first;
}

bool kn_real_read(const char *text, double *value)
{
    struct big big = {.count = 0};
    int behind_point = 0, exponent = 0;
    const char *at = text + (*text == '-');
    if (!read_digits(&at, &big, &behind_point) || !read_exponent(&at, &exponent) || *at != '\0') {
        return false;
    }
    exponent -= behind_point;
    /* 400 digits and 310 more overflow, 400 and 750 fewer vanish: no need to go further. */
    if (big.count > 0 && exponent > 310) {
        return false;
    }
    double size = exponent < -750 ? 0 : scale(&big, exponent);
    *value = *text == '-' ? -size : size;
    return isfinite(size);
}

bool kn_integer_read(const char *text, int64_t *value)
{
    double real = 0;
    if (!kn_real_read(text, &real) || !(fabs(real) <= 0x1p53) || real != rint(real)) {
        return false;
    }
    *value = (int64_t)real;
    return true;
}

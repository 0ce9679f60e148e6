/* Exact whole-number arithmetic for decimal.c: schoolbook on 32-bit limbs, division bit by bit.
 * Speed is not the point (a reading costs some microseconds); being evidently right is.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/bignum.h"

#include <assert.h>
#include <stdbool.h>

void gr_big_set(struct gr_big *big, uint64_t value)
{
    big->used = 0;
    while (value != 0) {
        big->limb[big->used++] = (uint32_t)value;
        value >>= 32;
    }
}

void gr_big_mul_add(struct gr_big *big, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (size_t i = 0; i < big->used; i++) {
        carry += (uint64_t)big->limb[i] * factor;
        big->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        assert(big->used < GR_BIG_LIMBS);
        big->limb[big->used++] = (uint32_t)carry;
    }
}

void gr_big_mul_pow10(struct gr_big *big, unsigned exponent)
{
    for (; exponent >= 9; exponent -= 9)
        gr_big_mul_add(big, 1000000000u, 0);
    for (; exponent > 0; exponent--)
        gr_big_mul_add(big, 10u, 0);
}

void gr_big_shift_left(struct gr_big *big, unsigned bits)
{
    if (big->used == 0)
        return;
    size_t limbs = bits / 32;
    assert(big->used + limbs <= GR_BIG_LIMBS);
    if (limbs > 0) {
        for (size_t i = big->used; i > 0; i--)
            big->limb[i - 1 + limbs] = big->limb[i - 1];
        for (size_t i = 0; i < limbs; i++)
            big->limb[i] = 0;
        big->used += limbs;
    }
    if (bits % 32 != 0)
        gr_big_mul_add(big, (uint32_t)1 << (bits % 32), 0);
}

unsigned gr_big_bits(const struct gr_big *big)
{
    if (big->used == 0)
        return 0;
    unsigned bits = (unsigned)(big->used - 1) * 32;
    for (uint32_t top = big->limb[big->used - 1]; top != 0; top >>= 1)
        bits++;
    return bits;
}

int gr_big_compare(const struct gr_big *a, const struct gr_big *b)
{
    if (a->used != b->used)
        return a->used < b->used ? -1 : 1;
    for (size_t i = a->used; i > 0; i--)
        if (a->limb[i - 1] != b->limb[i - 1])
            return a->limb[i - 1] < b->limb[i - 1] ? -1 : 1;
    return 0;
}

/* a -= b, where a >= b. */
static void subtract(struct gr_big *a, const struct gr_big *b)
{
    uint64_t borrow = 0;
    for (size_t i = 0; i < a->used; i++) {
        uint64_t take = borrow + (i < b->used ? b->limb[i] : 0);
        borrow = a->limb[i] < take ? 1 : 0;
        a->limb[i] = (uint32_t)(a->limb[i] - take);
    }
    while (a->used > 0 && a->limb[a->used - 1] == 0)
        a->used--;
}

uint64_t gr_big_ratio(struct gr_big *numerator, struct gr_big *denominator)
{
    unsigned over = gr_big_bits(numerator), under = gr_big_bits(denominator);
    unsigned steps = over > under ? over - under : 0;
    uint64_t quotient = 0;
    gr_big_shift_left(denominator, steps);
    /* Long division in base 2: the remainder moves up instead of the denominator moving down. */
    for (unsigned i = 0; i <= steps; i++) {
        if (i > 0)
            gr_big_shift_left(numerator, 1);
        quotient <<= 1;
        if (gr_big_compare(numerator, denominator) >= 0) {
            subtract(numerator, denominator);
            quotient |= 1;
        }
    }
    gr_big_shift_left(numerator, 1);
    int half = gr_big_compare(numerator, denominator);
    bool is_up = half > 0 || (half == 0 && (quotient & 1) != 0);
    return quotient + (is_up ? 1 : 0);
}

/* Whole numbers of up to GR_BIG_LIMBS * 32 bits, just enough arithmetic to read and print doubles
 * exactly. Plain values on the stack: no allocation, nothing to free. The bound is not checked at
 * run time beyond an assert; decimal.c keeps its exponents small enough (see there).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_BIGNUM_H
#define GR_BIGNUM_H

#include <stddef.h>
#include <stdint.h>

enum { GR_BIG_LIMBS = 72 }; /* 2304 bits; the largest number needed is about 10^490, 1630 bits */

struct gr_big {
    size_t used;                 /* limbs in use; the highest one is not 0, so zero has none */
    uint32_t limb[GR_BIG_LIMBS]; /* least significant first */
};

void gr_big_set(struct gr_big *big, uint64_t value);
/* big = big * factor + addend. */
void gr_big_mul_add(struct gr_big *big, uint32_t factor, uint32_t addend);
void gr_big_mul_pow10(struct gr_big *big, unsigned exponent);
void gr_big_shift_left(struct gr_big *big, unsigned bits);
unsigned gr_big_bits(const struct gr_big *big); /* position of the highest set bit, 0 for zero */
int gr_big_compare(const struct gr_big *a, const struct gr_big *b);

/* The quotient numerator/denominator rounded half to even. The quotient must fit 63 bits and the
 * denominator must not be 0. Both operands are used up. */
uint64_t gr_big_ratio(struct gr_big *numerator, struct gr_big *denominator);

#endif

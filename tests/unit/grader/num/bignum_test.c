/* Exact whole-number arithmetic against 128-bit integers and known powers.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/bignum.h"

#include "num_tests.h"

static uint64_t ratio(uint64_t a, uint64_t b)
{
    struct gr_big num, den;
    gr_big_set(&num, a);
    gr_big_set(&den, b);
    return gr_big_ratio(&num, &den);
}

START_TEST(rounds_a_quotient_half_to_even)
{
    static const struct {
        uint64_t a, b, want;
    } rows[] = {{0, 7, 0},
                {1, 2, 0},
                {3, 2, 2},
                {5, 2, 2},
                {7, 2, 4},
                {6, 3, 2},
                {2, 3, 1},
                {1, 3, 0},
                {10, 1, 10},
                {1, 10, 0},
                {UINT64_C(0xFFFFFFFFFFFFFFFF), 4, UINT64_C(0x4000000000000000)}};
    ck_assert_uint_eq(ratio(rows[_i].a, rows[_i].b), rows[_i].want);
}
END_TEST

START_TEST(counts_bits_and_compares)
{
    struct gr_big a, b;
    gr_big_set(&a, 0);
    ck_assert_uint_eq(gr_big_bits(&a), 0);
    gr_big_set(&a, 1);
    gr_big_shift_left(&a, 1000);
    ck_assert_uint_eq(gr_big_bits(&a), 1001);
    gr_big_set(&b, 1);
    gr_big_shift_left(&b, 999);
    ck_assert_int_eq(gr_big_compare(&a, &b), 1);
    gr_big_shift_left(&b, 1);
    ck_assert_int_eq(gr_big_compare(&a, &b), 0);
    gr_big_mul_add(&b, 1, 1);
    ck_assert_int_eq(gr_big_compare(&a, &b), -1);
}
END_TEST

START_TEST(divides_large_powers_of_ten_exactly)
{
    struct gr_big num, den;
    gr_big_set(&num, 123456789);
    gr_big_mul_pow10(&num, 400);
    gr_big_set(&den, 1);
    gr_big_mul_pow10(&den, 400);
    ck_assert_uint_eq(gr_big_ratio(&num, &den), 123456789);
}
END_TEST

TCase *bignum_cases(void)
{
    TCase *cases = tcase_create("bignum");
    tcase_add_loop_test(cases, rounds_a_quotient_half_to_even, 0, 11);
    tcase_add_test(cases, counts_bits_and_compares);
    tcase_add_test(cases, divides_large_powers_of_ten_exactly);
    return cases;
}

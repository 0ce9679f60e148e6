/* Reading and printing of doubles against the C library, which is right under the C locale: the
 * product may not use strtod and printf for this, the test may.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/decimal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "library_number.h"
#include "num_tests.h"

enum { RANDOM_ROUNDS = 10000 };

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* splitmix64: fixed numbers, the same on every machine. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static void check_read(const char *text)
{
    double got, want = library_number(text);
    enum gr_decimal_status status = gr_decimal_read(gr_str(text), &got);
    if (isinf(want)) {
        ck_assert_msg(status == GR_DECIMAL_TOO_LARGE, "%s: should be too large", text);
        return;
    }
    if (status == GR_DECIMAL_TOO_SMALL) {
        ck_assert_msg(fpclassify(want) == FP_ZERO, "%s: wrongly too small", text);
        return;
    }
    ck_assert_msg(status == GR_DECIMAL_OK, "%s: status %d", text, (int)status);
    ck_assert_msg(bits_of(got) == bits_of(want), "%s: got %a want %a", text, got, want);
}

static const char *const hard[] = {
    "0",
    "0.0",
    "-0",
    "1",
    "0.1",
    "0.3",
    "123456789012345678",
    "9007199254740992",
    "9007199254740993",
    "9007199254740993.0000000000000000000000000000000000000001",
    "9007199254740994.9999",
    "9007199254740995",
    "4503599627370496.5",
    "4503599627370497.5",
    "1e22",
    "1e23",
    "8.5e22",
    "1.7976931348623157e308",
    "1.7976931348623158e308",
    "1.7976931348623158079e308",
    "1.797693134862315808e308",
    "1.79769313486231580793728971405303415079934132710037826936173778980444968292764750946649e308",
    "1.8e308",
    "1e309",
    "2.2250738585072014e-308",
    "2.2250738585072011e-308",
    "2.2250738585072012e-308",
    "2.225073858507201136057409796709131975934819546351645648023426109724822222021076945516529523",
    "4.9406564584124654e-324",
    "4.9e-324",
    "2.4703282292062327e-324",
    "2.4703282292062328e-324",
    "2.4703282292062327208299488e-324",
    "2.5e-324",
    "7.4e-324",
    "1e-323",
    "1e-324",
    "1e-400",
    "6.631236846766476e-316",
    "3.2378839133029012895883524125015321748630094e-319",
    "0.000000000000000000000000000000000000000000000000000000000000000000000000000000001e81",
    "100000000000000000000000000000000000000000000000000000000000000000000000000000e-77",
    "1.00000000000000011102230246251565404236316680908203125",
    "1.00000000000000011102230246251565404236316680908203124",
    "1.00000000000000011102230246251565404236316680908203126",
    "5e-324",
    "1E5",
    "1e+5",
    "1e-5",
    "+7",
    "7205759403792793199999e-5",
    "1448997445238699",
    "62.5364939768271845828",
    "0.5e-999999999999",
    "0e999999999999",
};
enum { HARD_COUNT = sizeof hard / sizeof hard[0] };

START_TEST(reads_hard_cases_like_the_c_library)
{
    check_read(hard[_i]);
}
END_TEST

START_TEST(reads_random_digits_like_the_c_library)
{
    uint64_t state = 1;
    for (int i = 0; i < RANDOM_ROUNDS; i++) {
        char text[GR_DECIMAL_MAX];
        unsigned long long a = next_random(&state), b = next_random(&state);
        int exponent = (int)(next_random(&state) % 660) - 350;
        (void)snprintf(text, sizeof text, "%llu.%llue%d", a >> (i % 60), b >> (i % 50), exponent);
        check_read(text);
    }
}
END_TEST

/* The point halfway between a double and the next, written out in full, and just beside it. */
START_TEST(reads_halfway_points_to_even)
{
    uint64_t state = 2;
    for (int i = 0; i < 2000; i++) {
        uint64_t whole = (next_random(&state) >> 12) | (UINT64_C(1) << 52);
        char text[64];
        unsigned long long odd = whole * 2 + 1;
        (void)snprintf(text, sizeof text, "%llu", odd);
        size_t len = strlen(text);
        (void)snprintf(text + len, sizeof text - len, "e%d", i % 200);
        check_read(text);
        (void)snprintf(text + len, sizeof text - len, ".0000000000000000000001e%d", i % 200);
        check_read(text);
    }
}
END_TEST

START_TEST(refuses_what_is_no_number)
{
    static const char *const rows[] = {"",    "-",    ".5",   "5.",   "1e",  "1e+",         "nan",
                                       "inf", "0x1",  " 1",   "1 ",   "1,0", "1_0",         "--1",
                                       "+-1", "1.e5", "1e5.", "1..2", "e5",  "\xEF\xBC\x91"};
    double value;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(gr_decimal_read(gr_str(rows[i]), &value) == GR_DECIMAL_NOT, "\"%s\"",
                      rows[i]);
    char digits[GR_DECIMAL_MAX + 2];
    memset(digits, '1', sizeof digits);
    struct gr_str longest = {.ptr = digits, .len = GR_DECIMAL_MAX};
    ck_assert_int_eq(gr_decimal_read(longest, &value), GR_DECIMAL_OK);
    longest.len++;
    ck_assert_int_eq(gr_decimal_read(longest, &value), GR_DECIMAL_NOT);
}
END_TEST

START_TEST(makes_a_number_from_digits_and_exponent)
{
    double value;
    ck_assert_int_eq(gr_decimal_make(gr_str("00125"), -2, &value), GR_DECIMAL_OK);
    ck_assert(bits_of(value) == bits_of(1.25));
    ck_assert_int_eq(gr_decimal_make(gr_str("000"), 5000000000LL, &value), GR_DECIMAL_OK);
    ck_assert(bits_of(value) == bits_of(0.0));
    ck_assert_int_eq(gr_decimal_make(gr_str("1"), 5000000000LL, &value), GR_DECIMAL_TOO_LARGE);
    ck_assert_int_eq(gr_decimal_make(gr_str("1"), -5000000000LL, &value), GR_DECIMAL_TOO_SMALL);
    ck_assert_int_eq(gr_decimal_make(gr_str("1.5"), 0, &value), GR_DECIMAL_NOT);
    ck_assert_int_eq(gr_decimal_make(gr_str(""), 0, &value), GR_DECIMAL_NOT);
}
END_TEST

START_TEST(prints_the_usual_forms)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {{0.0, "0"},
                {-0.0, "-0"},
                {1.0, "1"},
                {-1.5, "-1.5"},
                {0.1, "0.1"},
                {0.30000000000000004, "0.30000000000000004"},
                {1e22, "1e22"},
                {1e15, "1000000000000000"},
                {9999999999999998.0, "9999999999999998"},
                {1e16, "1e16"},
                {0.0001, "0.0001"},
                {0.00012345, "0.00012345"},
                {0.00001, "1e-5"},
                {1.5e300, "1.5e300"},
                {5e-324, "5e-324"},
                {DBL_MAX, "1.7976931348623157e308"},
                {DBL_MIN, "2.2250738585072014e-308"},
                {312e12, "312000000000000"},
                {2.9802322387695312, "2.9802322387695312"},
                {5.684341886080802e-14, "5.684341886080802e-14"},
                {9007199254740993.0, "9007199254740992"}};
    char out[GR_DECIMAL_PRINT];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double back = 0.0;
        ck_assert(gr_decimal_read(gr_str(gr_decimal_print(rows[i].value, out)), &back) ==
                  GR_DECIMAL_OK);
        ck_assert(bits_of(back) == bits_of(rows[i].value));
        ck_assert_str_eq(out, rows[i].text);
    }
    ck_assert_str_eq(gr_decimal_print((double)INFINITY, out), "inf");
    ck_assert_str_eq(gr_decimal_print(-(double)INFINITY, out), "-inf");
    ck_assert_str_eq(gr_decimal_print((double)NAN, out), "nan");
}
END_TEST

/* Digits of the mantissa, for comparing lengths. */
static int digits_in(const char *text)
{
    int count = 0, zeros = 0;
    for (; *text != '\0' && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9') {
            if (*text == '0' && count == 0)
                continue;
            zeros = *text == '0' ? zeros + 1 : 0;
            count++;
        }
    return count - zeros;
}

static int shortest_by_library(double value)
{
    char text[64];
    for (int digits = 1; digits < 17; digits++) {
        (void)snprintf(text, sizeof text, "%.*e", digits - 1, value);
        if (bits_of(library_number(text)) == bits_of(value))
            return digits;
    }
    return 17;
}

START_TEST(printing_any_bits_reads_back_and_is_shortest)
{
    uint64_t state = 3;
    for (int i = 0; i < RANDOM_ROUNDS; i++) {
        uint64_t bits = next_random(&state);
        if (i % 8 == 0)
            bits &= UINT64_C(0x800FFFFFFFFFFFFF) >> (i % 50); /* subnormals of every length */
        if (i % 8 == 1)
            bits &= UINT64_C(0xFFF0000000000000); /* powers of two, where doubles thin out */
        double value = from_bits(bits), back = 0.0;
        if (!isfinite(value))
            continue;
        char out[GR_DECIMAL_PRINT];
        (void)gr_decimal_print(value, out);
        ck_assert_msg(gr_decimal_read(gr_str(out), &back) == GR_DECIMAL_OK, "%s", out);
        ck_assert_msg(bits_of(back) == bits, "%s is not %a", out, value);
        if (fpclassify(value) != FP_ZERO)
            ck_assert_msg(digits_in(out) <= shortest_by_library(value), "%s is too long", out);
    }
}
END_TEST

START_TEST(rounds_to_digits_like_printf)
{
    uint64_t state = 4;
    for (int i = 0; i < RANDOM_ROUNDS; i++) {
        double value = from_bits(next_random(&state));
        int digits = 1 + i % 17;
        if (!isfinite(value))
            continue;
        char want[64], out[GR_DECIMAL_PRINT];
        (void)snprintf(want, sizeof want, "%.*e", digits - 1, value);
        double back = 0.0, wanted = library_number(want);
        (void)gr_decimal_print_digits(value, digits, out);
        if (isinf(wanted))
            continue;
        ck_assert_int_eq(gr_decimal_read(gr_str(out), &back), GR_DECIMAL_OK);
        ck_assert_msg(bits_of(back) == bits_of(wanted), "%d digits of %a: %s, not %s", digits,
                      value, out, want);
        ck_assert(bits_of(gr_decimal_round(value, digits)) == bits_of(wanted));
    }
}
END_TEST

START_TEST(rounds_ties_to_even_and_carries)
{
    static const struct {
        double value;
        int digits;
        const char *text;
    } rows[] = {{2.5, 1, "2"},
                {3.5, 1, "4"},
                {0.25, 1, "0.2"},
                {0.125, 2, "0.12"},
                {9.9996, 4, "10"},
                {9.5, 1, "10"},
                {999999.5, 6, "1000000"},
                {19.3749, 4, "19.37"},
                {1234567.0, 3, "1230000"},
                {0.99994, 4, "0.9999"},
                {0.99996, 4, "1"},
                {9.999995e15, 6, "1e16"},
                {9.9999949e15, 6, "9999990000000000"},
                {100.0, 6, "100"},
                {1.0, 0, "1"},
                {1.0, 99, "1"}};
    char out[GR_DECIMAL_PRINT];
    ck_assert_str_eq(gr_decimal_print_digits(rows[_i].value, rows[_i].digits, out), rows[_i].text);
}
END_TEST

START_TEST(prints_scientific_with_its_zeros)
{
    char out[GR_DECIMAL_PRINT];
    ck_assert_str_eq(gr_decimal_print_scientific(2.08e10, 4, out), "2.080e10");
    ck_assert_str_eq(gr_decimal_print_scientific(-1.0, 1, out), "-1e0");
    ck_assert_str_eq(gr_decimal_print_scientific(1.23e-7, 2, out), "1.2e-7");
    ck_assert_str_eq(gr_decimal_print_scientific(0.0, 4, out), "0");
}
END_TEST

START_TEST(hex_floats_keep_every_bit)
{
    uint64_t state = 5;
    char out[GR_DECIMAL_PRINT], want[64];
    for (int i = 0; i < RANDOM_ROUNDS; i++) {
        uint64_t bits = next_random(&state);
        if (i % 4 == 0)
            bits &= UINT64_C(0x800FFFFFFFFFFFFF);
        double value = from_bits(bits), back = 0.0;
        if (isnan(value))
            continue;
        (void)snprintf(want, sizeof want, "%a", value);
        ck_assert_str_eq(gr_hex_print(value, out), want);
        ck_assert_msg(gr_hex_read(gr_str(out), &back), "%s", out);
        ck_assert_msg(bits_of(back) == bits, "%s", out);
    }
    ck_assert_str_eq(gr_hex_print(3.0, out), "0x1.8p+1");
    double back = 0.0;
    ck_assert(gr_hex_read(gr_str(gr_hex_print((double)NAN, out)), &back) && isnan(back));
}
END_TEST

START_TEST(hex_reader_refuses_what_it_did_not_write)
{
    static const char *const rows[] = {"",
                                       "0x",
                                       "0xp0",
                                       "0x1",
                                       "1p0",
                                       "0x1p",
                                       "0x1p+",
                                       "0x1.8p1 ",
                                       "0x1..8p1",
                                       "0x1p99999",
                                       "0x1p-9999",
                                       "0x1p123456",
                                       "0x123456789abcdefp0",
                                       "infinity",
                                       "0x1.8q1",
                                       "--0x1p0",
                                       "0x1.00000000000001p0"};
    double value;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(!gr_hex_read(gr_str(rows[i]), &value), "\"%s\"", rows[i]);
    ck_assert(gr_hex_read(gr_str("-0x1.8P+1"), &value) && bits_of(value) == bits_of(-3.0));
}
END_TEST

TCase *decimal_cases(void)
{
    TCase *cases = tcase_create("decimal");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, reads_hard_cases_like_the_c_library, 0, HARD_COUNT);
    tcase_add_test(cases, reads_random_digits_like_the_c_library);
    tcase_add_test(cases, reads_halfway_points_to_even);
    tcase_add_test(cases, refuses_what_is_no_number);
    tcase_add_test(cases, makes_a_number_from_digits_and_exponent);
    tcase_add_test(cases, prints_the_usual_forms);
    tcase_add_test(cases, printing_any_bits_reads_back_and_is_shortest);
    tcase_add_test(cases, rounds_to_digits_like_printf);
    tcase_add_loop_test(cases, rounds_ties_to_even_and_carries, 0, 16);
    tcase_add_test(cases, prints_scientific_with_its_zeros);
    tcase_add_test(cases, hex_floats_keep_every_bit);
    tcase_add_test(cases, hex_reader_refuses_what_it_did_not_write);
    return cases;
}

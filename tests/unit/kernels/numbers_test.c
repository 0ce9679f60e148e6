/* Reading numbers, comparing them, order statistics and suggestions.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "kernels_test.h"
#include "kn/rng.h"
#include "order.h"
#include "real.h"
#include "suggest.h"

struct reading {
    const char *text;
    double value;
};

/* Values as the compiler reads them, hard cases of decimal conversion among them. */
static const struct reading readable[] = {
    {"0", 0.0},
    {"-0", -0.0},
    {"5000", 5000.0},
    {"0.1", 0.1},
    {"-1.25", -1.25},
    {"1e6", 1e6},
    {"1E+06", 1e6},
    {"2.5e-3", 2.5e-3},
    {"0.30000000000000004", 0.30000000000000004},
    {"9007199254740993", 9007199254740992.0}, /* tie, to even */
    {"9007199254740993.0000000000000000000001", 9007199254740994.0},
    {"1.7976931348623157e308", DBL_MAX},
    {"2.2250738585072011e-308", 2.2250738585072011e-308}, /* once hung a famous reader */
    {"4.9406564584124654e-324", 0x1p-1074},
    {"2.4703282292062327e-324", 0.0},       /* below half of the smallest */
    {"2.4703282292062329e-324", 0x1p-1074}, /* above half */
    {"1e-400", 0.0},
    {"0e999999999999", 0.0},
    {"123456789012345678901234567890", 123456789012345678901234567890.0},
    {"6.02214076e23", 6.02214076e23},
};

START_TEST(reads_the_nearest_double)
{
    double value = 7;
    ck_assert(kn_real_read(readable[_i].text, &value));
    ck_assert_msg(value == readable[_i].value && signbit(value) == signbit(readable[_i].value),
                  "%s read as %.17g", readable[_i].text, value);
}
END_TEST

static const char *const unreadable[] = {
    "",    " 1", "1 ",    "1,5",  "0x10",  "nan",   "inf",          "-",   ".5", "5.", "1e", "1e+",
    "--1", "+1", "1.2.3", "1e5x", "1e309", "1_000", "\xef\xbc\x91", "1e-", ".",
};

START_TEST(refuses_what_is_no_number)
{
    double value = 0;
    int64_t integer = 0;
    ck_assert_msg(!kn_real_read(unreadable[_i], &value), "read \"%s\"", unreadable[_i]);
    ck_assert_msg(!kn_integer_read(unreadable[_i], &integer), "read \"%s\"", unreadable[_i]);
}
END_TEST

START_TEST(reads_back_every_double_written_with_17_digits)
{
    for (uint64_t i = 0; i < 20000; i++) {
        uint64_t bits = kn_rng_u64(11, 0, i);
        double value = 0, again = 0;
        char text[40];
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) {
            continue;
        }
        (void)snprintf(text, sizeof text, "%.17g", value);
        ck_assert(kn_real_read(text, &again));
        ck_assert_msg(memcmp(&value, &again, sizeof value) == 0, "%s", text);
    }
}
END_TEST

START_TEST(long_runs_of_digits_are_bounded)
{
    char text[1200];
    double value = 0;
    memset(text, '9', sizeof text);
    text[sizeof text - 1] = '\0';
    ck_assert(!kn_real_read(text, &value));
    memset(text, '0', sizeof text - 1);
    text[1] = '.';
    ck_assert(!kn_real_read(text, &value));
}
END_TEST

START_TEST(whole_numbers_may_be_written_as_reals)
{
    int64_t value = 0;
    ck_assert(kn_integer_read("1e6", &value) && value == 1000000);
    ck_assert(kn_integer_read("-12", &value) && value == -12);
    ck_assert(kn_integer_read("16.0", &value) && value == 16);
    ck_assert(!kn_integer_read("1.5", &value));
    ck_assert(!kn_integer_read("1e300", &value));
    ck_assert(!kn_integer_read("9007199254740993000", &value));
}
END_TEST

START_TEST(comparison_rejects_nan_before_any_tolerance)
{
    double nan = (double)NAN, infinity = HUGE_VAL;
    ck_assert(!kn_compare(nan, 1, infinity, infinity));
    ck_assert(!kn_compare(1, nan, infinity, infinity));
    ck_assert(!kn_compare(1, 1, nan, 0));
    ck_assert(!kn_compare(1, 1, 0, nan));
    ck_assert(!kn_compare(nan, nan, 0, 0));
}
END_TEST

START_TEST(comparison_includes_its_ends)
{
    ck_assert(kn_compare(1.5, 1, 0.5, 0));
    ck_assert(kn_compare(0.5, 1, 0, 0.5));
    ck_assert(kn_compare(1, 1, 0, 0));
    ck_assert(!kn_compare(nextafter(1.5, 2), 1, 0.5, 0));
    ck_assert(kn_compare(-12, -10, 0, 0.2));
    ck_assert(kn_compare(HUGE_VAL, HUGE_VAL, 0, 0));
    ck_assert(!kn_compare(HUGE_VAL, -HUGE_VAL, 1, 1));
    ck_assert(!kn_compare(HUGE_VAL, 1e308, HUGE_VAL, 0));
}
END_TEST

struct ranks {
    size_t count, low, high;
};

/* Ranks of the 95 % interval of the median, as in the course's table of facts. */
static const struct ranks median_ranks[] = {
    {15, 4, 12}, {21, 6, 16}, {25, 8, 18}, {31, 10, 22}, {41, 14, 28}, {51, 19, 33}, {5, 1, 5},
};

START_TEST(median_interval_has_the_tabulated_ranks)
{
    size_t low = 0, high = 0;
    kn_quantile_ranks(median_ranks[_i].count, 0.5, &low, &high);
    ck_assert_uint_eq(low, median_ranks[_i].low);
    ck_assert_uint_eq(high, median_ranks[_i].high);
}
END_TEST

START_TEST(ranks_are_symmetric_and_in_range)
{
    for (size_t count = 1; count < 400; count++) {
        size_t low = 0, high = 0, low_of_high = 0, high_of_high = 0;
        kn_quantile_ranks(count, 0.25, &low, &high);
        kn_quantile_ranks(count, 0.75, &low_of_high, &high_of_high);
        ck_assert(low >= 1 && low <= high && high <= count);
        ck_assert_uint_eq(low + high_of_high, count + 1);
        ck_assert_uint_eq(high + low_of_high, count + 1);
    }
}
END_TEST

START_TEST(interval_covers_the_median_as_often_as_it_says)
{
    size_t covered = 0;
    const size_t experiments = 2000;
    for (uint64_t e = 0; e < experiments; e++) {
        double values[51];
        for (uint64_t i = 0; i < 51; i++) {
            values[i] = kn_rng_uniform(21, e, i);
        }
        struct kn_estimate estimate = kn_estimate_quantile(values, 51, 0.5);
        covered += estimate.low <= 0.5 && estimate.high >= 0.5;
    }
    /* Nominal 95.1 %; fixed draws, four standard errors. */
    ck_assert_uint_gt(covered, experiments * 93 / 100);
    ck_assert_uint_lt(covered, experiments * 975 / 1000);
}
END_TEST

START_TEST(quantiles_interpolate_between_neighbours)
{
    const double sorted[] = {1, 2, 4, 8, 16};
    ck_assert_double_eq(kn_quantile(sorted, 5, 0), 1);
    ck_assert_double_eq(kn_quantile(sorted, 5, 0.5), 4);
    ck_assert_double_eq(kn_quantile(sorted, 5, 0.375), 3);
    ck_assert_double_eq(kn_quantile(sorted, 5, 1), 16);
    ck_assert_double_eq(kn_quantile(sorted, 1, 0.3), 1);
}
END_TEST

START_TEST(nearest_word_is_suggested_only_when_near)
{
    const char *const words[] = {"roof", "chains", "stream", "sum", "tiled", "ring"};
    ck_assert_str_eq(kn_suggest("rof", words, 6), "roof");
    ck_assert_str_eq(kn_suggest("chian", words, 6), "chains");
    ck_assert_str_eq(kn_suggest("sumn", words, 6), "sum");
    ck_assert_str_eq(kn_suggest("tield", words, 6), "tiled");
    ck_assert_ptr_null(kn_suggest("elephant", words, 6));
    ck_assert_ptr_null(kn_suggest("", words, 0));
    ck_assert_uint_eq(kn_edit_distance("abcd", "acbd"), 1);
    ck_assert_uint_eq(kn_edit_distance("", "abc"), 3);
    ck_assert_uint_eq(kn_edit_distance("kitten", "sitting"), 3);
    ck_assert_uint_eq(kn_edit_distance("a", "123456789012345678901234567890123"), SIZE_MAX);
}
END_TEST

Suite *suite_numbers(void)
{
    Suite *suite = suite_create("numbers");
    TCase *tcase = tcase_create("numbers");
    tcase_add_loop_test(tcase, reads_the_nearest_double, 0,
                        (int)(sizeof readable / sizeof readable[0]));
    tcase_add_loop_test(tcase, refuses_what_is_no_number, 0,
                        (int)(sizeof unreadable / sizeof unreadable[0]));
    tcase_add_test(tcase, reads_back_every_double_written_with_17_digits);
    tcase_add_test(tcase, long_runs_of_digits_are_bounded);
    tcase_add_test(tcase, whole_numbers_may_be_written_as_reals);
    tcase_add_test(tcase, comparison_rejects_nan_before_any_tolerance);
    tcase_add_test(tcase, comparison_includes_its_ends);
    tcase_add_loop_test(tcase, median_interval_has_the_tabulated_ranks, 0,
                        (int)(sizeof median_ranks / sizeof median_ranks[0]));
    tcase_add_test(tcase, ranks_are_symmetric_and_in_range);
    tcase_add_test(tcase, interval_covers_the_median_as_often_as_it_says);
    tcase_add_test(tcase, quantiles_interpolate_between_neighbours);
    tcase_add_test(tcase, nearest_word_is_suggested_only_when_near);
    tcase_set_timeout(tcase, 20);
    suite_add_tcase(suite, tcase);
    return suite;
}

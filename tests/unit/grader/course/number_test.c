/* Numbers of course files, and how values are printed: what is printed is what is computed with.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <kn/rng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/course/number.h"
#include "grader/course/template.h"

static const struct {
    const char *text;
    double value;
} numbers[] = {
    {"5", 5},
    {"-5", -5},
    {"+5", 5},
    {"0", 0},
    {"0.5", 0.5},
    {"1e-4", 1e-4},
    {"7e9", 7e9},
    {"2^22", 4194304},
    {"2^0", 1},
    {"10^3", 1000},
    {"1_000", 1000},
    {"12_345_678", 12345678},
    {"1_000.5", 1000.5},
    {" 12 ", 12},
    {"100_001", 100001},
};

START_TEST(reads_numbers_as_they_look)
{
    double value = -1;
    const char *why = NULL;
    ck_assert_msg(gr_number_read(gr_str(numbers[_i].text), GR_PERCENT_REFUSED, &value, &why),
                  "%s: %s", numbers[_i].text, why);
    ck_assert(value == numbers[_i].value);
}
END_TEST

static const struct {
    const char *text, *reason; /* a phrase of it */
} not_numbers[] = {
    {"", "no number"},      {"5:20", "base 60"},    {".nan", "no values"}, {".inf", "no values"},
    {"-.inf", "no values"}, {"010", "octal"},       {"0x10", "decimal"},   {"yes", "word"},
    {"~", "word"},          {"nan", "word"},        {"inf", "word"},       {"1,000", "point"},
    {"1_00", "threes"},     {"_1", "threes"},       {"1__000", "threes"},  {"1000_000", "threes"},
    {"1_000_", "threes"},   {"1_0000", "threes"},   {"12%", "percentage"}, {"2^-1", "exponent"},
    {"-2^2", "sign"},       {"+2^2", "sign"},       {"2^0.5", "exponent"}, {"10^400", "large"},
    {"1e400", "large"},     {"1e-400", "small"},    {"5 6", "one plain"},  {"5s", "one plain"},
    {"--5", "word"},        {"2^2^2", "one plain"},
};

START_TEST(refuses_what_is_no_number_with_the_reason)
{
    double value;
    const char *why = "";
    ck_assert_msg(!gr_number_read(gr_str(not_numbers[_i].text), GR_PERCENT_REFUSED, &value, &why),
                  "%s passed", not_numbers[_i].text);
    ck_assert_msg(strstr(why, not_numbers[_i].reason) != NULL, "%s: %s", not_numbers[_i].text, why);
}
END_TEST

START_TEST(reads_percentages_where_they_are_allowed)
{
    double value;
    const char *why;
    ck_assert(gr_number_read(gr_str("12%"), GR_PERCENT_ALLOWED, &value, &why) && value == 0.12);
    ck_assert(gr_number_read(gr_str("0.1 %"), GR_PERCENT_ALLOWED, &value, &why) && value == 0.001);
    ck_assert(!gr_number_read(gr_str("%"), GR_PERCENT_ALLOWED, &value, &why));
    ck_assert(!gr_number_read(gr_str("1e2%"), GR_PERCENT_ALLOWED, &value, &why));
}
END_TEST

START_TEST(reads_only_true_and_false_as_truth)
{
    bool value;
    const char *why;
    ck_assert(gr_truth_read(gr_str("true"), &value, &why) && value);
    ck_assert(gr_truth_read(gr_str("false"), &value, &why) && !value);
    ck_assert(!gr_truth_read(gr_str("yes"), &value, &why));
    ck_assert(!gr_truth_read(gr_str("True"), &value, &why));
}
END_TEST

/* ---- printing ----------------------------------------------------------------------------- */

static const struct {
    double base;
    const char *unit; /* NULL: none */
    bool exact;
    const char *shown;
    double used; /* what it stands for */
} prints[] = {
    {5, NULL, true, "5", 5},
    {1000, NULL, true, "1000", 1000},
    {16777216, NULL, true, "16,777,216", 16777216},
    {-16777216, NULL, true, "-16,777,216", -16777216},
    {16777216, NULL, false, "16,777,216", 16777216},
    {1468006.4, "B", true, "1,468,006.4 B", 1468006.4},
    {1468006.43, NULL, true, "1,468,006.4", 1468006.4},
    {1468006.4, "B", false, "1,468,000 B", 1468000},
    {0.1, NULL, true, "0.1", 0.1},
    {1.0 / 3, NULL, true, "0.333333", 0.333333},
    {1.0 / 3, NULL, false, "0.3333", 0.3333},
    {12345.678, NULL, true, "12,345.7", 12345.7},
    {48034567890.5, "GB/s", false, "48.03 GB/s", 48.03e9},
    {253.04e9, "GFLOP/s", false, "253 GFLOP/s", 253e9},
    {0.0064321, "ms", false, "6.432 ms", 6.432 * 1e-3},
    {0.922e-9, "ps", false, "922 ps", 0.922e-9},
    {5, "token", true, "5 tokens", 5},
    {1, "token", true, "1 token", 1},
    {0, NULL, false, "0", 0},
};

START_TEST(prints_values_as_the_course_does)
{
    struct gr_unit unit;
    struct gr_err err = {0};
    struct gr_buf out;
    bool has_unit = prints[_i].unit != NULL;
    gr_buf_start(&out, 256);
    if (has_unit)
        ck_assert(gr_unit_parse(gr_str(prints[_i].unit), &unit, &err));
    gr_value_print(prints[_i].base, has_unit ? &unit : NULL, prints[_i].exact, &out);
    ck_assert_str_eq(gr_buf_cstr(&out), prints[_i].shown);
    double used = gr_value_rounded(prints[_i].base, has_unit ? &unit : NULL, prints[_i].exact);
    ck_assert_msg(fabs(used - prints[_i].used) <= 1e-15 * fabs(prints[_i].used), "%.17g", used);
    gr_buf_free(&out);
}
END_TEST

START_TEST(prints_the_rounded_value_like_the_value)
{
    static const char *const units[] = {"GB/s", "ms", "ps", "1/ns", "GiB", "%", "TFLOP/s"};
    for (uint64_t i = 0; i < 3500; i++) {
        struct gr_unit unit;
        struct gr_err err = {0};
        struct gr_buf first, second;
        double base = exp(40 * kn_rng_uniform(3, 0, i) - 20);
        bool exact = i % 2 == 0;
        ck_assert(gr_unit_parse(gr_str(units[i % 7]), &unit, &err));
        gr_buf_start(&first, 256);
        gr_buf_start(&second, 256);
        gr_value_print(base, &unit, exact, &first);
        gr_value_print(gr_value_rounded(base, &unit, exact), &unit, exact, &second);
        ck_assert_str_eq(gr_buf_cstr(&first), gr_buf_cstr(&second));
        gr_buf_free(&first);
        gr_buf_free(&second);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("number");
    TCase *cases = tcase_create("number");
    tcase_add_loop_test(cases, reads_numbers_as_they_look, 0,
                        (int)(sizeof numbers / sizeof numbers[0]));
    tcase_add_loop_test(cases, refuses_what_is_no_number_with_the_reason, 0,
                        (int)(sizeof not_numbers / sizeof not_numbers[0]));
    tcase_add_test(cases, reads_percentages_where_they_are_allowed);
    tcase_add_test(cases, reads_only_true_and_false_as_truth);
    tcase_add_loop_test(cases, prints_values_as_the_course_does, 0,
                        (int)(sizeof prints / sizeof prints[0]));
    tcase_add_test(cases, prints_the_rounded_value_like_the_value);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

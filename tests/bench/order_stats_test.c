/* Tests the estimator of the benches on samples whose median and interval are known by counting.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "tests/bench/order_stats.h"

START_TEST(finds_the_median_whatever_the_order)
{
    static const struct {
        double samples[5];
        size_t count;
        double median;
    } rows[] = {
        {{7}, 1, 7},
        {{1, 3}, 2, 2},
        {{5, 1, 9}, 3, 5},
        {{4, 1, 3, 2}, 4, 2.5},
        {{1, 1, 1, 1, 1000}, 5, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct order_stats stats = order_stats_of(rows[i].samples, rows[i].count);
        ck_assert_double_eq(stats.median, rows[i].median);
    }
}
END_TEST

START_TEST(bounds_the_median_of_thirty_by_ranks_ten_and_twenty_one)
{
    double samples[30];
    for (size_t i = 0; i < 30; i++)
        samples[i] = (double)(30 - i);
    struct order_stats stats = order_stats_of(samples, 30);
    ck_assert_double_eq(stats.low, 10);
    ck_assert_double_eq(stats.high, 21);
    ck_assert_double_eq(samples[0], 30);
}
END_TEST

START_TEST(gives_no_figure_for_no_sample)
{
    double sample = 1;
    ck_assert(isnan(order_stats_of(&sample, 0).median));
    ck_assert(isnan(order_stats_of(&sample, ORDER_STATS_MAX + 1).median));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("order_stats");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, finds_the_median_whatever_the_order);
    tcase_add_test(tests, bounds_the_median_of_thirty_by_ranks_ten_and_twenty_one);
    tcase_add_test(tests, gives_no_figure_for_no_sample);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

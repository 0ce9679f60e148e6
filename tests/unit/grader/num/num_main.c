/* Runs the tests of grader/num.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "num_tests.h"

int main(void)
{
    Suite *suite = suite_create("grader/num");
    suite_add_tcase(suite, bignum_cases());
    suite_add_tcase(suite, decimal_cases());
    suite_add_tcase(suite, units_cases());
    suite_add_tcase(suite, calc_cases());
    suite_add_tcase(suite, expr_cases());
    suite_add_tcase(suite, answer_cases());
    suite_add_tcase(suite, answers_table_cases());
    suite_add_tcase(suite, verdict_cases());
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
